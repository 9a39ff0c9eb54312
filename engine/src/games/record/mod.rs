//! Records of games, whichever the game: where it began, and every move since.
//!
//! ```text
//! game: daldos
//! rules: daldos:n=3
//! start: 1aa/2A1/bbb A     # left out: the start of the game
//! moves:
//! A 1+3: !a2-a1 m3-b2
//! B 2+3: pass
//! A 1+2:                   # thrown, not yet played: the last line may be so
//! ```
//!
//! Before `moves:` stand `key: value` lines, after it a line for each turn: whose it is, what was thrown, what was played.
//! Games without throws leave the throw out (`x: b2`), and may have moves alone, several on a line, numbered or not: `1. b2 c3 2. d4`. `#` begins a
//! comment; `;` stands for the end of a line. Every fault of a text is found at once; a move can be held against the rules
//! only as long as all before it are legal.

mod fault;
mod read;

use std::fmt;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use super::any_position::numbers;
use super::{AnyPosition, Moves};
use crate::board::Side;
use crate::rules::RulesText;
use crate::work::Fault;
pub use fault::{RecordError, RecordFault};

/// Turns a record may have.
pub const MAX_TURNS: usize = 10_000;

/// The side of a position that has the turn.
type SideOf<P> = <P as Recordable>::Side;

/// Whether a text has the line that the moves of a record stand below.
pub fn is_record(text: &str) -> bool {
    text.split(['\n', ';']).any(|line| line.trim() == "moves:")
}

/// A position of a game that can be written down move by move.
pub trait Recordable: AnyPosition {
    /// Whose turn it is.
    type Side: FromStr<Err: Display> + Display + PartialEq;
    /// The throw of a turn; `()` in games without throws.
    type Thrown: Clone + Debug + PartialEq;
    /// The play of a turn: in games with throws as it is written.
    type Played: Clone + Debug + Display + PartialEq;

    /// A line of the moves, as an example.
    const LINE: &'static str;
    /// Whether turns begin with a throw.
    const THROWS: bool;

    /// Whose turn it is.
    fn mover(&self) -> Self::Side;

    /// How the game has ended, if it has.
    fn ended(&self) -> Option<String>;

    /// A throw as it is written; nothing in games without throws.
    fn throw_text(throw: &Self::Thrown) -> String;

    /// A fault of a throw that no board would allow.
    fn wrong_throw(_throw: &str) -> Option<String> {
        None
    }

    /// A fault of a play that no board would allow.
    fn wrong_play(play: &str) -> Option<String>;

    /// The throw of a text; nothing in games without throws.
    ///
    /// # Errors
    /// It cannot be thrown.
    fn read_throw(&self, throw: &str) -> Result<Self::Thrown, Fault>;

    /// The turn in which a throw was played so.
    ///
    /// # Errors
    /// The fault of the play.
    fn turn(&self, throw: Self::Thrown, play: &str) -> Result<Turn<Self>, String>;
}

/// What is thrown before anything moves, and the play made of it; in games without throws, a move.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Turn<P: Recordable> {
    /// The position before it.
    pub position: P,
    /// The throw.
    pub throw: P::Thrown,
    /// The play.
    pub action: P::Played,
    /// The position after it.
    pub after: P,
}

impl<P: Recordable> Turn<P> {
    /// The throw and the play, as they are read.
    pub fn written(&self) -> [String; 2] {
        [P::throw_text(&self.throw), self.action.to_string()]
    }
}

impl<P: Moves> Recordable for P {
    type Side = Side;
    type Thrown = ();
    type Played = P::Move;

    const LINE: &'static str = "x: b2";
    const THROWS: bool = false;

    fn mover(&self) -> Side {
        self.chooses()
    }

    fn ended(&self) -> Option<String> {
        self.over()
    }

    fn throw_text(_throw: &()) -> String {
        String::new()
    }

    fn wrong_play(play: &str) -> Option<String> {
        let read = play.parse::<P::Move>();
        let error = read.err().filter(|_| numbers(play).is_none());
        error.map(|error| error.to_string())
    }

    fn read_throw(&self, _throw: &str) -> Result<(), Fault> {
        Ok(())
    }

    fn turn(&self, _throw: (), play: &str) -> Result<Turn<P>, String> {
        let (action, after, _) = self.made(play)?;
        Ok(Turn {
            position: self.clone(),
            throw: (),
            action,
            after,
        })
    }
}

/// A game, or a part of one: a position and the turns from there on.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<P: Recordable> {
    title: Option<String>,
    source: Option<String>,
    start: P,
    turns: Vec<Turn<P>>,
    thrown: Option<String>,
}

impl<P: Recordable> Record<P> {
    /// A game that begins here, nothing played yet.
    pub fn new(start: P) -> Self {
        Self {
            title: None,
            source: None,
            start,
            turns: Vec::new(),
            thrown: None,
        }
    }

    /// Reads a record; rules that are given are taken in the place of its own.
    ///
    /// # Errors
    /// Every fault of the text at once.
    ///
    /// # Examples
    /// ```
    /// use siga::games::{daldos, line_up, record::Record};
    /// let text = "game: daldos; rules: daldos:n=3; moves:; A 1+2: a1-m3; B 2+3: pass";
    /// let record = Record::<daldos::Position>::read(text, None)?;
    /// assert_eq!(record.turns().len(), 2);
    /// assert_eq!(record.end().to_string(), "1aa/2A1/bbb A");
    /// assert_eq!(Record::<line_up::Position>::read("game: teeko; moves:; c3 d4; x: b2", None)?.turns().len(), 3);
    ///
    /// let error = Record::<daldos::Position>::read("moves:\nB 1+2: b1-m3\nC 1+2 pass", None).unwrap_err();
    /// assert_eq!(error.faults.len(), 2);
    /// assert!(error.to_string().starts_with("line 2, column 1: it is A's turn"));
    /// # Ok::<(), siga::games::record::RecordError>(())
    /// ```
    pub fn read(text: &str, rules: Option<&P::Rules>) -> Result<Self, RecordError> {
        Self::read_of(text, rules, P::Rules::GAME)
    }

    /// Reads a record of one game of a family, as [`Record::read`] does.
    ///
    /// # Errors
    /// Every fault of the text at once.
    pub fn read_of(text: &str, rules: Option<&P::Rules>, game: &str) -> Result<Self, RecordError> {
        read::RecordReader::new(text).record(rules, game)
    }

    /// The title.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Where it comes from.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The rules.
    pub fn rules(&self) -> &P::Rules {
        self.start.rules()
    }

    /// The position at the beginning.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// Every turn.
    pub fn turns(&self) -> &[Turn<P>] {
        &self.turns
    }

    /// The position after the last turn.
    pub fn end(&self) -> P {
        let last = self.turns.last();
        last.map_or(&self.start, |turn| &turn.after).clone()
    }

    /// The throw after the last turn, as it is written, where it is not played yet.
    pub fn thrown(&self) -> Option<&str> {
        self.thrown.as_deref()
    }

    /// One more turn, which must be one of the position at the end.
    pub fn push(&mut self, turn: Turn<P>) {
        self.turns.push(turn);
    }

    /// Ends with a throw that is not played yet.
    #[must_use]
    pub fn with_thrown(self, thrown: Option<String>) -> Self {
        Self { thrown, ..self }
    }
}

impl<P: Recordable> Display for Record<P> {
    /// The record as [`Record::read`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules().shown();
        let game = rules.split(':').next().unwrap_or_default();
        writeln!(f, "game: {game}\nrules: {rules}")?;
        let said = [("title", &self.title), ("source", &self.source)];
        for (key, value) in said {
            if let Some(value) = value {
                writeln!(f, "{key}: {value}")?;
            }
        }
        writeln!(f, "start: {}\nmoves:", self.start)?;
        for turn in &self.turns {
            let [throw, play] = turn.written();
            let blank = if P::THROWS { " " } else { "" };
            writeln!(f, "{}{blank}{throw}: {play}", turn.position.mover())?;
        }
        if let Some(throw) = &self.thrown {
            writeln!(f, "{} {throw}:", self.end().mover())?;
        }
        Ok(())
    }
}
