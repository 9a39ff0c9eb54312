//! `siga tables plan`: the work of building, for people and for programs that run graphs of tasks.

use itertools::Itertools;

use super::path;
use crate::ask::prelude::*;
use crate::games::stored_tables::{KeptRules, Task};
use crate::solve::retro::Layer;
use crate::solve::table::Directory;
use crate::work::limit;

pub(super) struct PlanReport {
    rules: String,
    stones: u32,
    directory: Directory,
    /// With whether the files are there.
    tasks: Vec<(Task, bool)>,
}

/// The question what building takes.
#[derive(Serialize, JsonSchema)]
pub(super) struct PlanQuery {
    command: &'static str,
    /// The full text.
    rules: String,
    /// Of both sides together, at most.
    stones: u32,
    /// The folder of all tables.
    tables: String,
}

/// The needs of building tables.
#[derive(Serialize, JsonSchema)]
pub(super) struct Plan {
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
    positions: Count,
    /// Of its layers, symmetric ones counted apart.
    arrangements: Count,
    /// The most that its files take.
    bytes: Count,
    /// About the most memory, in bytes.
    memory: Count,
    /// About how many seconds of one core.
    seconds: f64,
}

pub(super) fn run(rules: &str, stones: u32, directory: Directory) -> Result<PlanReport, Failure> {
    let known = KeptRules::parse(rules)?;
    let text = known.text();
    let Some(tasks) = known.game().tasks(stones) else {
        return Err(Failure::input(format!(
            "{text}: only endgames of sidja are built in parts; run `siga tables build {text}`"
        )));
    };
    let there = |task: Task| {
        let there = task.is_there(&text, &directory);
        (task, there)
    };
    Ok(PlanReport {
        tasks: tasks?.into_iter().map(there).collect(),
        rules: text,
        stones,
        directory,
    })
}

fn layers(layers: &[Layer]) -> String {
    layers.iter().join(" ")
}

impl PlanReport {
    /// The tasks whose layers a task needs.
    fn needs(&self, task: &Task) -> Vec<Layer> {
        let tasks = self.tasks.iter().map(|(task, _)| task);
        let needed =
            tasks.filter(|other| other.layers.iter().any(|layer| task.needs.contains(layer)));
        needed.map(|task| task.layers[0]).collect()
    }

    fn command(&self, task: &Task) -> Vec<String> {
        let layer = task.layers[0].to_string();
        let words = ["siga", "tables", "build", &self.rules, "--layer", &layer];
        words.map(str::to_owned).to_vec()
    }
}

impl Reply for PlanReport {
    const NAME: &'static str = "tables-plan";
    type Query = PlanQuery;
    type Result = Plan;

    fn query(&self) -> PlanQuery {
        PlanQuery {
            command: "tables plan",
            rules: self.rules.clone(),
            stones: self.stones,
            tables: path(self.directory.root()),
        }
    }

    fn result(&self) -> Plan {
        let file = |layer: &Layer| path(&self.directory.file(&self.rules, *layer));
        let tasks = self.tasks.iter().map(|(task, there)| Planned {
            task: task.layers[0].to_string(),
            layers: task.layers.clone(),
            needs: self.needs(task).iter().map(Layer::to_string).collect(),
            command: self.command(task),
            files: task.layers.iter().map(file).collect(),
            there: *there,
            positions: Count::of(task.places),
            arrangements: Count::of(task.arrangements),
            bytes: Count::of(task.bytes),
            memory: Count::of(task.memory),
            seconds: task.seconds.ceil(),
        });
        Plan {
            folder: path(&self.directory.folder(&self.rules)),
            tasks: tasks.collect(),
        }
    }
}

impl Report for PlanReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let sum = |value: fn(&Task) -> u64| {
            self.tasks
                .iter()
                .filter(|(_, there)| !there)
                .map(|(task, _)| value(task))
                .sum::<u64>()
        };
        let seconds: f64 = self
            .tasks
            .iter()
            .filter(|(_, there)| !there)
            .fold(0.0, |sum, (task, _)| sum + task.seconds);
        let heading = format!(
            "{}: all positions with at most {} stones",
            self.rules, self.stones
        );
        let bytes = |bytes: u64| Entry::Named(bytes, limit::bytes(bytes));
        vec![
            Sheet::of(&self.tasks)
                .text("layers", |(task, _)| layers(&task.layers))
                .right("positions", |(task, _)| Entry::grouped(task.places))
                .right("arrangements", |(task, _)| {
                    Entry::grouped(task.arrangements)
                })
                .right("disk", |(task, _)| bytes(task.bytes))
                .right("memory", |(task, _)| bytes(task.memory))
                .decimal("seconds", |(task, _)| {
                    Entry::Measured(task.seconds, task.seconds.ceil().to_string())
                })
                .text("needs", |(task, _)| layers(&self.needs(task)))
                .text("there", |(_, there)| if *there { "yes" } else { "no" })
                .named("tasks", heading)
                .note(format!(
                    "still to be done: {}, at most {} of disk, about {} s of one core",
                    counted(grouped(sum(|task| task.places)), "position", "positions"),
                    limit::bytes(sum(|task| task.bytes)),
                    seconds.ceil()
                ))
                .note("seconds: of one core of 2.5 GHz; disk: before compression"),
        ]
    }
}
