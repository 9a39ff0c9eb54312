//! The games of lining up pieces: `siga teeko`, `siga achi`, …, and `siga line-up` for a text of one's own.

mod picture;

use clap::Args;

use super::args::tables::TablesPlace;
use super::game::Game;
use super::one_command::Listed;
use super::perft::Perft;
use super::prelude::*;
use super::tables::within_reach;
use super::without_throws::moves::Moves;
use super::without_throws::{
    Analyse, Analysed, GameWithoutThrows, NoMore, PlayWithoutThrows, Review, Solvable, Solve,
};
use crate::games::goal::Goal;
use crate::games::line_up::{Position, Rules};
use crate::games::review::{Judged, Judgement, Means};
use crate::games::solved_game::SolvedGame;
use crate::render::words::counted;
use crate::rules::RulesText;
use crate::solve::Method;
use crate::solve::retro::Outcome;
use crate::work::{Fault, Note};

/// The same commands for every game.
const COMMANDS: &[Listed] = &[
    Listed::question::<Moves<Position>>(),
    Listed::question::<Perft<Position>>(),
    Listed::question::<Solve<Position>>(),
    Listed::question::<Analyse<TablesPlace>>(),
    Listed::question::<Review<Position>>(),
    Listed::play::<PlayWithoutThrows<Position>>(),
];

/// The help text of `--rules` in commands about a position.
const RULES: &str = "The rules (see `siga rules GAME`); with `siga line-up`, the file that describes a game \
(docs/describe.md) [default: the file's, else the usual ones of the game, on a board as it is drawn]";

/// Games that have a line of their own in the help.
const WELL_KNOWN: [&str; 2] = ["5x5", "teeko"];

/// The games that come with siga, and the family for texts of one's own.
pub(crate) fn games() -> Vec<Game> {
    let about = "Three, four or five in a row: the games of `siga games`, or a text of your own";
    Game::family_of_texts::<Position>(
        (about, "moves, values, the whole game solved"),
        (RULES, "probe"),
        &WELL_KNOWN,
        COMMANDS,
    )
}

impl GameWithoutThrows for Position {
    type More = PlayArgs;

    const LENGTH: [&'static str; 2] = ["ply", "plies"];
    const TAKES: bool = false;

    fn jumps(&self) -> bool {
        self.rules().jumps()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end()
    }

    fn judged(
        &self,
        more: &PlayArgs,
        means: &Means,
        note: &Note,
    ) -> Result<Judgement<Self>, Fault> {
        match more.search {
            Some(plies) if self.end().is_none() => Ok(self.searched(plies, LOOKED_AT)),
            _ => self.judge(means, note),
        }
    }

    fn remarks(&self, more: &PlayArgs, found: &Judgement<Self>) -> Vec<String> {
        let rules = self.rules();
        let name = match Rules::usual(rules.game()).is_ok_and(|usual| usual == *rules) {
            true => rules.game().to_owned(),
            false => rules.to_string(),
        };
        let plays = match (more.search, found.method) {
            (Some(plies), _) => Some(format!(
                "The machine looks no more than {} ahead.",
                counted(plies, "ply", "plies")
            )),
            (None, Method::Solved) => {
                Some("The machine has solved the game and plays perfectly.".to_owned())
            }
            (None, Method::Search | Method::Recorded) => Some(format!(
                "After `siga tables build {name}` it plays perfectly."
            )),
            (None, Method::Tables | Method::Rules) => None,
        };
        let repeats = more
            .repetition
            .then(|| "Whoever makes the same move for the third time loses.".to_owned());
        plays.into_iter().chain(repeats).collect()
    }

    fn forbids_repeating(more: &PlayArgs) -> bool {
        more.repetition
    }
}

impl Analysed for TablesPlace {
    type Position = Position;
    type Known = NoMore;

    const GOAL: Goal = Goal::Game;
    const WORDS: &'static [&'static str] = &["probe", "analyse"];
    const BUDGET: &'static str = "1000000";

    fn judged(
        &mut self,
        position: &Position,
        budget: u64,
        caller: Caller,
        note: &Note,
    ) -> Result<(Judgement<Position>, NoMore), Failure> {
        let tables = within_reach(self, &position.rules().to_string(), caller)?;
        let means = Means { budget, tables };
        let found = position.judge(&means, note)?;
        match (found.worth.outcome(), position.unsolved(&means)) {
            (None, Some(fault)) => Err(fault.into()),
            _ => Ok((found, NoMore {})),
        }
    }
}

/// Arguments of `play` that only games of lining up have.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlayArgs {
    /// Whoever makes the same move for the third time loses, as in the rules of 5x5
    #[arg(long)]
    repetition: bool,
    /// The machine only looks N plies ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=25))]
    search: Option<u32>,
}

/// The positions that such a machine looks at for each move.
const LOOKED_AT: u64 = 100_000;

impl Solvable for Position {
    const COUNTED: &'static str = "every arrangement counted; positions in which the side to move has made a goal already are excluded";

    fn solved(rules: &Rules, budget: Option<u64>, note: &Note) -> Result<SolvedGame<Self>, Fault> {
        rules.solved(budget, note)
    }

    fn variants(rules: &Rules) -> Vec<Rules> {
        rules.variants()
    }
}
