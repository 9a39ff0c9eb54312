//! The position that a command is asked about.

use super::cells;
use crate::board::{Bits, Cell};
use crate::cli::args::list::List;
use crate::cli::args::sidja::Asked;
use crate::cli::caption::{Caption, PositionQuery};
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::picture::{self, Picture};
use crate::games::sidja::setup::Setup;
use crate::games::sidja::{Move, MoveError, Outcome, Play, Position, Rules};
use crate::rules::Conflict;

/// Moves `--play` may make.
const MAX_PLAYED: usize = 10_000;

/// The position asked about, and what its file and the moves played say of it.
pub(super) fn read(asked: &Asked) -> Result<(Position, Caption), Failure> {
    let read = input::position::<Rules, Setup>(&asked.place)?;
    let rules = match (&asked.rules, &read.file.rules) {
        (Some(text), _) => super::rules(text)?,
        (None, Some(rules)) => *rules,
        (None, None) => default_rules(&read.file.setup).map_err(|error| read.fault(error))?,
    };
    let position = read.legal(rules, read.file.setup.position(&rules))?;
    let caption = Caption::of(read.file.title, read.file.source);
    play(position, caption, &List::all(&asked.play))
}

fn play(
    mut position: Position,
    mut caption: Caption,
    moves: &[String],
) -> Result<(Position, Caption), Failure> {
    if moves.len() > MAX_PLAYED {
        return Err(Failure::input(format!(
            "--play has {} moves; at most {MAX_PLAYED}",
            moves.len()
        )));
    }
    for (number, text) in (1..).zip(moves) {
        let wrong = |why: String| Failure::input(format!("--play, move {number}: {why}"));
        let play = made(&position, text).map_err(wrong)?;
        position = play.position;
        caption.played.push(play.action.to_string());
        if play.taken != 0 {
            caption.taken = play.taken;
        }
    }
    Ok((position, caption))
}

/// The position that a report is about.
pub(super) struct Subject {
    pub(super) position: Position,
    pub(super) caption: Caption,
}

impl Subject {
    /// A position of a game under way, and the stones last taken in it.
    pub(super) fn at(position: Position, taken: u128) -> Self {
        let caption = Caption {
            taken,
            ..Caption::default()
        };
        Self { position, caption }
    }

    /// The cells of the stones last taken by the moves played.
    fn last_taken(&self) -> Vec<Cell> {
        self.position.board().cells_of(self.caption.taken)
    }

    /// The question for JSON.
    pub(super) fn query(&self, command: &str) -> PositionQuery {
        let (rules, position) = (self.rules().to_string(), self.position.to_string());
        let mut query = self
            .caption
            .query(format!("sidja {command}"), rules, position);
        if !self.caption.played.is_empty() {
            query.last_taken = Some(cells(&self.last_taken()));
        }
        query
    }

    /// The title, the board and whose move it is.
    pub(super) fn picture(&self) -> Picture {
        let mark = |index: u8| {
            picture::Mark::of(
                |side| self.position.stones(side).has(index),
                self.caption.taken.has(index),
            )
        };
        let side = self.position.side();
        let state = match end(&self.position) {
            Some(how) => format!("the game is over: {how}"),
            None if self.position.in_chain() => format!("{side} goes on"),
            None if self.position.is_extra() => {
                format!("{side} makes an extra move, {} being blocked", side.other())
            }
            None if self.position.state().is_placing() => format!("{side} to place"),
            None => format!("{side} to move"),
        };
        let mut below = format!("\n  {} · {state}", self.position);
        if self.caption.taken != 0 {
            let cells = super::spaced(&self.last_taken());
            below.push_str(&format!(" · * last taken: {cells}"));
        }
        below.push('\n');
        let board = self.position.board();
        Picture {
            above: self.caption.heading(),
            board: picture::draw(board, mark),
            below,
            scene: picture::scene(board, mark),
        }
    }

    pub(super) fn rules(&self) -> &Rules {
        self.position.rules()
    }
}

/// How the game has ended, if it has.
pub(super) fn end(position: &Position) -> Option<String> {
    let side = position.side();
    position.end().map(|outcome| match outcome {
        Outcome::Win => format!("{side} has won"),
        Outcome::Draw => "a draw".to_owned(),
        Outcome::Loss => format!("{} has won", side.other()),
    })
}

/// The move of a text and what comes of it, or what is wrong with it.
pub(super) fn made(position: &Position, text: &str) -> Result<Play, String> {
    let action: Result<Move, MoveError> = text.trim().parse();
    let action = action.map_err(|error| error.to_string())?;
    if let Some(play) = position.play(action) {
        return Ok(play);
    }
    let legal: Vec<Move> = position.plays().iter().map(|play| play.action).collect();
    let legal = match legal.as_slice() {
        [] => "the game is over".to_owned(),
        moves => format!("the legal moves are {}", super::spaced(moves)),
    };
    Err(format!("`{action}` is not legal in {position}: {legal}"))
}

/// The first preset, on a board of the size drawn.
fn default_rules(setup: &Setup) -> Result<Rules, Conflict> {
    Rules::SUDAN.with_size(setup.rows.board().size())
}
