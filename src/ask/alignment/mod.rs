//! `siga teeko` and `siga 5x5`: the same questions to two games.

mod args;
mod moves;
mod picture;
mod play;
mod probe;
mod solve;
mod solved;

use super::args::position::{MovedPositionArgs, PerftArgs, PositionText};
use super::args::record::ReviewArgs;
use super::disputes::{Disputes, RulesText};
use super::game::{About, Game, GameCommand};
use super::moves::MovesReport;
use super::perft::{Divided, PerftReport};
use super::playing::Opened;
use super::review::{self, ReviewReport, Reviewable};
use super::subject;
use crate::ask::prelude::*;
use crate::games::alignment::question::{Answer, Question};
use crate::games::alignment::solve::Summary;
use crate::games::alignment::{Position, Ruleset};
use crate::games::{teeko, twentyfive};
use crate::rules::word;
use crate::solve::retro::SolveError;
use crate::work::Note;
use args::{FiveByFive, Teeko};

/// The names of such a game's reports, and a remark.
pub(crate) trait ReportNames: Ruleset {
    /// The names of its reports.
    const MOVES: &'static str;
    const PERFT: &'static str;
    const SOLVE: &'static str;
    const PROBE: &'static str;
    const REVIEW: &'static str;

    /// The facts that a solution gives about repeating moves.
    fn history(more: Self::More) -> Option<twentyfive::History>;
}

impl ReportNames for teeko::Rules {
    const MOVES: &'static str = "teeko-moves";
    const PERFT: &'static str = "teeko-perft";
    const SOLVE: &'static str = "teeko-solve";
    const PROBE: &'static str = "teeko-probe";
    const REVIEW: &'static str = "teeko-review";

    fn history((): ()) -> Option<twentyfive::History> {
        None
    }
}

impl ReportNames for twentyfive::Rules {
    const MOVES: &'static str = "5x5-moves";
    const PERFT: &'static str = "5x5-perft";
    const SOLVE: &'static str = "5x5-solve";
    const PROBE: &'static str = "5x5-probe";
    const REVIEW: &'static str = "5x5-review";

    fn history(more: twentyfive::History) -> Option<twentyfive::History> {
        Some(more)
    }
}

const TEEKO_REPORTS: &[Described] = &[
    Described::report::<MovesReport<Position<teeko::Rules>>>(),
    Described::report::<PerftReport<Position<teeko::Rules>>>(),
    Described::report::<solve::SolveReport<teeko::Rules>>(),
    Described::report::<probe::ProbeReport<teeko::Rules>>(),
    Described::report::<ReviewReport<Position<teeko::Rules>>>(),
    Described::report::<solve::AllReport>(),
];

const TWENTYFIVE_REPORTS: &[Described] = &[
    Described::report::<MovesReport<Position<twentyfive::Rules>>>(),
    Described::report::<PerftReport<Position<twentyfive::Rules>>>(),
    Described::report::<solve::SolveReport<twentyfive::Rules>>(),
    Described::report::<probe::ProbeReport<twentyfive::Rules>>(),
    Described::report::<ReviewReport<Position<twentyfive::Rules>>>(),
];

/// The games of the command line.
pub(crate) const TEEKO: Game = Game::of::<teeko::Rules, Teeko>(
    About {
        alias: &[],
        about: "Teeko: moves, values, the whole game solved",
        analysis: "probe",
        rules: STANDARD,
        reports: TEEKO_REPORTS,
    },
    &[],
);
pub(crate) const TWENTYFIVE: Game = Game::of::<twentyfive::Rules, FiveByFive>(
    About {
        alias: &["5×5"],
        about: "Twenty-five (5×5): moves, values, the whole game solved",
        analysis: "probe",
        rules: STANDARD,
        reports: TWENTYFIVE_REPORTS,
    },
    &[],
);

const STANDARD: &str = "The rules (see `siga rules teeko` and `siga rules 5x5`) [default: the file's, else the \
                        standard ones, on a board of the size drawn]";

impl GameCommand for Teeko {
    fn answer(&self, name: &str, caller: Caller) -> Result<Box<dyn AnyReport>, Failure> {
        let asked = match self {
            Self::Moves(arguments) => moves(arguments, caller)?,
            Self::Perft(arguments) => perft(arguments, caller)?,
            Self::Solve(arguments) if arguments.all => {
                let variants = caller.noting(name, variants)?;
                return Ok(Box::new(solve::AllReport { variants }));
            }
            Self::Solve(arguments) => solve(arguments.rules.as_deref())?,
            Self::Probe(arguments) => probe::ask(arguments, caller)?,
            Self::Review(arguments) => gone_through(arguments, caller)?,
            Self::Play(_) => return Err(Failure::not_a_question()),
        };
        answered::<teeko::Rules>(asked, name, caller)
    }

    fn play(&self, caller: Caller<'static>) -> Option<Result<Opened, Failure>> {
        match self {
            Self::Play(game) => Some(play::open::<teeko::Rules>(game, caller)),
            _ => None,
        }
    }

    fn copy(&self) -> Box<dyn GameCommand> {
        Box::new(self.clone())
    }

    fn about(&mut self, position: PositionText) {
        let moved = match self {
            Self::Moves(moved) => moved,
            Self::Perft(arguments) => &mut arguments.asked,
            Self::Probe(arguments) => &mut arguments.asked,
            Self::Solve(_) | Self::Review(_) | Self::Play(_) => return,
        };
        moved.asked.place.read = Some(position);
    }

    fn disputes(&self) -> Disputes {
        Disputes::of::<teeko::Rules>()
    }

    fn rules(&mut self) -> Option<RulesText<'_>> {
        Some(match self {
            Self::Moves(moved) => (&mut moved.asked.rules).into(),
            Self::Perft(perft) => (&mut perft.asked.asked.rules).into(),
            Self::Solve(arguments) => (&mut arguments.rules).into(),
            Self::Probe(arguments) => (&mut arguments.asked.asked.rules).into(),
            Self::Review(arguments) => (&mut arguments.played.rules).into(),
            Self::Play(_) => return None,
        })
    }
}

impl GameCommand for FiveByFive {
    fn answer(&self, name: &str, caller: Caller) -> Result<Box<dyn AnyReport>, Failure> {
        let asked = match self {
            Self::Moves(arguments) => moves(arguments, caller)?,
            Self::Perft(arguments) => perft(arguments, caller)?,
            Self::Solve(arguments) => solve(arguments.rules.as_deref())?,
            Self::Probe(arguments) => probe::ask(arguments, caller)?,
            Self::Review(arguments) => gone_through(arguments, caller)?,
            Self::Play(_) => return Err(Failure::not_a_question()),
        };
        answered::<twentyfive::Rules>(asked, name, caller)
    }

    fn play(&self, caller: Caller<'static>) -> Option<Result<Opened, Failure>> {
        match self {
            Self::Play(game) => Some(play::open::<twentyfive::Rules>(game, caller)),
            _ => None,
        }
    }

    fn copy(&self) -> Box<dyn GameCommand> {
        Box::new(self.clone())
    }

    fn about(&mut self, position: PositionText) {
        let moved = match self {
            Self::Moves(moved) => moved,
            Self::Perft(arguments) => &mut arguments.asked,
            Self::Probe(arguments) => &mut arguments.asked,
            Self::Solve(_) | Self::Review(_) | Self::Play(_) => return,
        };
        moved.asked.place.read = Some(position);
    }

    fn disputes(&self) -> Disputes {
        Disputes::of::<twentyfive::Rules>()
    }

    fn rules(&mut self) -> Option<RulesText<'_>> {
        Some(match self {
            Self::Moves(moved) => (&mut moved.asked.rules).into(),
            Self::Perft(perft) => (&mut perft.asked.asked.rules).into(),
            Self::Solve(arguments) => (&mut arguments.rules).into(),
            Self::Probe(arguments) => (&mut arguments.asked.asked.rules).into(),
            Self::Review(arguments) => (&mut arguments.played.rules).into(),
            Self::Play(_) => return None,
        })
    }
}

/// A question, and what is known of its position besides.
type Captioned<R> = (Question<R>, Caption);

/// The value of each variant of Teeko.
fn variants(note: &Note) -> Result<Vec<Summary<teeko::Rules>>, SolveError> {
    teeko::solve_all(|goals, tick| {
        let goals = word(goals);
        note.set(format!("eight with {goals} goals, ply {}", tick.ply));
        true
    })
}

/// The report of the answer to a question.
fn answered<R: ReportNames + 'static>(
    (question, caption): Captioned<R>,
    name: &str,
    caller: Caller,
) -> Result<Box<dyn AnyReport>, Failure> {
    let answer = caller.noting(name, |note| question.answer(note))?;
    Ok(report(answer, caption))
}

fn moves<R: ReportNames>(
    arguments: &MovedPositionArgs,
    caller: Caller,
) -> Result<Captioned<R>, Failure> {
    let (question, caption) = super::moves::ask(arguments, caller)?;
    Ok((Question::Moves(question), caption))
}

fn perft<R: ReportNames>(arguments: &PerftArgs, caller: Caller) -> Result<Captioned<R>, Failure> {
    let (question, caption) = super::perft::ask(arguments, caller)?;
    Ok((Question::Perft(question), caption))
}

fn solve<R: ReportNames>(rules: Option<&str>) -> Result<Captioned<R>, Failure> {
    let question = Question::Solve(subject::rules_of(rules)?);
    Ok((question, Caption::default()))
}

fn gone_through<R: ReportNames>(
    arguments: &ReviewArgs,
    caller: Caller,
) -> Result<Captioned<R>, Failure> {
    let question = Question::Review(review::ask(arguments, caller)?);
    Ok((question, Caption::default()))
}

impl<R: ReportNames> Reviewable for Position<R> {
    const REVIEW: &'static str = R::REVIEW;
    const LENGTH: [&'static str; 2] = ["ply", "plies"];
}

impl<R: ReportNames> Divided for Position<R> {
    const PERFT: &'static str = R::PERFT;
}

/// The report of an answer.
fn report<R: ReportNames + 'static>(answer: Answer<R>, caption: Caption) -> Box<dyn AnyReport> {
    match answer {
        Answer::Moves(answer) => super::moves::report(answer, caption),
        Answer::Perft(answer) => super::perft::report(answer, caption),
        Answer::Probe(answer) => told(answer.question.position, caption, answer),
        Answer::Review(answer) => Box::new(ReviewReport(answer)),
        Answer::Solve { summary, more } => Box::new(solve::SolveReport {
            history: R::history(more),
            summary,
        }),
    }
}
