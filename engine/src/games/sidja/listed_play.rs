//! The legal moves of a position, each with its value where that is known at once.

use super::placing::{MOMENT, Ranking, game};
use super::{Play, Position};
use crate::games::legal_moves::Listed;
use crate::games::review::Worth;
use crate::work::{Fault, Note};

/// A legal move, and what a stone placed comes to where that is had at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedPlay {
    /// The move with what comes of it.
    pub play: Play,
    /// The value for the side that places, by the goal of [`game::goal`].
    pub worth: Option<Worth>,
}

impl Listed for Position {
    type Throw = ();
    type Play = ListedPlay;

    fn list(&self, (): &()) -> Result<Vec<ListedPlay>, Fault> {
        let found = match game::goal(self.rules()) {
            Some(goal) => Ranking::within(self, goal, MOMENT, &Note::default())?,
            None => None,
        };
        let listed = |play: Play| {
            let mut stones = found.iter().flat_map(|found| &found.stones);
            let turn = stones.find(|turn| turn.position == play.position);
            ListedPlay {
                play,
                worth: turn.map(Worth::from),
            }
        };
        Ok(self.plays().into_iter().map(listed).collect())
    }
}
