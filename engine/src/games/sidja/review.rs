//! The value of a position and of its moves, for a game gone through.

use super::analyse::Verdict;
use super::placing::{Goal, Ranking, Turn, game};
use super::whole::{Lookup, whole};
use super::{Move, Position};
use crate::games::review::{Judged, Judgement, Means, Worth};
use crate::work::{Fault, Note};

impl From<Verdict> for Worth {
    fn from(verdict: Verdict) -> Worth {
        let (at_least, at_most) = verdict.bounds();
        let length = match verdict {
            Verdict::Proved { turns, .. } => turns,
            Verdict::Open { .. } => None,
        };
        Worth {
            at_least,
            at_most,
            length,
        }
    }
}

impl From<&Turn> for Worth {
    fn from(turn: &Turn) -> Worth {
        Worth::proved(turn.value, turn.plies)
    }
}

impl Judged for Position {
    fn judge(&self, means: &Means, note: &Note) -> Result<Judgement<Move>, Fault> {
        let lookup = Lookup {
            stones: None,
            tables: means.tables.clone(),
        };
        let analysis = whole(self, means.budget, &lookup, note)?.analysis;
        let moves = analysis.moves.iter();
        let game = Judgement {
            goal: Goal::Game,
            worth: analysis.verdict.into(),
            moves: moves
                .map(|found| (found.action, found.verdict.into()))
                .collect(),
        };
        if game.worth != Worth::UNKNOWN {
            return Ok(game);
        }
        let placing = by_first_capture(self, means.budget, note)?;
        Ok(placing.unwrap_or(game))
    }
}

/// The placing by the first capture, under rules of which no more is known, if the budget reaches.
fn by_first_capture(
    position: &Position,
    budget: u64,
    note: &Note,
) -> Result<Option<Judgement<Move>>, Fault> {
    let goal = Goal::FirstCapture;
    if game::goal(position.rules()) != Some(goal) {
        return Ok(None);
    }
    let stone = |turn: &Turn| Some((Move::Place(*turn.cells.first()?), turn.into()));
    let found = Ranking::within(position, goal, budget, note)?;
    Ok(found.map(|found| Judgement {
        goal,
        worth: Worth::proved(found.value, found.plies),
        moves: found.stones.iter().filter_map(stone).collect(),
    }))
}
