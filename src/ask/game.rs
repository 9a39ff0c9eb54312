//! All that the command line has to know of a game: one value, beside the commands of the game.

use std::fmt::Debug;

use clap::{ArgMatches, Subcommand};

use super::disputes::Disputes;
use super::failure::Failure;
use super::input;
use super::playing::Opened;
use super::progress::Progress;
use crate::render::report::AnyReport;
use crate::render::schema::Described;
use crate::rules::{GameInfo, Options, info};

/// A game of the command line.
pub(crate) struct Game {
    /// Its command, and its name in rules texts.
    pub(crate) name: &'static str,
    /// Its command under other names.
    alias: &'static [&'static str],
    /// The help text of its command.
    about: &'static str,
    /// Its rules.
    pub(crate) info: fn() -> GameInfo,
    /// Fails where a text gives no rules of it.
    pub(crate) check: fn(&str) -> Result<(), Failure>,
    /// The command within its own that tells what a position comes to.
    pub(crate) analysis: &'static str,
    /// The help text of `--rules` in commands about a position.
    pub(crate) rules: &'static str,
    /// The points of its rules that `siga check --explain` varies.
    pub(crate) disputes: Disputes,
    /// The reports of its commands.
    pub(crate) reports: &'static [Described],
    /// Adds the commands within its own.
    commands: fn(clap::Command) -> clap::Command,
    /// The command within its own that is asked for.
    pub(crate) read: fn(&mut ArgMatches) -> Result<Box<dyn GameCommand>, clap::Error>,
}

/// The parts of [`Game`] that do not follow from its types.
pub(crate) struct About {
    pub(crate) alias: &'static [&'static str],
    pub(crate) about: &'static str,
    pub(crate) analysis: &'static str,
    pub(crate) rules: &'static str,
    pub(crate) reports: &'static [Described],
}

/// A command of a game, its arguments read.
pub(crate) trait GameCommand: Debug {
    /// The report that answers it; `name` is what those who wait are told.
    fn answer(&self, name: &str, progress: Progress) -> Result<Box<dyn AnyReport>, Failure>;

    /// The words of the `siga throw --turn` that it is about, if it is about one.
    fn as_throw(&self) -> Option<Vec<String>> {
        None
    }

    /// An option of it that is in dispute.
    fn disputed(&self) -> Option<DisputedOption> {
        None
    }

    /// The game that it begins, if it is to be played.
    fn play(&self, progress: Progress) -> Option<Result<Opened, Failure>>;
}

/// An option without a value by which a question may be meant otherwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DisputedOption {
    /// As it is typed.
    pub(crate) name: &'static str,
    /// What it decides, in a word.
    pub(crate) about: &'static str,
    /// What is assumed with it, after "if".
    pub(crate) with: &'static str,
    /// What is assumed without it.
    pub(crate) without: &'static str,
}

impl Game {
    pub(crate) const fn of<R: Options, C: GameCommand + Subcommand + 'static>(
        about: About,
    ) -> Self {
        Self {
            name: R::GAME,
            alias: about.alias,
            about: about.about,
            info: info::<R>,
            check: |text| input::rules::<R>(text).map(drop),
            analysis: about.analysis,
            rules: about.rules,
            disputes: Disputes::of::<R>(),
            reports: about.reports,
            commands: C::augment_subcommands,
            read: |matches| Ok(Box::new(C::from_arg_matches_mut(matches)?)),
        }
    }

    /// Its command with all within.
    pub(crate) fn command(&self) -> clap::Command {
        let command = clap::Command::new(self.name).about(self.about);
        (self.commands)(command.aliases(self.alias.iter().copied()))
            .subcommand_required(true)
            .arg_required_else_help(true)
    }
}
