//! One command, one type: its arguments are the question, and its answer is the JSON.
//!
//! A command is a type that clap reads. Serialised it is the `query` of the answer; written as words it is the command again. Its
//! answer is serialised as the `result`, and the command says what the tables of an answer are. What every command has in
//! common follows from that: help, completion, schema, JSON, formats, many positions, other rules.

use std::fmt::Debug;
use std::io::{self, Write};

use clap::{ArgMatches, Args};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::args::position::PositionText;
use super::caller::Caller;
use super::disputes::{Change, Disputes, Point, RulesText, Target};
use super::failure::Failure;
use super::game::{GameCommand, TableNames};
use super::playing::Opened;
use super::throw::ThrowQuestion;
use crate::render::drawing::board::Scene;
use crate::render::json::Numbers;
use crate::render::picture::Picture;
use crate::render::printed::Printed;
use crate::render::report::{AnyReport, Report};
use crate::render::schema::Described;
use crate::render::sheet::{Entry, Sheet, Style};
use crate::work::Note;

/// A command that asks something.
pub(crate) trait Command:
    Args + Clone + Debug + Serialize + JsonSchema + Send + Sync + 'static
{
    /// Its words, without `siga`: `["daldos", "odds"]`. With hyphens they are the name of its schema.
    const WORDS: &'static [&'static str];
    /// What it does, in a line of help.
    const ABOUT: &'static str;
    /// The answer: what `result` holds.
    type Answer: Serialize + JsonSchema + 'static;

    /// The text after the options in its help: what it means, and examples.
    fn help() -> String;

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

    /// Changes it at such a point; `false` if it has nothing to be changed so.
    fn change(&mut self, _change: &Change) -> bool {
        false
    }

    /// The turn of a throw that it is about, if it is about one, and how that is asked by itself.
    fn as_throw(&self) -> Option<(ThrowQuestion, Vec<String>)> {
        None
    }

    /// A picture above the tables, with colour in it.
    fn picture(&self, _answer: &Self::Answer) -> Option<Picture> {
        None
    }

    /// The board with what the answer shows on it, where that is more than the picture has.
    fn scene(&self, _answer: &Self::Answer) -> Option<Scene> {
        None
    }

    /// The best move or play, where the answer ranks them and is sure of it.
    fn best(&self, _answer: &Self::Answer) -> Option<String> {
        None
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

    /// Tables that are printed only when they are asked for, and in pages.
    fn background(&self, _answer: &Self::Answer) -> Vec<Sheet> {
        Vec::new()
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
    fn picture(&self) -> Option<Picture> {
        self.question.picture(&self.answer)
    }

    fn scene(&self) -> Option<Scene> {
        self.question.scene(&self.answer)
    }

    fn best(&self) -> Option<String> {
        self.question.best(&self.answer)
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

    fn in_short(&self) -> Option<String> {
        self.question.in_short(&self.answer)
    }

    fn background(&self) -> Vec<Sheet> {
        self.question.background(&self.answer)
    }

    fn long_rows(&self, _style: &Style) -> Option<Box<dyn Iterator<Item = Vec<Entry>> + '_>> {
        None
    }
}

impl<C: Command> AnyReport for Asked<C> {
    fn name(&self) -> String {
        spelled(&self.question).join("-")
    }

    fn asked(&self) -> Value {
        json!(Query {
            command: spelled(&self.question).join(" "),
            question: &self.question,
        })
    }

    fn write(&self, numbers: Numbers, out: &mut dyn Write) -> io::Result<()> {
        numbers.write(&self.answer, out)
    }
}

impl<C: Command> GameCommand for C {
    fn answer(&self, name: &str, caller: Caller) -> Result<Box<dyn AnyReport>, Failure> {
        let mut question = self.clone();
        let answer = caller.noting(name, |note| question.ask(caller, note))?;
        Ok(Box::new(Asked { question, answer }))
    }

    fn play(&self, _caller: Caller<'static>) -> Option<Result<Opened, Failure>> {
        None
    }

    fn tables(&self) -> Option<TableNames> {
        self.table_names()
    }

    fn copy(&self) -> Box<dyn GameCommand> {
        Box::new(self.clone())
    }

    fn disputes(&self) -> Disputes {
        let mut copy = self.clone();
        let target = copy.target();
        let game = target.game.and_then(|game| *game);
        let mut disputes = target
            .rules
            .map_or(Disputes::NONE, |(_, disputes)| disputes);
        disputes.game = game;
        disputes
    }

    fn rules(&mut self) -> Option<RulesText<'_>> {
        self.target().rules.map(|(text, _)| text)
    }

    fn about(&mut self, position: PositionText) {
        if let Some(place) = self.target().position {
            *place = Some(position);
        }
    }

    fn set_game(&mut self, game: &'static str) {
        if let Some(place) = self.target().game {
            *place = Some(game);
        }
    }

    fn points(&self) -> Vec<Point> {
        Command::points(self)
    }

    fn change(&mut self, change: &Change) -> bool {
        Command::change(self, change)
    }

    fn as_throw(&self) -> Option<(ThrowQuestion, Vec<String>)> {
        Command::as_throw(self)
    }

    fn words(&self) -> Option<Vec<String>> {
        Some(words(self))
    }
}

/// The words of a command, with the name of its game.
fn spelled<C: Command>(command: &C) -> Vec<&'static str> {
    let mut copy = command.clone();
    let game = copy.target().game.and_then(|game| *game);
    let mut words = C::WORDS.to_vec();
    if let (Some(game), Some(first)) = (game, words.first_mut()) {
        *first = game;
    }
    words
}

/// A command as it would be typed: each argument that is not as usual.
fn words<C: Command>(command: &C) -> Vec<String> {
    let mut words: Vec<String> = spelled(command).into_iter().map(str::to_owned).collect();
    let value = json!(command);
    for argument in C::augment_args(clap::Command::new("")).get_arguments() {
        let Some(value) = value.get(argument.get_id().as_str()) else {
            continue;
        };
        let text = match value {
            Value::Null | Value::Bool(false) => continue,
            Value::Bool(true) => None,
            Value::Array(values) if values.is_empty() => continue,
            Value::Array(values) => Some(values.iter().map(text).collect::<Vec<_>>().join(",")),
            value => Some(text(value)),
        };
        let usual = argument.get_default_values().first();
        if usual.is_some_and(|usual| usual.to_str() == text.as_deref()) {
            continue;
        }
        words.extend(argument.get_long().map(|long| format!("--{long}")));
        words.extend(text);
    }
    words
}

/// A value as it is typed.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// A command that plays a game in the terminal: it is no question.
pub(crate) trait Plays: Args + Clone + Debug + Send + Sync + 'static {
    /// What it does, in a line of help.
    const ABOUT: &'static str;

    /// The text after the options in its help.
    fn help() -> String;

    /// Says which game of a family it is.
    fn set_game(&mut self, _game: &'static str) {}

    /// The game, opened.
    ///
    /// # Errors
    /// Rules, a file or a position that cannot be read.
    fn open(&self, caller: Caller<'static>) -> Result<Opened, Failure>;
}

/// A game to be played.
#[derive(Clone, Debug)]
struct Played<P>(P);

impl<P: Plays> GameCommand for Played<P> {
    fn answer(&self, _name: &str, _caller: Caller) -> Result<Box<dyn AnyReport>, Failure> {
        Err(Failure::not_a_question())
    }

    fn play(&self, caller: Caller<'static>) -> Option<Result<Opened, Failure>> {
        Some(self.0.open(caller))
    }

    fn copy(&self) -> Box<dyn GameCommand> {
        Box::new(self.clone())
    }

    fn disputes(&self) -> Disputes {
        Disputes::NONE
    }

    fn rules(&mut self) -> Option<RulesText<'_>> {
        None
    }

    fn about(&mut self, _position: PositionText) {}

    fn set_game(&mut self, game: &'static str) {
        self.0.set_game(game);
    }
}

/// A command in the list of its game.
pub(crate) struct Listed {
    /// The last of its words.
    pub(crate) word: &'static str,
    /// Its arguments and its help.
    arguments: fn(clap::Command) -> clap::Command,
    /// Reads the arguments.
    pub(crate) read: fn(&mut ArgMatches) -> Result<Box<dyn GameCommand>, clap::Error>,
    /// The schema of its answer, if it is a question.
    pub(crate) described: Option<fn(&str) -> Described>,
}

impl Listed {
    /// A question.
    pub(crate) const fn question<C: Command>() -> Self {
        Self {
            word: C::WORDS[C::WORDS.len() - 1],
            arguments: |command| helped(C::augment_args(command), C::ABOUT, C::help()),
            read: |matches| Ok(Box::new(C::from_arg_matches_mut(matches)?)),
            described: Some(|game| {
                let words = [&[game], &C::WORDS[1..]].concat();
                Described::of::<Query<'static, C>, C::Answer>(words.join("-"))
            }),
        }
    }

    /// The command that plays.
    pub(crate) const fn play<P: Plays>() -> Self {
        Self {
            word: "play",
            arguments: |command| helped(P::augment_args(command), P::ABOUT, P::help()),
            read: |matches| Ok(Box::new(Played(P::from_arg_matches_mut(matches)?))),
            described: None,
        }
    }

    /// The command with its arguments.
    pub(crate) fn command(&self) -> clap::Command {
        (self.arguments)(clap::Command::new(self.word))
    }
}

fn helped(command: clap::Command, about: &'static str, help: String) -> clap::Command {
    let command = command.about(about).long_about(None);
    if help.is_empty() {
        command
    } else {
        command.after_help(help)
    }
}
