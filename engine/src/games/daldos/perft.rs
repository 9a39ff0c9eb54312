//! Counting sequences of throws and plays.

use super::game::Cast;
use super::position::Position;
use crate::games::perft::{self, ByThrow, Counted, PerftError, Sequences, Terms};
use crate::work::Note;

/// A ply is one throw, each of the equally likely ones counted (so 1+3 twice), and one play of it; plays that end in
/// the same position are one, and a throw that cannot be used has one play. After dal-dal the next ply is the same
/// player's.
impl Counted for Position {
    type First = ByThrow;
    type Bound = ();

    fn count(&self, terms: &Terms<()>, note: &Note) -> Result<Sequences<ByThrow>, PerftError> {
        let game = self.game();
        let start = self.view();
        let start = start.over(game).is_none().then_some(*start);
        let texts = game.casts().iter().map(Cast::text);
        perft::throw_by_throw(&**game, texts, start, terms, note)
    }
}
