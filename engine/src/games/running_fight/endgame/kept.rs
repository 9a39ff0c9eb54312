//! The endgame that a game has come to, kept for the turns that follow.

use super::build::{Seen, seen};
use super::{Limits, Solved, Solves, solve};
use crate::exact::Quantity;
use crate::games::running_fight::plays::Yield;
use crate::games::running_fight::position::{Fight, Play, Position};
use crate::games::throws::{Values as _, Worth};
use crate::work::Note;

/// The endgame that a game has come to, a draw being half a win.
///
/// What can follow a position of it is in it too, so that it is solved once.
pub struct Kept<R: Fight> {
    limits: Limits,
    solved: Option<Solved<R::Board>>,
    /// The board of which too much can follow, asked about last.
    large: Option<Seen<R::Board>>,
}

impl<R: Solves> Kept<R> {
    /// None yet.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            solved: None,
            large: None,
        }
    }

    /// The chance that the team to move wins, plus half the chance of a draw; `None` where it is not solved.
    ///
    /// Exact: bounds that are proved.
    /// Cost: a look where the position can follow one that was asked about; else an endgame within the limits, or the finding
    /// that it is beyond them.
    pub fn chance(&mut self, position: &Position<R>, note: &Note) -> Option<Quantity> {
        let value =
            |solved: &Solved<R::Board>| solved.value(position.side(), position).ok().flatten();
        if let Some(known) = self.solved.as_ref().and_then(value) {
            return Some(known);
        }
        if position.ended().is_some() || self.large == Some(seen(position)) {
            return None;
        }
        match solve(position, &self.limits.into(), note) {
            Ok(solved) => value(self.solved.insert(solved)),
            Err(_) => {
                self.large = Some(seen(position));
                None
            }
        }
    }

    /// The plays of throws in a position of the endgame that was found last, each with the value after it, the best first by the
    /// middle of the bounds; `None` where one leads out of it, or there are too many.
    pub fn plays(
        &self,
        position: &Position<R>,
        played: &Yield<R::Throw>,
    ) -> Option<Vec<Worth<Play<R>>>> {
        let plays = self.solved.as_ref()?.plays(position, played).ok()?;
        let known = plays.iter().all(|worth| worth.win.is_some());
        known.then_some(plays)
    }
}
