//! A game in the terminal: lines typed, lines answered.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;

use super::output::Output;
use crate::ask::failure::Failure;
use crate::ask::input;
use crate::ask::playing::AnySession;

/// Bytes a line that is typed may have.
const MAX_LINE: usize = 4096;

/// Plays a game between a person and the machine.
pub(super) fn run(mut session: Box<dyn AnySession>, output: &Output) -> Result<(), Failure> {
    // They stand there while the machine thinks.
    for remark in session.remarks() {
        output.line(remark)?;
    }
    for line in session.open()?.lines() {
        output.line(line)?;
    }
    let mut typed = io::stdin().lock();
    let echo = !io::stdin().is_terminal();
    while !output.is_closed() {
        output.text("> ")?;
        let read = input::line(&mut typed, MAX_LINE);
        let cannot = |error| Failure::io(format!("cannot read what is typed: {error}"));
        let Some(bytes) = read.map_err(cannot)? else {
            // The end of the input: the player has left.
            return output.text("\n");
        };
        // Bytes that are no text are shown as such.
        let line = bytes.map(|bytes| String::from_utf8_lossy(&bytes).trim().to_owned());
        if echo {
            output.text(&format!("{}\n", line.as_deref().unwrap_or("…")))?;
        }
        let reply = match line {
            Some(line) => session.answer(&line)?,
            None => ControlFlow::Continue(format!(
                "A line has at most {MAX_LINE} characters, so this one was not read.\n"
            )),
        };
        let (ControlFlow::Continue(text) | ControlFlow::Break(text)) = &reply;
        for line in text.lines() {
            output.line(line)?;
        }
        if reply.is_break() {
            break;
        }
    }
    Ok(())
}
