//! The record of a game: every throw with the play made of it.
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
//! Before `moves:` stand `key: value` lines, after it a line for each throw: who throws, what the dice show, the play as
//! [`Position::read_play`] reads it. `#` begins a comment; `;` stands for the end of a line. Every fault of a text is
//! found at once; a play can be held against the rules only as long as all before it are legal.

use std::fmt;
use std::sync::Arc;

use super::fault::{RecordError, RecordFault};
use crate::board::notation::Place;
use crate::games::daldos::rules::Rules;
use crate::games::daldos::{Cast, Game, Hole, Play, Position, Side};
use crate::rules;

/// Throws a record may have.
pub const MAX_THROWS: usize = 10_000;
/// The keys before the moves.
const KEYS: [&str; 5] = ["game", "rules", "title", "source", "start"];

/// A throw, and the play made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Turn {
    /// The position before the throw.
    pub position: Position,
    /// The throw.
    pub cast: Cast,
    /// The play.
    pub play: Play,
}

/// A game, or a part of one: a position and the throws and plays from there on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    title: Option<String>,
    source: Option<String>,
    start: Position,
    turns: Vec<Turn>,
}

impl Record {
    /// A game that begins here, nothing thrown yet.
    pub fn new(start: Position) -> Self {
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
    /// use siga::games::daldos::review::Record;
    /// let text = "game: daldos; rules: daldos:n=3; moves:; A 1+2: a1-m3; B 2+3: pass";
    /// let record = Record::read(text, None)?;
    /// assert_eq!(record.turns().len(), 2);
    /// assert_eq!(record.end().to_string(), "1aa/2A1/bbb A");
    ///
    /// let error = Record::read("moves:\nB 1+2: b1-m3\nC 1+2 pass", None).unwrap_err();
    /// assert_eq!(error.faults.len(), 2);
    /// assert!(error.to_string().starts_with("line 2, column 1: it is A who throws"));
    /// # Ok::<(), siga::games::daldos::review::RecordError>(())
    /// ```
    pub fn read(text: &str, rules: Option<&Rules>) -> Result<Self, RecordError> {
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
    pub fn rules(&self) -> &Rules {
        self.start.game().rules()
    }

    /// The position at the beginning.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Every throw with its play.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The position after the last play.
    pub fn end(&self) -> Position {
        let last = self.turns.last();
        last.map_or_else(
            || self.start.clone(),
            |turn| turn.position.after(&turn.play),
        )
    }

    /// One more throw and its play, which must be one of the plays of the throw at the end.
    pub fn push(&mut self, cast: Cast, play: Play) {
        let position = self.end();
        self.turns.push(Turn {
            position,
            cast,
            play,
        });
    }
}

impl fmt::Display for Record {
    /// The record as [`Record::read`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game: daldos\nrules: {}", self.rules())?;
        let said = [("title", &self.title), ("source", &self.source)];
        for (key, value) in said {
            if let Some(value) = value {
                writeln!(f, "{key}: {value}")?;
            }
        }
        writeln!(f, "start: {}\nmoves:", self.start)?;
        for turn in &self.turns {
            let play = turn.play.text(&turn.position);
            writeln!(f, "{} {}: {play}", turn.position.side(), turn.cast.text())?;
        }
        Ok(())
    }
}

/// A part of a text with its place.
#[derive(Clone, Copy)]
struct Said<'a> {
    text: &'a str,
    place: Place,
}

impl<'a> Said<'a> {
    /// Without blanks around it.
    fn trimmed(self) -> Self {
        let start = self.text.trim_start();
        let before = self.text[..self.text.len() - start.len()].chars().count();
        Self {
            text: start.trim_end(),
            place: Place {
                column: self.place.column + before,
                ..self.place
            },
        }
    }

    /// The texts before and after a sign, without blanks around them.
    fn split(self, sign: char) -> Option<(Self, Self)> {
        let (before, after) = self.text.split_once(sign)?;
        let column = self.place.column + before.chars().count() + 1;
        let place = Place {
            column,
            ..self.place
        };
        let after = Self { text: after, place };
        Some((
            Self {
                text: before,
                ..self
            }
            .trimmed(),
            after.trimmed(),
        ))
    }

    /// The place behind it.
    fn behind(self) -> Place {
        Place {
            column: self.place.column + self.text.chars().count(),
            ..self.place
        }
    }
}

/// A line of the moves, as far as it can be read without a board.
struct Line<'a> {
    side: Side,
    throw: Said<'a>,
    play: Said<'a>,
    whole: Said<'a>,
}

struct Reader<'a> {
    lines: Vec<Said<'a>>,
    faults: Vec<RecordFault>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or_default();
            let mut column = 1;
            for part in text.split(';') {
                let place = Place { line, column };
                let said = Said { text: part, place }.trimmed();
                if !said.text.is_empty() {
                    lines.push(said);
                }
                column += part.chars().count() + 1;
            }
        }
        Self {
            lines,
            faults: Vec::new(),
        }
    }

    fn fault(&mut self, place: Place, message: impl fmt::Display) {
        let message = message.to_string();
        self.faults.push(RecordFault { place, message });
    }

    fn record(mut self, given: Option<&Rules>) -> Result<Record, RecordError> {
        let lines = std::mem::take(&mut self.lines);
        let begin = lines.iter().position(|said| said.text == "moves:");
        let (before, moves) = lines.split_at(begin.unwrap_or(lines.len()));
        let mut header: [Option<Said<'a>>; KEYS.len()] = [None; KEYS.len()];
        for said in before {
            self.header(*said, &mut header);
        }
        if begin.is_none() {
            let end = before
                .last()
                .map_or(Place { line: 1, column: 1 }, |said| said.behind());
            self.fault(end, "the line `moves:` is missing, and after it a line for each throw, as in `A 1+3: a1-m4`");
        }
        let [game, rules, title, source, start] = header;
        if let Some(game) = game.filter(|game| !rules::is_game(game.text, "daldos")) {
            self.fault(
                game.place,
                format!("the game is `{}`, not daldos", game.text),
            );
        }
        let said = |said: Option<Said<'_>>| said.map(|said| said.text.to_owned());
        let mut record = self.start(given, rules, start).map(|start| Record {
            title: said(title),
            source: said(source),
            ..Record::new(start)
        });
        let moves = moves.get(1..).unwrap_or_default();
        if let Some(first) = moves.get(MAX_THROWS) {
            self.fault(
                first.place,
                format!("the record goes on beyond {MAX_THROWS} throws, the most there can be"),
            );
        }
        // Held against the rules as long as all before it is legal.
        let mut playing = record.is_some();
        for said in moves.iter().take(MAX_THROWS) {
            let Some(line) = self.line(*said) else {
                playing = false;
                continue;
            };
            if let (Some(record), true) = (&mut record, playing) {
                playing = self.play(record, &line);
            }
        }
        self.faults.sort_by_key(|fault| fault.place);
        match record {
            Some(record) if self.faults.is_empty() => Ok(record),
            _ => Err(RecordError {
                faults: self.faults,
            }),
        }
    }

    /// A line before the moves.
    fn header(&mut self, said: Said<'a>, header: &mut [Option<Said<'a>>; KEYS.len()]) {
        let Some((key, value)) = said.split(':') else {
            let text: String = said.text.chars().take(40).collect();
            return self.fault(said.place, format!("`{text}` is not `key: value`"));
        };
        match KEYS
            .iter()
            .position(|known| *known == key.text.to_lowercase())
        {
            None => {
                let text: String = key.text.chars().take(40).collect();
                self.fault(
                    key.place,
                    format!(
                        "`{text}` is not known: the keys are {}, and then `moves`",
                        KEYS.join(", ")
                    ),
                );
            }
            Some(at) if header[at].is_some() => {
                self.fault(key.place, format!("`{}` was given before", key.text));
            }
            Some(at) => header[at] = Some(value),
        }
    }

    /// The position at the beginning.
    fn start(
        &mut self,
        given: Option<&Rules>,
        rules: Option<Said<'a>>,
        start: Option<Said<'a>>,
    ) -> Option<Position> {
        let own = rules.map(|said| match rules::parse::<Rules>(said.text) {
            Ok(rules) => Some(rules),
            Err(error) => {
                let before = said.text[..error.at.start.min(said.text.len())]
                    .chars()
                    .count();
                let column = said.place.column + before;
                self.fault(
                    Place {
                        column,
                        ..said.place
                    },
                    error,
                );
                None
            }
        });
        let rules = match (given, own) {
            (Some(given), _) => given.clone(),
            (None, Some(own)) => own?,
            (None, None) => Rules::default(),
        };
        let game = match Game::new(rules) {
            Ok(game) => Arc::new(game),
            Err(error) => {
                let place = Place { line: 1, column: 1 };
                self.fault(place, error);
                return None;
            }
        };
        let Some(said) = start else {
            return Some(Position::start(game));
        };
        match Position::parse_in(said.text, &game) {
            Ok(position) => Some(position),
            Err(error) => {
                self.fault(said.place, error);
                None
            }
        }
    }

    /// A line of the moves; what is wrong with it whatever the board is told.
    fn line(&mut self, said: Said<'a>) -> Option<Line<'a>> {
        let Some((head, play)) = said.split(':') else {
            self.fault(
                said.place,
                "write who throws, the throw, a colon and the play, as in `A 1+3: a1-m4`",
            );
            return None;
        };
        let (side, throw) = head.split(' ').unwrap_or((
            head,
            Said {
                text: "",
                place: head.behind(),
            },
        ));
        let known = side.text.parse::<Side>();
        if let Err(error) = &known {
            self.fault(side.place, error);
        }
        let numbers = throw
            .text
            .split(['+', ',', ' '])
            .filter(|part| !part.is_empty());
        let numbers = numbers.map(|part| part.parse::<u8>().is_ok());
        let numbers: Vec<bool> = numbers.collect();
        let thrown = numbers == [true, true];
        if !thrown {
            let message = format!(
                "`{}` is not a throw: write what the two dice show, such as 1+3",
                throw.text
            );
            self.fault(throw.place, message);
        }
        let wrong = wrong_hole(play.text);
        if let Some(wrong) = &wrong {
            self.fault(play.place, wrong);
        }
        Some(Line {
            side: known.ok().filter(|_| thrown && wrong.is_none())?,
            throw,
            play,
            whole: said,
        })
    }

    /// Plays a line; says whether it is legal.
    fn play(&mut self, record: &mut Record, line: &Line<'a>) -> bool {
        let position = record.end();
        let after = "what follows is not held against the rules";
        if let Some(winner) = position.winner() {
            self.fault(
                line.whole.place,
                format!("the game is over: {winner} has won; {after}"),
            );
            return false;
        }
        if line.side != position.side() {
            self.fault(
                line.whole.place,
                format!("it is {} who throws; {after}", position.side()),
            );
            return false;
        }
        let cast = match position.game().read_throw(line.throw.text) {
            Ok(cast) => cast,
            Err(error) => {
                self.fault(line.throw.place, format!("{error}; {after}"));
                return false;
            }
        };
        match position.read_play(&cast, line.play.text) {
            Ok(play) => {
                record.turns.push(Turn {
                    position,
                    cast,
                    play,
                });
                true
            }
            Err(error) => {
                self.fault(line.play.place, format!("{error}; {after}"));
                false
            }
        }
    }
}

/// The fault of a play that is wrong on any board.
fn wrong_hole(play: &str) -> Option<String> {
    let mut words = play
        .split([' ', ',', '\t'])
        .filter(|word| !word.is_empty())
        .peekable();
    if words.peek().is_none() {
        return Some("the play is missing: write it as in `a1-m4`, or `pass`".to_owned());
    }
    if play.eq_ignore_ascii_case("pass") {
        return None;
    }
    words.find_map(|word| {
        let mut holes = word.strip_prefix('!').unwrap_or(word).split('-');
        holes.find_map(|hole| hole.parse::<Hole>().err().map(|error| error.to_string()))
    })
}
