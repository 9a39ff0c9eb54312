//! The presets: well written, canonical, and with the means their rules give.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use num_rational::BigRational;
use siga::chance::analysis::{Answer, Question, analyse};
use siga::chance::presets::{PRESETS, find};
use siga::chance::turn::TurnRules;
use siga::chance::{Outcome, Sticks, evaluate, parse};

fn turn_of(name: &str) -> Answer {
    let preset = find(name).unwrap_or_else(|| panic!("no preset {name}"));
    let question = Question {
        turn: Some(TurnRules::default()),
        ..Question::default()
    };
    analyse(&parse(preset.spec).unwrap(), &question).unwrap()
}

#[test]
fn every_preset_is_canonical_and_has_a_value() {
    let half = BigRational::new(1.into(), 2.into());
    for preset in PRESETS.iter() {
        let expr = parse(preset.spec).unwrap_or_else(|e| panic!("{}: {e}", preset.name));
        assert_eq!(expr.to_string(), preset.spec, "{}", preset.name);
        if let Err(e) = evaluate(&expr, &Sticks::with_bias(&half)) {
            panic!("{}: {e}", preset.name);
        }
        let question = Question {
            turn: Some(TurnRules::default()),
            ..Question::default()
        };
        if let Err(e) = analyse(&expr, &question) {
            panic!("{}: {e}", preset.name);
        }
    }
}

#[test]
fn names_are_unique_sorted_and_found_whatever_the_case() {
    let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    let distinct: HashSet<&str> = names.iter().copied().collect();
    assert_eq!(distinct.len(), names.len());
    assert!(names.is_sorted());
    for name in names {
        let plain = |c: char| c.is_ascii_lowercase() || c == '-' || c == ':';
        assert!(name.chars().all(plain), "{name}");
        assert_eq!(find(&name.to_uppercase()).map(|p| p.name), Some(name));
    }
    assert!(find("tabb").is_none());
}

#[test]
fn every_preset_says_what_it_is_and_where_it_comes_from() {
    for preset in PRESETS.iter() {
        assert!(preset.title.len() > 10 && !preset.title.ends_with('.'));
        assert!(preset.source.len() > 5, "{}", preset.name);
        assert!(preset.title.chars().count() <= 110, "{}", preset.name);
    }
}

#[test]
fn means_of_whole_turns() {
    let means = [
        ("backgammon", "49/6"),
        ("tab", "19/5"),
        ("yut", "37/14"),
        ("sig:ludii", "604/85"),
        ("pachisi:six", "271/56"),
        ("pachisi:deccan-six", "189/25"),
        ("pachisi:deccan-seven", "1110/91"),
        ("chaupar:seven", "371/31"),
        ("chowka-bhara", "20/7"),
        ("chowka-bhara:reversed", "20/7"),
        ("ludo", "21/5"),
        ("daldos", "16/3"),
    ];
    for (name, mean) in means {
        let answer = turn_of(name);
        let found = answer.moments.unwrap().mean;
        assert_eq!(found.exact().unwrap().to_string(), mean, "{name}");
    }
}

#[test]
fn a_tab_turn_has_a_tab_two_times_in_seven() {
    let turn = turn_of("tab").turn.unwrap();
    let tab = turn
        .occurs
        .iter()
        .find(|occurs| occurs.outcome == Outcome::Number(1))
        .unwrap();
    assert_eq!(tab.probability.exact().unwrap().to_string(), "2/7");
}

#[test]
fn the_informants_example_of_sig() {
    let expr = parse(find("sig:depaulis").unwrap().spec).unwrap();
    let thrown = ["khadzh", "khmar", "4", "khmar", "khadzh", "4", "5"];
    let question = Question {
        turn: Some(TurnRules::default()),
        sequence: Some(thrown.map(str::to_owned).to_vec()),
        ..Question::default()
    };
    let turn = analyse(&expr, &question).unwrap().turn.unwrap();
    let sequence = turn.sequence.unwrap();
    let stands: Vec<String> = sequence.stands.iter().map(Outcome::to_string).collect();
    assert_eq!(stands, ["khadzh", "4", "5"]);
}
