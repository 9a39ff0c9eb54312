//! The commands that games without throws have in common; what a game says of itself for them.

mod analyse;
pub(crate) mod moves;
mod play;
mod solve;

pub(crate) use analyse::{Analyse, Analysed, Analysis, Valued};
pub(crate) use moves::BoardMoves;
pub(crate) use play::{NoMore, PlayWithoutThrows, Playable};
pub(crate) use solve::{Solvable, Solve};

use super::review::said;
use crate::games::Moves;
use crate::games::goal::Goal;
use crate::games::review::Worth;
use crate::render::sheet::Entry;
use crate::render::words::texts;

/// A value for people, in words.
fn words(goal: Goal, worth: Worth, unit: [&str; 2]) -> String {
    match said(goal, worth, unit) {
        Entry::Text(text) => text,
        _ => "not known".to_owned(),
    }
}

/// The moves of a line of play from a position, a comma after each turn.
pub(crate) fn turns<P: Moves>(start: &P, line: &[impl ToString]) -> String {
    let mut position = start.clone();
    let mut text = String::new();
    for action in texts(line) {
        let side = position.chooses();
        if let Ok((_, after, _)) = position.made(&action) {
            position = after;
        }
        let between = if position.chooses() == side {
            " "
        } else {
            ", "
        };
        text.push_str(&format!("{action}{between}"));
    }
    text.trim_end_matches([',', ' ']).to_owned()
}
