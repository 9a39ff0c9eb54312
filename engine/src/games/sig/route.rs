//! Teams, cells and the way each team goes through the rows.

use super::Rules;
use super::rules::Start;

pub use crate::games::running_fight::route::{Cell, Route, Team};

impl Route {
    /// The routes under some rules.
    pub(crate) fn new(rules: &Rules) -> Route {
        Route::zigzag(rules.rows(), rules.length(), rules.from == Start::Left)
    }
}
