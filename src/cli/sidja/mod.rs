//! `siga sidja`: positions, the first capture, whole games.

mod analyse;
mod first_capture;
mod guarantees;
mod moves;
mod perft;
pub(super) mod play;
mod question;
mod solve;
mod survey;

use super::args::sidja::Sidja;
use super::failure::Failure;
use super::input::rules;
use super::play::not_a_question;
use super::progress::Progress;
use super::report::AnyReport;
use super::schema::Described;
use crate::board::Cell;
use crate::games::sidja::{Move, Rules};
use crate::work::limit;

/// The reports of these commands.
pub(super) const REPORTS: &[Described] = &[
    Described::report::<first_capture::FirstCaptureReport>("sidja-first-capture"),
    Described::report::<moves::MovesReport>("sidja-moves"),
    Described::report::<crate::cli::perft::PerftReport>("sidja-perft"),
    Described::report::<survey::SurveyReport>("sidja-survey"),
    Described::report::<guarantees::GuaranteesReport>("sidja-guarantees"),
    Described::report::<analyse::AnalyseReport>("sidja-analyse"),
    Described::report::<solve::SolveReport>("sidja-solve"),
];

pub(super) fn run(command: &Sidja, progress: Progress) -> Result<Box<dyn AnyReport>, Failure> {
    Ok(match command {
        Sidja::Moves(arguments) => Box::new(moves::run(arguments)?),
        Sidja::Perft(arguments) => Box::new(perft::run(arguments, progress)?),
        Sidja::FirstCapture(arguments) => Box::new(first_capture::run(arguments, progress)?),
        Sidja::Survey(arguments) => Box::new(survey::run(arguments, progress)?),
        Sidja::Guarantees(arguments) => Box::new(guarantees::run(arguments, progress)?),
        Sidja::Analyse(arguments) => Box::new(analyse::run(arguments, progress)?),
        Sidja::Solve(arguments) => Box::new(solve::run(arguments, progress)?),
        Sidja::Play(_) => return Err(not_a_question()),
    })
}

/// Says that a board is too large to be solved outright.
fn too_large(rules: &Rules, help: &str) -> Failure {
    Failure::input(format!(
        "{rules} is played on {0}×{0}; only boards of 3×3 and 5×5 are solved outright{help}",
        rules.size()
    ))
}

/// Cells as JSON has them.
fn cells(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}

/// Moves as JSON has them.
fn line(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// Things separated by blanks, for people.
fn spaced<T: ToString>(things: &[T]) -> String {
    itertools::join(things.iter().map(ToString::to_string), " ")
}

/// A count for people, its digits in groups of three.
fn grouped(count: u64) -> String {
    limit::grouped(count.into())
}
