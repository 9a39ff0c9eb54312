//! The chance to take an enemy piece in one turn, by how far own pieces stand behind it.
//!
//! Own freed pieces stand at given distances behind one enemy piece on an endless straight track, nothing else near, and
//! there is enough else to do: a throw not wanted here is used elsewhere. All throws of the turn are made before
//! anything moves. Friends can be neither passed nor entered, but under `passing=free`, where they are only not entered; the enemy piece can be passed; each throw moves one piece, so
//! a piece moved by two throws takes where either ends.

//!
//! All work is counted. Where it is not enough for the whole answer, what was not looked at stands in the bounds.

mod chance_sum;
mod state_graph;
mod turn_state;

use super::budget::{Deepest, Effort, Stopped, Work, deepest};
use super::moves::Yield;
use super::reach::{Lane, landings};
use super::rules::{Face, Order, Passing, Rules};
use super::throw_multiset::{Cost, Least, Limit, MOST};
use super::throws::Throws;
use super::yields::MAX_THROWS;
use crate::exact::{Between, Quantity};
use crate::games::distances::{MAX_PIECES, MAX_ROWS, Reach};
use crate::work::Fault;
use chance_sum::chance;
use turn_state::{in_any_order, in_order_thrown};

/// The farthest a piece may stand behind.
pub const MAX_DISTANCE: u32 = 80;
/// The most that the distances may add up to.
pub const MAX_SUM: u32 = 120;
/// How far pieces may stand behind.
const REACH: Reach = Reach {
    farthest: MAX_DISTANCE,
    cells: ["cell", "cells"],
    pieces: MAX_PIECES,
    rows: MAX_ROWS,
};

/// The chance that pieces behind an enemy piece take it this turn.
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Chance")]
#[non_exhaustive]
pub struct Odds {
    /// Cells each piece stands behind the target, as asked.
    pub behind: Vec<u32>,
    /// Chance to take it this turn: exact, or bounded.
    pub probability: Quantity,
    /// The smallest yields that take, the shortest first, their throws in ascending order: numbers, or `khadzh`; under
    /// `order=thrown` those that take in some order.
    pub hits: Vec<Yield>,
    /// Hits of more throws before the last were not looked for; `null` if these are all.
    pub hits_up_to: Option<u32>,
    /// Where the budget ended the work; `null` if it did not.
    pub stopped: Option<Stopped>,
}

/// The chance to take an enemy piece this turn with own freed pieces that stand `behind` cells behind it.
///
/// Exact: without a limit on throws and with khmars that reach back one throw at most, closed forms over turns of any
/// length, if the budget is enough; else proved bounds, apart by the chance of the turns not looked at.
/// Cost: grows with the ways to make up the distances, at most the budget.
/// Rules: `throws`, `bias`, `cancel`, `order`, `freeing`; a khadzh moves a piece only under `khadzh_when_free=move1`, all
/// pieces being taken as freed.
///
/// # Errors
/// Of kind input: no piece or too many, several under `passing=free` where a turn can have more than one throw, two at one distance, distances or a limit on throws out of range.
///
/// # Examples
/// ```
/// use siga::games::sig::{Effort, Rules, odds::odds};
/// let eight = odds(&Rules::depaulis(), &[8], &Effort::default())?;
/// let hits: Vec<String> = eight.hits.iter().map(ToString::to_string).collect();
/// assert_eq!(hits, ["8", "4,4"]);
/// assert!(eight.probability.exact().is_some());
/// assert!(odds(&Rules::depaulis(), &[3, 3], &Effort::default()).is_err());
/// # Ok::<(), siga::work::Fault>(())
/// ```
pub fn odds(rules: &Rules, behind: &[u32], effort: &Effort) -> Result<Odds, Fault> {
    check(rules, behind, effort)?;
    Ok(counted(rules, behind, effort).0)
}

/// [`odds`] with the steps they took.
fn counted(rules: &Rules, behind: &[u32], effort: &Effort) -> (Odds, u64) {
    let throws = Throws::new(rules, rules.free_khadzh());
    // Pieces that pass each other are alone, each of them, where a turn is one throw.
    let alone = rules.passing == Passing::Free && behind.len() > 1;
    let least = match alone {
        true => of_one_throw(&throws, behind),
        false => least(&throws, behind, effort.budget / 4),
    };
    let hits_up_to = (least.throws < MOST).then_some(least.throws);
    let (spent, least) = (least.spent, least.found.unwrap_or_default());
    let rest = Effort {
        budget: effort.budget / 4 * 3,
        ..*effort
    };
    let (between, stopped, more) = match rules.order {
        Order::Thrown if !alone => {
            let states = |most, work: &mut Work| in_order_thrown(&throws, behind, most, work);
            chance(&throws, states, None, &rest)
        }
        _ => {
            let known = hits_up_to.map(usize::from);
            let states = |most, work: &mut Work| in_any_order(&throws, &least, most, work);
            chance(&throws, states, known, &rest)
        }
    };
    let hits = least.iter().map(|cost| {
        let mut faces = throws.faces(*cost);
        faces.sort_unstable();
        Yield::trusted(faces)
    });
    let mut hits: Vec<Yield> = hits.collect();
    hits.sort_by_key(|hit| (hit.throws().len(), hit.throws().to_vec()));
    let odds = Odds {
        behind: behind.to_vec(),
        probability: between.quantity(),
        hits,
        hits_up_to: hits_up_to.map(u32::from),
        // Of the whole budget the chance has three parts of four.
        stopped: stopped.map(|stopped| Stopped {
            budget: (stopped.budget / 3).saturating_mul(4),
            ..stopped
        }),
    };
    (odds, spent + more)
}

fn check(rules: &Rules, behind: &[u32], effort: &Effort) -> Result<(), Fault> {
    REACH.all_different(behind)?;
    let again = rules.throws().iter().any(|throw| throw.again);
    if rules.passing == Passing::Free && behind.len() > 1 && again {
        return Err(Fault::input(
            "under passing=free chances of several pieces are found where a turn is one throw: give one distance",
        ));
    }
    let sum: u32 = behind.iter().sum();
    if sum > MAX_SUM {
        return Err(Fault::input(format!(
            "the distances add up to {sum}: together they may be at most {MAX_SUM}"
        )));
    }
    effort.check(MAX_THROWS)
}

/// [`odds`] for every choice of `pieces` different distances up to `max`, ascending; the budget is for all together.
///
/// # Errors
/// As [`odds`]; of kind limit: too many rows.
pub fn table(rules: &Rules, pieces: usize, max: u32, effort: &Effort) -> Result<Vec<Odds>, Fault> {
    let choices = REACH.choices(pieces, max)?;
    let mut left = effort.budget;
    let mut rows = Vec::new();
    for (at, behind) in choices.iter().enumerate() {
        // Most rows take less than their part.
        let part = left / (choices.len() - at) as u64;
        let effort = Effort {
            budget: left.min(4 * part),
            ..*effort
        };
        check(rules, behind, &effort)?;
        let (odds, spent) = counted(rules, behind, &effort);
        left -= spent.min(left);
        rows.push(odds);
    }
    Ok(rows)
}

/// The throws that take where a turn is one throw and pieces pass each other.
fn of_one_throw(throws: &Throws, behind: &[u32]) -> Deepest<Least> {
    let takes = |kind: &Face| {
        kind.cells()
            .is_some_and(|cells| behind.contains(&cells.into()))
    };
    let lasts = (0..throws.lasts.len()).filter(|&last| takes(&throws.lasts[last]));
    Deepest {
        found: Some(lasts.map(Cost::last).collect()),
        throws: MOST,
        next: 0,
        spent: 0,
    }
}

/// The least throws that take, in any order, with as many throws before the last as the budget allows.
fn least(throws: &Throws, behind: &[u32], budget: u64) -> Deepest<Least> {
    let target = behind.iter().max().map_or(0, |&far| far as usize);
    // The piece that passes last ends less than the longest throw beyond the target, and a piece ahead of it need not move
    // on once it stands farther: so each is less than one throw more beyond the target than the next.
    let cells = target + (behind.len() - 1) * usize::from(throws.farthest()) + 1;
    let mut pieces: Vec<(usize, bool)> = (behind.iter())
        .map(|&distance| (target - distance as usize, false))
        .collect();
    pieces.sort_unstable_by(|a, b| b.cmp(a));
    let lane = Lane {
        cells,
        blocked: vec![false; cells],
        pieces,
        stop: false,
    };
    deepest(MOST, budget, |most, work| {
        let limit = Limit {
            throws: most,
            ..Limit::NONE
        };
        let mut found = landings(&lane, throws, &limit, work)?;
        Some(found.swap_remove(target))
    })
}

/// The chance that the throws left by a turn, in any order, hold one of these.
pub(super) fn enough(throws: &Throws, least: &[Cost], effort: &Effort) -> Between {
    let states = |most, work: &mut Work| in_any_order(throws, least, most, work);
    chance(throws, states, None, effort).0
}

#[cfg(test)]
mod tests;
