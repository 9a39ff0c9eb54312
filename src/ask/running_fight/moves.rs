//! Every way to play the throws of a turn.

use std::marker::PhantomData;

use clap::Args;

use super::Thrown;
use super::args::Commands;
use crate::ask::moves::ListedMoves;
use crate::ask::prelude::*;
use crate::ask::subject::{PositionOf, Shown as _};
use crate::games::record::Recordable;
use crate::games::running_fight::plays::Yield;
use crate::games::running_fight::position::{Fight, Play, Position};
use crate::render::words::listed;

/// The throws of `--yield`.
pub(super) fn played_of<R: Fight>(
    position: &Position<R>,
    text: &str,
) -> Result<Yield<R::Throw>, Failure> {
    position.rules().read_yield(text).map_err(|error| {
        let shown: String = match text.chars().count() {
            0..=60 => text.to_owned(),
            _ => text.chars().take(60).chain(['…']).collect(),
        };
        Failure::Input(anyhow::Error::from(error).context(format!("--yield {shown}")))
    })
}

/// The throws that are played.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "R: Commands", rename = "Yield")]
pub(crate) struct YieldArgs<R: Commands> {
    /// The throws that stand, in the order thrown.
    #[arg(id = "yield", long = "yield", alias = "throw", value_name = "THROW[,THROW…]", help = R::TEXTS.played[0])]
    #[serde(rename = "yield", serialize_with = "thrown")]
    #[schemars(with = "Vec<Thrown>")]
    played: String,
    #[arg(skip)]
    #[serde(skip)]
    game: PhantomData<R>,
}

/// The throws of a yield, where one is named.
pub(crate) fn some_thrown<S: serde::Serializer>(
    played: &Option<String>,
    to: S,
) -> Result<S::Ok, S::Error> {
    played.as_ref().map(Thrown::all).serialize(to)
}

fn thrown<S: serde::Serializer>(played: &str, to: S) -> Result<S::Ok, S::Error> {
    Thrown::all(&played).serialize(to)
}

/// Every way to play a yield.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Moves")]
pub(crate) struct PlayList<C> {
    /// One for each position that the yield can be played to.
    moves: Vec<Move<C>>,
    /// Whether the game is over.
    over: bool,
    #[serde(skip)]
    note: Option<String>,
}

/// A position that a yield can be played to.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Move")]
pub(crate) struct Move<C> {
    /// One way to play it, such as `a3-b3, b3-b1`, or `pass`.
    #[serde(rename = "move")]
    pub(super) action: String,
    /// The cells of the pieces taken.
    pub(super) captures: Vec<String>,
    #[serde(flatten)]
    counts: C,
    /// Whoever has the next turn to move; in Sig `turn=2` is the second of its two turns, in tâb the same team moves while its turn
    /// goes on.
    position: String,
    /// Sequences of moves that lead there.
    ways: Count,
    /// How the game has ended with it, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<String>,
}

/// Plays of which nothing is counted but what every game counts.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NoCounts {}

impl<C> Move<C> {
    pub(crate) fn of<R: Commands<Counts = C>>(play: &Play<R>) -> Self {
        Self {
            action: play.text(),
            captures: texts(&play.captures),
            counts: R::counts(play),
            position: play.position.to_string(),
            ways: Count::of(play.ways),
            ends: Recordable::ended(&play.position),
        }
    }
}

impl<R: Commands> ListedMoves for Position<R> {
    type At = PositionOf<Self>;
    type Thrown = YieldArgs<R>;
    type List = PlayList<R::Counts>;
    const ABOUT: &'static str = "Every way to play the throws of a turn";

    fn help() -> String {
        R::TEXTS.moves.to_owned()
    }

    fn throw(&self, thrown: &mut YieldArgs<R>) -> Result<Yield<R::Throw>, Failure> {
        let played = played_of(self, &thrown.played)?;
        thrown.played = played.to_string();
        Ok(played)
    }

    fn listed(&self, plays: &[Play<R>]) -> PlayList<R::Counts> {
        PlayList {
            moves: plays.iter().map(Move::of).collect(),
            over: Recordable::ended(self).is_some(),
            note: R::counts_note(plays),
        }
    }

    fn table(&self, thrown: &YieldArgs<R>, list: &PlayList<R::Counts>) -> Sheet {
        let number = listed(list.moves.len(), "play", "plays");
        let heading = [self.rules().to_string(), thrown.played.clone(), number].join(" · ");
        let mut sheet = Sheet::of(&list.moves)
            .text("moves", |play| play.action.clone())
            .text("takes", |play| play.captures.join(" "));
        for (name, count) in R::COUNTS {
            sheet = sheet.right(*name, |play| count(&play.counts));
        }
        sheet
            .right("ways", |play| &play.ways)
            .text("position", |play| play.position.clone())
            .named("plays", heading)
            .note("ways: sequences of moves that lead to the same position; one of them is shown")
            .notes(list.note.clone())
            .chart(Chart::None)
    }

    fn drawn_size(&self, list: &PlayList<R::Counts>) -> u128 {
        let cells = self.scene(0).spots.len();
        (list.moves.len() * 8 * cells) as u128
    }
}
