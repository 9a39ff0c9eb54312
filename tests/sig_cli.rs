//! `siga sig odds`, `table`, `moves`, `analyse` and `perft` from the command line: answers, JSON fields and errors.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::{SIGA, Siga, bounds};
use serde_json::{Value, json};

const SIG: Siga = Siga(&["sig"]);

fn file(name: &str) -> String {
    format!("fixtures/positions/sig-{name}.txt")
}

fn near(number: &Value, value: f64) {
    let (lower, upper) = bounds(number);
    assert!(
        lower <= value + 1e-6 && value - 1e-6 <= upper && upper - lower < 1e-6,
        "{number}: {value}"
    );
}

#[test]
fn odds_are_exact_where_they_can_be() {
    let answer = SIG.json(&["odds", "--behind", "4"]);
    assert_eq!(answer["schema"], "siga/sig-odds/1");
    assert_eq!(
        answer["query"],
        json!({"command": "sig odds", "rules": "sig:depaulis", "max_throws": null, "budget": "600000000", "behind": [4]})
    );
    let result = &answer["result"];
    assert_eq!(result["behind"], json!([4]));
    // The chance that a bagra stands.
    assert_eq!(result["probability"]["exact"], "875/2699");
    assert_eq!(result["hits"], json!([[4]]));
    let five = SIG.result(&["odds", "--behind", "5", "--rules", "sig:ludii"]);
    assert_eq!(five["probability"]["exact"], "525087719/780140544");
    assert_eq!(five["hits"], json!([[5], [1, 4], [1, 1, 1, 1, 1]]));
}

#[test]
fn a_stack_and_a_limit_give_bounds() {
    let stack = [
        "odds",
        "--behind",
        "4",
        "--rules",
        "sig:depaulis,cancel=stack",
    ];
    // −35/122·√723 + 490/61, which `siga sig turn` gives for a bagra.
    near(
        &SIG.result(&stack)["probability"],
        490.0 / 61.0 - 35.0 / 122.0 * 723f64.sqrt(),
    );
    let mut last = 1.0;
    for throws in ["2", "5", "10", "40"] {
        let limited = SIG.result(&[&stack[..], &["--max-throws", throws]].concat());
        let (lower, upper) = bounds(&limited["probability"]);
        assert!(upper - lower < last);
        last = upper - lower;
    }
    let never = SIG.result(&[
        "odds",
        "--behind",
        "6",
        "--rules",
        "sig:depaulis,cancel=stack",
    ]);
    assert_eq!(never["probability"]["exact"], "0");
}

#[test]
fn tables_have_a_row_for_each_choice() {
    let rows = SIG.result(&["table", "--pieces", "2", "--max", "5"]);
    let rows = rows["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 10);
    // A friend in front is in the way: five behind alone is 56/57.
    let pair = rows
        .iter()
        .find(|row| row["behind"] == json!([4, 5]))
        .unwrap();
    assert_eq!(pair["probability"]["exact"], "875/2699");
    let text = SIG.shown(&["table", "--rules", "sig:ludii", "--max", "9"]);
    assert!(
        text.contains("153/524288") || text.contains("152923/524288"),
        "{text}"
    );
    let csv = SIG.shown(&["table", "--csv"]);
    assert!(
        csv.starts_with("behind,probability,probability_decimal,yields_that_take\n"),
        "{csv}"
    );
    assert!(
        SIG.shown(&["table", "--format", "markdown"])
            .contains("| behind |")
    );
}

#[test]
fn moves_are_listed_once_each() {
    let answer = SIG.json(&["moves", "--yield", "khadzh,4,5", &file("opening")]);
    assert_eq!(answer["query"]["throw"], "khadzh,4,5");
    assert_eq!(answer["query"]["rules"], "sig:depaulis");
    let moves = answer["result"]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 20);
    let runs = moves
        .iter()
        .find(|found| found["move"] == "free a1, a1-b4, b4-b9")
        .unwrap();
    assert_eq!(runs["ways"], "2");
    assert_eq!(runs["captures"], json!([]));
    assert_eq!(
        runs["position"],
        "1aaaaaaaaaaaaaaaaaaa/8A11/20/bbbbbbbbbbbbbbbbbbbb A turn=2"
    );
    let takes = SIG.result(&[
        "moves",
        "--yield",
        "4",
        "--position",
        "4/A3/2B1/bbb1 A",
        "--rules",
        "sig:ludii,length=4,wakes=khadzh",
    ]);
    assert_eq!(takes["over"], false);
    let over = SIG.result(&["moves", "--yield", "5", "--position", "4/4/4/AAA1 A"]);
    assert_eq!((&over["over"], &over["moves"]), (&json!(true), &json!([])));
}

#[test]
fn a_position_is_analysed_in_both_accounts() {
    let answer = SIG.json(&["analyse", &file("middle")]);
    assert_eq!(answer["schema"], "siga/sig-analyse/1");
    assert_eq!(answer["query"]["title"], "Sig, a middle position");
    let found = &answer["result"];
    assert_eq!(found["free"]["at_least_one"]["exact"], "25/253");
    near(&found["take"]["expected"], 1.477814);
    near(&found["exposure"]["at_least_one"], 0.324195);
    assert_eq!(found["take"]["each"].as_array().unwrap().len(), 20);
    assert_eq!(found["take"]["each"][0]["awake"], true);
    let at_least = found["take"]["at_least"].as_array().unwrap();
    assert_eq!(at_least[0]["probability"], found["take"]["at_least_one"]);
    let open = found["take"]["open"]["approx"].as_f64().unwrap();
    assert!(open < 1e-6);
    let ludii = SIG.result(&["analyse", &file("middle-ludii")]);
    near(&ludii["take"]["expected"], 0.787873);
    assert_eq!(ludii["free"]["at_least_one"]["exact"], "0");
    let text = SIG.shown(&["analyse", &file("end")]);
    assert!(text.contains("B takes at least one piece"), "{text}");
    assert!(text.contains("B to throw"));
}

#[test]
fn plays_are_ranked() {
    let arguments = [
        "analyse",
        &file("middle"),
        "--yield",
        "4,5",
        "--by",
        "net",
        "--top",
        "3",
    ];
    let answer = SIG.json(&arguments);
    assert_eq!(answer["query"]["by"], "net");
    assert_eq!(answer["result"]["plays"], 24);
    let moves = answer["result"]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    assert_eq!(moves[0]["captures"], json!(["c1", "d5"]));
    let (lower, upper) = bounds(&moves[0]["net"]);
    assert!(lower <= 1.842771 && 1.842771 <= upper && upper - lower < 1e-3);
    assert!(
        SIG.shown(&arguments)
            .contains("24 plays of 4,5, the best first by net")
    );
    let all = SIG.result(&["analyse", &file("middle"), "--yield", "4,5", "--top", "0"]);
    assert_eq!(all["moves"].as_array().unwrap().len(), 24);
}

#[test]
fn both_turns_of_the_enemy_are_looked_at() {
    let position = "1A2/4/B1A1/2B1 A";
    let ask = |rules: &str| SIG.result(&["analyse", "--position", position, "--rules", rules]);
    let both = ask("sig:ludii,length=4");
    let turns = &both["exposure"]["both_turns"];
    assert_eq!(turns["turns"], 2);
    let (one, _) = bounds(&both["exposure"]["at_least_one"]);
    let (lower, upper) = bounds(&turns["at_least_one"]);
    assert!(one <= lower && lower <= upper && upper <= 1.0);
    let alternating = ask("sig:ludii,length=4,turns=alternating");
    assert!(alternating["exposure"].get("both_turns").is_none());
    assert_eq!(
        alternating["exposure"]["at_least_one"],
        both["exposure"]["at_least_one"]
    );
}

#[test]
fn a_budget_bounds_every_answer() {
    let throws = "sig:ludii,throws=1*|2*|3*|4|5|6*|7*|8*|9";
    let odds = |more: &[&str]| {
        let arguments = ["odds", "--behind", "79,2", "--rules", throws];
        SIG.result(&[&arguments[..], more].concat())
    };
    // No last throw is a 2 or a 79.
    let one = odds(&["--max-throws", "1"]);
    assert_eq!(bounds(&one["probability"]), (0.0, 129.0 / 256.0));
    let whole = odds(&[]);
    let (lower, upper) = bounds(&whole["probability"]);
    for budget in ["1", "10000", "1000000"] {
        let less = odds(&["--budget", budget]);
        let (below, above) = bounds(&less["probability"]);
        assert!(below <= lower && upper <= above, "{less}");
    }
    let thrown = format!("{throws},order=thrown");
    let little = [
        "odds", "--behind", "30,31,32", "--rules", &thrown, "--budget", "100000",
    ];
    let stopped = SIG.result(&little)["stopped"].clone();
    assert!(stopped["standing"].is_u64() && stopped["budget"].is_string());
    assert!(
        SIG.shown(&little)
            .contains("for closer bounds try --budget")
    );
    let plays = [
        "analyse",
        &file("middle-ludii"),
        "--yield",
        "1,4,6",
        "--by",
        "net",
        "--budget",
        "1000000",
    ];
    let ranked = SIG.result(&plays);
    assert!(ranked["best_proved"].is_boolean());
    assert!(ranked["ranking_budget"].is_string());
}

#[test]
fn plays_are_counted() {
    let answer = SIG.json(&["perft", "--depth", "1", "--divide", &file("opening")]);
    let divide = answer["result"]["divide"].as_array().unwrap();
    let khadzh = divide
        .iter()
        .find(|part| part["yield"] == json!([5, "khadzh"]))
        .unwrap();
    assert_eq!(khadzh["nodes"], "20");
    let sum: u64 = divide
        .iter()
        .map(|part| part["nodes"].as_str().unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(answer["result"]["nodes"], sum.to_string());
}

#[test]
fn rules_are_listed_with_their_sources() {
    let answer = SIGA.result(&["rules", "sig"]);
    let game = &answer["games"][0];
    let options = game["options"].as_array().unwrap();
    assert!(
        options
            .iter()
            .all(|option| !option["source"].as_str().unwrap().is_empty())
    );
    let cancel = options
        .iter()
        .find(|option| option["name"] == "cancel")
        .unwrap();
    assert_eq!(
        cancel["presets"],
        json!({"depaulis": "previous", "ludii": "previous", "mzab": "previous", "tozeur": "previous"})
    );
}

#[test]
fn faults_are_told_with_what_would_be_right() {
    let cases: [(&[&str], i32, &str); 11] = [
        (&["odds", "--behind", "0"], 2, "1 to 80"),
        (&["odds", "--behind", "3,3"], 2, "different distances"),
        (
            &["odds", "--behind", "3", "--max-throws", "0"],
            2,
            "1 to 300",
        ),
        (
            &["odds", "--behind", "3", "--rules", "sig:lane"],
            2,
            "`depaulis`, `ludii`",
        ),
        (&["table", "--pieces", "2", "--max", "80"], 1, "400 rows"),
        (
            &["moves", "--yield", "6", "--position", "aa/2/2/bb A"],
            2,
            "4, 5, 8, khadzh",
        ),
        (
            &["moves", "--yield", "5", "--position", "aa/2/2/bc A"],
            2,
            "column 9",
        ),
        (
            &[
                "moves",
                "--yield",
                "5",
                "--position",
                "aa/2/2/bb A",
                "--rules",
                "sig:ludii,length=2",
            ],
            2,
            "on a1, a2",
        ),
        (&["analyse", "--position", "aaa/1A1/3/bbb A"], 2, "4 pieces"),
        (
            &[
                "analyse",
                "--position",
                "aa/2/2/bb A",
                "--rules",
                "sig:depaulis,length=2,passing=single",
            ],
            2,
            "order=thrown only",
        ),
        (
            &[
                "analyse",
                "--position",
                "aa/2/2/bb A turn=2",
                "--rules",
                "sig:depaulis,length=2,turns=alternating",
            ],
            2,
            "write `A`",
        ),
    ];
    for (arguments, status, message) in cases {
        let (found, text) = SIG.refused(arguments);
        assert_eq!(found, status, "{arguments:?}: {text}");
        assert!(text.contains(message), "{arguments:?}: {text}");
    }
}

#[test]
fn rare_answers_are_as_their_schemas_say() {
    const OVER: &str = "A3/4/4/4 A";
    let (opening, middle, end) = (file("opening"), file("middle"), file("end"));
    let ranked = ["--yield", "4,5", "--by", "take", "--top", "1"];
    // The question, and the part of the answer that makes it a rare one.
    let rare: [(&[&str], &str, Option<Value>); 12] = [
        (
            &["odds", "--behind", "8,12,7", "--budget", "1"],
            "/stopped/standing",
            Some(json!(0)),
        ),
        (
            &["odds", "--behind", "1", "--decimals-only"],
            "/probability/exact",
            None,
        ),
        (
            &["table", "--pieces", "3", "--max", "4", "--budget", "100"],
            "/rows/0/hits",
            Some(json!([])),
        ),
        (
            &["moves", &opening, "--yield="],
            "/moves/0/move",
            Some(json!("pass")),
        ),
        (
            &["moves", "--position", OVER, "--yield", "4"],
            "/over",
            Some(json!(true)),
        ),
        (
            &["perft", &opening, "--depth", "0", "--divide"],
            "/divide",
            None,
        ),
        (
            &["perft", &opening, "--depth", "1", "--divide"],
            "/divide/3/yield",
            Some(json!([5, "khadzh"])),
        ),
        (
            &["analyse", "--position", OVER, "--yield", "4"],
            "/exposure/both_turns/budget",
            Some(Value::Null),
        ),
        (
            &["analyse", &middle, "--budget", "1"],
            "/take/stopped/standing",
            Some(json!(0)),
        ),
        (
            &["analyse", &end, "--rules", "sig:depaulis,turns=alternating"],
            "/exposure/both_turns",
            None,
        ),
        (
            &["analyse", &end, "--max-throws", "3", "--decimals-only"],
            "/take/open/exact",
            None,
        ),
        (
            &[&["analyse", &middle, "--budget", "10"], &ranked[..]].concat(),
            "/moves/1",
            None,
        ),
    ];
    for (arguments, at, value) in rare {
        let result = &SIG.json(arguments)["result"];
        assert_eq!(result.pointer(at), value.as_ref(), "{arguments:?}");
    }
}
