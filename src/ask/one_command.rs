//! One command, one type: its arguments are the question, and its answer is the JSON.
//!
//! A command is a type that clap reads. Serialised it is the `query` of the answer; written as words it is the command again. Its
//! answer is serialised as the `result`, and the command says what the tables of an answer are. What every command has in
//! common follows from that: help, completion, schema, JSON, formats, many positions, other rules.
//!
//! # One type, one JSON, one schema
//! The question and the answer of a command derive `Serialize` and `JsonSchema`. There is no second description to keep true: `siga schema`
//! prints what follows from the types, and the tests hold every JSON answer that they read against it and allow no field without a name.
//! Numbers are written in `exact::serial` alone. The one place that writes JSON by hand is the list of
//! weighted outcomes, which can be half a gigabyte long: it is formatted in chunks by all cores and never held in memory as a whole; a test
//! compares it with what the type gives.

use std::any::TypeId;
use std::ffi::OsString;
use std::fmt::Debug;
use std::io::{self, Write};

use clap::{ArgAction, ArgMatches, Args};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::caller::Caller;
use super::disputes::{Change, Disputes, Point, Target};
use super::failure::Failure;
use super::help;
use super::playing::AnySession;
use super::table_names::TableNames;
use crate::board::notation::Excerpt;
use crate::render;
use crate::render::picture::Picture;
use crate::render::printed::Printed;
use crate::render::report::Report;
use crate::render::schema::Described;
pub(crate) use crate::render::sheet::LongRows;
use crate::render::sheet::{Sheet, Style};
use crate::work::{Fault, Note};

/// A command that asks something.
pub(crate) trait Command:
    Args + Clone + Debug + Serialize + JsonSchema + Send + Sync + 'static
{
    /// Its words, without `siga`: `["daldos", "odds"]`. With hyphens they are the name of its schema.
    const WORDS: &'static [&'static str];
    /// What it does, in a line of help.
    const ABOUT: &'static str;
    /// Other words for the last of its words.
    const ALSO: &'static [&'static str] = &[];
    /// The answer: what `result` holds.
    type Answer: Serialize + JsonSchema + 'static;

    /// The answer. The question is completed on the way: afterwards it has the full text of the rules, and the position as siga
    /// writes it.
    ///
    /// # Errors
    /// Arguments that ask for nothing possible, and limits.
    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Self::Answer, Failure>;

    /// The tables of an answer, each with a name of its own; the first is the main one.
    fn tables(&self, answer: &Self::Answer, style: &Style) -> Vec<Sheet>;

    /// The rules and the position that it is about.
    fn target(&mut self) -> Target<'_> {
        Target::default()
    }

    /// The names of the tables, where they are known before a long answer.
    fn table_names(&self) -> Option<TableNames> {
        None
    }

    /// The disputed points besides its rules.
    fn points(&self) -> Vec<Point> {
        Vec::new()
    }

    /// Applies the change; `false` if the command has no such point.
    fn change(&mut self, _change: &Change) -> bool {
        false
    }

    /// The turn of a throw that it is about, if it is about one.
    fn as_throw(&self) -> Option<Box<dyn AnyCommand>> {
        None
    }

    /// A picture above the tables, with colour in it: the board with what the answer shows on it.
    fn picture(&self, _answer: &Self::Answer) -> Option<Picture> {
        None
    }

    /// The text above the tables; left out when only tables are wanted.
    fn above(&self, answer: &Self::Answer) -> Option<String> {
        self.picture(answer).map(|picture| picture.text())
    }

    /// About how many characters drawn tables would have, for answers that can be very long.
    fn drawn_size(&self, _answer: &Self::Answer, _style: &Style) -> u128 {
        0
    }

    /// The numbers that printed tables can be compared with; `None` where it has no table of numbers.
    fn printed(&self, answer: &Self::Answer) -> Option<Printed> {
        Printed::of(self.tables(answer, &Style::default()).first()?)
    }

    /// The answer in a few words, for a line of an index.
    fn in_short(&self, _answer: &Self::Answer) -> Option<String> {
        None
    }

    /// What it answers as tasks for GNU make, where it plans work.
    fn makefile(&self, _answer: &Self::Answer) -> Option<String> {
        None
    }

    /// Tables that are printed only when they are asked for, and in pages.
    fn background(&self, _answer: &Self::Answer) -> Vec<Sheet> {
        Vec::new()
    }

    /// All tables that printed ones can be compared with, by name; the main one first.
    fn all_printed(&self, answer: &Self::Answer) -> Vec<(&'static str, Printed)> {
        let sheets = self.tables(answer, &Style::default());
        let main = sheets.first().map_or("", |sheet| sheet.name);
        let main = self.printed(answer).map(|printed| (main, printed));
        let others = sheets.iter().skip(1);
        let others = others.filter_map(|sheet| Some((sheet.name, Printed::of(sheet)?)));
        let all = main.into_iter().chain(others);
        all.filter(|(_, printed)| !printed.numbers.rows.is_empty())
            .collect()
    }

    /// The rows of the first table, where they can be too many to hold: that table has none then.
    fn long_rows<'a>(&self, _answer: &'a Self::Answer, _style: &Style) -> Option<LongRows<'a>> {
        None
    }

    /// Writes the answer as JSON, numbers exactly or as decimals alone.
    fn write(
        &self,
        answer: &Self::Answer,
        decimals_only: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        render::json::write(answer, decimals_only, out)
    }

    /// How the command ends once the answer is shown.
    fn verdict(&self, _answer: &Self::Answer) -> Result<(), Failure> {
        Ok(())
    }

    /// Whether it changes what is on disk: then nobody but a person at a terminal asks for it.
    fn writes(&self) -> bool {
        false
    }

    /// What it writes instead of an answer, in words: `a draft in JSON`.
    fn writes_text(&self) -> Option<&'static str> {
        None
    }

    /// The text that it writes instead of an answer.
    ///
    /// # Errors
    /// The errors of [`ask`](Self::ask).
    fn text(&self, _caller: Caller) -> Result<Vec<u8>, Failure> {
        Err(Failure::not_a_question())
    }

    /// The command as it would be typed.
    fn words(&self) -> Vec<String> {
        words(self)
    }
}

/// A command of any type, its arguments read: a question, or a game to be played.
pub(crate) trait AnyCommand: Debug + Send + Sync {
    /// A copy of the command.
    fn copy(&self) -> Box<dyn AnyCommand>;

    /// The answer; `name` stands in the messages to those who wait.
    fn answer(&self, _name: &str, _caller: Caller) -> Result<Box<dyn Report>, Failure> {
        Err(Failure::not_a_question())
    }

    /// The game that it begins, if it is to be played: rules, a file or a position may be unreadable.
    fn play(&self, _caller: Caller<'static>) -> Option<Result<Box<dyn AnySession>, Failure>> {
        None
    }

    /// The names of the tables of its answer, of commands that may take long and whose tables are known beforehand.
    fn table_names(&self) -> Option<TableNames> {
        None
    }

    /// The rules and the position that it is about.
    fn target(&mut self) -> Target<'_> {
        Target::default()
    }

    /// The disputed points besides its rules.
    fn own_points(&self) -> Vec<Point> {
        Vec::new()
    }

    /// Applies the change; `false` if the command has no such point.
    fn change(&mut self, _change: &Change) -> bool {
        false
    }

    /// Whether it changes what is on disk.
    fn writes(&self) -> bool {
        false
    }

    /// What it writes instead of an answer, in words.
    fn writes_text(&self) -> Option<&'static str> {
        None
    }

    /// The text that it writes instead of an answer.
    fn text(&self, _caller: Caller) -> Result<Vec<u8>, Failure> {
        Err(Failure::not_a_question())
    }

    /// The question as it would be typed; nothing of a game that is played.
    fn words(&self) -> Vec<String> {
        Vec::new()
    }

    /// The turn of a throw that it is about, if it is about one.
    fn as_throw(&self) -> Option<Box<dyn AnyCommand>> {
        None
    }
}

impl Clone for Box<dyn AnyCommand> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

impl dyn AnyCommand + '_ {
    /// Gives it the position that it is about, read already.
    pub(crate) fn about(&mut self, position: Excerpt) {
        if let Some(place) = self.target().position {
            *place = Some(position);
        }
    }

    /// Where the rules are written that it is asked under, if there are such, and what is in dispute about them.
    fn disputes(&mut self) -> Option<Disputes<'_>> {
        let target = self.target();
        let mut disputes = target.rules?;
        disputes.game = target.game.and_then(|game| *game);
        Some(disputes)
    }

    /// All that is known to be in dispute about it.
    pub(crate) fn points(&self) -> Vec<Point> {
        let mut copy = self.copy();
        let mut points = (copy.disputes()).map_or_else(Vec::new, |rules| rules.points());
        if self.as_throw().is_some() {
            // A bias is fitted, not tried.
            points.retain(|point| point.assumption.about != "bias");
        }
        points.extend(self.own_points());
        points
    }

    /// The question under some changes; `None` if they do not go together.
    pub(crate) fn under(&self, changes: &[&Change]) -> Option<Box<dyn AnyCommand>> {
        let mut other = self.copy();
        let of_rules = |change: &&&Change| matches!(change, Change::Preset(_) | Change::Rule(..));
        let of_throw = |change: &&&Change| change.is_of_throw();
        if changes.iter().any(|change| of_rules(&change)) {
            other.disputes()?.change(changes)?;
        }
        let others = changes
            .iter()
            .filter(|change| !of_rules(change) && !of_throw(change));
        for change in others {
            other.change(change).then_some(())?;
        }
        // What is changed about a throw is no matter of a game that has it.
        if changes.iter().any(|change| of_throw(&change))
            && let Some(throw) = other.as_throw()
        {
            other = throw;
        }
        for change in changes.iter().filter(of_throw) {
            other.change(change).then_some(())?;
        }
        Some(other)
    }
}

/// A question that has been answered.
struct Asked<C: Command> {
    question: C,
    answer: C::Answer,
}

/// The `query` object of a command.
#[derive(Serialize, JsonSchema)]
struct Query<'a, C> {
    /// The words of the command, without `siga`.
    command: String,
    #[serde(flatten)]
    question: &'a C,
}

impl<C: Command> Report for Asked<C> {
    fn name(&self) -> String {
        spelled(&self.question).join("-")
    }

    fn query(&self) -> Value {
        json!(Query {
            command: spelled(&self.question).join(" "),
            question: &self.question,
        })
    }

    fn write(&self, decimals_only: bool, out: &mut dyn Write) -> io::Result<()> {
        self.question.write(&self.answer, decimals_only, out)
    }

    fn picture(&self) -> Option<Picture> {
        self.question.picture(&self.answer)
    }

    fn above(&self) -> Option<String> {
        self.question.above(&self.answer)
    }

    fn drawn_size(&self, style: &Style) -> u128 {
        self.question.drawn_size(&self.answer, style)
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        self.question.tables(&self.answer, style)
    }

    fn printed(&self) -> Option<Printed> {
        self.question.printed(&self.answer)
    }

    fn all_printed(&self) -> Vec<(&'static str, Printed)> {
        self.question.all_printed(&self.answer)
    }

    fn in_short(&self) -> Option<String> {
        self.question.in_short(&self.answer)
    }

    fn makefile(&self) -> Option<String> {
        self.question.makefile(&self.answer)
    }

    fn background(&self) -> Vec<Sheet> {
        self.question.background(&self.answer)
    }

    fn long_rows(&self, style: &Style) -> Option<LongRows<'_>> {
        self.question.long_rows(&self.answer, style)
    }

    fn verdict(&self) -> Result<(), Fault> {
        let verdict = self.question.verdict(&self.answer);
        verdict.map_err(|failure| Fault::new(failure.kind, failure.message))
    }
}

impl<C: Command> AnyCommand for C {
    fn answer(&self, name: &str, caller: Caller) -> Result<Box<dyn Report>, Failure> {
        let mut question = self.clone();
        let answer = caller.limited(name, || {
            caller.noting(name, |note| question.ask(caller, note))
        })?;
        let answer = answer.map_err(|error: Failure| error.about(&given(self)))?;
        Ok(Box::new(Asked { question, answer }))
    }

    fn table_names(&self) -> Option<TableNames> {
        Command::table_names(self)
    }

    fn copy(&self) -> Box<dyn AnyCommand> {
        Box::new(self.clone())
    }

    fn target(&mut self) -> Target<'_> {
        Command::target(self)
    }

    fn own_points(&self) -> Vec<Point> {
        Command::points(self)
    }

    fn change(&mut self, change: &Change) -> bool {
        Command::change(self, change)
    }

    fn writes(&self) -> bool {
        Command::writes(self)
    }

    fn writes_text(&self) -> Option<&'static str> {
        Command::writes_text(self)
    }

    fn text(&self, caller: Caller) -> Result<Vec<u8>, Failure> {
        Command::text(self, caller)
    }

    fn as_throw(&self) -> Option<Box<dyn AnyCommand>> {
        Command::as_throw(self)
    }

    fn words(&self) -> Vec<String> {
        Command::words(self)
    }
}

/// The words of a command, with the name of its game.
fn spelled<C: Command>(command: &C) -> Vec<&'static str> {
    let mut copy = command.clone();
    let game = Command::target(&mut copy).game.and_then(|game| *game);
    let mut words = C::WORDS.to_vec();
    if let (Some(game), Some(first)) = (game, words.first_mut()) {
        *first = game;
    }
    words
}

/// A command as it would be typed: each argument that is not as usual.
fn words<C: Command>(command: &C) -> Vec<String> {
    let mut words: Vec<String> = spelled(command).into_iter().map(str::to_owned).collect();
    for (name, values) in given(command) {
        let long = Some(name).filter(|name| name.starts_with("--"));
        if values.is_empty() {
            words.extend(long.clone());
        }
        for value in values {
            words.extend(long.clone());
            words.push(value);
        }
    }
    words
}

/// The arguments of a command that are not as usual: `--target` or `SPEC`, with what is typed after each time.
fn given<C: Command>(command: &C) -> Vec<(String, Vec<String>)> {
    let mut given = Vec::new();
    let value = json!(command);
    for argument in C::augment_args(clap::Command::new("")).get_arguments() {
        let Some(value) = value.get(argument.get_id().as_str()) else {
            continue;
        };
        let long = argument.get_long().map(|long| format!("--{long}"));
        let named = argument.get_value_names().and_then(|names| names.first());
        let named = || named.map_or_else(|| argument.get_id().to_string(), ToString::to_string);
        let name = long.unwrap_or_else(named);
        let kind = argument.get_value_parser().type_id();
        let is_text = kind == TypeId::of::<String>() || kind == TypeId::of::<OsString>();
        let repeated = is_text
            && matches!(argument.get_action(), ArgAction::Append)
            && argument.get_value_delimiter().is_none();
        let text = match value {
            Value::Null | Value::Bool(false) => continue,
            Value::Bool(true) => None,
            Value::Array(values) if values.is_empty() => continue,
            Value::Array(values) if repeated => {
                given.push((name, values.iter().map(text).collect()));
                continue;
            }
            Value::Array(values) => Some(values.iter().map(text).collect::<Vec<_>>().join(",")),
            value => Some(text(value)),
        };
        let usual = argument.get_default_values().first();
        if usual.is_some_and(|usual| usual.to_str() == text.as_deref()) {
            continue;
        }
        given.push((name, text.into_iter().collect()));
    }
    given
}

/// A value as it is typed.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// The schema of the answer to a command.
pub(crate) fn described_as<C: Command>(words: &[&str]) -> Described {
    Described::of::<Query<'static, C>, C::Answer>(words.join("-"))
}

/// A command in a list: of a game, of tables, or of those that stand alone.
pub(crate) struct Listed {
    /// The last of its words.
    pub(crate) word: &'static str,
    /// Its arguments and its help.
    arguments: fn(clap::Command) -> clap::Command,
    /// Reads the arguments.
    pub(crate) read: fn(&mut ArgMatches) -> Result<Box<dyn AnyCommand>, clap::Error>,
    /// The schema of its answer, if it is a question.
    pub(crate) described: Option<fn(&str) -> Described>,
}

impl Listed {
    /// A question.
    pub(crate) const fn question<C: Command>() -> Self {
        Self {
            word: C::WORDS[C::WORDS.len() - 1],
            arguments: |command| {
                let command = C::augment_args(command.visible_aliases(C::ALSO));
                let command = command.about(C::ABOUT).long_about(None);
                match help::of(C::WORDS) {
                    help if help.is_empty() => command,
                    help => command.after_help(help),
                }
            },
            read: |matches| Ok(Box::new(C::from_arg_matches_mut(matches)?)),
            described: Some(|group| described_as::<C>(&[&[group], &C::WORDS[1..]].concat())),
        }
    }

    /// The command that plays.
    pub(crate) const fn play<P: AnyCommand + Args + 'static>() -> Self {
        Self {
            word: "play",
            arguments: P::augment_args,
            read: |matches| Ok(Box::new(P::from_arg_matches_mut(matches)?)),
            described: None,
        }
    }

    /// The command of a group.
    pub(crate) fn group(name: &'static str, about: &'static str) -> clap::Command {
        clap::Command::new(name)
            .about(about)
            .subcommand_required(true)
            .arg_required_else_help(true)
    }

    /// The command of a group that is asked for.
    pub(crate) fn read_in(
        commands: &[Self],
        matches: &mut ArgMatches,
    ) -> Result<Box<dyn AnyCommand>, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (word, mut arguments) = matches.remove_subcommand().ok_or_else(missing)?;
        let found = commands.iter().find(|command| command.word == word);
        (found.ok_or_else(missing)?.read)(&mut arguments)
    }

    /// The schemas of what the commands of a group answer.
    pub(crate) fn described_in(group: &str, commands: &[Self]) -> Vec<Described> {
        let described = commands.iter().filter_map(|command| command.described);
        described.map(|described| described(group)).collect()
    }

    /// The command with its arguments.
    pub(crate) fn command(&self) -> clap::Command {
        (self.arguments)(clap::Command::new(self.word).allow_negative_numbers(true))
    }
}
