//! Endgames: positions of few pieces, solved as a stochastic game.

use std::rc::Rc;

use num_rational::BigRational;

use super::board::Board;
use super::moves::Yield;
use super::rules::{Order, Rules, Saved};
use super::walk::Walker;
use crate::games::running_fight::endgame::{self, Ends, Solves, Thrown};
use crate::games::running_fight::plays::Left;
use crate::games::running_fight::position::Fight as _;

/// How turns of tâb go on.
pub struct Solver<'a> {
    rules: &'a Rules,
    ends: Ends<Walker<'a>>,
}

impl endgame::Solver<Rules> for Solver<'_> {
    /// The fields that it moves a piece, and whether it earns another.
    type Throw = (u8, bool);
    type Throws = Vec<u8>;

    fn falling(&self) -> Vec<((u8, bool), BigRational)> {
        let throws = self.rules.falling().into_iter();
        (throws.map(|throw| ((throw.fields, throw.again), throw.chance))).collect()
    }

    fn begin(&self) -> Vec<u8> {
        Vec::new()
    }

    fn thrown(&self, before: &Vec<u8>, (fields, again): (u8, bool)) -> Thrown<Vec<u8>> {
        let mut throws = before.clone();
        throws.push(fields);
        if again && self.rules.order == Order::Any {
            throws.sort_unstable();
            return Thrown::Again(throws);
        }
        Thrown::Used { throws, again }
    }

    fn played(&self, throws: Vec<u8>) -> Yield {
        Yield::trusted(throws)
    }

    fn standing(&self, throws: &Vec<u8>) -> u32 {
        throws.len() as u32
    }

    fn kept(&self, board: &Board) -> Option<u32> {
        let [own, other] = board.saved();
        (self.rules.saved == Saved::Yes).then(|| own.max(other).into())
    }

    fn ends(&mut self, board: Board, throws: &Vec<u8>) -> Rc<Vec<Board>> {
        let throws = self.rules.sorted(throws);
        self.ends.of(Left { board, throws })
    }
}

impl Solves for Rules {
    type Solver<'a> = Solver<'a>;

    fn solver(&self) -> Solver<'_> {
        Solver {
            rules: self,
            ends: Ends::new(Walker::new(self)),
        }
    }
}
