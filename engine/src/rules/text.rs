//! Rules from text, and as text.

use super::{Conflict, Options, Preset, Problem, Refused, RuleOption, RulesError, TextPart};
use crate::names;

/// Whether a text names the game, in its spelling or with the letters it has at home: `Daldøs`.
pub fn is_game(text: &str, game: &str) -> bool {
    names::fold(text) == game
}

/// Reads a rules text.
///
/// # Errors
/// If the game, the preset, an option or its value does not exist, an option comes twice, or the
/// options do not go together.
pub fn parse<R: Options>(text: &str) -> Result<R, RulesError> {
    let whole = TextPart::whole(text);
    let body = without_game(whole, R::GAME)?;
    let mut parts = body.split(',').peekable();
    let named = parts.next_if(|part| !part.text.contains('=') && !part.text.is_empty());
    let mut rules = match named {
        None => first_preset(),
        Some(part) => {
            let preset = R::presets()
                .iter()
                .find(|known| known.name == names::fold(part.text));
            let preset = preset.ok_or_else(|| neither::<R>(part, body))?;
            (preset.rules)()
        }
    };
    let given = given::<R>(parts, body)?;
    for option in R::options() {
        let value = given.iter().find(|(name, _)| name.text == option.name);
        if let Some((_, value)) = value {
            set(option, &mut rules, *value)?;
        }
    }
    rules.coherent().map_err(|conflict| {
        let place = |option: &&str| given.iter().find(|(name, _)| name.text == *option);
        let place = conflict.options.iter().find_map(place);
        let message = conflict.message;
        let place = place.map_or(whole, |(_, value)| *value);
        fault(place, Problem::Together { message })
    })
}

/// The text after the name of the game, which may be left out.
fn without_game<'a>(whole: TextPart<'a>, game: &'static str) -> Result<TextPart<'a>, RulesError> {
    let end = TextPart {
        offset: whole.range().end,
        text: "",
    };
    match whole.split_once(':') {
        // A colon may also belong to a value: then the game was left out.
        Some((name, body)) if !name.text.contains('=') => match is_game(name.text, game) {
            true => Ok(body),
            false => Err(fault(
                name,
                Problem::Game {
                    found: name.shown(),
                    game,
                },
            )),
        },
        _ if is_game(whole.text, game) => Ok(end),
        _ => Ok(whole),
    }
}

/// The options that are given, with their values.
fn given<'a, R: Options>(
    parts: impl Iterator<Item = TextPart<'a>>,
    body: TextPart<'a>,
) -> Result<Vec<(TextPart<'a>, TextPart<'a>)>, RulesError> {
    let mut given: Vec<(TextPart, TextPart)> = Vec::new();
    for part in parts.filter(|_| !body.text.is_empty()) {
        let (name, value) = part
            .split_once('=')
            .ok_or_else(|| neither::<R>(part, body))?;
        if given.iter().any(|(known, _)| known.text == name.text) {
            let option = name.shown();
            return Err(fault(name, Problem::Repeated { option }));
        }
        if !R::options().iter().any(|known| known.name == name.text) {
            return Err(unknown::<R>(name));
        }
        given.push((name, value));
    }
    Ok(given)
}

fn fault(part: TextPart, problem: Problem) -> RulesError {
    let at = part.range();
    RulesError { at, problem }
}

fn first_preset<R: Options>() -> R {
    (R::presets()[0].rules)()
}

fn set<R>(option: &RuleOption<R>, rules: &mut R, value: TextPart) -> Result<(), RulesError> {
    (option.set)(rules, value.text).map_err(|refused| match refused {
        Refused::NotOne => fault(
            value,
            Problem::Value {
                option: option.name,
                value: value.shown(),
                allowed: option.values.text(),
            },
        ),
        Refused::Part { at, message } => RulesError {
            at: value.offset + at.start..value.offset + at.end,
            problem: Problem::PartOfValue {
                option: option.name,
                message,
            },
        },
    })
}

fn unknown<R: Options>(name: TextPart) -> RulesError {
    let options = R::options().iter().map(|option| option.name);
    let problem = Problem::Option {
        option: name.shown(),
        options: quoted(options.clone()),
        near: names::near(name.text, options),
    };
    fault(name, problem)
}

fn neither<R: Options>(part: TextPart, body: TextPart) -> RulesError {
    let presets = R::presets().iter().map(|preset| preset.name);
    let options = R::options().iter().map(|option| option.name);
    let first = part.offset == body.offset;
    fault(
        part,
        Problem::Part {
            part: part.shown(),
            presets: quoted(presets.clone()),
            near: names::near(part.text, presets.filter(|_| first).chain(options)),
        },
    )
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// The same rules with one option set from text.
///
/// # Errors
/// If there is no such option or value, or it does not go together with the others.
pub fn with<R: Options>(mut rules: R, option: &str, value: &str) -> Result<R, RulesError> {
    let value = TextPart::whole(value);
    let known = R::options().iter().find(|known| known.name == option);
    let known = known.ok_or_else(|| unknown::<R>(TextPart::whole(option)))?;
    set(known, &mut rules, value)?;
    let together = |Conflict { message, .. }| fault(value, Problem::Together { message });
    rules.coherent().map_err(together)
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
