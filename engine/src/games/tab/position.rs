//! Legal positions, and the plays of their throws.

use super::Rules;
use crate::games::running_fight::position;

/// A legal position: what stands where, and whose turn it is.
///
/// # Examples
/// ```
/// use siga::games::tab::{Position, Rules, Team};
/// let rules: Rules = "tab:lane,length=3".parse()?;
/// let position = Position::parse("a2/2A/3/bbB B stacks=b3x2", &rules)?;
/// assert_eq!((position.side(), position.count(Team::A)), (Team::B, 3));
/// let error = Position::parse("a2/a2/3/bbb A", &rules).unwrap_err();
/// assert!(error.to_string().contains("write `A`"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Position = position::Position<Rules>;

/// A way to play a whole yield, known by the position it leads to.
pub type Play = position::Play<Rules>;
