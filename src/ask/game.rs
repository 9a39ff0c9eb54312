//! All that the command line has to know of a game: one value, beside the commands of the game.

use std::fmt::Debug;

use clap::ArgMatches;

use super::args::position::PositionText;
use super::caller::{Caller, Reads};
use super::disputes::{Change, Disputes, Point, RulesText as RulesPlace};
use super::failure::Failure;
use super::input;
use super::one_command::Listed;
use super::playing::Opened;
use super::throw;
use crate::games::described::library;
use crate::render::report::AnyReport;
use crate::render::schema::Described;
use crate::rules::{GameInfo, Options, RulesText, info};

/// A game of the command line.
pub(crate) struct Game {
    /// Its command, and its name in rules texts.
    pub(crate) name: &'static str,
    /// Its command under other names.
    alias: &'static [&'static str],
    /// The help text of its command.
    about: &'static str,
    /// Its rules, by its name.
    info: fn(&str) -> GameInfo,
    /// Fails where a text gives no rules of it, which follows after its name.
    check: fn(&str, &str) -> Result<(), Failure>,
    /// Whether it is one of a family: then its commands are told which.
    family: bool,
    /// Whether it has a line of its own in the help, and its schemas in their list.
    pub(crate) listed: bool,
    /// The command within its own that tells what a position comes to.
    pub(crate) analysis: &'static str,
    /// The help text of `--rules` in commands about a position.
    pub(crate) rules: &'static str,
    /// Its commands, one type each.
    commands: &'static [Listed],
}

/// The parts of [`Game`] that do not follow from its types.
pub(crate) struct About {
    pub(crate) alias: &'static [&'static str],
    pub(crate) about: &'static str,
    pub(crate) analysis: &'static str,
    pub(crate) rules: &'static str,
}

/// The tables of an answer, as far as they are known before it.
#[derive(Debug)]
pub(crate) struct TableNames {
    /// Those that it has, in their order.
    always: Vec<&'static str>,
    /// Those that it may have besides.
    sometimes: &'static [&'static str],
    /// One that it does not have, and why.
    lacks: Option<(&'static str, String)>,
}

impl TableNames {
    /// The tables of an answer that has these, and of some answers those after them.
    pub(crate) fn new(
        always: impl IntoIterator<Item = &'static str>,
        sometimes: &'static [&'static str],
    ) -> Self {
        Self {
            always: always.into_iter().collect(),
            sometimes,
            lacks: None,
        }
    }

    /// The same, said of a table that the answer does not have.
    pub(crate) fn without(self, name: &'static str, why: String) -> Self {
        Self {
            lacks: Some((name, why)),
            ..self
        }
    }

    /// All of them, if it is known which they are.
    pub(crate) fn all(&self) -> Option<&[&'static str]> {
        self.sometimes.is_empty().then_some(self.always.as_slice())
    }

    /// Fails where the answer cannot have a table of this name.
    pub(crate) fn check(&self, name: &str) -> Result<(), Failure> {
        let all = [self.always.as_slice(), self.sometimes].concat();
        if ["all", "help"].contains(&name) || all.contains(&name) {
            return Ok(());
        }
        let why = match &self.lacks {
            Some((lacking, why)) if *lacking == name => format!(": {why}"),
            _ => String::new(),
        };
        let has = match self.sometimes {
            [] => "has",
            _ => "can have",
        };
        Err(Failure::input(format!(
            "this answer has no table `{name}`{why}; it {has} {}",
            all.join(", ")
        )))
    }
}

/// A command of a game, its arguments read: a question.
pub(crate) trait GameCommand: Debug + Send + Sync {
    /// The report that answers it; `name` stands in the messages to those who wait.
    fn answer(&self, name: &str, caller: Caller) -> Result<Box<dyn AnyReport>, Failure>;

    /// The game that it begins, if it is to be played.
    fn play(&self, caller: Caller<'static>) -> Option<Result<Opened, Failure>>;

    /// The tables of its answer, of commands that may take long and whose tables are known beforehand.
    fn tables(&self) -> Option<TableNames> {
        None
    }

    /// The same command.
    fn copy(&self) -> Box<dyn GameCommand>;

    /// The disputed points of the game's rules.
    fn disputes(&self) -> Disputes;

    /// Where the rules are written that it is asked under, if there are such.
    fn rules(&mut self) -> Option<RulesPlace<'_>>;

    /// Gives it the position that it is about, read already.
    fn about(&mut self, position: PositionText);

    /// Says which game of a family it is about.
    fn set_game(&mut self, _game: &'static str) {}

    /// The disputed points besides its rules.
    fn points(&self) -> Vec<Point> {
        Vec::new()
    }

    /// Changes it; `false` if it has nothing to be changed so.
    fn change(&mut self, _change: &Change) -> bool {
        false
    }

    /// The question as it would be typed; nothing of a game that is played.
    fn words(&self) -> Vec<String> {
        Vec::new()
    }

    /// The turn of a throw that it is about, if it is about one, and how that is asked by itself.
    fn as_throw(&self) -> Option<(throw::ThrowQuestion, Vec<String>)> {
        None
    }
}

impl Clone for Box<dyn GameCommand> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

impl Game {
    /// A game whose commands are one type each.
    pub(crate) const fn listed<R: Options>(about: About, commands: &'static [Listed]) -> Self {
        Self {
            name: R::GAME,
            alias: about.alias,
            about: about.about,
            info: |_| info::<R>(),
            check: |_, text| input::rules::<R>(text).map(drop),
            family: false,
            listed: true,
            analysis: about.analysis,
            rules: about.rules,
            commands,
        }
    }

    /// The games of a family that come with siga, and the family for texts of one's own; those that are well known have a line
    /// in the help.
    pub(crate) fn family_of_texts<R: RulesText>(
        (about, what): (&'static str, &str),
        (rules, analysis): (&'static str, &'static str),
        well_known: &[&str],
        commands: &'static [Listed],
    ) -> Vec<Self> {
        let info =
            |name: &str| R::info(name).unwrap_or_else(|| GameInfo::bare(R::GAME, "--rules FILE"));
        let of = |name: &'static str, alias: &'static [&'static str], about, listed| Self {
            name,
            alias,
            about,
            info,
            check: |game, text| {
                let read = input::rules_of_game::<R>(text, game, Reads::Nothing);
                read.map(drop)
            },
            family: true,
            listed,
            analysis,
            rules,
            commands,
        };
        let own = library::games(R::GAME).map(|game| {
            let about: String = format!("{}: {what}", game.title());
            let alias: Vec<&'static str> =
                game.also().into_iter().map(|name| &*name.leak()).collect();
            let listed = well_known.contains(&game.name());
            of(game.name(), alias.leak(), &*about.leak(), listed)
        });
        own.chain([of(R::GAME, &[], about, true)]).collect()
    }

    /// Its rules.
    pub(crate) fn info(&self) -> GameInfo {
        (self.info)(self.name)
    }

    /// Fails where a text gives no rules of it.
    pub(crate) fn check(&self, text: &str) -> Result<(), Failure> {
        (self.check)(self.name, text)
    }

    /// What has a schema.
    pub(crate) fn described(&self) -> Vec<Described> {
        let described = self.commands.iter().filter_map(|command| command.described);
        let described = described.map(|described| described(self.name));
        described.collect()
    }

    /// The command within its own that is asked for.
    pub(crate) fn read(
        &self,
        matches: &mut ArgMatches,
    ) -> Result<Box<dyn GameCommand>, clap::Error> {
        let word = matches.subcommand_name();
        let found = (self.commands.iter()).find(|command| Some(command.word) == word);
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let found = found.ok_or_else(missing)?;
        let (_, mut arguments) = matches.remove_subcommand().ok_or_else(missing)?;
        let mut command = (found.read)(&mut arguments)?;
        if self.family {
            command.set_game(self.name);
        }
        Ok(command)
    }

    /// Its command with all within.
    pub(crate) fn command(&self) -> clap::Command {
        let command = clap::Command::new(self.name).about(self.about);
        let command = command.hide(!self.listed);
        let command = command.aliases(self.alias.iter().copied());
        let command = command.subcommands(self.commands.iter().map(Listed::command));
        command
            .subcommand_required(true)
            .arg_required_else_help(true)
    }
}
