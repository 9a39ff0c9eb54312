//! The position and the rules that a command is asked about.

use std::sync::Arc;

use super::picture;
use crate::cli::args::daldos::Asked;
use crate::cli::args::position::MaybePlace;
use crate::cli::caption::{Caption, PositionQuery};
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::picture::Picture;
use crate::games::daldos::rules::{BoardRules, Rules};
use crate::games::daldos::{Game, Position, Setup};

/// The position asked about, and what its file says of it.
pub(super) fn read(asked: &Asked) -> Result<(Position, Caption), Failure> {
    let read = input::position::<Rules, Setup>(&asked.place)?;
    let rules = match (&asked.rules, &read.file.rules) {
        (Some(text), _) => super::rules(text)?,
        (None, Some(rules)) => rules.clone(),
        (None, None) => {
            // The board drawn says how large it is, where it is drawn well.
            let drawn = u8::try_from(read.file.setup.rows[0].len()).unwrap_or(u8::MAX);
            let board = BoardRules {
                n: drawn,
                ..BoardRules::default()
            };
            let rules = Rules::default();
            rules.clone().with_board(board).unwrap_or(rules)
        }
    };
    let game = Arc::new(Game::new(rules)?);
    let position = read.legal(game.rules(), read.file.setup.position(&game))?;
    Ok((position, Caption::of(read.file.title, read.file.source)))
}

/// The position that a report is about.
pub(super) struct Subject {
    pub(super) position: Position,
    pub(super) caption: Caption,
}

impl Subject {
    /// A position of a game under way.
    pub(super) fn at(position: Position) -> Self {
        Self {
            position,
            caption: Caption::default(),
        }
    }

    /// The question for JSON.
    pub(super) fn query(&self, command: &str) -> PositionQuery {
        let (rules, position) = (self.rules().to_string(), self.position.to_string());
        self.caption
            .query(format!("daldos {command}"), rules, position)
    }

    /// The title, the board and whose throw it is.
    pub(super) fn picture(&self) -> Picture {
        let state = match self.position.winner() {
            Some(winner) => format!("the game is over: {winner} has won"),
            None => format!("{} to throw", self.position.side()),
        };
        Picture {
            above: self.caption.heading(),
            board: picture::draw(&self.position, &[]),
            below: format!("\n  {} · {state} · capitals are dalled\n", self.position),
            scene: picture::scene(&self.position),
        }
    }

    pub(super) fn rules(&self) -> &Rules {
        self.position.game().rules()
    }
}

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
