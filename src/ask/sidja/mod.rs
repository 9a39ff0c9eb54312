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
use super::moves::Moves;
use super::one_command::Listed;
use super::perft::{Divided, Perft, Plies};
use super::playing::Opened;
use super::review::{Review, Reviewable};
use super::subject::MovedPositionOf;
use crate::ask::prelude::*;
use crate::games::sidja::{Answer, Position, Question, Rules};
use args::Sidja;

/// The reports of these commands.
const REPORTS: &[Described] = &[
    Described::report::<first_capture::FirstCaptureReport>(),
    Described::report::<survey::SurveyReport>(),
    Described::report::<placing::PlacingReport>(),
    Described::report::<guarantees::GuaranteesReport>(),
    Described::report::<analyse::AnalyseReport>(),
    Described::report::<solve::SolveReport>(),
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
    &[
        Listed::question::<Moves<Position>>(),
        Listed::question::<Perft<Position>>(),
        Listed::question::<Review<Position>>(),
    ],
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
            Self::FirstCapture(arguments) => &mut arguments.asked,
            Self::Analyse(arguments) => &mut arguments.asked,
            Self::Survey(_)
            | Self::Placing(_)
            | Self::Guarantees(_)
            | Self::Solve(_)
            | Self::Play(_) => return,
        };
        moved.asked.place.read = Some(position);
    }

    fn disputes(&self) -> Disputes {
        Disputes::of::<Rules>()
    }

    fn rules(&mut self) -> Option<RulesText<'_>> {
        Some(match self {
            Self::FirstCapture(arguments) => (&mut arguments.asked.asked.rules).into(),
            Self::Analyse(arguments) => (&mut arguments.asked.asked.rules).into(),
            Self::Survey(arguments) => (&mut arguments.rules).into(),
            Self::Placing(arguments) => (&mut arguments.rules).into(),
            Self::Guarantees(arguments) => (&mut arguments.rules).into(),
            Self::Solve(arguments) => (&mut arguments.rules).into(),
            Self::Play(_) => return None,
        })
    }
}

/// A question, and what is known of its position besides.
type Captioned = (Question, Caption);

impl Reviewable for Position {
    const LENGTH: [&'static str; 2] = ["turn", "turns"];

    fn help() -> String {
        "\
A record has `key: value` lines (game, rules, title, source, start), then `moves:` and the moves, such as \
`c2 d3 b4`; `record FILE` in `siga sidja play` writes one. Each position is judged as by `siga sidja analyse`; where that knows \
nothing of a position with stones in hand, by the first capture (`siga sidja first-capture`), and it is said.

Examples:
  siga sidja review game.txt
  siga sidja review --record \"rules: sidja:size=3; moves:; a1 c3 b1 a3\" --json"
            .to_owned()
    }
}

impl Divided for Position {
    type At = MovedPositionOf<Self>;
    type Depth = Plies;

    fn help() -> String {
        "\
One stone placed or moved is one ply, and so is a pass; the end of a chain is not. Sequences that end \
the game earlier do not count.

Examples:
  siga sidja perft --depth 6 --position \"oxxoo/ooxxo/oo1xx/xooxx/xxoox x -\"
  siga sidja perft --depth 4 --divide fixtures/positions/sidja-perft.txt"
            .to_owned()
    }
}

/// The question that a command asks.
fn ask(command: &Sidja, caller: Caller) -> Result<Captioned, Failure> {
    let bare = |question| (question, Caption::default());
    Ok(match command {
        Sidja::FirstCapture(arguments) => first_capture::ask(arguments, caller)?,
        Sidja::Survey(arguments) => bare(survey::ask(arguments)?),
        Sidja::Placing(arguments) => bare(placing::ask(arguments)?),
        Sidja::Guarantees(arguments) => bare(guarantees::ask(arguments)?),
        Sidja::Analyse(arguments) => analyse::ask(arguments, caller)?,
        Sidja::Solve(arguments) => bare(solve::ask(arguments, caller)?),
        Sidja::Play(_) => return Err(Failure::not_a_question()),
    })
}

/// The report of an answer.
fn report(answer: Answer, caption: Caption) -> Box<dyn AnyReport> {
    match answer {
        Answer::FirstCapture(answer) => told(answer.question.position, caption, answer),
        Answer::Survey { longest, survey } => Box::new(survey::SurveyReport { longest, survey }),
        Answer::Placing(answer) => Box::new(placing::PlacingReport(answer)),
        Answer::Guarantees(answer) => Box::new(guarantees::GuaranteesReport(answer)),
        Answer::Analyse(answer) => told(answer.question.position, caption, answer),
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
