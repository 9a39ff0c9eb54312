//! `siga tab`: throws, capture chances, positions.

mod commands;
mod odds;

use super::game::Game;
use super::one_command::Listed;
use super::running_fight::commands;
use super::subject::RulesArgs;
use crate::games::tab::{Position, Rules};

static COMMANDS: [Listed; 10] = commands::<Rules, RulesArgs<Rules>>();

/// The game of the command line.
pub(crate) const GAME: Game = Game {
    alias: &[],
    about: "Tâb of Egypt: four sticks, sleeping pieces, stacks",
    analysis: "analyse",
    rules: "The rules, such as tab:lane,length=7 (see `siga rules tab`) [default: the file's, else tab:lane with rows as \
        long as drawn]",
    ..Game::of::<Position>(&COMMANDS)
};
