//! One game: what is typed, and what is answered.

use std::fmt::Write;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::Named;
use super::shown;
use super::source::{Known, Source};
use crate::board::Side;
use crate::cli::alignment::question::made;
use crate::cli::args::alignment::Seat;
use crate::cli::failure::Failure;
use crate::cli::words::counted;
use crate::games::alignment::{Move, Position};
use crate::solve::retro::{Plies, Value, Wdl};

/// Moves a game may have: the answers to one more would still be right, but no one plays so long.
const MAX_MOVES: usize = 10_000;

/// How the game is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// Which side is played by whoever types.
    pub(super) seat: Seat,
    /// Whether the third of three same moves of a player loses.
    pub(super) repetition: bool,
    pub(super) seed: u64,
}

/// A game under way.
pub(super) struct Session<R> {
    source: Source<R>,
    terms: Terms,
    random: Pcg64Mcg,
    position: Position<R>,
    /// The positions before and the moves made there.
    past: Vec<(Position<R>, Move)>,
}

/// What is said to a line that was typed.
pub(super) struct Reply {
    pub(super) text: String,
    pub(super) over: bool,
}

const HELP: &str = "\
  b2, c3        place a piece        b2-c3         move one, by a step or a jump
  moves         all moves            hint          the best move
  value         who wins             board         show the board again
  undo          take back            help          this
  quit          leave
";

impl<R: Named> Session<R> {
    pub(super) fn new(position: Position<R>, source: Source<R>, terms: Terms) -> Self {
        Self {
            source,
            terms,
            random: Pcg64Mcg::seed_from_u64(terms.seed),
            position,
            past: Vec::new(),
        }
    }

    /// The beginning: the board, and the machine's move if it is its turn.
    pub(super) fn open(&mut self) -> Result<String, Failure> {
        let rule = if self.terms.repetition {
            "Whoever makes the same move for the third time loses.\n"
        } else {
            ""
        };
        let mut text = format!("{rule}Type a move such as b2 or b2-c3, or `help`.\n");
        text.push_str(&shown(&self.position));
        text.push_str(&self.machine()?);
        Ok(text)
    }

    pub(super) fn answer(&mut self, line: &str) -> Result<Reply, Failure> {
        let text = match line.to_lowercase().as_str() {
            "" => String::new(),
            "q" | "quit" | "exit" => {
                return Ok(Reply {
                    text: "Goodbye.\n".to_owned(),
                    over: true,
                });
            }
            "?" | "h" | "help" => HELP.to_owned(),
            "board" => shown(&self.position),
            "undo" => self.undo(),
            "value" => format!("{}\n", self.verdict()?),
            "moves" => self.moves()?,
            "hint" => self.hint()?,
            typed => self.typed(typed)?,
        };
        Ok(Reply { text, over: false })
    }

    /// Who has won, by a pattern or by the rule about repeated moves.
    fn winner(&self) -> Option<Side> {
        self.position.winner().or_else(|| {
            let (before, action) = self.past.last()?;
            let lost = self.terms.repetition && self.times(before.side(), *action) >= 3;
            lost.then(|| before.side().other())
        })
    }

    /// How often a side has made a move.
    fn times(&self, side: Side, action: Move) -> usize {
        let same = |past: &&(Position<R>, Move)| past.0.side() == side && past.1 == action;
        self.past.iter().filter(same).count()
    }

    fn typed(&mut self, typed: &str) -> Result<String, Failure> {
        if self.winner().is_some() {
            return Ok("The game is over: `undo` or `quit`.\n".to_owned());
        }
        if self.past.len() >= MAX_MOVES {
            return Ok(format!("{MAX_MOVES} moves are enough: `undo` or `quit`.\n"));
        }
        match made(&self.position, typed) {
            Err(error) => Ok(format!("{error}\n")),
            Ok((action, after)) => {
                self.make(action, after);
                let mut text = shown(&self.position);
                text.push_str(&self.ended());
                text.push_str(&self.machine()?);
                Ok(text)
            }
        }
    }

    fn make(&mut self, action: Move, after: Position<R>) {
        self.past.push((self.position, action));
        self.position = after;
    }

    fn ended(&self) -> String {
        match self.winner() {
            None => String::new(),
            Some(side) if self.position.winner().is_none() => {
                format!(
                    "{} has made the same move three times: {side} has won.\n",
                    side.other()
                )
            }
            Some(side) => format!("{side} has won.\n"),
        }
    }

    /// The machine's moves, until it is the turn of whoever types.
    fn machine(&mut self) -> Result<String, Failure> {
        let mut text = String::new();
        while self.winner().is_none() && !self.terms.seat.has(self.position.chooser()) {
            let Some(choice) = self.choice()? else { break };
            let who = self.position.chooser();
            self.make(choice.action, choice.position);
            let _ = writeln!(text, "\n{who} plays {}", choice.action);
            text.push_str(&shown(&self.position));
            text.push_str(&self.ended());
        }
        Ok(text)
    }

    /// One of the best moves.
    fn choice(&mut self) -> Result<Option<Known<R>>, Failure> {
        let mut moves = self.source.moves(&self.position)?;
        if self.terms.repetition {
            let side = self.position.side();
            let fresh = |known: &Known<R>| self.times(side, known.action) < 2;
            if moves.iter().any(fresh) {
                moves.retain(fresh);
            }
        }
        let Some(best) = moves.first().map(|known| known.value) else {
            return Ok(None);
        };
        let equal = moves.iter().take_while(|known| known.value == best).count();
        Ok(Some(moves[self.random.random_range(0..equal)]))
    }

    fn hint(&mut self) -> Result<String, Failure> {
        if self.winner().is_some() {
            return Ok("The game is over.\n".to_owned());
        }
        let moves = self.source.moves(&self.position)?;
        Ok(match moves.first() {
            Some(best) => format!("{}: {}\n", best.action, said(best.value)),
            None => "There is no move.\n".to_owned(),
        })
    }

    fn moves(&self) -> Result<String, Failure> {
        if self.winner().is_some() {
            return Ok("The game is over.\n".to_owned());
        }
        let mut text = String::new();
        let moves = self.source.moves(&self.position)?;
        for group in moves.chunk_by(|a, b| a.value == b.value) {
            let names = group.iter().map(|known| known.action.to_string());
            let value = group.first().and_then(|known| known.value);
            let _ = writeln!(text, "  {}: {}", said(value), itertools::join(names, " "));
        }
        if self.position.chooser() != self.position.side() {
            let _ = writeln!(text, "  (for {}, whose piece it is)", self.position.side());
        }
        Ok(text)
    }

    fn verdict(&self) -> Result<String, Failure> {
        if let Some(winner) = self.winner() {
            return Ok(format!("{winner} has won"));
        }
        let side = self.position.side();
        let value = self.source.value(&self.position)?;
        let left_out = if self.terms.repetition && value == Some(Value::Draw) {
            ", the rule about repeated moves ignored"
        } else {
            ""
        };
        Ok(match value {
            None => "not known".to_owned(),
            Some(Value::Draw) => format!("a draw{left_out}"),
            Some(value) => {
                let winner = match value.wdl() {
                    Wdl::Win => side,
                    _ => side.other(),
                };
                let Plies(plies) = value.plies().unwrap_or_default();
                format!("{winner} wins in {}", counted(plies, "ply", "plies"))
            }
        })
    }

    /// Back to where whoever types was last to move.
    fn undo(&mut self) -> String {
        let seat = self.terms.seat;
        let back = (self.past.iter()).rposition(|(before, _)| seat.has(before.chooser()));
        match back {
            None => "There is nothing to take back.\n".to_owned(),
            Some(at) => {
                self.position = self.past[at].0;
                self.past.truncate(at);
                shown(&self.position)
            }
        }
    }
}

/// A value for people, of the side to move.
fn said(value: Option<Value>) -> String {
    value.map_or_else(|| "not known".to_owned(), |value| value.to_string())
}
