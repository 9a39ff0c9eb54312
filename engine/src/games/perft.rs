//! Counting sequences of moves: for every game, and the count ply by ply for games without throws.

use std::fmt::Debug;

use thiserror::Error;

use crate::work::Note;

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

/// A first move, and the number of sequences that begin with it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ByMove<M> {
    /// The move.
    pub action: M,
    /// The number of sequences.
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

/// The sequences of all first moves together, at most the largest number; one, that of no move, where there is no first move to make.
pub(super) fn all_together<M>(divided: Option<Vec<(M, u64)>>) -> u64 {
    divided.map_or(1, |parts| {
        let nodes = parts.iter().map(|(_, nodes)| *nodes);
        nodes.fold(0, u64::saturating_add)
    })
}

/// Counts by `divide`, which gives the number of sequences of a given number of plies, 1 or more, after each first move, and stops
/// at the largest number.
pub(super) fn ply_by_ply<P, M>(
    position: &P,
    terms: &Terms<()>,
    note: &Note,
    divide: impl Fn(&P, u32) -> Option<Vec<(M, u64)>>,
) -> Result<Sequences<ByMove<M>>, PerftError> {
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
        by_first = divide(position, plies).unwrap_or_default();
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
