//! Every way to play the throws of a turn.

use super::Thrown;
use super::perft::Yields;
use crate::ask::moves::ListedMoves;
use crate::ask::prelude::*;
use crate::games::legal_moves::{self, Answer};
use crate::games::record::Recordable;
use crate::games::running_fight::plays::Play;
use crate::render::words::listed;

/// A column of numbers of plays, with its heading.
pub(crate) type Column<P> = (&'static str, fn(&Play<P>) -> u32);

/// A game whose plays are listed.
pub(crate) trait ListsPlays: Yields + 'static {
    /// The name of the report of moves.
    const LISTED: &'static str;
    /// Further numbers of a play as JSON has them.
    type Counts: Serialize + JsonSchema;
    /// The same as columns.
    const COUNTS: &'static [Column<Self>] = &[];

    fn counts(play: &Play<Self>) -> Self::Counts;

    /// What such a number means, if there is one.
    fn counts_note(_plays: &[Play<Self>]) -> Option<String> {
        None
    }

    /// The throws of `--yield`.
    fn played(&self, text: &str) -> Result<Self::Yield, Failure> {
        self.read_yield(text).map_err(|error| {
            let shown: String = match text.chars().count() {
                0..=60 => text.to_owned(),
                _ => text.chars().take(60).chain(['…']).collect(),
            };
            Failure::Input(anyhow::Error::from(error).context(format!("--yield {shown}")))
        })
    }
}

/// The throws that are played.
#[derive(Serialize, JsonSchema)]
pub(crate) struct YieldQuery {
    /// The throws that stand, in the order thrown: numbers, in Sig also `khadzh`.
    #[serde(rename = "yield")]
    played: Vec<Thrown>,
}

/// Every way to play a yield.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Moves")]
pub(crate) struct PlayList<C> {
    /// One for each position that the yield can be played to.
    moves: Vec<Move<C>>,
    /// Whether the game is over.
    over: bool,
}

/// A position that a yield can be played to.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Move")]
pub(crate) struct Move<C> {
    /// One way to play it, such as `a3-b3, b3-b1`, or `pass`.
    #[serde(rename = "move")]
    action: String,
    /// The cells of the pieces taken.
    captures: Vec<String>,
    #[serde(flatten)]
    counts: C,
    /// Whoever has the next turn to move; in Sig `turn=2` is the second of its two turns, in tâb the same team moves while its turn
    /// goes on.
    position: String,
    /// Sequences of moves that lead there.
    ways: Count,
}

/// Plays of which nothing is counted but what every game counts.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NoCounts {}

impl<C> Move<C> {
    pub(crate) fn of<P: ListsPlays<Counts = C>>(play: &Play<P>) -> Self {
        Self {
            action: play.text(),
            captures: texts(&play.captures),
            counts: P::counts(play),
            position: play.position.to_string(),
            ways: Count::of(play.ways),
        }
    }
}

impl<P: ListsPlays + Recordable> ListedMoves for P {
    const MOVES: &'static str = P::LISTED;
    type Thrown = YieldQuery;
    type List = PlayList<P::Counts>;

    fn thrown(played: &P::Yield) -> YieldQuery {
        let played = P::throws(played);
        YieldQuery { played }
    }

    fn list(answer: &Answer<Self>) -> PlayList<P::Counts> {
        PlayList {
            moves: answer.plays.iter().map(Move::of).collect(),
            over: Recordable::ended(&answer.question.position).is_some(),
        }
    }

    fn table(answer: &Answer<Self>) -> Sheet {
        let legal_moves::Question { position, throw } = &answer.question;
        let number = listed(answer.plays.len(), "play", "plays");
        let heading = [position.rules().to_string(), throw.to_string(), number].join(" · ");
        let mut sheet = Sheet::of(&answer.plays)
            .text("moves", |play| play.text())
            .text("takes", |play| spaced(&play.captures));
        for (name, count) in P::COUNTS {
            sheet = sheet.right(*name, |play| count(play));
        }
        sheet
            .right("ways", |play| Entry::Whole(play.ways.to_string()))
            .text("position", |play| play.position.to_string())
            .named("plays", heading)
            .note("ways: sequences of moves that lead to the same position; one of them is shown")
            .notes(P::counts_note(&answer.plays))
            .chart(Chart::None)
    }

    fn drawn_size(answer: &Answer<Self>) -> u128 {
        let cells = answer.question.position.scene(0).spots.len();
        (answer.plays.len() * 8 * cells) as u128
    }
}
