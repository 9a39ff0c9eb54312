//! A game by its name, and the commands that are listed: of a game, of tables, or alone.

use std::path::Path;

use clap::{ArgMatches, FromArgMatches, Subcommand};

use super::caller::Reads;
use super::game::Game;
use super::input;
use super::one_command::{AnyCommand, Listed};
use super::tables;
use super::{ALONE, all_games};
use crate::games::described::GameText;

/// The game that is called so, by whichever of its names.
pub(crate) fn called(name: &str) -> Option<&'static Game> {
    all_games().iter().find(|game| game.is_called(name))
}

/// The game whose rules a text gives, or that it names.
pub(crate) fn game_of_rules(text: &str) -> Option<&'static Game> {
    called(text.split(':').next()?.trim())
}

/// The game of rules that are a text or a file: of somebody's own game its family.
pub(crate) fn game_of(rules: &str, reads: Reads) -> Option<&'static Game> {
    game_of_rules(rules).or_else(|| {
        let text = input::is_readable(Path::new(rules), reads)
            .then(|| input::read(rules, input::MAX_RULES, reads));
        Some(of_text(&text?.ok()?))
    })
}

/// The family of the game that a text describes.
pub(crate) fn of_text(text: &str) -> &'static Game {
    game(GameText::family_of(text)).expect("every family has its commands")
}

/// The game of a name.
pub(crate) fn game(name: &str) -> Option<&'static Game> {
    all_games().iter().find(|game| game.name == name)
}

/// The rules text of a set of rules of this name.
pub(crate) fn set_of_rules(name: &str) -> Option<String> {
    let has = |game: &&Game| game.info().presets.iter().any(|preset| preset.name == name);
    let game = all_games().iter().find(has)?;
    Some(format!("{}:{name}", game.name))
}

/// The command of a game with those within, if they are not there yet; any other as it is.
pub(crate) fn with_commands(command: clap::Command) -> clap::Command {
    match game(command.get_name()) {
        Some(game) if !command.has_subcommands() => {
            command.subcommands(game.commands.iter().map(Listed::command))
        }
        _ => command,
    }
}

/// The word of the commands about tables.
const TABLES: &str = "tables";

/// A command of the lists.
#[derive(Debug)]
pub(crate) struct Chosen(pub(crate) Box<dyn AnyCommand>);

impl FromArgMatches for Chosen {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Self::from_arg_matches_mut(&mut matches.clone())
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (name, mut arguments) = matches.remove_subcommand().ok_or_else(missing)?;
        if name == TABLES {
            return Listed::read_in(tables::COMMANDS, &mut arguments).map(Self);
        }
        if let Some(alone) = ALONE.iter().find(|command| command.word == name) {
            return (alone.read)(&mut arguments).map(Self);
        }
        let game = game(&name).ok_or_else(missing)?;
        Ok(Self(game.read(&mut arguments)?))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for Chosen {
    fn augment_subcommands(command: clap::Command) -> clap::Command {
        let tables = Listed::group(TABLES, tables::ABOUT);
        let tables = tables.subcommands(tables::COMMANDS.iter().map(Listed::command));
        let alone = ALONE.iter().map(Listed::command);
        // What is within a game is put together when that is asked for.
        let games = all_games().iter();
        let games = games.map(|game| game.command().defer(with_commands));
        command
            .subcommands(alone)
            .subcommands(games)
            .subcommand(tables)
    }

    fn augment_subcommands_for_update(command: clap::Command) -> clap::Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        name == TABLES || ALONE.iter().any(|command| command.word == name) || game(name).is_some()
    }
}
