//! `siga daldos`: capture chances, positions, whole turns, endgames, simulation.

mod analyse;
mod endgame;
mod moves;
mod odds;
mod opening;
mod perft;
mod picture;
mod place;
pub(super) mod play;
mod question;
mod review;
mod simulate;
mod table_lookup;

use num_rational::BigRational;

use super::args::daldos::Daldos;
use super::args::list::List;
use super::failure::Failure;
use super::input::rules;
use super::play::not_a_question;
use super::progress::Progress;
use super::report::AnyReport;
use super::schema::Described;
use crate::exact::{Quantity, decimal_ceil, decimal_floor, decimal_text, fraction_text};
use crate::games::daldos::board::{Cast, Game, Hole};

/// The reports of these commands.
pub(super) const REPORTS: &[Described] = &[
    Described::report::<odds::OddsReport>("daldos-odds"),
    Described::report::<odds::TableReport>("daldos-table"),
    Described::report::<moves::MovesReport>("daldos-moves"),
    Described::report::<perft::PerftReport>("daldos-perft"),
    Described::report::<analyse::AnalyseReport>("daldos-analyse"),
    Described::report::<opening::OpeningReport>("daldos-opening"),
    Described::report::<endgame::all_positions::TableReport>("daldos-endgame"),
    Described::report::<endgame::one_position::PositionReport>("daldos-endgame-position"),
    Described::report::<simulate::SimulateReport>("daldos-simulate"),
    Described::report::<review::ReviewReport>("daldos-review"),
];

pub(super) fn run(command: &Daldos, progress: Progress) -> Result<Box<dyn AnyReport>, Failure> {
    Ok(match command {
        Daldos::Odds { behind, rules } => Box::new(odds::one(&List::all(behind), rules)?),
        Daldos::Table { pieces, max, rules } => Box::new(odds::table(*pieces, *max, rules)?),
        Daldos::Moves(arguments) => Box::new(moves::run(arguments)?),
        Daldos::Perft(arguments) => Box::new(perft::run(arguments, progress)?),
        Daldos::Analyse(arguments) => Box::new(analyse::run(arguments, progress)?),
        Daldos::Endgame(arguments) => return endgame::run(arguments, progress),
        Daldos::Simulate(arguments) => Box::new(simulate::run(arguments, progress)?),
        Daldos::Opening(arguments) => Box::new(opening::run(arguments)?),
        Daldos::Review(arguments) => Box::new(review::run(arguments, progress)?),
        Daldos::Play(_) => return Err(not_a_question()),
    })
}

/// The throw of `--throw`.
fn cast(game: &Game, numbers: &[u8]) -> Result<Cast, Failure> {
    let shown = || itertools::join(numbers, ",");
    let &[i, j] = numbers else {
        return Err(Failure::input(format!(
            "--throw {}: two dice are thrown, so write two numbers, as in --throw 1,3",
            shown()
        )));
    };
    game.cast([i, j]).copied().ok_or_else(|| {
        let faces = game.rules().die().faces().iter().map(|(face, _)| face);
        Failure::input(format!(
            "--throw {}: the dice show {}",
            shown(),
            itertools::join(faces, ", ")
        ))
    })
}

/// Holes as JSON has them.
fn holes(holes: &[Hole]) -> Vec<String> {
    holes.iter().map(ToString::to_string).collect()
}

/// Things separated by blanks, for people.
fn spaced<T: ToString>(things: &[T]) -> String {
    itertools::join(things.iter().map(ToString::to_string), " ")
}

/// A number for people in two cells: the fraction where it is exact, and decimals; bounds as `0.123 … 0.124`.
fn cells(quantity: &Quantity, digits: usize) -> [String; 2] {
    match quantity {
        Quantity::Exact(value) => [fraction_text(value), decimal_text(value, digits)],
        Quantity::Bounded(bounds) => [
            String::new(),
            format!(
                "{} … {}",
                down(&bounds.lower, digits),
                up(&bounds.upper, digits)
            ),
        ],
        Quantity::Surd(surd) => [surd.to_string(), surd.decimal(digits)],
        Quantity::Function { function, .. } => [function.to_string(), String::new()],
    }
}

fn down(value: &BigRational, digits: usize) -> String {
    decimal_floor(value, digits)
}

fn up(value: &BigRational, digits: usize) -> String {
    decimal_ceil(value, digits)
}

/// A number in a sentence: `7/16 (0.4375)`, or decimals alone.
fn in_words(quantity: &Quantity, digits: usize) -> String {
    let [fraction, decimals] = cells(quantity, digits);
    if fraction.is_empty() || fraction.len() > 12 || !fraction.contains('/') {
        let shown = if fraction.is_empty() || fraction.contains('/') {
            decimals
        } else {
            fraction
        };
        return shown;
    }
    format!("{fraction} ({decimals})")
}

/// A number in brackets: a short fraction, or the first decimals.
fn in_short(quantity: &Quantity) -> String {
    const PLACES: usize = 4;
    match quantity {
        Quantity::Exact(value) if value.to_string().len() <= 9 => value.to_string(),
        Quantity::Exact(value) => format!("about {}", decimal_text(value, PLACES)),
        Quantity::Bounded(bounds) => format!("about {}", decimal_text(&bounds.lower, PLACES)),
        Quantity::Surd(surd) => format!("about {}", surd.decimal(PLACES)),
        Quantity::Function { function, .. } => function.to_string(),
    }
}

/// Marks for a sentence about how numbers are known.
fn kinds<'a>(quantities: impl IntoIterator<Item = &'a Quantity>) -> String {
    let (mut exact, mut bounded) = (0, 0);
    for quantity in quantities {
        match quantity {
            Quantity::Exact(_) | Quantity::Surd(_) => exact += 1,
            _ => bounded += 1,
        }
    }
    match (exact, bounded) {
        (_, 0) => "all numbers are exact".to_owned(),
        (0, _) => "all numbers lie between two proved bounds".to_owned(),
        _ => "fractions are exact; where two decimals stand, the number lies between these proved bounds".to_owned(),
    }
}
