//! The chance to take an enemy piece in one turn, by how far own pieces stand behind it.
//!
//! Own pieces, all awake, stand at given distances behind one enemy piece on a straight track, nothing else near, and there is
//! enough else to do: a throw not wanted here is used elsewhere. Pieces may pass each other, and meet as the rules say. No tâb has
//! been saved before the turn.

use std::hash::Hash;

use itertools::Itertools as _;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use super::board::{Board, LAST_OF_TRACK, Stack};
use super::rules::{Order, Rules, Saved, Stacks};
use super::walk::Walker;
use crate::games::distances::{MAX_PIECES, MAX_ROWS, Reach};
use crate::games::running_fight::plays::{self, Left};
use crate::games::running_fight::position::Fight as _;
use crate::games::running_fight::throws::{Face, Weighted};
use crate::work::{Fault, stop};

/// The farthest a piece may stand behind.
pub const MAX_DISTANCE: u32 = 60;
/// How far pieces may stand behind.
const REACH: Reach = Reach {
    farthest: MAX_DISTANCE,
    cells: ["field", "fields"],
    pieces: MAX_PIECES,
    rows: MAX_ROWS,
};
/// The most positions with pieces at the distances or nearer, all of which are looked at where each throw is used at once.
pub const MAX_POSITIONS: u64 = 8_000;

/// The chance to take.
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Chance")]
#[non_exhaustive]
pub struct Odds {
    /// The number of fields that each own piece stands behind the enemy piece, as asked.
    pub behind: Vec<u32>,
    /// The chance to take it this turn, each throw used as is best for that.
    #[serde(with = "crate::exact::serial::Number")]
    pub probability: BigRational,
}

/// The chance to take an enemy piece this turn with own pieces that stand `behind` fields behind it.
///
/// Exact: turns of any length are counted. Where each throw is used at once, the pieces are moved as is best for this chance.
/// Cost: grows with the ways to make up the distances.
/// Rules: `bias` and `order`; where each throw is used at once, `stacks`, `part` and `saved` as well.
///
/// # Errors
/// Of kind input: no piece or too many, a distance out of range, or two pieces on one field under `stacks=none`.
///
/// # Examples
/// ```
/// use siga::exact::fraction_text;
/// use siga::games::tab::{Rules, odds::odds};
/// let two = odds(&Rules::lane(), &[2])?;
/// assert_eq!(fraction_text(&two.probability), "31/49");
/// assert!(odds(&Rules::lane(), &[0]).is_err());
/// # Ok::<(), siga::work::Fault>(())
/// ```
pub fn odds(rules: &Rules, behind: &[u32]) -> Result<Odds, Fault> {
    REACH.all(behind)?;
    if rules.stacks == Stacks::None && !behind.iter().all_unique() {
        return Err(Fault::input(
            "under stacks=none no two pieces stand on one field: give different distances",
        ));
    }
    let positions = positions(rules, behind);
    if rules.order == Order::Thrown && positions > MAX_POSITIONS {
        return Err(Fault::input(format!(
            "under order=thrown all positions nearer than this would be looked at, {positions}: at most {MAX_POSITIONS}, so give \
             smaller distances or fewer pieces"
        )));
    }
    let throws = rules.falling();
    let probability = match rules.order {
        // All throws are made before any is used: a piece takes where some of them add up to its distance. As bits, a state is the
        // sums that some of the throws so far add up to.
        Order::Any => {
            let aims = behind
                .iter()
                .fold(0_u64, |aims, distance| aims | 1 << distance);
            let all = u64::MAX >> aims.leading_zeros();
            let next = |sums: u64, face: Face| {
                let fields = face.cells().unwrap_or_default();
                Ok(vec![(sums | sums << fields) & all])
            };
            let takes = |sums: &u64| sums & aims != 0;
            before(1, &throws, &next, &takes, &mut FxHashMap::default())
        }
        // Each throw is used before the next is made: by the rules of moving on a straight track, or elsewhere.
        Order::Thrown => {
            let walker = Walker::straight(rules);
            let ends = |board: Board, face: Face| -> Result<Vec<Board>, Fault> {
                let throws = vec![face];
                let ended = plays::ends(&walker, Left { board, throws })?;
                Ok(ended.boards().collect())
            };
            let takes = Board::is_over;
            before(
                track(behind),
                &throws,
                &ends,
                &takes,
                &mut FxHashMap::default(),
            )
        }
    }?;
    Ok(Odds {
        behind: behind.to_vec(),
        probability,
    })
}

/// The number of positions with pieces at these distances or nearer; under `saved=yes` with fewer tâbs kept than would take.
fn positions(rules: &Rules, behind: &[u32]) -> u64 {
    let kept = match rules.saved {
        Saved::Yes => behind.iter().min(),
        Saved::No => None,
    };
    behind
        .iter()
        .chain(kept)
        .map(|&many| u64::from(many))
        .product()
}

/// An enemy piece on the last field of a straight track, and awake pieces behind it.
fn track(behind: &[u32]) -> Board {
    let mut board = Board::EMPTY;
    board.put(LAST_OF_TRACK, Stack::awake(false, 1));
    for (distance, pieces) in behind.iter().counts() {
        let stack = Stack::awake(true, pieces as u8);
        board.put(LAST_OF_TRACK - *distance as u8, stack);
    }
    board
}

/// [`odds`] for every choice of `pieces` different distances up to `max`.
///
/// # Errors
/// As [`odds`]; of kind limit: too many rows.
pub fn table(rules: &Rules, pieces: usize, max: u32) -> Result<Vec<Odds>, Fault> {
    let rows = REACH.choices(pieces, max)?;
    rows.iter().map(|behind| odds(rules, behind)).collect()
}

/// The chance to take before a throw where a turn goes on from state to state. `next`: the states that a throw can lead
/// to; `takes`: whether something has been taken.
fn before<S: Copy + Eq + Hash>(
    state: S,
    throws: &[Weighted],
    next: &dyn Fn(S, Face) -> Result<Vec<S>, Fault>,
    takes: &dyn Fn(&S) -> bool,
    known: &mut FxHashMap<S, BigRational>,
) -> Result<BigRational, Fault> {
    if takes(&state) {
        return Ok(BigRational::one());
    }
    if let Some(known) = known.get(&state) {
        return Ok(known.clone());
    }
    stop::check();
    let mut ends = BigRational::zero();
    let mut moved = Vec::new();
    for Weighted { throw, chance, .. } in throws {
        let states = next(state, throw.face)?;
        if throw.again {
            let mut best = BigRational::zero();
            for after in states.into_iter().filter(|after| *after != state) {
                best = best.max(before(after, throws, next, takes, known)?);
            }
            moved.push((best, chance));
        } else if states.iter().any(takes) {
            ends += chance;
        }
    }
    let chance = best_left_or_used(ends, moved);
    known.insert(state, chance.clone());
    Ok(chance)
}

/// The chance `x` with `x = ends + Σ weight · max(x, value)`: a throw is used for its value, or elsewhere, which leaves
/// everything as it was. Whoever uses the throws of values greater than `x`, the highest first, does best.
fn best_left_or_used(ends: BigRational, mut used: Vec<(BigRational, &BigRational)>) -> BigRational {
    used.sort_by(|left, right| right.0.cmp(&left.0));
    let mut sum = ends;
    let mut left = BigRational::one() - used.iter().map(|(_, weight)| *weight).sum::<BigRational>();
    for (value, weight) in used {
        if &value * &left <= sum {
            break;
        }
        sum += value * weight;
        left += weight;
    }
    sum / left
}
