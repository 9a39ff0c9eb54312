//! The value of cells before the first move: sets that make an immediate capture certain, the
//! exact chance of one for given cells, and what the mixture of colours does.

mod chance;
mod sets;

pub use chance::chance;
pub use sets::{Guarantee, minimal_sets};

use std::collections::BTreeMap;

use num_rational::BigRational;

use super::Rules;
use super::first_capture::Solution;
use super::first_capture::space::Space;
use super::rules::Centre;
use crate::board::{Bits, Board, Cell, Compass};
use crate::exact::serial::Count;
use crate::solve::Ending;

/// The cells on which a stone can never be taken: no line leads through them from one cell of the
/// board to another, or the rules make the centre safe.
///
/// # Examples
/// ```
/// use siga::games::sidja::{Rules, guarantees};
/// let egypt: Rules = "sidja:egypt".parse()?;
/// let safe: Vec<String> = guarantees::safe_cells(&egypt)
///     .iter()
///     .map(ToString::to_string)
///     .collect();
/// assert_eq!(safe, ["a1", "e1", "c3", "a5", "e5"]);
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
pub fn safe_cells(rules: &Rules) -> Vec<Cell> {
    let board: Board = rules.board();
    let through = |index: u8| {
        rules.capture_lines.compass().iter().any(|direction| {
            direction.step(board, index).is_some()
                && direction.opposite().step(board, index).is_some()
        })
    };
    (0..board.cell_count())
        .filter(|&index| {
            let safe = rules.centre == Centre::Safe && board.centre() == Some(index);
            safe || !through(index)
        })
        .map(|index| board.cell(index))
        .collect()
}

/// The placements with a number of pairs of unlike neighbours.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Mixture {
    /// Pairs of neighbours along ranks and files that belong to different players.
    pub unlike: u32,
    /// The placements.
    #[serde(with = "Count")]
    pub placements: u64,
    /// Those in which the first mover can take something at once.
    #[serde(with = "Count")]
    pub immediate: u64,
    /// The share of those.
    #[serde(with = "crate::exact::serial::Number")]
    pub probability: BigRational,
    /// In which the first mover forces the first capture.
    #[serde(with = "Count")]
    pub mover: u64,
    /// In which his opponent does.
    #[serde(with = "Count")]
    pub opponent: u64,
}

/// The effect of alternating colours: all placements by their number of unlike neighbours.
///
/// Exact. Cost: one look at each placement.
pub fn mixtures(solution: &Solution) -> Vec<Mixture> {
    let space = solution.space();
    let board = space.board();
    let hole = board.cell_count() / 2;
    // The cells of which the neighbour to the east or to the north has a stone too.
    let ways = [Compass::ORTHOGONAL[0], Compass::ORTHOGONAL[1]].map(|way| {
        let beside = |index: &u8| {
            let next = way.step(board, *index);
            *index != hole && next.is_some_and(|next| next != hole)
        };
        let cells = (0..board.cell_count()).filter(beside);
        let cells = cells.fold(0, |set, index| set | u32::bit(index));
        let apart = (0..board.cell_count())
            .find_map(|index| Some(way.step(board, index)? - index))
            .unwrap_or(0);
        (cells, apart)
    });
    let mut all: BTreeMap<u32, Mixture> = BTreeMap::new();
    for mask in space.subsets().masks() {
        let slide = Space::spread(hole, mask);
        let differ = ways.map(|(cells, apart)| ((slide.own ^ slide.own >> apart) & cells).count());
        let unlike = differ.iter().sum();
        let entry = all.entry(unlike).or_insert(Mixture {
            unlike,
            placements: 0,
            immediate: 0,
            probability: BigRational::ZERO,
            mover: 0,
            opponent: 0,
        });
        let value = solution.first_move(slide);
        entry.placements += 1;
        entry.immediate += u64::from(value == Ending::Win(1) && space.takes(slide));
        entry.mover += u64::from(matches!(value, Ending::Win(_)));
        entry.opponent += u64::from(matches!(value, Ending::Loss(_)));
    }
    for mixture in all.values_mut() {
        mixture.probability = BigRational::new(mixture.immediate.into(), mixture.placements.into());
    }
    all.into_values().collect()
}
