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

/// As asked, as it is meant by the table, and the words for what is assumed.
const CASES: &str = "
    sets(6d6, 2) | sets(6d6, {2}) | a set has exactly that many
    sets(6d6, {2}) | sets(6d6, 2) | a set may have more
    sets(6d6, 3) | sets(6d6, 3) >= 1 | it counts whether there is one, not how many
    count(4d6, {6}) | count(4d6, {6}) >= 1 | it counts whether there is one, not how many
    matched(3d6, 2d6) | matched(3d6, 2d6, second) | a tie counts for the side written second
    matched(3d6, 2d6) -> {else: 2 - x1} | matched(3d6, 2d6, first) -> {else: 2 - x1} | a tie counts for the side written first
    matched(3d6, 2d6, second) -> {else: x1 - x2} | matched(3d6, 2d6) -> {else: x1 - x2} | a tie counts for neither side
    count(deal(5, 4{1..13}), {1}) | count(5d{1:4, 2..13:4}, {1}) | each card is put back before the next is drawn
    largest_set(deal(3, 2{1..6})) | largest_set(3d{1:2, 2..6:2}) | each card is put back before the next is drawn
    straight(deal(4, {2..6:4, A:4})) | straight(deal(4, {1..6:4})) | aces are low
    straight(deal(4, 4{1..6, 10})) | straight(deal(4, 4{2..6, 10, 14})) | aces are high
    2d6 / 2 | ceil(2d6 / 2) | quotients are rounded up
    3d6 / 4 + 1 | (2 * 3d6 + 4) / 8 + 1 | quotients are rounded to the nearest number, halves up
    (d6 - d6) / 2 | d6 - d6 -> {else: (x > 0) * (x / 2) + (x < 0) * ceil(x / 2)} | quotients are rounded towards zero
    (d4)d6 | d4 -> {else: x + (x)d6} | the throw that says how many counts as well
    10 - 4d6kh3 | 10 - 4d6kl3 | the lowest are kept
";

#[test]
fn what_is_assumed_of_a_throw_is_named() {
    for case in CASES.trim().lines() {
        let parts: Vec<&str> = case.trim().split(" | ").collect();
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
