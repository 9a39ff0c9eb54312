//! The position that a command is asked about.

use serde_json::{Value, json};

use super::picture;
use crate::cli::args::sig::{Asked, Place};
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::games::sig::notation::{NotationError, PositionFile};
use crate::games::sig::{Position, Rules};

/// Bytes a position file may have.
const MAX_FILE: usize = 64 << 10;

/// A position with what is said about it.
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
                let length = file.setup.rows[0].len().to_string();
                let drawn = Rules::depaulis().set_all([("length", length.as_str())]);
                drawn.map_err(|error| fault(&place, error))?
            }
        };
        let position = file.setup.position(&rules).map_err(|faults| {
            let context = format!("{place}: no position under {rules}");
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
            "command": format!("sig {command}"),
            "rules": self.rules().to_string(),
            "position": self.position.to_string(),
        });
        if let Some(title) = &self.title {
            query["title"] = json!(title);
        }
        query
    }

    /// The title, the board and whose turn it is.
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
        text.push_str(&picture::draw(&self.position));
        let state = if self.position.is_over() {
            match self.position.ahead() {
                Some(team) => format!("the game is over: {team} has more pieces"),
                None => "the game is over: a draw".to_owned(),
            }
        } else {
            format!("{} to throw", self.position.side())
        };
        text.push_str(&format!("\n  {} · {state}\n", self.position));
        text
    }

    pub(super) fn rules(&self) -> &Rules {
        self.position.rules()
    }
}

/// The file, standard input or the text, and what to call it.
fn read(asked: &Place) -> Result<(PositionFile, String), Failure> {
    let (text, place) = match (&asked.position, &asked.file) {
        (Some(text), _) => {
            if text.len() > MAX_FILE {
                return Err(Failure::input(format!(
                    "--position is longer than the limit of {MAX_FILE} bytes"
                )));
            }
            (text.clone(), "--position".to_owned())
        }
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
            Err(fault(&place, format!("{error}{shown}")))
        }
    }
}

/// The line with a mark under the column that is wrong, for a position on one line.
fn caret(text: &str, error: &NotationError) -> Option<String> {
    let NotationError::Symbol { column, .. } = error else {
        return None;
    };
    let mut lines = text.lines().filter(|line| {
        let bare = line.split('#').next().unwrap_or_default();
        !bare.trim().is_empty()
    });
    let line = lines.next()?.trim_start();
    if lines.next().is_some() || line.chars().count() > 200 {
        return None;
    }
    let under = " ".repeat(column.saturating_sub(1));
    Some(format!("\n  {line}\n  {under}^"))
}

fn fault(place: &str, error: impl std::fmt::Display) -> Failure {
    Failure::input(format!("{place}: {error}"))
}
