//! Throws used in any order.

use num_bigint::BigUint;

use super::{Tally, freeing};
use crate::board::Bits;
use crate::exact::Between;
use crate::games::running_fight::frame::Frame;
use crate::games::running_fight::position::Fight as _;
use crate::games::sig::budget::{Stopped, Work, deepest};
use crate::games::sig::reach::{Lane, landings, takings};
use crate::games::sig::rules::{Face, FreeKhadzh, Overshoot, Rules};
use crate::games::sig::throw_multiset::{Cost, Least, Limit};
use crate::games::sig::throws::Throws;
use crate::games::sig::view::View;
use crate::games::sig::yields::Turns;

/// The least throws for each aim; of yields with more throws than the limit allows they are not known.
type Aims = (Vec<Least>, Limit);

/// The pieces that the yields of the turns take; `each` piece only if it is asked for.
///
/// Bounds: a yield that the limit of the aims allows meets them if and only if it can be played so. Any other yield that meets
/// them can be played so too, since throws only add to what can be taken; if it does not, it is open, but takes no more
/// pieces than it has throws. Of turns not among the yields compared, only the last throw is known: what it takes alone is taken, the
/// rest is open.
///
/// All yields are listed once and compared with the least throws of each aim, and one walk finds those of all cells. Both are special:
/// sums over the states of a turn for each aim, as for chances by distance, or a search for each piece take three times as long, and
/// leave bounds of two turns in a row that are up to five times as wide.
pub(super) fn tally(rules: &Rules, view: View, turns: &Turns, each: bool, budget: u64) -> Tally {
    let lane = |freed: bool| lane(rules, view, freed);
    let share = budget / 4;
    let all = turns.limit();
    let landed = deepest(if each { all.throws } else { 0 }, share, |throws, work| {
        let limit = Limit { throws, ..all };
        let find = |throws: &Throws, freed, limit: &Limit| match each {
            true => landings(&lane(freed), throws, limit, work),
            false => Some(Vec::new()),
        };
        aims(rules, view, &turns.throws, &limit, find)
    });
    let likely = turns.likely;
    let taken = deepest(likely.throws, 2 * share, |throws, work| {
        let limit = Limit { throws, ..likely };
        let find = |throws: &Throws, freed, limit: &Limit| {
            takings(&lane(freed), view.enemy, throws, limit, work)
        };
        aims(rules, view, &turns.throws, &limit, find)
    });
    let short = (each && landed.throws < all.throws) || taken.throws < likely.throws;
    let next = landed.next.max(taken.next);
    let looked = if each { landed.throws } else { u8::MAX };
    let looked = looked.min(taken.throws);
    let aims = [(landed, all), (taken, likely)].map(|(deepest, limit)| {
        let throws = deepest.throws;
        (deepest.found.unwrap_or_default(), Limit { throws, ..limit })
    });
    let sizes = aims.iter().flat_map(|(least, _)| least);
    let sizes = sizes.map(|least| least.len() as u64 + 2);
    let rows = share / sizes.sum::<u64>().max(1);
    let rows = rows.clamp(1, turns.rows.len() as u64) as usize;
    let row = turns.rows.get(rows);
    let standing = row.map_or(u8::MAX, |(cost, _)| cost.throws.saturating_sub(1));
    let stopped = (short || row.is_some()).then(|| Stopped {
        standing: standing.min(looked).into(),
        budget: budget.saturating_mul(2).max(next.saturating_mul(6)),
    });
    Tally {
        stopped,
        ..count(view, turns, rows, &aims)
    }
}

/// The same from the least throws for each cell and for each number of pieces, the first `rows` yields being compared with them.
fn count(view: View, turns: &Turns, rows: usize, [landings, takings]: &[Aims; 2]) -> Tally {
    let (rows, others) = turns.rows.split_at(rows);
    let mut rest_by_last = turns.rest_by_last.clone();
    for (cost, weight) in others {
        rest_by_last[usize::from(cost.last)] += weight;
    }
    let rest: BigUint = rest_by_last.iter().sum();
    let weight = |holds: &dyn Fn(Cost) -> bool| -> BigUint {
        let rows = rows.iter().filter(|(cost, _)| holds(*cost));
        rows.map(|(_, weight)| weight).sum()
    };
    // A turn not looked at does whatever its last throw does alone: its other throws can be used afterwards.
    let interval = |least: &[Cost], limit: &Limit, count: usize| {
        let lower = weight(&|cost| cost.meets(least));
        let possible = |cost: Cost| {
            !limit.allows(cost) && usize::from(cost.throws) + usize::from(cost.last > 0) >= count
        };
        let open = weight(&|cost| possible(cost) && !cost.meets(least));
        let upper = &lower + open + &rest;
        let sure = (0..).zip(&rest_by_last);
        let sure = sure.filter(|(last, _)| {
            let alone = Cost {
                last: *last,
                ..Cost::ZERO
            };
            alone.meets(least)
        });
        let lower = sure.fold(lower, |sum, (_, weight)| sum + weight);
        Between::new(turns.ratio(lower), turns.ratio(upper))
    };
    let each = view.enemy.ones().filter_map(|number| {
        let least = landings.0.get(usize::from(number))?;
        Some((number, interval(least, &landings.1, 1)))
    });
    let each = each.collect();
    let most = view.enemy.count();
    let all_known = rows.iter().all(|(cost, _)| takings.1.allows(*cost));
    let none = Least::default();
    let mut at_least = Vec::new();
    for count in 1..=most as usize {
        let least = takings.0.get(count).unwrap_or(&none);
        if least.is_empty() && all_known {
            break;
        }
        at_least.push(interval(least, &takings.1, count));
    }
    Tally {
        each,
        at_least,
        most,
        rest: turns.ratio(rest.clone()),
        unknown: turns.ratio(rest),
        stopped: None,
    }
}

/// The team's pieces on its route, as they are or all freed.
fn lane(rules: &Rules, view: View, freed: bool) -> Lane {
    let Frame { route, safe, .. } = rules.frame();
    let blocked = view.enemy & safe;
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
    let moving = |kind: &Face| match kind {
        Face::Khadzh => Face::Move(1),
        kind => *kind,
    };
    let all_freed = Throws {
        kinds: throws.kinds.iter().map(moving).collect(),
        lasts: throws.lasts.iter().map(moving).collect(),
        ..throws.clone()
    };
    let mut before = freeing(throws, dry);
    before.retain(|cost| limit.allows(*cost));
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
        for cost in later {
            for freeing in &before {
                if let Some(cost) = freeing.plus(cost, limit) {
                    cost.add_to(aim, &mut Work::without_end());
                }
            }
        }
    }
    Some(aims)
}
