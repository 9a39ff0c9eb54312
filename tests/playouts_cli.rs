//! `--simulate` of `siga daldos analyse`, `siga sig analyse` and `siga tab analyse`: estimates, JSON fields and errors.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};

use crate::program::SIGA;

const DALDOS: &str =
    "daldos analyse --rules daldos:n=4 --position 1aA1/2A2/B1bb@A --throw 1,3 --budget 1000";
const SIG: &str = "sig analyse --rules sig:depaulis,length=3 --position AA1/3/3/bBb@A --yield 4,5 --budget 1000000";
const TAB: &str =
    "tab analyse --rules tab:lane,length=3 --position AA1/3/3/bBb@A --yield 4,2 --budget 1000";

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(|word| word.replace('@', " ")).collect()
}

fn strs(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

fn asked(line: &str) -> Value {
    SIGA.asked(&strs(&words(line)))
}

fn shown(line: &str) -> String {
    SIGA.shown(&strs(&words(line)))
}

/// The answer to a question that ends with a record.
fn of_record(line: &str, record: &str) -> Value {
    SIGA.asked(&[&strs(&words(line))[..], &[record]].concat())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn plays_are_estimated_in_each_game() {
    for game in [DALDOS, SIG, TAB] {
        let words = format!("{game} --simulate 80 --seed 7");
        let answer = asked(&words);
        assert_eq!(answer, asked(&words));
        assert_eq!(answer["query"]["simulate"], "80");
        assert_eq!(answer["query"]["seed"], "7");
        let estimates = &answer["result"]["estimates"];
        assert_eq!(estimates["policy"], "greedy");
        assert_eq!(estimates["confidence"], json!(0.95));
        let plays = estimates["plays"].as_array().unwrap();
        assert_eq!(plays[0]["behind"], Value::Null);
        for play in plays {
            let score = &play["score"];
            let [lower, middle, upper] =
                ["lower", "estimated", "upper"].map(|name| number(&score[name]));
            assert!(0.0 <= lower && lower <= middle && middle <= upper && upper <= 1.0);
        }
        let other = asked(&format!("{game} --simulate 80 --seed 8"));
        assert_ne!(other["result"]["estimates"], *estimates);
        let text = shown(&words);
        for part in ["Estimated, not proved", "seed 7", "95 of 100"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}

#[test]
fn what_is_proved_is_not_estimated() {
    let proved = "daldos analyse --rules daldos:n=3 --position A2/4/1B1@A --throw 1,2 --by win --simulate 50";
    let answer = asked(proved);
    assert_eq!(answer["result"]["estimates"], Value::Null);
    assert!(
        answer["result"]
            .as_object()
            .unwrap()
            .contains_key("estimates")
    );
    let text = shown(proved);
    assert!(text.contains("nothing is estimated"), "{text}");
    let unasked = asked(DALDOS);
    assert!(
        !unasked["result"]
            .as_object()
            .unwrap()
            .contains_key("estimates")
    );
}

#[test]
fn what_best_does_not_know_is_said() {
    let shown = |words: &str| shown(&format!("daldos simulate --games 5 {words}"));
    let greedy = "best knows the endgame of 1 against 1 pieces and plays greedily before it";
    assert!(shown("--a best").contains(greedy));
    assert!(shown("--a best --rules daldos:n=5").contains(greedy));
    assert!(!shown("--a greedy").contains(greedy));
    let few = "--a best --rules daldos:n=4 --position 1a2/5/2b1@A";
    assert!(!shown(few).contains(greedy));
}

#[test]
fn the_words_of_one_running_fight_do_in_the_others() {
    for (words, same) in [
        (SIG.to_owned(), SIG.replace("--yield", "--throw")),
        (TAB.to_owned(), TAB.replace("--yield", "--throw")),
        (DALDOS.to_owned(), DALDOS.replace("--throw", "--yield")),
    ] {
        assert_eq!(asked(&words), asked(&same));
    }
}

#[test]
fn simulations_say_what_throwing_first_is_worth() {
    let same = asked("daldos simulate --rules daldos:n=3 --games 300");
    let result = &same["result"];
    let wins = |side: &str| {
        result["wins"][side]
            .as_str()
            .unwrap()
            .parse::<f64>()
            .unwrap()
    };
    let expected = (wins("A") - wins("B")) / 300.0;
    let advantage = number(&result["first_advantage"]["estimated"]);
    assert!((advantage - expected).abs() < 1e-12, "{result}");
    let two = asked("daldos simulate --rules daldos:n=3 --games 30 --a random");
    assert_eq!(two["result"]["first_advantage"], Value::Null);
    // From the start of tâb, where the first tâb decides, and with a team to throw.
    let begun = asked("tab simulate --rules tab:lane,length=3 --games 600");
    let advantage = &begun["result"]["first_advantage"];
    let sides = &begun["result"]["wins"];
    assert!(number(&advantage["lower"]) > 0.0, "{advantage} {sides}");
    assert!(number(&begun["result"]["win"]["A"]["lower"]) < 0.5);
    let words = "tab simulate --rules tab:lane,length=3 --games 50 --position AA1/3/3/bBb@A";
    let said = shown(words);
    assert!(said.contains("A throws next"), "{said}");
    assert_eq!(two["result"]["explained_by_throws"], Value::Null);
    let share = |policy: &str| {
        let words =
            format!("daldos simulate --rules daldos:n=2 --games 2000 --a {policy} --b {policy}");
        let explained = &asked(&words)["result"]["explained_by_throws"];
        ["lower", "estimated", "upper"].map(|name| number(&explained[name]))
    };
    // Greedy players choose among ties only, others among all plays.
    let [greedy, random] = ["greedy", "random"].map(share);
    for [lower, estimated, upper] in [greedy, random] {
        assert!(0.0 <= lower && lower < estimated && estimated < upper && upper <= 1.0);
    }
    assert!(random[2] < greedy[0], "{random:?}, {greedy:?}");
}

#[test]
fn a_side_that_has_not_thrown_had_neither_luck_nor_skill() {
    let record = "rules: tab:lane,length=5; start: 5/4A/1B3/4b A; moves:; A 1,2: b5-b4, b4-b2";
    let review = of_record("tab review --simulate 5 --record", record);
    let [a, b] = [0, 1].map(|side| &review["result"]["estimates"]["sums"][side]);
    let nothing = json!({ "estimated": 0.0, "lower": 0.0, "upper": 0.0 });
    assert_eq!((&b["luck"], &b["skill"]), (&nothing, &nothing));
    assert!(number(&a["luck"]["lower"]) < number(&a["luck"]["upper"]));
}

#[test]
fn a_forced_play_shows_no_skill() {
    let record = "rules: tab:lane,length=3; start: 3/2A/3/BB1 A; moves:; A 2: b3-b1; B 2: d1-c2";
    let review = of_record("tab review --simulate 50 --positions 1 --record", record);
    let estimates = &review["result"]["estimates"];
    let [one, two] = [0, 1].map(|at| &estimates["turns"][at]);
    let nothing = json!({ "estimated": 0.0, "lower": 0.0, "upper": 0.0 });
    assert_eq!(review["result"]["turns"][0]["plays"], 1);
    assert_eq!(one["skill"], nothing);
    assert_ne!(one["luck"], nothing);
    // With more plays than one it is estimated.
    assert!(review["result"]["turns"][1]["plays"].as_u64() > Some(1));
    assert!(number(&two["skill"]["lower"]) < number(&two["skill"]["upper"]));
    // One playout from each of three positions, one after the throw that could be played in other ways.
    assert_eq!(estimates["playouts"], "200");
}
