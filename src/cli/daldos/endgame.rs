//! `siga daldos endgame`: the game with few pieces left.

mod one;

use std::path::PathBuf;
use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};
use serde_json::{Value, json};

use super::{kept, place};
use crate::cli::args::endgame::Endgame as Arguments;
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::json::quantity;
use crate::cli::progress::Progress;
use crate::cli::report::{AnyReport, Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::exact::limit::{allow, grouped};
use crate::exact::stochastic::{Ending, ONE, Unit};
use crate::exact::{Quantity, approx, parse_fraction};
use crate::games::daldos::board::{Game, Position, Side, State};
use crate::games::daldos::endgame::{Endgame, EndgameError, Exact, ExactError, Length};

/// Positions `--all` lists.
const MAX_LISTED: u128 = 300_000;

pub(super) fn run(
    arguments: &Arguments,
    progress: Progress,
) -> Result<Box<dyn AnyReport>, Failure> {
    let width = width(&arguments.width)?;
    let position = place::position(&arguments.place, arguments.rules.as_deref())?;
    match position {
        Some(question) => Ok(Box::new(one::run(question, width, arguments, progress)?)),
        None => table(arguments, width, progress),
    }
}

/// The width asked for, in the units of the bounds.
fn width(text: &str) -> Result<u64, Failure> {
    let wrong = || {
        Failure::input(format!(
            "--width {text}: a positive number up to 1, such as 1e-12, 0.001 or 1/1000"
        ))
    };
    let value = parse_fraction(text).map_err(|_| wrong())?;
    if !value.is_positive() || value > BigRational::one() {
        return Err(wrong());
    }
    let units = (value * BigInt::from(ONE)).to_integer();
    units.to_u64().filter(|&units| units >= 64).ok_or_else(|| {
        Failure::input(format!(
            "--width {text}: the bounds are kept to 2^-62; the finest width is 2e-17"
        ))
    })
}

/// A fault of the question, or a limit.
pub(super) fn failure(error: EndgameError) -> Failure {
    match error {
        EndgameError::TooLarge(_) => Failure::Run(error.into()),
        error => Failure::Input(error.into()),
    }
}

fn run_failure(error: ExactError) -> Failure {
    Failure::Run(error.into())
}

/// What is known of one position.
pub(super) struct Known {
    position: Position,
    chance: Quantity,
    /// Not known where the chance was looked up.
    turns: Option<Quantity>,
    throws: Option<Quantity>,
}

impl Known {
    fn new(
        endgame: &Endgame,
        position: Position,
        length: &Length,
        exact: Option<&Exact>,
    ) -> Option<Self> {
        let number = endgame.number(position.state())?;
        let (chance, turns, throws) = match exact {
            Some(exact) => (
                Quantity::Exact(exact.chance(number)?),
                Quantity::Exact(exact.length(Unit::Turns, number)?),
                Quantity::Exact(exact.length(Unit::Throws, number)?),
            ),
            None => (
                Quantity::Bounded(endgame.bounds().both(number)),
                Quantity::Bounded(length.both(Unit::Turns, number)?),
                Quantity::Bounded(length.both(Unit::Throws, number)?),
            ),
        };
        Some(Self {
            position,
            chance,
            turns: Some(turns),
            throws: Some(throws),
        })
    }

    fn json(&self) -> Value {
        json!({
            "position": self.position.to_string(),
            "win": quantity(&self.chance),
            "length": self.turns.as_ref().map(quantity),
            "throws": self.throws.as_ref().map(quantity),
        })
    }
}

/// A number that may not be known, for people.
fn shown(quantity: &Option<Quantity>, digits: usize) -> String {
    let known = quantity.as_ref();
    known.map_or_else(String::new, |known| known.decimal(digits))
}

/// What the digits of bounded numbers mean, for people.
const AGREED: &str = "digits are shown as far as both bounds agree";

/// Which of the plays that are worth the same the lengths are counted by, for people.
const LENGTH_RULE: &str = "where plays are worth the same, lengths are those after one of them (see docs/rules/daldos.md); others may give other lengths";

/// How it is known that games end, for people and programs.
fn ending_text(ending: Ending) -> &'static str {
    match ending {
        Ending::Always => "always",
        Ending::UnderBestPlay => "under best play",
    }
}

/// All positions with so many pieces.
struct TableReport {
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

fn table(
    arguments: &Arguments,
    width: u64,
    progress: Progress,
) -> Result<Box<dyn AnyReport>, Failure> {
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
        false => kept::find(&game, pieces, width, &arguments.tables, progress)?,
        true => None,
    };
    if arguments.exact {
        let starts = starts(&game, pieces);
        let states = starts.iter().map(|position| *position.state());
        Endgame::allow_exact(&game, pieces, states).map_err(failure)?;
    }
    let endgame = match &found {
        Some(found) => progress
            .during("reading the tables", || found.kept.endgame())
            .map_err(|error| Failure::Run(error.into()))?,
        None => progress
            .during("solving the endgame", || {
                Endgame::solve(game, pieces, width)
            })
            .map_err(failure)?,
    };
    if arguments.all {
        allow("lines", endgame.positions() as u128, MAX_LISTED)
            .map_err(|error| Failure::Run(error.into()))?;
    }
    let ending = (endgame.bounds().check(endgame.game()))
        .map_err(|error| Failure::Run(anyhow::Error::new(error)))?;
    let positions = starts(endgame.rules(), pieces);
    let numbers: Vec<usize> = (positions.iter())
        .filter_map(|position| endgame.number(position.state()))
        .collect();
    let exact = if arguments.exact {
        let found = progress.during("solving for fractions", || {
            endgame.exact(numbers.iter().copied())
        });
        Some(found.map_err(run_failure)?)
    } else {
        None
    };
    let length = progress
        .during("how long games last", || {
            endgame.length(numbers.iter().copied(), width.saturating_mul(4))
        })
        .map_err(|error| Failure::Run(error.into()))?;
    let starts = positions
        .into_iter()
        .filter_map(|position| Known::new(&endgame, position, &length, exact.as_ref()))
        .collect();
    let extremes = extremes(&endgame);
    Ok(Box::new(TableReport {
        endgame,
        ending,
        starts,
        exact,
        extremes,
        all: arguments.all,
        tables: found.map(|found| found.folder),
    }))
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

    fn line(&self, number: usize) -> Option<(String, Quantity)> {
        let position = self.position(number)?;
        let chance = match self.exact.as_ref().and_then(|exact| exact.chance(number)) {
            Some(chance) => Quantity::Exact(chance),
            None => Quantity::Bounded(self.endgame.bounds().both(number)),
        };
        Some((position.to_string(), chance))
    }

    fn lines(&self) -> impl Iterator<Item = (String, Quantity)> {
        (0..self.endgame.bounds().pairs().len()).filter_map(|number| self.line(number))
    }
}

impl Reply for TableReport {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        json!({
            "command": "daldos endgame",
            "rules": self.endgame.rules().rules().to_string(),
            "pieces": self.endgame.pieces(),
            "exact": self.exact.is_some(),
        })
    }

    fn result(&self) -> Self::Result {
        let extreme = |which: usize| {
            let line = self.extremes.and_then(|found| self.line(found[which]));
            line.map(|(position, chance)| json!({ "position": position, "win": quantity(&chance) }))
        };
        let mut result = json!({
            "method": kept::method(self.tables.is_some()),
            "positions": self.endgame.positions().to_string(),
            "widest": crate::cli::json::number(&self.endgame.bounds().widest()),
            "ends": ending_text(self.ending),
            "starts": self.starts.iter().map(Known::json).collect::<Vec<_>>(),
            "best": extreme(0),
            "worst": extreme(1),
        });
        if let Some(exact) = &self.exact {
            result["largest_system"] = json!(exact.largest_system());
        }
        if self.all {
            let all = self.lines().map(
                |(position, chance)| json!({ "position": position, "win": quantity(&chance) }),
            );
            result["all"] = all.collect();
        }
        result
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
        for (which, word) in ["best", "worst"].iter().enumerate() {
            let line = self.extremes.and_then(|found| self.line(found[which]));
            if let Some((position, chance)) = line {
                notes.push(format!(
                    "{word} for the side to move{}: {position}, {}",
                    if self.exact.is_some() {
                        ""
                    } else {
                        ", as far as the bounds tell"
                    },
                    chance.decimal(digits)
                ));
            }
        }
        let heading = format!("{rules} · {a} against {b}");
        if self.all {
            let rows = self
                .lines()
                .map(|(position, chance)| vec![Entry::from(position), chance.into()]);
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
                        Entry::from(start.position.to_string()),
                        (&start.chance).into(),
                        start.turns.as_ref().into(),
                        start.throws.as_ref().into(),
                    ]
                })
                .collect(),
            notes,
            ..Sheet::default()
        }]
    }
}
