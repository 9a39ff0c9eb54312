//! What a throw says that is seldom meant.

use std::collections::HashMap;

use super::expr::{Both, Expr, Faces, Operator, Range, Reroll, Score};
use super::presets;

/// The throws that names stand for, by the numbers of the names.
type Named<'x> = HashMap<usize, &'x Expr>;

impl Expr {
    /// The parts that are often meant otherwise, or that change nothing: a sentence for each.
    ///
    /// # Examples
    /// ```
    /// let throw: siga::chance::Expr = "4d6kh5".parse()?;
    /// assert_eq!(throw.remarks(), ["4d6kh5 keeps all: there are only 4, not 5"]);
    /// assert!("4d6kh3".parse::<siga::chance::Expr>()?.remarks().is_empty());
    /// # Ok::<(), siga::chance::SpecError>(())
    /// ```
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        let mut names = HashMap::new();
        for expr in self.all() {
            if let Self::Let(bindings, _) = expr {
                names.extend(bindings.iter().map(|of| (of.name.number, &of.value)));
            }
            remarks.extend(expr.remark(&names));
            if let Self::Let(bindings, _) = expr {
                let unused = bindings.iter().filter(|binding| {
                    !expr.any(|part| matches!(part, Self::Name(name) if *name == binding.name))
                });
                remarks.extend(unused.map(|unused| format!("{} is not used", unused.name.text)));
            }
            if let Self::Score(_, cases) | Self::If(_, cases) = expr {
                let labels = cases.iter().filter_map(|case| match &case.value {
                    Score::Label(label) => presets::find(label).map(|_| label),
                    _ => None,
                });
                remarks.extend(labels.map(|label| {
                    format!("{label} is the name of an outcome here; ({label}) is the throw")
                }));
            }
        }
        remarks
    }

    /// The remark about the outermost part; names stand for these throws.
    fn remark(&self, names: &Named<'_>) -> Option<String> {
        match self {
            Self::Binary(Operator::Compare(_), a, b) => {
                let (a, b) = (a.pools(), b.pools());
                let pool = a.into_iter().find(|pool| b.contains(pool))?;
                Some(format!(
                    "{pool} stands here twice and is thrown twice; to throw it once, give it a name: let roll = {pool}; …"
                ))
            }
            Self::Slice(places, pool) => {
                let (size, kept) = (pool.size(names)?, places.from.abs().max(places.to.abs()));
                match places.among(size).len() {
                    0 => Some(format!("{self} keeps none of the {size}")),
                    all if all == size && kept > size as i64 => Some(format!(
                        "{self} keeps all: there are only {size}, not {kept}"
                    )),
                    _ => None,
                }
            }
            Self::Reroll(how, ranges, die) => {
                let Self::Die(faces) = &**die else {
                    return None;
                };
                let shows = |range: &Range| match faces {
                    Faces::Upto(most) => range.to >= 1 && range.from <= i64::from(*most),
                    Faces::List(faces) => faces.iter().any(|(face, _)| range.contains(*face)),
                };
                let shown = ranges.iter().any(shows);
                let never = *how == Reroll::AtMost(0) || *how != Reroll::Until && !shown;
                never.then(|| format!("{self} throws nothing again: it is the same as {die}"))
            }
            Self::Explode(Some(0), die) => Some(format!(
                "{self} throws nothing again: it is the same as {die}"
            )),
            Self::Both(Both::Difference, a, b)
                if [a, b].iter().all(|pool| pool.size(names) == Some(1)) =>
            {
                Some(format!(
                    "{self} compares pools: it is 0 where both show the same, else what {a} shows; the difference of two numbers is abs({a} - {b})"
                ))
            }
            _ => None,
        }
    }

    /// The number of outcomes of a pool that is thrown here, where it is always the same. What is repeated or stands in a list is
    /// one outcome, however much it throws.
    fn size(&self, names: &Named<'_>) -> Option<usize> {
        let is_one = |part: &Self| !matches!(part, Self::Tuple(_));
        match self {
            Self::Die(_) | Self::Stick(_) => Some(1),
            Self::Repeat(count, one) => is_one(one).then_some(*count as usize),
            Self::Tuple(parts) => parts.iter().all(is_one).then_some(parts.len()),
            Self::Name(name) => names.get(&name.number)?.size(names),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throw(text: &str) -> Expr {
        text.parse().unwrap()
    }

    #[test]
    fn a_word_that_is_a_throw_too_is_told() {
        let said = throw("if d2 = 1 then ur else 0").remarks();
        assert_eq!(
            said,
            ["ur is the name of an outcome here; (ur) is the throw"]
        );
        assert!(throw("d2 -> {1: (ur), else: win}").remarks().is_empty());
    }

    /// Of as many as there are, one less is another throw; of one more the remark says how many there are.
    #[test]
    fn all_are_kept_where_the_remark_says_so() {
        for (pool, size) in [("4d6", 4), ("3(2d6)", 3), ("(2d6, d6, d8)", 3), ("5s", 5)] {
            let kept = |number: usize| throw(&format!("{pool}kh{number}"));
            let chances = |number| kept(number).distribution().unwrap();
            assert_eq!(chances(size), chances(size + 1), "{pool}");
            assert_ne!(chances(size), chances(size - 1), "{pool}");
            assert!(kept(size).remarks().is_empty(), "{pool}");
            assert!(matches!(&kept(0).remarks()[..], [one] if one.contains("none")));
            let remarks = kept(size + 1).remarks();
            let said = format!("there are only {size}, not {}", size + 1);
            assert!(
                matches!(&remarks[..], [one] if one.contains(&said)),
                "{remarks:?}"
            );
        }
    }
}
