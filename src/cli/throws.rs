//! `siga throws`: the presets.

use serde_json::{Value, json};

use super::report::{Reply, Report};
use super::sheet::{Column, Sheet, Style};
use crate::chance::presets::PRESETS;

pub(super) struct ThrowsReport;

pub(super) fn run() -> ThrowsReport {
    ThrowsReport
}

impl Reply for ThrowsReport {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        json!({ "command": "throws" })
    }

    fn result(&self) -> Self::Result {
        let presets = PRESETS.iter().map(|preset| {
            json!({
                "name": preset.name,
                "spec": preset.spec,
                "title": preset.title,
                "source": preset.source,
            })
        });
        json!({ "presets": presets.collect::<Vec<_>>() })
    }
}

impl Report for ThrowsReport {
    fn name(&self) -> &'static str {
        "throws"
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rows = PRESETS.iter().map(|preset| {
            [preset.name, preset.spec, preset.title, preset.source]
                .map(str::to_owned)
                .to_vec()
        });
        vec![Sheet {
            name: "throws",
            heading:
                "Throws with a name: use it in place of a throw, as in `siga throw tab --turn`"
                    .to_owned(),
            columns: ["name", "throw", "what it is", "source"]
                .map(Column::text)
                .to_vec(),
            rows: rows.collect(),
            notes: vec![
                "`*` earns another throw. `siga throw --help` explains the notation.".to_owned(),
            ],
            ..Sheet::default()
        }]
    }
}
