//! A game solved: what the solution says as a whole, and of single positions.

use super::moves::State;
use super::{Model, Move, Position, Rules};
use crate::board::Side;
use crate::games::review::JudgedMove;
use crate::games::solved_game::{History, Line, SolvedGame};
use crate::solve::meter::Meter;
use crate::solve::retro::{
    Action, Codes, Game, Layer, LayerTotals, Ranked, Solution, SolveError, Value, best_line, ranked,
};
use crate::work::limit::grouped;
use crate::work::{Fault, Note, Raise};

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

    /// The legal moves of a position with their values, the best first, for whoever chooses.
    ///
    /// # Errors
    /// If the codes cannot be read or computed.
    pub fn choices<C: Codes>(
        &self,
        codes: &C,
        position: &Position,
    ) -> Result<Vec<JudgedMove<Position>>, C::Error> {
        let State { own, other } = position.state();
        let found = ranked(self, codes, own, other)?;
        let choice = |found: &Ranked| {
            let action = self.named(position.side(), found.action);
            let after = self.after(position, found);
            JudgedMove::new(action, after, position.seen_by_chooser(Some(found.value)))
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

    /// What a solution says as a whole.
    ///
    /// Cost: one pass over the tables.
    ///
    /// # Errors
    /// [`SolveError::NoLayer`]: the solution lacks a layer.
    pub(crate) fn summary(&self, solution: &Solution) -> Result<SolvedGame<Position>, SolveError> {
        let mut layers = Vec::new();
        for layer in self.layers() {
            let table = solution.tables().get(&layer);
            layers.push(LayerTotals::new(
                table.ok_or(SolveError::NoLayer { layer })?,
            ));
        }
        layers.sort_by_key(|counts| (counts.layer.total(), counts.layer));
        let line = |position: Position| {
            let State { own, other } = position.state();
            let value = solution.value(own, other)?;
            let most = value.plies().map_or(SHOWN, |plies| plies.0.into());
            let Ok(moves) = self.line(solution, &position, most);
            Some(Line::new(position, Some(value).into(), moves))
        };
        let start = Position::start(self.rules());
        let Ok(first_moves) = self.choices(solution, &start);
        let longest = layers.iter().max_by_key(|counts| counts.longest);
        let longest = longest.and_then(|counts| {
            let (own, other) = counts.hardest?;
            line(self.position(counts.layer, own, other))
        });
        Ok(SolvedGame {
            line: line(start).ok_or(SolveError::NoLayer {
                layer: self.first_layer(),
            })?,
            first_moves,
            longest,
            layers,
            history: match self.rules().repeats() {
                true => Some(History::new(self, solution)?),
                false => None,
            },
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
}

impl Rules {
    /// Solves the game, if it has no more arrangements than a budget. `note` hears how far the work is.
    ///
    /// # Errors
    /// Of kind limit: it has more, the memory is not there, or a line is too long for a table.
    pub fn solved(&self, budget: Option<u64>, note: &Note) -> Result<SolvedGame<Position>, Fault> {
        let model = Model::new(self.clone());
        let layers = model.layers().into_iter();
        let needed: u64 = layers.map(|layer| layer.arrangements(model.cells())).sum();
        if let Some(budget) = budget.filter(|budget| *budget < needed) {
            let text = format!(
                "{self} has {} arrangements, more than {}: ask about a position (`probe`), or allow more",
                grouped(needed.into()),
                grouped(budget.into())
            );
            return Err(Fault::raised(Raise::of("budget"), text));
        }
        let mut meter = Meter::new(&model);
        let solution = Solution::new(&model, |tick| {
            note.set(format!("solving {self}: {}", meter.tick(tick)));
            true
        })?;
        note.set("counting");
        Ok(model.summary(&solution)?)
    }
}
