//! Games by other names, `siga Achi solve`, and rule sets of one game that are written as those of another:
//! `siga sidja moves --rules sidja:lane`.

use crate::ask::game::Game;
use crate::ask::games;
use crate::games::described::library;

/// The words with the game whose rule sets they name, where the game named has none of this name but one of its kin has. Words whose
/// command that game lacks stay as they are.
pub(super) fn of_rule_sets(mut words: Vec<String>) -> Vec<String> {
    let called = |word: &String| games::called(word).filter(|_| games::game(word).is_none());
    if let Some(game) = words.first().and_then(called) {
        game.name.clone_into(&mut words[0]);
    }
    for at in 0..words.len() {
        let Some((game, kin, rules)) = other_game(&words[at]) else {
            continue;
        };
        if game.is_called(&words[0]) {
            let has = |command: &String| kin.words().contains(&command.as_str());
            if !words.get(1).is_some_and(has) {
                return words;
            }
            kin.name.clone_into(&mut words[0]);
        }
        words[at] = rules;
    }
    words
}

/// The game that a word of rules names, the kin that it means, and what the word becomes.
fn other_game(word: &str) -> Option<(&'static Game, &'static Game, String)> {
    let text = word.strip_prefix("--rules=").unwrap_or(word);
    let before = &word[..word.len() - text.len()];
    let (named, sets) = text.split_once(':')?;
    let set = sets.split(',').next()?;
    let game = games::called(named)?;
    let kin = games::game(library::of_kin(game.name, set)?.name())?;
    let own = game.info().presets.iter().any(|preset| preset.name == set);
    (!own).then(|| (game, kin, format!("{before}{}:{sets}", kin.name)))
}
