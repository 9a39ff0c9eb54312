//! `siga ur analyse`: the chance to win from a position, and every play ranked.

use clap::Args;

use super::moves::{Played, throw};
use crate::ask::args::tables::TablesPlace;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::{Placed, PositionOf};
use crate::ask::tables::within_reach;
use crate::exact::Quantity;
use crate::exact::serial::count;
use crate::games::ur::Position;
use crate::games::ur::fractions::Fractions;
use crate::games::ur::rules::Throw;
use crate::games::ur::solve::{Rated, Solved, USUAL_POSITIONS, best_of};
use crate::work::Note;

/// A position of few pieces.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[schemars(rename = "Analyse")]
pub(crate) struct Analyse {
    #[command(flatten)]
    #[serde(flatten)]
    at: PositionOf<Position>,
    /// Compare the plays of this throw [default: of every throw]
    #[arg(long, value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    throw: Option<String>,
    /// The chance of the position as a fraction, where at most 3,000 positions can follow
    #[arg(long)]
    exact: bool,
    /// Stop with an error where more than N positions can follow
    #[arg(long, value_name = "N", default_value_t = USUAL_POSITIONS)]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    budget: u64,
    #[command(flatten)]
    #[serde(flatten)]
    tables: TablesPlace,
}

/// The chance to win from a position.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Analysis")]
pub(crate) struct Worth {
    /// The chance that the side to throw wins, both playing their best: a number, or two proved bounds.
    win: Quantity,
    /// Each throw with its plays.
    throws: Vec<AfterThrow>,
}

/// A throw with its plays.
#[derive(Serialize, JsonSchema)]
struct AfterThrow {
    /// The throw.
    throw: String,
    /// Its chance.
    probability: Number,
    /// The chance that the side to throw wins once it has fallen.
    win: Quantity,
    /// Its plays, the best first by the middle of the bounds.
    plays: Vec<RatedPlay>,
}

/// A play with its value.
#[derive(Serialize, JsonSchema)]
struct RatedPlay {
    #[serde(flatten)]
    played: Played,
    /// The chance that the side that plays wins after it.
    win: Quantity,
    /// Whether it is proved that no other play is better.
    best: bool,
}

impl AfterThrow {
    fn of(solved: &Solved, position: &Position, throw: Throw) -> Result<Self, Failure> {
        let plays = solved.plays(position, throw)?;
        let play = |rated: &Rated| RatedPlay {
            played: Played::of(&rated.action),
            win: rated.win.clone(),
            best: rated.is_best_of(&plays),
        };
        Ok(Self {
            throw: throw.to_string(),
            probability: (&position.rules().chance(throw)).into(),
            win: best_of(&plays),
            plays: plays.iter().map(play).collect(),
        })
    }
}

impl Command for Analyse {
    const WORDS: &'static [&'static str] = &["ur", "analyse"];
    const ABOUT: &'static str =
        "The chance to win from a position, with every play of each throw ranked";
    const ALSO: &'static [&'static str] = &["probe"];
    type Answer = Worth;

    fn help() -> String {
        "\
All positions with at most as many pieces left are solved, so positions of up to about three pieces a side are answered at once; others are \
looked up in tables (`siga tables build ur:finkel`). Bounds are proved.

Examples:
  siga ur analyse --position \"6L1/8/6D1 light\" --exact
  siga ur analyse --position \"L7/3D4/8 light hand=1+1\" --throw 2"
            .to_owned()
    }

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Worth, Failure> {
        let position = self.at.read(caller)?.clone();
        let throws = match &mut self.throw {
            Some(text) => {
                let throw = throw(position.rules(), text)?;
                *text = throw.to_string();
                vec![throw]
            }
            None => position.rules().dice().throws().to_vec(),
        };
        let tables = within_reach(&self.tables, &position.rules().to_string(), caller)?;
        let solved = Solved::from(&position, tables.as_ref(), self.budget, note)?;
        let throws = throws.into_iter();
        Ok(Worth {
            win: match self.exact {
                true => Quantity::Exact(Fractions::from(&position, note)?.value(&position)),
                false => solved.value(&position)?,
            },
            throws: throws
                .map(|throw| AfterThrow::of(&solved, &position, throw))
                .collect::<Result<_, _>>()?,
        })
    }

    fn target(&mut self) -> Target<'_> {
        self.at.target()
    }

    fn picture(&self, _worth: &Worth) -> Option<Picture> {
        Some(self.at.subject().picture())
    }

    fn best(&self, worth: &Worth) -> Option<String> {
        let [throw] = worth.throws.as_slice() else {
            return None;
        };
        let best = throw.plays.first().filter(|play| play.best)?;
        Some(best.played.action.clone())
    }

    fn tables(&self, worth: &Worth, _style: &Style) -> Vec<Sheet> {
        let rules = self.at.subject().rules();
        let value = Sheet::of([&worth.win])
            .chance("the side to throw wins", "decimal", |win| *win)
            .named("value", format!("{rules} · best play of both sides"));
        let throws = Sheet::of(&worth.throws)
            .right("throw", |after| after.throw.clone())
            .chance("probability", "decimal", |after| &after.probability.0)
            .chance_decimal("it wins then", |after| &after.win)
            .text("best play", |after| {
                after
                    .plays
                    .first()
                    .map_or("", |play| play.played.action.as_str())
            })
            .named("throws", "By the throw");
        let plays = worth
            .throws
            .iter()
            .flat_map(|after| after.plays.iter().map(move |play| (after, play)));
        let plays = Sheet::of(plays.collect::<Vec<_>>())
            .right("throw", |(after, _)| after.throw.clone())
            .text("play", |(_, play)| play.played.action.clone())
            .text("takes", |(_, play)| play.played.captures.join(" "))
            .chance_decimal("wins", |(_, play)| &play.win)
            .text("best", |(_, play)| if play.best { "yes" } else { "" })
            .text("position", |(_, play)| play.played.position.clone())
            .named("plays", "Every play")
            .note("wins: the chance that the side that plays wins; best: proved that no other play of the throw is better");
        vec![value, throws, plays]
    }
}
