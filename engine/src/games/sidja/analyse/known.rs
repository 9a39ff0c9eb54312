//! A verdict as JSON has it: an outcome and its bounds.

use super::Verdict;
use crate::games::sidja::Outcome;

/// The proved knowledge of an outcome.
#[derive(Clone, serde::Serialize, schemars::JsonSchema)]
pub(super) struct KnownValue {
    /// Proved, or `null`.
    outcome: Option<Outcome>,
    /// Proved whatever the budget was.
    at_least: Outcome,
    /// Proved whatever the budget was.
    at_most: Outcome,
    /// Turns of both sides to the end; `null` for a draw and when not known: tables of outcomes alone do not say it, and
    /// then only a search that gets to the end does.
    turns: Option<u32>,
    /// Where nothing is proved, an estimate: stones ahead after best play to `depth`.
    stones_ahead: Option<i32>,
}

impl From<Verdict> for KnownValue {
    fn from(verdict: Verdict) -> Self {
        let (at_least, at_most) = verdict.bounds();
        let (turns, stones_ahead) = match verdict {
            Verdict::Proved { turns, .. } => (turns, None),
            Verdict::Open { stones, .. } => (None, Some(stones)),
        };
        Self {
            outcome: verdict.outcome(),
            at_least,
            at_most,
            turns,
            stones_ahead,
        }
    }
}
