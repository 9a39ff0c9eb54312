//! Endgames: the game with few pieces left, solved as a stochastic game.
//!
//! A state is a position before a throw, in the view of the side to move; after a throw that earns another the same side
//! is to move again. Chance draws the throw, the player chooses the play. [`Endgame`] holds proved bounds of the chance
//! to win for every position with at most given numbers of pieces; [`Endgame::exact`] gives fractions. With the feature
//! `tables`, `build` keeps the bounds on disk, and `Kept` looks them up there.

mod all_positions;
mod index;
mod kept;
pub(in crate::games::daldos) mod lookup;
mod one_position;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use num_rational::BigRational;
use thiserror::Error;

pub use all_positions::{AllPositions, MAX_LISTED, all_positions};
pub(crate) use kept::KEPT;
pub use kept::{GAME, KEPT_WIDTH, StoredEndgame, build};
pub use lookup::Chances;
pub use one_position::{OnePosition, one_position};

use crate::exact::Quantity;
use crate::exact::bounds::Bounds;
use crate::exact::stochastic::{Ending, Next, Unit, ValueBounds};
use crate::games::daldos::{Game, Position, moves::View, route::members};
use crate::solve::Directory;
use crate::solve::throws::Moves;
use crate::solve::throws::reached::{
    self, ExactLengths, Fractions, Lengths, Payoffs, Reached, ReachedError,
};
use crate::work::limit::{TooLarge, allow, grouped};
use crate::work::{Cost, Fault, Kind, OfKind, Raise};
use index::Index;

/// The most pieces of one side.
pub const MAX_PIECES: usize = 4;
/// The most positions solved together.
pub const MAX_POSITIONS: u128 = 10_000_000;
/// The most positions that are solved because they can come of one.
pub const MAX_REACHED: u128 = 5_000_000;
/// The most positions that are solved where no number is asked for.
pub const USUAL_POSITIONS: u128 = 100_000;
/// The most positions for which fractions are sought.
pub const MAX_EXACT_POSITIONS: u128 = 14_000;

/// Why an endgame is not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EndgameError {
    /// There are too many pieces, or too few for a game that goes on.
    #[error(
        "{own} against {enemy} pieces: endgames have from {least} to {most} pieces a side under these rules"
    )]
    Pieces {
        /// Pieces of one side.
        own: usize,
        /// Pieces of the other.
        enemy: usize,
        /// The fewest a side can have.
        least: usize,
        /// The most.
        most: usize,
    },
    /// Too many positions.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// More positions than are allowed, though they may be.
    #[error(
        "{}{} positions would have to be solved, and {} are allowed: allow {}",
        if *.at_most { "up to " } else { "" }, grouped(*.positions), grouped(*.allowed), .positions.min(&MAX_POSITIONS)
    )]
    Positions {
        /// About how many there are.
        positions: u128,
        /// Whether it may be that there are fewer.
        at_most: bool,
        /// The number allowed.
        allowed: u128,
    },
    /// The solution could not be found or proved.
    #[error(transparent)]
    Reached(#[from] ReachedError),
}

impl OfKind for EndgameError {
    fn kind(&self) -> Kind {
        match self {
            Self::TooLarge(_) | Self::Positions { .. } => Kind::Limit,
            Self::Reached(error) => error.kind(),
            _ => Kind::Input,
        }
    }

    fn limit_to_raise(&self) -> Option<Raise> {
        let Self::Positions { positions, .. } = *self else {
            return None;
        };
        let cost = Cost {
            to: positions.min(MAX_POSITIONS) as u64,
            enough: positions <= MAX_POSITIONS,
        };
        Some(Raise {
            limit: "positions",
            cost: Some(cost),
        })
    }
}

/// How an endgame is answered.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The greatest distance between bounds, in units of 2^-62.
    pub width: u64,
    /// Whether fractions are asked for, which tables of one position do not have.
    pub exact: bool,
    /// The greatest number of positions to be solved; where it is missing, [`USUAL_POSITIONS`].
    pub positions: Option<u128>,
    /// Where tables are looked for; it is solved what has none that are close enough.
    pub tables: Option<Directory>,
}

impl Default for Terms {
    /// Bounds some 10^-12 apart, without tables.
    fn default() -> Self {
        Self {
            width: lookup::WIDTH,
            exact: false,
            positions: None,
            tables: None,
        }
    }
}

/// The game as its plays are followed.
struct Plays<'a> {
    game: &'a Game,
    weights: Vec<u64>,
}

impl<'a> Plays<'a> {
    fn new(game: &'a Game) -> Self {
        let weights = game.casts().iter().map(|cast| cast.weight).collect();
        Self { game, weights }
    }
}

/// The codes of a side's pieces, ascending, an undalled piece before every dalled one.
fn codes(game: &Game, side: &View) -> [u8; MAX_PIECES] {
    let dalled = members(side.own & !side.own_undalled).map(|hole| game.route().n() + hole);
    let mut codes = [0; MAX_PIECES];
    for (place, code) in codes
        .iter_mut()
        .zip(members(side.own_undalled).chain(dalled))
    {
        *place = code;
    }
    codes
}

impl Moves for Plays<'_> {
    type Position = View;

    fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// Those after which the own pieces stand farthest back come first, then those after which the enemy's do.
    fn options(&self, state: &View, throw: usize, next: &mut Vec<Next<View>>) {
        let cast = self.game.casts()[throw];
        let mut found = Vec::new();
        state.each_way(self.game, &cast.numbers, |_, after| {
            let passed = after.flip(self.game);
            let [own, enemy] = [&after, &passed].map(|side| codes(self.game, side));
            found.push((own, enemy, passed.own.count_ones(), after, passed));
        });
        found.sort_unstable();
        found.dedup();
        next.extend(found.into_iter().map(|(.., after, passed)| {
            match (after.over(self.game), cast.extra) {
                (Some(_), _) => Next::End(0),
                (None, true) => Next::Again(after),
                (None, false) => Next::Pass(passed),
            }
        }));
    }
}

/// Positions with few pieces, with bounds of the chance that the side to move wins.
#[derive(Clone, Debug)]
pub struct Endgame {
    rules: Arc<Game>,
    pieces: [usize; 2],
    solved: reached::Endgame<View>,
}

impl Endgame {
    /// Solves all positions with `pieces` a side (either side to move) and all that come of them, the bounds at most
    /// about `width` (in units of 1/[`ONE`](crate::exact::stochastic::ONE)) apart.
    ///
    /// Exact: the bounds are proved; see [`bounds`](crate::exact::stochastic::Game::bounds).
    /// Cost: one against one on the Danish board less than a second, two against two some minutes.
    ///
    /// # Errors
    /// [`EndgameError`].
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    /// use siga::games::daldos::{Game, Position};
    /// use siga::games::daldos::endgame::Endgame;
    /// let game = Arc::new(Game::new("daldos:n=1".parse()?)?);
    /// let endgame = Endgame::solve(game.clone(), [1, 1], 1 << 22)?;
    /// let start = Position::parse_in("a/2/b A", &game)?;
    /// let number = endgame.number(start.view()).expect("one against one");
    /// let exact = endgame.exact([number])?;
    /// let chance = exact.chance(number).expect("it was asked for");
    /// assert!(endgame.bounds().lower(number) <= chance && chance <= endgame.bounds().upper(number));
    /// assert!(Endgame::solve(game, [2, 1], 1).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(rules: Arc<Game>, pieces: [usize; 2], width: u64) -> Result<Self, EndgameError> {
        let index = layout(&rules, pieces)?;
        Ok(Self {
            solved: all(&rules, &index)?.solve(width)?,
            rules,
            pieces,
        })
    }

    /// Solves one position and all that can come of it, as [`Endgame::solve`], if these are at most `most` positions.
    ///
    /// # Errors
    /// [`EndgameError`].
    pub(in crate::games::daldos) fn solve_reached(
        rules: Arc<Game>,
        state: &View,
        width: u64,
        most: u128,
    ) -> Result<Self, EndgameError> {
        Ok(Self {
            solved: reached(&rules, state, most)?.solve(width)?,
            rules,
            pieces: lookup::pieces(state),
        })
    }

    /// Whether a position will be solved with all that can come of it, found out before anything is solved.
    ///
    /// Cost: walks through `most` positions at most.
    pub(crate) fn is_within(rules: &Arc<Game>, state: &View, most: u128) -> bool {
        reached(rules, state, most).is_ok()
    }

    /// Number of positions, those of smaller endgames included, each with one side to move.
    pub fn positions(&self) -> usize {
        self.states().len()
    }

    /// The positions by number.
    pub fn states(&self) -> &[View] {
        self.solved.positions()
    }

    /// The bounds of all positions, by number.
    pub fn bounds(&self) -> &ValueBounds {
        self.solved.bounds()
    }

    /// How it is known that games end.
    pub fn ending(&self) -> Ending {
        self.solved.ending()
    }

    /// The number of a position; `None` if it is not one of this endgame's or the game is over.
    pub fn number(&self, state: &View) -> Option<usize> {
        self.solved.number(state)
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Game> {
        &self.rules
    }

    /// The most pieces a side.
    pub fn pieces(&self) -> [usize; 2] {
        self.pieces
    }

    /// Bounds of the chance that the side to move wins; `None` for a position that is not one of this endgame's. Where
    /// the game is over, the bounds are 0 or 1.
    pub fn chance(&self, state: &View) -> Option<Bounds> {
        match state.over(&self.rules) {
            Some(lost) => Some(known(!lost)),
            None => Some(self.bounds().both(self.number(state)?)),
        }
    }

    /// Bounds of how long games from some positions last; see [`reached::Endgame::lengths`].
    pub fn lengths(&self, numbers: impl IntoIterator<Item = usize>, width: u64) -> Lengths {
        self.solved.lengths(numbers, width)
    }

    /// The chance to win and the length as fractions, for some positions and everything that can come of them.
    ///
    /// The fractions are proved before anything is handed out. Of plays that are worth the same, the
    /// length is counted by that after which the own pieces stand farthest back along their way: the hindmost compared first,
    /// an undalled one behind every dalled one, then the next; then the enemy's pieces in the same way, fewer pieces first.
    ///
    /// # Errors
    /// Of kind limit: too many positions, or values or lengths that could not be found or proved.
    pub fn exact(&self, numbers: impl IntoIterator<Item = usize>) -> Result<Exact, Fault> {
        let fractions = self
            .solved
            .fractions(numbers, MAX_EXACT_POSITIONS as usize)?;
        let lengths = fractions.lengths()?;
        Ok(Exact { fractions, lengths })
    }
}

/// Fractions of some positions of an endgame, proved to be the values.
pub struct Exact {
    fractions: Fractions,
    lengths: ExactLengths,
}

impl Exact {
    /// The chance that the side to move wins; `None` if the position was not asked for and cannot come of one that was.
    pub fn chance(&self, number: usize) -> Option<BigRational> {
        self.fractions.value(number)
    }

    /// The expected number of turns or throws, of equal plays by the one that [`Endgame::exact`] names; `None` if the position was
    /// not asked for, or where that play may go on for ever.
    pub fn length(&self, unit: Unit, number: usize) -> Option<BigRational> {
        self.lengths.get(unit, number)
    }

    /// The most unknowns that were solved together.
    pub fn largest_system(&self) -> usize {
        self.fractions.largest_system()
    }
}

/// The values of one position; the chance is that of the side to move.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Known {
    /// The position.
    pub position: Position,
    /// The chance to win of the side to move.
    pub win: Quantity,
    /// Expected number of turns under best play: with fractions by one best play ([`Endgame::exact`]), otherwise bounds that hold
    /// for all that may be best. `None` where the chance was looked up, or where such play can go on for ever.
    pub turns: Option<Quantity>,
    /// Expected number of throws, in the same way.
    pub throws: Option<Quantity>,
}

impl Known {
    /// As an endgame has it; `None` if the position is not one of it.
    fn new(
        endgame: &Endgame,
        position: Position,
        lengths: &Lengths,
        exact: Option<&Exact>,
    ) -> Option<Self> {
        let number = endgame.number(position.view())?;
        let of = |unit| match exact {
            Some(exact) => exact.length(unit, number).map(Quantity::Exact),
            None => lengths.both(unit, number).map(Quantity::Bounded),
        };
        Some(Self {
            position,
            win: match exact {
                Some(exact) => Quantity::Exact(exact.chance(number)?),
                None => Quantity::Bounded(endgame.bounds().both(number)),
            },
            turns: of(Unit::Turns),
            throws: of(Unit::Throws),
        })
    }
}

/// The chance of a side that has won or lost.
fn known(won: bool) -> Bounds {
    let value = BigRational::from_integer(u8::from(won).into());
    Bounds {
        lower: value.clone(),
        upper: value,
        lower_exact: true,
        upper_exact: true,
    }
}

/// The index of an endgame, if it is within the limits.
fn layout(rules: &Arc<Game>, pieces: [usize; 2]) -> Result<Index, EndgameError> {
    let index = index(rules, pieces)?;
    allow("positions", index.positions(), MAX_POSITIONS)?;
    Ok(index)
}

/// The index of an endgame.
fn index(rules: &Arc<Game>, [own, enemy]: [usize; 2]) -> Result<Index, EndgameError> {
    let least = usize::from(rules.rules().board().loses_at) + 1;
    let most = MAX_PIECES.min(usize::from(rules.rules().board().n));
    if !(least..=most).contains(&own) || !(least..=most).contains(&enemy) {
        return Err(EndgameError::Pieces {
            own,
            enemy,
            least,
            most,
        });
    }
    Ok(Index::new(rules, [own, enemy]))
}

/// All positions of an index.
fn all(game: &Game, index: &Index) -> Result<Reached<View>, ReachedError> {
    let most = index.positions() as usize;
    Reached::new(&Plays::new(game), Payoffs::won(), index.states(), most)
}

/// A position and all that can come of it, if these are at most `most`.
fn reached(game: &Arc<Game>, state: &View, most: u128) -> Result<Reached<View>, EndgameError> {
    let index = index(game, lookup::pieces(state))?;
    let allowed = most.min(MAX_REACHED);
    let reached = Reached::new(
        &Plays::new(game),
        Payoffs::won(),
        [*state],
        allowed as usize,
    );
    reached.map_err(|error| match error {
        ReachedError::TooMany { .. } => EndgameError::Positions {
            positions: index.positions(),
            at_most: true,
            allowed,
        },
        error => error.into(),
    })
}

/// Refuses a whole endgame with more positions than are asked for, or than usual.
///
/// # Errors
/// [`EndgameError`].
fn allow_all(index: &Index, asked: Option<u128>) -> Result<(), EndgameError> {
    let positions = index.positions();
    let allowed = asked.unwrap_or(USUAL_POSITIONS);
    if positions > allowed {
        return Err(EndgameError::Positions {
            positions,
            at_most: false,
            allowed,
        });
    }
    Ok(())
}
