//! `play`: a game against the machine, which knows what it can prove.

use clap::Args;

use crate::ask::args::play::{GameArgs, SquareSeat};
use crate::ask::one_command::Plays;
use crate::ask::playing::{self, Match, Next, Opened, Ranking, Rated, Step, Terms};
use crate::ask::prelude::*;
use crate::ask::review::said;
use crate::games::Moves;
use crate::games::custodial::graph::{Analysis, analyse};
use crate::games::custodial::{Move, Position, Rules};
use crate::games::goal::Goal;
use crate::games::review::Worth;
use crate::rules::RulesText;
use crate::work::Note;

/// A game against the machine.
#[derive(Clone, Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    common: GameArgs<SquareSeat>,
    /// The machine looks at about N positions for each move
    #[arg(long, value_name = "N", default_value_t = 300_000,
          value_parser = clap::value_parser!(u64).range(1..=50_000_000))]
    budget: u64,
}

impl Plays for Play {
    const ABOUT: &'static str = "Play against what can be proved";

    fn help() -> String {
        "\
Type moves (b2, b2-c3, pass), `hint`, `value`, `moves`, `undo`, `help` or `quit`. The machine plays perfectly where all \
positions that follow are within its budget, as in el-mthaltha and jul-gonu.

Examples:
  siga el-mthaltha play
  siga hasami-shogi play --as o --seed 7"
            .to_owned()
    }

    fn set_game(&mut self, game: &'static str) {
        self.common.game = Some(game);
    }

    fn open(&self, caller: Caller<'static>) -> Result<Opened, Failure> {
        let start: Position = playing::start(&self.common, caller)?;
        let rules = start.rules().clone();
        let remarks = [
            format!("Rules: {rules}"),
            format!("The machine looks at about {} positions.", self.budget),
        ];
        let game = Custodial {
            rules,
            seat: self.common.seat(),
            budget: self.budget,
        };
        Ok(Opened::new(game, start, &remarks, Terms::of(&self.common)))
    }
}

/// A game of taking between two.
struct Custodial {
    rules: Rules,
    seat: SquareSeat,
    budget: u64,
}

impl Custodial {
    fn found(&self, state: &Position) -> Analysis {
        analyse(state, Goal::Game, self.budget, &Note::default())
    }
}

/// A value for people.
fn words(worth: Worth) -> String {
    match said(Goal::Game, worth, ["ply", "plies"]) {
        Entry::Text(text) => text,
        _ => "not known".to_owned(),
    }
}

impl Match for Custodial {
    type State = Position;
    type Move = Move;

    const MOVES: &'static [[&'static str; 2]] = &[
        ["b2", "place a piece on this point"],
        ["b2-c3", "move a piece"],
        [
            "pass",
            "do not go on taking, or pass where nothing can be moved",
        ],
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

    fn next(&self, state: &Position, _: &[Step<Self>]) -> Next {
        match state.over() {
            Some(how) => Next::Over(format!("{how}.")),
            None if self.seat.has(state.side()) => Next::Person,
            None => Next::Machine,
        }
    }

    fn mover(&self, state: &Position) -> String {
        state.side().to_string()
    }

    fn read(&self, state: &Position, text: &str) -> Result<Vec<Move>, String> {
        state.made(text).map(|(action, ..)| vec![action])
    }

    fn make(&self, state: &Position, action: &Move) -> Position {
        let play = state.play(*action);
        play.map_or_else(|| state.clone(), |play| play.position)
    }

    fn name(&self, _: &Position, action: &Move) -> String {
        action.to_string()
    }

    fn ranking(&self, state: &Position, _: &[Step<Self>]) -> Result<Ranking<Move>, Failure> {
        let found = self.found(state);
        let best = found.moves.first().map(|known| known.worth);
        let equal = found.moves.iter();
        let equal = equal.take_while(|known| Some(known.worth) == best).count();
        let proved = found.worth.outcome().is_some();
        let open = counted(equal, "move is", "moves are");
        Ok(Ranking {
            equal,
            basis: if proved {
                "best, proved"
            } else {
                "best found, not proved"
            }
            .to_owned(),
            open: (!proved).then(|| format!("No best move is known here: {open} open.")),
            moves: (found.moves.into_iter())
                .map(|known| Rated {
                    action: known.action,
                    value: words(known.worth),
                })
                .collect(),
        })
    }

    fn value(&self, state: &Position, _: &[Step<Self>]) -> Result<String, Failure> {
        let worth = self.found(state).worth;
        Ok(match worth == Worth::UNKNOWN {
            true => "Who wins is not known.".to_owned(),
            false => format!("For {}: {} (proved).", state.side(), words(worth)),
        })
    }

    fn file(&self, state: &Position) -> String {
        playing::file(state)
    }

    fn record(&self, past: &[Step<Self>], now: &Position) -> Option<String> {
        let made = past.iter();
        playing::record(
            made.filter_map(|step| Some((step.state.clone(), step.action?))),
            now,
        )
    }
}
