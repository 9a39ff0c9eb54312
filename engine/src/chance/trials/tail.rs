//! The weight of all samples at most as likely as one of them.
//!
//! A sample shares `n` trials out over categories, one after the other: with `r` trials left, giving `x` to category `j` has
//! an integer factor, and the weight of a sample is the product. For the multinomial the factor is C(r, x)·w_j^x, for
//! counts drawn without replacement C(c_j, x); the last category takes what is left.
//!
//! Nothing is listed one by one. For the last two categories the factors rise and then fall (both kinds are log-concave),
//! so those at most a threshold are two runs of ends, whose sums are at hand. A prefix of categories whose likeliest
//! completion is not above the threshold counts as a whole. So only prefixes of samples likelier than the one seen are
//! visited; everything is in whole numbers.

use num_bigint::BigUint;
use num_traits::{One, Pow, Zero};

/// Prefixes visited, and products of long numbers made beforehand.
const MAX_STEPS: u64 = 3_000_000;
/// Words of the products on the way.
const MAX_PRODUCTS: u64 = 250_000_000;
/// Machine words that the tables may take.
const MAX_WORDS: u64 = 40_000_000;

/// The way trials are shared out.
pub(super) enum Model {
    /// With replacement.
    Multinomial {
        /// Integer weights of the categories.
        weights: Vec<BigUint>,
        /// What they sum to from each category on.
        sums: Vec<BigUint>,
        trials: u64,
    },
    /// Without: the number in each category.
    Hypergeometric { there: Vec<u64>, trials: u64 },
}

/// The completions of a prefix by the last two categories: the factors, and their sums from the first on.
struct Ends {
    factors: Vec<BigUint>,
    sums: Vec<BigUint>,
    /// Where they are greatest.
    top: usize,
}

impl Model {
    pub(super) fn multinomial(weights: Vec<BigUint>, trials: u64) -> Self {
        let mut sums = vec![BigUint::zero()];
        for weight in weights.iter().rev() {
            sums.push(weight + &sums[sums.len() - 1]);
        }
        sums.reverse();
        Self::Multinomial {
            weights,
            sums,
            trials,
        }
    }

    /// The factors of category `j` for 0, 1, … `left` trials, `left` being what is left; the last category takes all.
    fn factors(&self, j: usize, left: u64) -> Vec<BigUint> {
        let mut factors = Vec::with_capacity(left as usize + 1);
        let mut factor = BigUint::one();
        for x in 0..=left {
            factors.push(factor.clone());
            match self {
                Self::Multinomial { weights, .. } => {
                    factor = factor * &weights[j] * (left - x) / (x + 1)
                }
                Self::Hypergeometric { there, .. } => {
                    factor = factor * there[j].saturating_sub(x) / (x + 1)
                }
            }
        }
        factors
    }

    /// The factor when all that is left goes to the last category.
    fn last(&self, left: u64) -> BigUint {
        let last = self.categories() - 1;
        match self {
            Self::Multinomial { weights, .. } => Pow::pow(&weights[last], left),
            Self::Hypergeometric { there, .. } => binomial(there[last], left),
        }
    }

    /// The weight of all ways to share out what is left over the categories from `j` on.
    fn all(&self, j: usize, left: u64) -> BigUint {
        match self {
            Self::Multinomial { sums, .. } => Pow::pow(&sums[j], left),
            Self::Hypergeometric { there, .. } => binomial(there[j..].iter().sum(), left),
        }
    }

    pub(super) fn trials(&self) -> u64 {
        match self {
            Self::Multinomial { trials, .. } | Self::Hypergeometric { trials, .. } => *trials,
        }
    }

    pub(super) fn categories(&self) -> usize {
        match self {
            Self::Multinomial { weights, .. } => weights.len(),
            Self::Hypergeometric { there, .. } => there.len(),
        }
    }

    /// The least and the greatest count of category `j`, the last excepted, with `left` trials left.
    pub(super) fn counts(&self, j: usize, left: u64) -> (u64, u64) {
        match self {
            Self::Multinomial { .. } => (0, left),
            Self::Hypergeometric { there, .. } => {
                let later: u64 = there[j + 1..].iter().sum();
                (left.saturating_sub(later), left.min(there[j]))
            }
        }
    }

    /// The likelihood of a count of `x + 1` of category `j`, divided by that of `x`, with `left` trials left: numerator and
    /// denominator. The quotient falls as `x` grows.
    pub(super) fn ratio(&self, j: usize, left: u64, x: u64) -> (BigUint, BigUint) {
        match self {
            Self::Multinomial { weights, sums, .. } => {
                (&weights[j] * (left - x), &sums[j + 1] * (x + 1))
            }
            Self::Hypergeometric { there, .. } => {
                let later: u64 = there[j + 1..].iter().sum();
                let over = BigUint::from(there[j] - x) * (left - x);
                (over, BigUint::from(x + 1) * (later + x + 1 - left))
            }
        }
    }

    /// The weight of all samples.
    pub(super) fn total(&self) -> BigUint {
        self.all(0, self.trials())
    }

    /// Machine words that the weight of all samples has at most.
    pub(super) fn most_words(&self) -> u128 {
        let bits = match self {
            Self::Multinomial { sums, .. } => {
                u128::from(sums[0].bits()) * u128::from(self.trials())
            }
            Self::Hypergeometric { there, .. } => there.iter().sum::<u64>().into(),
        };
        bits / 64 + 1
    }

    /// The weight of one sample.
    pub(super) fn weight(&self, counts: &[u64]) -> BigUint {
        let mut left = self.trials();
        let mut weight = BigUint::one();
        for (j, &count) in counts.iter().enumerate() {
            weight *= match self {
                Self::Multinomial { weights, .. } => {
                    binomial(left, count) * Pow::pow(&weights[j], count)
                }
                Self::Hypergeometric { there, .. } => binomial(there[j], count),
            };
            left -= count;
        }
        weight
    }

    /// Bits that a weight may have.
    fn bits(&self) -> u64 {
        self.total().bits()
    }

    /// The weight of all samples of at most this weight; `None` if it would take too much work or memory.
    pub(super) fn at_most(&self, limit: &BigUint) -> Option<BigUint> {
        if self.categories() == 1 {
            return Some(self.total());
        }
        let two = self.categories() - 2;
        let (n, words) = (self.trials() + 1, self.bits() / 64 + 1);
        // With more than two categories, what is left for the last two varies.
        let pairs = if two == 0 { n } else { n * (n + 1) / 2 };
        if pairs > MAX_STEPS
            || 2 * pairs * words > MAX_WORDS
            || n * words * words > MAX_STEPS * 1000
        {
            return None;
        }
        let lefts = if two == 0 { self.trials()..n } else { 0..n };
        let mut ends: Vec<Option<Ends>> = (0..n).map(|_| None).collect();
        for left in lefts {
            ends[left as usize] = Some(self.ends(two, left));
        }
        let mut steps = 0;
        let tops = self.tops(two, &ends, &mut steps)?;
        let alls: Vec<Vec<BigUint>> = (1..=two)
            .map(|j| (0..n).map(|left| self.all(j, left)).collect())
            .collect();
        let mut walk = Walk {
            model: self,
            ends: &ends,
            tops: &tops,
            alls: &alls,
            limit,
            sum: BigUint::zero(),
            steps,
            products: 0,
            words,
        };
        walk.from(0, self.trials(), &BigUint::one())?;
        Some(walk.sum)
    }

    /// The completions by the last two categories.
    fn ends(&self, j: usize, left: u64) -> Ends {
        let mut factors = self.factors(j, left);
        let mut last = self.last(0);
        for (x, factor) in factors.iter_mut().enumerate().rev() {
            let rest = left - x as u64;
            *factor *= &last;
            last = match self {
                Self::Multinomial { weights, .. } => last * &weights[j + 1],
                Self::Hypergeometric { there, .. } => {
                    last * there[j + 1].saturating_sub(rest) / (rest + 1)
                }
            };
        }
        let mut sums = Vec::with_capacity(factors.len());
        let mut sum = BigUint::zero();
        let mut top = 0;
        for (x, factor) in factors.iter().enumerate() {
            sum += factor;
            sums.push(sum.clone());
            if *factor > factors[top] {
                top = x;
            }
        }
        Ends { factors, sums, top }
    }

    /// By category before the last two and by what is left: the greatest weight of a completion.
    fn tops(
        &self,
        two: usize,
        ends: &[Option<Ends>],
        steps: &mut u64,
    ) -> Option<Vec<Vec<BigUint>>> {
        let zero = BigUint::zero();
        let mut later: Vec<BigUint> = (ends.iter())
            .map(|ends| {
                ends.as_ref()
                    .map_or(zero.clone(), |ends| ends.factors[ends.top].clone())
            })
            .collect();
        let mut tops = vec![later.clone()];
        // The first category has all trials before it.
        for j in (1..two).rev() {
            *steps += self.trials() * self.trials() / 2;
            if *steps > MAX_STEPS {
                return None;
            }
            let here = (0..=self.trials()).map(|left| {
                let factors = self.factors(j, left).into_iter().enumerate();
                let tops = factors.map(|(x, factor)| factor * &later[left as usize - x]);
                tops.max().unwrap_or_default()
            });
            later = here.collect();
            tops.push(later.clone());
        }
        tops.reverse();
        Some(tops)
    }
}

/// C(n, k), nothing for k above n.
pub(super) fn binomial(n: u64, k: u64) -> BigUint {
    if k > n {
        return BigUint::zero();
    }
    let mut ways = BigUint::one();
    for i in 0..k.min(n - k) {
        ways = ways * (n - i) / (i + 1);
    }
    ways
}

struct Walk<'a> {
    model: &'a Model,
    ends: &'a [Option<Ends>],
    /// From the category after the first on.
    tops: &'a [Vec<BigUint>],
    /// The weight of all completions, the same way.
    alls: &'a [Vec<BigUint>],
    limit: &'a BigUint,
    sum: BigUint,
    steps: u64,
    /// Products made, each as many as it has words.
    products: u64,
    words: u64,
}

impl Walk<'_> {
    /// Adds the completions of a prefix of this weight.
    fn from(&mut self, j: usize, left: u64, weight: &BigUint) -> Option<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.products > MAX_PRODUCTS {
            return None;
        }
        if j + 2 == self.model.categories() {
            self.end(left, weight);
            return Some(());
        }
        self.products += left * self.words;
        for (x, factor) in self.model.factors(j, left).into_iter().enumerate() {
            let rest = left - x as u64;
            let next = weight * factor;
            if next.is_zero() {
                continue;
            }
            if &next * &self.tops[j][rest as usize] <= *self.limit {
                self.sum += next * &self.alls[j][rest as usize];
            } else {
                self.from(j + 1, rest, &next)?;
            }
        }
        Some(())
    }

    /// Adds those of the completions by the last two categories that are not above the limit.
    fn end(&mut self, left: u64, weight: &BigUint) {
        let Some(Ends { factors, sums, top }) = &self.ends[left as usize] else {
            return;
        };
        let threshold = self.limit / weight;
        let rising = factors[..*top].partition_point(|factor| *factor <= threshold);
        let falling = top + factors[*top..].partition_point(|factor| *factor > threshold);
        let mut within = BigUint::zero();
        if rising > 0 {
            within += &sums[rising - 1];
        }
        within += &sums[sums.len() - 1];
        if falling > 0 {
            within -= &sums[falling - 1];
        }
        self.sum += within * weight;
    }
}
