//! The `result` object of `siga throw`, written piece by piece: it can be half a gigabyte long.

use std::io::{self, Write};

use itertools::Itertools;

use super::Thrown;
use crate::chance::Outcome;
use crate::chance::analysis::Outcomes;
use crate::exact::{Dist, Fractions, Natural, approx_ratio};
use crate::render::json;
use crate::solve::parallel;

/// Outcomes formatted by one thread at a time, and words of their weights.
const CHUNK: usize = 256;
const CHUNK_WORDS: usize = 20_000;
/// So many times as many are formatted before they are written.
const BATCH: usize = 16;
/// Words of weights from which on several threads format.
const MANY_WORDS: usize = 200_000;

pub(super) fn write(report: &Thrown, decimals_only: bool, out: &mut dyn Write) -> io::Result<()> {
    match &report.answer.outcomes {
        Outcomes::Numbers(dist) => {
            write_weighted(report, dist, |&x| Outcome::Number(x), decimals_only, out)?
        }
        Outcomes::Others(dist) => write_weighted(report, dist, Clone::clone, decimals_only, out)?,
        Outcomes::Listed { .. } => return json::write(&report.json(), decimals_only, out),
    }
    let mut others = serde_json::to_value(report.without_outcomes())?;
    if let Some(others) = others.as_object_mut() {
        others.shift_remove("outcomes");
    }
    let mut rest = Vec::new();
    json::write(&others, decimals_only, &mut rest)?;
    out.write_all(b",")?;
    out.write_all(&rest[1..])
}

/// Some outcomes, each after a comma, their weights as fractions of the total if these are given; `before` is the weight of all before
/// the first of them.
fn text<T>(
    report: &Thrown,
    named: &impl Fn(&T) -> Outcome,
    (total, mut fractions): (&Natural, Option<Fractions>),
    items: &[(&T, &Natural)],
    mut before: Natural,
) -> Vec<u8> {
    let mut text = Vec::new();
    for (outcome, weight) in items {
        text.push(b',');
        let named = named(outcome);
        text.extend_from_slice(b"{\"outcome\":");
        let _ = serde_json::to_writer(&mut text, &named);
        if fractions.is_some() {
            text.extend_from_slice(b",\"weight\":\"");
            weight.write_digits(&mut text);
            text.push(b'"');
        }
        text.extend_from_slice(b",\"probability\":");
        write_number(&mut fractions, weight, total, &mut text);
        if report.at_least {
            text.extend_from_slice(b",\"at_least\":");
            let from_here = total.checked_sub(&before).unwrap_or_default();
            write_number(&mut fractions, &from_here, total, &mut text);
        }
        before += *weight;
        if report.at_most {
            text.extend_from_slice(b",\"at_most\":");
            write_number(&mut fractions, &before, total, &mut text);
        }
        if let Some(again) = report.again(&named) {
            text.extend_from_slice(format!(",\"again\":{again}").as_bytes());
        }
        text.push(b'}');
    }
    text
}

/// `{"total": …, "outcomes": […]`, without the closing brace.
fn write_weighted<T: Ord + Clone + Sync>(
    report: &Thrown,
    dist: &Dist<T>,
    named: impl Fn(&T) -> Outcome + Sync,
    decimals_only: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    if !decimals_only {
        write!(out, "{{\"total\":\"{}\",\"outcomes\":[", dist.total())?;
    } else {
        out.write_all(b"{\"outcomes\":[")?;
    }
    let items: Vec<(&T, &Natural)> = dist.iter().collect();
    let total = dist.total();
    let fractions = (!decimals_only).then(|| Fractions::new(total));
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
                if report.at_least || report.at_most {
                    chunk.iter().for_each(|(_, weight)| before += *weight);
                }
                (chunk, start)
            })
            .collect();
        let texts = parallel::map_ranges(chunks.len(), 1, |range| {
            let chunks = chunks[range].iter();
            let texts = chunks.map(|(chunk, before)| {
                let fractions = (total, fractions.clone());
                text(report, &named, fractions, chunk, before.clone())
            });
            texts.collect_vec().concat()
        });
        for (place, text) in texts.iter().enumerate() {
            // No comma before the first of all.
            let first = usize::from(number == 0 && place == 0);
            out.write_all(&text[first..])?;
        }
    }
    out.write_all(b"]")
}

fn write_number(
    fractions: &mut Option<Fractions>,
    weight: &Natural,
    total: &Natural,
    text: &mut Vec<u8>,
) {
    text.push(b'{');
    let approx = match fractions {
        Some(fractions) => {
            text.extend_from_slice(b"\"exact\":\"");
            let approx = fractions.write(weight, text);
            text.extend_from_slice(b"\",");
            approx
        }
        None => approx_ratio(weight, total),
    };
    text.extend_from_slice(b"\"approx\":");
    // A number that is not finite is written as `null`; a vector takes all that is written.
    let _ = serde_json::to_writer(&mut *text, &approx);
    text.push(b'}');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::caller::Reads;
    use crate::chance::analysis::{Question, analyse};

    #[test]
    fn what_is_written_piece_by_piece_is_what_the_type_gives() {
        for spec in ["600d6", "2d6", "(d6,d6)", "tab", "d6!", "4s"] {
            let (spec, _) = crate::ask::throw::spec(spec.as_ref(), Reads::Nothing).unwrap();
            let question = Question::default();
            let answer = analyse(&spec, &question).unwrap();
            let mut report = Thrown::of(spec, question, answer);
            (report.at_least, report.at_most) = (true, true);
            let mut written = Vec::new();
            write(&report, false, &mut written).unwrap();
            let whole = serde_json::to_string(&report.json()).unwrap();
            assert_eq!(String::from_utf8(written).unwrap(), whole);
        }
    }
}
