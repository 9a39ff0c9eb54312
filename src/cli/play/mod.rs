//! Games played in the terminal: one session for every game.
//!
//! A game brings a [`Match`]: what comes next, how moves and throws are read, what is known of them. The session does the
//! rest: commands, the dice, taking back, saving, and the echo of what comes from a pipe.

mod alignment;
mod daldos;
mod dice;
mod session;
mod sidja;
mod sig;

use std::io::{self, BufRead, IsTerminal};

use super::output::Output;
use crate::ask::args::play::{Game, Seats};
use crate::ask::args::position::Asked;
use crate::ask::args::{Command, alignment as lines, daldos::Daldos, sidja::Sidja, sig::Sig};
use crate::ask::failure::Failure;
use crate::ask::progress::Progress;
use crate::ask::subject::{self, Shown};
use crate::board::notation::PositionFile;
use crate::games::AnyPosition;
use crate::games::{teeko, twentyfive};
use crate::rules::Options;
pub(crate) use dice::Dice;
use session::Session;

/// Plays a game, if that is the command.
pub(super) fn play(
    command: &Command,
    progress: Progress,
    output: &Output,
) -> Option<Result<(), Failure>> {
    use alignment::run as line_up;
    Some(match command {
        Command::Teeko(command) => match &**command {
            lines::Teeko::Play(game) => line_up::<teeko::Rules>(game, progress, output),
            _ => return None,
        },
        Command::FiveByFive(command) => match &**command {
            lines::FiveByFive::Play(game) => line_up::<twentyfive::Rules>(game, progress, output),
            _ => return None,
        },
        Command::Sidja(command) => match &**command {
            Sidja::Play(game) => sidja::run(game, progress, output),
            _ => return None,
        },
        Command::Daldos(command) => match &**command {
            Daldos::Play(game) => daldos::run(game, progress, output),
            _ => return None,
        },
        Command::Sig(Sig::Play(game)) => sig::run(game, progress, output),
        _ => return None,
    })
}

/// Bytes a line that is typed may have.
const MAX_LINE: usize = 4096;

/// What comes next in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Nothing: how the game has ended, in a sentence.
    Over(String),
    /// A throw.
    Throw,
    /// A move of whoever types.
    Person,
    /// A move of the machine.
    Machine,
}

/// A step of a game that has been made.
pub(crate) struct Step<M: Match + ?Sized> {
    /// Where the game stood before.
    pub(crate) state: M::State,
    /// The move made there; `None`: it was thrown.
    pub(crate) action: Option<M::Move>,
}

/// A move and what is known of it, in words.
#[derive(Clone, Debug)]
pub(crate) struct Rated<A> {
    pub(crate) action: A,
    /// What it comes to for whoever makes it.
    pub(crate) value: String,
}

/// All moves, the best first.
pub(crate) struct Ranking<A> {
    pub(crate) moves: Vec<Rated<A>>,
    /// So many at the beginning are as good as the first.
    pub(crate) equal: usize,
    /// What the first is: `best, proved`, or how far it was looked.
    pub(crate) basis: String,
}

/// A game that can be played in the terminal.
pub(crate) trait Match {
    /// Where a game stands: a position, and what has been thrown and is still to be played.
    type State: Clone;
    /// What whoever is to move can do.
    type Move: Clone;

    /// How moves are typed, for `help`: one line each.
    const MOVES: &'static [[&'static str; 2]];
    /// How a throw is typed, in games with throws.
    const THROW: Option<[&'static str; 2]> = None;

    /// The rules in force, in full.
    fn rules(&self) -> String;

    /// The board, and whose turn it is to do what.
    fn shown(&self, state: &Self::State) -> String;

    /// What comes next, all steps so far being these.
    fn next(&self, state: &Self::State, past: &[Step<Self>]) -> Next;

    /// Who is to throw or to move.
    fn mover(&self, state: &Self::State) -> String;

    /// The moves of a text, one after the other, or what is wrong with it.
    fn read(&self, state: &Self::State, text: &str) -> Result<Vec<Self::Move>, String>;

    /// The state after a move that is legal.
    fn make(&self, state: &Self::State, action: &Self::Move) -> Self::State;

    /// A move as it is typed.
    fn name(&self, state: &Self::State, action: &Self::Move) -> String;

    /// The only move there is, where it need not be asked for.
    fn forced(&self, _state: &Self::State) -> Option<Self::Move> {
        None
    }

    /// Every move, the best first.
    fn ranking(
        &self,
        state: &Self::State,
        past: &[Step<Self>],
    ) -> Result<Ranking<Self::Move>, Failure>;

    /// What is known of who wins, and how it is known, in lines.
    fn value(&self, state: &Self::State, past: &[Step<Self>]) -> Result<String, Failure>;

    /// The state after a throw, and the throw in words; or why there is none.
    fn throw(
        &self,
        _state: &Self::State,
        _dice: &mut Dice,
    ) -> Result<(Self::State, String), String> {
        Err("There are no throws in this game.".to_owned())
    }

    /// The state after the throw of a text, and the throw in words; `None` if the text looks like no throw.
    fn read_throw(
        &self,
        _state: &Self::State,
        _text: &str,
    ) -> Option<Result<(Self::State, String), String>> {
        None
    }

    /// A file of the position.
    fn file(&self, state: &Self::State) -> String;

    /// A file of the whole game, for games whose records can be read.
    fn record(&self, _past: &[Step<Self>], _now: &Self::State) -> Option<String> {
        None
    }
}

/// How a session is held, whatever the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) seed: u64,
    /// Whether every throw is typed.
    pub(crate) own_dice: bool,
}

impl Terms {
    /// The terms of the arguments, siga throwing the dice.
    fn of<S: Seats>(game: &Game<S>) -> Self {
        Self {
            seed: game.seed,
            own_dice: false,
        }
    }
}

/// The position that a game begins with: the start, unless one is given.
pub(crate) fn start<P: Shown, S: Seats>(game: &Game<S>) -> Result<P, Failure> {
    let Some(place) = game.start.place() else {
        return subject::start(game.rules.as_deref());
    };
    let rules = game.rules.clone();
    let read = subject::read::<P>(&Asked { place, rules });
    Ok(read.map_err(|failure| failure.context("--start"))?.0)
}

/// A file of a position.
pub(crate) fn file<P: AnyPosition>(position: &P) -> String {
    let file = PositionFile {
        rules: Some(position.rules().clone()),
        title: None,
        source: None,
        setup: position.setup(),
    };
    file.to_string()
}

/// Plays a game between whoever types and the machine. `remarks` say how the machine plays.
pub(crate) fn run<M: Match>(
    game: M,
    start: M::State,
    remarks: &[String],
    terms: Terms,
    output: &Output,
) -> Result<(), Failure> {
    if !output.is_for_people() {
        return Err(Failure::input(
            "a game is played in the terminal and has no JSON, CSV or Markdown: leave the format out",
        ));
    }
    for remark in remarks {
        output.text(&format!("{remark}\n"))?;
    }
    let mut session = Session::new(game, start, terms);
    output.text(&session.open()?)?;
    let mut input = io::stdin().lock();
    let echo = !io::stdin().is_terminal();
    while !output.is_closed() {
        output.text("> ")?;
        let Some(line) = next_line(&mut input)? else {
            // Whoever types nothing more has left.
            return output.text("\n");
        };
        if echo {
            output.text(&format!("{}\n", line.as_deref().unwrap_or("…")))?;
        }
        let reply = match line {
            Ok(line) => session.answer(&line)?,
            Err(TooLong) => session::Reply::said(format!(
                "A line has at most {MAX_LINE} characters: this one was not read.\n"
            )),
        };
        output.text(&reply.text)?;
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
                let error = anyhow::Error::new(error).context("cannot read what is typed");
                return Err(Failure::Io(error));
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

/// Rules for whoever plays: the text, and each option with its meaning.
pub(crate) fn rules_text<R: Options + ToString>(rules: &R) -> String {
    let mut text = format!("{}\n", rules.to_string());
    for option in R::options() {
        let value = (option.get)(rules);
        let words = format!("{}={value}  {}", option.name, option.meaning);
        let indent = textwrap::Options::new(78)
            .initial_indent("  ")
            .subsequent_indent("      ");
        text.push_str(&textwrap::fill(&words, indent));
        text.push('\n');
    }
    text
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
