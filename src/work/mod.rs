//! Work that can be long: how much there is before it is begun, how much may be done, and what ends it early. Knows
//! nothing else of ours.

mod kind;
pub mod limit;
pub mod stop;

pub(crate) use kind::of_kind;
pub use kind::{Fault, Kind, OfKind, Told};
