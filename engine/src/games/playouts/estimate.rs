//! Estimates and their intervals.

/// An estimate with an interval that holds the true number with the confidence asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Estimated")]
#[non_exhaustive]
pub struct Estimate {
    /// Estimated from the games finished.
    #[serde(rename = "estimated")]
    pub estimate: f64,
    /// Lower end of the interval that holds the true number with the confidence given.
    pub lower: f64,
    /// Upper end of the interval.
    pub upper: f64,
}

impl Estimate {
    /// Whether a number lies in the interval.
    pub fn holds(&self, number: f64) -> bool {
        self.lower <= number && number <= self.upper
    }

    /// The same of `slope · x + shift`, where this is of x; the slope must be positive.
    pub(crate) fn scaled(self, slope: f64, shift: f64) -> Self {
        let scaled = |x: f64| slope * x + shift;
        Self {
            estimate: scaled(self.estimate),
            lower: scaled(self.lower),
            upper: scaled(self.upper),
        }
    }
}

/// The confidence of an interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Confidence {
    /// 95 in 100.
    #[default]
    Usual,
    /// 99 in 100.
    High,
    /// 999 in 1000.
    Highest,
}

impl Confidence {
    /// The share of intervals that hold the true number.
    pub fn level(self) -> f64 {
        match self {
            Self::Usual => 0.95,
            Self::High => 0.99,
            Self::Highest => 0.999,
        }
    }

    /// The number of standard deviations to either side.
    pub(crate) fn deviations(self) -> f64 {
        match self {
            Self::Usual => 1.959_963_984_540_054,
            Self::High => 2.575_829_303_548_901,
            Self::Highest => 3.290_526_731_491_926,
        }
    }
}

/// Wilson's interval for the chance behind `hits` of `trials`.
pub fn wilson(hits: u64, trials: u64, confidence: Confidence) -> Estimate {
    of_halves(2 * hits, trials, confidence)
}

/// The same for the mean of trials that are worth 0, 1/2 or 1, from the number of halves.
///
/// No number from 0 to 1 varies more than one that is 0 or 1 with the same mean, so that halves can only make the interval hold
/// the mean more often.
pub(super) fn of_halves(halves: u64, trials: u64, confidence: Confidence) -> Estimate {
    if trials == 0 {
        return Estimate {
            estimate: 0.5,
            lower: 0.0,
            upper: 1.0,
        };
    }
    let (n, z) = (trials as f64, confidence.deviations());
    let share = halves as f64 / (2.0 * n);
    let scale = 1.0 / (1.0 + z * z / n);
    let middle = (share + z * z / (2.0 * n)) * scale;
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt() * scale;
    // Rounding must not leave out an end that the interval reaches.
    Estimate {
        estimate: share,
        lower: if halves == 0 {
            0.0
        } else {
            (middle - half).max(0.0)
        },
        upper: if halves == 2 * trials {
            1.0
        } else {
            (middle + half).min(1.0)
        },
    }
}

/// The mean of differences between two results of the same game, in halves: `counts[i]` pairs differ by `i − 2` halves.
///
/// The interval is that of Agresti and Min (2005): the normal one, after two more pairs, half a pair for each way that
/// two games can be won or lost. Unlike the bare one it does not shrink to a point where no pair differs.
pub(super) fn of_pairs(counts: [u64; 5], confidence: Confidence) -> Estimate {
    let (mut sum, mut squares, mut pairs) = (0.0, 0.0, 0.0);
    for (count, difference) in counts.into_iter().zip([-1.0, -0.5, 0.0, 0.5, 1.0]) {
        let count = count as f64;
        pairs += count;
        sum += count * difference;
        squares += count * difference * difference;
    }
    let found = of_sums(sum, squares, pairs, confidence);
    Estimate {
        lower: found.lower.max(-1.0),
        upper: found.upper.min(1.0),
        ..found
    }
}

/// The same from the sum of the differences and that of their squares; the differences may be those of several games together.
pub(super) fn of_sums(sum: f64, squares: f64, pairs: f64, confidence: Confidence) -> Estimate {
    let estimate = if pairs > 0.0 { sum / pairs } else { 0.0 };
    // One of the two pairs more differs, by a half either way.
    let n = pairs + 2.0;
    let middle = sum / n;
    let variance = (squares + 1.0) / n - middle * middle;
    let half = confidence.deviations() * (variance / n).sqrt();
    Estimate {
        estimate,
        lower: middle - half,
        upper: middle + half,
    }
}

/// The least number of pairs that say enough of a share of the variance, if both results are as frequent; the rarer one is, the
/// more it takes.
const ENOUGH_PAIRS: f64 = 100.0;

/// The share of the variance of a result that is explained by what was the same when each game was played again: their correlation.
/// `counts[i][j]` are the pairs worth `i` and `j` halves. `None` for too few pairs.
///
/// The interval is the normal one of a correlation within pairs, after two more pairs as if nothing were explained, so that it does
/// not shrink to a point where all pairs agree.
pub(super) fn of_repetitions(counts: &[[u64; 3]; 3], confidence: Confidence) -> Option<Estimate> {
    let points = |halves: usize| halves as f64 / 2.0;
    let pairs = counts.as_flattened().iter().sum::<u64>() as f64;
    let share = |halves: usize| {
        let one: u64 = counts[halves].iter().sum();
        let other: u64 = counts.iter().map(|row| row[halves]).sum();
        (one + other) as f64 / (2.0 * pairs)
    };
    let mean: f64 = (0..3).map(|halves| share(halves) * points(halves)).sum();
    let sum = |weight: &dyn Fn(usize, usize) -> f64, of: &dyn Fn(f64, f64) -> f64| -> f64 {
        let each = (0..9).map(|pair| {
            let (i, j) = (pair / 3, pair % 3);
            let (x, y) = (points(i) - mean, points(j) - mean);
            weight(i, j) * of(x, y)
        });
        each.sum()
    };
    let product = |x: f64, y: f64| x * y;
    let square = |x: f64, y: f64| (x * x + y * y) / 2.0;
    let found = |i: usize, j: usize| counts[i][j] as f64;
    let more = |i: usize, j: usize| found(i, j) + 2.0 * share(i) * share(j);
    let spread = sum(&found, &square);
    // A result that is 0 or 1 as often has the variance 1/4.
    if spread.is_nan() || 4.0 * spread < ENOUGH_PAIRS {
        return None;
    }
    let estimate = sum(&found, &product) / spread;
    let variance = sum(&more, &square) / (pairs + 2.0);
    let middle = sum(&more, &product) / (pairs + 2.0) / variance;
    let influence = |x: f64, y: f64| ((product(x, y) - middle * square(x, y)) / variance).powi(2);
    let half = confidence.deviations() * sum(&more, &influence).sqrt() / (pairs + 2.0);
    let agree = (0..3).all(|i| (0..3).all(|j| i == j || counts[i][j] == 0));
    Some(Estimate {
        estimate: estimate.clamp(0.0, 1.0),
        lower: (middle - half).clamp(0.0, 1.0),
        upper: match agree {
            true => 1.0,
            false => (middle + half).clamp(0.0, 1.0),
        },
    })
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    #[test]
    fn wilson_by_hand() {
        // 8 of 10: (0.8 + z²/20 ± z·√(0.016 + z²/400)) / (1 + z²/10) with z = 1.959964.
        let interval = wilson(8, 10, Confidence::Usual);
        assert!((interval.lower - 0.490_162).abs() < 1e-6, "{interval:?}");
        assert!((interval.upper - 0.943_318).abs() < 1e-6, "{interval:?}");
        assert_eq!(wilson(0, 5, Confidence::Usual).lower, 0.0);
        assert_eq!(wilson(0, 0, Confidence::Usual).upper, 1.0);
        assert_eq!(of_halves(10, 10, Confidence::Usual).estimate, 0.5);
    }

    #[test]
    fn repetitions_by_hand() {
        // 300 pairs of 0 and 1, 240 alike: means 1/2, so the correlation is 1 − 2·60/300; with two more pairs, of which one differs,
        // it is 1 − 2·61/302, and the squares of the influences are (1 − r)² of 241 pairs and (1 + r)² of 61.
        let counts = [[120, 0, 30], [0, 0, 0], [30, 0, 120]];
        let found = of_repetitions(&counts, Confidence::Usual).unwrap();
        assert!((found.estimate - 0.6).abs() < 1e-12, "{found:?}");
        let r = 1.0 - 122.0 / 302.0;
        let influences: f64 = 241.0 * (1.0 - r) * (1.0 - r) + 61.0 * (1.0 + r) * (1.0 + r);
        let half = 1.959_963_984_540_054 * influences.sqrt() / 302.0;
        assert!((found.lower - (r - half)).abs() < 1e-12, "{found:?}");
        assert!((found.upper - (r + half)).abs() < 1e-12, "{found:?}");
        let same = of_repetitions(&[[90, 0, 0], [0, 0, 0], [0, 0, 90]], Confidence::Usual);
        let same = same.unwrap();
        assert_eq!([same.estimate, same.upper], [1.0, 1.0]);
        assert!((0.95..1.0).contains(&same.lower), "{same:?}");
        for few in [
            [[0; 3]; 3],
            [[1000, 0, 0], [0; 3], [0; 3]],
            [[40, 0, 5], [0; 3], [0, 0, 40]],
        ] {
            assert_eq!(of_repetitions(&few, Confidence::Usual), None);
        }
    }

    #[test]
    fn pairs_by_hand() {
        // 20 pairs, 8 better, 2 worse: middle 6/22, variance 11/22 − (6/22)² = 206/484.
        let interval = of_pairs([2, 0, 10, 0, 8], Confidence::Usual);
        let half = 1.959_963_984_540_054 * (206.0f64 / 484.0 / 22.0).sqrt();
        assert_eq!(interval.estimate, 0.3);
        assert!(
            (interval.lower - (6.0 / 22.0 - half)).abs() < 1e-12,
            "{interval:?}"
        );
        assert!(
            (interval.upper - (6.0 / 22.0 + half)).abs() < 1e-12,
            "{interval:?}"
        );
        let nothing = of_pairs([0, 0, 50, 0, 0], Confidence::Usual);
        assert!(nothing.lower < 0.0 && nothing.upper > 0.0, "{nothing:?}");
    }
}
