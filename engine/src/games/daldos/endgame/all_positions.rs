//! All positions with given numbers of pieces.

use std::sync::Arc;

use super::kept::StoredEndgame;
use super::{layout, pieces, solve_all};
use num_rational::BigRational;

use crate::exact::Quantity;
use crate::exact::serial::Count;
use crate::games::daldos::{Game, Position, Team, moves::View};
use crate::games::throws::endgame::{Solved, Terms, too_many};
use crate::solve::throws::Ending;
use crate::solve::{Directory, Method};
use crate::work::limit::allow;
use crate::work::{Fault, Note};

/// Positions that can be listed.
pub const MAX_LISTED: u128 = 300_000;

/// All positions with given numbers of pieces: chances to win, lengths and best plays, proved.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Summary")]
#[non_exhaustive]
pub struct AllPositions {
    /// Where the bounds are from; those of tables were proved again.
    pub method: Method,
    /// The number of positions, those of smaller endgames included.
    #[serde(with = "Count")]
    pub positions: usize,
    /// The greatest distance between the bounds of any of them.
    #[serde(with = "crate::exact::serial::Number")]
    pub widest: BigRational,
    /// The reason why games end.
    pub ends: Ending,
    /// Those with every piece undalled and side by side; chances are those of the side to move.
    pub starts: Vec<Start>,
    /// The position best for the side to move.
    pub best: Option<Win>,
    /// The position worst for the side to move.
    pub worst: Option<Win>,
    /// With `--all`: every position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<Win>>,
}

/// A position and its chance.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Win {
    /// On one line.
    #[serde(serialize_with = "crate::exact::serial::text")]
    #[schemars(with = "String")]
    pub position: Position,
    /// Chance to win of the side to move; after a play, of the player who made it.
    pub win: Quantity,
}

/// The values of one position.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "PositionValues")]
#[non_exhaustive]
pub struct Start {
    /// On one line.
    #[serde(serialize_with = "crate::exact::serial::text")]
    #[schemars(with = "String")]
    pub position: Position,
    /// Chance to win of the side to move.
    pub win: Quantity,
    /// Expected number of turns under best play: bounds for all that may be best, or the fraction of one best play; `null` where
    /// such play can go on for ever.
    pub length: Option<Quantity>,
    /// Expected number of throws, in the same way.
    pub throws: Option<Quantity>,
}

/// The endgame with these numbers of pieces of A and of B; with `all` every position is listed.
///
/// Exact: fractions and bounds are proved for this answer.
/// Cost: [`solve_all`], or reading the tables.
///
/// # Errors
/// Of kind input: pieces that the rules do not allow. Of kind limit: too many positions, or more than [`MAX_LISTED`] to be listed. Of kind io: a table that
/// cannot be trusted.
///
/// # Examples
/// ```
/// use siga::work::Note;
/// use std::sync::Arc;
/// use siga::games::daldos::Game;
/// use siga::games::daldos::endgame::all_positions;
/// use siga::games::throws::endgame::Terms;
/// let game = Arc::new(Game::new("daldos:n=2".parse()?)?);
/// let terms = Terms { exact: true, ..Terms::default() };
/// let answer = all_positions(&game, [1, 1], None, &terms, false, &Note::default())?;
/// assert!(answer.starts.iter().all(|start| start.win.exact().is_some()));
/// assert!(all_positions(&game, [1, 9], None, &terms, false, &Note::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn all_positions(
    game: &Arc<Game>,
    pieces: [usize; 2],
    tables: Option<&Directory>,
    terms: &Terms,
    all: bool,
    note: &Note,
) -> Result<AllPositions, Fault> {
    let starts = starts(game, pieces);
    note.set("reading the tables");
    let kept = match tables {
        Some(tables) => StoredEndgame::open(game.clone(), pieces, tables)?,
        None => None,
    };
    let (method, mut solved) = match kept.filter(|kept| kept.widest() <= terms.width) {
        Some(kept) => (Method::Tables, kept.endgame()?),
        None => {
            let positions = layout(game, pieces)?.positions();
            if positions > terms.positions.into() {
                return Err(too_many(terms.positions, Some(("", positions))));
            }
            note.set("solving the endgame");
            (Method::Solved, solve_all(game, pieces, terms.width)?)
        }
    };
    let number = |start: &Position| solved.endgame().number(start.view());
    let numbers: Vec<usize> = starts.iter().filter_map(number).collect();
    if terms.exact {
        note.set("solving for fractions");
        solved.find_fractions(numbers.iter().copied())?;
    }
    note.set("how long games last");
    let lengths = solved.lengths(&numbers)?;
    let start = |position: Position| {
        let number = solved.endgame().number(position.view())?;
        let [length, throws] = (lengths.of(number)).map_or([None, None], |of| of.map(Some));
        Some(Start {
            win: solved.win(number),
            length,
            throws,
            position,
        })
    };
    let positions = solved.positions();
    if all {
        allow("lines", positions as u128, MAX_LISTED)?;
    }
    let win = |number| win(game, &solved, pieces, number);
    let [best, worst] = extremes(&solved, pieces).map_or([None; 2], |found| found.map(Some));
    Ok(AllPositions {
        starts: starts.into_iter().filter_map(start).collect(),
        method,
        positions,
        widest: solved.endgame().widest(),
        ends: solved.endgame().ending(),
        best: best.map(win),
        worst: worst.map(win),
        all: all.then(|| (0..positions).map(win).collect()),
    })
}

/// The position of a number, A having the pieces named first, and its chance.
fn win(game: &Arc<Game>, solved: &Solved<Position>, [a, b]: [usize; 2], number: usize) -> Win {
    let state = solved.endgame().positions()[number];
    let [own, enemy] = pieces(&state);
    // A is the side with the first number of pieces, or with the like share of a smaller endgame.
    let side = if own != enemy && (own > enemy) != (a > b) && a != b {
        Team::B
    } else {
        Team::A
    };
    Win {
        position: Position::new(game.clone(), state, side),
        win: solved.win(number),
    }
}

/// Positions of undalled pieces side by side, in the same holes for both sides; each side to move if they differ.
fn starts(game: &Arc<Game>, [a, b]: [usize; 2]) -> Vec<Position> {
    let n = usize::from(game.route().n());
    if a.max(b) > n {
        return Vec::new();
    }
    let row = |first: usize, count: usize| ((1u64 << count) - 1) << first;
    let mut positions = Vec::new();
    // The last hole of the way comes first: it is the nearest to the way out.
    for first in (0..=n - a.max(b)).rev() {
        for (own, enemy, side) in [(a, b, Team::A), (b, a, Team::B)] {
            if side == Team::B && a == b {
                continue;
            }
            // Both rows end at the same hole.
            let shift = |count: usize| first + a.max(b) - count;
            let (own, enemy) = (
                row(shift(own), own),
                game.route().flip(row(shift(enemy), enemy)),
            );
            let state = View {
                own,
                own_undalled: own,
                enemy,
                enemy_undalled: enemy,
            };
            positions.push(Position::new(game.clone(), state, side));
        }
    }
    positions
}

/// The positions of the endgame itself that are best and worst for the side to move.
fn extremes(solved: &Solved<Position>, [a, b]: [usize; 2]) -> Option<[usize; 2]> {
    let pairs = solved.endgame().bounds();
    let of_itself = |number: &usize| {
        let counts = pieces(&solved.endgame().positions()[*number]);
        counts == [a, b] || counts == [b, a]
    };
    let numbers: Vec<usize> = (0..pairs.len()).filter(of_itself).collect();
    let greatest = numbers.iter().map(|&number| pairs[number][0]).max()?;
    let least = numbers.iter().map(|&number| pairs[number][1]).min()?;
    // Of positions between which the bounds do not tell, the first.
    let best = numbers
        .iter()
        .find(|&&number| pairs[number][1] >= greatest)?;
    let worst = numbers.iter().find(|&&number| pairs[number][0] <= least)?;
    Some([*best, *worst])
}
