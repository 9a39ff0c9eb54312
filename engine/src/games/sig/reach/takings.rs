//! The least throws that take a given number of pieces.
//!
//! For each cell where a piece may stop there are labels: throws used, how many pieces were taken in all, and which of them
//! stood where a piece further back may still land. What is left out never matters:
//!
//! - *A label beats another* if it needs no more throws and has taken as many even after giving away what only it has
//!   taken. Whatever the pieces further back then land on, `W`, it ends with `count + |W − taken|`; since
//!   `|W − taken| ≥ |W − taken'| − |taken − taken'|`, that is no less than the other ends with.
//! - *A label falls to a better one of the same piece farther on*: a piece farther on is less in the way of those behind. Where
//!   those behind need the pieces ahead to fill the end of the route (`overshoot=stop`), no piece stands farther on than the
//!   end it fills.
//! - *What was taken on cells that nothing behind can still land on is forgotten*: pieces behind stay behind.

use super::{Lane, Unit, frees, units};
use crate::board::Bits;
use crate::games::sig::budget::Work;
use crate::games::sig::throw_multiset::{Cost, Least, Limit};
use crate::games::sig::throws::Throws;

/// For each number of pieces from 0 on, the least throws that take that many.
///
/// Exact for the yields that the limit allows; `None` if that takes more work than allowed.
pub(in crate::games::sig) fn takings(
    lane: &Lane,
    enemy: u128,
    throws: &Throws,
    limit: &Limit,
    work: &mut Work,
) -> Option<Vec<Least>> {
    let units = units(throws);
    let start = Label {
        cost: Cost::ZERO,
        count: 0,
        taken: 0,
    };
    let mut levels = Levels::default();
    levels.reach(&start, work)?;
    let mut ahead = vec![Best::default(); lane.cells + 1];
    ahead[lane.cells].0.push(start);
    for (number, &(from, dry)) in lane.pieces.iter().enumerate() {
        let mover = Mover {
            lane,
            enemy,
            units: &units,
            limit,
            from,
            free: frees(&units, dry),
            end: lane.cells - number,
        };
        ahead = mover.places(&ahead, &mut levels, work)?;
    }
    Some(levels.downwards())
}

/// For each number of pieces, the least throws that take exactly that many in some play.
#[derive(Default)]
struct Levels(Vec<Least>);

impl Levels {
    fn reach(&mut self, label: &Label, work: &mut Work) -> Option<()> {
        let count = usize::from(label.count);
        if self.0.len() <= count {
            self.0.resize(count + 1, Least::default());
        }
        self.0[count].add_counted(label.cost, work)?;
        Some(())
    }

    /// Throws that take more take fewer as well.
    fn downwards(mut self) -> Vec<Least> {
        for count in (1..self.0.len()).rev() {
            for cost in self.0[count].0.clone() {
                self.0[count - 1].add(cost);
            }
        }
        self.0
    }
}

/// Throws used, with what was taken.
#[derive(Clone, Copy)]
struct Label {
    cost: Cost,
    /// The number of pieces taken in all.
    count: u8,
    /// Which of them stood where a piece further back may still land.
    taken: u128,
}

impl Label {
    /// Whether whatever follows is at least as good after this one.
    fn beats(&self, other: &Label) -> bool {
        self.cost.within(other.cost)
            && u32::from(self.count)
                >= u32::from(other.count) + self.taken.minus(other.taken).count()
    }
}

/// Labels none of which beats another.
#[derive(Clone, Default)]
struct Best(Vec<Label>);

impl Best {
    /// Adds a label unless another beats it; says whether it was added.
    fn add(&mut self, label: Label, work: &mut Work) -> Option<bool> {
        let better = self.0.iter().position(|known| known.beats(&label));
        work.spend(better.unwrap_or(self.0.len()) + 1)?;
        if better.is_none() {
            self.0.retain(|known| !label.beats(known));
            self.0.push(label);
        }
        Some(better.is_none())
    }

    /// Looks only at what was taken on these cells from now on.
    fn forget(&mut self, but: u128, work: &mut Work) -> Option<()> {
        if self.0.iter().all(|label| label.taken & !but == 0) {
            return Some(());
        }
        for label in std::mem::take(&mut self.0) {
            let taken = label.taken & but;
            self.add(Label { taken, ..label }, work)?;
        }
        Some(())
    }
}

/// A way to a cell: throws and what is taken on it.
#[derive(Clone, Copy)]
struct Way {
    cost: Cost,
    taken: u128,
}

/// Ways none of which needs as much as another and takes no more.
#[derive(Clone, Default)]
struct Ways(Vec<Way>);

impl Ways {
    fn add(&mut self, way: Way, work: &mut Work) -> Option<()> {
        let better = |known: &Way, way: &Way| {
            known.cost.within(way.cost) && way.taken.minus(known.taken) == 0
        };
        let known = self.0.iter().position(|known| better(known, &way));
        work.spend(known.unwrap_or(self.0.len()) + 1)?;
        if known.is_none() {
            self.0.retain(|known| !better(&way, known));
            self.0.push(way);
        }
        Some(())
    }
}

/// One piece on its way.
struct Mover<'a> {
    lane: &'a Lane,
    enemy: u128,
    units: &'a [Unit],
    limit: &'a Limit,
    from: usize,
    /// The throws needed before it can move.
    free: Vec<Cost>,
    /// The cell behind which it stops where the pieces ahead fill the end of the route.
    end: usize,
}

/// The labels of one piece while its places are looked at from the farthest on.
#[derive(Default)]
struct PieceLabels {
    /// Those of all places looked at.
    all: Best,
    /// Those of the place looked at now.
    here: Vec<Label>,
}

impl Mover<'_> {
    /// The labels of each cell where the piece may stop, by those of the piece `ahead` of it.
    fn places(&self, ahead: &[Best], levels: &mut Levels, work: &mut Work) -> Option<Vec<Best>> {
        let lane = self.lane;
        work.spend(4 * lane.cells)?;
        let (walk, stops) = self.walk(work)?;
        let mut places = vec![Best::default(); lane.cells + 1];
        let mut placed = PieceLabels::default();
        // The labels of the piece ahead beyond the place looked at.
        let mut beyond = Best::default();
        for to in (self.from..lane.cells).rev() {
            if self.enemy.has(to as u8) {
                placed.all.forget(u128::bit(to as u8) - 1, work)?;
            }
            if to + 1 < lane.cells && self.enemy.has(to as u8 + 1) {
                beyond.forget((u128::bit(to as u8) << 1) - 1, work)?;
            }
            for &label in &ahead[to + 1].0 {
                beyond.add(label, work)?;
            }
            if lane.stop && self.from < to && to + 1 == self.end {
                self.join(to, &ahead[self.end], &stops, &mut placed, work)?;
            }
            let stays = || {
                Ways(vec![Way {
                    cost: Cost::ZERO,
                    taken: 0,
                }])
            };
            if to == self.from {
                self.join(to, &beyond, &stays(), &mut placed, work)?;
            } else {
                self.join(to, &beyond, &walk[to], &mut placed, work)?;
            }
            for label in &placed.here {
                levels.reach(label, work)?;
            }
            places[to].0 = std::mem::take(&mut placed.here);
        }
        Some(places)
    }

    /// Adds what the pieces ahead and this one have together when it stops here.
    fn join(
        &self,
        to: usize,
        fronts: &Best,
        ways: &Ways,
        placed: &mut PieceLabels,
        work: &mut Work,
    ) -> Option<()> {
        let below = u128::bit(to as u8) - 1;
        for way in &ways.0 {
            for front in &fronts.0 {
                work.spend(1)?;
                let Some(cost) = front.cost.plus(way.cost, self.limit) else {
                    continue;
                };
                let label = Label {
                    cost,
                    count: front.count + way.taken.minus(front.taken).count() as u8,
                    taken: (front.taken | way.taken) & below,
                };
                if placed.all.add(label, work)? {
                    placed.here.push(label);
                }
            }
        }
        Some(())
    }

    /// The ways of the piece to each cell ahead, nothing of its own being in the way, and those past the last free
    /// cell, which end there.
    fn walk(&self, work: &mut Work) -> Option<(Vec<Ways>, Ways)> {
        let lane = self.lane;
        let mut walk = vec![Ways::default(); lane.cells];
        let mut stops = Ways::default();
        for at in self.from..lane.cells {
            let here: Vec<Way> = if at == self.from {
                let free = self.free.iter();
                free.map(|&cost| Way { cost, taken: 0 }).collect()
            } else {
                walk[at].0.clone()
            };
            for way in here {
                for unit in self.units {
                    let Some(to) = unit.cells().map(|cells| at + cells) else {
                        continue;
                    };
                    let Some(cost) = way.cost.plus(unit.cost, self.limit) else {
                        continue;
                    };
                    let landed = |to: usize| Way {
                        cost,
                        taken: way.taken | (self.enemy & u128::bit(to as u8)),
                    };
                    if to < lane.cells && !lane.blocked[to] {
                        walk[to].add(landed(to), work)?;
                    }
                    if lane.stop && to >= self.end && at + 1 < self.end {
                        stops.add(landed(self.end - 1), work)?;
                    }
                }
            }
        }
        Some((walk, stops))
    }
}
