//! The throws that stand in a turn, in all detail: lists, multisets, counts, the largest.

use itertools::Itertools;

use crate::chance::Outcome;
use crate::chance::analysis::TurnValues;
use crate::exact::Quantity;
use crate::render::sheet::{Entry, Sheet};

/// One table for each question.
pub(crate) fn sheets(values: &TurnValues) -> Vec<Sheet> {
    let counts = values.counts.iter().flat_map(|count| {
        let last = count.rows.last().map_or(0, |(times, _)| *times);
        let rows = (count.rows.iter()).map(|(times, chance)| (Entry::from(*times), chance));
        let rest =
            (count.rest.iter()).map(move |rest| (Entry::Beyond('>', last.to_string()), rest));
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
        Sheet::of(&values.largest)
            .right("largest", |(value, _)| {
                value.map_or(none.clone(), Entry::from)
            })
            .chance("probability", "decimal", |(_, chance)| chance)
            .named("largest", "The largest number that stands"),
    ]
}

fn lists(
    values: &TurnValues,
    name: &'static str,
    rows: &[(Vec<Outcome>, Quantity)],
    order: &str,
) -> Sheet {
    let list = |list: &[Outcome]| match list {
        [] => "nothing".to_owned(),
        list => list.iter().join(", "),
    };
    let rows = (rows.iter()).map(|(values, chance)| (list(values), chance));
    let rest = (format!("more than {}", values.length), &values.rest);
    Sheet::of(rows.chain([rest]))
        .text("values", |(values, _)| values.clone())
        .chance("probability", "decimal", |(_, chance)| *chance)
        .named(name, format!("What stands, {order}"))
}
