//! `siga throw --counts`: trials against the throw.

use std::ffi::{OsStr, OsString};

use itertools::Itertools;
use num_rational::BigRational;

use crate::ask::caller::Reads;
use crate::ask::input;
use crate::ask::prelude::*;
use crate::chance::Outcome;
use crate::chance::analysis::{Answer, Outcomes};
use crate::chance::trials::{BiasAnswer, Interval, Test, exact_test, likeliest_bias, same_source};
use crate::exact::{Quantity, RatFunc};
use crate::render::words;

/// Bytes a file of counts may have.
const MAX_FILE: usize = 1 << 20;

/// The conclusions from counts of trials.
#[derive(Clone, Serialize, JsonSchema)]
pub(super) struct Trials {
    samples: Vec<Sample>,
    /// With two sets of counts: of two samples from the same sticks, what both have together being given.
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<Test>,
}

/// A set of counts.
#[derive(Clone, Serialize, JsonSchema)]
struct Sample {
    counts: Vec<ObservedCount>,
    /// With a bias that is known.
    #[serde(flatten)]
    test: Option<Test>,
    /// With `--bias p`.
    #[serde(skip_serializing_if = "Option::is_none")]
    bias: Option<BiasAnswer>,
}

/// The number of times that an outcome was seen.
#[derive(Clone, Serialize, JsonSchema)]
struct ObservedCount {
    outcome: Outcome,
    #[serde(with = "Count")]
    count: u64,
    /// On average, or `null` where the bias is not known.
    expected: Option<Number>,
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
    let asked = asked.iter().map(|text| counts(text, &names, reads));
    let all: Vec<Vec<u64>> = asked.collect::<Result<_, _>>()?;
    for counts in &all {
        let (test, bias) = match (&chances, &functions) {
            (Some(chances), _) => (Some(exact_test(chances, counts)?), None),
            (None, Some(functions)) => (None, Some(likeliest_bias(functions, counts)?)),
            _ => {
                return Err(Failure::input(
                    "--counts needs chances that are known exactly: a bias that is one number, or --bias p",
                ));
            }
        };
        let thrown = BigRational::from_integer(counts.iter().sum::<u64>().into());
        let rows = names.iter().zip(counts).enumerate();
        let rows = rows.map(|(row, (name, count))| ObservedCount {
            outcome: name.clone(),
            count: *count,
            expected: (chances.as_ref()).map(|chances| Number(&chances[row] * &thrown)),
        });
        samples.push(Sample {
            counts: rows.collect(),
            test,
            bias,
        });
    }
    let same = match all.as_slice() {
        [first, second] => Some(same_source(first, second)?),
        _ => None,
    };
    Ok(Some(Trials { samples, same }))
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
        let file = input::read(asked, MAX_FILE, reads)
            .map_err(|failure| failure.with_help("counts themselves are written as 0:31,1:124"))?;
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
    /// The counts beside what is expected, the tests, and the biases.
    pub(super) fn sheets(&self, digits: usize) -> Vec<Sheet> {
        let mut sheets = vec![self.counts_sheet()];
        sheets.extend(self.tests_sheet(digits));
        sheets.extend(self.biases_sheet());
        sheets
    }

    /// What the samples are called.
    fn sample_names(&self) -> [&'static str; 2] {
        match self.samples.len() {
            1 => ["count", ""],
            _ => ["first", "second"],
        }
    }

    fn counts_sheet(&self) -> Sheet {
        let mut columns = vec![Column::right("outcome")];
        let names = self.samples.iter().zip(self.sample_names());
        columns.extend(names.map(|(_, name)| Column::right(name)));
        let first = &self.samples[0].counts;
        let expects = self.samples.len() == 1 && self.samples[0].test.is_some();
        if expects {
            columns.push(Column::decimal("expected"));
        }
        let rows = first.iter().enumerate().map(|(i, seen)| {
            let mut row = vec![Entry::from(seen.outcome.to_string())];
            let counts = self.samples.iter().map(|sample| sample.counts[i].count);
            row.extend(counts.map(Entry::from));
            row.extend(seen.expected.as_ref().filter(|_| expects).map(Entry::from));
            row
        });
        Sheet {
            name: "trials",
            heading: "Trials".to_owned(),
            columns,
            rows: rows.collect(),
            chart: Chart::Beside,
            asked: true,
            ..Sheet::default()
        }
    }

    /// The tests of each sample, and of both together.
    fn tests_sheet(&self, digits: usize) -> Option<Sheet> {
        let samples = self.samples.iter().zip(self.sample_names());
        let each = samples.filter_map(|(sample, name)| Some((name, sample.test.as_ref()?)));
        let same = self.same.as_ref().map(|same| ("both", same));
        let tests: Vec<(&str, &Test)> = each.chain(same).collect();
        let lines = (tests.iter()).flat_map(|(name, test)| rows(name, test, digits));
        let lines: Vec<[Entry; 5]> = lines.collect();
        if lines.is_empty() {
            return None;
        }
        let mut table = Sheet::of(lines);
        if self.samples.len() > 1 {
            table = table.text("sample", |row| row[0].clone());
        }
        table = table.text("test", |row| row[1].clone());
        if tests.iter().any(|(_, test)| test.approximate.is_some()) {
            table = table
                .column(Column::decimal("statistic"), |row| row[2].clone())
                .right("degrees of freedom", |row| row[3].clone());
        }
        let table = table.column(Column::chance_decimal("probability"), |row| row[4].clone());
        let sheet = table.named("tests", "How likely such counts are");
        let trials = tests.iter().map(|(name, test)| {
            let trials = words::counted(test.trials, "trial", "trials");
            match self.samples.len() {
                1 => trials,
                _ => format!("{name}: {trials}"),
            }
        });
        let trials = trials.collect::<Vec<String>>().join(", ");
        let poor = tests.iter().find_map(|(_, test)| poor(test));
        Some(sheet.note(trials).notes(poor))
    }

    /// The bias that each sample speaks for.
    fn biases_sheet(&self) -> Option<Sheet> {
        let samples = self.samples.iter().zip(self.sample_names());
        let biases = samples.filter_map(|(sample, name)| Some((name, sample.bias.as_ref()?)));
        let biases: Vec<(&str, &BiasAnswer)> = biases.collect();
        if biases.is_empty() {
            return None;
        }
        let mut table = Sheet::of(biases);
        if self.samples.len() > 1 {
            table = table.text("sample", |(name, _)| (*name).to_owned());
        }
        let end = |end: &BigRational| Entry::exact(end.clone());
        Some(
            table
                .column(
                    Column::number("most likely bias", "decimal"),
                    |(_, bias)| Entry::from(&bias.likeliest),
                )
                .column(Column::decimal("lower"), |(_, bias)| end(&bias.lower))
                .column(Column::decimal("upper"), |(_, bias)| end(&bias.upper))
                .text("interval", |(_, bias)| interval(bias))
                .named("biases", "The bias that fits the counts best"),
        )
    }
}

/// The tests of a sample, what is proved and then the approximations: of each the sample, the test, the statistic with its degrees of
/// freedom, and the probability.
fn rows(name: &str, test: &Test, digits: usize) -> Vec<[Entry; 5]> {
    let row = |test: &str, [statistic, degrees]: [Entry; 2], probability| {
        let [sample, test] = [name, test].map(|text| Entry::from(text.to_owned()));
        [sample, test, statistic, degrees, probability]
    };
    let none = || [Entry::Missing(""), Entry::Missing("")];
    let mut rows = Vec::new();
    if let Some(likelihood) = &test.likelihood {
        let likelihood = Entry::exact(likelihood.clone());
        rows.push(row("just these counts", none(), likelihood));
    }
    if let Some(chance) = &test.at_least_as_unlikely {
        rows.push(row("counts at most as likely", none(), Entry::from(chance)));
    }
    if let Some(tests) = &test.approximate {
        let number = |number: f64| Entry::Measured(number, format!("{number:.digits$}"));
        for (name, test) in [
            ("chi-squared, approximate", tests.chi_squared),
            ("likelihood ratio, approximate", tests.likelihood_ratio),
        ] {
            let statistic = [number(test.statistic), Entry::from(tests.degrees)];
            let chance = match test.probability {
                small if small > 0.0 && small < 1e-4 => {
                    Entry::Measured(small, format!("{small:.2e}"))
                }
                chance => number(chance),
            };
            rows.push(row(name, statistic, chance));
        }
    }
    rows
}

/// The reason why the approximations may be poor.
fn poor(test: &Test) -> Option<String> {
    let tests = test.approximate.as_ref()?;
    (tests.least_expected < 5.0).then(|| {
        format!(
            "the approximate tests are poor where less than 5 of an outcome are expected; here {:.2} are",
            tests.least_expected
        )
    })
}

fn interval(answer: &BiasAnswer) -> String {
    match answer.interval {
        Interval::ClopperPearson { successes, throws } => {
            format!("Clopper–Pearson, 95 %, of {successes} in {throws}")
        }
        Interval::Likelihood => "likelihood at least 3/20 of the greatest".to_owned(),
    }
}
