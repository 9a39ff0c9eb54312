//! A board drawn for a terminal.

use crate::board::{Bits, Board};
use crate::games::sidja::{Position, Side};

const X: &str = "\u{1b}[1;33m";
const O: &str = "\u{1b}[1;36m";
const TAKEN: &str = "\u{1b}[1;31m";
const FAINT: &str = "\u{1b}[2m";
const PLAIN: &str = "\u{1b}[0m";

/// The board with files and ranks, `*` where a stone has just been taken.
pub(super) fn draw(position: &Position, taken: u128) -> String {
    let board: Board = position.board();
    let size = board.size();
    let mut text = String::new();
    for rank in (0..size).rev() {
        text.push_str(&format!("  {FAINT}{:>2}{PLAIN} ", rank + 1));
        for file in 0..size {
            let index = rank * size + file;
            let (style, symbol) = if position.stones(Side::X).has(index) {
                (X, 'x')
            } else if position.stones(Side::O).has(index) {
                (O, 'o')
            } else if taken.has(index) {
                (TAKEN, '*')
            } else {
                (FAINT, '.')
            };
            text.push_str(&format!(" {style}{symbol}{PLAIN}"));
        }
        text.push('\n');
    }
    text.push_str(&format!("     {FAINT}"));
    for file in 0..size {
        text.push(' ');
        text.push(char::from(b'a' + file));
    }
    text.push_str(&format!("{PLAIN}\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::sidja::Rules;

    #[test]
    fn files_run_right_and_ranks_up() {
        let rules: Rules = "sudan,size=3".parse().unwrap();
        let position = Position::parse("xo1/1x1/2o x -", &rules).unwrap();
        let text = anstream::adapter::strip_str(&draw(&position, 0b1)).to_string();
        assert_eq!(text, "   3  x o .\n   2  . x .\n   1  * . o\n      a b c\n");
    }
}
