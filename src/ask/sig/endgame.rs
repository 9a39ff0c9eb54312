//! `siga sig endgame`: who wins with few pieces.

use super::moves::Move;
use crate::ask::prelude::*;
use crate::ask::running_fight::endgame::Endgames;
use crate::ask::running_fight::review::Reviews;
use crate::games::sig::Position;
use crate::games::sig::moves::{Play, Yield};

pub(super) type EndgameReport = crate::ask::running_fight::endgame::EndgameReport<Position>;

impl Endgames for Position {
    const ENDGAME: &'static str = "sig-endgame";
    const DRAWN: bool = true;
    type Move = Move;

    fn shown(play: &Play) -> (String, String) {
        (play.text(), spaced(&play.captures))
    }

    fn played(&self, text: &str) -> Result<Yield, Failure> {
        super::played(text, self.rules())
    }
}

impl Reviews for Position {
    const REVIEW: &'static str = "sig-review";
}
