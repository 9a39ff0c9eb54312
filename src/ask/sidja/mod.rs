//! `siga sidja`: positions, the first capture, whole games.

mod analyse;
mod args;
mod first_capture;
mod guarantees;
mod moves;
mod picture;
mod placing;
mod play;
mod solve;
mod survey;

use super::args::position::PositionText;
use super::disputes::{Disputes, RulesText};
use super::game::{About, Game, GameCommand, TableNames};
use super::input::rules;
use super::moves::MovesReport;
use super::perft::{Divided, PerftReport};
use super::playing::Opened;
use super::review::{self, ReviewReport, Reviewable};
use crate::ask::prelude::*;
use crate::games::sidja::{Answer, Position, Question, Rules};
use args::Sidja;

/// The reports of these commands.
const REPORTS: &[Described] = &[
    Described::report::<first_capture::FirstCaptureReport>(),
    Described::report::<MovesReport<Position>>(),
    Described::report::<PerftReport<Position>>(),
    Described::report::<survey::SurveyReport>(),
    Described::report::<placing::PlacingReport>(),
    Described::report::<guarantees::GuaranteesReport>(),
    Described::report::<analyse::AnalyseReport>(),
    Described::report::<solve::SolveReport>(),
    Described::report::<ReviewReport<Position>>(),
];

/// The game of the command line.
pub(crate) const GAME: Game = Game::of::<Rules, Sidja>(
    About {
        alias: &[],
        about: "Sidja and Siga: moves, the first capture, whole positions",
        analysis: "analyse",
        rules: "The rules, such as sidja:west-africa,size=7 (see `siga rules sidja`) [default: the file's, else sidja:sudan \
            on a board of the size drawn]",
        reports: REPORTS,
    },
    &[],
);

impl GameCommand for Sidja {
    fn answer(&self, name: &str, caller: Caller) -> Result<Box<dyn AnyReport>, Failure> {
        let (question, caption) = ask(self, caller)?;
        let answer = caller.noting(name, |note| question.answer(note))?;
        Ok(report(answer, caption))
    }

    fn play(&self, caller: Caller<'static>) -> Option<Result<Opened, Failure>> {
        match self {
            Self::Play(game) => Some(play::open(game, caller)),
            _ => None,
        }
    }

    fn tables(&self) -> Option<TableNames> {
        let readable = |text: Option<&str>| text.is_none_or(|text| rules::<Rules>(text).is_ok());
        match self {
            Self::Placing(arguments) => {
                placing::ask(arguments).ok()?;
                Some(TableNames::new(placing::TABLES, &[]))
            }
            Self::Survey(arguments) => survey::tables(arguments),
            Self::Solve(arguments) if readable(Some(&arguments.rules)) => {
                Some(TableNames::new(["layers"], &[]))
            }
            Self::Analyse(arguments) if readable(arguments.asked.asked.rules.as_deref()) => {
                Some(TableNames::new(["moves"], &[]))
            }
            // Which of them there are depends on the position.
            Self::FirstCapture(_) => Some(TableNames::new(["moves"], &["pairs"])),
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
            Self::FirstCapture(arguments) => &mut arguments.asked,
            Self::Analyse(arguments) => &mut arguments.asked,
            Self::Survey(_)
            | Self::Placing(_)
            | Self::Guarantees(_)
            | Self::Solve(_)
            | Self::Review(_)
            | Self::Play(_) => return,
        };
        moved.asked.place.read = Some(position);
    }

    fn disputes(&self) -> Disputes {
        Disputes::of::<Rules>()
    }

    fn rules(&mut self) -> Option<RulesText<'_>> {
        Some(match self {
            Self::Moves(moved) => (&mut moved.asked.rules).into(),
            Self::Perft(perft) => (&mut perft.asked.asked.rules).into(),
            Self::FirstCapture(arguments) => (&mut arguments.asked.asked.rules).into(),
            Self::Analyse(arguments) => (&mut arguments.asked.asked.rules).into(),
            Self::Survey(arguments) => (&mut arguments.rules).into(),
            Self::Placing(arguments) => (&mut arguments.rules).into(),
            Self::Guarantees(arguments) => (&mut arguments.rules).into(),
            Self::Solve(arguments) => (&mut arguments.rules).into(),
            Self::Review(arguments) => (&mut arguments.played.rules).into(),
            Self::Play(_) => return None,
        })
    }
}

/// A question, and what is known of its position besides.
type Captioned = (Question, Caption);

impl Reviewable for Position {
    const REVIEW: &'static str = "sidja-review";
    const LENGTH: [&'static str; 2] = ["turn", "turns"];
}

impl Divided for Position {
    const PERFT: &'static str = "sidja-perft";
}

/// The question that a command asks.
fn ask(command: &Sidja, caller: Caller) -> Result<Captioned, Failure> {
    let bare = |question| (question, Caption::default());
    Ok(match command {
        Sidja::Moves(arguments) => {
            let (question, caption) = super::moves::ask(arguments, caller)?;
            (Question::Moves(question), caption)
        }
        Sidja::Perft(arguments) => {
            let (question, caption) = super::perft::ask(arguments, caller)?;
            (Question::Perft(question), caption)
        }
        Sidja::FirstCapture(arguments) => first_capture::ask(arguments, caller)?,
        Sidja::Survey(arguments) => bare(survey::ask(arguments)?),
        Sidja::Placing(arguments) => bare(placing::ask(arguments)?),
        Sidja::Guarantees(arguments) => bare(guarantees::ask(arguments)?),
        Sidja::Analyse(arguments) => analyse::ask(arguments, caller)?,
        Sidja::Solve(arguments) => bare(solve::ask(arguments, caller)?),
        Sidja::Review(arguments) => bare(Question::Review(review::ask(arguments, caller)?)),
        Sidja::Play(_) => return Err(Failure::not_a_question()),
    })
}

/// The report of an answer.
fn report(answer: Answer, caption: Caption) -> Box<dyn AnyReport> {
    match answer {
        Answer::Moves(answer) => super::moves::report(answer, caption),
        Answer::Perft(answer) => super::perft::report(answer, caption),
        Answer::FirstCapture(answer) => told(answer.question.position, caption, answer),
        Answer::Survey { longest, survey } => Box::new(survey::SurveyReport { longest, survey }),
        Answer::Placing(answer) => Box::new(placing::PlacingReport(answer)),
        Answer::Guarantees(answer) => Box::new(guarantees::GuaranteesReport(answer)),
        Answer::Analyse(answer) => told(answer.question.position, caption, answer),
        Answer::Solve(answer) => Box::new(solve::SolveReport(answer)),
        Answer::Review(answer) => Box::new(ReviewReport(answer)),
    }
}

/// Says that a board is too large to be solved outright.
fn too_large(rules: &Rules, help: &str) -> Failure {
    Failure::input(format!(
        "{rules} is played on {0}×{0}; only boards of 3×3 and 5×5 are solved outright{help}",
        rules.size()
    ))
}
