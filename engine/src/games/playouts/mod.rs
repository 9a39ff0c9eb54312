//! Games played out at random, each side by a named policy: estimates where there is no proof.
//!
//! Every number from here is *estimated*: it comes with an interval that holds the true one with a stated confidence, and
//! proves nothing. The true one is that of the policy, not of best play.
//!
//! A game says how its positions are played out ([`Playouts`]); the rest is the same for all. The generator is PCG (128 bits
//! of state). Each side has dice of its own in each numbered game, so that games from different positions meet the same
//! throws, and a seed gives the same answer on every machine and with any number of processors.
//!
//! # Playouts estimate, and say how well
//! `games::playouts` plays any game with throws out: the game says how its positions are played by a policy (`Playouts`), all else is shared.
//! Each side of each numbered game has dice of its own, so that every play compared meets the same throws, and so does every machine. Plays
//! are dropped, and games end, as soon as a difference is clear. A test made for a fixed number of games would then be wrong too often, and
//! with hundreds of pairs of plays more so; the verdict is therefore a supermartingale (a mixture of bets on the differences), which keeps
//! its chance of error whenever it is looked at, and needs no assumption but that games are independent. The intervals printed beside it are
//! the usual ones of a fixed number of games; how often they hold the exact chance of the policy's Markov chain is in docs/results.md.
//!
//! A game that was played is gone through by the same playouts (`throws::luck`): from the position before each throw, and from the
//! one after it, the policy playing the throw. The difference of the two is luck, whose mean over all throws is 0 by construction; what the
//! play made leads to, less what the policy's does, is skill; where there was no other play it is 0, known. The changes add up to the change of the chance over the whole game, number by
//! number, so that the sums have intervals of their own. Luck against the best play instead would favour whoever throws: the best of several
//! estimates is too high. The price is that skill is measured against the policy, not against best play.

mod compare;
mod comparison;
pub(in crate::games) mod estimate;
pub(in crate::games) mod policy;
mod random;
pub(in crate::games) mod simulate;
#[cfg(test)]
mod tests;

pub use compare::{Effort, MAX_PLAYOUTS};
pub use comparison::{Compared, Comparison, MISTAKES};
pub use estimate::{Confidence, Estimate, wilson};
pub use policy::Policy;
pub use random::{Luck, Random};
pub use simulate::{MAX_GAMES, MAX_THROWS, Tally, simulate};

use crate::board::Team;
use crate::work::stop;

/// The policy by which both sides play on where plays are compared and games are gone through: [`Policy::Greedy`].
pub(crate) const POLICY: &str = "greedy";

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A side has won.
    Won(Team),
    /// Neither side has.
    Drawn,
}

impl Ended {
    /// The points of a side in halves.
    pub(crate) fn halves(self, side: Team) -> u32 {
        match self {
            Self::Won(winner) => 2 * u32::from(winner == side),
            Self::Drawn => 1,
        }
    }
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Won(side) => write!(f, "{side} has won"),
            Self::Drawn => f.write_str("it is a draw"),
        }
    }
}

/// A game with its rules and the policy of each side, ready to be played out.
pub trait Playouts: Sync {
    /// A position with the side to move.
    type State: Clone + Send + Sync;
    /// The throws that are played at once.
    type Throws;

    /// The side to move.
    fn side(&self, state: &Self::State) -> Team;

    /// The result, if the game is over.
    fn ended(&self, state: &Self::State) -> Option<Ended>;

    /// Whether it is still thrown for who plays first.
    fn opening(&self, _state: &Self::State) -> bool {
        false
    }

    /// Throws for the side to move and plays by its policy. The number of throws, and whether the turn is over: the same side may have the
    /// next one. `None` if the throws came to no end.
    fn play(&self, state: &mut Self::State, luck: &mut Luck) -> Option<(u32, bool)>;

    /// Plays throws that the side to move has made, by its policy.
    fn play_thrown(&self, state: &mut Self::State, throws: &Self::Throws, ties: &mut Random);
}

/// One game that was played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Playout {
    /// The result, or `None` if the game was broken off.
    pub(crate) ended: Option<Ended>,
    /// The side that played first; `None` as long as that is thrown for.
    pub(crate) first: Option<Team>,
    pub(crate) turns: u64,
    pub(crate) throws: u64,
}

/// Plays one game out; `number` tells it from the others of the seed.
pub(crate) fn playout<G: Playouts>(game: &G, start: &G::State, seed: u64, number: u64) -> Playout {
    play_out(game, start.clone(), Luck::of_both(seed, number))
}

/// Plays a game out with the luck of A and of B.
pub(in crate::games) fn play_out<G: Playouts>(
    game: &G,
    mut state: G::State,
    mut luck: [Luck; 2],
) -> Playout {
    let mut playout = Playout {
        ended: game.ended(&state),
        first: None,
        turns: 0,
        throws: 0,
    };
    while playout.ended.is_none() && playout.throws < u64::from(MAX_THROWS) {
        stop::check();
        let side = game.side(&state);
        let Some((throws, turn_over)) = game.play(&mut state, &mut luck[side as usize]) else {
            break;
        };
        if playout.first.is_none() && !game.opening(&state) {
            playout.first = Some(side);
        }
        playout.throws += u64::from(throws);
        playout.turns += u64::from(turn_over);
        playout.ended = game.ended(&state);
    }
    playout
}
