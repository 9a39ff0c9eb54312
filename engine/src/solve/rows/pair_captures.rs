//! The values of the captures of a pair, from finished layers.

use std::sync::Arc;

use super::captures::Sources;
use super::custody::{Chain, CustodyGame};
use super::noncapture_steps::Row;
use super::solve_pair::{Pair, WORK, needs};
use super::source::Source;
use super::table::Outcomes;
use crate::solve::parallel;
use crate::solve::retro::{Layer, Outcome, Plies, Sets, SolveError, Value};

impl<G: CustodyGame> Pair<'_, G> {
    /// Values the captures of every position, which win some already.
    pub(super) fn captures<E: From<SolveError>>(
        &mut self,
        load: &mut dyn FnMut(Layer) -> Result<Arc<Outcomes>, E>,
    ) -> Result<(), E> {
        let custody = &self.space.custody;
        let (few, many) = (self.layer().own, self.layer().other);
        let missing = |needs| SolveError::Missing {
            layer: Layer::new(few, many),
            needs,
        };
        if custody.chain == Chain::Other {
            let mut tables = Vec::new();
            for needed in needs(custody, few, many) {
                tables.push(load(needed)?);
            }
            self.captures_apart(&tables);
        } else {
            let going_on = custody.chain.goes_on();
            let mut of_rows = Sources::new();
            let mut in_row = Sources::new();
            for taken in 1..=many {
                let left = many - taken;
                let needed = if going_on {
                    Layer::new(few, left)
                } else {
                    Layer::new(left, few)
                };
                of_rows.push(if left > custody.lost_with {
                    let table = load(needed)?;
                    let sets = (self.sets.clone(), left);
                    let source = Source::new(self.space, sets, &table, going_on, going_on);
                    Some(source.ok_or_else(|| missing(needed))?)
                } else {
                    None
                });
            }
            for taken in 1..=few {
                let left = few - taken;
                let needed = if going_on {
                    Layer::new(many, left)
                } else {
                    Layer::new(left, many)
                };
                in_row.push(if left > custody.lost_with {
                    let table = load(needed)?;
                    let sets = Sets::new(custody.cells, left, &custody.symmetries);
                    let sets = sets.map(Arc::new).ok_or_else(|| missing(needed))?;
                    let source = Source::new(self.space, (sets, many), &table, !going_on, going_on);
                    Some(source.ok_or_else(|| missing(needed))?)
                } else {
                    None
                });
            }
            let [first, second] = &mut self.worth;
            let (space, sets, others) = (self.space, &self.sets, self.others);
            let words = self.columns.words;
            let both = first.each().zip(second.each()).enumerate();
            parallel::for_each(both, |(class, (first, second))| {
                WORK.with_borrow_mut(|work| {
                    let row = Row::new(space, sets, class, others);
                    for (mover, worth) in [first, second].into_iter().enumerate() {
                        work.sum.clear(words);
                        match mover {
                            0 => row.captures_of_rows(&of_rows, work),
                            _ => row.captures_in_row(&in_row, work),
                        }
                        let [won, safe] = worth;
                        won.copy_from_slice(&work.sum.won[..words]);
                        safe.copy_from_slice(&work.sum.safe[..words]);
                    }
                });
            });
        }
        for (known, worth) in self.known.iter_mut().zip(&self.worth) {
            known.bits[0].copy_from_slice(&worth.bits[0]);
        }
        Ok(())
    }

    /// The same, one position at a time.
    fn captures_apart(&mut self, tables: &[Arc<Outcomes>]) {
        let value = |own: u32, other: u32| {
            let layer = Layer::new(own.count_ones() as u8, other.count_ones() as u8);
            let table = tables.iter().find(|table| table.layer() == layer)?;
            Some(match table.value(own, other) {
                Outcome::Win => Value::Decided(Plies(1)),
                Outcome::Draw => Value::Draw,
                Outcome::Loss => Value::Decided(Plies(0)),
            })
        };
        let (game, index, columns) = (self.game, self.index, self.columns);
        for (mover, worth) in self.worth.iter_mut().enumerate() {
            parallel::for_each(worth.each().enumerate(), |(class, [won, safe])| {
                for column in 0..columns.len {
                    let (row, other) = index.position(class * columns.len + column);
                    let found = match mover {
                        0 => game.captures(row, other, &value),
                        _ => game.captures(other, row, &value),
                    };
                    let Some(found) = found.map(Value::outcome) else {
                        continue;
                    };
                    let bit = 1 << (column % 64);
                    if found == Outcome::Win {
                        won[column / 64] |= bit;
                    }
                    if found != Outcome::Loss {
                        safe[column / 64] |= bit;
                    }
                }
            });
        }
    }
}
