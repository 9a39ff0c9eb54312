//! `siga sidja analyse`: whole positions.

use clap::Args;

use super::solve::TablesFrom;
use crate::ask::args::tables::TablesPlace;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::{MovedPositionOf, Placed};
use crate::ask::table_names::TableNames;
use crate::ask::tables::within_reach;
use crate::ask::without_throws::turns;
use crate::board::{Cell, Side};
use crate::games::sidja::analyse::{MoveVerdict, Verdict};
use crate::games::sidja::placing::game::is_at_once;
use crate::games::sidja::whole::{Lookup, Proof, Unlimited, Whole, whole};
use crate::games::sidja::{self, Outcome, Position, Rules};
use crate::work::Note;

/// The value of a whole position.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct Analyse {
    #[command(flatten)]
    #[serde(flatten)]
    at: MovedPositionOf<Position>,
    /// Visit at most N positions, and as many again for the line of play; a million take about a second and 100 MB
    #[arg(long, value_name = "N", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u64).range(1..=20_000_000))]
    #[serde(with = "Count")]
    budget: u64,
    /// Look up positions with at most N stones: in the tables that `siga tables build` has kept, or
    /// solved first: 4 take a moment, 6 seconds, 7 half a minute; 0: look nothing up. Under rules that
    /// limit moves without a capture each count has its values and nothing is kept: under sidja:egypt 5
    /// take seconds, 6 a minute, and 8 are the most that fit into 2 GB [default:
    /// whatever is kept]
    #[arg(long, value_name = "N", help_heading = "Tables", value_parser = clap::value_parser!(u32).range(0..=8))]
    #[schemars(
        with = "u32",
        description = "Up to how many stones all positions were looked up; 0 without tables."
    )]
    stones: Option<u32>,
    #[command(flatten)]
    #[serde(flatten)]
    place: TablesPlace,
}

/// The outcome of a position: win, draw or loss, as far as it is proved.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Analysis {
    #[serde(flatten)]
    value: Verdict,
    /// The proof of it, or `null`.
    proof: Option<Proof>,
    /// Whether all positions that can be reached are solved, so that every value and number of turns is exact.
    solved: bool,
    /// Best first, each value of the side that makes the move.
    moves: Vec<Move>,
    /// Best play as far as it was seen, to the end if a win or a loss is proved with its turns.
    line: Vec<sidja::Move>,
    /// Turns at which every move of both sides was looked at.
    depth: u32,
    /// Positions visited.
    #[serde(with = "Count")]
    positions: u64,
    /// Positions in the tables, with every count of moves without a capture where there is a limit, or `null`.
    table_positions: Option<Count>,
    tables_from: Option<TablesFrom>,
    /// Under rules with a limit on moves without a capture, where tables of the same rules without it are kept, or placements are on record.
    unlimited: Option<Unlimited>,
}

/// A legal move.
#[derive(Serialize, JsonSchema)]
struct Move {
    #[serde(flatten)]
    value: Verdict,
    #[serde(rename = "move")]
    action: sidja::Move,
    /// The cells of the stones it takes.
    captures: Vec<Cell>,
    /// Whether it keeps the proved outcome of the position, `null` where that is not known.
    keeps: Option<bool>,
    /// Where a win or a loss is known and its turns are not: the turns, this one among them, within which the side that
    /// wins forces a capture after which it has still won, or `null`.
    capture_in: Option<u32>,
}

impl From<Whole> for Analysis {
    fn from(found: Whole) -> Self {
        let Whole {
            analysis,
            proof,
            tables,
            unlimited,
            ..
        } = found;
        let listed = |found: &MoveVerdict| Move {
            value: found.verdict,
            action: found.action,
            captures: found.captures.clone(),
            keeps: analysis.keeps(found.verdict),
            capture_in: found.capture_in,
        };
        Self {
            value: analysis.verdict,
            proof,
            solved: analysis.solved,
            moves: analysis.moves.iter().map(listed).collect(),
            line: analysis.line,
            depth: analysis.depth,
            positions: analysis.nodes,
            table_positions: tables.map(|tables| Count::of(tables.positions)),
            tables_from: tables.map(|tables| TablesFrom::of(tables.kept)),
            unlimited,
        }
    }
}

/// Tables for people.
fn tables_text(stones: u32, kept: bool, positions: &str) -> String {
    let place = if kept { " on disk" } else { "" };
    format!("the tables of at most {stones} stones{place}, {positions} positions")
}

/// The outcome without the limit, and its conclusion, for people.
fn unlimited_text(unlimited: &Unlimited) -> String {
    let Verdict { outcome, turns, .. } = unlimited.verdict;
    let found = match outcome {
        Some(outcome) => format!("a {outcome}{}", turns_text(turns)),
        None => format!("not known ({})", bounds(unlimited.verdict)),
    };
    let implies = unlimited.implies;
    let says = match (implies.at_least, implies.at_most, implies.turns) {
        (.., Some(turns)) => format!(
            "under the limit too{}: it is over before the limit can end the game",
            turns_text(Some(turns))
        ),
        (Outcome::Draw, Outcome::Draw, _) => {
            "under the limit too, which only ever draws".to_owned()
        }
        (Outcome::Draw, ..) => {
            "under the limit at least a draw, since the limit only ever draws".to_owned()
        }
        (_, Outcome::Draw, _) => {
            "under the limit at most a draw, since the limit only ever draws".to_owned()
        }
        _ => "with the limit this is known only where the game ends before the limit applies"
            .to_owned(),
    };
    let source = match &unlimited.tables {
        Some(tables) => format!(
            "with {}",
            tables_text(tables.stones, tables.kept, &grouped(tables.positions))
        ),
        None => "by the placements on record".to_owned(),
    };
    format!("without the limit on moves without a capture, {source}: {found}; {says}")
}

/// How to ask for the game without its limit on moves without a capture, if every placement is known then.
pub(super) fn known_without_limit(rules: &Rules) -> Option<String> {
    let unlimited = rules.without_limit();
    let known = !is_at_once(rules) && is_at_once(&unlimited);
    known.then(|| format!("without the limit on moves without a capture (`--rules {unlimited}`) every placement is known"))
}

fn turns_text(turns: Option<u32>) -> String {
    match turns {
        None => String::new(),
        Some(1) => " in 1 turn".to_owned(),
        Some(turns) => format!(" in {turns} turns"),
    }
}

/// The verdict on a move, for people.
pub(super) fn text(verdict: Verdict) -> String {
    let ahead = verdict.stones_ahead.unwrap_or_default();
    match verdict.outcome {
        Some(outcome) => format!("{outcome}{}", turns_text(verdict.turns)),
        None => format!("{}, {ahead:+} stones", bounds(verdict)),
    }
}

/// The proved bounds of an open outcome.
fn bounds(verdict: Verdict) -> &'static str {
    match (verdict.at_least, verdict.at_most) {
        (Outcome::Draw, _) => "draw or win",
        (_, Outcome::Draw) => "loss or draw",
        _ => "open",
    }
}

/// The verdict on a position, for people.
pub(super) fn verdict_text(side: Side, verdict: Verdict, depth: u32, budget: u64) -> String {
    let turns = turns_text(verdict.turns);
    let ahead = verdict.stones_ahead.unwrap_or_default();
    match verdict.outcome {
        Some(Outcome::Draw) => "proved draw".to_owned(),
        Some(Outcome::Win) => format!("proved win of {side}{turns}"),
        Some(Outcome::Loss) => format!("proved loss of {side}{turns}"),
        None => format!(
            "not proved within the budget of {}{}; best found: {ahead:+} stones after {}",
            grouped(budget),
            match bounds(verdict) {
                "open" => String::new(),
                bounds => format!(", but a {bounds}"),
            },
            counted(depth, "turn", "turns")
        ),
    }
}

/// Whether a move keeps a proved outcome.
fn keeps_text(keeps: Option<bool>) -> &'static str {
    match keeps {
        Some(true) => "yes",
        Some(false) => "no",
        None => "?",
    }
}

impl Analyse {
    fn notes(&self, analysis: &Analysis) -> Vec<String> {
        let mut notes = Vec::new();
        if !analysis.line.is_empty() {
            let position = &self.at.subject().position;
            notes.push(format!("line: {}", turns(position, &analysis.line)));
        }
        if let Some(found) = analysis
            .moves
            .first()
            .filter(|found| found.capture_in.is_some())
        {
            notes.push(match found.value.outcome {
                Some(Outcome::Win) => {
                    "capture within: the turns within which the move forces a capture that keeps the win; \
                     the turns to the end are not known"
                }
                _ => {
                    "capture within: the turns within which the other side forces a capture that keeps its win; \
                     the turns to the end are not known"
                }
            }
            .to_owned());
        }
        notes.push(self.proof(analysis));
        let position = &self.at.subject().position;
        notes.extend(match &analysis.unlimited {
            Some(unlimited) => Some(unlimited_text(unlimited)),
            None => known_without_limit(position.rules()).filter(|_| position.state().is_placing()),
        });
        notes
    }

    /// How the verdict is proved, or that it is not.
    fn proof(&self, analysis: &Analysis) -> String {
        let searched = counted(grouped(analysis.positions), "position", "positions");
        let kept = analysis.tables_from == Some(TablesFrom::Disk);
        let stones = self.stones.unwrap_or(0);
        let tables = analysis.table_positions.as_ref();
        let tables = tables.map_or_else(String::new, |positions| {
            tables_text(stones, kept, &positions.grouped())
        });
        match analysis.proof {
            Some(Proof::Over) => "the game is over".to_owned(),
            Some(Proof::Search) if analysis.solved => {
                format!("proof: {searched} can be reached, and all are solved")
            }
            Some(Proof::SearchAndTables) if analysis.solved => {
                format!("proof: {searched} can be reached, and all are solved, with {tables}")
            }
            Some(Proof::Search) => {
                format!("proof: a search of {searched}, every move of both sides looked at")
            }
            Some(Proof::SearchAndTables) => {
                let turns = match analysis.value.turns {
                    Some(_) => "; the turns are those of the line",
                    None => "",
                };
                format!("proof: a search of {searched}, with {tables}{turns}")
            }
            Some(Proof::Unlimited) => "proof: the value without the limit, as follows".to_owned(),
            Some(Proof::Tables) => format!("proof: {tables}"),
            Some(Proof::Placement) => format!(
                "proof: every placement is solved and on record; {searched} after it were searched, so the move that keeps the value may be open"
            ),
            Some(Proof::Placing) => {
                "proof: the game is solved from every placement, and so is the rest of the placing"
                    .to_owned()
            }
            None => format!(
                "{searched} visited, every move looked at for {}: no proof, only the stones ahead",
                counted(analysis.depth, "turn", "turns")
            ),
        }
    }
}

impl Command for Analyse {
    const WORDS: &'static [&'static str] = &["sidja", "analyse"];
    const ABOUT: &'static str =
        "A whole position: win, loss or draw where it can be proved, else the best found";
    const ALSO: &'static [&'static str] = &["probe"];
    type Answer = Analysis;

    fn help() -> String {
        "\
A turn is all that one side does before the other moves: a chain of captures is one turn.

Examples:
  siga sidja analyse fixtures/positions/sidja-trap.txt
  siga sidja analyse --position \"5/1x1o1/5/1o3/3x1 x -\" --stones 4
  siga sidja analyse game.txt --budget 5000000 --json"
            .to_owned()
    }

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Analysis, Failure> {
        let position = self.at.read(caller)?;
        let tables = match self.stones {
            Some(0) => None,
            _ => within_reach(&self.place, &position.rules().to_string(), caller)?,
        };
        let stones = self.stones;
        let lookup = Lookup { stones, tables };
        let found = whole(position, self.budget, &lookup, note)?;
        self.stones = Some(found.tables.map_or(0, |tables| tables.stones));
        Ok(found.into())
    }

    fn target(&mut self) -> Target<'_> {
        self.at.target()
    }

    fn table_names(&self) -> Option<TableNames> {
        Some(TableNames::new(["moves"], &[]))
    }

    fn picture(&self, _analysis: &Analysis) -> Option<Picture> {
        Some(self.at.subject().picture())
    }

    fn best(&self, analysis: &Analysis) -> Option<String> {
        let best = analysis.line.first()?;
        let found = analysis.moves.iter().find(|found| found.action == *best)?;
        // The outcome of a placement may be known where no move is proved to keep it.
        (found.keeps == Some(true)).then(|| best.to_string())
    }

    fn tables(&self, analysis: &Analysis, _style: &Style) -> Vec<Sheet> {
        let subject = self.at.subject();
        let side = subject.position.side();
        let verdict = verdict_text(side, analysis.value, analysis.depth, self.budget);
        let mut table = Sheet::of(&analysis.moves)
            .text("move", |found| found.action.to_string())
            .text("value", |found| text(found.value))
            .text("keeps it", |found| keeps_text(found.keeps))
            .text("takes", |found| spaced(&found.captures));
        if (analysis.moves.iter()).any(|found| found.capture_in.is_some()) {
            let within = |turns: u32| turns.to_string();
            table = table.text("capture within", |found| {
                found.capture_in.map_or_else(String::new, within)
            });
        }
        let table = table.named("moves", format!("{} · {verdict}", subject.rules()));
        vec![table.notes(self.notes(analysis))]
    }
}
