//! Exact probability and position analysis of traditional games: throws of dice, sticks and cowries; Daldøs; Sidja and
//! Siga; Sig of Western Sahara; tâb; Teeko; twenty-five.
//!
//! Numbers are exact, or between bounds that are proved; which of them an answer is, its type says ([`exact::Quantity`]).
//! There is no floating point on the way to any of them.
//!
//! # A first program
//! ```toml
//! [dependencies]
//! siga = { version = "0.1", default-features = false }
//! ```
//! Without default features the library needs neither a C compiler nor a terminal. [`prelude`] holds what follows.
#![doc = "```"]
#![doc = include_str!("../examples/first_program.rs")]
#![doc = "```"]
//! The folder `examples` has three longer ones: `distribution`, `daldos_table` (with another rule), `solved_position`.
//!
//! # Features
//! | feature | what it adds |
//! |---|---|
//! | `cli` (default) | the command `siga`, [`ask`](mod@ask), and all below |
//! | `serve` | the page of `siga explore` |
//! | `zstd` | solutions kept on disk; needs a C compiler |
//!
//! # Modules
//! The library is layered, and every arrow points one way:
//!
//! | module | what it holds | may use |
//! |---|---|---|
//! | [`work`] | work that can be long: its limits, and what stops it | nothing else of ours |
//! | [`exact`] | exact numbers: distributions, linear systems, chains, decisions, polynomials | `work` |
//! | [`names`] | names as people write them, with slips of the pen | nothing else of ours |
//! | [`chance`] | dice, sticks, cowries: throw notation, score tables, presets, whole turns | `exact`, `names`, `work` |
//! | [`board`] | square boards: cells, bit sets, directions, symmetries; positions of every game as text | `names`, `rules` |
//! | [`rules`] | rule sets as data: options, presets, their text form | `names` |
//! | [`solve`] | machinery generic over games: indexing, retrograde analysis | `exact`, `work` |
//! | [`figures`] | printed figures and tables: what they mean, and whether a number bears them out | `exact`, `work` |
//! | [`games`] | one folder a game: its rules as data, then its analyses | `board`, `chance`, `exact`, `names`, `rules`, `solve`, `work` |
//! | [`prelude`] | the names a program begins with | `board`, `chance`, `exact`, `games`, `solve` |
//!
//! The command line lives in three modules behind the feature `cli`: `render` shows a report in any format, [`ask`](mod@ask)
//! makes questions of words and reports of answers, `cli` is what belongs to a terminal; nothing else prints. Programs that
//! ask what a command asks, and want its JSON, go by [`ask`](mod@ask).

#[cfg(feature = "cli")]
pub mod ask;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
mod render;
#[cfg(all(feature = "cli", feature = "serve"))]
mod serve;

pub use siga_engine::{BigInt, BigRational, BigUint, Ratio};
#[doc(inline)]
pub use siga_engine::{board, chance, exact, figures, games, names, prelude, rules, solve, work};
