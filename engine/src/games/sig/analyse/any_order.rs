//! Throws used in any order.

use super::Tally;
use crate::board::Bits;
use crate::games::sig::budget::{Stopped, deepest};
use crate::games::sig::odds::{Capped, within};
use crate::games::sig::position::View;
use crate::games::sig::reach::{Lane, takings};
use crate::games::sig::route::Route;
use crate::games::sig::rules::{FreeKhadzh, Overshoot, Rules};
use crate::games::sig::throw_multiset::{Cost, Least, Limit};
use crate::games::sig::throws::{ThrowUse, Throws};
use crate::games::sig::yields::Turns;

/// The pieces that the yields of the turns take; `each` piece only if it is asked for.
pub(super) fn tally(rules: &Rules, view: View, turns: &Turns, each: bool, budget: u64) -> Tally {
    let most = turns.max_standing;
    let limit = |throws| Limit {
        throws,
        ..turns.likely
    };
    let found = |enemy: u128, budget: u64| {
        deepest(most, budget, |throws, work| {
            aims(
                rules,
                view,
                &turns.throws,
                &limit(throws),
                |freed, throws, limit| {
                    takings(&lane(rules, view, freed), enemy, throws, limit, work)
                },
            )
        })
    };
    let share = budget / 4;
    let taken = found(view.enemy, 2 * share);
    let (mut known, mut next) = (taken.throws, taken.next);
    let enemies = u64::from(view.enemy.count()).max(1);
    let mut landings = Vec::new();
    for cell in view.enemy.ones().filter(|_| each) {
        let landed = found(u128::bit(cell), share / enemies);
        known = known.min(landed.throws);
        next = next.max(landed.next.saturating_mul(enemies));
        let least = landed.found.and_then(|found| found.into_iter().nth(1));
        landings.push((cell, least.unwrap_or_default(), landed.throws));
    }
    let takings = taken.found.unwrap_or_default();
    let work = share / (enemies + takings.len() as u64);
    let mut chance = |least: &Least, throws: u8| {
        let limit = limit(throws);
        let capped = Capped::new(&turns.throws, least, &limit);
        let (between, depth) = within(turns, &capped, usize::from(throws), work);
        known = known.min(depth as u8);
        between
    };
    let each = landings.iter();
    let each = each.map(|(cell, least, throws)| (*cell, chance(least, *throws)));
    let each = each.collect();
    let none = Least::default();
    let least = (1..=enemies as usize).map(|count| takings.get(count).unwrap_or(&none));
    // More pieces than any yield looked at takes are taken by others only.
    let possible = least.take_while(|least| !least.0.is_empty() || taken.throws < most);
    let at_least = possible.map(|least| chance(least, taken.throws)).collect();
    let unknown = chance(&none, taken.throws).upper;
    Tally {
        each,
        at_least,
        most: view.enemy.count(),
        rest: turns.rest(known),
        unknown,
        stopped: (known < most).then(|| Stopped {
            standing: known.into(),
            budget: budget.saturating_mul(2).max(next.saturating_mul(6)),
        }),
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
    mut find: impl FnMut(bool, &Throws, &Limit) -> Option<Vec<Least>>,
) -> Option<Vec<Least>> {
    let mut aims = find(false, throws, limit)?;
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
    let later = find(true, &all_freed, &rest)?;
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
