//! `siga ur moves`: every play of a throw.

use clap::Args;

use crate::ask::moves::ListedMoves;
use crate::ask::prelude::*;
use crate::ask::subject::PositionOf;
use crate::games::ur::rules::Throw;
use crate::games::ur::{Move, Player, Position, Rules};
use crate::render::words::listed;

/// The throw that is played.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct ThrownArgs {
    /// What is thrown, such as 3
    #[arg(long, visible_alias = "yield", value_name = "N")]
    throw: String,
}

/// The throw of a text.
pub(super) fn throw(rules: &Rules, text: &str) -> Result<Throw, Failure> {
    let throws = rules.dice().throws();
    let found = throws.iter().find(|throw| throw.to_string() == text.trim());
    found.copied().ok_or_else(|| {
        let known = itertools::join(throws, ", ");
        Failure::input(format!(
            "--throw {text}: the throws of these rules are {known}"
        ))
    })
}

/// Every play of a throw.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MovesResult {
    /// Every play; none if the game is over.
    moves: Vec<Played>,
    /// The winner, if the game is over.
    winner: Option<Player>,
}

/// A play of a throw.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Played {
    /// `A4-B3`, `B1xB4` where it takes, `in-A2`, `A7-off`, or `pass`.
    #[serde(rename = "move")]
    pub(super) action: String,
    /// The cells of the pieces taken.
    pub(super) captures: Vec<String>,
    /// Whether the same side throws again.
    pub(super) again: bool,
    /// The position before the next throw.
    pub(super) position: String,
}

impl Played {
    pub(super) fn of(play: &Move) -> Self {
        Self {
            action: play.text.clone(),
            captures: play.takes.iter().map(ToString::to_string).collect(),
            again: play.again,
            position: play.after.to_string(),
        }
    }
}

impl ListedMoves for Position {
    type At = PositionOf<Self>;
    type Thrown = ThrownArgs;
    type List = MovesResult;
    const ABOUT: &'static str = "Every play of a throw, with what it takes";

    fn help() -> String {
        "\
A play is written A4-B3, B1xB4 where it takes, in-A2 for a piece that enters, A7-off for one that leaves; `pass` is a throw \
that cannot be used.

Examples:
  siga ur moves --position \"8/8/8 light hand=7+7\" --throw 4
  siga ur moves --position \"L7/3D4/8 light hand=6+6\" --rules ur:finkel --throw 2"
            .to_owned()
    }

    fn throw(&self, thrown: &mut ThrownArgs) -> Result<Throw, Failure> {
        let throw = throw(self.rules(), &thrown.throw)?;
        thrown.throw = throw.to_string();
        Ok(throw)
    }

    fn listed(&self, plays: &[Move]) -> MovesResult {
        MovesResult {
            moves: plays.iter().map(Played::of).collect(),
            winner: self.winner(),
        }
    }

    fn table(&self, thrown: &ThrownArgs, list: &MovesResult) -> Sheet {
        let number = listed(list.moves.len(), "play", "plays");
        Sheet::of(&list.moves)
            .text("play", |play| play.action.clone())
            .text("takes", |play| play.captures.join(" "))
            .text("throws again", |play| if play.again { "yes" } else { "" })
            .text("position", |play| play.position.clone())
            .named(
                "plays",
                format!("{} · throw {} · {number}", self.rules(), thrown.throw),
            )
            .chart(Chart::None)
    }
}
