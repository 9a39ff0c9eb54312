//! The command line: arguments, one file a command, and the rendering of reports. Nothing else prints.

mod alignment;
mod args;
mod ask;
mod caption;
mod check;
mod compare;
mod daldos;
mod explore;
mod failure;
mod generate;
mod input;
mod json;
mod meter;
mod output;
mod perft;
mod picture;
mod progress;
mod report;
mod rules;
mod sheet;
mod sidja;
mod sig;
mod tables;
mod throw;
mod throws;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use args::{Cli, Command};
use failure::Failure;
use output::Output;
use progress::Progress;
use report::Report;

use crate::games::{teeko, twentyfive};

/// Runs the command given by the arguments, the program's name first, and says how it ended:
/// 0 done, 1 failed while running, 2 bad arguments or input, 3 a check found a disagreement.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match args::parse(arguments) {
        Ok(cli) => cli,
        // Help and version too arrive here; clap knows the stream and the status of each.
        Err(error) => {
            let status = u8::try_from(error.exit_code()).unwrap_or(2);
            let written = error.print().and_then(|()| io::stdout().flush());
            return match output::closed_pipe_is_fine(written) {
                // What is wrong with the arguments matters more than that it could not be said.
                Err(_) if status == 0 => ExitCode::FAILURE,
                _ => ExitCode::from(status),
            };
        }
    };
    let output = Output::new(&cli.global);
    match run(&cli, &output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.print(&output),
    }
}

fn run(cli: &Cli, output: &Output) -> Result<(), Failure> {
    let progress = Progress::new(&cli.global);
    if let Command::Teeko(command) = &cli.command
        && let args::alignment::Teeko::Play(game) = command.as_ref()
    {
        return alignment::play::run::<teeko::Rules>(game, progress, output);
    }
    if let Command::FiveByFive(command) = &cli.command
        && let args::alignment::FiveByFive::Play(game) = command.as_ref()
    {
        return alignment::play::run::<twentyfive::Rules>(game, progress, output);
    }
    match &cli.command {
        Command::Explore(arguments) if arguments.worker => explore::worker::run(),
        Command::Explore(arguments) => explore::run(arguments, output),
        Command::Generate(what) => output.bytes(&generate::run(what)?),
        Command::Check(arguments) => check::run(arguments, Progress::new(&cli.global), output),
        Command::Tables(command) => {
            let answer = tables::run(command, progress)?;
            output.report(answer.report.as_ref())?;
            answer.verdict
        }
        command => output.report(answer(command, progress)?.as_ref()),
    }
}

/// The report of a command that answers a question.
fn answer(command: &Command, progress: Progress) -> Result<Box<dyn Report>, Failure> {
    Ok(match command {
        Command::Throw(arguments) => Box::new(throw::run(arguments, progress)?),
        Command::Throws => Box::new(throws::run()),
        Command::Daldos(command) => daldos::run(command, progress)?,
        Command::Sig(command) => sig::run(command, progress)?,
        Command::Sidja(command) => sidja::run(command, progress)?,
        Command::Teeko(command) => alignment::teeko(command, progress)?,
        Command::FiveByFive(command) => alignment::five_by_five(command, progress)?,
        Command::Compare(arguments) => Box::new(compare::run(arguments, progress)?),
        Command::Rules { game } => Box::new(rules::run(game.as_deref())?),
        Command::Check(_) | Command::Explore(_) | Command::Generate(_) | Command::Tables(_) => {
            return Err(Failure::input(
                "this command does not answer a question by itself",
            ));
        }
    })
}
