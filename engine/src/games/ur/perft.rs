//! Listing plays, and counting sequences of throws and plays.

use std::collections::HashMap;

use super::position::{Move, Position};
use super::race::{Race, View};
use super::rules::Throw;
use crate::games::legal_moves::Listed;
use crate::games::perft::{Counted, PerftError, Sequences, Terms};
use crate::work::{Fault, Note, stop};

impl Listed for Position {
    type Throw = Throw;
    type Play = Move;

    fn list(&self, throw: &Throw) -> Result<Vec<Move>, Fault> {
        Ok(self.moves(*throw))
    }
}

/// A first throw, with the number of sequences that begin with it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct First {
    /// The throw.
    pub throw: Throw,
    /// The number of plays of it.
    pub plays: u64,
    /// Sequences that begin with it, the weight of the throw counted in.
    pub sequences: u128,
}

impl Counted for Position {
    type First = First;
    type Bound = ();

    /// Exact: all counts. A ply is one throw, counted as often as its weight says, and one play of it; a throw that cannot be
    /// used has one play. Sequences that end the game earlier do not count.
    /// Cost: the plays of every position reached in fewer plies, each looked at once a depth.
    fn count(&self, terms: &Terms<()>, note: &Note) -> Result<Sequences<First>, PerftError> {
        note.set("counting");
        let Terms { depth, budget, .. } = *terms;
        if depth == 0 || self.winner().is_some() {
            let firsts = terms.divide.then(Vec::new);
            return Ok(Sequences::of(depth, u128::from(depth == 0), firsts));
        }
        let mut counter = Counter {
            race: &self.ready.race,
            known: vec![HashMap::new(); depth as usize],
            left: budget,
            budget,
        };
        let mut firsts = Vec::new();
        let mut total = 0;
        for &throw in self.ready.race.throws() {
            let (plays, after) = counter.after(self.view(), throw, depth - 1)?;
            let sequences = times(after, throw.weight)?;
            total = plus(total, sequences)?;
            firsts.push(First {
                throw,
                plays,
                sequences,
            });
        }
        Ok(Sequences::of(depth, total, terms.divide.then_some(firsts)))
    }
}

fn plus(a: u128, b: u128) -> Result<u128, PerftError> {
    a.checked_add(b).ok_or(PerftError::Overflow { bits: 128 })
}

fn times(a: u128, weight: u32) -> Result<u128, PerftError> {
    (a.checked_mul(weight.into())).ok_or(PerftError::Overflow { bits: 128 })
}

struct Counter<'a> {
    race: &'a Race,
    /// By depth.
    known: Vec<HashMap<View, u128>>,
    left: u64,
    budget: u64,
}

impl Counter<'_> {
    /// The plays of a throw, and the sequences of some plies after them.
    fn after(&mut self, view: View, throw: Throw, depth: u32) -> Result<(u64, u128), PerftError> {
        let mut next = Vec::new();
        self.race.each(view, throw, |played| {
            let after = match played.again {
                true => played.after,
                false => played.after.turned(),
            };
            next.push((!played.wins()).then_some(after));
        });
        let mut sequences = 0;
        for after in &next {
            let count = match after {
                _ if depth == 0 => 1,
                None => 0,
                Some(after) => self.count(*after, depth)?,
            };
            sequences = plus(sequences, count)?;
        }
        Ok((next.len() as u64, sequences))
    }

    fn count(&mut self, view: View, depth: u32) -> Result<u128, PerftError> {
        if let Some(&count) = self.known[depth as usize].get(&view) {
            return Ok(count);
        }
        stop::check();
        let budget = self.budget;
        self.left = (self.left.checked_sub(1)).ok_or(PerftError::Budget { budget })?;
        let mut total = 0;
        for &throw in self.race.throws() {
            let (_, after) = self.after(view, throw, depth - 1)?;
            total = plus(total, times(after, throw.weight)?)?;
        }
        self.known[depth as usize].insert(view, total);
        Ok(total)
    }
}
