//! Rules from text, and as text.

use std::marker::PhantomData;

use super::table::{Of, Table};
use super::{Options, Preset, Problem, Refused, RulesError, TextPart};
use crate::names;

/// Whether a text names the game, in its spelling or with the letters it has at home: `Daldøs`.
pub fn is_game<R: Options>(text: &str) -> bool {
    let name = names::fold(text);
    name == R::GAME || R::ALSO.contains(&name.as_str())
}

/// Reads a rules text.
///
/// # Errors
/// If the game, the preset, an option or its value does not exist, an option comes twice, or the
/// options do not go together.
pub fn parse<R: Options>(text: &str) -> Result<R, RulesError> {
    read(&Of::<R>(PhantomData), text)
}

/// Reads a rules text with the presets and options of a table.
///
/// # Errors
/// As [`parse`].
pub(crate) fn read<T: Table>(table: &T, text: &str) -> Result<T::Rules, RulesError> {
    let whole = TextPart::whole(text);
    let body = without_game(table, whole)?;
    let mut parts = body.split(',').peekable();
    let named = parts.next_if(|part| !part.text.contains('=') && !part.text.is_empty());
    let mut rules = match named {
        None => table.usual(),
        Some(part) => {
            let name = names::fold(part.text);
            let preset = table.presets().iter().position(|known| *known == name);
            table.preset(preset.ok_or_else(|| neither(table, part, body))?)
        }
    };
    let given = given(table, parts, body)?;
    for (at, option) in table.options().into_iter().enumerate() {
        let is = |(name, _): &&(TextPart, _)| table.option_called(name.text) == option;
        if let Some((_, value)) = given.iter().find(is) {
            set(table, at, &mut rules, *value)?;
        }
    }
    table.coherent(rules).map_err(|(options, message)| {
        let place = |option: &String| {
            given
                .iter()
                .find(|(name, _)| table.option_called(name.text) == option)
        };
        let place = options.iter().find_map(place);
        let place = place.map_or(whole, |(_, value)| *value);
        fault(place, Problem::Together { message })
    })
}

/// The text after the name of the game, which may be left out.
fn without_game<'a>(table: &impl Table, whole: TextPart<'a>) -> Result<TextPart<'a>, RulesError> {
    let end = TextPart {
        offset: whole.range().end,
        text: "",
    };
    match whole.split_once(':') {
        // A colon may also belong to a value: then the game was left out.
        Some((name, body)) if !name.text.contains('=') => match table.is_game(name.text) {
            true => Ok(body),
            false => Err(fault(
                name,
                Problem::Game {
                    found: name.shown(),
                    game: table.game().to_owned(),
                },
            )),
        },
        _ if table.is_game(whole.text) => Ok(end),
        _ => Ok(whole),
    }
}

/// The options that are given, with their values.
fn given<'a>(
    table: &impl Table,
    parts: impl Iterator<Item = TextPart<'a>>,
    body: TextPart<'a>,
) -> Result<Vec<(TextPart<'a>, TextPart<'a>)>, RulesError> {
    let mut given: Vec<(TextPart, TextPart)> = Vec::new();
    for part in parts.filter(|_| !body.text.is_empty()) {
        let (name, value) = part
            .split_once('=')
            .ok_or_else(|| neither(table, part, body))?;
        let option = table.option_called(name.text);
        let same = |(known, _): &(TextPart, _)| table.option_called(known.text) == option;
        if given.iter().any(same) {
            let option = name.shown();
            return Err(fault(name, Problem::Repeated { option }));
        }
        if !table.options().contains(&option) {
            return Err(unknown(table, name));
        }
        given.push((name, value));
    }
    Ok(given)
}

fn fault(part: TextPart, problem: Problem) -> RulesError {
    let at = part.range();
    RulesError { at, problem }
}

fn set<T: Table>(
    table: &T,
    at: usize,
    rules: &mut T::Rules,
    value: TextPart,
) -> Result<(), RulesError> {
    let option = || table.options()[at].to_owned();
    table
        .set(at, rules, value.text)
        .map_err(|refused| match refused {
            Refused::NotOne => fault(
                value,
                Problem::Value {
                    option: option(),
                    value: value.shown(),
                    allowed: table.allowed(at),
                },
            ),
            Refused::Part { at, message } => RulesError {
                at: value.offset + at.start..value.offset + at.end,
                problem: Problem::PartOfValue {
                    option: option(),
                    message,
                },
            },
        })
}

fn unknown(table: &impl Table, name: TextPart) -> RulesError {
    let options = table.options();
    let problem = Problem::Option {
        option: name.shown(),
        options: quoted(options.iter().copied()),
        near: names::near(name.text, options).map(str::to_owned),
    };
    fault(name, problem)
}

fn neither(table: &impl Table, part: TextPart, body: TextPart) -> RulesError {
    let presets = table.presets();
    let first = part.offset == body.offset;
    let near = presets.iter().copied().filter(|_| first);
    let near = names::near(part.text, near.chain(table.options())).map(str::to_owned);
    fault(
        part,
        Problem::Part {
            part: part.shown(),
            presets: quoted(presets.iter().copied()),
            near: table.elsewhere(part.text).filter(|_| first).or(near),
        },
    )
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Rules with one option set from text.
///
/// # Errors
/// If there is no such option or value, or it does not go together with the others.
pub fn with<R: Options>(mut rules: R, option: &str, value: &str) -> Result<R, RulesError> {
    let table = Of::<R>(PhantomData);
    let value = TextPart::whole(value);
    let known = table.options().iter().position(|known| *known == option);
    let known = known.ok_or_else(|| unknown(&table, TextPart::whole(option)))?;
    set(&table, known, &mut rules, value)?;
    let together = |(_, message)| fault(value, Problem::Together { message });
    table.coherent(rules).map_err(together)
}

/// The value of an option as text, or `None` if there is no such option.
pub fn value<R: Options>(rules: &R, option: &str) -> Option<String> {
    let known = R::options().iter().find(|known| known.name == option)?;
    Some((known.get)(rules))
}

/// The text of a set of rules; it reads back as the same.
pub fn write<R: Options>(rules: &R) -> String {
    let differences = |preset: &Preset<R>| -> Vec<String> {
        let base = (preset.rules)();
        let options = R::options().iter();
        let differing =
            options.filter(|option| R::IN_FULL || (option.get)(&base) != (option.get)(rules));
        differing
            .map(|option| format!("{}={}", option.name, (option.get)(rules)))
            .collect()
    };
    let nearest = R::presets()
        .iter()
        .min_by_key(|preset| differences(preset).len());
    let mut parts = nearest.map_or_else(Vec::new, differences);
    let named = nearest.filter(|preset| !R::IN_FULL && preset.name != R::GAME);
    if let Some(preset) = named {
        parts.insert(0, preset.name.to_owned());
    }
    match parts.is_empty() {
        true => R::GAME.to_owned(),
        false => format!("{}:{}", R::GAME, parts.join(",")),
    }
}
