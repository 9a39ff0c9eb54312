//! Ur for the commands of `with_throws`: moves, play, review, simulate.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::ask::args::tables::TablesPlace;
use crate::ask::playing::Ranking;
use crate::ask::prelude::*;
use crate::ask::tables::within_reach;
use crate::ask::ur::analyse::SolvingArgs;
use crate::ask::with_throws::GameWithThrows;
use crate::ask::with_throws::moves::Column;
use crate::ask::with_throws::play::{Machine, equal};
use crate::ask::with_throws::simulate::{Playouts, Simulate};
use crate::exact::Quantity;
use crate::games::playouts::simulate;
use crate::games::record::Record;
use crate::games::throws::ranked::By;
use crate::games::throws::review::Review;
use crate::games::throws::{Values, WithThrows as _, Worth};
use crate::games::ur::review::review;
use crate::games::ur::rules::Throw;
use crate::games::ur::simulate::Policy;
use crate::games::ur::solve::{SolvedRace, USUAL_POSITIONS};
use crate::games::ur::{Move, Player, Position, Recorded};
use crate::work::Note;

/// What is said of a play in Ur alone.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Again")]
pub(crate) struct RacePlay {
    /// Whether the same side throws again.
    again: bool,
    /// The steps by which its side is ahead after the next throw, on average: a measure, not the value of the play.
    pub(super) ahead: Number,
}

/// The solution of what can follow; `None` where there are no tables and the positions are too many.
fn solved(position: &Position, machine: &Machine<Position>) -> Option<Arc<SolvedRace>> {
    let kept = machine.kept.borrow();
    let find = |note: &_| SolvedRace::from(position, kept.tables(), USUAL_POSITIONS, note);
    machine.caller.noting("solving", find).ok()
}

/// How far ahead a play leads, in words.
fn ahead(steps: &BigRational) -> String {
    let number = Quantity::Exact(steps.abs()).fixed(2);
    let word = if number == "1" { "step" } else { "steps" };
    let level = match (steps.is_negative(), steps.is_zero()) {
        (_, true) => "level".to_owned(),
        (true, _) => format!("{number} {word} behind"),
        (false, _) => format!("{number} {word} ahead"),
    };
    format!("{level} after the next throw, on average")
}

impl GameWithThrows for Position {
    type Own = RacePlay;
    type PlayArgs = TablesPlace;
    type Left = Throw;
    type Action = Move;
    type ReviewArgs = SolvingArgs;

    const THROW: &'static str = "3";
    const COLUMNS: &'static [Column<RacePlay>] = &[
        ("throws again", false, |play| match play.again {
            true => "yes".to_owned(),
            false => String::new(),
        }),
        ("steps ahead", true, |play| {
            Quantity::Exact(play.ahead.0.clone()).fixed(2)
        }),
    ];
    const OWN_THROW: &'static str = "throw 3";
    const LINES: [&'static str; 2] = ["turn", "turns"];
    const HISTORY: &'static [&'static str] = &["light wins", "lost"];

    fn captures(&self, play: &Move) -> Vec<String> {
        texts(play.takes.as_slice())
    }

    fn own(&self, play: &Move) -> RacePlay {
        RacePlay {
            again: play.again,
            ahead: (&play.ahead()).into(),
        }
    }

    fn column_note(_plays: &[Move]) -> String {
        "steps ahead: after the next throw, on average; not the value of the play".to_owned()
    }

    fn tables(place: &TablesPlace) -> Option<&TablesPlace> {
        Some(place)
    }

    fn chance(&self, machine: &Machine<Self>) -> Result<Option<Quantity>, Failure> {
        Ok(match (solved(self, machine), Recorded::of(self)) {
            (Some(solved), _) => Some(solved.bounds_of(self)?),
            (None, Some(recorded)) => recorded.own(self)?,
            (None, None) => None,
        })
    }

    fn solves(&self, machine: &Machine<Self>) -> Result<bool, Failure> {
        Ok(solved(self, machine).is_some())
    }

    fn by_chance(
        &self,
        machine: &Machine<Self>,
        throw: &Throw,
    ) -> Result<Option<Vec<Worth<Move>>>, Failure> {
        let solved = solved(self, machine);
        Ok(solved.map(|solved| solved.plays(self, throw)).transpose()?)
    }

    fn by_aim(&self, _machine: &Machine<Self>, throw: &Throw) -> Result<Ranking<Move>, Failure> {
        let moves = self.ranked(*throw);
        let equal = equal(moves.iter().map(Move::ahead));
        let basis = "most steps ahead after the next throw, not proved";
        let moves = moves.into_iter().map(|action| {
            let value = ahead(&action.ahead());
            (action, value)
        });
        Ok(Ranking::of(equal, basis, moves))
    }

    fn unknown(&self) -> String {
        format!(
            "Who wins is not known without tables: `siga tables build {}` makes them.",
            self.rules()
        )
    }

    fn fallen(
        &self,
        _opening: bool,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Result<(String, Option<Throw>), String> {
        let dice = self.rules().dice();
        let throw = dice.at(below(dice.total().into()));
        let throw = throw.ok_or_else(|| "these rules have no throws".to_owned())?;
        Ok((throw.to_string(), Some(throw)))
    }

    fn looks_thrown(text: &str, _playing: bool) -> bool {
        let digits = text.trim_end_matches('+');
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    }

    fn begun(&self, throw: &Throw) -> (Self, Option<Throw>, String) {
        let said = match &self.moves(*throw)[..] {
            [only] if only.text == "pass" => ": no piece can move",
            _ => "",
        };
        (self.clone(), Some(*throw), said.to_owned())
    }

    fn shown_left(throw: &Throw) -> String {
        throw.to_string()
    }

    fn read_action(&self, throw: &Throw, text: &str) -> Result<Vec<Move>, String> {
        let found = self.read_move(*throw, text)?;
        Ok(vec![found])
    }

    fn made(&self, _throw: &Throw, action: &Move) -> (Self, Option<Throw>) {
        (action.after.clone(), None)
    }

    fn action_written(&self, action: &Move) -> String {
        action.text.clone()
    }

    fn forced(&self, throw: &Throw) -> Option<Move> {
        let mut moves = self.moves(*throw);
        let only = moves.pop()?;
        (moves.is_empty() && only.text == "pass").then_some(only)
    }

    fn measure(by: By) -> &'static str {
        match by {
            By::Win => "win: the chance to win, between proved bounds",
            _ => {
                "net: the steps ahead after the next throw, on average; a measure, not the chance to win"
            }
        }
    }

    fn reviewed(
        record: &Record<Self>,
        terms: &SolvingArgs,
        caller: Caller,
        note: &Note,
    ) -> Result<Review<Player>, Failure> {
        let tables = within_reach(&terms.tables, &record.rules().to_string(), caller)?;
        let mut found = review(record, tables.as_ref(), terms.budget, note)?;
        let by_steps = found.turns.iter().any(|turn| turn.by == By::Net);
        found.known = by_steps.then(|| {
            format!(
                "no chance to win is given where more than {} positions can follow: `siga tables build {}` makes them known",
                grouped(terms.budget),
                record.rules()
            )
        });
        Ok(found)
    }

    fn played_out(
        &self,
        _begins: bool,
        asked: &Simulate<Self>,
        note: &Note,
    ) -> Result<Playouts, Failure> {
        let policies = asked.policies(str::parse::<Policy>)?;
        let tally = simulate(&policies, self, asked.games, asked.seed, note)?;
        let sides = "A is light, B is dark".to_owned();
        Ok(Playouts::of(asked, &tally, Some(self.team()), Some(sides)))
    }
}
