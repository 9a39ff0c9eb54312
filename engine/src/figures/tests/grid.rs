//! Tables in every layout.

use super::*;
use crate::figures::grid::{Cell, Grid, GridError, Layout};

/// The only table of a text.
fn one(text: &str) -> Result<Grid, GridError> {
    Grid::nth(Grid::all(text, None, Decimal::Auto)?, None)
}

#[test]
fn tables_are_read_in_every_layout() {
    let cells = |text: &str| -> (Layout, Vec<Vec<String>>) {
        let grid = one(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let row = |row: &Vec<Cell>| row.iter().map(|cell| cell.text.clone()).collect();
        (grid.layout, grid.rows.iter().map(row).collect())
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
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n| 1 | 2 |\n", 3, 11),
    ] {
        let error = one(text).expect_err(text);
        assert_eq!(
            (error.line, error.column),
            (line, column),
            "{text:?}: {error}"
        );
    }
}

#[test]
fn titles_notes_and_footnotes_stand_beside_a_table() {
    let table = |text: &str| {
        let grid = one(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let texts = |row: &Vec<Cell>| row.iter().map(|cell| cell.text.clone()).collect();
        let rows: Vec<Vec<String>> = grid.rows.iter().map(texts).collect();
        let aside: Vec<String> = grid.aside.iter().map(|cell| cell.text.clone()).collect();
        (rows, aside)
    };
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
        let (found, beside) = table(text);
        assert_eq!(found, rows, "{text}");
        assert_eq!(beside.len(), aside, "{text}: {beside:?}");
    }
    let (pasted, _) = table("Sticks Value Chance\nall round 6 6.25\none flat 1 25\n");
    assert_eq!(pasted[1], ["all round", "6", "6.25"]);
    let (sides, _) = table("White up 0 1 2\nExtra throw Yes No No\nApprox. prop. 6% 25% 38%\n");
    assert_eq!(sides[1], ["Extra throw", "Yes", "No", "No"]);
    assert!(one("a|b\n-|-\n1|2\n\nc|d\n-|-\n3|4\n").is_err());
}
