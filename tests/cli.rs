//! The command line as a program sees it: status, standard output, standard error.

#![cfg(feature = "cli")]

use crate::program::SIGA;
use crate::schema;
use assert_cmd::Command;
use serde_json::Value;

fn ended(mut command: Command) -> (String, String, i32) {
    let output = command.output().expect("siga runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("siga writes UTF-8");
    (
        text(&output.stdout),
        text(&output.stderr),
        output.status.code().expect("siga is not killed"),
    )
}

fn json(arguments: &[&str]) -> Value {
    let (out, err, status) = SIGA.ended(&[arguments, &["--json"]].concat());
    assert_eq!((err.as_str(), status), ("", 0), "{arguments:?}");
    assert_eq!(out.matches('\n').count(), 1, "one object, one line");
    let answer = serde_json::from_str(&out).expect("JSON");
    schema::holds(&answer);
    answer
}

/// Bad input: status 2, nothing on standard output, and a message with these words.
fn refused(arguments: &[&str], words: &[&str]) {
    let (status, err) = SIGA.refused(arguments);
    assert_eq!(status, 2, "{arguments:?}: {err}");
    for word in words {
        assert!(
            err.contains(word),
            "{arguments:?}: `{word}` is not in\n{err}"
        );
    }
}

#[test]
fn the_envelope_of_json() {
    let answer = json(&["throw", "2d6"]);
    assert_eq!(answer["schema"], "siga/throw/1");
    assert_eq!(answer["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(answer["query"]["spec"], "2d6");
    let result = &answer["result"];
    assert_eq!(result["total"], "36");
    let seven = &result["outcomes"][5];
    assert_eq!(
        (&seven["outcome"], &seven["weight"]),
        (&Value::from(7), &Value::from("6"))
    );
    assert_eq!(seven["probability"]["exact"], "1/6");
    assert_eq!(seven["probability"]["approx"], 1.0 / 6.0);
    assert_eq!(result["mean"]["exact"], "7");
    assert_eq!(result["variance"]["exact"], "35/6");
    assert_eq!(result["mode"], serde_json::json!([7]));
    assert_eq!(result["median"], serde_json::json!([7]));
    assert_eq!(result["again"]["exact"], "0");
    assert!(seven.get("at_least").is_none(), "only when asked");
}

#[test]
fn outcomes_are_numbers_tuples_or_labels() {
    let tuples = json(&["throw", "(d2, d2)"]);
    assert_eq!(
        tuples["result"]["outcomes"][1]["outcome"],
        serde_json::json!([1, 2])
    );
    let labels = json(&["throw", "2s -> {0: none*, else: some}"]);
    let outcomes = labels["result"]["outcomes"].as_array().expect("a list");
    assert_eq!(
        (&outcomes[0]["outcome"], &outcomes[0]["again"]),
        (&"none".into(), &true.into())
    );
    assert_eq!(
        (&outcomes[1]["outcome"], &outcomes[1]["again"]),
        (&"some".into(), &false.into())
    );
    assert_eq!(labels["result"]["again"]["exact"], "1/4");
}

#[test]
fn tails_of_finite_and_endless_throws() {
    let tails = json(&["throw", "d4", "--at-least", "--at-most"]);
    let third = &tails["result"]["outcomes"][2];
    assert_eq!(third["at_least"]["exact"], "1/2");
    assert_eq!(third["at_most"]["exact"], "3/4");
    let endless = json(&["throw", "d2!", "--up-to", "5", "--at-least", "--at-most"]);
    let rows = endless["result"]["outcomes"].as_array().expect("a list");
    // 1, 3, 5 with 1/2, 1/4, 1/8; the rest is beyond 5.
    assert_eq!(rows[1]["outcome"], 3);
    assert_eq!(rows[1]["at_least"]["exact"], "1/2");
    assert_eq!(rows[1]["at_most"]["exact"], "3/4");
    assert_eq!(endless["result"]["total"], "8");
    assert_eq!(endless["result"]["rest"]["above"], 5);
    assert_eq!(endless["result"]["rest"]["weight"], "1");
    assert_eq!(endless["result"]["mean"]["exact"], "3");
}

#[test]
fn a_spec_is_an_argument_a_name_a_file_or_standard_input() {
    let mut command = SIGA.command(&["throw", "-", "--json"]);
    command.write_stdin("# the best three\n  4d6kh3 # of four\n");
    let (out, _, status) = ended(command);
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&answer["query"]["spec"], status), (&"4d6kh3".into(), 0));
    let folder = std::env::temp_dir().join(format!("siga-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let file = folder.join("throw.txt");
    std::fs::write(&file, "2d6 +\n  d8x").expect("a file for the test");
    let name = file.to_str().expect("a name in UTF-8");
    refused(&["throw", name], &["throw.txt", "line 2, column 5", "^"]);
    std::fs::remove_dir_all(folder).expect("the folder is removed");
    let preset = json(&["throw", "TAB"]);
    assert_eq!(preset["query"]["preset"], "tab");
}

#[test]
fn brackets_and_words_stand_for_signs_shells_claim() {
    for (plain, signs) in [
        ("explode(2d6)", "2d6!"),
        ("explode(2d6, 3)", "2d6!3"),
        ("reroll(2d6, [1])", "2d6r{1}"),
        ("reroll_once(d6, [1,2])", "d6ro{1, 2}"),
        ("until(d6, [5..6])", "d6ru{5..6}"),
        ("keep_highest(4d6, 3)", "4d6kh3"),
        ("best 3 of 4d6", "4d6kh3"),
        ("worst 1 of 2d20", "2d20kl1"),
        ("ge(3d6, 2d8)", "3d6 >= 2d8"),
        ("3d6 lt 2d8", "3d6 < 2d8"),
        ("times(2, d6)", "2 * d6"),
        ("d[1:3,2:1]", "d{1:3, 2}"),
        (
            "score(4s, [0 or 4: 6 again, else: x])",
            "4s -> {0|4: 6*, else: x}",
        ),
        ("max(d6, d8)", "(d6, d8)kh1"),
    ] {
        assert_eq!(json(&["throw", plain])["query"]["spec"], signs);
    }
}

#[test]
fn biases_known_unknown_and_between() {
    for bias in ["3/5", "0.6", "60%"] {
        let answer = json(&["throw", "yut", "--bias", bias]);
        let chances: Vec<&Value> = (answer["result"]["outcomes"]
            .as_array()
            .expect("a list")
            .iter())
        .map(|row| &row["probability"]["exact"])
        .collect();
        assert_eq!(
            chances,
            ["96/625", "216/625", "216/625", "81/625", "16/625"]
        );
    }
    let unknown = json(&["throw", "2s", "--bias", "p", "--at", "3/5"]);
    let one = &unknown["result"]["outcomes"][1]["probability"];
    assert_eq!(one["function"], "2*p - 2*p^2");
    assert_eq!(one["value"]["exact"], "12/25");
    assert_eq!(one["slope"]["exact"], "-2/5");
    let turn = json(&["throw", "s -> {0: 0*, 1: 1}", "--turn", "--bias", "p"]);
    assert_eq!(turn["result"]["throws"]["mean"]["function"], "1/p");
    let between = json(&["throw", "2s", "--bias", "1/4..3/4"]);
    let one = &between["result"]["outcomes"][1]["probability"];
    assert_eq!(
        (&one["lower"]["exact"], &one["upper"]["exact"]),
        (&"3/8".into(), &"1/2".into())
    );
    refused(&["throw", "8s", "--bias", "1.5"], &["3/2", "0 to 1"]);
    refused(&["throw", "2d6", "--bias", "1/3"], &["or there is none"]);
    refused(&["throw", "8s", "--bias", "1/0"], &["divides by zero"]);
    let long = format!("1/{}", "9".repeat(100_000));
    refused(&["throw", "8s", "--bias", &long], &["digits"]);
}

#[test]
fn faults_are_shown_in_their_place() {
    refused(&["throw", "2d"], &["line 1, column 3", "2d\n", "^", "help"]);
    refused(&["throw", "4s -> {0: 6*, 1: 1}"], &["nothing of 2", "else"]);
    refused(
        &["throw", "4s -> {0: 6, 0: 1, else: 2}"],
        &["two cases for 0"],
    );
    refused(&["throw", "d{6}!"], &["never ends"]);
    refused(&["throw", "d6r{1..6}"], &["never ends"]);
    refused(
        &["throw", "s -> {0: 1*, 1: 2*}", "--turn"],
        &["never ends", "--max-throws"],
    );
    refused(&["throw", "nothing"], &["not a throw", "siga throws"]);
    refused(
        &["throw", "2d6", "+", "1"],
        &["in quotes: siga throw '2d6 + 1'"],
    );
    refused(&["throw", "2d6", "--given", "> 12"], &["never holds"]);
    refused(&["throw", "2d6", "--max-throws", "3"], &["--turn"]);
    refused(&["throw", &"(".repeat(5000)], &["nested too deeply"]);
    let modified = format!("d6{}", "r{1}".repeat(990));
    refused(&["throw", &modified], &["nested too deeply"]);
    refused(
        &["daldos", "odds", "--behind", "0"],
        &["distance 0", "1 to"],
    );
    refused(&["daldos", "odds", "--behind", "3,3"], &["two pieces"]);
    refused(
        &["daldos", "table", "--rules", "daldos:dice=0"],
        &["--rules"],
    );
    refused(&["rules", "chess"], &["daldos"]);
    refused(&["no-such-command"], &["Usage"]);
}

#[test]
fn what_would_run_away_meets_a_limit() {
    for spec in [
        "1000000000d6",
        "100000d100000",
        "1000d{0,1,1000000000}",
        "300d6!",
    ] {
        let (out, err, status) = SIGA.ended(&["throw", spec]);
        assert!(
            out.is_empty() && status == 1,
            "{spec}: status {status}, {err}"
        );
        assert!(err.contains("the limit is"), "{spec}: {err}");
    }
    for spec in ["200000d2", "9000d20kh4500"] {
        let (out, err, status) = SIGA.ended(&["throw", spec, "--limit-seconds", "1"]);
        assert!(
            out.is_empty() && status == 1,
            "{spec}: status {status}, {err}"
        );
        assert!(err.contains("--limit-seconds"), "{spec}: {err}");
    }
    let (_, err, status) = SIGA.ended(&["daldos", "table", "--pieces", "3", "--max", "400"]);
    assert_eq!(status, 1, "{err}");
    let mut command = SIGA.command(&["throw", "-"]);
    command.write_stdin("d6+".repeat(3_000_000));
    let (_, err, status) = ended(command);
    assert_eq!(status, 2, "{err}");
    assert!(err.contains("longer than the limit"), "{err}");
}

#[test]
fn formats_hold_the_same_numbers() {
    let (csv, _, _) = SIGA.ended(&["daldos", "table", "--max", "2", "--format", "csv"]);
    assert_eq!(
        csv,
        "behind,probability,probability_decimal,throws_that_take\n\
         1,7/16,0.4375,1+1 1+2 1+3 1+4\n\
         2,1/2,0.5,1+1 1+2 2+2 2+3 2+4\n"
    );
    let (markdown, _, _) = SIGA.ended(&["throw", "d2", "--format", "markdown", "--quiet"]);
    assert!(
        markdown.starts_with("| outcome | probability | decimal |\n|---"),
        "{markdown}"
    );
    let (plain, _, _) = SIGA.ended(&["throw", "d2"]);
    let (coloured, _, _) = SIGA.ended(&["throw", "d2", "--color", "always"]);
    assert!(!plain.contains('\u{1b}') && coloured.contains('\u{1b}'));
    let (short, _, _) = SIGA.ended(&["throw", "d3", "--digits", "2", "--quiet"]);
    assert!(
        short.contains("0.33 ") && !short.contains("0.333"),
        "{short}"
    );
}

#[test]
fn decimals_alone_are_short_in_every_format() {
    let decimals = |more: &[&str]| {
        let (out, err, status) =
            SIGA.ended(&[&["throw", "400d6", "--decimals-only", "--quiet"], more].concat());
        assert_eq!((err.as_str(), status), ("", 0), "{more:?}");
        assert!(out.len() < 200_000, "{more:?}: {}", out.len());
        out
    };
    // 6^-400 is 5.49·10^-312, beyond the normal numbers of floating point, but not beyond decimals.
    assert!(decimals(&[]).contains("\n      400  5.49e-312"));
    assert!(decimals(&["--percent"]).contains("5.49e-310 %"));
    assert!(decimals(&["--one-in"]).contains("1 in 1.82e311"));
    assert!(decimals(&["--digits", "2"]).contains("\n      400  0.00"));
    let tails = decimals(&["--at-least", "--at-most"]);
    assert!(tails.contains("400  5.49e-312    1 "), "{tails}");
    let csv = decimals(&["--format", "csv", "--digits", "3", "--at-most"]);
    assert!(csv.contains("\n1400,0.012,0.506\n"), "{csv}");
    let lines = decimals(&["--format", "jsonl"]);
    let first: Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
    let report: Value = serde_json::from_str(&decimals(&["--json"])).expect("JSON");
    let near = &report["result"]["outcomes"][0]["probability"]["approx"];
    assert_eq!(&first["probability_decimal"], near);
}

#[test]
fn daldos_answers_as_the_contract_says() {
    let answer = json(&["daldos", "odds", "--behind", "6"]);
    assert_eq!(answer["query"]["rules"], "daldos");
    let result = &answer["result"];
    assert_eq!(result["probability"]["exact"], "11/48");
    assert_eq!(result["hits"], serde_json::json!([[2, 4], [3, 3]]));
    assert_eq!(
        result["on_rethrow"],
        serde_json::json!([{ "throw": [1, 1], "takes": false, "move": [[2]] }])
    );
    let table = json(&["daldos", "table", "--pieces", "2", "--max", "3"]);
    let behind: Vec<&Value> = table["result"]["rows"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| &row["behind"])
        .collect();
    assert_eq!(
        behind,
        [
            &serde_json::json!([1, 2]),
            &serde_json::json!([1, 3]),
            &serde_json::json!([2, 3])
        ]
    );
}

#[test]
fn every_question_meets_a_limit() {
    let (out, err, status) =
        SIGA.ended(&["throw", "1000d1000", "--target=2000", "--limit-seconds=1"]);
    assert!(out.is_empty() && status == 1, "status {status}, {err}");
    assert!(err.contains("--limit-seconds"), "{err}");
    for arguments in [
        ["throw", "d6!", "--up-to=1000000000000"].as_slice(),
        &["throw", "d{1, 1000000000000}!"],
        &["throw", "d2000 -> {1..2000: d2000 + x}"],
        &["throw", "d2000000 -> {1: 1*, else: x}", "--turn"],
        &["throw", "d1000000"],
    ] {
        let (out, err, status) = SIGA.ended(arguments);
        assert!(
            out.is_empty() && status == 1,
            "{arguments:?}: status {status}, {err}"
        );
        assert!(err.contains("the limit is"), "{arguments:?}: {err}");
    }
    refused(
        &["throw", "tab", "--turn", "--max-throws", "101"],
        &["at most 100"],
    );
}

#[test]
fn races_and_turns_that_go_down_are_answered_or_refused() {
    let falling = "s -> {0: -1*, 1: 1}";
    for target in ["2", "50"] {
        let arguments = ["throw", falling, "--turn", "--target", target];
        refused(&arguments, &["down without end"]);
    }
    let answer = json(&["throw", falling, "--turn", "--up-to", "-3"]);
    let rows = answer["result"]["outcomes"].as_array().expect("rows");
    assert_eq!(rows.len(), 5);
    assert_eq!(answer["result"]["rest"]["below"], -3);
    // Chances that are no fractions cannot be raced with.
    let stacked = [
        "throw",
        "sig:depaulis",
        "--turn",
        "--cancel",
        "stack",
        "--target",
        "5",
    ];
    refused(&stacked, &["fractions"]);
    let far = json(&["throw", "2d6", "--target", "2000"]);
    assert_eq!(far["result"]["target"]["target"], 2000);
}

/// From cell 5 a throw of 1 is moved on without end, and only a race in which passing throws are forfeited stands there.
#[test]
fn a_race_is_not_refused_for_the_sake_of_its_companions() {
    let track = [
        "throw", "d3", "--target", "7", "--jump", "6:5,4:1", "--onward", "5",
    ];
    for (past, turns) in [("end", "48/11"), ("bounce", "12")] {
        let answer = json(&[&track[..], &["--past", past]].concat());
        let target = &answer["result"]["target"];
        assert_eq!(target["length"]["throws"]["exact"], turns, "{target}");
        assert!(target["to_hit"].is_null(), "{target}");
    }
    let stay = [&track[..], &["--past", "stay"]].concat();
    refused(&stay, &["a throw of 1 from 5", "is moved on for ever"]);
}

/// Help and faults of the arguments are printed before any option is read.
#[test]
fn help_and_faults_have_the_colour_asked_for() {
    for words in [&["throw", "--help"][..], &["throw", "--nothing"]] {
        for (color, styled) in [
            (&["--color", "never"][..], false),
            (&["--color=never"], false),
            (&["--color=always"], true),
        ] {
            let (out, err, _) = SIGA.ended(&[words, color].concat());
            assert_eq!(
                (out + &err).contains('\u{1b}'),
                styled,
                "{words:?} {color:?}"
            );
        }
    }
}

#[test]
fn a_sign_that_steers_a_terminal_is_not_given_back() {
    for words in [
        &["\u{1b}[31mred"][..],
        &["throw", "d6", "--\u{1b}[31mred"],
        &["throw", "d6", "--digits", "\u{1b}[31mred"],
    ] {
        for color in ["always", "never"] {
            let (out, err, status) = SIGA.ended(&[words, &["--color", color]].concat());
            assert_eq!((out.as_str(), status), ("", 2));
            assert!(!err.contains("\u{1b}[31mred"), "{err:?}");
            assert!(err.contains("\u{241b}[31mred"), "{err:?}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn help_that_cannot_be_written_says_why() {
    for words in [&["--help"][..], &["throw", "--help"], &["--version"]] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_siga"));
        let ran = command.args(words).stdout(full.expect("a device")).output();
        let ran = ran.expect("siga runs");
        let err = String::from_utf8(ran.stderr).expect("UTF-8");
        assert_eq!(ran.status.code(), Some(1), "{err}");
        assert!(err.contains("No space left"), "{err}");
    }
}

#[test]
#[cfg(unix)]
fn a_file_that_may_not_grow_is_an_error() {
    let file = std::env::temp_dir().join(format!("siga-full-file-{}", std::process::id()));
    let mut command = Command::new("sh");
    let script = "ulimit -f 1; exec \"$0\" throw 300d6 --csv > \"$1\"";
    command.args(["-c", script, env!("CARGO_BIN_EXE_siga")]);
    command.arg(&file);
    let (_, err, status) = ended(command);
    std::fs::remove_file(file).expect("a file");
    assert_eq!(status, 1, "{err}");
    assert!(err.contains("File too large"), "{err}");
}

#[test]
fn a_turn_of_one_throw_is_the_throw() {
    let (throw, turn) = (
        json(&["throw", "d4741"]),
        json(&["throw", "d4741", "--turn"]),
    );
    assert_eq!(throw["result"]["outcomes"], turn["result"]["outcomes"]);
    assert_eq!(turn["result"]["throws"]["mean"]["exact"], "1");
    assert_eq!(turn["result"]["occurs"][0]["mean"]["exact"], "1/4741");
}

/// Where the system starts no thread, the work goes on without.
#[test]
fn threads_that_cannot_be_started_are_done_without() {
    let with = json(&["throw", "1000d6", "--at-least", "--at-most"]);
    let mut command = SIGA.command(&["throw", "1000d6", "--at-least", "--at-most", "--json"]);
    command.env("RUST_MIN_STACK", "1000000000000000");
    let (out, err, status) = ended(command);
    assert_eq!(status, 0, "{err}");
    let without: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(with["result"], without["result"]);
}

#[test]
fn counts_of_faces_are_taken_as_written() {
    let answer = json(&["throw", "d{1:1000000000000,2:999999999999}"]);
    let one = &answer["result"]["outcomes"][0];
    assert_eq!(one["probability"]["exact"], "1000000000000/1999999999999");
    refused(&["throw", "d6!4294967296"], &["too large"]);
}

#[test]
fn drawn_bounds_stay_bounds() {
    let (out, _, _) = SIGA.ended(&[
        "throw",
        "yut",
        "--bias",
        "0.55..0.65",
        "--digits",
        "4",
        "--quiet",
    ]);
    // The exact range of 2 ends at 0.3675375, that of 1 begins at 0.111475.
    assert!(out.contains("0.3676") && out.contains("0.1114"), "{out}");
}

#[test]
fn options_that_would_do_nothing_are_refused() {
    refused(&["throw", "2d6", "--up-to", "5"], &["end by themselves"]);
    refused(
        &["throw", "4s", "--bias", "p", "--at-least"],
        &["one number"],
    );
    refused(
        &["throw", "4s", "--bias", "1/3", "--at", "1/2"],
        &["--bias p"],
    );
    refused(
        &["throw", "4s", "--bias", "1/3", "--equal", "1,2"],
        &["--bias p"],
    );
}

#[test]
fn a_closed_pipe_is_no_failure() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_siga"))
        .args(["throw", "1000d6", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("siga runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("siga ends");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn every_page_of_the_manual_that_is_named_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (_, error, status) =
        SIGA.ended(&["generate", "man", "--out", folder.path().to_str().unwrap()]);
    assert_eq!((error.as_str(), status), ("", 0));
    let mut named = vec!["siga.1".to_owned()];
    let mut pages = 0;
    while let Some(name) = named.pop() {
        let page = std::fs::read_to_string(folder.path().join(&name))
            .unwrap_or_else(|_| panic!("no {name}"));
        pages += 1;
        assert!(
            page.contains("\\-\\-percent") || name == "siga.1",
            "{name} has not the options of every command"
        );
        let of_commands = page.split(".SH SUBCOMMANDS").nth(1).unwrap_or_default();
        let lines = of_commands
            .lines()
            .take_while(|line| !line.starts_with(".SH"));
        named.extend(
            lines
                .filter_map(|line| line.strip_suffix("(1)"))
                .map(|name| format!("{}.1", name.replace("\\-", "-"))),
        );
    }
    assert!(pages > 50, "{pages}");
    // Examples keep their lines.
    let throw = std::fs::read_to_string(folder.path().join("siga-throw.1")).unwrap();
    let examples = throw.split(".nf").nth(1).expect("lines as they are");
    assert!(
        examples
            .lines()
            .any(|line| line.starts_with("  siga throw 2d6")),
        "{examples}"
    );
}

#[test]
fn a_throw_with_a_name_stands_wherever_a_throw_may() {
    let same = |one: &str, other: &str| {
        let outcomes = |spec| json(&["throw", spec])["result"]["outcomes"].clone();
        assert_eq!(outcomes(one), outcomes(other), "{one}");
    };
    same("chaupar:dice + 1", "3d{1,2,5,6} + 1");
    same("2(Chaupar:Dice)", "2(3d{1,2,5,6})");
    same("max(d6, chaupar:dice)", "max(d6, 3d{1,2,5,6})");
    refused(
        &["throw", "d6 + chaupa:dice"],
        &["did you mean `chaupar:dice`?"],
    );
}

#[test]
fn everything_can_be_generated_and_helped() {
    let (man, _, status) = SIGA.ended(&["generate", "man"]);
    assert!(man.contains(".TH") && status == 0);
    for shell in ["bash", "zsh", "fish"] {
        let (script, _, status) = SIGA.ended(&["generate", "completions", shell]);
        assert_eq!(status, 0);
        for known in ["chowka-bhara", "sidja", "egypt", "extra_throws=", "percent"] {
            assert!(script.contains(known), "{shell} does not know {known}");
        }
    }
    let (help, _, status) = SIGA.ended(&["help", "throws"]);
    assert!(help.contains("ICEPOOL") && status == 0);
    let (help, _, status) = SIGA.ended(&["help", "output"]);
    assert!(help.contains("--one-in") && status == 0);
    let (help, _, status) = SIGA.ended(&["help", "daldos", "table"]);
    assert!(help.contains("--pieces") && !help.contains("--one-in") && status == 0);
    refused(&["help", "nothing"], &["no help on `nothing`", "`throws`"]);
    assert!(json(&["throws"])["result"]["presets"][0]["source"].is_string());
    assert_eq!(
        json(&["rules", "daldos"])["result"]["games"][0]["game"],
        "daldos"
    );
}

/// A newcomer is told how every game is played, in a few short lines: by `rules`, by `games` and in a game.
#[test]
fn every_game_says_how_it_is_played() {
    let games = json(&["rules"])["result"]["games"].clone();
    let games = games.as_array().unwrap();
    assert!(games.len() > 22, "{} games", games.len());
    for game in games {
        let name = game["game"].as_str().unwrap();
        if ["line-up", "custodial"].contains(&name) {
            continue;
        }
        let said = game["how_to_play"].as_str().unwrap();
        let drawn = said.lines().filter(|line| line.starts_with("  ")).count();
        assert!(drawn >= 3, "{name} has no drawing:\n{said}");
        assert!(said.lines().count() <= 20, "{name}:\n{said}");
        let long = said.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{name}");
        let (out, _, _) = SIGA.ended(&["rules", name]);
        assert!(out.starts_with(said), "{name}:\n{out}");
        let listed = &json(&["games", name])["result"]["games"][0]["how_to_play"];
        assert_eq!(listed.as_str(), Some(said), "{name}");
        let page = |name: &str| std::fs::read_to_string(format!("docs/rules/{name}.md"));
        let own = page(&name.replace("5x5", "twentyfive"));
        let page = own.or_else(|_| page("custodial"));
        assert!(page.unwrap().contains(said), "docs/rules: {name}");
    }
}

/// Words of other programs and languages, and arguments that are missing: the error says what to write.
#[test]
fn errors_say_what_to_write() {
    refused(
        &["throw", "2d6", "+", "1"],
        &["in quotes", "siga throw '2d6 + 1'"],
    );
    refused(&["throw", "3", "d", "6"], &["siga throw '3 d 6'"]);
    refused(&["throw", "2W6"], &["did you mean `2d6`?"]);
    refused(
        &[
            "check",
            "fixtures/tables/daldos-one-extra.csv",
            "--of",
            "tab",
        ],
        &["`tab table`"],
    );
    refused(
        &["throws", "no-such-throw"],
        &["no-such-throw", "siga throws"],
    );
    for (game, command) in [
        ("daldos", "analyse"),
        ("seega", "moves"),
        ("achi", "probe"),
        ("ur", "analyse"),
    ] {
        refused(&[game, command], &["--position \"", "siga help positions"]);
    }
    for (word, command) in [("roll", "throw"), ("dice", "throw")] {
        assert_eq!(json(&[word, "2d6"])["query"]["command"], command);
    }
    assert_eq!(
        json(&["throws", "yut"])["result"]["presets"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    assert_eq!(json(&["games", "twentyfive"])["query"]["game"], "5x5");
    assert_eq!(json(&["rules", "seega"])["query"]["game"], "sidja");
}

/// The start of each game, as `siga help positions` and errors give it, is a position of that game.
#[test]
fn the_start_of_each_game_is_a_position() {
    let games = json(&["games"])["result"]["games"].clone();
    for game in games.as_array().unwrap() {
        let (name, start) = (
            game["name"].as_str().unwrap(),
            game["start"].as_str().unwrap(),
        );
        let answer = json(&[name, "perft", "--depth", "0", "--position", start]);
        let read = answer["query"]["position"].as_str().unwrap();
        assert_eq!(read, start, "{name}");
    }
}
