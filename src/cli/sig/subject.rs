//! The position that a command is asked about.

use super::picture;
use crate::cli::args::sig::Asked;
use crate::cli::caption::{Caption, PositionQuery};
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::picture::Picture;
use crate::games::sig::{Position, Rules, Setup};

/// The position asked about, and what its file says of it.
pub(super) fn read(asked: &Asked) -> Result<(Position, Caption), Failure> {
    let read = input::position::<Rules, Setup>(&asked.place)?;
    let rules = match (&asked.rules, &read.file.rules) {
        (Some(text), _) => super::rules(text)?,
        (None, Some(rules)) => rules.clone(),
        (None, None) => {
            let length = u8::try_from(read.file.setup.rows[0].len()).unwrap_or(u8::MAX);
            let drawn = Rules::depaulis().with_length(length);
            drawn.map_err(|error| read.fault(error))?
        }
    };
    let position = read.legal(&rules, read.file.setup.position(&rules))?;
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
            .query(format!("sig {command}"), rules, position)
    }

    /// The title, the board and whose turn it is.
    pub(super) fn picture(&self) -> Picture {
        let state = match end(&self.position) {
            Some(how) => format!("the game is over: {how}"),
            None => format!("{} to throw", self.position.side()),
        };
        Picture {
            above: self.caption.heading(),
            board: picture::draw(&self.position),
            below: format!("\n  {} · {state}\n", self.position),
            scene: picture::scene(&self.position),
        }
    }

    pub(super) fn rules(&self) -> &Rules {
        self.position.rules()
    }
}

/// How the game has ended, if it has.
pub(super) fn end(position: &Position) -> Option<String> {
    position.is_over().then(|| match position.ahead() {
        Some(team) => format!("{team} has more pieces"),
        None => "a draw".to_owned(),
    })
}
