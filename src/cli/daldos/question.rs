//! The position that a command is asked about.

use std::sync::Arc;

use serde_json::{Value, json};

use super::picture;
use crate::cli::args::daldos::{Asked, Place};
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::games::daldos::board::{Game, NotationError, Position, PositionFile};
use crate::games::daldos::rules::{BoardRules, Rules};

/// Bytes a position file may have.
const MAX_FILE: usize = 64 << 10;

/// A position with what its file says about it.
pub(super) struct Question {
    pub(super) position: Position,
    title: Option<String>,
    source: Option<String>,
}

impl Question {
    pub(super) fn new(asked: &Asked) -> Result<Self, Failure> {
        let (file, place) = read(&asked.place)?;
        let rules = match (&asked.rules, file.rules) {
            (Some(text), _) => super::rules(text)?,
            (None, Some(rules)) => rules,
            (None, None) => {
                // The board drawn says how large it is, where it is drawn well.
                let drawn = u8::try_from(file.setup.rows[0].len()).unwrap_or(u8::MAX);
                let board = BoardRules {
                    n: drawn,
                    ..BoardRules::default()
                };
                let rules = Rules::default();
                rules.clone().with_board(board).unwrap_or(rules)
            }
        };
        let game = Game::new(rules).map_err(|error| Failure::Input(error.into()))?;
        let game = Arc::new(game);
        let position = file.setup.position(&game).map_err(|faults| {
            let context = format!("{place}: no position under {}", game.rules());
            Failure::Input(anyhow::Error::new(faults).context(context))
        })?;
        Ok(Self {
            position,
            title: file.title,
            source: file.source,
        })
    }

    /// The question for JSON.
    pub(super) fn query(&self, command: &str) -> Value {
        let mut query = json!({
            "command": format!("daldos {command}"),
            "rules": self.rules().to_string(),
            "position": self.position.to_string(),
        });
        if let Some(title) = &self.title {
            query["title"] = json!(title);
        }
        query
    }

    /// The title, the board and whose throw it is.
    pub(super) fn picture(&self) -> String {
        let mut text = String::new();
        if let Some(title) = &self.title {
            text.push_str(&format!("\u{1b}[1m{title}\u{1b}[0m\n"));
        }
        if let Some(source) = &self.source {
            text.push_str(&format!("{source}\n"));
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&picture::draw(&self.position, &[]));
        let state = match self.position.winner() {
            Some(winner) => format!("the game is over: {winner} has won"),
            None => format!("{} to throw", self.position.side()),
        };
        text.push_str(&format!(
            "\n  {} · {state} · capitals are dalled\n",
            self.position
        ));
        text
    }

    pub(super) fn rules(&self) -> &Rules {
        self.position.game().rules()
    }
}

/// The file, standard input or the text, and what to call it.
fn read(asked: &Place) -> Result<(PositionFile, String), Failure> {
    let (text, place) = match (&asked.position, &asked.file) {
        (Some(text), _) if text.len() > MAX_FILE => {
            return Err(Failure::input(format!(
                "--position is longer than the limit of {MAX_FILE} bytes"
            )));
        }
        (Some(text), _) => (text.clone(), "--position".to_owned()),
        (None, Some(file)) if file == "-" => {
            (input::read(file, MAX_FILE)?, "standard input".to_owned())
        }
        (None, Some(file)) => (input::read(file, MAX_FILE)?, file.clone()),
        // clap asks for one of the two.
        (None, None) => return Err(Failure::input("no position is given")),
    };
    match text.parse::<PositionFile>() {
        Ok(file) => Ok((file, place)),
        Err(error) => {
            let shown = caret(&text, &error).unwrap_or_default();
            Err(Failure::input(format!("{place}: {error}{shown}")))
        }
    }
}

/// The line with a mark under the column that is wrong.
fn caret(text: &str, error: &NotationError) -> Option<String> {
    let (NotationError::Symbol { column, .. } | NotationError::TooLong { column, .. }) = error
    else {
        return None;
    };
    let mut lines = text.lines().filter(|line| {
        let bare = line.split('#').next().unwrap_or_default();
        !bare.trim().is_empty()
    });
    let line = lines.next()?;
    if lines.next().is_some() || line.chars().count() > 200 {
        return None;
    }
    let under = " ".repeat(column.saturating_sub(1));
    Some(format!("\n  {line}\n  {under}^"))
}
