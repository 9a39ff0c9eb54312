//! Going on where a batch was stopped.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

use super::answer_line;
use super::read_lines::Lines;
use crate::ask::caller::Caller;
use crate::ask::failure::Failure;

/// The parts of an answer that are looked at.
#[derive(Deserialize)]
struct WrittenAnswer<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
    /// Of an answer with which the command would have ended otherwise than with 0.
    status: Option<u8>,
    #[serde(default)]
    error: Value,
}

/// Opens the answers, drops one that is not whole, and takes the lines that are answered off the questions. Gives the file, ready for
/// the next answer, and the greatest status of those in it.
pub(super) fn open(path: &Path, lines: &mut Lines, caller: Caller) -> Result<(File, u8), Failure> {
    let name = path.display();
    let io = |error| cannot_go_on(path, error);
    let mut file = open_locked(path)?;
    if lines.are_of(&file).map_err(io)? {
        return Err(Failure::input(format!(
            "--resume `{name}`: this is the file of questions; name another one for the answers"
        )));
    }
    let written = file
        .metadata()
        .and_then(|file| file.modified())
        .map_err(io)?;
    let mut whole = 0;
    let mut answers: u64 = 0;
    let mut worst = 0;
    let mut reader = BufReader::new(&file);
    let mut text = Vec::new();
    let mut last = None;
    loop {
        text.clear();
        // One that is not whole may end within a character.
        let bytes = reader.read_until(b'\n', &mut text).map_err(io)?;
        if !text.ends_with(b"\n") {
            if !begins_answer(&text) {
                return Err(Failure::input(format!(
                    "`{name}`, line {}, is neither an answer of a batch nor the beginning of one; nothing was written",
                    answers + 1
                )));
            }
            break;
        }
        answers += 1;
        let answer: WrittenAnswer = serde_json::from_slice(&text).map_err(|_| {
            Failure::input(format!(
                "`{name}`, line {answers}, is not an answer of a batch; --resume goes on with a file of answers, and the questions stand in another"
            ))
        })?;
        let status = answer.error["status"].as_u64();
        let status = status.and_then(|status| u8::try_from(status).ok());
        worst = worst.max(status.or(answer.status).unwrap_or(0));
        last = Some(answer.id.get().to_owned());
        whole += bytes as u64;
    }
    file.set_len(whole).map_err(io)?;
    file.seek(SeekFrom::End(0)).map_err(io)?;
    skip_answered(path, lines, answers, last)?;
    let is_older = answers > 0 && lines.changed().is_some_and(|changed| changed > written);
    if is_older {
        caller.remark(&format!(
            "the questions were changed after `{name}` was written; the answers to its first {answers} are kept as they are: to ask again, remove their lines from the first that changed"
        ));
    }
    Ok((file, worst))
}

/// Whether an answer may begin like this. The text may end anywhere, within a character too.
fn begins_answer(text: &[u8]) -> bool {
    const START: &[u8] = b"{\"id\":";
    let Some(rest) = text.strip_prefix(START) else {
        return START.starts_with(text);
    };
    let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<IgnoredAny>();
    match values.next() {
        None => true,
        Some(Err(error)) => error.is_eof(),
        Some(Ok(_)) => {
            let rest = &rest[values.byte_offset()..];
            [&b",\"schema\":\"siga/"[..], b",\"status\":"]
                .iter()
                .any(|next| next.starts_with(rest) || rest.starts_with(next))
        }
    }
}

/// Opens a file of answers, or makes one, for this process alone.
fn open_locked(path: &Path) -> Result<File, Failure> {
    let name = path.display();
    let mut options = OpenOptions::new();
    let opened = options
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path);
    let file = opened.map_err(|error| cannot_go_on(path, error))?;
    let about = file.metadata().map_err(|error| cannot_go_on(path, error))?;
    if !about.is_file() {
        return Err(Failure::input(format!(
            "--resume goes on with a file of answers; `{name}` is not one"
        )));
    }
    match file.try_lock() {
        // File systems without locks: whoever starts two of one shard writes both.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let busy = format!("`{name}` is being written by another process");
            Err(Failure::io(busy))
        }
    }
}

fn cannot_go_on(path: &Path, error: std::io::Error) -> Failure {
    Failure::io(format!("cannot go on with `{}`: {error}", path.display()))
}

/// Takes the lines that are answered off the questions; the last of them must be the one whose answer stands last.
fn skip_answered(
    path: &Path,
    lines: &mut Lines,
    answers: u64,
    last: Option<String>,
) -> Result<(), Failure> {
    let name = path.display();
    let mut asked = None;
    for _ in 0..answers {
        asked = lines.next()?;
        if asked.is_none() {
            return Err(Failure::input(format!(
                "`{name}` has {answers} answers, and there are fewer questions: it belongs to another batch"
            )));
        }
    }
    let asked = asked.map(|asked| answer_line::id(&asked));
    if let (Some(last), Some(asked)) = (last, asked)
        && last != asked
    {
        return Err(Failure::input(format!(
            "`{name}`, line {answers}, answers {last} and not {asked}: it belongs to another batch, or to another shard"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::begins_answer;

    #[test]
    fn a_question_does_not_begin_an_answer() {
        let answer = r#"{"id":["ü",1],"status":3,"schema":"siga/throw/1","version":"0.1.0""#;
        for end in 0..=answer.len() {
            assert!(begins_answer(&answer.as_bytes()[..end]), "{end}");
        }
        let error = r#"{"id":12,"schema":"siga/error/1","error":{"#;
        for end in 0..=error.len() {
            assert!(begins_answer(&error.as_bytes()[..end]), "{end}");
        }
        for other in [
            r#"{"id":1,"query":["throw","2d6"]}"#,
            r#"{"id": 1, "query": ["throw", "2d6"]}"#,
            r#"{"query":["throw","2d6"]}"#,
            r#"["throw","2d6"]"#,
            "{ }",
            "{\"id\":x",
            "notes",
        ] {
            assert!(!begins_answer(other.as_bytes()), "{other}");
        }
    }
}
