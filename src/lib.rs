//! Exact probability and position analysis of traditional games.
//!
//! The library is layered, and every arrow points one way:
//!
//! | module | what it holds | may use |
//! |---|---|---|
//! | [`exact`] | exact numbers: distributions, linear systems, chains, decisions, polynomials | nothing else of ours |
//! | [`chance`] | dice, sticks, cowries: throw notation, score tables, presets, whole turns | `exact` |
//! | [`games`] | one folder a game: its rules as data, then its analyses | `chance`, `exact` |
//!
//! The command line lives in `cli` behind the feature of that name; nothing else prints.

pub mod chance;
#[cfg(feature = "cli")]
pub mod cli;
pub mod exact;
pub mod games;
