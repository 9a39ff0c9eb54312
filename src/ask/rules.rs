//! `siga rules`: rule sets and options.

use std::path::Path;

use clap::Args;

use super::one_command::Command;
use super::prelude::*;
use super::{all_games, games, input};
use crate::ask::game::Game;
use crate::chance::presets;
use crate::names::{self, command_name, near};
use crate::rules::GameInfo;
use crate::work::Note;

/// The question for rules.
#[derive(Args, Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Rules {
    /// The game, such as daldos or sidja; or a file that describes one
    #[arg(value_name = "GAME")]
    game: Option<String>,
}

/// Rule sets and options, with their sources.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Games {
    games: Vec<GameInfo>,
}

impl Command for Rules {
    const WORDS: &'static [&'static str] = &["rules"];
    const ABOUT: &'static str = "Rule sets and their options, each with its source";
    type Answer = Games;

    fn ask(&mut self, caller: Caller, _note: &Note) -> Result<Games, Failure> {
        let games = all_games().iter().map(|game| game.info());
        let mut games: Vec<GameInfo> = games.collect();
        let Some(asked) = &self.game else {
            return Ok(Games { games });
        };
        // The sets of rules of a game stand beside each other.
        let file = asked;
        let (asked, options) = asked.split_once(':').unwrap_or((asked, ""));
        let names = itertools::join(games.iter().map(|info| info.game), ", ");
        let game = games::called(asked);
        if game.is_none() && input::is_readable(Path::new(file), caller.reads) {
            return of_file(file, caller);
        }
        games.retain(|info| game.is_some_and(|game| game.name == info.game));
        let Some(found) = games.first_mut() else {
            return Err(Failure::input(format!(
                "siga has no rules for `{asked}`{}; it has them for {names}",
                meant(asked)
            )));
        };
        self.game = Some(match game.filter(|_| !options.is_empty()) {
            Some(game) => {
                let rules = format!("{}:{options}", found.game);
                found.how_to_play = game.opening(Some(&rules), caller)?.how_to_play;
                rules
            }
            None => found.game.to_owned(),
        });
        Ok(Games { games })
    }

    fn above(&self, answer: &Games) -> Option<String> {
        let game = self.game.as_ref().and(answer.games.first())?;
        Some(game.how_to_play.clone()).filter(|said| !said.is_empty())
    }

    fn tables(&self, answer: &Games, _style: &Style) -> Vec<Sheet> {
        match &self.game {
            None => return vec![sets(&answer.games)],
            Some(rules) if rules.contains(':') && games::game_of_rules(rules).is_some() => {
                return vec![in_force(rules)];
            }
            Some(_) => {}
        }
        // A game of one's own is written as its file, and need not have either.
        let own = |info: &GameInfo| info.game.contains('@');
        let sheets = |info: &GameInfo| {
            let file = self.game.as_deref().filter(|_| own(info));
            let name = file.unwrap_or(info.game);
            [options(info, name), presets(info, name)]
        };
        let has_rules = |info: &&GameInfo| !(own(info) && info.options.is_empty());
        answer
            .games
            .iter()
            .filter(has_rules)
            .flat_map(sheets)
            .collect()
    }
}

/// What a name that no game has may be meant for.
fn meant(asked: &str) -> String {
    if presets::find(asked).is_some() {
        return format!(" (a throw: `siga throw {asked}`)");
    }
    let asked = command_name(asked);
    // A word of its title, or of another name.
    let has_word = |game: &&Game| {
        let title = game.about.split(':').take(1);
        let mut names = title.chain(game.alias.iter().copied()).map(command_name);
        names.any(|name| name.split('-').any(|word| word == asked))
    };
    let titled = all_games().iter().find(has_word).map(|game| game.name);
    let near = || near(&asked, all_games().iter().map(|game| game.name));
    names::meant(games::set_of_rules(&asked).or_else(|| titled.or_else(near).map(str::to_owned)))
}

/// How the game that a file describes is played.
fn of_file(file: &str, caller: Caller) -> Result<Games, Failure> {
    let game = games::of_text(&input::read(file, input::MAX_RULES, caller.reads)?);
    let opening = game.opening(Some(file), caller)?;
    let name = opening.rules.split(':').next().unwrap_or_default();
    let mut info = game.info_of(name);
    info.how_to_play = opening.how_to_play;
    Ok(Games { games: vec![info] })
}

/// Every option of a rules text: name, value, meaning, source; nothing for a text that is not one.
pub(crate) fn explained(text: &str) -> Vec<[String; 4]> {
    let (game, rest) = text.split_once(':').unwrap_or((text, ""));
    let game = games::called(game);
    let Some(info) = game.map(|game| game.info()) else {
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
            None => preset
                .map_or(&option.default, |at| &option.presets[at].1)
                .clone(),
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

/// The options under these rules.
fn in_force(rules: &str) -> Sheet {
    Sheet::of(explained(rules))
        .text("option", |[option, ..]| option.clone())
        .text("value", |[_, value, ..]| value.clone())
        .text("meaning", |[_, _, meaning, _]| meaning.clone())
        .text("source", |[.., source]| source.clone())
        .named("options", format!("The rules {rules}"))
}

/// The options of a game: their values, what each preset has, what they decide and where that is from.
fn options(info: &GameInfo, name: &str) -> Sheet {
    let mut table = Sheet::of(&info.options)
        .text("option", |option| option.name)
        .text("values", |option| plain(&option.values));
    // The usual rules have a name in some games.
    let is_usual = |at: usize| {
        let mut options = info.options.iter();
        options.all(|option| option.presets[at].1 == option.default)
    };
    let named = (0..info.presets.len()).any(is_usual) && info.presets.len() > 1;
    if !named {
        table = table.text("default", |option| option.default.clone());
    }
    for (at, preset) in info.presets.iter().enumerate() {
        if named || !is_usual(at) {
            table = table.text(preset.name, move |option| option.presets[at].1.clone());
        }
    }
    let heading = match info.presets.is_empty() {
        true => format!(
            "{}: a file describes the game (docs/describe.md), {}; `siga games` lists those that come with siga",
            info.game, info.example
        ),
        false => {
            let example = info.example.replacen(info.game, name, 1);
            format!("Options of {name}, written as in {example}")
        }
    };
    table
        .text("meaning", |option| plain(option.meaning))
        .text("source", |option| plain(option.source))
        .named("options", heading)
}

/// The rule sets of all games.
fn sets(games: &[GameInfo]) -> Sheet {
    let sets = games
        .iter()
        .flat_map(|info| info.presets.iter().map(|preset| (info.game, preset)));
    Sheet::of(sets)
        .text("rules", |(game, preset)| format!("{game}:{}", preset.name))
        .text("meaning", |(_, preset)| plain(preset.meaning))
        .named("sets", "Rule sets that have a name")
        .note("`siga rules GAME` lists the options of a game, with the source of each; `siga games` the games")
}

/// The rule sets of a game that have a name: a line for each thing that one assumes.
fn presets(info: &GameInfo, name: &str) -> Sheet {
    let lines = (info.presets.iter())
        .flat_map(|preset| (0..preset.assumed.len().max(1)).map(move |line| (preset, line)));
    let first = |line: usize, text: &str| match line {
        0 => plain(text),
        _ => String::new(),
    };
    let mut table = Sheet::of(lines)
        .text("name", |&(preset, line)| first(line, preset.name))
        .text("meaning", |&(preset, line)| first(line, preset.meaning));
    if info.presets.iter().any(|preset| !preset.assumed.is_empty()) {
        table = table.text("assumed", |&(preset, line)| {
            plain(preset.assumed.get(line).copied().unwrap_or_default())
        });
    }
    table
        .text("source", |&(preset, line)| first(line, preset.source))
        .named("presets", format!("Rule sets of {name}"))
}

/// The text without the marks of code.
fn plain(text: &str) -> String {
    text.replace('`', "")
}
