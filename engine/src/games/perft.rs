//! Counting sequences of moves: ply by ply for games without throws, and for games in which a throw and a play of it are a ply.

use std::collections::HashMap;
use std::fmt::{Debug, Display};

use thiserror::Error;

use super::Moves;
use crate::exact::serial;
use crate::solve::throws;
use crate::solve::throws::Next;
use crate::work::{Note, stop};

/// A position from which sequences of moves are counted.
pub trait Counted: Sized {
    /// A beginning of sequences, and how many have it: a first move, a first throw, the yield of the first turn.
    type First: Clone + Debug;
    /// A bound on one step besides the budget: `()`, or the most throws of a turn.
    type Bound: Copy + Debug;

    /// Counts the sequences.
    ///
    /// # Errors
    /// [`PerftError`].
    fn count(
        &self,
        terms: &Terms<Self::Bound>,
        note: &Note,
    ) -> Result<Sequences<Self::First>, PerftError>;
}

/// What is counted, and how far.
#[derive(Clone, Copy, Debug)]
pub struct Terms<B> {
    /// The length of the sequences: plies, or turns in games whose turns are played as a whole.
    pub depth: u32,
    /// The bound on one step.
    pub bound: B,
    /// Positions in which moves may be made.
    pub budget: u64,
    /// Whether sequences are counted apart by their beginning.
    pub divide: bool,
}

/// The number of sequences of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sequences<F> {
    /// Lengths with the number of sequences: every length from 0 on where shorter ones are counted on the way, or the greatest
    /// alone.
    pub by_depth: Vec<(u32, u128)>,
    /// Those of the greatest length by their beginning, if that was asked for and there is a beginning.
    pub by_first: Option<Vec<F>>,
}

impl<F> Sequences<F> {
    /// The number of sequences of one length alone.
    pub(super) fn of(depth: u32, nodes: impl Into<u128>, by_first: Option<Vec<F>>) -> Self {
        Self {
            by_depth: vec![(depth, nodes.into())],
            by_first,
        }
    }

    /// The number of sequences of the greatest length.
    pub fn nodes(&self) -> u128 {
        self.by_depth.last().map_or(0, |(_, nodes)| *nodes)
    }
}

/// The sequences that begin with a move.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(bound = "M: Display")]
#[schemars(bound = "", rename = "MoveEntry")]
#[non_exhaustive]
pub struct ByMove<M> {
    /// The move.
    #[serde(rename = "move", serialize_with = "serial::text")]
    #[schemars(with = "String")]
    pub action: M,
    /// The number of sequences.
    #[serde(with = "serial::Count")]
    pub nodes: u64,
}

/// Why sequences were not counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PerftError {
    /// Moves would have to be made in too many positions; counted before they are made.
    #[error(
        "{depth} plies would need moves to be made in {}{made} positions, more than the budget of {budget}: ask for less \
         depth than {plies}, or allow more",
        if plies == depth { "" } else { "over " }
    )]
    Plies {
        /// The plies asked for.
        depth: u32,
        /// The plies at which it was too much.
        plies: u32,
        /// Positions up to there.
        made: u64,
        /// As many as were allowed.
        budget: u64,
    },
    /// Plays were found in as many positions as were allowed.
    #[error(
        "plays would have to be found in more than {budget} positions: ask for less depth, or allow more"
    )]
    Budget {
        /// As many as were allowed.
        budget: u64,
    },
    /// Turns were played through as many positions as were allowed.
    #[error(
        "more than {budget} positions would have to be looked at, those between two moves of a turn included: ask for less depth or fewer throws, or allow more"
    )]
    Turns {
        /// As many as were allowed.
        budget: u64,
    },
    /// One yield can be played through too many positions; says how many.
    #[error("{0}")]
    Plays(String),
    /// Turns have too many yields.
    #[error("turns of that many throws have more than {most} yields: give fewer throws")]
    Yields {
        /// The most positions looked at.
        most: usize,
    },
    /// The count is too large for its number.
    #[error("there are more than 2^{bits} sequences: ask for less depth")]
    Overflow {
        /// The bits of the number.
        bits: u32,
    },
}

crate::work::of_kind!(
    PerftError,
    Limit,
    more budget: Self::Plies { .. } | Self::Budget { .. } | Self::Turns { .. }
);

/// A position of a game without throws, from which sequences of plies are counted.
pub trait PlyByPly: Moves {
    /// The legal moves, each with the number of sequences of exactly so many plies that follow it, at most the largest number.
    fn after_each(&self, plies: u32) -> Vec<(Self::Move, u64)>;
}

/// The number of sequences of exactly `depth` plies from a position.
///
/// Games that end earlier do not count. Exact: unless the number passes 2^64, where it stops.
///
/// Cost: about ten nanoseconds for every few sequences; it grows with the power of the depth.
///
/// # Examples
/// ```
/// use siga::games::line_up::Position;
/// use siga::games::perft::perft;
/// let start = Position::start(&"teeko".parse()?);
/// assert_eq!(perft(&start, 3), 25 * 24 * 23);
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
pub fn perft(position: &impl PlyByPly, depth: u32) -> u64 {
    let Some(below) = depth.checked_sub(1) else {
        return 1;
    };
    let parts = position.after_each(below).into_iter();
    parts.fold(0, |sum, (_, nodes)| sum.saturating_add(nodes))
}

impl<P: PlyByPly> Counted for P {
    type First = ByMove<P::Move>;
    type Bound = ();

    fn count(&self, terms: &Terms<()>, note: &Note) -> Result<Sequences<Self::First>, PerftError> {
        ply_by_ply(self, terms, note)
    }
}

fn ply_by_ply<P: PlyByPly>(
    position: &P,
    terms: &Terms<()>,
    note: &Note,
) -> Result<Sequences<ByMove<P::Move>>, PerftError> {
    let (depth, budget) = (terms.depth, terms.budget);
    let mut by_depth = vec![1_u64];
    let mut made: u64 = 0;
    let mut by_first = Vec::new();
    for plies in 1..=depth {
        // A count makes the moves of every position less deep than the last ply, which is counted in bulk; and each
        // count begins anew.
        let inner = by_depth.iter().skip(1).copied();
        made = inner.fold(made, u64::saturating_add);
        if made > budget {
            return Err(PerftError::Plies {
                depth,
                plies,
                made,
                budget,
            });
        }
        note.set(format!("ply {plies} of {depth}"));
        by_first = position.after_each(plies - 1);
        let mut counts = by_first.iter().map(|(_, nodes)| *nodes);
        let nodes = counts.try_fold(0_u64, u64::checked_add);
        let nodes = nodes.filter(|&nodes| nodes < u64::MAX);
        by_depth.push(nodes.ok_or(PerftError::Overflow { bits: 64 })?);
    }
    let parts = by_first.into_iter();
    let parts = parts.map(|(action, nodes)| ByMove { action, nodes });
    Ok(Sequences {
        by_depth: (0..).zip(by_depth.into_iter().map(u128::from)).collect(),
        by_first: terms.divide.then(|| parts.collect()),
    })
}

/// The sequences after a first throw.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "ThrowEntry")]
#[non_exhaustive]
pub struct ByThrow {
    /// The throw.
    pub throw: String,
    /// The number of equally likely throws that are like it.
    #[serde(with = "serial::Count")]
    pub weight: u64,
    /// Different plays of it.
    #[serde(with = "serial::Count")]
    pub plays: u64,
    /// Sequences, the weight counted in.
    #[serde(with = "serial::Count")]
    pub nodes: u128,
}

/// Counts sequences of throws and plays from a position, `None` where the game is over. Sequences that end earlier do not count.
///
/// `texts` are the throws as they are written. Exact: all counts. Cost: the plays of every position reached in fewer plies, each looked at
/// once a depth.
pub(super) fn throw_by_throw<G: throws::Moves>(
    game: &G,
    texts: impl ExactSizeIterator<Item = String>,
    start: Option<G::Position>,
    terms: &Terms<()>,
    note: &Note,
) -> Result<Sequences<ByThrow>, PerftError> {
    note.set("counting");
    let Terms { depth, budget, .. } = *terms;
    let (mut total, mut firsts) = (u128::from(depth == 0), Vec::new());
    if let (Some(start), Some(below)) = (start, depth.checked_sub(1)) {
        let mut counter = Counter {
            game,
            known: vec![HashMap::new(); depth as usize],
            left: budget,
            budget,
        };
        debug_assert_eq!(game.weights().len(), texts.len(), "a text for each throw");
        for ((at, weight), throw) in game.weights().iter().enumerate().zip(texts) {
            let (plays, nodes) = counter.after(&start, at, below)?;
            total = plus(total, nodes)?;
            firsts.push(ByThrow {
                throw,
                weight: *weight,
                plays,
                nodes,
            });
        }
    }
    Ok(Sequences::of(depth, total, terms.divide.then_some(firsts)))
}

fn plus(a: u128, b: u128) -> Result<u128, PerftError> {
    a.checked_add(b).ok_or(PerftError::Overflow { bits: 128 })
}

struct Counter<'a, G: throws::Moves> {
    game: &'a G,
    /// By depth.
    known: Vec<HashMap<G::Position, u128>>,
    left: u64,
    budget: u64,
}

impl<G: throws::Moves> Counter<'_, G> {
    /// The plays of a throw, and the sequences of one ply more than `depth` that begin with it, its weight counted in.
    fn after(
        &mut self,
        state: &G::Position,
        throw: usize,
        depth: u32,
    ) -> Result<(u64, u128), PerftError> {
        let mut next = Vec::new();
        self.game.options(state, throw, &mut next);
        let mut sequences = 0;
        for state in &next {
            let count = match state {
                _ if depth == 0 => 1,
                Next::End(_) => 0,
                Next::Again(state) | Next::Pass(state) => self.count(state, depth)?,
            };
            sequences = plus(sequences, count)?;
        }
        let weighted = sequences.checked_mul(self.game.weights()[throw].into());
        let weighted = weighted.ok_or(PerftError::Overflow { bits: 128 })?;
        Ok((next.len() as u64, weighted))
    }

    fn count(&mut self, state: &G::Position, depth: u32) -> Result<u128, PerftError> {
        if let Some(&count) = self.known[depth as usize].get(state) {
            return Ok(count);
        }
        stop::check();
        let budget = self.budget;
        self.left = (self.left.checked_sub(1)).ok_or(PerftError::Budget { budget })?;
        let mut total = 0;
        for throw in 0..self.game.weights().len() {
            total = plus(total, self.after(state, throw, depth - 1)?.1)?;
        }
        self.known[depth as usize].insert(state.clone(), total);
        Ok(total)
    }
}
