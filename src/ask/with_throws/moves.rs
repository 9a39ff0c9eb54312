//! Every play of a throw, and how plays are shown wherever they are listed.

use std::marker::PhantomData;

use clap::Args;

use super::GameWithThrows;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::{Placed, PositionOf};
use crate::games::record::Recordable;
use crate::render::words::listed;
use crate::rules::RulesText;
use crate::work::Note;

/// A column of what only one game says of plays: its heading, whether it is a number, and what it says.
pub(crate) type Column<C> = (&'static str, bool, fn(&C) -> String);

/// A throw that is played.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "P: GameWithThrows", rename = "ThrowAsked")]
pub(crate) struct ThrowArg<P: GameWithThrows> {
    #[arg(long, visible_alias = "yield", value_name = "THROW", help = throw_help::<P>())]
    throw: Option<String>,
    #[arg(skip)]
    #[serde(skip)]
    game: PhantomData<P>,
}

fn throw_help<P: GameWithThrows>() -> String {
    format!("What is thrown, such as {}", P::THROW)
}

impl<P: GameWithThrows> ThrowArg<P> {
    /// The throw, if one is given; written afterwards as records write it.
    ///
    /// # Errors
    /// It cannot be thrown.
    pub(crate) fn read(&mut self, position: &P) -> Result<Option<P::Throw>, Failure> {
        let Some(text) = &self.throw else {
            return Ok(None);
        };
        let throw = position.read_throw(text).map_err(|error| {
            let shown: String = match text.chars().count() {
                0..=60 => text.clone(),
                _ => text.chars().take(60).chain(['…']).collect(),
            };
            Failure::from(error).context(format!("--throw {shown}"))
        })?;
        self.throw = Some(P::throw_text(&throw));
        Ok(Some(throw))
    }

    /// The throw as records write it.
    pub(crate) fn text(&self) -> &str {
        self.throw.as_deref().unwrap_or_default()
    }
}

/// A play of a throw.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Move")]
pub(crate) struct Move<C> {
    /// The play as a record has it; `pass` where nothing is moved.
    #[serde(rename = "move")]
    pub(crate) action: String,
    /// The cells of the pieces taken.
    pub(crate) captures: Vec<String>,
    #[serde(flatten)]
    pub(crate) own: C,
    /// The position afterwards, before the next throw; where the same side goes on, it is to throw there.
    pub(crate) position: String,
    /// How the game has ended with it, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<String>,
}

impl<C> Move<C> {
    pub(crate) fn of<P: GameWithThrows<Own = C>>(position: &P, play: &P::Play) -> Self {
        let after = position.follow(play);
        Self {
            action: position.name(play),
            captures: position.captures(play),
            own: position.own(play),
            position: after.to_string(),
            ends: Recordable::ended(&after),
        }
    }
}

/// Every play of a throw.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "P: GameWithThrows", rename = "Moves")]
pub(crate) struct Moves<P: GameWithThrows> {
    #[command(flatten)]
    #[serde(flatten)]
    at: PositionOf<P>,
    #[command(flatten)]
    #[serde(flatten)]
    thrown: ThrowArg<P>,
}

/// Every play of a throw, each position that it can be played to once.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Moves")]
pub(crate) struct PlayList<C> {
    /// The plays; none if the game is over.
    moves: Vec<Move<C>>,
    /// Whether the game is over.
    over: bool,
    /// The side that has won, if the game is over and somebody has.
    winner: Option<String>,
    #[serde(skip)]
    note: Option<String>,
}

impl<P: GameWithThrows> Command for Moves<P> {
    const WORDS: &'static [&'static str] = &[<P::Rules as RulesText>::GAME, "moves"];
    const ABOUT: &'static str = "Every play of a throw, with what it takes";
    type Answer = PlayList<P::Own>;

    fn ask(&mut self, caller: Caller, _note: &Note) -> Result<Self::Answer, Failure> {
        let position = self.at.read(caller)?;
        let throw = self.thrown.read(position)?;
        let throw = throw.ok_or_else(|| {
            Failure::input(format!(
                "--throw is missing: say what is thrown, as in --throw {}",
                P::THROW
            ))
        })?;
        let plays = position.list(&throw)?;
        Ok(PlayList {
            moves: plays.iter().map(|play| Move::of(position, play)).collect(),
            over: Recordable::ended(position).is_some(),
            winner: position.won_by().map(|side| side.to_string()),
            note: (!plays.is_empty()).then(|| P::column_note(&plays)),
        })
    }

    fn target(&mut self) -> Target<'_> {
        self.at.target()
    }

    fn picture(&self, _list: &Self::Answer) -> Option<Picture> {
        Some(self.at.subject().picture())
    }

    fn drawn_size(&self, list: &Self::Answer, _style: &Style) -> u128 {
        self.at.subject().position.drawn_size(list.moves.len())
    }

    fn tables(&self, list: &Self::Answer, _style: &Style) -> Vec<Sheet> {
        let number = listed(list.moves.len(), "play", "plays");
        let rules = self.at.subject().rules();
        let mut sheet = Sheet::of(&list.moves)
            .text("play", |play| play.action.clone())
            .text("takes", |play| play.captures.join(" "));
        for (name, is_number, said) in P::COLUMNS {
            sheet = match is_number {
                true => sheet.right(*name, |play| said(&play.own)),
                false => sheet.text(*name, |play| said(&play.own)),
            };
        }
        let sheet = sheet
            .text("position", |play| play.position.clone())
            .named(
                "plays",
                format!("{rules} · throw {} · {number}", self.thrown.text()),
            )
            .notes(list.note.clone())
            .chart(Chart::None);
        vec![sheet]
    }
}
