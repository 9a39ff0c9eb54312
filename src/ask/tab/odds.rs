//! `siga tab odds` and `siga tab table`: capture chances by distance.

use itertools::Itertools;

use crate::ask::distances::Distances;
use crate::ask::prelude::*;
use crate::exact::approx;
use crate::games::tab::Rules;
use crate::games::tab::odds::Odds;
use crate::games::tab::rules::Order;

/// The terms under which chances are asked.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OddsTerms {
    /// The full rules text.
    rules: String,
}

/// The chance that pieces behind an enemy piece take it this turn.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Chance {
    /// Fields each piece stands behind the target, as asked.
    behind: Vec<u32>,
    /// Chance to take it this turn.
    probability: Number,
}

impl Distances for Rules {
    type Asked = OddsTerms;
    type Chance = Chance;

    const NAMES: [&'static str; 2] = ["tab-odds", "tab-table"];
    const COMMANDS: [&'static str; 2] = ["tab odds", "tab table"];

    fn asked(&self) -> OddsTerms {
        OddsTerms {
            rules: self.to_string(),
        }
    }

    fn behind(row: &Odds) -> Vec<u32> {
        row.behind.clone()
    }

    fn chance(row: &Odds) -> Chance {
        Chance {
            behind: row.behind.clone(),
            probability: (&row.probability).into(),
        }
    }

    fn sheet(&self, rows: &[Odds], _style: &Style) -> Sheet {
        let how = match self.order {
            Order::Any => "all throws of the turn are made, then used in any order",
            Order::Thrown => {
                "each throw is used before the next is made, as is best for this chance"
            }
        };
        let heading = format!(
            "{self} · chance to take a piece this many fields ahead · throws not used here are used elsewhere"
        );
        Sheet::of(rows)
            .right("behind", |row| row.behind.iter().join(", "))
            .chance("probability", "decimal", |row| &row.probability)
            .bar(|row| approx(&row.probability))
            .named("odds", heading)
            .note(how)
    }
}
