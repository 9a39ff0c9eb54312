//! `siga tab`: throws, capture chances, positions.

mod args;
mod odds;
mod play;
mod throw;

use super::game::{About, Game};
use super::one_command::Listed;
use super::running_fight::args::{Commands, Texts};
use super::running_fight::commands;
use super::running_fight::endgame::ExactArgs;
use super::subject::PieceWords;
use crate::games::tab::{Cell, Position, Rules, Setup};
use odds::OddsTerms;

static COMMANDS: [Listed; 10] = commands::<Rules, OddsTerms>();

/// The game of the command line.
pub(crate) const GAME: Game = Game::listed::<Position>(
    About {
        alias: &[],
        about: "Tâb of Egypt: four sticks, sleeping pieces, stacks",
        analysis: "analyse",
        rules: "The rules, such as tab:lane,length=7 (see `siga rules tab`) [default: the file's, else tab:lane with rows as \
            long as drawn]",
    },
    &COMMANDS,
);

impl Commands for Rules {
    const TEXTS: Texts = args::TEXTS;
    const PIECES: &'static [PieceWords] = &[
        PieceWords::new("A", "A", "piece of A, awake"),
        PieceWords::new("a", "A", "piece of A, asleep").bound(),
        PieceWords::new("B", "B", "piece of B, awake"),
        PieceWords::new("b", "B", "piece of B, asleep").bound(),
    ];
    const DRAWN: bool = false;
    type EndgameTerms = ExactArgs;
    const STACKS: bool = true;

    /// From the end of the third row back into the second, and out of the fourth into the third.
    fn joined(&self) -> Vec<(u8, u8)> {
        let length = self.length();
        let joined = [(3 * length - 1, length), (4 * length - 1, 2 * length)];
        let back = [(2 * length, 0), (3 * length - 1, length - 1)];
        [joined, back].concat()
    }

    /// The numbers of pieces.
    fn written(setup: &Setup) -> Vec<(Cell, String)> {
        let stacks = setup.stacks.iter();
        stacks
            .map(|(cell, height)| (*cell, height.to_string()))
            .collect()
    }
}
