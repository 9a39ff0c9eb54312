//! The board drawn for a terminal and as a scene.

use crate::ask::subject::{DiceWords, PieceWords, Shown};
use crate::games::AnyPosition;
use crate::games::ur::way::{CellName, board, way};
use crate::games::ur::{Player, Position, Rules};
use crate::render::drawing::board::{Scene, Spot, Stone};
use crate::render::terminal::{BOLD_CYAN as DARK, BOLD_YELLOW as LIGHT, FAINT, PLAIN};

/// The sign of an empty rosette.
const ROSETTE: char = '*';

/// The cells of the board with what stands on them: row by row, each with whether a rosette is drawn on it.
fn cells(position: &Position) -> Vec<(CellName, bool, char)> {
    let setup = position.setup();
    let symbol = |cell: CellName| setup.rows[usize::from(cell.row)][usize::from(cell.column) - 1];
    let cells = board(position.rules().path).into_iter();
    cells
        .map(|(cell, rosette)| (cell, rosette, symbol(cell)))
        .collect()
}

/// An arrow the way that all pieces go along a row; nothing where they go both ways.
fn arrow(position: &Position, row: u8) -> Option<char> {
    let way = way(position.rules().path);
    let steps = way.windows(2).map(|two| [two[0].cell, two[1].cell]);
    let steps = steps.flat_map(|step| [step, step.map(CellName::mirrored)]);
    let along = steps.filter(|step| step.iter().all(|cell| cell.row == row));
    let mut rightward = along.map(|[from, to]| from.column < to.column);
    let first = rightward.next()?;
    rightward
        .all(|other| other == first)
        .then_some(if first { '→' } else { '←' })
}

impl Shown for Position {
    const SIDES: [[&'static str; 2]; 2] = [["light", "Light"], ["dark", "Dark"]];
    const PIECES: &'static [PieceWords] = &[
        PieceWords::new("L", "light", "piece of light"),
        PieceWords::new("l", "light", "piece of light on its second way"),
        PieceWords::new("D", "dark", "piece of dark"),
        PieceWords::new("d", "dark", "piece of dark on its second way"),
    ];

    fn dice(rules: &Rules) -> Option<DiceWords> {
        let throws = rules.dice().throws().iter();
        Some(DiceWords {
            count: 1,
            faces: throws
                .map(|throw| (throw.to_string(), throw.weight))
                .collect(),
        })
    }

    fn draw(&self, _taken: u128) -> String {
        let cells = cells(self);
        let longest = cells
            .iter()
            .map(|(cell, ..)| cell.column)
            .max()
            .unwrap_or(0);
        let mut text = String::new();
        for row in 0..3 {
            text.push_str(&format!(
                "  {FAINT}{}{PLAIN} ",
                ['A', 'B', 'C'][usize::from(row)]
            ));
            for column in 1..=longest {
                let found = cells
                    .iter()
                    .find(|(cell, ..)| (cell.row, cell.column) == (row, column));
                let (style, symbol) = match found {
                    None => (FAINT, ' '),
                    Some((_, _, symbol @ ('L' | 'l'))) => (LIGHT, *symbol),
                    Some((_, _, symbol @ ('D' | 'd'))) => (DARK, *symbol),
                    Some((_, true, _)) => (FAINT, ROSETTE),
                    Some(_) => (FAINT, '.'),
                };
                text.push_str(&format!(" {style}{symbol}{PLAIN}"));
            }
            let end = text.trim_end().len();
            text.truncate(end);
            if let Some(arrow) = arrow(self, row) {
                text.push_str(&format!("  {FAINT}{arrow}{PLAIN}"));
            }
            text.push('\n');
        }
        let numbers: Vec<String> = (1..=longest).map(|number| format!("{number:>2}")).collect();
        text.push_str(&format!("   {FAINT}{}{PLAIN}\n", numbers.join("")));
        text
    }

    fn scene(&self, _taken: u128) -> Scene {
        let mut scene = Scene::default();
        for (cell, rosette, symbol) in cells(self) {
            let at = (f64::from(cell.column) + 0.2, f64::from(cell.row) + 0.7);
            let piece = symbol.is_alphabetic().then(|| Stone {
                second: symbol.eq_ignore_ascii_case(&'L'),
                bound: symbol.is_lowercase(),
                letter: symbol,
            });
            if rosette && piece.is_none() {
                scene.labels.push((at.0, at.1, ROSETTE.to_string()));
            }
            scene.spots.push(Spot {
                at,
                name: cell.to_string(),
                hole: false,
                piece,
                taken: false,
                shade: None,
            });
        }
        let longest = scene
            .spots
            .iter()
            .fold(0.0, |far: f64, spot| far.max(spot.at.0));
        for (row, letter) in (0..).zip(["A", "B", "C"]) {
            let y = f64::from(row) + 0.7;
            scene.labels.push((0.4, y, letter.to_owned()));
            let arrow = arrow(self, row);
            (scene.labels).extend(arrow.map(|arrow| (longest + 0.85, y, arrow.to_string())));
        }
        scene
    }

    fn turn(&self) -> String {
        match self.winner() {
            Some(winner) => format!("the game is over: {winner} has won"),
            None => format!("{} to throw", self.side()),
        }
    }

    fn legend(&self, _taken: u128) -> String {
        let pieces = i32::from(self.rules().pieces());
        let off = |side: Player| {
            let view = match side == self.side() {
                true => self.view(),
                false => self.view().turned(),
            };
            pieces - i32::from(view.own_left)
        };
        format!(
            " · off: light {}, dark {}",
            off(Player::Light),
            off(Player::Dark)
        )
    }
}
