//! The tables of `siga throw` for people.

use std::fmt::Display;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::{Thrown, track, values};
use crate::chance::Outcome;
use crate::chance::analysis::{
    Bias, Decision, Marginal, MeanAndSpread, Outcomes, Sequence, TurnAnswer,
};
use crate::chance::race::Race;
use crate::chance::turn::Cancel;
use crate::exact::{
    Between, Dist, Field, Fractions, Natural, Quantity, Surd, approx_ratio, decimal_ceil,
    decimal_floor,
};
use crate::render::sheet::{Chart, Column, Entry, Sheet, Style};
use crate::work::stop;

impl Thrown {
    /// Its tables.
    pub(crate) fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let answer = &self.answer;
        let mut sheet = match &answer.outcomes {
            Outcomes::Listed {
                rows,
                rest,
                descending,
            } => listed(self, rows, rest.as_ref(), *descending),
            _ => weighted(self, style),
        };
        sheet.heading = heading(self);
        if let Bias::Unknown { at: Some(bias) } = &self.question.bias {
            sheet.chart = Chart::OverBias(bias.clone());
        }
        sheet.notes.extend(notes(self, style));
        let mut sheets = vec![sheet];
        if !answer.marginals.is_empty() {
            sheets.push(marginals_sheet(&answer.marginals, style));
        }
        if !answer.policy.is_empty() {
            sheets.push(policy_sheet(&answer.policy));
        }
        if let Some(turn) = &answer.turn {
            sheets.extend(turn_sheets(turn, style));
        }
        sheets.extend(answer.rounds.as_ref().map(|number| {
            let rows = (number.rows.iter()).map(|row| (row.rounds, &row.probability));
            let rest = number.rest.as_ref();
            number_sheet(
                ["rounds", "Number of rounds"],
                rows,
                rest,
                &number.mean,
                style,
            )
        }));
        if let Some(race) = &answer.race {
            let turns = answer.turn.is_some();
            match &race.track {
                Some(track) => sheets.extend(track::sheets(race.target, track, turns, style)),
                None => sheets.push(race_sheet(race, turns, style)),
            }
        }
        if let Some(trials) = &self.trials {
            sheets.extend(trials.sheets(style.places()));
        }
        sheets
    }
}

fn heading(report: &Thrown) -> String {
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
    let side = report.preset.map_or("flat", |preset| preset.side());
    match &report.question.bias {
        Bias::Known(bias) if crate::chance::eval::has_unbiased_stick(&report.spec) => {
            text.push_str(&format!(" · P({side}) = {bias}"));
        }
        Bias::Known(_) => {}
        Bias::Unknown { at } => {
            text.push_str(&format!(" · P({side}) = p"));
            if let Some(at) = at {
                text.push_str(&format!(", at p = {at}"));
            }
        }
        Bias::Between(lower, upper) => {
            text.push_str(&format!(" · P({side}) = {lower} … {upper}"));
        }
    }
    if let Some(given) = &report.question.given {
        text.push_str(&format!(" · given {given}"));
    }
    text
}

/// Fractions with at least this many characters are not held all at once.
const MAX_HELD: u128 = 20_000_000;

/// The name of a cumulative chance.
fn tail_column(name: &'static str) -> Column {
    Column::chance(name, format!("{name} decimal"))
}

/// The table of a distribution of integer weights; without rows where they are too many to hold.
fn weighted(report: &Thrown, style: &Style) -> Sheet {
    let asked = [
        report.at_least.then_some("at least"),
        report.at_most.then_some("at most"),
    ];
    let parts = report.answer.marginals.len();
    let mut columns = outcome_columns(parts);
    columns.push(Column::chance("probability", "decimal"));
    columns.extend(asked.into_iter().flatten().map(tail_column));
    columns.push(Column::bar());
    let long = report.drawn_size(style) > MAX_HELD;
    let rows = weighted_rows(report, style).filter(|_| !long);
    Sheet {
        name: "outcomes",
        columns,
        rows: rows.into_iter().flatten().collect(),
        chart: if parts == 2 {
            Chart::Grid
        } else {
            Chart::default()
        },
        ..Sheet::default()
    }
}

/// The rows of [`weighted`] where that has none.
pub(super) fn long_rows<'a>(
    report: &'a Thrown,
    style: &Style,
) -> Option<Box<dyn Iterator<Item = Vec<Entry>> + 'a>> {
    weighted_rows(report, style).filter(|_| report.drawn_size(style) > MAX_HELD)
}

fn weighted_rows<'a>(
    report: &'a Thrown,
    style: &Style,
) -> Option<Box<dyn Iterator<Item = Vec<Entry>> + 'a>> {
    let number = |outcome: &i64| vec![Entry::from(*outcome)];
    let parts = report.answer.marginals.len();
    let named = move |outcome: &Outcome| outcome_cells(outcome, parts);
    match &report.answer.outcomes {
        Outcomes::Numbers(dist) => Some(Box::new(rows_of(report, dist, number, *style))),
        Outcomes::Others(dist) => Some(Box::new(rows_of(report, dist, named, *style))),
        Outcomes::Listed { .. } => None,
    }
}

/// The columns that name an outcome: one, or one for each of its parts.
fn outcome_columns(parts: usize) -> Vec<Column> {
    match parts {
        0 => vec![Column::right("outcome")],
        parts => (1..=parts)
            .map(|part| Column::right(format!("x{part}")))
            .collect(),
    }
}

/// The cells that name an outcome, where there are columns for its parts.
fn outcome_cells(outcome: &Outcome, parts: usize) -> Vec<Entry> {
    match outcome {
        Outcome::Tuple(numbers) if parts > 0 => numbers.iter().copied().map(Entry::from).collect(),
        outcome => vec![named(outcome)],
    }
}

/// Each part of outcomes that are numbers side by side, by itself.
fn marginals_sheet(marginals: &[Marginal], style: &Style) -> Sheet {
    let rows = marginals.iter().flat_map(|marginal| {
        let rows = marginal.outcomes.iter();
        rows.map(|row| (format!("x{}", marginal.part), row.outcome, &row.probability))
    });
    let mean = |marginal: &Marginal| {
        format!(
            "mean of x{:<12}{}",
            marginal.part,
            style.phrase(&marginal.mean, false)
        )
    };
    let mut sheet = Sheet::of(rows)
        .text("part", |(part, ..)| part.clone())
        .right("outcome", |(_, outcome, _)| *outcome)
        .chance("probability", "decimal", |(.., chance)| *chance)
        .named("marginals", "Each part by itself")
        .notes(marginals.iter().map(mean));
    sheet.shown = (sheet.rows.len() > SHOWN).then_some(SHOWN);
    sheet
}

/// Rows of tables beside the outcomes that people see.
const SHOWN: usize = 30;

/// What is chosen where: a column for everything that is known somewhere.
fn policy_sheet(policy: &[Decision]) -> Sheet {
    let mut names: Vec<&str> = Vec::new();
    for known in policy.iter().flat_map(|decision| &decision.known) {
        if !names.contains(&known.of.as_str()) {
            names.push(&known.of);
        }
    }
    let mut table = Sheet::of(policy);
    for name in names {
        table = table.right(name.to_owned(), |decision| {
            let known = decision.known.iter().find(|known| known.of == name);
            known.map_or(Entry::Missing(""), |known| named(&known.shows))
        });
    }
    let mut sheet = table
        .text("choice", |decision| decision.choice.clone())
        .column(Column::number("value", "value decimal"), |decision| {
            &decision.value
        })
        .named("policy", "What is chosen, and the mean of what it leads to");
    sheet.shown = (sheet.rows.len() > SHOWN).then_some(SHOWN);
    sheet
}

/// An outcome as a cell.
fn named(outcome: &Outcome) -> Entry {
    match outcome {
        Outcome::Number(number) => Entry::from(*number),
        outcome => Entry::from(outcome.to_string()),
    }
}

fn rows_of<'a, T: Ord + Clone>(
    report: &'a Thrown,
    dist: &'a Dist<T>,
    name: impl Fn(&T) -> Vec<Entry> + 'a,
    style: Style,
) -> impl Iterator<Item = Vec<Entry>> + 'a {
    let total = dist.total();
    let mut fractions = None;
    let largest = dist.iter().map(|(_, weight)| weight).max().cloned();
    let largest = approx_ratio(&largest.unwrap_or_default(), total);
    // Without its fraction a number is short however long that is.
    let mut cell = move |weight: &Natural| match style.decimals_only {
        true => Entry::Decimal(approx_ratio(weight, total), style.share(weight, total)),
        false => {
            let fractions = fractions.get_or_insert_with(|| Fractions::new(total));
            Entry::exact(fractions.ratio(weight))
        }
    };
    let mut before = Natural::default();
    dist.iter().map(move |(outcome, weight)| {
        let mut row = name(outcome);
        row.push(cell(weight));
        if report.at_least {
            row.push(cell(&total.checked_sub(&before).unwrap_or_default()));
        }
        if report.at_least || report.at_most {
            before += weight;
        }
        if report.at_most {
            row.push(cell(&before));
        }
        row.push(Entry::Bar(approx_ratio(weight, total) / largest));
        row
    })
}

/// `at least` and `at most` of each of the first `rows` chances, of which there may be one more: the rest.
pub(super) fn tails<T: Field>(chances: &[T], rows: usize, descending: bool) -> (Vec<T>, Vec<T>) {
    let running = |chances: &mut dyn Iterator<Item = &T>| -> Vec<T> {
        let add = |sum: &mut T, chance: &T| {
            stop::check();
            *sum = sum.plus(chance);
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
    report: &Thrown,
    rows: &[(Outcome, Quantity)],
    rest: Option<&(i64, Box<Quantity>)>,
    descending: bool,
) -> Sheet {
    let chances: Vec<&Quantity> = (rows.iter().map(|(_, chance)| chance))
        .chain(rest.map(|(_, chance)| chance.as_ref()))
        .collect();
    let exact: Option<Vec<Surd>> = chances.iter().map(|chance| chance.surd()).collect();
    let beyond = if descending { '<' } else { '>' };
    let parts = report.answer.marginals.len();
    let names = (rows.iter().map(|(name, _)| outcome_cells(name, parts)))
        .chain(rest.map(|(last, _)| vec![Entry::Beyond(beyond, last.to_string())]));
    let mut columns = outcome_columns(parts);
    columns.push(Column::chance("probability", "decimal"));
    let mut tails = Vec::new();
    if let Some(exact) = &exact {
        let (at_least, at_most) = self::tails(exact, rows.len(), descending);
        let asked = [
            (report.at_least, "at least", at_least),
            (report.at_most, "at most", at_most),
        ];
        for (_, name, tail) in asked.into_iter().filter(|(asked, ..)| *asked) {
            columns.push(tail_column(name));
            tails.push(tail);
        }
        columns.push(Column::bar());
    }
    let largest = (exact.iter().flat_map(|exact| exact.iter().take(rows.len())))
        .map(Surd::approx)
        .fold(0.0, f64::max);
    let lines = names.zip(&chances).enumerate().map(|(i, (name, &chance))| {
        let mut row = name;
        row.push(Entry::from(chance));
        row.extend(tails.iter().map(|tail| Entry::from(tail.get(i).cloned())));
        if let Some(exact) = &exact {
            let share = (i < rows.len()).then(|| exact[i].approx() / largest);
            row.push(share.map_or(Entry::Missing(""), Entry::Bar));
        }
        row
    });
    Sheet {
        name: "outcomes",
        rows: lines.collect(),
        columns,
        ..Sheet::default()
    }
}

/// The mean with the standard deviation, or the variance where that has no decimal.
fn moment_notes(moments: &MeanAndSpread, style: &Style) -> [String; 2] {
    let MeanAndSpread {
        mean, variance, sd, ..
    } = moments;
    let spread = match sd {
        Some(sd) => format!("standard deviation  {sd:.*}", style.places()),
        None => format!("variance            {}", style.phrase(variance, false)),
    };
    [
        format!("mean                {}", style.phrase(mean, false)),
        spread,
    ]
}

/// A bias that is found.
fn at_bias(bias: &Quantity, digits: usize) -> String {
    match bias {
        Quantity::Bounded(Between { lower, upper }) => {
            let digits = digits.max(12);
            let (lower, upper) = (decimal_floor(lower, digits), decimal_ceil(upper, digits));
            format!("p from {lower} to {upper}")
        }
        bias => format!("p = {}", bias.exact().cloned().unwrap_or_default()),
    }
}

fn notes(report: &Thrown, style: &Style) -> Vec<String> {
    let answer = &report.answer;
    let mut notes = Vec::new();
    if let Some(moments) = &answer.moments {
        notes.extend(moment_notes(moments, style));
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
        notes.push(format!("most likely         {}", list(&mode)));
    }
    let never = |again: &Quantity| match again {
        Quantity::Exact(again) => again.is_zero(),
        Quantity::Function { function, .. } => function.is_zero(),
        _ => false,
    };
    if let Some(again) = answer.again.as_ref().filter(|again| !never(again)) {
        notes.push(format!("another throw       {}", style.phrase(again, true)));
    }
    if let Some(rounds) = &answer.rounds {
        notes.push(format!(
            "rounds              {} on average",
            style.phrase(&rounds.mean, false)
        ));
    }
    if let (Some(roots), Some((a, b))) = (&answer.equal, &report.question.equal) {
        notes.extend(roots.iter().map(|root| {
            let at = at_bias(&root.bias, style.places());
            format!("{a} and {b} are equally likely at {at}")
        }));
        if roots.is_empty() {
            notes.push(format!("{a} and {b} are equally likely at no bias"));
        }
    }
    notes.extend(report.spec.remarks());
    notes.extend(answer.never.iter().cloned());
    if matches!(report.question.bias, Bias::Between(..)) {
        notes.push("every number is bounded for all biases in the interval".to_owned());
    }
    notes
}

fn turn_sheets(turn: &TurnAnswer, style: &Style) -> Vec<Sheet> {
    let mut sheets = vec![throws_sheet(turn, style)];
    let mut occurs = Sheet::of(&turn.occurs)
        .right("throw", |occurs| named(&occurs.outcome))
        .chance("at least once", "decimal", |occurs| &occurs.probability)
        .column(Column::number("on average", "average decimal"), |occurs| {
            &occurs.mean
        })
        .named("occurs", "What stands in the turn");
    if let Some(Sequence { throws, stands, .. }) = &turn.sequence {
        let names = |outcomes: &[Outcome]| -> String {
            let names: Vec<String> = outcomes.iter().map(ToString::to_string).collect();
            if names.is_empty() {
                "nothing".to_owned()
            } else {
                names.join(", ")
            }
        };
        occurs.notes.push(format!(
            "thrown: {} · standing: {}",
            names(throws),
            names(stands)
        ));
    }
    sheets.push(occurs);
    if let Some(values) = &turn.values {
        sheets.extend(values::sheets(values));
    }
    sheets
}

/// The number of throws that the turn takes.
pub(crate) fn throws_sheet(turn: &TurnAnswer, style: &Style) -> Sheet {
    let number = &turn.throws;
    let rows = (number.rows.iter()).map(|row| (row.throws, &row.probability));
    let rest = number.rest.as_ref().filter(|_| !number.rows.is_empty());
    let names = ["throws", "Number of throws in the turn"];
    number_sheet(names, rows, rest, &number.mean, style)
}

/// How many of something there are, with their mean.
pub(crate) fn number_sheet<'a, N: Copy + Display>(
    [name, heading]: [&'static str; 2],
    rows: impl Iterator<Item = (N, &'a Quantity)> + Clone,
    rest: Option<&'a Quantity>,
    mean: &Quantity,
    style: &Style,
) -> Sheet
where
    Entry: From<N>,
{
    let last = rows
        .clone()
        .last()
        .map_or_else(|| "0".to_owned(), |(number, _)| number.to_string());
    let rest = rest.map(|rest| (Entry::Beyond('>', last), rest));
    let rows = rows.map(|(number, chance)| (Entry::from(number), chance));
    Sheet::of(rows.chain(rest))
        .right(name, |(number, _)| number.clone())
        .chance("probability", "decimal", |(_, chance)| *chance)
        .named(name, heading)
        .fact(
            "mean                ",
            &style.phrase(mean, false),
            Some(mean),
        )
}

/// The throws in which it can arrive: their number, the chance, and the sum so far, as long as all are fractions.
fn arrivals(race: &Race) -> Vec<(i64, &Quantity, Option<BigRational>)> {
    let mut so_far = Some(BigRational::zero());
    let rows = race.arrivals.iter().map(|arrival| {
        stop::check();
        let chance = &arrival.probability;
        so_far = so_far
            .take()
            .zip(chance.exact())
            .map(|(sum, chance)| sum.plus(chance));
        (arrival.throws.into(), chance, so_far.clone())
    });
    rows.filter(|(_, chance, _)| **chance != Quantity::Exact(BigRational::zero()))
        .collect()
}

fn race_sheet(race: &Race, turns: bool, style: &Style) -> Sheet {
    let missed = (race.track.as_ref()).is_some_and(|track| track.throws != track.turns);
    let what = if turns || missed { "turns" } else { "throws" };
    let expected = |value: &Option<Quantity>| match value {
        Some(value) => style.phrase(value, false),
        None => "none: it may never happen".to_owned(),
    };
    let hit = match &race.hit {
        Quantity::Exact(hit) if hit.is_one() => "1".to_owned(),
        hit => style.phrase(hit, true),
    };
    let sheet = Sheet::of(arrivals(race))
        .right(what, |(i, ..)| *i)
        .chance("probability", "decimal", |(_, chance, _)| *chance)
        .chance_decimal("so far", |(.., so_far)| {
            so_far
                .as_ref()
                .map_or(Entry::Missing("not known"), Entry::from)
        })
        .named(
            "target",
            format!("A race to cell {}: arriving on it exactly", race.target),
        )
        .fact(
            &format!("{what} to reach or pass it, on average        "),
            &expected(&race.to_reach),
            race.to_reach.as_ref(),
        )
        .fact(
            &format!("{what} to hit it, passing throws forfeited    "),
            &expected(&race.to_hit),
            race.to_hit.as_ref(),
        )
        .fact(
            "chance to stand on it at some time          ",
            &hit,
            Some(&race.hit),
        );
    let sheet = match race.later == Quantity::Exact(BigRational::zero()) {
        true => sheet,
        false => sheet.fact(
            "of which later than the last row            ",
            &style.decimal(&race.later, true),
            Some(&race.later),
        ),
    };
    Sheet {
        asked: true,
        ..sheet
    }
}
