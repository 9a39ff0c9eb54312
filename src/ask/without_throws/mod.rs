//! The commands that games without throws have in common; what a game says of itself for them.

mod analyse;
pub(crate) mod moves;
mod play;
mod review;
mod solve;

pub(crate) use analyse::{Analyse, Analysed, Analysis, Valued, basis};
pub(crate) use play::{NoMore, PlayWithoutThrows};
pub(crate) use review::Review;
pub(crate) use solve::{Solvable, Solve};

use std::fmt::Debug;

use clap::Args;

use super::perft::{Divided, Plies};
use super::subject::{MovedPositionOf, Shown};
use crate::games::Moves;
use crate::games::described::{Move, Play};
use crate::games::goal::Goal;
use crate::games::legal_moves::Listed;
use crate::games::perft::PlyByPly;
use crate::games::review::{Judged, Judgement, Means, Worth};
use crate::render::sheet::Entry;
use crate::render::words::texts;
use crate::solve::retro::Outcome;
use crate::work::{Fault, Note};
use review::said;

/// A game without throws, of pieces on points, as its commands know it: its moves, what is known of a position, and how it is played in the
/// terminal.
pub(crate) trait GameWithoutThrows:
    Shown + Judged + PlyByPly + PartialEq + Moves<Move = Move> + Listed<Throw = (), Play = Play<Self>>
{
    /// Arguments of a game in the terminal that only this game has.
    type More: Args + Clone + Debug + Send + Sync + 'static;
    /// What a length counts, for one and for several.
    const LENGTH: [&'static str; 2];
    /// Whether pieces are taken in the game.
    const TAKES: bool = true;

    /// Whether pieces jump over others.
    fn jumps(&self) -> bool {
        false
    }

    /// The outcome for the side to move, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The goal for which the value of every placement is known under these rules.
    fn goal(&self) -> Option<Goal> {
        None
    }

    /// The positions after a move whose values are known at once, with these for the side that moves.
    fn known_at_once(&self) -> Vec<(Self, Worth)> {
        Vec::new()
    }

    /// What is to be said of the moves; `known`: whether the value of some is.
    fn note(&self, _known: bool) -> Option<&'static str> {
        None
    }

    /// What is known of the position in a game in the terminal.
    ///
    /// # Errors
    /// Those of [`Judged::judge`].
    fn judged(
        &self,
        _more: &Self::More,
        means: &Means,
        note: &Note,
    ) -> Result<Judgement<Self>, Fault> {
        self.judge(means, note)
    }

    /// What the machine goes by, in sentences, given what is known of the start.
    fn remarks(&self, more: &Self::More, found: &Judgement<Self>) -> Vec<String>;

    /// Whether the third of three same moves of a player loses.
    fn forbids_repeating(_more: &Self::More) -> bool {
        false
    }
}

impl<P: GameWithoutThrows> Divided for P {
    type At = MovedPositionOf<Self>;
    type Depth = Plies<false>;
}

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
