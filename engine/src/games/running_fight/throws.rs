//! Throws of the sticks, those of a turn that stand, and what they leave to be played.

use std::borrow::Cow;
use std::fmt;

use itertools::Itertools as _;
use num_rational::{BigRational, Ratio};

use super::sticks::chances;
use crate::chance::expr::{Expr, Score};
use crate::work::Fault;

/// The most throws a yield may have.
pub const MAX_YIELD: usize = 40;

/// The effect of a throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// It moves nothing, but a khmar can cancel it in place of another.
    Nothing,
    /// It moves one piece or stack this many cells, 1 to 99.
    Move(u8),
    /// In Sig: it frees one piece of the home row.
    Khadzh,
    /// In Sig: it cancels a throw before it.
    Khmar,
}

impl Face {
    /// The number of cells that it moves a piece.
    pub(in crate::games) fn cells(self) -> Option<u8> {
        match self {
            Self::Move(cells) => Some(cells),
            _ => None,
        }
    }

    /// Whether it leaves something to be played.
    pub(in crate::games) fn is_played(self) -> bool {
        !matches!(self, Self::Nothing | Self::Khmar)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("0"),
            Self::Move(cells) => write!(f, "{cells}"),
            Self::Khadzh => f.write_str("khadzh"),
            Self::Khmar => f.write_str("khmar"),
        }
    }
}

/// One entry of the table of throws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Throw {
    /// The effect.
    pub face: Face,
    /// Whether it earns another throw.
    pub again: bool,
}

impl Throw {
    pub(in crate::games) const fn ends(face: Face) -> Self {
        Self { face, again: false }
    }

    pub(in crate::games) const fn again(face: Face) -> Self {
        Self { face, again: true }
    }

    /// What it counts, in the notation of throws.
    pub(super) fn score(self) -> Score {
        match self.face {
            Face::Nothing => Score::Value(Expr::Number(0)),
            Face::Move(cells) => Score::Value(Expr::Number(cells.into())),
            Face::Khadzh => Score::Label(Face::Khadzh.to_string()),
            Face::Khmar => Score::Cancel(Some(Face::Khmar.to_string())),
        }
    }
}

impl fmt::Display for Throw {
    /// The face, with `*` if it earns another throw.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.face, if self.again { "*" } else { "" })
    }
}

/// A throw of the table, with all numbers of sticks with the biased side up (red in Sig, flat in tâb) that give it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weighted {
    /// The throw.
    pub throw: Throw,
    /// The numbers of sticks with that side up, ascending.
    pub ups: Vec<usize>,
    /// Its chance.
    pub chance: BigRational,
}

/// The different throws of a table that has one for each number of sticks with the biased side up, in the order of the fewest.
pub(super) fn weighted(table: &[Throw], bias: &[Ratio<u32>]) -> Vec<Weighted> {
    let mut all: Vec<Weighted> = Vec::new();
    let chances = chances(bias, table.len() - 1);
    for (up, (&throw, chance)) in table.iter().zip(chances).enumerate() {
        match all.iter_mut().find(|known| known.throw == throw) {
            Some(known) => {
                known.ups.push(up);
                known.chance += chance;
            }
            None => all.push(Weighted {
                throw,
                ups: vec![up],
                chance,
            }),
        }
    }
    all
}

/// The different throws among some that leave something to be played, ascending.
pub(in crate::games) fn playable(throws: impl Iterator<Item = Throw>) -> Vec<Face> {
    let faces = throws.map(|throw| throw.face);
    let faces = faces.filter(|face| face.is_played());
    faces.sorted_unstable().dedup().collect()
}

/// The throws that a turn leaves to be played, in the order they were thrown, as `khadzh,4,5` or `1,4,2`.
///
/// In tâb a turn goes on after 1, 4 and 6 and ends with 2 or 3. Where each throw is used at once (`order=thrown`), the throws up to now may
/// be given before the turn has ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Yield(Vec<Face>);

impl Yield {
    /// A yield of throws known to be those of a turn.
    pub(in crate::games) fn trusted(throws: Vec<Face>) -> Self {
        Self(throws)
    }

    /// The throws, in the order they were thrown.
    pub fn throws(&self) -> &[Face] {
        &self.0
    }

    /// Reads throws separated by commas, each one of some; nothing is no throw. `wrong` says of a text that it is none, and what would be
    /// right.
    ///
    /// # Errors
    /// If a part is not a throw, or there are too many.
    pub(in crate::games) fn read(
        text: &str,
        faces: &[Face],
        wrong: impl Fn(&str) -> String,
    ) -> Result<Self, Fault> {
        let parts: Vec<&str> = match text.trim() {
            "" => Vec::new(),
            text => text.split(',').map(str::trim).collect(),
        };
        if parts.len() > MAX_YIELD {
            let found = parts.len();
            let text = format!("a yield of {found} throws: at most {MAX_YIELD}");
            return Err(Fault::input(text));
        }
        let throw = |part: &str| {
            let shown = || part.chars().take(20).collect::<String>();
            let face = faces.iter().find(|face| face.to_string() == part);
            face.copied().ok_or_else(|| Fault::input(wrong(&shown())))
        };
        let throws = parts.into_iter().map(throw);
        throws.collect::<Result<_, _>>().map(Self)
    }
}

impl fmt::Display for Yield {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().join(","))
    }
}

/// A throw to be played: the cells it moves a piece, or its name, such as `khadzh`.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[serde(untagged)]
enum Thrown {
    Cells(u8),
    Named(String),
}

impl serde::Serialize for Yield {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let thrown = |face: &Face| match face.cells() {
            Some(cells) => Thrown::Cells(cells),
            None => Thrown::Named(face.to_string()),
        };
        to.collect_seq(self.0.iter().map(thrown))
    }
}

impl schemars::JsonSchema for Yield {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Vec::<Thrown>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<Thrown>::json_schema(generator)
    }
}

/// The throws of a turn under way that stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Standing {
    /// In the order thrown.
    pub(super) throws: Vec<Face>,
    /// Whether the last of them can still be taken off by a throw that takes off only the one just before it.
    pub(super) fresh: bool,
}

impl Standing {
    /// The throws among those that stand that leave something to play.
    pub(super) fn played(mut self) -> Yield {
        self.throws.retain(|face| face.is_played());
        Yield(self.throws)
    }
}
