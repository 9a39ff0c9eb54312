//! The throws of a turn as states of a game, and what each leads to.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::hash::Hash;

use indexmap::IndexSet;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use rustc_hash::FxBuildHasher;

use super::Thrown;
use super::ends::Ends;
use crate::exact::gcd;
use crate::games::running_fight::frame::Frame;
use crate::games::running_fight::plays::{FightBoard as _, Left};
use crate::games::running_fight::position::{Fight, Position};
use crate::games::running_fight::throws::{Face, Standing, Throw, Weighted};
use crate::games::throws::endgame::{
    Draw, Endgames as _, Followed, MAX_POSITIONS, MAX_THROWS, Terms, too_many,
};
use crate::solve::throws::Moves;
use crate::solve::throws::reached::{Payoffs, Reached};
use crate::solve::throws::{MAX_TOTAL, Next};
use crate::work::Fault;

/// The payoffs by number.
const WIN: usize = 0;
const LOSS: usize = 1;
const HALF: usize = 2;
/// Of a turn, or of what follows it, that is left open.
const OPEN: usize = 3;

/// A board before the first throw of a turn, in the view of the team to move, and whether it has the second of two turns.
type Seen<B> = (B, bool);

/// A turn before one of its throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BeforeThrow<B> {
    board: Seen<B>,
    /// The throws so far, by their place among all choices of throws that a turn can begin with.
    begun: u32,
    /// The worth of a draw to the team that throws.
    draw: Draw,
}

impl<B> BeforeThrow<B> {
    /// A turn before its first throw.
    pub(super) fn first(board: Seen<B>, draw: Draw) -> Self {
        Self {
            board,
            begun: 0,
            draw,
        }
    }
}

/// The throws that can fall.
struct Falling {
    throws: Vec<Throw>,
    /// Their whole weights, and last that of no throw: what rounding down has left over of the others, where the total could not be
    /// their common denominator. It is as open as a long turn.
    weights: Vec<u64>,
}

impl Falling {
    fn new(falling: &[Weighted]) -> Self {
        let chances = || falling.iter().map(|of| &of.chance);
        let (_, common) = gcd::in_common(chances());
        let total = common.min(MAX_TOTAL.into());
        let weight = |chance: &BigRational| (chance * &total).to_integer().to_u64().unwrap_or(0);
        let mut weights: Vec<u64> = chances().map(weight).collect();
        let total = total.to_u64().unwrap_or(MAX_TOTAL);
        weights.push(total - weights.iter().sum::<u64>());
        let throws = falling.iter().map(|of| of.throw).collect();
        Self { throws, weights }
    }
}

/// Choices of throws with which a turn goes on, and whether any is left out.
type Begun = (IndexSet<Standing, FxBuildHasher>, bool);

/// Every choice of throws with which a turn goes on, none first, in which at most `throws` stand, or can again.
fn begun(frame: &Frame, falling: &[Throw], throws: u32, allowed: u32) -> Result<Begun, Fault> {
    let mut all = IndexSet::from_iter([Standing::default()]);
    let throws = throws as usize;
    let cut_back = |before: &Standing| {
        let mut after = (falling.iter()).map(|throw| Thrown::after(frame, falling, before, *throw));
        after.any(|after| match after {
            Thrown::Again(after) => after.throws.len() < throws,
            Thrown::Used { played, .. } => played.throws().len() <= throws,
        })
    };
    let (mut cut, mut at) = (false, 0);
    while let Some(before) = all.get_index(at).cloned() {
        for throw in falling {
            let Thrown::Again(next) = Thrown::after(frame, falling, &before, *throw) else {
                continue;
            };
            let standing = next.throws.len();
            cut |= standing >= throws;
            let looked_at = standing < throws || standing == throws && cut_back(&next);
            if looked_at {
                all.insert(next);
            }
        }
        if all.len() > allowed as usize {
            return Err(too_many(allowed, None));
        }
        at += 1;
    }
    Ok((all, cut))
}

/// A position and all that can follow.
pub(super) fn followed<R: Fight>(
    position: &Position<R>,
    terms: &Terms,
) -> Result<Followed<BeforeThrow<R::Board>>, Fault> {
    let rules = position.rules();
    let allowed = terms.positions.min(MAX_POSITIONS);
    let falling = Falling::new(&rules.falling());
    let throws = terms.max_throws.clamp(1, MAX_THROWS);
    let (begun, long) = begun(&rules.frame(), &falling.throws, throws, allowed)?;
    let kept = rules.kept(position.board());
    let cut = long || kept.is_some();
    let rounded = falling.weights.last() > Some(&0);
    let turns = Turns {
        begun,
        ends: RefCell::new(Ends::new(rules.using())),
        falling,
        most: throws,
        most_kept: kept.unwrap_or_default().max(throws),
        rules,
        frame: rules.frame(),
        able: rules.able_to_fall(),
    };
    let payoffs = [2, 0, 1, 0].map(|halves| BigRational::new(halves.into(), 2.into()));
    let payoffs = Payoffs {
        payoffs: payoffs.to_vec(),
        open: (cut || rounded).then_some(OPEN),
    };
    let start = position.state(terms.draw);
    let reached = Reached::new(&turns, payoffs, [start], allowed as usize);
    Ok(Followed {
        reached: reached?.ok_or_else(|| too_many(allowed, None))?,
        cut,
        rounded,
    })
}

/// How turns go on, throw by throw.
struct Turns<'a, R: Fight> {
    rules: &'a R,
    frame: Frame,
    /// The throws that can fall, where the end of a game depends on them.
    able: Vec<Face>,
    /// What throws can be used for.
    ends: RefCell<Ends<R::Uses<'a>>>,
    begun: IndexSet<Standing, FxBuildHasher>,
    falling: Falling,
    /// The most throws that may stand.
    most: u32,
    /// The most throws that may be kept for later turns.
    most_kept: u32,
}

impl<R: Fight> Turns<'_, R> {
    /// The next state, or the result, after throws have been used to some end; `whole`: the turn is over with them.
    fn next(
        &self,
        state: &BeforeThrow<R::Board>,
        end: R::Board,
        whole: bool,
    ) -> Next<BeforeThrow<R::Board>> {
        let drawn = match state.draw {
            Draw::Lost => LOSS,
            Draw::Half => HALF,
            Draw::Won => WIN,
        };
        match self.rules.result(&end) {
            Some(Ordering::Greater) => return Next::End(WIN),
            Some(Ordering::Less) => return Next::End(LOSS),
            Some(Ordering::Equal) => return Next::End(drawn),
            None if self.rules.is_stuck(&end, &self.able) => return Next::End(drawn),
            None if self.rules.kept(&end) > Some(self.most_kept) => {
                return Next::End(OPEN);
            }
            None => {}
        }
        let (_, second) = state.board;
        match self.rules.follows(&end, second, whole) {
            Some(second) => Next::Again(BeforeThrow::first((end, second), state.draw)),
            None => {
                let board = (end.turned(self.frame.route), false);
                Next::Pass(BeforeThrow::first(board, state.draw.turned()))
            }
        }
    }
}

impl<R: Fight> Moves for Turns<'_, R> {
    type Position = BeforeThrow<R::Board>;

    /// A board stands for every choice of throws that its turn can go on with.
    fn size(&self, state: &BeforeThrow<R::Board>) -> usize {
        match state.begun {
            0 => self.begun.len(),
            _ => 0,
        }
    }

    fn weights(&self) -> &[u64] {
        &self.falling.weights
    }

    fn options(
        &self,
        state: &BeforeThrow<R::Board>,
        throw: usize,
        next: &mut Vec<Next<BeforeThrow<R::Board>>>,
    ) {
        let falling = &self.falling.throws;
        let Some(&throw) = falling.get(throw) else {
            next.push(Next::End(OPEN));
            return;
        };
        let before = &self.begun[state.begun as usize];
        match Thrown::after(&self.frame, falling, before, throw) {
            Thrown::Again(standing) => next.push(match self.begun.get_index_of(&standing) {
                Some(begun) => Next::Again(BeforeThrow {
                    begun: begun as u32,
                    ..*state
                }),
                None => Next::End(OPEN),
            }),
            Thrown::Used { played, .. } if played.throws().len() > self.most as usize => {
                next.push(Next::End(OPEN));
            }
            Thrown::Used { played, again } => {
                let start = Left {
                    board: state.board.0,
                    throws: self.frame.together(played.throws()),
                };
                let ends = self.ends.borrow_mut().of(start);
                next.extend(ends.iter().map(|end| self.next(state, *end, !again)));
            }
        }
    }
}
