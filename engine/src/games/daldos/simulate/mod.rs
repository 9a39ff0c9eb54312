//! Games played out by chance: an independent check of the exact numbers, and estimates where there are none.
//!
//! Every number from here is *estimated*: it comes with an interval that holds the true one with a stated confidence, and
//! proves nothing. The generator is PCG (128 bits of state); every game has a stream of its own, so that a seed gives the
//! same answer on every machine and with any number of processors.

mod policy;
mod question;
mod random;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

pub use policy::{Policy, UnknownPolicy};
pub use question::{Answer, Question};
use random::Random;

use super::endgame::Endgame;
use super::{Cast, Game, Position, Side, moves::State};
use crate::solve::parallel::map_ranges;
use crate::work::limit::{TooLarge, allow};

/// The most games of one simulation.
pub const MAX_GAMES: u64 = 100_000_000;
/// Games that last longer are broken off.
pub const MAX_THROWS: u32 = 100_000;

/// Why nothing was simulated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SimulateError {
    /// No games.
    #[error("at least one game must be played")]
    NoGames,
    /// Too many games.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Nothing to play.
    #[error("the game is over: {0} has won")]
    Over(Side),
}

crate::work::of_kind!(SimulateError, Self::TooLarge(_) => Limit, else Input);

/// A simulation of games.
#[derive(Clone, Debug)]
pub struct Simulation<'a> {
    /// Where every game begins.
    pub start: Position,
    /// The policies of A and of B.
    pub policies: [Policy; 2],
    /// The number of games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// Endgames for [`Policy::Best`].
    pub endgame: Option<&'a Endgame>,
}

/// The results of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// Games won by A and by B.
    pub wins: [u64; 2],
    /// Games broken off after [`MAX_THROWS`] throws.
    pub unfinished: u64,
    /// Turns of all finished games together.
    pub turns: u128,
    /// The squares of the turns of each finished game together.
    pub squares: u128,
    /// Throws of all finished games together.
    pub throws: u128,
}

/// An estimate with an interval that holds the true number with the confidence asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The estimate.
    pub estimate: f64,
    /// Lower end of the interval.
    pub lower: f64,
    /// Upper end of the interval.
    pub upper: f64,
}

impl Estimate {
    /// Whether a number lies in the interval.
    pub fn holds(&self, number: f64) -> bool {
        self.lower <= number && number <= self.upper
    }
}

/// The confidence of an interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Confidence {
    /// 95 in 100.
    #[default]
    Usual,
    /// 99 in 100.
    High,
    /// 999 in 1000.
    Highest,
}

impl Confidence {
    /// The share of intervals that hold the true number.
    pub fn level(self) -> f64 {
        match self {
            Self::Usual => 0.95,
            Self::High => 0.99,
            Self::Highest => 0.999,
        }
    }

    /// The number of standard deviations to either side.
    pub fn deviations(self) -> f64 {
        match self {
            Self::Usual => 1.959_963_984_540_054,
            Self::High => 2.575_829_303_548_901,
            Self::Highest => 3.290_526_731_491_926,
        }
    }
}

impl Tally {
    /// Finished games.
    pub fn finished(&self) -> u64 {
        self.wins[0] + self.wins[1]
    }

    /// The chance that a side wins, by Wilson's interval over the finished games.
    pub fn chance(&self, side: Side, confidence: Confidence) -> Estimate {
        wilson(self.wins[side as usize], self.finished(), confidence)
    }

    /// The mean number of turns of a finished game, with the normal interval; `None` for fewer than two games.
    pub fn length(&self, confidence: Confidence) -> Option<Estimate> {
        let games = self.finished();
        if games < 2 {
            return None;
        }
        let n = games as f64;
        let mean = self.turns as f64 / n;
        // n·Σx² − (Σx)² in whole numbers, so that nothing cancels.
        let spread = (u128::from(games) * self.squares).saturating_sub(self.turns * self.turns);
        let variance = spread as f64 / (n * (n - 1.0));
        let half = confidence.deviations() * (variance / n).sqrt();
        Some(Estimate {
            estimate: mean,
            lower: mean - half,
            upper: mean + half,
        })
    }

    /// The mean number of throws of a finished game; 0 if no game was finished.
    pub fn throws(&self) -> f64 {
        self.throws as f64 / self.finished().max(1) as f64
    }

    fn add(&mut self, other: &Self) {
        self.wins[0] += other.wins[0];
        self.wins[1] += other.wins[1];
        self.unfinished += other.unfinished;
        self.turns += other.turns;
        self.squares += other.squares;
        self.throws += other.throws;
    }
}

/// Wilson's interval for the chance behind `hits` of `trials`.
pub fn wilson(hits: u64, trials: u64, confidence: Confidence) -> Estimate {
    if trials == 0 {
        return Estimate {
            estimate: 0.5,
            lower: 0.0,
            upper: 1.0,
        };
    }
    let (n, z) = (trials as f64, confidence.deviations());
    let share = hits as f64 / n;
    let scale = 1.0 / (1.0 + z * z / n);
    let middle = (share + z * z / (2.0 * n)) * scale;
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt() * scale;
    Estimate {
        estimate: share,
        lower: (middle - half).max(0.0),
        upper: (middle + half).min(1.0),
    }
}

impl Simulation<'_> {
    /// Plays the games.
    ///
    /// Estimated: the tally depends on the seed alone, not on the machine.
    /// Cost: about a microsecond a throw with few pieces, more with many; on all processors.
    ///
    /// # Errors
    /// [`SimulateError`].
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    /// use siga::games::daldos::{Game, Position, Side};
    /// use siga::games::daldos::simulate::{Confidence, Policy, Simulation};
    /// let game = Arc::new(Game::new("daldos:n=3".parse()?)?);
    /// let simulation = Simulation {
    ///     start: Position::start(game),
    ///     policies: [Policy::Greedy, Policy::Random],
    ///     games: 200,
    ///     seed: 1,
    ///     endgame: None,
    /// };
    /// let tally = simulation.run()?;
    /// assert_eq!(tally, simulation.run()?);
    /// assert!(tally.chance(Side::A, Confidence::Usual).estimate > 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(&self) -> Result<Tally, SimulateError> {
        self.run_counting(&AtomicU64::new(0))
    }

    /// The same; each game is added to `played` when it is over.
    ///
    /// # Errors
    /// [`SimulateError`].
    pub fn run_counting(&self, played: &AtomicU64) -> Result<Tally, SimulateError> {
        if self.games == 0 {
            return Err(SimulateError::NoGames);
        }
        allow("games", self.games.into(), MAX_GAMES.into())?;
        if let Some(winner) = self.start.winner() {
            return Err(SimulateError::Over(winner));
        }
        let parts = map_ranges(self.games as usize, 64, |range| {
            let mut tally = Tally::default();
            for number in range {
                self.play(number as u64, &mut tally);
                played.fetch_add(1, Ordering::Relaxed);
            }
            tally
        });
        let mut tally = Tally::default();
        parts.iter().for_each(|part| tally.add(part));
        Ok(tally)
    }

    /// Plays one game.
    fn play(&self, number: u64, tally: &mut Tally) {
        let game: &Arc<Game> = self.start.game();
        let mut random = Random::new(self.seed, number);
        let (mut state, mut side) = (*self.start.state(), self.start.side());
        let mut turns = 0u128;
        let mut plays = Vec::new();
        for throw in 1..=MAX_THROWS {
            let cast = draw(game, &mut random);
            plays.clear();
            state.each_way(game, cast.numbers, |_, after| plays.push(after));
            plays.sort_unstable();
            plays.dedup();
            let policy = self.policies[side as usize];
            let after = policy.choose(game, &plays, &cast, self.endgame, &mut random);
            if after.over(game).is_some() {
                turns += 1;
                tally.wins[side as usize] += 1;
                tally.turns += turns;
                tally.squares += turns * turns;
                tally.throws += u128::from(throw);
                return;
            }
            if cast.extra {
                state = after;
            } else {
                turns += 1;
                state = after.flipped(game);
                side = side.other();
            }
        }
        tally.unfinished += 1;
    }
}

/// A throw of the dice.
fn draw(game: &Game, random: &mut Random) -> Cast {
    let mut at = random.below(game.total());
    let casts = game.casts();
    for cast in casts {
        if at < cast.weight {
            return *cast;
        }
        at -= cast.weight;
    }
    casts[casts.len() - 1]
}

/// The number of pieces of a side that could be taken, weighted by the throws that would do it, as if nothing were in the way: cheap
/// to find, and no more than a hint.
fn exposure(game: &Game, state: &State) -> u64 {
    let route = game.route();
    // Seen by the enemy, who is next to throw.
    let seen = state.flipped(game);
    let mut sum = 0;
    for from in super::route::members(seen.own & !seen.own_undalled) {
        for cast in game.casts() {
            let [i, j] = cast.numbers;
            let hits = [i, j, i + j]
                .into_iter()
                .any(|holes| seen.enemy >> route.to(from, holes) & 1 == 1);
            if hits {
                sum += cast.weight;
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests;
