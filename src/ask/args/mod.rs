//! The arguments, as clap parses them.

pub(crate) mod alignment;
pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod daldos;
pub(crate) mod endgame;
pub(crate) mod explore;
pub(crate) mod list;
pub(crate) mod play;
pub(crate) mod position;
mod question;
pub(crate) mod report;
pub(crate) mod sidja;
pub(crate) mod sig;
pub(crate) mod tables;
mod unused;

pub(crate) use question::{question, question_within};

use std::ffi::OsString;
use std::path::PathBuf;

use self::position::Place;
use super::games::game as game_of;
use crate::chance::analysis::Room;
use crate::render::sheet::{Style, Unit};
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

/// Exact probability and position analysis of traditional games.
#[derive(Debug, Parser)]
#[command(
    name = "siga",
    version,
    about,
    max_term_width = 110,
    propagate_version = true
)]
#[command(after_help = "\
Examples:
  siga daldos table                     capture chances by distance, one piece
  siga daldos odds --behind 1,3         two pieces, 1 and 3 behind the target
  siga throw \"4d6kh3\"                   the best three of four dice
  siga throw tab --turn                 a whole turn of tâb, further throws included
  siga sidja survey --rules sidja:egypt who gets the first capture, over all placements
  siga throw yut --bias 3/5 --json      yut sticks with P(flat) = 3/5, for a program
  siga check table.csv --of \"daldos table\" --explain   is this table right, and if not, why?
  siga explore                          a local page: boards to click on, throws, tables

Exit status: 0 done, 1 failed while running or a limit was reached, 2 bad arguments or input, \
3 a check found a disagreement.")]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Where the position is written, of commands that are about one.
    #[arg(skip)]
    pub(crate) place: Option<Place>,
    /// The words of the command, without `siga`.
    #[arg(skip)]
    pub(crate) name: String,
}

/// The command with all its arguments, each under the heading where it is looked for.
pub(crate) fn command() -> clap::Command {
    headed(Cli::command())
}

/// Reads the arguments, the program's name first.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let matches = command().try_get_matches_from(arguments)?;
    read(matches, &mut command())
}

fn read(mut matches: ArgMatches, command: &mut clap::Command) -> Result<Cli, clap::Error> {
    let (words, arguments) = deepest(&matches);
    let (name, place) = (words.join(" "), position::place(arguments));
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
    let mut before = None;
    for argument in arguments.iter().filter_map(|argument| argument.to_str()) {
        match (before, argument) {
            (_, "--") => return false,
            (_, "--json" | "--format=json") | (Some("--format"), "json") => return true,
            _ => before = Some(argument),
        }
    }
    false
}

/// Help as clap writes it, but with the examples before the options, of which most are those of every command.
const HELP: &str =
    "{before-help}{about-with-newline}\n{usage-heading} {usage}{after-help}\n\n{all-args}";

/// Gives back their own heading to arguments that follow those of a position: clap's derive leaves them under
/// that one's.
fn headed(command: clap::Command) -> clap::Command {
    of_game(None, command)
}

fn of_game(game: Option<&str>, command: clap::Command) -> clap::Command {
    let command = command.help_template(HELP).mut_args(|argument| {
        if argument.get_help_heading() != Some("Position") {
            return argument;
        }
        match argument.get_id().as_str() {
            "rules" => argument.help(game.and_then(game_of).map(|game| game.rules)),
            position::POSITION_FILE | "position" | "play" => argument,
            "width" | "budget" => argument.help_heading("Limits"),
            _ => argument.help_heading("Question"),
        }
    });
    let name = command.get_name().to_owned();
    command.mut_subcommands(|command| of_game(Some(&name), command))
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
    /// Only this table of the answer; `help` lists them; `all` with --out and a format other than table and json
    #[arg(long, value_name = "NAME", global = true)]
    pub(crate) table: Option<String>,
    /// Write each table to a file in this folder, called NAME.csv and so on
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) out: Option<PathBuf>,
    /// Decimal places; without it six, and three digits of what is smaller
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
    /// When to use colour; `auto`, the default, is on a terminal, and never with NO_COLOR set
    #[arg(long, value_enum, global = true)]
    color: Option<Color>,
    /// The table alone: no heading, no notes, no progress
    #[arg(
        short,
        long,
        global = true,
        num_args = 0,
        default_missing_value = "true"
    )]
    quiet: Option<bool>,
}

impl Global {
    pub(crate) fn format(&self) -> Format {
        match self {
            Self {
                json: Some(true), ..
            } => Format::Json,
            Self {
                csv: Some(true), ..
            } => Format::Csv,
            Self { format, .. } => format.unwrap_or(Format::Table),
        }
    }

    pub(crate) fn color(&self) -> Color {
        self.color.unwrap_or(Color::Auto)
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
    /// A Makefile (`siga tables plan`)
    Make,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The exact distribution of a throw of dice, sticks or cowries
    Throw(Box<Throw>),
    /// The throws of traditional games that have a name
    Throws,
    /// Daldøs: capture chances by distance, positions, whole turns
    #[command(subcommand, alias = "daldøs")]
    Daldos(Box<daldos::Daldos>),
    /// Sidja and Siga: moves, the first capture, whole positions
    #[command(subcommand)]
    Sidja(Box<sidja::Sidja>),
    /// Teeko: moves, values, the whole game solved
    #[command(subcommand)]
    Teeko(Box<alignment::Teeko>),
    /// Twenty-five (5×5): moves, values, the whole game solved
    #[command(subcommand, name = "5x5", alias = "5×5")]
    FiveByFive(Box<alignment::FiveByFive>),
    /// Solutions on disk: what there is, building, verifying, removing
    #[command(subcommand)]
    Tables(tables::Tables),
    /// Sig of Western Sahara: what a turn of throws yields
    #[command(subcommand)]
    Sig(sig::Sig),
    /// Recompute published figures, from a table or a file of claims, and say which hold
    Check(Box<check::Check>),
    /// The tables of several commands side by side, differences marked
    Compare(compare::Compare),
    /// Answer many questions: JSON Lines in, JSON Lines out
    Batch(batch::Batch),
    /// A page for each position file and file of claims, and an index
    Report(report::ReportFiles),
    /// The JSON Schema of a report, or the list of schemas
    Schema {
        /// The name of the report, such as throw or daldos-odds; `batch-line` and `error` too
        name: Option<String>,
    },
    /// Rule sets and their options, each with its source
    Rules {
        /// The game, such as daldos or sidja
        game: Option<String>,
    },
    /// A local page to analyse on: boards to click on, throws, tables
    Explore(Box<explore::Explore>),
    /// Write a manual page or shell completions to standard output
    #[command(subcommand)]
    Generate(Generate),
}

#[derive(Debug, Args)]
#[command(after_help = "`siga throw --help` shows the notation and examples.")]
#[command(after_long_help = THROW_HELP)]
pub(crate) struct Throw {
    /// The throw: one quoted argument, a name from `siga throws`, a file, or - for standard input
    #[arg(value_name = "SPEC", allow_hyphen_values = true)]
    pub(crate) spec: OsString,
    /// The whole turn, with the further throws that `*` earns, however many
    #[arg(long, help_heading = "Turn")]
    pub(crate) turn: bool,
    /// At most N throws per turn
    #[arg(long, value_name = "N", requires = "turn", help_heading = "Turn")]
    pub(crate) max_throws: Option<u32>,
    /// The N-th throw in a row to earn another is void and ends the turn; one that cancels is in no row and
    /// ends it; `same`: only equal throws make a row; `all`: the whole row is void
    #[arg(
        long,
        value_name = "N[,same][,all]",
        requires = "turn",
        help_heading = "Turn"
    )]
    pub(crate) in_a_row: Option<String>,
    /// Which throws of a sequence stand, named by what they count
    #[arg(
        long,
        value_name = "A,B,…",
        requires = "turn",
        value_delimiter = ',',
        help_heading = "Turn",
        allow_hyphen_values = true
    )]
    pub(crate) sequence: Option<Vec<String>>,
    /// What a cancelling throw voids: the throw directly before it, or the latest still standing
    #[arg(long, value_enum, default_value_t = CancelRule::Previous, requires = "turn", help_heading = "Turn")]
    pub(crate) cancel: CancelRule,
    /// Also what stands: all lists of at most N values, how often each value, the largest
    #[arg(long, value_name = "N", requires = "turn", help_heading = "Turn",
          value_parser = clap::value_parser!(u8).range(0..=10))]
    pub(crate) values: Option<u8>,
    /// P(flat), the chance of a stick to fall flat side up: a number (3/5, 0.6, 60%), an interval (0.55..0.65) or p,
    /// unknown; or a number for each stick
    #[arg(
        long,
        value_name = "P[,P…]",
        value_delimiter = ',',
        help_heading = "Bias",
        allow_hyphen_values = true
    )]
    pub(crate) bias: Vec<String>,
    /// With --bias p: the value and the slope of every function at this bias
    #[arg(
        long,
        value_name = "P",
        requires = "bias",
        help_heading = "Bias",
        allow_hyphen_values = true
    )]
    pub(crate) at: Option<String>,
    /// With --bias p: the biases at which two outcomes are equally likely
    #[arg(
        long,
        value_name = "A,B",
        requires = "bias",
        value_delimiter = ',',
        num_args = 1,
        help_heading = "Bias",
        allow_hyphen_values = true
    )]
    pub(crate) equal: Option<Vec<String>>,
    /// Only outcomes for which this holds, such as ">= 8" or "x1 = 6 or x2 = 6"
    #[arg(
        long,
        value_name = "EXPR",
        help_heading = "Outcomes",
        allow_hyphen_values = true
    )]
    pub(crate) given: Option<String>,
    /// The room there is for a table.
    #[arg(skip)]
    pub(crate) room: Option<Room>,
    /// Add the chance of at least each outcome
    #[arg(long, help_heading = "Outcomes")]
    pub(crate) at_least: bool,
    /// Add the chance of at most each outcome
    #[arg(long, help_heading = "Outcomes")]
    pub(crate) at_most: bool,
    /// Counts of trials, as 0:31,1:124 or a file with a line `outcome,count` for each: how likely they are, and with
    /// --bias p which bias makes them most likely; given twice, whether both can come from the same sticks
    #[arg(
        long,
        value_name = "O:N,…|FILE",
        conflicts_with = "turn",
        help_heading = "Outcomes",
        allow_hyphen_values = true
    )]
    pub(crate) counts: Vec<OsString>,
    /// Where outcomes have no end, list those up to N
    #[arg(
        long,
        value_name = "N",
        help_heading = "Outcomes",
        allow_hyphen_values = true
    )]
    pub(crate) up_to: Option<i64>,
    /// A race: throws (or turns) needed to pass or to hit cell N of a track
    #[arg(long, value_name = "N", help_heading = "Outcomes")]
    pub(crate) target: Option<u32>,
    /// Snakes and ladders: who comes to the first cell stands on the second; a list, or a file with one
    #[arg(
        long,
        value_name = "FROM:TO,…|FILE",
        requires = "target",
        help_heading = "Race"
    )]
    pub(crate) jump: Option<OsString>,
    /// Cells from which the same throw is moved once more, as from geese; a list, or a file with one
    #[arg(
        long,
        value_name = "CELL,…|FILE",
        requires = "target",
        help_heading = "Race"
    )]
    pub(crate) onward: Option<OsString>,
    /// Cells that cost turns; a list, or a file with one
    #[arg(
        long,
        value_name = "CELL:TURNS,…|FILE",
        requires = "target",
        help_heading = "Race"
    )]
    pub(crate) wait: Option<OsString>,
    /// A throw that would pass the last cell ends the race, leaves the piece where it is, or moves it back by the rest
    #[arg(long, value_enum, requires = "target", help_heading = "Race")]
    pub(crate) past: Option<PastRule>,
    /// Who of N players wins, each moving his own piece
    #[arg(long, value_name = "N", requires = "target", help_heading = "Race",
          value_parser = clap::value_parser!(u32).range(2..=20))]
    pub(crate) players: Option<u32>,
}

/// What a throw does that would pass the last cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PastRule {
    End,
    Stay,
    Bounce,
}

/// What a cancelling throw voids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CancelRule {
    Previous,
    Stack,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Generate {
    /// A manual page
    Man,
    /// Shell completions
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

const THROW_HELP: &str = "\
Notation (docs/throws.md has the grammar):
  2d6, d%                   dice, added
  3d{1,2,5,6}, d{1:3,2:1}   own faces; face 1 three times, 2 once
  8s, 8s(3/5)               sticks: how many fall flat side up; with a bias of their own
  d6 + 2d4 - 1, 2 * d6      arithmetic; d20 / 2 rounds down, ceil(d20 / 2) up; d20 mod 5, abs(d6 - d6)
  (d4)d6, d(2d6)            a throw that says how many, or how many faces
  4(2d6)                    four copies of a throw, added
  4d6kh3, kl, dh, dl        keep or drop the highest or lowest
  (d6, d8)kh1, max(d6, d8)  the same of unlike dice
  count(10d6, {5, 6})       how many show 5 or 6; sum(…) adds them; contains(10d6, {1, 1}) how often these are there
  largest_set(10d10)        how many show the commonest value; sets(5d6, 2), distinct(5d6), straight(5d6)
  matched(3d6, 2d6)         highest against highest, …: how often either side is the higher
  deal(5, 4{1..13})         five cards, not put back, added; in functions a pool: count(deal(5, {1..13:4}), {1})
  d6!, d6!2                 again on the top face and added, without limit or at most twice
  d6r{1}, d6ro{1}, d6ru{6}  again until it is not 1; once; until it is 6
  3d6 >= 2d8                1 when it holds, 0 when not
  (d6, d8)                  outcomes side by side
  4s -> {0: 6*, 1: 1*, …}   a score table; * earns another throw

  SIGA          ANYDICE                 TROLL                 ICEPOOL
  2d6           2d6                     sum 2d6               2 @ d(6)
  d{1:3,2:1}    d{1:3, 2:1}             choose {1,1,1,2}      Die({1: 3, 2: 1})
  8s            8d{0,1}                 sum 8 # choose {0,1}  8 @ coin(1, 2)
  4(2d6)        4d(2d6)                 sum 4 # sum 2d6       4 @ (2 @ d(6))
  4d6kh3        [highest 3 of 4d6]      sum largest 3 4d6     d(6).highest(4, 3)
  max(d6, d8)   [highest of d6 and d8]  max (d6 U d8)         highest(d(6), d(8))
  d6!           [explode d6]            accumulate …          d(6).explode(…)
  d6r{1}        d{2..6}                 repeat …              d(6).reroll([1], depth='inf')
  3d6 >= 2d8    3d6 >= 2d8              count …               3 @ d(6) >= 2 @ d(8)
  (d4)d6        (d4)d6                  sum (d4) # d6         d(4) @ d(6)

  Score tables: `0|8:` joins cases, `2..5:` is a range, `else:` the rest; a value is a number, a throw of its own,
  `x` for the number thrown, a label (khadzh*), or `cancel*`, which voids the throw before it.

Shells give { } ! > * a meaning: quote the throw, or use [ ] for { } and the spelled forms
  explode(d6)  reroll(d6, [1])  reroll_once(…)  until(…)  keep_highest(4d6, 3)  best 3 of 4d6  score(4s, [0: 6 again, …])
  ge(3d6, 2d8)  plus(a, b)  minus(a, b)  times(a, b)  div(a, b)  mod(a, b)  max(a, b)  min(a, b)  `0 or 8:`

Examples:
  siga throw \"2d6\" --at-least
  siga throw \"d6!\"                                    no limit: mean 21/5 in closed form
  siga throw \"4s -> {0: 6*, 1: 1*, 2: 2, 3: 3, 4: 4*}\" --turn
  siga throw yut --bias p --at 3/5                    polynomials in p, and slopes
  siga throw yut --bias p --equal 1,4                 where do and yut are equally likely
  siga throw yut --bias 0.55..0.65                    proved bounds
  siga throw \"(d6, d6)\" --given \"x1 = 6 or x2 = 6\"
  siga throw 2d6 --target 40                          throws to pass, or to hit, cell 40
  siga throw d6 --target 30 --jump 3:22,17:4 --past stay --players 2   a ladder and a snake";
