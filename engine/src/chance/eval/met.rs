//! What a throw asks about, and whether it occurs: cases of score tables, values of sets.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Display;

use itertools::Itertools;

use super::readers::{Alternatives, PoolQuestion, Readers};
use super::shortened;
use crate::chance::expr::{Expr, Held, Key, Range};
use crate::exact::Weight;
use crate::exact::pool::PoolPart;

/// Whether the keys and ranges that have been asked about have occurred, by where they stand.
#[derive(Default)]
pub(super) struct Met(RefCell<HashMap<usize, bool>>);

fn place<T>(of: &T) -> usize {
    std::ptr::from_ref(of).addr()
}

impl Met {
    /// These keys are asked about.
    pub(super) fn asked<'x>(&self, keys: impl Iterator<Item = &'x Key>) {
        let mut met = self.0.borrow_mut();
        for key in keys {
            met.entry(place(key)).or_insert(false);
        }
    }

    /// An outcome has this key.
    pub(super) fn occurs(&self, key: &Key) {
        self.0.borrow_mut().insert(place(key), true);
    }

    /// Looks for the values of sets on the faces of the pools that are read.
    pub(super) fn look<W: Weight>(&self, readers: &Readers<'_>, pools: &[Alternatives<W>]) {
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
        let mut met = self.0.borrow_mut();
        for reader in &readers.0 {
            if let PoolQuestion::Held(held) = reader.question {
                for range in set(held) {
                    let met = met.entry(place(range)).or_insert(false);
                    *met = *met || shown(range);
                }
            }
        }
    }

    /// What was asked about and never occurred, a sentence for each.
    pub(super) fn never(&self, expr: &Expr) -> Vec<String> {
        let met = self.0.borrow();
        let mut never = Vec::new();
        let mut left = vec![expr];
        while let Some(expr) = left.pop() {
            let mut check = |at: usize, key: &dyn Display, of: &dyn Display| {
                if met.get(&at) == Some(&false) {
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
            left.extend(expr.parts());
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
