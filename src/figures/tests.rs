//! Figures written in every notation and read back; verdicts against their definitions; tables.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};
use proptest::prelude::*;

use super::grid::{Grid, Layout};
use super::place::{Numbers, Options, Plain, place};
use super::*;
use crate::exact::{Quantity, parse_fraction};

fn ratio(over: i64, under: i64) -> BigRational {
    BigRational::new(over.into(), under.into())
}

fn read(text: &str) -> Vec<Figure> {
    let read = Reader::default().read(text);
    read.unwrap_or_else(|error| panic!("{error}"))
}

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
    assert!(Reader::default().read(&"1".repeat(61)).is_err());
    assert!(Reader::default().read(&"1".repeat(5000)).is_err());
}

/// What the verdict on a figure is, the number being a fraction.
fn status(text: &str, over: i64, under: i64) -> Status {
    let number = Quantity::Exact(ratio(over, under));
    judge(&read(text)[0], &number).unwrap().status
}

#[test]
fn the_printed_precision_decides() {
    use Status::{Differs, Exact, Rounded, Truncated};
    for (text, over, under, expected) in [
        ("6 %", 1, 16, Rounded),
        ("38 %", 3, 8, Rounded),
        ("37 %", 3, 8, Rounded), // A tie may go either way.
        ("36 %", 3, 8, Differs),
        ("2,5 %", 1, 4, Differs),
        ("5,0 %", 1, 2, Differs),
        ("1 1/2", 11, 2, Differs),
        (".1536", 96, 625, Exact),
        ("0.667", 2, 3, Rounded),
        ("0.666", 2, 3, Truncated),
        ("0.668", 2, 3, Differs),
        ("0.333", 1, 3, Rounded),
        ("0.33", 2, 3, Differs),
        ("-0.666", -2, 3, Truncated),
        ("-0.666", 2, 3, Differs),
        ("0.0", 7, 100, Truncated),
        ("66 %", 2, 3, Truncated),
        ("3", 29, 10, Differs),
        ("≈ 3", 29, 10, Rounded),
        ("≈ 2", 29, 10, Truncated),
        ("1/3", 333, 1000, Differs),
        ("≈ 1/3", 333, 1000, Rounded),
        ("1 in 4", 1, 4, Exact),
        ("1 in 7", 3, 20, Rounded),
        ("1 in 6", 3, 20, Truncated),
        ("1 in 2.29", 7, 16, Rounded),
        ("3:1 against", 1, 4, Exact),
        ("35:1 against", 1, 36, Exact),
        ("36:1 against", 1, 36, Differs),
        ("2.3:1 against", 3, 10, Rounded),
        ("< 1 %", 1, 101, Exact),
        ("< 1 %", 1, 100, Differs),
        ("≤ 1 %", 1, 100, Exact),
        ("> 0.5", 1, 2, Differs),
        ("≥ 0.5", 1, 2, Exact),
        ("< 1 in 4", 1, 5, Exact),
        ("< 1 in 4", 1, 3, Differs),
    ] {
        assert_eq!(
            status(text, over, under),
            expected,
            "{text} for {over}/{under}"
        );
    }
}

#[test]
fn the_right_figure_and_the_error_are_at_the_printed_precision() {
    for (text, over, under, right, error) in [
        ("0,668", 2, 3, "0,667", "4/3"),
        ("66 %", 2, 3, "67 %", "-2/3"),
        ("7/36", 8, 36, "8/36", "-1"),
        ("1/3", 3, 8, "3/8", "-1/8"),
        ("36:1 against", 1, 36, "35:1 against", "1"),
        ("1 in 5", 3, 20, "1 in 7", "-5/3"),
        ("1,235", 1234, 1, "1,234", "1"),
        (".25", 2, 3, ".67", "-125/3"),
        ("0.250", 1999, 2000, "1.000", "-1499/2"),
        ("5½", 21, 4, "21/4", "1/2"),
    ] {
        let verdict = judge(&read(text)[0], &Quantity::Exact(ratio(over, under))).unwrap();
        assert_eq!(
            verdict.right.map(|right| right.text()).as_deref(),
            Some(right),
            "{text}"
        );
        let exact = Quantity::Exact(parse_fraction(error).unwrap());
        assert_eq!(verdict.error, Some(exact), "{text}");
    }
    let never = Quantity::Exact(BigRational::zero());
    let verdict = judge(&read("1 in 9")[0], &never).unwrap();
    assert_eq!((verdict.status, verdict.right), (Status::Differs, None));
}

#[test]
fn bounds_decide_where_every_number_between_them_agrees() {
    let between = |low: (i64, i64), high: (i64, i64)| {
        Quantity::between(ratio(low.0, low.1), ratio(high.0, high.1))
    };
    let status = |text: &str, number: &Quantity| judge(&read(text)[0], number).unwrap().status;
    let third = between((3332, 10_000), (3334, 10_000));
    assert_eq!(status("0.333", &third), Status::Rounded);
    assert_eq!(
        status("0.3333", &third),
        Status::Undecided,
        "it may be 0.33335 or 0.33325"
    );
    assert_eq!(status("0.332", &third), Status::Differs);
    assert_eq!(status("0.3", &third), Status::Rounded);
    let wide = between((1, 10), (9, 10));
    assert_eq!(
        status("0.5", &wide),
        Status::Undecided,
        "both ends differ, what lies between need not"
    );
    assert_eq!(status("0.95", &wide), Status::Differs);
    assert_eq!(status("< 1", &wide), Status::Exact);
    assert_eq!(status("< 0.5", &wide), Status::Undecided);
    assert_eq!(
        status("1 in 4", &between((0, 1), (1, 2))),
        Status::Undecided
    );
}

#[test]
fn of_two_readings_the_right_one_is_taken_and_the_other_said() {
    let judged = judge_readings(&read("1,234"), &Quantity::Exact(ratio(617, 500)))
        .unwrap()
        .unwrap();
    assert_eq!(judged.verdict.status, Status::Exact);
    assert_eq!(judged.figure.number, ratio(617, 500));
    let [(other, status)] = judged.disagree.as_slice() else {
        panic!("one reading disagrees");
    };
    assert_eq!(
        (other.number.clone(), *status),
        (ratio(1234, 1), Status::Differs)
    );
}

/// A figure in any notation, with the reader for it.
fn any_figure() -> impl Strategy<Value = (Figure, Reader)> {
    let scale = prop_oneof![
        Just((Scale::One, "")),
        Just((Scale::Percent, " %")),
        Just((Scale::Percent, "%")),
        Just((Scale::Percent, " per cent")),
        Just((Scale::PerMille, "‰")),
        Just((Scale::OneIn, "")),
        Just((Scale::OddsFor, " on")),
        Just((Scale::OddsAgainst, " against")),
    ];
    let sense = prop_oneof![
        Just((Sense::Is, "")),
        Just((Sense::About, "≈ ")),
        Just((Sense::About, "ca. ")),
        Just((Sense::Less, "<")),
        Just((Sense::AtLeast, "≥ ")),
    ];
    let digits = (0u64..=2_000_000_000, 1u64..=5000, 0u32..=9, 0u8..=3);
    let looks = (
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        0u8..=4,
        any::<bool>(),
    );
    (scale, sense, digits, looks).prop_map(
        |(
            (scale, after),
            (sense, before),
            (units, under, places, form),
            (comma, dot, bare, group, negative),
        )| {
            let odds = matches!(scale, Scale::OddsFor | Scale::OddsAgainst);
            let inverse = odds || scale == Scale::OneIn;
            let units = if inverse { units + 1 } else { units };
            let decimal = if dot {
                '·'
            } else if comma {
                ','
            } else {
                '.'
            };
            let group = match group {
                0 => Some(if comma { '.' } else { ',' }),
                1 => Some('\u{202f}'),
                2 => Some('’'),
                3 => Some(' '),
                _ => None,
            };
            let (under, power) = (BigInt::from(under), BigInt::from(10).pow(places));
            let (form, number) = if odds {
                let second = if places > 0 { under } else { under + 1 };
                let number = BigRational::new(units.into(), power * &second);
                (
                    Form::Ratio {
                        second,
                        places,
                        flipped: bare && places > 0,
                    },
                    number,
                )
            } else if form == 0 && !inverse {
                let number = BigRational::new(units.into(), under.clone());
                (
                    Form::Fraction {
                        denominator: under,
                        mixed: bare,
                    },
                    number,
                )
            } else if form == 1 && !inverse && places > 0 {
                let exponent = Some(-i32::try_from(places).unwrap_or(0));
                let number = BigRational::new(units.into(), &power * &power);
                (Form::Decimal { places, exponent }, number)
            } else if places == 0 {
                (Form::Whole, BigRational::from_integer(units.into()))
            } else {
                (
                    Form::Decimal {
                        places,
                        exponent: None,
                    },
                    BigRational::new(units.into(), power),
                )
            };
            let flipped = matches!(form, Form::Ratio { flipped: true, .. });
            let after = match after {
                " on" if flipped => " against",
                " against" if flipped => " on",
                after => after,
            };
            let style = Style {
                decimal,
                bare,
                group,
                before: before.to_owned(),
                after: after.to_owned(),
            };
            let number = if negative && !inverse {
                -number
            } else {
                number
            };
            let reader = Reader {
                decimal: if comma {
                    Decimal::Comma
                } else {
                    Decimal::Point
                },
                ..Reader::default()
            };
            (
                Figure {
                    sense,
                    number,
                    scale,
                    form,
                    style,
                },
                reader,
            )
        },
    )
}

proptest! {
    #[test]
    fn a_figure_written_in_any_notation_is_read_back((figure, reader) in any_figure()) {
        let text = figure.text();
        let read = reader.read(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(read.len(), 1, "{}", text);
        let read = &read[0];
        prop_assert_eq!(&read.number, &figure.number, "{}", text);
        prop_assert_eq!(&read.scale, &figure.scale, "{}", text);
        prop_assert_eq!(read.sense, figure.sense, "{}", text);
        // A fraction over 1 is printed as a whole number.
        if !matches!(&figure.form, Form::Fraction { denominator, .. } if denominator.is_one()) {
            prop_assert_eq!(read.unit(), figure.unit(), "{}", text);
            prop_assert_eq!(read.slack(), figure.slack(), "{}", text);
        }
        // Read without being told the decimal sign it is among the readings.
        let among = Reader::default().read(&text).map_err(|error| TestCaseError::fail(error.to_string()));
        let found = among.is_ok_and(|among| among.iter().any(|read| read.number == figure.number));
        prop_assert!(found || !text.contains(',') && text.contains('.'), "{}", text);
    }

    /// Rounded and cut by arithmetic of integers that shares nothing with the verdict.
    #[test]
    fn a_number_rounded_or_cut_is_found_to_be_so(over in -5000i64..5000, under in 1i64..5000, places in 0u32..6) {
        let power = 10i64.pow(places);
        let twice = 2 * over * power;
        let nearest = (twice + under).div_euclid(2 * under);
        let cut = (over * power) / under;
        let is_exact = (over * power) % under == 0;
        let text = |units: i64| {
            let (whole, part) = (units.abs() / power, units.abs() % power);
            let sign = if units < 0 { "-" } else { "" };
            format!("≈ {sign}{whole}.{part:0width$}", width = places.max(1) as usize)
        };
        prop_assume!(places > 0);
        let expected = |units: i64| {
            // In units of the last place, times under.
            let off = (units * under - over * power).abs();
            if off == 0 {
                Status::Exact
            } else if 2 * off <= under {
                Status::Rounded
            } else if units == cut {
                Status::Truncated
            } else {
                Status::Differs
            }
        };
        prop_assert_eq!(is_exact, expected(cut) == Status::Exact);
        for units in [nearest, cut, nearest + 1, nearest - 1, cut + 1, cut - 1] {
            // A zero has no sign.
            if units != 0 || over >= 0 {
                prop_assert_eq!(status(&text(units), over, under), expected(units), "{} for {}/{}", text(units), over, under);
            }
        }
    }

    /// What is called right is right: the exact number lies within half a unit of what is printed.
    #[test]
    fn nothing_called_right_is_wrong((figure, _) in any_figure(), over in 1i64..1000, under in 1i64..1000) {
        let number = ratio(over.min(under), under);
        let verdict = judge(&figure, &Quantity::Exact(number.clone())).unwrap();
        if let (true, Sense::Is | Sense::About) = (verdict.status.holds(), figure.sense) {
            let on_scale = figure.scale.printed(&number).unwrap();
            prop_assert!((on_scale - &figure.number).abs() * BigInt::from(2) <= figure.unit());
        }
        // The right figure at the same precision is right.
        if let Some(right) = &verdict.right {
            prop_assert!(judge(right, &Quantity::Exact(number)).unwrap().status.holds(), "{}", right.text());
        }
    }
}

#[test]
fn tables_are_read_in_every_layout() {
    let cells = |text: &str| -> (Layout, Vec<Vec<String>>) {
        let grid =
            Grid::read(text, None, Decimal::Auto).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let row = |row: &Vec<super::grid::Cell>| row.iter().map(|cell| cell.text.clone()).collect();
        (
            grid.layout,
            grid.header.iter().chain(&grid.rows).map(row).collect(),
        )
    };
    let expected = [["behind", "chance"], ["1", "43,75 %"], ["2", "1/2"]]
        .map(|row| row.map(str::to_owned).to_vec());
    for (text, layout) in [
        ("behind;chance\n1;43,75 %\n2;1/2\n", Layout::Csv),
        ("behind,chance\n1,\"43,75 %\"\n2,1/2", Layout::Csv),
        (
            "# A note, with a comma\r\nbehind\tchance\r\n1\t43,75 %\r\n\r\n2\t1/2\r\n",
            Layout::Tsv,
        ),
        (
            "Some text.\n\n| behind | chance |\n|---:|:---|\n| 1 | **43,75 %** |\n|2|1/2|\n\nMore text.",
            Layout::Markdown,
        ),
        (
            "behind | chance\n---|---\n1 | 43,75 %\n2 | 1/2",
            Layout::Markdown,
        ),
        (
            "behind  chance\n======  ======\n     1  43,75 %\n     2  1/2\n",
            Layout::Columns,
        ),
        ("behind chance\n1 43,75 %\n2 1/2\n", Layout::Columns),
    ] {
        assert_eq!(cells(text), (layout, expected.to_vec()), "{text}");
    }
    let (_, matrix) = cells("     2    3\n1  5/8  3/4\n2       0.7\n");
    assert_eq!(
        matrix,
        [["", "2", "3"], ["1", "5/8", "3/4"], ["2", "", "0.7"]]
    );
    let (_, list) = cells("0,25\n0,375\n");
    assert_eq!(list, [["0,25"], ["0,375"]]);
}

#[test]
fn what_is_no_table_is_refused_with_line_and_column() {
    for (text, line, column) in [
        ("", 1, 1),
        ("# nothing\n\n", 1, 1),
        ("1;2\n3;4\n5;6;7\n", 3, 5),
        ("1,2\n\"3,4\n", 2, 1),
        ("1;\"2\"x\n", 1, 6),
        ("1,25\n2,38\n", 1, 1),
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n", 3, 11),
        ("|a|b|\n|-|-|\n|1|2|\n\n|a|b|\n|-|-|\n", 6, 1),
        ("| a | b |\n|---|---|\n", 1, 1),
    ] {
        let error = Grid::read(text, None, Decimal::Auto).expect_err(text);
        assert_eq!(
            (error.line, error.column),
            (line, column),
            "{text:?}: {error}"
        );
    }
}

/// The numbers of a made-up answer: behind 1 to 6, or pairs of them.
fn distances(pairs: bool) -> Numbers {
    let chance = |a: i64, b: i64| Quantity::Exact(ratio(a + 7 * b, 61));
    let singles = (1..=6).map(|a| (vec![a], chance(a, 0)));
    let doubles = (1..=6).flat_map(|a| (a + 1..=6).map(move |b| (vec![a, b], chance(a, b))));
    let rows: Vec<_> = if pairs {
        doubles.collect()
    } else {
        singles.collect()
    };
    Numbers {
        keys: vec!["behind".to_owned(); if pairs { 2 } else { 1 }],
        rows: rows
            .iter()
            .map(|(key, _)| key.iter().map(i64::to_string).collect())
            .collect(),
        series: vec![(
            "probability".to_owned(),
            rows.into_iter().map(|(_, chance)| Some(chance)).collect(),
        )],
    }
}

/// The statuses of all figures, with those that have no number, and the keys without a figure.
fn verdicts(
    text: &str,
    numbers: &Numbers,
    options: &Options,
) -> (Vec<Option<Status>>, Vec<String>) {
    let grid =
        Grid::read(text, None, options.decimal).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let table = place(&grid, numbers, options).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let status = |figure: &super::place::Placed| {
        let number = figure
            .number
            .and_then(|(series, row)| numbers.series[series].1[row].clone());
        number.map(|number| {
            judge_readings(&figure.readings, &number)
                .unwrap()
                .unwrap()
                .verdict
                .status
        })
    };
    (table.figures.iter().map(status).collect(), table.missing)
}

#[test]
fn figures_find_their_numbers() {
    let (single, pairs) = (distances(false), distances(true));
    let plain = Options::default();
    let all = |n: usize| vec![Some(Status::Rounded); n];
    // Distances in any order, one of them not in the answer, two not in the table.
    let (found, missing) = verdicts(
        "distance,P\n3,0.049\n1,0.016\n2,0.033\n9,0.5\n4,0.066\n",
        &single,
        &plain,
    );
    assert_eq!(found, [all(3), vec![None], all(1)].concat());
    assert_eq!(missing, ["5", "6"]);
    // In order, in a column and in a line.
    let list = "0,016\n0,033\n0,049\n0,066\n0,082\n0,098\n";
    assert_eq!(verdicts(list, &single, &plain).0, all(6));
    assert_eq!(
        verdicts(&list.replace('\n', "   "), &single, &plain).0,
        all(6)
    );
    // A header of keys.
    assert_eq!(
        verdicts("1 2 3\n1.6% 3.3% 4.9%\n", &single, &plain).0,
        all(3)
    );
    // A header with a sign, and plain numbers that would pass 1.
    assert_eq!(
        verdicts("holes;%\n1;1,6\n2;3,3\n", &single, &plain).0,
        all(2)
    );
    assert_eq!(
        verdicts("holes;Chance\n1;2\n2;3\n", &single, &plain).0,
        all(2)
    );
    assert_eq!(
        verdicts("1;1/61\n2;2 of 61\n", &single, &plain).0,
        [Some(Status::Exact); 2]
    );
    assert_eq!(
        verdicts("holes;ways of 61\n1;1\n2;2\n", &single, &plain).0,
        [Some(Status::Exact); 2]
    );
    // Pairs: two columns, one column, a matrix in either half.
    for text in [
        "1;2;24,6 %\n1;3;36,1 %\n",
        "1, 2;24,6 %\n1+3;36,1 %\n",
        "(2,1);0.246\n(3,1);0.361\n",
    ] {
        assert_eq!(verdicts(text, &pairs, &plain).0, all(2), "{text}");
    }
    let upper = "   2     3     4\n1  .246  .361  .475\n2        .377  .492\n";
    let lower = "|   | 1 | 2 |\n|---|---|---|\n| 2 | .246 | – |\n| 3 | .361 | .377 |\n";
    assert_eq!(verdicts(upper, &pairs, &plain).0, all(5));
    assert_eq!(verdicts(lower, &pairs, &plain).0, all(3));
    // Columns that are named.
    let named = Options {
        columns: ["-", "behind", "probability"].map(str::to_owned).to_vec(),
        ..Options::default()
    };
    assert_eq!(verdicts("a;2;.033\nb;1;.016\n", &single, &named).0, all(2));
    assert_eq!(
        verdicts(
            "holes|odds against\n--|--\n1|60:1\n2|59:2\n3|58\n",
            &single,
            &plain
        )
        .0[..2],
        [Some(Status::Exact); 2]
    );
    // A comma that no figure could have within.
    assert_eq!(verdicts("1,1.6%\n2,3.3%\n", &single, &plain).0, all(2));
    let odds = Options {
        plain: Plain::Odds,
        ..Options::default()
    };
    assert_eq!(
        verdicts("1;60\n2;59:2\n", &single, &odds).0,
        [Some(Status::Exact); 2]
    );
}

#[test]
fn a_table_that_does_not_fit_is_refused_with_its_place() {
    let (single, pairs) = (distances(false), distances(true));
    let error = |text: &str, numbers: &Numbers, options: &Options| {
        let grid = Grid::read(text, None, options.decimal).unwrap();
        place(&grid, numbers, options).expect_err(text)
    };
    let plain = Options::default();
    let wrong = error("1;0,016\n2;often\n", &single, &plain);
    assert_eq!((wrong.line, wrong.column), (2, 3), "{wrong}");
    assert!(
        error(
            "0,1\n0,2\n",
            &single,
            &Options {
                decimal: Decimal::Comma,
                ..plain.clone()
            }
        )
        .why
        .contains("has 6")
    );
    assert!(
        error("1;0,016\n2;0,033\n", &pairs, &plain)
            .why
            .contains("--columns")
    );
    let named = |columns: &[&str]| Options {
        columns: columns.iter().map(|&name| name.to_owned()).collect(),
        ..Options::default()
    };
    assert!(
        error("1;2\n", &single, &named(&["behind"]))
            .why
            .contains("the table has 2")
    );
    assert!(
        error("1;2\n", &single, &named(&["behind", "colour"]))
            .why
            .contains("`colour`")
    );
}

proptest! {
    /// A table of rounded figures in any layout and notation: all are found right, and one changed is found.
    #[test]
    fn a_table_written_in_any_notation_is_read_back(
        layout in 0usize..4, comma in any::<bool>(), percent in any::<bool>(), places in 2u32..6, wrong in 0usize..6, header in any::<bool>(),
    ) {
        let numbers = distances(false);
        let figure = |chance: &BigRational| {
            let shift = if percent { 2 } else { 0 };
            let units = (chance * BigInt::from(10).pow(places + shift)).round().to_integer();
            let unit = BigInt::from(10).pow(places);
            let (whole, part) = (&units / &unit, &units % &unit);
            let sign = if comma { ',' } else { '.' };
            let after = if percent { " %" } else { "" };
            format!("{whole}{sign}{part:0>width$}{after}", part = part.to_string(), width = places as usize)
        };
        let chances: Vec<BigRational> = numbers.series[0].1.iter().map(|number| number.as_ref().unwrap().exact().unwrap().clone()).collect();
        let mut rows: Vec<[String; 2]> = (1..=6).map(|i| [i.to_string(), figure(&chances[i - 1])]).collect();
        rows[wrong][1] = figure(&(&chances[wrong] + ratio(2, 100)));
        if header || layout == 2 {
            rows.insert(0, ["Distance".to_owned(), "Chance".to_owned()]);
        }
        let mut text = String::new();
        for (i, [key, figure]) in rows.iter().enumerate() {
            match layout {
                0 => text.push_str(&format!("{key};{figure}\n")),
                1 => text.push_str(&format!("{key}\t{figure}\n")),
                2 => {
                    text.push_str(&format!("| {key} | {figure} |\n"));
                    if i == 0 {
                        text.push_str("|---|---|\n");
                    }
                }
                _ => text.push_str(&format!("{key:>8}   {figure:>12}\n")),
            }
        }
        let (found, missing) = verdicts(&text, &numbers, &Options::default());
        prop_assert!(missing.is_empty());
        for (i, status) in found.iter().enumerate() {
            let status = status.unwrap();
            prop_assert_eq!(status.holds(), i != wrong, "{}: {:?}\n{}", i, status, text);
        }
    }
}
