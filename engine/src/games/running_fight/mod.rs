//! Code that running fights share: Sig and tâb, on four rows; and daldøs as far as the board does not matter.
//!
//! In Sig and tâb pieces run along a zigzag, one throw for each move, and take what they land on. Daldøs has three rows, and a throw of
//! two numbers that is played as a whole: it has moves of its own, and shares pieces in rows ([`rows`]).
//!
//! Sig and tâb have these modules each:
//!
//! | module | what it holds |
//! |---|---|
//! | `rules` | the options, the presets and their sources |
//! | `board`; of Sig `view` | what stands on the fields, as the team to move sees them |
//! | `setup` | what can be written down, and every fault in it; of Sig in `notation` and `position` |
//! | `position`, `fight` | a legal position; what the game has of its own for it, and the end of the game |
//! | `notation` | positions on one line and as files |
//! | `moves` | every way to play the throws of a turn |
//! | `odds` | the chance to take by distance |
//! | `analyse` | whole positions: what can be taken, what is threatened, every play ranked |

pub mod analyse;
pub mod analysis;
pub mod endgame;
pub mod frame;
pub mod perft;
pub mod playing;
pub mod plays;
pub mod policies;
pub mod position;
pub mod route;
pub mod rows;
pub mod sticks;
pub mod throws;
pub mod turn;
