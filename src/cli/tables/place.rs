//! Where tables are.

use std::path::PathBuf;

use etcetera::BaseStrategy;

use crate::cli::args::tables::TablesPlace;
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::solve::table::Directory;

/// The variable that names the folder.
const VARIABLE: &str = "SIGA_TABLES";

/// The folder with the tables: that of `--tables`, of the variable, or the platform's for data.
pub(in crate::cli) fn directory(place: &TablesPlace) -> Result<Directory, Failure> {
    let named = place.tables.clone();
    if named.is_some() {
        input::allowed("a folder of tables")?;
    }
    let variable = || std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
    if let Some(folder) = named.or_else(|| variable().map(PathBuf::from)) {
        return Ok(Directory::new(folder));
    }
    match etcetera::choose_base_strategy() {
        Ok(strategy) => Ok(Directory::new(
            strategy.data_dir().join("siga").join("tables"),
        )),
        Err(error) => {
            let error = anyhow::Error::new(error);
            Err(Failure::Run(error.context(format!(
                "cannot tell where tables are kept: give --tables DIR or set {VARIABLE}"
            ))))
        }
    }
}
