//! The `result` object of `siga throw`, written piece by piece: it can be half a gigabyte long.

use std::io::{self, Write};

use itertools::Itertools;
use serde_json::{Map, Value, json};

use super::{Tails, ThrowReport, common_denominator};
use crate::chance::Outcome;
use crate::chance::analysis::{Outcomes, TurnAnswer};
use crate::cli::json::{Numbers, number, quantity};
use crate::exact::bounds::Root;
use crate::exact::{Dist, Fractions, Natural, Quantity, approx, approx_sqrt};
use crate::solve::parallel;

/// Outcomes formatted by one thread at a time, and words of their weights.
const CHUNK: usize = 256;
const CHUNK_WORDS: usize = 20_000;
/// So many times as many are formatted before they are written.
const BATCH: usize = 16;
/// Words of weights from which on several threads format.
const MANY_WORDS: usize = 200_000;

pub(super) fn write(report: &ThrowReport, numbers: Numbers, out: &mut dyn Write) -> io::Result<()> {
    match &report.answer.outcomes {
        Outcomes::Numbers(dist) => {
            write_weighted(report, dist, |&x| Outcome::Number(x), numbers, out)?
        }
        Outcomes::Others(dist) => write_weighted(report, dist, Clone::clone, numbers, out)?,
        Outcomes::Listed {
            rows,
            rest,
            descending,
        } => {
            let mut listed = listed(report, rows, rest.as_ref(), *descending);
            numbers.of(&mut listed);
            let text = serde_json::to_string(&listed)?;
            // Open again for the fields that follow.
            out.write_all(text.trim_end_matches('}').as_bytes())?;
            let closing = text.len() - text.trim_end_matches('}').len();
            out.write_all("}".repeat(closing - 1).as_bytes())?;
        }
    }
    let mut rest = statistics(report);
    numbers.of(&mut rest);
    let rest = serde_json::to_string(&rest)?;
    out.write_all(b",")?;
    out.write_all(&rest.as_bytes()[1..])
}

/// `{"total": …, "outcomes": […]`, without the closing brace.
fn write_weighted<T: Ord + Clone + Sync>(
    report: &ThrowReport,
    dist: &Dist<T>,
    named: impl Fn(&T) -> Outcome + Sync,
    numbers: Numbers,
    out: &mut dyn Write,
) -> io::Result<()> {
    let whole = numbers == Numbers::Exact;
    if whole {
        write!(out, "{{\"total\":\"{}\",\"outcomes\":[", dist.total())?;
    } else {
        out.write_all(b"{\"outcomes\":[")?;
    }
    let Tails { at_least, at_most } = report.tails;
    let items: Vec<(&T, &Natural)> = dist.iter().collect();
    let earning = report.answer.earning.as_ref();
    let fractions = Fractions::new(dist.total());
    // Items with the weight of all before the first of them.
    let format = |items: &[(&T, &Natural)], mut before: Natural| -> Vec<u8> {
        let mut text = Vec::new();
        let mut fractions = fractions.clone();
        for (outcome, weight) in items {
            text.push(b',');
            let named = named(outcome);
            text.extend_from_slice(b"{\"outcome\":");
            let _ = match &named {
                Outcome::Number(number) => serde_json::to_writer(&mut text, number),
                other => serde_json::to_writer(&mut text, &self::outcome(other)),
            };
            if whole {
                text.extend_from_slice(b",\"weight\":\"");
                weight.write_digits(&mut text);
                text.push(b'"');
            }
            text.extend_from_slice(b",\"probability\":");
            write_number(&mut fractions, weight, numbers, &mut text);
            if at_least {
                text.extend_from_slice(b",\"at_least\":");
                let from_here = dist.total().checked_sub(&before).unwrap_or_default();
                write_number(&mut fractions, &from_here, numbers, &mut text);
            }
            before += *weight;
            if at_most {
                text.extend_from_slice(b",\"at_most\":");
                write_number(&mut fractions, &before, numbers, &mut text);
            }
            if let Some(earning) = earning {
                let again = earning.contains(&named);
                text.extend_from_slice(format!(",\"again\":{again}").as_bytes());
            }
            text.push(b'}');
        }
        text
    };
    // Many at a time are formatted, on several threads when they are long.
    let chunk = (CHUNK_WORDS / dist.total().size().max(1)).clamp(1, CHUNK);
    let words = items.len() * dist.total().size();
    let batch = if words < MANY_WORDS { 1 } else { BATCH };
    let mut before = Natural::default();
    for (number, batch) in items.chunks(batch * chunk).enumerate() {
        let chunks: Vec<_> = batch
            .chunks(chunk)
            .map(|chunk| {
                let start = before.clone();
                if at_least || at_most {
                    chunk.iter().for_each(|(_, weight)| before += *weight);
                }
                (chunk, start)
            })
            .collect();
        let texts = parallel::map_ranges(chunks.len(), 1, |range| {
            let format =
                |(chunk, before): &(&[(&T, &Natural)], Natural)| format(chunk, before.clone());
            chunks[range].iter().map(format).collect_vec().concat()
        });
        for (place, text) in texts.iter().enumerate() {
            // No comma before the first of all.
            let first = usize::from(number == 0 && place == 0);
            out.write_all(&text[first..])?;
        }
    }
    out.write_all(b"]")
}

fn write_number(fractions: &mut Fractions, weight: &Natural, numbers: Numbers, text: &mut Vec<u8>) {
    let approx = match numbers {
        Numbers::Exact => {
            text.extend_from_slice(b"{\"exact\":\"");
            let approx = fractions.write(weight, text);
            text.extend_from_slice(b"\",\"approx\":");
            approx
        }
        Numbers::Decimals => {
            text.extend_from_slice(b"{\"approx\":");
            approx(&fractions.ratio(weight))
        }
    };
    // A number that is not finite is written as `null`; a vector takes all that is written.
    let _ = serde_json::to_writer(&mut *text, &approx);
    text.push(b'}');
}

pub(super) fn outcome(outcome: &Outcome) -> Value {
    match outcome {
        Outcome::Number(number) => json!(number),
        Outcome::Tuple(parts) => json!(parts),
        Outcome::Label(label) => json!(label),
    }
}

/// Rows with a quantity each; with integer weights over a common total when all are exact.
fn listed(
    report: &ThrowReport,
    rows: &[(Outcome, Quantity)],
    rest: Option<&(i64, Box<Quantity>)>,
    descending: bool,
) -> Value {
    let all = || {
        let listed = rows.iter().map(|(_, chance)| chance);
        listed.chain(rest.map(|(_, chance)| chance.as_ref()))
    };
    let exact: Option<Vec<_>> = all().map(Quantity::exact).collect();
    let total = exact
        .as_ref()
        .map(|exact| common_denominator(exact.iter().copied()));
    let weight = |chance: &Quantity| match (chance.exact(), &total) {
        (Some(chance), Some(total)) => json!((chance * total).to_string()),
        _ => Value::Null,
    };
    let surds: Option<Vec<_>> = all().map(Quantity::surd).collect();
    let asked = report.tails.at_least || report.tails.at_most;
    let tails = surds
        .filter(|_| asked)
        .map(|surds| super::sheets::tails(&surds, rows.len(), descending));
    let items = rows.iter().enumerate().map(|(i, (name, chance))| {
        let mut item = json!({
            "outcome": outcome(name), "weight": weight(chance), "probability": quantity(chance),
        });
        if let Some((at_least, at_most)) = &tails {
            if report.tails.at_least {
                item["at_least"] = quantity(&at_least[i].clone().into());
            }
            if report.tails.at_most {
                item["at_most"] = quantity(&at_most[i].clone().into());
            }
        }
        if let Some(earning) = &report.answer.earning {
            item["again"] = json!(earning.contains(name));
        }
        item
    });
    let mut object = json!({
        "total": total.as_ref().map(ToString::to_string),
        "outcomes": items.collect_vec(),
    });
    if let Some((last, chance)) = rest {
        let side = if descending { "below" } else { "above" };
        object["rest"] =
            json!({ side: last, "weight": weight(chance), "probability": quantity(chance) });
    }
    object
}

/// Everything after the outcomes.
fn statistics(report: &ThrowReport) -> Value {
    let answer = &report.answer;
    let mut object = Map::new();
    if let Some(moments) = &answer.moments {
        object.insert("mean".to_owned(), quantity(&moments.mean));
        object.insert("variance".to_owned(), quantity(&moments.variance));
        let sd = match &moments.variance {
            Quantity::Exact(variance) => Some(approx_sqrt(variance)),
            variance => variance.surd().map(|variance| variance.approx().sqrt()),
        };
        object.insert("sd".to_owned(), json!(sd));
    }
    object.insert("mode".to_owned(), answer.mode.iter().map(outcome).collect());
    object.insert("median".to_owned(), json!(answer.median));
    object.insert("again".to_owned(), quantity(&answer.again));
    if let Some(turn) = &answer.turn {
        turn_fields(turn, &mut object);
    }
    if let Some(race) = &answer.race {
        let arrivals = race
            .arrivals
            .iter()
            .zip(1..)
            .map(|(chance, throws): (_, u32)| {
                let given =
                    (race.hit != num_traits::Zero::zero()).then(|| number(&(chance / &race.hit)));
                json!({ "throws": throws, "probability": number(chance), "given_hit": given })
            });
        object.insert(
            "target".to_owned(),
            json!({
                "target": race.target,
                "to_reach": race.to_reach.as_ref().map(number),
                "to_hit": race.to_hit.as_ref().map(number),
                "hit": number(&race.hit),
                "arrivals": arrivals.collect_vec(),
            }),
        );
    }
    if let Some(roots) = &answer.equal {
        let names = report
            .question
            .equal
            .as_ref()
            .map(|(a, b)| [a.as_str(), b.as_str()]);
        let outcomes: Vec<Value> = names
            .iter()
            .flatten()
            .map(|name| {
                name.trim()
                    .parse::<i64>()
                    .map_or_else(|_| json!(name), |x| json!(x))
            })
            .collect();
        let equal = roots
            .iter()
            .map(|root| json!({ "outcomes": outcomes, "bias": bias(root) }));
        object.insert("equal".to_owned(), equal.collect());
    }
    if let Some(trials) = &report.trials {
        object.insert("trials".to_owned(), trials.json());
    }
    Value::Object(object)
}

/// A root that is a fraction is exact; any other is enclosed.
pub(super) fn bias(root: &Root) -> Value {
    match root {
        Root::Rational(value) => number(value),
        Root::Isolated { lower, upper } => {
            json!({ "lower": number(lower), "upper": number(upper) })
        }
    }
}

fn turn_fields(turn: &TurnAnswer, object: &mut Map<String, Value>) {
    let rows = turn
        .throws_rows
        .iter()
        .map(|(throws, chance)| json!({ "throws": throws, "probability": quantity(chance) }));
    object.insert(
        "throws".to_owned(),
        json!({
            "mean": quantity(&turn.throws.mean),
            "variance": quantity(&turn.throws.variance),
            "rows": rows.collect_vec(),
            "rest": turn.throws_rest.as_ref().map(quantity),
        }),
    );
    let occurs = turn.occurrences.iter().map(|(name, chance, mean)| {
        json!({ "outcome": outcome(name), "probability": quantity(chance), "mean": quantity(mean) })
    });
    object.insert("occurs".to_owned(), occurs.collect());
    if let Some(values) = &turn.values {
        super::values::fields(values, object);
    }
    if let Some((thrown, stands)) = &turn.sequence {
        let names = |outcomes: &[Outcome]| outcomes.iter().map(outcome).collect_vec();
        object.insert(
            "sequence".to_owned(),
            json!({ "throws": names(thrown), "stands": names(stands) }),
        );
    }
}
