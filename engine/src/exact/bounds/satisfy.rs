//! Whether one point of an interval meets several two-sided conditions at once.

use super::bernstein::Bernstein;
use super::{BoundsError, Root, check_function, check_interval, real_roots_in};
use crate::exact::poly::Poly;
use crate::exact::ratfunc::RatFunc;
use num_bigint::Sign;
use num_rational::BigRational;
use num_traits::Zero;

/// Whether some p in `[lower, upper]` has `low <= f(p) <= high` for every `(f, low, high)`.
///
/// `Some(true)` and `Some(false)` are proved; `None` means not decided after `depth` halvings of the
/// interval, or that a limit of the [module](super) was passed. A set of solutions that consists of
/// single points is found when one of these is rational; touching without crossing at irrational points
/// alone leaves the question open. A pole of some f is not a solution, and poles are allowed.
///
/// Exact: the answers rest on signs of integers alone. Cost: in the typical case a few pieces for each
/// halving, each quadratic in the degrees; a common depth is 40.
///
/// # Examples
///
/// ```
/// use num_rational::BigRational;
/// use siga::exact::bounds::satisfiable;
/// use siga::exact::ratfunc::RatFunc;
///
/// let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
/// let p = RatFunc::x();
/// let both = RatFunc::from(2) * &p * (RatFunc::from(1) - &p);
/// // Sticks flat with chance 53%, and "one of two flat" 36%, both rounded to a percent: which cannot be.
/// let printed = [
///     (p.clone(), ratio(525, 1000), ratio(535, 1000)),
///     (both.clone(), ratio(355, 1000), ratio(365, 1000)),
/// ];
/// assert_eq!(satisfiable(&printed, &ratio(0, 1), &ratio(1, 1), 40), Some(false));
/// assert_eq!(satisfiable(&printed[..1], &ratio(0, 1), &ratio(1, 1), 40), Some(true));
/// ```
//
// Why signs suffice. Write f = N/D in lowest terms, P = N - low D, Q = high D - N, with low <= high.
// Claim: at any point, "D is not 0 and low <= f <= high" holds just when P Q >= 0.
// If D > 0 the condition is P >= 0 and Q >= 0, if D < 0 it is P <= 0 and Q <= 0; in either case P Q >= 0.
// Conversely let P Q >= 0; note P + Q = (high - low) D.
// - D = 0: then P = N and Q = -N, so P Q = -N² >= 0 forces N = 0, against lowest terms. So D is not 0.
// - If P and Q are both >= 0 and not both 0, then (high - low) D > 0, so D > 0 and the condition holds;
//   both <= 0 likewise with D < 0. If both are 0, then N = low D, f = low, and (high - low) D = 0 gives
//   high = low: the condition holds.
// So a piece on which P and Q have strictly opposite signs holds no solution of this condition, one on
// which neither is negative (or neither is positive) is all solutions, and at the ends of a piece the
// signs of the first and last Bernstein coefficients decide.
pub fn satisfiable(
    constraints: &[(RatFunc, BigRational, BigRational)],
    lower: &BigRational,
    upper: &BigRational,
    depth: u32,
) -> Option<bool> {
    if lower > upper || constraints.iter().any(|(_, low, high)| low > high) {
        return Some(false);
    }
    match decide(constraints, lower, upper, depth) {
        Ok(None) => met_at_an_end(constraints, lower, upper).then_some(true),
        decided => decided.unwrap_or(None),
    }
}

/// Whether all conditions hold at a rational point at which one of them has come to an end of its range: where they hold at
/// single points alone, such a point is one of these.
fn met_at_an_end(
    constraints: &[(RatFunc, BigRational, BigRational)],
    lower: &BigRational,
    upper: &BigRational,
) -> bool {
    let tolerance = (upper - lower) / BigRational::from_integer(1024.into());
    let hold = |at: &BigRational| {
        constraints.iter().all(|(f, low, high)| {
            f.eval(at)
                .is_some_and(|value| *low <= value && value <= *high)
        })
    };
    constraints.iter().any(|(f, low, high)| {
        [low, high].into_iter().any(|end| {
            let apart: Poly = f.numer() - f.denom().scale(end);
            let roots = real_roots_in(&apart, lower, upper, &tolerance).unwrap_or_default();
            roots.iter().filter_map(Root::as_rational).any(hold)
        })
    })
}

/// One condition on one piece.
#[derive(Clone)]
struct Condition {
    /// N - low D.
    over: Bernstein,
    /// high D - N.
    under: Bernstein,
}

/// The conclusion from a piece's coefficients about a condition.
enum Verdict {
    Everywhere,
    Nowhere,
    Open,
}

impl Condition {
    fn verdict(&self) -> Verdict {
        let (p, q) = (&self.over, &self.under);
        if (p.all_positive() && q.all_negative()) || (p.all_negative() && q.all_positive()) {
            Verdict::Nowhere
        } else if (p.none_negative() && q.none_negative())
            || (p.none_positive() && q.none_positive())
        {
            Verdict::Everywhere
        } else {
            Verdict::Open
        }
    }

    fn holds_at_lower(&self) -> bool {
        agree(self.over.sign_at_lower(), self.under.sign_at_lower())
    }

    fn holds_at_upper(&self) -> bool {
        agree(self.over.sign_at_upper(), self.under.sign_at_upper())
    }

    fn split(&self) -> Result<(Condition, Condition), BoundsError> {
        let (over_low, over_high) = self.over.split()?;
        let (under_low, under_high) = self.under.split()?;
        let low = Condition {
            over: over_low,
            under: under_low,
        };
        let high = Condition {
            over: over_high,
            under: under_high,
        };
        Ok((low, high))
    }
}

/// Whether the product of two numbers with these signs is not negative.
fn agree(a: Sign, b: Sign) -> bool {
    a == b || a == Sign::NoSign || b == Sign::NoSign
}

fn decide(
    constraints: &[(RatFunc, BigRational, BigRational)],
    lower: &BigRational,
    upper: &BigRational,
    depth: u32,
) -> Result<Option<bool>, BoundsError> {
    check_interval(lower, upper)?;
    let mut whole = Vec::new();
    for (f, low, high) in constraints {
        check_interval(low, high)?;
        check_function(f)?;
        let over: Poly = f.numer() - f.denom().scale(low);
        let under: Poly = f.denom().scale(high) - f.numer();
        whole.push(Condition {
            over: Bernstein::new(&over, lower, upper)?,
            under: Bernstein::new(&under, lower, upper)?,
        });
    }
    let single = (upper - lower).is_zero();
    // All pieces of one width before the next, so that an easy solution is found early. A piece keeps
    // only the conditions that are still open on it.
    let mut pieces = vec![whole];
    let mut undecided = false;
    for halvings in 0..=depth {
        let mut next = Vec::new();
        for mut piece in pieces {
            if !drop_settled(&mut piece) {
                continue;
            }
            if piece.iter().all(Condition::holds_at_lower)
                || piece.iter().all(Condition::holds_at_upper)
            {
                return Ok(Some(true));
            }
            if single {
                return Ok(Some(false));
            }
            if halvings == depth {
                undecided = true;
                continue;
            }
            next.extend(halves(&piece)?);
        }
        if next.is_empty() {
            return Ok(if undecided { None } else { Some(false) });
        }
        pieces = next;
    }
    Ok(None)
}

/// Leaves the conditions that are still open on a piece; `false` if one holds nowhere.
fn drop_settled(piece: &mut Vec<Condition>) -> bool {
    let mut possible = true;
    piece.retain(|condition| match condition.verdict() {
        Verdict::Everywhere => false,
        Verdict::Nowhere => {
            possible = false;
            true
        }
        Verdict::Open => true,
    });
    possible
}

/// The conditions on either half of a piece.
fn halves(piece: &[Condition]) -> Result<[Vec<Condition>; 2], BoundsError> {
    let mut low_half = Vec::with_capacity(piece.len());
    let mut high_half = Vec::with_capacity(piece.len());
    for condition in piece {
        let (low, high) = condition.split()?;
        low_half.push(low);
        high_half.push(high);
    }
    Ok([low_half, high_half])
}
