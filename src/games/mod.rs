//! One folder a game: rules (data), then its analyses.

pub mod daldos;
pub mod sidja;
pub mod sig;
