//! Many games from one position.

use std::sync::atomic::Ordering;

use super::estimate::of_halves;
use super::{Confidence, Ended, Estimate, Playouts, playout};
use crate::board::Team;
use crate::solve::parallel::map_ranges;
use crate::work::limit::allow;
use crate::work::{Fault, Note};

/// The most games of one simulation.
pub const MAX_GAMES: u64 = 100_000_000;
/// Games that last longer are broken off.
pub const MAX_THROWS: u32 = 100_000;

/// No games are asked for.
pub(in crate::games) fn no_games() -> Fault {
    Fault::input("at least one game must be played")
}

/// Refuses no games, and too many.
fn allow_games(games: u64) -> Result<(), Fault> {
    match games {
        0 => Err(no_games()),
        _ => Ok(allow("games", games.into(), MAX_GAMES.into())?),
    }
}

/// The results of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// Games won by A and by B.
    pub wins: [u64; 2],
    /// Games won by the side that played first.
    pub first: u64,
    /// Games that nobody has won.
    pub drawn: u64,
    /// Games broken off after [`MAX_THROWS`] throws.
    pub unfinished: u64,
    /// Turns of all finished games together.
    pub turns: u128,
    /// The squares of the turns of each finished game together.
    pub squares: u128,
    /// Throws of all finished games together.
    pub throws: u128,
}

impl Tally {
    /// Finished games.
    pub fn finished(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.drawn
    }

    /// The chance that a side wins, by Wilson's interval: estimated from the finished games; games broken off may have come to anything, and
    /// count as lost at the lower end, as won at the upper. `None` if no game was finished.
    pub fn chance(&self, side: Team, confidence: Confidence) -> Option<Estimate> {
        self.share(2 * self.wins[side as usize], confidence)
    }

    /// The chance of a draw, in the same way.
    pub fn draw(&self, confidence: Confidence) -> Option<Estimate> {
        self.share(2 * self.drawn, confidence)
    }

    /// The chance to win less the chance to lose of the side that plays first, in the same way: with the same policy for both, the
    /// advantage of playing first. Where it is thrown for who begins, that is another side in each game.
    pub fn advantage(&self, confidence: Confidence) -> Option<Estimate> {
        let share = self.share(2 * self.first + self.drawn, confidence)?;
        Some(share.scaled(2.0, -1.0))
    }

    /// The mean of a game's halves, of which the finished games have this many.
    fn share(&self, halves: u64, confidence: Confidence) -> Option<Estimate> {
        let (finished, open) = (self.finished(), self.unfinished);
        let all = finished + open;
        let ends = [(halves, all), (halves, finished), (halves + 2 * open, all)];
        (finished > 0)
            .then(|| Estimate::open(ends.map(|(halves, of)| of_halves(halves, of, confidence))))
    }

    /// The mean number of turns of a game, with the normal interval; `None` for fewer than two games, and where games were broken off: the
    /// longest are missing.
    pub fn length(&self, confidence: Confidence) -> Option<Estimate> {
        let games = self.finished();
        if games < 2 || self.unfinished > 0 {
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

    /// The mean number of throws of a game; `None` where games were broken off.
    pub fn throws(&self) -> Option<f64> {
        (self.unfinished == 0).then(|| self.throws as f64 / self.finished() as f64)
    }

    fn add(&mut self, other: &Self) {
        self.wins[0] += other.wins[0];
        self.wins[1] += other.wins[1];
        self.first += other.first;
        self.drawn += other.drawn;
        self.unfinished += other.unfinished;
        self.turns += other.turns;
        self.squares += other.squares;
        self.throws += other.throws;
    }
}

/// Plays games from one position.
///
/// Estimated: the tally depends on the seed alone, not on the machine. Cost: the games, on all processors.
///
/// # Errors
/// Of kind input: no games, or a game that is over. Of kind limit: too many games.
pub fn simulate<G: Playouts>(
    game: &G,
    start: &G::State,
    games: u64,
    seed: u64,
    note: &Note,
) -> Result<Tally, Fault> {
    allow_games(games)?;
    if let Some(ended) = game.ended(start) {
        return Err(Fault::input(format!("the game is over: {ended}")));
    }
    note.set("playing");
    note.count_to(games);
    let parts = map_ranges(games as usize, 64, |range| {
        let mut tally = Tally::default();
        for number in range {
            let playout = playout(game, start, seed, number as u64);
            note.done().fetch_add(1, Ordering::Relaxed);
            let Some(ended) = playout.ended else {
                tally.unfinished += 1;
                continue;
            };
            match ended {
                Ended::Won(side) => {
                    tally.wins[side as usize] += 1;
                    tally.first += u64::from(playout.first == Some(side));
                }
                Ended::Drawn => tally.drawn += 1,
            }
            let turns = u128::from(playout.turns);
            tally.turns += turns;
            tally.squares += turns * turns;
            tally.throws += u128::from(playout.throws);
        }
        tally
    });
    let mut tally = Tally::default();
    parts.iter().for_each(|part| tally.add(part));
    Ok(tally)
}
