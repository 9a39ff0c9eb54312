//! Analyses against a naive player who lists every sequence of throws and every play.

mod naive;
mod positions;
mod two_turns;
mod yields;

use super::*;
