//! `siga tables plan`: the work of building, for people and for programs that run graphs of tasks.

use clap::Args;
use itertools::Itertools;

use super::{folder_of, found, path};
use crate::ask::args::tables::TablesPlace;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::games::stored_tables::{KeptRules, Task};
use crate::solve::retro::Layer;
use crate::work::{Note, limit};

/// The question what building takes.
#[derive(Args, Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Plan {
    /// The rules
    #[arg(value_name = "RULES")]
    rules: String,
    /// At most N stones, both sides together
    #[arg(long, value_name = "N", default_value_t = 6,
          value_parser = clap::value_parser!(u32).range(2..=24))]
    stones: u32,
    #[command(flatten)]
    #[serde(flatten)]
    place: TablesPlace,
}

/// The needs of building tables.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Tasks {
    /// Where the tables of these rules are.
    folder: String,
    /// Each after those it needs.
    tasks: Vec<Planned>,
}

/// Layers that are solved together.
#[derive(Serialize, JsonSchema)]
struct Planned {
    /// Its name: its first layer, as in `--layer`.
    task: String,
    /// The layers it makes, one or two.
    layers: Vec<Layer>,
    /// The names of the tasks before it.
    needs: Vec<String>,
    /// Words.
    command: Vec<String>,
    /// The files written.
    files: Vec<String>,
    /// Whether all files are there, not whether they are sound.
    there: bool,
    /// Of its layers, folded.
    #[serde(with = "Count")]
    positions: u64,
    /// Of its layers, symmetric ones counted apart.
    #[serde(with = "Count")]
    arrangements: u64,
    /// The most that its files take.
    #[serde(with = "Count")]
    bytes: u64,
    /// About the most memory, in bytes.
    #[serde(with = "Count")]
    memory: u64,
    /// About how many seconds of one core.
    seconds: f64,
}

impl Command for Plan {
    const WORDS: &'static [&'static str] = &["tables", "plan"];
    const ABOUT: &'static str = "The cost of building endgames of sidja, layer by layer: positions, bytes, time, the layers needed first";
    type Answer = Tasks;

    fn ask(&mut self, caller: Caller, _note: &Note) -> Result<Tasks, Failure> {
        let directory = found(&mut self.place, caller)?;
        let known = KeptRules::parse(&self.rules)?;
        let rules = known.to_string();
        let Some(tasks) = known.game().tasks(self.stones) else {
            return Err(Failure::input(format!(
                "{rules}: only endgames of sidja are built in parts; run `siga tables build {rules}`"
            )));
        };
        let tasks = tasks?;
        let file = |layer: &Layer| path(&directory.file(&rules, *layer));
        let named = self.place.tables.as_deref();
        let folder = named.map(|folder| ["--tables".to_owned(), absolute(&path(folder))]);
        let folder = folder.into_iter().flatten();
        let planned = |task: &Task| {
            let name = task.layers[0].to_string();
            let words = ["siga", "tables", "build", &rules, "--layer", &name];
            let words = words.into_iter().map(str::to_owned);
            let needed = (tasks.iter())
                .filter(|other| other.layers.iter().any(|layer| task.needs.contains(layer)));
            Planned {
                command: words.chain(folder.clone()).collect(),
                needs: needed.map(|task| task.layers[0].to_string()).collect(),
                task: name,
                layers: task.layers.clone(),
                files: task.layers.iter().map(file).collect(),
                there: task.is_there(&rules, &directory),
                positions: task.places,
                arrangements: task.arrangements,
                bytes: task.bytes,
                memory: task.memory,
                seconds: task.seconds.ceil(),
            }
        };
        let answer = Tasks {
            folder: path(&directory.folder(&rules)),
            tasks: tasks.iter().map(planned).collect(),
        };
        self.rules = rules;
        Ok(answer)
    }

    /// The tasks for GNU make, which goes by whether files exist.
    fn makefile(&self, answer: &Tasks) -> Option<String> {
        // Signs that make would take for something else.
        let quoted = |word: &str| {
            let word = word.replace('$', "$$").replace(' ', "\\ ");
            word.replace('=', "$(eq)").replace(':', "\\:")
        };
        let files = |task: &Planned| {
            let files = task.files.iter();
            files.map(|file| quoted(&absolute(file))).join(" ")
        };
        let all = answer.tasks.iter().map(files).join(" ");
        let folder = absolute(&folder_of(&self.place)).replace('$', "$$");
        let mut made = format!(
            "SIGA ?= siga\neq := =\nexport SIGA_TABLES := {folder}\n\nall: {all}\n\n.PHONY: all\n"
        );
        for task in &answer.tasks {
            let needed = answer.tasks.iter();
            let needed = needed.filter(|other| task.needs.contains(&other.task));
            let words = task.command.iter().skip(1);
            // One command makes all files of its task.
            made += &format!(
                "\n{} &: {}\n\t$(SIGA) {} --quiet\n",
                files(task),
                needed.map(files).join(" "),
                words.map(|word| word.replace('$', "$$")).join(" ")
            );
        }
        Some(made)
    }

    fn tables(&self, answer: &Tasks, _style: &Style) -> Vec<Sheet> {
        let undone = || answer.tasks.iter().filter(|task| !task.there);
        let sum = |value: fn(&Planned) -> u64| undone().map(value).sum::<u64>();
        let seconds = undone().fold(0.0, |sum, task| sum + task.seconds);
        let heading = format!(
            "{}: all positions with at most {} stones",
            self.rules, self.stones
        );
        let bytes = |bytes: u64| Entry::Named(bytes, limit::bytes(bytes));
        vec![
            Sheet::of(&answer.tasks)
                .text("layers", |task| task.layers.iter().join(" "))
                .right("positions", |task| Entry::grouped(task.positions))
                .right("arrangements", |task| Entry::grouped(task.arrangements))
                .right("disk", |task| bytes(task.bytes))
                .right("memory", |task| bytes(task.memory))
                .decimal("seconds", |task| {
                    Entry::Measured(task.seconds, task.seconds.to_string())
                })
                .text("needs", |task| task.needs.join(" "))
                .text("there", |task| if task.there { "yes" } else { "no" })
                .named("tasks", heading)
                .note(format!(
                    "still to be done: {}, at most {} of disk, about {seconds} s of one core",
                    counted(grouped(sum(|task| task.positions)), "position", "positions"),
                    limit::bytes(sum(|task| task.bytes)),
                ))
                .note("seconds: of one core of 2.5 GHz; disk: before compression"),
        ]
    }
}

/// A path from the root, where it can be found.
fn absolute(text: &str) -> String {
    let found = std::path::absolute(text).ok();
    found.map_or_else(|| text.to_owned(), |found| found.display().to_string())
}
