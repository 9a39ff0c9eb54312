//! Listing plays, and counting sequences of throws and plays.

use super::position::{Move, Position};
use super::race::{Race, View};
use super::rules::Throw;
use crate::games::legal_moves::Listed;
use crate::games::perft::{self, ByThrow, Counted, PerftError, Sequences, Terms, ThrowByThrow};
use crate::work::{Fault, Note};

impl Listed for Position {
    type Throw = Throw;
    type Play = Move;

    fn list(&self, throw: &Throw) -> Result<Vec<Move>, Fault> {
        Ok(self.moves(*throw))
    }
}

/// A ply is one throw, counted as often as its weight says, and one play of it; a throw that cannot be used has one play.
impl Counted for Position {
    type First = ByThrow;
    type Bound = ();

    fn count(&self, terms: &Terms<()>, note: &Note) -> Result<Sequences<ByThrow>, PerftError> {
        let start = self.winner().is_none().then(|| self.view());
        perft::throw_by_throw(&self.ready.race, start, terms, note)
    }
}

impl ThrowByThrow for Race {
    type State = View;
    type Throw = Throw;

    fn throws(&self) -> &[Throw] {
        self.throws()
    }

    fn weight(throw: &Throw) -> u64 {
        throw.weight.into()
    }

    fn text(throw: &Throw) -> String {
        throw.to_string()
    }

    fn after(&self, view: &View, throw: &Throw) -> Vec<Option<View>> {
        let mut next = Vec::new();
        self.each(*view, *throw, |played| {
            let after = match played.again {
                true => played.after,
                false => played.after.turned(),
            };
            next.push((!played.wins()).then_some(after));
        });
        next
    }
}
