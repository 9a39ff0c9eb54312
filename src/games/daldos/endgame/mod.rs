//! Endgames: the game with few pieces left, solved as a stochastic game.
//!
//! A state is a position before a throw, in the view of the side to move; after a throw that earns another the same side
//! is to move again. Chance draws the throw, the player chooses the play. [`Endgame`] holds proved bounds of the chance
//! to win for every position with up to so many pieces; [`Endgame::exact`] gives fractions.

mod few;
mod index;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::One;
use thiserror::Error;

pub use few::MAX_PIECES;

use crate::exact::limit::{TooLarge, allow};
use crate::exact::stochastic::{self, Builder, Next, ValueBounds};
use crate::games::daldos::board::{Game, State};
use few::{Course, Few};
use index::Index;

/// The most positions solved together.
pub const MAX_POSITIONS: u128 = 5_000_000;

/// Why an endgame is not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EndgameError {
    /// Too many pieces, or so few that the game is over.
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
    /// The dice have too large a total weight.
    #[error("the weights of all throws sum to {0}; endgames are solved up to 4294967295")]
    Total(u64),
    /// Something that cannot be.
    #[error("the endgame's own numbers do not fit: {0}")]
    Game(#[from] stochastic::GameError),
}

/// All positions with up to so many pieces a side, with bounds of the chance that the side to move wins.
#[derive(Clone, Debug)]
pub struct Endgame {
    rules: Arc<Game>,
    pieces: [usize; 2],
    course: Course,
    index: Index,
    game: stochastic::Game,
    bounds: ValueBounds,
    positions: usize,
}

impl Endgame {
    /// Solves all positions with `pieces` a side (either side to move) and all that come of them, the bounds at most
    /// about `width` (in units of 1/[`ONE`](crate::exact::stochastic::ONE)) apart.
    ///
    /// Exact: the bounds are proved; see [`stochastic::Game::bounds`].
    /// Cost: one against one on the Danish board a second or so, two against two some minutes.
    ///
    /// # Errors
    /// [`EndgameError`].
    pub fn solve(
        rules: Arc<Game>,
        pieces: [usize; 2],
        width: u64,
    ) -> Result<Self, EndgameError> {
        let (index, course) = layout(&rules, pieces)?;
        let (game, positions) = build(&rules, course, &index)?;
        let bounds = game.bounds(width);
        Ok(Self {
            rules,
            pieces,
            course,
            index,
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
    pub fn number(&self, state: &State) -> Option<usize> {
        let few = self.course.few(state, &self.rules)?;
        self.index.number(&few)
    }

    /// The position of a state's number; `None` where the number is not used.
    pub fn state(&self, number: usize) -> Option<State> {
        let few = self.index.few(number)?;
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
}

/// The index of an endgame, if it is within the limits.
fn layout(rules: &Game, pieces: [usize; 2]) -> Result<(Index, Course), EndgameError> {
    let [own, enemy] = pieces;
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
    let course = Course::new(rules);
    let index = Index::new(course, pieces, least - 1);
    allow("positions", index.len() as u128, MAX_POSITIONS)?;
    Ok((index, course))
}

/// The stochastic game of all positions, and how many there are.
fn build(
    rules: &Game,
    course: Course,
    index: &Index,
) -> Result<(stochastic::Game, usize), EndgameError> {
    let total = u32::try_from(rules.total()).map_err(|_| EndgameError::Total(rules.total()))?;
    let mut builder = Builder::new(total, vec![BigRational::one()])?;
    let mut plays = Vec::new();
    let mut positions = 0;
    for number in 0..index.len() {
        let Some(few) = index.few(number).filter(|few| course.possible(few)) else {
            builder.add_state([(total, [Next::End(0)])])?;
            continue;
        };
        positions += 1;
        let mut branches = Vec::with_capacity(rules.casts().len());
        for cast in rules.casts() {
            course.cast(&few, cast, &mut plays);
            let options: Vec<Next> = plays
                .iter()
                .map(|after| {
                    let next = if cast.extra {
                        index.number(after).map(Next::Again)
                    } else {
                        index.number(&swapped(after)).map(Next::Pass)
                    };
                    // No layer has so few enemies left: the game is won.
                    next.unwrap_or(Next::End(0))
                })
                .collect();
            branches.push((cast.weight as u32, options));
        }
        builder.add_state(branches)?;
    }
    Ok((builder.finish()?, positions))
}

fn swapped(few: &Few) -> Few {
    Few {
        own: few.enemy,
        enemy: few.own,
    }
}
