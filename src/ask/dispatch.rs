//! The answer to a command: from its arguments to a question of the library, and from that answer to a report.

use std::io;

use serde_json::Value;

use super::answered::Answered;
use super::args::alignment::Teeko;
use super::args::{Cli, Command};
use super::caption::Caption;
use super::failure::Failure;
use super::progress::Progress;
use super::words::Capped;
use super::{
    MAX_ANSWER, alignment, check, compare, daldos, rules, schemas, sidja, sig, tables, throw,
    throws,
};
use crate::chance::analysis::AnalysisError;
use crate::question::{Answer, Question};
use crate::render::json::Numbers;
use crate::render::report::AnyReport;

/// What a report shows besides the answer.
#[derive(Default)]
struct Shown<'a> {
    /// Of a position.
    caption: Caption,
    /// Of a throw.
    throw: throw::Shown<'a>,
}

/// The question that a command asks.
fn ask(command: &Command, progress: Progress) -> Result<(Question, Shown<'_>), Failure> {
    fn about<Q: Into<Question>>((question, caption): (Q, Caption)) -> (Question, Shown<'static>) {
        let shown = Shown {
            caption,
            ..Shown::default()
        };
        (question.into(), shown)
    }
    Ok(match command {
        Command::Throw(arguments) => {
            let (question, throw) = throw::ask(arguments)?;
            let shown = Shown {
                throw,
                ..Shown::default()
            };
            (question.into(), shown)
        }
        Command::Daldos(command) => about(daldos::ask(command, progress)?),
        Command::Sig(command) => about(sig::ask(command)?),
        Command::Sidja(command) => about(sidja::ask(command, progress)?),
        Command::Teeko(command) => match command.as_ref() {
            Teeko::Solve(arguments) if arguments.all => {
                about((Question::TeekoVariants, Caption::default()))
            }
            command => about(alignment::teeko(command, progress)?),
        },
        Command::FiveByFive(command) => about(alignment::five_by_five(command, progress)?),
        _ => return Err(Failure::not_a_question()),
    })
}

/// The answer; while it is sought, people who wait are told what is being done.
fn of_question(name: &str, question: Question, progress: Progress) -> Result<Answer, Failure> {
    let answer = match question {
        Question::Throw(question) => {
            let meter = question.meter.clone();
            return match progress.metering(name, &meter, || question.answer()) {
                Err(AnalysisError::Room(error)) => Err(Failure::too_long(error)),
                answer => Ok(Answer::Throw(Box::new(answer?))),
            };
        }
        question => progress.noting(name, |note| question.answer(note)),
    };
    Ok(answer?)
}

/// The report of an answer.
fn report(answer: Answer, shown: Shown<'_>) -> Result<Box<dyn AnyReport>, Failure> {
    let Shown { caption, throw } = shown;
    Ok(match answer {
        Answer::Throw(answer) => Box::new(throw::report(*answer, &throw)?),
        Answer::Daldos(answer) => daldos::report(answer, caption),
        Answer::Sig(answer) => sig::report(answer, caption),
        Answer::Sidja(answer) => sidja::report(answer, caption),
        Answer::Teeko(answer) => alignment::report(answer, caption),
        Answer::TeekoVariants(variants) => alignment::variants(variants),
        Answer::TwentyFive(answer) => alignment::report(answer, caption),
    })
}

/// The answer to a command that asks something: it changes nothing and prints nothing.
pub(crate) fn answer(cli: &Cli, progress: Progress) -> Result<Answered, Failure> {
    let report: Box<dyn AnyReport> = match &cli.command {
        Command::Throws => Box::new(throws::run()),
        Command::Compare(arguments) => Box::new(compare::run(arguments, progress)?),
        Command::Schema { name: None } => Box::new(schemas::SchemasReport),
        Command::Rules { game } => Box::new(rules::run(game.as_deref())?),
        Command::Check(arguments) => return check::run(arguments, progress),
        Command::Tables(command) if !command.writes() => return tables::run(command, progress),
        Command::Tables(_)
        | Command::Generate(_)
        | Command::Schema { .. }
        | Command::Batch(_)
        | Command::Explore(_)
        | Command::Report(_) => {
            return Err(Failure::not_a_question());
        }
        command => {
            let (question, shown) = ask(command, progress)?;
            let answer = of_question(&cli.name, question, progress)?;
            report(answer, shown)?
        }
    };
    Ok(report.into())
}

/// The `result` object of a siga command.
pub(crate) fn result(cli: &Cli, progress: Progress) -> Result<Value, Failure> {
    let answered = answer(cli, progress);
    let answered = answered.map_err(|failure| failure.context("the command fails"))?;
    let mut bytes = Capped::new(MAX_ANSWER);
    let broken = |error: io::Error| Failure::Run(anyhow::Error::new(error).context("the answer"));
    let written = answered.report.write(Numbers::Exact, &mut bytes);
    written.map_err(broken)?;
    bytes.value().map_err(|error| broken(error.into()))
}
