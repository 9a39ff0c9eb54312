//! The values of the captures of a pair, from finished layers.

use std::sync::Arc;

use super::captures::Sources;
use super::game::{Chain, CustodyGame};
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
        if custody.chain == Chain::Other {
            let mut tables = Vec::new();
            for needed in needs(custody, few, many) {
                tables.push(load(needed)?);
            }
            self.captures_apart(&tables);
        } else {
            let of_rows = self.sources_of_rows(load)?;
            let in_row = self.sources_in_row(load)?;
            self.captures_together(&of_rows, &in_row);
        }
        for (known, worth) in self.known.iter_mut().zip(&self.worth) {
            known.bits[0].copy_from_slice(&worth.bits[0]);
        }
        Ok(())
    }

    /// The layers that captures by the side whose sets are the rows lead to.
    fn sources_of_rows<E: From<SolveError>>(
        &self,
        load: &mut dyn FnMut(Layer) -> Result<Arc<Outcomes>, E>,
    ) -> Result<Sources, E> {
        let custody = &self.space.custody;
        let Layer {
            own: few,
            other: many,
        } = self.layer();
        let going_on = custody.chain.goes_on();
        let mut sources = Sources::new();
        for left in (0..many).rev() {
            if left <= custody.lost_with {
                sources.push(None);
                continue;
            }
            let needed = match going_on {
                true => Layer::new(few, left),
                false => Layer::new(left, few),
            };
            let table = load(needed)?;
            let sets = (self.sets.clone(), left);
            let source = Source::new(self.space, sets, &table, going_on, going_on);
            sources.push(Some(source.ok_or_else(|| self.missing(needed))?));
        }
        Ok(sources)
    }

    /// The layers that captures by the other side lead to.
    fn sources_in_row<E: From<SolveError>>(
        &self,
        load: &mut dyn FnMut(Layer) -> Result<Arc<Outcomes>, E>,
    ) -> Result<Sources, E> {
        let custody = &self.space.custody;
        let Layer {
            own: few,
            other: many,
        } = self.layer();
        let going_on = custody.chain.goes_on();
        let mut sources = Sources::new();
        for left in (0..few).rev() {
            if left <= custody.lost_with {
                sources.push(None);
                continue;
            }
            let needed = match going_on {
                true => Layer::new(many, left),
                false => Layer::new(left, many),
            };
            let table = load(needed)?;
            let sets = Sets::new(custody.cells, left, &custody.symmetries);
            let sets = sets.map(Arc::new).ok_or_else(|| self.missing(needed))?;
            let source = Source::new(self.space, (sets, many), &table, !going_on, going_on);
            sources.push(Some(source.ok_or_else(|| self.missing(needed))?));
        }
        Ok(sources)
    }

    fn missing(&self, needs: Layer) -> SolveError {
        SolveError::Missing {
            layer: self.layer(),
            needs,
        }
    }

    /// Values captures row by row, where each is worth what its last position is.
    fn captures_together(&mut self, of_rows: &Sources, in_row: &Sources) {
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
                        0 => row.captures_of_rows(of_rows, work),
                        _ => row.captures_in_row(in_row, work),
                    }
                    let [won, safe] = worth;
                    won.copy_from_slice(&work.sum.won[..words]);
                    safe.copy_from_slice(&work.sum.safe[..words]);
                }
            });
        });
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
