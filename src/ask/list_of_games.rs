//! `siga games`: every game, its other names, its board and what is known of it.

use clap::Args;

use super::all_games;
use super::one_command::Command;
use super::prelude::*;
use crate::games::described::{Family, GameText, Rules, library};
use crate::games::{AnyPosition, custodial, line_up};
use crate::names::near;
use crate::rules::RulesText;
use crate::work::Note;

/// The question for the list of games.
#[derive(Args, Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct GameList {
    /// The game, such as achi: its rules, its board and its source
    #[arg(value_name = "GAME")]
    game: Option<String>,
}

/// Games that siga has.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Listed {
    games: Vec<ListedGame>,
}

/// A game that siga has.
#[derive(Clone, Serialize, JsonSchema)]
struct ListedGame {
    /// Its name in commands and rules texts.
    name: String,
    /// Its name for people.
    title: String,
    /// Its other names.
    also: Vec<String>,
    /// Where and when it was played, or `null`.
    from: Option<String>,
    /// The points or cells of its board, in words.
    board: String,
    /// What is known of the usual rules: the value for the side that begins, and first moves; or `null`.
    known: Option<String>,
    /// Where it is described, or `null`.
    source: Option<String>,
    /// How it is played by its usual rules: lines of text with a small drawing; or `null`.
    how_to_play: Option<String>,
    /// The board as it is drawn, or `null`.
    drawing: Option<String>,
    /// The start of the game, or `null`.
    start: Option<String>,
    /// The points of the board from the lowest row on; empty for a board that is no drawing.
    points: Vec<PlacedPoint>,
    /// The points that are joined, by name.
    joins: Vec<[String; 2]>,
}

/// A point of a board.
#[derive(Clone, Serialize, JsonSchema)]
struct PlacedPoint {
    name: String,
    /// The column of the drawing, from 0.
    across: usize,
    /// The row of the drawing, from 0 at the top.
    down: usize,
}

/// The games that are no texts: name, title, where from, board, start.
const OTHERS: [[&str; 5]; 5] = [
    [
        "daldos",
        "Daldøs",
        "Scandinavia",
        "three rows of holes",
        "aaaaaaaaaaaaaaaa/17/bbbbbbbbbbbbbbbb A",
    ],
    [
        "sidja",
        "Sidja (Seega)",
        "Egypt and Sudan",
        "5×5 to 11×11",
        "5/5/5/5/5 x x12o12",
    ],
    [
        "sig",
        "Sig",
        "Western Sahara",
        "four rows of cells",
        "aaaaaaaaaaaaaaaaaaaa/20/20/bbbbbbbbbbbbbbbbbbbb A",
    ],
    [
        "tab",
        "Tâb",
        "Egypt and Western Asia",
        "four rows of fields",
        "aaaaaaaaa/9/9/bbbbbbbbb A",
    ],
    [
        "ur",
        "Royal Game of Ur",
        "Mesopotamia",
        "20 cells",
        "8/8/8 light hand=7+7",
    ],
];

/// The start of a game by its usual rules, as `--position` takes it.
pub(crate) fn start(game: &str) -> Option<String> {
    let name = called(game)?;
    games().into_iter().find(|game| game.name == name)?.start
}

/// The name of the game that a word names.
fn called(word: &str) -> Option<&'static str> {
    let found = all_games().iter().find(|game| game.is_called(word));
    found.map(|game| game.name)
}

fn said(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

/// A game that is a text.
fn described<P: AnyPosition<Rules = Rules<F>>, F: Family>(
    game: &GameText,
    known: fn(&Rules<F>) -> Option<String>,
) -> Option<ListedGame> {
    let rules = <Rules<F> as RulesText>::usual(game.name()).ok()?;
    let (text, board) = (rules.text(), rules.board());
    let rows = board.row_lengths();
    let even = rows.iter().all(|row| *row == rows[0]);
    Some(ListedGame {
        name: text.name().to_owned(),
        title: text.title(),
        also: text
            .words("also")
            .split(", ")
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect(),
        from: said(text.words("from")),
        board: match even && board.is_grid() {
            true => format!("{}×{}", rows[0], rows.len()),
            false => format!("{} points", board.size()),
        },
        known: known(&rules),
        source: said(text.words("source")),
        how_to_play: said(rules.how_to_play()),
        drawing: Some(board.to_string()),
        start: Some(P::start(&rules).ok()?.to_string()),
        points: (0..board.size())
            .map(|point| PlacedPoint {
                name: board.name(point).to_string(),
                across: board.place(point).1,
                down: board.place(point).0,
            })
            .collect(),
        joins: (0..board.size())
            .flat_map(|point| {
                let later = board
                    .joined(point)
                    .into_iter()
                    .filter(move |next| *next > point);
                later.map(move |next| [point, next].map(|point| board.name(point).to_string()))
            })
            .collect(),
    })
}

/// Every game.
fn games() -> Vec<ListedGame> {
    let how_to_play = |name: &str| {
        let game = all_games().iter().find(|game| game.name == name)?;
        said(game.info().how_to_play)
    };
    let others = OTHERS
        .iter()
        .map(|[name, title, from, board, start]| ListedGame {
            name: (*name).to_owned(),
            title: (*title).to_owned(),
            also: Vec::new(),
            from: Some((*from).to_owned()),
            board: (*board).to_owned(),
            known: None,
            source: None,
            how_to_play: how_to_play(name),
            drawing: None,
            start: Some((*start).to_owned()),
            points: Vec::new(),
            joins: Vec::new(),
        });
    let line_up = library::games(line_up::Rules::GAME)
        .filter_map(|game| described::<line_up::Position, _>(game, line_up::Rules::known));
    let custodial = library::games(custodial::Rules::GAME)
        .filter_map(|game| described::<custodial::Position, _>(game, custodial::Rules::known));
    let texts = line_up.chain(custodial);
    let rest = all_games().iter().map(|game| game.name);
    let mut all: Vec<ListedGame> = others.chain(texts).collect();
    all.retain(|game| rest.clone().any(|name| name == game.name));
    all
}

impl Command for GameList {
    const WORDS: &'static [&'static str] = &["games"];
    const ABOUT: &'static str =
        "Every game: other names, board, where it is from, what is known of it";
    type Answer = Listed;

    fn help() -> String {
        String::new()
    }

    fn ask(&mut self, _caller: Caller, _note: &Note) -> Result<Listed, Failure> {
        let mut games = games();
        let Some(asked) = &self.game else {
            return Ok(Listed { games });
        };
        let name = called(asked).unwrap_or(asked).to_owned();
        let names = games.iter().map(|game| game.name.as_str());
        let meant = near(asked, names.clone()).map(|near| format!(" (did you mean `{near}`?)"));
        let all = itertools::join(names, ", ");
        games.retain(|game| game.name == name);
        if games.is_empty() {
            return Err(Failure::input(format!(
                "siga has no game `{asked}`{}; it has {all}",
                meant.unwrap_or_default()
            )));
        }
        self.game = Some(name);
        Ok(Listed { games })
    }

    fn above(&self, answer: &Listed) -> Option<String> {
        let game = self.game.as_ref().and(answer.games.first())?;
        game.how_to_play.clone()
    }

    fn tables(&self, answer: &Listed, _style: &Style) -> Vec<Sheet> {
        let table = Sheet::of(&answer.games)
            .text("game", |game| game.name.clone())
            .text("name", |game| game.title.clone())
            .text("other names", |game| game.also.join(", "))
            .text("from", |game| game.from.clone())
            .text("board", |game| game.board.clone())
            .text("known of the first player", |game| game.known.clone())
            .named("games", "Games: `siga GAME -h` has the commands of each");
        let one = self.game.as_ref().and(answer.games.first());
        vec![table.notes(one.and_then(|game| game.source.clone()))]
    }
}
