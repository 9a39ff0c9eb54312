//! `siga teeko` and `siga 5x5`: the same questions to two games.

mod moves;
mod perft;
pub(super) mod play;
mod probe;
mod solve;
mod solved;
mod subject;

use self::subject::Subject;
use super::args::alignment::{FiveByFive, Teeko};
use super::caption::Caption;
use super::failure::Failure;
pub(in crate::cli) use super::input::rules;
use super::perft::{About, PerftReport};
use super::play::not_a_question;
use super::progress::Progress;
use super::report::AnyReport;
use super::schema::Described;
use crate::games::alignment::Ruleset;
use crate::games::alignment::question::{Answer, Question};
use crate::games::alignment::solve::Summary;
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

    /// What a solution says about repeating moves.
    fn history(more: Self::More) -> Option<twentyfive::History>;
}

impl Named for teeko::Rules {
    const MOVES: &'static str = "teeko-moves";
    const PERFT: &'static str = "teeko-perft";
    const SOLVE: &'static str = "teeko-solve";
    const PROBE: &'static str = "teeko-probe";

    fn of_size(_: u8) -> Self {
        Self::STANDARD
    }

    fn history((): ()) -> Option<twentyfive::History> {
        None
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

    fn history(more: twentyfive::History) -> Option<twentyfive::History> {
        Some(more)
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

/// A question, and what is known of its position besides.
type Asked<R> = (Question<R>, Caption);

/// The question that a command about Teeko asks of one set of rules.
pub(super) fn teeko(command: &Teeko, progress: Progress) -> Result<Asked<teeko::Rules>, Failure> {
    Ok(match command {
        Teeko::Moves(arguments) => moves::ask(arguments)?,
        Teeko::Perft(arguments) => perft::ask(arguments)?,
        Teeko::Solve(arguments) => solve(arguments.rules.as_deref())?,
        Teeko::Play(_) => return Err(not_a_question()),
        Teeko::Probe(arguments) => probe::ask(arguments, progress)?,
    })
}

pub(super) fn five_by_five(
    command: &FiveByFive,
    progress: Progress,
) -> Result<Asked<twentyfive::Rules>, Failure> {
    Ok(match command {
        FiveByFive::Moves(arguments) => moves::ask(arguments)?,
        FiveByFive::Perft(arguments) => perft::ask(arguments)?,
        FiveByFive::Solve(arguments) => solve(arguments.rules.as_deref())?,
        FiveByFive::Play(_) => return Err(not_a_question()),
        FiveByFive::Probe(arguments) => probe::ask(arguments, progress)?,
    })
}

fn solve<R: Named>(text: Option<&str>) -> Result<Asked<R>, Failure> {
    let rules = match text {
        Some(text) => rules(text)?,
        None => R::default(),
    };
    Ok((Question::Solve(rules), Caption::default()))
}

/// The report of an answer.
pub(super) fn report<R: Named + 'static>(
    answer: Answer<R>,
    caption: Caption,
) -> Box<dyn AnyReport> {
    match answer {
        Answer::Moves { position, plays } => Box::new(moves::MovesReport {
            subject: Subject { position, caption },
            plays,
        }),
        Answer::Perft {
            position,
            budget,
            found,
        } => {
            let subject = Subject { position, caption };
            let about = About {
                name: R::PERFT,
                query: subject.query("perft"),
                rules: subject.rules().to_string(),
                picture: subject.picture(),
                divide: subject.caption.divide,
                budget,
            };
            Box::new(PerftReport::new(about, found))
        }
        Answer::Probe(found) => Box::new(probe::ProbeReport {
            subject: Subject {
                position: found.question.position,
                caption,
            },
            found,
        }),
        Answer::Solve { summary, more } => Box::new(solve::SolveReport {
            history: R::history(more),
            summary,
        }),
    }
}

/// The report of all variants of Teeko.
pub(super) fn variants(variants: Vec<Summary<teeko::Rules>>) -> Box<dyn AnyReport> {
    Box::new(solve::AllReport { variants })
}
