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

use super::rules::{IntermediateCapture, Rules};
use crate::games::distances::Reach;
use crate::work::{Fault, Kind};
use search::Track;

/// The farthest a piece may stand behind.
pub const MAX_DISTANCE: u32 = 500;
/// The most own pieces.
pub const MAX_PIECES: usize = 8;
/// The most rows of a table.
pub const MAX_ROWS: usize = 20_000;
/// The most positions looked at for one answer or table.
pub const MAX_POSITIONS: usize = 25_000;
/// The most uses of throws looked at for one answer or table.
pub const MAX_WAYS: u64 = 3_000_000;
/// The most choices after extra throws kept for one answer or table.
pub const MAX_CHOICES: u64 = 500_000;

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
    #[serde(with = "crate::exact::serial::Number")]
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

/// How far pieces stand behind, and how many.
const REACH: Reach = Reach {
    farthest: MAX_DISTANCE,
    cells: ["hole", "holes"],
    pieces: MAX_PIECES,
    rows: MAX_ROWS,
};

/// The best play was not found or not proved.
pub(super) fn unproved(error: impl std::error::Error) -> Fault {
    Fault::new(
        Kind::Limit,
        format!("the best play could not be computed: {error}"),
    )
}

/// The question leads to too much.
pub(super) fn too_much_work() -> Fault {
    Fault::new(
        Kind::Limit,
        format!(
            "the question leads to more than {MAX_POSITIONS} positions, {MAX_WAYS} uses of throws or {MAX_CHOICES} choices: give fewer or \
             nearer pieces, or dice with fewer different throws"
        ),
    )
}

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
/// No pieces, too many, on one hole, too far, or too much work.
///
/// # Examples
/// ```
/// use num_rational::BigRational;
/// use siga::games::daldos::odds::{Elsewhere, odds};
/// use siga::games::daldos::rules::Rules;
/// let four = odds(&Rules::daldos(), &[4], Elsewhere::Any)?;
/// assert_eq!(four.probability, BigRational::new(2.into(), 3.into()));
/// assert_eq!(four.hits, [vec![1, 3], vec![1, 4], vec![2, 2], vec![2, 4], vec![3, 4], vec![4, 4]]);
/// assert_eq!(four.on_rethrow[0].ways, [vec![0]]); // best to stay and throw again
///
/// assert!(odds(&Rules::daldos(), &[3, 3], Elsewhere::Any).is_err());
/// # Ok::<(), siga::work::Fault>(())
/// ```
pub fn odds(rules: &Rules, behind: &[u32], elsewhere: Elsewhere) -> Result<Odds, Fault> {
    let mut rows = solve(rules, vec![behind.to_vec()], elsewhere)?;
    rows.pop().ok_or_else(too_much_work)
}

/// [`odds`] for every choice of `pieces` different distances up to `max`, ascending.
///
/// Exact: as [`odds`].
/// Cost: as [`odds`], but positions are shared by all rows.
///
/// # Errors
/// As [`odds`], or too many rows. `max` less than `pieces` gives no rows, which is no error.
///
/// # Examples
/// ```
/// use siga::games::daldos::odds::{Elsewhere, table};
/// use siga::games::daldos::rules::Rules;
/// let rows = table(&Rules::daldos(), 2, 4, Elsewhere::Any)?;
/// let text: Vec<String> = rows.iter().map(|row| format!("{:?} {}", row.behind, row.probability)).collect();
/// assert_eq!(text, ["[1, 2] 3/4", "[1, 3] 3/4", "[1, 4] 3/4", "[2, 3] 11/16", "[2, 4] 11/16", "[3, 4] 43/64"]);
///
/// assert!(table(&Rules::daldos(), 3, 500, Elsewhere::Any).is_err());
/// # Ok::<(), siga::work::Fault>(())
/// ```
pub fn table(
    rules: &Rules,
    pieces: usize,
    max: u32,
    elsewhere: Elsewhere,
) -> Result<Vec<Odds>, Fault> {
    solve(rules, REACH.choices(pieces, max)?, elsewhere)
}

fn solve(rules: &Rules, rows: Vec<Vec<u32>>, elsewhere: Elsewhere) -> Result<Vec<Odds>, Fault> {
    for behind in &rows {
        REACH.all_different(behind)?;
    }
    if rules.intermediate_capture() == IntermediateCapture::EnemyRow {
        return Err(Fault::input(
            "intermediate_capture=enemy-row takes on the way in the enemy's home row only, and a distance does not say in which row it is: \
             ask with intermediate_capture=yes for that row, and with no for the middle row",
        ));
    }
    let track = Track::new(rules)?;
    let solved = track.solve(&rows, elsewhere)?;
    let report = |behind| track.report(&solved, behind, elsewhere);
    Ok(rows.into_iter().map(report).collect())
}
