//! `siga sig turn`: what a whole turn yields.

use itertools::Itertools;

use crate::ask::prelude::*;
use crate::ask::running_fight::turn::WholeTurns;
use crate::ask::throw::sheets::number_sheet;
use crate::chance::expr::Expr;
use crate::chance::turn::TurnRules;
use crate::games::running_fight::turn::{Named, WholeTurn};
use crate::games::sig::Rules;
use crate::games::sig::rules::Weighted;
use crate::games::sig::turn::{spec, turn_rules};

/// `7:1` of one red side or seven among eight.
fn division(reds: &[usize], sticks: usize) -> String {
    let divided = reds.iter().map(|&red| {
        let (more, less) = (red.max(sticks - red), red.min(sticks - red));
        (more, less)
    });
    divided
        .unique()
        .map(|(more, less)| format!("{more}:{less}"))
        .join(" ")
}

fn throws_sheet(rules: &Rules, own: &Own) -> Sheet {
    let sticks = rules.sticks();
    Sheet::of(&own.table)
        .text("sticks", |throw| division(&throw.reds, sticks))
        .text("red sides", |throw| throw.reds.iter().join(", "))
        .text("gives", |throw| throw.throw.face.to_string())
        .text(
            "again",
            |throw| if throw.throw.again { "yes" } else { "no" },
        )
        .chance("probability", "decimal", |throw| &throw.chance)
        .named("throw", "One throw")
}

fn khadzh_sheet(khadzh: &Named, style: &Style) -> Sheet {
    let each = khadzh.each.as_ref();
    let rows = each.map_or(&[][..], |each| &each.rows).iter();
    let rows = rows.map(|row| (row.times, &row.probability));
    let rest = each.and_then(|each| each.rest.as_ref());
    number_sheet(
        ["khadzhs", "Khadzhs that stand"],
        rows,
        rest,
        &khadzh.mean,
        style,
    )
    .fact(
        "at least one        ",
        &style.phrase(&khadzh.at_least_one, true),
        Some(&khadzh.at_least_one),
    )
}

/// The throws of the sticks, and the khadzhs of a whole turn.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Own {
    /// The throws that can fall.
    table: Vec<Weighted>,
    /// Khadzhs that stand; `null` under rules without a khadzh.
    khadzh: Option<Named>,
}

impl WholeTurns for Rules {
    type Own = Own;

    fn own(whole: &WholeTurn<Weighted>) -> Own {
        Own {
            table: whole.throws.clone(),
            khadzh: whole.named.clone(),
        }
    }

    fn tables(rules: &Rules, own: &Own, style: &Style) -> Vec<(usize, Sheet)> {
        let khadzh = own.khadzh.as_ref();
        let khadzh = khadzh.map(|khadzh| (2, khadzh_sheet(khadzh, style)));
        [(1, throws_sheet(rules, own))]
            .into_iter()
            .chain(khadzh)
            .collect()
    }

    fn as_throw(rules: &Rules) -> (Expr, TurnRules) {
        (spec(rules), turn_rules(rules))
    }
}
