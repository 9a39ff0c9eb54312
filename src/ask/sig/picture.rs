//! A board drawn for a terminal.

use crate::ask::subject::Shown;
use crate::games::sig::{Position, Team};
use crate::render::drawing::board::{Scene, Shape, Spot, Stone};
use crate::render::terminal::{
    BOLD_CYAN as B, BOLD_YELLOW as A, CYAN as DRY_B, FAINT, PLAIN, YELLOW as DRY_A,
};

impl Shown for Position {
    fn draw(&self, _taken: u128) -> String {
        draw(self)
    }

    fn scene(&self, _taken: u128) -> Scene {
        scene(self)
    }

    fn turn(&self) -> String {
        match end(self) {
            Some(how) => format!("the game is over: {how}"),
            None => format!("{} to throw", self.side()),
        }
    }
}

/// How the game has ended, if it has.
pub(crate) fn end(position: &Position) -> Option<String> {
    position.is_over().then(|| match position.ahead() {
        Some(team) => format!("{team} has more pieces"),
        None => "a draw".to_owned(),
    })
}

/// The four rows with their letters, team A's home row on top, every fifth column numbered.
fn draw(position: &Position) -> String {
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

/// Where a row stands; between rows there is room for what is said of a cell.
fn row_at(row: u8) -> f64 {
    f64::from(row) * 1.2 + 0.7
}

/// The four rows as a scene.
fn scene(position: &Position) -> Scene {
    let setup = position.setup();
    let length = setup.rows[0].len() as f64;
    let (right, bottom) = (length + 0.8, 5.15);
    let mut scene = Scene {
        edge: vec![(0.75, 0.2), (right, 0.2), (right, bottom), (0.75, bottom)],
        ..Scene::default()
    };
    let route = position.route();
    let place = |number: u8| {
        let cell = route.cell(Team::A, number);
        (f64::from(cell.column) + 1.2, row_at(cell.row))
    };
    // The zigzag that both teams walk, straight along each row.
    scene.lines = (1..route.cells())
        .map(|number| [place(number - 1), place(number)])
        .collect();
    for (y, (letter, row)) in ('a'..).zip(&setup.rows).enumerate() {
        let y = row_at(y as u8);
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
            .push((column as f64 + 0.2, 5.6, column.to_string()));
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
