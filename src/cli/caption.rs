//! What a position file says about its position.

use serde_json::{Value, json};

/// The title and the source of a position.
pub(super) struct Caption {
    pub(super) title: Option<String>,
    pub(super) source: Option<String>,
}

impl Caption {
    /// The question for JSON.
    pub(super) fn query(&self, command: String, rules: String, position: String) -> Value {
        let mut query = json!({ "command": command, "rules": rules, "position": position });
        if let Some(title) = &self.title {
            query["title"] = json!(title);
        }
        query
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
