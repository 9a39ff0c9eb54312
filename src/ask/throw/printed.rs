//! The values that printed tables can give of a throw: besides its chances weights, cumulated chances, which outcomes throw again, the
//! mean and the variance.

use num_rational::BigRational;
use num_traits::Zero;

use super::ThrowReport;
use crate::chance::analysis::Outcomes;
use crate::exact::{Natural, Quantity};
use crate::render::printed::Printed;
use crate::render::report::Report;
use crate::render::sheet::Style;

pub(super) fn printed(report: &ThrowReport) -> Option<Printed> {
    let sheets = report.sheets(&Style::default());
    let mut printed = Printed::of(sheets.first()?)?.listed("/outcomes");
    let answer = &report.answer;
    let weights: Vec<&Natural> = match &answer.outcomes {
        Outcomes::Numbers(dist) => dist.iter().map(|(_, weight)| weight).collect(),
        Outcomes::Others(dist) => dist.iter().map(|(_, weight)| weight).collect(),
        Outcomes::Listed { .. } => Vec::new(),
    };
    if !weights.is_empty() {
        let whole = |weight: &&Natural| weight.to_string().parse().ok();
        let exact = weights.iter().map(|weight| {
            whole(weight).map(|weight| Quantity::Exact(BigRational::from_integer(weight)))
        });
        printed = printed.series("weight", exact.collect());
    }
    if let Some((at_least, at_most)) = tails(report, &printed) {
        let asked = report.tails;
        printed = match asked.at_least {
            true => printed.series("at_least", at_least),
            false => printed.series_apart("at_least", at_least),
        };
        printed = match asked.at_most {
            true => printed.series("at_most", at_most),
            false => printed.series_apart("at_most", at_most),
        };
    }
    if let Some(earning) = &answer.earning {
        let names: Vec<String> = earning.iter().map(ToString::to_string).collect();
        let word = |key: &Vec<String>| if names.contains(&key[0]) { "yes" } else { "no" };
        let words = printed
            .numbers
            .rows
            .iter()
            .map(|key| Some(vec![word(key).to_owned()]));
        let words = words.collect();
        printed = printed.words("again", words);
    }
    let moments = answer.moments.as_ref();
    Some(
        printed
            .fact("mean", moments.map(|moments| moments.mean.clone()))
            .fact("variance", moments.map(|moments| moments.variance.clone())),
    )
}

/// A number for each outcome.
type Series = Vec<Option<Quantity>>;

/// The chances of at least and of at most each outcome, where outcomes are numbers and their chances are exact and all listed.
fn tails(report: &ThrowReport, printed: &Printed) -> Option<(Series, Series)> {
    let rows = match &report.answer.outcomes {
        Outcomes::Numbers(dist) => dist.len(),
        Outcomes::Listed {
            rows, rest: None, ..
        } if rows.iter().all(|(x, _)| x.number().is_some()) => rows.len(),
        _ => return None,
    };
    let (_, chances) = printed
        .numbers
        .series
        .first()
        .filter(|(_, chances)| chances.len() == rows)?;
    let exact: Option<Vec<&BigRational>> = chances
        .iter()
        .map(|chance| chance.as_ref()?.exact())
        .collect();
    let sums = |chances: &mut dyn Iterator<Item = &&BigRational>| -> Series {
        let mut sum = BigRational::zero();
        let add = |chance: &&BigRational| {
            sum += *chance;
            Some(Quantity::Exact(sum.clone()))
        };
        chances.map(add).collect()
    };
    let exact = exact?;
    let at_most = sums(&mut exact.iter());
    let mut at_least = sums(&mut exact.iter().rev());
    at_least.reverse();
    Some((at_least, at_most))
}
