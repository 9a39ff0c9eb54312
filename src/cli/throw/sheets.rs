//! The tables of `siga throw` for people.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::shown::{Shown, phrase};
use super::{ThrowReport, values};
use crate::chance::Outcome;
use crate::chance::analysis::{Bias, Outcomes, TurnAnswer};
use crate::chance::target::Race;
use crate::chance::turn::{Cancel, Moments};
use crate::cli::sheet::{Column, Sheet, bar};
use crate::exact::bounds::Root;
use crate::exact::{
    Dist, Fractions, Natural, Quantity, Surd, approx, approx_sqrt, decimal_ceil, decimal_floor,
    decimal_text, fraction_text, lower_tails, upper_tails,
};

pub(super) fn sheets(report: &ThrowReport, digits: usize) -> Vec<Sheet> {
    let answer = &report.answer;
    let mut sheet = match &answer.outcomes {
        Outcomes::Numbers(dist) => weighted(report, dist, ToString::to_string, digits),
        Outcomes::Others(dist) => weighted(report, dist, ToString::to_string, digits),
        Outcomes::Listed {
            rows,
            rest,
            descending,
        } => listed(report, rows, rest.as_ref(), *descending, digits),
    };
    sheet.heading = heading(report);
    sheet.notes.extend(notes(report, digits));
    let mut sheets = vec![sheet];
    if let Some(turn) = &answer.turn {
        sheets.extend(turn_sheets(turn, digits));
    }
    if let Some(race) = &answer.race {
        sheets.push(race_sheet(race, answer.turn.is_some(), digits));
    }
    sheets.extend(report.trials.as_ref().map(|trials| trials.sheet(digits)));
    sheets
}

fn heading(report: &ThrowReport) -> String {
    let mut text = match report.preset {
        Some(preset) => format!("{}: {}", preset.name, report.spec),
        None => report.spec.to_string(),
    };
    if let Some(rules) = report.question.turn {
        text.push_str(" · whole turn");
        match rules.max_throws {
            Some(1) => text.push_str(", one throw"),
            Some(limit) => text.push_str(&format!(", at most {limit} throws")),
            None => {}
        }
        if rules.cancel == Cancel::Stack {
            text.push_str(", cancelling the latest throw standing");
        }
        if let Some(row) = rules.row {
            let same = if row.same { "equal " } else { "" };
            let what = if row.all {
                "all are void"
            } else {
                "the last is void"
            };
            text.push_str(&format!(", {} {same}throws in a row: {what}", row.length));
        }
    }
    match &report.question.bias {
        Bias::Known(bias) if crate::chance::eval::has_unbiased_stick(&report.spec) => {
            text.push_str(&format!(" · flat with {bias}"));
        }
        Bias::Known(_) => {}
        Bias::Unknown { .. } => text.push_str(" · flat with p"),
        Bias::Between(lower, upper) => text.push_str(&format!(" · flat with {lower} to {upper}")),
    }
    if let Some(given) = &report.question.given {
        text.push_str(&format!(" · given {given}"));
    }
    text
}

/// Fraction and decimal of an exact number.
fn both(value: &BigRational, digits: usize) -> [String; 2] {
    [fraction_text(value), decimal_text(value, digits)]
}

/// The columns of a cumulative chance, each with a name of its own for programs that read CSV.
fn tail_columns(name: &'static str) -> [Column; 2] {
    let decimal = if name == "at least" {
        "at least decimal"
    } else {
        "at most decimal"
    };
    [Column::fraction(name), Column::decimal(decimal)]
}

fn weighted<T: Ord + Clone>(
    report: &ThrowReport,
    dist: &Dist<T>,
    name: impl Fn(&T) -> String,
    digits: usize,
) -> Sheet {
    let mut fractions = Fractions::new(dist.total());
    let tails: Vec<(&'static str, Vec<Natural>)> = [
        report
            .tails
            .at_least
            .then(|| ("at least", upper_tails(dist))),
        report.tails.at_most.then(|| ("at most", lower_tails(dist))),
    ]
    .into_iter()
    .flatten()
    .collect();
    let largest = dist
        .iter()
        .map(|(_, weight)| weight)
        .max()
        .cloned()
        .unwrap_or_default();
    let largest = approx(&fractions.ratio(&largest));
    let mut columns = vec![
        Column::right("outcome"),
        Column::fraction("probability"),
        Column::decimal("decimal"),
    ];
    for (name, _) in &tails {
        columns.extend(tail_columns(name));
    }
    columns.push(Column::picture());
    let rows = dist.iter().enumerate().map(|(i, (outcome, weight))| {
        let chance = fractions.ratio(weight);
        let mut row = vec![name(outcome)];
        row.extend(both(&chance, digits));
        for (_, tails) in &tails {
            row.extend(both(&fractions.ratio(&tails[i]), digits));
        }
        row.push(bar(approx(&chance) / largest));
        row
    });
    let rows = rows.collect();
    Sheet {
        columns,
        rows,
        ..Sheet::default()
    }
}

/// `at least` and `at most` of each of the first `rows` chances, of which there may be one more: the rest.
pub(super) fn tails<T: Clone + Zero>(
    chances: &[T],
    rows: usize,
    descending: bool,
) -> (Vec<T>, Vec<T>) {
    let running = |chances: &mut dyn Iterator<Item = &T>| -> Vec<T> {
        let add = |sum: &mut T, chance: &T| {
            *sum = sum.clone() + chance.clone();
            Some(sum.clone())
        };
        chances.scan(T::zero(), add).collect()
    };
    let up_to = running(&mut chances.iter());
    let mut from = running(&mut chances.iter().rev());
    from.reverse();
    let (up_to, from) = (up_to[..rows].to_vec(), from[..rows].to_vec());
    if descending {
        (up_to, from)
    } else {
        (from, up_to)
    }
}

fn listed(
    report: &ThrowReport,
    rows: &[(Outcome, Quantity)],
    rest: Option<&(i64, Box<Quantity>)>,
    descending: bool,
    digits: usize,
) -> Sheet {
    let chances = rows
        .iter()
        .map(|(_, chance)| chance)
        .chain(rest.map(|(_, chance)| chance.as_ref()));
    let exact: Option<Vec<Surd>> = chances.clone().map(Quantity::surd).collect();
    let names = rows.iter().map(|(name, _)| name.to_string());
    let names =
        names.chain(rest.map(|(last, _)| format!("{} {last}", if descending { "<" } else { ">" })));
    let mut columns = vec![Column::right("outcome")];
    let Some(exact) = exact else {
        let with_value = chances
            .clone()
            .any(|chance| matches!(chance, Quantity::Function { at: Some(_), .. }));
        let bounded = chances
            .clone()
            .any(|chance| matches!(chance, Quantity::Bounded(_)));
        if bounded {
            columns.extend([Column::decimal("at least"), Column::decimal("at most")]);
        } else {
            columns.push(Column::text("probability"));
        }
        if with_value {
            columns.extend([
                Column::fraction("value"),
                Column::decimal("decimal"),
                Column::decimal("slope"),
            ]);
        }
        let cells = |chance: &Quantity| match chance {
            Quantity::Exact(value) if bounded => {
                vec![decimal_text(value, digits), decimal_text(value, digits)]
            }
            Quantity::Exact(value) => vec![fraction_text(value)],
            Quantity::Surd(surd) => vec![surd.decimal(digits); 2],
            Quantity::Bounded(bounds) => {
                vec![
                    decimal_floor(&bounds.lower, digits),
                    decimal_ceil(&bounds.upper, digits),
                ]
            }
            Quantity::Function { function, at } => {
                let mut cells = vec![function.to_string()];
                if let Some(at) = at {
                    cells.extend(both(&at.value, digits));
                    cells.push(decimal_text(&at.slope, digits));
                }
                cells
            }
        };
        let rows = names
            .zip(chances)
            .map(|(name, chance)| [vec![name], cells(chance)].concat());
        return Sheet {
            columns,
            rows: rows.collect(),
            ..Sheet::default()
        };
    };
    columns.extend(Shown::of(chances).columns("probability", "decimal"));
    let (at_least, at_most) = tails(&exact, rows.len(), descending);
    let shown: Vec<(&'static str, Vec<Surd>)> = [
        report.tails.at_least.then_some(("at least", at_least)),
        report.tails.at_most.then_some(("at most", at_most)),
    ]
    .into_iter()
    .flatten()
    .collect();
    for (name, _) in &shown {
        columns.extend(tail_columns(name));
    }
    columns.push(Column::picture());
    let largest = exact
        .iter()
        .take(rows.len())
        .map(Surd::approx)
        .fold(0.0, f64::max);
    let lines = names.zip(&exact).enumerate().map(|(i, (name, chance))| {
        let mut row = vec![name];
        row.extend([chance.to_string(), chance.decimal(digits)]);
        for (_, tails) in &shown {
            match tails.get(i) {
                Some(tail) => row.extend([tail.to_string(), tail.decimal(digits)]),
                None => row.extend([String::new(), String::new()]),
            }
        }
        row.push(if i < rows.len() {
            bar(chance.approx() / largest)
        } else {
            String::new()
        });
        row
    });
    Sheet {
        rows: lines.collect(),
        columns,
        ..Sheet::default()
    }
}

fn notes(report: &ThrowReport, digits: usize) -> Vec<String> {
    let answer = &report.answer;
    let mut notes = Vec::new();
    if let Some(Moments { mean, variance }) = &answer.moments {
        notes.push(format!("mean                {}", phrase(mean, digits)));
        match variance {
            Quantity::Exact(value) => {
                let sd = approx_sqrt(value);
                notes.push(format!("standard deviation  {sd:.digits$}"));
            }
            Quantity::Surd(value) => {
                let sd = value.approx().sqrt();
                notes.push(format!("standard deviation  {sd:.digits$}"));
            }
            variance => notes.push(format!("variance            {}", phrase(variance, digits))),
        }
    }
    let list = |outcomes: &[String]| match outcomes.len() {
        0..=6 => outcomes.join(", "),
        many => format!("{} and {} more", outcomes[..5].join(", "), many - 5),
    };
    if !answer.median.is_empty() {
        let median: Vec<String> = answer.median.iter().map(ToString::to_string).collect();
        notes.push(format!("median              {}", list(&median)));
    }
    if !answer.mode.is_empty() {
        let mode: Vec<String> = answer.mode.iter().map(ToString::to_string).collect();
        notes.push(format!("likeliest           {}", list(&mode)));
    }
    if answer.again != Quantity::Exact(BigRational::zero()) {
        notes.push(format!(
            "another throw       {}",
            phrase(&answer.again, digits)
        ));
    }
    if let (Some(roots), Some((a, b))) = (&answer.equal, &report.question.equal) {
        for root in roots {
            let at = match root {
                Root::Rational(value) => format!("p = {value}"),
                Root::Isolated { lower, upper } => {
                    format!(
                        "p from {} to {}",
                        decimal_floor(lower, digits.max(12)),
                        decimal_ceil(upper, digits.max(12))
                    )
                }
            };
            notes.push(format!("{a} and {b} are equally likely at {at}"));
        }
        if roots.is_empty() {
            notes.push(format!("{a} and {b} are equally likely at no bias"));
        }
    }
    if matches!(report.question.bias, Bias::Between(..)) {
        notes.push("every number is bounded for all biases in the interval".to_owned());
    }
    notes
}

fn turn_sheets(turn: &TurnAnswer, digits: usize) -> Vec<Sheet> {
    let mut sheets = vec![throws_sheet(turn, digits)];
    let chances = turn.occurrences.iter().map(|(_, chance, _)| chance);
    let means = turn.occurrences.iter().map(|(_, _, mean)| mean);
    let (chance_shown, mean_shown) = (Shown::of(chances), Shown::of(means));
    let occurs = turn.occurrences.iter().map(|(name, chance, mean)| {
        let cells = [
            chance_shown.cells(chance, digits),
            mean_shown.cells(mean, digits),
        ]
        .concat();
        [vec![name.to_string()], cells].concat()
    });
    let mut occurs = Sheet {
        heading: "What stands in the turn".to_owned(),
        columns: [
            vec![Column::right("throw")],
            chance_shown.columns("at least once", "decimal"),
            mean_shown.columns("on average", "average decimal"),
        ]
        .concat(),
        rows: occurs.collect(),
        notes: Vec::new(),
    };
    if let Some((thrown, stands)) = &turn.sequence {
        let names = |outcomes: &[Outcome]| -> String {
            let names: Vec<String> = outcomes.iter().map(ToString::to_string).collect();
            if names.is_empty() {
                "nothing".to_owned()
            } else {
                names.join(", ")
            }
        };
        occurs
            .notes
            .push(format!("of {} stands {}", names(thrown), names(stands)));
    }
    sheets.push(occurs);
    if let Some(values) = &turn.values {
        sheets.extend(values::sheets(values, digits));
    }
    sheets
}

/// How many throws the turn takes.
pub(in crate::cli) fn throws_sheet(turn: &TurnAnswer, digits: usize) -> Sheet {
    let chances = turn.throws_rows.iter().map(|(_, chance)| chance);
    let shown = Shown::of(chances.chain(&turn.throws_rest));
    let row = |name: String, chance: &Quantity| [vec![name], shown.cells(chance, digits)].concat();
    let mut rows: Vec<_> = turn
        .throws_rows
        .iter()
        .map(|(n, chance)| row(n.to_string(), chance))
        .collect();
    if let (Some(rest), Some((last, _))) = (&turn.throws_rest, turn.throws_rows.last()) {
        rows.push(row(format!("> {last}"), rest));
    }
    Sheet {
        heading: "Number of throws in the turn".to_owned(),
        columns: [
            vec![Column::right("throws")],
            shown.columns("probability", "decimal"),
        ]
        .concat(),
        rows,
        notes: vec![format!(
            "mean                {}",
            phrase(&turn.throws.mean, digits)
        )],
    }
}

fn race_sheet(race: &Race, turns: bool, digits: usize) -> Sheet {
    let what = if turns { "turns" } else { "throws" };
    let expected = |value: &Option<BigRational>| match value {
        Some(value) => phrase(&Quantity::Exact(value.clone()), digits),
        None => "none: it may never happen".to_owned(),
    };
    let mut so_far = BigRational::zero();
    let rows = race.arrivals.iter().enumerate().map(|(i, chance)| {
        so_far += chance;
        let mut row = vec![(i + 1).to_string()];
        row.extend(both(chance, digits));
        row.push(decimal_text(&so_far, digits));
        row
    });
    let rows = rows.filter(|row| row[1] != "0").collect();
    let certain = race.hit == BigRational::one();
    Sheet {
        heading: format!("A race to cell {}: arriving on it exactly", race.target),
        columns: vec![
            Column::right(what),
            Column::fraction("probability"),
            Column::decimal("decimal"),
            Column::decimal("so far"),
        ],
        rows,
        notes: vec![
            format!(
                "{what} to reach or pass it, on average        {}",
                expected(&race.to_reach)
            ),
            format!(
                "{what} to hit it, passing throws forfeited    {}",
                expected(&race.to_hit)
            ),
            format!(
                "chance to stand on it at some time          {}",
                if certain {
                    "1".to_owned()
                } else {
                    phrase(&Quantity::Exact(race.hit.clone()), digits)
                }
            ),
        ],
    }
}
