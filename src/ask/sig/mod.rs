//! `siga sig`: whole turns, capture chances, positions.

mod analyse;
pub(in crate::ask) mod args;
mod endgame;
mod moves;
mod odds;
mod picture;
mod play;
mod simulate;
mod turn;

use super::args::position::PositionText;
use super::disputes::{Change, Disputes, RulesText};
use super::distances::{self, OddsReport, TableReport};
use super::game::{About, Game, GameCommand};
use super::input::rules;
use super::moves::MovesReport;
use super::perft::{Divided, PerftReport};
use super::playing::Opened;
use super::running_fight::perft::{PerftArgs, Yields};
use super::running_fight::review::ReviewReport;
use super::running_fight::simulate::SimulateArgs;
use super::running_fight::{self, Thrown};
use super::throw;
use crate::ask::prelude::*;
use crate::games::sig::moves::Yield;
use crate::games::sig::question::Under;
use crate::games::sig::rules::Face;
use crate::games::sig::{Answer, Position, Question, Rules, Stopped};
use args::{Analyse, Endgame, Moves, Odds, Sig, Table};

/// The reports of these commands.
const REPORTS: &[Described] = &[
    Described::report::<OddsReport<Under>>(),
    Described::report::<TableReport<Under>>(),
    Described::report::<turn::TurnReport>(),
    Described::report::<MovesReport<Position>>(),
    Described::report::<PerftReport<Position>>(),
    Described::report::<analyse::AnalyseReport>(),
    Described::report::<endgame::EndgameReport>(),
    Described::report::<simulate::SimulateReport>(),
    Described::report::<ReviewReport<Position>>(),
];

/// The game of the command line.
pub(crate) const GAME: Game = Game::of::<Rules, Sig>(About {
    alias: &[],
    about: "Sig of Western Sahara: what a turn of throws yields",
    analysis: "analyse",
    rules: "The rules, such as sig:ludii,length=24 (see `siga rules sig`) [default: the file's, else sig:depaulis with \
            rows as long as drawn]",
    reports: REPORTS,
});

impl GameCommand for Sig {
    fn answer(&self, name: &str, caller: Caller) -> Result<Box<dyn AnyReport>, Failure> {
        let (question, caption) = ask(self, caller)?;
        let answer = caller.noting(name, |note| question.answer(note))?;
        Ok(report(answer, caption))
    }

    fn play(&self, caller: Caller<'static>) -> Option<Result<Opened, Failure>> {
        match self {
            Self::Play(args::Play {
                common,
                thrown,
                budget,
            }) => {
                let opened = running_fight::play::open::<Position>(common, thrown, *budget, caller);
                Some(opened)
            }
            _ => None,
        }
    }

    fn copy(&self) -> Box<dyn GameCommand> {
        Box::new(self.clone())
    }

    fn about(&mut self, position: PositionText) {
        match self {
            Self::Moves(Moves { asked, .. })
            | Self::Analyse(Analyse { asked, .. })
            | Self::Perft(PerftArgs { asked, .. }) => asked.place.read = Some(position),
            Self::Endgame(Endgame { common, .. }) => common.asked.place.read = Some(position),
            Self::Simulate(SimulateArgs { place, .. }) => place.read = Some(position),
            Self::Turn(_) | Self::Odds(_) | Self::Table(_) | Self::Review(_) | Self::Play(_) => {}
        }
    }

    fn disputes(&self) -> Disputes {
        Disputes::of::<Rules>()
    }

    fn rules(&mut self) -> Option<RulesText<'_>> {
        Some(match self {
            Self::Turn(arguments) => (&mut arguments.rules).into(),
            Self::Odds(Odds { under, .. }) | Self::Table(Table { under, .. }) => {
                (&mut under.rules).into()
            }
            Self::Moves(Moves { asked, .. })
            | Self::Analyse(Analyse { asked, .. })
            | Self::Perft(PerftArgs { asked, .. }) => (&mut asked.rules).into(),
            Self::Endgame(Endgame { common, .. }) => (&mut common.asked.rules).into(),
            Self::Simulate(SimulateArgs { rules, .. }) => rules.into(),
            Self::Review(arguments) => (&mut arguments.played.rules).into(),
            Self::Play(_) => return None,
        })
    }

    fn change(&mut self, change: &Change) -> bool {
        match (self, change) {
            (Self::Table(Table { max, .. }), Change::Reaching(key)) => *max = Some(*key),
            _ => return false,
        }
        true
    }

    fn as_throw(&self) -> Option<(throw::ThrowQuestion, Vec<String>)> {
        match self {
            Self::Turn(turn) => turn::as_throw(turn),
            _ => None,
        }
    }
}

impl Divided for Position {
    const PERFT: &'static str = "sig-perft";
}

impl Yields for Position {
    fn throws(played: &Yield) -> Vec<Thrown> {
        throws(played)
    }
}

/// A question, and what is known of its position besides.
type Asked = (Question, Caption);

/// The question that a command asks.
fn ask(command: &Sig, caller: Caller) -> Result<Asked, Failure> {
    let bare = |question| (question, Caption::default());
    Ok(match command {
        Sig::Turn(arguments) => bare(turn::ask(arguments)?),
        Sig::Odds(arguments) => bare(odds::one(arguments)?),
        Sig::Table(arguments) => bare(odds::table(arguments)?),
        Sig::Moves(arguments) => moves::ask(arguments, caller)?,
        Sig::Analyse(arguments) => analyse::ask(arguments, caller)?,
        Sig::Perft(arguments) => {
            let (question, caption) = running_fight::perft::ask(arguments, caller)?;
            (Question::Perft(question), caption)
        }
        Sig::Endgame(Endgame { common, draw }) => {
            let (question, caption) = running_fight::endgame::ask(common, (*draw).into(), caller)?;
            (Question::Endgame(question), caption)
        }
        Sig::Simulate(arguments) => {
            let question = running_fight::simulate::ask::<Position>(arguments, caller)?;
            bare(Question::Simulate(question))
        }
        Sig::Review(args::Review {
            played,
            by,
            budget,
            playouts,
        }) => {
            let question = running_fight::review::ask(played, *by, *budget, playouts, caller)?;
            bare(Question::Review(question))
        }
        Sig::Play(_) => return Err(Failure::not_a_question()),
    })
}

/// The report of an answer.
fn report(answer: Answer, caption: Caption) -> Box<dyn AnyReport> {
    match answer {
        Answer::Odds(answer) => distances::report(answer),
        Answer::Turn {
            rules,
            length,
            up_to,
            whole,
        } => Box::new(turn::TurnReport::new(rules, length, up_to, *whole)),
        Answer::Moves(answer) => super::moves::report(answer, caption),
        Answer::Perft(answer) => super::perft::report(answer, caption),
        Answer::Endgame(answer) => told(answer.question.position.clone(), caption, *answer),
        Answer::Simulate(answer) => Box::new(running_fight::simulate::report::<Position>(*answer)),
        Answer::Review(answer) => Box::new(ReviewReport(*answer)),
        Answer::Analyse(answer) => Box::new(analyse::AnalyseReport::new(*answer, caption)),
    }
}

/// The throws of `--yield`.
fn played(text: &str, rules: &Rules) -> Result<Yield, Failure> {
    Yield::parse(text, rules).map_err(|error| {
        let shown: String = match text.chars().count() {
            0..=60 => text.to_owned(),
            _ => text.chars().take(60).chain(['…']).collect(),
        };
        Failure::Input(anyhow::Error::new(error).context(format!("--yield {shown}")))
    })
}

/// Where the budget ended the work.
#[derive(Serialize, JsonSchema)]
struct Ended {
    /// The number of throws before the last that were looked at one by one.
    standing: u32,
    /// About what brings the bounds closer.
    budget: Count,
}

impl From<Stopped> for Ended {
    fn from(stopped: Stopped) -> Self {
        Self {
            standing: stopped.standing,
            budget: Count::of(stopped.budget),
        }
    }
}

/// Where the budget ended the work, for people.
fn stopped_note(stopped: Stopped) -> String {
    let throws = match stopped.standing {
        0 => "the last throw alone was looked at".to_owned(),
        1 => "yields of at most 1 throw before the last were looked at".to_owned(),
        throws => format!("yields of at most {throws} throws before the last were looked at"),
    };
    format!(
        "the budget ended the work: {throws}; for closer bounds try --budget {}",
        stopped.budget
    )
}

/// Throws as JSON has them.
fn throws(played: &Yield) -> Vec<Thrown> {
    let throws = played.faces().iter().map(|face| match face {
        Face::Move(cells) => Thrown::Cells(*cells),
        named => Thrown::Named(named.to_string()),
    });
    throws.collect()
}
