//! The whole game that a question is about.

use clap::Args;

use crate::ask::args::tables::TablesPlace;
use crate::ask::prelude::*;
use crate::ask::subject::RulesArgs;
use crate::ask::tables::within_reach;
use crate::exact::serial::count;
use crate::games::ur::Rules;
use crate::solve::Directory;

/// A game by its rules, and where its solution may be.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct WholeGameArgs {
    #[command(flatten)]
    #[serde(flatten)]
    pub(super) rules: RulesArgs<Rules>,
    /// Pieces a side, instead of the number in the rules
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=7))]
    #[serde(skip)]
    pieces: Option<u8>,
    /// Fail if the game has more than N positions
    #[arg(long, value_name = "N", default_value_t = 150_000_000)]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    pub(super) budget: u64,
    #[command(flatten)]
    #[serde(flatten)]
    tables: TablesPlace,
}

impl WholeGameArgs {
    /// Reads the rules, and finds the tables if they can be reached.
    pub(super) fn read(&mut self, caller: Caller) -> Result<(Rules, Option<Directory>), Failure> {
        let mut rules = self.rules.read()?.clone();
        if let Some(pieces) = self.pieces {
            rules = rules.with_pieces(pieces).map_err(Failure::input)?;
        }
        self.rules.set(rules.clone());
        let tables = within_reach(&self.tables, &rules.to_string(), caller)?;
        Ok((rules, tables))
    }
}
