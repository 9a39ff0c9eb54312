//! Reading the arguments of a question: often, and from many threads.

use std::sync::{Mutex, PoisonError};

use clap::error::{ContextKind, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory};

use super::{Cli, kin, over_a_parameter, tip};
use crate::chance::parse;

/// Commands ready to read arguments, one for each thread that does so at the same time: making one takes much longer
/// than reading the arguments of a question.
static COMMANDS: Mutex<Vec<clap::Command>> = Mutex::new(Vec::new());

/// Reads the arguments of a question, without the program's name. No `--budget` may be larger than `budget`; where none is
/// given, it is made no larger.
pub(crate) fn question_within<S: AsRef<str>>(
    words: &[S],
    budget: Option<u64>,
) -> Result<Cli, clap::Error> {
    let words: Vec<String> = words.iter().map(|word| word.as_ref().to_owned()).collect();
    let named = usize::from(words.first().is_some_and(|word| word == "siga"));
    let words = kin::of_rule_sets(words[named..].to_vec());
    let ready = || COMMANDS.lock().unwrap_or_else(PoisonError::into_inner);
    let taken = ready().pop();
    let mut command = taken.unwrap_or_else(Cli::command);
    let cli = over_a_parameter(&words, &mut command, |command, first| {
        let words = first.as_ref().unwrap_or(&words).iter().map(String::as_str);
        read(command, std::iter::once("siga").chain(words), budget)
    });
    ready().push(command);
    cli
}

fn read<'a>(
    command: &mut clap::Command,
    words: impl Iterator<Item = &'a str> + Clone,
    budget: Option<u64>,
) -> Result<Cli, clap::Error> {
    let tried = command.try_get_matches_from_mut(words.clone());
    let mut matches =
        tried.map_err(|error| tip::with_tip(error, &words.clone().collect::<Vec<_>>()))?;
    if let Some(most) = budget
        && let Some((given, source)) = given_budget(&matches)
        && given > most
    {
        if source != ValueSource::DefaultValue {
            let message =
                format!("--budget {given} is more than the {most} that are allowed here\n");
            return Err(command.error(ErrorKind::ValueValidation, message));
        }
        let most = ["--budget".to_owned(), most.to_string()];
        matches = command.try_get_matches_from_mut(words.map(String::from).chain(most))?;
    }
    super::read(matches, command)
}

/// The `--budget` of the command asked for, if it has one.
fn given_budget(matches: &ArgMatches) -> Option<(u64, ValueSource)> {
    let (_, command) = super::deepest(matches);
    command.ids().find(|id| id.as_str() == "budget")?;
    let value = command.get_raw("budget")?.next()?.to_str()?.parse().ok()?;
    Some((value, command.value_source("budget")?))
}

/// The arguments of a siga command, parsed.
pub(crate) fn parse_words(arguments: &[String]) -> Result<Cli, String> {
    question_within(arguments, None).map_err(|error| {
        let words = arguments.join(" ");
        let quotes = match arguments {
            [_] => "; put a command of several words in quotes",
            _ => "",
        };
        let missing = error.get(ContextKind::InvalidArg);
        match (error.kind(), missing) {
            (ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, _) => format!(
                "`{words}` is not a whole command: write what it answers, such as `{words} table` (`siga {words} -h` lists the commands){quotes}"
            ),
            (ErrorKind::MissingRequiredArgument, Some(missing)) => {
                format!("`{words}` is not a whole command: {missing} is missing{quotes}")
            }
            _ => not_a_command(arguments, &error),
        }
    })
}

/// What is said of words that are not a command, and what they may be meant for.
fn not_a_command(arguments: &[String], error: &clap::Error) -> String {
    let text = |kind| error.get(kind).map(ToString::to_string);
    let wrong = text(ContextKind::InvalidSubcommand);
    let at = arguments
        .iter()
        .position(|word| Some(word) == wrong.as_ref());
    let meant = match (at, text(ContextKind::SuggestedSubcommand)) {
        (Some(0), _) if parse(&arguments[0]).is_ok() => Some(format!("throw {}", arguments[0])),
        (Some(at), Some(near)) => {
            let near = near.split(", ").next().unwrap_or_default().to_owned();
            let rest = &arguments[at + 1..];
            Some([&arguments[..at], &[near], rest].concat().join(" "))
        }
        _ => None,
    };
    if let Some(meant) = meant {
        return format!("this is not a siga command; did you mean `{meant}`?");
    }
    let text = error.render().to_string();
    let said = text.lines().next().unwrap_or_default();
    let said = said.strip_prefix("error: ").unwrap_or(said);
    format!("this is not a siga command: {said}")
}
