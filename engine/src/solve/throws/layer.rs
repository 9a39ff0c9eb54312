//! A layer at work: its positions in order, and their options written down.

use std::iter::once;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::prove::{Left, survivors};
use super::written::{Block, CHUNK, Part, Total, Written, code, exit_code, falling};
use super::{Next, NumberedGame, ONE, SolvedBounds};
use crate::solve::parallel;
use crate::work::stop;

/// Some of the numbers below another, marked by several threads.
pub(super) struct Marks {
    words: Vec<AtomicU64>,
    /// How many are marked in the words before each, and in all of them.
    before: Vec<u32>,
}

impl Marks {
    fn below(end: u64) -> Self {
        Self {
            words: (0..end.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
            before: Vec::new(),
        }
    }

    fn mark(&self, number: usize) {
        let (word, bit) = (&self.words[number / 64], 1 << (number % 64));
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// Counts those that are marked: no more are.
    fn count(&mut self) {
        let mut sum = 0;
        let counts = self.words.iter().map(|word| {
            sum += word.load(Relaxed).count_ones();
            sum
        });
        self.before = once(0).chain(counts).collect();
    }

    /// How many are marked.
    fn len(&self) -> usize {
        self.before.last().map_or(0, |&all| all as usize)
    }

    /// How many are marked below a number.
    fn rank(&self, number: usize) -> usize {
        let below = self.words[number / 64].load(Relaxed) & ((1 << (number % 64)) - 1);
        self.before[number / 64] as usize + below.count_ones() as usize
    }

    /// What is there for the first exit, and for the others by what is `known` of positions.
    pub(super) fn exits(
        &self,
        first: [u64; 2],
        known: &SolvedBounds,
    ) -> impl Iterator<Item = [u64; 2]> {
        once(first).chain(self.numbers().map(|number| known.wide(number)))
    }

    /// The numbers that are marked, ascending.
    fn numbers(&self) -> impl Iterator<Item = u64> {
        (0..).zip(&self.words).flat_map(|(at, word)| {
            let word = word.load(Relaxed);
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| 64 * at + bit)
        })
    }
}

/// A layer whose positions are put in order.
pub(super) struct OrderedLayer<'a, G: NumberedGame> {
    pub(super) game: &'a G,
    pub(super) number: usize,
    /// The numbers of its positions.
    pub(super) range: Range<u64>,
    /// The numbers of its positions within the layer, those that are farther on first.
    pub(super) order: Vec<u32>,
    /// All of them, in waves of positions equally far on.
    pub(super) block: Block,
    /// The throws that can fall, and their weights.
    throws: Vec<usize>,
    weights: Vec<u64>,
}

impl<'a, G: NumberedGame> OrderedLayer<'a, G> {
    pub(super) fn new(game: &'a G, number: usize) -> Self {
        let range = game.layers()[number].clone();
        let places = (range.end - range.start) as usize;
        let advances = parallel::map_ranges(places, CHUNK, |part| {
            let advance = |place| game.advance(&game.position(range.start + place as u64));
            part.map(advance).collect::<Vec<_>>()
        });
        let most = advances
            .iter()
            .flatten()
            .max()
            .map_or(0, |&most| most as usize);
        let mut firsts = vec![0; most + 2];
        for &advance in advances.iter().flatten() {
            firsts[most - advance as usize + 1] += 1;
        }
        for at in 1..firsts.len() {
            firsts[at] += firsts[at - 1];
        }
        let waves = firsts.windows(2).map(|ends| ends[0]..ends[1]);
        let waves = waves.filter(|wave| !wave.is_empty()).collect();
        let mut order = vec![0; places];
        for (place, &advance) in (0..).zip(advances.iter().flatten()) {
            let at = &mut firsts[most - advance as usize];
            order[*at] = place;
            *at += 1;
        }
        let (throws, weights) =
            falling(game).expect("weights of a game that is numbered have a sum within the limits");
        Self {
            game,
            number,
            range,
            order,
            block: Block::in_waves(waves),
            throws,
            weights,
        }
    }

    /// The number of each position in the order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> {
        (self.order.iter()).map(|&place| self.range.start + u64::from(place))
    }

    /// The positions of a part of the order.
    pub(super) fn positions(&self, part: Range<usize>) -> impl Iterator<Item = G::Position> {
        let numbers = self.numbers().skip(part.start).take(part.len());
        numbers.map(|number| self.game.position(number))
    }

    /// What is there for each position in the order, for each number.
    pub(super) fn by_number<T: Copy + Default>(&self, of: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut placed = vec![T::default(); self.order.len()];
        for (&place, of) in self.order.iter().zip(of) {
            placed[place as usize] = of;
        }
        placed
    }

    /// The options of all positions, the places being those of the order, and the positions outside the layer that options lead to. The first
    /// exit is that of a side that has won, the others are these.
    pub(super) fn written(&self) -> (Written, Marks) {
        let mut ranks = vec![0; self.order.len()];
        for (rank, &place) in (0..).zip(&self.order) {
            ranks[place as usize] = rank;
        }
        let mut outside = Marks::below(self.range.start);
        let mut parts = parallel::map_ranges(self.order.len(), CHUNK, |part| {
            self.write(&ranks, &outside, part)
        });
        outside.count();
        let places = ranks.len();
        parallel::for_each(&mut parts, |part| {
            part.place_exits(places, |exit| match exit.checked_sub(1) {
                None => places,
                Some(number) => places + 1 + outside.rank(number),
            });
        });
        let written = Written::new(self.weights.clone(), parts, 1 + outside.len());
        (written, outside)
    }

    /// Some positions with their options, of which those outside the layer are marked; an exit is numbered as the position is, from 1.
    fn write(&self, ranks: &[u32], outside: &Marks, places: Range<usize>) -> Part {
        let (mut part, mut options) = (Part::new(), Vec::new());
        for position in self.positions(places) {
            stop::check();
            for &throw in &self.throws {
                self.game.options(&position, throw, &mut options);
                part.add(options.drain(..).map(|next| {
                    let pass = matches!(next, Next::Pass(_));
                    let Some(to) = next.state() else {
                        return exit_code(0, pass);
                    };
                    let number = self.game.number(&to);
                    match number.checked_sub(self.range.start) {
                        Some(place) => code(ranks[place as usize] as usize, pass),
                        None => {
                            outside.mark(number as usize);
                            exit_code(1 + number as usize, pass)
                        }
                    }
                }));
            }
            part.end_place();
        }
        part.shrink();
        part
    }

    /// Whether `holds` is true of every throw in a position, given its weight and its options.
    fn all_throws(
        &self,
        number: u64,
        mut holds: impl FnMut(u64, &[Next<G::Position>]) -> bool,
    ) -> bool {
        let (position, mut options) = (self.game.position(number), Vec::new());
        self.throws
            .iter()
            .zip(&self.weights)
            .all(|(&throw, &weight)| {
                options.clear();
                self.game.options(&position, throw, &mut options);
                holds(weight, &options)
            })
    }

    /// The first position from which both sides together can go on for ever; positions of the layers before count as ends.
    pub(super) fn first_endless(&self) -> Option<u64> {
        let first = self.range.start;
        let goes_on = |place: usize, left: &Left| {
            self.all_throws(first + place as u64, |_, options| {
                let numbers = options.iter().filter_map(|next| next.state());
                let mut within = numbers.filter_map(|to| self.game.number(&to).checked_sub(first));
                within.any(|to| left.has(to as usize))
            })
        };
        let block = Block::new(self.order.clone());
        let endless = survivors(self.order.len(), &[block], 1, goes_on);
        endless.first().map(|&place| first + place as u64)
    }

    /// The first position whose bounds do not follow from those it leads to.
    pub(super) fn first_that_fails(&self, known: &SolvedBounds) -> Option<u64> {
        let total = Total::new(self.weights.iter().sum());
        let worth = |next: &Next<G::Position>| match next {
            Next::Again(to) => known.wide(self.game.number(to)),
            Next::Pass(to) => {
                let [low, high] = known.wide(self.game.number(to));
                [ONE - high, ONE - low]
            }
            Next::End(_) => [ONE; 2],
        };
        let fails = |&number: &u64| {
            let mut sums = [0_u128; 2];
            self.all_throws(number, |weight, options| {
                let worths = options.iter().map(worth);
                let best = worths.reduce(|[a, b], [c, d]| [a.max(c), b.max(d)]);
                for (sum, best) in sums.iter_mut().zip(best.unwrap_or([0, ONE])) {
                    *sum += u128::from(best) * u128::from(weight);
                }
                true
            });
            let [low, high] = known.wide(number);
            low > total.floor(sums[0]) || high < total.ceil(sums[1])
        };
        let found = parallel::map_ranges(self.order.len(), CHUNK, |part| {
            let [first, end] = [part.start, part.end].map(|at| self.range.start + at as u64);
            (first..end).find(fails)
        });
        found.into_iter().flatten().next()
    }
}
