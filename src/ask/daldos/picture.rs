//! The board drawn for a terminal as a boat, stern at the left.

use crate::ask::subject::Shown;
use crate::games::daldos::{Hole, Position, Side, route::Row, setup::Piece};
use crate::render::drawing::board::{Scene, Shape, Spot, Stone};
use crate::render::terminal::{BOLD_CYAN as B, BOLD_YELLOW as A, FAINT, PLAIN};

impl Shown for Position {
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

/// The three rows with numbered holes; capitals are dalled pieces.
fn draw(position: &Position) -> String {
    let setup = position.setup();
    let n = usize::from(position.game().route().n());
    let mut text = format!(
        "  {FAINT}  stern{}prow{PLAIN}\n",
        " ".repeat((3 * n).saturating_sub(4).max(1))
    );
    text.push_str(&format!("  {FAINT}     {}{PLAIN}\n", numbers(n + 1)));
    let edge = "─".repeat(3 * n + 2);
    text.push_str(&format!("  {FAINT}  ╭{edge}╮{PLAIN}\n"));
    let rows = [(Row::A, 'a'), (Row::Middle, 'm'), (Row::B, 'b')];
    for ((row, name), holes) in rows.into_iter().zip(&setup.rows) {
        text.push_str(&format!(
            "  {FAINT}{name} {}{PLAIN}",
            if row == Row::Middle { '┤' } else { '│' }
        ));
        for piece in holes {
            let (style, symbol) = match piece {
                None => (FAINT, '.'),
                Some(piece) => (style(*piece), piece.symbol()),
            };
            text.push_str(&format!("  {style}{symbol}{PLAIN}"));
        }
        let end = if row == Row::Middle {
            "  ╞═"
        } else {
            "  │"
        };
        text.push_str(&format!("{FAINT}{end}{PLAIN}\n"));
    }
    text.push_str(&format!("  {FAINT}  ╰{edge}╯{PLAIN}\n"));
    text
}

/// The board as a scene: the middle row is a hole longer.
fn scene(position: &Position) -> Scene {
    let setup = position.setup();
    let n = f64::from(position.game().route().n());
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
    let rows = [(Row::A, 0.8), (Row::Middle, 2.0), (Row::B, 3.2)];
    for ((row, y), holes) in rows.into_iter().zip(&setup.rows) {
        for (number, piece) in (1u8..).zip(holes) {
            scene.spots.push(Spot {
                at: (f64::from(number) + 0.5, y),
                name: Hole { row, number }.to_string(),
                shape: Shape::Hole,
                piece: piece.map(|piece| Stone {
                    second: piece.side == Side::B,
                    bound: piece.symbol().is_lowercase(),
                    letter: piece.symbol(),
                }),
                taken: false,
                shade: None,
            });
        }
    }
    for number in 1..=position.game().route().n() + 1 {
        scene
            .labels
            .push((f64::from(number) + 0.5, 4.6, number.to_string()));
    }
    scene
}

fn style(piece: Piece) -> &'static str {
    match piece.side {
        Side::A => A,
        Side::B => B,
    }
}

/// The numbers of the holes, three columns each.
fn numbers(holes: usize) -> String {
    let numbers: Vec<String> = (1..=holes).map(|number| format!("{number:>2}")).collect();
    numbers.join(" ")
}
