//! Two-player stochastic games of perfect information, with cycles: proved bounds, exact fractions, expected length.
//!
//! A state belongs to the player whose move it is, and everything about it is said from that player's view. Chance draws
//! one of the state's *branches* (a throw), the player then chooses one of the branch's *options*: the game ends with a
//! payoff, the same player goes on in another state ([`Next::Again`]), or the turn passes ([`Next::Pass`]). What one
//! player gets the other lacks: payoffs lie between 0 and 1 and the two add up to 1. A game of two players called Max and
//! Min is of this form (an option passes where the owner changes), and a game that is the same for both needs only half
//! the states.
//!
//! - [`Game::bounds`] encloses the value of every state between integers over 2^62, by iteration with directed rounding.
//!   The bounds hold whatever a game without end is worth (see there), and [`ValueBounds::prove`] proves them again from
//!   the numbers alone.
//! - [`Game::solve`] gives fractions: strategy iteration with exact linear systems, and a proof that no deviation
//!   helps either side.
//! - [`Game::length`] encloses the expected number of throws and of turns whichever options are chosen, so that of a game
//!   left with the options that may be best it holds for best play; `Game::exact_length` gives it
//!   as a fraction under one pair of strategies.

mod fractions;
mod length;
mod proof;
mod strategy;
#[cfg(test)]
mod tests;
mod values;

use num_rational::BigRational;
use num_traits::{One, Signed};
use thiserror::Error;

pub(crate) use fractions::StateFractions;
pub use fractions::{ExactValues, SolveError};
pub use length::{LengthBounds, Unit};
pub use proof::{BoundsFault, Ending};
pub use strategy::Strategy;
pub use values::{ONE, ValueBounds};

use super::graph::strong_components_by;
use crate::work::stop;

/// The most states of a game.
pub const MAX_STATES: usize = 1 << 30;
/// The greatest sum of the weights of a state's branches.
pub const MAX_TOTAL: u64 = 1 << 60;

/// The consequence of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Next<S = usize> {
    /// The same player goes on in a state.
    Again(S),
    /// The other player has the move in a state.
    Pass(S),
    /// The game ends; the number is that of the payoff to the player who chose.
    End(usize),
}

impl<S> Next<S> {
    /// The same of states told in another way.
    pub(crate) fn map<T>(self, state: impl FnOnce(S) -> T) -> Next<T> {
        match self {
            Self::Again(of) => Next::Again(state(of)),
            Self::Pass(of) => Next::Pass(state(of)),
            Self::End(payoff) => Next::End(payoff),
        }
    }
}

const KIND: u32 = 3 << 30;
const AGAIN: u32 = 0;
const PASS: u32 = 1 << 30;
const END: u32 = 2 << 30;

impl Next {
    fn code(self) -> u32 {
        match self {
            Self::Again(state) => AGAIN | state as u32,
            Self::Pass(state) => PASS | state as u32,
            Self::End(payoff) => END | payoff as u32,
        }
    }

    fn of(code: u32) -> Self {
        let number = (code & !KIND) as usize;
        match code & KIND {
            AGAIN => Self::Again(number),
            PASS => Self::Pass(number),
            _ => Self::End(number),
        }
    }

    /// The state led to, if the game goes on.
    pub fn state(self) -> Option<usize> {
        match self {
            Self::Again(state) | Self::Pass(state) => Some(state),
            Self::End(_) => None,
        }
    }
}

/// Why a game could not be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The total of the weights is zero or too large.
    #[error(
        "the weights of a state's branches cannot sum to {total}: give a total from 1 to {MAX_TOTAL}"
    )]
    Total {
        /// The total given.
        total: u64,
    },
    /// A payoff is not between 0 and 1.
    #[error("payoff {number} is {payoff}; payoffs lie between 0 and 1")]
    Payoff {
        /// Its number.
        number: usize,
        /// The payoff given.
        payoff: Box<BigRational>,
    },
    /// The weights of a state's branches have another sum than the game's total.
    #[error("the weights of state {state} sum to {sum}; they must sum to {total}")]
    Weights {
        /// The state.
        state: usize,
        /// The sum of its weights.
        sum: u64,
        /// The total that it should have.
        total: u64,
    },
    /// A branch offers nothing to choose.
    #[error("a branch of state {state} has no option: a turn that is lost is an option too")]
    NoOption {
        /// The state.
        state: usize,
    },
    /// An option leads to a state or a payoff that does not exist.
    #[error("an option of state {state} leads to {next:?}, which does not exist")]
    NoSuchNext {
        /// The state.
        state: usize,
        /// Where the option leads.
        next: Next,
    },
    /// There are more states than [`MAX_STATES`].
    #[error("more than {MAX_STATES} states")]
    TooManyStates,
}

crate::work::of_kind!(GameError, Input);

/// A game, complete and coherent.
///
/// # Examples
/// Two players throw a coin in turn; the first to throw heads wins.
/// ```
/// use num_rational::BigRational;
/// use siga::exact::stochastic::{Builder, Ending, Next};
/// let mut builder = Builder::new(2, vec![BigRational::from_integer(1.into())])?;
/// let coin = builder.add_state([(1, vec![Next::End(0)]), (1, vec![Next::Pass(0)])])?;
/// let game = builder.finish()?;
///
/// let bounds = game.bounds(1 << 20);
/// let two_thirds = BigRational::new(2.into(), 3.into());
/// assert!(bounds.lower(coin) <= two_thirds && two_thirds <= bounds.upper(coin));
/// assert_eq!(bounds.prove(&game)?, Ending::Always);
///
/// let exact = game.solve(bounds.strategy(&game))?;
/// assert_eq!(exact.value(coin), two_thirds);
/// exact.prove(&game)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    total: u64,
    /// The different weights.
    weights: Vec<u64>,
    payoffs: Vec<BigRational>,
    /// The number of a payoff that may be anything from 0 to 1.
    open: Option<usize>,
    /// Where each state's words begin, and where the last one's end.
    starts: Vec<usize>,
    /// For each state its branches: the place of the weight, number of options, the options' codes.
    words: Vec<u32>,
}

/// A game being put together, state by state.
#[derive(Clone, Debug)]
pub struct Builder {
    game: Game,
}

impl Builder {
    /// A game without states in which every state's weights sum to `total`; `payoffs` go to the player who ends the
    /// game.
    ///
    /// # Errors
    /// [`GameError::Total`], [`GameError::Payoff`].
    pub fn new(total: u64, payoffs: Vec<BigRational>) -> Result<Self, GameError> {
        if !(1..=MAX_TOTAL).contains(&total) {
            return Err(GameError::Total { total });
        }
        for (number, payoff) in payoffs.iter().enumerate() {
            if payoff.is_negative() || *payoff > BigRational::one() {
                return Err(GameError::Payoff {
                    number,
                    payoff: Box::new(payoff.clone()),
                });
            }
        }
        Ok(Self {
            game: Game {
                total,
                weights: Vec::new(),
                payoffs,
                open: None,
                starts: vec![0],
                words: Vec::new(),
            },
        })
    }

    /// Leaves a payoff open: it may be anything from 0 to 1, and differ from one end to the next. Bounds then hold whatever it is, it counts as no end
    /// of the game, and there are no fractions.
    pub(crate) fn leave_open(&mut self, payoff: usize) {
        self.game.open = Some(payoff);
    }

    /// Adds the next state, whose branches have weights and options, and returns its number. Options may lead to states
    /// that are added later.
    ///
    /// # Errors
    /// [`GameError::Weights`], [`GameError::NoOption`], [`GameError::TooManyStates`].
    pub fn add_state<O: AsRef<[Next]>>(
        &mut self,
        branches: impl IntoIterator<Item = (u64, O)>,
    ) -> Result<usize, GameError> {
        let state = self.game.starts.len() - 1;
        if state == MAX_STATES {
            return Err(GameError::TooManyStates);
        }
        let added = self.add_branches(state, branches);
        if added.is_err() {
            // Nothing of it stays for the next state.
            let sound = self.game.starts[state];
            self.game.words.truncate(sound);
        }
        added
    }

    fn add_branches<O: AsRef<[Next]>>(
        &mut self,
        state: usize,
        branches: impl IntoIterator<Item = (u64, O)>,
    ) -> Result<usize, GameError> {
        let game = &mut self.game;
        let mut sum = 0;
        for (weight, options) in branches {
            let options = options.as_ref();
            if options.is_empty() {
                return Err(GameError::NoOption { state });
            }
            sum = u64::saturating_add(sum, weight);
            if weight == 0 {
                continue;
            }
            game.words.push(place_of(weight, &mut game.weights));
            game.words.push(options.len() as u32);
            for &next in options {
                let (Next::Again(number) | Next::Pass(number) | Next::End(number)) = next;
                if number >= MAX_STATES {
                    return Err(GameError::NoSuchNext { state, next });
                }
                game.words.push(next.code());
            }
        }
        if sum != game.total {
            return Err(GameError::Weights {
                state,
                sum,
                total: game.total,
            });
        }
        game.starts.push(game.words.len());
        Ok(state)
    }

    /// The game.
    ///
    /// # Errors
    /// [`GameError::NoSuchNext`].
    pub fn finish(self) -> Result<Game, GameError> {
        let game = self.game;
        let exists = |next| match next {
            Next::Again(to) | Next::Pass(to) => to < game.len(),
            Next::End(payoff) => payoff < game.payoffs.len(),
        };
        for state in 0..game.len() {
            if state % 4096 == 0 {
                stop::check();
            }
            let all = game.branches(state).flat_map(|(_, options)| options);
            if let Some(next) = all.map(|&code| Next::of(code)).find(|&next| !exists(next)) {
                return Err(GameError::NoSuchNext { state, next });
            }
        }
        Ok(game)
    }
}

impl Game {
    /// Number of states.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether the game has no states.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The payoff of the player who ends the game, by number.
    #[cfg(test)]
    pub(crate) fn payoffs(&self) -> &[BigRational] {
        &self.payoffs
    }

    /// The branches of a state: weights and what each option leads to.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn state(&self, state: usize) -> impl Iterator<Item = (u64, impl Iterator<Item = Next>)> {
        self.branches(state)
            .map(|(weight, options)| (weight, options.iter().map(|&code| Next::of(code))))
    }

    /// The game of the states that can be reached from `starts`, themselves included, with the number each has here.
    ///
    /// The new numbers are ascending in the old ones.
    ///
    /// # Panics
    /// If a start does not exist.
    pub(crate) fn part(&self, starts: impl IntoIterator<Item = usize>) -> (Game, Vec<usize>) {
        self.part_with(starts, |_, _, _| true)
    }

    /// As [`Game::part`] of the game left with the options kept, which are told from the number of the branch in the state, the
    /// codes of all options and the place of the one; at least one of each branch must be kept.
    fn part_with(
        &self,
        starts: impl IntoIterator<Item = usize>,
        kept: impl Fn((usize, usize), &[u32], usize) -> bool,
    ) -> (Game, Vec<usize>) {
        let options_kept = |place: (usize, usize), options: &[u32]| -> Vec<u32> {
            let kept = (0..options.len()).filter(|&at| kept(place, options, at));
            kept.map(|at| options[at]).collect()
        };
        let seen = self.reached(starts, options_kept);
        let states: Vec<usize> = (0..self.len()).filter(|&state| seen[state]).collect();
        let mut new = vec![0; self.len()];
        for (number, &state) in states.iter().enumerate() {
            new[state] = number;
        }
        let mut part = Game {
            total: self.total,
            weights: Vec::new(),
            payoffs: self.payoffs.clone(),
            open: self.open,
            starts: vec![0],
            words: Vec::new(),
        };
        for &state in &states {
            for (branch, (weight, options)) in self.branches(state).enumerate() {
                let options = options_kept((state, branch), options);
                let weight = place_of(weight, &mut part.weights);
                part.words.extend([weight, options.len() as u32]);
                part.words.extend(options.iter().map(|&code| {
                    let number = (code & !KIND) as usize;
                    match code & KIND {
                        END => code,
                        kind => kind | new[number] as u32,
                    }
                }));
            }
            part.starts.push(part.words.len());
        }
        (part, states)
    }

    /// Whether each state is reached from the starts by the options kept.
    fn reached(
        &self,
        starts: impl IntoIterator<Item = usize>,
        options_kept: impl Fn((usize, usize), &[u32]) -> Vec<u32>,
    ) -> Vec<bool> {
        let mut seen = vec![false; self.len()];
        let mut todo: Vec<usize> = Vec::new();
        for start in starts {
            if !std::mem::replace(&mut seen[start], true) {
                todo.push(start);
            }
        }
        while let Some(state) = todo.pop() {
            for (branch, (_, options)) in self.branches(state).enumerate() {
                let options = options_kept((state, branch), options);
                for to in options.iter().filter_map(|&code| Next::of(code).state()) {
                    if !std::mem::replace(&mut seen[to], true) {
                        todo.push(to);
                    }
                }
            }
        }
        seen
    }

    /// Makes all options of a state end the game with a payoff.
    fn end(&mut self, state: usize, payoff: usize) {
        let words = &mut self.words[self.starts[state]..self.starts[state + 1]];
        let mut at = 0;
        while let Some(&options) = words.get(at + 1) {
            let after = at + 2 + options as usize;
            words[at + 2..after].fill(Next::End(payoff).code());
            at = after;
        }
    }

    fn branches(&self, state: usize) -> impl Iterator<Item = (u64, &[u32])> {
        let mut words = &self.words[self.starts[state]..self.starts[state + 1]];
        std::iter::from_fn(move || {
            let (&[weight, count], rest) = words.split_first_chunk::<2>()?;
            let (options, rest) = rest.split_at(count as usize);
            words = rest;
            Some((self.weights[weight as usize], options))
        })
    }

    /// Strongly connected components, those that others lead to first.
    fn components(&self) -> Vec<Vec<usize>> {
        strong_components_by(self.len(), |state, cursor| {
            // The cursor is one more than the place in the state's words, and counts down the options of a branch in
            // its upper half.
            if state % 4096 == 0 {
                stop::check();
            }
            let words = &self.words[self.starts[state]..self.starts[state + 1]];
            let mut at = ((*cursor & 0xffff_ffff) as usize).saturating_sub(1);
            let mut left = *cursor >> 32;
            loop {
                if left == 0 {
                    left = u64::from(*words.get(at + 1)?);
                    at += 2;
                }
                let code = words[at];
                (at, left) = (at + 1, left - 1);
                *cursor = (at as u64 + 1) | left << 32;
                if let Some(next) = Next::of(code).state() {
                    return Some(next);
                }
            }
        })
    }
}

/// The place of a weight among the different ones, to which it is added if it is new.
fn place_of(weight: u64, weights: &mut Vec<u64>) -> u32 {
    let known = weights.iter().position(|known| *known == weight);
    let place = known.unwrap_or(weights.len());
    if known.is_none() {
        weights.push(weight);
    }
    place as u32
}
