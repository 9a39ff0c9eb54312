//! Bounds proved again from the numbers alone.
//!
//! # Why the checks are enough
//! Bounds as they might come from a file need more than L ≤ ⌊T(L)⌋ and U ≥ ⌈T(U)⌉: where play can go on for ever such inequalities
//! prove nothing (a player who only waits satisfies V ≤ V with V = 1). So it is also checked that play ends. Take the largest set of
//! states in which every throw has an option that stays in the set. If it is empty, every state has a throw after which all options
//! end the game or lead to states left out of the set earlier; by induction, from anywhere and whatever is played, the game ends
//! within a fixed number of throws with a probability of at least some ε > 0, hence with probability one. If it is not empty, the
//! same is asked when one player takes only options with the best lower bound and among these the one that ends soonest, and the
//! other does anything. In either case, under that strategy L(X_k) never falls on average, in the end it is at most the payoff, and
//! the game does end, so that the player gets at least L. An upper bound is the other player's lower bound taken from one.
//!
//! Where L is 0 there is nothing to make sure of: it is enough that the game ends or comes there. So the bounds are proved whatever a
//! game without end is worth. The tightest bounds always pass: a player with a positive lower bound who followed it for ever would
//! win nothing, a contradiction. For fractions a state in which a player is sure of nothing counts as lost for it; the proof, over
//! all states, then tells whether there was one value.

use num_traits::{One as _, Zero as _};
use thiserror::Error;

use super::values::{ONE, Total, apply, option_bounds, rounded_payoffs};
use super::{Game, Next, ValueBounds};

/// The reason why games come to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[derive(schemars::JsonSchema)]
pub enum Ending {
    /// With probability one, however both sides play.
    Always,
    /// With probability one if either side plays by the lower bounds, however the other plays; the two together could go
    /// on for ever.
    #[serde(rename = "under best play")]
    UnderBestPlay,
    /// Not proved: play may go on for ever. The bounds hold whatever such a game is worth; where they meet, nobody gains by it.
    #[serde(rename = "not known")]
    NotKnown,
}

impl Ending {
    /// What is to be said of it; nothing of games that always end.
    pub fn said(self) -> Option<&'static str> {
        match self {
            Self::Always => None,
            Self::UnderBestPlay => Some(
                "the two sides together could go on for ever; best play of either side ends the game",
            ),
            Self::NotKnown => {
                Some("play may go on for ever: what is proved holds whatever such a game is worth")
            }
        }
    }
}

/// A fault in claimed bounds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoundsFault {
    /// The bounds are of another game.
    #[error("the bounds are those of {bounds} states, the game has {states}")]
    Shape {
        /// Number of pairs.
        bounds: usize,
        /// Number of states.
        states: usize,
    },
    /// A bound does not follow from the others.
    #[error("the bounds of state {state} do not follow from those it leads to")]
    State {
        /// The state.
        state: usize,
    },
    /// The game may go on for ever from a state, so that nothing follows.
    #[error(
        "play that these bounds call best may go on for ever (from state {state} on), so that they prove nothing"
    )]
    Endless {
        /// The state.
        state: usize,
    },
}

crate::work::of_kind!(BoundsFault, Limit);

impl ValueBounds {
    /// Proves that the bounds enclose the value of every state, and says how it is known that games end.
    ///
    /// Checked in integers: every lower bound is at most the floor of what the game makes of the bounds around it, every
    /// upper bound at least the ceiling; and when a player follows the lower bounds the game comes, with probability one and
    /// whatever the other does, to its end or to where that player's lower bound is 0.
    ///
    /// Cost: one pass over the game, and a few for the ending.
    ///
    /// # Errors
    /// [`BoundsFault`]: the first thing that does not hold.
    pub fn prove(&self, game: &Game) -> Result<Ending, BoundsFault> {
        let pairs = self.pairs();
        if pairs.len() != game.len() {
            return Err(BoundsFault::Shape {
                bounds: pairs.len(),
                states: game.len(),
            });
        }
        if let Some(state) = pairs
            .iter()
            .position(|&[low, high]| low > high || high > ONE)
        {
            return Err(BoundsFault::State { state });
        }
        let payoffs = rounded_payoffs(game);
        let total = Total::new(game.total);
        for (state, &[low, high]) in pairs.iter().enumerate() {
            let [floor, ceil] = apply(game, state, pairs, &payoffs, total);
            if low > floor || high < ceil {
                return Err(BoundsFault::State { state });
            }
        }
        let ending = self.ending(game);
        if ending == Ending::NotKnown {
            let nothing = |state: usize, waits: bool| match waits {
                false => pairs[state][0] == 0,
                true => pairs[state][1] == ONE,
            };
            let against = game.kept_going(self.by_lower(&payoffs), nothing, |_, _| false);
            if let Some(&doubled) = against.first() {
                let state = doubled / 2;
                return Err(BoundsFault::Endless { state });
            }
        }
        Ok(ending)
    }

    /// How it is known that games end, by bounds that are proved. An option that leads to an open payoff ends nothing.
    pub(crate) fn ending(&self, game: &Game) -> Ending {
        if game.endless().is_empty() {
            return Ending::Always;
        }
        let payoffs = rounded_payoffs(game);
        let best = self.by_lower(&payoffs);
        let against = game.kept_going(best, |_, _| false, |payoff, _| game.open == Some(payoff));
        match against.is_empty() {
            true => Ending::UnderBestPlay,
            false => Ending::NotKnown,
        }
    }

    /// Whether an option is among the best by the lower bounds.
    fn by_lower<'a>(&'a self, payoffs: &'a [[u64; 2]]) -> impl Fn(&[u32], u32) -> bool + 'a {
        let worth = |code| option_bounds(code, self.pairs(), payoffs)[0];
        move |options, code| {
            let best = options.iter().map(|&other| worth(other)).max();
            Some(worth(code)) == best
        }
    }
}

impl Game {
    /// The states from which both sides together can go on for ever with certainty; if there are none, every play ends
    /// with probability one.
    ///
    /// A state outside has a throw after which every option ends the game or leads to a state found outside earlier; so,
    /// by induction, from every state outside the game ends within a bounded number of throws with a probability of at
    /// least some positive number, whatever is played.
    ///
    /// An option that leads to an open payoff ends nothing.
    ///
    /// Cost: a few passes over the game.
    pub(crate) fn endless(&self) -> Vec<usize> {
        self.survivors(1, |state, alive| {
            self.branches(state).all(|(_, options)| {
                options.iter().any(|&code| match Next::of(code) {
                    Next::Again(to) | Next::Pass(to) => alive[to],
                    Next::End(payoff) => self.open == Some(payoff),
                })
            })
        })
    }

    /// As [`Game::endless`], when one of the two players, whichever it is, takes only options that are `best` (told from
    /// the codes of all options and of the one) and among them those that end the game soonest, and the other does what
    /// it can to keep the game going. Every state is there twice: the one who plays the best is to move (even), or waits (odd);
    /// so are the states that are `settled`, where the game counts as ended, and the payoffs that are `open`, which end nothing.
    pub(super) fn kept_going(
        &self,
        best: impl Fn(&[u32], u32) -> bool,
        settled: impl Fn(usize, bool) -> bool,
        open: impl Fn(usize, bool) -> bool,
    ) -> Vec<usize> {
        self.survivors(2, |doubled, alive| {
            let (state, other) = (doubled / 2, doubled % 2);
            if settled(state, other == 1) {
                return false;
            }
            let goes_on = |code: u32| match Next::of(code) {
                Next::Again(to) => alive[2 * to + other],
                Next::Pass(to) => alive[2 * to + 1 - other],
                Next::End(payoff) => open(payoff, other == 1),
            };
            self.branches(state).all(|(_, options)| {
                if other == 1 {
                    return options.iter().any(|&code| goes_on(code));
                }
                let best = |code: &&u32| best(options, **code);
                options.iter().filter(best).all(|&code| goes_on(code))
            })
        })
    }

    /// The states, twice as in [`Game::kept_going`], in which a player can be sure of nothing if a game without end is worth
    /// nothing to it: the other can keep it from every payoff that is more.
    pub(super) fn hopeless(&self) -> Vec<usize> {
        let worthless = |payoff: usize, waits: bool| match waits {
            false => self.payoffs[payoff].is_zero(),
            true => self.payoffs[payoff].is_one(),
        };
        self.kept_going(|_, _| true, |_, _| false, worthless)
    }

    /// The states from which the game never ends when both sides follow the strategy; empty when it always ends.
    pub(super) fn endless_under(&self, strategy: &super::Strategy) -> Vec<usize> {
        self.survivors(1, |state, alive| {
            strategy
                .follow(self, state)
                .all(|(_, next)| next.state().is_some_and(|to| alive[to]))
        })
    }

    /// The largest set each of whose members `stays` in it.
    fn survivors(&self, copies: usize, stays: impl Fn(usize, &[bool]) -> bool) -> Vec<usize> {
        let mut alive = vec![true; copies * self.len()];
        for component in self.components() {
            let mut members: Vec<usize> = component
                .into_iter()
                .flat_map(|state| copies * state..copies * (state + 1))
                .collect();
            loop {
                let before = members.len();
                members.retain(|&member| {
                    alive[member] = stays(member, &alive);
                    alive[member]
                });
                if members.len() == before {
                    break;
                }
                members.reverse();
            }
        }
        (0..alive.len()).filter(|&member| alive[member]).collect()
    }
}
