//! What a throw asks about, and whether it occurs: cases of score tables, values of sets.

use std::fmt::Display;

use itertools::Itertools;

use super::readers::{Alternatives, PoolQuestion, Reader};
use super::{Notes, shortened};
use crate::chance::expr::{Expr, Held, Key, Range};
use crate::exact::Weight;
use crate::exact::pool::PoolPart;

fn place<T>(of: &T) -> usize {
    std::ptr::from_ref(of).addr()
}

impl<W: Weight> Notes<W> {
    /// These keys are asked about.
    pub(super) fn asked<'x>(&self, keys: impl Iterator<Item = &'x Key>) {
        let mut occurred = self.occurred.borrow_mut();
        for key in keys {
            occurred.entry(place(key)).or_insert(false);
        }
    }

    /// An outcome has this key.
    pub(super) fn occurs(&self, key: &Key) {
        self.occurred.borrow_mut().insert(place(key), true);
    }

    /// Looks for the values of sets on the faces of the pools that are read.
    pub(super) fn look(&self, readers: &[Reader<'_>], pools: &[Alternatives<W>]) {
        let shown = |range: &Range| {
            let pools = pools.iter().flatten();
            let mut parts = pools.flat_map(|(_, pool)| &pool.parts);
            parts.any(|part| match part {
                PoolPart::Dice(dist, _) => dist.iter().any(|(face, _)| range.contains(*face)),
                PoolPart::Cards(cards, _) | PoolPart::Hand(cards, ..) => {
                    cards.iter().any(|(card, _)| range.contains(*card))
                }
            })
        };
        let mut occurred = self.occurred.borrow_mut();
        for reader in readers {
            if let PoolQuestion::Held(held) = reader.question {
                for range in set(held) {
                    let occurs = occurred.entry(place(range)).or_insert(false);
                    *occurs = *occurs || shown(range);
                }
            }
        }
    }

    /// What was asked about and never occurred, a sentence for each.
    pub(in crate::chance) fn never(&self, expr: &Expr) -> Vec<String> {
        let occurred = self.occurred.borrow();
        let mut never = Vec::new();
        for expr in expr.all() {
            let mut check = |at: usize, key: &dyn Display, of: &dyn Display| {
                if occurred.get(&at) == Some(&false) {
                    never.push(format!("{key} never occurs in {}", shortened(of)));
                }
            };
            match expr {
                Expr::Score(of, cases) => {
                    let keys = cases.iter().flat_map(|case| &case.keys);
                    keys.for_each(|key| check(place(key), key, of));
                }
                Expr::Held(held, pools) => {
                    let pools = pools.iter().join(", ");
                    let ranges = set(held).iter();
                    ranges.for_each(|range| check(place(range), range, &pools));
                }
                _ => {}
            }
        }
        never.into_iter().unique().collect()
    }
}

/// The values that a question about pools names.
fn set(held: &Held) -> &[Range] {
    match held {
        Held::Count(set) | Held::Sum(set) | Held::Contains(set) => set,
        _ => &[],
    }
}
