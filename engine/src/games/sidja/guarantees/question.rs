//! The chance of an immediate capture, and which cells make it certain.

use num_bigint::BigUint;

use super::{Chance, Guarantee, Mixture, chance, minimal_sets, mixtures};
use crate::board::Cell;
use crate::games::sidja::Rules;
use crate::games::sidja::first_capture::Solution;
use crate::work::{Fault, Kind, Note};

/// The question for the value of cells before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The rules.
    pub rules: Rules,
    /// Cells that the first mover holds, in order.
    pub own: Vec<Cell>,
    /// Cells that his opponent holds, in order.
    pub enemy: Vec<Cell>,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The chance over all placements that agree with the cells.
    pub chance: Chance,
    /// Where no cells are given: what holds for the whole board.
    pub board: Option<WholeBoard>,
}

/// The facts about a whole board.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WholeBoard {
    /// The least sets of cells that make an immediate capture certain.
    pub sets: Vec<Guarantee>,
    /// The results of placements by their mixture of colours.
    pub mixtures: Vec<Mixture>,
}

impl Question {
    /// The answer.
    ///
    /// Exact. Cost: without cells the board is solved.
    ///
    /// # Errors
    /// Of kind input: cells that no placement has, or, without cells, a board that is too large to be solved.
    ///
    /// # Examples
    /// ```
    /// use siga::work::Note;
    /// use siga::games::sidja::Rules;
    /// use siga::games::sidja::guarantees::Question;
    /// let question = Question { rules: Rules::SUDAN, own: vec!["b3".parse()?, "d3".parse()?], enemy: Vec::new() };
    /// let answer = question.answer(&Note::default())?;
    /// assert!(answer.chance.capturing < answer.chance.placements);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        let Self { rules, own, enemy } = &self;
        let chance = chance(rules, own, enemy)?;
        if chance.placements == BigUint::ZERO {
            let text = "no placement agrees with these cells";
            return Err(Fault::new(Kind::Input, text));
        }
        let board = if own.is_empty() && enemy.is_empty() {
            Some(WholeBoard {
                mixtures: mixtures(&Solution::noting(*rules, note)?),
                sets: minimal_sets(*rules)?,
            })
        } else {
            None
        };
        Ok(Answer {
            question: self,
            chance,
            board,
        })
    }
}
