//! What can be taken in a turn from a whole position.
//!
//! Turns of 1, 2, 3, … throws are played out, as far as the budget goes; the chance of longer ones is left open in the
//! bounds. Under `order=any` the best play is found for each yield by itself; under `order=thrown` each throw is used as is
//! best on average, the next ones not being known.

use std::collections::HashMap;

use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use super::board::Board;
use super::position::{Play, Position};
use super::rules::{Order, Rules};
use crate::exact::Between;
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
    /// The boards that one throw leads to, where each is used at once.
    known: FxHashMap<(Board, Face), Vec<Board>>,
    /// The values before a throw, turns of more than this many throws still to come left open.
    values: FxHashMap<(Board, u32, Goal), Between>,
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
            known: FxHashMap::default(),
            values: FxHashMap::default(),
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
            let next = match self.rules.order {
                Order::Any => self.collected(goals, throws, &found, &open),
                Order::Thrown => self.at_once(goals, throws),
            };
            let Some(values) = next else {
                self.stopped = true;
                break;
            };
            found = values;
            self.max_throws = throws;
            self.open = open;
            if throws == 1 {
                self.left = budget.saturating_sub(u64::MAX - self.left);
            }
            if again.is_zero() {
                break;
            }
        }
        found
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
                    let reached = ends.iter().map(|end| goal.reached(&self.board, end));
                    let reached = reached.max().unwrap_or(0);
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

    /// Where each throw is used at once: the values, turns of more than this number of throws being open.
    fn at_once(&mut self, goals: &[Goal], throws: u32) -> Option<Vec<Between>> {
        let board = self.board;
        let values = goals.iter().map(|goal| self.before(board, throws, *goal));
        values.collect()
    }

    /// The value before a throw, turns of more than this many still to come being open: they reach what is reached, or all.
    fn before(&mut self, board: Board, throws: u32, goal: Goal) -> Option<Between> {
        let whole = |reached: u32| BigRational::from_integer(reached.into());
        let reached = goal.reached(&self.board, &board);
        let most = goal.most(&self.board);
        if board.is_over() || reached == most {
            return Some(Between::exact(whole(reached)));
        }
        if throws == 0 {
            return Some(Between::new(whole(reached), whole(most)));
        }
        if let Some(known) = self.values.get(&(board, throws, goal)) {
            return Some(known.clone());
        }
        let mut value = Between::zero();
        for throw in self.falling.clone() {
            let mut best = Between::zero();
            for end in self.after(board, throw.throw.face)? {
                let after = match throw.throw.again {
                    true => self.before(end, throws - 1, goal)?,
                    false => Between::exact(whole(goal.reached(&self.board, &end))),
                };
                best = Between::new(best.lower.max(after.lower), best.upper.max(after.upper));
            }
            value.lower += &throw.chance * best.lower;
            value.upper += throw.chance * best.upper;
        }
        self.values.insert((board, throws, goal), value.clone());
        Some(value)
    }

    fn after(&mut self, board: Board, throw: Face) -> Option<Vec<Board>> {
        if let Some(known) = self.known.get(&(board, throw)) {
            return Some(known.clone());
        }
        let ends = self.ends(board, &[throw])?;
        self.known.insert((board, throw), ends.clone());
        Some(ends)
    }
}
