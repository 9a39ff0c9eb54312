//! The value of a position before the throw, by the measure that plays are ranked by.

use super::search::Search;
use super::search_context::{Aim, SearchContext};
use super::span::ONE;
use super::two_turns::TwoTurns;
use super::{By, Closeness, number, units};
use crate::exact::{Between, Quantity};
use crate::games::daldos::Position;
use crate::work::Fault;

/// The value of a position before the throw: the mean, over all throws, of the value of the best play as
/// [`rank`](super::rank) has it. `None` with [`By::Win`].
///
/// Exact: exact or between proved bounds, whatever the width and the budget.
///
/// # Errors
/// As for [`analyse`](super::analyse()).
///
/// # Examples
/// ```
/// use siga::games::daldos::analyse::{By, Closeness, expected};
/// use siga::games::daldos::{Position, Rules};
/// let position = Position::parse("8A7/2A1B12/16 A", &Rules::daldos())?;
/// let take = expected(&position, By::Take, &Closeness::default())?.expect("a chance");
/// assert_eq!(take.decimal(4), "0.5");
/// assert!(expected(&position, By::Win, &Closeness::default())?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn expected(
    position: &Position,
    by: By,
    options: &Closeness,
) -> Result<Option<Quantity>, Fault> {
    let width = units(options)?;
    let state = position.view();
    let context = &mut SearchContext::new(position.game(), options.budget);
    Ok(match by {
        By::Win => None,
        By::Take => {
            let mut search = Search::new(Aim::Any);
            let found = number(context, &mut search, state, width, options.closed);
            Some(found.quantity())
        }
        By::Safe | By::Net => {
            let mut search = TwoTurns::new(by == By::Net);
            let mut tolerance = ONE;
            let mut found = search.turn(context, state, i128::MAX);
            while found.gap() > width && tolerance > width && !context.exhausted() {
                tolerance /= 8;
                found = found.and(search.turn(context, state, tolerance));
            }
            let found = match by {
                By::Safe => found.negated(),
                _ => found,
            };
            Some(Between::from(found).quantity())
        }
    })
}
