//! Reading the text of a record.

use std::fmt::Display;

use super::{MAX_TURNS, Record, RecordError, RecordFault, Recordable, SideOf};
use crate::board::notation::{Place, Problem, Spot, lines, read};
use crate::rules::RulesText;

/// The keys before the moves.
const KEYS: [&str; 5] = ["game", "rules", "title", "source", "start"];
/// The beginning of a text.
const BEGIN: Place = Place { line: 1, column: 1 };

/// A line of the moves, as far as it can be read without a board.
struct RecordLine<'a, P: Recordable> {
    /// `None` where a move stands alone.
    side: Option<SideOf<P>>,
    throw: Spot<'a>,
    play: Spot<'a>,
    whole: Spot<'a>,
}

/// Reads a record, and goes on after faults.
pub(super) struct RecordReader<'a> {
    lines: Vec<Spot<'a>>,
    faults: Vec<RecordFault>,
}

impl<'a> RecordReader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
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

    pub(super) fn record<P: Recordable>(
        mut self,
        given: Option<&P::Rules>,
        of: &str,
    ) -> Result<Record<P>, RecordError> {
        let lines = std::mem::take(&mut self.lines);
        let begin = lines.iter().position(|said| said.text == "moves:");
        // Without that line the first that is no header begins the moves.
        let turn = || lines.iter().position(|said| is_turn::<P>(said.text));
        let (before, moves) = lines.split_at(begin.or_else(turn).unwrap_or(lines.len()));
        let mut header: [Option<Spot<'a>>; KEYS.len()] = [None; KEYS.len()];
        for said in before {
            self.header(*said, &mut header);
        }
        if moves.is_empty() {
            let end = before.last().map_or(BEGIN, |said| said.end());
            let message = format!(
                "the line `moves:` is missing, and after it a line for each turn, as in `{}`",
                P::LINE
            );
            self.fault(end, message);
        }
        let [game, rules, title, source, start] = header;
        if let Some(game) = game.filter(|game| !P::Rules::is_game(game.text, of)) {
            let problem = Problem::other_game::<P::Rules>(game.text, of);
            self.fault(game.place, problem);
            return Err(RecordError {
                faults: std::mem::take(&mut self.faults),
            });
        }
        let said = |said: Option<Spot<'_>>| said.map(|said| said.text.to_owned());
        let mut record = self
            .start::<P>((given, game.map_or(of, |game| game.text)), rules, start)
            .map(|start| Record {
                title: said(title),
                source: said(source),
                ..Record::new(start)
            });
        self.moves(&moves[usize::from(begin.is_some())..], record.as_mut());
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
        let mut count = 0;
        for &line in lines {
            let mut rest = line;
            while !rest.text.is_empty() {
                // Moves may stand alone, several on a line, with numbers before them.
                let (said, after) = match P::THROWS || line.text.contains(':') {
                    true => (rest, rest.after(rest.text.len())),
                    false => {
                        let position = record.as_ref().map(|record| record.end());
                        one_move(rest, position.as_ref())
                    }
                };
                rest = after;
                let number = said.text.trim_end_matches('.');
                if number.len() < said.text.len()
                    && number.bytes().all(|byte| byte.is_ascii_digit())
                {
                    continue;
                }
                if count == MAX_TURNS {
                    let message = format!(
                        "the record goes on beyond {MAX_TURNS} turns, the most there can be"
                    );
                    return self.fault(said.place, message);
                }
                count += 1;
                let ends = P::THROWS && lines.last().is_some_and(|last| last.place == line.place);
                record = match (self.line::<P>(said, ends), record) {
                    (Some(line), Some(record)) => self.play(record, &line).then_some(record),
                    _ => None,
                };
            }
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
        (given, of): (Option<&P::Rules>, &str),
        rules: Option<Spot<'a>>,
        start: Option<Spot<'a>>,
    ) -> Option<P> {
        let own = rules.map(|said| self.rules::<P>(said, of));
        let setup = start.map(|said| {
            let setup = read::<P::Setup>(said.text);
            setup.map_err(|error| self.fault(said.place, error)).ok()
        });
        let rules = match (given, own, &setup) {
            (Some(given), ..) => Ok(given.clone()),
            (None, Some(own), _) => Ok(own?),
            (None, None, Some(Some(setup))) => {
                P::usual_rules(setup, of).or_else(|_| P::Rules::usual(of))
            }
            (None, None, _) => P::Rules::usual(of),
        };
        let rules = rules.map_err(|error| self.fault(BEGIN, error)).ok()?;
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
    fn rules<P: Recordable>(&mut self, said: Spot<'a>, of: &str) -> Option<P::Rules> {
        let wrong = match P::Rules::read(said.text, of) {
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

    /// A line of the moves; faults that do not depend on the board are reported. The last may be a throw that is not played yet.
    fn line<P: Recordable>(&mut self, said: Spot<'a>, last: bool) -> Option<RecordLine<'a, P>> {
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
            true => (!last || throw.text.is_empty()).then(missing),
            false => P::wrong_play(play.text),
        };
        if let Some(wrong) = wrong {
            self.fault(play.place, wrong);
        }
        (self.faults.len() == known).then_some(RecordLine {
            side,
            throw,
            play,
            whole: said,
        })
    }

    /// Plays a line; says whether it is legal.
    fn play<P: Recordable>(&mut self, record: &mut Record<P>, line: &RecordLine<'a, P>) -> bool {
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
        } else if line.play.text.is_empty() {
            record.thrown = Some(line.throw.text.to_owned());
            return true;
        } else {
            let throw = position.read_throw(line.throw.text);
            match throw.map(|throw| position.turn(throw, line.play.text)) {
                Ok(Ok(turn)) => {
                    record.turns.push(turn);
                    return true;
                }
                Ok(Err(wrong)) => (line.play.place, wrong),
                Err(wrong) => (line.throw.place, wrong.to_string()),
            }
        };
        self.fault(
            place,
            format!("{message}; the rest was not checked against the rules"),
        );
        false
    }
}

/// Whether a line is one of the moves and no header.
fn is_turn<P: Recordable>(line: &str) -> bool {
    match line.split_once(':') {
        Some((head, _)) => {
            (head.split_whitespace().next()).is_some_and(|side| side.parse::<SideOf<P>>().is_ok())
        }
        None => !P::THROWS,
    }
}

/// The move that a line begins with, and the rest: one word, or two where only both are a move, as in `b2 b1`.
fn one_move<'a, P: Recordable>(line: Spot<'a>, position: Option<&P>) -> (Spot<'a>, Spot<'a>) {
    let (word, after) = line.word();
    let (next, last) = after.word();
    if let Some(position) = position.filter(|_| !next.text.is_empty()) {
        let whole = line.trim();
        let both = whole.first(whole.text.len() - after.text.len() + next.text.len());
        let is_move = |text: &str| {
            let throw = position.read_throw("");
            throw.is_ok_and(|throw| position.turn(throw, text).is_ok())
        };
        if !is_move(word.text) && is_move(both.text) {
            return (both, last);
        }
    }
    (word, after)
}
