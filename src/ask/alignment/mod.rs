//! `siga teeko` and `siga 5x5`: the same questions to two games.

mod args;
mod moves;
mod picture;
mod play;
mod probe;
mod solve;
mod solved;

use super::args::position::PositionText;
use super::disputes::{Disputes, RulesText};
use super::game::{About, Game, GameCommand};
use super::moves::Moves;
use super::one_command::Listed;
use super::perft::{Divided, Perft, Plies};
use super::playing::Opened;
use super::review::{Review, Reviewable};
use super::subject::{self, MovedPositionOf};
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
    const SOLVE: &'static str;
    const PROBE: &'static str;
    /// What follows the options in the help of `moves`, `perft` and `review`.
    const HELP: [&'static str; 3];

    /// The facts that a solution gives about repeating moves.
    fn history(more: Self::More) -> Option<twentyfive::History>;
}

impl ReportNames for teeko::Rules {
    const SOLVE: &'static str = "teeko-solve";
    const PROBE: &'static str = "teeko-probe";
    const HELP: [&'static str; 3] = [
        "\
Where the rules let the opponent choose the cell of a piece placed, the moves are his choices: the piece is \
still that of the side to move.

Examples:
  siga teeko moves --position \"5/5/2x2/5/5 o\"
  siga teeko moves fixtures/positions/teeko-square.txt --play e5-d4
  siga teeko moves --position \"5/5/5/5/5 x\" --rules teeko:drop=alternate --json",
        "\
One piece placed or moved is one ply. Sequences that end the game earlier do not count.

Examples:
  siga teeko perft --depth 4 --position \"5/5/5/5/5 x\"
  siga teeko perft --depth 4 --divide fixtures/positions/teeko-longest.txt",
        "\
A record has `key: value` lines (game, rules, title, source, start), then `moves:` and the moves, such as \
`c3 b2 d4`; `record FILE` in `siga teeko play` writes one.

Examples:
  siga teeko review fixtures/games/teeko.txt
  siga teeko review --record \"moves:; c3 b2 d4 b4\" --json",
    ];

    fn history((): ()) -> Option<twentyfive::History> {
        None
    }
}

impl ReportNames for twentyfive::Rules {
    const SOLVE: &'static str = "5x5-solve";
    const PROBE: &'static str = "5x5-probe";
    const HELP: [&'static str; 3] = [
        "\
A jump is written like a step, with the cell it goes over shown beside it.

Examples:
  siga 5x5 moves --position \"5/5/2x2/5/5 o\"
  siga 5x5 moves fixtures/positions/5x5-jump.txt --play a2-c4
  siga 5x5 moves --position \"5/5/2xo1/5/5 x\" --rules 5x5:jumps=no --json",
        "\
One piece placed or moved is one ply. Sequences that end the game earlier do not count.

Examples:
  siga 5x5 perft --depth 4 --position \"5/5/5/5/5 x\"
  siga 5x5 perft --depth 4 --divide fixtures/positions/5x5-jump.txt",
        "\
A record has `key: value` lines (game, rules, title, source, start), then `moves:` and the moves, such as \
`c3 b2 d4`; `record FILE` in `siga 5x5 play` writes one.

Examples:
  siga 5x5 review fixtures/games/5x5-three.txt
  siga 5x5 review --record \"moves:; c3 b2 d4 b4\" --json",
    ];

    fn history(more: twentyfive::History) -> Option<twentyfive::History> {
        Some(more)
    }
}

const TEEKO_REPORTS: &[Described] = &[
    Described::report::<solve::SolveReport<teeko::Rules>>(),
    Described::report::<probe::ProbeReport<teeko::Rules>>(),
    Described::report::<solve::AllReport>(),
];

const TWENTYFIVE_REPORTS: &[Described] = &[
    Described::report::<solve::SolveReport<twentyfive::Rules>>(),
    Described::report::<probe::ProbeReport<twentyfive::Rules>>(),
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
    &[
        Listed::question::<Moves<Position<teeko::Rules>>>(),
        Listed::question::<Perft<Position<teeko::Rules>>>(),
        Listed::question::<Review<Position<teeko::Rules>>>(),
    ],
);
pub(crate) const TWENTYFIVE: Game = Game::of::<twentyfive::Rules, FiveByFive>(
    About {
        alias: &["5×5"],
        about: "Twenty-five (5×5): moves, values, the whole game solved",
        analysis: "probe",
        rules: STANDARD,
        reports: TWENTYFIVE_REPORTS,
    },
    &[
        Listed::question::<Moves<Position<twentyfive::Rules>>>(),
        Listed::question::<Perft<Position<twentyfive::Rules>>>(),
        Listed::question::<Review<Position<twentyfive::Rules>>>(),
    ],
);

const STANDARD: &str = "The rules (see `siga rules teeko` and `siga rules 5x5`) [default: the file's, else the \
                        standard ones, on a board of the size drawn]";

impl GameCommand for Teeko {
    fn answer(&self, name: &str, caller: Caller) -> Result<Box<dyn AnyReport>, Failure> {
        let asked = match self {
            Self::Solve(arguments) if arguments.all => {
                let variants = caller.noting(name, variants)?;
                return Ok(Box::new(solve::AllReport { variants }));
            }
            Self::Solve(arguments) => solve(arguments.rules.as_deref())?,
            Self::Probe(arguments) => probe::ask(arguments, caller)?,
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
            Self::Probe(arguments) => &mut arguments.asked,
            Self::Solve(_) | Self::Play(_) => return,
        };
        moved.asked.place.read = Some(position);
    }

    fn disputes(&self) -> Disputes {
        Disputes::of::<teeko::Rules>()
    }

    fn rules(&mut self) -> Option<RulesText<'_>> {
        Some(match self {
            Self::Solve(arguments) => (&mut arguments.rules).into(),
            Self::Probe(arguments) => (&mut arguments.asked.asked.rules).into(),
            Self::Play(_) => return None,
        })
    }
}

impl GameCommand for FiveByFive {
    fn answer(&self, name: &str, caller: Caller) -> Result<Box<dyn AnyReport>, Failure> {
        let asked = match self {
            Self::Solve(arguments) => solve(arguments.rules.as_deref())?,
            Self::Probe(arguments) => probe::ask(arguments, caller)?,
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
            Self::Probe(arguments) => &mut arguments.asked,
            Self::Solve(_) | Self::Play(_) => return,
        };
        moved.asked.place.read = Some(position);
    }

    fn disputes(&self) -> Disputes {
        Disputes::of::<twentyfive::Rules>()
    }

    fn rules(&mut self) -> Option<RulesText<'_>> {
        Some(match self {
            Self::Solve(arguments) => (&mut arguments.rules).into(),
            Self::Probe(arguments) => (&mut arguments.asked.asked.rules).into(),
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

fn solve<R: ReportNames>(rules: Option<&str>) -> Result<Captioned<R>, Failure> {
    let question = Question::Solve(subject::rules_of(rules)?);
    Ok((question, Caption::default()))
}

impl<R: ReportNames> Reviewable for Position<R> {
    const LENGTH: [&'static str; 2] = ["ply", "plies"];

    fn help() -> String {
        R::HELP[2].to_owned()
    }
}

impl<R: ReportNames> Divided for Position<R> {
    type At = MovedPositionOf<Self>;
    type Depth = Plies;

    fn help() -> String {
        R::HELP[1].to_owned()
    }
}

/// The report of an answer.
fn report<R: ReportNames + 'static>(answer: Answer<R>, caption: Caption) -> Box<dyn AnyReport> {
    match answer {
        Answer::Probe(answer) => told(answer.question.position, caption, answer),
        Answer::Solve { summary, more } => Box::new(solve::SolveReport {
            history: R::history(more),
            summary,
        }),
    }
}
