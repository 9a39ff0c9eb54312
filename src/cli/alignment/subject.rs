//! The position that a command is asked about.

use super::Named;
use crate::board::Bits;
use crate::cli::args::alignment::Asked;
use crate::cli::args::list::List;
use crate::cli::caption::{Caption, PositionQuery};
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::picture::{self, Picture};
use crate::games::alignment::{Move, Position, Setup};

/// Moves `--play` may make.
const MAX_PLAYED: usize = 10_000;

/// The position asked about, and what its file and the moves played say of it.
pub(in crate::cli) fn read<R: Named>(asked: &Asked) -> Result<(Position<R>, Caption), Failure> {
    let read = input::position::<R, Setup>(&asked.place)?;
    let rules = match &asked.rules {
        Some(text) => super::rules(text)?,
        None => read
            .file
            .rules
            .unwrap_or_else(|| R::of_size(read.file.setup.rows.board().size())),
    };
    let position = read.legal(rules, read.file.setup.position(rules))?;
    let caption = Caption::of(read.file.title, read.file.source);
    play(position, caption, &List::all(&asked.play))
}

fn play<R: Named>(
    mut position: Position<R>,
    mut caption: Caption,
    moves: &[String],
) -> Result<(Position<R>, Caption), Failure> {
    if moves.len() > MAX_PLAYED {
        return Err(Failure::input(format!(
            "--play has {} moves; at most {MAX_PLAYED}",
            moves.len()
        )));
    }
    for (number, text) in (1..).zip(moves) {
        let wrong = |why: String| Failure::input(format!("--play, move {number}: {why}"));
        let (action, after) = made(&position, text).map_err(wrong)?;
        position = after;
        caption.played.push(action.to_string());
    }
    Ok((position, caption))
}

/// The position that a report is about.
pub(in crate::cli) struct Subject<R> {
    pub(in crate::cli) position: Position<R>,
    pub(in crate::cli) caption: Caption,
}

impl<R: Named> Subject<R> {
    /// A position of a game under way.
    pub(in crate::cli) fn at(position: Position<R>) -> Self {
        Self {
            position,
            caption: Caption::default(),
        }
    }

    /// The question for JSON.
    pub(in crate::cli) fn query(&self, command: &str) -> PositionQuery {
        let (rules, position) = (self.rules().to_string(), self.position.to_string());
        self.caption
            .query(format!("{} {command}", R::GAME), rules, position)
    }

    /// The title, the board and whose move it is.
    pub(in crate::cli) fn picture(&self) -> Picture {
        let position = &self.position;
        Picture {
            above: self.caption.heading(),
            board: picture::draw(position.board(), |index| {
                picture::Mark::of(|side| position.pieces(side).has(index), false)
            }),
            below: format!("\n  {position} · {}\n", turn(position)),
            scene: picture::scene(position.board(), |index| {
                picture::Mark::of(|side| position.pieces(side).has(index), false)
            }),
        }
    }

    pub(in crate::cli) fn rules(&self) -> &R {
        self.position.rules()
    }
}

/// Whose turn it is, and to do what.
fn turn<R: Named>(position: &Position<R>) -> String {
    let side = position.side();
    if let Some(winner) = position.winner() {
        return format!("the game is over: {winner} has won");
    }
    let places = position.reserve(side) > 0;
    match (places, position.chooser() == side) {
        (true, false) => format!("{} places a piece of {side}", side.other()),
        (true, true) if position.rules().moves_early() && position.pieces(side) != 0 => {
            format!("{side} to place or move")
        }
        (true, true) => format!("{side} to place"),
        (false, _) => format!("{side} to move"),
    }
}

/// The move of a text and the position after it, or what is wrong with it.
pub(in crate::cli) fn made<R: Named>(
    position: &Position<R>,
    text: &str,
) -> Result<(Move, Position<R>), String> {
    let action: Move = match text.trim().parse() {
        Ok(action) => action,
        Err(error) => {
            let error: crate::games::alignment::MoveError = error;
            return Err(error.to_string());
        }
    };
    if let Some(play) = position.play(action) {
        return Ok((action, play.position));
    }
    let legal = position.plays();
    let legal = match legal.as_slice() {
        [] => "the game is over".to_owned(),
        plays => {
            let names = plays.iter().map(|play| play.action.to_string());
            format!("the legal moves are {}", itertools::join(names, " "))
        }
    };
    Err(format!("`{action}` is not legal in {position}: {legal}"))
}
