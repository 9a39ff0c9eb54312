//! Who wins with few pieces.

use clap::{Args, ValueEnum};
use num_rational::BigRational;

use super::args::{Commands, EndgameTerms};
use crate::ask::prelude::*;
use crate::ask::with_throws::endgame::{Solved, Solves};
use crate::board::Team;
use crate::exact::serial::count;
use crate::games::running_fight::endgame::{
    self, Draw, EndgameError, Limits, MAX_STATES, MAX_THROWS, Solution, USUAL_STATES, USUAL_THROWS,
    solve,
};
use crate::games::running_fight::plays::Yield;
use crate::games::running_fight::position::Position;
use crate::games::throws::{ThrowPlays, Values as _};
use crate::solve::Origin;
use crate::work::limit::grouped;
use crate::work::{Fault, Note};

/// What is asked of an endgame.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "R: Commands")]
pub(crate) struct Terms<R: Commands> {
    #[command(flatten)]
    #[serde(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    #[serde(flatten)]
    own: R::EndgameTerms,
}

/// Where games can be drawn.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct DrawArgs {
    /// What a draw is worth
    #[arg(long, value_enum, default_value_t = DrawIs::Half)]
    draw: DrawIs,
}

impl EndgameTerms for DrawArgs {
    fn draw(&self) -> Draw {
        self.draw.into()
    }
}

/// Where each throw can be used before the next is made.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct ExactArgs {
    /// Fractions in place of bounds, of at most 3,000 states
    ///
    /// Only where each throw is used before the next is made.
    #[arg(long)]
    exact: bool,
}

impl EndgameTerms for ExactArgs {
    fn exact(&self) -> bool {
        self.exact
    }
}

/// The size of an endgame that is solved.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct LimitArgs {
    /// Leave turns with more throws open, where all throws of a turn are made first
    #[arg(long, value_name = "N", default_value_t = USUAL_THROWS,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_THROWS)))]
    max_throws: u32,
    /// Solve at most N states, up to 2,000,000
    #[arg(long, alias = "positions", value_name = "N", default_value_t = USUAL_STATES,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_STATES)))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    states: u32,
}

impl From<&LimitArgs> for Limits {
    fn from(limits: &LimitArgs) -> Self {
        Self {
            max_throws: limits.max_throws,
            states: limits.states,
        }
    }
}

/// The worth of a draw to the team to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum DrawIs {
    /// As much as a loss: the chance to win
    Lost,
    /// Half a win: the chance to win plus half the chance of a draw
    Half,
    /// As much as a win: the chance not to lose
    Won,
}

impl From<DrawIs> for Draw {
    fn from(draw: DrawIs) -> Self {
        match draw {
            DrawIs::Lost => Self::Lost,
            DrawIs::Half => Self::Half,
            DrawIs::Won => Self::Won,
        }
    }
}

/// The size of an endgame that was solved, in words.
fn from(solution: &Solution) -> String {
    let size = |count: usize| grouped(count as u128);
    format!(
        "from {} in {}",
        counted(size(solution.boards), "board", "boards"),
        counted(size(solution.states), "state", "states")
    )
}

/// The way chances are known of an endgame that was solved.
pub(crate) fn solved(solution: &Solution, max_throws: u32) -> String {
    let open = match solution.cut {
        true => format!("; turns in which more than {max_throws} throws stand are left open"),
        false => String::new(),
    };
    format!("proved bounds, {}{open}", from(solution))
}

/// The value of a position for a team in words.
fn value<R: Commands>(draw: Draw, side: Team) -> String {
    match draw {
        _ if !R::DRAWN => format!("{side} wins"),
        Draw::Lost => format!("{side} wins, and does not draw,"),
        Draw::Half => format!("{side} wins, a draw counted as half a win,"),
        Draw::Won => format!("{side} wins or draws"),
    }
}

impl<R: Commands> Solves for Position<R> {
    type Terms = Terms<R>;

    fn solve_help() -> String {
        R::TEXTS.endgame.to_owned()
    }

    fn solved(
        &self,
        throw: Option<&Yield<R::Throw>>,
        asked: &Terms<R>,
        _caller: Caller,
        note: &Note,
    ) -> Result<Solved<Self>, Failure> {
        let terms = endgame::Terms {
            draw: asked.own.draw(),
            exact: asked.own.exact(),
            limits: Limits::from(&asked.limits),
        };
        let found = solve(self, &terms, note)?;
        let (throws, longer) = match throw {
            Some(throw) => {
                let one = ThrowPlays::new(throw.clone(), found.plays(self, throw)?);
                (vec![one], BigRational::default())
            }
            None => {
                let by_throw = found.by_throw(self)?;
                (by_throw.throws, by_throw.others)
            }
        };
        let solution = found.solution();
        let win = found.value(self.side(), self)?;
        let max_throws = asked.limits.max_throws;
        let known = match terms.exact {
            true => format!(
                "exact, {}; proved: no other play helps either side",
                from(&solution)
            ),
            false => solved(&solution, max_throws),
        };
        Ok(Solved {
            win: win.ok_or_else(|| Fault::from(EndgameError::Exact))?,
            length: None,
            throws,
            longer,
            method: Origin::Solved,
            positions: solution.states as u64,
            cut: solution.cut,
            ends: Some(found.ending()),
            says: value::<R>(terms.draw, self.side()),
            known: vec![known],
        })
    }
}
