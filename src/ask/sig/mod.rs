//! `siga sig`: whole turns, capture chances, positions.

mod args;
mod odds;
mod play;
mod turn;

use super::game::{About, Game};
use super::one_command::Listed;
use super::running_fight::args::{Commands, Texts};
use super::running_fight::commands;
use super::running_fight::endgame::DrawArgs;
use super::subject::PieceWords;
use crate::games::sig::{Position, Rules};
use odds::OddsTerms;

static COMMANDS: [Listed; 10] = commands::<Rules, OddsTerms>();

/// The game of the command line.
pub(crate) const GAME: Game = Game::listed::<Position>(
    About {
        alias: &[],
        about: "Sig of Western Sahara: turns, chances by distance, whole positions",
        analysis: "analyse",
        rules: "The rules, such as sig:ludii,length=24 (see `siga rules sig`) [default: the file's, else sig:depaulis with \
            rows as long as drawn]",
    },
    &COMMANDS,
);

impl Commands for Rules {
    const TEXTS: Texts = args::TEXTS;
    const PIECES: &'static [PieceWords] = &[
        PieceWords::new("A", "A", "piece of A, freed"),
        PieceWords::new("a", "A", "piece of A, not freed").bound(),
        PieceWords::new("B", "B", "piece of B, freed"),
        PieceWords::new("b", "B", "piece of B, not freed").bound(),
    ];
    const DRAWN: bool = true;
    type EndgameTerms = DrawArgs;
    const STACKS: bool = false;
}
