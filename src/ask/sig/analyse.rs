//! `siga sig analyse`: what a position holds before the throw.

use super::{Ended, args, stopped_note};
use crate::ask::prelude::*;
use crate::ask::running_fight::analyse::Analyses;
use crate::exact::{Quantity, decimal_at_most, decimal_text};
use crate::games::sig::analyse::{Analysis, Exposure, Takes};
use crate::games::sig::{Cell, Effort, Position, Rules};

/// What can be taken, freed and lost.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Found {
    /// Whether the game is over.
    over: bool,
    /// The pieces that the team to move can take in this turn, each number with the play that is best for it.
    take: Taking,
    /// The pieces that the team to move can free in this turn.
    free: Freeing,
    /// The pieces that the other team could take in its next turn if it threw now.
    exposure: Exposed,
}

/// The pieces that a turn can take; each number with the play that is best for it.
#[derive(Serialize, JsonSchema)]
struct Taking {
    /// Chance to take a piece.
    at_least_one: Quantity,
    /// Each piece of the enemy, in the order of its route.
    each: Vec<Piece>,
    /// Expected number of pieces taken.
    expected: Quantity,
    /// Chance to take this number of pieces or more.
    at_least: Vec<AtLeast>,
    /// Turns of more throws are left open.
    max_throws: u32,
    /// Yields of more throws before the last are left open.
    max_standing: u32,
    /// The chance left open.
    open: Number,
    /// Where the budget ended the work; `null` if it did not.
    stopped: Option<Ended>,
}

/// The pieces that the other team can take.
#[derive(Serialize, JsonSchema)]
struct Exposed {
    #[serde(flatten)]
    next: Taking,
    /// Under `turns=two-and-two`: in its two turns in a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    both_turns: Option<BothTurns>,
}

/// The pieces that two turns in a row can take.
#[derive(Serialize, JsonSchema)]
struct BothTurns {
    /// The number of turns.
    turns: u32,
    /// Chance to take a piece.
    at_least_one: Quantity,
    /// Each piece of the enemy, in the order of its route.
    each: Vec<Piece>,
    /// Expected number of pieces taken.
    expected: Quantity,
    /// The chance of the yields of the first that were not looked at.
    open: Number,
    /// About what brings the bounds closer, or `null`.
    budget: Option<Count>,
}

/// A piece, and the chance to take it.
#[derive(Serialize, JsonSchema)]
struct Piece {
    /// Where it stands.
    cell: String,
    freed: bool,
    /// Chance to take it.
    probability: Quantity,
}

/// The chance to take this number of pieces or more.
#[derive(Serialize, JsonSchema)]
struct AtLeast {
    pieces: u32,
    probability: Quantity,
}

/// The pieces that a turn can free.
#[derive(Serialize, JsonSchema)]
struct Freeing {
    /// Chance to free a piece.
    at_least_one: Quantity,
    /// Expected number of pieces freed.
    expected: Quantity,
}

fn pieces(each: &[(Cell, bool, Quantity)]) -> Vec<Piece> {
    let pieces = each.iter().map(|(cell, freed, chance)| Piece {
        cell: cell.to_string(),
        freed: *freed,
        probability: chance.clone(),
    });
    pieces.collect()
}

impl From<&Takes> for Taking {
    fn from(takes: &Takes) -> Self {
        let at_least = (1..).zip(&takes.at_least);
        let at_least = at_least.map(|(pieces, chance)| AtLeast {
            pieces,
            probability: chance.clone(),
        });
        Self {
            at_least_one: takes.any.clone(),
            each: pieces(&takes.each),
            expected: takes.expected.clone(),
            at_least: at_least.collect(),
            max_throws: takes.extent.max_throws,
            max_standing: takes.extent.max_standing,
            open: (&takes.extent.rest).into(),
            stopped: takes.extent.stopped.map(Ended::from),
        }
    }
}

impl From<&Exposure> for BothTurns {
    fn from(exposure: &Exposure) -> Self {
        Self {
            turns: exposure.turns,
            at_least_one: exposure.any.clone(),
            each: pieces(&exposure.each),
            expected: exposure.expected.clone(),
            open: (&exposure.rest).into(),
            budget: exposure.budget.map(Count::of),
        }
    }
}

fn sheet(name: &'static str, heading: String, takes: &Takes) -> Sheet {
    Sheet::of(&takes.each)
        .text("piece", |(cell, ..)| cell.to_string())
        .text("freed", |(_, freed, _)| if *freed { "yes" } else { "no" })
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
            free: Freeing {
                at_least_one: analysis.frees.clone(),
                expected: analysis.freed.clone(),
            },
            exposure: Exposed {
                next: Taking::from(&analysis.hangs),
                both_turns: analysis.exposure.as_ref().map(BothTurns::from),
            },
        }
    }

    fn summary(position: &Position, analysis: &Analysis, digits: usize) -> Sheet {
        let (mover, other) = (position.side(), position.side().other());
        let Analysis {
            takes,
            frees,
            freed,
            hangs,
            exposure,
        } = analysis;
        let row = |what: String, value: &Quantity| (what, value.clone());
        let mut rows = vec![
            row(format!("{mover} takes at least one piece"), &takes.any),
            row(format!("pieces {mover} takes, expected"), &takes.expected),
        ];
        if position.board().own_dry != 0 {
            rows.push(row(format!("{mover} frees a piece"), frees));
            rows.push(row(format!("pieces {mover} frees, expected"), freed));
        }
        rows.push(row(
            format!("{other} would take at least one piece in the next turn"),
            &hangs.any,
        ));
        rows.push(row(
            format!("pieces {other} would take, expected"),
            &hangs.expected,
        ));
        if let Some(exposure) = exposure {
            rows.push(row(
                format!("{other} would take at least one piece in its two turns"),
                &exposure.any,
            ));
            rows.push(row(
                format!("pieces {other} would take in its two turns, expected"),
                &exposure.expected,
            ));
        }
        let open = takes.extent.rest.clone().max(hangs.extent.rest.clone());
        let widest = takes
            .expected
            .width()
            .max(hangs.expected.width())
            .unwrap_or_default();
        let stopped = [takes, hangs]
            .into_iter()
            .filter_map(|takes| takes.extent.stopped);
        let stopped = stopped.max_by_key(|stopped| stopped.budget);
        let extent = format!(
            "turns of at most {} and yields of at most {} before the last; the chance {} of others is \
             left open, so that bounds are at most {} apart",
            counted(takes.extent.max_throws, "throw", "throws"),
            counted(
                takes.extent.max_standing.max(hangs.extent.max_standing),
                "throw",
                "throws"
            ),
            decimal_text(&open, digits.max(9)),
            decimal_at_most(&widest, digits.max(9)),
        );
        let two_turns = exposure.as_ref().map(|exposure| {
            let closer = |budget| format!("; for closer bounds try --budget {budget}");
            format!(
                "two turns in a row: the second is thrown when the first is played; yields of the first with the chance {} \
                 were not looked at{}",
                decimal_text(&exposure.rest, digits.max(6)),
                exposure.budget.map_or_else(String::new, closer)
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
            .notes(stopped.map(Ended::from).as_ref().map(stopped_note))
            .notes(two_turns)
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
