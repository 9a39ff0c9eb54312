//! `siga tab throw`: the throw, and what a whole turn yields.

use crate::ask::prelude::*;
use crate::ask::running_fight::turn::WholeTurns;
use crate::chance::expr::Expr;
use crate::chance::turn::TurnRules;
use crate::games::running_fight::turn::{Named, WholeTurn};
use crate::games::tab::Rules;
use crate::games::tab::rules::Weighted;
use crate::games::tab::turn::spec;

fn throws_sheet(rules: &Rules, own: &Own, style: &Style) -> Sheet {
    let sheet = Sheet::of(&own.table)
        .right("flat sides", |throw| throw.flats)
        .right("moves", |throw| throw.fields.to_string())
        .text("again", |throw| if throw.again { "yes" } else { "no" })
        .chance("probability", "decimal", |throw| &throw.chance)
        .named("throw", format!("{} · one throw", rules));
    let Some(tabs) = &own.tabs else {
        return sheet;
    };
    let (one, mean) = (&tabs.at_least_one, &tabs.mean);
    sheet
        .fact("a turn has a tâb    ", &style.phrase(one, true), Some(one))
        .fact(
            "tâbs on average     ",
            &style.phrase(mean, false),
            Some(mean),
        )
}

/// The throws of the sticks, and the tâbs of a whole turn.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Own {
    /// The throws that can fall.
    table: Vec<Weighted>,
    /// The tâbs of a turn; `null` if none can fall.
    tabs: Option<Named>,
}

impl WholeTurns for Rules {
    type Own = Own;

    fn own(whole: &WholeTurn<Weighted>) -> Own {
        Own {
            table: whole.throws.clone(),
            tabs: whole.named.clone(),
        }
    }

    fn tables(rules: &Rules, own: &Own, style: &Style) -> Vec<(usize, Sheet)> {
        vec![(0, throws_sheet(rules, own, style))]
    }

    fn as_throw(rules: &Rules) -> (Expr, TurnRules) {
        (spec(rules), TurnRules::default())
    }
}
