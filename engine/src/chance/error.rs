//! Errors that point at the place in the text.

use std::fmt::{self, Display, Formatter};
use std::ops::Range;

/// A fault in the notation of a throw: its place, a message, and what would be right.
///
/// `Display` gives the message, then the line with a caret under the place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpecError {
    /// The text the fault is in.
    pub text: String,
    /// The place, in bytes.
    pub span: Range<usize>,
    /// The fault.
    pub message: String,
    /// A text that would be right.
    pub help: Option<String>,
}

/// Characters shown on either side of the place when a line is long.
const CONTEXT: usize = 48;

impl SpecError {
    /// Line and column of the place, both counted from one, the column in characters.
    pub fn position(&self) -> (usize, usize) {
        let before = self.before();
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        (line, column)
    }

    fn before(&self) -> &str {
        self.text.get(..self.span.start).unwrap_or(&self.text)
    }
}

impl Display for SpecError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (line, column) = self.position();
        write!(f, "{}", self.message)?;
        let start = self.before().rfind('\n').map_or(0, |at| at + 1);
        let text = self.text[start..].lines().next().unwrap_or_default();
        let skipped = column.saturating_sub(CONTEXT + 1);
        let shown: String = text.chars().skip(skipped).take(2 * CONTEXT).collect();
        let dots = if skipped > 0 { "…" } else { "" };
        let more = if text.chars().count() > skipped + 2 * CONTEXT {
            "…"
        } else {
            ""
        };
        let marked = self.text.get(self.span.clone()).unwrap_or_default();
        let width = marked
            .chars()
            .take(CONTEXT)
            .take_while(|&c| c != '\n')
            .count()
            .max(1);
        let indent = " ".repeat(dots.chars().count() + column - 1 - skipped);
        // Characters that steer a terminal are shown as a sign.
        let harmless = |c: char| {
            if c.is_control() || is_directing(c) {
                '\u{fffd}'
            } else {
                c
            }
        };
        let shown: String = shown.chars().map(harmless).collect();
        write!(
            f,
            "\n  at line {line}, column {column}:\n    {dots}{shown}{more}"
        )?;
        write!(f, "\n    {indent}{}", "^".repeat(width))?;
        match &self.help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

/// Whether the character changes the direction of the text around it.
fn is_directing(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl std::error::Error for SpecError {}
