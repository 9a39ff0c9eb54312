//! Tables as books and pages print them, in many layouts and languages: a right figure is never called wrong, a wrong one never
//! right, and what is not understood is said to be so. The tables are made up, or laid out like those of articles on tâb and
//! daldøs; the numbers follow from four fair sticks, and for daldøs from the first rows of its table.

use super::*;
use crate::figures::grid::{GridError, tables};
use crate::figures::matching::{MatchedTable, Numbers, Options, place};

fn exact(over: i64, under: i64) -> Option<Quantity> {
    Some(Quantity::Exact(ratio(over, under)))
}

/// Four sticks that count 6 when none falls flat.
fn tab() -> Numbers {
    let weights = [4, 6, 4, 1, 1];
    let sums = |list: Vec<i64>| list.into_iter().map(|n| exact(n, 16)).collect();
    let yes_no = |yes: bool| Some(vec![if yes { "yes" } else { "no" }.to_owned()]);
    Numbers {
        keys: vec!["outcome".to_owned()],
        rows: ["1", "2", "3", "4", "6"]
            .map(|key| vec![key.to_owned()])
            .to_vec(),
        series: vec![
            ("probability".to_owned(), sums(weights.to_vec())),
            (
                "weight".to_owned(),
                weights.iter().map(|n| exact(*n, 1)).collect(),
            ),
            ("at_least".to_owned(), sums(vec![16, 12, 6, 2, 1])),
            ("at_most".to_owned(), sums(vec![4, 10, 14, 15, 16])),
        ],
        words: vec![(
            "again".to_owned(),
            [true, false, false, true, true].map(yes_no).to_vec(),
        )],
        facts: vec![("mean".to_owned(), Quantity::Exact(ratio(19, 8)))],
        complete: true,
    }
}

/// The eight sticks of sig.
fn sig() -> Numbers {
    let rows = [
        ("khadzh", 16),
        ("4", 70),
        ("khmar", 56),
        ("5", 112),
        ("8", 2),
    ];
    Numbers {
        keys: vec!["outcome".to_owned()],
        rows: rows
            .iter()
            .map(|(key, _)| vec![(*key).to_owned()])
            .collect(),
        series: vec![(
            "probability".to_owned(),
            rows.iter().map(|(_, n)| exact(*n, 256)).collect(),
        )],
        ..Numbers::default()
    }
}

/// Daldøs by distance, with the use of dal-dal.
fn daldos() -> Numbers {
    let rows = [
        ((7, 16), "1"),
        ((1, 2), "2"),
        ((3, 5), "0"),
        ((2, 3), "0"),
        ((7, 24), "1"),
    ];
    Numbers {
        keys: vec!["behind".to_owned()],
        rows: (1..=5).map(|n: i32| vec![n.to_string()]).collect(),
        series: vec![(
            "probability".to_owned(),
            rows.iter().map(|((a, b), _)| exact(*a, *b)).collect(),
        )],
        words: vec![(
            "on_rethrow".to_owned(),
            rows.iter()
                .map(|(_, way)| Some(vec![(*way).to_owned()]))
                .collect(),
        )],
        ..Numbers::default()
    }
}

fn table(text: &str, numbers: &Numbers) -> Result<MatchedTable, GridError> {
    place(&tables(text, None)?[0], &[numbers], &Options::default())
}

/// How many figures hold, of how many.
fn holding(text: &str, numbers: &Numbers) -> (usize, usize) {
    let table = table(text, numbers).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let holds = table
        .figures
        .iter()
        .filter(|figure| table.numbers.holds(figure));
    (holds.count(), table.figures.len())
}

#[test]
fn right_tables_are_right_however_they_are_printed() {
    let (tab, sig, daldos) = (tab(), sig(), daldos());
    let cases: [(&str, &Numbers, usize); 38] = [
        (
            "Wurf;Wert;Chance\nalle rund;6;6,25\neins;1;25\nzwei;2;37,5\ndrei;3;25\nvier;4;6,25\n",
            &tab,
            5,
        ),
        (
            "Sticks;Value;Chance\nalle rund;6;6,25\neins;1;25\nzwei;2;37,5\ndrei;3;25\nvier;4;6,25\n",
            &tab,
            5,
        ),
        (
            "name,value,probability\nall,6,6.25\none,1,25\ntwo,2,37.5\nthree,3,25\nfour,4,6.25\n",
            &tab,
            5,
        ),
        (
            "Wurf;Chance\nKhmar;21,9\nVier;27,3\nFünf;43,8\nKhadzh;6,3\nAcht;0,8\n",
            &sig,
            5,
        ),
        (
            "Throw\tProbability\nkhadzh (7:1)\t6.3 %\nkhmar\t21.9 %\n4\t27.3 %\n5\t43.8 %\n8\t0.8 %\n",
            &sig,
            5,
        ),
        (
            "| White up | 0 | 1 | 2 | 3 | 4 |\n| Move | 6 | 1 | 2 | 3 | 4 |\n| Extra throw | Yes | Yes | No | No | Yes |\n| Approx. prop. | 6% | 25% | 38% | 25% | 6% |\n",
            &tab,
            10,
        ),
        (
            "White up\t0\t1\t2\t3\t4\nMove\t6\t1\t2\t3\t4\nExtra throw\tYes\tYes\tNo\tNo\tYes\nApprox. prop.\t6%\t25%\t38%\t25%\t6%\n",
            &tab,
            10,
        ),
        (
            "White up,0,1,2,3,4\nMove,6,1,2,3,4\nExtra throw,Yes,Yes,No,No,Yes\nApprox. prop.,6%,25%,38%,25%,6%\n",
            &tab,
            10,
        ),
        (
            "White up 0 1 2 3 4\nMove 6 1 2 3 4\nExtra throw Yes Yes No No Yes\nApprox. prop. 6% 25% 38% 25% 6%\n",
            &tab,
            10,
        ),
        (
            "Бросок;Ход;Вероятность, %\nвсе;6;6,25\nодин;1;25\nдва;2;37,5\nтри;3;25\nчетыре;4;6,25\n",
            &tab,
            5,
        ),
        (
            "Coup;Valeur;Probabilité\ntous;6;1/16\nun;1;1/4\ndeux;2;3/8\ntrois;3;1/4\nquatre;4;1/16\n",
            &tab,
            5,
        ),
        (
            "Tirada;Probabilidad\n6;6,25 %\n1;25 %\n2;37,5 %\n3;25 %\n4;6,25 %\n",
            &tab,
            5,
        ),
        (
            "Lancio;Probabilità\n1;25 %\n2;37,5 %\n3;25 %\n4;6,25 %\n6;6,25 %\n",
            &tab,
            5,
        ),
        (
            "Kast;Sandsynlighed\n1;25 %\n2;37,5 %\n3;25 %\n4;6,25 %\n6;6,25 %\n",
            &tab,
            5,
        ),
        ("Worp;Kans\n1;25 %\n2;37,5 %\n3;25 %\n", &tab, 3),
        (
            "Rzut;Prawdopodobieństwo\n1;25 %\n2;37,5 %\n3;25 %\n",
            &tab,
            3,
        ),
        // A heading that nobody knows, alone.
        ("Wurf;Xyzzy\n1;25 %\n2;37,5 %\n3;25 %\n", &tab, 3),
        // Beside one that is known it is not judged.
        (
            "value;chance;Xyzzy\n1;25 %;9\n2;37,5 %;8\n3;25 %;7\n",
            &tab,
            3,
        ),
        (
            "outcome,ways,chance\n1,4,25 %\n2,6,37.5 %\n3,4,25 %\n4,1,6.25 %\n6,1,6.25 %\n",
            &tab,
            10,
        ),
        (
            "outcome;at least;at most\n1;100 %;25 %\n2;75 %;62.5 %\n6;6.25 %;100 %\n",
            &tab,
            6,
        ),
        (
            "Wert;mindestens;höchstens\n1;100 %;25 %\n2;75 %;62,5 %\n6;6,25 %;100 %\n",
            &tab,
            6,
        ),
        ("Wert;kumuliert\n1;25 %\n2;62,5 %\n3;87,5 %\n", &tab, 3),
        ("value;chance\n1;7 of 28\n2;25*\n", &tab, 1),
        (
            "value;chance\n1;25 %*\n2;37.5 % a)\n3;25 %¹\n4;6.25 % [2]\n",
            &tab,
            4,
        ),
        (
            "value;chance\n1;20–30 %\n2;≈ 38 %\n3;1/4 (25 %)\n4;1/16 = 6.25 %\n",
            &tab,
            6,
        ),
        ("value;chance\n1;25 %\n2;38\n3;25\n4;6\n6;6\n", &tab, 5),
        (
            "value;chance\n2;37,5 %\n2;37,5 %\n6;6,25 %\nTotal;81,25 %\nMean;2,375\n",
            &tab,
            5,
        ),
        (
            "value;chance;value;chance\n1;25 %;4;6.25 %\n2;37.5 %;6;6.25 %\n3;25 %;;\n",
            &tab,
            5,
        ),
        ("1;4;25 %\n2;6;37,5 %\n3;4;25 %\n", &tab, 6),
        (
            "distance,probability,holes on dal-dal\n1,7/16,1\n2,1/2,2\n3,3/5,0\n4,2/3,0\n",
            &daldos,
            8,
        ),
        (
            "| Positions behind | 1 | 2 | 3 | 4 | 5 |\n|---|---|---|---|---|---|\n| Probability | 7/16 | 1/2 | 3/5 | 2/3 | 7/24 |\n| Using dal-dal | 1 | 2 | 0 | 0 | 1 |\n",
            &daldos,
            10,
        ),
        (
            "Distance Probability Use of dal-dal\n1 7/16 1\n2 1/2 2\n3 3/5 0\n",
            &daldos,
            6,
        ),
        ("No.;Distance;P\n1;2;50 %\n2;3;60 %\n3;4;67 %\n", &daldos, 3),
        (
            "Abstand;Wahrscheinlichkeit\n1 Feld;43,75 %\n2 Felder;50 %\n3 Felder;60 %\n",
            &daldos,
            3,
        ),
        (
            "Chances to take\n\nDistance   Chance\n   1       43.75 %\n   2       50 %\n\nSource: made up\n",
            &daldos,
            2,
        ),
        ("43,75 %\n50 %\n60 %\n66,7 %\n29,2 %\n", &daldos, 5),
        ("Chance\t43,75 %\t50 %\t60 %\t66,7 %\t29,2 %\n", &daldos, 5),
        (
            "расстояние;вероятность;использование дал-дала\n1;43,75 %;1\n2;50 %;2\n",
            &daldos,
            4,
        ),
    ];
    for (text, numbers, all) in cases {
        let found = holding(text, numbers);
        let expected = match text.contains("25*") {
            true => (all, 2),
            false => (all, all),
        };
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn nothing_is_said_of_plain_numbers_where_there_are_none() {
    let signed = table("value,chance\n1,25 %\n4,6.25 %\n", &tab()).unwrap();
    assert!(signed.notes.is_empty(), "{:?}", signed.notes);
}

/// Per cent without a sign, none above 1: as chances none is right, and as hundredths all are.
#[test]
fn small_hundredths_are_not_taken_for_chances() {
    let mut rare = tab();
    rare.series[0].1 = [4, 6, 4, 1, 1].map(|n| exact(n, 1600)).to_vec();
    assert_eq!(
        holding("value,chance\n1,0.25\n2,0.375\n4,0.0625\n", &rare),
        (3, 3)
    );
    // A single figure may as well be wrong by a factor of a hundred.
    assert_eq!(holding("value,chance\n1,0.25\n", &rare).0, 0);
}

#[test]
fn wrong_figures_are_wrong_however_they_are_printed() {
    let (tab, daldos) = (tab(), daldos());
    for (text, numbers, right, all) in [
        (
            "Wurf;Wert;Chance\nalle rund;6;6,25\neins;1;25\nzwei;2;35,7\ndrei;3;25\nvier;4;6,25\n",
            &tab,
            4,
            5,
        ),
        (
            "| Move | 6 | 1 | 2 | 3 | 4 |\n| Extra throw | Yes | Yes | Yes | No | Yes |\n| Chance | 6% | 25% | 33% | 25% | 6% |\n",
            &tab,
            8,
            10,
        ),
        (
            "distance,probability,holes on dal-dal\n1,7/16,2\n2,1/2,2\n",
            &daldos,
            3,
            4,
        ),
        ("outcome,ways\n1,4\n2,5\n3,4\n", &tab, 2, 3),
        // One misprint above 1 does not make hundredths of the others.
        (
            "Kast,Sandsynlighed\n1,0.25\n2,3.75\n3,0.25\n4,0.0625\n",
            &tab,
            3,
            4,
        ),
        // Nor does one that would be right as hundredths.
        ("value,chance\n1,0.25\n4,6.25\n", &tab, 1, 2),
        ("value;chance\n1;26–30 %\n2;38 %\n", &tab, 1, 2),
        ("value;chance\n1;25 %\nMean;2,5\n", &tab, 1, 2),
    ] {
        assert_eq!(holding(text, numbers), (right, all), "{text}");
    }
}

#[test]
fn what_is_not_understood_is_refused() {
    let tab = tab();
    for text in [
        // Names that could be keys, and no others.
        "Wurf;Chance\nalpha;25\nbeta;37,5\ngamma;25\ndelta;6,25\nomega;6,25\n",
        "Wert;Xyzzy\n1;9\n2;8\n3;7\n",
    ] {
        let error = table(text, &tab).expect_err(text);
        assert!(error.ask.is_some(), "{text}: {error}");
    }
    let table = table("value;chance;Xyzzy;cost\n1;25 %;9;a\n2;37,5 %;8;b\n", &tab).unwrap();
    let taken: Vec<Option<&str>> = table
        .lines
        .iter()
        .map(|line| line.taken.as_deref())
        .collect();
    assert_eq!(
        taken,
        [Some("key"), Some("probability"), None, Some("text")]
    );
    assert!(!table.in_order && !table.on_side);
}
