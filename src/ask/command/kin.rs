//! Rule sets of one game that are written as those of another: `siga sidja moves --rules sidja:lane`.

use crate::ask::all_games;
use crate::games::custodial;
use crate::games::described::library;
use crate::rules::RulesText as _;

/// The words with the game whose rule set they name, where the game named has none of this name but one of its kin has.
pub(super) fn of_rule_sets(mut words: Vec<String>) -> Vec<String> {
    let Some(found) = other_game(&words) else {
        return words;
    };
    let (game, at, rules) = found;
    words[0] = game;
    words[at] = rules;
    words
}

/// The kin, and the word that becomes its rules.
fn other_game(words: &[String]) -> Option<(String, usize, String)> {
    const OPTION: &str = "--rules";
    let game = all_games()
        .iter()
        .find(|game| game.is_called(words.first().map_or("", |word| word)))?;
    let mut kin =
        library::games(custodial::Rules::GAME).filter(|text| text.words("kin") == game.name);
    let option = words.iter().position(|word| word.starts_with(OPTION))?;
    let (at, before, text) = match words[option].strip_prefix(OPTION)? {
        "" => (option + 1, "", words.get(option + 1)?.as_str()),
        joined => (option, "--rules=", joined.strip_prefix('=')?),
    };
    let (named, sets) = text.split_once(':')?;
    let set = sets.split(',').next()?;
    let own = game.is_called(named) && !game.info().presets.iter().any(|preset| preset.name == set);
    let kin = kin.find(|text| own && text.has_rule_set(set))?;
    let name = kin.name();
    Some((name.to_owned(), at, format!("{before}{name}:{sets}")))
}
