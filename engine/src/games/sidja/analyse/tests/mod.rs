//! Analyses against whole solutions. Draws by example are in `fixtures/answers/positions.txt`.

mod exhaustive;
mod outcomes_alone;

use super::analyse_with;
use crate::games::review::Judgement;
use crate::games::sidja::endgame::Endgames;
use crate::games::sidja::{Outcome, Play, Position, Rules};
use crate::solve::{Method, Worth};
