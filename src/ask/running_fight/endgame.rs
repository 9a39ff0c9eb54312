//! Who wins with few pieces.

use clap::Args;
use clap::builder::TypedValueParser;
use num_rational::BigRational;

use super::args::Commands;
use super::worth::PlayCounts;
use crate::ask::args::one_of;
use crate::ask::prelude::*;
use crate::ask::with_throws::endgame::{Endings, Solves};
use crate::board::Team;
use crate::exact::serial::count;
use crate::games::running_fight::endgame::begun_by;
use crate::games::running_fight::position::Position;
use crate::games::running_fight::throws::Yield;
use crate::games::throws::endgame::{
    self, Draw, Endgames as _, Known, MAX_POSITIONS, MAX_THROWS, Terms, USUAL_POSITIONS,
    USUAL_THROWS,
};
use crate::games::throws::{ThrowPlays, Values as _};
use crate::work::Note;

/// What is asked of an endgame where games can be drawn.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    #[serde(flatten)]
    limits: LimitArgs,
    /// What a draw is worth
    #[arg(long, value_parser = worth_of_a_draw(), default_value = "half")]
    draw: Draw,
}

impl From<DrawArgs> for Terms {
    fn from(asked: DrawArgs) -> Self {
        Self {
            draw: asked.draw,
            ..Self::from(&asked.limits)
        }
    }
}

fn worth_of_a_draw() -> impl TypedValueParser<Value = Draw> {
    one_of([
        (Draw::Lost, "lost", "As much as a loss: the chance to win"),
        (
            Draw::Half,
            "half",
            "Half a win: the chance to win plus half the chance of a draw",
        ),
        (Draw::Won, "won", "As much as a win: the chance not to lose"),
    ])
}

/// What is asked of an endgame where each throw can be used before the next is made.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct ExactArgs {
    #[command(flatten)]
    #[serde(flatten)]
    limits: LimitArgs,
    /// Fractions in place of bounds, of at most 3,000 positions
    ///
    /// Only where each throw is used before the next is made.
    #[arg(long)]
    exact: bool,
}

impl From<ExactArgs> for Terms {
    fn from(asked: ExactArgs) -> Self {
        Self {
            exact: asked.exact,
            ..Self::from(&asked.limits)
        }
    }
}

/// The size of an endgame that is solved.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct LimitArgs {
    /// Follow turns of at most N throws, where all throws of a turn are made first
    #[arg(long, value_name = "N", default_value_t = USUAL_THROWS,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_THROWS)))]
    max_throws: u32,
    /// Solve at most N positions, up to 15,000,000, none if 0; where all throws of a turn are made first, each with the throws that stand so far
    #[arg(long, value_name = "N", default_value_t = USUAL_POSITIONS,
          value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_POSITIONS)))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    positions: u32,
}

impl From<&LimitArgs> for Terms {
    fn from(limits: &LimitArgs) -> Self {
        Self {
            max_throws: limits.max_throws,
            ..Self::positions(limits.positions)
        }
    }
}

/// The size of an endgame that was solved, in words.
fn from<R: Commands>(solved: &endgame::Solved<Position<R>>) -> String {
    let positions = grouped(solved.positions() as u64);
    format!("from {}", counted(positions, "position", "positions"))
}

/// The way chances are known of an endgame that was solved.
pub(crate) fn known<R: Commands>(solved: &endgame::Solved<Position<R>>, max_throws: u32) -> String {
    let open = match solved.is_cut() {
        true => format!(
            "; turns in which more than {max_throws} throws stand, or are kept for later ones, are left open"
        ),
        false => String::new(),
    };
    format!("proved bounds, {}{open}", from(solved))
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
    type Terms = R::EndgameTerms;

    fn solved(
        &self,
        throw: Option<&Yield>,
        asked: &R::EndgameTerms,
        _caller: Caller,
        note: &Note,
    ) -> Result<Endings<PlayCounts>, Failure> {
        let terms: Terms = asked.clone().into();
        let found = endgame::solve(self, &terms, note)?;
        let (throws, longer) = match throw {
            Some(throw) => {
                let one = ThrowPlays::new(throw.clone(), found.plays(self, throw)?);
                (vec![one], BigRational::default())
            }
            None => {
                let (begun, longer) = begun_by(self.rules());
                (ThrowPlays::each(&found, self, begun)?, longer)
            }
        };
        let how = match terms.exact {
            true => format!(
                "exact, {}; proved: no other play helps either side",
                from(&found)
            ),
            false => known(&found, terms.max_throws),
        };
        let exact = !R::DRAWN && !found.is_cut() && found.positions() <= Self::MOST_EXACT;
        let found = Known::Solved(Box::new(found));
        let endings = Endings {
            longer: (&longer).into(),
            says: value::<R>(terms.draw, self.side()),
            known: vec![how],
            ..Endings::of(self, &found, &throws)?
        };
        Ok(endings.naming_exact(exact))
    }
}
