//! `siga ur review`: a game gone through, what throws and what plays did.

use clap::Args;
use num_rational::BigRational;

use crate::ask::args::tables::TablesPlace;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::record::{RecordOf, at_end, heading};
use crate::ask::tables::within_reach;
use crate::exact::Quantity;
use crate::exact::serial::count;
use crate::games::record::Recordable;
use crate::games::ur::review::{Gone, review};
use crate::games::ur::solve::USUAL_POSITIONS;
use crate::games::ur::{Player, Position};
use crate::work::Note;

/// A game that was played, gone through.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[schemars(rename = "Review")]
pub(crate) struct Review {
    #[command(flatten)]
    #[serde(flatten)]
    played: RecordOf<Position>,
    /// Stop with an error where more than N positions can follow the first
    #[arg(long, value_name = "N", default_value_t = USUAL_POSITIONS)]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    budget: u64,
    #[command(flatten)]
    #[serde(flatten)]
    tables: TablesPlace,
}

/// A game gone through: what each throw and each play changed.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Gone")]
pub(crate) struct Reviewed {
    /// Every turn, in order.
    turns: Vec<ReviewedTurn>,
    /// The position at the end, on one line.
    end: String,
    /// Whether the game is over there.
    over: bool,
    /// Light and then dark.
    sums: Vec<Sum>,
}

/// A turn; chances to win are those of the side that plays.
#[derive(Serialize, JsonSchema)]
struct ReviewedTurn {
    /// Its number, from 1.
    ply: usize,
    side: Player,
    /// The position before the throw, on one line.
    position: String,
    throw: String,
    /// As in a record.
    #[serde(rename = "move")]
    action: String,
    /// The chance to win before the throw.
    before: Quantity,
    /// The chance once it has fallen, with best play.
    thrown: Quantity,
    /// The chance after the play.
    after: Quantity,
    /// How much the throw changed: `thrown` less `before`.
    luck: Quantity,
    /// How much the play gave away: `thrown` less `after`.
    lost: Quantity,
    /// The best play, where it is proved to be better than the one that was played.
    better: Option<String>,
}

/// The turns of a side.
#[derive(Serialize, JsonSchema)]
struct Sum {
    side: Player,
    /// How many.
    turns: usize,
    /// What its throws changed, all together.
    luck: Quantity,
    /// What its plays gave away, all together.
    lost: Quantity,
    /// Plays that are proved to have given something away.
    mistakes: usize,
}

impl Sum {
    fn of(side: Player, turns: &[ReviewedTurn]) -> Self {
        let own = || turns.iter().filter(move |turn| turn.side == side);
        let sum = |of: fn(&ReviewedTurn) -> &Quantity| {
            let ends = own().filter_map(|turn| of(turn).ends());
            let zero = (BigRational::default(), BigRational::default());
            let (low, high) = ends.fold(zero, |(low, high), (l, h)| (low + l, high + h));
            Quantity::between(low, high)
        };
        Self {
            side,
            turns: own().count(),
            luck: sum(|turn| &turn.luck),
            lost: sum(|turn| &turn.lost),
            mistakes: own().filter(|turn| turn.better.is_some()).count(),
        }
    }
}

impl ReviewedTurn {
    fn of(ply: usize, gone: Gone) -> Self {
        Self {
            ply,
            side: gone.position.side(),
            position: gone.position.to_string(),
            throw: gone.action.throw.to_string(),
            action: gone.action.text,
            luck: gone.luck,
            lost: gone.lost,
            before: gone.before,
            thrown: gone.thrown,
            after: gone.after,
            better: gone.better,
        }
    }
}

impl Command for Review {
    const WORDS: &'static [&'static str] = &["ur", "review"];
    const ABOUT: &'static str = "Go through a game that was played: what throws and what plays did";
    type Answer = Reviewed;

    fn help() -> String {
        "\
A line of the moves is the side, the throw and the play: `light 2: in-A3`.

Examples:
  siga ur review --record \"game: ur; rules: ur:finkel2; moves:; light 4: in-A1; light 2: in-A3; dark 0: pass\""
            .to_owned()
    }

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Reviewed, Failure> {
        let record = self.played.read(caller)?;
        let tables = within_reach(&self.tables, &record.rules().to_string(), caller)?;
        let gone = review(record, tables.as_ref(), self.budget, note)?;
        let turns = (1..)
            .zip(gone)
            .map(|(ply, gone)| ReviewedTurn::of(ply, gone));
        let turns: Vec<ReviewedTurn> = turns.collect();
        let end = record.end();
        Ok(Reviewed {
            end: end.to_string(),
            over: end.ended().is_some(),
            sums: Player::BOTH.map(|side| Sum::of(side, &turns)).into(),
            turns,
        })
    }

    fn target(&mut self) -> Target<'_> {
        self.played.target()
    }

    fn picture(&self, _reviewed: &Reviewed) -> Option<Picture> {
        Some(at_end(self.played.record()))
    }

    fn tables(&self, reviewed: &Reviewed, _style: &Style) -> Vec<Sheet> {
        let turns = Sheet::of(&reviewed.turns)
            .right("ply", |turn| turn.ply)
            .text("side", |turn| turn.side.to_string())
            .right("throw", |turn| turn.throw.clone())
            .text("play", |turn| turn.action.clone())
            .chance_decimal("before", |turn| &turn.before)
            .decimal("luck", |turn| &turn.luck)
            .decimal("lost", |turn| &turn.lost)
            .text("better", |turn| turn.better.clone())
            .named("turns", heading(self.played.record(), ["turn", "turns"]))
            .note("before: the chance that the side wins, before its throw; luck: what the throw changed; lost: what the play gave away");
        let sums = Sheet::of(&reviewed.sums)
            .text("side", |sum| sum.side.to_string())
            .right("turns", |sum| sum.turns)
            .decimal("luck", |sum| &sum.luck)
            .decimal("lost", |sum| &sum.lost)
            .right("mistakes", |sum| sum.mistakes)
            .named("sums", "What throws and plays did")
            .note("mistakes: plays that are proved to have given something away");
        vec![turns, sums]
    }
}
