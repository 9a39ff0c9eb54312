//! The position and the rules that an endgame or a simulation is about.

use std::sync::Arc;

use super::question::read;
use crate::cli::args::daldos::Asked;
use crate::cli::args::place::MaybePlace;
use crate::cli::caption::Caption;
use crate::cli::failure::Failure;
use crate::games::daldos::board::{Game, Position};
use crate::games::daldos::rules::{BoardRules, Rules};

/// The rules of `--rules`, else the preset.
pub(super) fn rules(text: Option<&str>) -> Result<Rules, Failure> {
    text.map_or_else(|| Ok(Rules::default()), super::rules)
}

/// The rules with another n.
pub(super) fn with_n(rules: Rules, n: u8) -> Result<Rules, Failure> {
    let board = BoardRules {
        n,
        ..*rules.board()
    };
    rules.with_board(board).map_err(Failure::from)
}

/// Rules made ready for play.
pub(super) fn ready(rules: Rules) -> Result<Arc<Game>, Failure> {
    let named = rules.to_string();
    Game::new(rules)
        .map(Arc::new)
        .map_err(|error| Failure::Input(anyhow::Error::new(error).context(named)))
}

/// The position asked about; `None` if there is neither a file nor a text.
pub(super) fn position(
    place: &MaybePlace,
    rules: Option<&str>,
) -> Result<Option<(Position, Caption)>, Failure> {
    let Some(place) = place.place() else {
        return Ok(None);
    };
    let rules = rules.map(str::to_owned);
    read(&Asked { place, rules }).map(Some)
}
