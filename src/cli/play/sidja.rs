//! `siga sidja play`: a game from the first stone, against what can be proved or is found.

use crate::ask::args::play::SquareSeat;
use crate::ask::args::sidja::Play as Arguments;
use crate::ask::failure::Failure;
use crate::ask::progress::Progress;
use crate::ask::sidja::analyse::{text, verdict_text};
use crate::ask::sidja::first_capture;
use crate::ask::sidja::picture::end;
use crate::ask::subject::{Subject, made};
use crate::ask::tables::within_reach;
use crate::cli::output::Output;
use crate::cli::play::{self, Match, Next, Ranking, Rated, Step, Terms};
use crate::games::sidja::analyse::{Analysis, analyse_with};
use crate::games::sidja::endgame::Endgames;
use crate::games::sidja::first_capture as first;
use crate::games::sidja::{Move, Outcome, Position, Rules};
use crate::render::words::{grouped, spaced};

pub(super) fn run(
    arguments: &Arguments,
    progress: Progress,
    output: &Output,
) -> Result<(), Failure> {
    let start = State {
        position: play::start(&arguments.common)?,
        taken: 0,
    };
    let rules = *start.position.rules();
    let all = 2 * u32::from(rules.stones());
    let tables = match within_reach(&arguments.tables, &rules.to_string(), progress)? {
        Some(directory) => Endgames::load(&rules, all, &directory)?,
        None => None,
    };
    let looks = match &tables {
        Some(tables) => format!(", those with at most {} stones in tables", tables.most()),
        None => String::new(),
    };
    let remarks = [
        rules.to_string(),
        format!(
            "The machine looks at {} positions at most for a move{looks}.",
            grouped(arguments.budget)
        ),
    ];
    let game = Stones {
        rules,
        seat: arguments.common.seat(),
        budget: arguments.budget,
        tables,
        progress,
    };
    play::run(game, start, &remarks, Terms::of(&arguments.common), output)
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
    seat: SquareSeat,
    budget: u64,
    tables: Option<Endgames>,
    progress: Progress,
}

impl Stones {
    fn analysis(&self, position: &Position) -> Result<Analysis, Failure> {
        let tables = self.tables.as_ref();
        let found = self
            .progress
            .during("searching", || analyse_with(position, self.budget, tables));
        match tables.and_then(Endgames::fault) {
            None => Ok(found),
            Some(fault) => Err(Failure::Io(anyhow::anyhow!("{fault}"))),
        }
    }

    /// Who makes the first capture, in the sliding phase.
    fn first_capture(&self, position: &Position) -> Option<String> {
        position.sliding_hole()?;
        let question = first::Question {
            position: *position,
            budget: self.budget,
            search_only: false,
        };
        let answer = self
            .progress
            .noting("the first capture", |note| question.answer(note));
        first_capture::verdict_text(position, &answer.ok()?.report)
    }
}

impl Match for Stones {
    type State = State;
    type Move = Move;

    const MOVES: &'static [[&'static str; 2]] = &[
        ["c3", "place a stone, as long as there are any to place"],
        ["c2-c3", "slide a stone into a neighbouring empty cell"],
        ["c2-c3,c3-c4", "the same twice, where a capture goes on"],
        ["pass", "where you are blocked, or need not go on taking"],
    ];

    fn rules(&self) -> String {
        play::rules_text(&self.rules)
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
        for part in text.split(',') {
            if !moves.is_empty() && position.side() != state.position.side() {
                let made = spaced(&moves);
                return Err(format!(
                    "after {made} it is the turn of {}",
                    position.side()
                ));
            }
            let (action, after, _) = made(&position, part)?;
            moves.push(action);
            position = after;
        }
        Ok(moves)
    }

    fn make(&self, state: &State, action: &Move) -> State {
        match state.position.play(*action) {
            None => *state,
            Some(play) => State {
                position: play.position,
                // What was taken is shown until the other side moves, and through a chain of captures.
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
        let analysis = self.analysis(&state.position)?;
        let first = analysis.moves.first();
        let same = first.map(|best| (best.verdict, best.capture_in));
        let equal = (analysis.moves.iter())
            .take_while(|found| Some((found.verdict, found.capture_in)) == same);
        // A move that keeps a proved outcome is a best one, but of wins the quickest is known only where turns are.
        let keeps = first.and_then(|best| analysis.keeps(best.verdict));
        let basis = match (keeps, analysis.verdict.outcome()) {
            (Some(true), Some(Outcome::Win)) => "best, proved to win",
            (Some(true), Some(Outcome::Draw)) => "best, proved to draw",
            (Some(true), Some(Outcome::Loss)) => "as good as any, proved to lose",
            _ => "best found, not proved",
        };
        Ok(Ranking {
            equal: equal.count(),
            basis: basis.to_owned(),
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
        let found = self.analysis(position)?;
        let mut words = format!("The game: {}.", verdict_text(position, &found, self.budget));
        if let Some(first) = self.first_capture(position) {
            words.push_str(&format!("\nThe first capture: {first} (proved)."));
        }
        Ok(words)
    }

    fn file(&self, state: &State) -> String {
        play::file(&state.position)
    }
}
