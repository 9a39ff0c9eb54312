//! What a position holds before the throw: what turns can take, free and lose.

use num_rational::BigRational;

use super::route::Cell;
use crate::exact::Quantity;
use crate::work::Fault;

/// The depth to which a question is searched.
///
/// The part that is not searched stands in the bounds of the answer, whatever the numbers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Turns of more throws are left open; `None` for as many as matter.
    pub max_throws: Option<u32>,
    /// In Sig elementary steps that may be taken, of a few nanoseconds each; in tâb positions on the way that may be looked at.
    pub budget: u64,
}

impl Effort {
    /// As many throws as matter, on a budget.
    pub fn of(budget: u64) -> Self {
        Self {
            max_throws: None,
            budget,
        }
    }

    /// Turns of at most `max_throws` throws, on the usual budget of Sig.
    pub fn throws(max_throws: u32) -> Self {
        Self {
            max_throws: Some(max_throws),
            ..Self::default()
        }
    }

    /// Whether a turn may be looked at up to this number of throws.
    ///
    /// # Errors
    /// A limit on throws that is not from 1 to `most`.
    pub(crate) fn check(&self, most: u32) -> Result<(), Fault> {
        match self.max_throws {
            Some(throws) if !(1..=most).contains(&throws) => Err(Fault::input(format!(
                "{throws} throws: a turn is looked at up to a number of throws from 1 to {most}"
            ))),
            _ => Ok(()),
        }
    }
}

impl Default for Effort {
    /// The usual budget of Sig: about a second.
    fn default() -> Self {
        Self::of(600_000_000)
    }
}

/// Where the budget ended the work on a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Ended")]
#[non_exhaustive]
pub struct Stopped {
    /// The number of throws before the last that were looked at one by one; what more throws take for sure was counted.
    pub standing: u32,
    /// About what brings the bounds closer.
    #[serde(serialize_with = "crate::exact::serial::count")]
    #[schemars(with = "String")]
    pub budget: u64,
}

/// The pieces that one turn can take, each number with the play that is best for it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Taking")]
#[non_exhaustive]
pub struct Takes {
    /// Chance to take a piece.
    pub at_least_one: Quantity,
    /// Each piece of the enemy, in the order of the mover's route.
    pub each: Vec<Piece>,
    /// Expected number of pieces taken.
    pub expected: Quantity,
    /// In Sig: the chance to take this number of pieces or more, as far as any turn looked at takes that many.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at_least: Vec<AtLeast>,
    /// Turns of more throws are left open.
    pub max_throws: u32,
    /// In Sig: yields of more throws before the last are left open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_standing: Option<u32>,
    /// The chance left open.
    #[serde(with = "crate::exact::serial::Number")]
    pub open: BigRational,
    /// Where the budget ended the work; `null` if it did not.
    pub stopped: Option<Stopped>,
}

/// The pieces of a cell, and the chance to take them.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Piece {
    /// Where they stand.
    pub cell: Cell,
    /// How many they are: in Sig one.
    pub pieces: u8,
    /// Whether they are awake; in Sig, whether the piece has been freed.
    pub awake: bool,
    /// Chance to take them.
    pub probability: Quantity,
}

/// The chance to take this number of pieces or more.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct AtLeast {
    /// The number of pieces.
    pub pieces: u32,
    /// The chance.
    pub probability: Quantity,
}

/// The possibilities in a position before the throw.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Analysis {
    /// Whether the game is over.
    pub over: bool,
    /// The pieces that the team to move can take in this turn, each number with the play that is best for it.
    pub take: Takes,
    /// In Sig: the pieces that the team to move can free in this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free: Option<Freeing>,
    /// The pieces that the other team could take in its next turn if it threw now.
    pub exposure: Exposed,
}

/// The pieces that a turn can free.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Freeing {
    /// Chance to free a piece.
    pub at_least_one: Quantity,
    /// Expected number of pieces freed.
    pub expected: Quantity,
}

/// The pieces that the other team can take.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Exposed {
    /// In its next turn.
    #[serde(flatten)]
    pub next: Takes,
    /// In Sig under `turns=two-and-two`: in its two turns in a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub both_turns: Option<BothTurns>,
}

/// The pieces that two turns in a row can take, each number with the play that is best for it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct BothTurns {
    /// The number of turns.
    pub turns: u32,
    /// Chance to take a piece.
    pub at_least_one: Quantity,
    /// Each piece of the enemy, in the order of its route.
    pub each: Vec<Piece>,
    /// Expected number of pieces taken.
    pub expected: Quantity,
    /// The chance of the yields of the first that were not looked at.
    #[serde(with = "crate::exact::serial::Number")]
    pub open: BigRational,
    /// About what brings the bounds closer, or `null`.
    #[serde(serialize_with = "crate::exact::serial::some_count")]
    #[schemars(with = "Option<String>")]
    pub budget: Option<u64>,
}
