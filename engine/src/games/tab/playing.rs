//! A turn as it is played: what falls, and one throw used after the other.

use super::board::Board;
use super::moves::{Left, MAX_YIELD, Step, Uses, Yield, earns_another};
use super::position::Position;
use super::rules::{Order, Rules, STICKS, THROWS};
use crate::games::running_fight::playing::{self, Playable};
use crate::games::running_fight::plays::Turn;
use crate::games::running_fight::sticks;
use crate::work::{Fault, Kind};

/// Throws the sticks once. `below` gives a number below its argument, all equally likely.
pub fn throw_once(rules: &Rules, below: &mut dyn FnMut(u64) -> u64) -> u8 {
    THROWS[sticks::fallen(rules.bias(), STICKS, below)].0
}

/// The throws that are made before anything moves: one, or under `order=any` all of a turn. `first` have been made already.
///
/// # Errors
/// If the turn goes on although more throws are made than can be played.
pub fn throw_on(
    rules: &Rules,
    first: &[u8],
    below: &mut dyn FnMut(u64) -> u64,
) -> Result<Yield, Fault> {
    let mut throws = first.to_vec();
    loop {
        let over = throws.last().is_some_and(|&last| !earns_another(last));
        if over || rules.order == Order::Thrown && !throws.is_empty() {
            return Ok(Yield::trusted(throws));
        }
        if throws.len() == MAX_YIELD {
            return Err(Fault::new(
                Kind::Limit,
                format!(
                    "{MAX_YIELD} throws have been made and the turn goes on: no more can be played"
                ),
            ));
        }
        throws.push(throw_once(rules, below));
    }
}

/// A turn that is being played: the board on the way, and the throws that are left.
#[derive(Debug, Clone, PartialEq)]
pub struct Playing {
    position: Position,
    throws: Vec<u8>,
    /// Whether the turn is over when these throws are used.
    last: bool,
}

impl Playing {
    fn state(&self) -> Left {
        Left {
            board: *self.position.board(),
            throws: self.throws.clone(),
        }
    }

    fn on(&self, left: Left) -> Playing {
        Playing {
            position: self.position.seen(left.board),
            throws: left.throws,
            last: self.last,
        }
    }
}

impl Playable for Position {
    type Playing = Playing;
}

impl playing::Playing for Playing {
    type Position = Position;
    type Yield = Yield;
    type Step = Step;

    fn new(position: &Position, played: &Yield) -> Playing {
        let left = Uses::new(position.rules()).start(*position.board(), played.throws());
        Playing {
            position: position.clone(),
            throws: left.throws,
            last: played.is_whole(),
        }
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn left(&self) -> Yield {
        Yield::trusted(self.throws.clone())
    }

    /// Throws before the one used are lost, where they may be.
    fn steps(&self) -> Vec<(Step, Playing)> {
        let uses = Uses::new(self.position.rules());
        let taken = |board: &Board| board.counts()[1];
        let before = taken(self.position.board());
        let mut steps = Vec::new();
        let mut open = Some(self.state());
        while let Some(state) = open.take() {
            for (used, left) in uses.next(&state).0 {
                let Some(used) = used else {
                    open = Some(left);
                    continue;
                };
                let takes = taken(&left.board) < before;
                steps.push((Step::new(&self.position, used, takes), self.on(left)));
            }
        }
        steps
    }

    /// Throws left are lost or kept.
    fn ended(&self) -> Option<Position> {
        let uses = Uses::new(self.position.rules());
        let mut left = self.state();
        loop {
            let (next, may_end) = uses.next(&left);
            if may_end {
                return Some(self.position.after(uses.board(&left), self.last));
            }
            let lost = next.into_iter().find(|(used, _)| used.is_none());
            left = lost?.1;
        }
    }

    fn takes(step: &Step) -> bool {
        step.takes
    }
}
