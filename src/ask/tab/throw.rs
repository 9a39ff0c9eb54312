//! `siga tab throw`: the throw, and what a whole turn yields.

use crate::ask::prelude::*;
use crate::ask::running_fight::turn::{TurnReport, WholeTurns};
use crate::ask::throw::shown::phrase;
use crate::games::tab::Position;
use crate::games::tab::turn::Tabs;

fn throws_sheet(turn: &TurnReport<Position>, digits: usize) -> Sheet {
    let tabs = turn.named.as_ref().map(|tabs| {
        [
            format!("a turn has a tâb    {}", phrase(&tabs.at_least_one, digits)),
            format!("tâbs on average     {}", phrase(&tabs.mean, digits)),
        ]
    });
    Sheet::of(&turn.throws)
        .right("flat sides", |throw| throw.flats)
        .right("moves", |throw| throw.fields)
        .text("again", |throw| if throw.again { "yes" } else { "no" })
        .chance("probability", "decimal", |throw| &throw.chance)
        .named("throw", format!("{} · one throw", turn.rules))
        .notes(tabs.into_iter().flatten())
}

/// The throws of the sticks, and the tâbs of a whole turn.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Own {
    /// The throws that can fall.
    table: Vec<ThrowRow>,
    /// The tâbs of a turn; `null` if none can fall.
    tabs: Option<Tabs>,
}

/// A throw that can fall.
#[derive(Serialize, JsonSchema)]
struct ThrowRow {
    /// Flat sides up.
    flat: usize,
    /// The fields that it moves a piece.
    throw: String,
    /// Whether it earns another throw.
    again: bool,
    probability: Number,
}

impl WholeTurns for Position {
    const TURN: &'static str = "tab-throw";
    type Own = Own;

    fn own(turn: &TurnReport<Self>) -> Own {
        let table = turn.throws.iter().map(|throw| ThrowRow {
            flat: throw.flats,
            throw: throw.fields.to_string(),
            again: throw.again,
            probability: (&throw.chance).into(),
        });
        Own {
            table: table.collect(),
            tabs: turn.named.clone(),
        }
    }

    fn tables(turn: &TurnReport<Self>, digits: usize) -> Vec<(usize, Sheet)> {
        vec![(0, throws_sheet(turn, digits))]
    }
}
