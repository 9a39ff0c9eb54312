//! `siga check` as a program sees it: tables from the page to the verdict, claims, what is refused; and throws that are compared with
//! each other and with trials.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::program::{self, SIGA};
use crate::schema;

/// Standard output, standard error and status, `input` on standard input.
fn run(arguments: &[&str], input: &str) -> (String, String, i32) {
    let output = SIGA.command(arguments).write_stdin(input).output();
    program::ended(output.unwrap())
}

/// The `result` object and the status.
fn result(arguments: &[&str], input: &str) -> (Value, i32) {
    let (out, err, status) = run(&[arguments, &["--json"]].concat(), input);
    let report: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{err}"));
    assert_eq!(report["schema"], "siga/check/1");
    schema::holds(&report);
    (report["result"].clone(), status)
}

/// A file with one claim: its query, and its other fields.
fn claim(query: &[&str], fields: &Value) -> String {
    let mut claim = json!({ "id": "a", "source": "s", "query": query });
    let fields = fields.as_object().unwrap().clone();
    claim.as_object_mut().unwrap().extend(fields);
    json!({ "title": "t", "claims": [claim] }).to_string()
}

/// The lines of a table, without the blanks around their parts.
fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| line.split('|').map(str::trim).collect())
}

/// A throw, the other fields of a claim about it, options, the status, and words of what is printed or said.
const CLAIMS: &str = r#"
    d4 | "pick": "/mean", "printed": "2.6", "expect": "differs" | | 3 | 1 differs
    d4 | "pick": "/mean", "printed": "2.6", "expect": "differs" | --expected | 0 | 1 differs
    d4 | "pick": "/mean", "printed": "2.5", "expect": "differs" | | 0 | 1 exact
    d4 | "pick": "/mean", "printed": "2.5", "expect": "differs" | --expected | 3 | (expected differs)
    d4 | "pick": "/mean", "printed": "2.6" | --expected | 3 | 1 differs
    d4 | "pick": "/outcomes/0/probability", "printed": "3:1", "odds": "against" | | 0 | 1 exact
    d4 | "pick": "/outcomes/0/probability", "printed": "3:1", "odds": "for" | | 3 | 1 differs
    d4 | "pick": "/outcomes/0/probability", "printed": "0,250", "decimal": "comma" | | 0 | 1 exact
    d4 | "pick": "/outcomes/0/probability", "printed": "one in four" | | 2 | claim `a`: `one in four` is not understood at character 8
    d2 | "pick": "/outcomes/*/probability", "printed": ["1/4", "0,2,5"] | | 2 | `0,2,5` is not understood at character
    d2469 | "pick": "/mean", "printed": "1,235" | | 0 | `1,235` is read as 1235; read as 247/200 it differs
    d2 | "pick": "/outcomes/*/probability", "printed": ["50 %", "0.49"] | --csv --table figures | 3 | a,0.49,1/2,0.5,0.50,wrong in the last place,-1,-1
    d2 | "pick": "/outcomes/*/probability", "printed": ["50 %", "0.50"] | --all | 0 | Every figure
    d3 >= 2 | "pick": "/outcomes/1/probability", "printed": "0.666" | --csv --table figures | 3 | truncated
    d2 | "order": {"mean": "/mean", "one": "/outcomes/0/probability"}, "printed": "one > mean" | --csv --table figures | 3 | a,one > mean,mean > one,
    d2 | "order": {"mean": "/mean", "one": "/outcomes/0/probability"}, "printed": "mean > one" | | 0 | 1 exact
    d2000000 | "pick": "/mean", "printed": "1000000.5" | | 1 | longer than 16 MB
"#;

#[test]
fn claims_are_judged() {
    for line in lines(CLAIMS) {
        let [throw, fields, options, status, words] = line[..] else {
            panic!("a claim has five parts: {line:?}")
        };
        let fields = serde_json::from_str(&format!("{{{fields}}}")).unwrap();
        let claims = claim(&["throw", throw], &fields);
        let options = options.split_whitespace();
        let arguments: Vec<&str> = ["check", "-"].into_iter().chain(options).collect();
        let (out, err, found) = run(&arguments, &claims);
        assert_eq!(found.to_string(), status, "{line:?}: {out}{err}");
        assert!(
            out.contains(words) || err.contains(words),
            "{line:?}: {out}{err}"
        );
    }
}

#[test]
fn a_claim_reads_nothing_unless_allowed() {
    let folder = program::folder("check-reads");
    let secret = folder.join("secret.txt");
    fs::write(&secret, "root:x:0:0\n").unwrap();
    let secret = secret.to_str().unwrap();
    let throw = folder.join("throw.txt");
    fs::write(&throw, "# a die\nd4\n").unwrap();
    let throw = throw.to_str().unwrap();
    let folder_name = folder.to_str().unwrap();
    let fields = |printed: &str| json!({ "pick": "/mean", "printed": printed });
    for query in [
        &["throw", secret][..],
        &["throw", "-"],
        &["throw", throw],
        &["sidja", "moves", secret],
        &["daldos", "endgame", secret],
        &["daldos", "simulate", secret],
        &["daldos", "review", secret],
        &["sig", "analyse", secret],
        &["teeko", "probe", secret],
        &[
            "teeko",
            "probe",
            "--position",
            "5/5/5/5/5 x",
            "--tables",
            folder_name,
        ],
        &["5x5", "moves", "-"],
        &["teeko", "play"],
        &["tables", "list"],
        &["check", "-"],
    ] {
        let (out, err, status) = run(&["check", "-"], &claim(query, &fields("1")));
        assert!(
            status == 2 && out.is_empty(),
            "{query:?}: {status} {out}{err}"
        );
        assert!(!err.contains("root:x"), "{query:?}: {err}");
    }
    let file = folder.join("claims.json");
    let allowed = ["check", file.to_str().unwrap(), "--allow-files"];
    fs::write(&file, claim(&["throw", throw], &fields("2.5"))).unwrap();
    assert_eq!(run(&allowed, "").2, 0);
    // A claim does not read standard input even so, on whatever thread it is asked.
    fs::write(&file, claim(&["throw", "-"], &fields("7"))).unwrap();
    let (out, err, status) = run(&allowed, "2d6");
    assert!(
        status == 2 && out.is_empty() && err.contains("standard input"),
        "{status} {out}{err}"
    );
}

/// The tables that come with siga, each with the command in its head and the status it ends with.
fn tables() -> Vec<(PathBuf, Vec<String>, i32)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/published/tables");
    let table = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let mut lines = text.lines().map(|line| line.trim_start_matches(['#', ' ']));
        let command = lines.find(|line| line.starts_with("siga check")).unwrap();
        let (command, status) = match command.split_once("   (status 3)") {
            Some((command, _)) => (command, 3),
            None => (command, 0),
        };
        (path, shlex::split(command).unwrap(), status)
    };
    let files = fs::read_dir(folder).unwrap();
    files.map(|entry| table(entry.unwrap().path())).collect()
}

#[test]
fn every_file_of_figures_says_where_they_are_from() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    for folder in ["tables", "published", "published/tables"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let words = ["Source: ", "\"source\": ", "made by siga", "made up"];
            let said = |text: String| words.iter().any(|word| text.contains(word));
            let named = path.is_dir() || said(fs::read_to_string(&path).unwrap());
            assert!(named, "{}", path.display());
        }
    }
}

/// The same as claims: every one turns out as the table said.
#[test]
fn published_tables_are_what_their_heads_say() {
    let tables = tables();
    assert!(tables.len() >= 6);
    for (path, command, status) in tables {
        assert!(
            path.ends_with(&command[2]),
            "{} names another file",
            path.display()
        );
        let arguments: Vec<&str> = command[1..].iter().map(String::as_str).collect();
        let (table, found) = result(&arguments, "");
        assert_eq!(found, status, "{command:?}: {table}");
        let figures = table["figures"].as_array().unwrap();
        let (draft, err, code) = run(&[&arguments[..], &["--draft"]].concat(), "");
        assert_eq!((err.as_str(), code), ("", 0), "{command:?}");
        let (again, code) = result(&["check", "-", "--expected"], &draft);
        assert_eq!(code, 0, "{command:?}: {again}\n{draft}");
        // Values of the answer's JSON that are no numbers, such as yes and no, are no claims.
        let picked = figures.iter().filter(|figure| figure["pick"].is_string());
        let statuses: Vec<&Value> = picked.map(|figure| &figure["status"]).collect();
        let claims = again["claims"].as_array().unwrap().iter();
        let claims: Vec<&Value> = claims.map(|claim| &claim["status"]).collect();
        assert_eq!(claims, statuses, "{command:?}");
    }
}

/// A table, its lines with `/` between them, the command and options it is checked with, the status, a place in the result and what
/// stands there.
const TABLES: &str = r#"
    distance  chance/1  43,75 %/2  50 %/9000  1 % | daldos table --max 4 | | 2 | /not_in_answer | ["9000"]
    4  66,6 %/2  50 % | daldos table --max 4 | | 0 | /not_in_table | ["1", "3"]
    4  66,6 %/2  50 % | daldos table --max 4 | | 0 | /figures/0/status | "truncated"
    4  66,6 %/2  50 % | daldos table --max 4 | | 0 | /figures/0/right | "66,7 %"
    4  66,6 %/2  50 % | daldos table --max 4 | | 0 | /figures/0/pick | "/rows/3/probability"
    0;0.333/1;0.666 | throw "d3 >= 2" | | 0 | /summary/truncated | 1
    distance,probability,holes on dal-dal/1,.44,1/2,.5,2 | daldos table | | 0 | /columns/2/as | "on_rethrow"
    distance,probability,holes on dal-dal/1,.44,1/2,.5,2 | daldos table | | 0 | /order | false
    a,1,.44,1/b,2,.5,1 | daldos table | --columns -,behind,probability,on_rethrow | 3 | /figures/3/status | "differs"
    ,1536/,3456/,3456/,1296/,0256 | throw yut | | 3 | /order | true
"#;

#[test]
fn what_a_table_and_its_answer_share_is_said() {
    for line in lines(TABLES) {
        let [table, of, options, status, place, expected] = line[..] else {
            panic!("a table has six parts: {line:?}")
        };
        let table = table.replace('/', "\n");
        let of = ["check", "-", "--of", of].into_iter();
        let arguments: Vec<&str> = of.chain(options.split_whitespace()).collect();
        let (found, code) = result(&arguments, &table);
        let expected: Value = serde_json::from_str(expected).unwrap();
        assert_eq!(found.pointer(place), Some(&expected), "{line:?}: {found}");
        assert_eq!(code.to_string(), status, "{line:?}: {found}");
    }
    let page = "<p>Two</p><table><tr><th>a</th><th>b</th></tr><tr><td>x</td><td>y</td></tr></table>
        <table><tr><th>Value<th>Chance<tr><td>1<td>25&nbsp;%<sup>[1]</sup><tr><td>2<td>38&nbsp;%</table>";
    let of = ["check", "--text", page, "--of", "throw tab"];
    let (second, status) = result(&[&of[..], &["--nth", "2"]].concat(), "");
    assert_eq!((status, &second["summary"]["rounded"]), (0, &json!(1)));
    assert_eq!(
        result(&of, "").0["table"],
        "2 (Value · Chance · 1 · 25\u{a0}%[1])"
    );
    // The nearest are listed, three at least; where none is clearly best, nothing is judged.
    let (found, status) = result(&["check", "-"], "a;1;25 %\nb;2;37,5 %\nc;3;25 %\n");
    assert!(
        found["candidates"].as_array().unwrap().len() >= 3,
        "{found}"
    );
    assert_eq!((status, &found["of"]), (2, &Value::Null), "{found}");
}

#[test]
fn files_in_any_encoding_are_read() {
    let folder = program::folder("check-encodings");
    let text = "Wert;Möglichkeiten\n1;4\n2;6\n";
    let utf_16 = format!("\u{feff}{text}");
    let utf_16 = utf_16.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let western = text.chars().map(|c| c as u8).collect();
    let files: [(Vec<u8>, &str); 2] = [(utf_16, "UTF-16LE"), (western, "windows-1252")];
    for (bytes, encoding) in files {
        let file = folder.join(encoding);
        fs::write(&file, bytes).unwrap();
        let of = ["check", file.to_str().unwrap(), "--of", "throw tab"];
        let (found, status) = result(&of, "");
        assert_eq!(
            (status, &found["summary"]["exact"]),
            (0, &json!(2)),
            "{found}"
        );
        assert_eq!(found["notes"][0], format!("the file is read as {encoding}"));
    }
}

/// What a table is compared with, the table, its lines with `/` between them, and why that is refused.
const REFUSED: &str = r#"
    throw 2d6 | | no table
    throw 2d6 | .1/.2 | (11)
    throw '2d6 | 2;.1 | a quote is not closed
    thro 2d6 | 2;.1 | not a siga command
    throws | 2;.1 | no table of numbers
    throw yut --bias p | 1;.1 | give the bias a number
    throw d6 --table nonsense | 1;.1/2;.1 | nonsense
    throw tab | Wurf;Chance/alpha;25 %/beta;38 % | --columns outcome,-,probability
"#;

#[test]
fn what_cannot_be_compared_is_refused() {
    let refused = |of: &[&str], table: &str, words: &str| {
        let (out, err, status) = run(&[&["check", "-"], of].concat(), table);
        assert_eq!((out.as_str(), status), ("", 2), "{of:?}: {err}");
        assert!(err.contains(words), "{of:?}: {err}");
    };
    for line in lines(REFUSED) {
        let [of, table, words] = line[..] else {
            panic!("a refused table has three parts: {line:?}")
        };
        refused(&["--of", of], &table.replace('/', "\n"), words);
    }
    refused(&["--of", ""], "1;.1\n", "a siga command is expected");
    refused(&[], "a;77 %\nb;66 %\n", "--of");
}

#[test]
fn a_fitted_bias_is_said() {
    let table = "1 15.4 %\n2 34.6 %\n3 34.6 %\n4 13.0 %\n5 2.6 %\n";
    let (text, ..) = run(&["check", "-", "--of", "throw yut", "--explain"], table);
    let fitted = "all 5 figures hold if P(flat) = 0.59";
    assert!(text.contains(fitted), "{text}");
}

#[test]
fn throws_are_compared_with_each_other_and_with_trials() {
    let yut = ["compare", "throw yut", "--bias", "1/2", "--bias", "3/5"];
    assert!(SIGA.shown(&yut).contains("rows that differ: 5 of 5"));
    // Rows that are questions may add up to 1 by chance, and say nothing of others.
    let sure = "daldos odds --behind 1 --rules daldos:dice=1";
    let compared = SIGA.shown(&["compare", sure, "daldos odds --behind 2"]);
    assert!(!compared.contains('≠'), "{compared}");
}

/// Keys of two parameters and a figure, with nothing but blanks between them.
#[test]
fn tables_over_two_parameters_are_read() {
    let words = ["throw", "{n}d{m}", "--for", "n=1..3", "--for", "m=4,6"];
    let of = format!("throw {{n}}d{{m}} {}", words[2..].join(" "));
    for format in ["--decimals-only", "--csv"] {
        let table = SIGA.shown(&[&words[..], &[format]].concat());
        let check = |table: &str| run(&["check", "-", "--of", &of], table);
        let (text, _, status) = check(&table);
        assert_eq!(status, 0, "{table}{text}");
        let (text, _, status) = check(&table.replace("10.5", "10.6"));
        assert_eq!(status, 3, "{text}");
    }
}

#[test]
fn counts_of_trials_are_tested() {
    // Too many for the exact test: approximations, called so, and with --quiet too.
    let dice = "2:18,3:42,4:58,5:80,6:98,7:124,8:97,9:82,10:61,11:39,12:21";
    let quiet = SIGA.shown(&["throw", "2d6", "--counts", dice, "--quiet"]);
    let tested = quiet.lines().map(str::trim_start);
    let tested = tested.filter_map(|line| line.strip_prefix("chi-squared, approximate"));
    let tested: Vec<f64> = (tested.flat_map(str::split_whitespace))
        .map(|number| number.parse().unwrap())
        .collect();
    let [statistic, degrees, ..] = tested[..] else {
        panic!("{quiet}")
    };
    assert_eq!(degrees, 10.0);
    assert!((statistic - 1.0).abs() < 5.0, "{quiet}");
    let file = program::folder("check-counts").join("counts.csv");
    for (text, status, words) in [
        ("outcome;count\n\"0\";9\n1;1\n", 0, "0.021484"),
        ("outcome,count\n0,9\n1,x\n", 2, "line 3: `x` is not a count"),
        ("# trials\n0,9\n1\n", 2, "line 3: a line is OUTCOME,COUNT"),
    ] {
        fs::write(&file, text).unwrap();
        let (out, err, found) = run(&["throw", "s", "--counts", file.to_str().unwrap()], "");
        assert_eq!(found, status, "{out}{err}");
        assert!(out.contains(words) || err.contains(words), "{out}{err}");
    }
}
