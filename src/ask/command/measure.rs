//! A number taken of an answer: one that it has as a whole, or the chance of outcomes.

use std::cmp::Ordering;

use itertools::{Itertools, izip};
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::exact::{Quantity, Relation, parse_fraction};
use crate::figures::matching::Numbers;

/// The main series of chances.
pub(super) const PROBABILITY: &str = "probability";

/// The number that a throw may have twice.
const MEDIAN: &str = "median";

/// What is taken of each answer.
pub(super) enum Measure {
    /// A number of the answer as a whole, or the only number of a series.
    Named(String),
    /// The chance of outcomes.
    Chance(Relation, String),
}

impl Measure {
    pub(super) fn read(text: &str) -> Self {
        let inner = text.strip_prefix(['P', 'p']).and_then(|rest| {
            let rest = rest.trim().strip_prefix('(')?;
            rest.strip_suffix(')')
        });
        let Some(inner) = inner.map(str::trim) else {
            return Self::Named(text.to_owned());
        };
        let signs = [
            (">=", Relation::GreaterOrEqual),
            ("<=", Relation::LessOrEqual),
            ("≥", Relation::GreaterOrEqual),
            ("≤", Relation::LessOrEqual),
            (">", Relation::Greater),
            ("<", Relation::Less),
            ("=", Relation::Equal),
        ];
        let signed = signs.into_iter().find_map(|(sign, relation)| {
            let rest = inner.strip_prefix(sign)?;
            Some(Self::Chance(relation, rest.trim().to_owned()))
        });
        signed.unwrap_or_else(|| Self::Chance(Relation::Equal, inner.to_owned()))
    }

    pub(super) fn is_chance(&self) -> bool {
        match self {
            Self::Named(name) => name == PROBABILITY,
            Self::Chance(..) => true,
        }
    }

    pub(super) fn of(&self, numbers: &Numbers) -> Result<Quantity, String> {
        match self {
            Self::Named(name) => named(numbers, name),
            Self::Chance(Relation::Equal, outcome) => Chances::of(numbers).equal(outcome),
            Self::Chance(relation, outcome) => Chances::of(numbers).compared(*relation, outcome),
        }
    }
}

fn named(numbers: &Numbers, name: &str) -> Result<Quantity, String> {
    // Of several with one name, as outcomes that are as likely, none is the one.
    let is_alone = |(name, _): &&(String, Quantity)| {
        let same = numbers.facts.iter().filter(|(known, _)| known == name);
        same.count() == 1
    };
    let alone = numbers.facts.iter().filter(is_alone);
    if let Some((_, value)) = alone.clone().find(|(known, _)| known == name) {
        return Ok(value.clone());
    }
    // Of two medians the middle, which stands after them, is called so as well.
    let mut medians = numbers.facts.iter().filter(|(known, _)| known == MEDIAN);
    if let (true, Some((_, middle))) = (name == MEDIAN, medians.nth(2)) {
        return Ok(middle.clone());
    }
    // What is so or not has one chance.
    if name == PROBABILITY && is_bit(numbers) {
        return Chances::of(numbers).equal("1");
    }
    let single = numbers.rows.len() == 1;
    let series = numbers.series.iter().find(|(known, _)| known == name);
    if let Some((_, values)) = series.filter(|_| single)
        && let Some(Some(value)) = values.first()
    {
        return Ok(value.clone());
    }
    let facts = alone.map(|(name, _)| name.clone());
    let median = numbers.facts.iter().filter(|(known, _)| known == MEDIAN);
    let median = median.skip(2).map(|(name, _)| name.clone());
    let series = numbers.series.iter().map(|(name, _)| name.clone());
    let chances = Chances::of(numbers).chances().is_ok() && !numbers.rows.is_empty();
    let known = facts
        .chain(median)
        .chain(series.filter(|_| single))
        .chain(chances.then(|| "P(OUTCOME)".to_owned()));
    let known: Vec<String> = known.collect();
    Err(match known.is_empty() {
        true => format!("it has no `{name}`, and no number that can be shown"),
        false => format!("it has no `{name}`; there are {}", known.join(", ")),
    })
}

/// The outcomes of an answer and their chances.
pub(crate) struct Chances<'a> {
    numbers: &'a Numbers,
    /// Each outcome as a number; `None` for one that is not one number.
    keys: Vec<Option<BigRational>>,
    /// Whether they are all there are.
    all_listed: bool,
    /// Where those that are not listed one by one have a row of their own: whether they are above this number or below it.
    rest: Option<(Ordering, BigRational)>,
}

impl<'a> Chances<'a> {
    pub(crate) fn of(numbers: &'a Numbers) -> Self {
        let number = |key: &Vec<String>| match key.as_slice() {
            [only] => parse_fraction(only).ok(),
            _ => None,
        };
        let mut known = Self {
            numbers,
            keys: numbers.rows.iter().map(number).collect(),
            all_listed: numbers.complete,
            rest: None,
        };
        let chances = known.chances().into_iter().flatten();
        let mut rows = numbers.rows.iter().zip(chances);
        known.rest = rows.find_map(|(key, chance)| {
            let none = chance
                .as_ref()
                .and_then(Quantity::exact)
                .is_some_and(Zero::is_zero);
            rest(key).filter(|_| !none)
        });
        known.all_listed |= numbers.exclusive && known.rest.is_none() && known.add_up();
        known
    }

    /// Whether the chances listed add up to 1.
    fn add_up(&self) -> bool {
        let mut exact = self.chances().into_iter().flatten();
        let sum = exact.try_fold(BigRational::zero(), |sum, chance| {
            Some(sum + chance.as_ref()?.exact()?)
        });
        sum.is_some_and(|sum| sum.is_one())
    }

    fn chances(&self) -> Result<&'a [Option<Quantity>], String> {
        let main = self.numbers.series.first();
        let main = main.filter(|(name, _)| name == PROBABILITY);
        main.map(|(_, chances)| chances.as_slice())
            .ok_or_else(|| "its outcomes have no chances".to_owned())
    }

    /// Fails where a number may be among those that are not listed one by one.
    fn check_listed(&self, number: &BigRational) -> Result<(), String> {
        match &self.rest {
            Some((way, last)) if number.cmp(last) == *way => Err(format!(
                "its outcomes are not listed as far as {number}: raise --up-to"
            )),
            _ => Ok(()),
        }
    }

    /// The chance of an outcome.
    fn equal(&self, outcome: &str) -> Result<Quantity, String> {
        let plain = |text: &str| text.replace(['(', ')', ' '], "");
        let wanted = plain(outcome);
        let mut rows = self.numbers.rows.iter();
        let row = rows.position(|key| plain(&key.join(",")) == wanted);
        if let Some(chance) = self.chances()?.get(row.unwrap_or(usize::MAX)) {
            let given = "its chances are functions of the bias: give the bias a number";
            return chance.clone().ok_or_else(|| given.to_owned());
        }
        if let Ok(number) = parse_fraction(&wanted) {
            self.check_listed(&number)?;
        }
        // A number that cannot come; a word that is not there may be written wrong.
        let is_known = self.all_listed || self.rest.is_some();
        if is_known && is_number_like_some(&wanted, &self.numbers.rows) {
            return Ok(Quantity::Exact(BigRational::zero()));
        }
        let known = self
            .numbers
            .rows
            .iter()
            .take(12)
            .map(|key| match key.len() {
                1 => key.concat(),
                _ => format!("({})", key.join(", ")),
            });
        let known = known.format(", ");
        Err(match outcome.contains(['!', '=', '.']) {
            true => format!(
                "it has no outcome `{outcome}`; one outcome is named, as in P(6), or all from one on, as in P(>=6), P(<6)"
            ),
            false => format!("it has no outcome `{outcome}`; there are {known}"),
        })
    }

    /// The series of the chances of all outcomes on one side of each.
    fn sums(&self, relation: Relation) -> Option<&'a [Option<Quantity>]> {
        let name = match relation {
            Relation::GreaterOrEqual => "at_least",
            Relation::LessOrEqual => "at_most",
            _ => return None,
        };
        let mut series = self.numbers.series.iter();
        let (_, sums) = series.find(|(own, _)| own == name)?;
        Some(sums)
    }

    /// The chance of all outcomes on one side of a number.
    fn compared(&self, relation: Relation, outcome: &str) -> Result<Quantity, String> {
        let numbers = self.numbers;
        let row = numbers.rows.iter().position(|key| *key == [outcome]);
        if let Some(Some(chance)) = self.sums(relation).zip(row).map(|(sums, row)| &sums[row]) {
            return Ok(chance.clone());
        }
        let wanted = parse_fraction(outcome).map_err(|_| format!("`{outcome}` is no number"))?;
        let listed = izip!(0.., &numbers.rows, &self.keys, self.chances()?);
        let listed = listed.filter(|(_, key, ..)| rest(key).is_none());
        let listed = listed.map(|(row, _, key, chance)| Some((row, (key.as_ref()?, chance))));
        let listed = listed.collect::<Option<Vec<_>>>();
        let listed = listed.ok_or("its outcomes are not numbers: name one, as in P(win)")?;
        if !self.all_listed && self.rest.is_none() && !self.add_up() {
            return Err("its rows are not all that may come: name one, as in P(4)".to_owned());
        }
        self.check_listed(&wanted)?;
        // What is not listed one by one has what the others leave.
        let rest = self.rest.as_ref();
        let with_rest = rest.is_some_and(|(way, _)| relation.holds(*way));
        let counted = listed
            .iter()
            .filter(|(_, (key, _))| relation.holds((*key).cmp(&wanted)) != with_rest);
        // The sum is that of the nearest outcome, where the answer has it.
        let nearest = match relation {
            _ if with_rest => None,
            Relation::GreaterOrEqual => counted.clone().min_by_key(|(_, (key, _))| *key),
            _ => counted.clone().max_by_key(|(_, (key, _))| *key),
        };
        if let Some((sums, (row, _))) = self.sums(relation).zip(nearest)
            && let Some(chance) = &sums[*row]
        {
            return Ok(chance.clone());
        }
        let mut ends = counted.map(|(_, (_, chance))| chance.as_ref()?.ends());
        let sum = ends.fold_options((BigRational::zero(), BigRational::zero()), |sum, ends| {
            (sum.0 + ends.0, sum.1 + ends.1)
        });
        let (lower, upper) =
            sum.ok_or("its chances are functions of the bias: give the bias a number")?;
        Ok(match with_rest {
            true => Quantity::between(BigRational::one() - upper, BigRational::one() - lower),
            false => Quantity::between(lower, upper),
        })
    }

    /// The number of a series for a key that another answer has and this one has not, where it is known.
    pub(crate) fn missing(&self, series: &str, key: &[String]) -> Option<Quantity> {
        let never = || Quantity::Exact(BigRational::zero());
        let text = key.join(", ");
        match series {
            PROBABILITY | "weight" if self.all_listed && rest(key).is_none() => Some(never()),
            PROBABILITY => Measure::read(&format!("P({text})")).of(self.numbers).ok(),
            "weight" => (self.missing(PROBABILITY, key)? == never()).then(never),
            "at_least" => self.compared(Relation::GreaterOrEqual, &text).ok(),
            "at_most" => self.compared(Relation::LessOrEqual, &text).ok(),
            _ => None,
        }
    }
}

/// The key of all outcomes above a number, or below it.
fn rest(key: &[String]) -> Option<(Ordering, BigRational)> {
    let [only] = key else { return None };
    let (way, number) = match (only.strip_prefix('>'), only.strip_prefix('<')) {
        (Some(number), _) => (Ordering::Greater, number),
        (_, number) => (Ordering::Less, number?),
    };
    Some((way, parse_fraction(number.trim()).ok()?))
}

/// Whether a text is as many numbers as some outcome.
fn is_number_like_some(text: &str, outcomes: &[Vec<String>]) -> bool {
    let numbers = |text: &str| {
        let parts = text
            .split(',')
            .map(|part| part.trim_matches(['(', ')', ' ']));
        let numbers = parts.map(parse_fraction);
        let numbers = numbers.collect::<Result<Vec<_>, _>>();
        numbers.map(|numbers| numbers.len()).ok()
    };
    let wanted = numbers(text);
    wanted.is_some() && outcomes.iter().any(|key| numbers(&key.join(",")) == wanted)
}

/// Whether its outcomes are 0 and 1.
pub(super) fn is_bit(numbers: &Numbers) -> bool {
    let of_bit = |key: &Vec<String>| matches!(key.as_slice(), [only] if only == "0" || only == "1");
    numbers.complete && numbers.rows.iter().all(of_bit)
}
