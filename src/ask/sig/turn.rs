//! `siga sig turn`: what a whole turn yields.

use itertools::Itertools;

use crate::ask::prelude::*;
use crate::ask::running_fight::turn::WholeTurns;
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
        .text("sticks", |throw| division(&throw.red, sticks))
        .text("red sides", |throw| throw.red.iter().join(", "))
        .text("gives", |throw| throw.throw.clone())
        .text("again", |throw| if throw.again { "yes" } else { "no" })
        .chance("probability", "decimal", |throw| &throw.probability)
        .named("throw", "One throw")
}

fn khadzh_sheet(khadzh: &Named, style: &Style) -> Sheet {
    let each = khadzh.each.iter();
    let rows = each.clone().flat_map(|each| &each.rows);
    let last = rows.clone().last().map_or(0, |row| row.times);
    let rows = rows.map(|row| (Entry::from(row.times), &row.probability));
    let rest = each.flat_map(|each| &each.rest);
    let rest = rest.map(|rest| (Entry::Beyond('>', last.to_string()), rest));
    Sheet::of(rows.chain(rest))
        .right("khadzhs", |(times, _)| times.clone())
        .chance("probability", "decimal", |(_, chance)| *chance)
        .named("khadzhs", "Khadzhs that stand")
        .fact(
            "at least one        ",
            &style.phrase(&khadzh.at_least_one, true),
            Some(&khadzh.at_least_one),
        )
        .fact(
            "on average          ",
            &style.phrase(&khadzh.mean, false),
            Some(&khadzh.mean),
        )
}

/// The throws of the sticks, and the khadzhs of a whole turn.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Own {
    /// The throws that can fall.
    table: Vec<ThrowRow>,
    /// Khadzhs that stand; `null` under rules without a khadzh.
    khadzh: Option<Named>,
}

/// A throw that can fall.
#[derive(Serialize, JsonSchema)]
struct ThrowRow {
    throw: String,
    /// The numbers of red sides that give it.
    red: Vec<usize>,
    /// Whether it earns another throw.
    again: bool,
    probability: Number,
}

impl WholeTurns for Rules {
    type Own = Own;

    fn own(whole: &WholeTurn<Weighted>) -> Own {
        let table = whole.throws.iter().map(|weighted| ThrowRow {
            throw: weighted.throw.face.to_string(),
            red: weighted.reds.clone(),
            again: weighted.throw.again,
            probability: (&weighted.chance).into(),
        });
        Own {
            table: table.collect(),
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
