//! What stands in a turn, in all detail: lists, multisets, counts, the largest.

use itertools::Itertools;

use crate::chance::Outcome;
use crate::chance::analysis::Values;
use crate::cli::sheet::{Column, Entry, Sheet};
use crate::exact::Quantity;

/// One table for each question.
pub(in crate::cli) fn sheets(values: &Values) -> Vec<Sheet> {
    let counts = values.counts.iter().flat_map(|count| {
        let last = count.rows.last().map_or(0, |(times, _)| *times);
        let rows = (count.rows.iter()).map(|(times, chance)| (Entry::from(*times), chance));
        let rest =
            (count.rest.iter()).map(move |rest| (Entry::Beyond('>', last.to_string()), rest));
        let name = || Entry::from(count.outcome.to_string());
        rows.chain(rest)
            .map(move |(times, chance)| vec![name(), times, chance.into()])
    });
    let largest = (values.largest.iter()).map(|(value, chance)| {
        let value = value.map_or(Entry::Missing("none"), Entry::from);
        vec![value, chance.into()]
    });
    vec![
        lists(values, "values", &values.lists, "in the order thrown"),
        lists(values, "multisets", &values.multisets, "in any order"),
        Sheet {
            name: "counts",
            heading: "How often each throw stands".to_owned(),
            columns: vec![
                Column::right("throw"),
                Column::right("times"),
                Column::chance("probability", "decimal"),
            ],
            rows: counts.collect(),
            ..Sheet::default()
        },
        Sheet {
            name: "largest",
            heading: "The largest number that stands".to_owned(),
            columns: vec![
                Column::right("largest"),
                Column::chance("probability", "decimal"),
            ],
            rows: largest.collect(),
            ..Sheet::default()
        },
    ]
}

fn lists(
    values: &Values,
    name: &'static str,
    rows: &[(Vec<Outcome>, Quantity)],
    order: &str,
) -> Sheet {
    let list = |list: &[Outcome]| match list {
        [] => "nothing".to_owned(),
        list => list.iter().join(", "),
    };
    let rows = (rows.iter()).map(|(values, chance)| vec![Entry::from(list(values)), chance.into()]);
    let longer = format!("more than {}", values.length);
    let rest = vec![Entry::from(longer), (&values.rest).into()];
    Sheet {
        name,
        heading: format!("What stands, {order}"),
        columns: vec![
            Column::text("values"),
            Column::chance("probability", "decimal"),
        ],
        rows: rows.chain([rest]).collect(),
        ..Sheet::default()
    }
}
