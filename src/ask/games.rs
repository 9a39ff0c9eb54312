//! A game by its name, and the command of a game.

use clap::{ArgMatches, FromArgMatches, Subcommand};

use super::all_games;
use super::game::{Game, GameCommand};
use crate::names;

/// The game whose rules a text gives.
pub(crate) fn game_of_rules(text: &str) -> Option<&'static Game> {
    game(&names::fold(text.split(':').next()?.trim()))
}

/// The game of a name.
pub(crate) fn game(name: &str) -> Option<&'static Game> {
    all_games().iter().find(|game| game.name == name)
}

/// The command of a game.
#[derive(Debug)]
pub(crate) struct OfGame(pub(crate) Box<dyn GameCommand>);

impl FromArgMatches for OfGame {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Self::from_arg_matches_mut(&mut matches.clone())
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, clap::Error> {
        let asked = matches.remove_subcommand();
        let found = asked.and_then(|(name, arguments)| Some((game(&name)?, arguments)));
        let (game, mut arguments) =
            found.ok_or_else(|| clap::Error::new(clap::error::ErrorKind::MissingSubcommand))?;
        Ok(Self(game.read(&mut arguments)?))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for OfGame {
    fn augment_subcommands(command: clap::Command) -> clap::Command {
        command.subcommands(all_games().iter().map(Game::command))
    }

    fn augment_subcommands_for_update(command: clap::Command) -> clap::Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        game(name).is_some()
    }
}
