//! `siga rules`: rule sets and options.

use serde_json::{Map, Value, json};

use super::failure::Failure;
use super::report::Report;
use super::sheet::{Column, Sheet};
use crate::games::alignment::Ruleset;
use crate::games::alignment::rules::{OptionInfo, PresetInfo};
use crate::games::{daldos, sidja, sig, teeko, twentyfive};

/// The rules of one game, ready to be shown.
struct Game {
    name: &'static str,
    /// How options are written.
    example: &'static str,
    presets: Vec<Preset>,
    /// The columns of values that options have: a default, or one for each preset.
    values: Vec<&'static str>,
    options: Vec<Choice>,
}

struct Preset {
    name: &'static str,
    /// What it means, or what it takes for granted.
    meaning: Vec<&'static str>,
    source: &'static str,
}

struct Choice {
    name: &'static str,
    allowed: String,
    /// As many as the game has columns of values.
    values: Vec<String>,
    meaning: &'static str,
    source: Option<&'static str>,
}

/// A game's name and its rules.
type Entry = (&'static str, fn() -> Game);

/// Games with rules that can be set.
const GAMES: [Entry; 5] = [
    ("daldos", daldos_rules),
    ("sidja", sidja_rules),
    ("sig", sig_rules),
    ("teeko", teeko_rules),
    ("5x5", twentyfive_rules),
];

fn teeko_rules() -> Game {
    use teeko::rules::{all_options, all_presets};
    alignment_rules(
        "teeko:goals=58,drop=alternate",
        all_presets(),
        all_options(),
    )
}

fn twentyfive_rules() -> Game {
    use twentyfive::rules::{all_options, all_presets};
    alignment_rules("5x5:jumps=no,men=4", all_presets(), all_options())
}

fn alignment_rules<R: Ruleset>(
    example: &'static str,
    presets: &[PresetInfo<R>],
    options: &[OptionInfo],
) -> Game {
    let presets = presets.iter().map(|preset| Preset {
        name: preset.name,
        meaning: vec![preset.meaning],
        source: preset.source,
    });
    let options = options.iter().map(|option| Choice {
        name: option.name,
        allowed: option.values.to_owned(),
        values: vec![option.default.to_owned()],
        meaning: option.meaning,
        source: Some(option.source),
    });
    Game {
        name: R::GAME,
        example,
        presets: presets.collect(),
        values: vec!["default"],
        options: options.collect(),
    }
}

fn daldos_rules() -> Game {
    let presets = daldos::rules::all_presets().iter().map(|preset| Preset {
        name: preset.name,
        meaning: vec![preset.meaning],
        source: preset.source,
    });
    let options = daldos::rules::all_options().iter().map(|option| Choice {
        name: option.name,
        allowed: option.values.to_owned(),
        values: vec![option.default.to_owned()],
        meaning: option.meaning,
        source: Some(option.source),
    });
    Game {
        name: "daldos",
        example: "daldos:intermediate_capture=yes",
        presets: presets.collect(),
        values: vec!["default"],
        options: options.collect(),
    }
}

fn sidja_rules() -> Game {
    use sidja::rules::{OPTIONS, PRESETS};
    let options = OPTIONS.iter().map(|option| Choice {
        name: option.name,
        allowed: option.values.replace('`', ""),
        values: PRESETS
            .iter()
            .map(|preset| preset.rules.get(option.name).unwrap_or_default())
            .collect(),
        meaning: option.meaning,
        source: None,
    });
    Game {
        name: "sidja",
        example: "sidja:west-africa,size=7",
        presets: (PRESETS.iter())
            .map(|preset| Preset {
                name: preset.name,
                meaning: preset.assumed.to_vec(),
                source: preset.source,
            })
            .collect(),
        values: PRESETS.iter().map(|preset| preset.name).collect(),
        options: options.collect(),
    }
}

fn sig_rules() -> Game {
    use sig::rules::{OPTIONS, PRESETS};
    let presets = PRESETS.map(|preset| (preset.rules)());
    let options = OPTIONS.iter().map(|option| Choice {
        name: option.name,
        allowed: option.values.replace('`', ""),
        values: (presets.iter())
            .map(|rules| rules.get(option.name).unwrap_or_default())
            .collect(),
        meaning: option.meaning,
        source: Some(option.source),
    });
    Game {
        name: "sig",
        example: "sig:depaulis,length=24,cancel=stack",
        options: options.collect(),
        presets: (PRESETS.iter())
            .map(|preset| Preset {
                name: preset.name,
                meaning: preset.assumed.to_vec(),
                source: preset.source,
            })
            .collect(),
        values: PRESETS.iter().map(|preset| preset.name).collect(),
    }
}

pub(super) struct RulesReport {
    asked: Option<&'static str>,
    games: Vec<Game>,
}

pub(super) fn run(game: Option<&str>) -> Result<RulesReport, Failure> {
    let Some(game) = game else {
        let games = GAMES.iter().map(|(_, rules)| rules()).collect();
        return Ok(RulesReport { asked: None, games });
    };
    match GAMES.iter().find(|(name, _)| *name == game) {
        Some((name, rules)) => Ok(RulesReport {
            asked: Some(name),
            games: vec![rules()],
        }),
        None => Err(Failure::input(format!(
            "siga has no rules for `{game}`; it has them for {}",
            GAMES.map(|(name, _)| name).join(", ")
        ))),
    }
}

impl Game {
    /// Whether each preset has values of its own.
    fn by_preset(&self) -> bool {
        self.values != ["default"]
    }

    fn json(&self) -> Value {
        let presets = self.presets.iter().map(|preset| {
            if self.by_preset() {
                json!({ "name": preset.name, "assumed": preset.meaning, "source": preset.source })
            } else {
                json!({ "name": preset.name, "meaning": preset.meaning.join("; "), "source": preset.source })
            }
        });
        let options = self.options.iter().map(|option| {
            let mut object = json!({ "name": option.name, "values": option.allowed });
            if self.by_preset() {
                let values = self.values.iter().zip(&option.values);
                let values: Map<String, Value> = values
                    .map(|(&preset, value)| (preset.to_owned(), json!(value)))
                    .collect();
                object["presets"] = Value::Object(values);
            } else {
                object["default"] = json!(option.values.first());
            }
            object["meaning"] = json!(option.meaning);
            if let Some(source) = option.source {
                object["source"] = json!(source);
            }
            object
        });
        json!({
            "game": self.name,
            "presets": presets.collect::<Vec<_>>(),
            "options": options.collect::<Vec<_>>(),
        })
    }

    fn sheets(&self) -> [Sheet; 2] {
        let sourced = self.options.iter().any(|option| option.source.is_some());
        let mut columns = vec!["option", "values"];
        columns.extend(&self.values);
        columns.push("meaning");
        if sourced {
            columns.push("source");
        }
        let options = self.options.iter().map(|option| {
            let mut row = vec![option.name.to_owned(), option.allowed.clone()];
            row.extend(option.values.iter().cloned());
            row.push(option.meaning.to_owned());
            if sourced {
                row.push(option.source.unwrap_or_default().to_owned());
            }
            row
        });
        let means = if self.by_preset() {
            "assumed"
        } else {
            "meaning"
        };
        // What a preset assumes is long: a line for each.
        let presets = self.presets.iter().flat_map(|preset| {
            (0..preset.meaning.len().max(1)).map(|line| {
                let meaning = preset.meaning.get(line).copied().unwrap_or_default();
                let first = |text: &str| {
                    if line == 0 {
                        text.to_owned()
                    } else {
                        String::new()
                    }
                };
                let source = first(preset.source);
                vec![
                    first(preset.name),
                    meaning.replace('`', ""),
                    source.replace('`', ""),
                ]
            })
        });
        [
            Sheet {
                heading: format!("Options of {}, written as in {}", self.name, self.example),
                columns: columns.into_iter().map(Column::text).collect(),
                rows: options.collect(),
                notes: Vec::new(),
            },
            Sheet {
                heading: format!("Rule sets of {}", self.name),
                columns: ["name", means, "source"].map(Column::text).to_vec(),
                rows: presets.collect(),
                notes: Vec::new(),
            },
        ]
    }
}

impl Report for RulesReport {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn query(&self) -> Value {
        json!({ "command": "rules", "game": self.asked })
    }

    fn result(&self) -> Value {
        json!({ "games": self.games.iter().map(Game::json).collect::<Vec<_>>() })
    }

    fn sheets(&self, _digits: usize) -> Vec<Sheet> {
        self.games.iter().flat_map(Game::sheets).collect()
    }
}
