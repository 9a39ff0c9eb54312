//! Whether there is room for what is to be built: memory and disk, before the work begins.

use std::path::Path;

use crate::cli::failure::Failure;
use crate::games::sidja;
use crate::games::sidja::endgame::{Task, Wanted, plan};
use crate::solve::table::Directory;

/// Refuses a build for which memory or disk will not do.
pub(super) fn suffices(
    rules: &sidja::Rules,
    wanted: Wanted,
    directory: &Directory,
) -> Result<(), Failure> {
    let mut tasks = plan(rules, wanted)?;
    let text = rules.to_string();
    tasks.retain(|task| !is_there(task, &text, directory));
    enough_memory(
        &tasks,
        "ask for fewer stones, or for the other layers one by one with --layer",
    )?;
    let bytes: u64 = tasks.iter().map(|task| task.bytes).sum();
    if let Some(free) = disk(directory.root()).filter(|&free| free < bytes) {
        return Err(Failure::Run(anyhow::anyhow!(
            "the tables can take {} of disk, and {} are free in {}: ask for fewer stones, or name another \
             folder with --tables",
            size(bytes),
            size(free),
            directory.root().display()
        )));
    }
    Ok(())
}

/// Refuses to solve in memory what does not fit there.
pub(in crate::cli) fn memory_suffices(rules: &sidja::Rules, wanted: Wanted) -> Result<(), Failure> {
    let mut tasks = plan(rules, wanted)?;
    // What is solved stays.
    let mut kept = 0;
    for task in &mut tasks {
        task.memory += kept;
        kept += task.bytes;
    }
    enough_memory(
        &tasks,
        "ask for fewer stones, or keep tables on disk first with `siga tables build`",
    )
}

fn enough_memory(tasks: &[Task], help: &str) -> Result<(), Failure> {
    let largest = tasks.iter().max_by_key(|task| task.memory);
    if let (Some(task), Some(free)) = (largest, memory())
        && task.memory > free
    {
        return Err(Failure::Run(anyhow::anyhow!(
            "layer {} takes about {} of memory to solve, and {} are free: {help}",
            task.layers[0],
            size(task.memory),
            size(free)
        )));
    }
    Ok(())
}

/// Whether a task has its files; they are checked when their turn comes.
pub(super) fn is_there(task: &Task, rules: &str, directory: &Directory) -> bool {
    task.layers
        .iter()
        .all(|&layer| directory.file(rules, layer).exists())
}

/// Bytes for people.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        1_000_000..1_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{}.{} GB", bytes / 1_000_000_000, bytes / 100_000_000 % 10),
    }
}

/// The bytes of memory that are free, where the system says so.
fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The bytes free on the disk of a folder, or of the nearest one above it that exists.
#[cfg(unix)]
fn disk(folder: &Path) -> Option<u64> {
    let there = folder.ancestors().find(|folder| folder.is_dir());
    let there = there.unwrap_or(Path::new("."));
    let found = rustix::fs::statvfs(there).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(not(unix))]
fn disk(_folder: &Path) -> Option<u64> {
    None
}
