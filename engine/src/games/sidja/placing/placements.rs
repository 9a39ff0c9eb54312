//! What every placement is worth to the side that moves first.

use crate::games::sidja::first_capture::space::{Slide, Space};
use crate::games::sidja::first_capture::{FirstCapture, Solution};
use crate::games::sidja::{Outcome, Rules, Unsolved};
use crate::solve::Subsets;
use crate::solve::parallel::map_ranges;

/// What is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The first capture: a draw is that nobody can force it.
    FirstCapture,
    /// The game.
    Game,
}

/// What every placement of a board of 3×3 or 5×5 is worth: win, draw or loss for the side that moves first.
///
/// Placements are numbered by the rank of that side's set among the cells without the centre ([`Space::squeeze`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placements {
    rules: Rules,
    sets: Subsets,
    /// By number, one bit each.
    won: Vec<u64>,
    lost: Vec<u64>,
}

impl Placements {
    /// From the value of each: a function of the set of cells that the side that moves first holds on the board.
    ///
    /// # Errors
    /// [`Unsolved::Board`]: the board is larger than 5×5.
    pub fn new(
        rules: Rules,
        value: impl Fn(u32) -> Outcome + Sync,
    ) -> Result<Placements, Unsolved> {
        let space = Space::new(rules)?;
        let sets = space.subsets().clone();
        let hole = rules.board().cell_count() / 2;
        let words = map_ranges(sets.len(), 64, |ranks| {
            let (mut won, mut lost) = (0_u64, 0_u64);
            for (bit, rank) in ranks.enumerate() {
                let slide = Space::spread(hole, sets.mask(rank));
                match value(slide.own) {
                    Outcome::Win => won |= 1 << bit,
                    Outcome::Loss => lost |= 1 << bit,
                    Outcome::Draw => {}
                }
            }
            (won, lost)
        });
        let (won, lost) = words.into_iter().unzip();
        Ok(Placements {
            rules,
            sets,
            won,
            lost,
        })
    }

    /// Who makes the first capture from each placement.
    pub fn first_capture(solution: &Solution) -> Placements {
        let space = solution.space();
        let hole = space.board().cell_count() / 2;
        let value = |own| match solution.first_move(Slide { hole, own }) {
            FirstCapture::Win(_) => Outcome::Win,
            FirstCapture::Loss(_) => Outcome::Loss,
            FirstCapture::Never => Outcome::Draw,
        };
        Placements::new(*space.rules(), value).expect("a board that was solved is small enough")
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many placements there are.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether there are none; there always are some.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What a placement is worth to the side that moves first, which holds these cells.
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

    /// How many placements are won, drawn and lost for the side that moves first.
    pub fn counts(&self) -> [u64; 3] {
        let ones =
            |bits: &[u64]| -> u64 { bits.iter().map(|word| u64::from(word.count_ones())).sum() };
        let (won, lost) = (ones(&self.won), ones(&self.lost));
        [won, self.len() as u64 - won - lost, lost]
    }
}
