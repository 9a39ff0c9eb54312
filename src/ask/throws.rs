//! `siga throws`: the presets.

use super::prelude::*;
use crate::chance::presets::{PRESETS, Preset};

pub(crate) struct ThrowsReport;

/// The question for the throws with a name.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ThrowsQuery {
    command: &'static str,
}

/// The throws with a name.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Throws {
    presets: &'static [Preset],
}

/// The reports of these commands.
pub(crate) const REPORTS: &[Described] = &[Described::report::<ThrowsReport>()];

pub(crate) fn run() -> ThrowsReport {
    ThrowsReport
}

impl Reply for ThrowsReport {
    const NAME: &'static str = "throws";
    type Query = ThrowsQuery;
    type Result = Throws;

    fn query(&self) -> ThrowsQuery {
        ThrowsQuery { command: "throws" }
    }

    fn result(&self) -> Throws {
        Throws { presets: PRESETS }
    }
}

impl Report for ThrowsReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        vec![
            Sheet::of(PRESETS)
                .text("name", |preset| preset.name)
                .text("throw", |preset| preset.spec)
                .text("what it is", |preset| preset.title)
                .text("source", |preset| preset.source)
                .named(
                    "throws",
                    "Throws with a name: use it in place of a throw, as in `siga throw tab --turn`",
                )
                .note("`*` earns another throw. `siga help throws` explains the notation."),
        ]
    }
}
