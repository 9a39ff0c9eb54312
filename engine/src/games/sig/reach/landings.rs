//! The least throws with which some piece lands on each cell.

use super::{Lane, Unit, frees, units};
use crate::games::sig::budget::Work;
use crate::games::sig::throw_multiset::{Cost, Least, Limit};
use crate::games::sig::throws::Throws;

/// For each cell, the least throws with which some piece can land there.
///
/// Exact for the yields that the limit allows; `None` if that takes more work than allowed.
pub(in crate::games::sig) fn landings(
    lane: &Lane,
    throws: &Throws,
    limit: &Limit,
    work: &mut Work,
) -> Option<Vec<Least>> {
    let units = units(throws);
    let mut landings = vec![Least::default(); lane.cells];
    // For each place where the piece ahead may stand, the least throws that bring it there.
    let mut ahead = vec![Least::default(); lane.cells + 1];
    ahead[lane.cells].add(Cost::ZERO);
    for (number, &(from, dry)) in lane.pieces.iter().enumerate() {
        let mover = Mover {
            lane,
            units: &units,
            limit,
            from,
            free: frees(&units, dry),
            end: lane.cells - number,
        };
        ahead = mover.places(&ahead, &mut landings, work)?;
    }
    Some(landings)
}

/// One piece on its way.
struct Mover<'a> {
    lane: &'a Lane,
    units: &'a [Unit],
    limit: &'a Limit,
    from: usize,
    /// The throws needed before it can move.
    free: Vec<Cost>,
    /// The cell behind which it stops where the pieces ahead fill the end of the route.
    end: usize,
}

impl Mover<'_> {
    /// The least throws that bring the piece to each cell where it may stop, those of the pieces `ahead` included; where it
    /// moves, it lands.
    fn places(
        &self,
        ahead: &[Least],
        landings: &mut [Least],
        work: &mut Work,
    ) -> Option<Vec<Least>> {
        let lane = self.lane;
        work.spend(4 * lane.cells)?;
        let walk = self.walk(work)?;
        let mut places = vec![Least::default(); lane.cells + 1];
        if lane.stop && self.from + 1 < self.end {
            let at = self.end - 1;
            let stops = self.stops(&walk);
            let here = [&mut places[at], &mut landings[at]];
            join(&ahead[self.end], &stops, here, self.limit, work)?;
        }
        // The least throws with which the piece ahead is beyond a cell.
        let mut beyond = Least::default();
        for to in (self.from..lane.cells).rev() {
            for &cost in &ahead[to + 1].0 {
                beyond.add_counted(cost, work)?;
            }
            if to == self.from {
                places[to] = beyond;
                break;
            }
            let here = [&mut places[to], &mut landings[to]];
            join(&beyond, &walk[to].0, here, self.limit, work)?;
        }
        Some(places)
    }

    /// The least throws that bring the piece to each cell ahead, nothing of its own being in the way.
    fn walk(&self, work: &mut Work) -> Option<Vec<Least>> {
        let lane = self.lane;
        let mut walk = vec![Least::default(); lane.cells];
        for at in self.from..lane.cells {
            for cost in self.here(&walk, at).to_vec() {
                for unit in self.units {
                    let Some(to) = unit.cells().map(|cells| at + cells) else {
                        continue;
                    };
                    if to < lane.cells
                        && !lane.blocked[to]
                        && let Some(cost) = cost.plus(unit.cost, self.limit)
                    {
                        walk[to].add_counted(cost, work)?;
                    }
                }
            }
        }
        Some(walk)
    }

    fn here<'b>(&'b self, walk: &'b [Least], at: usize) -> &'b [Cost] {
        if at == self.from {
            &self.free
        } else {
            &walk[at].0
        }
    }

    /// The throws that lead past the last free cell, just behind `end`, and so bring the piece there.
    fn stops(&self, walk: &[Least]) -> Vec<Cost> {
        let mut stops = Vec::new();
        for at in self.from..self.end - 1 {
            for unit in self.units {
                if unit.cells().is_some_and(|cells| at + cells >= self.end) {
                    let here = self.here(walk, at).iter();
                    stops.extend(here.filter_map(|cost| cost.plus(unit.cost, self.limit)));
                }
            }
        }
        stops
    }
}

/// Adds every sum of the throws of the pieces ahead and those of this one to what stops and what lands here.
fn join(
    fronts: &Least,
    ways: &[Cost],
    [places, landings]: [&mut Least; 2],
    limit: &Limit,
    work: &mut Work,
) -> Option<()> {
    for way in ways {
        for front in &fronts.0 {
            work.spend(1)?;
            if let Some(cost) = front.plus(*way, limit)
                && places.add_counted(cost, work)?
            {
                landings.add_counted(cost, work)?;
            }
        }
    }
    Some(())
}
