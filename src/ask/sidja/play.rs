//! `siga sidja play`: a game from the first stone, against what can be proved or is found.

use clap::Args;
use itertools::Itertools;

use super::analyse::{known_without_limit, text, verdict_text};
use super::first_capture::Value;
use super::picture::end;
use crate::ask::args::play::{GameArgs, SquareSeat};
use crate::ask::args::tables::TablesPlace;
use crate::ask::caller::Caller;
use crate::ask::failure::Failure;
use crate::ask::one_command::Plays;
use crate::ask::playing::{self, Match, Next, Opened, Ranking, Rated, Step, Terms};
use crate::ask::subject::Subject;
use crate::ask::tables::within_reach;
use crate::board::Cell;
use crate::games::Moves;
use crate::games::sidja::analyse::{Analysis, analyse_with};
use crate::games::sidja::endgame::Endgames;
use crate::games::sidja::first_capture::MoveValue;
use crate::games::sidja::placing::game::goal;
use crate::games::sidja::placing::{self, Goal, Turn};
use crate::games::sidja::whole::{Found, Recorded, first_capture};
use crate::games::sidja::{Move, Outcome, Position, Rules};
use crate::render::words::{grouped, spaced};
use crate::rules::RulesText;
use crate::work::Note;

/// A game against the machine.
#[derive(Clone, Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    common: GameArgs<SquareSeat>,
    /// The most positions visited for a move; a million take about 100 MB
    #[arg(long, value_name = "N", default_value_t = 300_000,
          value_parser = clap::value_parser!(u64).range(1..=20_000_000))]
    budget: u64,
    #[command(flatten)]
    tables: TablesPlace,
}

impl Plays for Play {
    const ABOUT: &'static str = "Play a game from the first stone";

    fn help() -> String {
        "\
Type moves (c3 to place, c2-c3 to slide), `hint`, `value`, `moves`, `undo`, `save FILE`, `help` or `quit`. On boards \
of 5×5 and 3×3 the placing is solved for the game where that is known, else for the first capture, \
and the machine places without fault; afterwards the \
machine makes a move that is proved to be best where its search or tables prove one, and else the best that was \
found; each time it says which.

Examples:
  siga sidja play
  siga sidja play --as o --rules sidja:egypt
  siga sidja play --start \"oxxoo/ooxxo/oo1xx/xooxx/xxoox x -\" --seed 7"
            .to_owned()
    }

    fn open(&self, caller: Caller<'static>) -> Result<Opened, Failure> {
        let start = State {
            position: playing::start(&self.common, caller)?,
            taken: 0,
        };
        let rules = *start.position.rules();
        let all = 2 * u32::from(rules.stones());
        let tables = match within_reach(&self.tables, &rules.to_string(), caller)? {
            Some(directory) => Endgames::load(&rules, all, &directory)?,
            None => None,
        };
        let looks = match &tables {
            Some(tables) => format!(", those with at most {} stones in tables", tables.most()),
            None => String::new(),
        };
        let mut remarks = vec![
            format!("Rules: {rules}"),
            format!(
                "The machine looks at up to {} positions for each move{looks}.",
                grouped(self.budget)
            ),
        ];
        let goal = goal(&rules);
        let placed_for = goal.filter(|_| start.position.state().is_placing());
        remarks.extend(placed_for.map(|goal| match goal {
            Goal::Game => "It places perfectly: the value of every placement is known.".to_owned(),
            Goal::FirstCapture => format!(
                "It places perfectly for the first capture; the value of placements in the whole game is not known{}.",
                known_without_limit(&rules).map_or_else(String::new, |known| format!("; {known}"))
            ),
        }));
        let game = Stones {
            rules,
            goal,
            seat: self.common.seat(),
            budget: self.budget,
            tables,
            caller,
        };
        Ok(Opened::new(game, start, &remarks, Terms::of(&self.common)))
    }
}

/// A position, and the stones that were last taken.
#[derive(Clone, Copy)]
struct State {
    position: Position,
    taken: u128,
}

/// A game of Sidja, and how the machine plays it.
struct Stones {
    rules: Rules,
    /// What the machine places for, where the placing is solved.
    goal: Option<Goal>,
    seat: SquareSeat,
    budget: u64,
    tables: Option<Endgames>,
    caller: Caller<'static>,
}

impl Stones {
    fn analysis(&self, position: &Position) -> Result<Analysis, Failure> {
        let tables = self.tables.as_ref();
        let found = self
            .caller
            .during("searching", || analyse_with(position, self.budget, tables));
        if let Some(fault) = tables.and_then(Endgames::fault) {
            return Err(Failure::Io(anyhow::anyhow!("{fault}")));
        }
        let recorded = |note: &Note| Recorded::of(position, self.budget, note);
        Ok(match self.caller.noting("the placement", recorded)? {
            Some(Recorded::Placement(outcome)) => found.within(outcome),
            _ => found,
        })
    }

    /// The goal of the placing, and the results of each stone that can be placed, where the placing is solved.
    fn placing(&self, position: &Position) -> Result<Option<(Goal, placing::Ranking)>, Failure> {
        let Some(goal) = self.goal.filter(|_| position.state().is_placing()) else {
            return Ok(None);
        };
        let solve = |note: &Note| placing::Ranking::new(position, goal, note);
        Ok(Some((goal, self.caller.noting("the placing", solve)?)))
    }

    /// The side that makes the first capture, in the sliding phase.
    fn first_capture(&self, position: &Position) -> Option<String> {
        position.sliding_hole()?;
        let find = |note: &Note| first_capture(position, self.budget, false, note);
        match self.caller.noting("the first capture", find).ok()? {
            Found::Sliding { ranking, .. } => {
                let blocks = ranking.moves.first().is_some_and(MoveValue::blocks);
                Value::from(ranking.worth).verdict(position, blocks)
            }
            Found::Placing(_) => None,
        }
    }
}

/// Why a move is recommended that keeps what is proved of the game.
fn proved_basis(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "best, a proved win",
        Outcome::Draw => "best, a proved draw",
        Outcome::Loss => "as good as any, a proved loss",
    }
}

/// Cells in a few words.
fn few(cells: &[Cell]) -> String {
    match cells.len() {
        ..=5 => spaced(cells),
        number => format!("{} and {} others", spaced(&cells[..4]), number - 4),
    }
}

/// Stones by what comes of them, the best first; of two in a turn the first with the best second.
fn rated_stones(found: &placing::Ranking, goal: Goal) -> Ranking<Move> {
    let worth = |turn: &Turn| (turn.value, turn.plies);
    let best = found.stones.first().map(worth);
    let equal = (found.stones.iter()).take_while(|turn| Some(worth(turn)) == best);
    let basis = match (goal, found.value) {
        (Goal::FirstCapture, Outcome::Win) => "best, proved to force the first capture",
        (Goal::FirstCapture, Outcome::Draw) => {
            "best, proved: the other side cannot force the first capture"
        }
        (Goal::FirstCapture, Outcome::Loss) => {
            "as good as any: the other side is proved to force the first capture"
        }
        (Goal::Game, value) => proved_basis(value),
    };
    let moves = found.stones.iter().filter_map(|turn| {
        let cell = *turn.cells.first()?;
        let plies = match turn.plies {
            Some(plies) => format!(" on ply {plies} after the placing"),
            None => String::new(),
        };
        let comes = match (goal, turn.value) {
            (Goal::FirstCapture, Outcome::Win) => format!("forces the first capture{plies}"),
            (Goal::FirstCapture, Outcome::Draw) => "nobody can force the first capture".to_owned(),
            (Goal::FirstCapture, Outcome::Loss) => format!("gives the first capture away{plies}"),
            (Goal::Game, value) => value.to_string(),
        };
        // The second stones by what comes of them, first those that keep what the first is worth.
        let with = (found.pairs.iter()).filter(|pair| pair.cells.contains(&cell));
        let with = with.chunk_by(|pair| (worth(pair) == worth(turn), pair.value));
        let with = with.into_iter().map(|((keeps, value), pairs)| {
            let cells = pairs.flat_map(|pair| pair.cells.iter().copied());
            let cells: Vec<Cell> = cells.filter(|&other| other != cell).collect();
            match (keeps, goal, value) {
                (true, ..) if cells.len() + 1 == found.stones.len() => {
                    ", whatever comes with it".to_owned()
                }
                (true, ..) => format!(", with {}", few(&cells)),
                (_, Goal::Game, value) => format!("; {value} with {}", few(&cells)),
                (_, _, Outcome::Win) => format!("; later with {}", few(&cells)),
                (_, _, Outcome::Draw) => format!("; nobody can force it with {}", few(&cells)),
                (_, _, value) if value == turn.value => format!("; sooner with {}", few(&cells)),
                (_, _, Outcome::Loss) => {
                    format!("; gives the first capture away with {}", few(&cells))
                }
            }
        });
        let with: String = with.collect();
        Some(Rated {
            action: Move::Place(cell),
            value: comes + &with,
        })
    });
    Ranking {
        equal: equal.count(),
        basis: basis.to_owned(),
        open: None,
        moves: moves.collect(),
    }
}

impl Match for Stones {
    type State = State;
    type Move = Move;

    const MOVES: &'static [[&'static str; 2]] = &[
        [
            "a1",
            "place a stone, as long as there are any to place; `a1 b1` places two",
        ],
        ["c2-c3", "slide a stone into a neighbouring empty cell"],
        ["c2-c3,c3-c4", "the same twice, where a capture goes on"],
        ["pass", "where you are blocked, or need not go on taking"],
    ];

    fn rules(&self) -> String {
        playing::rules_text(&self.rules)
    }

    fn how_to_play(&self) -> String {
        self.rules.how_to_play()
    }

    fn shown(&self, state: &State) -> String {
        let mut subject = Subject::at(state.position);
        subject.caption.taken = state.taken;
        subject.picture().text()
    }

    fn next(&self, state: &State, _: &[Step<Self>]) -> Next {
        match end(&state.position) {
            Some(how) => Next::Over(format!("The game is over: {how}.")),
            None if self.seat.has(state.position.side()) => Next::Person,
            None => Next::Machine,
        }
    }

    fn mover(&self, state: &State) -> String {
        state.position.side().to_string()
    }

    fn read(&self, state: &State, text: &str) -> Result<Vec<Move>, String> {
        let mut position = state.position;
        let mut moves = Vec::new();
        for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
            if !moves.is_empty() && position.side() != state.position.side() {
                let made = spaced(&moves);
                return Err(format!(
                    "after {made} it is the turn of {}",
                    position.side()
                ));
            }
            let (action, after, _) = position.made(part)?;
            moves.push(action);
            position = after;
        }
        if moves.is_empty() {
            position.made(text)?;
        }
        Ok(moves)
    }

    fn make(&self, state: &State, action: &Move) -> State {
        match state.position.play(*action) {
            None => *state,
            Some(play) => State {
                position: play.position,
                // Taken stones are shown until the other side moves, and through a chain of captures.
                taken: match state.position.in_chain() {
                    true => state.taken | play.taken,
                    false => play.taken,
                },
            },
        }
    }

    fn name(&self, _: &State, action: &Move) -> String {
        action.to_string()
    }

    fn forced(&self, state: &State) -> Option<Move> {
        match state.position.plays().as_slice() {
            [play] if play.action == Move::Pass => Some(Move::Pass),
            _ => None,
        }
    }

    fn ranking(&self, state: &State, _: &[Step<Self>]) -> Result<Ranking<Move>, Failure> {
        if let Some((goal, found)) = self.placing(&state.position)? {
            return Ok(rated_stones(&found, goal));
        }
        let analysis = self.analysis(&state.position)?;
        let first = analysis.moves.first();
        let same = first.map(|best| (best.verdict, best.capture_in));
        let equal = (analysis.moves.iter())
            .take_while(|found| Some((found.verdict, found.capture_in)) == same);
        // A move that keeps a proved outcome is a best one, but of wins the quickest is known only where turns are.
        let keeps = first.and_then(|best| analysis.keeps(best.verdict));
        let basis = match (keeps, analysis.verdict.outcome()) {
            (Some(true), Some(outcome)) => proved_basis(outcome),
            _ => "best found, not proved",
        };
        Ok(Ranking {
            equal: equal.count(),
            basis: basis.to_owned(),
            open: None,
            moves: (analysis.moves.iter())
                .map(|found| {
                    let takes = match found.captures.as_slice() {
                        [] => String::new(),
                        cells => format!(", takes {}", spaced(cells)),
                    };
                    Rated {
                        action: found.action,
                        value: text(found.verdict) + &takes,
                    }
                })
                .collect(),
        })
    }

    fn value(&self, state: &State, _: &[Step<Self>]) -> Result<String, Failure> {
        let position = &state.position;
        if let Some((goal, found)) = self.placing(position)? {
            return Ok(match (goal, found.value) {
                (Goal::FirstCapture, _) => {
                    let first = Value::from(&found).placing(position);
                    format!("Proved: {first}.")
                }
                (Goal::Game, Outcome::Draw) => {
                    "The game: a draw with best play (proved).".to_owned()
                }
                (Goal::Game, value) => {
                    let side = position.side();
                    let winner = if value == Outcome::Win {
                        side
                    } else {
                        side.other()
                    };
                    format!("The game: {winner} wins with best play (proved).")
                }
            });
        }
        let found = self.analysis(position)?;
        let verdict = verdict_text(position.side(), found.verdict, found.depth, self.budget);
        let mut words = format!("The game: {verdict}.");
        if let Some(first) = self.first_capture(position) {
            words.push_str(&format!("\nProved: {first}."));
        }
        Ok(words)
    }

    fn file(&self, state: &State) -> String {
        playing::file(&state.position)
    }

    fn record(&self, past: &[Step<Self>], now: &State) -> Option<String> {
        let played = (past.iter()).filter_map(|step| Some((step.state.position, step.action?)));
        playing::record(played, &now.position)
    }
}
