//! What a position holds before the throw, and the plays of a yield ranked.

use std::fmt::Debug;

use num_rational::BigRational;

use super::plays::Yield;
use super::position::{Fight, Play, Position};
use super::route::Cell;
use super::turn::WholeTurn;
use crate::board::Team;
use crate::chance::analysis::AnalysisError;
use crate::chance::expr::Expr;
use crate::chance::turn::TurnRules;
use crate::exact::Quantity;
use crate::games::throws::endgame::{self, Draw, Solved, Terms};
use crate::games::throws::ranked::{By, Ranking};
use crate::games::throws::review::Reviewed;
use crate::games::throws::{Turn, Values as _, Worth};
use crate::work::{Fault, Kind, Note};

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

/// Rules under which positions are analysed.
pub trait Analysed: Fight {
    /// A throw with its chance.
    type Weighted: Debug;

    /// The depth for each turn of a game, with this budget.
    fn effort(budget: u64) -> Effort;

    /// What the turns of both teams can take.
    ///
    /// # Errors
    /// An effort that the rules do not allow.
    fn analysis(position: &Position<Self>, effort: &Effort) -> Result<Analysis, Fault>;

    /// Every play of a yield with what the next turn of the other team takes after it; where [`By::Win`] is asked for, by
    /// [`By::Net`].
    ///
    /// # Errors
    /// Too many plays, or rules under which they cannot be compared.
    fn ranking(
        position: &Position<Self>,
        played: &Yield<Self::Throw>,
        by: By,
        effort: &Effort,
    ) -> Result<Ranking<Play<Self>>, Fault>;

    /// A throw of the sticks in the notation of throws, and the turns that are made of it.
    fn as_throw(&self) -> (Expr, TurnRules);

    /// Everything about a whole turn: values in the order thrown and without it up to `length` of them, totals up to `up_to`, the number of
    /// throws, and of the khadzhs that stand, or of tâbs.
    ///
    /// Exact: everything; in Sig under `cancel=stack` the chances are quadratic surds.
    /// Cost: milliseconds; the lists grow as a power of the length.
    /// Rules: of Sig `throws`, `bias` and `cancel` matter, of tâb `bias` alone.
    ///
    /// # Errors
    /// Lists that grow too long.
    ///
    /// # Examples
    /// ```
    /// use siga::games::running_fight::analyse::Analysed;
    /// use siga::games::{sig, tab};
    /// let rules: sig::Rules = "sig:depaulis,cancel=stack".parse()?;
    /// let khadzh = rules.whole_turn(2, None)?.named.unwrap();
    /// let chance = khadzh.at_least_one.surd().unwrap();
    /// assert_eq!((chance.root().to_string(), chance.decimal(5)), ("723".to_owned(), "0.09664".to_owned()));
    ///
    /// let tabs = tab::Rules::lane().whole_turn(2, None)?.named.unwrap();
    /// assert_eq!([tabs.at_least_one.exact(), tabs.mean.exact()], [Some(&"2/7".parse()?), Some(&"2/5".parse()?)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn whole_turn(
        &self,
        length: usize,
        up_to: Option<i64>,
    ) -> Result<WholeTurn<Self::Weighted>, AnalysisError>;
}

/// The plays of a yield in order, and with [`By::Win`] the endgame that was solved; `None` where it is not, or the game is over.
pub type RankedPlays<R> = (Ranking<Play<R>>, Option<Solved<Position<R>>>);

/// The plays of a yield in order; by [`By::Win`] those of equal and of unknown chances in the order of [`By::Net`].
///
/// Exact: every number is exact or between proved bounds, whatever the effort.
/// Cost: the effort; with [`By::Win`] an endgame of at most [`USUAL_POSITIONS`](endgame::USUAL_POSITIONS) positions.
///
/// # Errors
/// Too many plays, or rules under which they cannot be compared. A chance to win that cannot be found is not known, but for a
/// table that cannot be read.
///
/// # Examples
/// ```
/// use siga::work::Note;
/// use siga::games::running_fight::analyse::rank;
/// use siga::games::sig::{Effort, Position, Rules, analyse::By, moves::Yield};
/// let rules: Rules = "sig:depaulis,length=2".parse()?;
/// let position = Position::parse("A1/2/2/1B A", &rules)?;
/// let played = Yield::parse("4", &rules)?;
/// let (_, solution) = rank(&position, &played, By::Win, &Effort::throws(3), &Note::default())?;
/// assert!(solution.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank<R: Analysed>(
    position: &Position<R>,
    played: &Yield<R::Throw>,
    by: By,
    effort: &Effort,
    note: &Note,
) -> Result<RankedPlays<R>, Fault> {
    note.set("ranking every play");
    let mut ranking = R::ranking(position, played, by, effort)?;
    if by != By::Win {
        return Ok((ranking, None));
    }
    let solved = match position.ended() {
        Some(_) => None,
        None => match endgame::solve(position, &Terms::default(), note) {
            Ok(solved) => Some(solved),
            Err(fault) if fault.kind() == Kind::Io => return Err(fault),
            Err(_) => None,
        },
    };
    for ranked in &mut ranking.plays {
        let after = &ranked.play.position;
        ranked.win = match &solved {
            Some(solved) => solved.value(position.side(), after)?,
            None => endgame::result(position.side(), after, Draw::Half),
        };
    }
    let ranking = Ranking::new(ranking.plays, &[By::Win], ranking.budget);
    Ok((ranking, solved))
}

/// A turn of a game by `by`, with this work; its plays are not known where they are too many, or the rules do not let them be compared.
pub fn measured<R: Analysed>(turn: &Turn<Position<R>>, by: By, budget: u64) -> Reviewed<Team> {
    let effort = R::effort(budget);
    let Ok(ranking) = R::ranking(&turn.position, &turn.throw, by, &effort) else {
        return Reviewed::unknown(turn, by, None);
    };
    let plays = ranking.plays.into_iter().map(|ranked| Worth {
        value: ranked.value(by),
        play: ranked.play,
    });
    Reviewed::of(turn, by, None, &plays.collect::<Vec<_>>())
}
