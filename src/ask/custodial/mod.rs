//! The games of taking between two: `siga hasami-shogi`, `siga custodial-seega`, …, and `siga custodial` for a text of one's own.

mod picture;

use clap::Args;

use super::game::Game;
use super::one_command::Listed;
use super::perft::Perft;
use super::prelude::*;
use super::without_throws::moves::Moves;
use super::without_throws::{
    Analyse, Analysed, Analysis, GameWithoutThrows, NoMore, PlayWithoutThrows, Review, Solvable,
    Solve, basis,
};
use crate::games::custodial::{Position, Rules, graph};
use crate::games::goal::Goal;
use crate::games::review::Judgement;
use crate::games::solved_game::SolvedGame;
use crate::solve::Method;
use crate::solve::retro::Outcome;
use crate::work::{Fault, Note};

/// The same commands for every game.
const COMMANDS: &[Listed] = &[
    Listed::question::<Moves<Position>>(),
    Listed::question::<Perft<Position>>(),
    Listed::question::<Analyse<Follows<false>>>(),
    Listed::question::<Analyse<Follows<true>>>(),
    Listed::question::<Solve<Position>>(),
    Listed::question::<Review<Position>>(),
    Listed::play::<PlayWithoutThrows<Position>>(),
];

/// The help text of `--rules` in commands about a position.
const RULES: &str = "The rules (see `siga rules GAME`); with `siga custodial`, the file that describes a game (docs/describe.md) \
                     [default: the file's, else the usual ones of the game, on a board as it is drawn]";

/// The games that come with siga, and the family for texts of one's own.
pub(crate) fn games() -> Vec<Game> {
    let about =
        "Taking between two: hasami shogi, Seega and others of `siga games`, or a text of your own";
    Game::family_of_texts::<Position>(
        (about, "moves, values, small boards solved"),
        (RULES, "analyse"),
        &[],
        COMMANDS,
    )
}

impl GameWithoutThrows for Position {
    type More = NoMore;

    const LENGTH: [&'static str; 2] = ["ply", "plies"];

    fn outcome(&self) -> Option<Outcome> {
        self.end()
    }

    fn remarks(&self, _more: &NoMore, found: &Judgement<Self>) -> Vec<String> {
        match found.method {
            Method::Search => Vec::new(),
            _ => vec!["The machine has solved the game and plays perfectly.".to_owned()],
        }
    }
}

/// The whole game, or the first capture.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct Follows<const FIRST_CAPTURE: bool> {}

impl<const FIRST_CAPTURE: bool> Analysed for Follows<FIRST_CAPTURE> {
    type Position = Position;
    type Known = NoMore;

    const GOAL: Goal = match FIRST_CAPTURE {
        true => Goal::FirstCapture,
        false => Goal::Game,
    };
    const BUDGET: &'static str = "300000";

    fn judged(
        &mut self,
        position: &Position,
        budget: u64,
        _caller: Caller,
        note: &Note,
    ) -> Result<(Judgement<Position>, NoMore), Failure> {
        Ok((graph::judge(position, Self::GOAL, budget, note), NoMore {}))
    }

    fn notes(&self, position: &Position, analysis: &Analysis<NoMore>) -> Vec<String> {
        let blocked = position.rules().blocked().filter(|_| FIRST_CAPTURE);
        let counts = match blocked {
            Some(Outcome::Loss) => "a side that cannot move has lost, which counts like a capture",
            Some(Outcome::Win) => "a side that cannot move has won, which counts like a capture",
            _ => return vec![basis(analysis)],
        };
        vec![basis(analysis), counts.to_owned()]
    }
}

/// The positions that follow the start of a game that is solved, where no number is given.
const SOLVED: u64 = 10_000_000;

impl Solvable for Position {
    const COUNTED: &'static str = "positions that can follow the start, up to symmetry, and once the pieces are placed up to an exchange of the sides";

    fn solved(rules: &Rules, budget: Option<u64>, note: &Note) -> Result<SolvedGame<Self>, Fault> {
        graph::solve(&Position::start(rules), budget.unwrap_or(SOLVED), note)
    }

    fn variants(rules: &Rules) -> Vec<Rules> {
        rules.variants()
    }
}
