//! What a command hands to the renderer.

use std::io::{self, Write};

use serde_json::Value;

use super::sheet::Sheet;

/// The result of a command, ready to be shown in any format.
pub(super) trait Report {
    /// The name in `siga/<name>/1`.
    fn name(&self) -> &'static str;

    /// The question, normalised.
    fn query(&self) -> Value;

    /// The `result` object.
    fn result(&self) -> Value;

    /// Writes the `result` object; only reports that can be very long need their own.
    fn write_result(&self, out: &mut dyn Write) -> io::Result<()> {
        Ok(serde_json::to_writer(out, &self.result())?)
    }

    /// A picture above the tables, with colour in it; left out when only tables are wanted.
    fn picture(&self) -> Option<String> {
        None
    }

    /// About how many characters a drawn table would have, for reports that can be very long.
    fn drawn_size(&self) -> u128 {
        0
    }

    /// A Makefile, for reports about work to be done.
    fn makefile(&self) -> Option<String> {
        None
    }

    /// Tables for people, numbers rounded to so many digits where they are not exact. CSV shows the first.
    fn sheets(&self, digits: usize) -> Vec<Sheet>;
}
