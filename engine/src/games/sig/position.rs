//! Legal positions, and the plays of their throws.

use super::Rules;
use crate::games::running_fight::position;

/// A legal position: what stands where, and whose turn it is.
///
/// # Examples
/// ```
/// use siga::games::sig::{Position, Rules, Team};
/// let rules: Rules = "sig:depaulis,length=4".parse()?;
/// let position = Position::parse("aaAa/4/2A1/bbbb B", &rules).unwrap_err();
/// assert!(position.to_string().contains("5 pieces"));
/// let position = Position::parse("aa1a/4/2A1/bbbb B", &rules)?;
/// assert_eq!(position.side(), Team::B);
/// assert_eq!(position.count(Team::A), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Position = position::Position<Rules>;

/// A way to play a whole yield, known by the position it leads to.
pub type Play = position::Play<Rules>;
