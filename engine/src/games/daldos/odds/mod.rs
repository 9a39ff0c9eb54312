//! The chance to take an enemy piece this turn, extra throws included, with the best use of every throw.
//!
//! Own pieces stand at given distances behind one enemy piece on an endless straight track, nothing else near. Each number
//! of a throw moves one of these pieces or, if other pieces can make use of it (`elsewhere`), none of them. Numbers
//! given to one piece are added, and take only where the move ends, unless the rules say `intermediate_capture`. Friends
//! can be neither passed nor entered; the enemy piece can be passed. An extra throw comes when the numbers have been
//! played, from the new positions; the first take is success.

mod search;
mod track;

use num_rational::BigRational;
use thiserror::Error;

use super::rules::{IntermediateCapture, Rules};
use crate::exact::decision::{ProcessError, ProofError};
use search::Search;

/// The farthest a piece may stand behind.
pub const MAX_DISTANCE: u32 = 500;
/// The most own pieces.
pub const MAX_PIECES: usize = 8;
/// The most rows of a table.
pub const MAX_ROWS: u64 = 20_000;
/// The most positions looked at for one answer or table.
pub const MAX_POSITIONS: usize = 25_000;
/// The most uses of throws looked at for one answer or table.
pub const MAX_WAYS: u64 = 3_000_000;
/// The most choices after extra throws kept for one answer or table.
pub const MAX_CHOICES: usize = 500_000;

/// Whether numbers that these pieces do not use can be played by other own pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Elsewhere {
    /// Any number can: these pieces use what they like of a throw.
    Any,
    /// None can: these pieces must use every number where they legally can.
    Never,
}

/// The chance that pieces behind an enemy piece take it this turn.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Chance")]
#[non_exhaustive]
pub struct Odds {
    /// Holes each piece stands behind the target, as asked.
    pub behind: Vec<u32>,
    /// Chance to take it this turn with best play, extra throws included, without limit but for `extra_throws`.
    #[serde(serialize_with = "crate::exact::serial::number")]
    #[schemars(with = "crate::exact::serial::Number")]
    pub probability: BigRational,
    /// The throws, each in ascending order, that can take at once.
    pub hits: Vec<Vec<u8>>,
    /// The rule for each throw that earns another.
    pub on_rethrow: Vec<Rethrow>,
}

/// The best use of a throw that earns another.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "OnRethrow")]
#[non_exhaustive]
pub struct Rethrow {
    /// The faces of the dice, ascending.
    pub throw: Vec<u8>,
    /// Whether it can take itself.
    pub takes: bool,
    /// All best ways to use it, each as holes moved per piece in the order of `behind`; what is not used here is played
    /// elsewhere.
    #[serde(rename = "move")]
    pub ways: Vec<Vec<u32>>,
}

/// Why odds could not be given.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OddsError {
    /// No piece at all.
    #[error("no piece given: give the distance of at least one own piece behind the enemy piece")]
    NoPieces,
    /// More pieces than are taken on.
    #[error("{pieces} pieces are too many: give at most {MAX_PIECES}")]
    TooManyPieces {
        /// The number given.
        pieces: usize,
    },
    /// A distance is 0 or too long.
    #[error(
        "distance {distance} is out of range: a piece stands from 1 to {MAX_DISTANCE} holes behind"
    )]
    Distance {
        /// The distance.
        distance: u32,
    },
    /// Two pieces on one hole.
    #[error(
        "two pieces stand at distance {distance}: a hole holds one piece, so give different distances"
    )]
    Repeated {
        /// The distance.
        distance: u32,
    },
    /// The table would have too many rows.
    #[error(
        "the table would have {rows} rows, more than {MAX_ROWS}: lower the greatest distance or the number of pieces"
    )]
    TooManyRows {
        /// The number of rows.
        rows: u64,
    },
    /// The pieces taken on the way depend on the row.
    #[error(
        "intermediate_capture=enemy-row takes on the way in the enemy's home row only, and a distance does not say in which row it is: ask with intermediate_capture=yes for that row, and with no for the middle row"
    )]
    Row,
    /// The question leads to too many positions, uses of throws or choices.
    #[error(
        "the question leads to more than {MAX_POSITIONS} positions, {MAX_WAYS} uses of throws or {MAX_CHOICES} choices: give fewer or nearer pieces, or dice with fewer different throws"
    )]
    TooMuchWork,
    /// The decision process could not be solved.
    #[error("the best play could not be computed")]
    Process(#[from] ProcessError),
    /// The solution did not stand up to its proof.
    #[error("the best play that was computed is not proved")]
    Proof(#[from] ProofError),
}

crate::work::of_kind!(OddsError, Self::TooManyRows { .. } | Self::TooMuchWork | Self::Process(_) => Limit, else Input);

/// The chance to take an enemy piece this turn with own pieces `behind` it.
///
/// `behind` holds the distances in holes, in any order, each at least 1 and all different. `elsewhere` says whether other
/// pieces can use any number.
///
/// Exact: always; where no limit is set on extra throws they are solved in closed form.
/// Cost: grows with the positions that extra throws can lead to, and for each with the throws.
/// Rules: all options of [`Rules`].
///
/// # Errors
/// [`OddsError`]: no pieces, too many, on one hole, too far, or too much work.
///
/// # Examples
/// ```
/// use num_rational::BigRational;
/// use siga::games::daldos::odds::{Elsewhere, OddsError, odds};
/// use siga::games::daldos::rules::Rules;
/// let four = odds(&Rules::daldos(), &[4], Elsewhere::Any)?;
/// assert_eq!(four.probability, BigRational::new(2.into(), 3.into()));
/// assert_eq!(four.hits, [vec![1, 3], vec![1, 4], vec![2, 2], vec![2, 4], vec![3, 4], vec![4, 4]]);
/// assert_eq!(four.on_rethrow[0].ways, [vec![0]]); // best to stay and throw again
///
/// assert_eq!(odds(&Rules::daldos(), &[3, 3], Elsewhere::Any), Err(OddsError::Repeated { distance: 3 }));
/// # Ok::<(), OddsError>(())
/// ```
pub fn odds(rules: &Rules, behind: &[u32], elsewhere: Elsewhere) -> Result<Odds, OddsError> {
    let mut rows = solve(rules, vec![behind.to_vec()], elsewhere)?;
    rows.pop().ok_or(OddsError::NoPieces)
}

/// [`odds`] for every choice of `pieces` different distances up to `max`, ascending.
///
/// Exact: as [`odds`].
/// Cost: as [`odds`], but positions are shared by all rows.
///
/// # Errors
/// [`OddsError`]: as [`odds`], or too many rows. `max` less than `pieces` gives no rows, which is no error.
///
/// # Examples
/// ```
/// use siga::games::daldos::odds::{Elsewhere, OddsError, table};
/// use siga::games::daldos::rules::Rules;
/// let rows = table(&Rules::daldos(), 2, 4, Elsewhere::Any)?;
/// let text: Vec<String> = rows.iter().map(|row| format!("{:?} {}", row.behind, row.probability)).collect();
/// assert_eq!(text, ["[1, 2] 3/4", "[1, 3] 3/4", "[1, 4] 3/4", "[2, 3] 11/16", "[2, 4] 11/16", "[3, 4] 43/64"]);
///
/// assert!(table(&Rules::daldos(), 3, 500, Elsewhere::Any).is_err());
/// # Ok::<(), OddsError>(())
/// ```
pub fn table(
    rules: &Rules,
    pieces: usize,
    max: u32,
    elsewhere: Elsewhere,
) -> Result<Vec<Odds>, OddsError> {
    check_pieces(pieces)?;
    if max > MAX_DISTANCE {
        return Err(OddsError::Distance { distance: max });
    }
    let rows = (0..pieces as u64).try_fold(1u64, |n, k| {
        Some(n.checked_mul(u64::from(max).saturating_sub(k))? / (k + 1))
    });
    match rows {
        Some(rows) if rows <= MAX_ROWS => {}
        rows => {
            let rows = rows.unwrap_or(u64::MAX);
            return Err(OddsError::TooManyRows { rows });
        }
    }
    let starts = itertools::Itertools::combinations(1..=max, pieces).collect();
    solve(rules, starts, elsewhere)
}

fn check_pieces(pieces: usize) -> Result<(), OddsError> {
    match pieces {
        0 => Err(OddsError::NoPieces),
        1..=MAX_PIECES => Ok(()),
        _ => Err(OddsError::TooManyPieces { pieces }),
    }
}

fn check_row(behind: &[u32]) -> Result<(), OddsError> {
    check_pieces(behind.len())?;
    for (i, &distance) in behind.iter().enumerate() {
        if !(1..=MAX_DISTANCE).contains(&distance) {
            return Err(OddsError::Distance { distance });
        }
        if behind[..i].contains(&distance) {
            return Err(OddsError::Repeated { distance });
        }
    }
    Ok(())
}

/// Solves one decision process for all rows.
fn solve(rules: &Rules, rows: Vec<Vec<u32>>, elsewhere: Elsewhere) -> Result<Vec<Odds>, OddsError> {
    for behind in &rows {
        check_row(behind)?;
    }
    if rules.intermediate_capture() == IntermediateCapture::EnemyRow {
        return Err(OddsError::Row);
    }
    let mut search = Search::new(rules);
    let starts = rows
        .iter()
        .map(|behind| search.start(behind, elsewhere))
        .collect::<Result<Vec<_>, _>>()?;
    search.explore()?;
    let solved = search.solve()?;
    Ok(rows
        .into_iter()
        .zip(starts)
        .map(|(behind, start)| solved.report(behind, start))
        .collect())
}
