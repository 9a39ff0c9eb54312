//! Values that were counted by exhaustive enumeration with other programs, and those that are published.

use super::*;

/// The value of the first player: a draw, or a win in so many plies.
fn value(text: &str) -> (Ending, Vec<String>) {
    let rules = rules(text);
    let model = Model::new(rules.clone());
    let solution = model.solve().unwrap();
    let start = Position::start(&rules);
    let Ok(found) = model.value(&solution, &start);
    let found = found.unwrap();
    let Ok(choices) = model.choices(&solution, &start);
    let best = choices.first().map(|best| best.worth.outcome());
    let keep = choices
        .iter()
        .filter(|choice| Some(choice.worth.outcome()) == best);
    (
        found,
        keep.map(|choice| choice.action.to_string()).collect(),
    )
}

/// Rules, plies of the first player's win (0: a draw), and the first moves that win, if they are counted.
const COUNTED: &[(&str, u16, &str)] = &[
    ("three-mens-morris", 9, "b2"),
    ("three-mens-morris:first=not-centre", 0, "a1 c1 a3 c3"),
    ("three-mens-morris:edges=lines", 9, "b2"),
    ("three-mens-morris:edges=king", 0, ""),
    ("three-mens-morris:move=any", 0, ""),
    ("three-mens-morris:move=far", 0, ""),
    ("three-mens-morris:move=far,edges=lines", 15, ""),
    ("three-mens-morris:move=far,edges=king", 13, ""),
    ("three-mens-morris:first=nobody-centre", 7, ""),
    ("three-mens-morris:first=nobody-centre,edges=lines", 7, ""),
    ("three-mens-morris:first=nobody-centre,edges=king", 7, ""),
    ("tapatan", 9, "b2"),
    ("tapatan:first=not-corner", 9, "b2"),
    ("tapatan:blocked=draw", 9, "b2"),
    ("fanorona-telo:telo-4", 15, ""),
    ("fanorona-telo:telo-4,blocked=draw", 15, ""),
    ("fanorona-telo:telo-4,blocked=pass", 13, ""),
    ("achi", 11, "b2"),
    ("achi:blocked=pass", 11, "b2"),
    ("achi:blocked=draw", 11, "b2"),
    ("achi:blocked=win", 11, "b2"),
    ("nine-holes", 0, ""),
    ("nine-holes:move=step", 0, ""),
    ("nine-holes:move=step,edges=lines", 0, ""),
    ("nine-holes:move=step,edges=king", 0, ""),
    ("tant-fant", 0, ""),
    ("tant-fant:rows=no-start", 0, ""),
    ("tant-fant:rows=diagonals", 0, ""),
    ("tant-fant:edges=orth", 9, ""),
    ("picaria", 0, ""),
    ("picaria:centre=none", 7, "a1 b1 c1 a2 c2 a3 b3 c3"),
    ("picaria:picaria-13", 7, "c1 a3 e3 c5"),
    ("picaria:picaria-13,rows=12", 7, "c1 a3 e3 c5"),
    ("picaria:board=13", 5, "c3"),
    ("picaria:board=13,rows=12", 9, "c3"),
    ("shisima", 0, ""),
    ("rota", 0, ""),
    ("rota:rim=yes", 0, ""),
    ("tsoro-yematatu", 0, ""),
    ("tsoro-yematatu:jump=enemy", 0, ""),
    ("tsoro-yematatu:jump=enemy-if-no-step", 11, "c3"),
    ("tsoro-yematatu:jump=no", 0, ""),
    ("tsoro-yematatu:jump=no,blocked=draw", 0, ""),
    ("tsoro-yematatu:jump=no,blocked=pass", 17, ""),
    ("janes-soppi", 0, ""),
    ("modern-seega", 0, ""),
];

#[test]
fn values_are_those_counted_and_published() {
    let mut wrong = Vec::new();
    for (text, plies, first) in COUNTED {
        let (found, keep) = value(text);
        let expected = match plies {
            0 => Ending::Draw,
            plies => Ending::from_plies((*plies).into()),
        };
        let mut keep = keep;
        keep.sort();
        let mut first: Vec<&str> = first.split_whitespace().collect();
        first.sort_unstable();
        if found != expected || !first.is_empty() && first != keep {
            wrong.push(format!("{text}: {found}, {}", keep.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_texts_say_is_known_is_so() {
    for game in library::games(Rules::GAME) {
        let rules = Rules::usual(game.name()).unwrap();
        if rules.board().size() > 16 {
            continue;
        }
        let Some(known) = rules.known() else { continue };
        let (found, _) = value(&rules.to_string());
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
