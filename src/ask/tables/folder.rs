//! Where tables are.

use std::path::PathBuf;

use etcetera::BaseStrategy;

use crate::ask::args::tables::TablesPlace;
use crate::ask::caller::Caller;
use crate::ask::failure::Failure;
use crate::ask::input;
use crate::games::stored_tables::KeptRules;
use crate::solve::table::Directory;

/// The variable that names the folder.
const VARIABLE: &str = "SIGA_TABLES";

/// The folder with the tables: that of `--tables`, of the variable, or the platform's for data.
pub(crate) fn directory(place: &TablesPlace, caller: Caller) -> Result<Directory, Failure> {
    let named = place.tables.clone();
    if named.is_some() {
        input::allowed("a folder of tables", caller.reads)?;
    }
    let variable = || std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
    if let Some(folder) = named.or_else(|| variable().map(PathBuf::from)) {
        return Ok(Directory::new(folder));
    }
    match etcetera::choose_base_strategy() {
        Ok(strategy) => Ok(Directory::new(
            strategy.data_dir().join("siga").join("tables"),
        )),
        Err(error) => Err(Failure::io(format!(
            "cannot tell where tables are kept: give --tables DIR or set {VARIABLE}: {error}"
        ))),
    }
}

/// The folder with the tables, for a command that can do without; `None` with a note if it is out of reach,
/// unless `--tables` names it.
pub(crate) fn within_reach(
    place: &TablesPlace,
    rules: &str,
    caller: Caller,
) -> Result<Option<Directory>, Failure> {
    if place.tables.is_some()
        && let Err(fault) = KeptRules::parse(rules)
    {
        return Err(Failure::from(fault).context("--tables does nothing here"));
    }
    let unseen = |why: String| {
        caller.remark(&format!("tables are not looked for: {why}"));
        Ok(None)
    };
    let directory = match directory(place, caller) {
        Ok(directory) => directory,
        Err(failure) if failure.status == 1 => return unseen(failure.message),
        Err(failure) => return Err(failure),
    };
    match directory.reach(rules) {
        Err(error) if place.tables.is_none() && error.is_out_of_reach() => {
            unseen(error.to_string())
        }
        reached => {
            reached?;
            Ok(Some(directory))
        }
    }
}

/// Lets this process have more files open than usual: a listing holds one for every layer of every set of rules.
#[cfg(unix)]
pub(super) fn allow_many_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    // Allowed on every system unless an administrator has set a lower limit.
    const WANTED: u64 = 10_240;
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < WANTED) {
        let current = Some(limit.maximum.unwrap_or(WANTED).min(WANTED));
        // Where it is refused, opening says so.
        let _ = setrlimit(Resource::Nofile, Rlimit { current, ..limit });
    }
}

#[cfg(not(unix))]
pub(super) fn allow_many_files() {}
