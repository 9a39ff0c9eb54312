//! One folder a game: rules (data), then its analyses.
//!
//! [`alignment`] is what Teeko and twenty-five share; [`playouts`] plays any game with throws out at random.

pub mod alignment;
mod any_position;
pub mod daldos;
pub mod distances;
pub mod goal;
#[cfg(feature = "tables")]
pub mod kept_game;
pub mod legal_moves;
pub mod perft;
pub mod playouts;
pub mod record;
pub mod review;
pub mod running_fight;
pub mod sidja;
pub mod sig;
#[cfg(feature = "tables")]
pub mod stored_tables;
pub mod tab;
pub mod teeko;
pub mod twentyfive;
pub mod ur;

pub use any_position::{AnyPosition, Moves};

/// The games, each a folder of that name.
pub(crate) mod every {
    pub use super::{daldos, sidja, sig, tab, teeko, twentyfive, ur};
}

/// The games whose solutions, or whose endgames, can be kept in tables.
#[cfg(feature = "tables")]
static KEPT: &[kept_game::KeptEntry] = &[
    alignment::kept::<teeko::Rules>(),
    alignment::kept::<twentyfive::Rules>(),
    daldos::endgame::KEPT,
    sidja::endgame::KEPT,
    ur::KEPT,
];
