//! The throws that a turn can begin with, and the plays of each.

use std::collections::HashMap;

use num_rational::BigRational;
use num_traits::Zero;

use super::Thrown;
use crate::games::running_fight::position::Fight;
use crate::games::running_fight::throws::{Standing, Throw, Weighted, Yield};
use crate::work::stop;

/// Where all throws of a turn are made first: the most throws of the turns whose plays are listed.
pub const LISTED_THROWS: u32 = 3;

/// Choices of throws that are used together, each with its chance and whether the same team throws again; the chance of those that are not
/// among them.
pub type Begun = (Vec<(Yield, BigRational, bool)>, BigRational);

/// Every choice of throws that turns of at most [`LISTED_THROWS`] throws use first, with its chance, and whether the same team throws
/// again; the chance of longer turns. Where each throw is used before the next is made, these are the single throws.
pub fn begun_by<R: Fight>(rules: &R) -> Begun {
    let frame = rules.frame();
    let weighted = rules.falling();
    let falling: Vec<Throw> = weighted.iter().map(|of| of.throw).collect();
    let mut going = HashMap::from([(Standing::default(), BigRational::from_integer(1.into()))]);
    let mut used: Vec<(Yield, BigRational, bool)> = Vec::new();
    for _ in 0..LISTED_THROWS {
        let mut next: HashMap<_, BigRational> = HashMap::new();
        for (before, chance) in &going {
            stop::check();
            for Weighted {
                throw,
                chance: of_throw,
                ..
            } in &weighted
            {
                let chance = chance * of_throw;
                match Thrown::after(&frame, &falling, before, *throw) {
                    Thrown::Again(throws) => *next.entry(throws).or_default() += chance,
                    Thrown::Used { played, again } => {
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
