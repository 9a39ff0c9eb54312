//! `siga throws`: the presets.

use super::prelude::*;
use crate::chance::presets::{PRESETS, Preset};
use crate::names::fold;

pub(crate) struct ThrowsReport {
    word: Option<String>,
    presets: Vec<Preset>,
}

/// The question for the throws with a name.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ThrowsQuery {
    command: &'static str,
    /// A word of the throws asked for, or `null` for all.
    word: Option<String>,
}

/// The throws with a name.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Throws {
    presets: Vec<Preset>,
}

/// The reports of these commands.
pub(crate) const REPORTS: &[Described] = &[Described::report::<ThrowsReport>()];

/// The throws that have a word in their name, their title or their source; all without one.
pub(crate) fn run(word: Option<&str>) -> Result<ThrowsReport, Failure> {
    let folded = fold(word.unwrap_or_default());
    let has = |preset: &&Preset| {
        let texts = [preset.name, preset.title, preset.source];
        texts.iter().any(|text| fold(text).contains(&folded))
    };
    let presets: Vec<Preset> = PRESETS.iter().filter(has).copied().collect();
    match (word, presets.is_empty()) {
        (Some(word), true) => Err(Failure::input(format!(
            "no named throw has the word `{word}`; `siga throws` lists all"
        ))),
        _ => Ok(ThrowsReport {
            word: word.map(str::to_owned),
            presets,
        }),
    }
}

impl Reply for ThrowsReport {
    const NAME: &'static str = "throws";
    type Query = ThrowsQuery;
    type Result = Throws;

    fn query(&self) -> ThrowsQuery {
        ThrowsQuery {
            command: "throws",
            word: self.word.clone(),
        }
    }

    fn result(&self) -> Throws {
        Throws {
            presets: self.presets.clone(),
        }
    }
}

impl Report for ThrowsReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        vec![
            Sheet::of(&self.presets)
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
