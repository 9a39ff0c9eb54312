//! The arguments of every `play`.

use std::marker::PhantomData;
use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;

use crate::ask::args::one_of;
use crate::ask::subject::Shown;

/// Who plays which side of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// The person begins.
    First,
    /// The machine begins.
    Second,
    /// Two people play.
    Both,
}

impl Seat {
    /// Reads a seat: the side that the person plays.
    fn read<P: Shown>() -> impl TypedValueParser<Value = Self> {
        let [[first, _], [second, _]] = P::SIDES;
        one_of([
            (Self::First, first, "You begin"),
            (Self::Second, second, "The machine begins"),
            (Self::Both, "both", "Two people play"),
        ])
    }

    /// Who plays which side, in a sentence.
    pub(crate) fn sentence<P: Shown>(self) -> String {
        let [first, second] = P::SIDES.map(|[name, _]| name);
        match self {
            Self::First => format!("You are {first}; the machine is {second}."),
            Self::Second => format!("You are {second}; the machine is {first}."),
            Self::Both => "You play both sides.".to_owned(),
        }
    }

    /// Whether a person plays the side that begins, or the other one.
    pub(crate) fn has(self, begins: bool) -> bool {
        match self {
            Self::First => begins,
            Self::Second => !begins,
            Self::Both => true,
        }
    }
}

/// A game against the machine, whatever the game.
#[derive(Clone, Debug, Args)]
pub(crate) struct GameArgs<P: Shown> {
    /// The side you play; `both`: two people play [default: the first]
    #[arg(long = "as", value_name = "SIDE", value_parser = Seat::read::<P>(), ignore_case = true)]
    seat: Option<Seat>,
    /// Where to begin: a position file, the position on one line, or a record, whose game goes on [default: the start of the game]
    #[arg(long, value_name = "FILE|TEXT", allow_hyphen_values = true)]
    pub(crate) start: Option<PathBuf>,
    /// The rules (`siga rules GAME` lists the options) [default: the file's, else the game's first]
    #[arg(long, value_name = "TEXT")]
    pub(crate) rules: Option<String>,
    /// The game, where it is one of a family.
    #[arg(skip)]
    pub(crate) game: Option<&'static str>,
    /// The seed, which decides the throws and the choice between equally good moves; the same seed gives the same game
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[arg(skip)]
    positions: PhantomData<P>,
}

impl<P: Shown> GameArgs<P> {
    /// Who plays which side.
    pub(crate) fn seat(&self) -> Seat {
        self.seat.unwrap_or(Seat::First)
    }
}
