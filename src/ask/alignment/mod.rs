//! `siga teeko` and `siga 5x5`: the same questions to two games.

mod moves;
mod picture;
mod probe;
mod solve;
mod solved;

use super::args::alignment::{FiveByFive, Teeko};
use super::args::position::{Moved, Perft};
use super::perft::{Divided, PerftReport};
use super::subject::{self, read_moved};
use crate::ask::prelude::*;
use crate::games::alignment::question::{Answer, Question};
use crate::games::alignment::solve::Summary;
use crate::games::alignment::{Position, Ruleset};
use crate::games::{teeko, twentyfive};

/// What the command line has to know of such a game besides its rules.
pub(crate) trait Named: Ruleset {
    /// The names of its reports.
    const MOVES: &'static str;
    const PERFT: &'static str;
    const SOLVE: &'static str;
    const PROBE: &'static str;

    /// What a solution says about repeating moves.
    fn history(more: Self::More) -> Option<twentyfive::History>;
}

impl Named for teeko::Rules {
    const MOVES: &'static str = "teeko-moves";
    const PERFT: &'static str = "teeko-perft";
    const SOLVE: &'static str = "teeko-solve";
    const PROBE: &'static str = "teeko-probe";

    fn history((): ()) -> Option<twentyfive::History> {
        None
    }
}

impl Named for twentyfive::Rules {
    const MOVES: &'static str = "5x5-moves";
    const PERFT: &'static str = "5x5-perft";
    const SOLVE: &'static str = "5x5-solve";
    const PROBE: &'static str = "5x5-probe";

    fn history(more: twentyfive::History) -> Option<twentyfive::History> {
        Some(more)
    }
}

/// The reports of these commands.
pub(crate) const REPORTS: &[Described] = &[
    Described::report::<moves::MovesReport<teeko::Rules>>(),
    Described::report::<PerftReport<Position<teeko::Rules>>>(),
    Described::report::<solve::SolveReport<teeko::Rules>>(),
    Described::report::<probe::ProbeReport<teeko::Rules>>(),
    Described::report::<moves::MovesReport<twentyfive::Rules>>(),
    Described::report::<PerftReport<Position<twentyfive::Rules>>>(),
    Described::report::<solve::SolveReport<twentyfive::Rules>>(),
    Described::report::<probe::ProbeReport<twentyfive::Rules>>(),
    Described::report::<solve::AllReport>(),
];

/// A question, and what is known of its position besides.
type Asked<R> = (Question<R>, Caption);

/// The question that a command about Teeko asks of one set of rules.
pub(crate) fn teeko(command: &Teeko, progress: Progress) -> Result<Asked<teeko::Rules>, Failure> {
    Ok(match command {
        Teeko::Moves(arguments) => moves(arguments)?,
        Teeko::Perft(arguments) => perft(arguments)?,
        Teeko::Solve(arguments) => solve(arguments.rules.as_deref())?,
        Teeko::Play(_) => return Err(Failure::not_a_question()),
        Teeko::Probe(arguments) => probe::ask(arguments, progress)?,
    })
}

pub(crate) fn five_by_five(
    command: &FiveByFive,
    progress: Progress,
) -> Result<Asked<twentyfive::Rules>, Failure> {
    Ok(match command {
        FiveByFive::Moves(arguments) => moves(arguments)?,
        FiveByFive::Perft(arguments) => perft(arguments)?,
        FiveByFive::Solve(arguments) => solve(arguments.rules.as_deref())?,
        FiveByFive::Play(_) => return Err(Failure::not_a_question()),
        FiveByFive::Probe(arguments) => probe::ask(arguments, progress)?,
    })
}

fn moves<R: Named>(arguments: &Moved) -> Result<Asked<R>, Failure> {
    let (position, caption) = read_moved(arguments)?;
    Ok((Question::Moves(position), caption))
}

fn perft<R: Named>(arguments: &Perft) -> Result<Asked<R>, Failure> {
    let (question, caption) = super::perft::ask(arguments)?;
    Ok((Question::Perft(question), caption))
}

fn solve<R: Named>(rules: Option<&str>) -> Result<Asked<R>, Failure> {
    let question = Question::Solve(subject::rules(rules)?);
    Ok((question, Caption::default()))
}

impl<R: Named> Divided for Position<R> {
    const PERFT: &'static str = R::PERFT;
}

/// The report of an answer.
pub(crate) fn report<R: Named + 'static>(
    answer: Answer<R>,
    caption: Caption,
) -> Box<dyn AnyReport> {
    match answer {
        Answer::Moves { position, plays } => told(position, caption, plays),
        Answer::Perft(answer) => Box::new(PerftReport::new(answer, caption)),
        Answer::Probe(answer) => told(answer.question.position, caption, answer),
        Answer::Solve { summary, more } => Box::new(solve::SolveReport {
            history: R::history(more),
            summary,
        }),
    }
}

/// The report of all variants of Teeko.
pub(crate) fn variants(variants: Vec<Summary<teeko::Rules>>) -> Box<dyn AnyReport> {
    Box::new(solve::AllReport { variants })
}
