//! `siga rules`: rule sets and options.

use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::report::{Reply, Report};
use super::schema::Described;
use super::sheet::{Column, Sheet, Style};
use crate::games::{daldos, sidja, sig, teeko, twentyfive};
use crate::names::near;
use crate::rules::{GameInfo, PresetInfo, info, is_game};

/// Games with rules that can be set.
fn games() -> [GameInfo; 5] {
    [
        info::<daldos::rules::Rules>(),
        info::<sidja::Rules>(),
        info::<sig::Rules>(),
        info::<teeko::Rules>(),
        info::<twentyfive::Rules>(),
    ]
}

pub(super) struct RulesReport {
    asked: Option<&'static str>,
    games: Vec<GameInfo>,
}

/// The question for rules.
#[derive(Serialize, JsonSchema)]
pub(super) struct Query {
    command: &'static str,
    /// The game asked for, or `null` for all.
    game: Option<&'static str>,
}

/// Rule sets and options, with their sources.
#[derive(Serialize, JsonSchema)]
pub(super) struct Games {
    games: Vec<GameInfo>,
}

/// The reports of these commands.
pub(super) const REPORTS: &[Described] = &[Described::report::<RulesReport>()];

pub(super) fn run(game: Option<&str>) -> Result<RulesReport, Failure> {
    let mut games = games().to_vec();
    let Some(asked) = game else {
        return Ok(RulesReport { asked: None, games });
    };
    let names = itertools::join(games.iter().map(|info| info.game), ", ");
    let meant = near(asked, games.iter().map(|info| info.game));
    let meant = meant.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
    games.retain(|info| is_game(asked, info.game));
    let Some(found) = games.first() else {
        return Err(Failure::input(format!(
            "siga has no rules for `{asked}`{meant}; it has them for {names}"
        )));
    };
    Ok(RulesReport {
        asked: Some(found.game),
        games,
    })
}

/// Every option of a rules text: name, value, meaning, source; nothing for a text that is none.
pub(super) fn explained(text: &str) -> Vec<[String; 4]> {
    let (game, rest) = text.split_once(':').unwrap_or((text, ""));
    let Some(info) = games().into_iter().find(|info| is_game(game, info.game)) else {
        return Vec::new();
    };
    let words: Vec<&str> = rest.split(',').collect();
    let preset = info
        .presets
        .iter()
        .position(|preset| words.contains(&preset.name));
    let set = |name: &str| {
        words
            .iter()
            .find_map(|word| word.split_once('=').filter(|(option, _)| *option == name))
    };
    let line = |option: &crate::rules::OptionInfo| {
        let value = match set(option.name) {
            Some((_, value)) => value.to_owned(),
            None => (option.presets.get(preset.unwrap_or(0)))
                .map_or_else(String::new, |(_, value)| value.clone()),
        };
        [
            option.name.to_owned(),
            value,
            plain(option.meaning),
            plain(option.source),
        ]
    };
    info.options.iter().map(line).collect()
}

/// The options of a game: their values, what each preset has, what they decide and where that is from.
fn options(info: &GameInfo) -> Sheet {
    let alone = info.presets.len() == 1;
    let mut columns = vec!["option", "values"];
    match alone {
        true => columns.push("default"),
        false => columns.extend(info.presets.iter().map(|preset| preset.name)),
    }
    columns.extend(["meaning", "source"]);
    let rows = info.options.iter().map(|option| {
        let mut row = vec![option.name.to_owned(), plain(&option.values)];
        row.extend(option.presets.iter().map(|(_, value)| value.clone()));
        row.extend([plain(option.meaning), plain(option.source)]);
        row
    });
    Sheet {
        name: "options",
        heading: format!("Options of {}, written as in {}", info.game, info.example),
        columns: columns.into_iter().map(Column::text).collect(),
        rows: rows.collect(),
        ..Sheet::default()
    }
}

/// The rule sets of a game that have a name: a line for each thing that one assumes.
fn presets(info: &GameInfo) -> Sheet {
    let assumes = info.presets.iter().any(|preset| !preset.assumed.is_empty());
    let mut columns = vec!["name", "meaning", "source"];
    if assumes {
        columns.insert(2, "assumed");
    }
    Sheet {
        name: "presets",
        heading: format!("Rule sets of {}", info.game),
        columns: columns.into_iter().map(Column::text).collect(),
        rows: (info.presets.iter())
            .flat_map(|preset| lines(preset, assumes))
            .collect(),
        ..Sheet::default()
    }
}

fn lines(preset: &PresetInfo, assumes: bool) -> Vec<Vec<String>> {
    let lines = (0..preset.assumed.len().max(1)).map(|line| {
        let first = |text: &str| {
            if line == 0 {
                plain(text)
            } else {
                String::new()
            }
        };
        let mut row = vec![
            first(preset.name),
            first(preset.meaning),
            first(preset.source),
        ];
        if assumes {
            row.insert(
                2,
                plain(preset.assumed.get(line).copied().unwrap_or_default()),
            );
        }
        row
    });
    lines.collect()
}

/// The text without the marks of code.
fn plain(text: &str) -> String {
    text.replace('`', "")
}

impl Reply for RulesReport {
    const NAME: &'static str = "rules";
    type Query = Query;
    type Result = Games;

    fn query(&self) -> Query {
        Query {
            command: "rules",
            game: self.asked,
        }
    }

    fn result(&self) -> Games {
        Games {
            games: self.games.clone(),
        }
    }
}

impl Report for RulesReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let sheets = |info| [options(info), presets(info)];
        self.games.iter().flat_map(sheets).collect()
    }
}
