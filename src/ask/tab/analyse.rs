//! `siga tab analyse`: what a position holds before the throw.

use super::args;
use crate::ask::prelude::*;
use crate::ask::running_fight::analyse::Analyses;
use crate::exact::{Quantity, decimal_text};
use crate::games::tab::analyse::{Analysis, Effort, Takes};
use crate::games::tab::{Position, Rules, Team};

fn sheet(name: &'static str, heading: String, takes: &Takes) -> Sheet {
    Sheet::of(&takes.each)
        .text("field", |piece| piece.cell.to_string())
        .right("pieces", |piece| piece.pieces)
        .chance_decimal("taken", |piece| piece.probability.clone())
        .named(name, heading)
}

impl Analyses for Rules {
    fn asked(effort: &args::Effort) -> Effort {
        effort.of()
    }

    fn summary(position: &Position, analysis: &Analysis, digits: usize) -> Sheet {
        let (mover, other) = (position.side(), position.side().other());
        let (takes, hangs) = (&analysis.take, &analysis.exposure);
        let rows = [
            (
                format!("{mover} takes at least one piece"),
                &takes.at_least_one,
            ),
            (format!("pieces {mover} takes, expected"), &takes.expected),
            (
                format!("{other} would take at least one piece in the next turn"),
                &hangs.at_least_one,
            ),
            (
                format!("pieces {other} would take, expected"),
                &hangs.expected,
            ),
        ];
        let open = |team: Team, takes: &Takes| {
            format!(
                "turns of {team} of at most {}; the chance {} of others is left open in the bounds{}",
                counted(takes.max_throws, "throw", "throws"),
                decimal_text(&takes.open, digits.max(9)),
                if takes.stopped {
                    ": the budget ended the work, for closer bounds try a larger --budget"
                } else {
                    ""
                }
            )
        };
        Sheet::of(rows)
            .text("best play for each", |(what, _)| what.clone())
            .column(Column::number("exact", "decimal"), |(_, value)| {
                (*value).clone()
            })
            .named(
                "summary",
                format!("{} · before the throw", position.rules()),
            )
            .notes([open(mover, takes), open(other, hangs)])
    }

    fn taken(analysis: &Analysis, headings: [String; 2]) -> [Sheet; 2] {
        let [takes, exposure] = headings;
        [
            sheet("takes", takes, &analysis.take),
            sheet("exposure", exposure, &analysis.exposure),
        ]
    }

    fn targets(analysis: &Analysis) -> Vec<(String, &Quantity)> {
        let each = analysis.take.each.iter();
        each.map(|piece| (piece.cell.to_string(), &piece.probability))
            .collect()
    }
}
