//! Turns in which a cancelling throw voids the latest throw still standing.
//!
//! The throws that stand form a stack, so the turn is a pushdown process: a throw that earns another is laid on it, a
//! cancelling throw takes the top off (or does nothing when there is none), any other ends the turn. The state besides
//! the stack is the present row of throws, where rows count. Let Q(s) be the chance that a throw just laid on, the row
//! being s, is taken off while the turn goes on; it satisfies Q(s) = c + Σ a·Q(s')·Q(0), the sum over the throws that lay
//! on another, whose row is s': that one must be taken off, and then ours. (After a cancelling throw the row is 0.) A
//! single state makes this a quadratic equation.
//!
//! The throws that stand in the end are then a walk with few states: nothing stands yet, or something does that will never be taken
//! off, the row being s. A step either lays on a throw that will be taken off again, and nothing has changed; or one that
//! will not; or it is the last. Its chances, given that what stands stays, are those of the turn times the chance that
//! what stands afterwards stays, divided by the same before.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::rules::{RowRule, TurnState, run_after};
use super::{Arc, MAX_STACK_STATES, Turn, TurnError, Walk};
use crate::chance::eval::Scored;
use crate::exact::fixpoint::System;
use crate::exact::{Field, Real};

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
    let fates = Fates::of(turn, &effects, &chances)?;

    // State 0: nothing stands. State 1 + s: something does that stays, the row being s.
    let mut arcs = vec![fates.arcs(&effects[0], &chances, None)];
    for (row, stays) in fates.stays.iter().enumerate() {
        // No state has a throw on top that never stays.
        arcs.push(match stays.is_zero() {
            true => Vec::new(),
            false => fates.arcs(&effects[row], &chances, Some(stays)),
        });
    }
    Ok(Walk {
        pending: vec![Vec::new(); arcs.len()],
        arcs,
        max_throws: None,
    })
}

/// The chances of a throw just laid on, by the row that it makes.
struct Fates {
    /// It is taken off while the turn goes on.
    taken_off: Vec<Real>,
    /// It is taken off by the last throw of the turn.
    taken_last: Vec<Real>,
    /// It stands in the end.
    stays: Vec<Real>,
}

impl Fates {
    fn of(
        turn: &Turn<BigRational>,
        effects: &[Vec<Effect>],
        chances: &[Real],
    ) -> Result<Fates, TurnError> {
        let rows = effects.len();
        let mut system = System::new(rows);
        for (row, effects) in effects.iter().enumerate() {
            for (effect, (_, chance)) in effects.iter().zip(&turn.faces) {
                match *effect {
                    Effect::Cancels { again: true } => system.add(row, chance.clone(), &[])?,
                    // It must be taken off, and then the one below, after a cancelling throw.
                    Effect::LaysOn(next) => system.add(row, chance.clone(), &[next, 0])?,
                    _ => {}
                }
            }
        }
        let taken_off = system.least_solution()?;

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
        let taken_last: Vec<Real> = (0..rows)
            .map(|row| last.clone() + back(row) * first.clone())
            .collect();
        let stays: Vec<Real> = (0..rows)
            .map(|row| Real::one() - taken_off[row].clone() - taken_last[row].clone())
            .collect();
        Ok(Fates {
            taken_off,
            taken_last,
            stays,
        })
    }

    /// The arcs of a state: nothing stands, or something does that stays with the chance `before`.
    fn arcs(&self, effects: &[Effect], chances: &[Real], before: Option<&Real>) -> Vec<Arc<Real>> {
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
        let stays_after = |row: usize| before.map_or_else(Real::one, |_| self.stays[row].clone());
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
                    let off = chance.clone() * self.taken_off[next].clone() * stays_after(0);
                    add(off, &[], Some(unchanged));
                    add(chance.clone() * self.taken_last[next].clone(), &[], None);
                    add(chance * self.stays[next].clone(), &[face], Some(1 + next));
                }
            }
        }
        arcs
    }
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
            return Err(TurnError::TooManyStates);
        }
        effects.push(from_here);
    }
    Ok(effects)
}
