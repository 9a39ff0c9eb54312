//! `siga sidja analyse`: whole positions.

use clap::Args;

use super::solve::TablesFrom;
use crate::ask::args::tables::TablesPlace;
use crate::ask::prelude::*;
use crate::ask::tables::within_reach;
use crate::ask::without_throws::{Analysed, Analysis, Valued};
use crate::games::goal::Goal;
use crate::games::review::{Judgement, Means};
use crate::games::sidja::placing::game::is_at_once;
use crate::games::sidja::whole::{self, Proof, Used, whole};
use crate::games::sidja::{Outcome, Position, Rules};
use crate::solve::Method;
use crate::work::Note;

/// The whole game: the tables that it is looked up in.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct Whole {
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

/// How the outcome is proved, and what it is without a limit on moves without a capture.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Known {
    /// The proof of the outcome, or `null`.
    proof: Option<Proof>,
    /// Turns at which every move of both sides was looked at.
    depth: u32,
    /// Positions in the tables, with every count of moves without a capture where there is a limit, or `null`.
    table_positions: Option<Count>,
    tables_from: Option<TablesFrom>,
    /// Under rules with a limit on moves without a capture, where tables of the same rules without it are kept, or placements are on record.
    unlimited: Option<Unlimited>,
}

/// The outcome without the limit on moves without a capture.
#[derive(Serialize, JsonSchema)]
struct Unlimited {
    #[serde(flatten)]
    value: Valued,
    /// The rules without the limit.
    rules: String,
    /// The conclusion from that alone under the limit.
    implies: Valued,
    /// Up to how many stones positions were looked up; all of them where the placement is on record.
    tables: u32,
    #[serde(skip)]
    used: Option<Used>,
}

impl From<whole::Unlimited> for Unlimited {
    fn from(found: whole::Unlimited) -> Self {
        Self {
            value: Valued::new::<Whole>(found.worth, None),
            rules: found.rules.to_string(),
            implies: Valued::new::<Whole>(found.implies, None),
            tables: found.stones,
            used: found.tables,
        }
    }
}

/// Tables for people.
fn tables_text(stones: u32, kept: bool, positions: &str) -> String {
    let place = if kept { " on disk" } else { "" };
    format!("the tables of at most {stones} stones{place}, {positions} positions")
}

impl Unlimited {
    /// The outcome without the limit, and its conclusion, for people.
    fn text(&self) -> String {
        let implies = self.implies.worth;
        let says = match (implies.at_least, implies.at_most, implies.length) {
            (.., Some(_)) => "under the limit too: it is over before the limit can end the game",
            (Outcome::Draw, Outcome::Draw, _) => "under the limit too, which only ever draws",
            (Outcome::Draw, ..) => {
                "under the limit at least a draw, since the limit only ever draws"
            }
            (_, Outcome::Draw, _) => {
                "under the limit at most a draw, since the limit only ever draws"
            }
            _ => "with the limit this is known only where the game ends before the limit applies",
        };
        let source = match &self.used {
            Some(tables) => format!(
                "with {}",
                tables_text(tables.stones, tables.kept, &grouped(tables.positions))
            ),
            None => "by the placements on record".to_owned(),
        };
        format!(
            "without the limit on moves without a capture, {source}: {}; {says}",
            self.value.text::<Whole>()
        )
    }
}

/// How to ask for the game without its limit on moves without a capture, if every placement is known then.
pub(super) fn known_without_limit(rules: &Rules) -> Option<String> {
    let unlimited = rules.without_limit();
    let known = !is_at_once(rules) && is_at_once(&unlimited);
    known.then(|| format!("without the limit on moves without a capture (`--rules {unlimited}`) every placement is known"))
}

impl Whole {
    /// How the verdict is proved, or that it is not.
    fn proof(&self, analysis: &Analysis<Known>) -> String {
        let positions = analysis.positions.as_ref();
        let positions = positions.map_or_else(|| "0".to_owned(), Count::grouped);
        let searched = counted(positions, "position", "positions");
        let known = &analysis.known;
        let kept = known.tables_from == Some(TablesFrom::Disk);
        let tables = known
            .table_positions
            .as_ref()
            .map(|positions| tables_text(self.stones.unwrap_or(0), kept, &positions.grouped()));
        let with = |tables: &String| format!(", with {tables}");
        let with = tables.as_ref().map_or_else(String::new, with);
        match known.proof {
            Some(Proof::Over) => "the game is over".to_owned(),
            Some(Proof::Search | Proof::SearchAndTables) if analysis.method == Method::Solved => {
                format!("proof: {searched} can be reached, and all are solved{with}")
            }
            Some(Proof::Search) => {
                format!("proof: a search of {searched}, every move of both sides looked at")
            }
            Some(Proof::SearchAndTables) => {
                let turns = match analysis.value.worth.length {
                    Some(_) => "; the turns are those of the line",
                    None => "",
                };
                format!("proof: a search of {searched}{with}{turns}")
            }
            Some(Proof::Unlimited) => "proof: the value without the limit, as follows".to_owned(),
            Some(Proof::Tables) => format!("proof: {}", tables.unwrap_or_default()),
            Some(Proof::Placement) => format!(
                "proof: every placement is solved and on record; {searched} after it were searched, so the move that keeps the value may be open"
            ),
            Some(Proof::Placing) => {
                "proof: the game is solved from every placement, and so is the rest of the placing"
                    .to_owned()
            }
            None => format!(
                "{searched} visited, every move looked at for {}: no proof, only the stones ahead; --budget N allows more",
                counted(known.depth, "turn", "turns")
            ),
        }
    }
}

impl Analysed for Whole {
    type Position = Position;
    type Known = Known;

    const GOAL: Goal = Goal::Game;
    const BUDGET: &'static str = "1000000";

    fn judged(
        &mut self,
        position: &Position,
        budget: u64,
        caller: Caller,
        note: &Note,
    ) -> Result<(Judgement<Position>, Known), Failure> {
        let tables = match self.stones {
            Some(0) => None,
            _ => within_reach(&self.place, &position.rules().to_string(), caller)?,
        };
        let found = whole(position, &Means { budget, tables }, self.stones, note)?;
        self.stones = Some(found.tables.map_or(0, |tables| tables.stones));
        let known = Known {
            proof: found.proof,
            depth: found.judgement.depth,
            table_positions: found.tables.map(|tables| Count::of(tables.positions)),
            tables_from: found.tables.map(|tables| TablesFrom::of(tables.kept)),
            unlimited: found.unlimited.map(Unlimited::from),
        };
        Ok((found.judgement, known))
    }

    fn notes(&self, position: &Position, analysis: &Analysis<Known>) -> Vec<String> {
        let more = match &analysis.known.unlimited {
            Some(unlimited) => Some(unlimited.text()),
            None => known_without_limit(position.rules()).filter(|_| position.state().is_placing()),
        };
        [self.proof(analysis)].into_iter().chain(more).collect()
    }
}
