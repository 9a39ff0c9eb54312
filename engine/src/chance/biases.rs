//! Sticks that differ: each stick of a throw given a bias of its own.

use num_rational::BigRational;

use super::eval::has_unbiased_stick;
use super::expr::{Binding, Expr, Operator};
use super::parse::MAX_PARTS;
use crate::work::{Fault, Kind};

/// Sticks that are counted for an error message.
const MOST: usize = 1000;

fn counted(count: usize) -> String {
    match count {
        1 => "1 stick".to_owned(),
        MOST => format!("{MOST} sticks and more"),
        _ => format!("{count} sticks"),
    }
}

/// The throw with each stick that has no bias of its own given one, in the order written.
///
/// # Errors
/// When there are not as many such sticks as biases, or too many.
///
/// # Examples
/// ```
/// use siga::chance::{biases::with_biases, parse};
/// use siga::exact::parse_fraction;
/// let biases = ["1/2", "1/2", "3/5"].map(|text| parse_fraction(text).unwrap());
/// let three = with_biases(&parse("3s -> {3: 1, else: 0}").unwrap(), &biases).unwrap();
/// assert_eq!(three.to_string(), "2s(1/2) + s(3/5) -> {3: 1, else: 0}");
/// assert!(with_biases(&parse("4s").unwrap(), &biases).is_err());
/// ```
pub fn with_biases(throw: &Expr, biases: &[BigRational]) -> Result<Expr, Fault> {
    let fault = |text| Fault::new(Kind::Input, text);
    let mut left = biases.iter();
    let assigned = assign(throw, &mut || left.next().cloned());
    match assigned {
        Some(throw) if left.next().is_none() => match throw.all().count() {
            parts if parts > MAX_PARTS => Err(fault(format!(
                "with a bias for each stick the throw has {parts} parts; at most {MAX_PARTS} are read"
            ))),
            _ => Ok(throw),
        },
        _ => {
            let mut found = 0;
            let half = BigRational::new(1.into(), 2.into());
            assign(throw, &mut || {
                found += usize::from(found < MOST);
                (found < MOST).then(|| half.clone())
            });
            Err(fault(format!(
                "{} biases for {} without a bias already; give one for each, or one for all",
                biases.len(),
                counted(found)
            )))
        }
    }
}

/// Sticks of these biases, thrown together: how many fall flat side up. There must be one at least.
pub(crate) fn sticks_of(biases: &[BigRational]) -> Expr {
    let sticks = biases.iter().map(|bias| Expr::Stick(Some(bias.clone())));
    sum(sticks.collect())
}

/// The sum of throws, equal ones next to each other counted.
fn sum(parts: Vec<Expr>) -> Expr {
    let mut runs: Vec<(u32, Expr)> = Vec::new();
    for part in parts {
        match runs.last_mut() {
            Some((count, last)) if *last == part => *count += 1,
            _ => runs.push((1, part)),
        }
    }
    let counted = |(count, part): (u32, Expr)| match count {
        1 => part,
        _ => Expr::Repeat(count, Box::new(part)),
    };
    let mut parts = runs.into_iter().map(counted);
    let first = parts.next().unwrap_or(Expr::Number(0));
    parts.fold(first, |sum, part| Expr::binary(Operator::Sum, sum, part))
}

/// The throw with biases taken one after the other; `None` when they run out.
fn assign(expr: &Expr, next: &mut impl FnMut() -> Option<BigRational>) -> Option<Expr> {
    if !has_unbiased_stick(expr) {
        return Some(expr.clone());
    }
    match expr {
        Expr::Stick(None) => Some(Expr::Stick(Some(next()?))),
        Expr::Repeat(count, of) => Some(sum(copies(*count, of, next)?)),
        Expr::Slice(..) | Expr::Held(..) | Expr::Matched(..) | Expr::Both(..) => {
            expr.with_parts(|pool| assign_pool(pool, next))
        }
        Expr::Let(bindings, body) => {
            let bindings = bindings.iter().map(|Binding { name, value }| {
                let value = assign_pool(value, next)?;
                let name = name.clone();
                Some(Binding { name, value })
            });
            let bindings = bindings.collect::<Option<_>>()?;
            Some(Expr::Let(bindings, Box::new(assign(body, next)?)))
        }
        _ => expr.with_parts(|part| assign(part, next)),
    }
}

/// The same of a pool, whose throws stay apart.
fn assign_pool(pool: &Expr, next: &mut impl FnMut() -> Option<BigRational>) -> Option<Expr> {
    match pool {
        Expr::Repeat(count, of) => Some(Expr::Tuple(copies(*count, of, next)?)),
        pool => assign(pool, next),
    }
}

/// `count` copies of a throw, each with biases of its own.
fn copies(
    count: u32,
    of: &Expr,
    next: &mut impl FnMut() -> Option<BigRational>,
) -> Option<Vec<Expr>> {
    (0..count).map(|_| assign(of, next)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::parse;

    #[test]
    fn what_would_be_too_long_is_refused() {
        let many: Vec<BigRational> = (1..=5000)
            .map(|n| BigRational::new(1.into(), (n + 1).into()))
            .collect();
        let error = with_biases(&parse("5000s").unwrap(), &many).unwrap_err();
        assert!(error.to_string().contains("9999 parts"), "{error}");
    }
}
