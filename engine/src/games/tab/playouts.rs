//! Tâb played out at random ([`playouts`](crate::games::playouts)): estimates where there is no proof.

use super::Rules;
use crate::games::running_fight::policies;

pub use crate::games::playouts::Policy;

/// A position before a throw.
pub type State = policies::State<Rules>;
