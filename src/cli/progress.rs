//! Saying on a terminal what takes so long.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use super::output::note;
use crate::ask::caller::{Caller, ProgressLine, Reads};
use crate::ask::command::{Format, Global};
use crate::chance::analysis::Room;
use crate::render::terminal;

/// A line on standard error that is cut to the width of the terminal.
fn bar() -> ProgressLine {
    let style = ProgressStyle::with_template("{wide_msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    let bar = ProgressBar::new_spinner()
        .with_style(style)
        .with_finish(ProgressFinish::AndClear);
    Box::new(move |text: String| bar.set_message(terminal::line(&text).into_owned()))
}

/// The person at the terminal, who sees what is done unless quiet, and has this room for tables.
pub(super) fn of(global: &Global, room: Option<Room>) -> Caller<'static> {
    let quiet = global.is_quiet();
    // A program reads one line of standard error: what is wrong.
    let heard = !quiet && global.format() != Format::Json;
    Caller {
        reads: Reads::All,
        told: None,
        line: (!quiet && io::stderr().is_terminal()).then_some(bar),
        remark: heard.then_some(note),
        limits: global.limits(),
        room,
        watch: None,
    }
}
