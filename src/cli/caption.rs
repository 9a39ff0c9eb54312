//! What a position file says about its position.

use schemars::JsonSchema;
use serde::Serialize;

/// The title and the source of a position.
#[derive(Default)]
pub(super) struct Caption {
    pub(super) title: Option<String>,
    pub(super) source: Option<String>,
}

/// A question about a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct PositionQuery {
    /// The words of the command, without `siga`.
    pub(super) command: String,
    /// The full rules text.
    pub(super) rules: String,
    /// The position, normalised, on one line; after the moves played.
    pub(super) position: String,
    /// The title of the position's file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<String>,
    /// The moves played since the position that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) played: Option<Vec<String>>,
    /// The cells of the stones last taken by the moves played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) last_taken: Option<Vec<String>>,
}

impl Caption {
    /// The question for JSON.
    pub(super) fn query(&self, command: String, rules: String, position: String) -> PositionQuery {
        PositionQuery {
            command,
            rules,
            position,
            title: self.title.clone(),
            played: None,
            last_taken: None,
        }
    }

    /// The lines above the board; `later` when moves have been made since.
    pub(super) fn heading(&self, later: bool) -> String {
        let mut text = String::new();
        if let Some(title) = &self.title {
            let after = if later { ", later" } else { "" };
            text.push_str(&format!("\u{1b}[1m{title}{after}\u{1b}[0m\n"));
        }
        if let Some(source) = &self.source {
            text.push_str(&format!("{source}\n"));
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }
}
