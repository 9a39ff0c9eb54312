//! `siga tab`: throws, capture chances, positions.

mod analyse;
mod args;
mod endgame;
mod moves;
mod odds;
mod picture;
mod play;
mod simulate;
mod throw;

use super::args::position::PositionText;
use super::disputes::{Change, Disputes, RulesText};
use super::distances::{self, OddsReport, TableReport};
use super::game::{About, Game, GameCommand};
use super::input::rules;
use super::moves::MovesReport;
use super::perft::{Divided, PerftReport};
use super::playing::Opened;
use super::running_fight::endgame::EndgameArgs;
use super::running_fight::perft::{PerftArgs, Yields};
use super::running_fight::review::ReviewReport;
use super::running_fight::simulate::SimulateArgs;
use super::running_fight::{self, Thrown};
use super::throw as throws_of_any_kind;
use crate::ask::prelude::*;
use crate::games::tab::endgame::Draw;
use crate::games::tab::moves::Yield;
use crate::games::tab::question::Under;
use crate::games::tab::{Answer, Position, Question, Rules};
use args::{Analyse, Moves, Odds, Tab, Table};

/// The reports of these commands.
const REPORTS: &[Described] = &[
    Described::report::<OddsReport<Under>>(),
    Described::report::<TableReport<Under>>(),
    Described::report::<throw::TurnReport>(),
    Described::report::<MovesReport<Position>>(),
    Described::report::<PerftReport<Position>>(),
    Described::report::<analyse::AnalyseReport>(),
    Described::report::<endgame::EndgameReport>(),
    Described::report::<simulate::SimulateReport>(),
    Described::report::<ReviewReport<Position>>(),
];

/// The game of the command line.
pub(crate) const GAME: Game = Game::of::<Rules, Tab>(About {
    alias: &[],
    about: "Tâb of Egypt: four sticks, sleeping pieces, stacks",
    analysis: "analyse",
    rules: "The rules, such as tab:lane,length=7 (see `siga rules tab`) [default: the file's, else tab:lane with rows as \
            long as drawn]",
    reports: REPORTS,
});

impl GameCommand for Tab {
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
            | Self::Endgame(EndgameArgs { asked, .. })
            | Self::Perft(PerftArgs { asked, .. }) => asked.place.read = Some(position),
            Self::Simulate(SimulateArgs { place, .. }) => place.read = Some(position),
            Self::Throw(_) | Self::Odds(_) | Self::Table(_) | Self::Review(_) | Self::Play(_) => {}
        }
    }

    fn disputes(&self) -> Disputes {
        Disputes::of::<Rules>()
    }

    fn rules(&mut self) -> Option<RulesText<'_>> {
        Some(match self {
            Self::Throw(args::Throw { rules, .. })
            | Self::Odds(Odds { rules, .. })
            | Self::Table(Table { rules, .. }) => rules.into(),
            Self::Moves(Moves { asked, .. })
            | Self::Analyse(Analyse { asked, .. })
            | Self::Endgame(EndgameArgs { asked, .. })
            | Self::Perft(PerftArgs { asked, .. }) => (&mut asked.rules).into(),
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

    fn as_throw(&self) -> Option<(throws_of_any_kind::ThrowQuestion, Vec<String>)> {
        match self {
            Self::Throw(turn) => throw::as_throw(turn),
            _ => None,
        }
    }
}

impl Divided for Position {
    const PERFT: &'static str = "tab-perft";
}

impl Yields for Position {
    fn throws(played: &Yield) -> Vec<Thrown> {
        throws(played)
    }
}

/// A question, and what is known of its position besides.
type Asked = (Question, Caption);

/// The question that a command asks.
fn ask(command: &Tab, caller: Caller) -> Result<Asked, Failure> {
    let bare = |question| (question, Caption::default());
    Ok(match command {
        Tab::Throw(arguments) => bare(throw::ask(arguments)?),
        Tab::Odds(arguments) => bare(odds::one(arguments)?),
        Tab::Table(arguments) => bare(odds::table(arguments)?),
        Tab::Moves(arguments) => moves::ask(arguments, caller)?,
        Tab::Analyse(arguments) => analyse::ask(arguments, caller)?,
        Tab::Perft(arguments) => {
            let (question, caption) = running_fight::perft::ask(arguments, caller)?;
            (Question::Perft(question), caption)
        }
        Tab::Endgame(arguments) => {
            let (question, caption) = running_fight::endgame::ask(arguments, Draw::Half, caller)?;
            (Question::Endgame(question), caption)
        }
        Tab::Simulate(arguments) => {
            let question = running_fight::simulate::ask::<Position>(arguments, caller)?;
            bare(Question::Simulate(question))
        }
        Tab::Review(args::Review {
            played,
            by,
            budget,
            playouts,
        }) => {
            let question = running_fight::review::ask(played, *by, *budget, playouts, caller)?;
            bare(Question::Review(question))
        }
        Tab::Play(_) => return Err(Failure::not_a_question()),
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
        } => Box::new(throw::TurnReport::new(rules, length, up_to, *whole)),
        Answer::Moves(answer) => super::moves::report(answer, caption),
        Answer::Perft(answer) => super::perft::report(answer, caption),
        Answer::Analyse(answer) => told(answer.question.position.clone(), caption, *answer),
        Answer::Endgame(answer) => told(answer.question.position.clone(), caption, *answer),
        Answer::Simulate(answer) => Box::new(running_fight::simulate::report::<Position>(*answer)),
        Answer::Review(answer) => Box::new(ReviewReport(*answer)),
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

/// Throws as JSON has them.
fn throws(played: &Yield) -> Vec<Thrown> {
    let throws = played.throws().iter();
    throws.map(|fields| Thrown::Cells(*fields)).collect()
}
