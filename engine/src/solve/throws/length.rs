//! How long games last, whichever of the options that may be best are taken.
//!
//! Options that may be best are those whose upper worth is at least the greatest lower worth of the throw. With c the cost of a throw (1; for
//! turns 1 where a turn ends with it) and P the mean over the throws, two counts n and m are found for each position in floating point, which
//! nearly solve n = least of c + P·n and m = greatest of c + P·m over these options, then written down as integers. Let r be the most by which
//! an n passes the least of c + P·n, or the greatest of c + P·m passes an m, of throws and of turns alike, and T = m / (1 − r) for the m of throws.
//! Then T ≥ 1 + P·T whatever is chosen, and n − r·T ≤ the expected count ≤ m + r·T. *Proof.* The count so far and n − r·T of the position that is
//! reached do not fall in the mean: n ≤ r + c + P·n and r·T ≥ r + P·(r·T). Every play ends, so the mean of what is reached tends to 0, and
//! the start has at most the expected count. Likewise for m + r·T, which do not rise.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::bounds::{ONE, SolvedBounds};
use super::layer::OrderedLayer;
use super::written::{LayerNumbers, Written, passes, place};
use super::{NumberedGame, SolveError};
use crate::exact::Between;
use crate::exact::stochastic::Unit;
use crate::work::Note;

/// One throw or turn, in units of the counts.
const COUNTED: u64 = ONE >> 12;
/// The change of counts in a sweep at which they are found.
const SETTLED: f64 = 1.0 / COUNTED as f64;

/// Bounds of the expected length from every position.
#[derive(Clone, Debug)]
pub struct Lengths {
    throws: SolvedBounds,
    turns: SolvedBounds,
    /// The most by which a count misses what the game makes of the counts.
    missed: u64,
}

impl Lengths {
    /// Bounds of the throws or turns until the game ends.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn of(&self, unit: Unit, number: u64) -> Between {
        let ratio = |count: u64, under: u64| BigRational::new(count.into(), BigInt::from(under));
        let [_, longest] = self.throws.pair(number);
        let missed = ratio(self.missed, COUNTED) * ratio(longest, COUNTED - self.missed);
        let counts = match unit {
            Unit::Throws => &self.throws,
            Unit::Turns => &self.turns,
        };
        let [least, most] = counts.pair(number).map(|count| ratio(count, COUNTED));
        Between::new(least - &missed, most + missed)
    }
}

impl SolvedBounds {
    /// Bounds of the expected length from every position under best play; `None` where play can go on for ever, or for more than
    /// 4,096 throws in the mean.
    ///
    /// Exact: integers, rounded outwards, proved as the module's comment says.
    /// Cost: about that of solving the game; sixteen bytes a position.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn lengths<G: NumberedGame>(
        &self,
        game: &G,
        note: &Note,
    ) -> Result<Option<Lengths>, SolveError> {
        if !self.ends() {
            return Ok(None);
        }
        let layers = game.layers();
        let [mut throws, mut turns] = [(); 2].map(|()| SolvedBounds::of(layers));
        let mut missed = 0;
        for number in 0..layers.len() {
            let layers = layers.len();
            let say = |what: &str| {
                note.set(format!("lengths, layer {} of {layers}: {what}", number + 1));
            };
            say("writing options down");
            let best = self.best_options(OrderedLayer::new(game, number));
            for (unit, counts) in [(Unit::Throws, &mut throws), (Unit::Turns, &mut turns)] {
                match best.count(unit, counts, &say)? {
                    Some(more) => missed = missed.max(more),
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(Lengths {
            throws,
            turns,
            missed,
        }))
    }

    /// The options of a layer that may be best.
    fn best_options<'a, G: NumberedGame>(&self, layer: OrderedLayer<'a, G>) -> BestOptions<'a, G> {
        let (mut written, outside) = Written::new(&layer);
        let pair = |at: usize| match layer.order.get(at) {
            Some(&place) => self.pair(layer.range.start + u64::from(place)),
            None => outside[at - layer.order.len()].map_or([ONE; 2], |number| self.pair(number)),
        };
        written.keep_best(|code| {
            let [low, high] = pair(place(code));
            // Integers of so few bits are numbers of floating point.
            match passes(code) {
                true => [(ONE - high) as f64, (ONE - low) as f64],
                false => [low as f64, high as f64],
            }
        });
        BestOptions {
            layer,
            written,
            outside,
        }
    }
}

/// The options of a layer that may be best.
struct BestOptions<'a, G: NumberedGame> {
    layer: OrderedLayer<'a, G>,
    written: Written,
    /// The positions outside the layer to which options lead, `None` where the game is over.
    outside: Vec<Option<u64>>,
}

impl<G: NumberedGame> BestOptions<'_, G> {
    /// Adds the counts of the layer to those of the layers before; returns [`Self::missed`], `None` if games last too long.
    fn count(
        &self,
        unit: Unit,
        counts: &mut SolvedBounds,
        say: &dyn Fn(&str),
    ) -> Result<Option<u64>, SolveError> {
        // The throw that ends a game ends a turn; any throw costs a throw.
        let [throw, turn] = match unit {
            Unit::Throws => [COUNTED, 0],
            Unit::Turns => [0, COUNTED],
        };
        let exits: Vec<[u64; 2]> = (self.outside.iter())
            .map(|number| number.map_or([turn; 2], |number| counts.pair(number)))
            .collect();
        let found = |end: usize, choose: fn(f64, f64) -> f64, begin: &dyn Fn(usize) -> f64| {
            let exits = exits.iter().map(|pair| pair[end] as f64 / COUNTED as f64);
            let inside = (0..self.layer.order.len()).map(begin);
            let numbers = LayerNumbers::new(inside.chain(exits));
            let [throw, turn] = [throw, turn].map(|cost| cost as f64 / COUNTED as f64);
            let worth = |code| numbers.led_to(code) + if passes(code) { turn } else { 0.0 };
            self.layer.find(SETTLED, say, || {
                self.written.sweep(&numbers, throw, worth, choose)
            })?;
            Ok(numbers)
        };
        let least = found(0, f64::min, &|_| 0.0)?;
        let most = found(1, f64::max, &|at| least.get(at))?;
        let whole = |number: f64| (number * COUNTED as f64).round() as u64;
        let pairs =
            (0..self.layer.order.len()).map(|at| [whole(least.get(at)), whole(most.get(at))]);
        let pairs: Vec<[u64; 2]> = pairs.chain(exits).collect();
        if pairs.iter().any(|[_, most]| *most > ONE) {
            return Ok(None);
        }
        let missed = self.missed(&pairs, [throw, turn]);
        let mut placed = vec![[0; 2]; self.layer.order.len()];
        for (&place, pair) in self.layer.order.iter().zip(pairs) {
            placed[place as usize] = pair;
        }
        counts.push(placed);
        Ok((missed < COUNTED).then_some(missed))
    }
    /// The most by which a count misses what the game makes of the counts.
    fn missed(&self, pairs: &[[u64; 2]], [throw, turn]: [u64; 2]) -> u64 {
        let weights = self.layer.game.weights();
        let total: u64 = weights.iter().sum();
        self.written.greatest(|at, throws| {
            let (mut low, mut high) = (0, 0);
            for (weight, options) in weights.iter().zip(throws) {
                let (mut least, mut most) = (u64::MAX, 0);
                for &code in options {
                    let cost = throw + if passes(code) { turn } else { 0 };
                    let [l, h] = pairs[place(code)].map(|count| count + cost);
                    (least, most) = (least.min(l), most.max(h));
                }
                low += weight * least;
                high += weight * most;
            }
            let [least, most] = pairs[at];
            let above = least.saturating_sub(low / total);
            above.max(high.div_ceil(total).saturating_sub(most))
        })
    }
}
