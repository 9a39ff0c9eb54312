//! `play`: a game against a machine that plays by what is proved of the moves.

use std::fmt::Debug;

use clap::Args;

use super::{GameWithoutThrows, words};
use crate::ask::args::tables::TablesPlace;
use crate::ask::disputes::Target;
use crate::ask::help;
use crate::ask::one_command::AnyCommand;
use crate::ask::playing::{self, AnySession, GameArgs, Match, Next, Ranking, Seat, StepMade};
use crate::ask::prelude::*;
use crate::ask::tables::within_reach;
use crate::board::Side;
use crate::games::AnyPosition;
use crate::games::described::Move;
use crate::games::goal::Goal;
use crate::games::review::{JudgedMove, Judgement, Means};
use crate::rules::RulesText;
use crate::solve::Method;
use crate::solve::retro::Outcome;
use crate::work::Note;

/// No further arguments, and nothing more to be said.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct NoMore {}

/// A game against the machine.
#[derive(Clone, Debug, Args)]
#[command(
    about = "Play a game against the machine",
    long_about = None,
    after_help = help::of(&[<<P as AnyPosition>::Rules as RulesText>::GAME, "play"])
)]
pub(crate) struct PlayWithoutThrows<P: GameWithoutThrows> {
    #[command(flatten)]
    common: GameArgs<P>,
    /// Visit at most N positions for a move, where a search is needed; a million take about 100 MB
    #[arg(long, value_name = "N", default_value_t = 300_000,
          value_parser = clap::value_parser!(u64).range(1..=20_000_000))]
    budget: u64,
    #[command(flatten)]
    tables: TablesPlace,
    #[command(flatten)]
    more: P::More,
}

impl<P: GameWithoutThrows> AnyCommand for PlayWithoutThrows<P> {
    fn copy(&self) -> Box<dyn AnyCommand> {
        Box::new(self.clone())
    }

    fn play(&self, caller: Caller<'static>) -> Option<Result<Box<dyn AnySession>, Failure>> {
        Some(self.open(caller))
    }

    fn target(&mut self) -> Target<'_> {
        Target {
            game: Some(&mut self.common.game),
            ..Target::default()
        }
    }
}

impl<P: GameWithoutThrows> PlayWithoutThrows<P> {
    fn open(&self, caller: Caller<'static>) -> Result<Box<dyn AnySession>, Failure> {
        let (position, turns) = playing::start::<P>(&self.common, caller)?;
        let game = BoardGame {
            seat: self.common.seat(),
            means: Means {
                budget: self.budget,
                tables: within_reach(&self.tables, &position.rules().to_string(), caller)?,
            },
            more: self.more.clone(),
            caller,
        };
        let mut remarks = vec![format!("Rules: {}", position.rules().shown())];
        let found = game.judged(&position)?;
        remarks.extend(match found.method {
            Method::Tables => Some("The machine plays from its tables.".to_owned()),
            Method::Search => Some(format!(
                "The machine looks at up to {} positions for each move.",
                grouped(self.budget)
            )),
            Method::Recorded => Some(format!(
                "The first moves are known; later the machine solves or searches up to {} positions.",
                grouped(self.budget)
            )),
            Method::Solved | Method::Rules => None,
        });
        remarks.extend(position.remarks(&self.more, &found));
        let start = State {
            position,
            taken: 0,
            by: None,
        };
        playing::begin(&self.common, false, (game, start), &turns, remarks)
    }
}

/// Where a game stands.
#[derive(Clone)]
struct State<P> {
    position: P,
    /// The pieces that were last taken.
    taken: u128,
    /// The side that made the last move.
    by: Option<Side>,
}

/// A game without throws, and how the machine plays it.
struct BoardGame<P: GameWithoutThrows> {
    seat: Seat,
    means: Means,
    more: P::More,
    caller: Caller<'static>,
}

impl<P: GameWithoutThrows> BoardGame<P> {
    fn judged(&self, position: &P) -> Result<Judgement<P>, Failure> {
        let judge = |note: &Note| position.judged(&self.more, &self.means, note);
        Ok(self.caller.noting("looking at the position", judge)?)
    }

    /// The side that has lost by the rule about repeated moves.
    fn repeated(&self, past: &[StepMade<Self>]) -> Option<Side> {
        let last = past.last()?;
        let side = last.state.position.side_to_move();
        let third = P::forbids_repeating(&self.more) && times(past, side, last.action?) >= 3;
        third.then_some(side)
    }

    /// The basis of the first move.
    fn basis(&self, found: &Judgement<P>) -> String {
        let best = found.moves.first().map(|known| known.worth.at_least);
        let proved = (found.worth.outcome()).filter(|outcome| best >= Some(*outcome));
        let basis = match (found.goal, proved) {
            (_, None) => "best found, not proved",
            (Goal::Game, Some(Outcome::Win)) => "best, a proved win",
            (Goal::Game, Some(Outcome::Draw)) => "best, a proved draw",
            (Goal::Game, Some(Outcome::Loss)) => "as good as any, a proved loss",
            (Goal::FirstCapture, Some(Outcome::Win)) => "best, proved to force the first capture",
            (Goal::FirstCapture, Some(Outcome::Draw)) => {
                "best, proved: the other side cannot force the first capture"
            }
            (Goal::FirstCapture, Some(Outcome::Loss)) => {
                "as good as any: the other side is proved to force the first capture"
            }
        };
        match proved.is_some() && P::forbids_repeating(&self.more) {
            true => format!("{basis} in the game without the rule about repeated moves"),
            false => basis.to_owned(),
        }
    }
}

/// The number of times that a side has made a move.
fn times<P: GameWithoutThrows>(past: &[StepMade<BoardGame<P>>], side: Side, action: Move) -> usize {
    let same = |step: &&StepMade<BoardGame<P>>| {
        step.state.position.side_to_move() == side && step.action == Some(action)
    };
    past.iter().filter(same).count()
}

/// What is known of a move, in words.
fn known_of<P: GameWithoutThrows>(before: &P, goal: Goal, known: &JudgedMove<P>) -> String {
    let taken = before.after(&known.action).map_or(0, |(_, taken)| taken);
    let taken = before.last_taken(taken).unwrap_or_default();
    let takes = match taken.is_empty() {
        true => String::new(),
        false => format!(", takes {}", taken.join(" ")),
    };
    let value = words(goal, known.worth, P::LENGTH);
    match known.ahead {
        Some(ahead) => format!("{value}, {ahead:+} stones{takes}"),
        None => value + &takes,
    }
}

impl<P: GameWithoutThrows> Match for BoardGame<P> {
    type Position = P;
    type State = State<P>;
    type Move = Move;

    fn position<'a>(&self, state: &'a State<P>) -> &'a P {
        &state.position
    }

    fn shown(&self, state: &State<P>) -> String {
        let mut subject = Subject::at(state.position.clone());
        subject.taken = state.taken;
        subject.picture().text()
    }

    fn next(&self, state: &State<P>, past: &[StepMade<Self>]) -> Next {
        if let Some(how) = state.position.over() {
            return Next::Over(format!("The game is over: {how}."));
        }
        if let Some(loser) = self.repeated(past) {
            let winner = loser.other();
            return Next::Over(format!(
                "{loser} has made the same move three times: {winner} has won."
            ));
        }
        match self.seat.has(state.position.chooses() == Side::X) {
            true => Next::Person,
            false => Next::Machine,
        }
    }

    fn mover(&self, state: &State<P>) -> String {
        state.position.chooses().to_string()
    }

    fn read(&self, state: &State<P>, text: &str) -> Result<Vec<Move>, String> {
        let mut position = state.position.clone();
        let chooses = position.chooses();
        if let Ok((action, ..)) = position.made(text) {
            return Ok(vec![action]);
        }
        let mut moves: Vec<Move> = Vec::new();
        for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
            if !moves.is_empty() && position.chooses() != chooses {
                let (made, next) = (spaced(&moves), position.chooses());
                return Err(format!("after {made} it is the turn of {next}"));
            }
            let made = position.made(part);
            let (action, after, _) = made.map_err(|error| match moves.is_empty() {
                true => error,
                false => format!("nothing was played: after {}, {error}", spaced(&moves)),
            })?;
            moves.push(action);
            position = after;
        }
        Ok(moves)
    }

    fn make(&self, state: &State<P>, action: &Move) -> State<P> {
        let by = state.position.side_to_move();
        match state.position.after(action) {
            None => state.clone(),
            Some((position, taken)) => State {
                position,
                // Taken pieces are shown until the other side moves, and through a chain of captures.
                taken: if state.by == Some(by) {
                    state.taken | taken
                } else {
                    taken
                },
                by: Some(by),
            },
        }
    }

    fn name(&self, _: &State<P>, action: &Move) -> String {
        action.to_string()
    }

    fn forced(&self, state: &State<P>) -> Option<Move> {
        match state.position.legal().as_slice() {
            [Move::Pass] => Some(Move::Pass),
            _ => None,
        }
    }

    fn ranking(&self, state: &State<P>, past: &[StepMade<Self>]) -> Result<Ranking<Move>, Failure> {
        let position = &state.position;
        let mut found = self.judged(position)?;
        if P::forbids_repeating(&self.more) {
            let side = position.side_to_move();
            let fresh = |action: Move| times(past, side, action) < 2;
            let (mut first, rest): (Vec<_>, Vec<_>) =
                (found.moves.into_iter()).partition(|known| fresh(known.action));
            let best = first.first().map(|known| known.worth);
            let equal = first.iter().take_while(|known| Some(known.worth) == best);
            found.equal = equal.count().max(1);
            first.extend(rest);
            found.moves = first;
        }
        let best = found.moves.first();
        let nothing =
            best.is_some_and(|best| best.worth.outcome().is_none() && best.ahead.is_none());
        let open = nothing.then(|| {
            let open = counted(found.equal, "move is", "moves are");
            let worse = found.moves[found.equal..].iter().map(|known| {
                format!(
                    "{} ({})",
                    known.action,
                    known_of(position, found.goal, known)
                )
            });
            let worse: Vec<String> = worse.collect();
            match worse.is_empty() {
                true => {
                    format!("No best move is known here: {open} open; none is known to be worse.")
                }
                false => format!(
                    "No best move is known here: {open} open; known to be worse: {}.",
                    worse.join(", ")
                ),
            }
        });
        let moves = found.moves.iter();
        let moves = moves.map(|known| (known.action, known_of(position, found.goal, known)));
        Ok(Ranking {
            open,
            ..Ranking::of(found.equal, self.basis(&found), moves)
        })
    }

    fn value(&self, state: &State<P>, _: &[StepMade<Self>]) -> Result<String, Failure> {
        let side = state.position.chooses();
        let found = self.judged(&state.position)?;
        let how = match P::forbids_repeating(&self.more) {
            true => "proved for the game without the rule about repeated moves",
            false => "proved",
        };
        let known = words(found.goal, found.worth, P::LENGTH);
        let length = found.worth.length.map_or_else(String::new, |length| {
            format!(" in {}", counted(length, P::LENGTH[0], P::LENGTH[1]))
        });
        Ok(match (found.goal, found.worth.outcome()) {
            (Goal::FirstCapture, _) => {
                format!(
                    "For {side}: {known} with best placing ({how}). Who wins the game is not known."
                )
            }
            (Goal::Game, Some(Outcome::Draw)) => format!("A draw ({how})."),
            (Goal::Game, Some(Outcome::Win)) => format!("{side} wins{length} ({how})."),
            (Goal::Game, Some(Outcome::Loss)) => {
                format!("{} wins{length} ({how}).", side.other())
            }
            (Goal::Game, None) if known == "not known" => "Who wins is not known.".to_owned(),
            (Goal::Game, None) => format!("For {side}: {known} ({how})."),
        })
    }

    fn record(&self, past: &[StepMade<Self>], now: &State<P>) -> Option<String> {
        let played = past.iter();
        let played = played.filter_map(|step| Some((step.state.position.clone(), step.action?)));
        playing::record(played, &now.position)
    }
}
