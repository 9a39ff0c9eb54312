//! `siga sidja`: positions, the first capture, whole games.

mod analyse;
mod first_capture;
mod guarantees;
mod moves;
mod perft;
pub(super) mod play;
mod solve;
mod subject;
mod survey;

use self::subject::Subject;
use super::args::sidja::Sidja;
use super::caption::Caption;
use super::failure::Failure;
use super::input::rules;
use super::perft::{About, PerftReport};
use super::play::not_a_question;
use super::progress::Progress;
use super::report::AnyReport;
use super::schema::Described;
use crate::board::Cell;
use crate::games::sidja::{Answer, Move, Question, Rules};
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

/// A question, and what is known of its position besides.
type Asked = (Question, Caption);

/// The question that a command asks.
pub(super) fn ask(command: &Sidja, progress: Progress) -> Result<Asked, Failure> {
    let bare = |question| (question, Caption::default());
    Ok(match command {
        Sidja::Moves(arguments) => moves::ask(arguments)?,
        Sidja::Perft(arguments) => perft::ask(arguments)?,
        Sidja::FirstCapture(arguments) => first_capture::ask(arguments)?,
        Sidja::Survey(arguments) => bare(survey::ask(arguments)?),
        Sidja::Guarantees(arguments) => bare(guarantees::ask(arguments)?),
        Sidja::Analyse(arguments) => analyse::ask(arguments, progress)?,
        Sidja::Solve(arguments) => bare(solve::ask(arguments)?),
        Sidja::Play(_) => return Err(not_a_question()),
    })
}

/// The report of an answer.
pub(super) fn report(answer: Answer, caption: Caption) -> Box<dyn AnyReport> {
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
                name: "sidja-perft",
                query: subject.query("perft"),
                rules: subject.rules().to_string(),
                picture: subject.picture(),
                divide: subject.caption.divide,
                budget,
            };
            Box::new(PerftReport::new(about, found))
        }
        Answer::FirstCapture(answer) => {
            Box::new(first_capture::FirstCaptureReport::new(answer, caption))
        }
        Answer::Survey { longest, survey } => Box::new(survey::SurveyReport { longest, survey }),
        Answer::Guarantees(answer) => Box::new(guarantees::GuaranteesReport(answer)),
        Answer::Analyse(answer) => Box::new(analyse::AnalyseReport { answer, caption }),
        Answer::Solve(answer) => Box::new(solve::SolveReport(answer)),
    }
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
