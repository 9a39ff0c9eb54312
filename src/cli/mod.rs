//! The part that belongs to a terminal: output, progress, games played, the exit status. Nothing else prints.

mod completions_and_man;
mod explore;
mod many_positions;
mod output;
mod play;
mod progress;
mod repeat_command;
mod report_pages;

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Instant;

use crate::ask::caller::Caller;
use crate::ask::command::{self, Cli, Command};
use crate::ask::failure::Failure;
use crate::ask::one_command::AnyCommand;
use crate::ask::{batch, input};
use crate::render::terminal;
use output::Output;

/// Runs the command given by the arguments, the program's name first, and says how it ended:
/// 0 done, 1 failed while running, 2 bad arguments or input, 3 a check found a disagreement.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    outlive_full_files();
    status(arguments).into()
}

/// A file that may not grow any more (`ulimit -f`) fails the write, where the signal would end the program without a word.
fn outlive_full_files() {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGXFSZ, flag};
        // Where it cannot be caught, it ends the program as before.
        let _ = flag::register(SIGXFSZ, std::sync::Arc::default());
    }
}

/// [`main`], the exit status as a number.
pub fn status(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let json = command::for_program(&arguments);
    let words = arguments.clone();
    let cli = match command::parse(arguments) {
        Ok(cli) => cli,
        // Help and version too arrive here; clap knows the stream and the status of each.
        Err(error) if error.use_stderr() && json => {
            let error = Failure::usage(&error).naming(&shown(&words));
            output::complain_json(&error);
            return error.status;
        }
        Err(error) => {
            let color = command::color_of(&words);
            return output::clap(&with_words_shown(error, &words), color, json);
        }
    };
    let output = Output::new(&cli.global, &words);
    match output.allowed(&cli).and_then(|()| run(&cli, &output)) {
        Ok(status) => status,
        Err(failure) => output.fail(&failure.naming(&shown(&words))),
    }
}

/// The words without signs that steer a terminal.
fn shown(words: &[OsString]) -> Vec<String> {
    let shown = |word: &OsString| terminal::line(&word.to_string_lossy()).into_owned();
    words.iter().map(shown).collect()
}

/// The error with words in which no sign steers a terminal: clap gives them back as they were typed.
fn with_words_shown(error: clap::Error, words: &[OsString]) -> clap::Error {
    let shown = shown(words);
    if shown.iter().map(OsString::from).eq(words.iter().cloned()) {
        return error;
    }
    match command::parse(shown.into_iter().map(OsString::from)) {
        Err(shown) if shown.kind() == error.kind() => shown,
        _ => error,
    }
}

fn run(cli: &Cli, output: &Output) -> Result<u8, Failure> {
    let caller = progress::of(&cli.global, output.room());
    let Some(mut asked) = cli.command.question() else {
        return other(cli, caller, output);
    };
    if let Some(game) = asked.play(caller) {
        return play::run(game?, output).map(|()| 0);
    }
    if asked.writes_text().is_some() {
        return output.bytes(&asked.text(caller)?).map(|()| 0);
    }
    // The names are printed before the work where they are known.
    if output.asks_names()
        && let Some(tables) = asked.table_names()
        && let Some(names) = tables.all()
    {
        return output.names(names.iter().copied()).map(|()| 0);
    }
    let one = |asked: &dyn AnyCommand| {
        let start = Instant::now();
        caller.limited(&cli.name, || {
            let answer = asked.answer(&cli.name, caller)?;
            caller.writing(start, || output.report(answer.as_ref()))?;
            answer.verdict()?;
            Ok(0)
        })?
    };
    let Some(place) = &cli.place else {
        return one(asked.as_ref());
    };
    let mut parts = input::positions(place, caller.reads)?;
    // Of names of tables the first position has them all.
    match parts.len() == 1 || output.asks_names() {
        true => {
            asked.about(parts.remove(0));
            one(asked.as_ref())
        }
        false => many_positions::run((asked.as_ref(), &cli.name), parts, caller, output),
    }
}

/// Does what a command does that is none of the lists.
fn other(cli: &Cli, caller: Caller<'static>, output: &Output) -> Result<u8, Failure> {
    match &cli.command {
        Command::Explore(arguments) if arguments.worker => explore::worker::run(caller.limits)?,
        Command::Explore(arguments) => explore::run(arguments, caller.limits, output)?,
        Command::Help { words } => {
            output.text(&command::help::topic(words).map_err(Failure::input)?)?;
        }
        Command::Generate(what) => {
            output.bytes(&completions_and_man::run(what, output.folder())?)?;
        }
        Command::Batch(arguments) => {
            return batch::run(arguments, output::for_programs(terminal::json), caller);
        }
        Command::Report { files, rules } => {
            let folder = output.folder().ok_or_else(|| {
                Failure::input("`siga report` writes pages: --out names the folder")
            })?;
            report_pages::run(files, rules.as_deref(), folder, caller, output)?;
        }
        Command::Chosen(_) => return Err(Failure::not_a_question()),
    }
    Ok(0)
}
