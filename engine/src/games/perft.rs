//! Counting sequences of moves of each length, within a budget.

use thiserror::Error;

use crate::work::{Ahead, Note};

/// The question how many sequences of moves there are from a position.
#[derive(Clone, Debug)]
pub struct Question<P> {
    /// The position.
    pub position: P,
    /// The depth in plies.
    pub depth: u32,
    /// Positions in which moves may be made.
    pub budget: u64,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer<P, M> {
    /// The question.
    pub question: Question<P>,
    /// The numbers of sequences.
    pub found: Sequences<M>,
}

impl<P> Question<P> {
    /// The answer by `divide`, which gives the number of sequences of a given number of plies, 1 or more, after each first move, and
    /// stops at the largest number.
    pub(super) fn answer<M>(
        self,
        note: &Note,
        divide: impl Fn(&P, u32) -> Vec<(M, u64)>,
    ) -> Result<Answer<P, M>, PerftError> {
        let divide = |plies| divide(&self.position, plies);
        let found = sequences(self.depth, self.budget, note, divide)?;
        Ok(Answer {
            question: self,
            found,
        })
    }
}

/// The number of sequences of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sequences<M> {
    /// Of each number of plies, from none on.
    pub by_depth: Vec<u64>,
    /// Of the greatest number of plies, by the first move; nothing for no ply.
    pub by_first: Vec<(M, u64)>,
}

/// Why sequences were not counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PerftError {
    /// Moves would have to be made in too many positions.
    #[error(
        "{depth} plies would need moves to be made in {}{made} positions, more than the budget of {budget}: ask for less \
         depth than {plies}, or allow more",
        if plies == depth { "" } else { "over " }
    )]
    Budget {
        /// The plies asked for.
        depth: u32,
        /// The plies at which it was too much.
        plies: u32,
        /// Positions up to there.
        made: u64,
        /// As many as were allowed.
        budget: u64,
    },
    /// The count is too large.
    #[error("more than 2^64 sequences of {plies} plies; ask for less depth")]
    Overflow {
        /// The plies.
        plies: u32,
    },
}

crate::work::of_kind!(PerftError, Limit, more budget: Self::Budget { .. });

/// About the seconds of one core for a position in which moves are made.
const SECONDS: f64 = 6e-8;
/// The number of sequences from which on their growth with a ply is taken to be settled.
const SETTLED: u64 = 10_000;

/// In about how many positions moves have to be made for the plies that are not counted yet, if the numbers go on to grow
/// as they did last.
fn ahead(by_depth: &[u64], depth: u32) -> f64 {
    let mut counts: Vec<f64> = by_depth.iter().map(|&count| count as f64).collect();
    let mut made: f64 = counts.iter().skip(1).sum();
    let mut all = 0.0;
    for _ in by_depth.len()..=depth as usize {
        all += made;
        let [.., before, last] = counts[..] else {
            break;
        };
        counts.push(last * last / before);
        made += last * last / before;
    }
    all
}

fn sequences<M>(
    depth: u32,
    budget: u64,
    note: &Note,
    divide: impl Fn(u32) -> Vec<(M, u64)>,
) -> Result<Sequences<M>, PerftError> {
    let mut by_depth = vec![1_u64];
    let mut made: u64 = 0;
    let mut by_first = Vec::new();
    let mut is_said = false;
    for plies in 1..=depth {
        // A count makes the moves of every position less deep than the last ply, which is counted in bulk; and each
        // count begins anew.
        let inner = by_depth.iter().skip(1).copied();
        made = inner.fold(made, u64::saturating_add);
        if made > budget {
            return Err(PerftError::Budget {
                depth,
                plies,
                made,
                budget,
            });
        }
        if !is_said && by_depth.last() >= Some(&SETTLED) {
            let rest = ahead(&by_depth, depth).min(budget as f64);
            is_said = rest * SECONDS > Ahead::UNSAID;
            note.ahead(rest * SECONDS, || {
                format!("moves to be made in about {rest:.1e} positions for {depth} plies")
            });
        }
        note.set(format!("ply {plies} of {depth}"));
        by_first = divide(plies);
        let mut counts = by_first.iter().map(|(_, nodes)| *nodes);
        let nodes = counts.try_fold(0_u64, u64::checked_add);
        let nodes = nodes.filter(|&nodes| nodes < u64::MAX);
        by_depth.push(nodes.ok_or(PerftError::Overflow { plies })?);
    }
    Ok(Sequences { by_depth, by_first })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ahead_goes_on_as_before() {
        // 1, 10, 100; then 1000 with moves made in 110 positions, and 10,000 with moves made in 1110.
        assert_eq!(ahead(&[1, 10, 100], 4), 110.0 + 1110.0);
        assert_eq!(ahead(&[1, 10, 0], 4), 10.0 + 10.0);
        assert_eq!(ahead(&[1], 3), 0.0);
    }
}
