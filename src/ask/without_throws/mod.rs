//! The commands that games without throws have in common; what a game says of itself for them.

mod analyse;
pub(crate) mod moves;
mod play;
mod solve;

pub(crate) use analyse::{Analyse, Analysed, Analysis, Valued};
pub(crate) use moves::BoardMoves;
pub(crate) use play::{NoMore, Play, Playable};
pub(crate) use solve::{Solvable, Solve};

use super::review::said;
use crate::games::goal::Goal;
use crate::games::review::Worth;
use crate::render::sheet::Entry;

/// A value for people, in words.
fn words(goal: Goal, worth: Worth, unit: [&str; 2]) -> String {
    match said(goal, worth, unit) {
        Entry::Text(text) => text,
        _ => "not known".to_owned(),
    }
}
