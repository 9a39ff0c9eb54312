//! Help: what a beginner needs on one screen, the rest where it is looked for.

use clap::{Arg, Args, Command};

use super::Global;
use crate::ask::all_games;
use crate::ask::args::position;
use crate::ask::caller::usual;
use crate::ask::games::{self, game as game_of};
use crate::ask::list_of_games;
use crate::ask::throw::args::NOTATION;
use crate::work::stop::Limits;

/// The heading of the options that every command has.
pub(crate) const OUTPUT: &str = "Output";
/// Headings of options that `-h` leaves to `--help`.
const LATER: [&str; 4] = ["Limits", PARAMETER, "Race", "Tables"];
/// The heading of the options of a question over a parameter, and the commands that cannot be asked so.
const PARAMETER: &str = "Over a parameter";
const NO_PARAMETER: [&str; 13] = [
    "batch", "check", "compare", "explore", "games", "generate", "help", "play", "report", "rules",
    "schema", "tables", "throws",
];
/// Options that `-h` leaves to `--help` wherever they are.
const RARE: [&str; 9] = [
    "confidence",
    "decimal",
    "endgame",
    "given",
    "max_throws",
    "seed",
    "solve",
    "top",
    "width",
];
/// Examples that `-h` shows.
const EXAMPLES: usize = 2;

/// The games, those of a kind in one line.
const GAMES: [(&[&str], &str); 3] = [
    (
        &["daldos", "sig", "tab", "ur"],
        "Games with throws: chances, positions, turns, endgames",
    ),
    (
        &["sidja", "custodial"],
        "Sidja and others of taking between two; `siga games` lists more",
    ),
    (
        &["teeko", "5x5", "line-up"],
        "Rows of three to five, solved; `siga games` lists more",
    ),
];
/// The other commands, in the groups in which `siga -h` shows them; the games follow the first.
const GROUPS: [(&str, &[&str]); 3] = [
    ("Throws and games", &["throw", "throws", "games", "rules"]),
    (
        "Books, files, boards",
        &["check", "compare", "report", "explore"],
    ),
    (
        "For programs, or rarely needed",
        &["batch", "schema", "tables", "generate"],
    ),
];

/// The text below the commands in `siga -h`.
const BELOW: &str = "\
Begin with `siga daldos table`, `siga throw 4d6kh3` or `siga explore`.
`siga COMMAND -h` shows what a command can do; `siga help TOPIC` explains
throws, positions, rules and output.";

/// The text that `siga --help` adds.
const EXAMPLES_OF_ALL: &str = include_str!("examples.txt");

/// The topics of `siga help`, beside the commands.
const TOPICS: [(&str, Text); 4] = [
    ("throws", throws),
    ("positions", positions),
    ("rules", rules),
    ("output", output),
];
/// Other words for a topic.
const ALSO: [(&str, &str); 8] = [
    ("dice", "throws"),
    ("notation", "throws"),
    ("options", "rules"),
    ("exit", "output"),
    ("format", "output"),
    ("formats", "output"),
    ("json", "output"),
    ("limits", "output"),
];
/// Writes the text of a topic.
type Text = fn() -> String;

/// Help as clap writes it, but with the examples before the options.
const TEMPLATE: &str =
    "{before-help}{about-with-newline}\n{usage-heading} {usage}{after-help}\n\n{all-args}";
/// The text that follows for commands that print an answer, and for those that may be asked over a parameter.
const PRINTED: &str = "\n\nFormats (--json …): `siga help output`";
const PRINTED_OVER: &str =
    "\n\nFormats (--json …), tables over a parameter (--for n=1..8): `siga help output`";
/// The template of `siga` itself, with the commands in their groups.
const OF_ALL: &str = "{about-with-newline}\n{usage-heading} siga <COMMAND> [OPTIONS]{after-help}";

/// The command with its help: each argument under the heading where it is looked for.
pub(super) fn helped(command: Command) -> Command {
    let command = command.mut_subcommands(games::with_commands);
    let groups = groups(&command);
    of_game(None, command)
        .help_template(OF_ALL)
        .after_help(format!("{groups}\n{BELOW}"))
        .after_long_help(format!(
            "{groups}\n{BELOW}\n\n{}",
            EXAMPLES_OF_ALL.trim_end()
        ))
}

fn groups(command: &Command) -> String {
    let style = command.get_styles().get_header();
    let about = |name: &str| {
        let found = command.find_subcommand(name);
        let about = found.and_then(Command::get_about).map(ToString::to_string);
        about.unwrap_or_default()
    };
    let mut text = String::new();
    for (at, (heading, names)) in GROUPS.iter().enumerate() {
        text.push_str(&format!("{style}{heading}:{style:#}\n"));
        for name in *names {
            text.push_str(&format!("  {name:<9} {}\n", about(name)));
        }
        for (names, about) in GAMES.iter().filter(|_| at == 0) {
            text.push_str(&format!("  {:<21} {about}\n", names.join(", ")));
        }
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

/// Gives back their own heading to arguments that follow those of a position: clap's derive leaves them under
/// that one's.
fn of_game(game: Option<&str>, command: Command) -> Command {
    let names = [Some(command.get_name()), game];
    let has_parameter = !names
        .iter()
        .flatten()
        .any(|name| NO_PARAMETER.contains(name));
    let template = match command.get_name() {
        "play" | "explore" | "generate" | "man" | "completions" | "help" => TEMPLATE.to_owned(),
        _ if has_parameter => format!("{TEMPLATE}{PRINTED_OVER}"),
        _ => format!("{TEMPLATE}{PRINTED}"),
    };
    // An option of its own stands before the one that every command has.
    let global = Global::augment_args(Command::new(""));
    let hidden = (global.get_arguments())
        .filter(|option| !has_parameter && option.get_help_heading() == Some(PARAMETER));
    let limits = limits(game, &command);
    let limited = (global.get_arguments()).filter_map(|option| {
        let (_, usual) = limits.iter().find(|(id, _)| option.get_id() == id)?;
        let help = format!("{} [default: {usual}]", option.get_help()?);
        Some(option.clone().help(help))
    });
    let command = command.args(hidden.map(|option| option.clone().hide(true)));
    let command = command.args(limited);
    let command = command.help_template(template).mut_args(|argument| {
        if argument.get_help_heading() != Some("Position") {
            return argument;
        }
        match argument.get_id().as_str() {
            "rules" => argument.help(game.and_then(game_of).map(|game| game.rules)),
            position::POSITION_FILE | "position" | "play" => argument,
            "width" | "budget" => argument.help_heading("Limits"),
            _ => argument.help_heading("Question"),
        }
    });
    let below = command.get_after_help().map(ToString::to_string);
    let below = below.map(|whole| game.map_or(whole.clone(), |game| for_game(game, whole)));
    let shown = below.as_deref().map(examples).unwrap_or_default();
    let asked = |argument: &Arg| {
        let option = argument.get_long().map(|name| format!("--{name}"));
        option.is_some_and(|option| shown.split_whitespace().any(|word| word == option))
    };
    let command = command.mut_args(|argument| match argument.get_help_heading() {
        Some(OUTPUT) => argument.hide(true),
        // What an example shows is explained beside it.
        _ if asked(&argument) => argument.hide_short_help(false),
        Some(heading) if LATER.contains(&heading) => argument.hide_short_help(true),
        _ if RARE.contains(&argument.get_id().as_str()) => argument.hide_short_help(true),
        _ => argument,
    });
    let command = match below {
        Some(whole) if command.get_after_long_help().is_none() => {
            command.after_help(shown).after_long_help(whole)
        }
        _ => command,
    };
    let name = command.get_name().to_owned();
    command.mut_subcommands(|command| of_game(Some(&name), command))
}

/// The usual limits of a command, by the options that set them; none of a group of commands.
fn limits(game: Option<&str>, command: &Command) -> Vec<(&'static str, String)> {
    if command.has_subcommands() {
        return Vec::new();
    }
    let name = command.get_name();
    let whole = game.map_or(name.to_owned(), |game| format!("{game} {name}"));
    let (limits, each) = match name {
        "batch" => (Limits::LINE, " for each line"),
        "check" | "compare" | "report" => (Limits::QUESTION, " for each question"),
        "explore" => (Limits::PAGE, " for each question"),
        _ => (usual(&whole), ""),
    };
    let seconds = limits.time.map(|time| time.as_secs().to_string());
    let memory = limits
        .memory
        .map(|memory| format!("{}GB", memory / 1_000_000_000));
    [("limit_seconds", seconds), ("limit_memory", memory)]
        .map(|(id, limit)| (id, limit.map_or("none".to_owned(), |limit| limit + each)))
        .to_vec()
}

/// A text whose examples are all of other games of the family, with the first that fits this one.
fn for_game(game: &str, whole: String) -> String {
    let is_of_family = game_of(game).is_some_and(|game| game.family);
    if !is_of_family || whole.contains(&format!("siga {game} ")) {
        return whole;
    }
    let is_general = |line: &&str| {
        let own = ["fixtures/", "--rules", "--record"];
        !own.iter().any(|own| line.contains(own))
    };
    let fitting = whole.split_once("Examples:\n").and_then(|(before, lines)| {
        let line = lines.lines().find(is_general)?;
        let (_, words) = line.trim().strip_prefix("siga ")?.split_once(' ')?;
        let start = list_of_games::start(game)?;
        let words = match words.split('"').collect::<Vec<_>>().as_slice() {
            [words, _, rest] => format!("{words}\"{start}\"{rest}"),
            _ => words.to_owned(),
        };
        Some(format!("{before}Examples:\n  siga {game} {words}"))
    });
    fitting.unwrap_or(whole)
}

/// The first examples of a text; all of one that has none.
fn examples(whole: &str) -> String {
    let Some(at) = whole.find("Examples:") else {
        return whole.to_owned();
    };
    let lines: Vec<&str> = whole[at..].lines().take(1 + EXAMPLES).collect();
    lines.join("\n")
}

/// The help of a topic or of a command, whose words these are; or what there is.
pub(crate) fn topic(words: &[String]) -> Result<String, String> {
    let mut command = super::command();
    command.build();
    let [word, rest @ ..] = words else {
        return Ok(command.render_long_help().ansi().to_string());
    };
    let other = ALSO.iter().find(|(other, _)| other == word);
    let meant = other.map_or(word.as_str(), |(_, topic)| topic);
    if rest.is_empty()
        && let Some((_, text)) = TOPICS.iter().find(|(name, _)| *name == meant)
    {
        return Ok(text());
    }
    let mut found = &mut command;
    for word in words {
        found = found.find_subcommand_mut(word).ok_or_else(|| {
            let topics = TOPICS.map(|(name, _)| format!("`{name}`")).join(", ");
            of_a_game(word).unwrap_or_else(|| {
                let words = words.join(" ");
                format!("there is no help on `{words}`: name a command, or one of {topics}")
            })
        })?;
    }
    Ok(found.render_long_help().ansi().to_string())
}

/// The way to write a command that follows the name of a game.
pub(super) fn of_a_game(word: &str) -> Option<String> {
    let mut games = all_games().iter();
    let game = games.find(|game| game.has_command(word))?.name;
    Some(format!(
        "`{word}` follows the name of a game, as in `siga {game} {word}`"
    ))
}

fn throws() -> String {
    format!("{NOTATION}\n`siga throws` lists the named throws, `siga throw --help` the options.\n")
}

fn output() -> String {
    let shown = |argument: Arg| argument.hide(false);
    let mut options = Global::augment_args(Command::new("siga"))
        .disable_help_flag(true)
        .term_width(80)
        .mut_args(shown)
        .help_template("{all-args}");
    let formats = include_str!("output.txt");
    format!(
        "Every command prints its answer as these options say.\n\n{}\n{formats}",
        options.render_help().ansi()
    )
}

fn positions() -> String {
    let starts = all_games().iter().filter_map(|game| {
        let start = list_of_games::start(game.name)?;
        Some(format!("  {:<17} {start}\n", game.name))
    });
    include_str!("positions.txt").to_owned() + &starts.collect::<String>()
}

fn rules() -> String {
    include_str!("rules.txt").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_stands_in_one_group() {
        let command = super::super::command();
        let games = GAMES.iter().flat_map(|(names, _)| *names);
        let others = GROUPS.iter().flat_map(|(_, names)| *names);
        let mut grouped: Vec<&str> = games.chain(others).copied().collect();
        let shown = command
            .get_subcommands()
            .filter(|command| !command.is_hide_set());
        let mut all: Vec<&str> = shown.map(Command::get_name).collect();
        all.retain(|name| *name != "help");
        grouped.sort_unstable();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }

    #[test]
    fn every_text_stands_in_the_help_of_its_command() {
        let command = super::super::command();
        let texts = include_str!("../help.txt").lines();
        for heading in texts.filter_map(|line| line.strip_prefix("== ")) {
            let words: Vec<&str> = heading.split(' ').collect();
            let found = words.iter().fold(&command, |found, word| {
                found.find_subcommand(word).expect(heading)
            });
            let text = found.get_after_long_help().map(ToString::to_string);
            assert_eq!(text, Some(crate::ask::help::of(&words)), "{heading}");
        }
    }

    #[test]
    fn topics_fit_into_80_columns() {
        for (name, text) in TOPICS {
            let text = anstream::adapter::strip_str(&text()).to_string();
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{name}: {line}");
            }
        }
    }

    #[test]
    fn short_help_fits_on_a_screen() {
        fn look(command: &mut Command, long: &mut Vec<(usize, String)>) {
            let help = command.clone().term_width(80).render_help().to_string();
            let lines = help.trim_end().lines().count();
            if lines > 32 {
                long.push((lines, format!("{:?}", command.get_bin_name())));
            }
            command
                .get_subcommands_mut()
                .for_each(|command| look(command, long));
        }
        let mut command = super::super::command();
        command.build();
        let mut long = Vec::new();
        look(&mut command, &mut long);
        assert!(long.is_empty(), "more than 32 lines: {long:#?}");
    }

    /// The arguments of `siga` in an example, without redirections of the shell and without the remark that follows two spaces.
    fn example(line: &str) -> Option<Vec<String>> {
        let words = line.strip_prefix("  siga ")?.split("  ").next()?;
        let words = shlex::split(words).unwrap_or_else(|| panic!("open quotes: {line}"));
        let shell = |word: &String| matches!(word.as_str(), "|" | "<" | ">");
        let words = words.into_iter().take_while(|word| !shell(word));
        Some(words.map(|word| word.replace("/*.", "/any.")).collect())
    }

    /// Every example of a help text is a command; one that asks a question, about what there is, has an answer, for which
    /// the test does not wait.
    #[test]
    fn examples_are_commands() {
        fn wrong(words: &[String]) -> Option<String> {
            let arguments = std::iter::once("siga".into()).chain(words.iter().map(Into::into));
            if let Err(error) = super::super::parse(arguments) {
                let shows_text = matches!(error.kind(), clap::error::ErrorKind::DisplayHelp);
                return (!shows_text).then(|| error.to_string());
            }
            let terms = crate::ask::Terms {
                reads: true,
                limits: crate::ask::Limits {
                    time: Some(std::time::Duration::from_millis(20)),
                    memory: None,
                },
                ..Default::default()
            };
            let error = crate::ask::answer(words, &terms).err()?;
            let theirs = [
                "does not answer a question",
                "there is no such file",
                "does not read standard input",
                "a question writes no files",
            ];
            (error.status == 2 && !theirs.iter().any(|text| error.message.contains(text)))
                .then_some(error.message)
        }
        fn look(command: &Command, found: &mut usize, faults: &mut Vec<String>) {
            let help = command.clone().term_width(0).render_long_help().to_string();
            for line in help.lines() {
                let Some(words) = example(line) else { continue };
                *found += 1;
                faults.extend(wrong(&words).map(|fault| format!("{line}: {fault}")));
            }
            command
                .get_subcommands()
                .for_each(|command| look(command, found, faults));
        }
        let (mut found, mut faults) = (0, Vec::new());
        look(&super::super::command(), &mut found, &mut faults);
        assert!(found > 150, "{found} examples");
        assert!(faults.is_empty(), "{faults:#?}");
    }
}
