//! The games that come with siga, and those whose text was given.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::text::{GameText, TextError};
use crate::names::command_name;

include!(concat!(env!("OUT_DIR"), "/described_games.rs"));

/// Texts given from outside that are kept: the latest.
const MOST: usize = 32;

/// The games that come with siga and are no texts.
const NOT_TEXTS: [&str; 5] = ["daldos", "sidja", "sig", "tab", "ur"];

static GIVEN: Mutex<Vec<Arc<GameText>>> = Mutex::new(Vec::new());

/// All games that come with siga, by name.
pub fn all() -> &'static [Arc<GameText>] {
    static GAMES: OnceLock<Vec<Arc<GameText>>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let read = |&(name, text): &(&str, &str)| {
            let game = GameText::read(text, name);
            Arc::new(game.unwrap_or_else(|error| panic!("games/{name}.game: {error}")))
        };
        TEXTS.iter().map(read).collect()
    })
}

/// The games of a family that come with siga, by name.
pub fn games(family: &str) -> impl Iterator<Item = &'static Arc<GameText>> {
    all().iter().filter(move |game| game.family() == family)
}

/// The game with a rule set that is written as one of another game too, of which it is kin: `sidja:lane`.
pub fn of_kin(game: &str, rule_set: &str) -> Option<&'static Arc<GameText>> {
    let mut kin = all().iter().filter(|text| text.words("kin") == game);
    kin.find(|text| text.has_rule_set(rule_set))
}

/// The game of a family that has a name; of texts that were given, the latest with that title.
pub fn game(name: &str, family: &str) -> Option<Arc<GameText>> {
    let all: Vec<_> = games(family).collect();
    let exact = all.iter().find(|game| game.name() == command_name(name));
    let found = exact.or_else(|| all.iter().find(|game| game.is_called(name)));
    let given = || {
        let given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut given = given.iter().rev().filter(|game| game.family() == family);
        let exact = given.clone().find(|game| game.name() == name);
        exact
            .or_else(|| given.find(|game| game.is_called(name)))
            .cloned()
    };
    found.copied().cloned().or_else(given)
}

/// Reads the text of a game of a family that does not come with siga, and keeps it under a name that is made of its title and its text;
/// of a title that a game of siga has, the name begins with `own-`.
///
/// # Errors
/// The first line that is not as it must be.
pub fn given(text: &str, family: &str) -> Result<Arc<GameText>, TextError> {
    let mut game = GameText::read(text, "")?;
    game.check_family(family)?;
    let title: String = command_name(&game.title()).chars().take(40).collect();
    let words = title.split(|sign: char| !sign.is_alphanumeric());
    let title = itertools::join(words.filter(|word| !word.is_empty()), "-");
    if let Some(said) = game.say("game").filter(|_| title.is_empty()) {
        return Err(said.fault("the name of a game has letters or digits"));
    }
    let known = all().iter().any(|known| known.is_called(&title));
    let own = if known || NOT_TEXTS.contains(&title.as_str()) {
        "own-"
    } else {
        ""
    };
    game.name = format!("{own}{title}@{:016x}", fingerprint(text));
    let game = Arc::new(game);
    let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    given.retain(|known| known.name() != game.name());
    if given.len() == MOST {
        given.remove(0);
    }
    given.push(game.clone());
    Ok(game)
}

/// A number that is another for another text (FNV-1a).
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
