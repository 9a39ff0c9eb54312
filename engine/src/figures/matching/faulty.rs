//! Columns that are faulty, or the same as another, rather than of something else.

use std::mem::discriminant;

use itertools::Itertools;

use super::MOST_SLIPPED;
use super::columns::{Columns, Fit, Role};
use crate::exact::Quantity;
use crate::figures::figure::Figure;
use crate::figures::range::{Range, Rounding};

impl Columns<'_> {
    /// Whether a column without a heading has nearly all numbers of another once more, in another notation.
    pub(super) fn is_once_more(&self, fit: &Fit, at: usize, other: usize) -> bool {
        let notation = |at: usize| {
            let mut figures = self.cells[at].iter().flat_map(|one| one.figures).flatten();
            figures
                .next()
                .map(|figure| (figure.scale.clone(), discriminant(&figure.form)))
        };
        let is_bare = |at: usize| self.frame.heading(at).is_empty();
        fit.nearly_all() && is_bare(at) && is_bare(other) && notation(at) != notation(other)
    }

    /// Whether all figures of a column hold cut off or always rounded up, or some rows higher or lower: they are faulty, not of something
    /// else.
    pub(super) fn is_slipped_or_cut(&self, at: usize, role: &Role) -> bool {
        let mut slipped = (1..=MOST_SLIPPED).flat_map(|by| [by, -by]);
        self.is_cut(at, role) || slipped.any(|by| self.hold(at, role, by, Rounding::Half))
    }

    /// Whether all figures of a column hold cut off or always rounded up.
    pub(super) fn is_cut(&self, at: usize, role: &Role) -> bool {
        let mut roundings = [Rounding::Down, Rounding::Up].into_iter();
        roundings.any(|rounding| self.hold(at, role, 0, rounding))
    }

    /// Whether all figures of a column hold so many rows lower, rounded so.
    fn hold(&self, at: usize, role: &Role, by: isize, rounding: Rounding) -> bool {
        let Role::Numbers { series, .. } = role else {
            return false;
        };
        let numbers = &self.numbers.series[*series].1;
        let cells = self.cells[at].iter();
        let cells = cells.filter_map(|content| {
            let readings = self.readings(content, role);
            (!readings.is_empty()).then_some((self.row(content)?, readings))
        });
        let cells = cells.collect_vec();
        let mut pairs = cells.iter().enumerate().filter_map(|(nth, (_, readings))| {
            let (row, _) = cells.get(nth.checked_add_signed(by)?)?;
            Some((numbers[*row].as_ref(), readings))
        });
        let is = |readings: &Vec<Figure>, number: &Quantity| {
            let mut ranges = readings.iter().map(|one| Range::of(one, rounding));
            ranges.any(|range| range.holds(number))
        };
        // More than half have a row to hold in: one alone may hold by chance.
        cells.len() > 2 * by.unsigned_abs()
            && pairs.all(|(number, all)| {
                number.is_some_and(|number| all.iter().all(|one| is(one, number)))
            })
    }
}
