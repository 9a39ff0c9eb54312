//! Every notation, read and written.

use super::*;

/// The values that a text can have, as fractions.
fn values(text: &str) -> Vec<String> {
    let value = |figure: &Figure| {
        figure
            .value()
            .map_or("none".to_owned(), |value| value.to_string())
    };
    read(text).iter().map(value).collect()
}

#[test]
fn every_notation_is_read() {
    for (text, value) in [
        ("7/16", "7/16"),
        ("7⁄16", "7/16"),
        ("⁷⁄₁₆", "7/16"),
        ("3", "3"),
        ("0.25", "1/4"),
        (".25", "1/4"),
        ("0·25", "1/4"),
        (",25", "1/4"),
        ("0,25", "1/4"),
        ("+0.25", "1/4"),
        ("-0.25", "-1/4"),
        ("−0,25", "-1/4"),
        ("≈ 0.25", "1/4"),
        ("~0.25", "1/4"),
        ("ca. 25 %", "1/4"),
        ("25%", "1/4"),
        ("25 per cent", "1/4"),
        ("25 Percent", "1/4"),
        ("2,5 %", "1/40"),
        ("16,7 %", "167/1000"),
        ("250‰", "1/4"),
        ("250 per mille", "1/4"),
        ("¼", "1/4"),
        ("¼ %", "1/400"),
        ("⅟16", "1/16"),
        ("5½", "11/2"),
        ("5 ½", "11/2"),
        ("5 1/2", "11/2"),
        ("5¹⁄₂", "11/2"),
        ("-5 1/2", "-11/2"),
        ("37 1/2 %", "3/8"),
        ("1 in 4", "1/4"),
        ("1 in 2.5", "2/5"),
        ("1 in 649,740.0", "1/649740"),
        ("17 in 36", "17/36"),
        ("17 of 36", "17/36"),
        ("17 out of 36", "17/36"),
        ("1 of 6", "1/6"),
        ("1 out of 6", "1/6"),
        ("3:1 against", "1/4"),
        ("3 to 1 on", "3/4"),
        ("3 : 1 for", "3/4"),
        ("1:2.5 for", "2/7"),
        ("1:1", "1/2"),
        ("8.4e-9", "21/2500000000"),
        ("8,4·10⁻⁹", "21/2500000000"),
        ("8.4 × 10^-9", "21/2500000000"),
        ("1,234.5", "2469/2"),
        ("1.234,5", "2469/2"),
        ("1 234 567", "1234567"),
        ("1\u{202f}234,5", "2469/2"),
        ("1’234.5", "2469/2"),
        ("1.234.567", "1234567"),
        ("1,234,567", "1234567"),
        ("0,250", "1/4"),
        ("1/16 + 7/16", "1/2"),
        ("6,25 % + 43,75 %", "1/2"),
    ] {
        assert_eq!(values(text), [value], "{text}");
    }
}

#[test]
fn what_can_be_read_in_two_ways_has_two_readings() {
    assert_eq!(values("1,234"), ["1234", "617/500"]);
    assert_eq!(values("12,345 %"), ["2469/20", "2469/20000"]);
    assert_eq!(values("3:1"), ["1/4", "3/4"]);
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
    for (text, column) in [
        ("", 1),
        ("often", 1),
        ("two thirds", 1),
        ("0.25x", 5),
        ("1,2,3", 2),
        ("12,34,567", 3),
        ("0.2.5", 4),
        ("1/0", 3),
        ("1/2/3", 4),
        ("0.5/3", 1),
        ("3:0", 3),
        ("25 % 3", 6),
        ("1 in 0", 6),
        ("5 3/2", 6),
        ("1e999", 3),
        ("3:1 + 1", 8),
    ] {
        let error = Reader::default().read(text).expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
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
