//! The positions that can follow some, listed as they are reached: proved bounds, fractions and expected lengths of each.
//!
//! What each throw can lead to is written down once, as a game of [`stochastic`]. That takes some hundred bytes a position, and no numbering.

use std::cell::Cell;
use std::hash::Hash;

use indexmap::IndexSet;
use num_rational::BigRational;
use num_traits::One;
use rustc_hash::FxBuildHasher;

use super::Moves;
use crate::exact::Quantity;
use crate::exact::stochastic::{
    self, BoundsFault, Builder, Ending, ExactValues, GameError, LengthBounds, Next, SolveError,
    StateFractions, Strategy, Unit, ValueBounds,
};
use crate::work::limit::grouped;
use crate::work::{Fault, Kind, stop};

/// The payoffs of the ends of a game, by number, to the side that chose the end.
#[derive(Clone, Debug)]
pub struct Payoffs {
    /// Each from 0 to 1.
    pub payoffs: Vec<BigRational>,
    /// The number of one that is left open: it may be anything from 0 to 1.
    pub open: Option<usize>,
}

impl Payoffs {
    /// Who ends the game has won.
    pub fn won() -> Self {
        Self {
            payoffs: vec![BigRational::one()],
            open: None,
        }
    }
}

/// There are more positions than fractions are found for.
pub(crate) fn too_many_for_fractions(most: usize) -> Fault {
    let most = grouped(most as u128);
    let text =
        format!("more than {most} positions can follow: ask for bounds instead of fractions");
    Fault::new(Kind::Limit, text)
}

/// Positions with their numbers, in the order in which they were reached.
pub type Positions<P> = IndexSet<P, FxBuildHasher>;

/// The positions that can follow some.
#[derive(Clone, Debug)]
pub struct Reached<P> {
    positions: Positions<P>,
    game: stochastic::Game,
}

impl<P: Clone + Eq + Hash> Reached<P> {
    /// Some positions and all that can follow them; `None` if they are more than `most`.
    ///
    /// # Errors
    /// Weights that are no game's.
    pub fn new<M: Moves<Position = P>>(
        moves: &M,
        payoffs: Payoffs,
        starts: impl IntoIterator<Item = P>,
        most: usize,
    ) -> Result<Option<Self>, GameError> {
        let weights = moves.weights();
        let mut builder = Builder::new(weights.iter().sum(), payoffs.payoffs)?;
        if let Some(open) = payoffs.open {
            builder.leave_open(open);
        }
        let mut positions = Positions::default();
        let size = Cell::new(0);
        let number = |position: P, positions: &mut Positions<P>| {
            let (number, is_new) = positions.insert_full(position);
            if is_new {
                size.set(size.get() + moves.size(&positions[number]));
            }
            number
        };
        for start in starts {
            stop::check();
            number(start, &mut positions);
            if size.get() > most {
                return Ok(None);
            }
        }
        let (mut at, mut options) = (0, Vec::new());
        while let Some(position) = positions.get_index(at).cloned() {
            stop::check();
            let mut branches = Vec::with_capacity(weights.len());
            for (throw, &weight) in weights.iter().enumerate() {
                if size.get() > most {
                    return Ok(None);
                }
                moves.options(&position, throw, &mut options);
                let numbered = options.drain(..);
                let numbered = numbered.map(|next| next.map(|to| number(to, &mut positions)));
                branches.push((weight, numbered.collect::<Vec<Next>>()));
            }
            builder.add_state(branches)?;
            at += 1;
        }
        let game = builder.finish()?;
        Ok(Some(Self { positions, game }))
    }

    /// Bounds of all values, at most about `width` (in units of 1/[`ONE`](stochastic::ONE)) apart, proved.
    ///
    /// # Errors
    /// They could not be proved.
    pub fn solve(self, width: u64) -> Result<Endgame<P>, BoundsFault> {
        let bounds = self.game.bounds(width);
        self.with(bounds)
    }

    /// The same with bounds from elsewhere, which are proved.
    ///
    /// # Errors
    /// They do not hold.
    pub fn with(self, bounds: ValueBounds) -> Result<Endgame<P>, BoundsFault> {
        let ending = bounds.prove(&self.game)?;
        Ok(Endgame {
            reached: self,
            bounds,
            ending,
        })
    }

    /// Every position, by number.
    pub fn positions(&self) -> &Positions<P> {
        &self.positions
    }
}

/// Positions with proved bounds of the chance that the side to throw wins.
#[derive(Clone, Debug)]
pub struct Endgame<P> {
    reached: Reached<P>,
    bounds: ValueBounds,
    ending: Ending,
}

impl<P: Clone + Eq + Hash> Endgame<P> {
    /// Every position, by number.
    pub fn positions(&self) -> &Positions<P> {
        &self.reached.positions
    }

    /// The number of a position; `None` if it cannot follow.
    pub fn number(&self, position: &P) -> Option<usize> {
        self.reached.positions.get_index_of(position)
    }

    /// The bounds of all positions, by number.
    pub fn bounds(&self) -> &ValueBounds {
        &self.bounds
    }

    /// How it is known that games end.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The fractions of some positions and all that can follow them, proved.
    ///
    /// # Errors
    /// More than `most` positions; values that could not be found or proved.
    pub fn fractions(
        &self,
        numbers: impl IntoIterator<Item = usize>,
        most: usize,
    ) -> Result<Fractions, Fault> {
        let asked: Vec<usize> = numbers.into_iter().collect();
        let (game, kept) = self.reached.game.part(asked.iter().copied());
        if kept.len() > most {
            return Err(too_many_for_fractions(most));
        }
        let values = game.solve(self.bounds.part(&kept).strategy(&game))?;
        values.prove(&game)?;
        Ok(Fractions {
            asked,
            kept,
            game,
            values,
        })
    }

    /// Bounds of how long games from some positions last when both sides play best, whichever of the plays is taken that may be best
    /// by the bounds; where these leave no choice, at most about `width` (in units of 2^-62) apart.
    ///
    /// Exact: the bounds hold for every best play, however wide those of the chances are; see [`stochastic::Game::length`].
    pub fn lengths(&self, numbers: impl IntoIterator<Item = usize>, width: u64) -> Lengths {
        let (game, kept) = self.bounds.best_part(&self.reached.game, numbers);
        let bounds = game.length(width);
        Lengths(KnownLengths::Bounded { kept, bounds })
    }
}

/// The expected length of games from some positions, between bounds or as fractions.
#[derive(Clone, Debug)]
pub struct Lengths(KnownLengths);

/// The lengths from the positions of some numbers, ascending.
#[derive(Clone, Debug)]
enum KnownLengths {
    Unknown,
    Bounded {
        kept: Vec<usize>,
        bounds: LengthBounds,
    },
    Exact {
        kept: Vec<usize>,
        /// Those in turns and those in throws.
        fractions: [StateFractions; 2],
    },
}

impl Lengths {
    /// Nothing is known.
    pub(crate) fn unknown() -> Self {
        Self(KnownLengths::Unknown)
    }

    /// The expected number of turns and of throws from a position; `None` if it was not asked for and cannot follow one that was by plays that
    /// may be best, or if such plays can go on for ever or for so long that there are no bounds.
    pub fn of(&self, number: usize) -> Option<[Quantity; 2]> {
        let place = |kept: &[usize]| kept.binary_search(&number).ok();
        match &self.0 {
            KnownLengths::Unknown => None,
            KnownLengths::Bounded { kept, bounds } => {
                let place = place(kept)?;
                let both = |unit| bounds.both(unit, place).map(Quantity::Bounded);
                Some([both(Unit::Turns)?, both(Unit::Throws)?])
            }
            KnownLengths::Exact { kept, fractions } => {
                let place = place(kept)?;
                Some(
                    fractions
                        .each_ref()
                        .map(|of| Quantity::Exact(of.get(place))),
                )
            }
        }
    }
}

/// The chances of some positions as fractions.
#[derive(Clone, Debug)]
pub struct Fractions {
    asked: Vec<usize>,
    kept: Vec<usize>,
    game: stochastic::Game,
    values: ExactValues,
}

impl Fractions {
    /// The chance that the side to throw wins; `None` if the position was not asked for and cannot follow one that was.
    pub fn value(&self, number: usize) -> Option<BigRational> {
        let place = self.kept.binary_search(&number).ok()?;
        Some(self.values.value(place))
    }

    /// The expected length of games in which both sides take the first of the best options.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn lengths(&self) -> Result<Lengths, SolveError> {
        let places = self.asked.iter();
        let places = places.filter_map(|number| self.kept.binary_search(number).ok());
        let first = self.values.first_best(&self.game);
        let (followed, kept) = first.part(&self.game, places);
        let ends = followed.ends();
        let (followed, places) = followed.part((0..kept.len()).filter(|&place| ends[place]));
        let only = Strategy::first(&followed);
        let numbers = places.into_iter().map(|place| self.kept[kept[place]]);
        Ok(Lengths(KnownLengths::Exact {
            kept: numbers.collect(),
            fractions: [
                followed.exact_length(&only, Unit::Turns)?,
                followed.exact_length(&only, Unit::Throws)?,
            ],
        }))
    }
}
