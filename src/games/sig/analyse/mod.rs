//! Whole positions: what can be taken this turn, what hangs in the next, and every play of a yield ranked.
//!
//! All throws of a turn are made before anything moves, so the best play is found for each yield by itself, and its
//! chance is that of the yield. Under `order=any` the least throws for each aim are found at once and hold for all
//! yields; under `order=thrown` every sequence of throws is played out.

mod any;
mod rank;
mod thrown;

#[cfg(test)]
mod tests;

use num_rational::BigRational;
use num_traits::Zero;
use thiserror::Error;

use super::cost::{Cost, Least, Limit};
use super::interval::Interval;
use super::odds::enough;
use super::position::{Position, View};
use super::route::Cell;
use super::rules::{FreeKhadzh, Order, Rules};
use super::work::{Effort, Stopped};
use super::yields::{Khadzh, Kind, MAX_THROWS, Throws, Turns};
use crate::board::Bits;

pub use rank::{By, RankError, Ranked, Ranking, rank};

/// What is left open without a limit on throws is less than this, for numbers of pieces too.
const TOLERANCE: f64 = 4e-7;

/// How many throws and yields were looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extent {
    /// Turns of more throws are left open.
    pub max_throws: u32,
    /// Yields of more throws before the last are left open.
    pub max_standing: u32,
    /// The chance of the turns left open.
    pub rest: BigRational,
    /// Where the budget ended the work, if it did.
    pub stopped: Option<Stopped>,
}

/// What one turn can take, each number with the best play for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Takes {
    /// The chance to take at least one piece.
    pub any: Interval,
    /// For each enemy piece, in order of the mover's route, its cell, whether it is freed, and the chance to take it.
    pub each: Vec<(Cell, bool, Interval)>,
    /// The chances to take at least one, at least two, … pieces, as far as any turn looked at takes so many.
    pub at_least: Vec<Interval>,
    /// The expected number of pieces taken when every turn takes as many as it can.
    pub expected: Interval,
    /// What was looked at.
    pub extent: Extent,
}

/// What a position is worth before the throw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// What the team to move can take.
    pub takes: Takes,
    /// The chance that the turn frees at least one piece.
    pub frees: Interval,
    /// The expected number of pieces freed.
    pub freed: Interval,
    /// What the other team could take if it threw now: the pieces of the team to move that hang.
    pub hangs: Takes,
}

/// A limit on throws that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AnalyseError {
    /// No throw, or too many.
    #[error("{throws} throws: a turn is looked at up to a number of throws from 1 to {MAX_THROWS}")]
    Throws {
        /// The limit given.
        throws: u32,
    },
}

/// The counts of a turn's outcomes over [`Turns::total`], and what is left open.
struct Tally {
    each: Vec<(u8, Interval)>,
    at_least: Vec<Interval>,
    /// More pieces than this are never taken.
    most: u32,
    /// The chance of the turns that were not looked at.
    rest: BigRational,
    /// The most that the chance to take more pieces than are listed can be.
    unknown: BigRational,
    /// Where the budget ended the work.
    stopped: Option<Stopped>,
}

/// What is there to take, to free and to lose.
///
/// Exact: bounds are proved, whatever the limit on throws and the budget. Without a limit no number is open by 10^-6 if
/// the budget is enough.
/// Cost: under `order=any` a few milliseconds to some hundreds; under `order=thrown` it grows with the plays of each yield;
/// at most the budget.
///
/// # Errors
/// [`AnalyseError::Throws`].
///
/// # Examples
/// ```
/// use siga::games::sig::{Effort, Position, Rules, analyse::analyse};
/// let rules: Rules = "sig:depaulis,length=4".parse()?;
/// let position = Position::parse("3A/B3/4/1bbb A", &rules)?;
/// let found = analyse(&position, &Effort::default())?;
/// // Four cells ahead: any turn with a bagra left takes it.
/// assert_eq!(found.takes.each[0].0.to_string(), "b1");
/// assert!(found.takes.any.lower > found.takes.each[1].2.lower);
/// assert!(analyse(&position, &Effort::throws(0)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse(position: &Position, effort: &Effort) -> Result<Analysis, AnalyseError> {
    check(effort)?;
    let rules = position.rules();
    let half = Effort {
        budget: effort.budget / 2,
        ..*effort
    };
    let takes = takes(position, &half);
    let hangs = self::takes(&position.passed(), &half);
    let dry = if position.is_over() {
        0
    } else {
        position.view().own_dry.count() as u8
    };
    let throws = Throws::new(rules, Khadzh::Frees);
    let at_least = |count: u8| enough(&throws, &freeing(&throws, count), effort);
    let nothing = || Interval::one(BigRational::zero());
    let mut frees = nothing();
    let mut freed = nothing();
    for count in 1..=dry {
        let chance = at_least(count);
        freed.lower += &chance.lower;
        freed.upper += &chance.upper;
        if count == 1 {
            frees = chance;
        }
    }
    Ok(Analysis {
        takes,
        frees,
        freed,
        hangs,
    })
}

fn check(effort: &Effort) -> Result<(), AnalyseError> {
    match effort.max_throws {
        Some(throws) if !(1..=MAX_THROWS).contains(&throws) => Err(AnalyseError::Throws { throws }),
        _ => Ok(()),
    }
}

/// The least throws that free so many pieces.
fn freeing(throws: &Throws, count: u8) -> Least {
    let mut least = Least::default();
    let again = throws.kinds.iter().position(|kind| *kind == Kind::Free);
    let last = throws.lasts.iter().position(|kind| *kind == Kind::Free);
    let many = |count| match (again, count) {
        (_, 0) => Some(Cost::ZERO),
        (Some(kind), count) => Some(Cost::of(kind, count)),
        (None, _) => None,
    };
    if let Some(cost) = many(count) {
        least.add(cost);
    }
    if let (Some(last), Some(cost)) = (last, many(count - 1))
        && let Some(cost) = cost.plus(Cost::last(last), &Limit::NONE)
    {
        least.add(cost);
    }
    least
}

/// What a khadzh is good for on a board.
fn khadzh(rules: &Rules, view: View) -> Khadzh {
    if view.own_dry != 0 {
        Khadzh::Frees
    } else if rules.khadzh_when_free == FreeKhadzh::MoveOne {
        Khadzh::MovesOne
    } else {
        Khadzh::Idle
    }
}

/// What the team to move can take.
fn takes(position: &Position, effort: &Effort) -> Takes {
    let (rules, view) = (position.rules(), position.view());
    let tolerance = TOLERANCE / f64::from(view.enemy.count().max(1));
    let throws = Throws::new(rules, khadzh(rules, view));
    let turns = Turns::new(throws, effort.max_throws, tolerance);
    let tally = if position.is_over() {
        nothing(view)
    } else {
        match rules.order {
            Order::Any => any::tally(rules, view, &turns, true, effort.budget),
            Order::Thrown => {
                let half = effort.budget / 2;
                let any = any::tally(rules, view, &turns, true, half);
                thrown::tally(rules, view, &turns, &any, half)
            }
        }
    };
    let cell = |number| position.route().cell(position.side(), number);
    let each = tally.each.iter().map(|(number, chance)| {
        let freed = !view.enemy_dry.has(*number);
        (cell(*number), freed, chance.clone())
    });
    Takes {
        any: tally.any(),
        each: each.collect(),
        expected: tally.expected(),
        extent: Extent {
            max_throws: turns.max_throws,
            max_standing: u32::from(turns.max_standing),
            rest: tally.rest.clone(),
            stopped: tally.stopped,
        },
        at_least: tally.at_least,
    }
}

/// The tally of a game that is over.
fn nothing(view: View) -> Tally {
    let zero = || Interval::one(BigRational::zero());
    Tally {
        each: view.enemy.ones().map(|number| (number, zero())).collect(),
        at_least: Vec::new(),
        most: 0,
        rest: BigRational::zero(),
        unknown: BigRational::zero(),
        stopped: None,
    }
}

impl Tally {
    fn any(&self) -> Interval {
        let unknown = if self.most > 0 {
            self.unknown.clone()
        } else {
            BigRational::zero()
        };
        let none = || Interval::new(BigRational::zero(), unknown);
        self.at_least.first().cloned().unwrap_or_else(none)
    }

    fn expected(&self) -> Interval {
        let mut sum = Interval::one(BigRational::zero());
        for chance in &self.at_least {
            sum.lower += &chance.lower;
            sum.upper += &chance.upper;
        }
        // The turns not looked at may take as many as there are.
        let open = self.most.saturating_sub(self.at_least.len() as u32);
        sum.upper += &self.unknown * BigRational::from_integer(open.into());
        sum
    }

    /// The same, no number being greater than the other tally of the position allows.
    fn at_most(mut self, other: &Tally) -> Tally {
        let lower = |known: Option<&Interval>| {
            known.map_or_else(BigRational::zero, |known| known.lower.clone())
        };
        let upper = |known: Option<&Interval>, unknown: &BigRational| {
            known.map_or(unknown, |known| &known.upper).clone()
        };
        for (number, chance) in &mut self.each {
            let known = other.each.iter().find(|(other, _)| other == number);
            if let Some((_, known)) = known {
                chance.upper = chance.upper.clone().min(known.upper.clone());
            }
        }
        let counts = self.at_least.len().max(other.at_least.len());
        let at_least = (0..counts).map(|count| {
            let (own, known) = (self.at_least.get(count), other.at_least.get(count));
            let most = upper(own, &self.unknown).min(upper(known, &other.unknown));
            Interval::new(lower(own), most)
        });
        self.at_least = at_least.collect();
        self.unknown = self.unknown.min(other.unknown.clone());
        self
    }
}
