//! What a yield used in any order can reach: the least throws that land on each cell, and that take so many pieces.
//!
//! Own pieces never pass each other, so each play can be made front piece first: the way of a piece must be free and end
//! behind where the piece ahead has come to stop. Pieces are therefore looked at one by one from the front, keeping for
//! each cell where the last one may have stopped the least throws used so far.

use super::cost::{Cost, Least, Limit};
use super::yields::{Kind, Throws};
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

/// One throw: what it does and what it costs.
#[derive(Clone, Copy)]
struct Unit {
    kind: Kind,
    cost: Cost,
}

fn units(throws: &Throws) -> Vec<Unit> {
    let again = throws.kinds.iter().enumerate().map(|(at, &kind)| Unit {
        kind,
        cost: Cost::of(at, 1),
    });
    let last = throws.lasts.iter().enumerate().map(|(at, &kind)| Unit {
        kind,
        cost: Cost::last(at),
    });
    again.chain(last).collect()
}

/// What it takes to free a piece that stands so: nothing, or one of some throws.
fn frees(units: &[Unit], dry: bool) -> Vec<Cost> {
    if !dry {
        return vec![Cost::ZERO];
    }
    let frees = units.iter().filter(|unit| unit.kind == Kind::Free);
    frees.map(|unit| unit.cost).collect()
}

impl Lane {
    /// The least throws that bring a piece from a cell to each cell ahead, nothing of its own being in the way.
    fn walk(&self, units: &[Unit], from: usize, free: &[Cost], limit: &Limit) -> Vec<Least> {
        let mut walk = vec![Least::default(); self.cells];
        for at in from..self.cells {
            let here = if at == from {
                free.to_vec()
            } else {
                walk[at].0.clone()
            };
            for cost in here {
                for unit in units {
                    let Kind::Move(cells) = unit.kind else {
                        continue;
                    };
                    let to = at + usize::from(cells);
                    if to < self.cells
                        && !self.blocked[to]
                        && let Some(cost) = cost.plus(unit.cost, limit)
                    {
                        walk[to].add(cost);
                    }
                }
            }
        }
        walk
    }
}

/// For each cell, the least throws with which some piece can land there.
pub(super) fn landings(lane: &Lane, throws: &Throws, limit: &Limit) -> Vec<Least> {
    let units = units(throws);
    let mut landings = vec![Least::default(); lane.cells];
    // For each place where the piece ahead may stand, the least throws that bring it there.
    let mut ahead = vec![Least::default(); lane.cells + 1];
    ahead[lane.cells].add(Cost::ZERO);
    for (number, &(from, dry)) in lane.pieces.iter().enumerate() {
        let free = frees(&units, dry);
        let walk = lane.walk(&units, from, &free, limit);
        let mut next = vec![Least::default(); lane.cells + 1];
        let end = lane.cells - number;
        if lane.stop && from + 1 < end {
            for (at, cost) in stops(&units, &walk, from, &free, end, limit) {
                debug_assert_eq!(at, end - 1);
                for front in &ahead[end].0 {
                    if let Some(cost) = front.plus(cost, limit) {
                        next[at].add(cost);
                        landings[at].add(cost);
                    }
                }
            }
        }
        // The least throws with which the piece ahead is beyond a cell.
        let mut beyond = Least::default();
        for to in (from..lane.cells).rev() {
            for &cost in &ahead[to + 1].0 {
                beyond.add(cost);
            }
            if to == from {
                for &cost in &beyond.0 {
                    next[from].add(cost);
                }
                continue;
            }
            for way in &walk[to].0 {
                for front in &beyond.0 {
                    if let Some(cost) = front.plus(*way, limit)
                        && next[to].add(cost)
                    {
                        landings[to].add(cost);
                    }
                }
            }
        }
        ahead = next;
    }
    landings
}

/// The throws that take a piece to the last free cell, just behind `end`, past which they lead.
fn stops(
    units: &[Unit],
    walk: &[Least],
    from: usize,
    free: &[Cost],
    end: usize,
    limit: &Limit,
) -> Vec<(usize, Cost)> {
    let mut stops = Vec::new();
    for (at, here) in walk.iter().enumerate().take(end - 1).skip(from) {
        let here = if at == from { free } else { &here.0 };
        for unit in units {
            let Kind::Move(cells) = unit.kind else {
                continue;
            };
            if at + usize::from(cells) >= end {
                let costs = here.iter().filter_map(|cost| cost.plus(unit.cost, limit));
                stops.extend(costs.map(|cost| (end - 1, cost)));
            }
        }
    }
    stops
}

/// Throws used, with what was taken.
#[derive(Clone, Copy)]
struct Label {
    cost: Cost,
    /// How many pieces were taken in all.
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
    fn add(&mut self, label: Label) -> bool {
        if self.0.iter().any(|known| known.beats(&label)) {
            return false;
        }
        self.0.retain(|known| !label.beats(known));
        self.0.push(label);
        true
    }

    /// Looks only at what was taken on these cells from now on.
    fn forget(&mut self, but: u128) {
        if self.0.iter().all(|label| label.taken & !but == 0) {
            return;
        }
        for label in std::mem::take(&mut self.0) {
            self.add(Label {
                taken: label.taken & but,
                ..label
            });
        }
    }
}

/// A way to a cell: throws and what is taken on it.
#[derive(Clone, Copy)]
struct Way {
    cost: Cost,
    taken: u128,
}

fn add_way(ways: &mut Vec<Way>, way: Way) {
    let better =
        |known: &Way, way: &Way| known.cost.within(way.cost) && way.taken.minus(known.taken) == 0;
    if ways.iter().any(|known| better(known, &way)) {
        return;
    }
    ways.retain(|known| !better(&way, known));
    ways.push(way);
}

/// For each number of pieces from 0 on, the least throws that take so many; `None` if that takes more than `work`
/// steps.
///
/// Exact for the yields that the limit allows.
pub(super) fn takings(
    lane: &Lane,
    enemy: u128,
    throws: &Throws,
    limit: &Limit,
    work: &mut u64,
) -> Option<Vec<Least>> {
    let units = units(throws);
    let mut levels: Vec<Least> = Vec::new();
    let mut reach = |label: &Label| {
        let count = usize::from(label.count);
        if levels.len() <= count {
            levels.resize(count + 1, Least::default());
        }
        levels[count].add(label.cost);
    };
    let start = Label {
        cost: Cost::ZERO,
        count: 0,
        taken: 0,
    };
    reach(&start);
    let mut ahead = vec![Best::default(); lane.cells + 1];
    ahead[lane.cells].add(start);
    let mut spend = |steps: usize| -> Option<()> {
        *work = work.checked_sub(steps as u64)?;
        Some(())
    };
    for (number, &(from, dry)) in lane.pieces.iter().enumerate() {
        let free = frees(&units, dry);
        let mut walk: Vec<Vec<Way>> = vec![Vec::new(); lane.cells];
        let mut stops: Vec<Way> = Vec::new();
        let end = lane.cells - number;
        for at in from..lane.cells {
            let here: Vec<Way> = if at == from {
                free.iter().map(|&cost| Way { cost, taken: 0 }).collect()
            } else {
                walk[at].clone()
            };
            for way in here {
                for unit in &units {
                    let Kind::Move(cells) = unit.kind else {
                        continue;
                    };
                    let to = at + usize::from(cells);
                    let Some(cost) = way.cost.plus(unit.cost, limit) else {
                        continue;
                    };
                    let landed = |to: usize| way.taken | (enemy & u128::bit(to as u8));
                    if to < lane.cells && !lane.blocked[to] {
                        spend(walk[to].len() + 1)?;
                        let taken = landed(to);
                        add_way(&mut walk[to], Way { cost, taken });
                    }
                    if lane.stop && to >= end && at + 1 < end {
                        let taken = landed(end - 1);
                        add_way(&mut stops, Way { cost, taken });
                    }
                }
            }
        }
        let mut next = vec![Best::default(); lane.cells + 1];
        // What stands beyond a cell: of this piece, and of the one ahead of it.
        let (mut placed, mut beyond) = (Best::default(), Best::default());
        for to in (from..lane.cells).rev() {
            if enemy.has(to as u8) {
                placed.forget(u128::bit(to as u8) - 1);
            }
            if to + 1 < lane.cells && enemy.has(to as u8 + 1) {
                beyond.forget((u128::bit(to as u8) << 1) - 1);
            }
            for &label in &ahead[to + 1].0 {
                spend(beyond.0.len() + 1)?;
                beyond.add(label);
            }
            let mut join = |fronts: &[Label], ways: &[Way]| -> Option<()> {
                let below = u128::bit(to as u8) - 1;
                for way in ways {
                    for front in fronts {
                        let Some(cost) = front.cost.plus(way.cost, limit) else {
                            continue;
                        };
                        let label = Label {
                            cost,
                            count: front.count + way.taken.minus(front.taken).count() as u8,
                            taken: (front.taken | way.taken) & below,
                        };
                        spend(placed.0.len() + 1)?;
                        // Where the piece stands farther on with no worse a label, it is less in the way.
                        if placed.add(label) {
                            next[to].0.push(label);
                            reach(&label);
                        }
                    }
                }
                Some(())
            };
            if lane.stop && from < to && to + 1 == end {
                join(&ahead[end].0, &stops)?;
            }
            let stays = [Way {
                cost: Cost::ZERO,
                taken: 0,
            }];
            let ways: &[Way] = if to == from { &stays } else { &walk[to] };
            join(&beyond.0, ways)?;
        }
        ahead = next;
    }
    // What takes more takes fewer as well.
    for count in (1..levels.len()).rev() {
        for cost in levels[count].0.clone() {
            levels[count - 1].add(cost);
        }
    }
    Some(levels)
}
