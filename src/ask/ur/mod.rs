//! `siga ur`: the Royal Game of Ur.

mod advice;
mod analyse;
mod perft;
mod picture;
mod solve;
mod whole_game;
mod with_throws;

use super::game::Game;
use super::one_command::Listed;
use super::perft::Perft;
use super::with_throws::endgame::Endgame;
use super::with_throws::moves::Moves;
use super::with_throws::play::PlayWithThrows;
use super::with_throws::review::Review;
use super::with_throws::simulate::Simulate;
use crate::games::ur::Position;

/// The game of the command line.
pub(crate) const GAME: Game = Game {
    alias: &["royal game of ur"],
    about: "The Royal Game of Ur: chances to win with proved bounds, whole games solved",
    analysis: "analyse",
    rules: "The rules, such as ur:finkel,pieces=3 (see `siga rules ur`) [default: the file's, else ur:finkel, or ur:aseb on a \
        board of its size]",
    ..Game::of::<Position>(&[
        Listed::question::<Moves<Position>>(),
        Listed::question::<Perft<Position>>(),
        Listed::question::<Endgame<Position>>(),
        Listed::question::<solve::Solve>(),
        Listed::question::<Simulate<Position>>(),
        Listed::question::<Review<Position>>(),
        Listed::question::<advice::Advise>(),
        Listed::play::<PlayWithThrows<Position>>(),
    ])
};
