//! Exact probability and position analysis of traditional games.
//!
//! The library is layered, and every arrow points one way:
//!
//! | module | what it holds | may use |
//! |---|---|---|
//! | [`exact`] | exact numbers: distributions, linear systems, chains, decisions, polynomials | nothing else of ours |
//! | [`chance`] | dice, sticks, cowries: throw notation, score tables, presets, whole turns | `exact` |
//! | [`board`] | square boards: cells, bit sets, directions, symmetries; positions of every game as text | `rules` |
//! | [`rules`] | rule sets as data: options, presets, their text form | nothing else of ours |
//! | [`solve`] | machinery generic over games: indexing, retrograde analysis | `exact` |
//! | [`figures`] | printed figures and tables: what they mean, and whether a number bears them out | `exact` |
//! | [`games`] | one folder a game: its rules as data, then its analyses | `board`, `chance`, `exact`, `rules`, `solve` |
//!
//! The command line lives in `cli` behind the feature of that name; nothing else prints. Programs that ask what a command
//! asks, and want its JSON, go by [`ask`](mod@ask).

pub mod board;
pub mod chance;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub use cli::ask;
pub mod exact;
pub mod figures;
pub mod games;
pub mod rules;
#[cfg(all(feature = "cli", feature = "serve"))]
mod serve;
pub mod solve;
