//! All positions with given numbers of pieces.

use std::path::PathBuf;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::super::place;
use super::super::table_lookup::{self, Method};
use super::{AGREED, Known, LENGTH_RULE, Win};
use crate::cli::args::endgame::Endgame as Arguments;
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::json::{Count, Number};
use crate::cli::progress::Progress;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::exact::stochastic::Ending;
use crate::exact::{Quantity, approx};
use crate::games::daldos::board::{Game, Position, Side, State};
use crate::games::daldos::endgame::{Endgame, Exact};
use crate::work::limit::{allow, grouped};

/// Positions `--all` lists.
const MAX_LISTED: u128 = 300_000;

/// All positions with so many pieces.
pub(in crate::cli::daldos) struct TableReport {
    endgame: Endgame,
    ending: Ending,
    starts: Vec<Known>,
    exact: Option<Exact>,
    /// The positions best and worst for the side to move.
    extremes: Option<[usize; 2]>,
    all: bool,
    /// The folder of the tables that the bounds are from.
    tables: Option<PathBuf>,
}

/// The question for all positions with given numbers of pieces.
#[derive(Serialize, JsonSchema)]
pub(in crate::cli::daldos) struct Query {
    /// The words of the command, without `siga`.
    command: &'static str,
    /// The full rules text.
    rules: String,
    /// How many A has, and B.
    pieces: [usize; 2],
    /// Whether fractions were asked for.
    exact: bool,
}

/// All positions with given numbers of pieces: chances to win, lengths and best plays, proved.
#[derive(Serialize, JsonSchema)]
pub(in crate::cli::daldos) struct Summary {
    /// Where the bounds are from; those of tables were proved again.
    method: Method,
    /// How many there are, those of smaller endgames included.
    positions: Count,
    /// The greatest distance between the bounds of any of them.
    widest: Number,
    /// How it is known that games end.
    ends: Ending,
    /// Those with every piece undalled and side by side; chances are those of the side to move.
    starts: Vec<Known>,
    /// The position best for the side to move.
    best: Option<Win>,
    /// The position worst for the side to move.
    worst: Option<Win>,
    /// With `--exact`: the most unknowns that were solved together.
    #[serde(skip_serializing_if = "Option::is_none")]
    largest_system: Option<usize>,
    /// With `--all`: every position.
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<Vec<Win>>,
}

pub(super) fn run(
    arguments: &Arguments,
    width: u64,
    progress: Progress,
) -> Result<TableReport, Failure> {
    let mut rules = place::rules(arguments.rules.as_deref())?;
    if let Some(n) = arguments.n {
        rules = place::with_n(rules, n)?;
    }
    let least = usize::from(rules.board().loses_at) + 1;
    let pieces = match &arguments.pieces {
        Some(pieces) => input::pair("--pieces", pieces)?,
        None => [least; 2],
    };
    let game = place::ready(rules)?;
    let found = match arguments.solve {
        false => table_lookup::find(&game, pieces, width, &arguments.tables, progress)?,
        true => None,
    };
    if arguments.exact {
        let starts = starts(&game, pieces);
        let states = starts.iter().map(|position| *position.state());
        Endgame::allow_exact(&game, pieces, states)?;
    }
    let endgame = match &found {
        Some(found) => progress.during("reading the tables", || found.kept.endgame())?,
        None => progress.during("solving the endgame", || {
            Endgame::solve(game, pieces, width)
        })?,
    };
    if arguments.all {
        allow("lines", endgame.positions() as u128, MAX_LISTED)?;
    }
    let ending = (endgame.bounds().check(endgame.game()))?;
    let positions = starts(endgame.rules(), pieces);
    let numbers: Vec<usize> = (positions.iter())
        .filter_map(|position| endgame.number(position.state()))
        .collect();
    let exact = if arguments.exact {
        let found = progress.during("solving for fractions", || {
            endgame.exact(numbers.iter().copied())
        });
        Some(found?)
    } else {
        None
    };
    let length = progress.during("how long games last", || {
        endgame.length(numbers.iter().copied(), width.saturating_mul(4))
    })?;
    let starts = positions
        .iter()
        .filter_map(|position| Known::new(&endgame, position, &length, exact.as_ref()))
        .collect();
    let extremes = extremes(&endgame);
    Ok(TableReport {
        endgame,
        ending,
        starts,
        exact,
        extremes,
        all: arguments.all,
        tables: found.map(|found| found.folder),
    })
}

/// Positions of undalled pieces side by side, in the same holes for both sides; each side to move if they differ.
fn starts(game: &Arc<Game>, [a, b]: [usize; 2]) -> Vec<Position> {
    let n = usize::from(game.route().n());
    if a.max(b) > n {
        return Vec::new();
    }
    let row = |first: usize, count: usize| ((1u64 << count) - 1) << first;
    let mut positions = Vec::new();
    // The last hole of the way comes first: it is the nearest to the way out.
    for first in (0..=n - a.max(b)).rev() {
        for (own, enemy, side) in [(a, b, Side::A), (b, a, Side::B)] {
            if side == Side::B && a == b {
                continue;
            }
            // Both rows end at the same hole.
            let shift = |count: usize| first + a.max(b) - count;
            let (own, enemy) = (
                row(shift(own), own),
                game.route().flip(row(shift(enemy), enemy)),
            );
            let state = State {
                own,
                own_undalled: own,
                enemy,
                enemy_undalled: enemy,
            };
            positions.push(Position::new(game.clone(), state, side));
        }
    }
    positions
}

/// The positions of the endgame itself that are best and worst for the side to move.
fn extremes(endgame: &Endgame) -> Option<[usize; 2]> {
    let [a, b] = endgame.pieces();
    let pairs = endgame.bounds().pairs();
    let numbers = (0..pairs.len()).filter(|&number| {
        endgame.state(number).is_some_and(|state| {
            let counts = (
                state.own.count_ones() as usize,
                state.enemy.count_ones() as usize,
            );
            counts == (a, b) || counts == (b, a)
        })
    });
    let mut found: Option<[usize; 2]> = None;
    for number in numbers {
        let [best, worst] = found.get_or_insert([number; 2]);
        if pairs[number][0] > pairs[*best][0] {
            *best = number;
        }
        if pairs[number][1] < pairs[*worst][1] {
            *worst = number;
        }
    }
    found
}

impl TableReport {
    /// The position of a number, A having the pieces named first.
    fn position(&self, number: usize) -> Option<Position> {
        let state = self.endgame.state(number)?;
        let [a, b] = self.endgame.pieces();
        let own = state.own.count_ones() as usize;
        let enemy = state.enemy.count_ones() as usize;
        // A is the side with the first number of pieces, or with the like share of a smaller endgame.
        let side = if own != enemy && (own > enemy) != (a > b) && a != b {
            Side::B
        } else {
            Side::A
        };
        Some(Position::new(self.endgame.rules().clone(), state, side))
    }

    fn line(&self, number: usize) -> Option<Win> {
        let position = self.position(number)?;
        let chance = match self.exact.as_ref().and_then(|exact| exact.chance(number)) {
            Some(chance) => Quantity::Exact(chance),
            None => Quantity::Bounded(self.endgame.bounds().both(number)),
        };
        Some(Win {
            position: position.to_string(),
            win: chance,
        })
    }

    fn lines(&self) -> impl Iterator<Item = Win> {
        (0..self.endgame.bounds().pairs().len()).filter_map(|number| self.line(number))
    }

    /// The positions best and worst for the side to move.
    fn extremes(&self) -> [Option<Win>; 2] {
        [0, 1].map(|which| self.line(self.extremes?[which]))
    }
}

impl Reply for TableReport {
    type Query = Query;
    type Result = Summary;

    fn query(&self) -> Query {
        Query {
            command: "daldos endgame",
            rules: self.endgame.rules().rules().to_string(),
            pieces: self.endgame.pieces(),
            exact: self.exact.is_some(),
        }
    }

    fn result(&self) -> Summary {
        let [best, worst] = self.extremes();
        Summary {
            method: Method::of(self.tables.as_ref()),
            positions: Count::of(self.endgame.positions()),
            widest: self.endgame.bounds().widest().into(),
            ends: self.ending,
            starts: self.starts.clone(),
            best,
            worst,
            largest_system: self.exact.as_ref().map(Exact::largest_system),
            all: self.all.then(|| self.lines().collect()),
        }
    }
}

impl Report for TableReport {
    fn name(&self) -> &'static str {
        "daldos-endgame"
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let rules = self.endgame.rules().rules();
        let [a, b] = self.endgame.pieces();
        let mut notes = vec![
            "win: chance of the side to move; turns, throws: expected length of the game under best play"
                .to_owned(),
            LENGTH_RULE.to_owned(),
        ];
        if self.exact.is_none() {
            notes.push(format!(
                "proved bounds at most {:.1e} apart for each of the {} positions; {AGREED}",
                approx(&self.endgame.bounds().widest()),
                grouped(self.endgame.positions() as u128)
            ));
        } else {
            notes.push("exact; proved: no other play helps either side".to_owned());
        }
        if let Some(folder) = &self.tables {
            let folder = folder.display();
            notes.push(format!(
                "the bounds are those of the tables in {folder}, and have been proved again"
            ));
        }
        if self.ending == Ending::UnderBestPlay {
            notes.push(
                "the two sides together could go on for ever; best play of either side ends the game"
                    .to_owned(),
            );
        }
        for (line, word) in self.extremes().into_iter().zip(["best", "worst"]) {
            if let Some(Win { position, win }) = line {
                notes.push(format!(
                    "{word} for the side to move{}: {position}, {}",
                    if self.exact.is_some() {
                        ""
                    } else {
                        ", as far as the bounds tell"
                    },
                    win.decimal(digits)
                ));
            }
        }
        let heading = format!("{rules} · {a} against {b}");
        if self.all {
            let rows = self
                .lines()
                .map(|line| vec![Entry::from(line.position), line.win.into()]);
            return vec![Sheet {
                name: "positions",
                heading: format!("{heading} · every position"),
                columns: vec![Column::text("position"), Column::chance_decimal("win")],
                rows: rows.collect(),
                notes,
                ..Sheet::default()
            }];
        }
        vec![Sheet {
            name: "starts",
            heading: format!("{heading} · starts with every piece undalled"),
            columns: vec![
                Column::text("position"),
                Column::chance("win exactly", "win"),
                Column::decimal("turns"),
                Column::decimal("throws"),
            ],
            rows: (self.starts.iter())
                .map(|start| {
                    vec![
                        Entry::from(start.chance.position.clone()),
                        (&start.chance.win).into(),
                        start.length.as_ref().into(),
                        start.throws.as_ref().into(),
                    ]
                })
                .collect(),
            notes,
            ..Sheet::default()
        }]
    }
}
