//! The position that a command is asked about.

use super::picture;
use crate::cli::args::sig::Asked;
use crate::cli::caption::{Caption, PositionQuery};
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::picture::Picture;
use crate::games::sig::notation::PositionFile;
use crate::games::sig::{Position, Rules};

/// A position with what is said about it.
pub(super) struct Question {
    pub(super) position: Position,
    caption: Caption,
}

impl Question {
    pub(super) fn new(asked: &Asked) -> Result<Self, Failure> {
        let (file, place) = input::position::<PositionFile>(&asked.place)?;
        let rules = match (&asked.rules, file.rules) {
            (Some(text), _) => super::rules(text)?,
            (None, Some(rules)) => rules,
            (None, None) => {
                let length = u8::try_from(file.setup.rows[0].len()).unwrap_or(u8::MAX);
                let drawn = Rules::depaulis().with_length(length);
                drawn.map_err(|error| fault(&place, error))?
            }
        };
        let position = file.setup.position(&rules).map_err(|faults| {
            let context = format!("{place}: no position under {rules}");
            Failure::Input(anyhow::Error::new(faults).context(context))
        })?;
        Ok(Self {
            position,
            caption: Caption {
                title: file.title,
                source: file.source,
            },
        })
    }

    /// The question for JSON.
    pub(super) fn query(&self, command: &str) -> PositionQuery {
        let (rules, position) = (self.rules().to_string(), self.position.to_string());
        self.caption
            .query(format!("sig {command}"), rules, position)
    }

    /// The title, the board and whose turn it is.
    pub(super) fn picture(&self) -> Picture {
        let state = if self.position.is_over() {
            match self.position.ahead() {
                Some(team) => format!("the game is over: {team} has more pieces"),
                None => "the game is over: a draw".to_owned(),
            }
        } else {
            format!("{} to throw", self.position.side())
        };
        Picture {
            above: self.caption.heading(false),
            board: picture::draw(&self.position),
            below: format!("\n  {} · {state}\n", self.position),
            scene: picture::scene(&self.position),
        }
    }

    pub(super) fn rules(&self) -> &Rules {
        self.position.rules()
    }
}

fn fault(place: &str, error: impl std::fmt::Display) -> Failure {
    Failure::input(format!("{place}: {error}"))
}
