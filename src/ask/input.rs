//! Reading what a command is about: an argument, a file or standard input.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, Read as _};
use std::path::Path;

use itertools::Itertools;

use super::args::position::PositionArgs;
use super::caller::Reads;
use super::failure::{Failure, caret};
use crate::ask::At;
use crate::board::notation::{
    self, About, Excerpt, Faults, Notation, Places, PositionFile, Problem,
};
use crate::games::described::library;
use crate::games::record;
use crate::rules::RulesText;

/// Whether there is a file of this name that the command may read.
pub(super) fn is_readable(file: &Path, reads: Reads) -> bool {
    let there = || file.metadata().ok();
    match reads {
        // A named pipe too: `siga throw <(…)`.
        Reads::All => there().is_some_and(|there| !there.is_dir()),
        Reads::Files => there().is_some_and(|there| there.is_file()),
        Reads::Nothing => false,
    }
}

/// Fails where a question may read none of the files that it names.
pub(crate) fn allowed(what: &str, reads: Reads) -> Result<(), Failure> {
    if reads != Reads::Nothing {
        return Ok(());
    }
    Err(Failure::input(format!(
        "files are not read for this question, and {what} is named: write a position out with --position, a table with --text \
         (`siga batch` reads files with --allow-files)"
    )))
}

/// Reads a file, or standard input for `-`, up to `limit` bytes.
///
/// A longer input is refused before it is read to the end.
pub(crate) fn read(file: impl AsRef<Path>, limit: usize, reads: Reads) -> Result<String, Failure> {
    let file = file.as_ref();
    String::from_utf8(bytes(file, limit, reads)?).map_err(|error| {
        let (at, shown) = (error.utf8_error().valid_up_to(), shown(file));
        Failure::input(format!(
            "{shown} is not UTF-8 text: the fault is at byte {at}"
        ))
    })
}

/// Reads a file as bytes.
pub(crate) fn bytes(file: &Path, limit: usize, reads: Reads) -> Result<Vec<u8>, Failure> {
    let shown = shown(file);
    if is_standard(file) && reads != Reads::All {
        return Err(Failure::input(
            "a question does not read standard input: write a position out with --position, a table with --text, or name a file",
        ));
    }
    allowed("a file", reads)?;
    if reads == Reads::Files
        && file
            .metadata()
            .is_ok_and(|there| !there.is_file() && !there.is_dir())
    {
        return Err(Failure::input(format!(
            "{shown} is not an ordinary file; a question does not wait for a pipe or a device"
        )));
    }
    let source: Box<dyn io::Read> = if is_standard(file) {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(file).map_err(|error| Failure::unreadable(&shown, &error))?)
    };
    let mut bytes = Vec::new();
    source
        .take(limit as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::unreadable(&shown, &error))?;
    if bytes.len() > limit {
        return Err(Failure::input(format!(
            "{shown} is longer than the limit of {limit} bytes"
        )));
    }
    Ok(bytes)
}

/// The next line, if there is one; within that `None` where it has more than `most` bytes.
pub(crate) fn line(mut source: impl BufRead, most: usize) -> io::Result<Option<Option<Vec<u8>>>> {
    let mut bytes = Vec::new();
    let mut limited = source.by_ref().take(most as u64 + 1);
    if limited.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() > most && bytes.last() != Some(&b'\n') {
        source.skip_until(b'\n')?;
        return Ok(Some(None));
    }
    Ok(Some(Some(bytes)))
}

fn is_standard(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// The name of a file for messages; bytes that are not UTF-8 are replaced.
pub(crate) fn shown(file: &Path) -> String {
    if is_standard(file) {
        "standard input".to_owned()
    } else {
        file.display().to_string()
    }
}

/// Bytes a position may have.
const MAX_POSITION: usize = 64 << 10;
/// Bytes a record may have.
pub(crate) const MAX_RECORD: usize = 1 << 20;
/// Bytes a file of positions may have.
const MAX_POSITIONS: usize = 16 << 20;

/// A position that was read, and what is needed to say where it is at fault.
pub(crate) struct Read<R, S> {
    pub(crate) file: PositionFile<R, S>,
    /// The name of the place it comes from, for messages.
    place: String,
    at: At,
    part: Excerpt,
    /// Whether it is all that stands there, on one line.
    one_line: bool,
    places: Places,
}

/// Reads the position of a command.
pub(crate) fn position<R: RulesText, S: Notation>(
    asked: &PositionArgs,
    (game, letters): (&str, Option<&str>),
    reads: Reads,
) -> Result<Read<R, S>, Failure> {
    let part = match &asked.read {
        Some(part) => part.clone(),
        None => Excerpt {
            text: position_text(asked, MAX_POSITION, reads)?,
            line: 1,
        },
    };
    let (place, at) = (called(asked), at(asked));
    if part.text.len() > MAX_POSITION {
        return Err(Failure::input(format!(
            "{place}: the position is longer than the limit of {MAX_POSITION} bytes"
        )));
    }
    match PositionFile::placed(&part.text, game, letters) {
        Ok((file, places)) => Ok(Read {
            file,
            place,
            at,
            one_line: part.line == 1 && part.text.trim_end().lines().count() <= 1,
            part,
            places,
        }),
        Err(_) if record::is_record(&part.text) => Err(Failure::input(format!(
            "{place}: this is the record of a game: `siga {game} review` reads it, and `siga {game} play --start` goes on with it; \
             here a position is read, such as its `start:`"
        ))),
        Err(error) => {
            let first = error
                .faults
                .first()
                .map(|fault| (fault.place, &fault.problem));
            let Some((at_fault, problem)) = first else {
                return Err(Failure::input(error));
            };
            if let (Problem::Empty { .. }, None) = (problem, &asked.position) {
                return Err(Failure::input_at(
                    at,
                    "",
                    at_fault,
                    format!("empty file `{place}`: {problem}"),
                ));
            }
            let error = match part.line {
                1 => error.clone(),
                _ => error.clone().within(&part),
            };
            Err(fault(&part, at, at_fault, format!("{place}: {error}")))
        }
    }
}

/// A fault at a place of this part of a text.
fn fault(part: &Excerpt, at: At, within: notation::Place, message: String) -> Failure {
    let whole = part.place(within);
    let mark = caret(&part.text, within);
    Failure::located(at.place(whole.line, whole.column), &mark, message)
}

impl<R: RulesText, S: Notation> Read<R, S> {
    /// The legal position, or its faults with their places.
    pub(crate) fn legal<P>(&self, rules: &R, made: Result<P, Faults>) -> Result<P, Failure> {
        made.map_err(|Faults(faults)| {
            let mut placed = faults
                .iter()
                .map(|fault| (self.places.of(fault.about), fault))
                .collect_vec();
            placed.sort_by_key(|(place, _)| *place);
            let mut told = placed.iter().map(|(place, message)| {
                let place = self.part.place(*place);
                match self.one_line {
                    true => format!("column {}: {message}", place.column),
                    false => format!("line {}, column {}: {message}", place.line, place.column),
                }
            });
            let told = told.join("; ");
            let message = format!(
                "{}: not a position under {}: {told}",
                self.place,
                rules.shown()
            );
            let first = placed.first().map(|(place, _)| *place);
            let first = first.unwrap_or_else(|| self.places.of(About::Board));
            fault(&self.part, self.at.clone(), first, message)
        })
    }

    /// A fault of the board as a whole.
    pub(crate) fn fault(&self, error: impl Display) -> Failure {
        let place = self.places.of(About::Board);
        let message = format!("{}: {error}", self.place);
        fault(&self.part, self.at.clone(), place, message)
    }
}

/// The text of a place where the record of a game stands; `None` where something else does.
pub(crate) fn record_text(asked: &PositionArgs, reads: Reads) -> Result<Option<String>, Failure> {
    let text = position_text(asked, MAX_RECORD, reads)?;
    Ok(record::is_record(&text).then_some(text))
}

/// The positions of a command, each as a text of its own.
pub(crate) fn positions(asked: &PositionArgs, reads: Reads) -> Result<Vec<Excerpt>, Failure> {
    let text = position_text(asked, MAX_POSITIONS, reads)?;
    Ok(notation::positions(&text))
}

/// Bytes that a text of rules may have.
pub(super) const MAX_RULES: usize = 1 << 16;

/// The rules of `--rules`, of a game of a family; of the family itself, the text of a game or the file that has it.
pub(crate) fn rules_of_game<R: RulesText>(
    text: &str,
    game: &str,
    reads: Reads,
) -> Result<R, Failure> {
    if game != R::GAME || R::is_game(text.split(':').next().unwrap_or_default().trim(), game) {
        return rules_within(text, game);
    }
    if R::described("").is_none() {
        return rules_within(text, game);
    }
    // What follows the name of a file chooses among the options of its text.
    let is_file = |name: &str| is_readable(Path::new(name), reads);
    let (name, options) = match text.rsplit_once(':') {
        _ if text.contains('\n') => ("--rules", ""),
        Some((name, options)) if is_file(name) && !is_file(text) => (name, options),
        _ => (text, ""),
    };
    let word = name.split(':').next().unwrap_or_default();
    let mut games = library::all().iter();
    if let Some(other) = games.find(|other| other.is_called(word) && !is_file(name)) {
        return Err(Failure::input(format!(
            "--rules {text}: {other} has commands of its own: ask `siga {} …`",
            other.name()
        )));
    }
    let (content, at) = match text.contains('\n') {
        true => (text.to_owned(), At::argument(name)),
        false => (read(name, MAX_RULES, reads)?, At::file(name)),
    };
    let rules = R::described(&content).unwrap_or_else(|| Err((1, 1, String::new())));
    let rules = rules.map_err(|(line, column, message)| {
        let place = notation::Place { line, column };
        Failure::input_at(
            at,
            &content,
            place,
            format!("{name}: line {line}, column {column}: {message}"),
        )
    })?;
    match options {
        "" => Ok(rules),
        options => R::read(options, rules.game())
            .map_err(|error| Failure::input(format!("--rules {text}: {error}"))),
    }
}

/// The rules of `--rules`.
pub(crate) fn rules<R: RulesText>(text: &str) -> Result<R, Failure> {
    rules_within(text, R::GAME)
}

fn rules_within<R: RulesText>(text: &str, game: &str) -> Result<R, Failure> {
    R::read(text, game).map_err(|error| {
        let column = text[..error.at.start].chars().count() + 1;
        let place = notation::Place { line: 1, column };
        let at = At::argument("--rules");
        Failure::input_at(at, text, place, format!("--rules {text}: {error}"))
    })
}

/// Where the position stands.
fn at(asked: &PositionArgs) -> At {
    match &asked.file {
        Some(file) => At::file(file.to_string_lossy()),
        None => At::argument("--position"),
    }
}

/// The name of that place, for messages.
fn called(asked: &PositionArgs) -> String {
    match (&asked.position, &asked.file) {
        (None, Some(file)) if is_position(file) => "the position".to_owned(),
        (None, Some(file)) => shown(file),
        _ => "--position".to_owned(),
    }
}

fn position_text(asked: &PositionArgs, limit: usize, reads: Reads) -> Result<String, Failure> {
    match (&asked.position, &asked.file) {
        (Some(text), _) if text.len() > MAX_POSITIONS => Err(Failure::input(format!(
            "--position is longer than the limit of {MAX_POSITIONS} bytes"
        ))),
        (Some(text), _) => Ok(text.clone()),
        // A position where a file is expected: no file is called so.
        (None, Some(file)) if is_position(file) => Ok(file.to_string_lossy().into_owned()),
        (None, Some(file)) => read(file, limit, reads).map_err(|failure| match file.exists() {
            false if !is_standard(file) => failure.with_help(
                "in place of a file a position is its rows joined by `/`, then the side to move",
            ),
            _ => failure,
        }),
        // clap asks for one of the two.
        (None, None) => Err(Failure::input("no position is given")),
    }
}

/// Whether a name is a position written out, and no file of that name is there.
fn is_position(file: &Path) -> bool {
    let text = file.to_string_lossy();
    notation::is_position(&text) && !file.exists()
}

/// Two numbers of pieces from `--pieces` and the like.
pub(crate) fn pair(option: &str, numbers: &[usize]) -> Result<[usize; 2], Failure> {
    <[usize; 2]>::try_from(numbers).map_err(|_| {
        Failure::input(format!(
            "{option} takes the pieces of A and of B, such as {option} 2,1"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_newlines_and_have_a_greatest_length() {
        let longest = "x".repeat(4096);
        let text = format!("a b \n\n{longest}\n{longest}y\nz\n{longest}");
        let mut source = io::BufReader::with_capacity(7, text.as_bytes());
        let mut next = || line(&mut source, 4096).unwrap();
        let there = |text: &str| Some(Some(text.as_bytes().to_vec()));
        assert_eq!(next(), there("a b \n"));
        assert_eq!(next(), there("\n"));
        assert_eq!(next(), there(&format!("{longest}\n")));
        assert_eq!(next(), Some(None));
        assert_eq!(next(), there("z\n"));
        assert_eq!(next(), there(&longest));
        assert_eq!(next(), None);
    }
}
