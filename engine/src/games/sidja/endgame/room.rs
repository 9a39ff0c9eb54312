//! Whether there is room for what is to be solved: memory and disk, before the work begins.

use std::path::Path;

use super::plan;
use crate::games::kept_game::{Extent, Task};
use crate::games::sidja::Rules;
use crate::solve::table::Directory;
use crate::work::limit::bytes;
use crate::work::{Fault, Kind};

/// Refuses a build for which memory or disk will not do.
///
/// # Errors
/// Of kind limit: memory or disk does not suffice. Of kind input: these rules have no tables.
pub fn room_to_build(rules: &Rules, extent: Extent, directory: &Directory) -> Result<(), Fault> {
    let mut tasks = plan(rules, extent)?;
    let text = rules.to_string();
    tasks.retain(|task| !task.is_there(&text, directory));
    enough_memory(&tasks)?;
    let needed: u64 = tasks.iter().map(|task| task.bytes).sum();
    match disk(directory.root()).filter(|&free| free < needed) {
        Some(free) => Err(Fault::new(
            Kind::Limit,
            format!(
                "the tables can take {} of disk, and {} are free in {}: ask for fewer stones, or name another folder",
                bytes(needed),
                bytes(free),
                directory.root().display()
            ),
        )),
        None => Ok(()),
    }
}

/// Refuses to solve in memory what does not fit there.
pub(super) fn room_to_solve(rules: &Rules, extent: Extent) -> Result<(), Fault> {
    let mut tasks = plan(rules, extent)?;
    // Solved layers stay.
    let mut kept = 0;
    for task in &mut tasks {
        task.memory += kept;
        kept += task.bytes;
    }
    enough_memory(&tasks)
}

fn enough_memory(tasks: &[Task]) -> Result<(), Fault> {
    let largest = tasks.iter().max_by_key(|task| task.memory);
    match (largest, memory()) {
        (Some(task), Some(free)) if task.memory > free => Err(Fault::new(
            Kind::Limit,
            format!(
                "layer {} takes about {} of memory to solve, and {} are free: ask for fewer stones, or keep layers on disk one by \
                 one with `siga tables build --layer`",
                task.layers[0],
                bytes(task.memory),
                bytes(free)
            ),
        )),
        _ => Ok(()),
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
