//! What Sig and tâb answer in the same words, from the command line: plays ranked by the chance to win, and its course over the last turns of a
//! game.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use serde_json::Value;

use crate::program::{SIGA, result};

/// A rule set of three columns, a position and a yield of each game.
const ENDS: [[&str; 4]; 4] = [
    ["sig", "sig:depaulis,length=3", "3/1A1/1B1/3 A", "4,5"],
    ["sig", "sig:ludii,length=3", "A2/3/3/2B A", "5"],
    ["tab", "tab:ludii,length=3", "3/2A/3/B2 A", "2"],
    ["tab", "tab:lane,length=3", "3/2A/3/B2 A", "4,2"],
];

fn ends(number: &Value) -> [f64; 2] {
    let bound = |name: &str| number.get(name).unwrap_or(number)["approx"].as_f64();
    ["lower", "upper"].map(|name| bound(name).unwrap())
}

#[test]
fn plays_ranked_by_the_chance_to_win_have_the_values_of_the_endgame() {
    for [game, rules, position, played] in ENDS {
        let about = format!("--rules {rules} --yield {played} --position '{position}'");
        let by_win = result(&format!("{game} analyse {about} --by win --top 0"));
        let endgame = result(&format!("{game} endgame {about}"));
        let ranked = by_win["moves"].as_array().unwrap();
        let solved = endgame["by_throw"][0]["plays"].as_array().unwrap();
        assert_eq!(ranked.len(), solved.len());
        assert_eq!(by_win["positions"], endgame["positions"]);
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
        let by_net = result(&format!("{game} analyse {about} --by net"));
        assert!(by_net.get("positions").is_none());
        assert!(by_net["moves"][0].get("win").is_none());
    }
}

/// The machine plays throws as `endgame --yield` ranks them first.
#[test]
fn endgames_are_played_by_the_proved_chance_to_win() {
    for [game, rules, position, played] in ENDS {
        let about = format!("--rules {rules} --yield {played} --position '{position}'");
        let endgame = result(&format!("{game} endgame {about}"));
        let solved = endgame["by_throw"][0]["plays"].as_array().unwrap();
        let best = solved.iter().filter(|play| play["win"] == solved[0]["win"]);
        let best: Vec<&str> = best.map(|play| play["move"].as_str().unwrap()).collect();
        let play = [game, "play", "--rules", rules, "--start", position];
        let typed = |seat: &str, typed: String| {
            let seat = ["--own-dice", "--as", seat];
            SIGA.typed(&[&play[..], &seat].concat(), typed)
        };
        let text = typed("b", format!("throw {played}\nquit\n"));
        assert!(text.contains("With few pieces left"), "{text}");
        let (_, after) = text.split_once("that can follow are solved").unwrap();
        let made = after
            .lines()
            .find_map(|line| line.strip_prefix("A plays "))
            .unwrap();
        let (made, basis) = made.rsplit_once(" (").unwrap();
        let made = made.replace(" (takes)", "").replace(", end", "");
        assert!(best.contains(&made.as_str()), "{made}: {best:?}");
        assert!(basis.starts_with("best"), "{basis}");
        // A hint and the value say the same chance.
        let text = typed("a", format!("throw {played}\nhint\nvalue\nquit\n"));
        assert_eq!(text.matches("wins with chance").count(), 3, "{text}");
        assert!(
            text.contains("A, playing") && text.contains("proved)."),
            "{text}"
        );
    }
}

/// Whether two pairs of bounds are the same but for the closeness that was sought.
fn close([one, other]: [[f64; 2]; 2]) -> bool {
    one.iter()
        .zip(other)
        .all(|(one, other)| (one - other).abs() < 1e-9)
}

/// Games of three columns in which few pieces are left.
const GAMES: [[&str; 2]; 4] = [
    [
        "sig",
        "rules: sig:depaulis,length=3; start: 3/1A1/1B1/3 A; moves:; A 4,5: b2-c1; A 5: pass; B 4,5: c2-a3",
    ],
    [
        "tab",
        "rules: tab:ludii,length=3; start: 3/1AA/3/B2 A; moves:; A 2: b2-c1; B 1: d1-c1; B 2: c1-c3",
    ],
    [
        "tab",
        "rules: tab:ludii,length=3; start: 3/1AA/3/B2 A; moves:; A 2: b2-c1; B 2: d1-c2; A 3: b3-c1",
    ],
    [
        "tab",
        "rules: tab:lane,length=3; start: 3/2A/3/B2 A; moves:; A 4,2: b3-b1, b1-b3; B 2: d1-c2",
    ],
];

#[test]
fn the_last_turns_of_a_game_have_the_values_of_the_endgame() {
    for [game, record] in GAMES {
        let limits = "--max-throws 4 --positions 20000";
        let review = result(&format!("{game} review --record '{record}' {limits}"));
        let rules = record.split([' ', ';']).nth(1).unwrap();
        let mut expected = [0.0, 0.0];
        let from = review["change"]["from_ply"].as_u64().unwrap() as usize;
        for turn in &review["turns"].as_array().unwrap()[from - 1..] {
            assert_eq!(turn["by"], "win");
            let (position, played) = (&turn["position"], &turn["throw"]);
            let (position, played) = (position.as_str().unwrap(), played.as_str().unwrap());
            let about = format!("--rules {rules} --position '{position}' --throw {played}");
            let solved = result(&format!("{game} endgame {about} {limits}"));
            let before = [&turn["before"], &solved["win"]].map(ends);
            assert!(close(before), "{record}: {before:?}");
            let plays = solved["by_throw"][0]["plays"].as_array().unwrap();
            let wins: Vec<[f64; 2]> = plays.iter().map(|play| ends(&play["win"])).collect();
            let best = wins.iter().map(|win| win[1]).fold(0.0, f64::max);
            assert!((ends(&turn["best"])[1] - best).abs() < 1e-9);
            let value = ends(&turn["value"]);
            assert!(wins.iter().any(|win| close([*win, value])), "{record}");
            assert!(turn["better"].is_null() || ends(&turn["lost"])[0] > 0.0);
            let sign = if turn["side"] == "A" { 1.0 } else { -1.0 };
            let moved =
                [&turn["luck"], &turn["lost"]].map(|number| ends(number).iter().sum::<f64>() / 2.0);
            expected = [expected[0] + sign * moved[0], expected[1] - sign * moved[1]];
        }
        // From the first to the last chance by what throws and plays changed, up to the width of the bounds.
        let change = &review["change"];
        let middle = |name: &str| ends(&change[name]).iter().sum::<f64>() / 2.0;
        assert!((middle("by_luck") - expected[0]).abs() < 1e-9);
        assert!((middle("by_play") - expected[1]).abs() < 1e-9);
        let wide = |name: &str| ends(&change[name])[1] - ends(&change[name])[0];
        let slack: f64 = ["from", "to", "by_luck", "by_play"].map(wide).iter().sum();
        let by_both = middle("by_luck") + middle("by_play");
        assert!((middle("from") + by_both - middle("to")).abs() <= slack / 2.0 + 1e-9);
    }
}
