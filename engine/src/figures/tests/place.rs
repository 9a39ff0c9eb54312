//! Figures and the numbers they speak of.

use super::*;
use crate::figures::grid::{AskFor, Table, tables};
use crate::figures::matching::{Numbers, Options, PlacedFigure, Plain, place};

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
        ..Numbers::default()
    }
}

/// The only table of a text.
fn table(text: &str) -> Table {
    tables(text, None)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .remove(0)
}

/// The statuses of all figures, with those that have no number, and the keys without a figure.
fn verdicts(
    text: &str,
    numbers: &Numbers,
    options: &Options,
) -> (Vec<Option<Status>>, Vec<String>) {
    let table =
        place(&table(text), &[numbers], options).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let status = |figure: &PlacedFigure| {
        let number = figure.target.and_then(|target| numbers.number(target));
        number.map(|number| {
            judge_readings(&figure.readings, number)
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
        place(&table(text), &[numbers], options).expect_err(text)
    };
    let plain = Options::default();
    let read = place(&table("1;0,016\n2;often\n"), &[&single], &plain).unwrap();
    assert_eq!((read.figures.len(), read.unreadable[0].cell.line), (1, 2));
    let unknown = error("1;0,016\n2;0,033\n", &pairs, &plain);
    assert_eq!(unknown.ask, Some(AskFor::Columns), "{unknown}");
    let named = |columns: &[&str]| Options {
        columns: columns.iter().map(|&name| name.to_owned()).collect(),
        ..Options::default()
    };
    assert!(
        error("1;2\n3;4\n5;6\n", &single, &named(&["behind"]))
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
