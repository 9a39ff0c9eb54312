//! `siga throw --counts`: trials against the throw.

use std::ffi::{OsStr, OsString};

use itertools::Itertools;
use num_rational::BigRational;

use super::shown::phrase;
use crate::ask::caller::Reads;
use crate::ask::failure::Failure;
use crate::ask::input;
use crate::ask::json_number;
use crate::chance::Outcome;
use crate::chance::analysis::{Answer, Outcomes};
use crate::chance::trials::{BiasAnswer, Interval, Test, exact_test, likeliest_bias, same_source};
use crate::exact::{Quantity, RatFunc, decimal_ceil, decimal_floor, decimal_text};
use crate::render::sheet::{Chart, Column, Entry, Sheet};
use crate::render::words;

/// Bytes a file of counts may have.
const MAX_FILE: usize = 1 << 20;

/// The conclusions from the counts.
pub(super) struct Trials {
    pub(super) names: Vec<Outcome>,
    /// The chance of each outcome; none with an unknown bias.
    pub(super) chances: Option<Vec<BigRational>>,
    pub(super) samples: Vec<Sample>,
    /// Whether two samples can come from the same sticks.
    pub(super) same: Option<Test>,
}

pub(super) struct Sample {
    pub(super) counts: Vec<u64>,
    /// With a bias that is known.
    pub(super) test: Option<Test>,
    /// With one that is not.
    pub(super) bias: Option<BiasAnswer>,
}

/// Looks at each set of counts, and at two together.
pub(super) fn of(
    answer: &Answer,
    asked: &[OsString],
    reads: Reads,
) -> Result<Option<Trials>, Failure> {
    if asked.is_empty() {
        return Ok(None);
    }
    if asked.len() > 2 {
        return Err(Failure::input(
            "--counts is given once, or twice to compare two samples",
        ));
    }
    let (names, quantities) = outcomes(answer)?;
    let mut samples = Vec::new();
    let chances: Option<Vec<BigRational>> = quantities
        .iter()
        .map(|chance| chance.exact().cloned())
        .collect();
    let functions: Option<Vec<RatFunc>> = (quantities.iter())
        .map(|chance| match chance {
            Quantity::Function { function, .. } => Some(function.clone()),
            _ => None,
        })
        .collect();
    for text in asked {
        let counts = counts(text, &names, reads)?;
        let (test, bias) = match (&chances, &functions) {
            (Some(chances), _) => (Some(exact_test(chances, &counts)?), None),
            (None, Some(functions)) => (None, Some(likeliest_bias(functions, &counts)?)),
            _ => {
                return Err(Failure::input(
                    "--counts needs chances that are known exactly: a bias that is one number, or --bias p",
                ));
            }
        };
        samples.push(Sample { counts, test, bias });
    }
    let same = match samples.as_slice() {
        [first, second] => Some(same_source(&first.counts, &second.counts)?),
        _ => None,
    };
    Ok(Some(Trials {
        names,
        chances,
        samples,
        same,
    }))
}

/// The outcomes and their chances, all of them.
fn outcomes(answer: &Answer) -> Result<(Vec<Outcome>, Vec<Quantity>), Failure> {
    Ok(match &answer.outcomes {
        Outcomes::Numbers(dist) => (dist.iter())
            .map(|(x, _)| (Outcome::Number(*x), Quantity::Exact(dist.probability(x))))
            .unzip(),
        Outcomes::Others(dist) => (dist.iter())
            .map(|(x, _)| (x.clone(), Quantity::Exact(dist.probability(x))))
            .unzip(),
        Outcomes::Listed { rest: Some(_), .. } => {
            return Err(Failure::input(
                "--counts needs a throw whose outcomes have an end",
            ));
        }
        Outcomes::Listed { rows, .. } => rows.iter().cloned().unzip(),
    })
}

/// `0:31,1:124,…`, or a file with a line `outcome,count` for each; outcomes left out were not seen.
fn counts(asked: &OsStr, names: &[Outcome], reads: Reads) -> Result<Vec<u64>, Failure> {
    let text = asked.to_string_lossy();
    let wrong = |why: String| Failure::input(format!("--counts {text}: {why}"));
    // Of a file, the line is said too.
    let pairs: Vec<(Option<usize>, String)> = if text.contains(':') {
        text.split(',')
            .map(|part| (None, part.to_owned()))
            .collect()
    } else {
        let file = input::read(asked, MAX_FILE, reads)?;
        let lines = file.trim_start_matches('\u{feff}').lines().enumerate();
        let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        lines
            .map(|(i, line)| (Some(i + 1), line.to_owned()))
            .collect()
    };
    let mut counts: Vec<Option<u64>> = vec![None; names.len()];
    for (i, (line, pair)) in pairs.iter().enumerate() {
        let wrong = |why: String| match line {
            Some(line) => wrong(format!("line {line}: {why}")),
            None => wrong(why),
        };
        let (name, count) = match line {
            Some(_) => pair
                .rsplit_once([',', ';', '\t'])
                .ok_or_else(|| wrong("a line is OUTCOME,COUNT".to_owned()))?,
            None => pair
                .rsplit_once(':')
                .ok_or_else(|| wrong("each part is OUTCOME:COUNT, as in 0:31,1:124".to_owned()))?,
        };
        let unquoted = |cell: &str| cell.trim().trim_matches('"').trim().to_owned();
        let (name, count) = (unquoted(name), unquoted(count));
        let at = names.iter().position(|known| known.to_string() == name);
        let number = count.parse();
        let digits = |text: &str| text.contains(|c: char| c.is_ascii_digit());
        if i == 0 && line.is_some() && at.is_none() && number.is_err() && !digits(&count) {
            // The names of the columns.
            continue;
        }
        let at = at.ok_or_else(|| {
            wrong(format!(
                "`{name}` is not an outcome; there are {}",
                names.iter().take(20).join(", ")
            ))
        })?;
        let number = number.map_err(|_| wrong(format!("`{count}` is not a count")))?;
        if counts[at].replace(number).is_some() {
            return Err(wrong(format!("`{name}` is counted twice")));
        }
    }
    Ok(counts.into_iter().map(Option::unwrap_or_default).collect())
}

impl Trials {
    pub(super) fn sheet(&self, digits: usize) -> Sheet {
        let mut columns = vec![Column::right("outcome")];
        let names = match self.samples.len() {
            1 => ["count", ""],
            _ => ["first", "second"],
        };
        columns.extend(
            self.samples
                .iter()
                .zip(names)
                .map(|(_, name)| Column::right(name)),
        );
        let expects = self.chances.as_ref().filter(|_| self.samples.len() == 1);
        if expects.is_some() {
            columns.push(Column::decimal("expected"));
        }
        let rows = self.names.iter().enumerate().map(|(i, name)| {
            let mut row = vec![Entry::from(name.to_string())];
            row.extend(
                self.samples
                    .iter()
                    .map(|sample| Entry::from(sample.counts[i])),
            );
            if let Some(chances) = expects {
                let trials: u64 = self.samples[0].counts.iter().sum();
                row.push(Entry::exact(
                    &chances[i] * BigRational::from_integer(trials.into()),
                ));
            }
            row
        });
        Sheet {
            name: "trials",
            heading: "Trials".to_owned(),
            columns,
            rows: rows.collect(),
            notes: self.notes(names, digits),
            chart: Chart::Beside,
            asked: true,
            ..Sheet::default()
        }
    }

    /// The tests and the biases of the samples, called by `names` where there are two.
    fn notes(&self, names: [&str; 2], digits: usize) -> Vec<String> {
        let mut notes = Vec::new();
        for (sample, name) in self.samples.iter().zip(names) {
            let which = match self.samples.len() {
                1 => String::new(),
                _ => format!("{name}: "),
            };
            if let Some(test) = &sample.test {
                notes.push(format!(
                    "{which}{}: a sample at most as likely as this has the chance {}",
                    words::counted(test.trials, "trial", "trials"),
                    decimal(&test.at_least_as_unlikely, digits)
                ));
                notes.push(format!(
                    "{which}likelihood (the chance of just these counts): {}",
                    decimal_text(&test.likelihood, digits)
                ));
            }
            if let Some(bias) = &sample.bias {
                notes.push(which + &bias_note(bias, digits));
            }
        }
        if let Some(same) = &self.same {
            notes.push(format!(
                "from the same sticks, two samples differ at least as improbably with the chance {}",
                decimal(&same.at_least_as_unlikely, digits)
            ));
        }
        notes
    }
}

fn decimal(quantity: &Quantity, digits: usize) -> String {
    match quantity {
        Quantity::Exact(number) => decimal_text(number, digits),
        quantity => format!("{} (proved bounds)", json_number::shown(quantity, digits)),
    }
}

fn bias_note(answer: &BiasAnswer, digits: usize) -> String {
    let likeliest = match Quantity::from(&answer.likeliest) {
        bounds @ Quantity::Bounded(_) => json_number::shown(&bounds, digits.max(9)),
        exact => phrase(&exact, digits),
    };
    let (lower, upper) = (
        decimal_floor(&answer.ends.0, 6),
        decimal_ceil(&answer.ends.1, 6),
    );
    let what = match answer.interval {
        Interval::ClopperPearson { successes, throws } => {
            format!("Clopper–Pearson interval, 95 %, of {successes} in {throws}")
        }
        Interval::Likelihood => "likelihood at least 3/20 of the greatest".to_owned(),
    };
    format!("most likely bias: {likeliest}; {lower} … {upper} ({what})")
}
