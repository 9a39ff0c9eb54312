//! Every way to play the throws of a turn: one throw for each move.

use super::board::{Board, MAX_SAVED};
use super::rules::{Order, Saved, Skip, TAB, THROWS};
use super::walk::Walker;
use crate::games::running_fight::plays::{Choice, Left, Step, Uses, UsesThrows};
use crate::games::running_fight::throws::{Face, Throw};

pub use crate::games::running_fight::plays::MAX_NODES;
pub use crate::games::running_fight::throws::{MAX_YIELD, Yield};

/// Whether the turn goes on after a throw.
pub(crate) fn earns_another(face: Face) -> bool {
    THROWS.contains(&Throw::again(face))
}

impl Walker<'_> {
    /// Whether a tâb that is not used now is kept.
    fn keeps(self, board: &Board) -> bool {
        let saves = self.rules.saved == Saved::Yes && !board.sleeps();
        saves && board.saved[0] < MAX_SAVED
    }
}

impl UsesThrows for Walker<'_> {
    type Board = Board;

    fn order(&self) -> Order {
        self.rules.order
    }

    /// Those that can be moved or wake stand before the parts of a stack.
    fn uses(&self, board: &Board, throw: Face) -> Vec<Choice<Board>> {
        self.choices(board, throw)
    }

    fn must(&self, board: &Board, throw: Face, choices: &[Choice<Board>]) -> bool {
        let compulsory = choices.iter().any(|(.., optional)| !optional);
        let skipped = self.rules.skip == Skip::Yes && earns_another(throw);
        compulsory && !skipped && !(throw == TAB && self.keeps(board))
    }

    fn is_over(&self, board: &Board) -> bool {
        board.is_over()
    }

    fn saved(&self, left: &Left<Board>) -> Uses<Board> {
        if left.board.saved[0] == 0 {
            return Vec::new();
        }
        let choices = self.choices(&left.board, TAB).into_iter();
        let uses = choices.map(|(used, mut board, _)| {
            board.saved[0] -= 1;
            let used = Step {
                saved: true,
                ..used
            };
            let throws = left.throws.clone();
            (Some(used), Left { board, throws })
        });
        uses.collect()
    }

    fn kept(&self, board: &Board, throw: Face) -> Option<Board> {
        let mut kept = *board;
        kept.saved[0] += 1;
        (throw == TAB && self.keeps(board)).then_some(kept)
    }

    /// Tâbs that are left are kept if they can be.
    fn board(&self, left: &Left<Board>) -> Board {
        let mut board = left.board;
        let tabs = left.throws.iter().filter(|throw| **throw == TAB).count() as u8;
        if !board.is_over() && self.keeps(&board) {
            board.saved[0] = (board.saved[0] + tabs).min(MAX_SAVED);
        }
        board
    }
}
