//! The throws that a turn can begin with, and the plays of each.

use std::collections::HashMap;
use std::hash::Hash;

use num_rational::BigRational;
use num_traits::Zero;

use super::{Solved, Solver, Solves, Thrown};
use crate::games::running_fight::plays::Yield;
use crate::games::running_fight::position::{Fight, Position};
use crate::games::throws::{ThrowPlays, Values as _};
use crate::work::{Fault, stop};

/// Where all throws of a turn are made first: the most throws of the turns whose plays are listed.
pub const LISTED_THROWS: u32 = 3;

/// Throws that a turn can begin with.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ByThrow<R: Fight> {
    /// The throws, each with its plays: of turns of at most [`LISTED_THROWS`] throws, with the chance that they are those of the turn; where
    /// each throw is used before the next is made, with the chance that the first is this one.
    pub throws: Vec<ThrowPlays<Position<R>>>,
    /// The chance of turns of more throws, which are not among them.
    pub others: BigRational,
}

/// Throws that are used together, their chance, and whether the same team throws again.
type Used<T> = (Yield<T>, BigRational, bool);

/// Every choice of throws that turns of at most `most` throws use first, with its chance, and whether the same team throws again;
/// the chance of longer turns.
fn used<R: Fight, S: Solver<R>>(solver: &S, most: u32) -> (Vec<Used<R::Throw>>, BigRational) {
    let falling = solver.falling();
    let mut going = HashMap::from([(solver.begin(), BigRational::from_integer(1.into()))]);
    let mut used: Vec<Used<R::Throw>> = Vec::new();
    for _ in 0..most {
        let mut next: HashMap<S::Throws, BigRational> = HashMap::new();
        for (before, chance) in &going {
            stop::check();
            for (throw, of_throw) in &falling {
                let chance = chance * of_throw;
                match solver.thrown(before, *throw) {
                    Thrown::Again(throws) => *next.entry(throws).or_default() += chance,
                    Thrown::Used { throws, again } => {
                        let played = solver.played(throws);
                        match used.iter_mut().find(|(known, ..)| *known == played) {
                            Some((_, sum, _)) => *sum += chance,
                            None => used.push((played, chance, again)),
                        }
                    }
                }
            }
        }
        going = next;
    }
    let others = going
        .into_values()
        .fold(BigRational::zero(), |sum, of| sum + of);
    used.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    (used, others)
}

impl<B: Copy + Eq + Hash> Solved<B> {
    /// The plays of the throws that a turn of the position can begin with.
    ///
    /// # Errors
    /// Too many plays.
    pub fn by_throw<R: Solves<Board = B>>(
        &self,
        position: &Position<R>,
    ) -> Result<ByThrow<R>, Fault> {
        let (used, others) = used(&position.rules().solver()?, LISTED_THROWS);
        let throws = used.into_iter().map(|(played, chance, again)| {
            let plays = self.plays(position, &played)?;
            Ok(ThrowPlays {
                throw: played,
                chance: Some(chance),
                again,
                plays,
            })
        });
        Ok(ByThrow {
            throws: throws.collect::<Result<_, Fault>>()?,
            others,
        })
    }
}
