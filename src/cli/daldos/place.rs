//! The position and the rules that an endgame or a simulation is about.

use std::sync::Arc;

use crate::cli::failure::Failure;
use crate::cli::input;
use crate::games::daldos::board::{Game, Position, PositionFile};
use crate::games::daldos::rules::{BoardRules, Rules};

/// Bytes a position file may have.
const MAX_FILE: usize = 64 << 10;

/// The rules of `--rules`.
pub(super) fn rules(text: Option<&str>) -> Result<Option<Rules>, Failure> {
    let parsed = text.map(|text| {
        text.parse::<Rules>().map_err(|error| {
            Failure::Input(anyhow::Error::new(error).context(format!("--rules {text}")))
        })
    });
    parsed.transpose()
}

/// The rules with another n.
pub(super) fn with_n(rules: Rules, n: u8) -> Result<Rules, Failure> {
    let board = BoardRules {
        n,
        ..*rules.board()
    };
    rules
        .with_board(board)
        .map_err(|error| Failure::Input(error.into()))
}

/// Rules made ready for play.
pub(super) fn ready(rules: Rules) -> Result<Arc<Game>, Failure> {
    let named = rules.to_string();
    Game::new(rules)
        .map(Arc::new)
        .map_err(|error| Failure::Input(anyhow::Error::new(error).context(named)))
}

/// The position of a file, of standard input or of a text; `None` if there is neither.
///
/// The rules are those of `--rules`, else the file's own, else the preset's with the n of the rows written.
pub(super) fn position(
    file: Option<&str>,
    text: Option<&str>,
    given: Option<&str>,
    n: Option<u8>,
) -> Result<Option<Position>, Failure> {
    let (text, place) = match (text, file) {
        (Some(text), _) if text.len() > MAX_FILE => {
            return Err(Failure::input(format!(
                "--position is longer than the limit of {MAX_FILE} bytes"
            )));
        }
        (Some(text), _) => (text.to_owned(), "--position".to_owned()),
        (None, Some("-")) => (input::read("-", MAX_FILE)?, "standard input".to_owned()),
        (None, Some(file)) => (input::read(file, MAX_FILE)?, file.to_owned()),
        (None, None) => return Ok(None),
    };
    let parsed: PositionFile = text
        .parse()
        .map_err(|error| Failure::input(format!("{place}: {error}")))?;
    let mut rules = match (rules(given)?, &parsed.rules) {
        (Some(rules), _) => rules,
        (None, Some(rules)) => rules.clone(),
        (None, None) => {
            let holes = u8::try_from(parsed.setup.rows[0].len()).unwrap_or(u8::MAX);
            with_n(Rules::default(), holes)?
        }
    };
    if let Some(n) = n {
        rules = with_n(rules, n)?;
    }
    let game = ready(rules)?;
    let position = parsed.setup.position(&game).map_err(|faults| {
        let context = format!("{place}: no position under {}", game.rules());
        Failure::Input(anyhow::Error::new(faults).context(context))
    })?;
    Ok(Some(position))
}

/// Two numbers of pieces from `--pieces` and the like.
pub(super) fn pair(option: &str, numbers: &[usize]) -> Result<[usize; 2], Failure> {
    <[usize; 2]>::try_from(numbers).map_err(|_| {
        Failure::input(format!(
            "{option} takes the pieces of A and of B, such as {option} 2,1"
        ))
    })
}
