//! Work that can be long: how much there is before it is begun, how much may be done, and what ends it early; and files
//! that are there as a whole or not at all. Knows nothing else of ours.

mod kind;
pub mod limit;
mod note;
pub mod stop;
pub mod whole_file;

pub(crate) use kind::of_kind;
pub use kind::{Fault, Kind, OfKind, Raise};
pub use note::Note;
