//! A board drawn for a terminal.

use crate::cli::drawing::scene::{Scene, Shape, Spot, Stone};
use crate::games::sig::Position;

const A: &str = "\u{1b}[1;33m";
const B: &str = "\u{1b}[1;36m";
const DRY_A: &str = "\u{1b}[33m";
const DRY_B: &str = "\u{1b}[36m";
const FAINT: &str = "\u{1b}[2m";
const PLAIN: &str = "\u{1b}[0m";

/// The four rows with their letters, team A's home row on top, every fifth column numbered.
pub(super) fn draw(position: &Position) -> String {
    let setup = position.setup();
    let mut text = String::new();
    for (letter, row) in ('a'..).zip(&setup.rows) {
        text.push_str(&format!("  {FAINT}{letter}{PLAIN} "));
        for symbol in row {
            let style = match symbol {
                'A' => A,
                'B' => B,
                'a' => DRY_A,
                'b' => DRY_B,
                _ => FAINT,
            };
            text.push_str(&format!(" {style}{symbol}{PLAIN}"));
        }
        text.push('\n');
    }
    let mut scale = String::new();
    for column in 1..=setup.rows[0].len() {
        if column == 1 || column % 5 == 0 {
            let number = column.to_string();
            let at = 2 * column - 1;
            scale.push_str(&" ".repeat((at + 1).saturating_sub(scale.len() + number.len())));
            scale.push_str(&number);
        }
    }
    text.push_str(&format!("    {FAINT}{scale}{PLAIN}\n"));
    text
}

/// The four rows as a scene.
pub(super) fn scene(position: &Position) -> Scene {
    let setup = position.setup();
    let mut scene = Scene::default();
    for (y, (letter, row)) in ('a'..).zip(&setup.rows).enumerate() {
        let y = y as f64 + 0.7;
        scene.labels.push((0.4, y, letter.to_string()));
        for (x, symbol) in row.iter().enumerate() {
            scene.spots.push(Spot {
                at: (x as f64 + 1.2, y),
                name: format!("{letter}{}", x + 1),
                shape: Shape::Hole,
                piece: symbol.is_alphabetic().then(|| Stone {
                    second: symbol.eq_ignore_ascii_case(&'b'),
                    bound: symbol.is_lowercase(),
                    letter: *symbol,
                }),
                taken: false,
                shade: None,
            });
        }
    }
    for column in 1..=setup.rows[0].len() {
        scene
            .labels
            .push((column as f64 + 0.2, 4.5, column.to_string()));
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_numbered_under_the_rows() {
        let rules = "sig:depaulis,length=5".parse().unwrap();
        let position = Position::parse("aA2a/5/5/b3B A", &rules).unwrap();
        let text = anstream::adapter::strip_str(&draw(&position)).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "  a  a A . . a");
        assert_eq!(lines[3], "  d  b . . . B");
        assert_eq!(lines[4], "     1       5");
    }
}
