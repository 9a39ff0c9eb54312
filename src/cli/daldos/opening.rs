//! `siga daldos opening`: who begins, the first dal, how fast pieces get out.

use num_rational::BigRational;
use serde_json::{Value, json};

use crate::cli::args::daldos::Opening as Arguments;
use crate::cli::failure::Failure;
use crate::cli::json::number;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::games::daldos::opening::{Opening, Releasing, opening};
use crate::games::daldos::rules::Rules;

pub(super) struct OpeningReport {
    rules: Rules,
    turns: u32,
    facts: Opening,
}

pub(super) fn run(arguments: &Arguments) -> Result<OpeningReport, Failure> {
    let rules = super::rules(&arguments.rules)?;
    let facts = opening(&rules, arguments.turns).map_err(Failure::input)?;
    Ok(OpeningReport {
        rules,
        turns: arguments.turns,
        facts,
    })
}

impl Reply for OpeningReport {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        json!({
            "command": "daldos opening",
            "rules": self.rules.to_string(),
            "turns": self.turns,
        })
    }

    fn result(&self) -> Self::Result {
        let facts = &self.facts;
        let sums = facts.sums.iter().map(
            |(sum, chance, begins)| json!({"sum": sum, "probability": number(chance), "begins": number(begins)}),
        );
        let turns = facts.turns.iter().map(|progress| {
            let released = (0u32..)
                .zip(&progress.released)
                .map(|(pieces, chance)| json!({"pieces": pieces, "probability": number(chance)}));
            json!({
                "turns": progress.turns,
                "first": number(&progress.first),
                "mean": number(&progress.mean),
                "released": released.collect::<Vec<_>>(),
            })
        });
        let maybe = |value: &Option<BigRational>| value.as_ref().map(number);
        json!({
            "begin": {
                "sums": sums.collect::<Vec<_>>(),
                "tie": number(&facts.tie),
                "rounds": number(&facts.rounds),
            },
            "dal": number(&facts.dal),
            "wait": maybe(&facts.wait),
            "dals": maybe(&facts.dals),
            "releasing": facts.releasing.map(|releasing| match releasing {
                Releasing::WidestGap => "widest gap",
                Releasing::Care => "care",
                Releasing::Not => "not",
            }),
            "turns": turns.collect::<Vec<_>>(),
        })
    }
}

impl Report for OpeningReport {
    fn name(&self) -> &'static str {
        "daldos-opening"
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let facts = &self.facts;
        let line = |what: &str, value: &BigRational| vec![Entry::from(what), Entry::from(value)];
        let mut rows = vec![
            line("both throw the same sum, and throw again", &facts.tie),
            line("rounds of throwing until it is settled", &facts.rounds),
            line("a turn brings a dal", &facts.dal),
        ];
        if let Some(wait) = &facts.wait {
            rows.push(line("own turns until the first piece is out", wait));
        }
        if let Some(dals) = &facts.dals {
            rows.push(line("dals in a turn, on average", dals));
        }
        let sums = facts
            .sums
            .iter()
            .map(|(sum, chance, begins)| vec![Entry::from(*sum), chance.into(), begins.into()]);
        // The chances of few pieces; the JSON has all.
        const SHOWN: usize = 6;
        let turns = facts.turns.iter().map(|progress| {
            let mut row = vec![
                Entry::from(progress.turns),
                (&progress.first).into(),
                (&progress.mean).into(),
            ];
            row.extend((0..SHOWN).map(|pieces| Entry::from(progress.released.get(pieces))));
            row
        });
        let mut columns = vec![
            Column::right("own turns"),
            Column::chance_decimal("first piece now"),
            Column::decimal("pieces out"),
        ];
        columns.extend(["0", "1", "2", "3", "4", "5"].map(Column::chance_decimal));
        vec![
            Sheet {
name: "opening",
                heading: format!("{} · the opening", self.rules),
                columns: vec![
                    Column::text("what"),
                    Column::number("exact", "decimal"),
                ],
                rows: rows.into(),
                ..Sheet::default()
            },
            Sheet {
name: "begins",
                heading: "Who begins: the higher sum".to_owned(),
                columns: vec![
                    Column::right("sum"),
                    Column::chance("probability", "decimal"),
                    Column::chance("begins with it", "begins decimal"),
                ],
                rows: sums.collect(),
                notes: vec!["ties are thrown again; before the first throw both begin with 1/2".to_owned()],
..Sheet::default()
            },
            Sheet {
name: "turns",
                heading: "Pieces out after N own turns, every dal releasing one".to_owned(),
                columns,
                rows: turns.collect(),
                notes: vec![
                    "policy: every dal releases the next piece; the opponent is ignored".to_owned(),
                    possible(facts.releasing).to_owned(),
                    "columns 0 to 5: the chance that exactly this many are out (all in --json, exact)".to_owned(),
                ],
..Sheet::default()
            },
        ]
    }
}

/// Whether the policy can be followed, for people.
fn possible(releasing: Option<Releasing>) -> &'static str {
    match releasing {
        Some(Releasing::WidestGap) => {
            "this is always possible if the other number is played so that the widest gap in front of a dalled piece stays as wide as can be"
        }
        Some(Releasing::Care) => {
            "this is always possible if the other number is played with care; in some positions a dal cannot release"
        }
        Some(Releasing::Not) => {
            "this is not always possible: some throws force another play, so that fewer may be out"
        }
        None => "whether this is always possible under these rules has not been found out",
    }
}
