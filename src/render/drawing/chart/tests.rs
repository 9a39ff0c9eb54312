use super::*;

fn sheet(columns: Vec<Column>, rows: Vec<Vec<Entry>>, chart: Chart) -> Sheet {
    Sheet {
        columns,
        rows,
        chart,
        ..Sheet::default()
    }
}

/// A distribution.
fn chances(numbers: impl Iterator<Item = (Entry, i64, i64)>) -> Sheet {
    let rows = numbers.map(|(key, over, under)| vec![key, chance(over, under)]);
    let columns = vec![
        Column::right("outcome"),
        Column::chance_decimal("probability"),
    ];
    sheet(columns, rows.collect(), Chart::Bars)
}

fn chance(over: i64, under: i64) -> Entry {
    Entry::exact(num_rational::BigRational::new(over.into(), under.into()))
}

fn drawn(sheet: &Sheet) -> (String, String) {
    let drawn = chart(sheet, &Style::default()).unwrap();
    (drawn.content.into_string(), drawn.told)
}

/// `count` columns that are distributions on 1 to `rows`.
fn several(count: usize, rows: i64) -> Sheet {
    let mut columns = vec![Column::right("outcome")];
    columns.extend((0..count).map(|nth| Column::chance_decimal(format!("throw {nth}"))));
    let row = |key: i64| {
        let mut row = vec![Entry::from(key)];
        row.extend((0..count).map(|_| chance(1, rows + key)));
        row
    };
    sheet(columns, (1..=rows).map(row).collect(), Chart::Overlaid)
}

#[test]
fn a_bar_for_each_number() {
    let numbers = [(1, 1, 4), (2, 1, 2), (3, 1, 4)];
    let numbers = numbers.map(|(key, over, under)| (Entry::from(key), over, under));
    let (content, told) = drawn(&chances(numbers.into_iter()));
    assert!(content.contains("<title>2 · probability: 1/2 = 0.5</title>"));
    assert_eq!(content.matches("<title>").count(), 3);
    assert_eq!(
        told,
        "Bars: probability by outcome, 3 rows from 1 to 3; greatest at 2: 1/2 = 0.5."
    );
}

#[test]
fn ends_that_are_not_seen_are_left_out_and_counted() {
    let rows = (0..100).map(|key| (Entry::from(key), i64::from((20..80).contains(&key)), 60));
    let (content, _) = drawn(&chances(rows));
    assert!(content.contains("40 more, each below 1/1000 of the greatest"));
    assert_eq!(content.matches("<title>").count(), 60);
}

#[test]
fn distributions_are_laid_over_each_other_in_lines_of_their_own() {
    let (content, told) = drawn(&several(3, 20));
    assert!(told.starts_with("Lines: throw 0, throw 1, throw 2 by outcome"));
    for nth in 0..3 {
        let look = format!(
            "stroke=\"{}\" stroke-dasharray=\"{}\"",
            super::super::series::colour(nth),
            super::super::series::dashes(nth)
        );
        assert!(content.contains(&look), "{look}");
        assert!(content.contains(&format!("20 · throw {nth}: 1/40 = 0.025")));
    }
    // A few outcomes stand side by side.
    assert!(drawn(&several(3, 5)).1.starts_with("Bars"));
}

/// Between two tenths.
fn bound(lower: i64, upper: i64) -> Entry {
    let share = |part: i64| num_rational::BigRational::new(part.into(), 10.into());
    Entry::from(Quantity::between(share(lower), share(upper)))
}

#[test]
fn a_history_has_a_band_where_a_number_is_bounded() {
    let columns = vec![
        Column::right("ply"),
        Column::text("move"),
        Column::chance_decimal("A wins"),
    ];
    let rows = vec![
        vec![Entry::from(1), Entry::from("a1-a2"), bound(5, 5)],
        vec![Entry::from(2), Entry::from("m3-m4"), bound(4, 6)],
        vec![Entry::from(3), Entry::from("a2-a3"), bound(7, 7)],
    ];
    let (content, told) = drawn(&sheet(columns, rows, Chart::History));
    assert!(told.starts_with("Lines: A wins by ply, 3 rows from 1 to 3"));
    assert_eq!(content.matches("fill-opacity=\"0.22\"").count(), 1);
    assert!(content.contains("1 · A wins: 1/2 = 0.5"));
    assert!(content.contains("2 · A wins: 0.4 … 0.6"), "{content}");
    // Up to 1, whatever the greatest is.
    assert!(content.contains(">1</text>"));
}

/// Of several columns one is drawn: the first that has numbers.
#[test]
fn one_column_of_a_history() {
    let told = |wins: fn() -> Entry| {
        let columns = vec![
            Column::right("ply"),
            Column::decimal("before"),
            Column::decimal("lost"),
            Column::chance_decimal("A wins"),
        ];
        let rows = (1..=3).map(|ply| vec![Entry::from(ply), bound(2, 2), bound(1, 1), wins()]);
        let chart = Chart::HistoryOf(&["A wins", "lost"]);
        drawn(&sheet(columns, rows.collect(), chart)).1
    };
    assert!(told(|| bound(5, 5)).starts_with("Lines: A wins by ply"));
    assert!(told(|| Entry::Missing("")).starts_with("Lines: lost by ply"));
}

#[test]
fn what_makes_up_a_whole_is_divided() {
    let row = |name: &str, counts: [u64; 3]| {
        let mut row = vec![Entry::from(name)];
        row.extend(counts.map(Entry::grouped));
        row
    };
    let columns = vec![
        Column::text("stones"),
        Column::right("win"),
        Column::right("loss"),
        Column::right("draw"),
    ];
    let rows = vec![row("2-2", [140, 0, 616]), row("2-3", [0, 0, 0])];
    let (content, _) = drawn(&sheet(
        columns,
        rows,
        Chart::Parts(&["win", "loss", "draw"]),
    ));
    assert!(content.contains("<title>2-2 · win: 140, 18.5 %</title>"));
    assert_eq!(content.matches("<title>").count(), 2);
}

#[test]
fn a_pair_of_dice_is_a_map() {
    let rows = (1..=3).flat_map(|a| (1..=3).map(move |b| format!("({a}, {b})")));
    let (content, told) = drawn(&chances(rows.map(|pair| (Entry::from(pair), 1, 9))));
    assert!(told.starts_with("A map of 9 pairs"));
    assert!(content.contains("<title>(2, 3): 1/9 ≈ 0.111111</title>"));
}

#[test]
fn words_between_key_and_number_give_the_colours() {
    let columns = vec![
        Column::right("ply"),
        Column::text("by"),
        Column::right("placements"),
    ];
    let rows = vec![
        vec![Entry::from(1), Entry::from("x"), Entry::from(12)],
        vec![Entry::from(2), Entry::from("o"), Entry::from(30)],
        vec![Entry::from("never"), Entry::from("nobody"), Entry::from(7)],
    ];
    let (content, _) = drawn(&sheet(columns, rows, Chart::Bars));
    for name in ["by: x", "by: o", "by: nobody"] {
        assert!(content.contains(&format!(">{name}</text>")), "{name}");
    }
    assert!(content.contains("<title>2 · by: o: 30</title>"));
}
