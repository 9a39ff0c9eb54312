//! Capture chances by distance: `odds` and `table` of every game that has them.

use clap::Args;

use super::args::list::{List, flat};
use super::disputes::Target;
use super::disputes::{Change, Point};
use super::one_command::Command;
use super::prelude::*;
use crate::render::printed::Printed;
use crate::work::Note;

/// The terms under which a game gives capture chances: its rules, and how far it is looked.
pub(crate) trait Distances:
    Args + Clone + std::fmt::Debug + Serialize + JsonSchema + Send + Sync + 'static
{
    /// The chance of one placement.
    type Chance: Serialize + JsonSchema + Send + 'static;
    /// The words of the commands: of one placement, and of all.
    const WORDS: [&'static [&'static str]; 2];
    /// The greatest distance of a table unless another is asked for: of one piece, of two, of more.
    const GREATEST: [u32; 3];

    /// The chance that pieces this far behind take.
    ///
    /// # Errors
    /// A fault in the text of the rules, or one of the game.
    fn one(&mut self, behind: &[u32]) -> Result<Self::Chance, Failure>;

    /// The chances for every choice of so many distances up to `max`.
    ///
    /// # Errors
    /// A fault in the text of the rules, or one of the game.
    fn all(&mut self, pieces: usize, max: u32) -> Result<Vec<Self::Chance>, Failure>;

    /// Where the rules are written.
    fn target(&mut self) -> Target<'_>;

    fn behind(row: &Self::Chance) -> &[u32];

    fn sheet(&self, rows: &[Self::Chance], style: &Style) -> Sheet;

    /// Tables for which a page alone has room, or which are asked for.
    fn background(&self, _rows: &[Self::Chance]) -> Vec<Sheet> {
        Vec::new()
    }

    /// Further values that printed tables give of the same rows.
    fn besides(printed: Printed, _rows: &[Self::Chance]) -> Printed {
        printed
    }

    /// The disputed points besides the rules.
    fn points(&self) -> Vec<Point> {
        Vec::new()
    }

    /// Changes the terms at such a point.
    fn change(&mut self, _change: &Change) -> bool {
        false
    }

    /// The values that printed tables can give of these rows.
    fn printed(&self, rows: &[Self::Chance], list: &'static str) -> Option<Printed> {
        let keys = rows.iter().map(|row| texts(Self::behind(row)));
        let printed = Printed::of(&self.sheet(rows, &Style::default()))?
            .listed(list)
            .keyed("behind", keys.collect())
            .with_ways();
        Some(Self::besides(printed, rows))
    }
}

/// The chance that pieces behind an enemy piece take it this turn.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[schemars(rename = "Odds")]
pub(crate) struct CaptureOdds<T: Distances> {
    /// The distance of each own piece behind the target
    #[arg(long, value_name = "D[,D…]", required = true)]
    #[serde(serialize_with = "flat")]
    #[schemars(with = "Vec<u32>")]
    behind: Vec<List<u32>>,
    #[command(flatten)]
    #[serde(flatten)]
    terms: T,
}

impl<T: Distances> Command for CaptureOdds<T> {
    const WORDS: &'static [&'static str] = T::WORDS[0];
    const ABOUT: &'static str = "The chance that pieces behind an enemy piece take it this turn";
    type Answer = T::Chance;

    fn ask(&mut self, _caller: Caller, _note: &Note) -> Result<T::Chance, Failure> {
        self.terms.one(&List::all(&self.behind))
    }

    fn target(&mut self) -> Target<'_> {
        self.terms.target()
    }

    fn points(&self) -> Vec<Point> {
        self.terms.points()
    }

    fn change(&mut self, change: &Change) -> bool {
        self.terms.change(change)
    }

    fn tables(&self, row: &T::Chance, style: &Style) -> Vec<Sheet> {
        vec![self.terms.sheet(std::slice::from_ref(row), style)]
    }

    fn background(&self, row: &T::Chance) -> Vec<Sheet> {
        self.terms.background(std::slice::from_ref(row))
    }

    fn printed(&self, row: &T::Chance) -> Option<Printed> {
        self.terms.printed(std::slice::from_ref(row), "")
    }
}

/// Capture chances for all distances.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[schemars(rename = "Table")]
pub(crate) struct Table<T: Distances> {
    /// Pieces behind the target
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    pieces: u8,
    #[arg(long, value_name = "N", help = greatest::<T>())]
    #[schemars(with = "u32", description = "The greatest distance.")]
    max: Option<u32>,
    #[command(flatten)]
    #[serde(flatten)]
    terms: T,
}

fn greatest<T: Distances>() -> String {
    let [one, two, more] = T::GREATEST;
    format!("The greatest distance [default: {one} for one piece, {two} for two, {more} for three]")
}

/// Capture chances for all distances.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Chances<C> {
    /// One for each placement.
    rows: Vec<C>,
}

impl<T: Distances> Command for Table<T> {
    const WORDS: &'static [&'static str] = T::WORDS[1];
    const ABOUT: &'static str = "Capture chances for all distances";
    type Answer = Chances<T::Chance>;

    fn ask(&mut self, _caller: Caller, note: &Note) -> Result<Self::Answer, Failure> {
        let [one, two, more] = T::GREATEST;
        let max = *self.max.get_or_insert(match self.pieces {
            1 => one,
            2 => two,
            _ => more,
        });
        if max < u32::from(self.pieces) {
            return Err(Failure::input(format!(
                "--max {max} leaves no room for {}; at least {}",
                counted(self.pieces, "piece", "pieces"),
                self.pieces
            )));
        }
        note.set("looking at every distance");
        let rows = self.terms.all(self.pieces.into(), max)?;
        Ok(Chances { rows })
    }

    fn target(&mut self) -> Target<'_> {
        self.terms.target()
    }

    fn points(&self) -> Vec<Point> {
        self.terms.points()
    }

    fn change(&mut self, change: &Change) -> bool {
        match change {
            Change::Reaching(key) => {
                self.max = Some(*key);
                true
            }
            change => self.terms.change(change),
        }
    }

    fn tables(&self, answer: &Self::Answer, style: &Style) -> Vec<Sheet> {
        vec![self.terms.sheet(&answer.rows, style)]
    }

    fn background(&self, answer: &Self::Answer) -> Vec<Sheet> {
        self.terms.background(&answer.rows)
    }

    fn printed(&self, answer: &Self::Answer) -> Option<Printed> {
        self.terms.printed(&answer.rows, "/rows")
    }
}
