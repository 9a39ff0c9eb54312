//! The games of lining up pieces: `siga teeko`, `siga achi`, …, and `siga line-up` for a text of one's own.

mod picture;

use clap::Args;

use super::args::tables::TablesPlace;
use super::game::Game;
use super::one_command::Listed;
use super::perft::{Divided, Perft, Plies};
use super::prelude::*;
use super::review::{Review, Reviewable};
use super::subject::MovedPositionOf;
use super::tables::within_reach;
use super::without_throws::moves::Moves;
use super::without_throws::{
    Analyse, Analysed, BoardMoves, NoMore, Play, Playable, Solvable, Solve,
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
    Listed::question::<Analyse<Probe>>(),
    Listed::question::<Review<Position>>(),
    Listed::play::<Play<Position>>(),
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

impl Reviewable for Position {
    const LENGTH: [&'static str; 2] = ["ply", "plies"];

    fn help() -> String {
        "\
A record has `key: value` lines (game, rules, title, source, start), then `moves:` and the moves, such as \
`c3 b2 d4`; `record FILE` in `siga teeko play` writes one.

Examples:
  siga teeko review fixtures/games/teeko.txt
  siga 5x5 review --record \"moves:; c3 b2 d4 b4\" --json"
            .to_owned()
    }
}

impl Divided for Position {
    type At = MovedPositionOf<Self>;
    type Depth = Plies<false>;

    fn help() -> String {
        "\
One piece placed or moved is one ply. Sequences that end the game earlier do not count.

Examples:
  siga teeko perft --depth 4 --position \"5/5/5/5/5 x\"
  siga 5x5 perft --depth 4 --divide fixtures/positions/5x5-jump.txt"
            .to_owned()
    }
}

impl BoardMoves for Position {
    const TAKES: bool = false;

    fn jumps(&self) -> bool {
        self.rules().jumps()
    }

    fn help() -> String {
        "\
A jump or a slide is written like a step; the cell that a jump goes over is shown beside it. Where the rules let the \
opponent choose the cell of a piece placed, the moves are his choices: the piece is still that of the side to move.

Examples:
  siga teeko moves --position \"5/5/2x2/5/5 o\"
  siga 5x5 moves fixtures/positions/5x5-jump.txt --play a2-c4
  siga teeko moves --position \"5/5/5/5/5 x\" --rules teeko:drop=alternate --json"
            .to_owned()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end().map(|_| match self.winner() {
            Some(winner) if winner == self.side() => Outcome::Win,
            Some(_) => Outcome::Loss,
            None => Outcome::Draw,
        })
    }
}

/// The whole game: where its tables are.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct Probe {
    #[command(flatten)]
    #[serde(flatten)]
    place: TablesPlace,
}

impl Analysed for Probe {
    type Position = Position;
    type Known = NoMore;

    const GOAL: Goal = Goal::Game;
    const WORDS: &'static [&'static str] = &["probe", "analyse"];
    const BUDGET: &'static str = "1000000";

    fn help() -> String {
        "\
Looks into the tables of `siga tables build GAME`; without them the layers needed are solved first, which takes a \
second or two. For 5x5 a forward search looks at up to --budget positions (1,000,000) and finds wins that are near.

Examples:
  siga teeko probe --position \"5/5/2x2/5/5 o\"
  siga teeko probe fixtures/positions/teeko-longest.txt --json
  siga 5x5 probe fixtures/positions/5x5-jump.txt --play a2-c4
  siga achi probe --position \"1x1/3/3 o\""
            .to_owned()
    }

    fn judged(
        &mut self,
        position: &Position,
        budget: u64,
        caller: Caller,
        note: &Note,
    ) -> Result<(Judgement<Position>, NoMore), Failure> {
        let tables = within_reach(&self.place, &position.rules().to_string(), caller)?;
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

impl Playable for Position {
    type More = PlayArgs;

    const MOVES: &'static [[&'static str; 2]] = &[
        ["b2", "place a piece on this cell"],
        ["b2-c3", "move a piece, by a step or a jump"],
    ];

    fn help() -> String {
        "\
Type moves (b2, b2-c3), `hint`, `value`, `moves`, `undo`, `help` or `quit`. Without tables a game is solved first, \
which takes a second or two; of 5x5 the machine searches instead.

Examples:
  siga teeko play
  siga 5x5 play --as o --repetition
  siga achi play --seed 7
  siga line-up play --rules my.game"
            .to_owned()
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

impl Solvable for Position {
    const COUNTED: &'static str = "every arrangement counted; positions in which the side to move has made a goal already are excluded";

    fn help() -> String {
        "\
Teeko takes a second or two and 62 MB, with --all half a minute; 5x5 a minute and a half and 1.3 GB; games on nine \
points a moment. Play without end is a draw. In 5x5 a side that makes the same move three times loses: the values \
ignore this rule, because it depends on earlier moves, and notes below the totals say how far it could matter.

Examples:
  siga teeko solve
  siga teeko solve --all              the sixteen variants on record
  siga teeko solve --rules teeko:goals=58,drop=standard-1 --json
  siga 5x5 solve --rules 5x5:size=4,men=4
  siga achi solve
  siga line-up solve --rules my.game"
            .to_owned()
    }

    fn solved(rules: &Rules, budget: Option<u64>, note: &Note) -> Result<SolvedGame<Self>, Fault> {
        rules.solved(budget, note)
    }

    fn variants(rules: &Rules) -> Vec<Rules> {
        rules.variants()
    }
}
