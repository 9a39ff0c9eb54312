//! The effect of one throw in a turn: further throws, cancelling, throws in a row.

use super::{MAX_THROWS, TurnError};
use crate::chance::eval::Scored;
use crate::exact::{Dist, Weight};

/// Rules of a turn beyond its score table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnRules {
    /// No more than this many throws a turn; `None` is without limit.
    pub max_throws: Option<u32>,
    /// The rule that voids a number of further throws in a row.
    pub row: Option<RowRule>,
    /// The throws that a cancelling throw voids.
    pub cancel: Cancel,
}

impl TurnRules {
    /// Refuses limits of 0 and those that are too great.
    pub(super) fn check(&self) -> Result<(), TurnError> {
        match self.max_throws {
            Some(0) => Err(TurnError::NoThrow),
            Some(limit) if limit > MAX_THROWS => Err(TurnError::TooManyThrows),
            _ if self.row.is_some_and(|row| row.length == 0) => Err(TurnError::NoRow),
            _ => Ok(()),
        }
    }

    /// Whether a turn has one throw alone: none earns another, or no more is allowed, and no row is void.
    ///
    /// # Errors
    /// [`TurnError::NoThrow`], [`TurnError::TooManyThrows`] and [`TurnError::NoRow`].
    pub(crate) fn end_at_once<W: Weight>(
        &self,
        scores: &Dist<Scored, W>,
    ) -> Result<bool, TurnError> {
        self.check()?;
        let earns = self.max_throws != Some(1) && scores.iter().any(|(face, _)| face.again);
        // A combination that a stack cannot have is refused there.
        let fits = self.cancel == Cancel::Previous || self.max_throws.is_none();
        Ok(!earns && fits && self.row.is_none_or(|row| row.length > 1))
    }
}

/// The throws that a cancelling throw voids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[derive(schemars::JsonSchema)]
pub enum Cancel {
    /// The throw directly before it; after another cancelling throw, nothing more.
    #[default]
    Previous,
    /// The latest throw that is still standing, however far back.
    Stack,
}

/// "The third in a row is void": a throw that is the `length`-th in a row to earn another counts nothing and
/// ends the turn. A throw that cancels is in no row: the next one begins it anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct RowRule {
    /// Throws in the row, the void one included.
    pub length: u32,
    /// Only equal throws make a row.
    pub same: bool,
    /// The whole row is void, not its last throw alone.
    pub all: bool,
}

/// The facts that a turn has to remember between throws.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct TurnState {
    /// Throws that may still be voided, oldest first, as indices of faces.
    pub(super) pending: Vec<usize>,
    /// Whether the last throw is among them for a cancelling throw to take.
    pub(super) cancellable: bool,
    /// Throws in the present row, and their face when only equal ones count.
    pub(super) run: u32,
    pub(super) last: Option<usize>,
}

/// The effect of a face in a state, where some face can cancel or none: the faces that stand for good, and the next state unless the
/// turn is over.
pub(super) fn throw(
    (face, scored): (usize, &Scored),
    state: &TurnState,
    (row, can_cancel): (Option<RowRule>, bool),
) -> (Vec<usize>, Option<TurnState>) {
    let mut pending = state.pending.clone();
    if scored.cancels {
        // It voids the throw before it, once: a second one has nothing left to void.
        if state.cancellable {
            pending.pop();
        }
        return (pending, scored.again.then(TurnState::default));
    }
    let run = run_after(scored, state, face, row);
    if let Some(row) = row.filter(|row| run == row.length) {
        if row.all {
            pending.truncate(pending.len().saturating_sub(run as usize - 1));
        }
        return (pending, None);
    }
    pending.push(face);
    if !scored.again {
        return (pending, None);
    }
    let row_pending = if row.is_some_and(|row| row.all) {
        run as usize
    } else {
        0
    };
    let kept = row_pending.max(usize::from(can_cancel)).min(pending.len());
    let stands = pending.drain(..pending.len() - kept).collect();
    let last = row.filter(|row| row.same).map(|_| face);
    (
        stands,
        Some(TurnState {
            pending,
            cancellable: can_cancel,
            run,
            last,
        }),
    )
}

/// The length of the row of throws that each earned another, after one more that does not cancel.
pub(super) fn run_after(
    scored: &Scored,
    state: &TurnState,
    face: usize,
    row: Option<RowRule>,
) -> u32 {
    match row {
        Some(row) if scored.again => match state.last {
            Some(last) if row.same && last != face => 1,
            _ => state.run + 1,
        },
        _ => 0,
    }
}
