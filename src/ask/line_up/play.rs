//! `play`: a game against the solution.

use clap::Args;

use crate::ask::args::play::{GameArgs, SquareSeat};
use crate::ask::args::tables::TablesPlace;
use crate::ask::one_command::Plays;
use crate::ask::playing::{self, Match, Next, Opened, Ranking, Rated, Step, Terms};
use crate::ask::prelude::*;
use crate::ask::tables::within_reach;
use crate::board::Side;
use crate::games::Moves;
use crate::games::line_up::position_value::worth;
use crate::games::line_up::{Move, Position, Rules, Source};
use crate::rules::RulesText;
use crate::solve::retro::{Outcome, Plies, Value};

/// A game against the machine.
#[derive(Clone, Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    common: GameArgs<SquareSeat>,
    /// Whoever makes the same move for the third time loses, as in the rules of 5x5
    #[arg(long)]
    repetition: bool,
    /// The machine only looks N plies ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=25))]
    search: Option<u32>,
    #[command(flatten)]
    tables: TablesPlace,
}

impl Plays for Play {
    const ABOUT: &'static str = "Play against the solution";

    fn help() -> String {
        "\
Type moves (b2, b2-c3), `hint`, `value`, `moves`, `undo`, `help` or `quit`. Without tables a game is solved first, \
which takes a second or two; of 5x5 the machine then looks some plies ahead.

Examples:
  siga teeko play
  siga 5x5 play --as o --repetition
  siga achi play --seed 7
  siga line-up play --rules my.game"
            .to_owned()
    }

    fn set_game(&mut self, game: &'static str) {
        self.common.game = Some(game);
    }

    fn open(&self, caller: Caller<'static>) -> Result<Opened, Failure> {
        let start: Position = playing::start(&self.common, caller)?;
        let rules = start.rules().clone();
        let (source, remark) = source(&rules, self, caller)?;
        let mut remarks = vec![format!("Rules: {rules}"), remark];
        if self.repetition {
            remarks.push("Whoever makes the same move for the third time loses.".to_owned());
        }
        let game = Lineup {
            rules,
            source,
            seat: self.common.seat(),
            repetition: self.repetition,
        };
        Ok(Opened::new(game, start, &remarks, Terms::of(&self.common)))
    }
}

/// The best source of values there is, and a remark on it.
fn source(rules: &Rules, arguments: &Play, caller: Caller) -> Result<(Source, String), Failure> {
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
            let name = match Rules::usual(rules.game()).is_ok_and(|usual| usual == *rules) {
                true => rules.game().to_owned(),
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
struct Lineup {
    rules: Rules,
    source: Source,
    seat: SquareSeat,
    /// Whether the third of three same moves of a player loses.
    repetition: bool,
}

impl Lineup {
    /// The side that has lost by the rule about repeated moves.
    fn repeated(&self, past: &[Step<Self>]) -> Option<Side> {
        let last = past.last()?;
        let (side, action) = (last.state.side(), last.action?);
        (self.repetition && times(past, side, action) >= 3).then_some(side)
    }
}

/// The number of times that a side has made a move.
fn times(past: &[Step<Lineup>], side: Side, action: Move) -> usize {
    let same = |step: &&Step<Lineup>| step.state.side() == side && step.action == Some(action);
    past.iter().filter(same).count()
}

impl Match for Lineup {
    type State = Position;
    type Move = Move;

    const MOVES: &'static [[&'static str; 2]] = &[
        ["b2", "place a piece on this cell"],
        ["b2-c3", "move a piece, by a step or a jump"],
    ];

    fn rules(&self) -> String {
        playing::rules_text(&self.rules)
    }

    fn how_to_play(&self) -> String {
        self.rules.how_to_play()
    }

    fn shown(&self, state: &Position) -> String {
        Subject::at(state.clone()).picture().text()
    }

    fn next(&self, state: &Position, past: &[Step<Self>]) -> Next {
        if let Some(how) = state.over() {
            return Next::Over(format!("{how}."));
        }
        if let Some(loser) = self.repeated(past) {
            return Next::Over(format!(
                "{loser} has made the same move three times: {} has won.",
                loser.other()
            ));
        }
        match self.seat.has(state.chooser()) {
            true => Next::Person,
            false => Next::Machine,
        }
    }

    fn mover(&self, state: &Position) -> String {
        state.chooser().to_string()
    }

    fn read(&self, state: &Position, text: &str) -> Result<Vec<Move>, String> {
        state.made(text).map(|(action, ..)| vec![action])
    }

    fn make(&self, state: &Position, action: &Move) -> Position {
        state
            .play(*action)
            .map_or_else(|| state.clone(), |play| play.position)
    }

    fn name(&self, _: &Position, action: &Move) -> String {
        action.to_string()
    }

    fn ranking(&self, state: &Position, past: &[Step<Self>]) -> Result<Ranking<Move>, Failure> {
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

    fn value(&self, state: &Position, _: &[Step<Self>]) -> Result<String, Failure> {
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

    fn file(&self, state: &Position) -> String {
        playing::file(state)
    }

    fn record(&self, past: &[Step<Self>], now: &Position) -> Option<String> {
        playing::record(
            past.iter()
                .filter_map(|step| Some((step.state.clone(), step.action?))),
            now,
        )
    }
}

/// A value for people, of the side whose piece it is.
fn said(value: Option<Value>) -> String {
    value.map_or_else(|| "not known".to_owned(), |value| value.to_string())
}
