//! `siga sidja guarantees`: what cells are worth before the first move.

use std::collections::BTreeMap;

use clap::Args;
use num_rational::BigRational;

use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::RulesArgs;
use crate::board::Cell;
use crate::exact::approx;
use crate::games::sidja::Rules;
use crate::games::sidja::first_capture::Solution;
use crate::games::sidja::guarantees::{
    Guarantee, Mixture, chance, minimal_sets, mixtures, safe_cells,
};
use crate::work::Note;

/// Sets listed for people; programs get all.
const LISTED: usize = 20;

/// What cells are worth before the first move.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct Guarantees {
    #[command(flatten)]
    #[serde(flatten)]
    rules: RulesArgs<Rules>,
    /// Cells the first mover holds
    #[arg(long, value_name = "CELL[,CELL…]", value_delimiter = ',')]
    cells: Vec<String>,
    /// Cells his opponent holds
    #[arg(long, value_name = "CELL[,CELL…]", value_delimiter = ',')]
    enemy: Vec<String>,
}

/// The value of cells before the first move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Worth {
    /// Where no stone can be taken.
    safe_cells: Vec<Cell>,
    /// The chance of an immediate capture over all placements that agree with the given cells.
    probability: Number,
    /// In how many of them there is one.
    capturing: Count,
    /// The number of placements that agree.
    placements: Count,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    general: Option<Everywhere>,
}

/// The facts that hold without given cells.
#[derive(Serialize, JsonSchema)]
struct Everywhere {
    /// Without given cells: the minimal sets by size.
    sizes: Vec<Size>,
    /// Without given cells: the minimal sets, one of each set of mirror images.
    sets: Vec<Guarantee>,
    /// Without given cells: placements by pairs of unlike neighbours.
    mixtures: Vec<Mixture>,
}

/// The minimal sets of a size.
#[derive(Serialize, JsonSchema)]
struct Size {
    cells: usize,
    #[serde(with = "Count")]
    sets: u64,
    /// The number of classes under the symmetries.
    #[serde(with = "Count")]
    classes: u64,
}

/// Reads cells, and writes them in order.
fn given(option: &str, texts: &mut [String]) -> Result<Vec<Cell>, Failure> {
    let mut cells = Vec::new();
    for text in texts.iter() {
        let cell: Cell = text
            .trim()
            .parse()
            .map_err(|error| Failure::input(format!("{option}: {error}")))?;
        if cells.contains(&cell) {
            return Err(Failure::input(format!("{option}: {cell} is given twice")));
        }
        cells.push(cell);
    }
    cells.sort_unstable();
    for (text, cell) in texts.iter_mut().zip(&cells) {
        *text = cell.to_string();
    }
    Ok(cells)
}

impl Everywhere {
    fn of(rules: Rules, note: &Note) -> Result<Self, Failure> {
        let mixtures = mixtures(&Solution::noting(rules, note)?);
        let sets = minimal_sets(rules)?;
        let mut sizes: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
        for set in &sets {
            let entry = sizes.entry(set.cells.len()).or_default();
            entry.0 += u64::from(set.images);
            entry.1 += 1;
        }
        let size = |(cells, (sets, classes))| Size {
            cells,
            sets,
            classes,
        };
        Ok(Self {
            sizes: sizes.into_iter().map(size).collect(),
            sets,
            mixtures,
        })
    }

    fn sizes(&self) -> Sheet {
        Sheet::of(&self.sizes)
            .right("cells", |size| size.cells)
            .right("sets", |size| size.sets)
            .right("without mirror images", |size| size.classes)
            .named(
                "sizes",
                "Smallest sets of cells that make an immediate capture certain, by size",
            )
    }

    fn sets(&self) -> Sheet {
        let sheet = Sheet::of(&self.sets)
            .right("cells", |set| set.cells.len())
            .text("set", |set| spaced(&set.cells))
            .right("images", |set| set.images)
            .named("sets", "The sets, one of each set of mirror images");
        let shown = Some(LISTED);
        Sheet { shown, ..sheet }
    }

    fn mixtures(&self) -> Sheet {
        Sheet::of(&self.mixtures)
            .right("unlike pairs", |row| row.unlike)
            .right("placements", |row| row.placements)
            .right("capture at once", |row| row.immediate)
            .chance_decimal("share", |row| &row.probability)
            .right("first mover forces", |row| row.mover)
            .right("opponent forces", |row| row.opponent)
            .right("nobody", |row| row.placements - row.mover - row.opponent)
            .bar(|row| approx(&row.probability))
            .named(
                "mixtures",
                "Placements by pairs of unlike neighbours along ranks and files",
            )
    }
}

impl Guarantees {
    fn chance(&self, worth: &Worth) -> Sheet {
        let given = match (self.cells.as_slice(), self.enemy.as_slice()) {
            ([], []) => "over all placements".to_owned(),
            (own, []) => format!("the first mover holding {}", spaced(own)),
            ([], enemy) => format!("his opponent holding {}", spaced(enemy)),
            (own, enemy) => format!(
                "the first mover holding {}, his opponent {}",
                spaced(own),
                spaced(enemy)
            ),
        };
        let heading = format!(
            "{} · chance of an immediate capture, {given}",
            self.rules.get()
        );
        let safe = spaced(&worth.safe_cells);
        Sheet::of([worth])
            .chance("probability", "decimal", |worth| &worth.probability.0)
            .right("capturing", |worth| &worth.capturing)
            .right("placements", |worth| &worth.placements)
            .bar(|worth| approx(&worth.probability.0))
            .named("chance", heading)
            .note(format!("cells where no stone can be taken: {safe}"))
    }
}

impl Command for Guarantees {
    const WORDS: &'static [&'static str] = &["sidja", "guarantees"];
    const ABOUT: &'static str =
        "Cells that make an immediate capture certain, or its chance for given cells";
    type Answer = Worth;

    fn ask(&mut self, _caller: Caller, note: &Note) -> Result<Worth, Failure> {
        let rules = *self.rules.read()?;
        let own = given("--cells", &mut self.cells)?;
        let enemy = given("--enemy", &mut self.enemy)?;
        let general = own.is_empty() && enemy.is_empty();
        if general {
            super::solved_outright(&rules, "; give --cells for a chance on larger ones")?;
        }
        let [capturing, placements] = chance(&rules, &own, &enemy)?;
        Ok(Worth {
            safe_cells: safe_cells(&rules),
            capturing: Count::of(&capturing),
            placements: Count::of(&placements),
            probability: BigRational::new(capturing.into(), placements.into()).into(),
            general: match general {
                true => Some(Everywhere::of(rules, note)?),
                false => None,
            },
        })
    }

    fn target(&mut self) -> Target<'_> {
        self.rules.target()
    }

    fn tables(&self, worth: &Worth, _style: &Style) -> Vec<Sheet> {
        let chance = self.chance(worth);
        match &worth.general {
            None => vec![chance],
            Some(general) => vec![general.sizes(), chance, general.sets(), general.mixtures()],
        }
    }
}
