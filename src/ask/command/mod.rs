//! Every command with its arguments, as clap parses them.

pub(crate) mod help;
mod kin;
mod limits;
pub(crate) mod measure;
mod question;
pub(crate) mod series;
mod tip;
mod unused;

pub(crate) use question::{parse_words, question_within};
use series::Series;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use super::args::position::{self, PositionArgs};
use super::args::{batch, explore};
use super::caller::Caller;
use super::failure::Failure;
use super::games::Chosen;
use super::one_command::AnyCommand;
use crate::render::report::Report;
use crate::render::sheet::{Style, Unit};
use crate::work::stop::Limits;
use clap::error::ErrorKind;
use clap::{
    ArgMatches, Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum,
};

/// Exact probability and position analysis of traditional games.
#[derive(Debug, Parser)]
#[command(
    name = "siga",
    version,
    about,
    max_term_width = 110,
    propagate_version = true,
    disable_help_subcommand = true
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Where the position is written, of commands that are about one.
    #[arg(skip)]
    pub(crate) place: Option<PositionArgs>,
    /// The words of the command, without `siga`.
    #[arg(skip)]
    pub(crate) name: String,
}

/// The command with all its arguments, each under the heading where it is looked for.
pub(crate) fn command() -> clap::Command {
    help::helped(Cli::command())
}

/// Reads the arguments, the program's name first.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // The texts of help take as long to arrange as the arguments to read: only who is shown them waits.
    parse_with(&mut Cli::command(), &arguments).or_else(|_| parse_with(&mut command(), &arguments))
}

fn parse_with(command: &mut clap::Command, arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let words = arguments
        .iter()
        .skip(1)
        .map(|word| word.to_str().map(str::to_owned));
    // Words that are no text can only name files.
    let Some(words) = words.collect::<Option<Vec<String>>>() else {
        return read(command.try_get_matches_from_mut(arguments)?, command);
    };
    let words = kin::of_rule_sets(words);
    over_a_parameter(&words, command, |command, first| {
        let name = arguments.first().cloned().into_iter();
        let words = first.as_ref().unwrap_or(&words).iter();
        let words: Vec<OsString> = name.chain(words.map(OsString::from)).collect();
        let matches = command.try_get_matches_from_mut(&words);
        read(
            matches.map_err(|error| tip::with_tip(error, &words))?,
            command,
        )
    })
}

/// Reads words with `read`; of a question over a parameter, those of its first question, or of its last where the first has a fault.
fn over_a_parameter(
    words: &[String],
    command: &mut clap::Command,
    read: impl Fn(&mut clap::Command, Option<Vec<String>>) -> Result<Cli, clap::Error>,
) -> Result<Cli, clap::Error> {
    let series = Series::of(words)
        .map_err(|error| clap::Error::raw(ErrorKind::ValueValidation, format!("{error}\n")))?;
    let Some((series, [first, last])) = series else {
        return read(command, None);
    };
    let first =
        read(command, Some(first)).or_else(|error| read(command, Some(last)).map_err(|_| error))?;
    Ok(Cli {
        command: Command::Chosen(Chosen(Box::new(series))),
        place: None,
        ..first
    })
}

fn read(mut matches: ArgMatches, command: &mut clap::Command) -> Result<Cli, clap::Error> {
    let (words, arguments) = deepest(&matches);
    let (name, place) = (words.join(" "), position::given(arguments));
    let cli = Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(command))?;
    Ok(Cli { place, name, ..cli })
}

/// The words of the command that is asked for, and what is said of it.
fn deepest(mut matches: &ArgMatches) -> (Vec<&str>, &ArgMatches) {
    let mut words = Vec::new();
    while let Some((word, command)) = matches.subcommand() {
        words.push(word);
        matches = command;
    }
    (words, matches)
}

/// Whether arguments that cannot be read ask for JSON all the same.
pub(crate) fn for_program(arguments: &[OsString]) -> bool {
    options(arguments).any(|option| {
        matches!(
            option,
            ("--json", _) | ("--format=json", _) | ("--format", Some("json"))
        )
    })
}

/// The colour that is asked for by arguments that cannot be read, or ask for help.
pub(crate) fn color_of(arguments: &[OsString]) -> anstream::ColorChoice {
    let mut named = options(arguments).filter_map(|(option, next)| match option {
        "--color" => next,
        _ => option.strip_prefix("--color="),
    });
    let color = named.next().map(|name| ColorChoice::from_str(name, false));
    color_choice(color.and_then(Result::ok))
}

/// The colour asked for, as the writer of the output takes it.
fn color_choice(color: Option<ColorChoice>) -> anstream::ColorChoice {
    match color.unwrap_or_default() {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
}

/// The arguments before `--`, each with the next one.
fn options(arguments: &[OsString]) -> impl Iterator<Item = (&str, Option<&str>)> {
    let texts = || {
        arguments
            .iter()
            .map(|argument| argument.to_str().unwrap_or_default())
    };
    let next = texts().skip(1).map(Some).chain([None]);
    texts()
        .zip(next)
        .take_while(|(argument, _)| *argument != "--")
}

/// Options every command takes.
///
/// None has a default value: clap copies the values of global options to every level of commands, which took a quarter of the
/// time of a question in a batch.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct Global {
    /// How to print the answer [default: table]
    #[arg(long, value_enum, global = true, hide_possible_values = true)]
    format: Option<Format>,
    /// The same as --format json
    #[arg(
        long,
        global = true,
        num_args = 0,
        default_missing_value = "true",
        conflicts_with = "format"
    )]
    json: Option<bool>,
    /// The same as --format csv
    #[arg(long, global = true, num_args = 0, default_missing_value = "true", conflicts_with_all = ["format", "json"])]
    csv: Option<bool>,
    /// Print only this table of the answer; `help` lists them; `all`, with --out, writes every table in a format for programs or papers
    #[arg(long, value_name = "NAME", global = true)]
    pub(crate) table: Option<String>,
    /// Write each table to a file in this folder, called NAME.csv and so on
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) out: Option<PathBuf>,
    /// Decimal places [default: 6, and three digits of smaller numbers]
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u16).range(0..=1000))]
    digits: Option<u16>,
    /// Probabilities as 43.75 %
    #[arg(long, global = true, num_args = 0, default_missing_value = "true")]
    percent: Option<bool>,
    /// Probabilities as "1 in 2.29"
    #[arg(
        long,
        global = true,
        num_args = 0,
        default_missing_value = "true",
        conflicts_with = "percent"
    )]
    one_in: Option<bool>,
    /// No fractions, only decimals
    #[arg(long, global = true, num_args = 0, default_missing_value = "true")]
    decimals_only: Option<bool>,
    /// When to use colour; `auto`, the default, uses it on a terminal unless NO_COLOR is set
    #[arg(long, value_enum, global = true)]
    color: Option<ColorChoice>,
    /// Ask for each value of NAME, written {NAME} in the command: n=1..8, p=0.4..0.6:0.05, n=1,2,4; twice for a grid
    #[arg(
        long = "for",
        value_name = "NAME=VALUES",
        global = true,
        help_heading = "Over a parameter"
    )]
    over: Option<String>,
    /// What to show of each answer: mean, sd, "P(6)", "P(>=6)"
    #[arg(
        long,
        value_name = "WHAT,…",
        global = true,
        help_heading = "Over a parameter"
    )]
    show: Option<String>,
    /// The table alone: no heading, no notes, no progress
    #[arg(
        short,
        long,
        global = true,
        num_args = 0,
        default_missing_value = "true"
    )]
    quiet: Option<bool>,
    /// End a question after S seconds of processor time
    #[arg(long, value_name = "S", global = true, help_heading = "Limits", value_parser = limits::seconds)]
    limit_seconds: Option<Duration>,
    /// End a question that takes more memory, such as 500MB
    #[arg(long, value_name = "SIZE", global = true, help_heading = "Limits", value_parser = limits::bytes)]
    limit_memory: Option<u64>,
}

/// The options every command takes, and whether each has a value.
pub(crate) fn output_options() -> Vec<(String, bool)> {
    let command = Global::augment_args(clap::Command::new(""));
    let option = |argument: &clap::Arg| {
        let takes_value = argument
            .get_num_args()
            .is_none_or(|values| values.takes_values());
        Some((format!("--{}", argument.get_long()?), takes_value))
    };
    command.get_arguments().filter_map(option).collect()
}

impl Global {
    /// What a question may use, where that is said.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            time: self.limit_seconds,
            memory: self.limit_memory,
        }
    }

    pub(crate) fn format(&self) -> Format {
        match self {
            Self {
                json: Some(true), ..
            } => Format::Json,
            Self {
                csv: Some(true), ..
            } => Format::Csv,
            // Tables in files are for programs where nothing is said.
            Self {
                format: None,
                table: Some(_),
                out: Some(_),
                ..
            } => Format::Csv,
            Self { format, .. } => format.unwrap_or(Format::Table),
        }
    }

    pub(crate) fn color(&self) -> anstream::ColorChoice {
        color_choice(self.color)
    }

    /// Whether the table alone is wanted.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet.unwrap_or(false)
    }

    /// How numbers are to be written in tables.
    pub(crate) fn style(&self) -> Style {
        Style {
            digits: self.digits.map(usize::from),
            unit: match self {
                Self {
                    percent: Some(true),
                    ..
                } => Unit::Percent,
                Self {
                    one_in: Some(true), ..
                } => Unit::OneIn,
                _ => Unit::One,
            },
            decimals_only: self.decimals_only.unwrap_or(false),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Tables for people
    Table,
    /// One JSON object for programs
    Json,
    /// Comma-separated values for programs: the first table, or the one --table names
    Csv,
    /// CSV in which no text is a formula for a spreadsheet: before = + - @ stands an apostrophe
    CsvSafe,
    /// Tab-separated values
    Tsv,
    /// JSON Lines: a row a line
    Jsonl,
    /// Tables in Markdown
    Markdown,
    /// Tables for a paper (booktabs)
    Latex,
    /// A picture: the board, or a chart of the first table
    Svg,
    /// A page with everything, to be sent or printed
    Html,
    /// A Makefile of the tasks of `siga tables plan`
    Make,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Chosen(Chosen),
    /// Answer many questions: JSON Lines in, JSON Lines out
    Batch(batch::BatchArgs),
    /// A page for each position file and file of claims, and an index
    #[command(after_help = crate::ask::help::of(&["report"]))]
    Report {
        /// Position files and files of claims
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The game and rules of positions whose files do not name them
        #[arg(long, value_name = "TEXT")]
        rules: Option<String>,
    },
    /// A page in your browser: boards, throws, tables
    Explore(Box<explore::ExploreArgs>),
    /// Manual pages and shell completions
    #[command(subcommand)]
    Generate(Generate),
    /// The help of a command or of a topic: throws, positions, rules, output
    Help {
        /// The topic, or the words of the command
        words: Vec<String>,
    },
}

impl Command {
    /// The command of the lists that it is.
    pub(crate) fn question(&self) -> Option<Box<dyn AnyCommand>> {
        match self {
            Self::Chosen(Chosen(command)) => Some(command.copy()),
            _ => None,
        }
    }
}

impl Cli {
    /// The answer to its question: it changes nothing and prints nothing.
    pub(crate) fn answer(&self, caller: Caller) -> Result<Box<dyn Report>, Failure> {
        match self.command.question() {
            Some(question) if !question.writes() && question.writes_text().is_none() => {
                question.answer(&self.name, caller)
            }
            _ => Err(Failure::not_a_question()),
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Generate {
    /// Manual pages: that of `siga` on standard output, or with --out a page of every command in a folder
    #[command(after_help = crate::ask::help::of(&["generate", "man"]))]
    Man,
    /// Shell completions
    #[command(after_help = crate::ask::help::of(&["generate", "completions"]))]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}
