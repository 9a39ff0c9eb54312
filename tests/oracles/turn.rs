//! What siga says of whole turns, compared with chances of everything that can stand at their end.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use serde_json::Value;

use crate::oracles::ledger::Ledger;
use crate::oracles::number::Between;

/// Turns of at most so many throws: the chances of what stands at the end, in the order thrown, and of each number of throws;
/// and the chance that a turn is longer.
pub(crate) struct Turns {
    pub(crate) stands: BTreeMap<Vec<String>, BigRational>,
    pub(crate) throws: BTreeMap<u64, BigRational>,
    pub(crate) open: BigRational,
}

pub(crate) fn name(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

pub(crate) fn names(values: &Value) -> Vec<String> {
    values.as_array().unwrap().iter().map(name).collect()
}

/// The sum of the numbers that stand; words count nothing.
fn total(stands: &[String]) -> i64 {
    stands
        .iter()
        .filter_map(|name| name.parse::<i64>().ok())
        .sum()
}

fn largest(stands: &[String]) -> Option<i64> {
    stands.iter().filter_map(|name| name.parse().ok()).max()
}

fn times(stands: &[String], outcome: &str) -> i64 {
    stands.iter().filter(|name| *name == outcome).count() as i64
}

fn sorted(mut stands: Vec<String>) -> Vec<String> {
    stands.sort();
    stands
}

fn rows(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

impl Turns {
    fn between(&self, lower: BigRational) -> Between {
        let upper = &lower + &self.open;
        Between { lower, upper }
    }

    /// The chance of what holds of the values that stand.
    fn chance(&self, holds: impl Fn(&[String]) -> bool) -> Between {
        let held = self.stands.iter().filter(|(stands, _)| holds(stands));
        self.between(held.map(|(_, chance)| chance).sum())
    }

    /// The mean of a number of what stands, where no turn is longer.
    fn mean(&self, of: impl Fn(&[String]) -> i64) -> Between {
        let part = |(stands, chance): (&Vec<String>, &BigRational)| {
            BigRational::from_integer(of(stands).into()) * chance
        };
        Between::exactly(self.stands.iter().map(part).sum())
    }

    /// Compares every number of an answer about a turn.
    pub(crate) fn compare(&self, said: &Value, ledger: &mut Ledger) {
        self.compare_totals(said, ledger);
        for row in rows(&said["throws"]["rows"]).filter(|_| !self.throws.is_empty()) {
            let throws = row["throws"].as_u64().unwrap();
            let chance = self.throws.get(&throws).cloned().unwrap_or_default();
            ledger.compare(
                &format!("{throws} throws"),
                &row["probability"],
                &self.between(chance),
            );
        }
        for row in rows(&said["occurs"]) {
            let outcome = name(&row["outcome"]);
            let truth = self.chance(|stands| stands.contains(&outcome));
            ledger.compare(&format!("{outcome} occurs"), &row["probability"], &truth);
            if self.open.is_zero() {
                let truth = self.mean(|stands| times(stands, &outcome));
                ledger.compare(&format!("{outcome} on average"), &row["mean"], &truth);
            }
        }
        if said["values"].is_object() {
            self.compare_values(&said["values"], ledger);
        }
        for count in rows(&said["counts"]) {
            let outcome = name(&count["outcome"]);
            for row in rows(&count["rows"]) {
                let number = row["times"].as_i64().unwrap();
                let truth = self.chance(|stands| times(stands, &outcome) == number);
                ledger.compare(
                    &format!("{outcome} {number} times"),
                    &row["probability"],
                    &truth,
                );
            }
        }
        for row in rows(&said["largest"]) {
            let value = row["value"].as_i64();
            let truth = self.chance(|stands| largest(stands) == value);
            ledger.compare(&format!("largest {value:?}"), &row["probability"], &truth);
        }
        if self.open.is_zero() {
            ledger.compare("mean", &said["mean"], &self.mean(total));
        }
    }

    fn compare_totals(&self, said: &Value, ledger: &mut Ledger) {
        let mut sum = Between::exactly(BigRational::zero());
        let mut listed = Vec::new();
        for row in rows(&said["outcomes"]) {
            let outcome = row["outcome"].as_i64().unwrap();
            let truth = self.chance(|stands| total(stands) == outcome);
            ledger.compare(&format!("total {outcome}"), &row["probability"], &truth);
            sum.add(&row["probability"]);
            listed.push(outcome);
        }
        let rest = &said["rest"];
        if rest.is_object() {
            sum.add(&rest["probability"]);
        }
        ledger.law(sum.holds(&Between::exactly(BigRational::one())), || {
            format!("all totals have {sum}")
        });
        // What is not listed lies beyond the last that is.
        let beyond = |total: i64| {
            rest["above"].as_i64().is_some_and(|last| total > last)
                || rest["below"].as_i64().is_some_and(|last| total < last)
        };
        for total in self.stands.keys().map(|stands| total(stands)) {
            ledger.law(listed.contains(&total) || beyond(total), || {
                format!("total {total} is missing")
            });
        }
    }

    fn compare_values(&self, values: &Value, ledger: &mut Ledger) {
        let length = values["length"]
            .as_u64()
            .map_or(usize::MAX, |length| length as usize);
        let lists: Vec<&Value> = rows(&values["lists"]).collect();
        let listed: BTreeSet<Vec<String>> =
            lists.iter().map(|list| names(&list["values"])).collect();
        ledger.law(listed.len() == lists.len(), || {
            "a list stands twice".to_owned()
        });
        for stands in self.stands.keys().filter(|stands| stands.len() <= length) {
            ledger.law(listed.contains(stands), || {
                format!("the list {stands:?} is missing")
            });
        }
        let mut sum = Between::exactly(BigRational::zero());
        for list in lists {
            let own = names(&list["values"]);
            let truth = self.chance(|stands| stands == own);
            ledger.compare(&format!("list {own:?}"), &list["probability"], &truth);
            sum.add(&list["probability"]);
        }
        sum.add(&values["rest"]);
        ledger.law(sum.holds(&Between::exactly(BigRational::one())), || {
            format!("all lists have {sum}")
        });
        for list in rows(&values["multisets"]) {
            let own = sorted(names(&list["values"]));
            let truth = self.chance(|stands| sorted(stands.to_vec()) == own);
            ledger.compare(&format!("multiset {own:?}"), &list["probability"], &truth);
        }
    }
}
