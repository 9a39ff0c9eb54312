//! The names that a program needs to ask siga something: `use siga::prelude::*`.
//!
//! Throws are [`Throw`]; each game is a module with the same names in it: `Rules`, read from text; `Position`, read with
//! `Position::parse(text, &rules)`; and a module for each kind of question.
//!
//! | game | rules | questions |
//! |---|---|---|
//! | [`daldos`] | `"daldos:n=12"` | [`odds`](daldos::odds), [`analyse`](daldos::analyse), [`endgame`](daldos::endgame), [`opening`](daldos::opening) |
//! | [`sig`] | `"sig:depaulis,length=10"` | [`odds`](sig::odds), [`analyse`](sig::analyse), [`turn`](crate::games::running_fight::turn) |
//! | [`tab`] | `"tab:lane,length=7"` | [`odds`](tab::odds), [`analyse`](tab::analyse), [`turn`](crate::games::running_fight::turn) |
//! | [`sidja`] | `"sidja:egypt"` | [`analyse`](sidja::analyse), [`endgame`](sidja::endgame), [`first_capture`](sidja::first_capture), [`guarantees`](sidja::guarantees) |
//! | [`line_up`] | `"teeko:advanced"`, `"5x5:size=4"`, `"achi"` | [`solve`](line_up::solve): the whole game; [`prove`](line_up::prove) |
//! | [`ur`] | `"ur:finkel,pieces=3"` | [`solve`](ur::solve): chances with proved bounds, the whole game |
//!
//! # Examples
//! A position of each game, and a failure:
//! ```
//! use siga::prelude::*;
//! let position = daldos::Position::parse("1aa/A.2/bb. B", &"daldos:n=3".parse()?)?;
//! assert_eq!(position.to_string(), "1aa/A3/bb1 B");
//!
//! let position = sig::Position::parse("aa1a/4/2A1/bbbb B", &"sig:depaulis,length=4".parse()?)?;
//! assert_eq!(position.count(sig::Team::A), 4);
//!
//! let position = tab::Position::parse("a2/2A/3/bbB B stacks=b3x2", &"tab:lane,length=3".parse()?)?;
//! assert_eq!(position.count(tab::Team::A), 3);
//!
//! let position = sidja::Position::parse("o2/o2/2x x -", &"sidja:sudan,size=3".parse()?)?;
//! assert_eq!(position.end(), Some(sidja::Outcome::Loss)); // one stone is left
//!
//! let position = line_up::Position::parse("5/5/2x2/5/5 o", &"teeko".parse()?)?;
//! assert_eq!(position.plays().len(), 24);
//!
//! let error = line_up::Position::parse("5/5/2z2/5/5 o", &"5x5".parse()?).unwrap_err();
//! assert!(error.to_string().contains('z'));
//!
//! let position = ur::Position::start(&"ur:finkel".parse()?);
//! assert_eq!(position.to_string(), "8/8/8 light hand=7+7");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use num_bigint::{BigInt, BigUint};
pub use num_rational::{BigRational, Ratio};

pub use crate::board::{Board, Cell};
pub use crate::chance::analysis::{Answer, Bias, Question};
pub use crate::chance::expr::Expr as Throw;
pub use crate::chance::parse_condition;
pub use crate::chance::turn::TurnRules;
pub use crate::exact::{Dist, Natural, Quantity, decimal_text, parse_fraction};
pub use crate::games::every::*;
pub use crate::solve::Ending;
