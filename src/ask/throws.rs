//! `siga throws`: the presets.

use clap::Args;

use super::one_command::Command;
use super::prelude::*;
use crate::chance::presets::{PRESETS, Preset};
use crate::names::fold;
use crate::work::Note;

/// The question for the throws with a name.
#[derive(Args, Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Throws {
    /// A word of the throws to be listed, such as yut or cowries
    #[arg(value_name = "WORD")]
    word: Option<String>,
}

/// The throws with a name.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NamedThrows {
    presets: Vec<Preset>,
}

/// The named throws whose name, title or source has a word.
pub(super) fn with_word(word: &str) -> Vec<Preset> {
    let folded = fold(word);
    let has = |preset: &&Preset| {
        let texts = [preset.name, preset.title, preset.source];
        texts.iter().any(|text| fold(text).contains(&folded))
    };
    PRESETS.iter().filter(has).cloned().collect()
}

impl Command for Throws {
    const WORDS: &'static [&'static str] = &["throws"];
    const ABOUT: &'static str = "The throws of traditional games that have a name";
    type Answer = NamedThrows;

    fn ask(&mut self, _caller: Caller, _note: &Note) -> Result<NamedThrows, Failure> {
        let presets = with_word(self.word.as_deref().unwrap_or_default());
        match (&self.word, presets.is_empty()) {
            (Some(word), true) => Err(Failure::input(format!(
                "no named throw has the word `{word}`; `siga throws` lists all"
            ))),
            _ => Ok(NamedThrows { presets }),
        }
    }

    fn tables(&self, answer: &NamedThrows, _style: &Style) -> Vec<Sheet> {
        vec![
            Sheet::of(&answer.presets)
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
