//! One folder a game: rules (data), then its analyses.
pub mod sidja;
