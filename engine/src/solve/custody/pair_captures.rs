//! The values of the captures of a pair, from finished layers.

use std::sync::Arc;

use super::buffers::Work;
use super::captures::Sources;
use super::noncapture_steps::Row;
use super::one_at_a_time::SinglePositions;
use super::solve_pair::{Pair, WORK, layer_after, needs};
use super::source::Source;
use super::table::{Outcomes, outcome_in};
use crate::solve::parallel;
use crate::solve::retro::{Layer, Outcome, ReversibleGame, Sets, SolveError};

impl<G: ReversibleGame> Pair<'_, G> {
    /// Values the captures of every position, which win some already.
    pub(super) fn captures<E: From<SolveError>>(
        &mut self,
        load: &mut dyn FnMut(Layer) -> Result<Arc<Outcomes>, E>,
    ) -> Result<(), E> {
        let custody = &self.space.custody;
        let (few, many) = (self.layer().own, self.layer().other);
        let mut tables = Vec::new();
        if custody.has_some_apart() {
            for needed in needs(custody, few, many) {
                tables.push(load(needed)?);
            }
        }
        let mut load = |layer| {
            let loaded = tables.iter().find(|table| table.layer() == layer);
            loaded.map_or_else(|| load(layer), |table| Ok(table.clone()))
        };
        let sources = match custody.is_all_apart() {
            true => Default::default(),
            false => [self.sources(0, &mut load)?, self.sources(1, &mut load)?],
        };
        let known = outcome_in(tables.iter().map(|table| &**table));
        self.captures_from(&sources, &known);
        for (known, worth) in self.known.iter_mut().zip(&self.worth) {
            known.bits[0].copy_from_slice(&worth.bits[0]);
        }
        Ok(())
    }

    /// The layers that captures by a side lead to: by 0, that whose sets are the rows, or by 1, the other.
    fn sources<E: From<SolveError>>(
        &self,
        mover: usize,
        load: &mut dyn FnMut(Layer) -> Result<Arc<Outcomes>, E>,
    ) -> Result<Sources, E> {
        let custody = &self.space.custody;
        let going_on = custody.chain.goes_on();
        let layer = self.layer();
        let (capturer, all) = match mover {
            0 => (layer.own, layer.other),
            _ => (layer.other, layer.own),
        };
        let mut sources = Sources::new();
        for left in (all.saturating_sub(custody.most_taken())..all).rev() {
            if left <= custody.lost_with {
                sources.push(None);
                continue;
            }
            let needed = layer_after(going_on, capturer, left);
            let table = load(needed)?;
            let missing = || self.missing(needed);
            let (sets, others) = match mover {
                0 => (Some(self.sets.clone()), left),
                _ => (Sets::new(left, &custody.symmetries), capturer),
            };
            let sets = (sets.ok_or_else(missing)?, others);
            let rows_move = going_on == (mover == 0);
            let source = Source::new(self.space, sets, &table, rows_move, going_on);
            sources.push(Some(source.ok_or_else(missing)?));
        }
        Ok(sources)
    }

    fn missing(&self, needs: Layer) -> SolveError {
        SolveError::Missing {
            layer: self.layer(),
            needs,
        }
    }

    /// Values captures: by rows where the turn ends with the capture, the others one position at a time.
    fn captures_from(
        &mut self,
        [of_rows, in_row]: &[Sources; 2],
        known: &(impl Fn(u32, u32) -> Option<Outcome> + Sync),
    ) {
        let [first, second] = &mut self.worth;
        let (space, sets, others) = (self.space, &self.sets, self.others);
        let (game, index) = (self.game, self.index);
        let words = self.columns.words;
        let both = first.each().zip(second.each()).enumerate();
        parallel::for_each(both, |(class, (first, second))| {
            WORK.with_borrow_mut(|work| {
                let row = Row::new(space, sets, class, others);
                for (mover, worth) in [first, second].into_iter().enumerate() {
                    work.sum.clear(words);
                    match mover {
                        _ if space.custody.is_all_apart() => {}
                        0 => row.captures_of_rows(of_rows, work),
                        _ => row.captures_in_row(in_row, work),
                    }
                    row.set_apart(mover, work);
                    let [won, safe] = worth;
                    won.copy_from_slice(&work.sum.won[..words]);
                    safe.copy_from_slice(&work.sum.safe[..words]);
                    let apart = SinglePositions { game, index, mover };
                    apart.captures(class, &work.mask, known, [won, safe]);
                }
            });
        });
    }
}

impl Row<'_> {
    /// Sets `work.mask` to the columns in which captures are worked out one position at a time, and takes away what `work.sum` says of
    /// captures there that the rules may not allow.
    fn set_apart(&self, mover: usize, work: &mut Work) {
        let custody = &self.space.custody;
        if custody.is_all_apart() {
            return work.mask.clone_from(&self.columns.all);
        }
        match custody.opens {
            // The turn begins with an extra move, for which not every capture is legal.
            true => self.blocked(1 - mover, &mut work.mask),
            false => {
                work.mask.clear();
                work.mask.resize(self.columns.words, 0);
            }
        }
        for (at, apart) in work.mask.iter_mut().enumerate() {
            work.sum.won[at] &= !*apart;
            work.sum.safe[at] &= !*apart;
        }
    }
}
