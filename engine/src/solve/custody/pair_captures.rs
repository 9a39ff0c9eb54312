//! The values of the captures of a pair, from finished layers.

use std::sync::Arc;

use super::buffers::Work;
use super::captures::Sources;
use super::game::{Blocked, CustodyGame};
use super::noncapture_steps::Row;
use super::one_at_a_time::{SinglePositions, Tables};
use super::solve_pair::{Pair, WORK, needs};
use super::source::Source;
use super::table::Outcomes;
use crate::solve::parallel;
use crate::solve::retro::{Layer, Sets, SolveError};

impl<G: CustodyGame> Pair<'_, G> {
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
            false => [
                self.sources_of_rows(&mut load)?,
                self.sources_in_row(&mut load)?,
            ],
        };
        self.captures_from(&sources, &Tables::new(&tables));
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
        for left in (many.saturating_sub(custody.most_taken())..many).rev() {
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
        for left in (few.saturating_sub(custody.most_taken())..few).rev() {
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

    /// Values captures: by rows where the turn ends with the capture, the others one position at a time.
    fn captures_from(&mut self, [of_rows, in_row]: &[Sources; 2], tables: &Tables<'_>) {
        let [first, second] = &mut self.worth;
        let (space, sets, others) = (self.space, &self.sets, self.others);
        let (game, index, places) = (self.game, self.index, self.places);
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
                    let apart = SinglePositions {
                        game,
                        index,
                        places,
                        mover,
                    };
                    apart.captures(class, &work.mask, tables, [won, safe]);
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
        match custody.blocked {
            // The turn begins with an extra move, for which not every capture is legal.
            Blocked::Opens => self.blocked(1 - mover, &mut work.mask),
            _ => {
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
