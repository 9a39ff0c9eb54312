//! Listing plays, and counting sequences of throws and plays.

use super::position::{Move, Position};
use super::rules::Throw;
use crate::games::legal_moves::Listed;
use crate::games::perft::{self, ByThrow, Counted, PerftError, Sequences, Terms};
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
        let race = &*self.race;
        let texts = race.throws().iter().map(Throw::to_string);
        perft::throw_by_throw(race, texts, start, terms, note)
    }
}
