//! Values as fractions, where few positions can follow.

use num_rational::BigRational;
use num_traits::One;

use super::position::Position;
use super::race::View;
use super::solve::{Numbered, UrError};
use crate::solve::throws::reached::{self, Endgame, Payoffs, Reached};
use crate::work::{Fault, Note};

/// The most positions of which fractions are found.
pub const MAX_POSITIONS: usize = 3_000;
/// The distance between the bounds from which a strategy is taken, in units of 2^-62.
const WIDTH: u64 = 1 << 20;

/// The values of a position and all that can follow, as fractions.
#[derive(Debug)]
pub struct Fractions {
    endgame: Endgame<View>,
    values: reached::Fractions,
}

impl Fractions {
    /// The fractions, proved.
    ///
    /// Exact: always. Cost: that of exact linear systems in all positions that can follow, at most [`MAX_POSITIONS`].
    ///
    /// # Errors
    /// The game is over, more positions can follow, or there are no fractions because play can go on for ever.
    pub fn from(position: &Position, note: &Note) -> Result<Fractions, Fault> {
        if position.winner().is_some() {
            let position = position.to_string();
            return Err(UrError::Over { position }.into());
        }
        note.set("solving in fractions");
        let start = position.view();
        let game = Numbered::new(position.rules(), [start.own_left, start.other_left]);
        let reached = Reached::new(&game, Payoffs::won(), [start], MAX_POSITIONS);
        let endgame = reached.map_err(|_| UrError::Fractions)?.solve(WIDTH)?;
        let values = endgame.fractions([0], MAX_POSITIONS)?;
        Ok(Fractions { endgame, values })
    }

    /// The chance that the side to throw wins.
    ///
    /// # Panics
    /// If the position cannot follow the first.
    pub fn value(&self, position: &Position) -> BigRational {
        let known = || self.values.value(self.endgame.number(&position.view())?);
        match position.winner() {
            Some(winner) if winner == position.side() => BigRational::one(),
            Some(_) => BigRational::default(),
            None => known().expect("the position can follow the first"),
        }
    }
}
