//! The positions that can follow some, listed as they are reached: proved bounds, fractions and expected lengths of each.
//!
//! What each throw can lead to is written down once. That takes some hundred bytes a position, and no numbering.

use std::cell::Cell;
use std::hash::Hash;

use indexmap::IndexSet;
use num_rational::BigRational;
use num_traits::One;
use rustc_hash::FxBuildHasher;

use super::fractions::{ExactValues, NoFractions, StateFractions};
use super::length::{CountUnit, Counts, enclosed};
use super::prove::{Disproved, Ending};
use super::strategy::Strategy;
use super::written::{
    CHUNK, MAX_PLACES, Part, Written, best_of, code, exit_code, falling, option_bounds, rounded,
};
use super::{Moves, Next, ONE, Unit};
use crate::exact::{Between, Quantity};
use crate::work::limit::grouped;
use crate::work::{Fault, Kind, stop};

/// What a throw or turn is counted in: less where games are so long that counts would not hold it.
const SCALES: [u64; 3] = [1 << 50, 1 << 40, 1 << 30];

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
    pub(super) game: Written,
}

impl<P: Clone + Eq + Hash> Reached<P> {
    /// Some positions and all that can follow them; `None` if they are more than `most`.
    ///
    /// # Errors
    /// Of kind limit: weights whose sum is 0 or more than [`MAX_TOTAL`](super::MAX_TOTAL).
    ///
    /// # Examples
    /// Two players throw a coin in turn; the first to throw heads wins.
    /// ```
    /// use siga::solve::throws::reached::{Payoffs, Reached};
    /// use siga::solve::throws::{Ending, Moves, Next};
    /// struct Coin;
    /// impl Moves for Coin {
    ///     type Position = ();
    ///
    ///     fn weights(&self) -> &[u64] {
    ///         &[1, 1]
    ///     }
    ///
    ///     fn options(&self, _: &(), throw: usize, next: &mut Vec<Next<()>>) {
    ///         next.push([Next::End(0), Next::Pass(())][throw]);
    ///     }
    /// }
    /// let coin = Reached::new(&Coin, Payoffs::won(), [()], 10)?.expect("one position");
    /// let solved = coin.solve(1 << 20)?;
    /// let bounds = solved.between(0);
    /// let two_thirds = "2/3".parse()?;
    /// assert!(bounds.lower <= two_thirds && two_thirds <= bounds.upper);
    /// assert_eq!(solved.ending(), Ending::Always);
    /// assert_eq!(solved.fractions([0], 10)?.value(0), Some(two_thirds));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new<M: Moves<Position = P>>(
        moves: &M,
        payoffs: Payoffs,
        starts: impl IntoIterator<Item = P>,
        most: usize,
    ) -> Result<Option<Self>, Fault> {
        let most = most.min(MAX_PLACES / 2);
        let (used, weights) = falling(moves)?;
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
        let (mut parts, mut options) = (Vec::new(), Vec::new());
        let mut part = Part::new();
        let mut at = 0;
        while let Some(position) = positions.get_index(at).cloned() {
            stop::check();
            for &throw in &used {
                if size.get() > most {
                    return Ok(None);
                }
                moves.options(&position, throw, &mut options);
                part.add(options.drain(..).map(|next| match next {
                    Next::Again(to) => code(number(to, &mut positions), false),
                    Next::Pass(to) => code(number(to, &mut positions), true),
                    Next::End(payoff) => exit_code(payoff, false),
                }));
            }
            part.end_place();
            at += 1;
            if at % CHUNK == 0 {
                parts.push(std::mem::replace(&mut part, Part::new()));
            }
        }
        parts.push(part);
        for part in &mut parts {
            part.place_exits(positions.len(), |exit| positions.len() + exit);
        }
        let exits = rounded(&payoffs.payoffs, payoffs.open);
        let mut game = Written::new(weights, parts, exits.len());
        game.exits = exits;
        game.payoffs = payoffs.payoffs;
        game.open = payoffs.open;
        Ok(Some(Self { positions, game }))
    }

    /// Bounds of all values, at most about `width` (in units of 1/[`ONE`]) apart, proved.
    ///
    /// # Errors
    /// They could not be proved.
    pub fn solve(mut self, width: u64) -> Result<Endgame<P>, Disproved> {
        let bounds = self.game.bounds(width);
        self.with(bounds)
    }

    /// The same with bounds from elsewhere, lower and upper ones in units of 1/[`ONE`], which are proved.
    ///
    /// # Errors
    /// They do not hold.
    pub fn with(self, bounds: Vec<[u64; 2]>) -> Result<Endgame<P>, Disproved> {
        let ending = self.game.prove(&bounds)?;
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
    bounds: Vec<[u64; 2]>,
    ending: Ending,
}

/// Keeps all options.
fn all(_: (usize, usize), options: &[u32], kept: &mut Vec<u32>) {
    kept.extend(options);
}

/// A number in units of 1/[`ONE`].
pub(crate) fn ratio(units: u64) -> BigRational {
    BigRational::new(units.into(), ONE.into())
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

    /// The lower and the upper bound of each position, by number, in units of 1/[`ONE`].
    pub fn bounds(&self) -> &[[u64; 2]] {
        &self.bounds
    }

    /// The bounds of a position, by number.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn between(&self, number: usize) -> Between {
        let [lower, upper] = self.bounds[number].map(ratio);
        Between { lower, upper }
    }

    /// The greatest distance between the bounds of a position.
    pub fn widest(&self) -> BigRational {
        let widest = self.bounds.iter().map(|[low, high]| high - low).max();
        ratio(widest.unwrap_or(0))
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
        let (game, kept) = self.reached.game.part(asked.iter().copied(), all);
        if kept.len() > most {
            return Err(too_many_for_fractions(most));
        }
        let bounds = kept.iter().map(|&number| self.bounds[number]);
        let pairs = game.with_exits(bounds);
        let found = game.in_fractions(Strategy::by_bounds(&game, &pairs));
        let proved = found.and_then(|values| values.prove(&game).map(|()| values));
        let values = proved.map_err(|error| error.among(&kept))?;
        Ok(Fractions {
            asked,
            kept,
            game,
            values,
        })
    }

    /// Bounds of how long games from some positions last when both sides play best, whichever of the plays is taken that may be best
    /// by the bounds.
    ///
    /// Exact: the bounds hold for every best play, however wide those of the chances are.
    pub fn lengths(&self, numbers: impl IntoIterator<Item = usize>) -> Lengths {
        let game = &self.reached.game;
        let pairs = game.with_exits(self.bounds.iter().copied());
        let (best, kept) = game.part(numbers, |_, options, kept| {
            best_of(options, |code| option_bounds(code, &pairs), kept);
        });
        drop(pairs);
        let blocks = best.blocks();
        let ends = best.ends(&blocks);
        let blocks: Vec<_> = blocks.into_iter().map(|block| block.among(&ends)).collect();
        let mut scales = SCALES.into_iter();
        let counted = scales.find_map(|one| {
            let scale = CountUnit { one, grain: 1 };
            let mut both = [Unit::Turns, Unit::Throws].map(|unit| {
                let exits = vec![unit.of_an_end(one); best.exits.len()];
                Counts::new(&best, unit, scale, &exits)
            });
            let mut units = both.iter_mut();
            let short = units.all(|unit| blocks.iter().all(|block| unit.count(block, &|_| ())));
            let missed = both.iter().map(|counts| counts.missed).max();
            short.then(|| (both.map(|counts| counts.pairs), missed.unwrap_or(0), one))
        });
        let known = counted.map(|(counts, missed, one)| KnownLengths::Bounded {
            ends,
            counts,
            missed,
            one,
        });
        Lengths { kept, known }
    }
}

/// The expected length of games from some positions, between bounds or as fractions.
#[derive(Clone, Debug, Default)]
pub struct Lengths {
    /// The numbers of the positions, ascending.
    kept: Vec<usize>,
    /// Where there are none, nothing is known.
    known: Option<KnownLengths>,
}

/// Lengths, by place among the positions.
#[derive(Clone, Debug)]
enum KnownLengths {
    Bounded {
        /// Whether play from there ends whatever is chosen, so that there are bounds.
        ends: Vec<bool>,
        /// Counts of turns and of throws.
        counts: [Vec<[u64; 2]>; 2],
        /// The most by which a count misses what the game makes of the counts.
        missed: u64,
        /// What counts are kept in.
        one: u64,
    },
    /// Those in turns and those in throws.
    Exact([StateFractions; 2]),
}

impl Lengths {
    /// The expected number of turns and of throws from a position; `None` if it was not asked for and cannot follow one that was by plays that
    /// may be best, or if such plays can go on for ever or for so long that there are no bounds.
    pub fn of(&self, number: usize) -> Option<[Quantity; 2]> {
        let place = self.kept.binary_search(&number).ok()?;
        match self.known.as_ref()? {
            KnownLengths::Bounded {
                ends,
                counts,
                missed,
                one,
            } => {
                let counts = counts.each_ref().map(|counts| counts[place]);
                let [_, [_, longest]] = counts;
                let of = |counts| Quantity::Bounded(enclosed(counts, longest, *missed, *one));
                ends[place].then(|| counts.map(of))
            }
            KnownLengths::Exact(fractions) => {
                let fractions = fractions.each_ref();
                Some(fractions.map(|of| Quantity::Exact(of.get(place))))
            }
        }
    }
}

/// The chances of some positions as fractions.
#[derive(Clone, Debug)]
pub struct Fractions {
    asked: Vec<usize>,
    kept: Vec<usize>,
    game: Written,
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
    /// [`NoFractions`].
    pub fn lengths(&self) -> Result<Lengths, NoFractions> {
        let places = self.asked.iter();
        let places = places.filter_map(|number| self.kept.binary_search(number).ok());
        let first = self.values.first_best(&self.game);
        let (followed, kept) = first.part(&self.game, places);
        let ends = followed.ends(&followed.blocks());
        let ended = (0..kept.len()).filter(|&place| ends[place]);
        let (followed, places) = followed.part(ended, all);
        let only = Strategy::first(&followed);
        let numbers = places.into_iter().map(|place| self.kept[kept[place]]);
        let kept: Vec<usize> = numbers.collect();
        let [turns, throws] = [Unit::Turns, Unit::Throws].map(|unit| {
            let counted = followed.exact_length(&only, unit);
            counted.map_err(|error| error.among(&kept))
        });
        let known = Some(KnownLengths::Exact([turns?, throws?]));
        Ok(Lengths { kept, known })
    }
}
