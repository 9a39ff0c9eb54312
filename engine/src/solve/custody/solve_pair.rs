//! A pair of layers: what its captures are worth, then quiet steps, round by round, then its tables.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::buffers::Work;
use super::game::{Custody, members};
use super::noncapture_steps::Row;
use super::one_at_a_time::SinglePositions;
use super::row_store::{OutcomeRows, Rows, Space, or};
use super::table::Outcomes;
use crate::solve::columns::Columns;
use crate::solve::parallel;
use crate::solve::retro::{Layer, LayerIndex, ReversibleGame, Sets, SolveError, Tick};

thread_local! {
    pub(super) static WORK: RefCell<Work> = RefCell::default();
}

/// The layers that captures of a pair lead to, as they are asked for when it is solved. The
/// pair has `rows` stones of the side whose sets are the rows and `others` of the other.
pub fn needs(custody: &Custody, rows: u8, others: u8) -> Vec<Layer> {
    let least = custody.lost_with + 1;
    let going_on = custody.chain.goes_on();
    let layer = |capturer, left| layer_after(going_on, capturer, left);
    let mut all: Vec<Layer> = (least..others).map(|left| layer(rows, left)).collect();
    all.extend((least..rows).map(|left| layer(others, left)));
    all.sort();
    all.dedup();
    all
}

/// The layer in which a capture is looked up after which the capturer has so many stones and so many are left of the other side: that of
/// the capturer, who may go on, else that of the other.
pub(super) fn layer_after(going_on: bool, capturer: u8, left: u8) -> Layer {
    match going_on {
        true => Layer::new(capturer, left),
        false => Layer::new(left, capturer),
    }
}

/// Solves the layers with `few` stones against `many`, whoever is to move, `few` not above `many`; returns
/// that in which the side with fewer is to move, then the other, unless they are the same.
///
/// `custody` says the same as `game`, by rows. `load` gives the finished layers that are asked for: those with fewer stones. The observer hears of every round, in which either side's
/// positions are looked at once, as of a ply, and can stop the work by returning false.
///
/// Exact. Cost: a byte for each place of the pair, and two bits for each of the layers that captures lead to.
///
/// # Errors
/// If there are too many cells, a layer is missing, or the observer stops it.
pub fn solve_pair<G: ReversibleGame, E: From<SolveError>>(
    game: &G,
    custody: Custody,
    (few, many): (u8, u8),
    load: &mut dyn FnMut(Layer) -> Result<Arc<Outcomes>, E>,
    observe: &mut dyn FnMut(Tick) -> bool,
) -> Result<Vec<Outcomes>, E> {
    let too_large = || SolveError::TooLarge {
        cells: custody.cells,
    };
    if custody.cells > 25 || few > many || few == 0 || few + many > custody.cells {
        return Err(too_large().into());
    }
    let sets = Sets::new(few, &custody.symmetries).ok_or_else(too_large)?;
    let index = LayerIndex::with(Layer::new(few, many), sets.clone());
    let index = index.ok_or_else(too_large)?;
    let space = Space::new(custody);
    let columns = space.columns((space.custody.cells - few).into(), many.into());
    let empty = || Rows::new(sets.classes(), columns.words);
    let mut pair = Pair {
        game,
        space: &space,
        sets: sets.clone(),
        index: &index,
        others: many,
        columns,
        known: [empty(), empty()],
        worth: [empty(), empty()],
    };
    pair.captures(load)?;
    pair.settle(observe)?;
    Ok(pair.finish())
}

pub(super) struct Pair<'a, G> {
    pub(super) game: &'a G,
    pub(super) space: &'a Space,
    pub(super) sets: Arc<Sets>,
    pub(super) index: &'a LayerIndex,
    pub(super) others: u8,
    pub(super) columns: &'a Columns,
    /// By who is to move, the side whose sets are the rows first: won, lost.
    pub(super) known: [Rows; 2],
    /// By who is to move, the side whose sets are the rows first: captures that win, that do not lose.
    pub(super) worth: [Rows; 2],
}

/// Half a round: one side is to move, and what the other has won and lost stands still.
struct HalfRound<'a, G> {
    space: &'a Space,
    columns: &'a Columns,
    /// By rows, the positions of the other side to move.
    from: &'a Rows,
    /// The captures that win, and those that do not lose.
    worth: &'a Rows,
    apart: SinglePositions<'a, G>,
}

impl<G: ReversibleGame> HalfRound<'_, G> {
    /// Sets `work.sum` to the moves of a row that win and those that do not lose, where it is not decided yet. Captures that win have
    /// decided it.
    fn value(
        &self,
        row: &Row<'_>,
        sets: &Sets,
        (class, known): (usize, [&[u64]; 2]),
        work: &mut Work,
    ) {
        let mover = self.apart.mover;
        work.sum.clear(self.columns.words);
        let [their_won, their_lost] = self.from.both(class);
        match mover {
            0 => row.steps_of_rows(sets, self.from, work),
            _ => row.steps_in_row(their_won, their_lost, work),
        }
        if !self.space.custody.blocked_loses {
            row.blocked(mover, &mut work.mask);
            for place in 0..self.columns.words {
                work.sum.won[place] |= work.mask[place] & their_lost[place];
                work.sum.safe[place] |= work.mask[place] & !their_won[place];
            }
        }
        if self.space.custody.opens {
            row.blocked(1 - mover, &mut work.mask);
            for (place, blocked) in work.mask.iter_mut().enumerate() {
                *blocked &= !known[0][place] & !known[1][place];
            }
            self.apart.steps(class, self.from, work);
        }
        or(&mut work.sum.safe, self.worth.row(1, class));
    }

    /// Enters in a row what is won and lost by now; returns how many places are new.
    fn decide(&self, [won, lost]: [&mut [u64]; 2], sum: &OutcomeRows) -> u64 {
        let mut count = 0;
        for place in 0..self.columns.words {
            let open = self.columns.all[place] & !won[place] & !lost[place];
            let new_won = open & sum.won[place];
            let new_lost = open & !new_won & !sum.safe[place];
            won[place] |= new_won;
            lost[place] |= new_lost;
            count += u64::from((new_won | new_lost).count_ones());
        }
        count
    }
}

impl<G: ReversibleGame> Pair<'_, G> {
    pub(super) fn row(&self, class: usize) -> Row<'_> {
        Row::new(self.space, &self.sets, class, self.others)
    }

    pub(super) fn layer(&self) -> Layer {
        self.index.layer()
    }

    /// Looks at every position of one side to move, where something new may follow; returns how many arrangements are decided.
    fn round(&mut self, mover: usize, changed: &[AtomicBool]) -> u64 {
        let (space, sets, others) = (self.space, &*self.sets, self.others);
        let columns = self.columns;
        let [first, second] = &mut self.known;
        let (target, from) = match mover {
            0 => (first, &*second),
            _ => (second, &*first),
        };
        let half = HalfRound {
            space,
            columns,
            from,
            worth: &self.worth[mover],
            apart: SinglePositions {
                game: self.game,
                index: self.index,
                mover,
            },
        };
        let decided = AtomicU64::new(0);
        let now: Vec<AtomicBool> = changed.iter().map(|_| AtomicBool::new(false)).collect();
        parallel::for_each(target.each().enumerate(), |(class, [won, lost])| {
            let row = Row::new(space, sets, class, others);
            if !columns.has_open(won, lost) || !row.may_change(sets, mover, changed) {
                return;
            }
            WORK.with_borrow_mut(|work| {
                half.value(&row, sets, (class, [won, lost]), work);
                let count = half.decide([won, lost], &work.sum);
                if count > 0 {
                    now[class].store(true, Ordering::Relaxed);
                    decided.fetch_add(count * sets.orbit(class) as u64, Ordering::Relaxed);
                }
            });
        });
        for (changed, now) in changed.iter().zip(now) {
            changed.store(now.into_inner(), Ordering::Relaxed);
        }
        decided.into_inner()
    }

    /// Follows quiet steps until nothing is new.
    fn settle<E: From<SolveError>>(
        &mut self,
        observe: &mut dyn FnMut(Tick) -> bool,
    ) -> Result<(), E> {
        let layer = self.layer();
        let stopped = || E::from(SolveError::Stopped { layer });
        let mut tick = Tick {
            layer,
            ply: 0,
            decided: self.decided(),
            positions: 2 * self.index.arrangements(),
        };
        // At first every row may give something new.
        let changed: Vec<AtomicBool> = (0..self.sets.classes())
            .map(|_| AtomicBool::new(true))
            .collect();
        loop {
            if !observe(tick) {
                return Err(stopped());
            }
            tick.ply = tick.ply.saturating_add(1);
            let first = self.round(0, &changed);
            if tick.ply == 1 {
                // Positions that captures win are new to the other side in every row.
                changed
                    .iter()
                    .for_each(|row| row.store(true, Ordering::Relaxed));
            }
            let second = self.round(1, &changed);
            tick.decided += first + second;
            if second == 0 {
                break;
            }
        }
        match observe(tick) {
            true => Ok(()),
            false => Err(stopped()),
        }
    }

    /// Arrangements decided so far.
    fn decided(&self) -> u64 {
        let mut sum = 0;
        for known in &self.known {
            for class in 0..self.sets.classes() {
                let bits = known.both(class).concat();
                let ones = bits.iter().map(|word| u64::from(word.count_ones()));
                sum += ones.sum::<u64>() * self.sets.orbit(class) as u64;
            }
        }
        sum
    }
}

impl Row<'_> {
    /// Writes where a side has no move: 0 is that whose sets are the rows.
    pub(super) fn blocked(&self, side: usize, out: &mut Vec<u64>) {
        match side {
            0 => self.rows_blocked(out),
            _ => self.others_blocked(out),
        }
    }

    /// Whether something new may follow for a mover, from rows that have changed.
    fn may_change(&self, sets: &Sets, mover: usize, changed: &[AtomicBool]) -> bool {
        let is_new = |set: u32| changed[sets.class(sets.number(set))].load(Ordering::Relaxed);
        is_new(self.set)
            || mover == 0
                && members(self.set).any(|from| {
                    let to = self.space.custody.near[usize::from(from)] & self.left;
                    members(to).any(|to| is_new(self.set & !(1 << from) | 1 << to))
                })
    }
}

impl Columns {
    /// Whether any position of a row is neither won nor lost.
    fn has_open(&self, won: &[u64], lost: &[u64]) -> bool {
        (0..self.words).any(|place| self.all[place] & !(won[place] | lost[place]) != 0)
    }
}
