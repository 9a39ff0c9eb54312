//! Throws used in any order.

use num_bigint::BigUint;

use super::Tally;
use crate::board::Bits;
use crate::exact::Between;
use crate::games::sig::budget::{Stopped, deepest};
use crate::games::sig::reach::{Lane, takings};
use crate::games::sig::route::Route;
use crate::games::sig::rules::{FreeKhadzh, Overshoot, Rules, Safe};
use crate::games::sig::throw_multiset::{Cost, Least, Limit};
use crate::games::sig::throws::{ThrowUse, Throws};
use crate::games::sig::view::View;
use crate::games::sig::yields::Turns;

/// The least throws for each piece and for each number of pieces, each with the limit within which they are known.
struct Aims {
    pieces: Vec<(u8, Least, Limit)>,
    takings: Vec<Least>,
    taken: Limit,
    /// The number of yields compared with them, from the first on.
    rows: usize,
    stopped: Option<Stopped>,
}

/// The pieces that the yields of the turns take; `each` piece only if it is asked for.
///
/// Bounds: a yield that the limit of the aims allows meets them if and only if it can be played so. Any other yield that meets
/// them can be played so too, since throws only add to what can be taken; if it does not, it is open, but takes no more
/// pieces than it has throws. Of turns not among the yields compared, only the last throw is known: what it takes alone is taken, the
/// rest is open.
///
/// All yields are listed once and compared with the least throws of each aim. To sum over the states of a turn for each aim, as is
/// done for chances by distance, takes three times as long, and has bounds of two turns in a row that are five times as wide.
pub(super) fn tally(rules: &Rules, view: View, turns: &Turns, each: bool, budget: u64) -> Tally {
    let share = budget / 4;
    let deepest = |enemy: u128, all: Limit, budget: u64| {
        let found = deepest(all.throws, budget, |throws, work| {
            let limit = Limit { throws, ..all };
            aims(
                rules,
                view,
                &turns.throws,
                &limit,
                |throws, freed, limit| {
                    takings(&lane(rules, view, freed), enemy, throws, limit, work)
                },
            )
        });
        let limit = Limit {
            throws: found.throws,
            ..all
        };
        (found.found.unwrap_or_default(), limit, found.next)
    };
    let (takings, taken, mut next) = deepest(view.enemy, turns.likely, 2 * share);
    let mut standing = match taken.throws < turns.likely.throws {
        true => taken.throws,
        false => u8::MAX,
    };
    let enemies = u64::from(view.enemy.count());
    let mut pieces = Vec::new();
    for cell in view.enemy.ones().filter(|_| each) {
        let (found, limit, more) = deepest(u128::bit(cell), turns.limit(), share / enemies);
        if limit.throws < turns.max_standing {
            standing = standing.min(limit.throws);
        }
        next = next.max(more.saturating_mul(enemies));
        pieces.push((cell, found.into_iter().nth(1).unwrap_or_default(), limit));
    }
    let aims = pieces.iter().map(|(_, least, _)| least).chain(&takings);
    let sizes = aims.map(|least| least.0.len() as u64 + 2);
    let rows = share / sizes.sum::<u64>().max(1);
    let rows = rows.clamp(1, turns.rows.len() as u64) as usize;
    if let Some(row) = turns.rows.get(rows) {
        standing = standing.min(row.cost.throws.saturating_sub(1));
    }
    let aims = Aims {
        pieces,
        takings,
        taken,
        rows,
        stopped: (standing < u8::MAX).then(|| Stopped {
            standing: standing.into(),
            budget: budget.saturating_mul(2).max(next.saturating_mul(6)),
        }),
    };
    count(view, turns, &aims)
}

fn count(view: View, turns: &Turns, aims: &Aims) -> Tally {
    let (rows, others) = turns.rows.split_at(aims.rows);
    let mut rest_by_last = turns.rest_by_last.clone();
    for row in others {
        rest_by_last[usize::from(row.cost.last)] += &row.weight;
    }
    let rest: BigUint = rest_by_last.iter().sum();
    let weight = |holds: &dyn Fn(Cost) -> bool| -> BigUint {
        let rows = rows.iter().filter(|row| holds(row.cost));
        rows.map(|row| &row.weight).sum()
    };
    // A turn not looked at does whatever its last throw does alone: its other throws can be used afterwards.
    let interval = |least: &Least, limit: &Limit, count: usize| {
        let lower = weight(&|cost| least.met_by(cost));
        let possible = |cost: Cost| {
            !limit.allows(cost) && usize::from(cost.throws) + usize::from(cost.last > 0) >= count
        };
        let open = weight(&|cost| possible(cost) && !least.met_by(cost));
        let upper = &lower + open + &rest;
        let sure = (0..).zip(&rest_by_last);
        let sure = sure.filter(|(last, _)| {
            least.met_by(Cost {
                last: *last,
                ..Cost::ZERO
            })
        });
        let lower = sure.fold(lower, |sum, (_, weight)| sum + weight);
        Between::new(turns.ratio(lower), turns.ratio(upper))
    };
    let each = aims.pieces.iter();
    let each = each.map(|(cell, least, limit)| (*cell, interval(least, limit, 1)));
    let each = each.collect();
    let most = view.enemy.count();
    let all_known = rows.iter().all(|row| aims.taken.allows(row.cost));
    let none = Least::default();
    let mut at_least = Vec::new();
    for count in 1..=most as usize {
        let least = aims.takings.get(count).unwrap_or(&none);
        if least.0.is_empty() && all_known {
            break;
        }
        at_least.push(interval(least, &aims.taken, count));
    }
    Tally {
        each,
        at_least,
        most,
        rest: turns.ratio(rest.clone()),
        unknown: turns.ratio(rest),
        stopped: aims.stopped,
    }
}

/// The team's pieces on its route, as they are or all freed.
fn lane(rules: &Rules, view: View, freed: bool) -> Lane {
    let route = Route::new(rules);
    let blocked = match rules.safe {
        Safe::EnemyHome => view.enemy & route.home(),
        Safe::None => 0,
    };
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
    let moving = |kind: &ThrowUse| match kind {
        ThrowUse::Free => ThrowUse::Move(1),
        kind => *kind,
    };
    let free = throws.kinds.iter().position(|kind| *kind == ThrowUse::Free);
    let last = throws.lasts.iter().position(|kind| *kind == ThrowUse::Free);
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
