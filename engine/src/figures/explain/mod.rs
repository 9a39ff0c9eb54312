//! Why a printed table differs: the fewest assumptions under which the most of its figures hold.
//!
//! A dispute about the *question* (an option of the rules, a limit on further throws, an unknown bias) is a list
//! of [`Assumption`]s, and whoever knows how to ask answers with [`Numbers`]. What is in dispute about the *table* — how it
//! was rounded, whether a column slipped — is a [`Change`], for which nothing is asked
//! anew; slips of the pen ([`Slip`]) are such changes. The search tries all changes of the table, one and two at a time; then every assumption alone and with one
//! change; then pairs of assumptions, those first that did best alone. It ends at a given number of questions.
//!
//! The result is exact: under each [`Explanation`] just these figures hold. That no better one exists is not said, only
//! that none was found among what was tried. An explanation is left out when it makes no more than half of the figures hold,
//! unless all that are wrong are among them; when some of its assumptions alone make as many hold; and when it makes less than
//! four fifths of the best hold while another that assumes no more does better. It is put beside another when both ask for
//! the same numbers.

mod fit;
mod reading;
mod search;
mod slips;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use fit::{Fit, Interval};
pub use reading::Change;
pub use search::{explain, fitted};
pub use slips::Slip;

use super::matching::Numbers;
pub use super::range::Rounding;

/// Something about the question that may be meant otherwise, or about the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(description = "Something assumed.")]
pub struct Assumption {
    /// The point it is about: assumptions about the same point exclude each other.
    #[serde(skip)]
    pub about: String,
    /// The burden of believing it: 1 for a point in dispute, more for what is far-fetched.
    #[serde(skip)]
    pub weight: u32,
    /// In words.
    pub says: String,
    /// How it is asked for, such as `extra_throws=1`; `null` where no option does it.
    pub option: Option<String>,
}

/// The function that answers questions: for each list of assumptions, by their numbers, the answer under all of them; `None` if it
/// cannot be asked or answered so. Numbers may be functions of an unknown bias, which is then fitted.
pub type Ask<'a> = dyn FnMut(&[Vec<usize>]) -> Vec<Option<Arc<Numbers>>> + 'a;

/// The limits of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most questions asked.
    pub questions: usize,
    /// The most figures compared, counted anew under each explanation that is tried.
    pub comparisons: usize,
    /// The most explanations returned.
    pub explanations: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            questions: 200,
            comparisons: 2_000_000,
            explanations: 5,
        }
    }
}

/// Assumptions, and which figures hold under all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// The assumptions about the question, by number.
    pub assumed: Vec<usize>,
    /// The assumptions about the table.
    pub changes: Vec<Change>,
    /// The bias, where one was fitted.
    pub fit: Option<Fit>,
    /// Which figures hold, in the order of [`Explained::holds`].
    pub holds: Vec<bool>,
    /// Others with as many assumptions that ask for the same numbers.
    pub same: Vec<(Vec<usize>, Vec<Change>)>,
}

impl Explanation {
    /// The number of figures that hold.
    pub fn right(&self) -> usize {
        self.holds.iter().filter(|holds| **holds).count()
    }

    /// The number of assumptions it makes.
    pub fn assumptions(&self) -> usize {
        self.assumed.len() + self.changes.iter().map(Change::count).sum::<usize>()
    }
}

/// The result of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Explained {
    /// Which of the figures hold as the question stands, in the order in which they are placed.
    pub holds: Vec<bool>,
    /// Explanations under which more than half do, or all that do not as it stands: the most figures first, then the fewest
    /// assumptions.
    pub explanations: Vec<Explanation>,
    /// Questions asked, the first included.
    pub questions: usize,
    /// The limit at which the search ended, if it did not try all it would.
    pub ended: Option<Ended>,
}

/// Why a search did not try all it would.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// [`Limits::questions`].
    Questions,
    /// [`Limits::comparisons`].
    Comparisons,
}
