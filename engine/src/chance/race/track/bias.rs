//! Races whose chances are functions of an unknown bias.

use num_traits::{One, Zero};

use super::{Chain, Situation};
use crate::chance::race::{MAX_ROWS_OF_BIAS, RaceError};
use crate::exact::linear::eliminate;
use crate::exact::{Field, Quantity, RatFunc};
use crate::work::stop;

/// The way chances are listed: the presentation of a function, and whether a chance is so small that no more need be listed.
pub(in crate::chance) type Listing<'a, E> = (
    &'a dyn Fn(&RatFunc) -> Result<Quantity, E>,
    &'a dyn Fn(&RatFunc) -> bool,
);

impl Chain<RatFunc> {
    /// The average number of visits to each situation; `None` when the race may never end.
    ///
    /// Situations are eliminated from the first cell on: without jumps back nothing is filled in.
    pub(super) fn visits(&self) -> Option<Vec<RatFunc>> {
        if !self.ends() {
            return None;
        }
        let n = self.ways.len();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&at| match self.situations[at] {
            Situation::Turn(cell) => (cell, 0),
            Situation::Again(cell) => (cell, 1),
            Situation::Wait(cell, left) => (cell, u32::MAX - left),
        });
        let mut place = vec![0; n];
        for (row, &at) in order.iter().enumerate() {
            place[at] = row;
        }
        // Visits of a situation, less those that come by way of others, are the start.
        let mut rows = vec![vec![RatFunc::zero(); n + 1]; n];
        for (at, row) in rows.iter_mut().enumerate() {
            row[at] = RatFunc::one();
        }
        rows[place[0]][n] = RatFunc::one();
        for (from, ways) in self.ways.iter().enumerate() {
            for way in ways {
                if let Some(to) = way.to {
                    let entry = &mut rows[place[to]][place[from]];
                    stop::check();
                    *entry = entry.clone() - way.weight.clone();
                }
            }
        }
        let solved = eliminate(rows)?;
        let visits = place.into_iter().map(|row| solved[row][0].clone());
        Some(visits.collect())
    }

    /// The chance of each number of turns, until little is left, and the chance of more; none are listed where a throw earns
    /// another.
    pub(super) fn length<E: From<RaceError>>(
        &self,
        (present, is_little): Listing<'_, E>,
    ) -> Result<(Vec<Quantity>, Quantity), E> {
        let mut at = vec![RatFunc::zero(); self.ways.len()];
        at[0] = RatFunc::one();
        let (mut rows, mut open) = (Vec::new(), RatFunc::one());
        let most = match self.has_further_throws() {
            true => 0,
            false => MAX_ROWS_OF_BIAS,
        };
        while rows.len() < most && !is_little(&open) {
            let mut after = vec![RatFunc::zero(); at.len()];
            let mut ended = RatFunc::zero();
            for (here, ways) in at
                .iter()
                .zip(&self.ways)
                .filter(|(here, _)| !here.is_zero())
            {
                for way in ways {
                    let to = match way.to {
                        Some(to) => &mut after[to],
                        None => &mut ended,
                    };
                    stop::check();
                    *to = to.clone().plus_product(here, &way.weight);
                }
            }
            open -= ended.clone();
            rows.push(present(&ended)?);
            at = after;
        }
        Ok((rows, present(&open)?))
    }
}
