//! `siga sig`: whole turns, capture chances, positions.

mod commands;
mod odds;

use super::game::Game;
use super::one_command::Listed;
use super::running_fight::commands;
use crate::games::sig::{Position, Rules};
use odds::OddsTerms;

static COMMANDS: [Listed; 10] = commands::<Rules, OddsTerms>();

/// The game of the command line.
pub(crate) const GAME: Game = Game {
    alias: &[],
    about: "Sig of Western Sahara: turns, chances by distance, whole positions",
    analysis: "analyse",
    rules: "The rules, such as sig:ludii,length=24 (see `siga rules sig`) [default: the file's, else sig:depaulis with \
        rows as long as drawn]",
    ..Game::of::<Position>(&COMMANDS)
};
