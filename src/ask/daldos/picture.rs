//! The board drawn for a terminal as a boat, stern at the left.

use crate::ask::running_fight::picture::spot;
use crate::ask::subject::{DiceWords, PieceWords, Shown};
use crate::games::daldos::{Hole, Position, Rules, route::Row};
use crate::games::running_fight::route::Team;
use crate::render::drawing::board::Scene;
use crate::render::terminal::{BOLD_CYAN as B, BOLD_YELLOW as A, FAINT, PLAIN};

impl Shown for Position {
    const SIDES: [[&'static str; 2]; 2] = [["A", "A"], ["B", "B"]];
    const PIECES: &'static [PieceWords] = &[
        PieceWords::new("A", "A", "piece of A, released"),
        PieceWords::new("a", "A", "piece of A, not released").bound(),
        PieceWords::new("B", "B", "piece of B, released"),
        PieceWords::new("b", "B", "piece of B, not released").bound(),
    ];

    fn dice(rules: &Rules) -> Option<DiceWords> {
        let faces = rules.die().faces().iter();
        Some(DiceWords {
            count: rules.count(),
            faces: faces
                .map(|(face, weight)| (face.to_string(), *weight))
                .collect(),
        })
    }

    fn draw(&self, _taken: u128) -> String {
        draw(self)
    }

    fn scene(&self, _taken: u128) -> Scene {
        scene(self)
    }

    fn turn(&self) -> String {
        match self.winner() {
            Some(winner) => format!("the game is over: {winner} has won"),
            None => format!("{} to throw", self.side()),
        }
    }

    fn legend(&self, _taken: u128) -> String {
        " · capitals are dalled".to_owned()
    }
}

/// The length of the boat up to its prow, in holes: the middle row may reach one further.
fn inside(position: &Position) -> usize {
    let route = position.game().route();
    usize::from(route.n().max(route.middle() - 1))
}

/// The rows, each with its letter and an arrow the way that all pieces go.
fn rows(position: &Position) -> [(Row, char, char); 3] {
    let route = position.game().route();
    let (home, middle) = match route.hole(Team::A, route.n()).number {
        1 => ('←', '→'),
        _ => ('→', '←'),
    };
    [
        (Row::A, 'a', home),
        (Row::Middle, 'm', middle),
        (Row::B, 'b', home),
    ]
}

/// The three rows with numbered holes; capitals are dalled pieces.
fn draw(position: &Position) -> String {
    let setup = position.setup();
    let inside = inside(position);
    let mut text = format!(
        "  {FAINT}  stern{}prow{PLAIN}\n",
        " ".repeat((3 * inside).saturating_sub(4).max(1))
    );
    let longest = setup.rows.iter().map(Vec::len).max().unwrap_or(0);
    text.push_str(&format!("  {FAINT}     {}{PLAIN}\n", numbers(longest)));
    let edge = "─".repeat(3 * inside + 2);
    text.push_str(&format!("  {FAINT}  ╭{edge}╮{PLAIN}\n"));
    for ((row, name, arrow), holes) in rows(position).into_iter().zip(&setup.rows) {
        text.push_str(&format!(
            "  {FAINT}{name} {}{PLAIN}",
            if row == Row::Middle { '┤' } else { '│' }
        ));
        for symbol in holes {
            let style = match symbol {
                'A' | 'a' => A,
                'B' | 'b' => B,
                _ => FAINT,
            };
            text.push_str(&format!("  {style}{symbol}{PLAIN}"));
        }
        let (room, end) = match row {
            Row::Middle => (inside + 1, "  ╞═"),
            _ => (inside, "  │"),
        };
        let rest = " ".repeat(3 * (room - holes.len()));
        text.push_str(&format!("{rest}{FAINT}{end}  {arrow}{PLAIN}\n"));
    }
    text.push_str(&format!("  {FAINT}  ╰{edge}╯{PLAIN}\n"));
    text
}

/// The board as a scene: the prow has room for one hole of the middle row.
fn scene(position: &Position) -> Scene {
    let setup = position.setup();
    let inside = inside(position);
    let n = inside as f64;
    let mut scene = Scene {
        edge: vec![
            (0.9, 0.2),
            (n + 1.4, 0.2),
            (n + 2.6, 2.1),
            (n + 1.4, 4.15),
            (0.9, 4.15),
            (0.5, 2.0),
        ],
        ..Scene::default()
    };
    let places = [(0.8, n + 2.3), (2.0, n + 2.95), (3.2, n + 2.3)];
    for (((row, name, arrow), (y, end)), holes) in
        rows(position).into_iter().zip(places).zip(&setup.rows)
    {
        scene.labels.push((0.88, y, name.to_string()));
        scene.labels.push((end, y, arrow.to_string()));
        for (number, symbol) in (1u8..).zip(holes) {
            let at = (f64::from(number) + 0.5, y);
            let name = Hole { row, number }.to_string();
            scene.spots.push(spot(at, name, *symbol));
        }
    }
    for number in 1..=inside + 1 {
        scene
            .labels
            .push((number as f64 + 0.5, 4.6, number.to_string()));
    }
    scene
}

/// The numbers of the holes, three columns each.
fn numbers(holes: usize) -> String {
    let numbers: Vec<String> = (1..=holes).map(|number| format!("{number:>2}")).collect();
    numbers.join(" ")
}
