//! `siga batch`: order, identity, bad lines, limits, shards, going on after an end.

#![cfg(feature = "cli")]

use crate::program::{SIGA, folder};
use crate::schema;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

fn siga(arguments: &[&str], input: &str) -> (i32, Vec<Value>, String) {
    let (lines, errors, status) = SIGA.fed(arguments, input);
    let answers = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    (status, answers.inspect(schema::holds).collect(), errors)
}

fn odds(count: usize) -> String {
    (0..count)
        .map(|n| format!("[\"daldos\",\"odds\",\"--behind\",\"{}\"]\n", 1 + n % 30))
        .collect()
}

#[test]
fn answers_stand_in_the_order_of_the_lines_and_are_those_of_the_commands() {
    let input = odds(500);
    let (status, one, _) = siga(&["batch", "--jobs", "1"], &input);
    let (_, many, _) = siga(&["batch", "--jobs", "7"], &input);
    assert_eq!((status, one.len()), (0, 500));
    assert_eq!(one, many);
    for (at, answer) in one.iter().enumerate() {
        assert_eq!(answer["id"], json!(at + 1));
        assert_eq!(answer["query"]["behind"], json!([1 + at % 30]));
    }
    let (_, alone, _) = siga(&["daldos", "odds", "--behind", "4", "--json"], "");
    let mut fourth = one[3].clone();
    assert_eq!(
        fourth
            .as_object_mut()
            .expect("an object")
            .shift_remove("id"),
        Some(json!(4))
    );
    assert_eq!(fourth, alone[0]);
}

#[test]
fn an_answer_comes_before_the_next_question() {
    let program = assert_cmd::cargo::cargo_bin("siga");
    let mut child = Command::new(program)
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut questions = child.stdin.take().expect("its input");
    let mut answers = BufReader::new(child.stdout.take().expect("its output"));
    for number in 1..=3 {
        writeln!(questions, "[\"throw\",\"{number}d6\"]").expect("it listens");
        let mut answer = String::new();
        answers.read_line(&mut answer).expect("it answers");
        assert!(
            answer.starts_with(&format!("{{\"id\":{number},")),
            "{answer}"
        );
    }
    drop(questions);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn goes_on_after_the_last_whole_answer() {
    let folder = folder("batch-resume");
    let (questions, answers) = (folder.join("questions"), folder.join("answers"));
    fs::write(&questions, odds(40) + "[\"throw\",\"d\"]\n17\n" + &odds(8)).expect("written");
    let names = [
        questions.to_str().expect("a name"),
        answers.to_str().expect("a name"),
    ];
    let run = || {
        siga(
            &["batch", names[0], "--resume", names[1], "--jobs", "2"],
            "",
        )
    };
    assert_eq!(run().0, 2);
    let whole = fs::read_to_string(&answers).expect("answers");
    assert_eq!(whole.lines().count(), 50);
    let within_a_character = whole.find('…').expect("a sign of several bytes") + 1;
    let half = whole.len() / 2;
    for kept in [whole.len() - 5, within_a_character, half, 3, 0, whole.len()] {
        fs::write(&answers, &whole.as_bytes()[..kept]).expect("cut");
        // An error among what is kept counts too.
        assert_eq!(run().0, 2, "{kept}");
        assert_eq!(
            fs::read_to_string(&answers).expect("answers"),
            whole,
            "{kept}"
        );
    }
    // A line that was mended after it was answered is not asked again without a word.
    let changed = SystemTime::now() + Duration::from_secs(9);
    let file = fs::File::options().write(true).open(&questions);
    file.and_then(|file| file.set_modified(changed))
        .expect("set");
    let remark = run().2;
    assert!(remark.contains("kept as they are"), "{remark}");
    let other = whole.lines().nth(7).expect("an answer").to_owned() + "\n";
    fs::write(&answers, other).expect("written");
    let (status, _, error) = run();
    assert_eq!(status, 2);
    assert!(error.contains("another batch"), "{error}");
    fs::write(&answers, "no JSON\n").expect("written");
    assert_eq!(run().0, 2);
}

#[test]
fn a_disagreement_is_not_forgotten() {
    let folder = folder("batch-disagreement");
    let (claims, questions, answers) = (
        folder.join("claims"),
        folder.join("questions"),
        folder.join("answers"),
    );
    let name = |path: &PathBuf| path.to_str().expect("a name").to_owned();
    fs::write(&claims, "behind,probability\n4,0.5\n").expect("written");
    let check = serde_json::json!(["check", name(&claims), "--of", "daldos table"]);
    fs::write(&questions, format!("{check}\n{}", odds(3))).expect("written");
    let run = || {
        siga(
            &[
                "batch",
                &name(&questions),
                "--resume",
                &name(&answers),
                "--allow-files",
            ],
            "",
        )
        .0
    };
    assert_eq!(run(), 3);
    let whole = fs::read_to_string(&answers).expect("answers");
    let first: Value =
        serde_json::from_str(whole.lines().next().expect("an answer")).expect("JSON");
    assert_eq!(first["status"], 3, "{first}");
    // The check itself is not asked again.
    fs::remove_file(&claims).expect("removed");
    fs::write(&answers, &whole[..whole.len() - 5]).expect("cut");
    assert_eq!(run(), 3);
    assert_eq!(fs::read_to_string(&answers).expect("answers"), whole);
}

/// The file of questions is left as it is, by whatever name it is given for the answers; so is a file of something else.
#[test]
#[cfg(unix)]
fn nothing_but_answers_is_overwritten() {
    let folder = folder("batch-not-answers");
    let name = |name: &str| folder.join(name).to_str().expect("a name").to_owned();
    let (questions, hard, soft) = (name("questions"), name("hard"), name("soft"));
    // The second has no line end.
    for text in [odds(2), odds(1).trim_end().to_owned()] {
        for file in [&hard, &soft] {
            let _ = fs::remove_file(file);
        }
        fs::write(&questions, &text).expect("written");
        fs::hard_link(&questions, &hard).expect("linked");
        std::os::unix::fs::symlink(&questions, &soft).expect("linked");
        for answers in [&questions, &hard, &soft] {
            let (status, _, error) = siga(&["batch", &questions, "--resume", answers], "");
            assert_eq!(status, 2, "{error}");
            assert!(error.contains("file of questions"), "{error}");
            assert_eq!(fs::read_to_string(&questions).expect("there"), text);
        }
    }
    let other = name("other");
    for text in ["{\"a\": 1}", "{\"id\":1,\"query\":[\"throws\"]}", "notes"] {
        fs::write(&other, text).expect("written");
        let (status, _, error) = siga(&["batch", &questions, "--resume", &other], "");
        assert_eq!(status, 2, "{error}");
        assert!(error.contains("nor the beginning of one"), "{error}");
        assert_eq!(fs::read_to_string(&other).expect("there"), text);
    }
}

/// A device would be read without end, and a pipe be waited for.
#[test]
#[cfg(target_os = "linux")]
fn only_files_are_resumed() {
    let run = ["batch", "--resume", "/dev/full"];
    let (_, said, status) = SIGA.fed(&run, "[\"throw\",\"d6\"]\n");
    assert_eq!(status, 2);
    assert!(said.contains("`/dev/full` is not one"), "{said}");
}
