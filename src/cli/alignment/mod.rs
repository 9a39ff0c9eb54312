//! `siga teeko` and `siga 5x5`: the same questions to two games.

mod moves;
mod perft;
pub(super) mod play;
mod probe;
mod question;
mod solve;
mod solved;

use super::args::alignment::{FiveByFive, Teeko};
use super::failure::Failure;
pub(in crate::cli) use super::input::rules;
use super::play::not_a_question;
use super::progress::Progress;
use super::report::AnyReport;
use super::schema::Described;
use crate::games::alignment::Ruleset;
use crate::games::{teeko, twentyfive};

/// What the command line has to know of such a game besides its rules.
pub(in crate::cli) trait Named: Ruleset {
    /// The names of its reports.
    const MOVES: &'static str;
    const PERFT: &'static str;
    const SOLVE: &'static str;
    const PROBE: &'static str;

    /// The rules to take for a board of so many cells a side, when none are given.
    fn of_size(size: u8) -> Self;
}

impl Named for teeko::Rules {
    const MOVES: &'static str = "teeko-moves";
    const PERFT: &'static str = "teeko-perft";
    const SOLVE: &'static str = "teeko-solve";
    const PROBE: &'static str = "teeko-probe";

    fn of_size(_: u8) -> Self {
        Self::STANDARD
    }
}

impl Named for twentyfive::Rules {
    const MOVES: &'static str = "5x5-moves";
    const PERFT: &'static str = "5x5-perft";
    const SOLVE: &'static str = "5x5-solve";
    const PROBE: &'static str = "5x5-probe";

    fn of_size(size: u8) -> Self {
        Self::STANDARD.on_board(size).unwrap_or(Self::STANDARD)
    }
}

/// The reports of these commands.
pub(super) const REPORTS: &[Described] = &[
    Described::report::<moves::MovesReport<teeko::Rules>>("teeko-moves"),
    Described::report::<crate::cli::perft::PerftReport>("teeko-perft"),
    Described::report::<solve::SolveReport<teeko::Rules>>("teeko-solve"),
    Described::report::<probe::ProbeReport<teeko::Rules>>("teeko-probe"),
    Described::report::<moves::MovesReport<twentyfive::Rules>>("5x5-moves"),
    Described::report::<crate::cli::perft::PerftReport>("5x5-perft"),
    Described::report::<solve::SolveReport<twentyfive::Rules>>("5x5-solve"),
    Described::report::<probe::ProbeReport<twentyfive::Rules>>("5x5-probe"),
    Described::report::<solve::AllReport>("teeko-solve-all"),
];

pub(super) fn teeko(command: &Teeko, progress: Progress) -> Result<Box<dyn AnyReport>, Failure> {
    Ok(match command {
        Teeko::Moves(arguments) => Box::new(moves::run::<teeko::Rules>(arguments)?),
        Teeko::Perft(arguments) => Box::new(perft::run::<teeko::Rules>(arguments, progress)?),
        Teeko::Solve(arguments) if arguments.all => Box::new(solve::all(progress)?),
        Teeko::Solve(arguments) => {
            let rules = arguments.rules.as_deref();
            Box::new(solve::run::<teeko::Rules>(rules, progress, |_, _| None)?)
        }
        Teeko::Play(_) => return Err(not_a_question()),
        Teeko::Probe(arguments) => Box::new(probe::run::<teeko::Rules>(arguments, progress)?),
    })
}

pub(super) fn five_by_five(
    command: &FiveByFive,
    progress: Progress,
) -> Result<Box<dyn AnyReport>, Failure> {
    Ok(match command {
        FiveByFive::Moves(arguments) => Box::new(moves::run::<twentyfive::Rules>(arguments)?),
        FiveByFive::Perft(arguments) => {
            Box::new(perft::run::<twentyfive::Rules>(arguments, progress)?)
        }
        FiveByFive::Solve(arguments) => {
            let rules = arguments.rules.as_deref();
            Box::new(solve::run(rules, progress, |model, solution| {
                twentyfive::History::new(model, solution).ok()
            })?)
        }
        FiveByFive::Play(_) => return Err(not_a_question()),
        FiveByFive::Probe(arguments) => {
            Box::new(probe::run::<twentyfive::Rules>(arguments, progress)?)
        }
    })
}
