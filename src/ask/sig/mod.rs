//! `siga sig`: whole turns, capture chances, positions.

mod args;
mod odds;
mod play;
mod turn;

use super::distances::{Odds, Table};
use super::game::{About, Game};
use super::one_command::Listed;
use super::perft::Perft;
use super::playouts::simulate::Simulate;
use super::running_fight::analyse::Analyse;
use super::running_fight::args::{Commands, Texts};
use super::running_fight::endgame::DrawArgs;
use super::running_fight::turn::Turn;
use super::subject::PieceWords;
use super::with_throws::endgame::Endgame;
use super::with_throws::moves::Moves;
use super::with_throws::play::Play;
use super::with_throws::review::Review;
use crate::games::sig::{Position, Rules};
use odds::OddsTerms;

/// The game of the command line.
pub(crate) const GAME: Game = Game::listed::<Position>(
    About {
        alias: &[],
        about: "Sig of Western Sahara: turns, chances by distance, whole positions",
        analysis: "analyse",
        rules: "The rules, such as sig:ludii,length=24 (see `siga rules sig`) [default: the file's, else sig:depaulis with \
            rows as long as drawn]",
    },
    &[
        Listed::question::<Turn<Rules>>(),
        Listed::question::<Odds<OddsTerms>>(),
        Listed::question::<Table<OddsTerms>>(),
        Listed::question::<Moves<Position>>(),
        Listed::question::<Analyse<Rules>>(),
        Listed::question::<Perft<Position>>(),
        Listed::question::<Endgame<Position>>(),
        Listed::question::<Simulate<Position>>(),
        Listed::play::<Play<Position>>(),
        Listed::question::<Review<Position>>(),
    ],
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
