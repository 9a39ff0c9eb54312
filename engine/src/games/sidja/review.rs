//! The value of a position and of its moves, for a game gone through.

use super::analyse::MoveVerdict;
use super::placing::{Goal, MOMENT, Ranking, Turn, game};
use super::whole::{Lookup, Proof, Whole, whole};
use super::{Move, Position};
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
        let found = Ranking::within(self, goal, MOMENT, &Note::default())?;
        let stones = found.into_iter().flat_map(|found| found.stones);
        Ok(stones.map(|turn| (turn.position, turn.worth)).collect())
    }
}

impl Judged for Position {
    fn judge(&self, means: &Means, note: &Note) -> Result<Judgement<Self>, Fault> {
        let lookup = Lookup {
            stones: None,
            tables: means.tables.clone(),
        };
        let Whole {
            analysis, proof, ..
        } = whole(self, means.budget, &lookup, note)?;
        let worth = Worth::from(analysis.verdict);
        if worth == Worth::UNKNOWN
            && let Some(placing) = by_first_capture(self, means.budget, note)?
        {
            return Ok(placing);
        }
        let known = |found: &MoveVerdict| {
            let position = self.play(found.action)?.position;
            let worth = found.verdict.into();
            Some(JudgedMove {
                ahead: found.verdict.stones_ahead,
                ..JudgedMove::new(found.action, position, worth)
            })
        };
        let moves = analysis.moves.iter();
        let same = |found: &MoveVerdict| (found.verdict, found.capture_in);
        let best = moves.clone().next().map(same);
        let equal = moves.clone().take_while(|found| Some(same(found)) == best);
        let method = match proof {
            Some(Proof::Over) => Method::Rules,
            Some(Proof::Tables) => Method::Tables,
            Some(Proof::Placement | Proof::Placing) => Method::Recorded,
            _ => Method::Search,
        };
        Ok(Judgement {
            equal: equal.count(),
            line: analysis.line.clone(),
            positions: Some(analysis.nodes),
            ..Judgement::new(worth, moves.filter_map(known).collect(), method)
        })
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
    let stone = |turn: &Turn| {
        let action = Move::Place(*turn.cells.first()?);
        Some(JudgedMove::new(action, turn.position, turn.worth))
    };
    let found = Ranking::within(position, goal, budget, note)?;
    Ok(found.map(|found| {
        let stones = found.stones.iter().filter_map(stone);
        Judgement {
            goal,
            ..Judgement::new(found.worth, stones.collect(), Method::Solved)
        }
    }))
}
