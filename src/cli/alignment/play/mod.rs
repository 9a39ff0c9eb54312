//! `siga teeko play`, `siga 5x5 play`: a game against the solution.

mod session;
mod source;

use std::io::{self, BufRead, Read};

use super::Named;
use super::question;
use crate::cli::args::alignment::{Play as Arguments, Seat};
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::games::alignment::{Position, Setup};
use session::{Session, Terms};
use source::Source;

/// Bytes a line that is typed may have.
const MAX_LINE: u64 = 4096;

pub(in crate::cli) fn run<R: Named>(
    arguments: &Arguments,
    progress: Progress,
    output: &Output,
) -> Result<(), Failure> {
    if !output.is_for_people() {
        return Err(Failure::input(
            "a game is played in the terminal and has no JSON, CSV or Markdown: leave the format out",
        ));
    }
    let start = start::<R>(arguments)?;
    let (source, remark) = Source::new(&start, arguments, progress)?;
    let terms = Terms {
        seat: arguments.seat,
        repetition: arguments.repetition,
        seed: arguments.seed,
    };
    let mut session = Session::new(start, source, terms);
    let mut words = format!("{}\n{remark}\n", start.rules());
    words.push_str(&session.open()?);
    output.text(&words)?;
    let mut input = io::stdin().lock();
    loop {
        output.text("> ")?;
        let Some(line) = next_line(&mut input)? else {
            // Whoever types nothing more has left.
            return output.text("\n");
        };
        let reply = session.answer(&line)?;
        output.text(&reply.text)?;
        if reply.over {
            return Ok(());
        }
    }
}

/// The next line typed, or `None` at the end; bytes that are no text are shown as such.
fn next_line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes);
    let read = read.map_err(|error| {
        Failure::Io(anyhow::Error::new(error).context("cannot read what is typed"))
    })?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// The position to begin with.
fn start<R: Named>(arguments: &Arguments) -> Result<Position<R>, Failure> {
    let given = arguments.rules.as_deref().map(super::rules::<R>);
    let rules = given.transpose()?;
    let Some(text) = &arguments.start else {
        return Ok(Position::start(&rules.unwrap_or_default()));
    };
    let wrong = |error: String| Failure::input(format!("--start: {error}"));
    let setup = text.parse::<Setup>();
    let setup = setup.map_err(|error| wrong(error.to_string()))?;
    let rules = rules.unwrap_or_else(|| R::of_size(setup.rows.board().size()));
    setup
        .position(rules)
        .map_err(|faults| wrong(format!("no position under {rules}: {faults}")))
}

impl Seat {
    /// Whether a side is played by whoever types.
    fn has(self, side: crate::board::Side) -> bool {
        match self {
            Self::X => side == crate::board::Side::X,
            Self::O => side == crate::board::Side::O,
            Self::Both => true,
        }
    }
}

/// The board and whose turn it is.
fn shown<R: Named>(position: &Position<R>) -> String {
    let reserve = position.setup().reserve.unwrap_or_default();
    let left = if reserve.x + reserve.o > 0 {
        format!(" · to be placed: {reserve}")
    } else {
        String::new()
    };
    format!(
        "\n{}\n  {}{left}\n",
        question::drawn(position),
        question::turn(position)
    )
}
