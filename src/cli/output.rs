//! The one writer: everything siga prints goes through here.

use std::borrow::Cow;
use std::cell::Cell;
use std::ffi::OsString;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use itertools::Itertools;

use super::repeat_command;
use crate::ask::Kind;
use crate::ask::command::{Cli, Command, Format, Global};
use crate::ask::failure::{Failure, closed_pipe_is_fine};
use crate::ask::{rules, written_file};
use crate::chance::analysis::Room;
use crate::render::html_page;
use crate::render::report::{self, MOST_READ, Report};
use crate::render::sheet::data::{self, Form};
use crate::render::sheet::{self, Sheet, Style, Unit, markdown, wrapped};
use crate::render::svg;
use crate::render::terminal::{self, BOLD_RED, Filter, PLAIN, shown, styled};

/// Where and how to print.
pub(crate) struct Output {
    format: Format,
    color: ColorChoice,
    style: Style,
    quiet: bool,
    /// The table asked for.
    table: Option<String>,
    /// The folder for tables.
    out: Option<PathBuf>,
    /// The words that give the answer again.
    command: String,
    /// Whether nobody reads what is printed any more.
    closed: Cell<bool>,
}

/// The form in which a format writes a table.
#[derive(Clone, Copy)]
enum Shape {
    /// A text for people, and the end of its file's name.
    Text(fn(&Output, &Sheet) -> String, &'static str),
    Data(Form, &'static str),
}

/// The columns there are for a table: those of the terminal, else those that `COLUMNS` asks for.
fn width() -> Option<u16> {
    let terminal = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0);
    terminal.or_else(|| {
        let columns = std::env::var("COLUMNS").ok()?.parse().ok()?;
        (columns > 0).then_some(columns)
    })
}

impl Output {
    /// `words`: the command line, the program's name first.
    pub(crate) fn new(global: &Global, words: &[OsString]) -> Self {
        Self {
            format: global.format(),
            color: global.color(),
            style: global.style(),
            quiet: global.is_quiet(),
            table: global.table.clone(),
            out: global.out.clone(),
            command: repeat_command::again(words),
            closed: Cell::new(false),
        }
    }

    /// Whether a program reads the answer.
    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// Fails where options contradict each other, before any work is done.
    pub(crate) fn allowed(&self, cli: &Cli) -> Result<(), Failure> {
        if let Some(unused) = cli.unused() {
            return Err(Failure::input(unused));
        }
        let for_people = matches!(
            self.format,
            Format::Table | Format::Markdown | Format::Latex | Format::Svg | Format::Html
        );
        if self.format == Format::Make && cli.name != "tables plan" {
            return Err(Failure::input(
                "--format make writes the tasks of `siga tables plan`: other answers have none",
            ));
        }
        if self.style.unit != Unit::One && !for_people {
            return Err(Failure::input(
                "--percent and --one-in are for tables that people read; other formats have the number itself",
            ));
        }
        if self.style.digits.is_some() && self.is_json() {
            return Err(Failure::input(
                "--digits is for decimals in tables; JSON has exact numbers and the nearest floating-point numbers, so leave it out",
            ));
        }
        if self.table.is_some() && self.format == Format::Json {
            return Err(Failure::input(
                "--table chooses a table: with --format csv, tsv, jsonl, markdown, latex or table",
            ));
        }
        cli.check_table()?;
        let writes_files = match self.format {
            Format::Table => self.table.is_none(),
            Format::Json | Format::Svg | Format::Make => false,
            Format::Html => matches!(cli.command, Command::Report { .. }),
            _ => true,
        };
        if self.out.is_some() && !writes_files {
            return Err(Failure::input(
                "--out writes a file for each table: with --format csv, tsv, jsonl, markdown or latex; send what is printed \
                 to a file with `> FILE`",
            ));
        }
        Ok(())
    }

    /// The room there is for tables that people read, if such are asked for.
    pub(crate) fn room(&self) -> Option<Room> {
        let text = matches!(self.shape(), Shape::Text(..)) && !self.is_json();
        text.then_some(Room {
            characters: MOST_READ,
            fractions: !self.style.decimals_only,
        })
    }

    fn shape(&self) -> Shape {
        match self.format {
            Format::Csv => Shape::Data(Form::Csv, "csv"),
            Format::CsvSafe => Shape::Data(Form::SafeCsv, "csv"),
            Format::Tsv => Shape::Data(Form::Tsv, "tsv"),
            Format::Jsonl => Shape::Data(Form::Lines, "jsonl"),
            Format::Markdown => Shape::Text(
                |output, sheet| sheet.markdown(&output.style, output.quiet),
                "md",
            ),
            Format::Latex => Shape::Text(
                |output, sheet| sheet.latex(&output.style, output.quiet),
                "tex",
            ),
            Format::Table | Format::Json | Format::Svg | Format::Html | Format::Make => {
                Shape::Text(
                    |output, sheet| sheet.table(&output.style, output.quiet, sheet.width(width())),
                    "txt",
                )
            }
        }
    }

    /// Prints a report in the format asked for.
    pub(crate) fn report(&self, report: &dyn Report) -> Result<(), Failure> {
        match self.format {
            Format::Json => {
                let out = for_programs(terminal::json);
                let mut out = BufWriter::with_capacity(1 << 16, out);
                let written = report::write_report(report, self.style.decimals_only, &mut out);
                return self.end(written.and_then(|()| out.flush()));
            }
            Format::Svg => return self.text(&self.svg(report)?),
            Format::Html => return self.text(&self.page(report, &self.command, None)?),
            Format::Make => return self.bytes(report.makefile().unwrap_or_default().as_bytes()),
            _ => {}
        }
        let shape = self.shape();
        if matches!(shape, Shape::Text(..))
            && let Err(error) = report.readable(&self.style)
        {
            return Err(Failure::too_long(error));
        }
        if self.asks_names() {
            let mut sheets = report.sheets(&self.style);
            sheets.extend(report.background());
            return self.names(sheets.iter().map(|sheet| sheet.name));
        }
        let sheets = self.sheets(report)?;
        self.shown(&sheets, Some(report))
    }

    /// The tables of an answer, or the one asked for.
    pub(crate) fn sheets(&self, report: &dyn Report) -> Result<Vec<Sheet>, Failure> {
        let table = self.table.as_deref();
        let sheets = report.chosen(table, &self.style).map_err(Failure::input)?;
        let as_numbers = Style {
            unit: Unit::One,
            ..self.style
        };
        if self.style.unit != Unit::One
            && let Ok(plain) = report.chosen(table, &as_numbers)
        {
            let text = |sheets: &[Sheet], style| {
                let texts = sheets.iter().map(|sheet| sheet.markdown(style, false));
                texts.collect_vec()
            };
            if text(&sheets, &self.style) == text(&plain, &as_numbers) {
                note("no number here is a probability, so --percent and --one-in change nothing");
            }
        }
        Ok(sheets)
    }

    /// Prints names of tables.
    pub(crate) fn names(&self, names: impl Iterator<Item = &'static str>) -> Result<(), Failure> {
        self.text(&names.map(|name| format!("{name}\n")).join(""))
    }

    /// Whether only the names of the tables are asked for.
    pub(crate) fn asks_names(&self) -> bool {
        self.table.as_deref() == Some("help")
    }

    /// Whether the answers to many positions are printed in one table, and not one after the other.
    pub(crate) fn in_one_table(&self, positions: usize) -> Result<bool, Failure> {
        match self.format {
            Format::Svg | Format::Html => Err(Failure::input(format!(
                "there are {positions} positions, and a picture or a page has one: `siga report` writes a page for each"
            ))),
            Format::Json => Ok(false),
            Format::Table | Format::Markdown | Format::Latex => Ok(self.out.is_some()),
            _ => Ok(true),
        }
    }

    /// Prints the answer to one of many positions.
    pub(crate) fn chapter(&self, report: &dyn Report, first: bool) -> Result<(), Failure> {
        if !first && self.format != Format::Json {
            self.text("\n")?;
        }
        self.report(report)
    }

    /// Prints tables of many positions put together.
    pub(crate) fn tables(&self, sheets: &[Sheet]) -> Result<(), Failure> {
        self.shown(sheets, None)
    }

    /// Says what is wrong with one of many positions; for a program in the place of the answer.
    pub(crate) fn fail_among(&self, failure: &Failure) -> Result<u8, Failure> {
        if !self.is_json() {
            return Ok(self.fail(failure));
        }
        self.bytes(format!("{}\n", terminal::json(&failure.to_json())).as_bytes())?;
        Ok(failure.status)
    }

    /// Whether nobody reads what is printed any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.get()
    }

    /// Prints tables; those of one answer with its picture, and with all rows it has.
    fn shown(&self, sheets: &[Sheet], report: Option<&dyn Report>) -> Result<(), Failure> {
        let shape = self.shape();
        if let Some(folder) = &self.out {
            return self.files(report, sheets, shape, folder);
        }
        match shape {
            Shape::Data(form, _) => {
                if self.table.as_deref() == Some("all") {
                    return Err(Failure::input(
                        "--table all writes files: --out names the folder",
                    ));
                }
                let Some(sheet) = sheets.first() else {
                    return Ok(());
                };
                let out = for_programs(match form {
                    Form::Lines => terminal::json,
                    Form::Csv | Form::SafeCsv | Form::Tsv => terminal::fields,
                });
                let mut out = BufWriter::with_capacity(1 << 16, out);
                let written = self.data(report, sheet, form, &mut out);
                self.end(written.and_then(|()| out.flush()))
            }
            Shape::Text(show, _) => {
                let mut text = String::new();
                if let Some(picture) = report
                    .and_then(|report| report.above())
                    .filter(|_| self.table.is_none() && !self.quiet)
                {
                    text = match self.format {
                        Format::Markdown => {
                            markdown::block(&anstream::adapter::strip_str(&picture).to_string())
                                + "\n"
                        }
                        Format::Latex => String::new(),
                        _ => picture + "\n",
                    };
                }
                sheet::join(&mut text, sheets, |sheet| show(self, sheet));
                self.text(&text)
            }
        }
    }

    /// The end of printing: whoever reads may stop reading.
    fn end(&self, written: io::Result<()>) -> Result<(), Failure> {
        if let Err(error) = &written
            && error.kind() == ErrorKind::BrokenPipe
        {
            self.closed.set(true);
        }
        closed_pipe_is_fine(written)
    }

    /// The picture of an answer: its board, and the chart of its table.
    fn svg(&self, report: &dyn Report) -> Result<String, Failure> {
        let board = self.table.is_none();
        let sheets = self.chosen(report)?;
        svg::svg(report, &sheets, &self.style, &self.command, board).map_err(Failure::input)
    }

    /// The page of a report that this command gives again, with a title where it has none of its own.
    pub(crate) fn page(
        &self,
        report: &dyn Report,
        command: &str,
        title: Option<&str>,
    ) -> Result<String, Failure> {
        let sheets = self.chosen(report)?;
        let named = (command, title);
        html_page::whole(report, &sheets, &self.style, named, rules::explained)
            .map_err(Failure::writing)
    }

    /// The folder for what is written.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    /// The tables, or the one asked for; they must not be too long to be read.
    fn chosen(&self, report: &dyn Report) -> Result<Vec<Sheet>, Failure> {
        if let Err(error) = report.readable(&self.style) {
            return Err(Failure::from(error)
                .context("too long to be read; use --json or --csv, or --decimals-only"));
        }
        self.sheets(report)
    }

    /// Every row of a table, as they come.
    fn data(
        &self,
        report: Option<&dyn Report>,
        sheet: &Sheet,
        form: Form,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let long = report.and_then(|report| report.long_rows(&self.style));
        data::write(sheet, long, form, &self.style, out)
    }

    /// A file for each table, whole or not at all.
    fn files(
        &self,
        report: Option<&dyn Report>,
        sheets: &[Sheet],
        shape: Shape,
        folder: &Path,
    ) -> Result<(), Failure> {
        for sheet in sheets {
            let (Shape::Text(_, ending) | Shape::Data(_, ending)) = shape;
            let path = folder.join(format!("{}.{ending}", sheet.name));
            written_file::write_with(&path, |out| match shape {
                Shape::Data(form, _) => self.data(report, sheet, form, out),
                Shape::Text(show, _) => out.write_all(show(self, sheet).as_bytes()),
            })?;
        }
        Ok(())
    }

    /// Prints a line, which goes on below where the terminal ends.
    pub(crate) fn line(&self, text: &str) -> Result<(), Failure> {
        let below = if text.starts_with(' ') { "      " } else { "" };
        self.text(&(wrapped(text, ["", below], width()) + "\n"))
    }

    /// Prints text that may have colour in it.
    pub(crate) fn text(&self, text: &str) -> Result<(), Failure> {
        let mut out = AutoStream::new(io::stdout(), self.color).lock();
        let text = styled(text);
        self.end(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
    }

    /// Prints bytes as they are.
    pub(crate) fn bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        self.end(out.write_all(bytes).and_then(|()| out.flush()))
    }

    /// Says on standard error how a command failed, and gives the exit status.
    pub(crate) fn fail(&self, failure: &Failure) -> u8 {
        match failure.kind {
            _ if self.is_json() => complain_json(failure),
            // The report has said it.
            Kind::Disagreement => {}
            _ => self.complain(failure.said()),
        }
        failure.status
    }

    /// Says on standard error what is wrong.
    pub(crate) fn complain(&self, message: &str) {
        complain(message, self.color);
    }
}

/// Says on standard error what is wrong, for people.
fn complain(message: &str, color: ColorChoice) {
    let mut err = AutoStream::new(io::stderr(), color).lock();
    // Nothing can be said when standard error itself is gone.
    let _ = writeln!(err, "{BOLD_RED}error{PLAIN}: {}", shown(message));
}

/// Standard output for programs: as it is, unless it is a terminal.
pub(crate) fn for_programs(shown: fn(&str) -> Cow<'_, str>) -> Box<dyn Write + Send> {
    match io::stdout().is_terminal() {
        true => Box::new(Filter::new(io::stdout(), shown)),
        false => Box::new(io::stdout()),
    }
}

/// Says on standard error what the user should know though the command goes on.
pub(crate) fn note(text: &str) {
    // Nothing can be said when standard error itself is gone.
    let _ = writeln!(io::stderr(), "note: {}", shown(text));
}

/// Says on standard error what is wrong, for a program: one line.
pub(crate) fn complain_json(error: &Failure) {
    // Nothing can be said when standard error itself is gone.
    let _ = writeln!(io::stderr(), "{}", terminal::json(&error.to_json()));
}

/// Prints what clap has to say: help and the version, or what is wrong with the arguments. Gives the exit status.
pub(super) fn clap(error: &clap::Error, color: ColorChoice, json: bool) -> u8 {
    let text = error.render().ansi().to_string();
    let text = styled(&text);
    if error.use_stderr() {
        // Nothing can be said when standard error itself is gone.
        let _ = AutoStream::new(io::stderr(), color).write_all(text.as_bytes());
        return u8::try_from(error.exit_code()).unwrap_or(2);
    }
    let mut out = AutoStream::new(io::stdout(), color).lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match closed_pipe_is_fine(written) {
        Ok(()) => 0,
        Err(failure) => {
            match json {
                true => complain_json(&failure),
                false => complain(&failure.message, color),
            }
            failure.status
        }
    }
}
