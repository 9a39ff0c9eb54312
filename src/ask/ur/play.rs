//! `siga ur play`: a game with dice, against the solution where the position is solved.

use std::cmp::Reverse;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use itertools::Itertools;
use num_rational::BigRational;
use num_traits::Signed;

use crate::ask::args::play::{GameArgs, Seats};
use crate::ask::args::tables::TablesPlace;
use crate::ask::one_command::Plays;
use crate::ask::playing::{self, Dice, Match, Next, Opened, Ranking, Rated, Step, Terms};
use crate::ask::prelude::*;
use crate::ask::tables::within_reach;
use crate::exact::Quantity;
use crate::games::record::{Record, Recordable};
use crate::games::throws::{Turn, Values};
use crate::games::ur::rules::Throw;
use crate::games::ur::solve::{Solved, USUAL_POSITIONS};
use crate::games::ur::{Move, Player, Position, Rules};
use crate::rules::RulesText;
use crate::solve::Directory;

/// Digits of chances.
const DIGITS: usize = 4;

/// Who plays which side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Seat {
    /// You begin
    #[default]
    Light,
    /// The machine begins
    Dark,
    /// Two people play
    Both,
}

impl Seats for Seat {
    fn sentence(&self) -> &'static str {
        match self {
            Self::Light => "You are light; the machine is dark.",
            Self::Dark => "You are dark; the machine is light.",
            Self::Both => "You play both sides.",
        }
    }
}

impl Seat {
    fn has(self, side: Player) -> bool {
        match self {
            Self::Light => side == Player::Light,
            Self::Dark => side == Player::Dark,
            Self::Both => true,
        }
    }
}

/// A game against the machine.
#[derive(Clone, Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    common: GameArgs<Seat>,
    /// You throw your own dice: type every throw, the machine's too
    #[arg(long)]
    own_dice: bool,
    #[command(flatten)]
    tables: TablesPlace,
}

impl Plays for Play {
    const ABOUT: &'static str = "Play a game, the dice thrown or your own";

    fn help() -> String {
        "\
Type plays (in-A3, A4-B3, or A4 alone), `hint`, `value`, `moves`, `undo`, `save FILE`, `record FILE`, `help` or `quit`. With tables \
(`siga tables build ur:finkel`), and with few pieces without them, the machine plays by the proved chance to win; else by how many steps it is ahead \
after the next throw. The dice are thrown for both sides, the same for the same --seed; `throw 3` takes the place of the throw shown.

Examples:
  siga ur play --rules ur:finkel2
  siga ur play --as dark --own-dice"
            .to_owned()
    }

    fn open(&self, caller: Caller<'static>) -> Result<Opened, Failure> {
        let position: Position = playing::start(&self.common, caller)?;
        let rules = position.rules().clone();
        let remarks = [format!("Rules: {rules}")];
        let game = Race {
            tables: within_reach(&self.tables, &rules.to_string(), caller)?,
            rules,
            seat: self.common.seat(),
            caller,
        };
        let start = State {
            position,
            thrown: None,
        };
        let terms = Terms {
            own_dice: self.own_dice,
            ..Terms::of(&self.common)
        };
        Ok(Opened::new(game, start, &remarks, terms))
    }
}

/// A position, and the throw that is to be played.
#[derive(Clone)]
struct State {
    position: Position,
    thrown: Option<Throw>,
}

/// A race, and how the machine plays it.
struct Race {
    rules: Rules,
    tables: Option<Directory>,
    seat: Seat,
    caller: Caller<'static>,
}

impl Race {
    /// The solution of what can follow; `None` where there are no tables and the positions are too many.
    fn solved(&self, position: &Position) -> Option<Arc<Solved>> {
        let find = |note: &_| Solved::from(position, self.tables.as_ref(), USUAL_POSITIONS, note);
        self.caller.noting("solving", find).ok()
    }

    fn won(&self, position: &Position, throw: Throw) -> Option<Ranking<Move>> {
        let plays = self.solved(position)?.plays(position, &throw).ok()?;
        let basis = match plays.first()?.is_best(&plays) {
            true => "best, proved",
            false => "best by the middle of proved bounds",
        };
        let value = |win: &Quantity| format!("wins with chance {}", win.fixed(DIGITS));
        Some(Ranking {
            equal: plays.iter().filter(|play| play.may_be_best(&plays)).count(),
            basis: basis.to_owned(),
            open: None,
            moves: (plays.iter())
                .map(|play| Rated {
                    value: play.win.as_ref().map_or_else(String::new, value),
                    action: play.play.clone(),
                })
                .collect(),
        })
    }

    fn ahead(moves: Vec<Move>) -> Ranking<Move> {
        let rated = moves.into_iter().map(|action| (action.ahead(), action));
        let rated: Vec<(BigRational, Move)> = rated
            .sorted_by_key(|(ahead, _)| Reverse(ahead.clone()))
            .collect();
        let first = rated.first().map(|(ahead, _)| ahead.clone());
        let value = |ahead: &BigRational| {
            let steps = Quantity::Exact(ahead.abs()).fixed(2);
            let side = if ahead.is_negative() {
                "behind"
            } else {
                "ahead"
            };
            format!("{steps} steps {side} after the next throw, on average")
        };
        Ranking {
            equal: rated
                .iter()
                .filter(|(ahead, _)| Some(ahead) == first.as_ref())
                .count(),
            basis: "most steps ahead after the next throw, not proved".to_owned(),
            open: None,
            moves: (rated.iter())
                .map(|(ahead, action)| Rated {
                    value: value(ahead),
                    action: action.clone(),
                })
                .collect(),
        }
    }

    fn begun(&self, state: &State, throw: Throw) -> (State, String) {
        let thrown = State {
            thrown: Some(throw),
            ..state.clone()
        };
        let moves = state.position.moves(throw);
        let said = match &moves[..] {
            [only] if only.text == "pass" => format!("{throw}: nothing can use it"),
            _ => format!("{throw} to be played"),
        };
        (thrown, said)
    }
}

impl State {
    fn moves(&self) -> Vec<Move> {
        self.thrown
            .map_or_else(Vec::new, |throw| self.position.moves(throw))
    }
}

impl Match for Race {
    type State = State;
    type Move = Move;

    const MOVES: &'static [[&'static str; 2]] = &[
        ["in-A3", "bring a piece in"],
        ["A4-B3, A4", "move a piece; its cell alone is enough"],
        ["B1xB4", "take"],
        ["A7-off", "bear a piece off"],
        ["pass", "leave the throw unused, where that is allowed"],
    ];
    const THROW: Option<[&'static str; 2]> =
        Some(["throw 3", "your own throw, in the place of the one shown"]);

    fn rules(&self) -> String {
        playing::rules_text(&self.rules)
    }

    fn how_to_play(&self) -> String {
        self.rules.how_to_play()
    }

    fn shown(&self, state: &State) -> String {
        let picture = Subject::at(state.position.clone()).picture();
        match state.thrown {
            None => picture.text(),
            Some(throw) => format!(
                "{}\n  {} · {} to play {throw}\n",
                picture.board,
                state.position,
                state.position.side()
            ),
        }
    }

    fn next(&self, state: &State, _: &[Step<Self>]) -> Next {
        match (Recordable::ended(&state.position), state.thrown) {
            (Some(how), _) => Next::Over(format!("The game is over: {how}.")),
            (None, None) => Next::Throw,
            (None, Some(_)) if self.seat.has(state.position.side()) => Next::Person,
            (None, Some(_)) => Next::Machine,
        }
    }

    fn is_solved(&self, state: &State) -> Result<bool, Failure> {
        Ok(self.solved(&state.position).is_some())
    }

    fn mover(&self, state: &State) -> String {
        state.position.side().to_string()
    }

    fn read(&self, state: &State, text: &str) -> Result<Vec<Move>, String> {
        let text = text.trim().to_lowercase();
        let (mut same, mut begun) = (Vec::new(), Vec::new());
        for action in state.moves() {
            let name = action.text.to_lowercase();
            if name == text {
                same.push(action);
            } else if name.split(['-', 'x']).next() == Some(&text) {
                begun.push(action);
            }
        }
        same.append(&mut begun);
        match same.is_empty() {
            false => Ok(vec![same.swap_remove(0)]),
            true => Err(format!(
                "`{text}` is not possible now: {}",
                state.moves().iter().map(|action| &action.text).join(", ")
            )),
        }
    }

    fn make(&self, _: &State, action: &Move) -> State {
        State {
            position: action.after.clone(),
            thrown: None,
        }
    }

    fn name(&self, _: &State, action: &Move) -> String {
        action.text.clone()
    }

    fn forced(&self, state: &State) -> Option<Move> {
        let mut moves = state.moves();
        let only = moves.pop()?;
        (moves.is_empty() && only.text == "pass").then_some(only)
    }

    fn ranking(&self, state: &State, _: &[Step<Self>]) -> Result<Ranking<Move>, Failure> {
        let won = state
            .thrown
            .and_then(|throw| self.won(&state.position, throw));
        Ok(won.unwrap_or_else(|| Self::ahead(state.moves())))
    }

    fn value(&self, state: &State, past: &[Step<Self>]) -> Result<String, Failure> {
        let side = state.position.side();
        if state.thrown.is_some() {
            let ranking = self.ranking(state, past)?;
            let best = ranking.moves.first();
            return Ok(best.map_or_else(String::new, |best| {
                format!(
                    "{side}, {}: {}, {}.",
                    ranking.basis, best.action.text, best.value
                )
            }));
        }
        let Some(solved) = self.solved(&state.position) else {
            return Ok(format!(
                "Who wins is not known without tables: `siga tables build {}` makes them.",
                self.rules
            ));
        };
        let win = solved.own(&state.position)?;
        Ok(format!(
            "{side}, before the throw, wins with chance {} (proved).",
            win.map_or_else(String::new, |win| win.fixed(DIGITS))
        ))
    }

    fn throw(&self, state: &State, dice: &mut Dice) -> Result<(State, String), String> {
        let dice_of = self.rules.dice();
        let throw = dice_of.at(dice.below(dice_of.total().into()));
        let throw = throw.ok_or_else(|| "these rules have no throws".to_owned())?;
        Ok(self.begun(state, throw))
    }

    fn read_throw(&self, state: &State, text: &str) -> Option<Result<(State, String), String>> {
        let text = text.trim_start_matches("throw").trim();
        let digits = text.trim_end_matches('+');
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let known = self.rules.dice().named(text);
        Some(known.map(|throw| self.begun(state, throw)).map_err(|error| error.to_string()))
    }

    fn file(&self, state: &State) -> String {
        let file = playing::file(&state.position);
        match state.thrown {
            None => file,
            Some(throw) => format!("{file}# thrown and not yet used: {throw}\n"),
        }
    }

    fn record(&self, past: &[Step<Self>], now: &State) -> Option<String> {
        let first = past.first().map_or(now, |step| &step.state);
        let mut record = Record::new(first.position.clone());
        for step in past {
            if let Some(action) = &step.action {
                record.push(Turn::new(step.state.position.clone(), action.throw, action));
            }
        }
        Some(record.to_string())
    }
}
