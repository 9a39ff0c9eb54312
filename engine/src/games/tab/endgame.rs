//! Endgames: positions of few pieces, solved as a stochastic game.

use std::rc::Rc;

use num_rational::BigRational;

use super::Position;
use super::board::Board;
use super::moves::Yield;
use super::rules::{Order, Rules, Saved};
use super::walk::Walker;
use crate::games::playouts::Ended;
use crate::games::running_fight::endgame::{self, After, Ends, Solvable, Thrown};
use crate::games::running_fight::plays::{Left, UsesThrows as _};
use crate::games::running_fight::position::{Board as _, Ruleset as _};
use crate::games::running_fight::route::Route;
use crate::work::{Fault, Kind};

pub use crate::games::running_fight::endgame::{
    Draw, EndgameError, MAX_EXACT_STATES, MAX_STATES, MAX_THROWS, USUAL_STATES,
};

/// How turns of tâb go on.
pub struct Solver<'a> {
    rules: &'a Rules,
    route: Route,
    ends: Ends<Walker<'a>>,
}

impl endgame::Solver for Solver<'_> {
    type Board = Board;
    type End = Board;
    /// The fields that it moves a piece, and whether it earns another.
    type Throw = (u8, bool);
    type Throws = Vec<u8>;
    type Yield = Yield;

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

    fn ends(&mut self, board: Board, throws: &Vec<u8>) -> Rc<Vec<Board>> {
        let throws = self.rules.sorted(throws);
        self.ends.of(Left { board, throws })
    }

    fn after(&self, _: Board, end: Board, again: bool) -> After<Board> {
        if end.is_over() {
            After::Won
        } else if again {
            After::Same(end)
        } else {
            After::Other(end.turned(self.route))
        }
    }
}

impl Solvable for Position {
    type Board = Board;
    type Solver<'a> = Solver<'a>;

    fn solver(&self) -> Result<Solver<'_>, Fault> {
        let rules = self.rules();
        if rules.saved == Saved::Yes {
            let text = "endgames are not solved under saved=yes: tâbs can be kept without end";
            return Err(Fault::new(Kind::Input, text));
        }
        Ok(Solver {
            rules,
            route: rules.route(),
            ends: Ends::new(Walker::new(rules)),
        })
    }

    fn seen_board(&self) -> Board {
        *self.board()
    }

    fn ended(&self) -> Option<Ended> {
        self.winner().map(Ended::Won)
    }
}
