//! The value of every placement to the side that moves first.

use crate::games::sidja::first_capture;
use crate::games::sidja::first_capture::space::{Slide, Space, placement};
use crate::games::sidja::{Outcome, Position, Rules};
use crate::solve::Subsets;
use crate::solve::parallel::map_ranges;
use crate::work::Fault;

/// The values of placements to the side that moves first.
pub trait Worth: Sync {
    /// The rules.
    fn rules(&self) -> &Rules;

    /// The value of the placement in which the side that moves first holds these cells.
    fn value(&self, own: u32) -> Outcome;
}

/// By the first capture: the side that makes it wins.
impl Worth for first_capture::Solution {
    fn rules(&self) -> &Rules {
        self.space().rules()
    }

    fn value(&self, own: u32) -> Outcome {
        let hole = self.space().board().cell_count() / 2;
        self.first_move(Slide { hole, own }).outcome()
    }
}

impl Worth for Placements {
    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn value(&self, own: u32) -> Outcome {
        self.value(own)
    }
}

/// The value of every placement of a board of 3×3 or 5×5: win, draw or loss for the side that moves first.
///
/// Placements are numbered by the rank of that side's set among the cells without the centre.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placements {
    rules: Rules,
    sets: Subsets,
    /// By number, one bit each.
    won: Vec<u64>,
    lost: Vec<u64>,
}

impl Placements {
    /// One placement of each class that symmetries make of one another, the least, in ascending order.
    pub(super) fn firsts(space: &Space) -> Vec<Slide> {
        let hole = space.board().cell_count() / 2;
        let firsts = map_ranges(space.subsets().highs(), 64, |highs| {
            let masks = space.subsets().masks_of_highs(highs);
            let slides = masks.map(|(_, mask)| Space::spread(hole, mask));
            slides.filter(|&slide| space.is_first(slide)).collect()
        });
        firsts
            .into_iter()
            .flat_map(|part: Vec<Slide>| part)
            .collect()
    }

    /// From the value of one placement of each class that symmetries make of one another, the least, in ascending order; `None`
    /// if one of them is not known.
    ///
    /// # Errors
    /// Of kind input: the board is larger than 5×5.
    pub(crate) fn of_classes(
        rules: Rules,
        mut value: impl FnMut(&Position) -> Option<Outcome>,
    ) -> Result<Option<Placements>, Fault> {
        let space = Space::new(rules)?;
        let sets = space.subsets().clone();
        let [mut won, mut lost] = [0, 1].map(|_| vec![0_u64; sets.len().div_ceil(64)]);
        for slide in Placements::firsts(&space) {
            let values = match value(&placement(&space, slide)) {
                Some(Outcome::Win) => &mut won,
                Some(Outcome::Draw) => continue,
                Some(Outcome::Loss) => &mut lost,
                None => return Ok(None),
            };
            for (number, _) in space.images(slide) {
                let rank = number % space.numbers().row();
                values[rank / 64] |= 1 << (rank % 64);
            }
        }
        Ok(Some(Placements {
            rules,
            sets,
            won,
            lost,
        }))
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of placements.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether it is empty; it never is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a placement to the side that moves first, which holds these cells.
    #[inline]
    pub fn value(&self, own: u32) -> Outcome {
        let hole = self.rules.board().cell_count() / 2;
        let rank = self.sets.rank(Space::squeeze(Slide { hole, own }));
        let has = |bits: &[u64]| bits[rank / 64] >> (rank % 64) & 1 == 1;
        match (has(&self.won), has(&self.lost)) {
            (true, _) => Outcome::Win,
            (_, true) => Outcome::Loss,
            _ => Outcome::Draw,
        }
    }

    /// The numbers of placements that are won, drawn and lost for the side that moves first.
    pub fn counts(&self) -> [u64; 3] {
        let ones =
            |bits: &[u64]| -> u64 { bits.iter().map(|word| u64::from(word.count_ones())).sum() };
        let (won, lost) = (ones(&self.won), ones(&self.lost));
        [won, self.len() as u64 - won - lost, lost]
    }
}
