//! `siga sidja first-capture`: who makes the first capture.

use clap::Args;
use serde::Serializer;

use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::review::Reviewable as _;
use crate::ask::subject::{MovedPositionOf, Placed};
use crate::ask::table_names::TableNames;
use crate::ask::without_throws::{turns, words};
use crate::board::Cell;
use crate::games::goal::Goal;
use crate::games::review::JudgedMove;
use crate::games::sidja::rules::Blocked;
use crate::games::sidja::whole::{Found, first_capture};
use crate::games::sidja::{self, Outcome, Position};
use crate::solve::{self, Worth};
use crate::work::Note;

/// Who makes the first capture.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct FirstCapture {
    #[command(flatten)]
    #[serde(flatten)]
    at: MovedPositionOf<Position>,
    /// List at most N of the positions that can be reached, the nearest first
    #[arg(long, value_name = "N", default_value_t = 200_000,
          value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    #[serde(with = "Count")]
    budget: u64,
    /// Never solve the whole board; not with stones in hand, whose placing is always solved
    #[arg(long)]
    search_only: bool,
}

/// The side that makes the first capture, and the ply.
#[derive(Serialize, JsonSchema)]
pub(crate) struct First {
    #[serde(flatten)]
    value: Value,
    /// Best first, each value of the side that makes the move. With stones in hand each is a stone placed.
    moves: Vec<Move>,
    /// Where the side to move places two stones, what comes of each pair, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pairs: Vec<Pair>,
    /// The moves of best play to the first capture; none are given with stones in hand.
    line: Vec<sidja::Move>,
    /// How it was found.
    method: Method,
    /// Positions the search listed.
    #[serde(with = "Count")]
    positions: u64,
}

/// How the first capture was found.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Method {
    /// By a search.
    Search,
    /// The whole board was solved after a short search.
    Solution,
    /// Stones are in hand, and the rest of the placing was solved.
    Placing,
}

/// The side that makes the first capture.
#[derive(Clone, Copy, Serialize, JsonSchema)]
pub(super) struct Value {
    /// `win`: the side to move makes the first capture; `loss`: the opponent; `never`: nobody can force it; `null`: not
    /// known.
    #[serde(serialize_with = "as_word")]
    #[schemars(with = "Option<String>")]
    outcome: Option<Outcome>,
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
    captures: Vec<Cell>,
    #[serde(flatten)]
    value: Value,
    /// Under `blocked=loses`, whether it wins by blocking the opponent.
    blocks: bool,
}

/// Two stones placed in a turn.
#[derive(Serialize, JsonSchema)]
struct Pair {
    cells: Vec<Cell>,
    #[serde(flatten)]
    value: Value,
}

/// `win`, `loss` or `never`.
fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Draw => "never",
        outcome => outcome.as_str(),
    }
}

fn as_word<S: Serializer>(outcome: &Option<Outcome>, to: S) -> Result<S::Ok, S::Error> {
    outcome.map(word).serialize(to)
}

impl From<Worth> for Value {
    fn from(worth: Worth) -> Self {
        Self {
            outcome: worth.outcome(),
            plies: worth.length,
        }
    }
}

impl Value {
    /// The side that makes the first capture, for people; `None` if it is not known. `blocks`: the best move does not take but blocks.
    pub(super) fn verdict(self, position: &Position, blocks: bool) -> Option<String> {
        let side = position.side();
        let does = match position.rules().blocked {
            Blocked::Loses if (self.outcome, self.plies) != (Some(Outcome::Win), Some(1)) => {
                "makes the first capture or blocks the other"
            }
            _ => "makes the first capture",
        };
        Some(match (self.outcome?, self.plies) {
            (Outcome::Win, Some(1)) if blocks => format!("{side} blocks {} on ply 1", side.other()),
            (Outcome::Loss, Some(0)) => format!("{side} is blocked and has lost"),
            (Outcome::Win, Some(plies)) => format!("{side} {does} on ply {plies}"),
            (Outcome::Loss, Some(plies)) => format!("{} {does} on ply {plies}", side.other()),
            (Outcome::Win, None) => format!("{side} {does}"),
            (Outcome::Loss, None) => format!("{} {does}", side.other()),
            (Outcome::Draw, _) => "nobody can force the first capture".to_owned(),
        })
    }

    /// The side that can force the first capture by best placing, for people.
    pub(super) fn placing(self, position: &Position) -> String {
        let side = position.side();
        let plies = match self.plies {
            Some(plies) => format!(", on ply {plies} after the placing"),
            None => String::new(),
        };
        let winner = match self.outcome {
            Some(Outcome::Win) => side,
            Some(Outcome::Loss) => side.other(),
            _ => return "nobody can force the first capture with best placing".to_owned(),
        };
        format!("{winner} forces the first capture with best placing{plies}")
    }

    fn entry(self, blocks: bool) -> Entry {
        let worth = self.outcome.map(|found| Worth::proved(found, self.plies));
        let worth = worth.unwrap_or(Worth::UNKNOWN);
        Entry::Outcome {
            word: self.outcome.map_or("unknown", word),
            plies: self.plies,
            shown: match blocks {
                true => "blocks on ply 1".to_owned(),
                false => words(Goal::FirstCapture, worth, Position::LENGTH),
            },
        }
    }
}

impl Move {
    /// A move of a position. It blocks where it decides at once and takes nothing.
    fn of(position: &Position, found: &JudgedMove<Position>) -> Self {
        let enemy = position.side().other();
        let captures = position.pieces(enemy) & !found.position.pieces(enemy);
        Self {
            action: found.action.to_string(),
            captures: position.cells(captures),
            value: found.worth.into(),
            blocks: captures == 0 && found.worth == Worth::proved(Outcome::Win, Some(1)),
        }
    }
}

impl First {
    fn of(position: &Position, found: Found) -> Self {
        match found {
            Found::Placing(ranking) => {
                let stones = ranking.stones.iter().map(|turn| Move {
                    action: spaced(&turn.cells),
                    captures: Vec::new(),
                    value: turn.worth.into(),
                    blocks: false,
                });
                let pairs = ranking.pairs.iter().map(|turn| Pair {
                    cells: turn.cells.clone(),
                    value: turn.worth.into(),
                });
                Self {
                    value: ranking.worth.into(),
                    moves: stones.collect(),
                    pairs: pairs.collect(),
                    line: Vec::new(),
                    method: Method::Placing,
                    positions: 0,
                }
            }
            Found::Sliding(judged) => Self {
                value: judged.worth.into(),
                moves: (judged.moves.iter())
                    .map(|found| Move::of(position, found))
                    .collect(),
                pairs: Vec::new(),
                line: judged.line,
                method: match judged.method {
                    solve::Method::Search => Method::Search,
                    _ => Method::Solution,
                },
                positions: judged.positions.unwrap_or(0),
            },
        }
    }
}

impl FirstCapture {
    fn placing(&self, first: &First) -> Vec<Sheet> {
        let subject = self.at.subject();
        let verdict = first.value.placing(&subject.position);
        let stones = Sheet::of(&first.moves)
            .text("stone", |stone| stone.action.clone())
            .text("first capture", |stone| stone.value.entry(false))
            .named("moves", format!("{} · {verdict}", subject.rules()))
            .note("the rest of the placing was solved");
        let mut sheets = vec![match first.value.plies {
            Some(_) => stones.note("plies count from the first move after the placing"),
            None => stones,
        }];
        if !first.pairs.is_empty() {
            let pairs = Sheet::of(&first.pairs)
                .text("pair", |pair| spaced(&pair.cells))
                .text("first capture", |pair| pair.value.entry(false));
            sheets.push(pairs.named("pairs", "Two stones in this turn"));
        }
        sheets
    }

    fn sliding(&self, first: &First) -> Sheet {
        let subject = self.at.subject();
        let blocks = first.moves.first().is_some_and(|best| best.blocks);
        let verdict = first.value.verdict(&subject.position, blocks);
        let verdict = verdict
            .unwrap_or_else(|| format!("not known within the budget of {}", grouped(self.budget)));
        let mut notes = Vec::new();
        if !first.line.is_empty() {
            let line = turns(&subject.position, &first.line);
            notes.push(format!("best play: {line}"));
        }
        let searched = counted(grouped(first.positions), "position", "positions");
        notes.push(match (first.method, first.value.outcome) {
            (Method::Solution, _) => {
                format!("from the solution of the whole board, after a search of {searched}")
            }
            (_, Some(_)) if first.positions == 0 => {
                "proved by the moves alone, without a search".to_owned()
            }
            (_, Some(_)) => format!("proved by a search of {searched}"),
            (_, None) => format!("{searched} searched"),
        });
        if subject.rules().no_capture.is_some() {
            notes.push("the limit on moves without a capture is ignored".to_owned());
        }
        Sheet::of(&first.moves)
            .text("move", |found| found.action.clone())
            .text("first capture", |found| found.value.entry(found.blocks))
            .text("takes", |found| spaced(&found.captures))
            .named("moves", format!("{} · {verdict}", subject.rules()))
            .notes(notes)
    }
}

impl Command for FirstCapture {
    const WORDS: &'static [&'static str] = &["sidja", "first-capture"];
    const ABOUT: &'static str = "Who makes the first capture, in how many plies, or nobody";
    type Answer = First;

    fn help() -> String {
        "\
With stones in hand the rest of the placing is solved, on boards of 5×5 and 3×3: at once where few cells are left, in about \
half a minute on two cores (egypt a minute) and 2.3 GB from the empty board. Else one cell must be empty, and a search \
answers. On a board of 5×5 or 3×3 it looks \
at 1,000 positions; what it leaves open is looked up in the solution of the whole board, which takes about a \
second to make. On larger boards a value that is not found within the budget is not known (null in JSON). \
Limits on moves without a capture are ignored.

Examples:
  siga sidja first-capture --position \"oxxoo/ooxxo/oo1xx/xooxx/xxoox x -\"
  siga sidja first-capture fixtures/positions/sidja-longest-egypt.txt
  siga sidja first-capture --position \"x1o1x/1xo2/x3o/2o1x/o1xo1 x x6o6\"
  siga sidja first-capture board9.txt --budget 5000000 --json"
            .to_owned()
    }

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<First, Failure> {
        let position = self.at.read(caller)?;
        if self.search_only && position.state().is_placing() {
            return Err(Failure::input(
                "with stones in hand the placing is solved without a search: leave out --search-only",
            ));
        }
        let found = first_capture(position, self.budget, self.search_only, note)?;
        Ok(First::of(position, found))
    }

    fn target(&mut self) -> Target<'_> {
        self.at.target()
    }

    fn table_names(&self) -> Option<TableNames> {
        // Which of them there are depends on the position.
        Some(TableNames::new(["moves"], &["pairs"]))
    }

    fn picture(&self, _first: &First) -> Option<Picture> {
        Some(self.at.subject().picture())
    }

    fn best(&self, first: &First) -> Option<String> {
        match first.method {
            Method::Placing => Some(first.moves.first()?.action.clone()),
            _ => first
                .value
                .outcome
                .and(first.line.first())
                .map(ToString::to_string),
        }
    }

    fn tables(&self, first: &First, _style: &Style) -> Vec<Sheet> {
        match first.method {
            Method::Placing => self.placing(first),
            _ => vec![self.sliding(first)],
        }
    }
}
