//! `siga sidja guarantees`: what cells are worth before the first move.

use std::collections::BTreeMap;

use num_rational::BigRational;

use crate::ask::prelude::*;
use crate::ask::sidja::args::GuaranteesArgs as Arguments;
use crate::board::Cell;
use crate::exact::approx;
use crate::games::sidja::Question;
use crate::games::sidja::first_capture::Solution;
use crate::games::sidja::guarantees::{self, Guarantee, Mixture, WholeBoard, safe_cells};

pub(super) struct GuaranteesReport(pub(super) guarantees::Answer);

/// The question what cells are worth.
#[derive(Serialize, JsonSchema)]
pub(super) struct GuaranteesQuery {
    command: &'static str,
    /// The full rules text.
    rules: String,
    /// Those that the first mover holds, in order.
    cells: Vec<String>,
    /// Those that his opponent holds, in order.
    enemy: Vec<String>,
}

/// The value of cells before the first move.
#[derive(Serialize, JsonSchema)]
pub(super) struct Worth {
    /// Where no stone can be taken.
    safe_cells: Vec<String>,
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
    sets: Vec<Certain>,
    /// Without given cells: placements by pairs of unlike neighbours.
    mixtures: Vec<Unlike>,
}

/// The minimal sets of a size.
#[derive(Serialize, JsonSchema)]
struct Size {
    cells: usize,
    sets: Count,
    /// The number of classes under the symmetries.
    classes: Count,
}

/// A smallest set of cells that makes an immediate capture certain.
#[derive(Serialize, JsonSchema)]
struct Certain {
    cells: Vec<String>,
    /// The number of different sets that symmetries make of it, itself included.
    images: u32,
}

/// The placements with a number of pairs of unlike neighbours.
#[derive(Serialize, JsonSchema)]
struct Unlike {
    /// The pairs.
    unlike: u32,
    placements: Count,
    /// With an immediate capture.
    immediate: Count,
    /// The share of those.
    probability: Number,
    /// In which the first mover forces the first capture.
    mover: Count,
    /// In which his opponent does.
    opponent: Count,
}

/// Sets listed for people; programs get all.
const LISTED: usize = 20;

pub(super) fn ask(arguments: &Arguments) -> Result<Question, Failure> {
    let rules = super::rules(&arguments.rules)?;
    let own = given("--cells", &arguments.cells)?;
    let enemy = given("--enemy", &arguments.enemy)?;
    if own.is_empty() && enemy.is_empty() && !Solution::is_possible(&rules) {
        return Err(super::too_large(
            &rules,
            "; give --cells for a chance on larger ones",
        ));
    }
    Ok(Question::Guarantees(guarantees::Question {
        rules,
        own,
        enemy,
    }))
}

fn given(option: &str, texts: &[String]) -> Result<Vec<Cell>, Failure> {
    let mut cells = Vec::new();
    for text in texts {
        let cell = text
            .trim()
            .parse()
            .map_err(|error| Failure::input(format!("{option}: {error}")))?;
        if cells.contains(&cell) {
            return Err(Failure::input(format!("{option}: {cell} is given twice")));
        }
        cells.push(cell);
    }
    cells.sort_unstable();
    Ok(cells)
}

/// By number of cells: all minimal sets, and those that no symmetry turns into one another.
fn sizes(sets: &[Guarantee]) -> BTreeMap<usize, (u64, u64)> {
    let mut sizes: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
    for set in sets {
        let entry = sizes.entry(set.cells.len()).or_default();
        entry.0 += u64::from(set.images);
        entry.1 += 1;
    }
    sizes
}

/// The share of placements with an immediate capture.
fn immediate(row: &Mixture) -> BigRational {
    BigRational::new(row.immediate.into(), row.placements.max(1).into())
}

impl GuaranteesReport {
    fn chance_sheet(&self) -> Sheet {
        let given = match (
            self.0.question.own.as_slice(),
            self.0.question.enemy.as_slice(),
        ) {
            ([], []) => "over all placements".to_owned(),
            (own, []) => format!("the first mover holding {}", spaced(own)),
            ([], enemy) => format!("his opponent holding {}", spaced(enemy)),
            (own, enemy) => format!(
                "the first mover holding {}, his opponent {}",
                spaced(own),
                spaced(enemy)
            ),
        };
        let probability = self.0.chance.probability();
        let heading = format!(
            "{} · chance of an immediate capture, {given}",
            self.0.question.rules
        );
        let safe = spaced(&safe_cells(&self.0.question.rules));
        Sheet::of([&self.0.chance])
            .chance("probability", "decimal", |_| &probability)
            .right("capturing", |chance| chance.capturing.clone())
            .right("placements", |chance| chance.placements.clone())
            .bar(|_| approx(&probability))
            .named("chance", heading)
            .note(format!("cells where no stone can be taken: {safe}"))
    }
}

fn set_sheets(general: &WholeBoard) -> [Sheet; 3] {
    let by_size = Sheet::of(sizes(&general.sets))
        .right("cells", |(size, _)| *size)
        .right("sets", |(_, (sets, _))| *sets)
        .right("without mirror images", |(_, (_, classes))| *classes)
        .named(
            "sizes",
            "Smallest sets of cells that make an immediate capture certain, by size",
        );
    let sets = Sheet::of(&general.sets)
        .right("cells", |set| set.cells.len())
        .text("set", |set| spaced(&set.cells))
        .right("images", |set| set.images)
        .named("sets", "The sets, one of each set of mirror images");
    let mixtures = Sheet::of(&general.mixtures)
        .right("unlike pairs", |row| row.unlike)
        .right("placements", |row| row.placements)
        .right("capture at once", |row| row.immediate)
        .chance_decimal("share", |row| Entry::exact(immediate(row)))
        .right("first mover forces", |row| row.mover)
        .right("opponent forces", |row| row.opponent)
        .right("nobody", |row| row.placements - row.mover - row.opponent)
        .bar(|row| approx(&immediate(row)))
        .named(
            "mixtures",
            "Placements by pairs of unlike neighbours along ranks and files",
        );
    let shown = Some(LISTED);
    [by_size, Sheet { shown, ..sets }, mixtures]
}

impl Reply for GuaranteesReport {
    const NAME: &'static str = "sidja-guarantees";
    type Query = GuaranteesQuery;
    type Result = Worth;

    fn query(&self) -> GuaranteesQuery {
        GuaranteesQuery {
            command: "sidja guarantees",
            rules: self.0.question.rules.to_string(),
            cells: texts(&self.0.question.own),
            enemy: texts(&self.0.question.enemy),
        }
    }

    fn result(&self) -> Worth {
        Worth {
            safe_cells: texts(&safe_cells(&self.0.question.rules)),
            probability: self.0.chance.probability().into(),
            capturing: Count::of(&self.0.chance.capturing),
            placements: Count::of(&self.0.chance.placements),
            general: self.0.board.as_ref().map(Everywhere::from),
        }
    }
}

impl From<&WholeBoard> for Everywhere {
    fn from(general: &WholeBoard) -> Self {
        let sizes = sizes(&general.sets).into_iter();
        let set = |set: &Guarantee| Certain {
            cells: texts(&set.cells),
            images: set.images,
        };
        let mixture = |row: &Mixture| Unlike {
            unlike: row.unlike,
            placements: Count::of(row.placements),
            immediate: Count::of(row.immediate),
            probability: immediate(row).into(),
            mover: Count::of(row.mover),
            opponent: Count::of(row.opponent),
        };
        Self {
            sizes: sizes
                .map(|(cells, (sets, classes))| Size {
                    cells,
                    sets: Count::of(sets),
                    classes: Count::of(classes),
                })
                .collect(),
            sets: general.sets.iter().map(set).collect(),
            mixtures: general.mixtures.iter().map(mixture).collect(),
        }
    }
}

impl Report for GuaranteesReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let chance = self.chance_sheet();
        match &self.0.board {
            None => vec![chance],
            Some(general) => {
                let [sizes, listed, mixtures] = set_sheets(general);
                vec![sizes, chance, listed, mixtures]
            }
        }
    }
}
