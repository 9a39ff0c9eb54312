//! Random playouts (`simulate`), for people and programs: every number is estimated.

use clap::Args;

use super::GameWithThrows;
use crate::ask::args::position::PLACE;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::{Placed as _, PositionOf};
use crate::board::Team;
use crate::exact::serial::count;
use crate::games::playouts::{Confidence, Estimate, Tally};
use crate::games::record::Recordable;
use crate::rules::RulesText;
use crate::work::Note;

/// Random playouts.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[command(mut_group(PLACE, |place| place.required(false)))]
#[serde(bound = "")]
#[schemars(bound = "P: GameWithThrows", rename = "Simulate")]
pub(crate) struct Simulate<P: GameWithThrows> {
    #[command(flatten)]
    #[serde(flatten)]
    start: PositionOf<P>,
    /// How the first side plays: greedy, random, or another of the policies above
    #[arg(
        long,
        value_name = "POLICY",
        default_value = "greedy",
        help_heading = "Question"
    )]
    a: String,
    /// How the other side plays
    #[arg(
        long,
        value_name = "POLICY",
        default_value = "greedy",
        help_heading = "Question"
    )]
    b: String,
    /// How many games are played
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        help_heading = "Question"
    )]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    pub(crate) games: u64,
    /// The seed of the random throws
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Question")]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    pub(crate) seed: u64,
    /// How sure the intervals are, in per cent: 95, 99 or 99.9
    #[arg(long, value_name = "PERCENT", default_value = "95", value_parser = ["95", "99", "99.9"], help_heading = "Question")]
    confidence: String,
}

impl<P: GameWithThrows> Simulate<P> {
    /// The policies of A and of B.
    ///
    /// # Errors
    /// There is no such policy.
    pub(crate) fn policies<Q, E>(
        &self,
        read: impl Fn(&str) -> Result<Q, E>,
    ) -> Result<[Q; 2], Failure>
    where
        E: std::error::Error,
    {
        let policy = |option: &str, text: &str| {
            read(text).map_err(|error| Failure::value(option, text, &error))
        };
        Ok([policy("--a", &self.a)?, policy("--b", &self.b)?])
    }

    /// The confidence of the intervals.
    pub(crate) fn confidence(&self) -> Confidence {
        match self.confidence.as_str() {
            "99" => Confidence::High,
            "99.9" => Confidence::Highest,
            _ => Confidence::Usual,
        }
    }

    /// Whose advantage it is to be first.
    fn who_is_first(&self, first: Option<Team>) -> String {
        let position = &self.start.subject().position;
        let start = P::start(position.rules()).is_ok_and(|start| start == *position);
        match first {
            None => "first by the first tâb: wins less losses".to_owned(),
            Some(first) if start => format!("{first} throws first: wins less losses"),
            Some(first) => format!("{first} throws next: wins less losses"),
        }
    }
}

/// The results of random playouts: every number is estimated.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Playouts {
    /// Games played to the end.
    finished: Count,
    /// Games broken off: left out of each estimate, lost at its lower end, won at its upper end.
    unfinished: Count,
    /// Games won.
    wins: BySide<Count>,
    /// The confidence of an interval: 0.95, 0.99 or 0.999.
    confidence: f64,
    /// Chance to win, by Wilson's interval; `null` if no game was finished.
    win: BySide<Option<Estimate>>,
    /// Where games can be drawn: games that nobody has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<Count>,
    /// Where games can be drawn: chance of a draw, by Wilson's interval; `null` if no game was finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    draw: Option<Option<Estimate>>,
    /// With the same policy for both: chance to win less chance to lose of the side that throws first; at the start of tâb, where the first
    /// tâb decides that, of the team that throws it. `null` with two policies, and if no game was finished.
    first_advantage: Option<Estimate>,
    /// Mean number of turns of a game; `null` for fewer than two games, and where games were broken off.
    length: Option<Estimate>,
    /// Mean number of throws of a game; `null` where games were broken off.
    throws: Option<f64>,
    /// The seed of the dice.
    seed: Count,
    /// The side that throws first; `None` where the first tâb decides it.
    #[serde(skip)]
    first: Option<Team>,
    /// What a policy does that its name does not say.
    #[serde(skip)]
    note: Option<String>,
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

impl Playouts {
    /// The results of games of a side that throws first, and what is to be said of their policies.
    pub(crate) fn of<P: GameWithThrows>(
        asked: &Simulate<P>,
        tally: &Tally,
        first: Option<Team>,
        note: Option<String>,
    ) -> Self {
        let sure = asked.confidence();
        let same = asked.a == asked.b;
        Self {
            finished: Count::of(tally.finished()),
            unfinished: Count::of(tally.unfinished),
            wins: BySide::of(|side| Count::of(tally.wins[side as usize])),
            confidence: sure.level(),
            win: BySide::of(|side| tally.chance(side, sure)),
            drawn: P::DRAWN.then(|| Count::of(tally.drawn)),
            draw: P::DRAWN.then(|| tally.draw(sure)),
            first_advantage: tally.advantage(sure).filter(|_| same),
            length: tally.length(sure),
            throws: tally.throws(),
            seed: Count::of(asked.seed),
            first,
            note,
        }
    }

    /// What is to be said under the table.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.finished != Count::of(0) {
            notes.push(format!(
                "estimated from {}, seed {}; the true number lies from lower to upper in {} of 100 such runs",
                counted(&self.finished, "random playout", "random playouts"),
                self.seed,
                100.0 * self.confidence
            ));
        }
        if self.first.is_none() && self.first_advantage.is_some() {
            notes.push(
                "the team that throws the first tâb plays first, A in some games and B in others: its wins less its losses are the advantage \
                 of playing first"
                    .to_owned(),
            );
        }
        notes.extend(self.note.clone());
        if self.unfinished != Count::of(0) {
            let what = match self.finished == Count::of(0) {
                true => "nothing can be estimated",
                false => {
                    "lower counts them as lost, upper as won; how long games last is not known"
                }
            };
            let unfinished = counted(&self.unfinished, "game was", "games were");
            notes.push(format!("{unfinished} broken off as too long: {what}"));
        }
        notes
    }
}

impl<P: GameWithThrows> Command for Simulate<P> {
    const WORDS: &'static [&'static str] = &[<P::Rules as RulesText>::GAME, "simulate"];
    const ABOUT: &'static str = "Random playouts: estimates with their intervals";
    type Answer = Playouts;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Playouts, Failure> {
        let begins = self.start.given(caller)?.is_none();
        if begins {
            let start = P::start(&self.start.rules()?)?;
            self.start.begin(start);
        }
        let position = &self.start.subject().position;
        if let Some(ended) = Recordable::ended(position) {
            let over = format!("{position}: the game is over, {ended}");
            return Err(Failure::input(over));
        }
        position.played_out(begins, self, note)
    }

    fn target(&mut self) -> Target<'_> {
        self.start.target()
    }

    fn tables(&self, found: &Playouts, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let shown = |number: f64| Entry::Measured(number, format!("{number:.digits$}"));
        let none = || Entry::Missing("");
        let part = |estimate: &Option<Estimate>, of: fn(&Estimate) -> f64| match estimate {
            Some(estimate) => shown(of(estimate)),
            None => Entry::Missing("not known"),
        };
        let side = |name, policy: &String, wins: &Count, chance| {
            (format!("{name} ({policy}) wins"), Entry::from(wins), chance)
        };
        let mut rows = vec![
            side("A", &self.a, &found.wins.a, &found.win.a),
            side("B", &self.b, &found.wins.b, &found.win.b),
        ];
        if let (Some(drawn), Some(draw)) = (&found.drawn, &found.draw) {
            rows.push(("a draw".to_owned(), Entry::from(drawn), draw));
        }
        if found.first_advantage.is_some() {
            let first = self.who_is_first(found.first);
            rows.push((first, none(), &found.first_advantage));
        }
        if found.length.is_some() {
            rows.push(("turns".to_owned(), none(), &found.length));
        }
        let position = &self.start.subject().position;
        let heading = format!("{} · {position} · simulated", position.rules());
        vec![
            Sheet::of(rows)
                .text("what", |(what, ..)| what.clone())
                .right("games", |(_, games, _)| games.clone())
                .decimal("estimated", |(.., found)| part(found, |it| it.estimate))
                .decimal("lower", |(.., found)| part(found, |it| it.lower))
                .decimal("upper", |(.., found)| part(found, |it| it.upper))
                .named("estimates", heading)
                .notes(found.notes())
                .chart(Chart::Estimates),
        ]
    }
}
