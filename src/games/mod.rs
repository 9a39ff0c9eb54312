//! One folder a game: rules (data), then its analyses.
//!
//! [`alignment`] is what Teeko and twenty-five share.

pub mod alignment;
pub mod daldos;
#[cfg(feature = "tables")]
pub mod kept;
pub mod perft;
pub mod sidja;
pub mod sig;
pub mod teeko;
pub mod twentyfive;
