//! Tables for move generation, made once for each set of rules.

use crate::board::Bits;
use crate::solve::retro::{Goal, Step, plain_targets};

/// For each point, what a move there can do.
#[derive(Debug)]
pub(super) struct Lookup {
    /// For each point, the goals of the side to move that may come of entering it.
    pub(super) goals: Vec<Vec<Goal>>,
    /// The goals of the side to move that a move of the other side may make.
    pub(super) given: Vec<Goal>,
    /// For each point, those that plain steps lead to.
    pub(super) plain: Vec<u32>,
    /// For each point, the steps that need more than an empty point.
    pub(super) others: Vec<Vec<Step>>,
}

impl Lookup {
    pub(super) fn new(size: u8, steps: &[Step], goals: &[Goal]) -> Lookup {
        let goals_at = |point: u8| {
            goals
                .iter()
                .copied()
                .filter(|goal| goal.held.has(point) || goal.empty != 0)
                .collect()
        };
        let others = |point: u8| {
            let here = steps.iter().filter(|step| step.from == point);
            here.filter(|step| !step.is_plain()).copied().collect()
        };
        Lookup {
            goals: (0..size).map(goals_at).collect(),
            given: goals
                .iter()
                .copied()
                .filter(|goal| !goal.is_plain())
                .collect(),
            plain: plain_targets(size, steps),
            others: (0..size).map(others).collect(),
        }
    }
}
