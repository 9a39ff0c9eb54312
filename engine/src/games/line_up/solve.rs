//! A game solved: what the solution says as a whole, and of single positions.

use std::convert::Infallible;

use super::history::History;
use super::moves::State;
use super::{Model, Move, Position, Rules};
use crate::board::Side;
use crate::solve::retro::{
    Action, Codes, Game, Layer, LayerTotals, Ranked, Solution, SolveError, Value, best_line, ranked,
};

/// A legal move with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// The move.
    pub action: Move,
    /// The position after it.
    pub position: Position,
    /// Its value for the side to move before it.
    pub value: Value,
}

/// A position with a line of play from it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// Where it begins.
    pub position: Position,
    /// The value there, for the side to move.
    pub value: Value,
    /// The moves.
    pub moves: Vec<Move>,
}

/// The totals of the solution of a game.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Summary {
    /// The rules.
    pub rules: Rules,
    /// The value of the empty board for the side that begins.
    pub value: Value,
    /// The totals of every layer, from the empty board on.
    pub layers: Vec<LayerTotals>,
    /// The first moves with their values, the best for whoever chooses first.
    pub first_moves: Vec<Choice>,
    /// Best play from the empty board.
    pub line: Line,
    /// The longest decided game of all, from where it is decided.
    pub longest: Option<Line>,
}

/// The plies for which best play from a drawn position is shown.
const SHOWN: usize = 40;

/// About the seconds of one core for a position, without jumps and with them.
const SECONDS: f64 = 2.3e-8;
const JUMPING: f64 = 6e-8;

impl Model {
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
    /// use siga::games::line_up::{Model, Position, Rules};
    /// use siga::solve::retro::Value;
    /// // Three in a row on a board of 3×3.
    /// let rules: Rules = "5x5:size=3,men=3,row=3".parse()?;
    /// let model = Model::new(rules.clone());
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
        position: &Position,
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
        position: &Position,
    ) -> Result<Vec<Choice>, C::Error> {
        let State { own, other } = position.state();
        let found = ranked(self, codes, own, other)?;
        let choice = |found: &Ranked| Choice {
            action: self.named(position.side(), found.action),
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
        position: &Position,
        most: usize,
    ) -> Result<Vec<Move>, C::Error> {
        let State { own, other } = position.state();
        let line = best_line(self, codes, own, other, most)?;
        let sides = [position.side(), position.side().other()]
            .into_iter()
            .cycle();
        let moves = line
            .iter()
            .zip(sides)
            .map(|(found, side)| self.named(side, found.action));
        Ok(moves.collect())
    }

    /// The totals of a solution.
    ///
    /// Cost: one pass over the tables.
    ///
    /// # Errors
    /// [`SolveError::NoLayer`]: the solution lacks a layer.
    pub(crate) fn summary(&self, solution: &Solution) -> Result<Summary, SolveError> {
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
    ) -> Result<Summary, SolveError> {
        layers.sort_by_key(|counts| (counts.layer.total(), counts.layer));
        let sure = |result: Result<_, Infallible>| match result {
            Ok(value) => value,
            Err(never) => match never {},
        };
        let line = |position: Position, most: usize| {
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
        let first = start.state();
        let longest = layers.iter().max_by_key(|counts| counts.longest);
        let longest = longest.and_then(|counts| {
            let (own, other) = counts.hardest?;
            line(self.position(counts.layer, own, other), usize::MAX)
        });
        let missing = SolveError::NoLayer {
            layer: self.first_layer(),
        };
        let root = solution
            .value(first.own, first.other)
            .ok_or(missing.clone())?;
        let most = root.plies().map_or(SHOWN, |plies| plies.0.into());
        Ok(Summary {
            rules: self.rules().clone(),
            value: root,
            first_moves: sure(self.choices(solution, &start)),
            line: line(start, most).ok_or(missing)?,
            longest,
            layers,
        })
    }

    /// A position of a layer. Where the numbers of pieces leave the side to move open, it is the one
    /// that fits players who have placed in turn.
    fn position(&self, layer: Layer, own: u32, other: u32) -> Position {
        let side = if layer.own < layer.other {
            Side::O
        } else {
            Side::X
        };
        Position::trusted(self.rules().clone(), side, State { own, other })
    }

    fn after(&self, position: &Position, found: &Ranked) -> Position {
        let state = State {
            own: self.seen_by_other(position.state().other),
            other: self.seen_by_other(found.own),
        };
        Position::trusted(self.rules().clone(), position.side().other(), state)
    }

    /// The move of a side as people write it.
    pub(in crate::games) fn named(&self, side: Side, action: Action) -> Move {
        let name = |point: u8| {
            let set = Position::seen(self.rules(), side, 1 << point);
            self.rules().board().name(set.trailing_zeros() as u8)
        };
        match action {
            Action::Drop(to) => Move::Place(name(to)),
            Action::Step { from, to } => Move::Go {
                from: name(from),
                to: name(to),
            },
            Action::Pass => Move::Pass,
        }
    }

    /// What holds where the same move made three times loses, if the game has that rule.
    ///
    /// # Errors
    /// [`SolveError::NoLayer`]: the solution lacks a layer.
    pub(crate) fn history(&self, solution: &Solution) -> Result<Option<History>, SolveError> {
        let repeats = self.rules().repeats();
        repeats.then(|| History::new(self, solution)).transpose()
    }
}

impl Summary {
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
