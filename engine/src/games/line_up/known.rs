//! What is known of the value of a game: of a small one its solution, else what its text records.
//!
//! `known: draw; a1: loses in 26; longest 69` is of the usual rules, `known: jumps=no draw` of others; a value is `draw`, `wins in 9` or
//! `loses in 26`, of the side that begins; `longest` is the longest win or loss in plies. First moves that are not named draw where the
//! game does.

use super::{Move, Position, Rules};
use crate::board::{Bits, Cell, image};
use crate::games::described::KnownOfGame;
use crate::solve::Ending;
use crate::work::Note;

/// A record: the value of the game, and of first moves.
struct Record {
    words: String,
    value: Ending,
    first: Vec<(Vec<Cell>, Ending)>,
    longest: Option<u32>,
}

/// Games with at most this many arrangements are solved at once: half a second.
const SMALL: u64 = 5_000_000;

fn read(text: &str) -> Option<Ending> {
    match text.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["draw"] => Some(Ending::Draw),
        ["wins", "in", plies] => plies.parse().ok().map(Ending::Win),
        ["loses", "in", plies] => plies.parse().ok().map(Ending::Loss),
        _ => None,
    }
}

/// The record of these rules, if the text has one: of each line the words before the value name options.
fn record(rules: &Rules) -> Option<Record> {
    let text = rules.text();
    let said = text.say("known")?;
    let lines = std::iter::once(said.line()).chain(said.block());
    lines
        .filter(|line| !line.text.trim().is_empty())
        .find_map(|line| {
            let words = line.text.trim();
            let (options, rest) = match words.split_once(' ') {
                Some((options, rest)) if options.contains('=') => (options, rest),
                _ => ("", words),
            };
            let meant = format!("{}:{options}", text.name());
            let same = meant.parse::<Rules>().is_ok_and(|meant| meant == *rules);
            if !same {
                return None;
            }
            let mut parts = rest.split(';');
            let value = read(parts.next()?)?;
            let longest = rest
                .split(';')
                .find_map(|part| part.trim().strip_prefix("longest "));
            let first = parts.filter_map(|part| {
                let (names, value) = part.split_once(':')?;
                let cells = names
                    .split_whitespace()
                    .filter_map(|name| name.parse().ok());
                Some((cells.collect(), read(value)?))
            });
            Some(Record {
                words: rest.to_owned(),
                value,
                first: first.collect(),
                longest: longest.and_then(|plies| plies.parse().ok()),
            })
        })
}

/// What is known, in words.
pub(super) fn words(rules: &Rules) -> Option<String> {
    record(rules).map(|record| record.words)
}

/// The value of a position with at most one piece on the board, where the game is drawn and the record says so.
pub(super) fn value(rules: &Rules, own: u32, other: u32) -> Option<Ending> {
    if (own, other.count()) != (0, other.count().min(1)) || !rules.places() {
        return None;
    }
    let record = record(rules).filter(|record| record.value == Ending::Draw)?;
    if other == 0 {
        return Some(Ending::Draw);
    }
    Some(
        record
            .named(rules, other)
            .map_or(Ending::Draw, Ending::after),
    )
}

impl Record {
    /// The value that is recorded of the first move to a point, given as a set.
    fn named(&self, rules: &Rules, entered: u32) -> Option<Ending> {
        let named = self.first.iter().find(|(cells, _)| {
            let points = cells.iter().filter_map(|cell| rules.board().point(*cell));
            let mut sets = points.map(u32::bit);
            let maps = &rules.facts().symmetries;
            sets.any(|set| maps.iter().any(|map| image(map, set) == entered))
        });
        named.map(|(_, value)| *value)
    }
}

/// The first moves with their values, and the longest win, as far as they are known.
pub(super) fn of_game(rules: &Rules) -> Option<KnownOfGame> {
    if let Ok(solved) = rules.solved(Some(SMALL), &Note::default()) {
        return Some(solved.known());
    }
    let record = record(rules)?;
    let plays = Position::start(rules).plays().into_iter();
    let value = |cell: Cell| {
        let entered = rules.board().point(cell).map(u32::bit)?;
        let drawn = (record.value == Ending::Draw).then_some(Ending::Draw);
        record.named(rules, entered).or(drawn)
    };
    let valued = plays.filter_map(|play| match play.action {
        Move::Place(cell) => {
            let value = value(cell)?;
            Some((play.action, value.outcome(), value.length()))
        }
        _ => None,
    });
    Some(KnownOfGame::new(valued, record.longest))
}
