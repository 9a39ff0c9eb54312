//! The answers of an endgame's solution about a position: chances, best plays, length, fractions.

use std::convert::Infallible;

use num_rational::BigRational;
use num_traits::One;

use super::compact_position::CompactRules;
use super::index::Reached;
use super::{Endgame, EndgameError, layout};
use crate::exact::bounds::Bounds;
use crate::exact::stochastic::{self, ExactValues, LengthBounds, Strategy, Unit};
use crate::exact::{Between, Quantity};
use crate::games::daldos::{Cast, Game, Play, moves::View};
use crate::work::Fault;
use crate::work::limit::allow;

/// The most positions for which fractions are sought.
pub const MAX_EXACT_POSITIONS: u128 = 14_000;

/// The quantity that can be too large.
const EXACT: &str = "positions to be known as fractions";

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

    /// Bounds of how long games from some states last when both sides play best, whichever of the plays is taken that may be best
    /// by the bounds; where these leave no choice, at most about `width` (in units of 2^-62) apart.
    ///
    /// Exact: the bounds hold for every best play, however wide those of the chances are; see [`stochastic::Game::length`].
    ///
    /// [`stochastic::Game::length`]: crate::exact::stochastic::Game::length
    pub fn length(&self, states: impl IntoIterator<Item = usize>, width: u64) -> Length {
        let (game, kept) = self.bounds().best_part(self.game(), states);
        let bounds = game.length(width);
        Length { kept, bounds }
    }

    /// Whether [`Endgame::exact`] will take on some positions, found out before anything is solved.
    ///
    /// Cost: walks through [`MAX_EXACT_POSITIONS`] positions at most.
    ///
    /// # Errors
    /// [`EndgameError::TooLarge`] if more than that come of them, and what is wrong with a position.
    pub(crate) fn allow_exact(
        rules: &Game,
        pieces: [usize; 2],
        states: impl IntoIterator<Item = View>,
    ) -> Result<(), EndgameError> {
        let course = CompactRules::new(rules);
        let starts = states.into_iter().map(|state| course.few(&state, rules));
        let starts = starts
            .collect::<Option<Vec<_>>>()
            .ok_or(EndgameError::NotReached)?;
        if Reached::new(starts, course, rules, MAX_EXACT_POSITIONS).is_err() {
            let (index, _) = layout(rules, pieces)?;
            // The walk was broken off: about as many come of them as there are.
            let needed = (index.len() as u128).max(MAX_EXACT_POSITIONS + 1);
            allow(EXACT, needed, MAX_EXACT_POSITIONS)?;
        }
        Ok(())
    }

    /// The chance to win and the length as fractions, for some states and everything that can come of them.
    ///
    /// The fractions are proved ([`ExactValues::prove`]) before anything is handed out. Of plays that are worth the same, the
    /// length is counted by that after which the own pieces stand farthest back along their way: the hindmost compared first,
    /// an undalled one behind every dalled one, then the next; then the enemy's pieces in the same way, fewer pieces first. That
    /// is the order of the options.
    ///
    /// # Errors
    /// Of kind limit: too many positions, or values or lengths that could not be found or proved.
    pub fn exact(&self, states: impl IntoIterator<Item = usize>) -> Result<Exact, Fault> {
        let states: Vec<usize> = states.into_iter().collect();
        let (game, kept) = self.game().part(states.iter().copied());
        allow(EXACT, kept.len() as u128, MAX_EXACT_POSITIONS)?;
        let values = game.solve(self.bounds().part(&kept).strategy(&game))?;
        values.prove(&game)?;
        let asked = states
            .iter()
            .filter_map(|state| kept.binary_search(state).ok());
        let length = ExactLength::new(&game, &values.first_best(&game), asked)?;
        Ok(Exact {
            kept,
            values,
            length,
        })
    }
}

/// The expected length of games, for some states of an endgame.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Length {
    kept: Vec<usize>,
    bounds: LengthBounds,
}

impl Length {
    /// Bounds of the expected number of turns or throws from a state; `None` if it was not asked for and cannot come of
    /// one that was by plays that may be best, or if such plays can go on for ever or for so long that there are no bounds.
    pub(crate) fn both(&self, unit: Unit, number: usize) -> Option<Bounds> {
        let place = self.kept.binary_search(&number).ok()?;
        self.bounds.both(unit, place)
    }
}

/// Fractions for some states of an endgame, proved to be the values.
pub struct Exact {
    kept: Vec<usize>,
    values: ExactValues,
    length: ExactLength,
}

/// The expected length of games under a strategy that ends them.
struct ExactLength {
    kept: Vec<usize>,
    turns: Box<dyn Fn(usize) -> BigRational>,
    throws: Box<dyn Fn(usize) -> BigRational>,
}

impl ExactLength {
    /// From those of some states from which the strategy ends the game.
    fn new(
        game: &stochastic::Game,
        strategy: &Strategy,
        states: impl IntoIterator<Item = usize>,
    ) -> Result<Self, stochastic::SolveError> {
        let (followed, kept) = strategy.part(game, states);
        let ends = followed.ends();
        let (followed, places) = followed.part((0..kept.len()).filter(|&place| ends[place]));
        let only = Strategy::first(&followed);
        Ok(Self {
            kept: places.into_iter().map(|place| kept[place]).collect(),
            turns: Box::new(followed.exact_length(&only, Unit::Turns)?),
            throws: Box::new(followed.exact_length(&only, Unit::Throws)?),
        })
    }
}

impl Exact {
    /// The chance that the side to move wins; `None` if the state was not asked for and cannot come of one that was.
    pub fn chance(&self, number: usize) -> Option<BigRational> {
        let place = self.kept.binary_search(&number).ok()?;
        Some(self.values.value(place))
    }

    /// The expected number of turns or throws, of equal plays by the one that [`Endgame::exact`] names; `None` if the state was
    /// not asked for, or where that play may go on for ever.
    pub fn length(&self, unit: Unit, number: usize) -> Option<BigRational> {
        let place = self.kept.binary_search(&number).ok()?;
        let place = self.length.kept.binary_search(&place).ok()?;
        Some(match unit {
            Unit::Turns => (self.length.turns)(place),
            Unit::Throws => (self.length.throws)(place),
        })
    }

    /// The most unknowns that were solved together.
    pub fn largest_system(&self) -> usize {
        self.values.largest_system()
    }
}
