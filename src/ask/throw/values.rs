//! The throws that stand in a turn, in all detail: lists, multisets, counts, the largest.

use itertools::Itertools;

use crate::chance::Outcome;
use crate::chance::analysis::{StandingList, StandingLists, StandingValues};
use crate::render::sheet::{Entry, Sheet};

/// One table for each question.
pub(crate) fn sheets(standing: &StandingValues) -> Vec<Sheet> {
    let StandingValues {
        values,
        counts,
        largest,
        ..
    } = standing;
    let counts = counts.iter().flat_map(|count| {
        let times = &count.times;
        let last = times.rows.last().map_or(0, |row| row.times);
        let rows = (times.rows.iter()).map(|row| (Entry::from(row.times), &row.probability));
        let rest =
            (times.rest.iter()).map(move |rest| (Entry::Beyond('>', last.to_string()), rest));
        let name = || Entry::from(count.outcome.to_string());
        rows.chain(rest)
            .map(move |(times, chance)| (name(), times, chance))
    });
    let none = Entry::Missing("none");
    vec![
        lists(values, "values", &values.lists, "in the order thrown"),
        lists(values, "multisets", &values.multisets, "in any order"),
        Sheet::of(counts)
            .right("throw", |(name, ..)| name.clone())
            .right("times", |(_, times, _)| times.clone())
            .chance("probability", "decimal", |(.., chance)| *chance)
            .named("counts", "How often each throw stands"),
        Sheet::of(largest)
            .right("largest", |row| row.value.map_or(none.clone(), Entry::from))
            .chance("probability", "decimal", |row| &row.probability)
            .named("largest", "The largest number that stands"),
    ]
}

fn lists(values: &StandingLists, name: &'static str, rows: &[StandingList], order: &str) -> Sheet {
    let list = |list: &[Outcome]| match list {
        [] => "nothing".to_owned(),
        list => list.iter().join(", "),
    };
    let rows = (rows.iter()).map(|row| (list(&row.values), &row.probability));
    let rest = (format!("more than {}", values.length), &values.rest);
    Sheet::of(rows.chain([rest]))
        .text("values", |(values, _)| values.clone())
        .chance("probability", "decimal", |(_, chance)| *chance)
        .named(name, format!("What stands, {order}"))
}
