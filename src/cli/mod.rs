//! The command line: arguments, one file a command, and the rendering of reports. Nothing else prints.

mod address;
mod alignment;
mod args;
pub mod ask;
mod batch;
mod caption;
mod check;
mod command_to_question;
mod compare;
mod completions_and_man;
mod daldos;
mod distances;
mod drawing;
mod explore;
mod failure;
mod games;
mod html_page;
mod input;
mod json;
mod many_positions;
mod outcomes;
mod output;
mod perft;
mod picture;
mod play;
mod prelude;
mod progress;
mod repeat_command;
mod report;
mod report_pages;
mod rules;
mod schema;
mod sheet;
mod sidja;
mod sig;
mod subject;
mod tables;
mod terminal;
mod throw;
mod throws;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use args::{Cli, Command};
use failure::Failure;
use output::Output;
use progress::Progress;
use report::AnyReport;

use crate::games::{teeko, twentyfive};

/// Runs the command given by the arguments, the program's name first, and says how it ended:
/// 0 done, 1 failed while running, 2 bad arguments or input, 3 a check found a disagreement.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    status(arguments).into()
}

/// [`main`], the exit status as a number.
pub fn status(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let json = args::for_program(&arguments);
    let words = arguments.clone();
    let mut cli = match args::parse(arguments) {
        Ok(cli) => cli,
        // Help and version too arrive here; clap knows the stream and the status of each.
        Err(error) => {
            let status = u8::try_from(error.exit_code()).unwrap_or(2);
            if status != 0 && json {
                output::complain_json(&ask::Error::from(&error));
                return status;
            }
            return match output::clap(&error) {
                // What is wrong with the arguments matters more than that it could not be said.
                Err(_) if status == 0 => 1,
                _ => status,
            };
        }
    };
    let output = Output::new(&cli.global, &words);
    if let Command::Throw(arguments) = &mut cli.command {
        arguments.room = output.room();
    }
    match output.allowed(&cli).and_then(|()| run(&cli, &output)) {
        Ok(status) => status,
        Err(failure) => failure.print(&output),
    }
}

fn run(cli: &Cli, output: &Output) -> Result<u8, Failure> {
    let progress = Progress::new(&cli.global);
    if let Some(played) = play(&cli.command, progress, output) {
        return played.map(|()| 0);
    }
    // A page asks about its position itself.
    let place = (cli.place.as_ref()).filter(|_| !matches!(cli.command, Command::Explore(_)));
    let Some(place) = place else {
        return one(cli, progress, output);
    };
    let mut parts = input::positions(place)?;
    // Of names of tables the first position has them all.
    match parts.len() == 1 || output.asks_names() {
        true => input::about(parts.remove(0), || one(cli, progress, output)),
        false => many_positions::run(cli, parts, progress, output),
    }
}

/// Answers one question, or does what else the command does.
fn one(cli: &Cli, progress: Progress, output: &Output) -> Result<u8, Failure> {
    let answered = match &cli.command {
        Command::Explore(arguments) if arguments.worker => {
            return explore::worker::run().map(|()| 0);
        }
        Command::Explore(arguments) => return explore::run(arguments, output).map(|()| 0),
        Command::Generate(what) => {
            return output.bytes(&completions_and_man::run(what)?).map(|()| 0);
        }
        Command::Check(arguments) if arguments.draft => {
            return output
                .bytes(&check::draft(arguments, progress)?)
                .map(|()| 0);
        }
        Command::Schema { name: Some(name) } => {
            return output.bytes(&schema::text(name)?).map(|()| 0);
        }
        Command::Batch(arguments) => {
            return batch::run(arguments, progress);
        }
        Command::Report(files) => {
            let folder = output.folder().ok_or_else(|| {
                Failure::input("`siga report` writes pages: --out names the folder")
            })?;
            return report_pages::run(files, folder, progress, output).map(|()| 0);
        }
        Command::Tables(command) => tables::run(command, progress)?,
        _ => answer(cli, progress)?,
    };
    output.report(answered.report.as_ref())?;
    answered.verdict.map(|()| 0)
}

/// Plays a game, if that is the command.
fn play(command: &Command, progress: Progress, output: &Output) -> Option<Result<(), Failure>> {
    use alignment::play::run as line_up;
    use args::{alignment as lines, daldos::Daldos, sidja::Sidja, sig::Sig};
    Some(match command {
        Command::Teeko(command) => match &**command {
            lines::Teeko::Play(game) => line_up::<teeko::Rules>(game, progress, output),
            _ => return None,
        },
        Command::FiveByFive(command) => match &**command {
            lines::FiveByFive::Play(game) => line_up::<twentyfive::Rules>(game, progress, output),
            _ => return None,
        },
        Command::Sidja(command) => match &**command {
            Sidja::Play(game) => sidja::play::run(game, progress, output),
            _ => return None,
        },
        Command::Daldos(command) => match &**command {
            Daldos::Play(game) => daldos::play::run(game, progress, output),
            _ => return None,
        },
        Command::Sig(Sig::Play(game)) => sig::play::run(game, progress, output),
        _ => return None,
    })
}

/// A report, and how the command ends when it is shown.
struct Answered {
    report: Box<dyn AnyReport>,
    verdict: Result<(), Failure>,
}

impl Answered {
    /// The status with which the command ends.
    fn status(&self) -> u8 {
        self.verdict
            .as_ref()
            .err()
            .map_or(0, |failure| ask::Error::from(failure).status)
    }

    fn fine(report: impl AnyReport + 'static) -> Self {
        Box::<dyn AnyReport>::from(Box::new(report)).into()
    }
}

impl From<Box<dyn AnyReport>> for Answered {
    fn from(report: Box<dyn AnyReport>) -> Self {
        Self {
            report,
            verdict: Ok(()),
        }
    }
}

/// The answer to a command that asks something: it changes nothing and prints nothing.
fn answer(cli: &Cli, progress: Progress) -> Result<Answered, Failure> {
    let report: Box<dyn AnyReport> = match &cli.command {
        Command::Throws => Box::new(throws::run()),
        Command::Compare(arguments) => Box::new(compare::run(arguments, progress)?),
        Command::Schema { name: None } => Box::new(schema::SchemasReport),
        Command::Rules { game } => Box::new(rules::run(game.as_deref())?),
        Command::Check(arguments) => return check::run(arguments, progress),
        Command::Tables(command) if !command.writes() => return tables::run(command, progress),
        Command::Tables(_)
        | Command::Generate(_)
        | Command::Schema { .. }
        | Command::Batch(_)
        | Command::Explore(_)
        | Command::Report(_) => {
            return Err(Failure::input("this command does not answer a question"));
        }
        command => {
            let (question, shown) = command_to_question::ask(command, progress)?;
            let answer = command_to_question::answer(&cli.name, question, progress)?;
            command_to_question::report(answer, shown)?
        }
    };
    Ok(report.into())
}
