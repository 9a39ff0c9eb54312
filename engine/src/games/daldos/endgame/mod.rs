//! Endgames: the game with few pieces left, solved as a stochastic game.
//!
//! A state is a position before a throw, in the view of the side to move; after a throw that earns another the same side
//! is to move again. Chance draws the throw, the player chooses the play. [`Endgame`] holds proved bounds of the chance
//! to win for every position with at most given numbers of pieces; [`Endgame::exact`] gives fractions. With the feature
//! `tables`, `build` keeps the bounds on disk, and `Kept` looks them up there.

pub mod all_positions;
mod answer;
mod compact_position;
mod index;
#[cfg(feature = "tables")]
mod kept;
mod known;
pub(in crate::games::daldos) mod lookup;
pub mod one_position;
#[cfg(test)]
mod strategy_claims;
#[cfg(feature = "tables")]
mod tables_on_disk;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::One;
use thiserror::Error;

pub use answer::{Exact, Length, MAX_EXACT_POSITIONS, PlayWorth, ThrowWorth};
pub use compact_position::MAX_PIECES;
#[cfg(feature = "tables")]
pub(crate) use kept::KEPT;
pub use known::Known;
pub use lookup::Chances;
#[cfg(feature = "tables")]
pub use tables_on_disk::{GAME, KEPT_WIDTH, StoredEndgame, build};

use crate::exact::bounds::Bounds;
use crate::exact::stochastic::{self, Builder, Next, ValueBounds};
use crate::games::daldos::{Game, moves::View};
use crate::work::limit::{TooLarge, allow, grouped};
use crate::work::{Cost, Kind, OfKind, Raise, stop};
use compact_position::CompactRules;
use index::{Index, Numbers, Reached};

/// The most positions solved together: numbers of an endgame, used or not.
pub const MAX_POSITIONS: u128 = 10_000_000;
/// The most positions that are solved because they can come of one.
pub const MAX_REACHED: u128 = 5_000_000;
/// The most positions that are solved where no number is asked for.
pub const USUAL_POSITIONS: u128 = 100_000;

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
    /// A piece stands where none can.
    #[error("a dalled piece stands in the hole farthest from its way out, where no move leads")]
    NotReached,
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
    /// The dice have too large a total weight.
    #[error("the weights of all throws sum to {0}; endgames are solved up to 4294967295")]
    Total(u64),
    /// Something that cannot be.
    #[error("the endgame's own numbers do not fit")]
    Game(#[from] stochastic::GameError),
}

impl OfKind for EndgameError {
    fn kind(&self) -> Kind {
        match self {
            Self::TooLarge(_) | Self::Positions { .. } => Kind::Limit,
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

/// Positions with few pieces, with bounds of the chance that the side to move wins.
#[derive(Clone, Debug)]
pub struct Endgame {
    rules: Arc<Game>,
    pieces: [usize; 2],
    course: CompactRules,
    numbers: Numbers,
    game: stochastic::Game,
    bounds: ValueBounds,
    positions: usize,
}

impl Endgame {
    /// Solves all positions with `pieces` a side (either side to move) and all that come of them, the bounds at most
    /// about `width` (in units of 1/[`ONE`](crate::exact::stochastic::ONE)) apart.
    ///
    /// Exact: the bounds are proved; see [`stochastic::Game::bounds`].
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
        let (index, course) = layout(&rules, pieces)?;
        let solve = |game: &stochastic::Game| game.bounds(width);
        Self::finish(rules, pieces, course, Numbers::All(index), solve)
    }

    /// Solves one position and all that can come of it, as [`Endgame::solve`], if these are at most `most` positions.
    ///
    /// # Errors
    /// [`EndgameError`].
    #[cfg(test)]
    pub(crate) fn solve_position(
        rules: Arc<Game>,
        state: &View,
        width: u64,
        most: u128,
    ) -> Result<Self, EndgameError> {
        Self::solve_reached(rules, state, width, most)
    }

    /// The same.
    pub(in crate::games::daldos) fn solve_reached(
        rules: Arc<Game>,
        state: &View,
        width: u64,
        most: u128,
    ) -> Result<Self, EndgameError> {
        let pieces = [state.own, state.enemy].map(|set| set.count_ones() as usize);
        let course = CompactRules::new(&rules);
        check_pieces(&rules, pieces)?;
        let few = course.few(state, &rules).ok_or(EndgameError::NotReached)?;
        let reached = Reached::new([few], course, &rules, most.min(MAX_REACHED))?;
        let numbers = Numbers::Reached(reached);
        let solve = |game: &stochastic::Game| game.bounds(width);
        Self::finish(rules, pieces, course, numbers, solve)
    }

    /// Whether a position will be solved with all that can come of it, found out before anything is solved.
    ///
    /// Cost: walks through `most` positions at most.
    pub(crate) fn is_within(rules: &Game, state: &View, most: u128) -> bool {
        let pieces = [state.own, state.enemy].map(|set| set.count_ones() as usize);
        let course = CompactRules::new(rules);
        let few = course.few(state, rules);
        check_pieces(rules, pieces).is_ok()
            && few.is_some_and(|few| {
                Reached::new([few], course, rules, most.min(MAX_REACHED)).is_ok()
            })
    }

    fn finish(
        rules: Arc<Game>,
        pieces: [usize; 2],
        course: CompactRules,
        numbers: Numbers,
        bounds: impl FnOnce(&stochastic::Game) -> ValueBounds,
    ) -> Result<Self, EndgameError> {
        let (game, positions) = game(&rules, course, &numbers)?;
        let bounds = bounds(&game);
        Ok(Self {
            rules,
            pieces,
            course,
            numbers,
            game,
            bounds,
            positions,
        })
    }

    /// Number of positions, those of smaller endgames included, each with one side to move.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// The stochastic game; its states are numbered as [`Endgame::number`] says.
    pub fn game(&self) -> &stochastic::Game {
        &self.game
    }

    /// The bounds of all states.
    pub fn bounds(&self) -> &ValueBounds {
        &self.bounds
    }

    /// The number of a position's state; `None` if it is not one of this endgame's or the game is over.
    pub fn number(&self, state: &View) -> Option<usize> {
        let few = self.course.few(state, &self.rules)?;
        self.numbers.number(&few)
    }

    /// The position of a state's number; `None` where the number is not used.
    pub fn state(&self, number: usize) -> Option<View> {
        let few = self.numbers.few(number)?;
        let possible = self.course.possible(&few);
        possible.then(|| self.course.state(&few))
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
            None => Some(self.bounds.both(self.number(state)?)),
        }
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

fn check_pieces(rules: &Game, [own, enemy]: [usize; 2]) -> Result<(), EndgameError> {
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
    Ok(())
}

/// The index of an endgame, if it is within the limits.
fn layout(rules: &Game, pieces: [usize; 2]) -> Result<(Index, CompactRules), EndgameError> {
    check_pieces(rules, pieces)?;
    let course = CompactRules::new(rules);
    let index = Index::new(course, pieces, usize::from(rules.rules().board().loses_at));
    allow("positions", index.len() as u128, MAX_POSITIONS)?;
    Ok((index, course))
}

/// Refuses a whole endgame with more positions than are asked for, or than usual.
///
/// # Errors
/// [`EndgameError`].
pub(in crate::games::daldos) fn allow_all(
    rules: &Game,
    pieces: [usize; 2],
    asked: Option<u128>,
) -> Result<(), EndgameError> {
    let positions = layout(rules, pieces)?.0.len() as u128;
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

/// The stochastic game of all positions, and how many there are.
fn game(
    rules: &Game,
    course: CompactRules,
    numbers: &Numbers,
) -> Result<(stochastic::Game, usize), EndgameError> {
    let total = u32::try_from(rules.total()).map_err(|_| EndgameError::Total(rules.total()))?;
    let total = u64::from(total);
    let mut builder = Builder::new(total, vec![BigRational::one()])?;
    let mut plays = Vec::new();
    let mut positions = 0;
    for number in 0..numbers.len() {
        if number % 1024 == 0 {
            stop::check();
        }
        let Some(few) = numbers.few(number).filter(|few| course.possible(few)) else {
            builder.add_state([(total, [Next::End(0)])])?;
            continue;
        };
        positions += 1;
        let mut branches = Vec::with_capacity(rules.casts().len());
        for cast in rules.casts() {
            course.plays(&few, cast.numbers, &mut plays);
            let options: Vec<Next> = plays
                .iter()
                .map(|after| {
                    let next = if cast.extra {
                        numbers.number(after).map(Next::Again)
                    } else {
                        numbers.number(&after.passed()).map(Next::Pass)
                    };
                    // Where no number stands for the few enemies left, the game is won.
                    next.unwrap_or(Next::End(0))
                })
                .collect();
            branches.push((cast.weight, options));
        }
        builder.add_state(branches)?;
    }
    Ok((builder.finish()?, positions))
}
