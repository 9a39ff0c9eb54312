//! `analyse`, `probe` and `first-capture`: what is proved of a position and of every move.

use std::fmt::Debug;

use clap::Args;

use super::{GameWithoutThrows, turns, words};
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::{MovedPositionOf, Placed, Shown as _};
use crate::ask::table_names::TableNames;
use crate::exact::serial::count;
use crate::games::described::Move;
use crate::games::goal::Goal;
use crate::games::legal_moves::Listed as _;
use crate::games::review::{JudgedMove, Judgement, Worth};
use crate::games::{AnyPosition, Moves as _};
use crate::rules::RulesText;
use crate::solve::Method;
use crate::solve::retro::Outcome;
use crate::work::Note;

/// The value of a position and of every move.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "", rename = "Analyse")]
pub(crate) struct Analyse<A: Analysed> {
    #[command(flatten)]
    #[serde(flatten)]
    at: MovedPositionOf<A::Position>,
    /// Look at about N positions at most, where a search is needed; solve a game of at most N
    #[arg(long, value_name = "N", default_value = A::BUDGET, value_parser = clap::value_parser!(u64).range(1..=50_000_000))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    budget: u64,
    #[command(flatten)]
    #[serde(flatten)]
    of_game: A,
}

/// The value of a position and of every move.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Analysis")]
pub(crate) struct Analysis<K> {
    #[serde(flatten)]
    pub(crate) value: Valued,
    /// The best first, for whoever chooses.
    moves: Vec<ValuedMove>,
    /// Best play as far as it is known, the beginning of it in a draw.
    line: Vec<String>,
    pub(crate) method: Method,
    /// Positions a search looked at, where it counts them.
    pub(crate) positions: Option<Count>,
    #[serde(flatten)]
    pub(crate) known: K,
}

/// What is proved, for the side to move in the position asked.
#[derive(Clone, Copy, Serialize, JsonSchema)]
pub(crate) struct Valued {
    /// The outcome, if it is proved; else `null`. Of the first capture `draw` means that nobody can force it.
    pub(crate) outcome: Option<Outcome>,
    #[serde(flatten)]
    length: Length,
    /// The least outcome that is not ruled out.
    at_least: Outcome,
    /// The greatest outcome that is not ruled out.
    at_most: Outcome,
    /// Where nothing is proved, an estimate: the pieces ahead after best play as far as the search looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    stones_ahead: Option<i32>,
    #[serde(skip)]
    pub(crate) worth: Worth,
}

/// The length of best play to the end: in plies, or of whole games of Sidja in turns of both sides. It is 0 if the game is over;
/// `null` for a draw and where it is not known.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Length {
    Plies(Option<u32>),
    Turns(Option<u32>),
}

/// A move.
#[derive(Serialize, JsonSchema)]
struct ValuedMove {
    #[serde(rename = "move")]
    action: String,
    /// The points of the pieces that it takes, in games in which pieces are taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    captures: Option<Vec<String>>,
    /// The position after it.
    position: String,
    #[serde(flatten)]
    value: Valued,
    /// Whether it keeps the proved outcome of the position, `null` where that is not known.
    keeps: Option<bool>,
    /// Where a win or a loss is known and its length is not: the turns, this one among them, within which the side that
    /// wins forces a capture after which it has still won, where that was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    capture_in: Option<u32>,
    /// Of the first capture: whether it takes nothing and wins, since it leaves the other side without a move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    blocks: bool,
}

/// The unit of lengths, for one and for several.
const fn unit<A: Analysed>() -> [&'static str; 2] {
    match A::GOAL {
        Goal::FirstCapture => ["ply", "plies"],
        Goal::Game => A::Position::LENGTH,
    }
}

impl Valued {
    pub(crate) fn new<A: Analysed>(worth: Worth, ahead: Option<i32>) -> Self {
        Self {
            outcome: worth.outcome(),
            length: match unit::<A>()[0] {
                "turn" => Length::Turns(worth.length),
                _ => Length::Plies(worth.length),
            },
            at_least: worth.at_least,
            at_most: worth.at_most,
            stones_ahead: ahead.filter(|_| worth.outcome().is_none()),
            worth,
        }
    }

    /// For people.
    pub(crate) fn text<A: Analysed>(self) -> String {
        let ahead = self.stones_ahead;
        let ahead = ahead.map_or_else(String::new, |ahead| format!(", {ahead:+} stones"));
        words(A::GOAL, self.worth, unit::<A>()) + &ahead
    }

    pub(crate) fn entry<A: Analysed>(self) -> Entry {
        match self.outcome {
            Some(outcome) => Entry::Outcome {
                word: outcome.as_str(),
                plies: self.worth.length,
                shown: self.text::<A>(),
            },
            None if self.worth == Worth::UNKNOWN && self.stones_ahead.is_none() => {
                Entry::Missing("not known")
            }
            None => Entry::Text(self.text::<A>()),
        }
    }
}

impl<A: Analysed> Analyse<A> {
    /// Who wins or takes first, for people.
    fn verdict(&self, analysis: &Analysis<A::Known>) -> String {
        let value = analysis.value;
        let blocks = analysis.moves.first().is_some_and(|best| best.blocks);
        let side = self.at.subject().position.side_to_move();
        let winner = match value.outcome {
            Some(Outcome::Win) => side,
            Some(Outcome::Loss) => side.other(),
            Some(Outcome::Draw) if A::GOAL == Goal::Game => return "a draw".to_owned(),
            _ => return value.text::<A>(),
        };
        match (A::GOAL, value.worth.length) {
            (_, Some(0)) => format!("{winner} has won"),
            (Goal::Game, Some(length)) => {
                let [one, several] = unit::<A>();
                format!("{winner} wins in {}", counted(length, one, several))
            }
            (Goal::Game, None) => format!("{winner} wins"),
            (Goal::FirstCapture, _) if blocks => format!("{winner} blocks the other side"),
            (Goal::FirstCapture, Some(plies)) => format!("{winner} takes first on ply {plies}"),
            (Goal::FirstCapture, None) => format!("{winner} takes first"),
        }
    }

    fn notes(&self, analysis: &Analysis<A::Known>) -> Vec<String> {
        let position = &self.at.subject().position;
        let mut notes = Vec::new();
        if !analysis.line.is_empty() {
            let more = match analysis.value.worth.length {
                None => " …",
                Some(_) => "",
            };
            let line = turns(position, &analysis.line);
            notes.push(format!("best play: {line}{more}"));
        }
        notes.extend(self.of_game.notes(position, analysis));
        let (side, chooser) = (position.side_to_move(), position.chooses());
        if chooser != side && position.over().is_none() {
            notes.push(format!(
                "the piece is of {side}, whose outcomes these are; {chooser} chooses its cell"
            ));
        }
        notes
    }
}

/// Where the values come from, in a sentence.
pub(crate) fn basis<K>(analysis: &Analysis<K>) -> String {
    match (analysis.method, &analysis.positions) {
        (Method::Tables, _) => "from the tables on disk".to_owned(),
        (Method::Solved, None) => "from the layers needed, solved for this question".to_owned(),
        (Method::Solved, Some(positions))
            if analysis
                .moves
                .iter()
                .any(|known| known.value.outcome.is_none()) =>
        {
            format!(
                "positions looked at, up to symmetry: {}; no more are needed",
                positions.grouped()
            )
        }
        (Method::Solved, Some(positions)) => format!(
            "all {} positions that follow, up to symmetry",
            positions.grouped()
        ),
        (Method::Recorded, _) => {
            "from the complete solution on record; `siga tables build` keeps every position"
                .to_owned()
        }
        (Method::Search, None) => {
            "proved by a forward search; moves without a value are not known".to_owned()
        }
        (Method::Search, Some(positions)) => format!(
            "{} positions looked at, up to symmetry; more follow: --budget N allows more",
            positions.grouped()
        ),
        (Method::Rules, _) => "the game is over".to_owned(),
    }
}

impl<A: Analysed> Command for Analyse<A> {
    const WORDS: &'static [&'static str] = &[
        <<A::Position as AnyPosition>::Rules as RulesText>::GAME,
        A::WORDS[0],
    ];
    const ABOUT: &'static str = match A::GOAL {
        Goal::FirstCapture => "Who makes the first capture, in how many plies, or nobody",
        Goal::Game => "The value of a position and of every move",
    };
    const ALSO: &'static [&'static str] = A::WORDS.split_at(1).1;
    type Answer = Analysis<A::Known>;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Self::Answer, Failure> {
        let position = self.at.read(caller)?.clone();
        let (found, known) = self.of_game.judged(&position, self.budget, caller, note)?;
        let own = position.chooses() == position.side_to_move();
        let seen = |worth: Worth, ahead| Valued::new::<A>(if own { worth } else { -worth }, ahead);
        let plays = position.list(&())?;
        let taken = |action: Move| {
            let play = plays.iter().find(|play| play.action == action);
            play.and_then(|play| position.last_taken(play.taken))
        };
        let blocks = |known: &JudgedMove<A::Position>| {
            let over = A::GOAL == Goal::FirstCapture && known.position.over().is_some();
            let taken = taken(known.action).unwrap_or_default();
            over && taken.is_empty() && known.worth.outcome() == Some(Outcome::Win)
        };
        let moves = found.moves.iter().map(|known| ValuedMove {
            action: known.action.to_string(),
            captures: taken(known.action).filter(|_| A::Position::TAKES),
            blocks: blocks(known),
            position: known.position.to_string(),
            value: seen(known.worth, known.ahead),
            keeps: found.keeps(known.worth),
            capture_in: known.capture_in,
        });
        Ok(Analysis {
            value: seen(found.worth, found.ahead),
            moves: moves.collect(),
            line: texts(&found.line),
            method: found.method,
            positions: found.positions.map(Count::of),
            known,
        })
    }

    fn target(&mut self) -> Target<'_> {
        Placed::target(&mut self.at)
    }

    fn table_names(&self) -> Option<TableNames> {
        Some(TableNames::new(["moves"], A::TABLES))
    }

    fn picture(&self, analysis: &Self::Answer) -> Option<Picture> {
        let best = analysis.moves.first();
        let best = best.filter(|best| best.keeps == Some(true));
        let picture = self.at.subject().picture();
        Some(picture.with_best(best.map(|best| best.action.as_str())))
    }

    fn tables(&self, analysis: &Self::Answer, _style: &Style) -> Vec<Sheet> {
        let rules = self.at.subject().position.rules().shown();
        let keeps = |known: &&ValuedMove| match known.keeps {
            Some(true) => "yes",
            Some(false) => "no",
            None => "?",
        };
        let mut sheet = Sheet::of(&analysis.moves)
            .text("move", |known| known.action.clone())
            .text("value", |known| match known.blocks {
                true => Entry::Text("blocks the other side".to_owned()),
                false => known.value.entry::<A>(),
            })
            .text("keeps it", keeps);
        if A::Position::TAKES {
            sheet = sheet.text("takes", |known| {
                known.captures.as_deref().unwrap_or_default().join(" ")
            });
        }
        if analysis
            .moves
            .iter()
            .any(|known| known.capture_in.is_some())
        {
            sheet = sheet.text("capture within", |known| {
                known
                    .capture_in
                    .map_or_else(String::new, |turns| turns.to_string())
            });
        }
        let sheet = sheet
            .text("position", |known| known.position.clone())
            .named("moves", format!("{rules} · {}", self.verdict(analysis)))
            .notes(self.notes(analysis));
        let more = self.of_game.sheets(&analysis.known);
        [sheet].into_iter().chain(more).collect()
    }
}

/// A question about a position: its goal, and the arguments that only one game has.
pub(crate) trait Analysed:
    Args + Clone + Debug + Serialize + JsonSchema + Send + Sync + 'static
{
    /// A position of the game.
    type Position: GameWithoutThrows;
    /// The part of the answer that only this question has.
    type Known: Serialize + JsonSchema + 'static;
    /// What is played for.
    const GOAL: Goal;
    /// The last word of the command, and its other names.
    const WORDS: &'static [&'static str] = match Self::GOAL {
        Goal::FirstCapture => &["first-capture"],
        Goal::Game => &["analyse", "probe"],
    };
    /// The positions looked at where no number is given.
    const BUDGET: &'static str;
    /// The tables of an answer besides that of the moves.
    const TABLES: &'static [&'static str] = &[];

    /// What is known of the position.
    ///
    /// # Errors
    /// Those of [`Judged::judge`](crate::games::review::Judged::judge).
    fn judged(
        &mut self,
        position: &Self::Position,
        budget: u64,
        caller: Caller,
        note: &Note,
    ) -> Result<(Judgement<Self::Position>, Self::Known), Failure>;

    /// How the values were found, in sentences.
    fn notes(&self, _position: &Self::Position, analysis: &Analysis<Self::Known>) -> Vec<String> {
        vec![basis(analysis)]
    }

    /// The tables besides that of the moves.
    fn sheets(&self, _known: &Self::Known) -> Vec<Sheet> {
        Vec::new()
    }
}
