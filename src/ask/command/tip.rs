//! The tip below an error of the arguments: what would be right, where clap cannot know it.

use std::ffi::OsStr;

use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use itertools::Itertools as _;

use super::{Cli, help};
use crate::ask::args::list;
use crate::ask::{games, list_of_games, throws};
use crate::chance::parse;

/// The error with a tip, if there is one for these arguments, the program's name first.
pub(super) fn with_tip<S: AsRef<OsStr>>(mut error: clap::Error, words: &[S]) -> clap::Error {
    if let Some(plain) = plain_number(&error) {
        return plain;
    }
    let words = words.iter().skip(1).map(|word| word.as_ref().to_str());
    let words: Vec<&str> = words.map_while(|word| word).collect();
    if error.kind() == ErrorKind::UnknownArgument {
        without_guess(&mut error);
    }
    let format = format_of(&error);
    let tip = match (error.kind(), words.as_slice()) {
        (ErrorKind::UnknownArgument, _) if format.is_some() => {
            format.map(|format| format!("that is --format {format}"))
        }
        (ErrorKind::UnknownArgument, ["throw", spec @ ..]) => one_throw(spec),
        (ErrorKind::UnknownArgument, [.., "--behind", first, second])
            if [first, second]
                .iter()
                .all(|word| word.parse::<u32>().is_ok()) =>
        {
            Some(format!("several distances: --behind {first},{second}"))
        }
        (ErrorKind::UnknownArgument, [game, rest @ ..]) => option_of_rules(game, &error)
            .or_else(|| option_of_another(game, &error))
            .or_else(|| option_of_file(game, rest.first()?, &error)),
        (ErrorKind::MissingRequiredArgument, [game, ..]) if asks_position(&error) => {
            position_of(game)
        }
        (ErrorKind::InvalidSubcommand, [word, ..])
            if error
                .get(ContextKind::InvalidSubcommand)
                .is_some_and(|given| given.to_string() == *word) =>
        {
            unknown_word(word, &mut error)
        }
        (ErrorKind::InvalidSubcommand, [game, ..])
            if error.get(ContextKind::SuggestedSubcommand).is_none() =>
        {
            commands_of(game, |_| true).map(|commands| format!("the commands are {commands}"))
        }
        _ => None,
    };
    if let Some(tip) = tip {
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec![tip.into()]),
        );
    }
    error
}

/// The error about a number in plain words, where its parser has none.
fn plain_number(error: &clap::Error) -> Option<clap::Error> {
    let said = std::error::Error::source(error)?.to_string();
    let [argument, value] =
        [ContextKind::InvalidArg, ContextKind::InvalidValue].map(|kind| error.get(kind));
    let value = value?.to_string();
    let plain = list::wrong(&value, &said);
    if error.kind() != ErrorKind::ValueValidation || plain.ends_with(&said) {
        return None;
    }
    let text = format!(
        "{}: {plain}\n\nFor more information, try '--help'.\n",
        argument?
    );
    let mut plain = clap::Error::raw(ErrorKind::ValueValidation, text);
    plain.insert(ContextKind::InvalidArg, argument?.clone());
    Some(plain)
}

/// Where an unknown option is one of the rules of the game.
fn option_of_rules(game: &str, error: &clap::Error) -> Option<String> {
    let given = error.get(ContextKind::InvalidArg)?.to_string();
    let option = given.trim_start_matches('-').split('=').next()?;
    let game = games::called(game)?;
    let known = game.info().options.iter().any(|known| known.name == option);
    known.then(|| {
        format!(
            "that is an option of the rules: --rules {}:{option}=… (siga rules {})",
            game.name, game.name
        )
    })
}

/// Where a file stands without the option that it belongs to.
fn option_of_file(game: &str, command: &str, error: &clap::Error) -> Option<String> {
    let file = error.get(ContextKind::InvalidArg)?.to_string();
    let plays = command == "play";
    let option = match plays && !file.ends_with(".game") {
        true => "start",
        false => "rules",
    };
    let has = |known: &clap::Command| {
        let mut options = known.get_arguments();
        known.get_name() == command && options.any(|known| known.get_long() == Some(option))
    };
    let is_file = !file.starts_with('-')
        && (plays
            || [".game", ".txt"]
                .iter()
                .any(|ending| file.ends_with(ending)));
    let takes = is_file && commands_of(game, has).is_some();
    takes.then(|| format!("a file follows its option: --{option} {file}"))
}

/// Where other commands of the game have an unknown option.
fn option_of_another(game: &str, error: &clap::Error) -> Option<String> {
    let given = error.get(ContextKind::InvalidArg)?.to_string();
    let option = given.strip_prefix("--")?;
    let has = |command: &clap::Command| {
        let mut options = command.get_arguments();
        options.any(|known| known.get_long() == Some(option))
    };
    let commands = commands_of(game, has)?;
    Some(format!("{given} is an option of {commands}"))
}

/// Those commands of a game, each with the game.
fn commands_of(game: &str, has: impl Fn(&clap::Command) -> bool) -> Option<String> {
    let all = Cli::command();
    let game = games::with_commands(all.find_subcommand(game)?.clone());
    let commands = game.get_subcommands().filter(|command| has(command));
    let names = commands.map(|command| format!("{} {}", game.get_name(), command.get_name()));
    let names = names.collect_vec();
    (!names.is_empty()).then(|| names.join(", "))
}

/// The format that an unknown option names.
fn format_of(error: &clap::Error) -> Option<&'static str> {
    let given = error.get(ContextKind::InvalidArg)?.to_string();
    let formats = ["svg", "html", "markdown", "latex", "tsv", "jsonl"];
    (formats.into_iter()).find(|format| given.trim_start_matches('-') == *format)
}

/// Removes the suggestion of an option that is hardly like the one given, and the advice to pass that one as a value.
fn without_guess(error: &mut clap::Error) {
    error.remove(ContextKind::Suggested);
    let text = |kind| error.get(kind).map(ToString::to_string);
    let (given, like) = (
        text(ContextKind::InvalidArg),
        text(ContextKind::SuggestedArg),
    );
    if let (Some(given), Some(like)) = (given, like)
        && 2 * given
            .chars()
            .zip(like.chars())
            .take_while(|(a, b)| a == b)
            .count()
            < given.len()
    {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::Usage);
    }
}

/// A throw that the shell has cut at its spaces.
fn one_throw(words: &[&str]) -> Option<String> {
    let spec: Vec<&str> = (words.iter().copied())
        .take_while(|word| !word.starts_with("--"))
        .collect();
    let joined = [" ", " + "].map(|between| spec.join(between));
    let meant = joined
        .iter()
        .find(|text| parse(text).is_ok())
        .unwrap_or(&joined[0]);
    let tip = format!("a throw is one word, in quotes: siga throw '{meant}'");
    (spec.len() > 1).then_some(tip)
}

/// The tip for a word that is not a command: the throw, the named throws or the lists that it may be meant for.
fn unknown_word(word: &str, error: &mut clap::Error) -> Option<String> {
    if let Some(tip) = help::of_a_game(word) {
        error.remove(ContextKind::SuggestedSubcommand);
        return Some(tip);
    }
    if let Some(rules) = games::set_of_rules(word) {
        error.remove(ContextKind::SuggestedSubcommand);
        let game = rules.split(':').next().unwrap_or_default();
        return Some(format!(
            "that is a set of rules: siga {game} COMMAND --rules {rules}"
        ));
    }
    let is_throw = parse(word).is_ok();
    let begins = word.get(..3).unwrap_or(word);
    let like = error.get(ContextKind::SuggestedSubcommand);
    if !is_throw && like.is_some_and(|like| like.to_string().contains(begins)) {
        return None;
    }
    error.remove(ContextKind::SuggestedSubcommand);
    Some(
        match word.len() > 2 && !throws::with_word(word).is_empty() {
            _ if is_throw => format!("siga throw '{word}' answers about a throw"),
            true => format!("siga throws {word} lists the throws of this name"),
            false => "siga games lists the games, siga throws the throws with a name".into(),
        },
    )
}

fn asks_position(error: &clap::Error) -> bool {
    let missing = error.get(ContextKind::InvalidArg);
    missing.is_some_and(|missing| missing.to_string().contains("--position"))
}

/// How a position of a game is written.
fn position_of(game: &str) -> Option<String> {
    if ["line-up", "custodial"].contains(&game) {
        return Some(format!(
            "`siga {game} play --rules FILE` shows the start; a position is its rows from the top, a number for empty points, then the side, \
             as in --position \"xo1/3/3 x\""
        ));
    }
    let start = list_of_games::start(game)?;
    Some(format!(
        "the start of the game is --position \"{start}\"; a number counts empty cells (siga help positions)"
    ))
}
