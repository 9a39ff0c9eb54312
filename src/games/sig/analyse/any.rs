//! Throws used in any order.

use num_bigint::BigUint;
use num_rational::BigRational;

use super::Tally;
use crate::board::Bits;
use crate::games::sig::cost::{Cost, Least, Limit};
use crate::games::sig::interval::Interval;
use crate::games::sig::position::View;
use crate::games::sig::reach::{Lane, landings, takings};
use crate::games::sig::route::Route;
use crate::games::sig::rules::{FreeKhadzh, Overshoot, Rules};
use crate::games::sig::yields::{Kind, Throws, Turns};

/// Steps that looking for the most pieces may take before fewer throws are looked at.
const WORK: u64 = 40_000_000;

/// The least throws for each cell and for each number of pieces.
struct Aims {
    landings: Vec<Least>,
    takings: Vec<Least>,
}

/// What the yields of the turns take; `each` piece only if it is asked for.
pub(super) fn tally(rules: &Rules, view: View, turns: &Turns, each: bool) -> Tally {
    let limit = turns.limit();
    let lane = |freed: bool| lane(rules, view, freed);
    let landings = if each {
        aims(
            rules,
            view,
            &turns.throws,
            &limit,
            |throws, freed, limit| Some(landings(&lane(freed), throws, limit)),
        )
        .unwrap_or_default()
    } else {
        Vec::new()
    };
    // Fewer standing throws are looked at when there are too many ways.
    let mut complete = turns.likely;
    let takings = loop {
        let mut work = WORK;
        let found = aims(
            rules,
            view,
            &turns.throws,
            &complete,
            |throws, freed, limit| takings(&lane(freed), view.enemy, throws, limit, &mut work),
        );
        match found {
            Some(found) => break found,
            None if complete.throws == 0 => break Vec::new(),
            None => complete.throws -= complete.throws.div_ceil(6),
        }
    };
    let aims = Aims { landings, takings };
    count(view, turns, &aims, complete)
}

fn count(view: View, turns: &Turns, aims: &Aims, complete: Limit) -> Tally {
    // A turn not looked at does whatever its last throw does alone: its other throws can be used afterwards.
    let interval = |least: &Least, lower: BigUint, open: BigUint| {
        let upper = &lower + open + &turns.rest;
        let sure = (0..).zip(&turns.rest_by_last);
        let sure = sure.filter(|(last, _)| {
            least.met_by(Cost {
                last: *last,
                ..Cost::ZERO
            })
        });
        let lower = sure.fold(lower, |sum, (_, weight)| sum + weight);
        Interval::new(turns.ratio(lower), turns.ratio(upper))
    };
    let each = view.enemy.ones().filter_map(|number| {
        let least = aims.landings.get(usize::from(number))?;
        let lower = turns.weight(|cost| least.met_by(cost));
        Some((number, interval(least, lower, BigUint::ZERO)))
    });
    let each = each.collect();
    let most = view.enemy.count();
    let all_known = turns.rows.iter().all(|row| complete.allows(row.cost));
    let none = Least::default();
    let mut at_least = Vec::new();
    for count in 1..=most as usize {
        let least = aims.takings.get(count).unwrap_or(&none);
        let possible = |cost: Cost| {
            !complete.allows(cost) && usize::from(cost.throws) + usize::from(cost.last > 0) >= count
        };
        if least.0.is_empty() && all_known {
            break;
        }
        let lower = turns.weight(|cost| least.met_by(cost));
        let open = turns.weight(|cost| possible(cost) && !least.met_by(cost));
        at_least.push(interval(least, lower, open));
    }
    Tally {
        each,
        at_least,
        most,
        rest: turns.ratio(turns.rest.clone()),
        unknown: turns.ratio(turns.rest.clone()),
    }
}

/// The team's pieces on its route, as they are or all freed.
fn lane(rules: &Rules, view: View, freed: bool) -> Lane {
    let route = Route::new(rules);
    let blocked = view.enemy & route.home();
    let pieces = view.own.ones().map(|number| {
        let dry = !freed && view.own_dry.has(number);
        (usize::from(number), dry)
    });
    let mut pieces: Vec<(usize, bool)> = pieces.collect();
    pieces.reverse();
    Lane {
        cells: usize::from(route.cells()),
        blocked: (0..route.cells()).map(|cell| blocked.has(cell)).collect(),
        pieces,
        stop: rules.overshoot == Overshoot::Stop,
    }
}

/// The aims of the position as it is, and, where a khadzh moves a piece once all are freed, of that too.
fn aims(
    rules: &Rules,
    view: View,
    throws: &Throws,
    limit: &Limit,
    mut find: impl FnMut(&Throws, bool, &Limit) -> Option<Vec<Least>>,
) -> Option<Vec<Least>> {
    let mut aims = find(throws, false, limit)?;
    let dry = view.own_dry.count() as u8;
    if dry == 0 || rules.khadzh_when_free == FreeKhadzh::Nothing {
        return Some(aims);
    }
    // First all pieces are freed; then a khadzh moves one cell.
    let moving = |kind: &Kind| match kind {
        Kind::Free => Kind::Move(1),
        kind => *kind,
    };
    let free = throws.kinds.iter().position(|kind| *kind == Kind::Free);
    let last = throws.lasts.iter().position(|kind| *kind == Kind::Free);
    let all_freed = Throws {
        kinds: throws.kinds.iter().map(moving).collect(),
        lasts: throws.lasts.iter().map(moving).collect(),
        ..throws.clone()
    };
    let many = |count: u8| match (free, count) {
        (_, 0) => Some(Cost::ZERO),
        (Some(kind), count) => Some(Cost::of(kind, count)),
        (None, _) => None,
    };
    let with_last = last.zip(many(dry - 1));
    let before = [
        many(dry),
        with_last.and_then(|(last, cost)| cost.plus(Cost::last(last), &Limit::NONE)),
    ];
    let before: Vec<Cost> = before
        .into_iter()
        .flatten()
        .filter(|cost| limit.allows(*cost))
        .collect();
    let Some(least) = before.iter().map(|cost| cost.throws).min() else {
        // More throws than are looked at.
        return Some(aims);
    };
    let rest = Limit {
        throws: limit.throws - least,
        ..*limit
    };
    let later = find(&all_freed, true, &rest)?;
    if aims.len() < later.len() {
        aims.resize(later.len(), Least::default());
    }
    for (aim, later) in aims.iter_mut().zip(later) {
        for cost in later.0 {
            for freeing in &before {
                if let Some(cost) = freeing.plus(cost, limit) {
                    aim.add(cost);
                }
            }
        }
    }
    Some(aims)
}

/// No chance at all.
pub(super) fn none() -> (Interval, Interval) {
    let zero = || Interval::one(BigRational::from_integer(0.into()));
    (zero(), zero())
}
