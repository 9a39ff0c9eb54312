//! `siga games`: every game, its other names, its board and what is known of it.

use super::all_games;
use super::prelude::*;
use crate::games::described::{Family, GameText, Rules, library};
use crate::games::{AnyPosition, custodial, line_up};
use crate::names::near;
use crate::rules::RulesText;

/// The question for the list of games.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GamesQuery {
    command: &'static str,
    /// The game asked for, or `null` for all.
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
    /// How it is played, or `null`.
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

pub(crate) struct GamesReport {
    asked: Option<String>,
    games: Vec<ListedGame>,
}

/// The reports of this command.
pub(crate) const REPORTS: &[Described] = &[Described::report::<GamesReport>()];

/// The games that are no texts: name, title, where from, board.
const OTHERS: [[&str; 4]; 4] = [
    ["daldos", "Daldøs", "Scandinavia", "three rows of holes"],
    ["sidja", "Sidja (Seega)", "Egypt and Sudan", "5×5 to 11×11"],
    ["sig", "Sîg", "Siwa and North Africa", "four rows of holes"],
    ["tab", "Tâb", "Egypt and Western Asia", "four rows of holes"],
];

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
        how_to_play: said(text.words("how to play")),
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
    let others = OTHERS.iter().map(|[name, title, from, board]| ListedGame {
        name: (*name).to_owned(),
        title: (*title).to_owned(),
        also: Vec::new(),
        from: Some((*from).to_owned()),
        board: (*board).to_owned(),
        known: None,
        source: None,
        how_to_play: None,
        drawing: None,
        start: None,
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

pub(crate) fn run(game: Option<&str>) -> Result<GamesReport, Failure> {
    let games = games();
    let Some(asked) = game else {
        return Ok(GamesReport { asked: None, games });
    };
    let families = [line_up::Rules::GAME, custodial::Rules::GAME];
    let mut named = families
        .iter()
        .filter_map(|family| library::game(asked, family));
    let named = named.next().map(|game| game.name().to_owned());
    let name = named.unwrap_or_else(|| crate::names::fold(asked));
    let names = games.iter().map(|game| game.name.as_str());
    let meant = near(asked, names.clone()).map(|near| format!(" (did you mean `{near}`?)"));
    let all = itertools::join(names, ", ");
    let games: Vec<ListedGame> = games
        .iter()
        .filter(|game| game.name == name)
        .cloned()
        .collect();
    match games.is_empty() {
        false => Ok(GamesReport {
            asked: Some(name),
            games,
        }),
        true => Err(Failure::input(format!(
            "siga has no game `{asked}`{}; it has {all}",
            meant.unwrap_or_default()
        ))),
    }
}

impl Reply for GamesReport {
    const NAME: &'static str = "games";
    type Query = GamesQuery;
    type Result = Listed;

    fn query(&self) -> GamesQuery {
        GamesQuery {
            command: "games",
            game: self.asked.clone(),
        }
    }

    fn result(&self) -> Listed {
        Listed {
            games: self.games.clone(),
        }
    }
}

impl Report for GamesReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let table = Sheet::of(&self.games)
            .text("game", |game| game.name.clone())
            .text("name", |game| game.title.clone())
            .text("other names", |game| game.also.join(", "))
            .text("from", |game| game.from.clone())
            .text("board", |game| game.board.clone())
            .text("known of the first player", |game| game.known.clone())
            .named("games", "Games: `siga GAME -h` has the commands of each");
        let one = self.asked.as_ref().and(self.games.first());
        let notes = one.into_iter().flat_map(|game| {
            let drawing = game
                .drawing
                .iter()
                .flat_map(|drawing| drawing.lines().map(str::to_owned));
            let words = [&game.how_to_play, &game.source]
                .into_iter()
                .flatten()
                .cloned();
            drawing.chain(words).collect::<Vec<_>>()
        });
        vec![table.notes(notes)]
    }
}
