//! The one writer: everything siga prints goes through here.

use std::io::{self, BufWriter, ErrorKind, Write};

use anstream::AutoStream;

use super::args::{Color, Format, Global};
use super::ask::Error;
use super::failure::Failure;
use super::report::Report;
use super::{json, sheet};
use crate::exact::limit::allow;

/// Characters a table for people may have.
const MAX_DRAWN: u128 = 5_000_000;

/// Where and how to print.
pub(super) struct Output {
    format: Format,
    color: anstream::ColorChoice,
    digits: usize,
    quiet: bool,
}

impl Output {
    pub(super) fn new(global: &Global) -> Self {
        Self {
            format: global.format(),
            color: match global.color {
                Color::Auto => anstream::ColorChoice::Auto,
                Color::Always => anstream::ColorChoice::Always,
                Color::Never => anstream::ColorChoice::Never,
            },
            digits: usize::from(global.digits),
            quiet: global.quiet,
        }
    }

    /// Whether tables for people are asked for.
    pub(super) fn is_for_people(&self) -> bool {
        self.format == Format::Table
    }

    /// Whether a program reads the answer.
    pub(super) fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// Prints a report in the format asked for.
    pub(super) fn report(&self, report: &dyn Report) -> Result<(), Failure> {
        if self.format == Format::Json {
            let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
            let written = json::write_report(report, &mut out).and_then(|()| out.flush());
            return closed_pipe_is_fine(written);
        }
        if self.format == Format::Make {
            let none = || Failure::input("--format make is for `siga tables plan`");
            return self.text(&report.makefile().ok_or_else(none)?);
        }
        if let Err(error) = allow("characters", report.drawn_size(), MAX_DRAWN) {
            let error = anyhow::Error::new(error);
            return Err(Failure::Run(
                error.context("too long for a table; use --json"),
            ));
        }
        let mut text = String::new();
        let sheets = report.sheets(self.digits);
        if let Some(picture) = report.picture().filter(|_| !self.quiet) {
            match self.format {
                Format::Table => text = picture + "\n",
                Format::Markdown => {
                    let plain = anstream::adapter::strip_str(&picture);
                    text = format!("```text\n{plain}```\n\n");
                }
                Format::Csv | Format::Json | Format::Make => {}
            }
        }
        match self.format {
            Format::Csv => text = sheets.first().map(sheet::Sheet::csv).unwrap_or_default(),
            Format::Markdown => sheet::join(&mut text, &sheets, |sheet| sheet.markdown(self.quiet)),
            _ => {
                let width = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0);
                sheet::join(&mut text, &sheets, |sheet| sheet.table(self.quiet, width));
            }
        }
        self.text(&text)
    }

    /// Prints text that may have colour in it.
    pub(super) fn text(&self, text: &str) -> Result<(), Failure> {
        let mut out = AutoStream::new(io::stdout(), self.color).lock();
        closed_pipe_is_fine(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
    }

    /// Prints bytes as they are.
    pub(super) fn bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        closed_pipe_is_fine(out.write_all(bytes).and_then(|()| out.flush()))
    }

    /// Says on standard error what is wrong.
    pub(super) fn complain(&self, message: &str) {
        let mut err = AutoStream::new(io::stderr(), self.color).lock();
        // Nothing can be said when standard error itself is gone.
        let _ = writeln!(err, "\u{1b}[1;31merror\u{1b}[0m: {message}");
    }
}

/// Says on standard error what is wrong, for a program: one line.
pub(super) fn complain_json(error: &Error) {
    // Nothing can be said when standard error itself is gone.
    let _ = writeln!(io::stderr(), "{}", error.to_json());
}

/// Whoever reads may stop reading: that is no failure.
pub(super) fn closed_pipe_is_fine(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}
