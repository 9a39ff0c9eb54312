//! `siga daldos simulate`: games played out by chance.

use serde_json::{Value, json};

use super::place;
use crate::cli::args::endgame::Simulate as Arguments;
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::progress::Progress;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
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
        .during("playing", || simulation.run())
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

fn json(estimate: &Estimate) -> Value {
    json!({
        "estimated": estimate.estimate,
        "lower": estimate.lower,
        "upper": estimate.upper,
    })
}

const SIDES: [Side; 2] = [Side::A, Side::B];

impl Reply for SimulateReport {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        json!({
            "command": "daldos simulate",
            "rules": self.start.game().rules().to_string(),
            "position": self.start.to_string(),
            "policies": self.policies.map(|policy| policy.to_string()),
            "games": self.games.to_string(),
            "seed": self.seed.to_string(),
        })
    }

    fn result(&self) -> Self::Result {
        let tally = &self.tally;
        json!({
            "finished": tally.finished().to_string(),
            "unfinished": tally.unfinished.to_string(),
            "wins": { "A": tally.wins[0].to_string(), "B": tally.wins[1].to_string() },
            "confidence": self.confidence.level(),
            "win": {
                "A": json(&tally.chance(Side::A, self.confidence)),
                "B": json(&tally.chance(Side::B, self.confidence)),
            },
            "length": tally.length(self.confidence).as_ref().map(json),
            "throws": tally.throws(),
            "seed": self.seed.to_string(),
        })
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
            ..Sheet::default()
        }]
    }
}
