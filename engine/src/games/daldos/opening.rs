//! Facts about the opening: who begins, the first dal, how fast pieces get out.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::rules::{Rules, Throw};
use super::{game::unlimited, moves::DAL};
use crate::exact::{Quantity, gcd};
use crate::work::Fault;

/// The side that begins, the first dal, and the speed at which pieces get out. All numbers are exact.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Opening {
    /// The side that begins: the higher sum of a throw each.
    pub begin: Begin,
    /// Chance that a turn brings a dal, extra throws included.
    pub dal: Quantity,
    /// Own turns on average until the first piece is out; `null` if dice never show a dal.
    pub wait: Option<Quantity>,
    /// Dals in a turn on average; `null` if turns may never end.
    pub dals: Option<Quantity>,
    /// The pieces that are out after a number of own turns, every dal releasing a piece.
    pub turns: Vec<Progress>,
}

/// The side that begins: the higher sum of a throw each.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Begin {
    /// Each sum that the dice can show, ascending.
    pub sums: Vec<DiceSum>,
    /// Chance that both throw the same sum, and throw again.
    pub tie: Quantity,
    /// Rounds of throwing until it is settled, on average; `null` if every throw is a tie.
    pub rounds: Option<Quantity>,
}

/// A sum that the dice can show.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct DiceSum {
    /// The sum.
    pub sum: u32,
    /// Chance to throw it.
    pub probability: Quantity,
    /// Chance to begin with it, ties thrown again; 0 if every throw is a tie.
    pub begins: Quantity,
}

/// The pieces that are out after a number of own turns.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Progress {
    /// Own turns.
    pub turns: u32,
    /// Chance that the first piece gets out with the last of them.
    pub first: Quantity,
    /// Pieces out on average.
    pub mean: Quantity,
    /// The chance of each exact number of pieces that are out; the last one is for all pieces.
    pub released: Vec<Released>,
}

/// The chance that exactly this number of pieces is out.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Released {
    /// The number.
    pub pieces: usize,
    /// The chance.
    pub probability: Quantity,
}

/// The most turns looked ahead.
pub const MAX_TURNS: u32 = 200;

/// Facts about the opening for the first `turns` own turns (at most [`MAX_TURNS`]).
///
/// Pieces are counted as released under the policy "every dal releases the next piece", which now and then both numbers of a throw, as
/// far as they must be used, do not allow. The opponent is ignored, though in a game he may take undalled pieces, which then cannot be
/// released.
///
/// Exact: everything.
/// Cost: turns times the square of n.
/// Rules: all, but for a limit on extra throws other than 0.
///
/// # Errors
/// A limit on extra throws.
///
/// # Examples
/// ```
/// use siga::exact::Quantity;
/// use siga::games::daldos::opening::opening;
/// use siga::games::daldos::rules::Rules;
/// let facts = opening(&Rules::daldos(), 3)?;
/// assert_eq!(facts.dal, Quantity::Exact("7/16".parse()?));
/// assert_eq!(facts.begin.tie, Quantity::Exact("11/64".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn opening(rules: &Rules, turns: u32) -> Result<Opening, Fault> {
    unlimited(rules)?;
    let total = BigRational::from_integer(BigInt::from(rules.total()));
    let throws = rules.throws().into_iter().map(|throw| {
        let chance = BigRational::from_integer(BigInt::from(throw.weight)) / &total;
        (throw, chance)
    });
    let throws: Vec<(Throw, BigRational)> = throws.collect();
    let n = usize::from(rules.board().n);
    let (one, zero) = (BigRational::one(), BigRational::zero());
    // By the number of dals, from n on together, of the throws that end the turn and of those that earn another.
    let (mut last, mut again) = (vec![zero.clone(); n + 1], vec![zero.clone(); n + 1]);
    let mut mean = zero;
    for (throw, chance) in &throws {
        let dals = throw.numbers.iter().filter(|&&number| number == DAL);
        let dals = dals.count();
        mean += chance * BigRational::from_integer(dals.into());
        let of = if throw.extra { &mut again } else { &mut last };
        of[dals.min(n)] += chance;
    }
    let none = if again[0] == one {
        one.clone()
    } else {
        &last[0] / (&one - &again[0])
    };
    let dal = &one - &none;
    let more: BigRational = again.iter().sum();
    let dals = (more != one).then(|| mean / (&one - more));
    let in_a_turn = dals_in_a_turn(&last, &again, n);
    let progress = progress(&in_a_turn, &none, turns.min(MAX_TURNS));
    Ok(Opening {
        begin: begin(&throws),
        wait: (!dal.is_zero()).then(|| Quantity::Exact(dal.recip())),
        dal: Quantity::Exact(dal),
        dals: dals.map(Quantity::Exact),
        turns: progress,
    })
}

/// Who begins, from each throw and its chance.
fn begin(throws: &[(Throw, BigRational)]) -> Begin {
    let mut by_sum = BTreeMap::new();
    for (throw, chance) in throws {
        let sum: u32 = throw.faces.iter().map(|&face| u32::from(face)).sum();
        *by_sum.entry(sum).or_insert_with(BigRational::zero) += chance;
    }
    let tie: BigRational = by_sum.values().map(|chance| chance * chance).sum();
    let settled = BigRational::one() - &tie;
    let mut below = BigRational::zero();
    let sums = by_sum.into_iter().map(|(sum, chance)| {
        // After a tie it begins anew, with even chances.
        let begins = match settled.is_zero() {
            true => BigRational::zero(),
            false => &below + &chance / BigRational::from_integer(2.into()),
        };
        below += &chance;
        DiceSum {
            sum,
            probability: Quantity::Exact(chance),
            begins: Quantity::Exact(begins),
        }
    });
    Begin {
        sums: sums.collect(),
        tie: Quantity::Exact(tie),
        rounds: (!settled.is_zero()).then(|| Quantity::Exact(settled.recip())),
    }
}

/// The state of a player's pieces after each own turn, by the chances of dals in a turn and that of none.
fn progress(in_a_turn: &[BigRational], none: &BigRational, turns: u32) -> Vec<Progress> {
    let n = in_a_turn.len() - 1;
    let mut released = vec![BigRational::zero(); n + 1];
    released[0] = BigRational::one();
    let mut first = BigRational::one() - none;
    let mut progress = Vec::new();
    for turn in 1..=turns {
        released = added(&released, in_a_turn, n);
        let mean =
            (released.iter().zip(0..)).fold(BigRational::zero(), |mean, (chance, pieces)| {
                let pieces = BigRational::from_integer(BigInt::from(pieces));
                gcd::sum(&mean, &gcd::product(chance, &pieces))
            });
        progress.push(Progress {
            turns: turn,
            first: Quantity::Exact(first.clone()),
            mean: Quantity::Exact(mean),
            released: each(&released),
        });
        first = gcd::product(&first, none);
    }
    progress
}

/// The chances of 0, 1, … pieces.
fn each(released: &[BigRational]) -> Vec<Released> {
    let each = released.iter().enumerate();
    let each = each.map(|(pieces, chance)| Released {
        pieces,
        probability: Quantity::Exact(chance.clone()),
    });
    each.collect()
}

/// The chances of 0, 1, … and of at least n dals in a turn: `g = last + again · g`.
fn dals_in_a_turn(last: &[BigRational], again: &[BigRational], n: usize) -> Vec<BigRational> {
    let one = BigRational::one();
    let mut chances: Vec<BigRational> = Vec::with_capacity(n + 1);
    for dals in 0..n {
        let mut sum = last[dals].clone();
        for before in 1..=dals {
            sum += &again[before] * &chances[dals - before];
        }
        let stay = &one - &again[0];
        chances.push(if stay.is_zero() {
            BigRational::zero()
        } else {
            sum / stay
        });
    }
    let rest = one - chances.iter().sum::<BigRational>();
    chances.push(rest);
    chances
}

/// The sum of two numbers, those of n and more taken together.
fn added(left: &[BigRational], right: &[BigRational], n: usize) -> Vec<BigRational> {
    let mut sums = vec![BigRational::zero(); n + 1];
    for (i, a) in left.iter().enumerate() {
        for (j, b) in right.iter().enumerate() {
            let sum = &mut sums[(i + j).min(n)];
            *sum = gcd::sum(sum, &gcd::product(a, b));
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::games::daldos::Game;
    use crate::games::daldos::moves::View;

    /// The same by playing on a board where the enemy stands still: of each throw a play that releases most.
    fn played(
        game: &Game,
        state: View,
        turns: u32,
        throws: u32,
        found: &mut HashMap<(View, u32, u32), Vec<BigRational>>,
    ) -> Vec<BigRational> {
        let n = usize::from(game.route().n());
        let mut chances = vec![BigRational::zero(); n + 1];
        if turns == 0 || throws == 0 {
            if turns == 0 {
                chances[n - state.own_undalled.count_ones() as usize] = BigRational::one();
            }
            return chances;
        }
        if let Some(known) = found.get(&(state, turns, throws)) {
            return known.clone();
        }
        for cast in game.casts() {
            let mut best: Option<(u32, View)> = None;
            state.each_way(game, cast.numbers(), |_, after| {
                let left = after.own_undalled.count_ones();
                if best.is_none_or(|(least, _)| left < least) {
                    best = Some((left, after));
                }
            });
            let Some((_, after)) = best else { continue };
            let rest = if cast.extra {
                played(game, after, turns, throws - 1, found)
            } else {
                played(game, after, turns - 1, 3, found)
            };
            let chance = BigRational::new(cast.weight.into(), game.total().into());
            for (sum, part) in chances.iter_mut().zip(rest) {
                *sum += part * &chance;
            }
        }
        found.insert((state, turns, throws), chances.clone());
        chances
    }

    fn exact(number: &Quantity) -> &BigRational {
        number.exact().unwrap()
    }

    #[test]
    fn releases_are_those_of_real_play() {
        let rules: Rules = "daldos:n=5".parse().unwrap();
        let facts = opening(&rules, 3).unwrap();
        let game = Game::new(rules).unwrap();
        let start = game.start();
        let mut found = HashMap::new();
        for progress in &facts.turns {
            let real = played(&game, start, progress.turns, 3, &mut found);
            let known: BigRational = real.iter().sum();
            // Turns with more than two extra throws are missing.
            let missing = BigRational::one() - known;
            assert!(missing < BigRational::new(1.into(), 1000.into()));
            let released = progress.released.iter();
            let released: Vec<&BigRational> = released.map(|of| exact(&of.probability)).collect();
            for (real, exact) in real.iter().zip(&released) {
                assert!(real <= *exact && **exact <= real + &missing);
            }
            assert!(released.into_iter().sum::<BigRational>().is_one());
        }
    }

    #[test]
    fn who_begins_is_fair() {
        for text in ["daldos", "daldos:dice=1:4|2:6|3:4|4:1,extra=none"] {
            let facts = opening(&text.parse().unwrap(), 0).unwrap();
            let sums = facts.begin.sums.iter();
            let begins: BigRational = sums
                .map(|sum| exact(&sum.probability) * exact(&sum.begins))
                .sum();
            assert_eq!(begins, BigRational::new(1.into(), 2.into()));
        }
        let dals = opening(&Rules::daldos(), 0).unwrap().dals.unwrap();
        assert_eq!(exact(&dals).to_string(), "8/15");
    }
}
