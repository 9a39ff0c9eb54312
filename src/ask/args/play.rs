//! The arguments of every `play`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::Serialize;

use super::position::PositionSource;
use crate::games::throws::ranked::By;

/// Who plays which side.
pub(crate) trait Seats: ValueEnum + Clone + Default + Send + Sync + 'static {
    /// That in a sentence.
    fn sentence(&self) -> &'static str;
}

/// A game against the machine, whatever the game.
#[derive(Clone, Debug, Args)]
pub(crate) struct GameArgs<S: Seats> {
    /// The side you play; `both`: two people play [default: the first]
    // Not a default of clap's: it would be the same for every `S`.
    #[arg(long = "as", value_name = "SIDE", value_enum, ignore_case = true)]
    seat: Option<S>,
    #[command(flatten)]
    pub(crate) start: Start,
    /// The rules (`siga rules` lists the options) [default: the file's, else the game's first]
    #[arg(long, value_name = "TEXT")]
    pub(crate) rules: Option<String>,
    /// The game, where it is one of a family.
    #[arg(skip)]
    pub(crate) game: Option<&'static str>,
    /// The seed, which decides the throws and the choice between equally good moves; the same seed gives the same game
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// Where the game begins.
#[derive(Clone, Debug, Args)]
pub(crate) struct Start {
    /// Where to begin: a position file, the position on one line, or a record, whose game goes on [default: the start of the game]
    #[arg(long = "start", value_name = "FILE|TEXT", allow_hyphen_values = true)]
    start: Option<PathBuf>,
}

impl Start {
    /// The place of a position that was given.
    pub(crate) fn place(&self) -> Option<PositionSource> {
        let file = self.start.clone()?;
        Some(PositionSource {
            file: Some(file),
            ..PositionSource::default()
        })
    }
}

impl<S: Seats> GameArgs<S> {
    /// Who plays which side.
    pub(crate) fn seat(&self) -> S {
        self.seat.clone().unwrap_or_default()
    }
}

/// The aim of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Aim {
    /// To take
    Take,
    /// That the opponent takes nothing in the next turn
    Safe,
    /// Pieces taken less those expected to be lost in the next turn
    Net,
}

/// The measure by which plays are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Criterion {
    /// What can be taken this turn
    Take,
    /// The chance that the opponent takes nothing in the next turn
    Safe,
    /// Pieces taken less pieces lost, on average
    Net,
    /// The chance to win
    Win,
}

impl From<Aim> for By {
    fn from(aim: Aim) -> Self {
        match aim {
            Aim::Take => Self::Take,
            Aim::Safe => Self::Safe,
            Aim::Net => Self::Net,
        }
    }
}

impl From<Criterion> for By {
    fn from(by: Criterion) -> Self {
        match by {
            Criterion::Take => Self::Take,
            Criterion::Safe => Self::Safe,
            Criterion::Net => Self::Net,
            Criterion::Win => Self::Win,
        }
    }
}

/// Who plays which side of a game on a square board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SquareSeat {
    /// You begin
    #[default]
    X,
    /// The machine begins
    O,
    /// Two people play
    Both,
}

impl Seats for SquareSeat {
    fn sentence(&self) -> &'static str {
        match self {
            Self::X => "You are x; the machine is o.",
            Self::O => "You are o; the machine is x.",
            Self::Both => "You play both sides.",
        }
    }
}

impl SquareSeat {
    /// Whether a side is played by whoever types.
    pub(crate) fn has(self, side: crate::board::Side) -> bool {
        match self {
            Self::X => side == crate::board::Side::X,
            Self::O => side == crate::board::Side::O,
            Self::Both => true,
        }
    }
}

/// Who plays which side of a game with throws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Seat {
    /// You begin
    #[default]
    A,
    /// The machine begins
    B,
    /// Two people play
    Both,
}

impl Seats for Seat {
    fn sentence(&self) -> &'static str {
        match self {
            Self::A => "You are A; the machine is B.",
            Self::B => "You are B; the machine is A.",
            Self::Both => "You play both sides.",
        }
    }
}
