//! The value of a position and of its moves, for a game gone through.

use super::analyse::{self, Verdict};
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

impl Judged for Position {
    fn judge(&self, means: &Means, note: &Note) -> Result<Judgement<Move>, Fault> {
        let question = analyse::Question {
            position: *self,
            budget: means.budget,
            stones: None,
            tables: means.tables.clone(),
        };
        let analysis = question.answer(note)?.analysis;
        let moves = analysis.moves.iter();
        Ok(Judgement {
            worth: analysis.verdict.into(),
            moves: moves
                .map(|found| (found.action, found.verdict.into()))
                .collect(),
        })
    }
}
