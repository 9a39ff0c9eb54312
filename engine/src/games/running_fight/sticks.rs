//! Sticks with two sides, each with a chance of its own, and rules of throws that are written with `|`.

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{One, ToPrimitive, Zero};

use crate::chance::biases::sticks_of;
use crate::chance::expr::{Case, Expr, Key, Range, Score};
use crate::exact::parse_fraction;
use crate::rules::{Conflict, Refused, TextPart, words};

/// The largest denominator of a bias.
pub const MAX_BIAS: u32 = 1_000_000;

/// Biases in words.
pub(in crate::games) const BIASES: &str = "a chance from 0 to 1, as 1/2 or 0.5, denominator at most 1000000, or one for each stick joined by `|`";

/// Biases at which tables are compared.
pub(in crate::games) const DISPUTED_BIASES: &[&str] =
    &["1/2", "2/5", "9/20", "11/20", "3/5", "13/20", "2/3"];

words! {
    /// The order in which the throws of a turn are used.
    Order {
        /// Any.
        Any = "any",
        /// As they were thrown.
        Thrown = "thrown",
    }
}

/// The chance of each number of sticks with the biased side up, from none to all. `bias` has one number for all sticks, or one
/// for each.
///
/// Exact: the chances sum to 1.
pub(super) fn chances(bias: &[Ratio<u32>], sticks: usize) -> Vec<BigRational> {
    let mut chances = vec![BigRational::one()];
    for stick in 0..sticks {
        let bias = bias[stick.min(bias.len() - 1)];
        let up = BigRational::new_raw(BigInt::from(*bias.numer()), (*bias.denom()).into());
        let down = BigRational::one() - &up;
        let mut next = vec![BigRational::zero(); chances.len() + 1];
        for (number, chance) in chances.iter().enumerate() {
            next[number] += chance * &down;
            next[number + 1] += chance * &up;
        }
        chances = next;
    }
    chances
}

/// How many of the sticks fall with the biased side up. `below` gives a number below its argument, all equally likely; a stick of
/// bias `p/q` falls so where the number below `q` is below `p`.
pub(in crate::games) fn fallen(
    bias: &[Ratio<u32>],
    sticks: usize,
    below: &mut dyn FnMut(u64) -> u64,
) -> usize {
    let sticks = (0..sticks).map(|stick| &bias[stick.min(bias.len() - 1)]);
    let up = sticks.filter(|p| below((*p.denom()).into()) < u64::from(*p.numer()));
    up.count()
}

/// The throw of these sticks in the notation of throws: the numbers of those with the biased side up, what they count, and whether
/// they earn another throw.
pub(in crate::games) fn scored(
    bias: &[Ratio<u32>],
    sticks: usize,
    cases: impl Iterator<Item = (Vec<usize>, Score, bool)>,
) -> Expr {
    let key = |up: usize| {
        let up = up as i64;
        Key::Range(Range { from: up, to: up })
    };
    let cases = cases.map(|(up, value, again)| Case {
        keys: up.into_iter().map(key).collect(),
        value,
        again,
    });
    Expr::Score(Box::new(thrown(bias, sticks)), cases.collect())
}

/// These sticks in the notation of throws: the number of those with the biased side up.
fn thrown(bias: &[Ratio<u32>], sticks: usize) -> Expr {
    let exact =
        |bias: &Ratio<u32>| BigRational::new((*bias.numer()).into(), (*bias.denom()).into());
    let biases: Vec<BigRational> = bias.iter().map(exact).collect();
    let half = BigRational::new(1.into(), 2.into());
    match (biases.as_slice(), sticks) {
        ([bias], sticks) => {
            let stick = Expr::Stick((*bias != half).then(|| bias.clone()));
            match u32::try_from(sticks) {
                Ok(1) | Err(_) => stick,
                Ok(sticks) => Expr::Repeat(sticks, Box::new(stick)),
            }
        }
        (biases, _) => sticks_of(biases),
    }
}

/// The biases in lowest terms, one for all sticks where they are equal; `options` say how many sticks there are.
///
/// # Errors
/// Another number of biases, a number that is no chance, or one of too large a denominator.
pub(in crate::games) fn checked(
    bias: &mut Vec<Ratio<u32>>,
    sticks: usize,
    options: &'static [&'static str],
) -> Result<(), Conflict> {
    if bias.len() != 1 && bias.len() != sticks {
        let message = format!(
            "bias has {} chances for {sticks} sticks: give one for all, or one for each",
            bias.len()
        );
        return Err(Conflict { options, message });
    }
    for bias in bias.iter_mut() {
        let (over, under) = (*bias.numer(), *bias.denom());
        if under == 0 || under > MAX_BIAS || over > under {
            let message = format!("bias={over}/{under} is not possible: bias is {BIASES}");
            return Err(Conflict {
                options: &["bias"],
                message,
            });
        }
        *bias = Ratio::new(over, under);
    }
    if bias.iter().all(|other| *other == bias[0]) {
        bias.truncate(1);
    }
    Ok(())
}

/// Reads biases joined by `|`.
pub(in crate::games) fn read_biases(text: &str) -> Result<Vec<Ratio<u32>>, Refused> {
    each(text, BIASES, read_bias)
}

fn read_bias(text: &str) -> Option<Ratio<u32>> {
    let value = parse_fraction(text).ok()?;
    let over = value.numer().to_u32()?;
    let under = value.denom().to_u32()?;
    (over <= under && under <= MAX_BIAS).then(|| Ratio::new(over, under))
}

/// Reads what is joined by `|`; what cannot be read is refused in its place.
pub(in crate::games) fn each<T>(
    text: &str,
    allowed: &str,
    read: fn(&str) -> Option<T>,
) -> Result<Vec<T>, Refused> {
    let one = |part: TextPart| {
        let refused = || {
            part.refused(format!(
                "`{}` is not possible: write {allowed}",
                part.shown()
            ))
        };
        read(part.text).ok_or_else(refused)
    };
    TextPart::whole(text).split('|').map(one).collect()
}

/// Values joined by `|`.
pub(in crate::games) fn joined<T: ToString>(parts: &[T]) -> String {
    itertools::join(parts.iter().map(T::to_string), "|")
}
