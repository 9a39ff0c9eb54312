//! What stands in a turn, in all detail: lists, multisets, counts, the largest.

use itertools::Itertools;
use serde_json::{Map, Value, json};

use super::result::outcome;
use super::shown::Shown;
use crate::chance::Outcome;
use crate::chance::analysis::{TimesAnswer, Values};
use crate::cli::json::quantity;
use crate::cli::sheet::{Column, Sheet};
use crate::exact::Quantity;

/// The fields `values`, `counts` and `largest`.
pub(super) fn fields(values: &Values, object: &mut Map<String, Value>) {
    let rows = |rows: &[(Vec<Outcome>, Quantity)]| -> Value {
        let row = |(list, chance): &(Vec<Outcome>, Quantity)| {
            let list = list.iter().map(outcome).collect_vec();
            json!({ "values": list, "probability": quantity(chance) })
        };
        rows.iter().map(row).collect()
    };
    object.insert(
        "values".to_owned(),
        json!({
            "length": values.length,
            "lists": rows(&values.lists),
            "multisets": rows(&values.multisets),
            "rest": quantity(&values.rest),
        }),
    );
    let counts = values.counts.iter().map(|count| {
        let mut object = times(count);
        object["outcome"] = outcome(&count.outcome);
        object
    });
    object.insert("counts".to_owned(), counts.collect());
    let largest = values.largest.iter();
    let largest =
        largest.map(|(value, chance)| json!({ "value": value, "probability": quantity(chance) }));
    object.insert("largest".to_owned(), largest.collect());
}

/// `rows` and `rest` of a number of times.
pub(in crate::cli) fn times(count: &TimesAnswer) -> Value {
    let rows = count.rows.iter();
    let rows =
        rows.map(|(times, chance)| json!({ "times": times, "probability": quantity(chance) }));
    json!({ "rows": rows.collect_vec(), "rest": count.rest.as_ref().map(quantity) })
}

/// One table for each question.
pub(in crate::cli) fn sheets(values: &Values, digits: usize) -> Vec<Sheet> {
    let mut counts = Vec::new();
    for count in &values.counts {
        let last = count.rows.last().map_or(0, |(times, _)| *times);
        let rows = count
            .rows
            .iter()
            .map(|(times, chance)| (times.to_string(), chance));
        let rest = count.rest.iter().map(|rest| (format!("> {last}"), rest));
        let named = rows
            .chain(rest)
            .map(|(times, chance)| (format!("{} × {times}", count.outcome), chance));
        counts.extend(named);
    }
    let largest = values.largest.iter().map(|(value, chance)| {
        let value = value.map_or_else(|| "none".to_owned(), |value| value.to_string());
        (value, chance)
    });
    vec![
        lists(values, &values.lists, "in the order thrown", digits),
        lists(values, &values.multisets, "in any order", digits),
        sheet(
            "How often each throw stands".to_owned(),
            "stands",
            counts,
            digits,
        ),
        sheet(
            "The largest number that stands".to_owned(),
            "largest",
            largest.collect(),
            digits,
        ),
    ]
}

fn lists(values: &Values, rows: &[(Vec<Outcome>, Quantity)], order: &str, digits: usize) -> Sheet {
    let name = |list: &[Outcome]| match list {
        [] => "nothing".to_owned(),
        list => list.iter().join(", "),
    };
    let rows = rows.iter().map(|(list, chance)| (name(list), chance));
    let rest = (format!("more than {}", values.length), &values.rest);
    sheet(
        format!("What stands, {order}"),
        "values",
        rows.chain([rest]).collect(),
        digits,
    )
}

/// Things with their chances.
pub(in crate::cli) fn sheet(
    heading: String,
    name: &'static str,
    rows: Vec<(String, &Quantity)>,
    digits: usize,
) -> Sheet {
    let shown = Shown::of(rows.iter().map(|(_, chance)| *chance));
    let cells =
        |(name, chance): (String, &Quantity)| [vec![name], shown.cells(chance, digits)].concat();
    Sheet {
        heading,
        columns: [
            vec![Column::text(name)],
            shown.columns("probability", "decimal"),
        ]
        .concat(),
        rows: rows.into_iter().map(cells).collect(),
        notes: Vec::new(),
    }
}
