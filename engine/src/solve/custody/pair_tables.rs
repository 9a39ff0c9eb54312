//! The tables of a pair that is solved.

use super::buffers::Work;
use super::game::Chain;
use super::solve_pair::Pair;
use super::table::{Outcomes, bytes};
use crate::solve::columns::Columns;
use crate::solve::retro::ReversibleGame;

impl<G: ReversibleGame> Pair<'_, G> {
    /// The tables.
    pub(super) fn finish(&self) -> Vec<Outcomes> {
        let movers = if self.layer().own == self.layer().other {
            1
        } else {
            2
        };
        (0..movers).map(|mover| self.table(mover)).collect()
    }

    fn table(&self, mover: usize) -> Outcomes {
        let (columns, going_on) = (self.columns, self.space.custody.chain.goes_on());
        let mut values = vec![0; bytes(self.index.len())];
        let mut after = going_on.then(|| values.clone());
        let mut stuck = 0;
        let mut work = Work::default();
        for class in 0..self.sets.classes() {
            let row = self.row(class);
            let [won, lost] = self.known[mover].both(class);
            let start = class * columns.len;
            write(&mut values, start, columns, |place| {
                (won[place], !lost[place])
            });
            row.blocked(mover, &mut work.mask);
            let blocked = work.mask.iter().map(|word| u64::from(word.count_ones()));
            stuck += blocked.sum::<u64>() * self.sets.orbit(class) as u64;
            if let Some(after) = &mut after {
                self.write_going_on(mover, class, after, &mut work);
            }
        }
        let layer = match mover {
            0 => self.layer(),
            _ => self.layer().after_step(),
        };
        let table = Outcomes::new(layer, self.sets.clone(), values, after, stuck);
        table.expect("two bits for every place of the index")
    }

    /// Writes the values of a row for a mover who has just captured and may go on with the same stone.
    fn write_going_on(&self, mover: usize, class: usize, after: &mut [u8], work: &mut Work) {
        let columns = self.columns;
        let start = class * columns.len;
        let [won, lost] = self.known[mover].both(class);
        let [their_won, their_lost] = self.known[1 - mover].both(class);
        let [takes, safe] = self.worth[mover].both(class);
        work.sum.clear(columns.words);
        if self.space.custody.chain != Chain::Any {
            // To go on is like a turn, which may also end at once.
            return write(after, start, columns, |place| {
                (
                    won[place] | their_lost[place],
                    !lost[place] | !their_won[place],
                )
            });
        }
        let row = self.row(class);
        match mover {
            0 => row.rows_can_take(work),
            _ => row.others_can_take(work),
        }
        let can = &work.sum.won;
        write(after, start, columns, |place| {
            let can = can[place];
            (
                can & takes[place] | !can & their_lost[place],
                can & safe[place] | !can & !their_won[place],
            )
        });
    }
}

/// Writes a row as codes, from words of what is won and of what is not lost.
fn write(codes: &mut [u8], start: usize, columns: &Columns, row: impl Fn(usize) -> (u64, u64)) {
    for word in 0..columns.words {
        let (won, safe) = row(word);
        for bit in 0..(columns.len - word * 64).min(64) {
            let code = (won >> bit & 1) << 1 | safe >> bit & 1;
            let place = start + word * 64 + bit;
            codes[place / 4] |= (code as u8) << (2 * (place % 4));
        }
    }
}
