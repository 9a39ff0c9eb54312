//! The answers of an endgame's solution about a position: chances, best plays, length, fractions.

use std::convert::Infallible;

use num_rational::BigRational;
use num_traits::One;

use super::Endgame;
use crate::exact::bounds::Bounds;
use crate::exact::stochastic::Unit;
use crate::exact::{Between, Quantity};
use crate::games::daldos::{Cast, Game, Play, Position, moves::View};
use crate::solve::throws::reached::{ExactLengths, Fractions, Lengths};

/// A play with its value.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlayWorth {
    /// The play.
    pub play: Play,
    /// The player's chance to win after it.
    pub win: Quantity,
    /// Whether no other play is, or is proved to be, better: no other's lower bound lies above this one's upper bound.
    pub best: bool,
}

/// A throw with its plays, the best first.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ThrowWorth {
    /// The throw.
    pub cast: Cast,
    /// Its plays.
    pub plays: Vec<PlayWorth>,
}

/// The value of each play of a throw by the chances of the positions after them, the best first; `None` if one of these
/// is not known.
fn plays<E>(
    rules: &Game,
    state: &View,
    cast: &Cast,
    chance: impl Fn(&View) -> Result<Option<Bounds>, E>,
) -> Result<Option<Vec<PlayWorth>>, E> {
    let mut plays = Vec::new();
    for play in state.plays(rules, cast) {
        let Some(after) = chance(&play.state)? else {
            return Ok(None);
        };
        let after = Between::new(after.lower, after.upper);
        let win = match play.again {
            true => after,
            false => Between::exact(BigRational::one()) - after,
        };
        plays.push((play, win));
    }
    plays.sort_by_cached_key(|(_, win)| std::cmp::Reverse(&win.lower + &win.upper));
    let least = plays.iter().map(|(_, win)| win.lower.clone()).max();
    let worth = |(play, win): (Play, Between)| PlayWorth {
        best: Some(&win.upper) >= least.as_ref(),
        win: win.quantity(),
        play,
    };
    Ok(Some(plays.into_iter().map(worth).collect()))
}

impl ThrowWorth {
    /// The same with fractions, which then decide which plays are best.
    pub(super) fn with_fractions(mut self, endgame: &Endgame, exact: &Exact) -> Self {
        for worth in &mut self.plays {
            let number = endgame.number(&worth.play.state);
            if let Some(after) = number.and_then(|number| exact.chance(number)) {
                worth.win = Quantity::Exact(match worth.play.again {
                    true => after,
                    false => BigRational::one() - after,
                });
            }
        }
        let fractions = self.plays.iter().map(|worth| worth.win.exact());
        if let Some(fractions) = fractions.collect::<Option<Vec<_>>>() {
            let highest = fractions.into_iter().max().cloned();
            for worth in &mut self.plays {
                worth.best = worth.win.exact() == highest.as_ref();
            }
        }
        self
    }
}

/// Every throw with its plays, as [`Endgame::throws`] by the chances of positions.
pub(super) fn throws<E>(
    rules: &Game,
    state: &View,
    chance: impl Fn(&View) -> Result<Option<Bounds>, E>,
) -> Result<Option<Vec<ThrowWorth>>, E> {
    if state.over(rules).is_some() || chance(state)?.is_none() {
        return Ok(None);
    }
    let throws = rules.casts().iter().map(|&cast| {
        let plays = plays(rules, state, &cast, &chance)?;
        Ok(plays.map(|plays| ThrowWorth { cast, plays }))
    });
    throws.collect()
}

impl Endgame {
    /// Every throw with its plays; `None` for a position that is not one of this endgame's or where the game is over.
    pub fn throws(&self, state: &View) -> Option<Vec<ThrowWorth>> {
        let Ok(found) = throws(self.rules(), state, |state| {
            Ok::<_, Infallible>(self.chance(state))
        });
        found
    }
}

/// Fractions of some positions of an endgame, proved to be the values.
pub struct Exact {
    pub(super) fractions: Fractions,
    pub(super) lengths: ExactLengths,
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
    pub(super) fn new(
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
