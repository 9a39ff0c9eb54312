//! Whole positions: what can be taken this turn, what is threatened in the next, and every play of a yield ranked.
//!
//! All throws of a turn are made before anything moves, so the best play is found for each yield by itself, and its
//! chance is that of the yield. Under `order=any` the least throws for each aim are found at once and hold for all
//! yields; under `order=thrown` every sequence of throws is played out.

mod any_order;
mod exposure;
mod rank;
mod thrown_order;

#[cfg(test)]
mod tests;

use std::ops::Add;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::budget::{Effort, Stopped, Work};
use super::odds::enough;
use super::position::Position;
use super::rules::{Face, Order, Passing, Rules};
use super::throw_multiset::{Cost, Least, Limit};
use super::throws::Throws;
use super::view::View;
use super::yields::{MAX_THROWS, Turns};
use crate::board::Bits;
use crate::exact::Between;
pub use crate::games::running_fight::analysis::{
    Analysis, AtLeast, BothTurns, Exposed, Freeing, Piece, Takes,
};
use crate::work::Fault;

pub use rank::{By, Ranked, Ranking, rank};

/// The chance that may be left open without a limit on throws; the same for numbers of pieces.
const TOLERANCE: f64 = 4e-7;

/// The counts of a turn's outcomes over [`Turns::total`], and what is left open.
struct Tally {
    each: Vec<(u8, Between)>,
    at_least: Vec<Between>,
    /// More pieces than this are never taken.
    most: u32,
    /// The chance of the turns that were not looked at.
    rest: BigRational,
    /// The most that the chance to take more pieces than are listed can be.
    unknown: BigRational,
    /// Where the budget ended the work.
    stopped: Option<Stopped>,
}

/// The pieces to take, to free and to lose.
///
/// Exact: bounds are proved, whatever the limit on throws and the budget. Without a limit no number is open by 10^-6 if
/// the budget is enough.
/// Cost: under `order=any` a few milliseconds to some hundreds; under `order=thrown` it grows with the plays of each yield;
/// at most the budget.
///
/// # Errors
/// Of kind input: a limit on throws out of range; own pieces that pass each other or wake by moving, and throws in any order.
///
/// # Examples
/// ```
/// use siga::games::sig::{Effort, Position, Rules, analyse::analyse};
/// let rules: Rules = "sig:depaulis,length=4".parse()?;
/// let position = Position::parse("3A/B3/4/1bbb A", &rules)?;
/// let found = analyse(&position, &Effort::default())?;
/// // Four cells ahead: any turn with a bagra left takes it.
/// assert_eq!(found.take.each[0].cell.to_string(), "b1");
/// assert!(found.take.at_least_one.width() < Some("1/1000000".parse()?));
/// assert!(analyse(&position, &Effort::throws(0)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse(position: &Position, effort: &Effort) -> Result<Analysis, Fault> {
    let rules = position.rules();
    check(rules, effort)?;
    let part = |parts| Effort {
        budget: effort.budget / 8 * parts,
        ..*effort
    };
    let enemy = position.passed();
    // Each number has a part of the budget; what it would take is said of the whole.
    let whole = |parts: u64, mut takes: Takes| {
        if let Some(stopped) = &mut takes.stopped {
            let budget = stopped.budget.saturating_mul(8) / parts;
            stopped.budget = budget.max(effort.budget.saturating_mul(2));
        }
        takes
    };
    let takes = whole(2, takes(position, &part(2)));
    let hangs = whole(3, self::takes(&enemy, &part(3)));
    let two = rules.turns == super::rules::Turns::TwoAndTwo;
    let both_turns = two.then(|| exposure::both_turns(&enemy, &hangs, &part(3)));
    let dry = if position.is_over() {
        0
    } else {
        position.board().own_dry.count() as u8
    };
    let [frees, freed] = if rules.wakes_by_moving() {
        woken(position, &part(1))
    } else {
        let throws = Throws::new(rules, Face::Khadzh);
        let at_least = |count: u8| enough(&throws, &freeing(&throws, count), effort);
        let chances: Vec<Between> = (1..=dry).map(at_least).collect();
        let frees = chances.first().cloned().unwrap_or_else(Between::zero);
        [
            frees,
            chances.into_iter().fold(Between::zero(), Between::add),
        ]
    };
    Ok(Analysis {
        over: position.is_over(),
        take: takes,
        free: Some(Freeing {
            at_least_one: frees.quantity(),
            expected: freed.quantity(),
        }),
        exposure: Exposed {
            next: hangs,
            both_turns,
        },
    })
}

fn check(rules: &Rules, effort: &Effort) -> Result<(), Fault> {
    if let (Some(option), Order::Any) = (played_out(rules), rules.order) {
        let value = crate::rules::value(rules, option).unwrap_or_default();
        return Err(Fault::input(format!(
            "{option}={value} is analysed under order=thrown only, where every sequence is played out: throws in any order are looked at \
             piece by piece from the front, which own pieces that pass each other or wake by moving do not allow"
        )));
    }
    effort.check(MAX_THROWS)
}

/// The option for which pieces cannot be looked at one by one from the front, if there is one.
fn played_out(rules: &Rules) -> Option<&'static str> {
    match rules.passing {
        Passing::Never => rules.wakes_by_moving().then_some("wakes"),
        Passing::Single | Passing::Free => Some("passing"),
    }
}

/// The chance to wake a piece, and how many are woken on average, where throws that wake also move.
fn woken(position: &Position, effort: &Effort) -> [Between; 2] {
    let (rules, view) = (position.rules(), *position.board());
    let throws = Throws::new(rules, khadzh(rules, view));
    let turns = Turns::new(throws, effort.max_throws, TOLERANCE);
    let tally = match position.is_over() {
        true => nothing(View::default()),
        false => {
            let asleep = |view: View| view.own_dry;
            thrown_order::tally(rules, view, &turns, &anything(), effort.budget, asleep)
        }
    };
    [tally.any(), tally.expected()]
}

/// The least throws that free a given number of pieces.
fn freeing(throws: &Throws, count: u8) -> Least {
    let mut least = Least::default();
    let again = throws.kinds.iter().position(|kind| *kind == Face::Khadzh);
    let last = throws.lasts.iter().position(|kind| *kind == Face::Khadzh);
    let many = |count| match (again, count) {
        (_, 0) => Some(Cost::ZERO),
        (Some(kind), count) => Some(Cost::of(kind, count)),
        (None, _) => None,
    };
    let with_last = last.zip(many(count - 1));
    let with_last = with_last.and_then(|(last, cost)| cost.plus(Cost::last(last), &Limit::NONE));
    for cost in many(count).into_iter().chain(with_last) {
        cost.add_to(&mut least, &mut Work::without_end());
    }
    least
}

/// What a khadzh does on a board.
fn khadzh(rules: &Rules, view: View) -> Face {
    match view.own_dry {
        0 => rules.free_khadzh(),
        _ => Face::Khadzh,
    }
}

/// The pieces that the team to move can take.
fn takes(position: &Position, effort: &Effort) -> Takes {
    let (rules, view) = (position.rules(), *position.board());
    let tolerance = TOLERANCE / f64::from(view.enemy.count().max(1));
    let throws = Throws::new(rules, khadzh(rules, view));
    let turns = Turns::new(throws, effort.max_throws, tolerance);
    let tally = if position.is_over() {
        nothing(view)
    } else {
        tallied(rules, view, &turns, true, effort.budget)
    };
    let each = tally.each.iter().map(|(number, chance)| Piece {
        cell: position.cell(*number),
        pieces: 1,
        awake: !view.enemy_dry.has(*number),
        probability: chance.clone().quantity(),
    });
    let at_least = (1..).zip(&tally.at_least);
    let at_least = at_least.map(|(pieces, chance)| AtLeast {
        pieces,
        probability: chance.clone().quantity(),
    });
    Takes {
        at_least_one: tally.any().quantity(),
        each: each.collect(),
        expected: tally.expected().quantity(),
        at_least: at_least.collect(),
        max_throws: turns.max_throws,
        max_standing: Some(turns.max_standing.into()),
        open: tally.rest,
        stopped: tally.stopped,
    }
}

/// The pieces that the yields of the turns take in the order of the rules.
fn tallied(rules: &Rules, view: View, turns: &Turns, each: bool, budget: u64) -> Tally {
    let half = budget / 2;
    let enemies = |view: View| view.enemy;
    match (rules.order, played_out(rules)) {
        (Order::Any, _) => any_order::tally(rules, view, turns, each, budget),
        (Order::Thrown, None) => {
            let any = any_order::tally(rules, view, turns, each, half);
            thrown_order::tally(rules, view, turns, &any, half, enemies)
        }
        // Pieces looked at from the front say nothing of these.
        (Order::Thrown, Some(_)) => {
            thrown_order::tally(rules, view, turns, &anything(), budget, enemies)
        }
    }
}

/// The turns for each thing that a khadzh can do.
fn turns_by_khadzh(rules: &Rules, effort: &Effort, tolerance: f64) -> [(Face, Turns); 2] {
    [Face::Khadzh, rules.free_khadzh()].map(|khadzh| {
        let throws = Throws::new(rules, khadzh);
        (khadzh, Turns::new(throws, effort.max_throws, tolerance))
    })
}

/// No bound at all.
fn anything() -> Tally {
    Tally {
        unknown: BigRational::one(),
        rest: BigRational::one(),
        ..nothing(View::default())
    }
}

/// The tally of a game that is over.
fn nothing(view: View) -> Tally {
    let each = view.enemy.ones();
    Tally {
        each: each.map(|number| (number, Between::zero())).collect(),
        at_least: Vec::new(),
        most: 0,
        rest: BigRational::zero(),
        unknown: BigRational::zero(),
        stopped: None,
    }
}

impl Tally {
    fn any(&self) -> Between {
        let unknown = if self.most > 0 {
            self.unknown.clone()
        } else {
            BigRational::zero()
        };
        let none = || Between::new(BigRational::zero(), unknown);
        self.at_least.first().cloned().unwrap_or_else(none)
    }

    fn expected(&self) -> Between {
        let chances = self.at_least.iter().cloned();
        let mut sum = chances.fold(Between::zero(), Between::add);
        // The turns not looked at may take as many as there are.
        let open = self.most.saturating_sub(self.at_least.len() as u32);
        sum.upper += &self.unknown * BigRational::from_integer(open.into());
        sum
    }

    /// The same, no number being greater than the other tally of the position allows.
    fn at_most(mut self, other: &Tally) -> Tally {
        let lower = |known: Option<&Between>| {
            known.map_or_else(BigRational::zero, |known| known.lower.clone())
        };
        let upper = |known: Option<&Between>, unknown: &BigRational| {
            known.map_or(unknown, |known| &known.upper).clone()
        };
        for (number, chance) in &mut self.each {
            let known = other.each.iter().find(|(other, _)| other == number);
            if let Some((_, known)) = known {
                chance.at_most(&known.upper);
            }
        }
        let counts = self.at_least.len().max(other.at_least.len());
        let at_least = (0..counts).map(|count| {
            let (own, known) = (self.at_least.get(count), other.at_least.get(count));
            let most = upper(own, &self.unknown).min(upper(known, &other.unknown));
            Between::new(lower(own), most)
        });
        self.at_least = at_least.collect();
        self.unknown = self.unknown.min(other.unknown.clone());
        self
    }
}
