//! The value of a position and of its moves, for a game gone through.

use super::Position;
use super::placing::{Goal, MOMENT, game, rank_within};
use super::whole::{Proof, WholeOutcome, whole};
use crate::games::review::{Judged, JudgedMove, Judgement, Means, Worth};
use crate::solve::Method;
use crate::work::{Fault, Note};

impl Position {
    /// Where it is had at once: the goal of the placing under these rules, and the position after each stone that can be placed
    /// with its value for the side that places.
    ///
    /// # Errors
    /// The worth of the placements is not known.
    pub fn stones_at_once(&self) -> Result<Vec<(Position, Worth)>, Fault> {
        let Some(goal) = game::goal(self.rules()) else {
            return Ok(Vec::new());
        };
        let found = rank_within(self, goal, MOMENT, &Note::default())?;
        let stones = found.into_iter().flat_map(|(found, _)| found.moves);
        Ok(stones.map(|stone| (stone.position, stone.worth)).collect())
    }
}

impl Judged for Position {
    fn judge(&self, means: &Means, note: &Note) -> Result<Judgement<Self>, Fault> {
        let WholeOutcome {
            mut judgement,
            proof,
            ..
        } = whole(self, means, None, note)?;
        if judgement.worth == Worth::UNKNOWN
            && let Some(placing) = by_first_capture(self, means.budget, note)?
        {
            return Ok(placing);
        }
        let moves = judgement.moves.iter();
        let same = |found: &JudgedMove<Position>| (found.worth, found.ahead, found.capture_in);
        let best = moves.clone().next().map(same);
        judgement.equal = moves.take_while(|found| Some(same(found)) == best).count();
        judgement.method = match proof {
            Some(Proof::Over) => Method::Rules,
            Some(Proof::Tables) => Method::Tables,
            Some(Proof::Placement | Proof::Placing) => Method::Recorded,
            _ => Method::Search,
        };
        Ok(judgement)
    }
}

/// The placing by the first capture, under rules of which no more is known, if the budget reaches.
fn by_first_capture(
    position: &Position,
    budget: u64,
    note: &Note,
) -> Result<Option<Judgement<Position>>, Fault> {
    let goal = Goal::FirstCapture;
    if game::goal(position.rules()) != Some(goal) {
        return Ok(None);
    }
    let found = rank_within(position, goal, budget, note)?;
    Ok(found.map(|(found, _)| found))
}
