//! Daldøs played out at random ([`playouts`](crate::games::playouts)): an independent check of the exact numbers, and
//! estimates where there are none.

mod policy;
mod question;

use std::sync::atomic::AtomicU64;

pub use policy::Policy;
pub(super) use question::seconds;
pub use question::{Answer, Question};

use super::endgame::Endgame;
use super::{Cast, Game, Position, Side, moves::State};
pub use crate::games::playouts::{Confidence, Estimate, MAX_GAMES, MAX_THROWS, Tally, wilson};
use crate::games::playouts::{Ended, Luck, Played, Playouts, Random, Replays, simulate};
use crate::work::Fault;

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

impl Simulation<'_> {
    /// Plays the games.
    ///
    /// Estimated: the tally depends on the seed alone, not on the machine.
    /// Cost: about a microsecond a throw with few pieces, more with many; on all processors.
    ///
    /// # Errors
    /// Of kind input: no games, or a game that is over. Of kind limit: too many games.
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
    pub fn run(&self) -> Result<Tally, Fault> {
        self.run_counting(&AtomicU64::new(0))
    }

    /// The same; each game is added to `played` when it is over.
    ///
    /// # Errors
    /// Of kind input: no games, or a game that is over. Of kind limit: too many games.
    pub(crate) fn run_counting(&self, played: &AtomicU64) -> Result<Tally, Fault> {
        let players = Players {
            game: self.start.game(),
            policies: self.policies,
            endgame: self.endgame,
        };
        let start = (*self.start.state(), self.start.side());
        simulate(&players, &start, self.games, self.seed, played)
    }
}

/// The game with the policies of A and of B.
pub(super) struct Players<'a> {
    pub(super) game: &'a Game,
    pub(super) policies: [Policy; 2],
    pub(super) endgame: Option<&'a Endgame>,
}

impl Playouts for Players<'_> {
    /// The board as the side to move sees it, and which side that is.
    type State = (State, Side);

    fn side(&self, (_, side): &Self::State) -> Side {
        *side
    }

    fn ended(&self, (state, side): &Self::State) -> Option<Ended> {
        let lost = state.over(self.game)?;
        Some(Ended::Won(if lost { side.other() } else { *side }))
    }

    fn play(&self, state: &mut Self::State, luck: &mut Luck) -> Option<Played> {
        let cast = draw(self.game, &mut luck.dice);
        let before = state.1;
        self.play_thrown(state, &cast, &mut luck.ties);
        Some(Played {
            throws: 1,
            turn_over: state.1 != before,
        })
    }
}

impl Replays for Players<'_> {
    type Throws = Cast;

    fn play_thrown(&self, (state, side): &mut Self::State, cast: &Cast, ties: &mut Random) {
        let game = self.game;
        let mut plays = Vec::new();
        state.each_way(game, cast.numbers, |_, after| plays.push(after));
        plays.sort_unstable();
        plays.dedup();
        let policy = self.policies[*side as usize];
        let after = policy.choose(game, &plays, cast, self.endgame, ties);
        if cast.extra && after.over(game).is_none() {
            *state = after;
        } else {
            *state = after.flipped(game);
            *side = side.other();
        }
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
mod coverage;
#[cfg(test)]
mod luck;
#[cfg(test)]
mod tests;
