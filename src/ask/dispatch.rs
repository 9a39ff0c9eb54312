//! The answer to any command that asks something.

use std::io;

use serde_json::Value;

use super::caller::Caller;
use super::command::{Cli, Command};
use super::failure::Failure;
use super::parsed_question::ParsedQuestion;
use super::report_and_status::ReportAndStatus;
use super::words::Capped;
use super::{MAX_ANSWER, check, compare, list_of_games, rules, schemas, tables, throws};
use crate::render::json::Numbers;
use crate::render::report::AnyReport;

/// The answer to a command that asks something: it changes nothing and prints nothing.
pub(crate) fn answer(cli: &Cli, caller: Caller) -> Result<ReportAndStatus, Failure> {
    answer_to(ParsedQuestion::of(cli, caller.reads)?.as_ref(), cli, caller)
}

/// The same, the question having been read from it.
pub(crate) fn answer_to(
    asked: Option<&ParsedQuestion>,
    cli: &Cli,
    caller: Caller,
) -> Result<ReportAndStatus, Failure> {
    if let Some(asked) = asked {
        return Ok(asked.answer(&cli.name, caller)?.into());
    }
    let report: Box<dyn AnyReport> = match &cli.command {
        Command::Throws { word } => Box::new(throws::run(word.as_deref())?),
        Command::Compare(arguments) => Box::new(compare::run(arguments, caller)?),
        Command::Schema { name: None } => Box::new(schemas::SchemasReport),
        Command::Games { game } => Box::new(list_of_games::run(game.as_deref())?),
        Command::Rules { game } => Box::new(rules::run(game.as_deref())?),
        Command::Check(arguments) => return check::run(arguments, caller),
        Command::Tables(command) if !command.writes() => return tables::run(command, caller),
        Command::Throw(_)
        | Command::Game(_)
        | Command::Tables(_)
        | Command::Generate(_)
        | Command::Help { .. }
        | Command::Schema { .. }
        | Command::Batch(_)
        | Command::Explore(_)
        | Command::Report(_) => {
            return Err(Failure::not_a_question());
        }
    };
    Ok(report.into())
}

/// The `result` object of a siga command.
pub(crate) fn result(cli: &Cli, caller: Caller) -> Result<Value, Failure> {
    let answered = answer(cli, caller);
    let answered = answered.map_err(|failure| failure.context("the command fails"))?;
    value(answered.report.as_ref())
}

/// The `result` object of a report.
pub(crate) fn value(report: &dyn AnyReport) -> Result<Value, Failure> {
    let mut bytes = Capped::new(MAX_ANSWER);
    let broken = |error: io::Error| Failure::Run(anyhow::Error::new(error).context("the answer"));
    let written = report.write(Numbers::Exact, &mut bytes);
    written.map_err(broken)?;
    bytes.value().map_err(|error| broken(error.into()))
}
