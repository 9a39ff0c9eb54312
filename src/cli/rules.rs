//! `siga rules`: rule sets and options.

use serde_json::{Value, json};

use super::failure::Failure;
use super::report::Report;
use super::sheet::{Column, Sheet};
use crate::games::daldos::rules::{all_options, all_presets};

/// Games with rules that can be set.
const GAMES: [&str; 1] = ["daldos"];

pub(super) struct RulesReport {
    game: Option<String>,
}

pub(super) fn run(game: Option<&str>) -> Result<RulesReport, Failure> {
    let game = match game {
        Some(game) if !GAMES.contains(&game) => {
            return Err(Failure::input(format!(
                "siga has no rules for `{game}`; it has them for {}",
                GAMES.join(", ")
            )));
        }
        game => game.map(str::to_owned),
    };
    Ok(RulesReport { game })
}

impl Report for RulesReport {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn query(&self) -> Value {
        json!({ "command": "rules", "game": self.game })
    }

    fn result(&self) -> Value {
        let presets = all_presets().iter().map(|preset| {
            json!({ "name": preset.name, "meaning": preset.meaning, "source": preset.source })
        });
        let options = all_options().iter().map(|option| {
            json!({
                "name": option.name,
                "values": option.values,
                "default": option.default,
                "meaning": option.meaning,
                "source": option.source,
            })
        });
        json!({ "games": [{
            "game": "daldos",
            "presets": presets.collect::<Vec<_>>(),
            "options": options.collect::<Vec<_>>(),
        }] })
    }

    fn sheets(&self, _digits: usize) -> Vec<Sheet> {
        let presets = all_presets().iter();
        let presets = presets.map(|p| [p.name, p.meaning, p.source].map(str::to_owned).to_vec());
        let options = all_options().iter().map(|option| {
            [
                option.name,
                option.values,
                option.default,
                option.meaning,
                option.source,
            ]
            .map(str::to_owned)
            .to_vec()
        });
        vec![
            Sheet {
                heading: "Options of daldos, written as in daldos:intermediate_capture=yes"
                    .to_owned(),
                columns: ["option", "values", "default", "meaning", "source"]
                    .map(Column::text)
                    .to_vec(),
                rows: options.collect(),
                notes: Vec::new(),
            },
            Sheet {
                heading: "Rule sets of daldos".to_owned(),
                columns: ["name", "meaning", "source"].map(Column::text).to_vec(),
                rows: presets.collect(),
                notes: Vec::new(),
            },
        ]
    }
}
