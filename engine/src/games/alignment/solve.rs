//! A game solved: what the solution says as a whole, and of single positions.

use std::convert::Infallible;

use super::moves::State;
use super::{Model, Move, Position, Ruleset};
use crate::board::Side;
use crate::solve::retro::{
    Action, Codes, Game, Layer, LayerTotals, Ranked, Solution, SolveError, Value, best_line, ranked,
};

/// A legal move with its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice<R> {
    /// The move.
    pub action: Move,
    /// The position after it.
    pub position: Position<R>,
    /// Its value for the side to move before it.
    pub value: Value,
}

/// A position with a line of play from it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line<R> {
    /// Where it begins.
    pub position: Position<R>,
    /// The value there, for the side to move.
    pub value: Value,
    /// The moves.
    pub moves: Vec<Move>,
}

/// The totals of the solution of a game.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Summary<R> {
    /// The rules.
    pub rules: R,
    /// The value of the empty board for the side that begins.
    pub value: Value,
    /// The totals of every layer, from the empty board on.
    pub layers: Vec<LayerTotals>,
    /// The first moves with their values, the best for whoever chooses first.
    pub first_moves: Vec<Choice<R>>,
    /// Best play from the empty board.
    pub line: Line<R>,
    /// The longest decided game of all, from where it is decided.
    pub longest: Option<Line<R>>,
}

/// The plies for which best play from a drawn position is shown.
const SHOWN: usize = 40;

/// About the seconds of one core for a position, without jumps and with them.
const SECONDS: f64 = 2.3e-8;
const JUMPING: f64 = 6e-8;

impl<R: Ruleset> Model<R> {
    /// The estimated seconds of one core for solving a number of positions.
    pub(in crate::games) fn seconds(&self, positions: u64) -> f64 {
        let each = if self.rules().jumps() {
            JUMPING
        } else {
            SECONDS
        };
        each * positions as f64
    }

    /// Solves the game.
    ///
    /// Exact. Cost: Teeko takes a second or two and 62 MB, twenty-five about a minute and 1.3 GB; with an observer,
    /// [`Solution::new`].
    ///
    /// # Errors
    /// [`SolveError`]: the memory is not there, or a line is too long for a table.
    ///
    /// # Examples
    /// ```
    /// use siga::games::alignment::Model;
    /// use siga::games::twentyfive::{Position, Rules};
    /// use siga::solve::retro::Value;
    /// // Three in a row on a board of 3×3.
    /// let rules: Rules = "5x5:size=3,men=3,row=3".parse()?;
    /// let model = Model::new(rules);
    /// let solution = model.solve()?;
    /// let start = Position::start(&rules);
    /// assert_eq!(model.value(&solution, &start)?, Some(Value::Draw));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self) -> Result<Solution, SolveError> {
        Solution::new(self, |_| true)
    }

    /// The value of a position for the side to move, or `None` if the tables do not have it.
    ///
    /// # Errors
    /// If the codes cannot be read or computed.
    pub fn value<C: Codes>(
        &self,
        codes: &C,
        position: &Position<R>,
    ) -> Result<Option<Value>, C::Error> {
        let State { own, other } = position.state();
        Ok(codes.code(own, other)?.value())
    }

    /// The legal moves of a position with their values, the best for whoever chooses first.
    ///
    /// # Errors
    /// If the codes cannot be read or computed.
    pub fn choices<C: Codes>(
        &self,
        codes: &C,
        position: &Position<R>,
    ) -> Result<Vec<Choice<R>>, C::Error> {
        let State { own, other } = position.state();
        let found = ranked(self, codes, own, other)?;
        let choice = |found: &Ranked| Choice {
            action: self.named(found.action),
            position: self.after(position, found),
            value: found.value,
        };
        Ok(found.iter().map(choice).collect())
    }

    /// Best play from a position; see [`best_line`].
    ///
    /// # Errors
    /// If the codes cannot be read or computed.
    pub fn line<C: Codes>(
        &self,
        codes: &C,
        position: &Position<R>,
        most: usize,
    ) -> Result<Vec<Move>, C::Error> {
        let State { own, other } = position.state();
        let line = best_line(self, codes, own, other, most)?;
        let moves = line.iter().map(|found| self.named(found.action));
        Ok(moves.collect())
    }

    /// The totals of a solution.
    ///
    /// Cost: one pass over the tables.
    ///
    /// # Errors
    /// [`SolveError::NoLayer`]: the solution lacks a layer.
    pub(crate) fn summary(&self, solution: &Solution) -> Result<Summary<R>, SolveError> {
        let mut layers = Vec::new();
        for layer in self.layers() {
            let table = solution.tables().get(&layer);
            layers.push(LayerTotals::new(
                table.ok_or(SolveError::NoLayer { layer })?,
            ));
        }
        self.summary_of(solution, layers)
    }

    /// The same, when the layers are counted already.
    pub(in crate::games) fn summary_of(
        &self,
        solution: &Solution,
        mut layers: Vec<LayerTotals>,
    ) -> Result<Summary<R>, SolveError> {
        layers.sort_by_key(|counts| (counts.layer.total(), counts.layer));
        let sure = |result: Result<_, Infallible>| match result {
            Ok(value) => value,
            Err(never) => match never {},
        };
        let line = |position: Position<R>, most: usize| {
            let State { own, other } = position.state();
            let moves = match self.line(solution, &position, most) {
                Ok(moves) => moves,
                Err(never) => match never {},
            };
            Some(Line {
                value: solution.value(own, other)?,
                position,
                moves,
            })
        };
        let start = Position::start(self.rules());
        let longest = layers.iter().max_by_key(|counts| counts.longest);
        let longest = longest.and_then(|counts| {
            let (own, other) = counts.hardest?;
            line(self.position(counts.layer, own, other), usize::MAX)
        });
        let missing = SolveError::NoLayer {
            layer: Layer::new(0, 0),
        };
        let root = solution.value(0, 0).ok_or(missing.clone())?;
        let most = root.plies().map_or(SHOWN, |plies| plies.0.into());
        Ok(Summary {
            rules: *self.rules(),
            value: root,
            first_moves: sure(self.choices(solution, &start)),
            line: line(start, most).ok_or(missing)?,
            longest,
            layers,
        })
    }

    /// A position of a layer. Where the numbers of pieces leave the side to move open, it is the one
    /// that fits players who have placed in turn.
    fn position(&self, layer: Layer, own: u32, other: u32) -> Position<R> {
        let side = if layer.own < layer.other {
            Side::O
        } else {
            Side::X
        };
        Position::trusted(*self.rules(), side, State { own, other })
    }

    fn after(&self, position: &Position<R>, found: &Ranked) -> Position<R> {
        let state = State {
            own: position.state().other,
            other: found.own,
        };
        Position::trusted(*self.rules(), position.side().other(), state)
    }

    /// The move as people write it.
    pub(in crate::games) fn named(&self, action: Action) -> Move {
        let cell = |index| self.rules().board().cell(index);
        match action.from {
            None => Move::Place(cell(action.to)),
            Some(from) => Move::Go {
                from: cell(from),
                to: cell(action.to),
            },
        }
    }
}

impl<R> Summary<R> {
    /// The totals over all layers: win, loss, draw, terminal and excluded.
    pub fn totals(&self) -> [u64; 5] {
        self.layers.iter().fold([0; 5], |sum, counts| {
            let of = [
                counts.win,
                counts.loss,
                counts.draw,
                counts.terminal,
                counts.excluded,
            ];
            std::array::from_fn(|place| sum[place] + of[place])
        })
    }
}
