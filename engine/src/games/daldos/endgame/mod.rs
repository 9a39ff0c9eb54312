//! Endgames: the game with few pieces left, solved as a game with throws.
//!
//! A state is a position before a throw, in the view of the side to move; after a throw that earns another the same side
//! is to move again. Chance draws the throw, the player chooses the play. One position is solved as in every game with throws
//! ([`endgame`](crate::games::throws::endgame)); [`solve_all`] solves every position with at most given numbers of pieces, `build` keeps
//! their bounds on disk, and [`StoredEndgame`] looks them up there.

mod all_positions;
mod index;
mod kept;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use all_positions::{AllPositions, MAX_LISTED, Start, Win, all_positions};
pub(crate) use kept::KEPT;
pub use kept::{GAME, KEPT_WIDTH, StoredEndgame, build};

use crate::games::daldos::moves::{CODED, View};
use crate::games::daldos::{Game, Position};
use crate::games::throws::endgame::{
    Draw, Endgames, Followed, MAX_POSITIONS, Solved, Stored, Terms, too_many,
};
use crate::solve::Directory;
use crate::solve::throws::reached::{Payoffs, Reached};
use crate::work::Fault;
use crate::work::limit::allow;
use index::Index;

/// The most pieces of one side.
pub const MAX_PIECES: usize = CODED;

impl Endgames for Position {
    type State = View;
    const MOST_EXACT: usize = 14_000;

    fn state(&self, _draw: Draw) -> View {
        *self.view()
    }

    fn followed(&self, terms: &Terms) -> Result<Followed<View>, Fault> {
        let index = index(self.game(), pieces(self.view()))?;
        let allowed = terms.positions.min(MAX_POSITIONS);
        let reached = Reached::new(
            &**self.game(),
            Payoffs::won(),
            [*self.view()],
            allowed as usize,
        );
        let too_many = || too_many(allowed, Some(("up to ", index.positions())));
        Ok(Followed {
            reached: reached?.ok_or_else(too_many)?,
            cut: false,
            rounded: false,
        })
    }

    fn stored(&self, tables: &Directory) -> Result<Option<Stored<Self>>, Fault> {
        let stored = StoredEndgame::open(self.game().clone(), pieces(self.view()), tables)?;
        Ok(stored.map(|stored| Stored {
            positions: stored.positions(),
            widest: stored.widest(),
            values: Box::new(stored),
        }))
    }
}

/// The pieces of the side to move and of the other.
pub(in crate::games::daldos) fn pieces(state: &View) -> [usize; 2] {
    [state.own, state.enemy].map(|set| set.count_ones() as usize)
}

/// Solves all positions with `pieces` a side (either side to move) and all that come of them, the bounds at most
/// about `width` (in units of 1/[`ONE`](crate::solve::throws::ONE)) apart.
///
/// Exact: the bounds are proved; see [`throws`](crate::solve::throws).
/// Cost: one against one on the Danish board less than a second, two against two some minutes.
///
/// # Errors
/// Pieces that the rules do not allow, too many positions, or bounds that could not be proved.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use siga::games::daldos::{Game, Position};
/// use siga::games::daldos::endgame::solve_all;
/// use siga::games::throws::Values;
/// let game = Arc::new(Game::new("daldos:n=1".parse()?)?);
/// let solved = solve_all(&game, [1, 1], 1 << 22)?;
/// let start = Position::parse_in("a/2/b A", &game)?;
/// assert!(solved.own(&start)?.expect("one against one").decimal(3).starts_with("0.5"));
/// assert!(solve_all(&game, [2, 1], 1).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_all(
    rules: &Arc<Game>,
    pieces: [usize; 2],
    width: u64,
) -> Result<Solved<Position>, Fault> {
    let index = layout(rules, pieces)?;
    Ok(Solved::of(all(rules, &index)?.solve(width)?))
}

/// The number of positions of an endgame, the smaller ones included.
///
/// # Errors
/// Pieces that the rules do not allow, and more than [`MAX_PIECES`].
pub(in crate::games::daldos) fn size(rules: &Arc<Game>, pieces: [usize; 2]) -> Result<u128, Fault> {
    Ok(index(rules, pieces)?.positions())
}

/// The index of an endgame, if it is within the limits.
fn layout(rules: &Arc<Game>, pieces: [usize; 2]) -> Result<Index, Fault> {
    let index = index(rules, pieces)?;
    allow("positions", index.positions(), MAX_POSITIONS.into())?;
    Ok(index)
}

/// The index of an endgame.
fn index(rules: &Arc<Game>, [own, enemy]: [usize; 2]) -> Result<Index, Fault> {
    let least = usize::from(rules.rules().board().loses_at) + 1;
    let most = MAX_PIECES.min(usize::from(rules.rules().board().n));
    if !(least..=most).contains(&own) || !(least..=most).contains(&enemy) {
        return Err(Fault::input(format!(
            "{own} against {enemy} pieces: endgames have from {least} to {most} pieces a side under these rules"
        )));
    }
    Ok(Index::new(rules, [own, enemy]))
}

/// All positions of an index.
fn all(game: &Game, index: &Index) -> Result<Reached<View>, Fault> {
    let most = index.positions() as usize;
    let reached = Reached::new(game, Payoffs::won(), index.states(), most)?;
    Ok(reached.expect("what can follow positions of an index is in it"))
}
