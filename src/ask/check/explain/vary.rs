//! What is in dispute about a command: other values of its rules' options, limits on further throws, the bias of sticks.

use crate::ask::command::Command;
use crate::ask::disputes::{Disputes, Edit, What};
use crate::ask::games::{self, OfGame};
use crate::ask::throw::args::{PastRule, Throw};
use crate::ask::words;
use crate::chance::presets::{self, PRESETS};
use crate::figures::explain::Assumption;

/// A command and what is in dispute about it.
pub(super) struct Varied {
    words: Vec<String>,
    pub(super) edits: Vec<Edit>,
}

/// A question to be asked, and the series its figures are of, if not the main one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Asked {
    pub(super) words: Vec<String>,
    pub(super) series: Option<&'static str>,
}

/// The game whose rules a command takes.
fn game_of(words: &[String]) -> Option<Disputes> {
    Some(games::game(words.first()?)?.disputes)
}

/// Limits on the throws of a turn, in words.
const THROWS: [(&str, &str); 4] = [
    ("1", "no extra throw is taken"),
    ("2", "only one extra throw is taken"),
    ("3", "only two extra throws are taken"),
    ("4", "only three extra throws are taken"),
];

/// Runs of throws that are void, in words.
const ROWS: [(&str, &str); 4] = [
    ("3", "the third extra throw in a row is void"),
    ("3,same", "the third equal extra throw in a row is void"),
    ("3,all", "three extra throws in a row are all void"),
    ("2", "the second extra throw in a row is void"),
];

/// What a throw does that would pass the last cell of a race, in words.
const PAST: [(PastRule, &str, &str); 3] = [
    (
        PastRule::End,
        "end",
        "a throw that passes the last cell ends the race",
    ),
    (
        PastRule::Stay,
        "stay",
        "the last cell is to be hit exactly, and other throws do not move",
    ),
    (
        PastRule::Bounce,
        "bounce",
        "a throw that would pass the last cell moves back by the rest",
    ),
];

fn flag(
    name: &'static str,
    value: Option<&'static str>,
    about: &str,
    weight: u32,
    says: &str,
) -> Edit {
    Edit {
        what: What::Flag(name, value),
        assumption: Assumption {
            about: about.to_owned(),
            weight,
        },
        says: says.to_owned(),
        option: match value {
            Some(value) => format!("{name} {value}"),
            None => name.to_owned(),
        },
    }
}

fn without(name: &'static str, about: &str, says: &str) -> Edit {
    Edit {
        what: What::Without(name),
        option: format!("without {name}"),
        ..flag(name, None, about, 1, says)
    }
}

/// What may be meant otherwise in a throw of the notation, further throws first.
fn throw_edits(throw: &Throw) -> Vec<Edit> {
    let mut edits = Vec::new();
    if throw.turn {
        edits.extend(turn_edits());
    } else {
        // With one throw at most a turn is the throw.
        edits.extend(THROWS[1..].iter().map(|(n, says)| Edit {
            option: format!("--turn --max-throws {n}"),
            ..flag(
                "--max-throws",
                Some(n),
                "turn",
                2,
                &format!("a whole turn is meant, and {says}"),
            )
        }));
    }
    edits.push(if throw.turn {
        without("--turn", "turn", "one throw is meant, not a whole turn")
    } else {
        flag(
            "--turn",
            None,
            "turn",
            1,
            "a whole turn is meant, extra throws included",
        )
    });
    if throw.target.is_some() {
        let own = throw.past.unwrap_or(PastRule::End);
        let others = PAST.iter().filter(|(past, ..)| *past != own);
        edits
            .extend(others.map(|(_, value, says)| {
                flag("--past", Some(value), "past the last cell", 1, says)
            }));
    }
    edits.push(bias_edit());
    edits.extend([
        tail(
            "--at-least",
            "at_least",
            "the figures are chances of at least as much",
        ),
        tail(
            "--at-most",
            "at_most",
            "the figures are chances of at most as much",
        ),
    ]);
    let own = throw
        .spec
        .to_str()
        .and_then(presets::find)
        .map(|preset| preset.name);
    let family = own.map(|name| name.split(':').next().unwrap_or(name));
    for preset in PRESETS.iter().filter(|preset| Some(preset.name) != own) {
        let related = family.is_some_and(|family| preset.name.split(':').next() == Some(family));
        edits.push(Edit {
            what: What::Throw(preset.name),
            assumption: Assumption {
                about: "throw".to_owned(),
                weight: if related { 1 } else { 4 },
            },
            says: format!("the throw is {} ({})", preset.name, preset.title),
            option: preset.name.to_owned(),
        });
    }
    edits
}

fn turn_edits() -> Vec<Edit> {
    let throws = THROWS.map(|(n, says)| flag("--max-throws", Some(n), "extra throws", 1, says));
    let rows = ROWS.map(|(n, says)| flag("--in-a-row", Some(n), "throws in a row", 2, says));
    let stack = flag(
        "--cancel",
        Some("stack"),
        "cancel",
        1,
        "a cancelling throw voids the latest throw still standing",
    );
    throws.into_iter().chain(rows).chain([stack]).collect()
}

fn bias_edit() -> Edit {
    Edit {
        what: What::Bias,
        assumption: Assumption {
            about: "bias".to_owned(),
            weight: 3,
        },
        says: "the sticks are biased".to_owned(),
        option: "--bias".to_owned(),
    }
}

fn tail(name: &'static str, series: &'static str, says: &str) -> Edit {
    Edit {
        what: What::Tail(series),
        ..flag(name, None, "at least", 2, says)
    }
}

impl Varied {
    /// All that siga knows to be in dispute about a command.
    pub(super) fn of(words: &[String]) -> Self {
        let mut edits = Vec::new();
        if let Some(game) = game_of(words) {
            let own = value_of(words, "--rules").unwrap_or_else(game.standard);
            edits.extend((game.edits)(&own));
        }
        let command = words::parse(words).ok().map(|cli| cli.command);
        match &command {
            Some(Command::Throw(throw)) => edits.extend(throw_edits(throw)),
            Some(Command::Game(OfGame(command))) => {
                if command.as_throw().is_some() {
                    let of_rules = |edit: &Edit| edit.what != What::Flag("--cancel", Some("stack"));
                    edits.extend(turn_edits().into_iter().filter(of_rules));
                    // Fitted, not tried.
                    edits.retain(|edit| edit.assumption.about != "bias");
                    edits.push(bias_edit());
                }
                edits.extend(
                    command
                        .disputed()
                        .map(|option| match has(words, option.name) {
                            true => without(option.name, option.about, option.without),
                            false => flag(option.name, None, option.about, 1, option.with),
                        }),
                );
            }
            _ => {}
        }
        Self {
            words: words.to_vec(),
            edits,
        }
    }

    /// The question under some of the edits; `None` if there is none.
    pub(super) fn asked(&self, assumed: &[usize]) -> Option<Asked> {
        let edits: Vec<&What> = assumed.iter().map(|&i| &self.edits[i].what).collect();
        let mut words = self.words.clone();
        let mut preset = None;
        let mut values = Vec::new();
        let mut series = None;
        let turn_only = |what: &&&What| {
            matches!(
                what,
                What::Bias | What::Flag("--max-throws" | "--in-a-row", _)
            )
        };
        for what in &edits {
            match what {
                What::Preset(name) => preset = Some(*name),
                What::Rule(option, value) => values.push((*option, *value)),
                _ => {}
            }
        }
        if preset.is_some() || !values.is_empty() {
            let game = game_of(&words)?;
            let own = value_of(&words, "--rules").unwrap_or_else(game.standard);
            let text = (game.with)(&own, preset, &values)?;
            set(&mut words, "--rules", Some(&text));
        }
        if edits.iter().any(|what| turn_only(&what))
            && let Command::Game(OfGame(command)) = words::parse(&words).ok()?.command
        {
            words = command.as_throw()?;
        }
        for what in edits {
            match what {
                What::Throw(name) => {
                    let spec = match words::parse(&words).ok()?.command {
                        Command::Throw(throw) => throw.spec,
                        _ => return None,
                    };
                    let at = words.iter().skip(1).position(|word| **word == *spec)?;
                    words[at + 1] = (*name).to_owned();
                }
                What::Flag(name, value) => {
                    if *name == "--max-throws" {
                        set(&mut words, "--turn", None);
                    }
                    set(&mut words, name, *value);
                }
                What::Without(name) => {
                    if *name == "--turn" {
                        for option in ["--max-throws", "--in-a-row", "--cancel", "--values"] {
                            remove(&mut words, option, true);
                        }
                    }
                    remove(&mut words, name, false);
                }
                What::Tail(tail) => {
                    let name = if *tail == "at_least" {
                        "--at-least"
                    } else {
                        "--at-most"
                    };
                    set(&mut words, name, None);
                    series = Some(*tail);
                }
                What::Bias => set(&mut words, "--bias", Some("p")),
                What::Preset(_) | What::Rule(..) => {}
            }
        }
        words::parse(&words).ok()?;
        Some(Asked { words, series })
    }

    /// The command under some of the edits, the fitted bias being this.
    pub(super) fn command(&self, assumed: &[usize], bias: Option<&str>) -> Option<Vec<String>> {
        let mut words = self.asked(assumed)?.words;
        if let Some(bias) = bias {
            set(&mut words, "--bias", Some(bias));
        }
        Some(words)
    }
}

fn has(words: &[String], name: &str) -> bool {
    words.iter().any(|word| word == name)
}

/// The value of an option in the words of a command.
fn value_of(words: &[String], name: &str) -> Option<String> {
    let after = |word: &String| {
        word.strip_prefix(name)?
            .strip_prefix('=')
            .map(str::to_owned)
    };
    let at = words.iter().position(|word| word == name);
    at.and_then(|at| words.get(at + 1).cloned())
        .or_else(|| words.iter().find_map(after))
}

fn remove(words: &mut Vec<String>, name: &str, takes_value: bool) {
    words.retain(|word| {
        !word
            .strip_prefix(name)
            .is_some_and(|rest| rest.starts_with('='))
    });
    while let Some(at) = words.iter().position(|word| word == name) {
        let end = (at + 1 + usize::from(takes_value)).min(words.len());
        words.drain(at..end);
    }
}

/// Gives an option a value, whatever it had.
fn set(words: &mut Vec<String>, name: &str, value: Option<&str>) {
    remove(words, name, value.is_some());
    words.push(name.to_owned());
    words.extend(value.map(str::to_owned));
}

/// The same command with a table that goes one further than the greatest key, where it has such an option.
pub(in crate::ask::check) fn farther(words: &[String], greatest: u32) -> Option<Vec<String>> {
    let is_table = words.get(1).is_some_and(|word| word == "table");
    if !is_table || !matches!(words.first()?.as_str(), "daldos" | "sig") {
        return None;
    }
    let mut words = words.to_vec();
    set(&mut words, "--max", Some(&greatest.to_string()));
    words::parse(&words).ok()?;
    Some(words)
}
