//! Endgames: positions of few pieces, solved as a stochastic game.
//!
//! All throws of a turn are made before any is used. A khmar takes the throw before it off again, so that a turn under way is the
//! throws that stand, and whether the last of them can still be cancelled.

use std::rc::Rc;

use num_rational::BigRational;
use num_traits::Zero;

use super::moves::{Uses, Walker, Yield, able_to_fall, playable};
use super::position::{Position, View};
use super::route::Route;
use super::rules::{Cancel, Face, Order, Rules, Throw, Turns};
use crate::board::Bits;
use crate::games::playouts::Ended;
use crate::games::running_fight::endgame::{self, After, Ends, Solvable, Thrown};
use crate::games::running_fight::plays::UsesThrows as _;
use crate::games::running_fight::position::{Board as _, Ruleset as _};
use crate::work::Fault;

pub use crate::games::running_fight::endgame::{
    Draw, EndgameError, MAX_EXACT_STATES, MAX_STATES, MAX_THROWS, USUAL_STATES,
};

/// A board in the view of the team to move, and whether it has the second of two turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    view: View,
    second: bool,
}

/// The throws of a turn under way that stand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    /// Those that cannot be cancelled any more in an order that is the same for all that can be used alike, then the others.
    throws: Vec<Face>,
    /// Whether a khmar would cancel the last of them under `cancel=previous`.
    fresh: bool,
}

/// How turns of Sig go on.
pub struct Solver<'a> {
    rules: &'a Rules,
    route: Route,
    walker: Walker,
    /// The throws that can fall.
    falling: Vec<(Throw, BigRational)>,
    /// Those that leave something to play.
    faces: Vec<Face>,
    /// Under `order=any`: the boards in which throws can be used.
    ends: Ends<Uses<'a>>,
}

impl Solver<'_> {
    /// The throws that stand, in an order that is the same for all that can be used alike.
    fn settled(&self, mut standing: Standing) -> Standing {
        let mut falling = self.falling.iter();
        let cancellable = match self.rules.cancel {
            _ if !falling.any(|(throw, _)| throw.face == Face::Khmar) => 0,
            Cancel::Stack => standing.throws.len(),
            Cancel::Previous => usize::from(standing.fresh),
        };
        let last = standing.throws.len() - cancellable;
        let mut throws = standing.throws.split_off(last);
        std::mem::swap(&mut throws, &mut standing.throws);
        throws.retain(|face| *face != Face::Nothing);
        if self.rules.order == Order::Any {
            throws.sort_unstable();
        }
        throws.append(&mut standing.throws);
        Standing {
            throws,
            fresh: self.rules.cancel == Cancel::Previous && cancellable > 0,
        }
    }

    /// The game after a turn, if it is over.
    fn over(&self, view: View) -> Option<After<Board>> {
        let over = self.rules.is_over(&view);
        let stuck = || self.walker.is_stuck(view, &self.faces);
        Some(match view.own.count().cmp(&view.enemy.count()) {
            _ if !over && !stuck() => return None,
            _ if !over => After::Drawn,
            std::cmp::Ordering::Greater => After::Won,
            std::cmp::Ordering::Equal => After::Drawn,
            std::cmp::Ordering::Less => After::Lost,
        })
    }
}

impl endgame::Solver for Solver<'_> {
    type Board = Board;
    type End = View;
    type Throw = Throw;
    type Throws = Standing;
    type Yield = Yield;

    fn falling(&self) -> Vec<(Throw, BigRational)> {
        self.falling.clone()
    }

    fn begin(&self) -> Standing {
        Standing {
            throws: Vec::new(),
            fresh: false,
        }
    }

    fn thrown(&self, before: &Standing, throw: Throw) -> Thrown<Standing> {
        let mut standing = before.clone();
        if throw.face != Face::Khmar {
            standing.throws.push(throw.face);
        } else if standing.fresh || self.rules.cancel == Cancel::Stack {
            standing.throws.pop();
        }
        standing.fresh = throw.face != Face::Khmar;
        if throw.again {
            return Thrown::Again(self.settled(standing));
        }
        standing.throws.retain(|face| *face != Face::Nothing);
        Thrown::Used {
            throws: standing,
            again: false,
        }
    }

    fn played(&self, standing: Standing) -> Yield {
        let mut throws = standing.throws;
        if self.rules.order == Order::Any {
            throws.sort_unstable();
        }
        Yield::trusted(throws)
    }

    fn standing(&self, standing: &Standing) -> u32 {
        standing.throws.len() as u32
    }

    fn ends(&mut self, board: Board, standing: &Standing) -> Rc<Vec<View>> {
        let throws = &standing.throws;
        match self.rules.order {
            Order::Any => {
                let start = self.ends.turn().start(board.view, throws);
                self.ends.of(start)
            }
            Order::Thrown => {
                let (uses, start) = self.rules.begin(board.view, throws);
                Ends::new(uses).of(start)
            }
        }
    }

    fn after(&self, board: Board, end: View, _: bool) -> After<Board> {
        if let Some(over) = self.over(end) {
            return over;
        }
        if self.rules.turns == Turns::TwoAndTwo && !board.second {
            return After::Same(Board {
                view: end,
                second: true,
            });
        }
        After::Other(Board {
            view: end.turned(self.route),
            second: false,
        })
    }
}

impl Solvable for Position {
    type Board = Board;
    type Solver<'a> = Solver<'a>;

    fn solver(&self) -> Result<Solver<'_>, Fault> {
        let rules = self.rules();
        let throws = rules.weighted().into_iter();
        let throws = throws.filter(|throw| !throw.chance.is_zero());
        Ok(Solver {
            rules,
            route: Route::new(rules),
            walker: Walker::new(rules),
            falling: throws.map(|throw| (throw.throw, throw.chance)).collect(),
            faces: able_to_fall(rules),
            ends: Ends::new(Uses::new(rules, playable(rules))),
        })
    }

    fn seen_board(&self) -> Board {
        Board {
            view: *self.board(),
            second: self.is_second(),
        }
    }

    /// The result; a game in which no piece can ever be moved again is a draw.
    fn ended(&self) -> Option<Ended> {
        if self.is_over() {
            return Some(self.ahead().map_or(Ended::Drawn, Ended::Won));
        }
        let rules = self.rules();
        let stuck = Walker::new(rules).is_stuck(*self.board(), &able_to_fall(rules));
        stuck.then_some(Ended::Drawn)
    }
}
