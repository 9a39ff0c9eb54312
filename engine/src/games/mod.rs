//! One folder a game: rules (data), then its analyses.
//!
//! [`line_up`] is every game of lining up pieces, [`custodial`] every game of taking between two, each a text ([`described`]); [`playouts`] plays any game with throws out at random.

mod any_position;
pub mod custodial;
pub mod daldos;
pub mod described;
pub mod distances;
pub mod goal;
pub mod kept_game;
pub mod legal_moves;
pub mod line_up;
pub mod perft;
pub mod playouts;
pub mod record;
pub mod review;
pub mod running_fight;
pub mod sidja;
pub mod sig;
pub mod solved_game;
pub mod stored_tables;
pub mod tab;
pub mod throws;
pub mod ur;

pub use any_position::{AnyPosition, Moves};

#[cfg(test)]
mod tests;

/// The games, each a folder of that name.
pub(crate) mod every {
    pub use super::{custodial, daldos, line_up, sidja, sig, tab, ur};
}

/// The games whose solutions, or whose endgames, can be kept in tables.
static KEPT: &[kept_game::KeptEntry] = &[
    line_up::KEPT,
    daldos::endgame::KEPT,
    sidja::endgame::KEPT,
    ur::KEPT,
];
