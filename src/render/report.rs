//! The answer to a command, as renderers take it.

use std::io::{self, Write};

use serde_json::Value;

use super::picture::Picture;
use super::printed::Printed;
use super::sheet::{LongRows, Sheet, Style};
use crate::work::Fault;
use crate::work::limit::{TooLarge, allow};

/// Characters that tables for people may have.
pub(crate) const MOST_READ: u128 = 5_000_000;

impl dyn Report + '_ {
    /// Fails where its tables are too long to be read.
    pub(crate) fn readable(&self, style: &Style) -> Result<(), TooLarge> {
        allow("characters", self.drawn_size(style), MOST_READ)
    }

    /// All tables, or the one of a name; fails if no table has that name.
    pub(crate) fn chosen(&self, name: Option<&str>, style: &Style) -> Result<Vec<Sheet>, String> {
        let mut sheets = self.sheets(style);
        if name.is_some() {
            sheets.extend(self.background());
        }
        if let Some(name) = name.filter(|&name| name != "all") {
            let names: Vec<&str> = sheets.iter().map(|sheet| sheet.name).collect();
            let names = names.join(", ");
            sheets.retain(|sheet| sheet.name == name);
            if sheets.is_empty() {
                return Err(format!("this answer has no table `{name}`; it has {names}"));
            }
        }
        Ok(sheets)
    }
}

/// Writes `{"schema": …, "version": …, "query": …, "result": …}` and a line end.
pub(crate) fn write_report(
    report: &dyn Report,
    decimals_only: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    write!(
        out,
        "{{\"schema\":\"siga/{}/1\",\"version\":\"{version}\",\"query\":",
        report.name()
    )?;
    serde_json::to_writer(&mut *out, &report.query())?;
    out.write_all(b",\"result\":")?;
    report.write(decimals_only, out)?;
    out.write_all(b"}\n")
}

/// The answer to a command, ready to be shown in any format.
pub(crate) trait Report {
    /// The name in `siga/NAME/1`.
    fn name(&self) -> String;

    /// The `query` object.
    fn query(&self) -> Value;

    /// Writes the `result` object, numbers exactly or as decimals alone.
    fn write(&self, decimals_only: bool, out: &mut dyn Write) -> io::Result<()>;

    /// A picture above the tables, with colour in it; left out when only tables are wanted.
    fn picture(&self) -> Option<Picture>;

    /// The text above the tables; left out when only tables are wanted.
    fn above(&self) -> Option<String>;

    /// About how many characters drawn tables would have, for answers that can be very long.
    fn drawn_size(&self, style: &Style) -> u128;

    /// The tables, each with a name of its own; the first is the main one.
    fn sheets(&self, style: &Style) -> Vec<Sheet>;

    /// The numbers that printed tables can be compared with; `None` where it has no table of numbers.
    fn printed(&self) -> Option<Printed>;

    /// All tables that printed ones can be compared with, by name; the main one first.
    fn all_printed(&self) -> Vec<(&'static str, Printed)>;

    /// The answer in a few words, for a line of an index; without it the heading of the first table is used.
    fn in_short(&self) -> Option<String>;

    /// What it answers as tasks for GNU make, where it plans work.
    fn makefile(&self) -> Option<String>;

    /// Tables that are printed only when they are asked for, and in pages: what was asked, and what is to be known about it.
    fn background(&self) -> Vec<Sheet>;

    /// How the command ends once the answer is shown.
    fn verdict(&self) -> Result<(), Fault>;

    /// The rows of the first table, where they can be too many to hold: that table has none then.
    fn long_rows(&self, style: &Style) -> Option<LongRows<'_>>;
}
