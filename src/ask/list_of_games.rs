//! `siga games`: every game, its other names, its board and what is known of it.

use std::path::Path;

use clap::Args;
use itertools::Itertools;

use super::caller::Reads;
use super::one_command::Command;
use super::prelude::*;
use super::subject::Opening;
use super::{games, input};
use crate::games::described::{Family, KnownOfGame, Rules, library};
use crate::games::{custodial, line_up};
use crate::names::{meant, near};
use crate::rules::RulesText;
use crate::work::Note;

/// The question for the list of games.
#[derive(Args, Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct GameList {
    /// A game such as achi, rules such as sidja:size=7 or the file of your own game, to show board, start and source; or a family
    /// (line-up), to list its games
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
    #[serde(flatten)]
    said: Said,
    /// How it is played, by its usual rules or by those that are asked for: lines of text with a small drawing; or `null`.
    how_to_play: Option<String>,
    /// What is known from its start, where one game is asked for; or `null`.
    from_start: Option<KnownOfGame>,
    /// The words of its commands.
    commands: Vec<&'static str>,
    /// Where it begins, by its usual rules or by those that are asked for.
    #[serde(flatten)]
    opening: Opening,
}

/// What is said of a game by its usual rules, or by those that are asked for.
#[derive(Clone, Default, Serialize, JsonSchema)]
struct Said {
    /// Its name for people.
    title: String,
    /// Its other names.
    also: Vec<String>,
    /// Where and when it was played, or `null`.
    from: Option<String>,
    /// The points or cells of its board, in words.
    board: String,
    /// What is known of these rules: the value for the side that begins, and first moves; or `null`.
    known: Option<String>,
    /// Where it is described, or `null`.
    source: Option<String>,
    /// The board as it is drawn, or `null`.
    drawing: Option<String>,
}

/// The games that are no texts: name, title, other names, where from, board, what is known of the first player.
const OTHERS: [&str; 5] = [
    "daldos | Daldøs | | Scandinavia | three rows of holes |",
    "sidja | Sidja | Siga, Seega | Egypt and Sudan | 5×5 to 11×11 | wins on 5×5",
    "sig | Sig | | Western Sahara | four rows of cells |",
    "tab | Tâb | | Egypt and Western Asia | four rows of fields |",
    "ur | Royal Game of Ur | | Mesopotamia | 20 cells | wins with chance 0.515405",
];

/// The start of a game by its usual rules, as `--position` takes it.
pub(crate) fn start(game: &str) -> Option<String> {
    let game = games::called(game)?;
    let opening = game.opening(None, Caller::telling(None, Reads::Nothing));
    Some(opening.ok()?.start)
}

/// A text, unless it is empty.
fn said_of(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

/// The names of a list.
fn names(text: &str) -> Vec<String> {
    let names = text.split(", ").filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

/// A game that is a text.
fn described<F: Family>(rules: Rules<F>, known: fn(&Rules<F>) -> Option<String>) -> (String, Said)
where
    Rules<F>: RulesText,
{
    let (text, board) = (rules.text(), rules.board());
    let rows = board.row_lengths();
    let even = rows.iter().all(|row| *row == rows[0]);
    let described = Said {
        title: text.title(),
        also: names(&text.words("also")),
        from: said_of(text.words("from")),
        board: match even && board.is_grid() {
            true => format!("{}×{}", rows[0], rows.len()),
            false => format!("{} points", board.size()),
        },
        known: known(&rules),
        source: said_of(text.words("source")),
        drawing: Some(board.to_string()),
    };
    (text.name().to_owned(), described)
}

/// The game that a text of one's own describes, which is given by itself or by its file.
fn own(text: &str, given: &str, caller: Caller) -> Result<ListedGame, Failure> {
    let game = games::of_text(text);
    let opening = game.opening(Some(given), caller)?;
    let described = match game.name {
        custodial::Rules::GAME => {
            custodial::Rules::of_text(text).map(|rules| described(rules, custodial::Rules::known))
        }
        _ => line_up::Rules::of_text(text).map(|rules| described(rules, line_up::Rules::known)),
    };
    let (_, said) = described.map_err(|error| Failure::input(error.to_string()))?;
    Ok(ListedGame {
        name: game.name.to_owned(),
        said,
        how_to_play: said_of(opening.how_to_play.clone()),
        from_start: None,
        commands: game.words(),
        opening,
    })
}

/// What is said of every game, by its name.
fn all_said() -> Vec<(String, Said)> {
    let others = OTHERS.into_iter().filter_map(|line| {
        let fields = line.split('|').map(|field| field.trim().to_owned());
        let (name, title, also, from, board, known) = fields.collect_tuple()?;
        let other = Said {
            title,
            also: names(&also),
            from: Some(from),
            board,
            known: said_of(known),
            ..Said::default()
        };
        Some((name, other))
    });
    fn of_family<F: Family>(
        known: fn(&Rules<F>) -> Option<String>,
    ) -> impl Iterator<Item = (String, Said)>
    where
        Rules<F>: RulesText,
    {
        let rules = library::games(F::NAME).filter_map(|game| Rules::usual(game.name()).ok());
        rules.map(move |rules| described(rules, known))
    }
    let line_up = of_family(line_up::Rules::known);
    let custodial = of_family(custodial::Rules::known);
    others.chain(line_up).chain(custodial).collect()
}

/// A game that is a text under some rules, else the usual ones: what is said of it, and what is known from its start.
fn under(game: &str, rules: Option<&str>) -> Option<(Said, Option<KnownOfGame>)> {
    fn of<F: Family>(game: &str, rules: Option<&str>) -> Option<Rules<F>>
    where
        Rules<F>: RulesText,
    {
        library::games(F::NAME).find(|text| text.name() == game)?;
        match rules {
            Some(rules) => Rules::<F>::read(rules, game).ok(),
            None => Rules::<F>::usual(game).ok(),
        }
    }
    let line_up = of(game, rules).map(|rules: line_up::Rules| {
        let known = rules.known_of_game();
        (described(rules, line_up::Rules::known).1, known)
    });
    line_up.or_else(|| {
        let rules: custodial::Rules = of(game, rules)?;
        let known = rules.known_of_game();
        Some((described(rules, custodial::Rules::known).1, known))
    })
}

/// A game under some rules, else the usual ones.
fn listed(
    (name, mut said): (String, Said),
    rules: Option<&str>,
    caller: Caller,
) -> Option<Result<ListedGame, Failure>> {
    let game = games::game(&name)?;
    let opening = match game.opening(rules, caller) {
        Ok(opening) => opening,
        Err(error) => return Some(Err(error)),
    };
    let usual = rules.and_then(|_| game.opening(None, caller).ok());
    // What is known is so of the usual rules.
    said.known = said
        .known
        .filter(|_| usual.is_none_or(|usual| usual.rules == opening.rules));
    Some(Ok(ListedGame {
        name,
        said,
        how_to_play: said_of(opening.how_to_play.clone()),
        from_start: None,
        commands: game.words(),
        opening,
    }))
}

impl GameList {
    /// The one game that is asked about.
    fn one<'a>(&self, answer: &'a Listed) -> Option<&'a ListedGame> {
        match answer.games.as_slice() {
            [game] if self.game.is_some() => Some(game),
            _ => None,
        }
    }
}

impl Command for GameList {
    const WORDS: &'static [&'static str] = &["games"];
    const ABOUT: &'static str =
        "Every game: other names, board, where it is from, what is known of it";
    type Answer = Listed;

    fn ask(&mut self, caller: Caller, _note: &Note) -> Result<Listed, Failure> {
        let mut all = all_said();
        let mut rules = None;
        if let Some(asked) = &self.game {
            let file = || input::is_readable(Path::new(asked), caller.reads);
            let text = match asked.contains('\n') {
                true => Some(asked.clone()),
                false if games::game_of_rules(asked).is_none() && file() => {
                    Some(input::read(asked, input::MAX_RULES, caller.reads)?)
                }
                false => None,
            };
            if let Some(text) = text {
                let games = vec![own(&text, asked, caller)?];
                return Ok(Listed { games });
            }
            let (word, rest) = asked.split_once(':').unwrap_or((asked, ""));
            let game = games::called(word);
            let name = game.map_or(word, |game| game.name).to_owned();
            let family: Vec<&str> = library::games(&name).map(|game| game.name()).collect();
            let asked = |known: &str| known == name || family.contains(&known);
            let names = || all.iter().map(|(name, _)| name.as_str());
            if !names().any(asked) {
                return Err(Failure::input(format!(
                    "siga has no game `{word}`{}; it has {}",
                    meant(near(word, names())),
                    itertools::join(names(), ", ")
                )));
            }
            all.retain(|(known, _)| asked(known));
            rules = (!rest.is_empty()).then(|| format!("{name}:{rest}"));
            self.game = Some(rules.clone().unwrap_or(name));
        }
        let games = all.into_iter();
        let games = games.filter_map(|game| listed(game, rules.as_deref(), caller));
        let mut games: Vec<ListedGame> = games.collect::<Result<_, _>>()?;
        if let (Some(_), [one]) = (&self.game, games.as_mut_slice())
            && let Some((said, known)) = under(&one.name, rules.as_deref())
        {
            (one.said, one.from_start) = (said, known);
        }
        Ok(Listed { games })
    }

    fn above(&self, answer: &Listed) -> Option<String> {
        self.one(answer)?.how_to_play.clone()
    }

    fn tables(&self, answer: &Listed, _style: &Style) -> Vec<Sheet> {
        let table = Sheet::of(&answer.games)
            .text("game", |game| game.name.clone())
            .text("name", |game| game.said.title.clone())
            .text("other names", |game| game.said.also.join(", "))
            .text("from", |game| game.said.from.clone())
            .text("board", |game| game.said.board.clone())
            .text("for the first player", |game| game.said.known.clone())
            .named("games", "Games: `siga GAME -h` has the commands of each");
        let one = self.one(answer);
        let table = table.notes(one.and_then(|game| game.said.source.clone()));
        let known = one.and_then(|game| game.from_start.as_ref());
        let first = known.map(|known| {
            let longest = known.longest.map(|plies| {
                let plies = counted(plies, "ply", "plies");
                format!("the longest win or loss of all positions takes {plies}")
            });
            Sheet::of(&known.first_moves)
                .text("first moves", |first| itertools::join(&first.moves, " "))
                .text("outcome", |first| first.outcome.to_string())
                .right("plies", |first| first.plies)
                .named("first_moves", "First moves, for the side that begins")
                .notes(longest)
        });
        [table].into_iter().chain(first).collect()
    }
}
