//! A game solved: what the solution says as a whole, and of single positions.

use std::collections::HashSet;

use super::moves::{Ply, State};
use super::{Move, Play, Position, Rules};
use crate::board::Side;
use crate::games::review::JudgedMove;
use crate::games::solved_game::{History, LineOfPlay, SolvedGame};
use crate::solve::Ending;
use crate::solve::meter::Meter;
use crate::solve::retro::{Layer, LayerTotals, LayeredGame, Solution, SolveError, Values};
use crate::work::limit::grouped;
use crate::work::{Fault, Note, Raise};

/// The plies for which best play from a drawn position is shown.
const SHOWN: usize = 40;

/// About the seconds of one core for a position, without jumps and with them.
const SECONDS: f64 = 2.3e-8;
const JUMPING: f64 = 6e-8;

impl Rules {
    /// The estimated seconds of one core for solving a number of positions.
    pub(in crate::games) fn seconds(&self, positions: u64) -> f64 {
        let each = if self.jumps() { JUMPING } else { SECONDS };
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
    /// use siga::games::line_up::{Position, Rules};
    /// use siga::solve::retro::Outcome;
    /// // Three in a row on a board of 3×3.
    /// let rules: Rules = "5x5:size=3,men=3,row=3".parse()?;
    /// let solution = rules.solve()?;
    /// let moves = Position::start(&rules).choices(&solution)?;
    /// assert_eq!(moves[0].worth.outcome(), Some(Outcome::Draw));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self) -> Result<Solution, SolveError> {
        Solution::new(self, |_| true)
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
            let most = value.length().map_or(SHOWN, |plies| plies as usize);
            let Ok(moves) = position.line(solution, most);
            Some(LineOfPlay::new(position, Some(value).into(), moves))
        };
        let start = Position::start(self);
        let Ok(first_moves) = start.choices(solution);
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
            history: match self.repeats() {
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
        Position::trusted(self.clone(), side, State { own, other })
    }
}

impl Position {
    /// The legal moves of a position with their values, the best first, for whoever chooses.
    ///
    /// # Errors
    /// If the values cannot be read or computed.
    pub fn choices<C: Values>(&self, values: &C) -> Result<Vec<JudgedMove<Position>>, C::Error> {
        let choice = |Ranked { play, value, .. }: Ranked| {
            let worth = self.seen_by_chooser(Some(value));
            JudgedMove::new(play.action, play.position, worth)
        };
        let found = ranked(values, self)?;
        Ok(found.into_iter().map(choice).collect())
    }

    /// Best play from a position: both sides choose the first of the best moves that leads to a position not yet seen.
    ///
    /// A decided game is played to its end. A drawn one goes on until every best move repeats a position, or until it has `most`
    /// plies.
    ///
    /// # Errors
    /// If the values cannot be read or computed.
    pub fn line<C: Values>(&self, values: &C, most: usize) -> Result<Vec<Move>, C::Error> {
        let mut at = self.clone();
        let mut seen = HashSet::from([at.state()]);
        let mut line = Vec::new();
        while line.len() < most {
            let moves = ranked(values, &at)?;
            let best = moves.first().map(|best| best.value);
            let mut best = moves
                .into_iter()
                .take_while(|found| Some(found.value) == best);
            let Some(next) = best.find(|found| seen.insert(found.play.position.state())) else {
                break;
            };
            line.push(next.play.action);
            at = next.play.position;
        }
        Ok(line)
    }
}

/// A move with what comes of it, and its value for the side to move.
pub(super) struct Ranked {
    pub(super) ply: Ply,
    pub(super) play: Play,
    pub(super) value: Ending,
}

/// The legal moves of a position, the best of whoever chooses first; none if the game is over.
///
/// Values are always of the side to move, the owner of the piece, even where the other side says where it is placed.
///
/// # Errors
/// If the values cannot be read or computed.
pub(super) fn ranked<C: Values>(values: &C, position: &Position) -> Result<Vec<Ranked>, C::Error> {
    let (facts, state) = (position.rules().facts(), position.state());
    let mut found = Vec::new();
    if facts.is_over(state) {
        return Ok(found);
    }
    for ply in facts.plies(state) {
        let play = position.made(facts, ply);
        let State { own, other } = play.position.state();
        if let Some(value) = values.value(own, other)? {
            let value = value.before();
            found.push(Ranked { ply, play, value });
        }
    }
    let sign = if facts.opponent_places(state) { 1 } else { -1 };
    found.sort_by_key(|ranked| (sign * ranked.value.preference(), ranked.ply));
    Ok(found)
}

impl Rules {
    /// Solves the game, if it has no more arrangements than a budget. `note` hears how far the work is.
    ///
    /// # Errors
    /// Of kind limit: it has more, the memory is not there, or a line is too long for a table.
    pub fn solved(&self, budget: Option<u64>, note: &Note) -> Result<SolvedGame<Position>, Fault> {
        let layers = self.layers().into_iter();
        let needed: u64 = layers.map(|layer| layer.arrangements(self.cells())).sum();
        if let Some(budget) = budget.filter(|budget| *budget < needed) {
            let text = format!(
                "{self} has {} arrangements, more than {}: ask about a position (`probe`), or allow more",
                grouped(needed.into()),
                grouped(budget.into())
            );
            return Err(Fault::raised(Raise::of("budget"), text));
        }
        let mut meter = Meter::new(self);
        let solution = Solution::new(self, |tick| {
            note.set(format!("solving {self}: {}", meter.tick(tick)));
            true
        })?;
        note.set("counting");
        Ok(self.summary(&solution)?)
    }
}
