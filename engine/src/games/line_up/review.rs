//! The value of a position and of its moves, for a game gone through.

use super::position_value::{self, KnownMove};
use super::{Move, Position};
use crate::games::goal::Goal;
use crate::games::review::{Judged, Judgement, Means, Worth};
use crate::work::{Fault, Kind, Note};

impl Judged for Position {
    fn judge(&self, means: &Means, note: &Note) -> Result<Judgement<Move>, Fault> {
        let question = position_value::Question {
            position: self.clone(),
            budget: means.budget,
            tables: means.tables.clone(),
        };
        let seen = |worth: Worth| match self.chooser() == self.side() {
            true => worth,
            false => -worth,
        };
        let known = |known: &KnownMove| (known.action, seen(known.value.into()));
        match question.answer(note) {
            Ok(answer) => Ok(Judgement {
                goal: Goal::Game,
                worth: seen(Some(answer.value).into()),
                moves: answer.moves.iter().map(known).collect(),
            }),
            Err(fault) if fault.kind() == Kind::Limit => Ok(Judgement {
                goal: Goal::Game,
                worth: Worth::UNKNOWN,
                moves: Vec::new(),
            }),
            Err(fault) => Err(fault),
        }
    }
}
