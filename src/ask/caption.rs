//! The description that a position file gives of its position.

use crate::render::terminal::{BOLD, PLAIN, shown};

/// The description of a position in a report besides its pieces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caption {
    pub(crate) title: Option<String>,
    pub(crate) source: Option<String>,
    /// The moves played since the position that was given.
    pub(crate) played: Vec<String>,
    /// The cells of the stones taken by the last of them that took any.
    pub(crate) taken: u128,
}

impl Caption {
    pub(crate) fn of(title: Option<String>, source: Option<String>) -> Self {
        Self {
            title,
            source,
            ..Self::default()
        }
    }

    /// The lines above the board.
    pub(crate) fn heading(&self) -> String {
        let mut text = String::new();
        if let Some(title) = &self.title {
            let after = if self.played.is_empty() {
                ""
            } else {
                ", later"
            };
            let title = shown(title);
            text.push_str(&format!("{BOLD}{title}{after}{PLAIN}\n"));
        }
        if let Some(source) = &self.source {
            text.push_str(&format!("{}\n", shown(source)));
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }
}
