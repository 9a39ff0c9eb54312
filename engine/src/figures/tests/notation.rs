//! Every notation, read and written.

use super::*;

#[test]
fn every_notation_is_read() {
    for [text, values] in rows(include_str!("../../../../fixtures/figures/read.txt")) {
        let found = read(text).into_iter().map(|figure| figure.value());
        let found = found.map(|value| value.expect("a number"));
        assert_eq!(itertools::join(found, ", "), values, "{text}");
    }
}

#[test]
fn what_can_be_read_in_two_ways_is_read_in_the_one_asked_for() {
    let with = |decimal| Reader {
        decimal,
        ..Reader::default()
    };
    let one = |decimal, text: &str| with(decimal).read(text).unwrap()[0].number.clone();
    assert_eq!(one(Decimal::Point, "1,234"), ratio(1234, 1));
    assert_eq!(one(Decimal::Comma, "1,234"), ratio(617, 500));
    assert_eq!(one(Decimal::Comma, "1.234"), ratio(1234, 1));
    assert!(with(Decimal::Point).read("2,5").is_err());
    assert!(with(Decimal::Comma).read("2.5").is_err());
}

#[test]
fn what_is_no_figure_is_refused_with_its_place() {
    for [text, column] in rows(include_str!("../../../../fixtures/figures/refused.txt")) {
        let error = Reader::default().read(text).expect_err(text);
        assert_eq!(error.column.to_string(), column, "{text}: {error}");
    }
    assert!(Reader::default().read(&"1".repeat(601)).is_err());
    assert!(Reader::default().read(&"1".repeat(5000)).is_err());
}

proptest! {
    #[test]
    fn a_figure_written_in_any_notation_is_read_back((text, reader, number) in any_text()) {
        let all = |text: &str| reader.read(text).map_err(|error| TestCaseError::fail(error.to_string()));
        let read = all(&text)?;
        prop_assert_eq!(read.len(), 1, "{}", text);
        prop_assert_eq!(&read[0].number, &number, "{}", text);
        let again = all(&read[0].text())?;
        prop_assert_eq!(&again[0].number, &number, "{} {}", text, read[0].text());
        prop_assert_eq!((&again[0].scale, again[0].sense), (&read[0].scale, read[0].sense), "{}", text);
        prop_assert_eq!((again[0].unit(), again[0].slack()), (read[0].unit(), read[0].slack()), "{}", text);
        // Read without being told the decimal sign it is among the readings.
        let among = Reader::default().read(&text).map_err(|error| TestCaseError::fail(error.to_string()));
        let found = among.is_ok_and(|among| among.iter().any(|read| read.number == number));
        prop_assert!(found || !text.contains(',') && text.contains('.'), "{}", text);
    }
}
