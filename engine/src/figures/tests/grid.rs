//! Tables in every layout.

use super::*;
use crate::figures::grid::{Cell, Grid, Layout};

#[test]
fn tables_are_read_in_every_layout() {
    let cells = |text: &str| -> (Layout, Vec<Vec<String>>) {
        let grid =
            Grid::read(text, None, Decimal::Auto).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let row = |row: &Vec<Cell>| row.iter().map(|cell| cell.text.clone()).collect();
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
