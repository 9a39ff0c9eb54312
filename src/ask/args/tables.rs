//! Where tables are, for every command that uses them, and which.

use std::path::PathBuf;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use crate::solve::retro::Layer;

/// A layer as `A-B`.
pub(crate) fn layer(text: &str) -> Result<Layer, String> {
    let numbers = text
        .split_once('-')
        .map(|(own, other)| (own.parse(), other.parse()));
    match numbers {
        Some((Ok(own), Ok(other))) => Ok(Layer::new(own, other)),
        _ => Err("write two numbers of stones, such as 4-3".to_owned()),
    }
}

/// Where tables are.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[command(next_help_heading = "Tables")]
pub(crate) struct TablesPlace {
    /// The folder with the tables [default: $SIGA_TABLES, else `siga/tables` in the folder for data]
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
}
