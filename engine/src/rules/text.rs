//! Rules from text, and as text.

use super::table::{OptionTable, table};
use super::{Conflict, Options, Preset, Refused, RulesError, TextPart};
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
    read(table(), text)
}

/// Reads a rules text with the presets and options of a table.
///
/// # Errors
/// As [`parse`].
pub(crate) fn read<R: Clone>(table: OptionTable<R>, text: &str) -> Result<R, RulesError> {
    let whole = TextPart::whole(text);
    let body = without_game(&table, whole)?;
    let mut parts = body.split(',').peekable();
    let named = parts.next_if(|part| !part.text.contains('=') && !part.text.is_empty());
    let mut rules = match named {
        None => table.usual.clone(),
        Some(part) => {
            let name = names::fold(part.text);
            let preset = table.presets.iter().find(|known| known.0 == name);
            let (_, rules) = preset.ok_or_else(|| neither(&table, part, body))?;
            rules.clone()
        }
    };
    let given = given(&table, parts, body)?;
    let of = |option: &str| {
        let is = |(name, _): &&(TextPart, _)| (table.option_called)(name.text) == option;
        given.iter().find(is)
    };
    for (at, option) in table.options.iter().enumerate() {
        if let Some((_, value)) = of(option) {
            set(&table, at, &mut rules, *value)?;
        }
    }
    (table.coherent)(rules).map_err(|Conflict { options, message }| {
        let place = options.iter().find_map(|option| of(option));
        let place = place.map_or(whole, |(_, value)| *value);
        fault(place, message)
    })
}

/// The text after the name of the game, which may be left out.
fn without_game<'a, R>(
    table: &OptionTable<R>,
    whole: TextPart<'a>,
) -> Result<TextPart<'a>, RulesError> {
    let end = TextPart {
        offset: whole.range().end,
        text: "",
    };
    match whole.split_once(':') {
        // A colon may also belong to a value: then the game was left out.
        Some((name, body)) if !name.text.contains('=') => match (table.is_game)(name.text) {
            true => Ok(body),
            false => {
                let (found, game) = (name.shown(), table.game);
                let message = format!("`{found}` is not this game: its rules begin with `{game}:`");
                Err(fault(name, message))
            }
        },
        _ if (table.is_game)(whole.text) => Ok(end),
        _ => Ok(whole),
    }
}

/// The options that are given, with their values.
fn given<'a, R>(
    table: &OptionTable<R>,
    parts: impl Iterator<Item = TextPart<'a>>,
    body: TextPart<'a>,
) -> Result<Vec<(TextPart<'a>, TextPart<'a>)>, RulesError> {
    let mut given: Vec<(TextPart, TextPart)> = Vec::new();
    for part in parts.filter(|_| !body.text.is_empty()) {
        let (name, value) = part
            .split_once('=')
            .ok_or_else(|| neither(table, part, body))?;
        let option = (table.option_called)(name.text);
        let same = |(known, _): &(TextPart, _)| (table.option_called)(known.text) == option;
        if given.iter().any(same) {
            let message = format!("`{}` is given twice: give it once", name.shown());
            return Err(fault(name, message));
        }
        if !table.options.contains(&option) {
            return Err(unknown(table, name));
        }
        given.push((name, value));
    }
    Ok(given)
}

fn fault(part: TextPart, message: String) -> RulesError {
    let at = part.range();
    RulesError { at, message }
}

fn set<R>(
    table: &OptionTable<R>,
    at: usize,
    rules: &mut R,
    value: TextPart,
) -> Result<(), RulesError> {
    let option = table.options[at];
    (table.set)(at, rules, value.text).map_err(|refused| match refused {
        Refused::NotOne => {
            let (given, allowed) = (value.shown(), (table.allowed)(at));
            let message = format!("`{option}={given}` is not possible: {option} is {allowed}");
            fault(value, message)
        }
        Refused::Part { at, message } => RulesError {
            at: value.offset + at.start..value.offset + at.end,
            message: format!("{option}: {message}"),
        },
    })
}

fn unknown<R>(table: &OptionTable<R>, name: TextPart) -> RulesError {
    let options = table.options.iter().copied();
    let near = names::meant(names::near(name.text, options.clone()));
    let (option, options) = (name.shown(), quoted(options));
    let message = match options.is_empty() {
        true => format!("there is no option `{option}`: this game has none"),
        false => format!("there is no option `{option}`{near}: the options are {options}"),
    };
    fault(name, message)
}

fn neither<R>(table: &OptionTable<R>, part: TextPart, body: TextPart) -> RulesError {
    let presets = table.presets.iter().map(|(name, _)| *name);
    let first = part.offset == body.offset;
    let near = presets.clone().filter(|_| first);
    let near = near.chain(table.options.iter().copied());
    let near = names::near(part.text, near).map(str::to_owned);
    let near = names::meant((table.elsewhere)(part.text).filter(|_| first).or(near));
    let is = match table.presets.is_empty() {
        true => "not".to_owned(),
        false => format!("neither a set of rules ({}) nor", quoted(presets)),
    };
    let shown = part.shown();
    fault(part, format!("`{shown}` is {is} `option=value`{near}"))
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
    let table = table();
    let value = TextPart::whole(value);
    let known = table.options.iter().position(|known| *known == option);
    let known = known.ok_or_else(|| unknown(&table, TextPart::whole(option)))?;
    set(&table, known, &mut rules, value)?;
    (table.coherent)(rules).map_err(|conflict| fault(value, conflict.message))
}

/// The value of an option as text, or `None` if there is no such option.
pub fn value<R: Options>(rules: &R, option: &str) -> Option<String> {
    let known = R::options().iter().find(|known| known.name == option)?;
    Some((known.get)(rules))
}

/// The text of a set of rules; it reads back as the same.
pub fn write<R: Options>(rules: &R) -> String {
    let differences = |preset: &Preset<R>| -> Vec<String> {
        let options = R::options().iter();
        let differing = options.filter(|option| (option.get)(&preset.rules) != (option.get)(rules));
        differing
            .map(|option| format!("{}={}", option.name, (option.get)(rules)))
            .collect()
    };
    let presets = R::rulebook().presets.iter();
    let nearest = presets.min_by_key(|preset| differences(preset).len());
    let mut parts = nearest.map_or_else(Vec::new, differences);
    let named = nearest.filter(|preset| preset.name != R::GAME);
    if let Some(preset) = named {
        parts.insert(0, preset.name.to_owned());
    }
    match parts.is_empty() {
        true => R::GAME.to_owned(),
        false => format!("{}:{}", R::GAME, parts.join(",")),
    }
}
