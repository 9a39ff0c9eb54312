//! Capture chances by distance: the reports of every game that has them.

use super::prelude::*;
use crate::games::distances::{Answer, Placements};
use crate::render::printed::Printed;

/// A game whose capture chances are asked by distance.
pub(crate) trait Distances: Placements<Row: 'static> + 'static {
    /// The terms under which chances are asked: the fields of the question.
    type Asked: Serialize + JsonSchema;
    /// One placement as JSON has it.
    type Chance: Serialize + JsonSchema;
    /// The names of the reports: of one placement, and of all.
    const NAMES: [&'static str; 2];
    /// The words of the commands.
    const COMMANDS: [&'static str; 2];

    fn asked(&self) -> Self::Asked;

    fn behind(row: &Self::Row) -> Vec<u32>;

    fn chance(row: &Self::Row) -> Self::Chance;

    fn sheet(&self, rows: &[Self::Row], style: &Style) -> Sheet;

    /// Tables for which a page alone has room, or which are asked for.
    fn background(&self, _rows: &[Self::Row]) -> Vec<Sheet> {
        Vec::new()
    }

    /// Further values that printed tables give of the same rows.
    fn besides(printed: Printed, _rows: &[Self::Row]) -> Printed {
        printed
    }
}

/// The values that printed tables can give of these rows.
fn printed<D: Distances>(sheet: &Sheet, rows: &[D::Row], list: &'static str) -> Option<Printed> {
    let keys = rows.iter().map(|row| texts(&D::behind(row)));
    let printed = Printed::of(sheet)?
        .listed(list)
        .keyed("behind", keys.collect());
    Some(D::besides(printed, rows))
}

/// Chances of one placement.
pub(crate) struct OddsReport<D: Distances> {
    pub(crate) under: D,
    pub(crate) row: D::Row,
}

/// Chances of all placements of a number of pieces.
pub(crate) struct TableReport<D: Distances> {
    pub(crate) under: D,
    pub(crate) pieces: u8,
    /// The greatest distance.
    pub(crate) max: u32,
    pub(crate) rows: Vec<D::Row>,
}

/// The report of an answer.
pub(crate) fn report<D: Distances>(answer: Answer<D>) -> Box<dyn AnyReport> {
    match answer {
        Answer::One { under, row } => Box::new(OddsReport { under, row: *row }),
        Answer::All {
            under,
            pieces,
            max,
            rows,
        } => Box::new(TableReport {
            under,
            pieces,
            max,
            rows,
        }),
    }
}

/// The question for one placement.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DistancesQuery<A> {
    /// The words of the command, without `siga`.
    command: &'static str,
    #[serde(flatten)]
    asked: A,
    /// The distance of each piece behind the target.
    behind: Vec<u32>,
}

/// The question for all placements of a number of pieces.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TableQuery<A> {
    /// The words of the command, without `siga`.
    command: &'static str,
    #[serde(flatten)]
    asked: A,
    /// Pieces behind the target.
    pieces: u8,
    /// The greatest distance.
    max: u32,
}

/// Capture chances for all distances.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Chances<C> {
    /// One for each placement.
    rows: Vec<C>,
}

/// The greatest distance of a table: what is asked for, else the first number for one piece, the second for two, the last
/// for more.
pub(crate) fn greatest(
    pieces: u8,
    asked: Option<u32>,
    [one, two, more]: [u32; 3],
) -> Result<u32, Failure> {
    let max = asked.unwrap_or(match pieces {
        1 => one,
        2 => two,
        _ => more,
    });
    if max < u32::from(pieces) {
        return Err(Failure::input(format!(
            "--max {max} leaves no room for {}; at least {pieces}",
            counted(pieces, "piece", "pieces")
        )));
    }
    Ok(max)
}

impl<D: Distances> Reply for OddsReport<D> {
    const NAME: &'static str = D::NAMES[0];
    type Query = DistancesQuery<D::Asked>;
    type Result = D::Chance;

    fn query(&self) -> Self::Query {
        DistancesQuery {
            command: D::COMMANDS[0],
            asked: self.under.asked(),
            behind: D::behind(&self.row),
        }
    }

    fn result(&self) -> Self::Result {
        D::chance(&self.row)
    }
}

impl<D: Distances> Report for OddsReport<D> {
    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        vec![self.under.sheet(std::slice::from_ref(&self.row), style)]
    }

    fn background(&self) -> Vec<Sheet> {
        self.under.background(std::slice::from_ref(&self.row))
    }

    fn printed(&self) -> Option<Printed> {
        let rows = std::slice::from_ref(&self.row);
        printed::<D>(&self.under.sheet(rows, &Style::default()), rows, "")
    }
}

impl<D: Distances> Reply for TableReport<D> {
    const NAME: &'static str = D::NAMES[1];
    type Query = TableQuery<D::Asked>;
    type Result = Chances<D::Chance>;

    fn query(&self) -> Self::Query {
        TableQuery {
            command: D::COMMANDS[1],
            asked: self.under.asked(),
            pieces: self.pieces,
            max: self.max,
        }
    }

    fn result(&self) -> Self::Result {
        Chances {
            rows: self.rows.iter().map(D::chance).collect(),
        }
    }
}

impl<D: Distances> Report for TableReport<D> {
    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        vec![self.under.sheet(&self.rows, style)]
    }

    fn background(&self) -> Vec<Sheet> {
        self.under.background(&self.rows)
    }

    fn printed(&self) -> Option<Printed> {
        printed::<D>(
            &self.under.sheet(&self.rows, &Style::default()),
            &self.rows,
            "/rows",
        )
    }
}
