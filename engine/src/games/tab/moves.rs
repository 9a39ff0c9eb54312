//! Every way to play the throws of a turn: one throw for each move.

use super::board::{Board, MAX_SAVED};
use super::rules::{Order, Saved, Skip, TAB, THROWS};
use super::walk::{Choice, Walker};
use crate::games::running_fight::plays::{self, Kind, Step, UsesThrows};
use crate::games::running_fight::throws::{Face, Throw};

pub use crate::games::running_fight::plays::MAX_NODES;
pub use crate::games::running_fight::throws::{MAX_YIELD, Yield};

/// Whether the turn goes on after a throw.
pub(crate) fn earns_another(face: Face) -> bool {
    THROWS.contains(&Throw::again(face))
}

/// A board within a turn, and the throws left: in the order thrown, or ascending where they may be used in any.
type Left = plays::Left<Board>;

impl Walker<'_> {
    /// Whether a tâb that is not used now is kept.
    fn keeps(self, board: &Board) -> bool {
        let saves = self.rules.saved == Saved::Yes && !board.sleeps();
        saves && board.saved[0] < MAX_SAVED
    }

    /// Whether a throw must be used if these are its uses.
    fn must(self, board: &Board, throw: Face, choices: &[Choice]) -> bool {
        let compulsory = choices.iter().any(|(.., optional)| !optional);
        let skipped = self.rules.skip == Skip::Yes && earns_another(throw);
        compulsory && !skipped && !(throw == TAB && self.keeps(board))
    }

    /// The uses of a tâb of an earlier turn.
    fn saved(self, left: &Left, next: &mut plays::Uses<Board>) {
        if left.board.saved[0] == 0 {
            return;
        }
        for (used, mut board, _) in self.uses(&left.board, TAB) {
            board.saved[0] -= 1;
            let used = Step {
                saved: true,
                ..used
            };
            let throws = left.throws.clone();
            next.push((Some(used), Left { board, throws }));
        }
    }

    /// The throw whose turn it is, used, kept or lost; whether there is one.
    fn in_order(self, left: &Left, next: &mut plays::Uses<Board>) -> bool {
        let Some((&throw, rest)) = left.throws.split_first() else {
            return false;
        };
        let after = |board| Left {
            board,
            throws: rest.to_vec(),
        };
        let choices = self.uses(&left.board, throw);
        let must = self.must(&left.board, throw, &choices);
        next.extend((choices.iter()).map(|(used, board, _)| (Some(*used), after(*board))));
        if throw == TAB && self.keeps(&left.board) {
            let mut board = left.board;
            board.saved[0] += 1;
            let used = Step {
                kind: Kind::Keep,
                ..Step::moved(throw, 0, 0)
            };
            next.push((Some(used), after(board)));
        } else if !must {
            next.push((None, after(left.board)));
        }
        true
    }

    /// Every use of any of the throws left; whether one of them must be used.
    fn in_any_order(self, left: &Left, next: &mut plays::Uses<Board>) -> bool {
        let mut must = false;
        for (at, &throw) in left.throws.iter().enumerate() {
            if left.throws[..at].contains(&throw) {
                continue;
            }
            let mut throws = left.throws.clone();
            throws.remove(at);
            let choices = self.uses(&left.board, throw);
            must |= self.must(&left.board, throw, &choices);
            for (used, board, _) in choices {
                let throws = throws.clone();
                next.push((Some(used), Left { board, throws }));
            }
        }
        must
    }
}

impl UsesThrows for Walker<'_> {
    type Board = Board;

    fn next(&self, left: &Left) -> (plays::Uses<Board>, bool) {
        let mut next = Vec::new();
        if left.board.is_over() {
            return (next, true);
        }
        self.saved(left, &mut next);
        let goes_on = match self.rules.order {
            Order::Thrown => self.in_order(left, &mut next),
            Order::Any => self.in_any_order(left, &mut next),
        };
        (next, !goes_on)
    }

    /// Tâbs that are left are kept if they can be.
    fn board(&self, left: &Left) -> Board {
        let mut board = left.board;
        let tabs = left.throws.iter().filter(|throw| **throw == TAB).count() as u8;
        if !board.is_over() && self.keeps(&board) {
            board.saved[0] = (board.saved[0] + tabs).min(MAX_SAVED);
        }
        board
    }
}
