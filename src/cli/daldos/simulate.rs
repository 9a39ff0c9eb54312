//! `siga daldos simulate`: games played out by chance.

use schemars::JsonSchema;
use serde::Serialize;

use super::place;
use crate::cli::args::endgame::Simulate as Arguments;
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::json::Count;
use crate::cli::progress::Progress;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Chart, Column, Entry, Sheet, Style};
use crate::cli::words::counted;
use crate::games::daldos::board::{Position, Side};
use crate::games::daldos::endgame::{Endgame, MAX_PIECES, MAX_POSITIONS};
use crate::games::daldos::simulate::{
    Confidence, Estimate, Policy, SimulateError, Simulation, Tally,
};

/// The width of the endgames that a policy looks up, in units of 2^-62: about 10^-9.
const WIDTH: u64 = 1 << 32;

pub(super) struct SimulateReport {
    start: Position,
    policies: [Policy; 2],
    games: u64,
    seed: u64,
    confidence: Confidence,
    tally: Tally,
}

/// The question for random playouts.
#[derive(Serialize, JsonSchema)]
pub(super) struct Query {
    /// The words of the command, without `siga`.
    command: &'static str,
    /// The full rules text.
    rules: String,
    /// Where the games begin.
    position: String,
    /// How A and B play.
    policies: [String; 2],
    /// How many are played.
    games: Count,
    /// The seed of the dice.
    seed: Count,
}

/// What random playouts came to: every number is estimated.
#[derive(Serialize, JsonSchema)]
pub(super) struct Playouts {
    /// Games played to the end.
    finished: Count,
    /// Games broken off.
    unfinished: Count,
    /// Games won.
    wins: BySide<Count>,
    /// How likely an interval is to hold the true number: 0.95, 0.99 or 0.999.
    confidence: f64,
    /// Chance to win, by Wilson's interval.
    win: BySide<Estimated>,
    /// Mean number of turns of a finished game; `null` for fewer than two.
    length: Option<Estimated>,
    /// Mean number of throws of a finished game.
    throws: f64,
    /// The seed of the dice.
    seed: Count,
}

/// The same of A and of B.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
struct BySide<T> {
    a: T,
    b: T,
}

impl<T> BySide<T> {
    fn of(value: impl Fn(Side) -> T) -> Self {
        Self {
            a: value(Side::A),
            b: value(Side::B),
        }
    }
}

/// An estimate, and the interval that holds the true number with the confidence given.
#[derive(Serialize, JsonSchema)]
struct Estimated {
    /// Estimated from the games finished.
    estimated: f64,
    /// The interval from here to `upper` holds the true number with the confidence given.
    lower: f64,
    upper: f64,
}

impl From<Estimate> for Estimated {
    fn from(estimate: Estimate) -> Self {
        Self {
            estimated: estimate.estimate,
            lower: estimate.lower,
            upper: estimate.upper,
        }
    }
}

pub(super) fn run(arguments: &Arguments, progress: Progress) -> Result<SimulateReport, Failure> {
    let given = place::position(&arguments.place, arguments.rules.as_deref())?;
    let start = match given {
        Some(question) => question.position,
        None => Position::start(place::ready(place::rules(arguments.rules.as_deref())?)?),
    };
    let policy = |option: &str, text: &str| -> Result<Policy, Failure> {
        text.parse().map_err(|error| {
            Failure::Input(anyhow::Error::new(error).context(format!("{option} {text}")))
        })
    };
    let policies = [policy("--a", &arguments.a)?, policy("--b", &arguments.b)?];
    let endgame = if policies.contains(&Policy::Best) && start.winner().is_none() {
        Some(endgame(arguments, &start, progress)?)
    } else {
        None
    };
    let simulation = Simulation {
        start: start.clone(),
        policies,
        games: arguments.games,
        seed: arguments.seed,
        endgame: endgame.as_ref(),
    };
    let tally = progress
        .noting("playing", |note| {
            note.count_to(arguments.games);
            simulation.run_counting(note.done())
        })
        .map_err(|error| match error {
            SimulateError::TooLarge(_) => Failure::Run(error.into()),
            error => Failure::Input(error.into()),
        })?;
    Ok(SimulateReport {
        start,
        policies,
        games: arguments.games,
        seed: arguments.seed,
        confidence: match arguments.confidence.as_str() {
            "99" => Confidence::High,
            "99.9" => Confidence::Highest,
            _ => Confidence::Usual,
        },
        tally,
    })
}

/// The endgames a policy knows: that of the position itself where it has few pieces, else those asked for.
fn endgame(
    arguments: &Arguments,
    start: &Position,
    progress: Progress,
) -> Result<Endgame, Failure> {
    let game = start.game().clone();
    let state = start.state();
    let few = [state.own, state.enemy]
        .iter()
        .all(|set| set.count_ones() as usize <= MAX_PIECES);
    progress.during("solving the endgame", || {
        let least = usize::from(game.rules().board().loses_at) + 1;
        match &arguments.endgame {
            Some(pieces) => {
                let pieces = input::pair("--endgame", pieces)?;
                Endgame::solve(game, pieces, WIDTH).map_err(super::endgame::failure)
            }
            None if few => Endgame::solve_position(game, state, WIDTH, MAX_POSITIONS)
                .map_err(super::endgame::failure),
            None => Endgame::solve(game, [least; 2], WIDTH).map_err(super::endgame::failure),
        }
    })
}

const SIDES: [Side; 2] = [Side::A, Side::B];

impl Reply for SimulateReport {
    type Query = Query;
    type Result = Playouts;

    fn query(&self) -> Query {
        Query {
            command: "daldos simulate",
            rules: self.start.game().rules().to_string(),
            position: self.start.to_string(),
            policies: self.policies.map(|policy| policy.to_string()),
            games: Count::of(self.games),
            seed: Count::of(self.seed),
        }
    }

    fn result(&self) -> Playouts {
        let tally = &self.tally;
        Playouts {
            finished: Count::of(tally.finished()),
            unfinished: Count::of(tally.unfinished),
            wins: BySide::of(|side| Count::of(tally.wins[side as usize])),
            confidence: self.confidence.level(),
            win: BySide::of(|side| tally.chance(side, self.confidence).into()),
            length: tally.length(self.confidence).map(Estimated::from),
            throws: tally.throws(),
            seed: Count::of(self.seed),
        }
    }
}

impl Report for SimulateReport {
    fn name(&self) -> &'static str {
        "daldos-simulate"
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let tally = &self.tally;
        let shown = |number: f64| Entry::Measured(number, format!("{number:.digits$}"));
        let row = |what: String, count: Entry, estimate: &Estimate| {
            vec![
                Entry::from(what),
                count,
                shown(estimate.estimate),
                shown(estimate.lower),
                shown(estimate.upper),
            ]
        };
        let mut rows: Vec<Vec<Entry>> = SIDES
            .iter()
            .map(|&side| {
                let policy = self.policies[side as usize];
                let wins = Entry::from(tally.wins[side as usize]);
                let chance = tally.chance(side, self.confidence);
                row(format!("{side} ({policy}) wins"), wins, &chance)
            })
            .collect();
        if let Some(length) = tally.length(self.confidence) {
            rows.push(row("turns".to_owned(), Entry::Missing(""), &length));
        }
        let mut notes = vec![format!(
            "estimated from {}, seed {}; the true number lies from lower to upper in {} of 100 such runs",
            counted(tally.finished(), "random playout", "random playouts"),
            self.seed,
            100.0 * self.confidence.level()
        )];
        if tally.unfinished > 0 {
            notes.push(format!(
                "{} broken off and ignored",
                counted(tally.unfinished, "game", "games")
            ));
        }
        vec![Sheet {
            name: "estimates",
            heading: format!("{} · {} · simulated", self.start.game().rules(), self.start),
            columns: vec![
                Column::text("what"),
                Column::right("games"),
                Column::decimal("estimated"),
                Column::decimal("lower"),
                Column::decimal("upper"),
            ],
            rows: rows.into(),
            notes,
            chart: Chart::Estimates,
            ..Sheet::default()
        }]
    }
}
