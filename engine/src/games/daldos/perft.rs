//! Counting sequences of throws and plays.

use super::game::{Cast, Game};
use super::moves::View;
use super::position::Position;
use crate::games::perft::{self, ByThrow, Counted, PerftError, Sequences, Terms, ThrowByThrow};
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
        perft::throw_by_throw(&**game, start, terms, note)
    }
}

impl ThrowByThrow for Game {
    type State = View;
    type Throw = Cast;

    fn throws(&self) -> &[Cast] {
        self.casts()
    }

    fn weight(cast: &Cast) -> u64 {
        cast.weight
    }

    fn text(cast: &Cast) -> String {
        cast.text()
    }

    fn after(&self, state: &View, cast: &Cast) -> Vec<Option<View>> {
        let plays = state.plays(self, cast).into_iter();
        let after = plays.map(|play| play.state.over(self).is_none().then_some(play.state));
        after.collect()
    }
}
