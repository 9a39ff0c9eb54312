//! `siga sig analyse`: what a position holds before the throw.

use num_traits::Zero;

use super::{args, stopped_note};
use crate::ask::prelude::*;
use crate::ask::running_fight::analyse::Analyses;
use crate::exact::{Quantity, decimal_at_most, decimal_text};
use crate::games::sig::analyse::{Analysis, Takes};
use crate::games::sig::{Effort, Position, Rules};

fn sheet(name: &'static str, heading: String, takes: &Takes) -> Sheet {
    Sheet::of(&takes.each)
        .text("piece", |piece| piece.cell.to_string())
        .text("freed", |piece| if piece.freed { "yes" } else { "no" })
        .chance_decimal("taken", |piece| piece.probability.clone())
        .named(name, heading)
}

impl Analyses for Rules {
    fn asked(effort: &args::Effort) -> Effort {
        effort.of()
    }

    fn summary(position: &Position, analysis: &Analysis, digits: usize) -> Sheet {
        let (mover, other) = (position.side(), position.side().other());
        let (takes, frees) = (&analysis.take, &analysis.free);
        let (hangs, both_turns) = (&analysis.exposure.next, &analysis.exposure.both_turns);
        let row = |what: String, value: &Quantity| (what, value.clone());
        let mut rows = vec![
            row(
                format!("{mover} takes at least one piece"),
                &takes.at_least_one,
            ),
            row(format!("pieces {mover} takes, expected"), &takes.expected),
        ];
        if position.board().own_dry != 0 {
            rows.push(row(format!("{mover} frees a piece"), &frees.at_least_one));
            rows.push(row(
                format!("pieces {mover} frees, expected"),
                &frees.expected,
            ));
        }
        rows.push(row(
            format!("{other} would take at least one piece in the next turn"),
            &hangs.at_least_one,
        ));
        rows.push(row(
            format!("pieces {other} would take, expected"),
            &hangs.expected,
        ));
        if let Some(both) = both_turns {
            rows.push(row(
                format!("{other} would take at least one piece in its two turns"),
                &both.at_least_one,
            ));
            rows.push(row(
                format!("pieces {other} would take in its two turns, expected"),
                &both.expected,
            ));
        }
        let open = takes.open.clone().max(hangs.open.clone());
        let widest = takes
            .expected
            .width()
            .max(hangs.expected.width())
            .unwrap_or_default();
        let stopped = [takes, hangs].into_iter().filter_map(|takes| takes.stopped);
        let stopped = stopped.max_by_key(|stopped| stopped.budget);
        let limited = || {
            format!(
                "turns of at most {} and yields of at most {} before the last; the chance {} of others is \
                 left open, so that bounds are at most {} apart",
                counted(takes.max_throws, "throw", "throws"),
                counted(
                    takes.max_standing.max(hangs.max_standing),
                    "throw",
                    "throws"
                ),
                decimal_text(&open, digits.max(9)),
                decimal_at_most(&widest, digits.max(9)),
            )
        };
        let extent = match open.is_zero() && widest.is_zero() {
            true => "every turn was looked at, so that all numbers are exact".to_owned(),
            false => limited(),
        };
        let two_turns = both_turns.as_ref().map(|both| {
            let closer = |budget| format!("; for closer bounds try --budget {budget}");
            format!(
                "two turns in a row: the second is thrown when the first is played; yields of the first with the chance {} \
                 were not looked at{}",
                decimal_text(&both.open, digits.max(6)),
                both.budget.map_or_else(String::new, closer)
            )
        });
        Sheet::of(rows)
            .text("best play for each", |(what, _)| what.clone())
            .column(Column::number("exact", "decimal"), |(_, value)| {
                value.clone()
            })
            .named(
                "summary",
                format!("{} · before the throw", position.rules()),
            )
            .note(extent)
            .notes(stopped.as_ref().map(stopped_note))
            .notes(two_turns)
    }

    fn taken(analysis: &Analysis, headings: [String; 2]) -> [Sheet; 2] {
        let [takes, exposure] = headings;
        [
            sheet("takes", takes, &analysis.take),
            sheet("exposure", exposure, &analysis.exposure.next),
        ]
    }

    fn targets(analysis: &Analysis) -> Vec<(String, &Quantity)> {
        let each = analysis.take.each.iter();
        each.map(|piece| (piece.cell.to_string(), &piece.probability))
            .collect()
    }
}
