//! Rows drawn for a terminal and as a scene, and the holes of any rows.

use super::args::Commands;
use crate::ask::subject::{PieceWords, Shown};
use crate::board::notation::Notation as _;
use crate::games::record::Recordable;
use crate::games::running_fight::position::Position;
use crate::games::running_fight::route::{Cell, Route, Team};
use crate::render::drawing::board::{Scene, Spot, Stone};
use crate::render::terminal::{
    BOLD_CYAN as B, BOLD_YELLOW as A, CYAN as DRY_B, FAINT, PLAIN, YELLOW as DRY_A,
};

impl<R: Commands> Shown for Position<R> {
    const SIDES: [[&'static str; 2]; 2] = [["A", "A"], ["B", "B"]];
    const PIECES: &'static [PieceWords] = R::PIECES;

    fn draw(&self, _taken: u128) -> String {
        draw(&self.setup().rows(), self.route())
    }

    fn scene(&self, _taken: u128) -> Scene {
        let setup = self.setup();
        let mut scene = scene(&setup.rows(), self.route(), &self.rules().joined());
        for (cell, text) in R::written(&setup) {
            let name = cell.to_string();
            if let Some(spot) = scene.spots.iter().find(|spot| spot.name == name) {
                let (x, y) = spot.at;
                scene.labels.push((x, y, text));
            }
        }
        scene
    }

    fn legend(&self, _taken: u128) -> String {
        let stacks = R::written(&self.setup()).into_iter();
        let stacks = stacks.map(|(cell, height)| format!(" · {height} pieces on {cell}"));
        stacks.collect()
    }

    fn turn(&self) -> String {
        match Recordable::ended(self) {
            Some(how) => format!("the game is over: {how}"),
            None => format!("{} to throw", self.side()),
        }
    }
}

/// An arrow the way that all pieces go along a row; nothing where the teams meet head-on.
fn arrow(route: Route, row: u8) -> Option<char> {
    let number = |team, column| route.number(team, Cell { row, column });
    let rightward = [Team::A, Team::B].map(|team| number(team, 0) < number(team, 1));
    match rightward {
        _ if number(Team::A, 1).is_none() => None,
        [true, true] => Some('→'),
        [false, false] => Some('←'),
        _ => None,
    }
}

/// The rows with their letters, team A's home row on top, the columns numbered where there is room.
fn draw(rows: &[Vec<char>], route: Route) -> String {
    let mut text = String::new();
    for ((at, letter), row) in (0..).zip('a'..).zip(rows) {
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
        if let Some(arrow) = arrow(route, at) {
            text.push_str(&format!("  {FAINT}{arrow}{PLAIN}"));
        }
        text.push('\n');
    }
    let mut scale = String::new();
    let last = rows[0].len();
    for column in 1..=last {
        if column < 9 || (last - column).is_multiple_of(2) {
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

/// The rows as a scene, with the zigzag of the route and further pairs of cells on it that are joined.
fn scene(rows: &[Vec<char>], route: Route, joined: &[(u8, u8)]) -> Scene {
    let length = rows[0].len() as f64;
    let (right, bottom) = (length + 0.8, row_at(rows.len() as u8 - 1) + 0.85);
    let mut scene = Scene {
        edge: vec![(0.75, 0.2), (right, 0.2), (right, bottom), (0.75, bottom)],
        ..Scene::default()
    };
    let place = |number: u8| {
        let cell = route.cell(Team::A, number);
        (f64::from(cell.column) + 1.2, row_at(cell.row))
    };
    // The zigzag that both teams walk, straight along each row.
    scene.lines = (1..route.cells())
        .map(|number| [place(number - 1), place(number)])
        .collect();
    let joined = joined
        .iter()
        .map(|(one, other)| [place(*one), place(*other)]);
    scene.lines.extend(joined);
    for ((at, letter), row) in (0..).zip('a'..).zip(rows) {
        let y = row_at(at);
        scene.labels.push((0.4, y, letter.to_string()));
        let arrow = arrow(route, at);
        (scene.labels).extend(arrow.map(|arrow| (right + 0.3, y, arrow.to_string())));
        for (x, symbol) in row.iter().enumerate() {
            let at = (x as f64 + 1.2, y);
            scene
                .spots
                .push(spot(at, format!("{letter}{}", x + 1), *symbol));
        }
    }
    for column in 1..=rows[0].len() {
        scene
            .labels
            .push((column as f64 + 0.2, bottom + 0.45, column.to_string()));
    }
    scene
}

/// A hole with the piece of a symbol, if it is one.
pub(crate) fn spot(at: (f64, f64), name: String, symbol: char) -> Spot {
    let piece = symbol.is_alphabetic().then(|| Stone {
        second: symbol.eq_ignore_ascii_case(&'b'),
        bound: symbol.is_lowercase(),
        letter: symbol,
    });
    Spot {
        at,
        name,
        hole: true,
        piece,
        taken: false,
        shade: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::sig::Position;

    #[test]
    fn columns_are_numbered_under_the_rows() {
        let rules = "sig:depaulis,length=5".parse().unwrap();
        let position = Position::parse("aA2a/5/5/b3B A", &rules).unwrap();
        let text = anstream::adapter::strip_str(&position.draw(0)).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "  a  a A . . a  ←");
        assert_eq!(lines[3], "  d  b . . . B  →");
        assert_eq!(lines[4], "     1 2 3 4 5");
    }
}
