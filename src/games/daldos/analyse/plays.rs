//! The plays of a throw, ranked.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use super::search::{Aim, Known, ONE, Search};
use super::two_turns::{Balance, TwoTurns};
use super::{AnalyseError, Options, Threat, closed, known_as, out_of_budget, tolerance};
use crate::exact::Quantity;
use crate::games::daldos::board::{Cast, Play, Position, State, members};

/// What makes a play good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// The chance to have taken something in this turn, extra throws still to come included.
    Take,
    /// The chance that the opponent takes something in his next turn: the less, the better.
    Safe,
    /// The pieces taken on average, less those lost on average in the opponent's next turn.
    Net,
    /// The chance to win.
    Win,
}

/// Chances to win of endgames: that of the side to move, or `None` where it is not known.
pub type Probe<'a> = &'a dyn Fn(&Position) -> Option<Quantity>;

/// A play with its worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The play.
    pub play: Play,
    /// The value of the criterion; for [`By::Safe`] the chance that the opponent takes something. `None`: not known.
    pub value: Option<Quantity>,
}

/// What speaks for the best play.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The own pieces that the opponent may take in his next turn and the chance of each, likeliest first; of the position after
    /// the play, extra throws left out of account. Holes are counted along the way of the player.
    pub hanging: Vec<Threat>,
    /// The same before the play, if the opponent were to throw.
    pub before: Vec<Threat>,
    /// How many plays are as good, as far as the bounds tell, the best one left out.
    pub equals: usize,
}

/// For each position of the budget, as many positions after a further throw that ranking by two turns may look at.
const FURTHER: u64 = 2;

/// Every play of a throw, best first, and what speaks for the first.
///
/// `safe` and `net` let the player go on after an extra throw by the same criterion; there the bounds may stay wider than
/// [`Options::width`], for each extra throw multiplies the plays: they are proved all the same, plays that may be the best are
/// bounded first, and a greater [`Options::budget`] brings all closer.
///
/// Exact: each value is exact or between proved bounds.
/// Cost: `take` and `win` little; `safe` and `net` a search for each play, and for a throw that earns another up to a
/// second or two.
///
/// # Errors
/// [`AnalyseError`], as for [`turn`](super::turn).
pub fn rank(
    position: &Position,
    cast: &Cast,
    by: By,
    probe: Option<Probe<'_>>,
    options: &Options,
) -> Result<(Vec<Ranked>, Option<Reason>), AnalyseError> {
    let plays = position.plays(cast);
    let values = match by {
        By::Take => take(position, &plays, options)?,
        By::Win => win(position, &plays, probe),
        By::Safe | By::Net => two_turns(position, &plays, by == By::Net, options)?,
    };
    let mut ranked: Vec<Ranked> = (plays.into_iter().zip(values))
        .map(|(play, value)| Ranked { play, value })
        .collect();
    let less_is_better = by == By::Safe;
    ranked.sort_by(|a, b| {
        let (a_value, b_value) = (key(a, less_is_better), key(b, less_is_better));
        b_value
            .cmp(&a_value)
            .then(b.play.taken.count_ones().cmp(&a.play.taken.count_ones()))
    });
    let reason = match ranked.first() {
        None => None,
        Some(best) => Some(reason(
            position,
            best,
            &ranked[1..],
            less_is_better,
            options,
        )?),
    };
    Ok((ranked, reason))
}

/// Lower and upper bound, turned so that more is better.
fn key(ranked: &Ranked, less_is_better: bool) -> Option<(BigRational, BigRational)> {
    let (lower, upper) = ranked.value.as_ref()?.ends()?;
    Some(if less_is_better {
        (-upper, -lower)
    } else {
        (lower, upper)
    })
}

fn one() -> Quantity {
    Quantity::Exact(BigRational::one())
}

fn none() -> Quantity {
    Quantity::Exact(BigRational::from_integer(BigInt::ZERO))
}

fn take(
    position: &Position,
    plays: &[Play],
    options: &Options,
) -> Result<Vec<Option<Quantity>>, AnalyseError> {
    let tolerance = tolerance(options)?;
    let game = position.game();
    let mut known = Known::default();
    let mut values = Vec::with_capacity(plays.len());
    for play in plays {
        let value = if play.taken != 0 {
            one()
        } else if !play.again {
            none()
        } else {
            let mut search = Search::new(game, Aim::Any, &mut known, options.budget);
            let span = search.value(&play.state, tolerance);
            if span.gap() > tolerance {
                return Err(out_of_budget("the chance to take", span, options));
            }
            let exact = (span.gap() > 0)
                .then(|| closed::closed(game, Aim::Any, &mut known, &play.state, options.closed));
            match exact.flatten() {
                Some(exact) => Quantity::Exact(exact),
                None => known_as(span),
            }
        };
        values.push(Some(value));
    }
    Ok(values)
}

fn win(position: &Position, plays: &[Play], probe: Option<Probe<'_>>) -> Vec<Option<Quantity>> {
    let worth = |play: &Play| {
        let after = position.after(play);
        if let Some(winner) = after.winner() {
            return Some(if winner == position.side() {
                one()
            } else {
                none()
            });
        }
        let chance = probe.and_then(|probe| probe(&after))?;
        if play.again {
            return Some(chance);
        }
        let (lower, upper) = chance.ends()?;
        let (lower, upper) = (BigRational::one() - upper, BigRational::one() - lower);
        Some(Quantity::between(lower, upper))
    };
    plays.iter().map(worth).collect()
}

fn two_turns(
    position: &Position,
    plays: &[Play],
    net: bool,
    options: &Options,
) -> Result<Vec<Option<Quantity>>, AnalyseError> {
    let tolerance = tolerance(options)?;
    let game = position.game();
    let (mut mine, mut theirs) = (Known::default(), Known::default());
    let known = (&mut mine, &mut theirs);
    let further = options.budget.saturating_mul(FURTHER);
    let mut search = TwoTurns::new(game, net, known, options.budget, further);
    let gain = |play: &Play| {
        if net {
            i128::from(play.taken.count_ones()) * ONE as i128
        } else {
            0
        }
    };
    let mut found: Vec<Balance> = Vec::with_capacity(plays.len());
    for play in plays {
        let rest = if play.again {
            search.turn(&play.state, ONE / 2)
        } else {
            let rest = search.passed(&play.state.flipped(game), tolerance);
            if rest.gap() > tolerance {
                return Err(AnalyseError::Budget {
                    what: "what the opponent can take".to_owned(),
                    gap: format!("{:.1e}", rest.gap() as f64 / ONE as f64),
                    budget: options.budget,
                });
            }
            rest
        };
        let gain = gain(play);
        found.push(Balance {
            lo: rest.lo + gain,
            hi: rest.hi + gain,
        });
    }
    // First the plays that may be the best, then, as far as the work allowed goes, all.
    for only_best in [true, false] {
        let mut closer = ONE / 8;
        while closer > tolerance / 8 && search.left > 0 {
            let best = found.iter().map(|balance| balance.lo).max().unwrap_or(0);
            let mut order: Vec<usize> = (0..plays.len())
                .filter(|&i| plays[i].again && found[i].gap() > tolerance)
                .filter(|&i| !only_best || found[i].hi >= best)
                .collect();
            if order.is_empty() {
                break;
            }
            order.sort_by_key(|&i| std::cmp::Reverse(found[i].hi));
            for i in order {
                let rest = search.turn(&plays[i].state, closer.max(tolerance));
                let gain = gain(&plays[i]);
                found[i] = Balance {
                    lo: found[i].lo.max(rest.lo + gain),
                    hi: found[i].hi.min(rest.hi + gain),
                };
            }
            closer /= 8;
        }
    }
    let value = |balance: Balance| {
        let (lower, upper) = if net {
            (balance.lo, balance.hi)
        } else {
            (-balance.hi, -balance.lo)
        };
        let fixed = |value: i128| BigRational::new(value.into(), ONE.into());
        Quantity::between(fixed(lower), fixed(upper))
    };
    Ok(found
        .into_iter()
        .map(|balance| Some(value(balance)))
        .collect())
}

fn reason(
    position: &Position,
    best: &Ranked,
    others: &[Ranked],
    less_is_better: bool,
    options: &Options,
) -> Result<Reason, AnalyseError> {
    let game = position.game();
    let ours = if best.play.again {
        best.play.state
    } else {
        best.play.state.flipped(game)
    };
    let lowest = key(best, less_is_better).map(|(lower, _)| lower);
    // Not a prefix of the others: one with a lower bound far down may reach up all the same.
    let equals = others
        .iter()
        .filter(|other| key(other, less_is_better).map(|(_, upper)| upper) >= lowest)
        .count();
    Ok(Reason {
        hanging: hanging(position, &ours, options)?,
        before: hanging(position, position.state(), options)?,
        equals,
    })
}

/// What the opponent could take if it were his turn, in a state seen by the player.
fn hanging(
    position: &Position,
    ours: &State,
    options: &Options,
) -> Result<Vec<Threat>, AnalyseError> {
    let tolerance = tolerance(options)?;
    let game = position.game();
    let route = game.route();
    let theirs = ours.flipped(game);
    let mut known = Known::default();
    let mut threats = Vec::new();
    for at in members(theirs.enemy) {
        let mut search = Search::new(game, Aim::Piece(at), &mut known, options.budget);
        let span = search.value(&theirs, tolerance);
        let own = route.flip(1 << at).trailing_zeros() as u8;
        if span.hi > tolerance {
            threats.push((
                span,
                Threat {
                    at: own,
                    dalled: ours.own_undalled >> own & 1 == 0,
                    chance: known_as(span),
                },
            ));
        }
    }
    threats.sort_by_key(|(span, threat)| (std::cmp::Reverse(span.lo), threat.at));
    Ok(threats.into_iter().map(|(_, threat)| threat).collect())
}
