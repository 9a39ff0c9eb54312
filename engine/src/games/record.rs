//! Records of games, whichever the game: where it began, and every move since.
//!
//! ```text
//! game: daldos
//! rules: daldos:n=3
//! start: 1aa/2A1/bbb A     # left out: the start of the game
//! moves:
//! A 1+3: !a2-a1 m3-b2
//! B 2+3: pass
//! ```
//!
//! Before `moves:` stand `key: value` lines, after it a line for each turn: whose it is, what was thrown, what was played.
//! Games without throws leave the throw out (`x: b2`), and may have moves alone, several on a line: `b2 c3 d4`. `#` begins a
//! comment; `;` stands for the end of a line. Every fault of a text is found at once; a move can be held against the rules
//! only as long as all before it are legal.

use std::fmt;
use std::fmt::Display;
use std::str::FromStr;

pub use super::record_fault::{RecordError, RecordFault};
use super::{AnyPosition, Moves};
use crate::board::Side;
use crate::board::notation::{Place, Spot, lines, read};
use crate::rules::{self, Options};

/// Turns a record may have.
pub const MAX_TURNS: usize = 10_000;
/// The keys before the moves.
const KEYS: [&str; 5] = ["game", "rules", "title", "source", "start"];

/// The beginning of a text.
const BEGIN: Place = Place { line: 1, column: 1 };

/// The side of a position that has the turn.
type SideOf<P> = <P as Recordable>::Side;

/// A position of a game that can be written down move by move.
pub trait Recordable: AnyPosition {
    /// Whose turn it is.
    type Side: FromStr<Err: Display> + Display + PartialEq;
    /// The throw and the play of a turn.
    type Turn: Clone;

    /// A line of the moves, as an example.
    const LINE: &'static str;
    /// Whether turns begin with a throw.
    const THROWS: bool;

    /// Whose turn it is.
    fn mover(&self) -> Self::Side;

    /// How the game has ended, if it has.
    fn ended(&self) -> Option<String>;

    /// A fault of a throw that no board would allow.
    fn wrong_throw(_throw: &str) -> Option<String> {
        None
    }

    /// A fault of a play that no board would allow.
    fn wrong_play(play: &str) -> Option<String>;

    /// The turn that was thrown and played so; the throw is empty in games without throws.
    ///
    /// # Errors
    /// The fault of the throw, or of the play.
    fn turn(&self, throw: &str, play: &str) -> Result<Self::Turn, Wrong>;

    /// The position before a turn.
    fn before(turn: &Self::Turn) -> &Self;

    /// The position after it.
    fn next(turn: &Self::Turn) -> Self;

    /// The throw and the play, as [`turn`](Self::turn) reads them.
    fn written(turn: &Self::Turn) -> [String; 2];
}

/// The part of a line that is wrong, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The throw.
    Throw(String),
    /// The play.
    Play(String),
}

/// A move made in a game without throws.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Moved<P: Moves> {
    /// The position before it.
    pub position: P,
    /// The move.
    pub action: P::Move,
    /// The position after it.
    pub after: P,
}

impl<P: Moves> Moved<P> {
    /// A move that is legal; `None` if it is not.
    pub fn new(position: P, action: P::Move) -> Option<Self> {
        let (after, _) = position.after(&action)?;
        Some(Self {
            position,
            action,
            after,
        })
    }
}

impl<P: Moves> Recordable for P {
    type Side = Side;
    type Turn = Moved<P>;

    const LINE: &'static str = "x: b2";
    const THROWS: bool = false;

    fn mover(&self) -> Side {
        self.chooses()
    }

    fn ended(&self) -> Option<String> {
        self.over()
    }

    fn wrong_play(play: &str) -> Option<String> {
        let read = play.parse::<P::Move>();
        read.err().map(|error| error.to_string())
    }

    fn turn(&self, _throw: &str, play: &str) -> Result<Moved<P>, Wrong> {
        let (action, after, _) = self.made(play).map_err(Wrong::Play)?;
        Ok(Moved {
            position: self.clone(),
            action,
            after,
        })
    }

    fn before(turn: &Moved<P>) -> &P {
        &turn.position
    }

    fn next(turn: &Moved<P>) -> P {
        turn.after.clone()
    }

    fn written(turn: &Moved<P>) -> [String; 2] {
        [String::new(), turn.action.to_string()]
    }
}

/// A game, or a part of one: a position and the turns from there on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<P: Recordable> {
    title: Option<String>,
    source: Option<String>,
    start: P,
    turns: Vec<P::Turn>,
}

impl<P: Recordable> Record<P> {
    /// A game that begins here, nothing played yet.
    pub fn new(start: P) -> Self {
        Self {
            title: None,
            source: None,
            start,
            turns: Vec::new(),
        }
    }

    /// Reads a record; rules that are given are taken in the place of its own.
    ///
    /// # Errors
    /// Every fault of the text at once.
    ///
    /// # Examples
    /// ```
    /// use siga::games::{daldos, record::Record, teeko};
    /// let text = "game: daldos; rules: daldos:n=3; moves:; A 1+2: a1-m3; B 2+3: pass";
    /// let record = Record::<daldos::Position>::read(text, None)?;
    /// assert_eq!(record.turns().len(), 2);
    /// assert_eq!(record.end().to_string(), "1aa/2A1/bbb A");
    /// assert_eq!(Record::<teeko::Position>::read("moves:; c3 d4; x: b2", None)?.turns().len(), 3);
    ///
    /// let error = Record::<daldos::Position>::read("moves:\nB 1+2: b1-m3\nC 1+2 pass", None).unwrap_err();
    /// assert_eq!(error.faults.len(), 2);
    /// assert!(error.to_string().starts_with("line 2, column 1: it is A's turn"));
    /// # Ok::<(), siga::games::record::RecordError>(())
    /// ```
    pub fn read(text: &str, rules: Option<&P::Rules>) -> Result<Self, RecordError> {
        Reader::new(text).record(rules)
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
    pub fn turns(&self) -> &[P::Turn] {
        &self.turns
    }

    /// The position after the last turn.
    pub fn end(&self) -> P {
        self.turns
            .last()
            .map_or_else(|| self.start.clone(), P::next)
    }

    /// One more turn, which must be one of the position at the end.
    pub fn push(&mut self, turn: P::Turn) {
        self.turns.push(turn);
    }
}

impl<P: Recordable> Display for Record<P> {
    /// The record as [`Record::read`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game: {}\nrules: {}", P::Rules::GAME, self.rules())?;
        let said = [("title", &self.title), ("source", &self.source)];
        for (key, value) in said {
            if let Some(value) = value {
                writeln!(f, "{key}: {value}")?;
            }
        }
        writeln!(f, "start: {}\nmoves:", self.start)?;
        for turn in &self.turns {
            let [throw, play] = P::written(turn);
            let blank = if P::THROWS { " " } else { "" };
            writeln!(f, "{}{blank}{throw}: {play}", P::before(turn).mover())?;
        }
        Ok(())
    }
}

/// A line of the moves, as far as it can be read without a board.
struct Line<'a, P: Recordable> {
    /// `None` where a move stands alone.
    side: Option<SideOf<P>>,
    throw: Spot<'a>,
    play: Spot<'a>,
    whole: Spot<'a>,
}

struct Reader<'a> {
    lines: Vec<Spot<'a>>,
    faults: Vec<RecordFault>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let mut parts = Vec::new();
        for mut rest in lines(text) {
            while let Some(at) = rest.text.find(';') {
                parts.push(rest.first(at).trim());
                rest = rest.after(at + 1);
            }
            parts.push(rest.trim());
        }
        parts.retain(|part| !part.text.is_empty());
        Self {
            lines: parts,
            faults: Vec::new(),
        }
    }

    fn fault(&mut self, place: Place, message: impl Display) {
        let message = message.to_string();
        self.faults.push(RecordFault { place, message });
    }

    fn record<P: Recordable>(mut self, given: Option<&P::Rules>) -> Result<Record<P>, RecordError> {
        let lines = std::mem::take(&mut self.lines);
        let begin = lines.iter().position(|said| said.text == "moves:");
        let (before, moves) = lines.split_at(begin.unwrap_or(lines.len()));
        let mut header: [Option<Spot<'a>>; KEYS.len()] = [None; KEYS.len()];
        for said in before {
            self.header(*said, &mut header);
        }
        if begin.is_none() {
            let end = before.last().map_or(BEGIN, |said| said.end());
            let message = format!(
                "the line `moves:` is missing, and after it a line for each turn, as in `{}`",
                P::LINE
            );
            self.fault(end, message);
        }
        let [game, rules, title, source, start] = header;
        let name = P::Rules::GAME;
        if let Some(game) = game.filter(|game| !rules::is_game(game.text, name)) {
            self.fault(
                game.place,
                format!("the game is `{}`, not {name}", game.text),
            );
        }
        let said = |said: Option<Spot<'_>>| said.map(|said| said.text.to_owned());
        let mut record = self.start::<P>(given, rules, start).map(|start| Record {
            title: said(title),
            source: said(source),
            ..Record::new(start)
        });
        self.moves(moves.get(1..).unwrap_or_default(), record.as_mut());
        self.faults.sort_by_key(|fault| fault.place);
        match record {
            Some(record) if self.faults.is_empty() => Ok(record),
            _ => Err(RecordError {
                faults: self.faults,
            }),
        }
    }

    /// The moves, held against the rules as long as all before are legal.
    fn moves<P: Recordable>(&mut self, lines: &[Spot<'a>], mut record: Option<&mut Record<P>>) {
        // Moves may stand alone, several on a line.
        let split = |said: &Spot<'a>| match P::THROWS || said.text.contains(':') {
            true => vec![*said],
            false => said.words(),
        };
        for (count, said) in lines.iter().flat_map(split).enumerate() {
            if count == MAX_TURNS {
                let message =
                    format!("the record goes on beyond {MAX_TURNS} turns, the most there can be");
                return self.fault(said.place, message);
            }
            record = match (self.line::<P>(said), record) {
                (Some(line), Some(record)) => self.play(record, &line).then_some(record),
                _ => None,
            };
        }
    }

    /// A line before the moves.
    fn header(&mut self, said: Spot<'a>, header: &mut [Option<Spot<'a>>; KEYS.len()]) {
        let Some(at) = said.text.find(':') else {
            return self.fault(
                said.place,
                format!("`{}` is not `key: value`", said.shown()),
            );
        };
        let (key, value) = said.around(at);
        let known = key.text.to_lowercase();
        match KEYS.iter().position(|key| *key == known) {
            None => {
                let (key_text, keys) = (key.shown(), KEYS.join(", "));
                let message =
                    format!("`{key_text}` is not known: the keys are {keys}, and then `moves`");
                self.fault(key.place, message);
            }
            Some(at) if header[at].is_some() => {
                self.fault(key.place, format!("`{}` was given before", key.text));
            }
            Some(at) => header[at] = Some(value),
        }
    }

    /// The position at the beginning.
    fn start<P: Recordable>(
        &mut self,
        given: Option<&P::Rules>,
        rules: Option<Spot<'a>>,
        start: Option<Spot<'a>>,
    ) -> Option<P> {
        let own = rules.map(|said| self.rules::<P>(said));
        let setup = start.map(|said| {
            let setup = read::<P::Setup>(said.text);
            setup.map_err(|error| self.fault(said.place, error)).ok()
        });
        let rules = match (given, own, &setup) {
            (Some(given), ..) => given.clone(),
            (None, Some(own), _) => own?,
            (None, None, Some(Some(setup))) => {
                P::usual_rules(setup).unwrap_or_else(|_| P::Rules::usual())
            }
            (None, None, _) => P::Rules::usual(),
        };
        let place = start.map_or(BEGIN, |said| said.place);
        let made = match &setup {
            None => P::start(&rules).map(Ok),
            Some(setup) => P::of(setup.as_ref()?, &rules),
        };
        match made {
            Ok(Ok(position)) => Some(position),
            Ok(Err(faults)) => {
                self.fault(place, faults);
                None
            }
            Err(error) => {
                self.fault(place, error);
                None
            }
        }
    }

    /// The rules of a record.
    fn rules<P: Recordable>(&mut self, said: Spot<'a>) -> Option<P::Rules> {
        let wrong = match rules::parse::<P::Rules>(said.text) {
            Ok(rules) => return Some(rules),
            Err(wrong) => wrong,
        };
        let before = &said.text[..wrong.at.start.min(said.text.len())];
        let place = Place {
            column: said.place.column + before.chars().count(),
            ..said.place
        };
        self.fault(place, wrong);
        None
    }

    /// A line of the moves; what is wrong with it whatever the board is told.
    fn line<P: Recordable>(&mut self, said: Spot<'a>) -> Option<Line<'a, P>> {
        let (side, throw, play) = match said.text.find(':') {
            Some(at) => {
                let (head, play) = said.around(at);
                let (side, throw) = head.word();
                (Some(side), throw, play)
            }
            None if !P::THROWS => (None, said.first(0), said),
            None => {
                let message = format!(
                    "write whose turn it is, the throw, a colon and the play, as in `{}`",
                    P::LINE
                );
                self.fault(said.place, message);
                return None;
            }
        };
        let known = self.faults.len();
        let side = side.and_then(|side| {
            let read = side.text.parse::<SideOf<P>>();
            read.map_err(|error| self.fault(side.place, error)).ok()
        });
        let wrong = match P::THROWS || throw.text.is_empty() {
            true => P::wrong_throw(throw.text),
            false => Some(format!(
                "there are no throws in this game: write `{}`",
                P::LINE
            )),
        };
        if let Some(wrong) = wrong {
            self.fault(throw.place, wrong);
        }
        let missing = || format!("the play is missing: a turn is written as in `{}`", P::LINE);
        let wrong = match play.text.is_empty() {
            true => Some(missing()),
            false => P::wrong_play(play.text),
        };
        if let Some(wrong) = wrong {
            self.fault(play.place, wrong);
        }
        (self.faults.len() == known).then_some(Line {
            side,
            throw,
            play,
            whole: said,
        })
    }

    /// Plays a line; says whether it is legal.
    fn play<P: Recordable>(&mut self, record: &mut Record<P>, line: &Line<'a, P>) -> bool {
        let position = record.end();
        let (place, message) = if let Some(how) = position.ended() {
            (line.whole.place, format!("the game is over: {how}"))
        } else if line
            .side
            .as_ref()
            .is_some_and(|side| *side != position.mover())
        {
            (
                line.whole.place,
                format!("it is {}'s turn", position.mover()),
            )
        } else {
            match position.turn(line.throw.text, line.play.text) {
                Ok(turn) => {
                    record.turns.push(turn);
                    return true;
                }
                Err(Wrong::Throw(wrong)) => (line.throw.place, wrong),
                Err(Wrong::Play(wrong)) => (line.play.place, wrong),
            }
        };
        self.fault(
            place,
            format!("{message}; what follows is not held against the rules"),
        );
        false
    }
}
