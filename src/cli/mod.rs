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

use crate::ask::caller::Caller;
use crate::ask::command::{self, Cli, Command};
use crate::ask::failure::Failure;
use crate::ask::games::Grouped;
use crate::ask::{self, batch, check, input, schemas};
use crate::render::terminal::{self, Data};
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
    let mut cli = match command::parse(arguments) {
        Ok(cli) => cli,
        // Help and version too arrive here; clap knows the stream and the status of each.
        Err(error) if error.use_stderr() && json => {
            let error = ask::Error::from(&error);
            output::complain_json(&error);
            return error.status;
        }
        Err(error) => {
            let color = command::color_of(&words).into();
            return output::clap(&with_words_shown(error, &words), color, json);
        }
    };
    let output = Output::new(&cli.global, &words);
    if let Command::Throw(arguments) = &mut cli.command {
        arguments.room = output.room();
    }
    match output.allowed(&cli).and_then(|()| run(&cli, &output)) {
        Ok(status) => status,
        Err(failure) => output.fail(&failure),
    }
}

/// The same error about words in which no sign steers a terminal: clap gives them back as they were typed.
fn with_words_shown(error: clap::Error, words: &[OsString]) -> clap::Error {
    let shown = |word: &OsString| terminal::line(&word.to_string_lossy()).into_owned();
    let shown: Vec<OsString> = words.iter().map(|word| shown(word).into()).collect();
    if shown == words {
        return error;
    }
    match command::parse(shown) {
        Err(shown) if shown.kind() == error.kind() => shown,
        _ => error,
    }
}

fn run(cli: &Cli, output: &Output) -> Result<u8, Failure> {
    let caller = progress::of(&cli.global);
    if let Command::Grouped(Grouped(command)) = &cli.command
        && let Some(game) = command.play(caller)
    {
        return play::run(game?, output).map(|()| 0);
    }
    // The names are printed before the work where they are known.
    if output.asks_names()
        && let Command::Grouped(Grouped(command)) = &cli.command
        && let Some(tables) = command.tables()
        && let Some(names) = tables.all()
    {
        return output.names(names.iter().copied()).map(|()| 0);
    }
    // A page asks about its position itself.
    let place = (cli.place.as_ref()).filter(|_| !matches!(cli.command, Command::Explore(_)));
    let Some(place) = place else {
        return one(cli, caller, output);
    };
    let mut parts = input::positions(place, caller.reads)?;
    let Some(mut asked) = cli.command.question() else {
        return one(cli, caller, output);
    };
    // Of names of tables the first position has them all.
    match parts.len() == 1 || output.asks_names() {
        true => caller.limited(&cli.name, || {
            asked.about(parts.remove(0));
            let answer = asked.answer(&cli.name, caller)?;
            caller.writing(|| output.report(answer.as_ref()))?;
            Ok(0)
        })?,
        false => many_positions::run((asked.as_ref(), &cli.name), parts, caller, output),
    }
}

/// Answers one question, or does what else the command does.
fn one(cli: &Cli, caller: Caller, output: &Output) -> Result<u8, Failure> {
    match &cli.command {
        Command::Explore(arguments) if arguments.worker => {
            return explore::worker::run(caller.limits).map(|()| 0);
        }
        Command::Explore(arguments) => {
            return explore::run(arguments, caller.limits, output).map(|()| 0);
        }
        Command::Help { words } => {
            let text = command::help::topic(words).map_err(Failure::input)?;
            return output.text(&text).map(|()| 0);
        }
        Command::Generate(what) => {
            let text = completions_and_man::run(what, output.folder())?;
            return output.bytes(&text).map(|()| 0);
        }
        Command::Check(arguments) if arguments.draft => {
            return output.bytes(&check::draft(arguments, caller)?).map(|()| 0);
        }
        Command::Schema(schemas) => {
            if let Some(name) = &schemas.name {
                return output.bytes(&schemas::text(name)?).map(|()| 0);
            }
        }
        Command::Batch(arguments) => {
            return batch::run(arguments, output::for_programs(Data::Json), caller);
        }
        Command::Report(files) => {
            let folder = output.folder().ok_or_else(|| {
                Failure::input("`siga report` writes pages: --out names the folder")
            })?;
            return report_pages::run(files, folder, caller, output).map(|()| 0);
        }
        _ => {}
    }
    let question = cli.command.question();
    let question = question.ok_or_else(Failure::not_a_question)?;
    caller.limited(&cli.name, || {
        let answer = question.answer(&cli.name, caller)?;
        caller.writing(|| output.report(answer.as_ref()))?;
        answer.verdict().map(|()| 0)
    })?
}
