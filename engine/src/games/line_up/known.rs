//! What the text of a game says is known of its value.
//!
//! `known: draw; a1: loses in 26` is of the usual rules, `known: jumps=no draw` of others; a value is `draw`, `wins in 9` or
//! `loses in 26`, of the side that begins. First moves that are not named draw where the game does.

use super::Rules;
use super::symmetry::image;
use crate::board::{Bits, Cell};
use crate::solve::retro::{Plies, Value};

/// A record: the value of the game, and of first moves.
struct Record {
    words: String,
    value: Value,
    first: Vec<(Vec<Cell>, Value)>,
}

fn read(text: &str) -> Option<Value> {
    match text.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["draw"] => Some(Value::Draw),
        ["wins" | "loses", "in", plies] => {
            let plies: u16 = plies.parse().ok()?;
            let right = (plies % 2 == 1) == text.trim_start().starts_with("wins");
            right.then_some(Value::Decided(Plies(plies)))
        }
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
            })
        })
}

/// What is known, in words.
pub(super) fn words(rules: &Rules) -> Option<String> {
    record(rules).map(|record| record.words)
}

/// The value of a position with at most one piece on the board, where the game is drawn and the record says so.
pub(super) fn value(rules: &Rules, own: u32, other: u32) -> Option<Value> {
    if (own, other.count()) != (0, other.count().min(1)) || !rules.places() {
        return None;
    }
    let record = record(rules).filter(|record| record.value == Value::Draw)?;
    if other == 0 {
        return Some(Value::Draw);
    }
    let named = record.first.iter().find(|(cells, _)| {
        let points = cells.iter().filter_map(|cell| rules.board().point(*cell));
        let mut sets = points.map(u32::bit);
        sets.any(|set| {
            rules
                .facts()
                .symmetries
                .iter()
                .any(|map| image(map, set) == other)
        })
    });
    let after = |value: Value| match value {
        Value::Draw => Value::Draw,
        Value::Decided(plies) => Value::Decided(Plies(plies.0 - 1)),
    };
    Some(named.map_or(Value::Draw, |(_, value)| after(*value)))
}
