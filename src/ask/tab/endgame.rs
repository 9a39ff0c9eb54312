//! `siga tab endgame`: who wins with few pieces.

use super::moves::Move;
use crate::ask::prelude::*;
use crate::ask::running_fight::endgame::Endgames;
use crate::ask::running_fight::review::Reviews;
use crate::games::tab::Position;
use crate::games::tab::moves::{Play, Yield};

pub(super) type EndgameReport = crate::ask::running_fight::endgame::EndgameReport<Position>;

impl Endgames for Position {
    const ENDGAME: &'static str = "tab-endgame";
    const DRAWN: bool = false;
    type Move = Move;

    fn shown(play: &Play) -> (String, String) {
        (play.text(), spaced(&play.captures))
    }

    fn played(&self, text: &str) -> Result<Yield, Failure> {
        super::played(text, self.rules())
    }
}

impl Reviews for Position {
    const REVIEW: &'static str = "tab-review";
}
