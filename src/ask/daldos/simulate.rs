//! `siga daldos simulate`: games played out by chance.

use crate::ask::args::position::PositionArgs;
use crate::ask::daldos::args::endgame::SimulateArgs as Arguments;
use crate::ask::playouts::Estimated;
use crate::ask::prelude::*;
use crate::ask::{input, subject};
use crate::games::daldos::Question;
use crate::games::daldos::simulate::{self, Confidence, Estimate, Policy};
use crate::games::daldos::{Position, Side};

pub(super) struct SimulateReport(pub(super) simulate::Answer);

/// The question for random playouts.
#[derive(Serialize, JsonSchema)]
pub(super) struct SimulateQuery {
    /// The words of the command, without `siga`.
    command: &'static str,
    /// The full rules text.
    rules: String,
    /// Where the games begin.
    position: String,
    /// The policies of A and B.
    policies: [String; 2],
    /// The number of games.
    games: Count,
    /// The seed of the dice.
    seed: Count,
}

/// The results of random playouts: every number is estimated.
#[derive(Serialize, JsonSchema)]
pub(super) struct Playouts {
    /// Games played to the end.
    finished: Count,
    /// Games broken off.
    unfinished: Count,
    /// Games won.
    wins: BySide<Count>,
    /// The confidence of an interval: 0.95, 0.99 or 0.999.
    confidence: f64,
    /// Chance to win, by Wilson's interval.
    win: BySide<Estimated>,
    /// With the same policy for both: chance to win less chance to lose of the side that throws first; `null` with two policies.
    first_advantage: Option<Estimated>,
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

pub(super) fn ask(arguments: &Arguments) -> Result<Question, Failure> {
    let rules = arguments.rules.clone();
    let start: Position = match arguments.place.place() {
        Some(place) => subject::read(&PositionArgs { place, rules })?.0,
        None => subject::start(rules.as_deref())?,
    };
    let policy = |option: &str, text: &str| -> Result<Policy, Failure> {
        text.parse().map_err(|error| {
            Failure::Input(anyhow::Error::new(error).context(format!("{option} {text}")))
        })
    };
    let pieces = |pieces: &Vec<usize>| input::pair("--endgame", pieces);
    Ok(Question::Simulate(simulate::Question {
        start,
        policies: [policy("--a", &arguments.a)?, policy("--b", &arguments.b)?],
        games: arguments.games,
        seed: arguments.seed,
        endgame: arguments.endgame.as_ref().map(pieces).transpose()?,
        confidence: match arguments.confidence.as_str() {
            "99" => Confidence::High,
            "99.9" => Confidence::Highest,
            _ => Confidence::Usual,
        },
    }))
}

const SIDES: [Side; 2] = [Side::A, Side::B];

impl SimulateReport {
    /// The advantage of the side that throws first, if both play by the same policy.
    fn first_advantage(&self) -> Option<Estimate> {
        let question = &self.0.question;
        let [a, b] = question.policies;
        let advantage = || {
            let first = question.start.side();
            self.0.tally.advantage(first, question.confidence)
        };
        (a == b).then(advantage)
    }
}

impl Reply for SimulateReport {
    const NAME: &'static str = "daldos-simulate";
    type Query = SimulateQuery;
    type Result = Playouts;

    fn query(&self) -> SimulateQuery {
        let question = &self.0.question;
        SimulateQuery {
            command: "daldos simulate",
            rules: question.start.game().rules().to_string(),
            position: question.start.to_string(),
            policies: question.policies.map(|policy| policy.to_string()),
            games: Count::of(question.games),
            seed: Count::of(question.seed),
        }
    }

    fn result(&self) -> Playouts {
        let simulate::Answer {
            question, tally, ..
        } = &self.0;
        Playouts {
            finished: Count::of(tally.finished()),
            unfinished: Count::of(tally.unfinished),
            wins: BySide::of(|side| Count::of(tally.wins[side as usize])),
            confidence: question.confidence.level(),
            win: BySide::of(|side| tally.chance(side, question.confidence).into()),
            first_advantage: self.first_advantage().map(Estimated::from),
            length: tally.length(question.confidence).map(Estimated::from),
            throws: tally.throws(),
            seed: Count::of(question.seed),
        }
    }
}

impl Report for SimulateReport {
    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let simulate::Answer {
            question, tally, ..
        } = &self.0;
        let shown = |number: f64| Entry::Measured(number, format!("{number:.digits$}"));
        let mut rows: Vec<(String, Entry, Estimate)> = (SIDES.iter())
            .map(|&side| {
                let policy = question.policies[side as usize];
                let wins = Entry::from(tally.wins[side as usize]);
                let chance = tally.chance(side, question.confidence);
                (format!("{side} ({policy}) wins"), wins, chance)
            })
            .collect();
        if let Some(advantage) = self.first_advantage() {
            let what = format!("{} throws first: wins less losses", question.start.side());
            rows.push((what, Entry::Missing(""), advantage));
        }
        if let Some(length) = tally.length(question.confidence) {
            rows.push(("turns".to_owned(), Entry::Missing(""), length));
        }
        let mut notes = vec![format!(
            "estimated from {}, seed {}; the true number lies from lower to upper in {} of 100 such runs",
            counted(tally.finished(), "random playout", "random playouts"),
            question.seed,
            100.0 * question.confidence.level()
        )];
        if tally.unfinished > 0 {
            notes.push(format!(
                "{} broken off and ignored",
                counted(tally.unfinished, "game", "games")
            ));
        }
        let heading = format!(
            "{} · {} · simulated",
            question.start.game().rules(),
            question.start
        );
        vec![
            Sheet::of(rows)
                .text("what", |(what, ..)| what.clone())
                .right("games", |(_, games, _)| games.clone())
                .decimal("estimated", |(.., estimate)| shown(estimate.estimate))
                .decimal("lower", |(.., estimate)| shown(estimate.lower))
                .decimal("upper", |(.., estimate)| shown(estimate.upper))
                .named("estimates", heading)
                .notes(notes)
                .chart(Chart::Estimates),
        ]
    }
}
