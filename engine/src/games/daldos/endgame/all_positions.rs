//! All positions with given numbers of pieces.

use std::sync::Arc;

use super::lookup;
use super::{Endgame, Exact, Known, Terms, allow_all, layout};
use crate::exact::Quantity;
use crate::games::daldos::{Game, Position, Team, moves::View};
use crate::solve::Origin;
use crate::work::limit::allow;
use crate::work::{Fault, Note};

/// Positions that can be listed.
pub const MAX_LISTED: u128 = 300_000;

/// The endgame with given numbers of pieces.
#[non_exhaustive]
pub struct AllPositions {
    /// Where the bounds are from; those of tables were proved again.
    pub method: Origin,
    /// The endgame.
    pub endgame: Endgame,
    /// Those positions with every piece undalled and side by side.
    pub starts: Vec<Known>,
    /// Fractions, if they were asked for.
    pub exact: Option<Exact>,
    /// The numbers of the positions best and worst for the side to move.
    extremes: Option<[usize; 2]>,
}

/// The endgame with these numbers of pieces of A and of B.
///
/// Exact: fractions and bounds are proved for this answer.
/// Cost: [`Endgame::solve`], or reading the tables.
///
/// # Errors
/// Of kind input: pieces that the rules do not allow. Of kind limit: too many positions. Of kind io: a table that
/// cannot be trusted.
///
/// # Examples
/// ```
/// use siga::work::Note;
/// use std::sync::Arc;
/// use siga::games::daldos::Game;
/// use siga::games::daldos::endgame::{Terms, all_positions};
/// let game = Arc::new(Game::new("daldos:n=2".parse()?)?);
/// let terms = Terms { exact: true, ..Terms::default() };
/// let answer = all_positions(&game, [1, 1], &terms, &Note::default())?;
/// assert!(answer.starts.iter().all(|start| start.win.exact().is_some()));
/// assert!(all_positions(&game, [1, 9], &terms, &Note::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn all_positions(
    game: &Arc<Game>,
    pieces: [usize; 2],
    terms: &Terms,
    note: &Note,
) -> Result<AllPositions, Fault> {
    let starts = starts(game, pieces);
    note.set("reading the tables");
    let read = lookup::read(game, pieces, terms.width, terms.tables.as_ref())?;
    let (method, endgame) = match read {
        Some(endgame) => (Origin::Tables, endgame),
        None => {
            allow_all(&layout(game, pieces)?, terms.positions)?;
            note.set("solving the endgame");
            let endgame = Endgame::solve(game.clone(), pieces, terms.width)?;
            (Origin::Solved, endgame)
        }
    };
    let numbers = starts.iter().map(|start| endgame.number(start.view()));
    let numbers: Vec<usize> = numbers.flatten().collect();
    let exact = if terms.exact {
        note.set("solving for fractions");
        Some(endgame.exact(numbers.iter().copied())?)
    } else {
        None
    };
    note.set("how long games last");
    let length = endgame.lengths(numbers.iter().copied(), terms.width.saturating_mul(4));
    let known = starts
        .into_iter()
        .filter_map(|position| Known::new(&endgame, position, &length, exact.as_ref()));
    Ok(AllPositions {
        starts: known.collect(),
        extremes: extremes(&endgame),
        method,
        endgame,
        exact,
    })
}

impl AllPositions {
    /// Every position, with the chance of the side to move.
    ///
    /// # Errors
    /// Of kind limit: more than [`MAX_LISTED`] of them.
    pub fn positions(&self) -> Result<impl Iterator<Item = (Position, Quantity)>, Fault> {
        let positions = self.endgame.positions();
        allow("lines", positions as u128, MAX_LISTED)?;
        Ok((0..positions).map(|number| self.position(number)))
    }

    /// The positions best and worst for the side to move, as far as the bounds tell.
    pub fn extremes(&self) -> [Option<(Position, Quantity)>; 2] {
        [0, 1].map(|which| Some(self.position(self.extremes?[which])))
    }

    /// The position of a number, A having the pieces named first, and its chance.
    fn position(&self, number: usize) -> (Position, Quantity) {
        let state = self.endgame.states()[number];
        let [a, b] = self.endgame.pieces();
        let [own, enemy] = lookup::pieces(&state);
        // A is the side with the first number of pieces, or with the like share of a smaller endgame.
        let side = if own != enemy && (own > enemy) != (a > b) && a != b {
            Team::B
        } else {
            Team::A
        };
        let chance = match self.exact.as_ref().and_then(|exact| exact.chance(number)) {
            Some(chance) => Quantity::Exact(chance),
            None => Quantity::Bounded(self.endgame.bounds().both(number)),
        };
        let position = Position::new(self.endgame.rules().clone(), state, side);
        (position, chance)
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
fn extremes(endgame: &Endgame) -> Option<[usize; 2]> {
    let [a, b] = endgame.pieces();
    let pairs = endgame.bounds().pairs();
    let of_itself = |number: &usize| {
        let counts = lookup::pieces(&endgame.states()[*number]);
        counts == [a, b] || counts == [b, a]
    };
    let mut found: Option<[usize; 2]> = None;
    for number in (0..pairs.len()).filter(of_itself) {
        let [best, worst] = found.get_or_insert([number; 2]);
        if pairs[number][0] > pairs[*best][0] {
            *best = number;
        }
        if pairs[number][1] < pairs[*worst][1] {
            *worst = number;
        }
    }
    found
}
