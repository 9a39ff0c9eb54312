//! `siga sidja first-capture`: who makes the first capture.

use super::Captioned;
use crate::ask::prelude::*;
use crate::ask::sidja::args::FirstCaptureArgs as Arguments;
use crate::ask::subject::read_moved;
use crate::games::sidja::first_capture::{self, Answer, FirstCapture, Found, MoveValue};
use crate::games::sidja::placing::{Ranking, Turn};
use crate::games::sidja::rules::Blocked;
use crate::games::sidja::{Outcome, Position, Question};

pub(super) type FirstCaptureReport = SubjectReport<Position, Answer>;

pub(super) fn ask(arguments: &Arguments, caller: Caller) -> Result<Captioned, Failure> {
    let (position, caption) = read_moved::<Position>(&arguments.asked, caller)?;
    if arguments.search_only && position.state().is_placing() {
        return Err(Failure::input(
            "with stones in hand the rest of the placing is solved, and nothing is searched: leave out --search-only",
        ));
    }
    let question = first_capture::Question {
        position,
        budget: arguments.budget,
        search_only: arguments.search_only,
    };
    Ok((Question::FirstCapture(question), caption))
}

fn text(found: &MoveValue) -> String {
    match found.value {
        None => "not known".to_owned(),
        Some(value) if found.blocks() => format!("{value}, by blocking"),
        Some(value) => value.to_string(),
    }
}

/// The side that makes the first capture, for people; `None` if it is not known.
pub(crate) fn verdict_text(
    position: &Position,
    found: &first_capture::SlidingRanking,
) -> Option<String> {
    let side = position.side();
    let does = match position.rules().blocked {
        Blocked::Loses if found.value != Some(FirstCapture::Win(1)) => {
            "makes the first capture or blocks the other"
        }
        _ => "makes the first capture",
    };
    Some(match found.value? {
        FirstCapture::Win(1) if found.moves.first().is_some_and(MoveValue::blocks) => {
            format!("{side} blocks {} on ply 1", side.other())
        }
        FirstCapture::Loss(0) => format!("{side} is blocked and has lost"),
        FirstCapture::Win(plies) => format!("{side} {does} on ply {plies}"),
        FirstCapture::Loss(plies) => format!("{} {does} on ply {plies}", side.other()),
        FirstCapture::Never => "nobody can force the first capture".to_owned(),
    })
}

/// The side that can force the first capture by best placing, for people.
pub(crate) fn placing_text(position: &Position, found: &Ranking) -> String {
    let side = position.side();
    let plies = match found.plies {
        Some(plies) => format!(", on ply {plies} after the placing"),
        None => String::new(),
    };
    let winner = match found.value {
        Outcome::Win => side,
        Outcome::Loss => side.other(),
        Outcome::Draw => return "nobody can force the first capture with best placing".to_owned(),
    };
    format!("{winner} forces the first capture with best placing{plies}")
}

/// `win`, `loss` or `never`.
fn word(value: Outcome) -> &'static str {
    match value {
        Outcome::Draw => "never",
        value => value.as_str(),
    }
}

/// The results of stones, with the ply of the first capture where it is known.
fn turns(turns: &[Turn], what: &'static str, (name, heading): (&'static str, String)) -> Sheet {
    let outcome = |turn: &&Turn| Entry::Outcome {
        word: word(turn.value),
        plies: turn.plies,
        shown: match turn.plies {
            Some(plies) => format!("{} in {plies}", word(turn.value)),
            None => word(turn.value).to_owned(),
        },
    };
    Sheet::of(turns)
        .text(what, |turn| spaced(&turn.cells))
        .text("first capture", outcome)
        .named(name, heading)
}

/// The question who makes the first capture.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FirstCaptureQuery {
    #[serde(flatten)]
    asked: PositionQuery,
    /// The positions the search may visit.
    budget: Count,
    /// Whether only the search was asked for, and not to solve the board.
    search_only: bool,
}

/// The side that makes the first capture, and the ply.
#[derive(Serialize, JsonSchema)]
pub(crate) struct First {
    #[serde(flatten)]
    value: FirstCaptureValue,
    /// Best first, each value of the side that makes the move. With stones in hand each is a stone placed.
    moves: Vec<Move>,
    /// Where the side to move places two stones, what comes of each pair, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pairs: Vec<Pair>,
    /// The moves of best play to the first capture; none are given with stones in hand.
    line: Vec<String>,
    /// `search`, `solution` if the whole board was solved after a short search, or `placing` if stones are in hand.
    method: &'static str,
    /// Positions the search visited.
    positions: Count,
}

/// The side that makes the first capture.
#[derive(Serialize, JsonSchema)]
struct FirstCaptureValue {
    /// `win`: the side to move makes the first capture; `loss`: the opponent; `never`: nobody can force it; `null`: not
    /// known.
    outcome: Option<&'static str>,
    /// With which ply, counted from 1; 0 for a blocked player who loses; `null` for `never` and when not known. With stones in
    /// hand the plies of the moves after the placing, worked out where at most 12 cells are left.
    plies: Option<u32>,
}

/// A legal move.
#[derive(Serialize, JsonSchema)]
struct Move {
    #[serde(rename = "move")]
    action: String,
    /// The cells of the stones it takes.
    captures: Vec<String>,
    #[serde(flatten)]
    value: FirstCaptureValue,
    /// Under `blocked=loses`, whether it wins by blocking the opponent.
    blocks: bool,
}

/// Two stones placed in a turn.
#[derive(Serialize, JsonSchema)]
struct Pair {
    cells: Vec<String>,
    #[serde(flatten)]
    value: FirstCaptureValue,
}

impl From<&Turn> for FirstCaptureValue {
    fn from(turn: &Turn) -> Self {
        Self {
            outcome: Some(word(turn.value)),
            plies: turn.plies,
        }
    }
}

impl From<Option<FirstCapture>> for FirstCaptureValue {
    fn from(value: Option<FirstCapture>) -> Self {
        Self {
            outcome: value.map(FirstCapture::outcome),
            plies: value.and_then(FirstCapture::plies),
        }
    }
}

impl Reply for FirstCaptureReport {
    const NAME: &'static str = "sidja-first-capture";
    type Query = FirstCaptureQuery;
    type Result = First;

    fn query(&self) -> FirstCaptureQuery {
        FirstCaptureQuery {
            asked: self.subject.query("first-capture"),
            budget: Count::of(self.answer.question.budget),
            search_only: self.answer.question.search_only,
        }
    }

    fn result(&self) -> First {
        match &self.answer.found {
            Found::Placing(ranking) => {
                let stones = ranking.stones.iter().map(|turn| Move {
                    action: spaced(&turn.cells),
                    captures: Vec::new(),
                    value: turn.into(),
                    blocks: false,
                });
                let pairs = ranking.pairs.iter().map(|turn| Pair {
                    cells: texts(&turn.cells),
                    value: turn.into(),
                });
                First {
                    value: FirstCaptureValue {
                        outcome: Some(word(ranking.value)),
                        plies: ranking.plies,
                    },
                    moves: stones.collect(),
                    pairs: pairs.collect(),
                    line: Vec::new(),
                    method: "placing",
                    positions: Count::of(0),
                }
            }
            Found::Sliding { ranking, solved } => {
                let moves = ranking.moves.iter().map(|found| Move {
                    action: found.action.to_string(),
                    captures: texts(&found.captures),
                    value: found.value.into(),
                    blocks: found.blocks(),
                });
                First {
                    value: ranking.value.into(),
                    moves: moves.collect(),
                    pairs: Vec::new(),
                    line: texts(&ranking.line),
                    method: if *solved { "solution" } else { "search" },
                    positions: Count::of(ranking.nodes),
                }
            }
        }
    }
}

impl Report for FirstCaptureReport {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn best(&self) -> Option<String> {
        match &self.answer.found {
            Found::Placing(ranking) => Some(spaced(&ranking.stones.first()?.cells)),
            Found::Sliding { ranking, .. } => {
                let best = ranking.line.first()?;
                ranking.value.map(|_| best.to_string())
            }
        }
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        match &self.answer.found {
            Found::Placing(ranking) => self.placing(ranking),
            Found::Sliding { ranking, solved } => vec![self.sliding(ranking, *solved)],
        }
    }
}

impl FirstCaptureReport {
    fn placing(&self, ranking: &Ranking) -> Vec<Sheet> {
        let verdict = placing_text(&self.subject.position, ranking);
        let heading = format!("{} · {verdict}", self.subject.rules());
        let stones = turns(&ranking.stones, "stone", ("moves", heading));
        let stones = stones.note("the rest of the placing was solved");
        let mut sheets = vec![match ranking.plies {
            Some(_) => stones.note("plies count from the first move after the placing"),
            None => stones,
        }];
        if !ranking.pairs.is_empty() {
            let heading = "Two stones in this turn".to_owned();
            sheets.push(turns(&ranking.pairs, "pair", ("pairs", heading)));
        }
        sheets
    }

    fn sliding(&self, ranking: &first_capture::SlidingRanking, solved: bool) -> Sheet {
        let verdict = verdict_text(&self.subject.position, ranking);
        let verdict = verdict.unwrap_or_else(|| {
            format!(
                "not known within the budget of {}",
                grouped(self.answer.question.budget)
            )
        });
        let mut notes = Vec::new();
        if !ranking.line.is_empty() {
            notes.push(format!("best play: {}", spaced(&ranking.line)));
        }
        let searched = counted(grouped(ranking.nodes), "position", "positions");
        notes.push(match (solved, ranking.value) {
            (true, _) => {
                format!("from the solution of the whole board, after a search of {searched}")
            }
            (false, Some(_)) => format!("proved by a search of {searched}"),
            (false, None) => format!("{searched} searched"),
        });
        if self.subject.rules().no_capture.is_some() {
            notes.push("the limit on moves without a capture is ignored".to_owned());
        }
        let outcome = |found: &&MoveValue| Entry::Outcome {
            word: found.value.map_or("unknown", FirstCapture::outcome),
            plies: found.value.and_then(FirstCapture::plies),
            shown: text(found),
        };
        Sheet::of(&ranking.moves)
            .text("move", |found| found.action.to_string())
            .text("first capture", outcome)
            .text("takes", |found| spaced(&found.captures))
            .named("moves", format!("{} · {verdict}", self.subject.rules()))
            .notes(notes)
    }
}
