//! `siga sidja solve`: how many positions are won, lost and drawn, layer by layer.

use clap::Args;

use crate::ask::args::tables::TablesPlace;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::outcomes::Outcomes;
use crate::ask::prelude::*;
use crate::ask::subject::RulesArgs;
use crate::ask::table_names::TableNames;
use crate::ask::tables::directory;
use crate::games::sidja::Rules;
use crate::games::sidja::endgame::outcome_counts::outcome_counts;
use crate::solve::retro::{Layer, LayerTotals};
use crate::work::Note;

/// How many positions with few stones are won, lost and drawn.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct Solve {
    #[command(flatten)]
    #[serde(flatten)]
    rules: RulesArgs<Rules>,
    /// At most N stones, both sides together [default: those that are kept, else 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=24))]
    #[schemars(with = "u32")]
    stones: Option<u32>,
    #[command(flatten)]
    #[serde(flatten)]
    place: TablesPlace,
}

/// Where tables came from.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum TablesFrom {
    /// Kept on disk.
    Disk,
    /// Solved for this answer.
    Memory,
}

/// The numbers of positions that are won, lost and drawn, layer by layer.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Solved {
    tables_from: TablesFrom,
    /// By the number of stones.
    layers: Vec<LayerOutcomes>,
    /// Of all layers.
    total: Outcomes,
}

/// The positions with a number of stones at the beginning of a turn: every arrangement, symmetric ones counted apart.
#[derive(Serialize, JsonSchema)]
struct LayerOutcomes {
    /// Those on the board: of the side to move, of the other.
    pieces: Layer,
    #[serde(flatten)]
    outcomes: Outcomes,
    /// Of all positions, those in which the side to move has no move.
    #[serde(with = "Count")]
    blocked: u64,
    /// The most turns of both sides to the end, where tables keep turns, else `null`.
    longest: Option<u16>,
}

impl TablesFrom {
    pub(super) fn of(kept: bool) -> Self {
        match kept {
            true => Self::Disk,
            false => Self::Memory,
        }
    }
}

impl From<&LayerTotals> for LayerOutcomes {
    fn from(counts: &LayerTotals) -> Self {
        Self {
            pieces: counts.layer,
            outcomes: Outcomes::new(counts.win, counts.loss, counts.draw),
            blocked: counts.blocked,
            longest: counts.longest,
        }
    }
}

impl Command for Solve {
    const WORDS: &'static [&'static str] = &["sidja", "solve"];
    const ABOUT: &'static str =
        "Every position with at most N stones: how many are won, lost and drawn";
    type Answer = Solved;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Solved, Failure> {
        // Without a folder for data there are no tables.
        let tables = directory(&self.place, caller).ok();
        let (stones, kept, layers) =
            outcome_counts(self.rules.read()?, self.stones, tables.as_ref(), note)?;
        self.stones = Some(stones);
        let sum = |value: fn(&LayerTotals) -> u64| layers.iter().map(value).sum();
        let [win, loss, draw] = [
            sum(|counts| counts.win),
            sum(|counts| counts.loss),
            sum(|counts| counts.draw),
        ];
        Ok(Solved {
            tables_from: TablesFrom::of(kept),
            layers: layers.iter().map(LayerOutcomes::from).collect(),
            total: Outcomes::new(win, loss, draw),
        })
    }

    fn target(&mut self) -> Target<'_> {
        self.rules.target()
    }

    fn table_names(&self) -> Option<TableNames> {
        self.rules.parsed().ok()?;
        Some(TableNames::new(["layers"], &[]))
    }

    fn tables(&self, solved: &Solved, _style: &Style) -> Vec<Sheet> {
        let turns = solved.layers.iter().any(|layer| layer.longest.is_some());
        let longest = match turns {
            true => "longest: the most turns of both sides to the end",
            false => "longest: known where tables are built with --turns",
        };
        let stones = self.stones.unwrap_or_default();
        let layer = |layer: &'_ LayerOutcomes| layer.pieces.to_string();
        let layers = (solved.layers.iter()).map(|of| (layer(of), &of.outcomes, of.longest));
        let all = ("all".to_owned(), &solved.total, None);
        let sheet = Sheet::of(layers.chain([all]))
            .text("stones", |(name, ..)| name.clone())
            .right("positions", |(_, of, _)| Entry::grouped(of.positions))
            .right("win", |(_, of, _)| Entry::grouped(of.win))
            .right("loss", |(_, of, _)| Entry::grouped(of.loss))
            .right("draw", |(_, of, _)| Entry::grouped(of.draw))
            .right("longest", |&(.., longest)| longest)
            .named("layers", format!("{} · at most {stones} stones", self.rules.get()))
            .note(
                "stones of the side to move first; every arrangement counted; win, loss and draw are the side to move's",
            )
            .note(longest)
            .chart(Chart::Parts(&["win", "loss", "draw"]));
        vec![sheet]
    }
}
