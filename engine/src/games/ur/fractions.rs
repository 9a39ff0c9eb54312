//! Values as fractions, where few positions can follow: strategy iteration over the positions written out.

use std::collections::HashMap;

use num_rational::BigRational;
use num_traits::One;

use super::position::Position;
use super::race::View;
use super::solve::UrError;
use crate::exact::stochastic::{Builder, ExactValues, Game, GameError, Next};
use crate::work::{Fault, Note};

/// The most positions of which fractions are found.
pub const MAX_POSITIONS: usize = 3_000;
/// The distance between the bounds from which a strategy is taken, in units of 2^-62.
const WIDTH: u64 = 1 << 20;

/// The values of a position and all that can follow, as fractions.
#[derive(Debug)]
pub struct Fractions {
    numbers: HashMap<View, usize>,
    values: ExactValues,
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
        let (numbers, game) = written_out(position)?;
        let bounds = game.bounds(WIDTH);
        let values = game.solve(bounds.strategy(&game)).map_err(UrError::from)?;
        values.prove(&game).map_err(UrError::from)?;
        Ok(Fractions { numbers, values })
    }

    /// The chance that the side to throw wins.
    ///
    /// # Panics
    /// If the position cannot follow the first.
    pub fn value(&self, position: &Position) -> BigRational {
        match position.winner() {
            Some(winner) if winner == position.side() => BigRational::one(),
            Some(_) => BigRational::default(),
            None => self.values.value(self.numbers[&position.view()]),
        }
    }
}

/// The positions that can follow, each seen by the side to throw, as a game of [`crate::exact::stochastic`].
fn written_out(start: &Position) -> Result<(HashMap<View, usize>, Game), Fault> {
    let mut numbers: HashMap<View, usize> = HashMap::from([(start.view(), 0)]);
    let mut all = vec![start.clone()];
    let dice = start.rules().dice();
    let fault = |error: GameError| Fault::input(error.to_string());
    let mut builder = Builder::new(dice.total().into(), vec![BigRational::one()]).map_err(fault)?;
    let mut at = 0;
    while at < all.len() {
        let position = all[at].clone();
        let branches = dice.throws().iter().map(|&throw| {
            let plays = position.moves(throw).into_iter();
            let options = plays.map(|play| {
                if play.after.winner().is_some() {
                    return Next::End(0);
                }
                let next = numbers.len();
                let number = *numbers.entry(play.after.view()).or_insert(next);
                if number == next {
                    all.push(play.after);
                }
                match play.again {
                    true => Next::Again(number),
                    false => Next::Pass(number),
                }
            });
            (throw.weight.into(), options.collect::<Vec<_>>())
        });
        let branches: Vec<_> = branches.collect();
        builder.add_state(branches).map_err(fault)?;
        at += 1;
        if all.len() > MAX_POSITIONS {
            return Err(UrError::Fractions.into());
        }
    }
    Ok((numbers, builder.finish().map_err(fault)?))
}
