//! Games played line by line: one session for every game.
//!
//! A game brings a [`Match`]: what comes next (a throw, a move of the person or of the machine, the
//! end), how moves and throws are read and named, what is known of the moves and of the position. Everything else is the session's: commands,
//! taking back, saving, the echo of a pipe, so that `tests/play` holds whole sessions as text. The draw at a step depends on the seed
//! and the number of the step alone: a throw that was taken back falls again.

mod args;
mod session;

use std::ops::ControlFlow;

use super::args::position::PositionArgs;
use super::caller::Caller;
use super::failure::Failure;
use super::input;
use super::record::RecordOf;
use super::subject::{self, Shown, options_text};
use crate::board::notation::PositionFile;
use crate::games::playouts::Random;
use crate::games::record::{Record, Recordable, Turn};
use crate::games::{AnyPosition, Moves};
use crate::rules::RulesText;
pub(crate) use args::{GameArgs, Seat};
pub(crate) use session::begin;

/// The next event in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Nothing: how the game has ended, in a sentence.
    Over(String),
    /// A throw.
    Throw,
    /// A move of the person.
    Person,
    /// A move of the machine.
    Machine,
}

/// A step of a game that has been made.
pub(crate) struct StepMade<M: Match + ?Sized> {
    /// Where the game stood before.
    pub(crate) state: M::State,
    /// The move made there; `None`: it was thrown.
    pub(crate) action: Option<M::Move>,
}

/// All moves, the best first.
pub(crate) struct Ranking<A> {
    /// Each with its value for the player who makes it, in words.
    pub(crate) moves: Vec<(A, String)>,
    /// The number of moves at the beginning that are equally good, the first included.
    pub(crate) equal: usize,
    /// The basis of the first: `best, proved`, or how far the search looked.
    pub(crate) basis: String,
    /// Where nothing is known that sets the first moves apart: a sentence to that effect, and what is known of the rest.
    pub(crate) open: Option<String>,
}

impl<A> Ranking<A> {
    /// Moves with their values.
    pub(crate) fn of(
        equal: usize,
        basis: impl Into<String>,
        moves: impl IntoIterator<Item = (A, String)>,
    ) -> Self {
        Self {
            moves: moves.into_iter().collect(),
            equal,
            basis: basis.into(),
            open: None,
        }
    }
}

/// A game that can be played in the terminal.
pub(crate) trait Match {
    /// The positions of the game.
    type Position: AnyPosition;
    /// Where a game stands: a position, and what has been thrown and is still to be played.
    type State: Clone;
    /// A move of the player to move.
    type Move: Clone;

    /// The way to type a throw, in games with throws.
    const THROW: Option<&'static str> = None;

    /// The position where a game stands.
    fn position<'a>(&self, state: &'a Self::State) -> &'a Self::Position;

    /// The board, and whose turn it is to do what.
    fn shown(&self, state: &Self::State) -> String;

    /// The next event, all steps so far being these.
    fn next(&self, state: &Self::State, past: &[StepMade<Self>]) -> Next;

    /// Whether it is known who wins before this throw and whatever follows, so that the machine plays for its chance to win.
    fn is_solved(&self, _state: &Self::State) -> Result<bool, Failure> {
        Ok(false)
    }

    /// The side that is to throw or to move.
    fn mover(&self, state: &Self::State) -> String;

    /// The moves of a text, one after the other, or what is wrong with it.
    fn read(&self, state: &Self::State, text: &str) -> Result<Vec<Self::Move>, String>;

    /// The state after a move that is legal.
    fn make(&self, state: &Self::State, action: &Self::Move) -> Self::State;

    /// A move as it is typed.
    fn name(&self, state: &Self::State, action: &Self::Move) -> String;

    /// The only move there is, where it need not be asked for.
    fn forced(&self, _state: &Self::State) -> Option<Self::Move> {
        None
    }

    /// Every move, the best first.
    fn ranking(
        &self,
        state: &Self::State,
        past: &[StepMade<Self>],
    ) -> Result<Ranking<Self::Move>, Failure>;

    /// The knowledge of who wins, and its basis, in lines.
    fn value(&self, state: &Self::State, past: &[StepMade<Self>]) -> Result<String, Failure>;

    /// The state after a throw, and the throw in words; or the reason why it is impossible.
    fn throw(
        &self,
        _state: &Self::State,
        _dice: &mut Random,
    ) -> Result<(Self::State, String), String> {
        Err("There are no throws in this game.".to_owned())
    }

    /// The state after the throw of a text, and the throw in words; `None` if the text looks like no throw.
    fn read_throw(
        &self,
        _state: &Self::State,
        _text: &str,
    ) -> Option<Result<(Self::State, String), String>> {
        None
    }

    /// What of the state a file of the position cannot hold, in a sentence.
    fn not_in_file(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// A file of the whole game, for `review`.
    fn record(&self, past: &[StepMade<Self>], now: &Self::State) -> Option<String>;
}

/// A game under way, whatever the game.
pub(crate) trait AnySession {
    /// The rules, how the machine plays and who plays which side.
    fn remarks(&self) -> &[String];

    /// The beginning: what may be typed, and the board, once it is the turn of the person.
    fn open(&mut self) -> Result<String, Failure>;

    /// The reply to a line that was typed, the last one where the game is left.
    fn answer(&mut self, line: &str) -> Result<ControlFlow<String, String>, Failure>;
}

/// The position that a game begins with, and what was thrown and played from there before, where a game goes on.
pub(crate) fn start<P: Shown + Recordable>(
    game: &GameArgs<P>,
    caller: Caller,
) -> Result<(P, Vec<[String; 2]>), Failure> {
    let turns = Vec::new();
    if game.start.is_none() {
        let position = subject::start(game.rules.as_deref(), game.game, caller)?;
        return Ok((position, turns));
    }
    let asked = PositionArgs {
        file: game.start.clone(),
        rules: game.rules.clone(),
        game: game.game,
        ..PositionArgs::default()
    };
    let named = |failure: Failure| failure.context("--start");
    if let Some(text) = input::record_text(&asked, caller.reads).map_err(named)? {
        let mut asked = RecordOf {
            file: asked.file,
            rules: asked.rules,
            record: Some(text),
            game: asked.game,
            read: None,
        };
        let record: &Record<P> = asked.read(caller).map_err(named)?;
        let turns = record.turns().iter().map(Turn::written);
        let thrown = (record.thrown()).map(|throw| [throw.to_owned(), String::new()]);
        return Ok((record.start().clone(), turns.chain(thrown).collect()));
    }
    let position = subject::read::<P>(&asked, caller).map_err(named)?.position;
    Ok((position, turns))
}

/// A file of a game without throws: the positions and what was played in them.
pub(crate) fn record<P: Moves>(
    played: impl IntoIterator<Item = (P, P::Move)>,
    now: &P,
) -> Option<String> {
    let mut played = played.into_iter().peekable();
    let start = played.peek().map_or(now, |(position, _)| position).clone();
    let mut record = Record::new(start);
    for (position, action) in played {
        record.push(Recordable::turn(&position, (), &action.to_string()).ok()?);
    }
    Some(record.to_string())
}

/// A file of a position.
fn file<P: AnyPosition>(position: &P) -> String {
    let file = PositionFile {
        rules: Some(position.rules().clone()),
        title: None,
        source: None,
        setup: position.setup(),
    };
    file.to_string()
}

/// Rules for whoever plays: the text, and each option with its meaning.
fn rules_text<R: RulesText>(rules: &R) -> String {
    let options = match options_text(rules, |_, _| true) {
        none if none.is_empty() => rules.how_to_play(),
        options => options,
    };
    format!("{}\n{options}", rules.shown())
}
