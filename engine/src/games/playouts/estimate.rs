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

    /// One number of which not all is known: as it may be at least, as it is estimated, and as it may be at most.
    pub(crate) fn open([least, middle, most]: [Self; 3]) -> Self {
        Self {
            estimate: middle.estimate,
            lower: least.lower,
            upper: most.upper,
        }
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
pub(in crate::games) fn of_halves(halves: u64, trials: u64, confidence: Confidence) -> Estimate {
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
pub(in crate::games) fn of_sums(
    sum: f64,
    squares: f64,
    pairs: f64,
    confidence: Confidence,
) -> Estimate {
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
