//! Which captures leave the stone that took able to take again, on whole rows; such positions are then valued one at a time.

use super::buffers::or;
use super::columns::Columns;
use super::game::{label, members};
use super::noncapture_steps::{Row, all_of};

impl Row<'_> {
    /// Whether a stone of the row's side that has entered `to`, which has made the row `set`, and has taken the stones `taken`
    /// can take again: sets of the others among the cells `among`, written as columns of `after`.
    pub(super) fn row_takes_again(
        &self,
        (set, to, taken): (u32, u8, u32),
        (after, among): (&Columns, u32),
        product: &mut Vec<u64>,
        out: &mut Vec<u64>,
    ) {
        debug_assert_eq!(among & (set | taken), 0);
        let custody = &self.space.custody;
        out.clear();
        out.resize(after.words, 0);
        for enters in members(custody.near[usize::from(to)] & !set) {
            let runs = custody.runs_before(set, enters).into_iter();
            // All cells of a run must be the enemy's: not one that was left just now, or whose stone was taken.
            for run in runs.filter(|run| run.cells & !among == 0) {
                all_of(after, among, run.cells, product);
                if among >> enters & 1 == 1 {
                    after.without(label(among, enters), product);
                }
                or(out, product);
            }
        }
    }

    /// Whether a stone of the others that has entered `to` and taken the stones `taken` of the row can take again: sets of the others' other stones.
    pub(super) fn other_takes_again(
        &self,
        (to, taken): (u8, u32),
        product: &mut Vec<u64>,
        out: &mut Vec<u64>,
    ) {
        let (custody, through) = (&self.space.custody, self.through());
        let set = self.set & !taken;
        out.clear();
        out.resize(through.words, 0);
        for enters in members(custody.near[usize::from(to)] & !set) {
            let runs = custody.runs_behind(set, enters).into_iter();
            for run in runs.filter(|run| self.left >> run.far & 1 == 1) {
                product.clear();
                product.extend_from_slice(through.has(label(self.left, run.far)));
                if self.left >> enters & 1 == 1 {
                    through.without(label(self.left, enters), product);
                }
                or(out, product);
            }
        }
    }
}
