//! Tables of throws printed under an assumption that is not said: `siga check --explain` names it.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use serde_json::Value;

use crate::program::{SIGA, result};

/// The chances of a throw, or of the lengths of a race, to four places.
fn table(command: &str) -> String {
    let result = result(command);
    let name = |outcome: &Value| match outcome {
        Value::Array(parts) => {
            let parts: Vec<String> = parts.iter().map(Value::to_string).collect();
            format!("({})", parts.join(", "))
        }
        outcome => outcome.to_string(),
    };
    let outcomes = result["outcomes"].as_array().unwrap().iter();
    let rows = outcomes.map(|row| {
        let chance = row["probability"]["approx"].as_f64().unwrap();
        format!("{};{chance:.4}\n", name(&row["outcome"]))
    });
    "outcome;probability\n".to_owned() + &rows.collect::<String>()
}

#[test]
fn what_is_assumed_of_a_throw_is_named() {
    let cases = include_str!("../fixtures/explained-throws.txt")
        .lines()
        .skip(1);
    assert!(cases.clone().count() >= 16);
    for case in cases {
        let parts: Vec<&str> = case.split(" | ").collect();
        let [asked, meant, says] = parts[..] else {
            panic!("a case has three parts: {case}")
        };
        let table = table(&format!("throw \"{meant}\""));
        let command = format!("throw \"{asked}\"");
        let check = ["check", "--text", &table, "--of", &command, "--explain"];
        let result = SIGA.asked(&check)["result"].take();
        let explanations = result["explained"]["explanations"].as_array();
        let explanations = explanations.unwrap_or_else(|| panic!("{asked}: {result}"));
        let named = explanations.iter().take(3).find(|explanation| {
            let assumed = explanation["assumptions"].as_array().unwrap();
            assumed.len() == 1 && assumed[0]["says"] == says
        });
        let named = named.unwrap_or_else(|| panic!("{asked}, meant {meant}: {explanations:#?}"));
        let figures = table.lines().count() - 1;
        assert_eq!(named["right"], figures, "{asked}: {named:#}");
        // The command it gives makes the table.
        let words = named["query"].as_array().unwrap().iter();
        let words = words.map(|word| word.as_str().unwrap());
        assert_eq!(
            self::table(&shlex::try_join(words).unwrap()),
            table,
            "{asked}"
        );
    }
}
