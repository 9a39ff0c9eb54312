//! What the texts of games say.

use super::*;

#[test]
fn what_texts_say_is_known_is_so() {
    for game in library::games(Rules::GAME) {
        let rules = Rules::usual(game.name()).unwrap();
        if rules.board().size() > 16 {
            continue;
        }
        let Some(known) = rules.known() else { continue };
        let model = Model::new(rules.clone());
        let solution = model.solve().unwrap();
        let Ok(found) = model.value(&solution, &Position::start(&rules));
        let found = found.unwrap();
        let said = match found {
            Ending::Draw => "draw".to_owned(),
            Ending::Win(plies) => format!("wins in {plies}"),
            Ending::Loss(plies) => format!("loses in {plies}"),
        };
        assert!(known.starts_with(&said), "{rules}: {known}, {said}");
    }
}

#[test]
fn every_option_of_every_game_is_possible_by_itself() {
    for game in library::games(Rules::GAME) {
        for option in &game.options {
            for word in option.words() {
                let text = format!("{}:{}={word}", game.name(), option.name);
                let alone = ["5x5:size=3", "5x5:men=3", "picaria:rows=12"].contains(&text.as_str());
                assert_eq!(text.parse::<Rules>().is_err(), alone, "{text}");
            }
        }
    }
}
