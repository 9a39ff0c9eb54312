//! Random playouts (`simulate`), for people and programs: every number is estimated.

use crate::ask::playouts::Estimated;
use crate::ask::prelude::*;
use crate::ask::subject::Shown;
use crate::board::Team;
use crate::games::playouts::{Confidence, Estimate, Tally};
use crate::rules::Options;

/// A game that is played out.
pub(crate) trait Simulates: Shown + PartialEq {
    /// The name of the report.
    const SIMULATE: &'static str;
    /// Whether a game can be drawn.
    const DRAWN: bool = false;
}

/// Games of one start that were played out.
pub(crate) struct Simulated<P> {
    /// Where the games begin.
    pub(crate) position: P,
    /// The side that throws first; `None` where the first tâb decides it.
    pub(crate) first: Option<Team>,
    /// The policies of A and B.
    pub(crate) policies: [String; 2],
    pub(crate) games: u64,
    pub(crate) seed: u64,
    pub(crate) confidence: Confidence,
    /// What a policy does that its name does not say.
    pub(crate) note: Option<String>,
    pub(crate) tally: Tally,
}

/// The question for random playouts.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SimulateQuery {
    /// The words of the command, without `siga`.
    command: String,
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
pub(crate) struct Playouts {
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
    /// Where games can be drawn: games that nobody has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<Count>,
    /// Where games can be drawn: chance of a draw, by Wilson's interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    draw: Option<Estimated>,
    /// With the same policy for both: chance to win less chance to lose of the side that throws first; at the start of tâb, where the first
    /// tâb decides that, of the team that throws it. `null` with two policies.
    first_advantage: Option<Estimated>,
    /// Mean number of turns of a finished game; `null` for fewer than two.
    length: Option<Estimated>,
    /// Mean number of throws of a finished game.
    throws: f64,
    /// Share of the variance of the result that the throws explain, from each game played again with the same throws; the rest comes from
    /// the choices that the policies leave to chance. `null` for too few games, or too few that end differently from the others.
    explained_by_throws: Option<Estimated>,
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
    fn of(value: impl Fn(Team) -> T) -> Self {
        Self {
            a: value(Team::A),
            b: value(Team::B),
        }
    }
}

/// The confidence of a number of per cent.
pub(crate) fn confidence(percent: &str) -> Confidence {
    match percent {
        "99" => Confidence::High,
        "99.9" => Confidence::Highest,
        _ => Confidence::Usual,
    }
}

/// The policy that an option names.
pub(crate) fn policy<P>(option: &str, text: &str) -> Result<P, Failure>
where
    P: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    text.parse().map_err(|error: P::Err| {
        Failure::Input(anyhow::Error::new(error).context(format!("{option} {text}")))
    })
}

impl<P: Simulates> Simulated<P> {
    /// The advantage of the side that throws first, if both play by the same policy.
    fn first_advantage(&self) -> Option<Estimate> {
        let [a, b] = &self.policies;
        (a == b).then(|| self.tally.advantage(self.confidence))
    }

    /// Whose advantage that is.
    fn who_is_first(&self) -> String {
        let start = P::start(self.position.rules()).is_ok_and(|start| start == self.position);
        match self.first {
            None => "first by the first tâb: wins less losses".to_owned(),
            Some(first) if start => format!("{first} throws first: wins less losses"),
            Some(first) => format!("{first} throws next: wins less losses"),
        }
    }
}

impl<P: Simulates> Reply for Simulated<P> {
    const NAME: &'static str = P::SIMULATE;
    type Query = SimulateQuery;
    type Result = Playouts;

    fn query(&self) -> SimulateQuery {
        SimulateQuery {
            command: format!("{} simulate", P::Rules::GAME),
            rules: self.position.rules().to_string(),
            position: self.position.to_string(),
            policies: self.policies.clone(),
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
            drawn: P::DRAWN.then(|| Count::of(tally.drawn)),
            draw: P::DRAWN.then(|| tally.draw(self.confidence).into()),
            first_advantage: self.first_advantage().map(Estimated::from),
            length: tally.length(self.confidence).map(Estimated::from),
            throws: tally.throws(),
            explained_by_throws: tally
                .explained_by_throws(self.confidence)
                .map(Estimated::from),
            seed: Count::of(self.seed),
        }
    }
}

impl<P: Simulates> Report for Simulated<P> {
    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let tally = &self.tally;
        let shown = |number: f64| Entry::Measured(number, format!("{number:.digits$}"));
        let mut rows: Vec<(String, Entry, Estimate)> = (Team::BOTH.iter())
            .map(|&side| {
                let policy = &self.policies[side as usize];
                let wins = Entry::from(tally.wins[side as usize]);
                let chance = tally.chance(side, self.confidence);
                (format!("{side} ({policy}) wins"), wins, chance)
            })
            .collect();
        if P::DRAWN {
            let drawn = tally.draw(self.confidence);
            rows.push(("a draw".to_owned(), Entry::from(tally.drawn), drawn));
        }
        if let Some(advantage) = self.first_advantage() {
            rows.push((self.who_is_first(), Entry::Missing(""), advantage));
        }
        if let Some(length) = tally.length(self.confidence) {
            rows.push(("turns".to_owned(), Entry::Missing(""), length));
        }
        let explained = tally.explained_by_throws(self.confidence);
        if let Some(explained) = explained {
            let what = "explained by the throws".to_owned();
            rows.push((what, Entry::Missing(""), explained));
        }
        let mut notes = vec![format!(
            "estimated from {}, seed {}; the true number lies from lower to upper in {} of 100 such runs",
            counted(tally.finished(), "random playout", "random playouts"),
            self.seed,
            100.0 * self.confidence.level()
        )];
        if self.first.is_none() && self.first_advantage().is_some() {
            notes.push(
                "the team that throws the first tâb plays first, A in some games and B in others: its wins less its losses are the advantage \
                 of playing first"
                    .to_owned(),
            );
        }
        if explained.is_some() {
            notes.push(
                "explained by the throws: this share of the variance of the result, from each game played again with the same throws; \
                 the rest comes from the choices that the policies leave to chance"
                    .to_owned(),
            );
        }
        notes.extend(self.note.clone());
        if tally.unfinished > 0 {
            notes.push(format!(
                "{} broken off and ignored",
                counted(tally.unfinished, "game", "games")
            ));
        }
        let heading = format!("{} · {} · simulated", self.position.rules(), self.position);
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
