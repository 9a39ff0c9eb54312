//! What can be taken in a turn from a whole position.
//!
//! Turns of 1, 2, 3, … throws are played out, as far as the budget goes; the chance of longer ones is left open in the
//! bounds. Under `order=any` the best play is found for each yield by itself; under `order=thrown` each throw is used as is
//! best on average, the next ones not being known.

use std::collections::HashMap;

use indexmap::IndexSet;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxBuildHasher;

use super::board::Board;
use super::position::{Play, Position};
use super::rules::{Order, Rules};
use crate::exact::{Between, gcd};
use crate::games::running_fight::analysis::Stopped;
use crate::games::running_fight::plays;
use crate::games::running_fight::plays::FightBoard as _;
use crate::games::running_fight::position::Fight as _;
use crate::games::running_fight::throws::{Face, Weighted};
use crate::games::throws::ranked;
use crate::work::stop;

pub use crate::games::running_fight::analysis::{Analysis, Effort, Exposed, Piece, Takes};
pub use crate::games::throws::ranked::By;

/// The most throws of a turn that are looked at.
pub const MAX_THROWS: u32 = 24;
/// The most throws of the next turn that are looked at for each turn of a game; longer ones are left open in the bounds.
pub const REVIEW_THROWS: u32 = 8;
/// The throws of a turn that are looked at unless more are asked for.
pub(super) const USUAL_THROWS: u32 = 12;

/// A play, and what the next turn of the other team takes after it.
pub type Ranked = ranked::Ranked<Play>;

/// The plays of a yield in order.
pub type Ranking = ranked::Ranking<Play>;

/// The pieces that the team to move can take this turn.
///
/// Exact: the bounds are proved, whatever the budget; apart by the chance of the turns that were not looked at.
/// Cost: the positions of turns of up to `max_throws` throws, at most about `budget`.
///
/// # Examples
/// ```
/// use siga::games::tab::{Position, analyse::takes};
/// let rules = "tab:lane,length=5".parse()?;
/// let position = Position::parse("5/4A/1B3/4b A", &rules)?;
/// let found = takes(&position, 12, 100_000);
/// // Six fields ahead: any turn with a six, or throws that add up to it.
/// assert_eq!(found.each[0].cell.to_string(), "c2");
/// assert!(found.at_least_one.width() < Some("1/100".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn takes(position: &Position, max_throws: u32, budget: u64) -> Takes {
    let board = position.board();
    let enemies = board.stacks().filter(|(_, stack)| stack.is_enemy());
    let enemies: Vec<(u8, u8, bool)> = enemies
        .map(|(at, stack)| (at, stack.height(), !stack.is_asleep()))
        .collect();
    let each = enemies.iter().map(|(field, ..)| Goal::Field(*field));
    let goals: Vec<Goal> = [Goal::Any, Goal::Number].into_iter().chain(each).collect();
    let mut turns = Turns::new(position.rules(), *board);
    let values = turns.within(&goals, max_throws, budget);
    let mut values = values.into_iter().map(Between::quantity);
    let mut next = || values.next().unwrap_or_else(|| Between::zero().quantity());
    let (at_least_one, expected) = (next(), next());
    let each = enemies.into_iter().map(|(field, pieces, awake)| Piece {
        cell: position.cell(field),
        pieces,
        awake,
        probability: next(),
    });
    Takes {
        each: each.collect(),
        at_least_one,
        expected,
        at_least: Vec::new(),
        max_throws: turns.max_throws,
        max_standing: None,
        open: turns.open,
        stopped: turns.stopped.then(|| Stopped {
            standing: turns.max_throws,
            budget: budget.saturating_mul(4),
        }),
    }
}

/// The aim of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Goal {
    /// To take anything.
    Any,
    /// To take many pieces.
    Number,
    /// To take the pieces of this field.
    Field(u8),
}

impl Goal {
    /// The part of it that is reached. Pieces taken stay taken.
    fn reached(self, before: &Board, now: &Board) -> u32 {
        let [had, has] = [before, now].map(|board| board.counts()[1]);
        match self {
            Goal::Any => u32::from(has < had),
            Goal::Number => had - has,
            Goal::Field(field) => u32::from(!now.at(field).is_enemy()),
        }
    }

    /// The most that any of some boards reaches.
    fn best(self, before: &Board, ends: &[Board]) -> u32 {
        let reached = ends.iter().map(|end| self.reached(before, end));
        reached.max().unwrap_or(0)
    }

    /// The most that can be reached.
    fn most(self, before: &Board) -> u32 {
        match self {
            Goal::Number => before.counts()[1],
            Goal::Any | Goal::Field(_) => 1,
        }
    }
}

/// The turns of a position.
struct Turns<'a> {
    rules: &'a Rules,
    board: Board,
    falling: Vec<Weighted>,
    left: u64,
    /// Turns of more throws are left open; their chance.
    max_throws: u32,
    open: BigRational,
    /// Whether the budget ended the work.
    stopped: bool,
    /// Where each throw is used at once: the boards after throws that earn another, those after fewer throws first.
    boards: IndexSet<Board, FxBuildHasher>,
    /// How many of them follow at most 0, 1, 2, … throws.
    reached: Vec<usize>,
    /// What each throw leads to, of the boards that were looked at.
    led_to: Vec<Vec<LedTo>>,
}

/// The boards that a throw leads to.
enum LedTo {
    /// Another throw follows: their places.
    Boards(Vec<usize>),
    /// The turn ends: the most that is reached of each goal.
    End(Vec<u32>),
}

impl<'a> Turns<'a> {
    fn new(rules: &'a Rules, board: Board) -> Turns<'a> {
        Turns {
            rules,
            board,
            falling: rules.falling(),
            left: 0,
            max_throws: 0,
            open: match board.is_over() {
                true => BigRational::zero(),
                false => BigRational::one(),
            },
            stopped: false,
            boards: IndexSet::from_iter([board]),
            reached: vec![1],
            led_to: Vec::new(),
        }
    }

    /// The throws that earn another.
    fn going_on(&self) -> impl Iterator<Item = &Weighted> {
        self.falling.iter().filter(|of| of.throw.again)
    }

    /// The values of goals from turns of at most 1, 2, 3, … throws as far as the budget goes; of one throw in any case.
    fn within(&mut self, goals: &[Goal], max_throws: u32, budget: u64) -> Vec<Between> {
        let again: BigRational = self.going_on().map(|throw| &throw.chance).sum();
        let mut found = vec![Between::zero(); goals.len()];
        if self.board.is_over() {
            return found;
        }
        self.left = u64::MAX;
        for throws in 1..=max_throws.clamp(1, MAX_THROWS) {
            let open = &self.open * &again;
            let looked = match self.rules.order {
                Order::Any => {
                    let next = self.collected(goals, throws, &found, &open);
                    next.map(|values| found = values)
                }
                Order::Thrown => self.look_farther(goals),
            };
            if looked.is_none() {
                self.stopped = true;
                break;
            }
            self.max_throws = throws;
            self.open = open;
            if throws == 1 {
                self.left = budget.saturating_sub(u64::MAX - self.left);
            }
            if again.is_zero() {
                break;
            }
        }
        match self.rules.order {
            Order::Any => found,
            Order::Thrown => (0..)
                .zip(goals)
                .map(|(nth, goal)| self.at_once(nth, *goal))
                .collect(),
        }
    }

    /// The boards that throws lead to; `None` once the budget is used up.
    fn ends(&mut self, board: Board, throws: &[Face]) -> Option<Vec<Board>> {
        stop::check();
        let start = self.rules.begin(board, throws);
        let ended = plays::ends(&self.rules.using(), start).ok()?;
        self.left = self.left.checked_sub(ended.nodes() as u64)?;
        Some(ended.boards().collect())
    }

    /// Where all throws are made first: the lower values before, and those of turns of exactly this number of throws; the chance of
    /// longer ones is open.
    fn collected(
        &mut self,
        goals: &[Goal],
        throws: u32,
        before: &[Between],
        open: &BigRational,
    ) -> Option<Vec<Between>> {
        let mut values: Vec<BigRational> = before.iter().map(|b| b.lower.clone()).collect();
        for (mut yielded, chance) in self.sequences(throws - 1) {
            for last in self.falling.clone() {
                if last.throw.again {
                    continue;
                }
                yielded.push(last.throw.face);
                let ends = self.ends(self.board, &yielded)?;
                yielded.pop();
                for (value, goal) in values.iter_mut().zip(goals) {
                    let reached = goal.best(&self.board, &ends);
                    *value += &chance * &last.chance * BigRational::from_integer(reached.into());
                }
            }
        }
        let values = goals.iter().zip(values).map(|(goal, lower)| {
            let most = BigRational::from_integer(goal.most(&self.board).into());
            let upper = (&lower + &most * open).min(most);
            Between::new(lower, upper)
        });
        Some(values.collect())
    }

    /// Every choice of a number of throws that earn another, without order, with its chance.
    fn sequences(&self, throws: u32) -> HashMap<Vec<Face>, BigRational> {
        let mut found = HashMap::from([(Vec::new(), BigRational::one())]);
        for _ in 0..throws {
            let mut next: HashMap<Vec<Face>, BigRational> = HashMap::new();
            for (before, chance) in &found {
                for of in self.going_on() {
                    let mut throws = before.clone();
                    throws.push(of.throw.face);
                    throws.sort_unstable();
                    *next.entry(throws).or_default() += chance * &of.chance;
                }
            }
            found = next;
        }
        found
    }

    /// Where each throw is used at once: looks at turns of one throw more; `None` once the budget is used up.
    fn look_farther(&mut self, goals: &[Goal]) -> Option<()> {
        for at in self.led_to.len()..self.boards.len() {
            let board = self.boards[at];
            let mut led_to = Vec::new();
            for throw in self.falling.clone() {
                let ends = match board.is_over() {
                    true => vec![board],
                    false => self.ends(board, &[throw.throw.face])?,
                };
                let goals = goals.iter();
                led_to.push(match throw.throw.again {
                    true => LedTo::Boards(
                        (ends.into_iter())
                            .map(|end| self.boards.insert_full(end).0)
                            .collect(),
                    ),
                    false => LedTo::End(goals.map(|goal| goal.best(&self.board, &ends)).collect()),
                });
            }
            self.led_to.push(led_to);
        }
        self.reached.push(self.boards.len());
        Some(())
    }

    /// The value of a goal, the `nth` of all, where each throw is used at once; a turn that goes on after the last throw that was looked at
    /// reaches what it has reached by then, or all.
    ///
    /// Values are whole numbers over a power of the common denominator of the chances, so that no fraction is reduced on the way.
    fn at_once(&self, nth: usize, goal: Goal) -> Between {
        let (weights, common) = gcd::in_common(self.falling.iter().map(|throw| &throw.chance));
        let boards = |throws: u32| 0..self.reached[throws as usize];
        let open = |at: usize| {
            let reached = goal.reached(&self.board, &self.boards[at]);
            match self.boards[at].is_over() {
                true => [reached; 2].map(BigInt::from),
                false => [reached, goal.most(&self.board)].map(BigInt::from),
            }
        };
        let mut values: Vec<[BigInt; 2]> = boards(self.max_throws).map(open).collect();
        let mut one = BigInt::one();
        for throws in (0..self.max_throws).rev() {
            let value = |at: usize| {
                stop::check();
                let mut sums = [BigInt::zero(), BigInt::zero()];
                for (weight, led_to) in weights.iter().zip(&self.led_to[at]) {
                    for (end, sum) in sums.iter_mut().enumerate() {
                        *sum += match led_to {
                            LedTo::End(reached) => weight * &one * reached[nth],
                            LedTo::Boards(places) => {
                                let best = places.iter().map(|&place| &values[place][end]).max();
                                weight * best.unwrap_or(&BigInt::ZERO)
                            }
                        };
                    }
                }
                sums
            };
            values = boards(throws).map(value).collect();
            one *= &common;
        }
        let [lower, upper] = values
            .swap_remove(0)
            .map(|value| BigRational::new(value, one.clone()));
        Between::new(lower, upper)
    }
}
