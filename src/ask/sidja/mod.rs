//! `siga sidja`: positions, the first capture, whole games.

mod analyse;
mod first_capture;
mod guarantees;
mod placing;
mod solve;
mod survey;

use super::failure::Failure;
use super::game::Game;
use super::one_command::Listed;
use super::perft::Perft;
use super::without_throws::moves::Moves;
use super::without_throws::{Analyse, GameWithoutThrows, NoMore, PlayWithoutThrows, Review};
use crate::games::review::{Judgement, Worth};
use crate::games::sidja::first_capture::Solution;
use crate::games::sidja::placing::Goal;
use crate::games::sidja::placing::game::goal;
use crate::games::sidja::{Outcome, Position, Rules};

/// The game of the command line.
pub(crate) const GAME: Game = Game {
    alias: &["seega", "siga"],
    about: "Sidja and Siga: moves, the first capture, whole positions",
    analysis: "analyse",
    rules: "The rules, such as sidja:west-africa,size=7 (see `siga rules sidja`) [default: the file's, else sidja:sudan \
        on a board of the size drawn]",
    ..Game::of::<Position>(&[
        Listed::question::<Moves<Position>>(),
        Listed::question::<Perft<Position>>(),
        Listed::question::<Analyse<first_capture::FirstCapture>>(),
        Listed::question::<survey::Survey>(),
        Listed::question::<placing::Placing>(),
        Listed::question::<guarantees::Guarantees>(),
        Listed::question::<Analyse<analyse::Whole>>(),
        Listed::question::<solve::Solve>(),
        Listed::question::<Review<Position>>(),
        Listed::play::<PlayWithoutThrows<Position>>(),
    ])
};

impl GameWithoutThrows for Position {
    type More = NoMore;

    const LENGTH: [&'static str; 2] = ["turn", "turns"];

    fn outcome(&self) -> Option<Outcome> {
        self.end()
    }

    fn goal(&self) -> Option<Goal> {
        goal(self.rules())
    }

    fn known_at_once(&self) -> Vec<(Self, Worth)> {
        self.stones_at_once().unwrap_or_default()
    }

    fn note(&self, known: bool) -> Option<&'static str> {
        let placing = self.state().is_placing() && self.rules().size() <= 5;
        match (known, goal(self.rules())) {
            (true, Some(Goal::FirstCapture)) => Some(
                "value: who can force the first capture, with best placing; the value in the whole game is not known",
            ),
            (true, _) => Some("value: the outcome of the whole game for the side that places"),
            (false, _) if placing => Some(
                "what each stone is worth: `siga sidja first-capture`; in the whole game, where that is solved: `siga sidja analyse`",
            ),
            (false, _) => None,
        }
    }

    fn remarks(&self, _more: &NoMore, _found: &Judgement<Self>) -> Vec<String> {
        let placed_for = goal(self.rules()).filter(|_| self.state().is_placing());
        let remark = placed_for.map(|goal| match goal {
            Goal::Game => "It places perfectly: the value of every placement is known, though not always the moves that keep it.".to_owned(),
            Goal::FirstCapture => format!(
                "It places perfectly for the first capture; the value of placements in the whole game is not known{}. Its first turn takes up to a minute.",
                analyse::known_without_limit(self.rules()).map_or_else(String::new, |known| format!("; {known}"))
            ),
        });
        remark.into_iter().collect()
    }
}

/// Refuses boards that are too large to be solved outright.
fn solved_outright(rules: &Rules, help: &str) -> Result<(), Failure> {
    match Solution::is_possible(rules) {
        true => Ok(()),
        false => Err(Failure::input(format!(
            "{rules} is played on {0}×{0}; only boards of 3×3 and 5×5 are solved outright{help}",
            rules.size()
        ))),
    }
}
