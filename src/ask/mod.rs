//! Asking siga by the words of a command: what batch lines, a page and other languages do.
//!
//! A question is the argument list of a command, without the program's name and with no say in how the answer is
//! printed: the answer is the JSON of docs/json.md, or a [`Failure`].
//!
//! ```
//! use siga::ask::{self, Kind, Terms};
//! let answer = ask::answer(&["daldos", "odds", "--behind", "4"], &Terms::default())?;
//! assert!(answer.json.starts_with(r#"{"schema":"siga/daldos-odds/1","#));
//! let error = ask::answer(&["throw", "2d"], &Terms::default()).unwrap_err();
//! assert_eq!((error.status, error.kind), (2, Kind::Input));
//! assert_eq!(error.at.unwrap().column, Some(3));
//! # Ok::<(), ask::Failure>(())
//! ```

pub(crate) mod args;
pub(crate) mod batch;
pub(crate) mod caller;
pub(crate) mod check;
pub(crate) mod command;
mod compare;
mod custodial;
mod daldos;
mod described_board;
mod disputes;
mod distances;
pub(crate) mod failure;
mod game;
pub(crate) mod games;
mod help;
pub(crate) mod input;
mod json_number;
mod line_up;
mod list_of_games;
pub(crate) mod one_command;
mod outcomes;
mod perft;
pub(crate) mod playing;
mod playouts;
mod prelude;
mod record;
pub(crate) mod rules;
mod running_fight;
pub(crate) mod schemas;
mod shown;
mod sidja;
mod sig;
mod subject;
mod tab;
mod table_names;
pub(crate) mod tables;
mod throw;
mod throws;
mod ur;
pub(crate) mod with_throws;
mod without_throws;
pub(crate) mod words;
pub(crate) mod written_file;

use std::borrow::Cow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::OnceLock;

pub use failure::{At, Failure, Kind, Raise};
pub use shown::{Show, show};

use crate::render::report::{self, Report};
pub use crate::work::stop::{Limits, Stop, Stopped};
pub use caller::ProgressListener;
use caller::{Caller, Reads};
use command::Cli;
use game::Game;
use one_command::Listed;

/// The games, one entry each.
pub(crate) fn all_games() -> &'static [Game] {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let alone = [daldos::GAME, sidja::GAME, sig::GAME, tab::GAME, ur::GAME];
        let families = line_up::games().into_iter().chain(custodial::games());
        alone.into_iter().chain(families).collect()
    })
}

/// The commands that stand alone.
pub(crate) const ALONE: &[Listed] = &[
    Listed::question::<throw::Throw>(),
    Listed::question::<throws::Throws>(),
    Listed::question::<check::Check>(),
    Listed::question::<compare::Compare>(),
    Listed::question::<schemas::Schemas>(),
    Listed::question::<list_of_games::GameList>(),
    Listed::question::<rules::Rules>(),
];

/// Bytes of JSON an answer may have; held in memory as values it takes ten to twenty times as much.
const MAX_ANSWER: usize = 16 << 20;

/// On what terms a question is answered. By default it reads no file, and ends where it has used what a question may
/// (60 s of processor time, 2 GB of memory; commands that are asked for long work have no such limits).
#[derive(Clone, Default)]
pub struct Terms {
    /// Whether it may read the files and folders that it names. It writes none, and never reads standard input.
    pub reads: bool,
    /// Ends the work when it is given.
    pub stop: Stop,
    /// What it may use at most; a question that asks for more has no more. The memory is that of the whole process.
    pub limits: Limits,
    /// The largest `--budget` it may have; a question that asks for none has no more either.
    pub budget: Option<u64>,
    /// Told now and then what work that takes long is doing.
    pub tell: Option<ProgressListener>,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The object of docs/json.md on one line, without its end.
    pub json: String,
    /// The status with which the command would have ended: 0; 3 where a check found a disagreement; 1 or 2 where it left something open.
    pub status: u8,
}

/// Answers a question.
///
/// Solutions that one question needs and another can use are kept for it, within the process.
///
/// # Errors
/// The words are no question, what they ask about is not possible, a limit was reached, or it was stopped. A fault of
/// siga itself is an error too ([`Kind::Internal`]).
pub fn answer<S: AsRef<str>>(words: &[S], terms: &Terms) -> Result<Answer, Failure> {
    answer_within(words, terms, None)
}

/// [`answer`] for a line of a batch, which has other limits than the usual ones where neither the terms nor the question say any.
pub(crate) fn answer_within<S: AsRef<str>>(
    words: &[S],
    terms: &Terms,
    usual: Option<Limits>,
) -> Result<Answer, Failure> {
    on_terms(words, terms, usual, of_report)
}

/// What is made of the answer to a question on these terms; a fault of siga is an error too.
fn on_terms<S: AsRef<str>, T>(
    words: &[S],
    terms: &Terms,
    usual: Option<Limits>,
    make: impl Fn(&Cli, Box<dyn Report>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let work = || {
        let cli = command::question_within(words, terms.budget);
        let cli = cli.map_err(|error| Failure::usage(&error))?;
        if cli.global.out.is_some() {
            return Err(Failure::input(
                "a question writes no files: leave out --out",
            ));
        }
        cli.check_table()?;
        // Others than a batch show the answer to people too.
        if let Some(option) = cli.global.of_tables().filter(|_| usual.is_some()) {
            return Err(Failure::input(format!(
                "--{option} does nothing in a line of a batch, whose answer is JSON: leave it out"
            )));
        }
        let usual = usual.unwrap_or_else(|| caller::usual(&cli.name));
        let limits = terms.limits.and(cli.global.limits()).or(usual);
        let work = || make(&cli, asked(&cli, terms)?);
        terms.stop.limited(limits).guard(work)?
    };
    // A question leaves nothing behind that a panic could have left half done.
    match panic::catch_unwind(AssertUnwindSafe(work)) {
        Ok(answered) => answered.map_err(|error| error.naming(words)),
        Err(payload) => Err(Failure::panicked(payload.as_ref())),
    }
}

/// The JSON Schema (2020-12) of a report, an answer to a question or a line of a batch: of `siga/NAME/1`.
///
/// A report may have fields that are not named there once siga is newer.
///
/// ```
/// let schema = siga::ask::schema("daldos-odds").unwrap();
/// assert_eq!(schema["properties"]["schema"]["const"], "siga/daldos-odds/1");
/// assert!(siga::ask::schema("daldos-oods").is_none());
/// ```
pub fn schema(name: &str) -> Option<serde_json::Value> {
    schemas::schema(name)
}

/// The names of all schemas.
pub fn schemas() -> impl Iterator<Item = Cow<'static, str>> {
    schemas::names()
}

/// The name of a game in commands, and the questions that can be asked of it: the words after its name. None if there is no
/// such game.
///
/// ```
/// let (name, questions) = siga::ask::questions("Seega").unwrap();
/// assert!(name == "sidja" && questions.contains(&"first-capture"));
/// ```
pub fn questions(game: &str) -> Option<(&'static str, Vec<&'static str>)> {
    let found = games::called(game)?;
    Some((found.name, found.questions()))
}

/// The answer to a command.
fn asked(cli: &Cli, terms: &Terms) -> Result<Box<dyn Report>, Failure> {
    let reads = match terms.reads {
        true => Reads::Files,
        false => Reads::Nothing,
    };
    let caller = Caller::telling(terms.tell.as_ref(), reads);
    caller.watched(&cli.name, |caller| cli.answer(caller))
}

fn of_report(cli: &Cli, answered: Box<dyn Report>) -> Result<Answer, Failure> {
    if let Some(name) = cli.global.table.as_ref().filter(|name| *name != "help") {
        let table = answered.chosen(Some(name), &cli.global.style());
        table.map_err(Failure::input)?;
    }
    let mut bytes = words::Capped::new(MAX_ANSWER);
    let decimals_only = cli.global.style().decimals_only;
    let written = report::write_report(answered.as_ref(), decimals_only, &mut bytes);
    let json = written.and_then(|()| bytes.into_text());
    let json = json.map_err(|error| Failure::limit(format!("the answer {error}")))?;
    let status = match answered.verdict() {
        Ok(()) => 0,
        Err(fault) => Failure::from(fault).status,
    };
    Ok(Answer { json, status })
}
