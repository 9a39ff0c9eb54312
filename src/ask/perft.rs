//! Counting sequences of moves: `perft` of every game.

use std::fmt::{Debug, Display};

use clap::Args;

use super::disputes::Target;
use super::one_command::Command;
use super::prelude::*;
use super::subject::{Placed, Shown};
use crate::exact::serial::count;
use crate::games::perft::{ByMove, ByThrow, Counted, Sequences, Terms};
use crate::rules::RulesText;
use crate::work::Note;

/// Counts the sequences of moves of a given length.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "P: Divided", rename = "Perft")]
pub(crate) struct Perft<P: Divided> {
    #[command(flatten)]
    #[serde(flatten)]
    at: P::At,
    #[command(flatten)]
    #[serde(flatten)]
    depth: P::Depth,
}

/// The number of sequences of moves.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PerftResult")]
pub(crate) struct Counts<E> {
    /// Plies, or turns where a turn is played as a whole.
    depth: u32,
    /// Sequences of exactly this length: of moves; of plays, each throw counted as often as it is likely; or of turns, one for
    /// each different yield and each position that it can be played to.
    nodes: Count,
    /// In games without throws: the same for each number of plies up to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_depth: Option<Vec<ByDepth>>,
    /// With `--divide`: the same by the first move, the first throw, or the yield of the first turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<E>>,
}

/// The number of sequences of a length.
#[derive(Serialize, JsonSchema)]
struct ByDepth {
    depth: u32,
    nodes: Count,
}

/// A game whose sequences of moves are counted.
pub(crate) trait Divided: Shown + Counted<First: Beginning> {
    /// The arguments that name the position.
    type At: Placed<Self>;
    /// The arguments that say what is counted.
    type Depth: Depth<Self::Bound>;
    /// What the command does, in a line of help.
    const ABOUT: &'static str = "Count the sequences of moves of a given length";
}

impl<P: Divided> Command for Perft<P> {
    const WORDS: &'static [&'static str] = &[<P::Rules as RulesText>::GAME, "perft"];
    const ABOUT: &'static str = P::ABOUT;
    type Answer = Counts<P::First>;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Self::Answer, Failure> {
        let terms = self.depth.terms();
        let found = self.at.read(caller)?.count(&terms, note)?;
        let nodes = Count::of(found.nodes());
        let Sequences {
            by_depth, by_first, ..
        } = found;
        let by_depth = by_depth.into_iter().map(|(depth, nodes)| ByDepth {
            depth,
            nodes: Count::of(nodes),
        });
        Ok(Counts {
            depth: terms.depth,
            nodes,
            by_depth: P::First::SHORTER.then(|| by_depth.collect()),
            divide: by_first,
        })
    }

    fn target(&mut self) -> Target<'_> {
        self.at.target()
    }

    fn picture(&self, _counts: &Self::Answer) -> Option<Picture> {
        Some(self.at.subject().picture())
    }

    fn tables(&self, counts: &Self::Answer, _style: &Style) -> Vec<Sheet> {
        let rules = self.at.subject().rules().shown();
        let [unit, counted] = P::First::COLUMNS;
        let lengths = match &counts.by_depth {
            Some(lengths) => lengths.iter().map(|of| (of.depth, &of.nodes)).collect(),
            None => vec![(counts.depth, &counts.nodes)],
        };
        let total = Sheet::of(lengths)
            .right(unit, |(depth, _)| *depth)
            .right(counted, |(_, nodes)| *nodes)
            .named("sequences", format!("{rules} · {}", self.depth.heading()));
        let divide = counts.divide.as_ref().map(|parts| {
            let (length, by) = (self.depth.length(), P::First::BY);
            P::First::table(parts, format!("{rules} · {length} by {by}"))
                .note(format!("{} in all", counts.nodes.grouped()))
        });
        divide.into_iter().chain([total]).collect()
    }
}

/// The length of sequences of plies; in games with throws a throw and a play of it are one.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct Plies<const THROWS: bool> {
    /// How many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=longest(THROWS)))]
    depth: u32,
    /// The count after each first move, or each first throw
    #[arg(long)]
    divide: bool,
    /// Fail if moves would have to be found in more than N positions
    #[arg(long, value_name = "N", default_value = usual(THROWS),
          value_parser = clap::value_parser!(u64).range(u64::from(THROWS)..=most(THROWS)))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    budget: u64,
}

const fn longest(throws: bool) -> i64 {
    if throws { 60 } else { 200 }
}

/// The usual budget, as text: of a number clap would keep the first text it makes, for all games.
const fn usual(throws: bool) -> &'static str {
    if throws { "100000" } else { "1000000000" }
}

const fn most(throws: bool) -> u64 {
    if throws { 50_000_000 } else { u64::MAX }
}

/// The arguments that say what is counted.
pub(crate) trait Depth<B>:
    Args + Clone + Debug + Serialize + JsonSchema + Send + Sync + 'static
{
    /// What is counted, and how far.
    fn terms(&self) -> Terms<B>;

    /// The things counted, in words.
    fn heading(&self) -> String;

    /// The length of the sequences, in words.
    fn length(&self) -> String;
}

impl<const THROWS: bool> Depth<()> for Plies<THROWS> {
    fn terms(&self) -> Terms<()> {
        Terms {
            depth: self.depth,
            bound: (),
            budget: self.budget,
            divide: self.divide,
        }
    }

    fn heading(&self) -> String {
        match THROWS {
            true => "sequences of throws and plays".to_owned(),
            false => "sequences of plies by length".to_owned(),
        }
    }

    fn length(&self) -> String {
        format!("sequences of {}", counted(self.depth, "ply", "plies"))
    }
}

/// A beginning of sequences.
pub(crate) trait Beginning: Serialize + JsonSchema + Send + Sized + 'static {
    /// The columns of the table of lengths: the unit of length, and the things counted.
    const COLUMNS: [&'static str; 2];
    /// Whether shorter sequences are counted too.
    const SHORTER: bool = false;
    /// What the sequences are told apart by.
    const BY: &'static str;

    fn table(parts: &[Self], heading: String) -> Sheet;
}

impl Beginning for ByThrow {
    const COLUMNS: [&'static str; 2] = ["plies", "sequences"];
    const BY: &'static str = "first throw";

    fn table(parts: &[Self], heading: String) -> Sheet {
        Sheet::of(parts)
            .right("throw", |first| first.throw.clone())
            .right("weight", |first| first.weight)
            .right("plays", |first| first.plays)
            .right("sequences", |first| first.nodes)
            .named("divide", heading)
            .note("sequences: counted once for each weight of the throw")
    }
}

impl<M: Display + Send + 'static> Beginning for ByMove<M> {
    const COLUMNS: [&'static str; 2] = ["plies", "sequences"];
    const SHORTER: bool = true;
    const BY: &'static str = "first move";

    fn table(parts: &[Self], heading: String) -> Sheet {
        Sheet::of(parts)
            .text("move", |part| part.action.to_string())
            .right("sequences", |part| part.nodes)
            .named("divide", heading)
    }
}
