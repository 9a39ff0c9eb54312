//! The reach of a yield used in any order: the least throws that land on each cell, and that take each number of pieces.
//!
//! Own pieces never pass each other, so each play can be made front piece first. Proof: take a play and let the pieces
//! make the same moves, all of the front piece first, then all of the next, and so on. When a piece moves, those
//! ahead of it stand where they end, at or beyond where they stood when it moved in the play; so no cell on its way or at
//! its end that was free is taken by one of them, and those behind it have not moved, so they stand behind it. A
//! throw past the last free cell (`overshoot=stop`) ends there only when the pieces ahead fill the end of the route; then they never
//! move again, and front first they have come there already. What enemy pieces block stays blocked for the whole turn. So
//! pieces are looked at one by one from the front, keeping for each cell where the last one may have stopped the least throws used
//! so far.
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
//!
//! All work is counted; what passes the work allowed is `None`, never a part of an answer.

use super::budget::Work;
use super::rules::Face;
use super::throw_multiset::{Cost, Least, Limit, add_best};
use super::throws::Throws;
use crate::board::Bits;

/// The pieces of one team on its route.
#[derive(Debug, Clone)]
pub(super) struct Lane {
    /// Cells of the route.
    pub(super) cells: usize,
    /// Cells that cannot be entered.
    pub(super) blocked: Vec<bool>,
    /// Where the pieces stand and whether they are still to be freed, the front piece first.
    pub(super) pieces: Vec<(usize, bool)>,
    /// Whether a throw past the last free cell ends there.
    pub(super) stop: bool,
}

/// Every kind of throw with what one costs.
fn units(throws: &Throws) -> Vec<(Face, Cost)> {
    let again = (throws.kinds.iter().enumerate()).map(|(at, &kind)| (kind, Cost::of(at, 1)));
    let last = (throws.lasts.iter().enumerate()).map(|(at, &kind)| (kind, Cost::last(at)));
    again.chain(last).collect()
}

/// The throws needed to free a piece in this place: none, or one of some throws.
fn frees(units: &[(Face, Cost)], dry: bool) -> Vec<Cost> {
    if !dry {
        return vec![Cost::ZERO];
    }
    let frees = units.iter().filter(|(kind, _)| *kind == Face::Khadzh);
    frees.map(|(_, cost)| *cost).collect()
}

/// For each cell, the least throws with which some piece can land there.
///
/// Exact for the yields that the limit allows; `None` if that takes more work than allowed.
pub(super) fn landings(
    lane: &Lane,
    throws: &Throws,
    limit: &Limit,
    work: &mut Work,
) -> Option<Vec<Least>> {
    let mut landings = vec![Least::default(); lane.cells];
    front_first(lane, 0, throws, limit, work, &mut |to, label, work| {
        label.cost.add_to(&mut landings[to], work)
    })?;
    Some(landings)
}

/// For each number of pieces from 0 on, the least throws that take that many.
///
/// Exact for the yields that the limit allows; `None` if that takes more work than allowed.
pub(super) fn takings(
    lane: &Lane,
    enemy: u128,
    throws: &Throws,
    limit: &Limit,
    work: &mut Work,
) -> Option<Vec<Least>> {
    // For each number the least throws that take exactly that many in some play.
    let mut takings: Vec<Least> = vec![vec![Cost::ZERO]];
    front_first(lane, enemy, throws, limit, work, &mut |_, label, work| {
        let count = usize::from(label.count);
        if takings.len() <= count {
            takings.resize(count + 1, Least::default());
        }
        label.cost.add_to(&mut takings[count], work)
    })?;
    // Throws that take more take fewer as well.
    for count in (1..takings.len()).rev() {
        for cost in takings[count].clone() {
            cost.add_to(&mut takings[count - 1], &mut Work::without_end());
        }
    }
    Some(takings)
}

/// What is done with each label that a piece has on a cell where it lands.
type Landed<'a> = dyn FnMut(usize, &Label, &mut Work) -> Option<bool> + 'a;

/// Looks at the pieces one by one from the front.
fn front_first(
    lane: &Lane,
    enemy: u128,
    throws: &Throws,
    limit: &Limit,
    work: &mut Work,
    landed: &mut Landed,
) -> Option<()> {
    let units = units(throws);
    // The labels of the piece ahead, by its cell.
    let mut ahead = vec![Vec::new(); lane.cells + 1];
    ahead[lane.cells].push(Label::default());
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
        ahead = mover.places(&ahead, work, landed)?;
    }
    Some(())
}

/// Throws used, with what was taken.
#[derive(Clone, Copy, Default)]
struct Label {
    cost: Cost,
    /// The number of pieces taken in all.
    count: u8,
    /// Which of them stood where a piece further back may still land.
    taken: u128,
}

impl Label {
    fn beats(&self, other: &Label) -> bool {
        self.cost.within(other.cost)
            && u32::from(self.count)
                >= u32::from(other.count) + self.taken.minus(other.taken).count()
    }

    /// Adds it to some of which none beats another unless one of them beats it; says whether it was added.
    fn add_to(self, labels: &mut Vec<Label>, work: &mut Work) -> Option<bool> {
        add_best(labels, self, Label::beats, work)
    }
}

/// Looks only at what was taken on these cells from now on.
fn forget(labels: &mut Vec<Label>, but: u128, work: &mut Work) -> Option<()> {
    if labels.iter().all(|label| label.taken & !but == 0) {
        return Some(());
    }
    for label in std::mem::take(labels) {
        let taken = label.taken & but;
        Label { taken, ..label }.add_to(labels, work)?;
    }
    Some(())
}

/// One piece on its way.
struct Mover<'a> {
    lane: &'a Lane,
    enemy: u128,
    units: &'a [(Face, Cost)],
    limit: &'a Limit,
    from: usize,
    /// The throws needed before it can move.
    free: Vec<Cost>,
    /// The cell behind which it stops where the pieces ahead fill the end of the route.
    end: usize,
}

impl Mover<'_> {
    /// The labels of each cell where the piece may stop, by those of the piece `ahead` of it.
    fn places(
        &self,
        ahead: &[Vec<Label>],
        work: &mut Work,
        landed: &mut Landed,
    ) -> Option<Vec<Vec<Label>>> {
        let lane = self.lane;
        work.spend(4 * lane.cells)?;
        let (walk, stops) = self.walk(work)?;
        let mut places = vec![Vec::new(); lane.cells + 1];
        // The labels of the piece at the places looked at, from the farthest on.
        let mut placed = Vec::new();
        // The labels of the piece ahead beyond the place looked at.
        let mut beyond = Vec::new();
        for to in (self.from..lane.cells).rev() {
            if self.enemy.has(to as u8) {
                forget(&mut placed, u128::bit(to as u8) - 1, work)?;
            }
            if to + 1 < lane.cells && self.enemy.has(to as u8 + 1) {
                forget(&mut beyond, (u128::bit(to as u8) << 1) - 1, work)?;
            }
            for &label in &ahead[to + 1] {
                label.add_to(&mut beyond, work)?;
            }
            let mut here = Vec::new();
            if lane.stop && self.from < to && to + 1 == self.end {
                here = self.join(to, (&ahead[self.end][..], &stops[..]), &mut placed, work)?;
            }
            let stays = [Label::default()];
            let ways = if to == self.from {
                &stays[..]
            } else {
                &walk[to][..]
            };
            here.extend(self.join(to, (&beyond[..], ways), &mut placed, work)?);
            for label in here.iter().filter(|_| to != self.from) {
                landed(to, label, work)?;
            }
            if self.enemy == 0 {
                // The cells matter, each by itself.
                placed.clear();
            }
            places[to] = here;
        }
        Some(places)
    }

    /// What the pieces ahead and this one have together when it stops here, as far as nothing placed before beats it.
    fn join(
        &self,
        to: usize,
        (fronts, ways): (&[Label], &[Label]),
        placed: &mut Vec<Label>,
        work: &mut Work,
    ) -> Option<Vec<Label>> {
        let mut here = Vec::new();
        let below = u128::bit(to as u8) - 1;
        for way in ways {
            for front in fronts {
                work.spend(1)?;
                let Some(cost) = front.cost.plus(way.cost, self.limit) else {
                    continue;
                };
                let label = Label {
                    cost,
                    count: front.count + way.taken.minus(front.taken).count() as u8,
                    taken: (front.taken | way.taken) & below,
                };
                if label.add_to(placed, work)? {
                    here.push(label);
                }
            }
        }
        Some(here)
    }

    /// The ways of the piece to each cell ahead, nothing of its own being in the way, and those past the last free
    /// cell, which end there.
    fn walk(&self, work: &mut Work) -> Option<(Vec<Vec<Label>>, Vec<Label>)> {
        let lane = self.lane;
        let mut walk = vec![Vec::new(); lane.cells];
        let mut stops = Vec::new();
        for at in self.from..lane.cells {
            let here: Vec<Label> = if at == self.from {
                let free = self.free.iter();
                free.map(|&cost| Label {
                    cost,
                    ..Label::default()
                })
                .collect()
            } else {
                walk[at].clone()
            };
            for way in here {
                for (kind, of_one) in self.units {
                    let Some(to) = kind.cells().map(|cells| at + usize::from(cells)) else {
                        continue;
                    };
                    let Some(cost) = way.cost.plus(*of_one, self.limit) else {
                        continue;
                    };
                    let landed = |to: usize| {
                        let taken = way.taken | (self.enemy & u128::bit(to as u8));
                        let count = taken.count() as u8;
                        Label { cost, count, taken }
                    };
                    if to < lane.cells && !lane.blocked[to] {
                        landed(to).add_to(&mut walk[to], work)?;
                    }
                    if lane.stop && to >= self.end && at + 1 < self.end {
                        landed(self.end - 1).add_to(&mut stops, work)?;
                    }
                }
            }
        }
        Some((walk, stops))
    }
}
