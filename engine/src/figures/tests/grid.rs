//! Tables in every layout.

use crate::figures::grid::{Cell, Grid, Layout, tables};

/// The cuts of the only table of a text.
fn cuts(text: &str) -> Vec<Grid> {
    let mut tables = tables(text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(tables.len(), 1, "{text}");
    tables.remove(0).cuts
}

fn texts(grid: &Grid) -> Vec<Vec<String>> {
    let row = |row: &Vec<Cell>| row.iter().map(|cell| cell.text.clone()).collect();
    grid.rows.iter().map(row).collect()
}

#[test]
fn tables_are_read_in_every_layout() {
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
        let found = cuts(text)
            .into_iter()
            .any(|grid| grid.layout == layout && texts(&grid) == expected.to_vec());
        assert!(found, "{text}");
    }
    let has = |text: &str, rows: &[&[&str]]| {
        assert!(cuts(text).iter().any(|grid| texts(grid) == rows), "{text}");
    };
    has(
        "     2    3\n1  5/8  3/4\n2       0.7\n",
        &[&["", "2", "3"], &["1", "5/8", "3/4"], &["2", "", "0.7"]],
    );
    has("0,25\n0,375\n", &[&["0,25"], &["0,375"]]);
}

/// Texts as they come out of a PDF.
#[test]
fn a_value_a_line_and_a_key_with_its_figure_are_tables() {
    let has = |text: &str, rows: &[&[&str]]| {
        assert!(cuts(text).iter().any(|grid| texts(grid) == rows), "{text}");
    };
    let rows: &[&[&str]] = &[&["1", "25 %"], &["2", "38 %"], &["3", "25 %"]];
    has("1\n25 %\n2\n38 %\n3\n25 %\n", rows);
    has("1\n2\n3\n25 %\n38 %\n25 %\n", rows);
    has("1\n2\n3\n\n25 %\n38 %\n25 %\n", rows);
    has("Chances\n1 = 25 %, 2 = 38 %, 3 = 25 %\n", rows);
    has("1: 25 %\n2: 38 %\n3: 25 %\n", rows);
}

#[test]
fn what_is_no_table_is_refused() {
    for text in ["", "# nothing\n\n"] {
        assert!(tables(text, None).is_err(), "{text:?}");
    }
    let uneven = cuts("1;2\n3;4\n5;6;7\n8;9\n").remove(0);
    assert_eq!((uneven.rows.len(), uneven.loose[0].line), (3, 3));
}

#[test]
fn titles_notes_and_footnotes_stand_beside_a_table() {
    let rows = [["Throw", "Chance"], ["1", "25 %"], ["2", "37.5 % a)"]];
    for (text, aside) in [
        (
            "Table 2. Chances of the throws, 1927\n\nThrow,Chance\n1,25 %\n2,37.5 % a)\nSource: made up, for a test\n",
            2,
        ),
        (
            "Chances of the throws;\nThrow;Chance\n1;25 %\n2;37.5 % a)\na) rounded;\n",
            2,
        ),
        (
            "Table 2. The throws\n\nThrow Chance\n1 25 %\n2 37.5 % a)\na) rounded to a tenth\n",
            2,
        ),
        (
            "The throws\n\n  Throw   Chance\n    1     25 %\n    2     37.5 % a)\n",
            1,
        ),
        (
            "The throws\n| Throw | Chance |\n| 1 | 25 % |\n| 2 | 37.5 % a) |\nSource: none\n",
            2,
        ),
    ] {
        let own = |grid: &Grid| texts(grid) == rows && grid.aside.len() == aside;
        assert!(cuts(text).iter().any(own), "{text}: {:?}", cuts(text));
    }
    let pasted = "Sticks Value Chance\nall round 6 6.25\none flat 1 25\n";
    assert!(
        cuts(pasted)
            .iter()
            .any(|grid| texts(grid)[1] == ["all round", "6", "6.25"])
    );
    let sides = "White up 0 1 2\nExtra throw Yes No No\nApprox. prop. 6% 25% 38%\n";
    assert!(
        cuts(sides)
            .iter()
            .any(|grid| texts(grid)[1] == ["Extra throw", "Yes", "No", "No"])
    );
    assert_eq!(
        tables("a|b\n-|-\n1|2\n\nc|d\n-|-\n3|4\n", None)
            .unwrap()
            .len(),
        2
    );
}
