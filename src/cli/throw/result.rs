//! The `result` object of `siga throw`, written piece by piece: it can be half a gigabyte long.

use std::io::{self, Write};
use std::sync::mpsc::sync_channel;
use std::thread;

use itertools::Itertools;
use serde_json::{Map, Value, json};

use super::{Tails, ThrowReport, common_denominator};
use crate::chance::Outcome;
use crate::chance::analysis::{Outcomes, TurnAnswer};
use crate::cli::json::{number, quantity};
use crate::exact::bounds::Root;
use crate::exact::{Dist, Fractions, Natural, Quantity, lower_tails, upper_tails};

/// Outcomes formatted at a time.
const CHUNK: usize = 128;
/// Words of weights from which on several threads format.
const MANY_WORDS: usize = 200_000;

pub(super) fn write(report: &ThrowReport, out: &mut dyn Write) -> io::Result<()> {
    match &report.answer.outcomes {
        Outcomes::Numbers(dist) => write_weighted(report, dist, |&x| json!(x), out)?,
        Outcomes::Others(dist) => write_weighted(report, dist, outcome, out)?,
        Outcomes::Listed {
            rows,
            rest,
            descending,
        } => {
            let listed = listed(report, rows, rest.as_ref(), *descending);
            let text = serde_json::to_string(&listed)?;
            // Open again for the fields that follow.
            out.write_all(text.trim_end_matches('}').as_bytes())?;
            let closing = text.len() - text.trim_end_matches('}').len();
            out.write_all("}".repeat(closing - 1).as_bytes())?;
        }
    }
    let rest = serde_json::to_string(&statistics(report))?;
    out.write_all(b",")?;
    out.write_all(&rest.as_bytes()[1..])
}

/// `{"total": …, "outcomes": […]`, without the closing brace.
fn write_weighted<T: Ord + Clone + Sync>(
    report: &ThrowReport,
    dist: &Dist<T>,
    name: impl Fn(&T) -> Value + Sync,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "{{\"total\":\"{}\",\"outcomes\":[", dist.total())?;
    let Tails { at_least, at_most } = report.tails;
    let at_least = at_least.then(|| upper_tails(dist));
    let at_most = at_most.then(|| lower_tails(dist));
    let items: Vec<(&T, &Natural)> = dist.iter().collect();
    let earning = report.answer.earning.as_ref();
    let format = |fractions: &mut Fractions, chunk: usize| -> Vec<u8> {
        let mut text = Vec::new();
        let from = chunk * CHUNK;
        for (i, (outcome, weight)) in items.iter().enumerate().skip(from).take(CHUNK) {
            if i > 0 {
                text.push(b',');
            }
            let name = name(outcome);
            text.extend_from_slice(format!("{{\"outcome\":{name},\"weight\":\"").as_bytes());
            weight.write_digits(&mut text);
            text.extend_from_slice(b"\",\"probability\":");
            write_number(fractions, weight, &mut text);
            for (key, tails) in [("at_least", &at_least), ("at_most", &at_most)] {
                if let Some(tails) = tails {
                    text.extend_from_slice(format!(",\"{key}\":").as_bytes());
                    write_number(fractions, &tails[i], &mut text);
                }
            }
            if let Some(earning) = earning {
                let again = earning.iter().any(|earning| self::outcome(earning) == name);
                text.extend_from_slice(format!(",\"again\":{again}").as_bytes());
            }
            text.push(b'}');
        }
        text
    };
    let chunks = items.len().div_ceil(CHUNK);
    if items.len() * dist.total().size() < MANY_WORDS {
        let mut fractions = Fractions::new(dist.total());
        for chunk in 0..chunks {
            out.write_all(&format(&mut fractions, chunk))?;
        }
    } else {
        // Workers take turns; each hands over its chunks in order, a few ahead at most.
        let workers = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            let format = &format;
            let handed: Vec<_> = (0..workers)
                .map(|worker| {
                    let (sender, receiver) = sync_channel(4);
                    scope.spawn(move || {
                        let mut fractions = Fractions::new(dist.total());
                        for chunk in (worker..chunks).step_by(workers) {
                            if sender.send(format(&mut fractions, chunk)).is_err() {
                                return; // Nobody reads any more.
                            }
                        }
                    });
                    receiver
                })
                .collect();
            for chunk in 0..chunks {
                let text = handed[chunk % workers].recv().map_err(io::Error::other)?;
                out.write_all(&text)?;
            }
            Ok::<(), io::Error>(())
        })?;
    }
    out.write_all(b"]")
}

fn write_number(fractions: &mut Fractions, weight: &Natural, text: &mut Vec<u8>) {
    text.extend_from_slice(b"{\"exact\":\"");
    let approx = fractions.write(weight, text);
    text.extend_from_slice(format!("\",\"approx\":{}}}", json!(approx)).as_bytes());
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
        let sd = moments
            .variance
            .surd()
            .map(|variance| variance.approx().sqrt());
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
