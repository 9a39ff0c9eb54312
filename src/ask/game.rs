//! All that the command line has to know of a game: one value, beside the commands of the game.

use clap::ArgMatches;

use super::caller::Caller;
use super::failure::Failure;
use super::one_command::{AnyCommand, Listed};
use super::subject::{Opening, Shown};
use crate::games::described::library;
use crate::names::command_name;
use crate::render::schema::Described;
use crate::rules::{GameInfo, Options, RulesText, info};

/// A game of the command line.
pub(crate) struct Game {
    /// Its command, and its name in rules texts.
    pub(crate) name: &'static str,
    /// Its command under other names.
    pub(crate) alias: &'static [&'static str],
    /// The help text of its command.
    pub(crate) about: &'static str,
    /// Its rules, by its name.
    pub(super) info: fn(&str) -> GameInfo,
    /// Where it begins.
    pub(super) opening: fn(&str, Option<&str>, Caller) -> Result<Opening, Failure>,
    /// Whether it is one of a family: then its commands are told which.
    pub(crate) family: bool,
    /// Whether it has a line of its own in the help, and its schemas in their list.
    pub(crate) listed: bool,
    /// The command within its own that gives the value of a position.
    pub(crate) analysis: &'static str,
    /// The help text of `--rules` in commands about a position.
    pub(crate) rules: &'static str,
    /// Its commands, one type each.
    pub(super) commands: &'static [Listed],
}

impl Game {
    /// A game whose commands are one type each; what does not follow from the types is left to be said.
    pub(crate) const fn of<P: Shown<Rules: Options>>(commands: &'static [Listed]) -> Self {
        Self {
            name: <P::Rules as Options>::GAME,
            alias: &[],
            about: "",
            info: |_| info::<P::Rules>(),
            opening: Opening::of::<P>,
            family: false,
            listed: true,
            analysis: "",
            rules: "",
            commands,
        }
    }

    /// The games of a family that come with siga, and the family for texts of one's own; those that are well known have a line
    /// in the help.
    pub(crate) fn family_of_texts<P: Shown>(
        (about, what): (&'static str, &str),
        (rules, analysis): (&'static str, &'static str),
        well_known: &[&str],
        commands: &'static [Listed],
    ) -> Vec<Self> {
        let info = |name: &str| {
            P::Rules::info(name).unwrap_or_else(|| GameInfo::bare(P::Rules::GAME, "--rules FILE"))
        };
        let of = |name: &'static str, alias: &'static [&'static str], about, listed| Self {
            name,
            alias,
            about,
            info,
            opening: Opening::of::<P>,
            family: true,
            listed,
            analysis,
            rules,
            commands,
        };
        let own = library::games(P::Rules::GAME).map(|game| {
            let about: String = format!("{}: {what}", game.title());
            let alias: Vec<&'static str> =
                game.also().into_iter().map(|name| &*name.leak()).collect();
            let listed = well_known.contains(&game.name());
            of(game.name(), alias.leak(), &*about.leak(), listed)
        });
        own.chain([of(P::Rules::GAME, &[], about, true)]).collect()
    }

    /// Whether a word is its name, or another name of its command.
    pub(crate) fn is_called(&self, word: &str) -> bool {
        let word = command_name(word);
        let mut aliases = self.alias.iter();
        word == self.name || aliases.any(|alias| command_name(alias) == word)
    }

    /// Whether it has a command of this name.
    pub(crate) fn has_command(&self, word: &str) -> bool {
        self.commands.iter().any(|command| command.word == word)
    }

    /// Its rules.
    pub(crate) fn info(&self) -> GameInfo {
        self.info_of(self.name)
    }

    /// Those of a game of its family.
    pub(crate) fn info_of(&self, name: &str) -> GameInfo {
        (self.info)(name)
    }

    /// Where it begins, by some rules or by its usual ones.
    pub(crate) fn opening(&self, rules: Option<&str>, caller: Caller) -> Result<Opening, Failure> {
        (self.opening)(self.name, rules, caller)
    }

    /// The words of its commands.
    pub(crate) fn words(&self) -> Vec<&'static str> {
        self.commands.iter().map(|command| command.word).collect()
    }

    /// What has a schema.
    pub(crate) fn described(&self) -> Vec<Described> {
        Listed::described_in(self.name, self.commands)
    }

    /// The words of its questions, after its name.
    pub(crate) fn questions(&self) -> Vec<&'static str> {
        let questions = self.commands.iter().filter(|one| one.described.is_some());
        questions.map(|one| one.word).collect()
    }

    /// The command within its own that is asked for.
    pub(crate) fn read(
        &self,
        matches: &mut ArgMatches,
    ) -> Result<Box<dyn AnyCommand>, clap::Error> {
        let mut command = Listed::read_in(self.commands, matches)?;
        if self.family
            && let Some(place) = command.target().game
        {
            *place = Some(self.name);
        }
        Ok(command)
    }

    /// Its command, without those within.
    pub(crate) fn command(&self) -> clap::Command {
        let command = Listed::group(self.name, self.about).hide(!self.listed);
        command.aliases(self.alias.iter().copied())
    }
}
