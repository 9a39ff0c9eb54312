//! The presets: well written and canonical. The means of their turns are in `fixtures/answers/named-throws.txt`.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use num_rational::BigRational;
use siga::chance::analysis::{Question, analyse};
use siga::chance::presets::{PRESETS, find};
use siga::chance::turn::TurnRules;
use siga::chance::{evaluate, parse, stick};
use siga::exact::Natural;

#[test]
fn every_preset_is_canonical_and_has_a_value() {
    let half = BigRational::new(1.into(), 2.into());
    for preset in PRESETS.iter() {
        let expr = parse(preset.spec).unwrap_or_else(|e| panic!("{}: {e}", preset.name));
        assert_eq!(expr.to_string(), preset.spec, "{}", preset.name);
        if let Err(e) = evaluate(&expr, &stick::<Natural>(&half)) {
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
