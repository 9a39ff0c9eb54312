//! A game in the terminal: lines typed, lines answered.

use std::io::{self, BufRead, IsTerminal};

use super::output::Output;
use crate::ask::failure::Failure;
use crate::ask::playing::{Opened, Reply};

/// Bytes a line that is typed may have.
const MAX_LINE: usize = 4096;

/// Plays a game between a person and the machine.
pub(super) fn run(game: Opened, output: &Output) -> Result<(), Failure> {
    let Opened {
        remarks,
        mut session,
    } = game;
    for remark in &remarks {
        output.line(remark)?;
    }
    for line in session.open()?.lines() {
        output.line(line)?;
    }
    let mut input = io::stdin().lock();
    let echo = !io::stdin().is_terminal();
    while !output.is_closed() {
        output.text("> ")?;
        let Some(line) = next_line(&mut input)? else {
            // The end of the input: the player has left.
            return output.text("\n");
        };
        if echo {
            output.text(&format!("{}\n", line.as_deref().unwrap_or("…")))?;
        }
        let reply = match line {
            Ok(line) => session.answer(&line)?,
            Err(TooLong) => Reply::said(format!(
                "A line has at most {MAX_LINE} characters, so this one was not read.\n"
            )),
        };
        for line in reply.text.lines() {
            output.line(line)?;
        }
        if reply.over {
            break;
        }
    }
    Ok(())
}

/// A line longer than [`MAX_LINE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TooLong;

/// The next line typed, or `None` at the end; bytes that are no text are shown as such.
fn next_line(input: &mut impl BufRead) -> Result<Option<Result<String, TooLong>>, Failure> {
    let mut bytes = Vec::new();
    let mut long = false;
    loop {
        let there = match input.fill_buf() {
            Ok(there) => there,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                return Err(Failure::io(format!("cannot read what is typed: {error}")));
            }
        };
        if there.is_empty() {
            let nothing = bytes.is_empty() && !long;
            return Ok((!nothing).then(|| line(&bytes, long)));
        }
        let end = there.iter().position(|byte| *byte == b'\n');
        let part = &there[..end.unwrap_or(there.len())];
        long |= bytes.len() + part.len() > MAX_LINE;
        if !long {
            bytes.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(line(&bytes, long)));
        }
    }
}

fn line(bytes: &[u8], long: bool) -> Result<String, TooLong> {
    match long {
        true => Err(TooLong),
        false => Ok(String::from_utf8_lossy(bytes).trim().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_newlines_and_have_a_greatest_length() {
        let mut input = "a b \n\nlast".as_bytes();
        let mut next = || next_line(&mut input).unwrap();
        assert_eq!(next(), Some(Ok("a b".to_owned())));
        assert_eq!(next(), Some(Ok(String::new())));
        assert_eq!(next(), Some(Ok("last".to_owned())));
        assert_eq!(next(), None);

        let longest = "x".repeat(MAX_LINE);
        let text = format!("{longest}\n{longest}y\nz\n");
        let mut input = io::BufReader::with_capacity(7, text.as_bytes());
        let mut next = || next_line(&mut input).unwrap();
        assert_eq!(next(), Some(Ok(longest.clone())));
        assert_eq!(next(), Some(Err(TooLong)));
        assert_eq!(next(), Some(Ok("z".to_owned())));
        assert_eq!(next(), None);
    }
}
