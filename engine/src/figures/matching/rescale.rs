//! The unit of plain numbers, where nothing says it.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::One;

use super::roles::Role;
use super::{MatchedTable, Numbers, Options, PlacedFigure, Plain, Target};
use crate::figures::figure::{Figure, Form, Scale};
use crate::figures::reading::{Decimal, Reader};
use crate::figures::verdict::judge_readings;

/// A figure of the table read anew: its place, its readings, and what it speaks of.
type Reread = (usize, Vec<Figure>, Option<Target>);

/// If a number in a column of chances is above 1, or a sign stands beside some of them only, the plain numbers are read as
/// percent, per mille or counts (where the answer has counts), or left alone: whichever makes most of them right. If none is
/// above 1 they are chances, unless there are several of which none is right so and all are right otherwise.
pub(super) fn rescale(
    table: &mut MatchedTable,
    numbers: &Numbers,
    options: &Options,
    decimal: Decimal,
    roles: &[Role],
) {
    if options.plain != Plain::Auto {
        return;
    }
    let mut columns: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (i, figure) in table.figures.iter().enumerate() {
        if let Some(Target::Number(series, _)) = figure.target
            && numbers.are_chances(series)
        {
            // The figures of a matrix are of one kind.
            let column = if figure.in_matrix {
                usize::MAX
            } else {
                figure.column
            };
            columns.entry(column).or_default().push(i);
        }
    }
    for (column, group) in columns {
        if matches!(roles.get(column), Some(Role::Figures { plain, .. }) if *plain != Scale::One) {
            continue;
        }
        let plain: Vec<usize> = group
            .iter()
            .copied()
            .filter(|&i| table.figures[i].readings.iter().all(is_plain))
            .collect();
        if plain.is_empty() {
            continue;
        }
        let one = BigRational::one();
        let passes =
            |&i: &usize| (table.figures[i].readings.iter()).all(|figure| figure.number > one);
        let signed = (group.iter()).any(|&i| {
            (table.figures[i].readings.iter()).any(|figure| figure.scale == Scale::Percent)
        });
        let why = match () {
            () if signed => Why::Signed,
            () if plain.iter().any(passes) => Why::Passes,
            () => Why::Holds,
        };
        let note = rescale_column(table, numbers, &plain, options, decimal, why);
        table.notes.extend(note);
    }
}

/// Why plain figures may be no chances themselves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    /// Others beside them have a sign.
    Signed,
    /// One is above 1.
    Passes,
    /// They hold otherwise.
    Holds,
}

/// Whether a figure has neither a sign nor a bar.
fn is_plain(figure: &Figure) -> bool {
    figure.scale == Scale::One
        && matches!(
            figure.form,
            Form::Whole | Form::Decimal { .. } | Form::Range { .. }
        )
}

/// Reads the plain figures of one column again; says what as, where it is a question.
fn rescale_column(
    table: &mut MatchedTable,
    numbers: &Numbers,
    group: &[usize],
    options: &Options,
    decimal: Decimal,
    why: Why,
) -> Option<String> {
    let signed = why == Why::Signed;
    // Only figures of which nothing says that they are chances can be counts.
    let by_default = group.iter().all(
        |&i| !matches!(table.figures[i].target, Some(Target::Number(series, _)) if series != 0),
    );
    let weight = (numbers.series.iter().position(|(name, _)| name == "weight"))
        .filter(|_| by_default && !signed && options.columns.is_empty());
    let read = |plain: Scale, series: Option<usize>| {
        let reader = Reader {
            decimal,
            odds: None,
            plain,
        };
        reread(&table.figures, group, &reader, series)
    };
    let right = |read: &[Reread]| right(read, numbers);
    let mut ways = vec![(read(Scale::Percent, None), "hundredths")];
    if !signed {
        ways.push((read(Scale::PerMille, None), "thousandths"));
        ways.extend(weight.map(|weight| (read(Scale::One, Some(weight)), "counts")));
    }
    // One figure above 1 may be a misprint among chances.
    ways.push((read(Scale::One, None), "chances"));
    // Of ways as good the first.
    let best = ways.into_iter().rev().max_by_key(|(way, _)| right(way));
    let (taken, what) = best?;
    if why == Why::Holds {
        let clear = group.len() > 1 && right(&taken) == group.len();
        if !clear || right(&read(Scale::One, None)) > 0 {
            return None;
        }
    }
    for (i, readings, target) in taken {
        (table.figures[i].readings, table.figures[i].target) = (readings, target);
    }
    let name = group
        .first()
        .map(|&i| &table.figures[i])
        .filter(|figure| !figure.in_matrix && !figure.name.is_empty());
    let of = name.map_or(String::new(), |figure| format!(" of `{}`", figure.name));
    let why = why.in_words(what);
    Some(format!("plain numbers{of} are read as {what}: {why}"))
}

/// Figures read again, as of a series if one is given.
fn reread(
    figures: &[PlacedFigure],
    group: &[usize],
    reader: &Reader,
    series: Option<usize>,
) -> Vec<Reread> {
    let each = group.iter().map(|&i| {
        let figure = &figures[i];
        let target = figure.target.map(|target| match (target, series) {
            (Target::Number(_, row), Some(series)) => Target::Number(series, row),
            (target, _) => target,
        });
        let readings = reader.read(&figure.cell.text);
        let readings = readings.unwrap_or_else(|_| figure.readings.clone());
        (i, readings, target)
    });
    each.collect()
}

/// The number of figures that hold as they are read again.
fn right(read: &[Reread], numbers: &Numbers) -> usize {
    let holds = |(_, readings, target): &&Reread| {
        let number = target.and_then(|target| numbers.number(target));
        let judged = number.and_then(|number| judge_readings(readings, number).ok().flatten());
        judged.is_some_and(|judged| judged.verdict.status.holds())
    };
    read.iter().filter(holds).count()
}

impl Why {
    /// Why figures are taken as `taken`.
    fn in_words(self, taken: &str) -> &'static str {
        match (taken, self) {
            ("chances", Why::Signed) => {
                "more are right so than with the sign that others beside them have"
            }
            ("chances", _) => "more are right so than otherwise, though not all are at most 1",
            (_, Why::Signed) => "others beside them have the sign",
            (_, Why::Passes) => "as chances they would pass 1",
            (_, Why::Holds) => "so all of them are right, and as chances none is",
        }
    }
}
