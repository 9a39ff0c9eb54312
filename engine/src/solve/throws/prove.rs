//! Bounds proved from the numbers alone, and how it is known that games end.

use std::sync::atomic::{AtomicU64, Ordering};

use num_traits::{One as _, Zero as _};
use thiserror::Error;

use super::written::{Block, CHUNK, Written, option_bounds};
use super::{Next, ONE};
use crate::solve::parallel;

/// The reason why games come to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[derive(schemars::JsonSchema)]
pub enum Ending {
    /// With probability one, however both sides play: at an end, or at what is left open where that is.
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

/// What is wrong with claimed bounds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Disproved {
    /// The bounds are of another game.
    #[error("the bounds are those of {bounds} positions, the game has {positions}")]
    Shape {
        /// Number of pairs.
        bounds: usize,
        /// Number of positions.
        positions: usize,
    },
    /// A bound does not follow from the others.
    #[error("the bounds of position {number} do not follow from those it leads to")]
    Position {
        /// The number of the position.
        number: u64,
    },
    /// The game may go on for ever from a position, so that nothing follows.
    #[error(
        "play that these bounds call best may go on for ever (from position {number} on), so that they prove nothing"
    )]
    Endless {
        /// The number of the position.
        number: u64,
    },
}

crate::work::of_kind!(Disproved, Limit);

/// What is left of a set of places.
pub(super) struct Left(Vec<AtomicU64>);

impl Left {
    fn new(len: usize) -> Self {
        Self(
            (0..len.div_ceil(64))
                .map(|_| AtomicU64::new(u64::MAX))
                .collect(),
        )
    }

    /// Whether a member is left.
    #[inline]
    pub(super) fn has(&self, member: usize) -> bool {
        self.0[member / 64].load(Ordering::Relaxed) >> (member % 64) & 1 == 1
    }

    fn leave_out(&self, member: usize) {
        self.0[member / 64].fetch_and(!(1 << (member % 64)), Ordering::Relaxed);
    }
}

impl Written {
    /// Proves that bounds enclose the value of every place, and says how it is known that games end; bounds are those of all places.
    ///
    /// Checked in integers: every lower bound is at most the floor of what the game makes of the bounds around it, every
    /// upper bound at least the ceiling; and when a player follows the lower bounds the game comes, with probability one and
    /// whatever the other does, to its end or to where that player's lower bound is 0.
    ///
    /// Cost: one pass over the game, and a few for the ending.
    pub(super) fn prove(&self, bounds: &[[u64; 2]]) -> Result<Ending, Disproved> {
        if bounds.len() != self.len() {
            return Err(Disproved::Shape {
                bounds: bounds.len(),
                positions: self.len(),
            });
        }
        let pairs = self.with_exits(bounds.iter().copied());
        let beyond = |&[low, high]: &[u64; 2]| low > high || high > ONE;
        let beyond = pairs.iter().position(beyond);
        if let Some(place) = beyond.or_else(|| self.first_that_fails(&pairs)) {
            return Err(Disproved::Position {
                number: place as u64,
            });
        }
        let blocks = self.blocks();
        let ending = self.ending(&blocks, &pairs);
        if ending == Ending::NotKnown {
            let nothing = |place: usize, waits: bool| match waits {
                false => pairs[place][0] == 0,
                true => pairs[place][1] == ONE,
            };
            let best = |options: &[u32], code| is_best(&pairs, options, code);
            let against = self.kept_going(&blocks, best, nothing, |_, _| false);
            if let Some(&doubled) = against.first() {
                return Err(Disproved::Endless {
                    number: (doubled / 2) as u64,
                });
            }
        }
        Ok(ending)
    }

    /// The first place whose bounds do not follow from those it leads to, if there is one.
    pub(super) fn first_that_fails(&self, pairs: &[[u64; 2]]) -> Option<usize> {
        let first = |mut places: std::ops::Range<usize>| places.find(|&at| self.fails(at, pairs));
        let found = parallel::map_ranges(self.len(), CHUNK, first);
        found.into_iter().flatten().next()
    }

    /// How it is known that games end, by bounds that hold. An option that leads to an open exit ends nothing.
    fn ending(&self, blocks: &[Block], pairs: &[[u64; 2]]) -> Ending {
        if self.endless(blocks).is_empty() {
            return Ending::Always;
        }
        let best = |options: &[u32], code| is_best(pairs, options, code);
        let open = |exit, _| self.open == Some(exit);
        match self.kept_going(blocks, best, |_, _| false, open).is_empty() {
            true => Ending::UnderBestPlay,
            false => Ending::NotKnown,
        }
    }

    /// Whether from each place the game ends with probability one, whichever options are chosen.
    pub(super) fn ends(&self, blocks: &[Block]) -> Vec<bool> {
        let mut ends = vec![true; self.len()];
        for place in self.endless(blocks) {
            ends[place] = false;
        }
        for block in blocks {
            let mut changed = true;
            while changed {
                changed = false;
                for place in block
                    .places()
                    .filter(|&place| ends[place])
                    .collect::<Vec<_>>()
                {
                    let mut led_to = self.throws(place).flatten();
                    let on = |&code: &u32| match self.next(code) {
                        Next::Again(to) | Next::Pass(to) => ends[to],
                        Next::End(exit) => self.open != Some(exit),
                    };
                    let stays = led_to.all(on);
                    changed |= !stays;
                    ends[place] = stays;
                }
            }
        }
        ends
    }

    /// The places from which both sides together can go on for ever with certainty; if there are none, every play ends
    /// with probability one.
    ///
    /// A place outside has a throw after which every option ends the game or leads to a place found outside earlier; so,
    /// by induction, from every place outside the game ends within a bounded number of throws with a probability of at
    /// least some positive number, whatever is played.
    ///
    /// An option that leads to an open exit ends nothing.
    ///
    /// Cost: a few passes over the game.
    pub(super) fn endless(&self, blocks: &[Block]) -> Vec<usize> {
        survivors(self.len(), blocks, 1, |place, left| {
            self.throws(place).all(|options| {
                options.iter().any(|&code| match self.next(code) {
                    Next::Again(to) | Next::Pass(to) => left.has(to),
                    Next::End(exit) => self.open == Some(exit),
                })
            })
        })
    }

    /// As [`Written::endless`], when one of the two players, whichever it is, takes only options that are `best` (told from
    /// the codes of all options and of the one) and among them those that end the game soonest, and the other does what
    /// it can to keep the game going. Every place is there twice: the one who plays the best is to move (even), or waits (odd);
    /// so are the places that are `settled`, where the game counts as ended, and the exits that are `open`, which end nothing.
    pub(super) fn kept_going(
        &self,
        blocks: &[Block],
        best: impl Fn(&[u32], u32) -> bool + Sync,
        settled: impl Fn(usize, bool) -> bool + Sync,
        open: impl Fn(usize, bool) -> bool + Sync,
    ) -> Vec<usize> {
        survivors(self.len(), blocks, 2, |doubled, left| {
            let (place, other) = (doubled / 2, doubled % 2);
            if settled(place, other == 1) {
                return false;
            }
            let goes_on = |code: u32| match self.next(code) {
                Next::Again(to) => left.has(2 * to + other),
                Next::Pass(to) => left.has(2 * to + 1 - other),
                Next::End(exit) => open(exit, other == 1),
            };
            self.throws(place).all(|options| {
                if other == 1 {
                    return options.iter().any(|&code| goes_on(code));
                }
                let best = |code: &&u32| best(options, **code);
                options.iter().filter(best).all(|&code| goes_on(code))
            })
        })
    }

    /// The places, twice as in [`Written::kept_going`], in which a player can be sure of nothing if a game without end is worth
    /// nothing to it: the other can keep it from every payoff that is more.
    pub(super) fn hopeless(&self, blocks: &[Block]) -> Vec<usize> {
        let worthless = |exit: usize, waits: bool| match waits {
            false => self.payoffs[exit].is_zero(),
            true => self.payoffs[exit].is_one(),
        };
        self.kept_going(blocks, |_, _| true, |_, _| false, worthless)
    }
}

/// The largest set of places whose members all stay in it, ascending. Each place is a member `copies` times.
pub(super) fn survivors(
    places: usize,
    blocks: &[Block],
    copies: usize,
    stays: impl Fn(usize, &Left) -> bool + Sync,
) -> Vec<usize> {
    let left = Left::new(copies * places);
    for block in blocks {
        let doubled = |place: usize| (copies * place) as u32..(copies * (place + 1)) as u32;
        let mut members: Vec<u32> = block.places().flat_map(doubled).collect();
        loop {
            let kept = parallel::map_ranges(members.len(), CHUNK, |part| {
                let stays = |&&member: &&u32| {
                    let member = member as usize;
                    let stays = stays(member, &left);
                    if !stays {
                        left.leave_out(member);
                    }
                    stays
                };
                members[part]
                    .iter()
                    .filter(stays)
                    .copied()
                    .collect::<Vec<_>>()
            });
            let kept = kept.concat();
            if kept.len() == members.len() {
                break;
            }
            members = kept;
        }
    }
    (0..copies * places)
        .filter(|&member| left.has(member))
        .collect()
}

/// Whether an option is among the best of a throw by the lower bounds.
fn is_best(pairs: &[[u64; 2]], options: &[u32], code: u32) -> bool {
    let worth = |code| option_bounds(code, pairs)[0];
    let own = worth(code);
    options.iter().all(|&other| worth(other) <= own)
}
