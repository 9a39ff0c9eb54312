//! Single positions of the sliding phase, searched forwards; any size of board.
//!
//! Two searches in turn. Looking ahead one ply more each time finds forced captures, the quickest
//! first. If that does not settle everything, all positions that can be reached without a capture
//! are listed, and if the budget lets the list be finished, it is solved backwards; only so can
//! "never" be proved. Nothing here is shared with the solver of the whole phase.

use std::collections::HashMap;

use super::FirstCapture;
use crate::board::Bits;
use crate::games::sidja::Rules;
use crate::games::sidja::moves::Engine;
use crate::games::sidja::rules::Blocked;
use crate::work::stop;

/// A position of the sliding phase on a board of any size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    /// The index of the empty cell.
    pub hole: u8,
    /// The cells of the side to move.
    pub own: u128,
}

/// The facts about a position found by looking ahead.
#[derive(Debug, Clone, Copy)]
enum KnownPlies {
    /// Nothing is forced within this number of plies.
    OpenTo(u32),
    /// The side to move forces the capture within this number of plies.
    WonIn(u32),
    /// The opponent does.
    LostIn(u32),
}

/// Positions visited between two looks whether the search is to stop.
const BETWEEN_LOOKS: u64 = 64;

/// The budget is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfBudget;

/// A forward search with its memory.
#[derive(Debug)]
pub struct Search {
    engine: Engine<u128>,
    table: HashMap<Node, KnownPlies>,
    closed: HashMap<Node, FirstCapture>,
    nodes: u64,
    budget: u64,
}

impl Search {
    /// A search that visits at most `budget` positions in each of its two parts.
    pub(crate) fn new(rules: Rules, budget: u64) -> Search {
        Search {
            engine: Engine::new(rules).expect("a board of 11 cells a side fits into 128 bits"),
            table: HashMap::new(),
            closed: HashMap::new(),
            nodes: 0,
            budget,
        }
    }

    /// The positions visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The opponent's stones.
    pub(crate) fn enemy(&self, node: Node) -> u128 {
        self.engine.board().full::<u128>() & !node.own & !u128::bit(node.hole)
    }

    /// The stones every move takes; empty if no move takes any.
    pub(crate) fn taken(&self, node: Node) -> u128 {
        if self.movers(node).is_empty() {
            return 0;
        }
        self.engine.taken(node.own, self.enemy(node), node.hole)
    }

    /// The own stones beside the hole. They can move, unless the move must open a way.
    pub(crate) fn movers(&self, node: Node) -> u128 {
        self.engine.near(node.hole) & node.own
    }

    /// Those that can move when the opponent, if he is blocked, has passed: under `blocked=opens` the
    /// moves after which he has one, if there are any.
    pub(crate) fn movers_in_play(&self, node: Node) -> u128 {
        let movers = self.movers(node);
        let taken = self.taken(node);
        let left = self.enemy(node) & !taken;
        let frees = |from: u8| {
            left.count() <= u32::from(self.engine.rules().lost_with())
                || !(self.engine.around(left) & (taken | u128::bit(from))).is_empty()
        };
        let opens = self.engine.rules().blocked == Blocked::Opens
            && self.movers(self.passed(node)).is_empty()
            && movers.ones().any(frees);
        match opens {
            true => movers
                .ones()
                .filter(|&from| frees(from))
                .map(u128::bit)
                .sum(),
            false => movers,
        }
    }

    /// The position after a stone has moved into the hole and taken nothing.
    pub(crate) fn after(&self, node: Node, from: u8) -> Node {
        Node {
            hole: from,
            own: self.enemy(node),
        }
    }

    /// The position after the pass of a blocked player.
    pub(crate) fn passed(&self, node: Node) -> Node {
        Node {
            hole: node.hole,
            own: self.enemy(node),
        }
    }

    /// The value, if it is known without making moves: a capture at once, or blocked and lost.
    fn at_once(&self, node: Node) -> Option<FirstCapture> {
        if self.movers(node).is_empty() {
            let loses = self.engine.rules().blocked == Blocked::Loses;
            return loses.then_some(FirstCapture::Loss(0));
        }
        (!self.taken(node).is_empty()).then_some(FirstCapture::Win(1))
    }

    /// The positions after every move or the pass, nothing being taken.
    fn next(&self, node: Node) -> Vec<Node> {
        let movers = self.movers_in_play(node);
        if movers.is_empty() {
            return vec![self.passed(node)];
        }
        movers.ones().map(|from| self.after(node, from)).collect()
    }

    /// Whether the first capture is forced within a number of plies: `Some(true)` by the side to
    /// move, `Some(false)` by the opponent, `None` by neither.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(crate) fn within(&mut self, node: Node, plies: u32) -> Result<Option<bool>, OutOfBudget> {
        match self.at_once(node) {
            Some(FirstCapture::Win(needed)) => return Ok((needed <= plies).then_some(true)),
            Some(_) => return Ok(Some(false)),
            None if plies == 0 => return Ok(None),
            None => {}
        }
        match self.table.get(&node) {
            Some(&KnownPlies::WonIn(needed)) if needed <= plies => return Ok(Some(true)),
            Some(&KnownPlies::LostIn(needed)) if needed <= plies => return Ok(Some(false)),
            Some(&KnownPlies::OpenTo(depth)) if plies <= depth => return Ok(None),
            // A position won or lost in more plies was open with one less.
            Some(&KnownPlies::WonIn(needed) | &KnownPlies::LostIn(needed)) if plies < needed => {
                return Ok(None);
            }
            _ => {}
        }
        if self.nodes >= self.budget {
            return Err(OutOfBudget);
        }
        self.count();
        let mut all_won = true;
        let mut result = None;
        for next in self.next(node) {
            match self.within(next, plies - 1)? {
                Some(false) => {
                    result = Some(true);
                    break;
                }
                Some(true) => {}
                None => all_won = false,
            }
        }
        if result.is_none() && all_won {
            result = Some(false);
        }
        let known = match result {
            None => KnownPlies::OpenTo(plies),
            Some(_) if !self.open_to(node, plies - 1) => return Ok(result),
            Some(true) => KnownPlies::WonIn(plies),
            Some(false) => KnownPlies::LostIn(plies),
        };
        self.table.insert(node, known);
        Ok(result)
    }

    /// Whether it is known that nothing is forced within a number of plies.
    fn open_to(&self, node: Node, plies: u32) -> bool {
        plies == 0
            || matches!(self.table.get(&node), Some(&KnownPlies::OpenTo(depth)) if depth >= plies)
    }

    /// The exact value, by looking ahead up to a number of plies, or from the list of reachable
    /// positions; `None` if it is not known.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(crate) fn value(
        &mut self,
        node: Node,
        most: u32,
    ) -> Result<Option<FirstCapture>, OutOfBudget> {
        if let Some(&value) = self.closed.get(&node) {
            return Ok(Some(value));
        }
        if let Some(value) = self.at_once(node) {
            return Ok(Some(value));
        }
        for plies in 1..=most {
            match self.within(node, plies)? {
                Some(_) => return Ok(Some(FirstCapture::from_plies(plies))),
                None => continue,
            }
        }
        Ok(None)
    }

    /// Lists every position that can be reached from these without a capture and solves them
    /// backwards.
    ///
    /// # Errors
    /// When there are more positions than the budget.
    pub(crate) fn close(&mut self, roots: &[Node]) -> Result<(), OutOfBudget> {
        let mut numbers: HashMap<Node, u32> = HashMap::new();
        let mut list = Vec::new();
        for &root in roots {
            numbers.entry(root).or_insert_with(|| {
                list.push(root);
                list.len() as u32 - 1
            });
        }
        let mut next: Vec<Vec<u32>> = Vec::new();
        let mut at = 0;
        while let Some(&node) = list.get(at) {
            at += 1;
            self.count();
            let mut numbered = Vec::new();
            if self.at_once(node).is_none() {
                for after in self.next(node) {
                    let number = *numbers.entry(after).or_insert_with(|| {
                        list.push(after);
                        list.len() as u32 - 1
                    });
                    numbered.push(number);
                }
            }
            next.push(numbered);
            if list.len() as u64 > self.budget {
                return Err(OutOfBudget);
            }
        }
        let values = self.backwards(&list, &next);
        self.closed.extend(list.into_iter().zip(values));
        Ok(())
    }

    /// A position more was visited.
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_LOOKS) {
            stop::check();
        }
    }

    /// The values of a list of positions closed under moves: round after round, what follows from
    /// the rounds before.
    fn backwards(&self, list: &[Node], next: &[Vec<u32>]) -> Vec<FirstCapture> {
        let mut values: Vec<Option<FirstCapture>> =
            list.iter().map(|&node| self.at_once(node)).collect();
        let mut open: Vec<usize> = (0..list.len()).filter(|&at| values[at].is_none()).collect();
        let mut quiet_rounds = 0;
        for plies in 1_u32.. {
            stop::check();
            let settled: Vec<(usize, FirstCapture)> = open
                .iter()
                .filter_map(|&at| {
                    let found = next[at].iter().map(|&after| values[after as usize]);
                    let value = if plies % 2 == 1 {
                        found
                            .flatten()
                            .any(|value| value == FirstCapture::Loss(plies - 1))
                    } else {
                        found
                            .into_iter()
                            .all(|value| matches!(value, Some(FirstCapture::Win(_))))
                    };
                    value.then(|| (at, FirstCapture::from_plies(plies)))
                })
                .collect();
            for &(at, value) in &settled {
                values[at] = Some(value);
            }
            open.retain(|&at| values[at].is_none());
            quiet_rounds = if settled.is_empty() {
                quiet_rounds + 1
            } else {
                0
            };
            if open.is_empty() || quiet_rounds > 2 {
                break;
            }
        }
        values
            .into_iter()
            .map(|value| value.unwrap_or(FirstCapture::Never))
            .collect()
    }
}
