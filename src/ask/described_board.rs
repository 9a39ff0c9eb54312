//! The board of a game that is a text, with pieces on it.

use crate::board::Board as Square;
use crate::games::described::Board;
use crate::render::drawing::board::{Scene, Spot};
use crate::render::picture::{self, Mark};
use crate::render::terminal::{FAINT, PLAIN};

/// The square board of a full grid, where there is one.
fn square(board: &Board) -> Option<Square> {
    let rows = board.row_lengths();
    let all = rows.iter().all(|length| *length == rows.len());
    let grid = all && board.is_grid();
    grid.then(|| Square::new(rows.len())).flatten()
}

/// The board for a terminal: the drawing with its pieces.
pub(crate) fn drawn(board: &Board, mark: impl Fn(u8) -> Mark) -> String {
    if let Some(square) = square(board) {
        return picture::draw(square, mark);
    }
    let rows = board.draw(|point| picture::sign(mark(point)).1);
    let labels = |row: usize| {
        let there = (0..board.size()).find(|point| board.place(*point).0 == row);
        there.map_or_else(String::new, |point| {
            (board.name(point).rank() + 1).to_string()
        })
    };
    let mut text = String::new();
    for (row, signs) in rows.iter().enumerate() {
        text.push_str(&format!("  {FAINT}{:>2}{PLAIN}  ", labels(row)));
        for (column, sign) in signs.iter().enumerate() {
            let point = (0..board.size()).find(|point| board.place(*point) == (row, column));
            let style = point.map_or(FAINT, |point| picture::sign(mark(point)).0);
            text.push_str(&format!("{style}{sign}{PLAIN}"));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    let mut files = vec![' '; rows.first().map_or(0, Vec::len)];
    for point in 0..board.size() {
        files[board.place(point).1] = char::from(b'a' + board.name(point).file());
    }
    let files: String = files.into_iter().collect();
    text.push_str(&format!("      {FAINT}{}{PLAIN}\n", files.trim_end()));
    text
}

/// The board drawn in any other way.
pub(crate) fn scene(board: &Board, mark: impl Fn(u8) -> Mark) -> Scene {
    if let Some(square) = square(board) {
        return picture::scene(square, mark);
    }
    let places = (0..board.size()).map(|point| board.place(point));
    let leftmost = places.clone().map(|place| place.1).min().unwrap_or(0) as f64;
    let widest = places.clone().map(|place| place.1).max().unwrap_or(0) as f64;
    let highest = places.clone().map(|place| place.0).max().unwrap_or(0) as f64;
    let unit = 0.5;
    let at = |point: u8| {
        let (row, column) = board.place(point);
        (
            (column as f64 - leftmost) * unit + 1.2,
            row as f64 * unit + 0.7,
        )
    };
    let mut scene = Scene::default();
    for point in 0..board.size() {
        for next in board.joined(point).into_iter().filter(|next| *next > point) {
            scene.lines.push([at(point), at(next)]);
        }
        scene.spots.push(Spot {
            at: at(point),
            name: board.name(point).to_string(),
            hole: true,
            piece: mark(point).stone(),
            taken: false,
            shade: None,
        });
        let name = board.name(point);
        scene
            .labels
            .push((0.35, at(point).1, (name.rank() + 1).to_string()));
        let file = char::from(b'a' + name.file()).to_string();
        scene
            .labels
            .push((at(point).0, highest * unit + 1.35, file));
    }
    let label = |(x, y, text): &(f64, f64, String)| (x.to_bits(), y.to_bits(), text.clone());
    let mut seen = std::collections::HashSet::new();
    scene.labels.retain(|found| seen.insert(label(found)));
    let (right, bottom) = ((widest - leftmost) * unit + 1.75, highest * unit + 1.15);
    scene.edge = vec![(0.65, 0.15), (right, 0.15), (right, bottom), (0.65, bottom)];
    scene
}
