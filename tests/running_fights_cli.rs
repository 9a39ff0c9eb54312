//! What Sig and tâb answer in the same words, from the command line: plays ranked by the chance to win.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::schema;

use assert_cmd::Command;
use serde_json::Value;

/// A rule set of three columns, a position and a yield of each game.
const ENDS: [[&str; 4]; 4] = [
    ["sig", "sig:depaulis,length=3", "3/1A1/1B1/3 A", "4,5"],
    ["sig", "sig:ludii,length=3", "A2/3/3/2B A", "5"],
    ["tab", "tab:ludii,length=3", "3/2A/3/B2 A", "2"],
    ["tab", "tab:lane,length=3", "3/2A/3/B2 A", "4,2"],
];

fn said(words: &[&str]) -> String {
    let mut siga = Command::new(env!("CARGO_BIN_EXE_siga"));
    let output = siga.args(words).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn asked(words: &[&str]) -> Value {
    let answer: Value = serde_json::from_str(&said(&[words, &["--json"]].concat())).unwrap();
    schema::holds(&answer);
    answer
}

fn ends(number: &Value) -> [f64; 2] {
    let bound = |name: &str| number.get(name).unwrap_or(number)["approx"].as_f64();
    ["lower", "upper"].map(|name| bound(name).unwrap())
}

#[test]
fn plays_ranked_by_the_chance_to_win_have_the_values_of_the_endgame() {
    for [game, rules, position, played] in ENDS {
        let about = ["--rules", rules, "--yield", played, "--position", position];
        let by_win = asked(
            &[
                &[game, "analyse"],
                &about[..],
                &["--by", "win", "--top", "0"],
            ]
            .concat(),
        );
        let endgame = asked(&[&[game, "endgame"], &about[..]].concat());
        let ranked = by_win["result"]["moves"].as_array().unwrap();
        let solved = endgame["result"]["moves"].as_array().unwrap();
        assert_eq!(ranked.len(), solved.len());
        assert_eq!(by_win["result"]["states"], endgame["result"]["states"]);
        let mut before = 2.0;
        for play in ranked {
            let same = solved
                .iter()
                .find(|one| one["position"] == play["position"]);
            assert_eq!(play["win"], same.unwrap()["win"], "{rules} {position}");
            let [lower, upper] = ends(&play["win"]);
            assert!(lower + upper <= before);
            before = lower + upper;
        }
        // Without `--by win` nothing is said of it.
        let by_net = asked(&[&[game, "analyse"], &about[..], &["--by", "net"]].concat());
        assert!(by_net["result"].get("states").is_none());
        assert!(by_net["result"]["moves"][0].get("win").is_none());
    }
}

#[test]
fn with_too_many_pieces_it_is_not_known_who_wins() {
    for [game, start, played] in [
        ["sig", "AAAA/4/4/BBBB A", "4,5"],
        ["tab", "aaaAA/5/5/bbbBB A", "4,2"],
    ] {
        let words = [
            game,
            "analyse",
            "--position",
            start,
            "--yield",
            played,
            "--by",
            "win",
            "--top",
            "3",
        ];
        let text = said(&words);
        assert!(
            text.contains("not known") && text.contains("--simulate 1000"),
            "{text}"
        );
        let answer = asked(&words);
        assert_eq!(answer["result"]["states"], Value::Null);
        assert_eq!(answer["result"]["best_proved"], false);
        for play in answer["result"]["moves"].as_array().unwrap() {
            assert_eq!(play["win"], Value::Null);
        }
    }
}
