//! `siga teeko play`, `siga 5x5 play`: a game against the solution.

use super::ReportNames;
use crate::ask::alignment::args::PlayArgs as Arguments;
use crate::ask::args::play::SquareSeat;
use crate::ask::playing::{self, Match, Next, Opened, Ranking, Rated, Step, Terms};
use crate::ask::prelude::*;
use crate::ask::tables::within_reach;
use crate::board::Side;
use crate::games::Moves;
use crate::games::alignment::position_value::worth;
use crate::games::alignment::{Move, Position, Source};
use crate::solve::retro::{Outcome, Plies, Value};

pub(super) fn open<R: ReportNames + 'static>(
    arguments: &Arguments,
    caller: Caller,
) -> Result<Opened, Failure> {
    let start: Position<R> = playing::start(&arguments.common, caller)?;
    let rules = *start.rules();
    let (source, remark) = source(rules, arguments, caller)?;
    let mut remarks = vec![format!("Rules: {rules}"), remark];
    if arguments.repetition {
        remarks.push("Whoever makes the same move for the third time loses.".to_owned());
    }
    let game = Lineup {
        rules,
        source,
        seat: arguments.common.seat(),
        repetition: arguments.repetition,
    };
    Ok(Opened::new(
        game,
        start,
        &remarks,
        Terms::of(&arguments.common),
    ))
}

/// The best source of values there is, and a remark on it.
fn source<R: ReportNames>(
    rules: R,
    arguments: &Arguments,
    caller: Caller,
) -> Result<(Source<R>, String), Failure> {
    if let Some(plies) = arguments.search {
        let ahead = counted(plies, "ply", "plies");
        let remark = format!("The machine looks {ahead} ahead.");
        return Ok((Source::Search { plies }, remark));
    }
    let tables = within_reach(&arguments.tables, &rules.to_string(), caller)?;
    let perfect = caller.noting("solving", |note| {
        Source::perfect(rules, tables.as_ref(), note)
    })?;
    Ok(match perfect {
        Some(source @ Source::Stored { .. }) => {
            (source, "The machine plays from its tables.".to_owned())
        }
        Some(source) => (
            source,
            "The machine has solved the game and plays perfectly.".to_owned(),
        ),
        None => {
            let plies = 5;
            let name = match rules == R::usual() {
                true => R::GAME.to_owned(),
                false => rules.to_string(),
            };
            let remark = format!(
                "There are no tables of this game, so the machine looks {plies} plies ahead (--search N changes that). \
                 After `siga tables build {name}` it plays perfectly."
            );
            (Source::Search { plies }, remark)
        }
    })
}

/// A game of pieces in a line, and how the machine plays it.
struct Lineup<R> {
    rules: R,
    source: Source<R>,
    seat: SquareSeat,
    /// Whether the third of three same moves of a player loses.
    repetition: bool,
}

impl<R: ReportNames> Lineup<R> {
    /// The side that has lost by the rule about repeated moves.
    fn repeated(&self, past: &[Step<Self>]) -> Option<Side> {
        let last = past.last()?;
        let (side, action) = (last.state.side(), last.action?);
        (self.repetition && times(past, side, action) >= 3).then_some(side)
    }
}

/// The number of times that a side has made a move.
fn times<R: ReportNames>(past: &[Step<Lineup<R>>], side: Side, action: Move) -> usize {
    let same = |step: &&Step<Lineup<R>>| step.state.side() == side && step.action == Some(action);
    past.iter().filter(same).count()
}

impl<R: ReportNames> Match for Lineup<R> {
    type State = Position<R>;
    type Move = Move;

    const MOVES: &'static [[&'static str; 2]] = &[
        ["b2", "place a piece on this cell"],
        ["b2-c3", "move a piece, by a step or a jump"],
    ];

    fn rules(&self) -> String {
        playing::rules_text(&self.rules)
    }

    fn shown(&self, state: &Position<R>) -> String {
        Subject::at(*state).picture().text()
    }

    fn next(&self, state: &Position<R>, past: &[Step<Self>]) -> Next {
        if let Some(winner) = state.winner() {
            return Next::Over(format!("{winner} has won."));
        }
        if let Some(loser) = self.repeated(past) {
            return Next::Over(format!(
                "{loser} has made the same move three times: {} has won.",
                loser.other()
            ));
        }
        if state.plays().is_empty() {
            return Next::Over(format!("{} has no move.", state.side()));
        }
        match self.seat.has(state.chooser()) {
            true => Next::Person,
            false => Next::Machine,
        }
    }

    fn mover(&self, state: &Position<R>) -> String {
        state.chooser().to_string()
    }

    fn read(&self, state: &Position<R>, text: &str) -> Result<Vec<Move>, String> {
        state.made(text).map(|(action, ..)| vec![action])
    }

    fn make(&self, state: &Position<R>, action: &Move) -> Position<R> {
        state.play(*action).map_or(*state, |play| play.position)
    }

    fn name(&self, _: &Position<R>, action: &Move) -> String {
        action.to_string()
    }

    fn ranking(&self, state: &Position<R>, past: &[Step<Self>]) -> Result<Ranking<Move>, Failure> {
        let mut moves = self.source.moves(state)?;
        let proved = worth(state, &moves).is_some();
        if self.repetition {
            let fresh = |action: Move| times(past, state.side(), action) < 2;
            moves.sort_by_key(|known| !fresh(known.action));
        }
        let best = moves.first().map(|known| known.value);
        let equal = moves.iter().take_while(|known| Some(known.value) == best);
        let basis = match (proved, self.repetition) {
            (false, _) => "best found, not proved",
            (true, false) => "best, proved",
            (true, true) => "best, proved for the game without the rule about repeated moves",
        };
        let equal = equal.count();
        let open = (best == Some(None)).then(|| {
            let open = counted(equal, "move is", "moves are");
            let lost = moves[equal..]
                .iter()
                .map(|known| format!("{} ({})", known.action, said(known.value)));
            let lost: Vec<String> = lost.collect();
            let of_the_rest = match lost.is_empty() {
                true => "none is known to lose".to_owned(),
                false => format!("known to be worse: {}", lost.join(", ")),
            };
            format!("No best move is known here: {open} open; {of_the_rest}.")
        });
        Ok(Ranking {
            equal,
            basis: basis.to_owned(),
            open,
            moves: (moves.iter())
                .map(|known| Rated {
                    action: known.action,
                    value: said(known.value),
                })
                .collect(),
        })
    }

    fn value(&self, state: &Position<R>, _: &[Step<Self>]) -> Result<String, Failure> {
        let side = state.side();
        let words = match self.source.value(state)? {
            None => return Ok("Who wins is not known.".to_owned()),
            Some(Value::Draw) => "A draw".to_owned(),
            Some(value) => {
                let winner = match value.outcome() {
                    Outcome::Win => side,
                    _ => side.other(),
                };
                let Plies(plies) = value.plies().unwrap_or_default();
                format!("{winner} wins in {}", counted(plies, "ply", "plies"))
            }
        };
        let ignored = match self.repetition {
            true => " for the game without the rule about repeated moves",
            false => "",
        };
        Ok(format!("{words} (proved{ignored})."))
    }

    fn file(&self, state: &Position<R>) -> String {
        playing::file(state)
    }

    fn record(&self, past: &[Step<Self>], now: &Position<R>) -> Option<String> {
        playing::record(
            past.iter()
                .filter_map(|step| Some((step.state, step.action?))),
            now,
        )
    }
}

/// A value for people, of the side whose piece it is.
fn said(value: Option<Value>) -> String {
    value.map_or_else(|| "not known".to_owned(), |value| value.to_string())
}
