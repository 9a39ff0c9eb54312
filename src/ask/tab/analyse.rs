//! `siga tab analyse`: what a position holds before the throw.

use super::args;
use crate::ask::prelude::*;
use crate::ask::running_fight::analyse::Analyses;
use crate::exact::{Quantity, decimal_text};
use crate::games::tab::analyse::{Analysis, Effort, Takes};
use crate::games::tab::{Position, Rules, Team};

/// What can be taken and lost.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Found {
    /// Whether the game is over.
    over: bool,
    /// The pieces that the team to move can take in this turn, each number with the play that is best for it.
    take: Taking,
    /// The pieces that the other team could take if it threw now.
    exposure: Taking,
}

/// The pieces that a turn can take; each number with the play that is best for it.
#[derive(Serialize, JsonSchema)]
struct Taking {
    /// Chance to take a piece.
    at_least_one: Quantity,
    /// The pieces of each field of the enemy, in the order of the way.
    each: Vec<Piece>,
    /// Expected number of pieces taken.
    expected: Quantity,
    /// Turns of more throws are left open.
    max_throws: u32,
    /// The chance left open.
    open: Number,
    /// Whether the budget ended the work.
    stopped: bool,
}

/// The pieces of a field, and the chance to take them.
#[derive(Serialize, JsonSchema)]
struct Piece {
    /// Where they stand.
    cell: String,
    /// How many they are.
    pieces: u8,
    /// Chance to take them.
    probability: Quantity,
}

impl From<&Takes> for Taking {
    fn from(takes: &Takes) -> Self {
        let each = takes.each.iter().map(|(cell, pieces, chance)| Piece {
            cell: cell.to_string(),
            pieces: *pieces,
            probability: chance.clone(),
        });
        Self {
            at_least_one: takes.any.clone(),
            each: each.collect(),
            expected: takes.expected.clone(),
            max_throws: takes.max_throws,
            open: (&takes.open).into(),
            stopped: takes.stopped,
        }
    }
}

fn sheet(name: &'static str, heading: String, takes: &Takes) -> Sheet {
    Sheet::of(&takes.each)
        .text("field", |(cell, ..)| cell.to_string())
        .right("pieces", |(_, pieces, _)| *pieces)
        .chance_decimal("taken", |(.., chance)| chance.clone())
        .named(name, heading)
}

impl Analyses for Rules {
    type Found = Found;

    fn asked(effort: &args::Effort) -> Effort {
        effort.of()
    }

    fn found(position: &Position, analysis: &Analysis) -> Found {
        Found {
            over: position.is_over(),
            take: Taking::from(&analysis.takes),
            exposure: Taking::from(&analysis.hangs),
        }
    }

    fn summary(position: &Position, analysis: &Analysis, digits: usize) -> Sheet {
        let (mover, other) = (position.side(), position.side().other());
        let Analysis { takes, hangs, .. } = analysis;
        let rows = [
            (format!("{mover} takes at least one piece"), &takes.any),
            (format!("pieces {mover} takes, expected"), &takes.expected),
            (
                format!("{other} would take at least one piece in the next turn"),
                &hangs.any,
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
            sheet("takes", takes, &analysis.takes),
            sheet("exposure", exposure, &analysis.hangs),
        ]
    }

    fn targets(analysis: &Analysis) -> Vec<(String, &Quantity)> {
        let each = analysis.takes.each.iter();
        each.map(|(cell, _, chance)| (cell.to_string(), chance))
            .collect()
    }
}
