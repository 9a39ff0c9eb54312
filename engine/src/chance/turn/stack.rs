//! Turns in which a cancelling throw voids the latest throw still standing.
//!
//! The throws that stand form a stack, so the turn is a pushdown process: a throw that earns another is laid on it, a
//! cancelling throw takes the top off (or does nothing when there is none), any other ends the turn. The state besides
//! the stack is the present row of throws, where rows count. Let Q(s) be the chance that a throw just laid on, the row
//! being s, is taken off while the turn goes on; it satisfies Q(s) = c + Σ a·Q(s')·Q(0), the sum over the throws that lay
//! on another, whose row is s': that one must be taken off, and then ours. (After a cancelling throw the row is 0.)
//!
//! # Surds, and why they are exact
//! Given x = Q(0) these equations are linear, and have a solution for every x up to 1, since c is the same in all of them and so no
//! row of the matrix x·a sums to more than 1 − c. In functions of an unknown x they give Q(0) as a quotient of polynomials, a series
//! in x without negative coefficients that converges up to 1. What is wanted is the least solution that is not negative, as Kleene's iteration from 0
//! stays below every other one: the least x from 0 to 1 at which the quotient is x. It is a fraction or a quadratic surd where the
//! equation is of the second degree at most; other roots are isolated between bounds (`exact::bounds`).
//!
//! A surd is kept as a + b·√c. Signs are decided by comparing a² with b²c, floors by integer square roots, so decimals are right to the last
//! digit however many are asked for. `exact::Real` is the field in which all else about a turn is answered then, by the same code
//! as in rational numbers and in functions of the bias: a surd as long as one root is enough, an interval otherwise.
//!
//! The throws that stand in the end are then a walk with few states: nothing stands yet, or something does that will never be taken
//! off, the row being s. A step either lays on a throw that will be taken off again, and nothing has changed; or one that
//! will not; or it is the last. Its chances, given that what stands stays, are those of the turn times the chance that
//! what stands afterwards stays, divided by the same before.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::rules::{RowRule, TurnState, run_after};
use super::{Arc, MAX_STACK_STATES, Turn, TurnError, Walk};
use crate::chance::eval::Scored;
use crate::exact::bounds::{BoundsError, real_roots_in};
use crate::exact::linear::eliminate;
use crate::exact::real::BITS;
use crate::exact::{Field, Poly, RatFunc, Real, Surd};

/// The effect of a throw on the stack.
#[derive(Clone, Copy)]
enum Effect {
    /// It takes the top off; then the turn goes on, or is over.
    Cancels { again: bool },
    /// It is void and ends the turn: the last of a row.
    Void,
    /// It stands and ends the turn.
    Ends,
    /// It is laid on the stack, the row being another.
    LaysOn(usize),
}

/// The walk of what stands in the end.
pub(super) fn standing(turn: &Turn<BigRational>) -> Result<Walk<Real>, TurnError> {
    if turn.rules.max_throws.is_some() {
        return Err(TurnError::StackWith("--max-throws"));
    }
    if turn.rules.row.is_some_and(|row| row.all) {
        return Err(TurnError::StackWith("rows that are void as a whole"));
    }
    let effects = effects(&turn.faces, turn.rules.row)?;
    let chances: Vec<Real> = (turn.faces.iter())
        .map(|(_, chance)| Real::from(chance.clone()))
        .collect();
    let fates = fates(turn, &effects, &chances)?;

    // State 0: nothing stands. State 1 + s: something does that stays, the row being s.
    let mut all = vec![arcs(&effects[0], &chances, &fates, None)];
    for (effects, [.., stays]) in effects.iter().zip(&fates) {
        // No state has a throw on top that never stays.
        all.push(match stays.is_zero() {
            true => Vec::new(),
            false => arcs(effects, &chances, &fates, Some(stays)),
        });
    }
    Ok(Walk {
        pending: vec![Vec::new(); all.len()],
        arcs: all,
        max_throws: None,
    })
}

/// The chances of a throw just laid on, by the row that it makes: it is taken off while the turn goes on, or by the last throw of the turn, or
/// it stands in the end.
fn fates(
    turn: &Turn<BigRational>,
    effects: &[Vec<Effect>],
    chances: &[Real],
) -> Result<Vec<[Real; 3]>, TurnError> {
    let taken_off = taken_off(turn, effects)?;
    // The chance that a throw just laid on is taken off by the last throw: D(s) = d + Σ a·Q(s')·D(0).
    let last: Real = (turn.faces.iter())
        .filter(|(face, _)| face.cancels && !face.again)
        .fold(Real::zero(), |sum, (_, chance)| {
            sum + Real::from(chance.clone())
        });
    let back = |row: usize| {
        let laid = effects[row].iter().zip(chances);
        laid.fold(Real::zero(), |sum, (effect, chance)| match effect {
            Effect::LaysOn(next) => sum + chance.clone() * taken_off[*next].clone(),
            _ => sum,
        })
    };
    let first = last.divided_by(&(Real::one() - back(0)));
    let fates = taken_off.iter().enumerate().map(|(row, off)| {
        let taken_last = last.clone() + back(row) * first.clone();
        let stays = Real::one() - off.clone() - taken_last.clone();
        [off.clone(), taken_last, stays]
    });
    Ok(fates.collect())
}

/// The arcs of a state: nothing stands, or something does that stays with the chance `before`.
fn arcs(
    effects: &[Effect],
    chances: &[Real],
    fates: &[[Real; 3]],
    before: Option<&Real>,
) -> Vec<Arc<Real>> {
    let mut arcs: Vec<Arc<Real>> = Vec::new();
    let mut add = |chance: Real, stands: &[usize], next: Option<usize>| {
        let given = match before {
            Some(before) => chance.divided_by(before),
            None => chance,
        };
        let same = |arc: &&mut Arc<Real>| arc.next == next && arc.stands == stands;
        match arcs.iter_mut().find(same) {
            Some(arc) => arc.chance = arc.chance.clone() + given,
            None if given.is_zero() => {}
            None => arcs.push(Arc {
                chance: given,
                stands: stands.to_vec(),
                next,
            }),
        }
    };
    let stays_after = |row: usize| before.map_or_else(Real::one, |_| fates[row][2].clone());
    let unchanged = before.map_or(0, |_| 1);
    for (face, (effect, chance)) in effects.iter().zip(chances).enumerate() {
        let chance = chance.clone();
        match *effect {
            // Something that stays is not taken off.
            Effect::Cancels { .. } if before.is_some() => {}
            Effect::Cancels { again: true } => add(chance, &[], Some(0)),
            Effect::Cancels { again: false } | Effect::Void => add(chance, &[], None),
            Effect::Ends => add(chance, &[face], None),
            Effect::LaysOn(next) => {
                let [off, last, stays] = fates[next].clone();
                let off = chance.clone() * off * stays_after(0);
                add(off, &[], Some(unchanged));
                add(chance.clone() * last, &[], None);
                add(chance * stays, &[face], Some(1 + next));
            }
        }
    }
    arcs
}

/// For each row the chance that a throw just laid on is taken off while the turn goes on.
fn taken_off(turn: &Turn<BigRational>, effects: &[Vec<Effect>]) -> Result<Vec<Real>, BoundsError> {
    let function = |number: &BigRational| RatFunc::constant(number.clone());
    let own = taken_off_given(turn, effects, &RatFunc::x(), function).swap_remove(0);
    let first = least_root(&(own.numer() - Poly::x() * own.denom()))?;
    let real = |number: &BigRational| Real::from(number.clone());
    Ok(taken_off_given(turn, effects, &first, real))
}

/// The same where that of the row 0 is known.
fn taken_off_given<F: Field>(
    turn: &Turn<BigRational>,
    effects: &[Vec<Effect>],
    first: &F,
    number: impl Fn(&BigRational) -> F,
) -> Vec<F> {
    let rows = effects.len();
    // Long rows first, which lead to few others: little is filled in.
    let place = |row: usize| rows - 1 - row;
    let equations = effects.iter().enumerate().rev().map(|(row, effects)| {
        let mut equation = vec![F::zero(); rows + 1];
        equation[place(row)] = F::one();
        for (effect, (_, chance)) in effects.iter().zip(&turn.faces) {
            let (at, part) = match *effect {
                Effect::Cancels { again: true } => (rows, number(chance)),
                // It must be taken off, and then the one below, after a cancelling throw.
                Effect::LaysOn(next) => (place(next), -(first.clone() * number(chance))),
                _ => continue,
            };
            equation[at] = equation[at].clone() + part;
        }
        equation
    });
    let solved = eliminate(equations.collect()).expect("no row sums to as much as 1");
    solved.into_iter().rev().flatten().collect()
}

/// The least root from 0 to 1 of a polynomial that is not negative at 0 and has one.
fn least_root(poly: &Poly) -> Result<Real, BoundsError> {
    let number = |number: i64| BigRational::from_integer(number.into());
    Ok(match poly.coefficients().as_slice() {
        [c, b] => Real::from(-c / b),
        [c, b, a] => {
            let root = Surd::sqrt(&(b * b - number(4) * a * c)).expect("it has a root");
            let twice = Surd::from(-b) - root;
            Real::from(twice * Surd::from((number(2) * a).recip()))
        }
        _ => {
            let tolerance = BigRational::new(BigInt::one(), BigInt::one() << (BITS + 8));
            let roots = real_roots_in(poly, &number(0), &number(1), &tolerance)?;
            Real::between(roots.first().expect("it has a root"))
        }
    })
}

/// For each row of throws that can be, 0 first, what each face does.
fn effects(
    faces: &[(Scored, BigRational)],
    row: Option<RowRule>,
) -> Result<Vec<Vec<Effect>>, TurnError> {
    let mut states = vec![TurnState::default()];
    let mut effects = Vec::new();
    while effects.len() < states.len() {
        let state = states[effects.len()].clone();
        let mut from_here = Vec::with_capacity(faces.len());
        for (face, (scored, _)) in faces.iter().enumerate() {
            let run = run_after(scored, &state, face, row);
            from_here.push(if scored.cancels {
                Effect::Cancels {
                    again: scored.again,
                }
            } else if row.is_some_and(|row| run == row.length) {
                Effect::Void
            } else if !scored.again {
                Effect::Ends
            } else {
                let next = TurnState {
                    run,
                    last: row.filter(|row| row.same).map(|_| face),
                    ..TurnState::default()
                };
                let place = states.iter().position(|state| *state == next);
                Effect::LaysOn(place.unwrap_or_else(|| {
                    states.push(next);
                    states.len() - 1
                }))
            });
        }
        if states.len() > MAX_STACK_STATES {
            return Err(TurnError::TooManyStates(MAX_STACK_STATES));
        }
        effects.push(from_here);
    }
    Ok(effects)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chance::turn::TurnRules;
    use crate::chance::{Outcome, Scored};
    use crate::exact::{Dist, Natural, approx};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// The chances to be taken off solve their equations, and plain iteration from zero comes near them, whatever the rows.
        #[test]
        fn chances_to_be_taken_off_are_the_least_solution(
            weights in prop::collection::vec((0u64..5, 0u32..4), 2..6), length in 2u32..6, same in any::<bool>(),
        ) {
            let faces = weights.iter().enumerate().map(|(at, &(weight, kind))| {
                let outcome = Outcome::Number(at as i64);
                let scored = Scored { again: kind > 1, cancels: kind % 2 == 0, ..Scored::plain(outcome) };
                (scored, Natural::from(weight))
            });
            let end = (Scored::plain(Outcome::Number(9)), Natural::from(1u64));
            let scores = Dist::new(faces.chain([end])).unwrap();
            let row = (length < 5).then_some(RowRule { length, same, all: false });
            let turn = Turn::new(&scores, TurnRules { row, ..TurnRules::default() }).unwrap();
            let effects = effects(&turn.faces, row).unwrap();
            let found = taken_off(&turn, &effects).unwrap();
            let chances: Vec<f64> = turn.faces.iter().map(|(_, chance)| approx(chance)).collect();
            let mut off = vec![0.0; effects.len()];
            for _ in 0..3000 {
                off = effects.iter().map(|effects| {
                    let parts = effects.iter().zip(&chances).map(|(effect, chance)| match effect {
                        Effect::Cancels { again: true } => *chance,
                        Effect::LaysOn(next) => chance * off[*next] * off[0],
                        _ => 0.0,
                    });
                    parts.sum()
                }).collect();
            }
            for (own, off) in found.iter().zip(off) {
                prop_assert!((approx(&own.near()) - off).abs() < 1e-9, "{:?} {}", own, off);
            }
            // Put into the equations they hold, and are narrow.
            let narrow = BigRational::new(1.into(), BigInt::one() << 200);
            for (effects, own) in effects.iter().zip(&found) {
                let rest = effects.iter().zip(&turn.faces).fold(-own.clone(), |sum, (effect, (_, chance))| {
                    let chance = Real::from(chance.clone());
                    match effect {
                        Effect::Cancels { again: true } => sum + chance,
                        Effect::LaysOn(next) => sum + chance * found[*next].clone() * found[0].clone(),
                        _ => sum,
                    }
                });
                let (own, rest) = (own.ends().unwrap(), rest.ends().unwrap());
                prop_assert!(own.width() < narrow);
                prop_assert!(rest.lower <= BigRational::zero() && rest.upper >= BigRational::zero());
            }
        }
    }
}
