//! Endgames: positions of few pieces, solved as a stochastic game.
//!
//! All throws of a turn are made before any is used. A khmar takes the throw before it off again, so that a turn under way is the
//! throws that stand, and whether the last of them can still be cancelled.

use std::rc::Rc;

use num_rational::BigRational;
use num_traits::Zero;

use super::moves::{Uses, Yield, playable};
use super::playing::Standing;
use super::rules::{Cancel, Face, Order, Rules, Throw};
use super::view::View;
use crate::games::running_fight::endgame::{self, Ends, Solves, Thrown};
use crate::games::running_fight::position::Fight as _;

/// How turns of Sig go on.
pub struct Solver<'a> {
    rules: &'a Rules,
    /// The throws that can fall.
    falling: Vec<(Throw, BigRational)>,
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
}

impl endgame::Solver<Rules> for Solver<'_> {
    type Throw = Throw;
    type Throws = Standing;

    fn falling(&self) -> Vec<(Throw, BigRational)> {
        self.falling.clone()
    }

    fn begin(&self) -> Standing {
        Standing::default()
    }

    fn thrown(&self, before: &Standing, throw: Throw) -> Thrown<Standing> {
        let mut standing = before.clone().and(throw.face, self.rules.cancel);
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

    fn ends(&mut self, view: View, standing: &Standing) -> Rc<Vec<View>> {
        let throws = &standing.throws;
        match self.rules.order {
            Order::Any => {
                let start = self.ends.turn().start(view, throws);
                self.ends.of(start)
            }
            Order::Thrown => {
                let (uses, start) = self.rules.begin(view, throws);
                Ends::new(uses).of(start)
            }
        }
    }
}

impl Solves for Rules {
    type Solver<'a> = Solver<'a>;

    fn solver(&self) -> Solver<'_> {
        let throws = self.weighted().into_iter();
        let throws = throws.filter(|throw| !throw.chance.is_zero());
        Solver {
            rules: self,
            falling: throws.map(|throw| (throw.throw, throw.chance)).collect(),
            ends: Ends::new(Uses::new(self, playable(self))),
        }
    }
}
