//! `siga check` as a program sees it: tables from the page to the verdict, claims, what is refused.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::schema;

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

/// Standard output, standard error and status, `input` on standard input.
fn run(arguments: &[&str], input: &str) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_siga"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.args(arguments).write_stdin(input).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        text(&output.stdout),
        text(&output.stderr),
        output.status.code().unwrap(),
    )
}

/// The `result` object and the status.
fn json(arguments: &[&str], input: &str) -> (Value, i32) {
    let (out, err, status) = run(&[arguments, &["--json"]].concat(), input);
    let report: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{err}"));
    assert_eq!(report["schema"], "siga/check/1");
    schema::holds(&report);
    (report["result"].clone(), status)
}

/// One claim about a throw, printed so, with more fields.
fn claim(query: &str, pick: &str, printed: &str, more: &str) -> String {
    format!(
        r#"{{"title": "t", "claims": [{{"id": "a", "source": "s", "query": {query}, "pick": "{pick}", "printed": {printed}{more}}}]}}"#
    )
}

#[test]
fn a_claim_says_what_its_text_leaves_open() {
    for (printed, more, status) in [
        ("3:1", r#", "odds": "against""#, "exact"),
        ("3:1", r#", "odds": "for""#, "differs"),
        ("0,250", r#", "decimal": "comma""#, "exact"),
    ] {
        let query = r#"["throw", "d4"]"#;
        let printed = format!("\"{printed}\"");
        let file = claim(query, "/outcomes/0/probability", &printed, more);
        let (result, _) = json(&["check", "-"], &file);
        assert_eq!(result["claims"][0]["status"], status, "{printed}{more}");
    }
}

/// The nearest are listed, three at least; where none is clearly best, nothing is judged.
#[test]
fn without_a_command_those_that_fit_are_listed() {
    let (result, status) = json(&["check", "-"], "a;1;25 %\nb;2;37,5 %\nc;3;25 %\n");
    assert!(
        result["candidates"].as_array().unwrap().len() >= 3,
        "{result}"
    );
    assert_eq!((status, &result["of"]), (2, &Value::Null), "{result}");
    let (_, err, status) = run(&["check", "-"], "a;77 %\nb;66 %\n");
    assert!(status == 2 && err.contains("--of"), "{err}");
    let of = ["check", "-", "--of", "throw d6 --table nonsense"];
    let (_, err, status) = run(&of, "1;1/6\n2;1/6\n");
    assert!(status == 2 && err.contains("nonsense"), "{err}");
}

#[test]
fn what_is_not_understood_is_never_said_to_differ() {
    let claim = claim(
        r#"["throw", "d4"]"#,
        "/outcomes/0/probability",
        "\"one in four\"",
        "",
    );
    let (out, err, status) = run(&["check", "-"], &claim);
    assert_eq!((out.as_str(), status), ("", 2));
    assert!(
        err.contains("claim `a`: `one in four` is not understood at character 1"),
        "{err}"
    );
    let claim = claim_list(r#"["1/4", "0,2,5"]"#);
    let (_, err, status) = run(&["check", "-"], &claim);
    assert_eq!(status, 2);
    assert!(
        err.contains("`0,2,5`") && err.contains("character"),
        "{err}"
    );
}

fn claim_list(printed: &str) -> String {
    claim(r#"["throw", "d2"]"#, "/outcomes/*/probability", printed, "")
}

#[test]
fn two_readings_that_disagree_are_said() {
    let claim = claim(r#"["throw", "d2469"]"#, "/mean", "\"1,235\"", "");
    let (result, status) = json(&["check", "-"], &claim);
    let figure = &result["claims"][0]["figures"][0];
    assert_eq!((status, &figure["status"]), (0, &Value::from("exact")));
    assert_eq!(figure["read"], "1235");
    assert_eq!(figure["otherwise"][0]["status"], "differs");
    let (out, _, _) = run(&["check", "-"], &claim);
    assert!(
        out.contains("`1,235` is read as 1235; read as 247/200 it differs"),
        "{out}"
    );
}

#[test]
fn a_failing_list_names_the_figures_that_fail() {
    let claim = claim_list(r#"["50 %", "0.49"]"#);
    let (result, status) = json(&["check", "-"], &claim);
    assert_eq!(status, 3);
    let figures = &result["claims"][0]["figures"];
    assert_eq!(figures[0]["status"], "exact");
    assert_eq!(
        (&figures[1]["right"], &figures[1]["error"]["exact"]),
        (&"0.50".into(), &"-1".into())
    );
    let (out, _, _) = run(&["check", "-", "--csv"], &claim);
    assert_eq!(out.lines().count(), 2, "CSV has the claims: {out}");
    let (out, _, _) = run(&["check", "-", "--csv", "--table", "figures"], &claim);
    let mut lines = out.lines();
    assert_eq!(
        lines.next(),
        Some("claim,printed,exact,exact_decimal,right,verdict,error,error_decimal")
    );
    assert_eq!(
        lines.next(),
        Some("a,0.49,1/2,0.5,0.50,wrong in the last place,-1,-1")
    );
    let (out, _, _) = run(&["check", "-"], &claim);
    let failing: Vec<&str> = out.lines().filter(|line| line.contains("0.49 ")).collect();
    assert!(
        failing
            .iter()
            .any(|line| line.contains("0.50") && line.contains("-1")),
        "{out}"
    );
    assert!(!out.contains("Every figure"));
    let right = claim_list(r#"["50 %", "0.50"]"#);
    let (out, _, status) = run(&["check", "-", "--all"], &right);
    assert!(
        status == 0 && out.contains("Every figure") && out.contains("0.50"),
        "{out}"
    );
}

/// An order has no figures of its own, and is listed as a whole.
#[test]
fn an_order_that_fails_is_among_the_figures_that_fail() {
    let order = |printed: &str| {
        format!(
            r#"{{"title": "t", "claims": [{{"id": "a", "source": "s", "query": ["throw", "d2"], "order":
            {{"mean": "/mean", "one": "/outcomes/0/probability"}}, "printed": {printed}}}]}}"#
        )
    };
    let figures = ["check", "-", "--csv", "--table", "figures"];
    let (out, err, status) = run(&figures, &order(r#""one > mean""#));
    assert_eq!(status, 3, "{out}{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 2, "{out}");
    assert!(
        lines[1].starts_with("a,") && lines[1].contains("wrong"),
        "{out}"
    );
    let (out, _, status) = run(&["check", "-"], &order(r#""mean > one""#));
    assert!(
        status == 0 && !out.contains("The figures that fail"),
        "{out}"
    );
}

#[test]
fn digits_cut_off_are_a_class_of_their_own() {
    // In a claim they are no right rounding.
    let claim = claim(
        r#"["throw", "d3 >= 2"]"#,
        "/outcomes/1/probability",
        "\"0.666\"",
        "",
    );
    let (result, status) = json(&["check", "-"], &claim);
    assert_eq!(
        (status, &result["claims"][0]["status"]),
        (3, &"differs".into())
    );
    assert_eq!(result["claims"][0]["figures"][0]["status"], "truncated");
    // In a table they are counted apart, and are not wrong.
    let (result, status) = json(
        &["check", "-", "--of", "throw 'd3 >= 2'"],
        "0;0.333\n1;0.666\n",
    );
    assert_eq!(status, 0);
    assert_eq!(
        (
            &result["summary"]["rounded"],
            &result["summary"]["truncated"]
        ),
        (&1.into(), &1.into())
    );
}

#[test]
fn claims_can_be_expected() {
    let wrong = r#", "expect": "differs""#;
    let query = r#"["throw", "d2"]"#;
    let expected = claim(query, "/mean", "\"1.6\"", wrong);
    assert_eq!(run(&["check", "-"], &expected).2, 3);
    assert_eq!(run(&["check", "-", "--expected"], &expected).2, 0);
    let right_after_all = claim(query, "/mean", "\"1.5\"", wrong);
    assert_eq!(run(&["check", "-"], &right_after_all).2, 0);
    assert_eq!(run(&["check", "-", "--expected"], &right_after_all).2, 3);
    let unsaid = claim(query, "/mean", "\"1.6\"", "");
    assert_eq!(run(&["check", "-", "--expected"], &unsaid).2, 3);
}

#[test]
fn a_claim_reads_nothing_unless_allowed() {
    let folder = tempfile("reads");
    let secret = folder.join("secret.txt");
    fs::write(&secret, "root:x:0:0\n").unwrap();
    let secret = secret.to_str().unwrap();
    let throw = folder.join("throw.txt");
    fs::write(&throw, "# a die\nd4\n").unwrap();
    let throw = throw.to_str().unwrap();
    for query in [
        format!(r#"["throw", "{secret}"]"#),
        r#"["throw", "-"]"#.to_owned(),
        format!(r#"["sidja", "moves", "{secret}"]"#),
        format!(r#"["daldos", "endgame", "{secret}"]"#),
        format!(r#"["daldos", "simulate", "{secret}"]"#),
        format!(r#"["daldos", "review", "{secret}"]"#),
        format!(r#"["sig", "analyse", "{secret}"]"#),
        format!(r#"["teeko", "probe", "{secret}"]"#),
        format!(
            r#"["teeko", "probe", "--position", "5/5/5/5/5 x", "--tables", "{}"]"#,
            folder.display()
        ),
        r#"["5x5", "moves", "-"]"#.to_owned(),
        r#"["teeko", "play"]"#.to_owned(),
        r#"["tables", "list"]"#.to_owned(),
        r#"["check", "-"]"#.to_owned(),
        format!(r#"["throw", "{throw}"]"#),
    ] {
        let (out, err, status) = run(&["check", "-"], &claim(&query, "/mean", "\"1\"", ""));
        assert!(
            status == 2 && out.is_empty(),
            "{query}: {status} {out}{err}"
        );
        assert!(!err.contains("root:x"), "{query}: {err}");
    }
    let allowed = claim(&format!(r#"["throw", "{throw}"]"#), "/mean", "\"2.5\"", "");
    let file = folder.join("claims.json");
    fs::write(&file, allowed).unwrap();
    assert_eq!(
        run(&["check", file.to_str().unwrap(), "--allow-files"], "").2,
        0
    );
    // A claim does not read standard input even so, on whatever thread it is asked.
    let standard = claim(r#"["throw", "-"]"#, "/mean", "\"7\"", "");
    fs::write(&file, standard).unwrap();
    let (out, err, status) = run(&["check", file.to_str().unwrap(), "--allow-files"], "2d6");
    assert!(
        status == 2 && out.is_empty() && err.contains("standard input"),
        "{status} {out}{err}"
    );
    fs::remove_dir_all(folder).unwrap();
}

fn tempfile(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("siga-check-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn an_answer_that_is_too_long_is_refused_before_it_is_kept() {
    let claim = claim(r#"["throw", "d2000000"]"#, "/mean", "\"1000000.5\"", "");
    let (_, err, status) = run(&["check", "-"], &claim);
    assert_eq!(status, 1, "{err}");
    assert!(err.contains("longer than 16 MB"), "{err}");
}

/// The tables that come with siga, each with the command in its head and the status it ends with.
fn tables() -> Vec<(String, Vec<String>, i32)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/published/tables");
    let mut tables: Vec<_> = (fs::read_dir(folder).unwrap())
        .map(|entry| {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.contains("Source: "), "{}", path.display());
            let command = text
                .lines()
                .map(|line| line.trim_start_matches(['#', ' ']))
                .find(|line| line.starts_with("siga check"))
                .unwrap()
                .to_owned();
            let (command, status) = match command.split_once("   (status 3)") {
                Some((command, _)) => (command.to_owned(), 3),
                None => (command, 0),
            };
            (
                path.file_name().unwrap().to_string_lossy().into_owned(),
                shlex::split(&command).unwrap(),
                status,
            )
        })
        .collect();
    tables.sort();
    tables
}

#[test]
fn every_file_of_figures_says_where_they_are_from() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    for folder in ["tables", "published", "published/tables"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let said = |text: String| {
                ["Source: ", "\"source\": ", "made by siga", "made up"]
                    .iter()
                    .any(|word| text.contains(word))
            };
            let named = path.is_dir() || said(fs::read_to_string(&path).unwrap());
            assert!(named, "{}", path.display());
        }
    }
}

#[test]
fn published_tables_are_what_their_heads_say() {
    let tables = tables();
    assert!(tables.len() >= 6);
    for (name, command, status) in tables {
        assert!(command[2].ends_with(&name), "{name} names another file");
        let arguments: Vec<&str> = command[1..].iter().map(String::as_str).collect();
        let (result, found) = json(&arguments, "");
        assert_eq!(found, status, "{name}: {result}");
        let figures = result["figures"].as_array().unwrap();
        assert!(
            figures.iter().all(|figure| figure["status"].is_string()),
            "{name}: {result}"
        );
        // The same as claims: every one turns out as the table said.
        let (draft, err, code) = run(&[&arguments[..], &["--draft"]].concat(), "");
        assert_eq!((err.as_str(), code), ("", 0), "{name}");
        let (again, _, code) = {
            let (out, err, code) = run(&["check", "-", "--expected", "--json"], &draft);
            (out, err, code)
        };
        assert_eq!(code, 0, "{name}: {again}\n{draft}");
        let again: Value = serde_json::from_str(&again).unwrap();
        // Values of the answer's JSON that are no numbers, such as yes and no, are no claims.
        let picked: Value = figures
            .iter()
            .filter(|figure| figure["pick"].is_string())
            .cloned()
            .collect();
        let statuses = |list: &Value| -> Vec<Value> {
            list.as_array()
                .unwrap()
                .iter()
                .map(|one| one["status"].clone())
                .collect()
        };
        assert_eq!(
            statuses(&again["result"]["claims"]),
            statuses(&picked),
            "{name}"
        );
    }
}

#[test]
fn a_table_names_what_it_and_the_answer_do_not_share() {
    let of = ["check", "-", "--of", "daldos table --max 4"];
    let table = "distance  chance\n1  43,75 %\n2  50 %\n3  59,375 %\n4  66,6 %\n9  1 %\n";
    let (result, status) = json(&of, table);
    assert_eq!(result["not_in_answer"], serde_json::json!(["9"]));
    assert!(status == 2 || status == 3, "{result}");
    let (out, _, _) = run(&of, table);
    assert!(out.contains("in the table, not in the answer: 9"), "{out}");
    assert!(out.starts_with("standard input · against"), "{out}");
    let (result, _) = json(&of, "4  66,6 %\n2  50 %\n");
    assert_eq!(result["not_in_table"], serde_json::json!(["1", "3"]));
    assert_eq!(result["figures"][0]["status"], "truncated");
    assert_eq!(result["figures"][0]["right"], "66,7 %");
    assert_eq!(result["figures"][0]["pick"], "/rows/3/probability");
}

/// The best explanation of a table: its options, its command, and how many figures hold.
fn explained(table: &str, command: &str, more: &[&str]) -> (Value, i32) {
    let arguments = [&["check", "-", "--of", command, "--explain"], more].concat();
    let (result, status) = json(&arguments, table);
    (result["explained"].clone(), status)
}

#[test]
fn a_table_is_explained_by_the_option_that_makes_it() {
    let table = "1 43.8 %\n2 50.0 %\n3 59.8 %\n4 66.4 %\n5 28.9 %\n6 22.7 %\n";
    let (why, status) = explained(table, "daldos table", &[]);
    assert_eq!(status, 3);
    let best = &why["explanations"][0];
    assert_eq!(
        (best["right"].clone(), why["right"].clone()),
        (6.into(), 2.into())
    );
    assert_eq!(best["assumptions"][0]["option"], "extra_throws=1");
    assert_eq!(best["assumptions"].as_array().unwrap().len(), 1);
    let words: Vec<&str> = best["query"]
        .as_array()
        .unwrap()
        .iter()
        .map(|word| word.as_str().unwrap())
        .collect();
    assert_eq!(
        words,
        ["daldos", "table", "--rules", "daldos:extra_throws=1"]
    );
    // The command it gives is right.
    let (_, status) = json(
        &["check", "-", "--of", &shlex::try_join(words).unwrap()],
        table,
    );
    assert_eq!(status, 0);
    assert!(
        why["without_effect"]
            .as_array()
            .unwrap()
            .contains(&"n".into())
    );
    assert_eq!(why["ended"], Value::Null);

    let (why, _) = explained(table, "daldos table", &["--questions", "4"]);
    assert_eq!(
        (why["questions"].clone(), why["ended"].clone()),
        (4.into(), "questions".into())
    );

    // A table that holds needs no explanation.
    let (why, status) = explained("1 43.8 %\n2 50.0 %\n", "daldos table", &[]);
    assert_eq!((why, status), (Value::Null, 0));
}

#[test]
fn a_bias_is_fitted_between_proved_ends() {
    let table = "1 15.4 %\n2 34.6 %\n3 34.6 %\n4 13.0 %\n5 2.6 %\n";
    let (why, _) = explained(table, "throw yut", &[]);
    let best = &why["explanations"][0];
    assert_eq!(best["right"], 5);
    assert_eq!(best["bias"]["taken"], "3/5");
    let interval = &best["bias"]["intervals"][0];
    for end in ["lower", "upper"] {
        let command = format!("throw yut --bias {}", interval[end].as_str().unwrap());
        assert_eq!(
            json(&["check", "-", "--of", &command], table).1,
            0,
            "{command}"
        );
    }
    let (text, _, _) = run(&["check", "-", "--of", "throw yut", "--explain"], table);
    assert!(
        text.contains("all 5 figures hold if P(flat) = 0.59"),
        "{text}"
    );
}

#[test]
fn what_is_no_table_or_no_question_is_refused_with_its_place() {
    for (arguments, input, words) in [
        (["-", "--of", "throw 2d6"], "", "no table"),
        (["-", "--of", "throw 2d6"], "1/36\n2/36\n", "(11)"),
        (
            ["-", "--of", "throw '2d6"],
            "2;1/36\n",
            "a quote is not closed",
        ),
        (["-", "--of", "thro 2d6"], "2;1/36\n", "not a siga command"),
        (["-", "--of", "throws"], "2;1/36\n", "no table of numbers"),
        (
            ["-", "--of", "throw yut --bias p"],
            "1;1/4\n",
            "give the bias a number",
        ),
        (["-", "--of", ""], "1;1/4\n", "a siga command is expected"),
    ] {
        let (out, err, status) = run(&[&["check"], &arguments[..]].concat(), input);
        assert_eq!((out.as_str(), status), ("", 2), "{arguments:?}: {err}");
        assert!(err.contains(words), "{arguments:?}: {err}");
    }
}

#[test]
fn a_number_is_no_condition() {
    let (_, err, status) = run(&["throw", "2d6", "--given", "7"], "");
    assert!(status == 2 && err.contains("`= 7`"), "{err}");
}

#[test]
fn tables_stand_side_by_side() {
    let (out, err, status) = run(&["compare", "throw tab", "throw yut", "--json"], "");
    assert_eq!((err.as_str(), status), ("", 0));
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["schema"], "siga/compare/1");
    let rows = report["result"]["rows"].as_array().unwrap();
    let row = |key: &str| rows.iter().find(|row| row["key"][0] == key).unwrap();
    // Tâb has 6 for no flat side, yut 5; 1 to 4 are alike.
    assert_eq!(
        (&row("1")["equal"], &row("6")["equal"]),
        (&true.into(), &false.into())
    );
    assert!(row("6")["numbers"][1].is_null() && row("5")["numbers"][0].is_null());
    let (out, _, _) = run(
        &["compare", "throw yut", "--bias", "1/2", "--bias", "3/5"],
        "",
    );
    assert!(out.contains("rows that differ: 5 of 5"), "{out}");
    for (arguments, words) in [
        (vec!["compare", "throw tab"], "cannot be compared"),
        (
            vec!["compare", "throw tab", "daldos table --pieces 2"],
            "rows are known by",
        ),
        (
            vec!["compare", "throw tab", "throw yut", "--series", "colour"],
            "there are",
        ),
    ] {
        let (_, err, status) = run(&arguments, "");
        assert!(status == 2 && err.contains(words), "{err}");
    }
}

#[test]
fn counts_of_trials_are_tested() {
    let trials = |arguments: &[&str]| -> Value {
        let (out, err, status) = run(&[&["throw"], arguments, &["--json"]].concat(), "");
        assert_eq!((err.as_str(), status), ("", 0));
        serde_json::from_str::<Value>(&out).unwrap()["result"]["trials"].clone()
    };
    let coins = trials(&["s", "--counts", "0:9,1:1"]);
    assert_eq!(
        coins["samples"][0]["at_least_as_unlikely"]["exact"],
        "11/512"
    );
    assert_eq!(coins["samples"][0]["counts"][0]["expected"]["exact"], "5");
    let tab = trials(&["tab", "--bias", "p", "--counts", "6:8,1:10,2:20,3:10,4:2"]);
    assert_eq!(tab["samples"][0]["bias"]["likeliest"]["exact"], "11/25");
    let tea = trials(&["s", "--counts", "0:3,1:1", "--counts", "0:1,1:3"]);
    assert_eq!(tea["same"]["at_least_as_unlikely"]["exact"], "17/35");
    // Too many for the exact test: approximations, called so, and with --quiet too.
    let dice = "2:18,3:42,4:58,5:80,6:98,7:124,8:97,9:82,10:61,11:39,12:21";
    let dice = ["2d6", "--counts", dice];
    let tests = trials(&dice)["samples"][0]["approximate"].clone();
    assert_eq!(tests["degrees_of_freedom"], 10);
    let statistic = tests["chi_squared"]["statistic"].as_f64().unwrap();
    assert!((statistic - 1.0).abs() < 5.0, "{tests}");
    let (out, _, _) = run(&[&["throw"], &dice[..], &["--quiet"]].concat(), "");
    assert!(out.contains("chi-squared, approximate"), "{out}");
    for (counts, words) in [
        ("0:3,9:1", "`9` is not an outcome"),
        ("0:3,0:1", "twice"),
        ("0:x", "is not a count"),
        ("0:0", "every count is 0"),
    ] {
        let (_, err, status) = run(&["throw", "s", "--counts", counts], "");
        assert!(status == 2 && err.contains(words), "{counts}: {err}");
    }
    let folder = tempfile("counts");
    let file = folder.join("counts.csv");
    let counts = |text: &str| {
        fs::write(&file, text).unwrap();
        run(&["throw", "s", "--counts", file.to_str().unwrap()], "")
    };
    let (out, _, status) = counts("outcome;count\n\"0\";9\n1;1\n");
    assert!(status == 0 && out.contains("0.021484"), "{out}");
    let (_, err, status) = counts("outcome,count\n0,9\n1,x\n");
    assert!(
        status == 2 && err.contains("line 3: `x` is not a count"),
        "{err}"
    );
    let (_, err, status) = counts("# trials\n0,9\n1\n");
    assert!(
        status == 2 && err.contains("line 3: a line is OUTCOME,COUNT"),
        "{err}"
    );
    fs::remove_dir_all(folder).unwrap();
}

/// A file of these bytes, checked; the report and the status.
fn of_bytes(name: &str, bytes: &[u8], more: &[&str]) -> (Value, i32) {
    let folder = tempfile(&name.replace('.', "-"));
    let file = folder.join(name);
    fs::write(&file, bytes).unwrap();
    let found = json(&[&["check", file.to_str().unwrap()], more].concat(), "");
    fs::remove_dir_all(folder).unwrap();
    found
}

#[test]
fn files_of_spreadsheets_and_saved_pages_are_read() {
    let tab = ["--of", "throw tab"];
    let utf_16: Vec<u8> = "\u{feff}Wert;Möglichkeiten\n1;4\n2;6\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let (result, status) = of_bytes("utf-16.csv", &utf_16, &tab);
    assert_eq!(
        (status, result["summary"]["exact"].clone()),
        (0, 2.into()),
        "{result}"
    );
    assert_eq!(result["notes"][0], "the file is read as UTF-16LE");
    let western = b"Wert;M\xF6glichkeiten\n1;4\n2;6\n";
    let (result, status) = of_bytes("western.csv", western, &tab);
    assert_eq!(
        (status, result["columns"][1]["as"].clone()),
        (0, "weight".into()),
        "{result}"
    );
    let page = "<p>Two</p><table><tr><th>a</th><th>b</th></tr><tr><td>x</td><td>y</td></tr></table>
        <table><tr><th>Value<th>Chance<tr><td>1<td>25&nbsp;%<sup>[1]</sup><tr><td>2<td>38&nbsp;%</table>";
    let (result, status) = of_bytes(
        "page.html",
        page.as_bytes(),
        &[&tab[..], &["--nth", "2"]].concat(),
    );
    assert_eq!(
        (status, result["figures"].as_array().unwrap().len()),
        (0, 2),
        "{result}"
    );
    let (out, _, status) = run(&["check", "--text", page, "--of", "throw tab"], "");
    assert!(
        status == 0 && out.contains("table 2 of 2 is compared"),
        "{out}"
    );
}

#[test]
fn what_each_column_was_taken_as_is_said() {
    let table = "distance,probability,holes on dal-dal\n1,7/16,1\n2,1/2,2\n3,3/5,0\n4,2/3,0\n";
    let (result, status) = json(&["check", "-", "--of", "daldos table"], table);
    let taken: Vec<&Value> = result["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| &column["as"])
        .collect();
    assert_eq!(
        (status, taken),
        (
            0,
            vec![&"key".into(), &"probability".into(), &"on_rethrow".into()]
        ),
        "{result}"
    );
    assert_eq!(result["order"], false);
    let columns = [
        "check",
        "-",
        "--of",
        "daldos table",
        "--columns",
        "-,behind,probability,on_rethrow",
    ];
    let (result, status) = json(&columns, "a,1,7/16,1\nb,2,1/2,1\n");
    assert_eq!(
        (status, result["figures"][3]["status"].clone()),
        (3, "differs".into()),
        "{result}"
    );
    let (out, _, status) = run(
        &["check", "-", "--of", "throw yut"],
        ",1536\n,3456\n,3456\n,1296\n,0256\n",
    );
    assert!(
        status == 3 && out.contains("figures taken in order"),
        "{out}"
    );
    let (_, err, status) = run(
        &["check", "-", "--of", "throw tab"],
        "Wurf;Chance\nalpha;25 %\nbeta;38 %\n",
    );
    assert!(
        status == 2 && err.contains("--columns outcome,-,probability") && err.contains("alpha"),
        "{err}"
    );
}
