//! `siga tab endgame`: who wins with few pieces.

use super::moves::Move;
use super::{Asked, Thrown};
use crate::ask::prelude::*;
use crate::ask::subject::read;
use crate::ask::tab::args::Endgame as Arguments;
use crate::exact::stochastic::Ending;
use crate::exact::{Quantity, fraction_text};
use crate::games::tab::endgame::{self, Answer, Worth};
use crate::games::tab::rules::Order;
use crate::games::tab::{Position, Question};
use crate::work::limit::grouped as digits_grouped;

pub(super) type EndgameReport = Told<Position, Answer>;

/// The question who wins a position of few pieces.
#[derive(Serialize, JsonSchema)]
pub(crate) struct EndgameQuery {
    #[serde(flatten)]
    asked: PositionQuery,
    /// Whether fractions were asked for.
    exact: bool,
    /// Under `order=any`: turns of more throws are left open; else `null`.
    max_throws: Option<u32>,
    /// The states that may be solved.
    states: Count,
    /// Where plays are compared: the throws, in the order thrown.
    #[serde(rename = "yield", skip_serializing_if = "Option::is_none")]
    played: Option<Vec<Thrown>>,
}

/// Who wins a position of few pieces under best play.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Endings {
    /// Chance that the team to move wins, before its throw.
    win: Quantity,
    /// The boards that can follow, each in the view of the team to move.
    boards: Count,
    /// The states that were solved.
    states: Count,
    /// The reason why games end.
    ends: Ending,
    /// With `--yield`: its plays, the best first by the middle of the bounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<PlayValue>>,
}

/// A play and its worth.
#[derive(Serialize, JsonSchema)]
struct PlayValue {
    #[serde(flatten)]
    play: Move,
    /// Chance that the team that plays it wins; `null` where it leads out of what was solved.
    win: Option<Quantity>,
}

pub(super) fn ask(arguments: &Arguments, caller: Caller) -> Result<Asked, Failure> {
    let (position, caption) = read::<Position>(&arguments.asked, caller)?;
    let played = match &arguments.played {
        Some(text) => Some(super::played(text, position.rules())?),
        None => None,
    };
    let question = endgame::Question {
        position,
        exact: arguments.exact,
        max_throws: arguments.max_throws,
        states: arguments.states,
        played,
    };
    Ok((Question::Endgame(question), caption))
}

impl EndgameReport {
    fn is_cut(&self) -> bool {
        self.subject.rules().order == Order::Any
    }

    /// The chance to win, and how it is known.
    fn notes(&self, places: usize) -> Vec<String> {
        let Answer {
            question,
            win,
            boards,
            states,
            ending,
            ..
        } = &self.answer;
        let side = self.subject.position.side();
        let decimal = win.decimal(places);
        let is = match win.exact().map(fraction_text) {
            Some(fraction) if fraction.len() <= 40 => format!("{fraction} = {decimal}"),
            _ => decimal,
        };
        let solved = format!(
            "from {} in {}",
            counted(digits_grouped(*boards as u128), "board", "boards"),
            counted(digits_grouped(*states as u128), "state", "states")
        );
        let mut notes = vec![format!("{side} wins with chance {is}")];
        notes.push(match (question.exact, self.is_cut()) {
            (true, _) => format!("exact, {solved}; proved: no other play helps either side"),
            (false, false) => format!("proved bounds, {solved}"),
            (false, true) => format!(
                "proved bounds, {solved}; turns of more than {} are left open: --max-throws brings the bounds closer",
                counted(question.max_throws, "throw", "throws")
            ),
        });
        if *ending == Ending::UnderBestPlay {
            notes.push(
                "the two sides together could go on for ever; best play of either side ends the game"
                    .to_owned(),
            );
        }
        notes
    }
}

impl Reply for EndgameReport {
    const NAME: &'static str = "tab-endgame";
    type Query = EndgameQuery;
    type Result = Endings;

    fn query(&self) -> EndgameQuery {
        let question = &self.answer.question;
        EndgameQuery {
            asked: self.subject.query("endgame"),
            exact: question.exact,
            max_throws: self.is_cut().then_some(question.max_throws),
            states: Count::of(question.states),
            played: question.played.as_ref().map(super::throws),
        }
    }

    fn result(&self) -> Endings {
        let plays = self.answer.plays.as_ref();
        let value = |worth: &Worth| PlayValue {
            play: Move::from(&worth.play),
            win: worth.win.clone(),
        };
        Endings {
            win: self.answer.win.clone(),
            boards: Count::of(self.answer.boards as u64),
            states: Count::of(self.answer.states as u64),
            ends: self.answer.ending,
            moves: plays.map(|plays| plays.iter().map(value).collect()),
        }
    }
}

impl Report for EndgameReport {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let rules = self.subject.rules();
        let side = self.subject.position.side();
        let chance = Sheet::of([(side, &self.answer.win)])
            .text("wins", |(side, _)| side.to_string())
            .chance("exactly", "chance", |(_, win)| *win)
            .named("win", format!("{rules} · before the throw, best play"))
            .notes(self.notes(style.places()));
        let Some((plays, played)) =
            (self.answer.plays.as_ref()).zip(self.answer.question.played.as_ref())
        else {
            return vec![chance];
        };
        let unknown = || Entry::from("not known");
        let plays = Sheet::of(plays)
            .text("moves", |worth| worth.play.text())
            .text("takes", |worth| spaced(&worth.play.captures))
            .right(format!("{side} wins"), |worth| match &worth.win {
                Some(win) => Entry::from(win.decimal(style.places())),
                None => unknown(),
            })
            .named(
                "plays",
                format!("{rules} · plays of {played}, the best first"),
            );
        vec![plays, chance]
    }
}
