//! Tables in every format, pictures and pages, from the command line.

#![cfg(feature = "cli")]

use std::collections::BTreeSet;
use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::program::{self, SIGA};
use crate::schema;

fn siga(arguments: &[&str]) -> Output {
    SIGA.command(arguments).output().expect("siga runs")
}

fn text(arguments: &[&str]) -> String {
    SIGA.shown(arguments)
}

/// A quick question for each report.
const QUESTIONS: &str = "\
throw 2d6 --at-least
throw tab --turn --values 2
throw yut --bias p --at 3/5
throw yut --bias 0.55..0.65
throw 2d6 --target 20
throw 4s --counts 0:3,2:5
throw '(d6, d4)'
throws
daldos table
daldos table --pieces 2
daldos odds --behind 4
daldos moves fixtures/positions/daldos-middle.txt --throw 1,2
daldos analyse fixtures/positions/daldos-last.txt --throw 1,2
daldos analyse fixtures/positions/daldos-middle.txt
daldos opening
daldos endgame --rules daldos:n=2 --pieces 1,1
daldos perft fixtures/positions/daldos-start.txt --depth 1 --divide
sig table --max 3
sig turn
sig moves fixtures/positions/sig-middle.txt --yield 4,5
sig perft fixtures/positions/sig-opening.txt --depth 1 --divide
sidja moves fixtures/positions/sidja-neighbours.txt
sidja first-capture fixtures/positions/sidja-three-at-once.txt
sidja analyse fixtures/positions/sidja-siga-cross.txt --budget 2000
teeko moves fixtures/positions/teeko-square.txt
teeko perft fixtures/positions/teeko-square.txt --depth 1 --divide
5x5 probe --rules 5x5:size=3,men=3,row=3 --position 'x2/3/3 o x2o3'
5x5 solve --rules 5x5:size=3,men=3,row=3
rules sig
compare 'throw 2d6' 'throw 3d4'
check fixtures/published/tables/tab-throws.csv --of 'throw tab'
check fixtures/published/yut.json --all --expected
tables plan sidja:sudan --stones 5";

/// Each question of the list in words; a quoted one has blanks.
fn questions() -> Vec<Vec<&'static str>> {
    let words = |line: &'static str| {
        let parts = line.split('\'').zip([false, true].into_iter().cycle());
        let words = parts.flat_map(|(part, quoted)| match quoted {
            true => vec![part],
            false => part.split_whitespace().collect(),
        });
        words.collect::<Vec<&str>>()
    };
    QUESTIONS.lines().map(words).collect()
}

fn with<'a>(question: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [question, more].concat()
}

#[test]
fn tables_have_names_and_columns_of_one_kind() {
    let folder = program::folder("formats-tables");
    for (number, question) in questions().iter().enumerate() {
        let names = text(&with(question, &["--table", "help"]));
        let names: Vec<&str> = names.lines().collect();
        assert!(!names.is_empty(), "{question:?}");
        let unlike: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(unlike.len(), names.len(), "{question:?}: {names:?}");
        let folder = folder.join(number.to_string());
        let all = ["--table", "all", "--out", folder.to_str().unwrap()];
        // Files are CSV where no format is named.
        for format in [&["--format", "jsonl"][..], &[]] {
            text(&with(question, &[&all[..], format].concat()));
        }
        for name in names {
            let plain = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            assert!(plain && !name.is_empty(), "{question:?}: {name}");
            // Some are shown only when named.
            let read = |format: &str| {
                let file = fs::read_to_string(folder.join(format!("{name}.{format}")));
                let named = ["--table", name, "--format", format];
                file.unwrap_or_else(|_| text(&with(question, &named)))
            };
            let (lines, csv) = (read("jsonl"), read("csv"));
            let rows: Vec<Value> = lines
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            // A line of names, and a line for each row; no cell here has a line end.
            assert_eq!(csv.lines().count(), rows.len() + 1, "{question:?} {name}");
            let Some(Value::Object(first)) = rows.first() else {
                continue;
            };
            for column in first.keys() {
                let kinds: BTreeSet<&str> = rows
                    .iter()
                    .filter_map(|row| match &row[column] {
                        Value::Null => None,
                        Value::Number(_) => Some("number"),
                        Value::String(text) => {
                            assert_eq!(text.trim(), text, "{question:?} {name} {column}");
                            assert!(
                                !(text.contains('…')
                                    && text.starts_with(|c: char| c.is_ascii_digit())),
                                "{question:?} {name} {column}: {text}"
                            );
                            Some("text")
                        }
                        other => panic!("{question:?} {name} {column}: {other}"),
                    })
                    .collect();
                assert!(kinds.len() <= 1, "{question:?} {name} {column}: {kinds:?}");
                if column.ends_with("_decimal") {
                    assert!(!kinds.contains("text"), "{question:?} {name} {column}");
                }
            }
        }
    }
}

#[test]
fn bounds_enclose_and_exact_numbers_are_the_json_ones() {
    let json: Value = serde_json::from_str(&text(&["throw", "tab", "--turn", "--json"])).unwrap();
    let rows = text(&["throw", "tab", "--turn", "--format", "jsonl"]);
    let rows: Vec<Value> = rows
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let outcomes = json["result"]["outcomes"].as_array().unwrap();
    for (row, outcome) in rows.iter().zip(outcomes) {
        assert_eq!(row["outcome"], outcome["outcome"]);
        assert_eq!(row["probability"], outcome["probability"]["exact"]);
        assert_eq!(row["probability_decimal"], outcome["probability"]["approx"]);
    }
    let last = rows.last().unwrap();
    assert_eq!(last["outcome_relation"], ">");
    assert_eq!(
        last["probability"],
        json["result"]["rest"]["probability"]["exact"]
    );

    let rows = text(&["throw", "yut", "--bias", "0.55..0.65", "--format", "jsonl"]);
    for line in rows.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let [lower, upper] = ["lower", "upper"].map(|end| {
            let exact = row[format!("probability_{end}")].as_str().unwrap();
            let (over, under) = exact.split_once('/').unwrap();
            let exact = over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap();
            (
                exact,
                row[format!("probability_{end}_decimal")].as_f64().unwrap(),
            )
        });
        assert!(lower.1 <= lower.0 * (1.0 + 1e-15) && upper.1 >= upper.0 * (1.0 - 1e-15));
        assert!(lower.1 < upper.1);
    }
}

#[test]
fn digits_that_are_asked_for_are_fixed() {
    let shown = text(&["throw", "4d6kh3", "--digits", "1", "--quiet"]);
    assert!(!shown.contains("e-"), "{shown}");
    assert!(text(&["throw", "10d6", "--quiet"]).contains("1.65e-8"));
    let grid = ["throw", "{a}d{b}", "--for", "a=1..2", "--for", "b=4,6"];
    let csv = text(&with(&grid, &["--csv"]));
    assert!(csv.starts_with("a,b,mean,mean_decimal\n1,4,5/2,2.5\n"));
    let csv = text(&["throw", "4d6kh3", "--digits", "3", "--csv"]);
    assert!(csv.contains("3,1/1296,0.001\n"), "{csv}");
}

#[test]
fn a_series_shows_what_can_be_answered_and_says_what_cannot() {
    let shown = text(&[
        "throw",
        "{n}d6",
        "--for",
        "n=1..2",
        "--show",
        "P({n}),P(>={n})",
        "--csv",
    ]);
    assert!(
        shown.contains("\n2,1/36,0.027777777777777776,1,1\n"),
        "{shown}"
    );
    let words = ["throw", "{n}d6", "--for", "n=0..2"];
    let run = siga(&words);
    let table = String::from_utf8_lossy(&run.stdout);
    assert_eq!(run.status.code(), Some(2));
    assert!(
        table.contains("n = 0: no throw at all") && table.contains("7/2"),
        "{table}"
    );
    let json: Value = serde_json::from_slice(&siga(&with(&words, &["--json"])).stdout).unwrap();
    schema::holds(&json);
    let rows = &json["result"]["rows"];
    assert!(rows[0]["mean"].is_null() && rows[0]["error"]["status"] == 2);
    assert_eq!(rows[2]["mean"]["exact"], "7");
    // The first value is not even an argument.
    let words = [
        "daldos", "odds", "--behind", "{n}", "--for", "n=x,4", "--csv",
    ];
    let csv = String::from_utf8(siga(&words).stdout).unwrap();
    assert!(csv.ends_with("\nx,,\n4,2/3,0.6666666666666666\n"), "{csv}");
    // Where nothing is answered, the first fault is the answer.
    let none = siga(&["throw", "{n}d0", "--for", "n=1..2"]);
    assert!(none.stdout.is_empty() && String::from_utf8_lossy(&none.stderr).contains("with n = 1"));
}

#[test]
fn probabilities_in_other_units() {
    let shown = text(&["daldos", "table", "--max", "2", "--percent", "--quiet"]);
    assert!(shown.contains("7/16           43.75 %"), "{shown}");
    let shown = text(&[
        "daldos",
        "table",
        "--max",
        "2",
        "--one-in",
        "--decimals-only",
        "--quiet",
    ]);
    assert!(
        shown.contains("1 in 2.29") && !shown.contains("7/16"),
        "{shown}"
    );
    for format in ["--json", "--csv"] {
        let refused = siga(&["throw", "2d6", "--percent", format]);
        assert_eq!(refused.status.code(), Some(2));
    }
}

#[test]
fn decimals_alone_are_short_in_every_format() {
    let json = text(&["throw", "2000d6", "--decimals-only", "--json"]);
    assert!(json.len() < 1_500_000 && !json.contains("\"exact\""));
    let value: Value = serde_json::from_str(&json).unwrap();
    assert!(value["result"]["outcomes"][5000]["probability"]["approx"].is_number());
    let csv = text(&["throw", "2000d6", "--decimals-only", "--csv"]);
    assert_eq!(csv.lines().count(), 10_002);
    assert!(
        csv.starts_with("outcome,probability_decimal\n2000,"),
        "{}",
        &csv[..60]
    );
    // Rows that are not held all at once are the same.
    let long = text(&["throw", "600d6", "--csv"]);
    let short: Value = serde_json::from_str(&text(&["throw", "600d6", "--json"])).unwrap();
    for (row, outcome) in long
        .lines()
        .skip(1)
        .zip(short["result"]["outcomes"].as_array().unwrap())
    {
        let exact = row.split(',').nth(1).unwrap();
        assert_eq!(Some(exact), outcome["probability"]["exact"].as_str());
    }
}

#[test]
fn all_tables_are_written_to_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new");
    let out = path.to_str().unwrap();
    text(&[
        "throw", "tab", "--turn", "--format", "tsv", "--table", "all", "--out", out,
    ]);
    let mut names: Vec<String> = fs::read_dir(&path)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["occurs.tsv", "outcomes.tsv", "throws.tsv"]);
    let throws = fs::read_to_string(path.join("throws.tsv")).unwrap();
    assert!(throws.starts_with(
        "throws\tthrows_relation\tprobability\tprobability_decimal\n1\t=\t5/8\t0.625\n"
    ));
    let wrong = siga(&["throw", "2d6", "--table", "throws", "--csv"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("it has outcomes"));
}

#[test]
fn latex_has_as_many_columns_as_it_says() {
    for question in &questions() {
        let latex = text(&with(question, &["--format", "latex"]));
        for table in latex.split("\\begin{tabular}{").skip(1) {
            let (aligns, rest) = table.split_once('}').unwrap();
            let rows = rest.split("\\bottomrule").next().unwrap();
            for line in rows.lines().filter(|line| line.ends_with("\\\\")) {
                let cells = line.replace("\\&", "").matches(" & ").count() + 1;
                assert_eq!(cells, aligns.len(), "{question:?}: {line}");
            }
        }
    }
}

#[test]
fn pictures_are_well_formed_and_the_same_again() {
    for question in &questions() {
        let output = siga(&with(question, &["--format", "svg"]));
        let picture = String::from_utf8(output.stdout).unwrap();
        if output.status.code() == Some(2) {
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(error.contains("has no chart"), "{question:?}: {error}");
            continue;
        }
        let parsed = roxmltree::Document::parse(&picture);
        let parsed = parsed.unwrap_or_else(|error| panic!("{question:?}: {error}\n{picture}"));
        let root = parsed.root_element();
        for name in ["title", "desc"] {
            let told = root
                .children()
                .find(|child| child.has_tag_name(("http://www.w3.org/2000/svg", name)));
            assert!(
                told.and_then(|node| node.text())
                    .is_some_and(|text| !text.is_empty()),
                "{question:?}: {name}"
            );
        }
        let numbers = parsed.descendants().flat_map(|node| node.attributes());
        for attribute in numbers.filter(|attribute| {
            ["x", "y", "width", "height", "cx", "cy"].contains(&attribute.name())
        }) {
            let value = attribute.value().trim_end_matches('%');
            assert!(
                value.parse::<f64>().is_ok_and(f64::is_finite),
                "{question:?}: {attribute:?}"
            );
        }
        assert_eq!(
            picture,
            text(&with(question, &["--format", "svg"])),
            "{question:?}"
        );
    }
}

#[test]
fn a_picture_has_every_exact_number() {
    let picture = text(&["throw", "2d6", "--format", "svg"]);
    for number in [
        "2 · probability: 1/36 ≈ 0.027778",
        "7 · probability: 1/6 ≈ 0.166667",
    ] {
        assert!(picture.contains(number), "{number}");
    }
    let board = text(&[
        "daldos",
        "analyse",
        "fixtures/positions/daldos-middle.txt",
        "--format",
        "svg",
    ]);
    let setup = fs::read_to_string("fixtures/positions/daldos-middle.txt").unwrap();
    let rows = setup.split("board:").nth(1).unwrap();
    let pieces = rows.chars().filter(|c| c.is_alphabetic()).count();
    let drawn = board.matches("class=\"a\"").count()
        + board.matches("class=\"b\"").count()
        + board.matches("class=\"a u\"").count()
        + board.matches("class=\"b u\"").count();
    assert_eq!(drawn, pieces);
}

#[test]
fn pages_stand_alone() {
    for question in &questions() {
        let page = text(&with(question, &["--format", "html"]));
        assert!(page.starts_with("<!DOCTYPE html>"), "{question:?}");
        assert!(
            !page.contains("src=") && !page.contains("http://")
                || page.contains("www.w3.org/2000/svg")
        );
        let data = page
            .split("id=\"answer\">")
            .nth(1)
            .unwrap()
            .split("</script>")
            .next()
            .unwrap();
        let data: Value = serde_json::from_str(&data.replace("\\u003c", "<")).unwrap();
        assert!(data["schema"].as_str().unwrap().starts_with("siga/"));
    }
}

#[test]
fn reports_of_files_have_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    text(&[
        "report",
        "fixtures/positions/sidja-three-at-once.txt",
        "fixtures/positions/daldos-last.txt",
        "fixtures/published/yut.json",
        "--out",
        out,
    ]);
    let index = fs::read_to_string(folder.path().join("index.html")).unwrap();
    for name in ["sidja-three-at-once.html", "daldos-last.html", "yut.html"] {
        assert!(index.contains(&format!("href=\"{name}\"")), "{name}");
        assert!(
            fs::read_to_string(folder.path().join(name))
                .unwrap()
                .contains("</html>")
        );
    }
    assert!(index.contains("Yut: four sticks, and how they fall"));
    assert!(index.contains("10 of 11 figures hold, 1 does not"));
    let yut = fs::read_to_string(folder.path().join("yut.html")).unwrap();
    assert!(yut.contains("<td class=\"bad\">differs</td>"));
    assert!(yut.contains("No bias fits all five"));
    let missing = siga(&["report", "fixtures/positions/sidja-trap.txt"]);
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn each_position_of_a_file_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let list = "fixtures/two-positions.txt";
    let without = siga(&["report", list, "--out", out]);
    assert_eq!(without.status.code(), Some(2));
    let error = String::from_utf8_lossy(&without.stderr).into_owned();
    assert!(error.contains("two-positions.txt:1: "), "{error}");
    text(&["report", list, "--rules", "sidja:size=3", "--out", out]);
    for (number, position) in [(1, "xo1/3/oox x"), (2, "xo1/2x/2o x")] {
        let name = format!("two-positions-{number}.html");
        let page = fs::read_to_string(folder.path().join(name)).unwrap();
        let command = format!("--position &#39;{position}");
        let plain = format!("--position '{position}");
        assert!(page.contains(&command) || page.contains(&plain), "{page}");
    }
    // A position that is none does not keep the others from having their pages.
    let mixed = folder.path().join("mixed.txt");
    fs::write(&mixed, "xo1/3/oox x\nxxq/3/3 x\n").unwrap();
    let mixed = mixed.to_str().unwrap();
    let words = ["report", mixed, "--rules", "sidja:size=3", "--out", out];
    assert_eq!(siga(&words).status.code(), Some(2));
    let index = fs::read_to_string(folder.path().join("index.html")).unwrap();
    assert!(index.contains("href=\"mixed-1.html\"") && !index.contains("href=\"mixed-2.html\""));
    assert!(index.contains("is not one of"), "{index}");
}

#[test]
fn charts_fit_what_is_asked() {
    let svg = |words: &[&str]| text(&with(words, &["--format", "svg"]));
    // A race is asked about, so its arrivals are drawn and not the throw.
    let race = svg(&["throw", "2d6", "--target", "40"]);
    assert!(race.contains("A race to cell 40") && race.contains("≈ 0.052124"));
    let trials = svg(&["throw", "4s", "--counts", "0:31,1:124,2:180,3:110,4:30"]);
    assert!(trials.contains("0 · count: 31") && trials.contains("0 · expected: 475/16 = 29.6875"));
    let marked = svg(&["throw", "yut", "--bias", "p", "--at", "3/5"]);
    assert!(marked.contains("4 at p = 3/5: 81/625 = 0.1296"));
    // Figures are wrong, which the status says.
    let words = [
        "check",
        "fixtures/tables/daldos-one-extra.csv",
        "--of",
        "daldos table",
    ];
    let checked = siga(&with(&words, &["--format", "svg"]));
    assert_eq!(checked.status.code(), Some(3));
    let table = String::from_utf8(checked.stdout).unwrap();
    assert!(table.contains("3 · wrong · error -2") && table.contains("9 · truncated · error"));
    let solved = svg(&["sidja", "solve", "--rules", "sidja:size=3", "--stones", "4"]);
    assert!(solved.contains("2-2 · win: 140, 18.5 %"));
    let sampled = svg(&[
        "daldos",
        "simulate",
        "--rules",
        "daldos:n=3",
        "--games",
        "100",
    ]);
    assert!(sampled.contains("A (greedy) wins · estimated: 0."));
    let shaded = svg(&["sig", "analyse", "fixtures/positions/sig-end.txt"]);
    assert!(shaded.contains("Shaded: the chance that B takes the piece there this turn"));
}
