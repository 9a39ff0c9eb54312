//! The result of a command, as renderers take it.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::drawing::board::Scene;
use super::json::Numbers;
use super::picture::Picture;
use super::printed::Printed;
use super::sheet::{Entry, Sheet, Style};
use crate::work::limit::{TooLarge, allow};

/// Characters that tables for people may have.
pub(crate) const MOST_READ: u128 = 5_000_000;

/// The answer of a command to a program: `siga/NAME/1` of docs/json.md, whose schema is that of these types.
pub(crate) trait Reply {
    /// The name in `siga/NAME/1`.
    const NAME: &'static str;

    /// The question, normalised: not the arguments, which leave out defaults and have rules and positions as they were typed.
    type Query: Serialize + JsonSchema;
    /// The answer: the library's own types wherever they have its form. Others have moves and cells as people write them, numbers of
    /// rows, and whole numbers that may pass 2^53 as texts.
    type Result: Serialize + JsonSchema;

    fn query(&self) -> Self::Query;

    fn result(&self) -> Self::Result;

    /// Writes the `result` object; only reports that can be very long need their own.
    fn write_result(&self, numbers: Numbers, out: &mut dyn Write) -> io::Result<()> {
        numbers.write(&self.result(), out)
    }
}

/// A report of any command.
pub(crate) trait AnyReport: Report {
    /// The name in `siga/NAME/1`.
    fn name(&self) -> String;

    /// The `query` object.
    fn asked(&self) -> Value;

    /// Writes the `result` object.
    fn write(&self, numbers: Numbers, out: &mut dyn Write) -> io::Result<()>;
}

impl<R: Report + Reply> AnyReport for R {
    fn name(&self) -> String {
        R::NAME.to_owned()
    }

    fn asked(&self) -> Value {
        json!(self.query())
    }

    fn write(&self, numbers: Numbers, out: &mut dyn Write) -> io::Result<()> {
        self.write_result(numbers, out)
    }
}

impl dyn AnyReport + '_ {
    /// Fails where its tables are too long to be read.
    pub(crate) fn readable(&self, style: &Style) -> Result<(), TooLarge> {
        allow("characters", self.drawn_size(style), MOST_READ)
    }

    /// All tables, or the one of a name; fails if no table has that name.
    pub(crate) fn chosen(&self, name: Option<&str>, style: &Style) -> Result<Vec<Sheet>, String> {
        let mut sheets = self.sheets(style);
        if let Some(name) = name.filter(|&name| name != "all") {
            sheets.extend(self.background());
            let names: Vec<&str> = sheets.iter().map(|sheet| sheet.name).collect();
            let names = names.join(", ");
            sheets.retain(|sheet| sheet.name == name);
            if sheets.is_empty() {
                return Err(format!("this answer has no table `{name}`; it has {names}"));
            }
        }
        Ok(sheets)
    }

    /// The board with what the report shows on it, and the best move where it knows one.
    pub(crate) fn shown_scene(&self) -> Option<Scene> {
        let scene = self.scene().or_else(|| Some(self.picture()?.scene))?;
        Some(match self.best() {
            Some(best) => scene.with_move(&best),
            None => scene,
        })
    }
}

/// Writes `{"schema": …, "version": …, "query": …, "result": …}` and a line end.
pub(crate) fn write_report(
    report: &dyn AnyReport,
    numbers: Numbers,
    out: &mut dyn Write,
) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    write!(
        out,
        "{{\"schema\":\"siga/{}/1\",\"version\":\"{version}\",\"query\":",
        report.name()
    )?;
    serde_json::to_writer(&mut *out, &report.asked())?;
    out.write_all(b",\"result\":")?;
    report.write(numbers, out)?;
    out.write_all(b"}\n")
}

/// The result of a command, ready to be shown in any format.
pub(crate) trait Report {
    /// A picture above the tables, with colour in it; left out when only tables are wanted.
    fn picture(&self) -> Option<Picture> {
        None
    }

    /// The text above the tables; left out when only tables are wanted.
    fn above(&self) -> Option<String> {
        self.picture().map(|picture| picture.text())
    }

    /// The board with what the report has to show on it, where that is more than the position.
    fn scene(&self) -> Option<Scene> {
        None
    }

    /// The best move or play, where the report ranks them and is sure of it.
    fn best(&self) -> Option<String> {
        None
    }

    /// About how many characters a drawn table would have, for reports that can be very long.
    fn drawn_size(&self, _style: &Style) -> u128 {
        0
    }

    /// The tables, each with a name of its own; the first is the main one.
    fn sheets(&self, style: &Style) -> Vec<Sheet>;

    /// The numbers that printed tables can be compared with; `None` where it has no table of numbers.
    fn printed(&self) -> Option<Printed> {
        Printed::of(self.sheets(&Style::default()).first()?)
    }

    /// All tables that printed ones can be compared with, by name; the main one first.
    fn all_printed(&self) -> Vec<(&'static str, Printed)> {
        let sheets = self.sheets(&Style::default());
        let main = sheets.first().map_or("", |sheet| sheet.name);
        let main = self.printed().map(|printed| (main, printed));
        let others = sheets.iter().skip(1);
        let others = others.filter_map(|sheet| Some((sheet.name, Printed::of(sheet)?)));
        main.into_iter().chain(others).collect()
    }

    /// The result in a few words, for a line of an index; without it the heading of the first table is used.
    fn in_short(&self) -> Option<String> {
        None
    }

    /// Tables that are printed only when they are asked for, and in pages: what was asked, and what is to be known about it.
    fn background(&self) -> Vec<Sheet> {
        Vec::new()
    }

    /// The rows of the first table, for reports in which they can be too many to hold: that table has none then.
    fn long_rows(&self, _style: &Style) -> Option<Box<dyn Iterator<Item = Vec<Entry>> + '_>> {
        None
    }
}
