//! `siga generate`: manual pages and shell completions.

use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::ask::all_games;
use crate::ask::command::{self, Generate, help};
use crate::ask::failure::Failure;
use crate::ask::written_file;
use crate::chance::presets::PRESETS;
use crate::rules::GameInfo;

/// The text for standard output; pages go to the folder, if there is one.
pub(super) fn run(what: &Generate, folder: Option<&Path>) -> Result<Vec<u8>, Failure> {
    let mut command = shown(command::command());
    match (what, folder) {
        (Generate::Man, None) => page(&Man::new(command)).map_err(Failure::writing),
        (Generate::Man, Some(folder)) => {
            command.build();
            pages(&command, folder)?;
            Ok(Vec::new())
        }
        (Generate::Completions { shell }, _) => {
            let mut bytes = Vec::new();
            let mut command = with_values(None, command);
            clap_complete::generate(*shell, &mut command, "siga", &mut bytes);
            match shell {
                // Names of throws and rules have colons in them.
                Shell::Bash => bytes.extend_from_slice(b"COMP_WORDBREAKS=${COMP_WORDBREAKS//:/}\n"),
                Shell::Fish => fish_values(&command, "", &mut bytes).map_err(Failure::writing)?,
                _ => {}
            }
            Ok(bytes)
        }
    }
}

/// The command with the options that its help leaves to a topic of their own.
fn shown(command: Command) -> Command {
    let command = command.disable_help_subcommand(true).mut_subcommands(shown);
    command.mut_args(|argument| match argument.get_help_heading() {
        Some(help::OUTPUT) => argument.hide(false),
        // A page is long.
        _ => argument.hide_short_help(false),
    })
}

/// A page for a command and for each within it.
fn pages(command: &Command, folder: &Path) -> Result<(), Failure> {
    let man = Man::new(command.clone()).source(concat!("siga ", env!("CARGO_PKG_VERSION")));
    let text = page(&man).map_err(Failure::writing)?;
    written_file::write(&folder.join(man.get_filename()), &text)?;
    command
        .get_subcommands()
        .try_for_each(|command| pages(command, folder))
}

/// A page; what stands after the options keeps its lines.
fn page(man: &Man) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    man.render(&mut page)?;
    let page = String::from_utf8_lossy(&page);
    let mut out = Vec::new();
    let mut literal = false;
    for line in page.lines() {
        if line.starts_with(".SH") {
            if std::mem::take(&mut literal) {
                out.write_all(b".fi\n")?;
            }
            if line == ".SH EXTRA" {
                literal = true;
                out.write_all(b".SH NOTES\n.nf\n")?;
            } else {
                writeln!(out, "{line}")?;
            }
            continue;
        }
        writeln!(out, "{line}")?;
    }
    Ok(out)
}

/// The command with what its arguments may be, for shells to complete; arguments may be other things than these.
fn with_values(game: Option<&str>, command: Command) -> Command {
    let name = command.get_name().to_owned();
    let games = || all_games().iter().map(|game| game.info());
    let command = command.mut_args(|argument| {
        let values: Vec<&'static str> = match argument.get_id().as_str() {
            "spec" => PRESETS.iter().map(|preset| preset.name).collect(),
            "game" => games().map(|info| info.game).collect(),
            "rules" => games()
                .filter(|info| game.is_none_or(|game| game == info.game))
                .flat_map(|info| rules(&info))
                .collect(),
            _ => return argument,
        };
        argument
            .value_parser(PossibleValuesParser::new(values))
            .hide_possible_values(true)
    });
    command.mut_subcommands(|command| {
        let game = game.or_else(|| {
            all_games()
                .iter()
                .map(|game| game.name)
                .find(|game| *game == name)
        });
        with_values(game, command)
    })
}

/// The possible arguments without an option, which `clap_complete` writes for other shells but not for fish.
fn fish_values(command: &Command, within: &str, out: &mut Vec<u8>) -> io::Result<()> {
    for argument in command.get_positionals() {
        let values = argument.get_possible_values();
        let names: Vec<_> = values.iter().map(|value| value.get_name()).collect();
        if !names.is_empty() {
            let names = names.join(" ");
            writeln!(out, "complete -c siga -n \"{within}\" -f -a \"{names}\"")?;
        }
    }
    command.get_subcommands().try_for_each(|command| {
        let seen = format!("__fish_seen_subcommand_from {}", command.get_name());
        let within = match within {
            "" => seen,
            _ => format!("{within}; and {seen}"),
        };
        fish_values(command, &within, out)
    })
}

/// The sets of rules of a game, and its options as they are begun.
fn rules(info: &GameInfo) -> Vec<&'static str> {
    let game = info.game;
    let sets = info
        .presets
        .iter()
        .map(|set| format!("{game}:{}", set.name));
    let options = info
        .options
        .iter()
        .map(|option| format!("{game}:{}=", option.name));
    // clap keeps names for as long as the program runs.
    let texts = sets.chain(options).map(|text| &*text.leak());
    std::iter::once(game).chain(texts).collect()
}
