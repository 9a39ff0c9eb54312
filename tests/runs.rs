//! Runs of the program: each file of `tests/runs` is one, in a folder of its own.
//!
//! `$ siga WORDS` starts the program, which finds its tables in the folder and nowhere else. In texts `DIR` is the folder, `\n` the end of
//! a line, `\r` a return and `\e` an escape. Before a command, lines `< TEXT` are what is typed; `= NAME` and the lines `| TEXT` below it
//! are a file of the folder; `! damage NAME`, `! cut NAME` and `! delete NAME` change its last byte, take it away, or take away the file.
//! Indented below a command stands how it ended:
//! - `status N`, where that is not 0;
//! - `out`, `err` or the name of a file or folder, and what is said of standard output, standard error, the file or the names in the
//!   folder: that it `has`, `lacks`, `begins`, `ends` or `is` a text; that there are so many `lines`, or so many `times` a text;
//! - a place in JSON and what stands there, as in `fixtures/answers`, or that a text there `has` some words: in the first line of standard
//!   output, in the tenth as `10/…`, on standard error as `err/…`.
//!
//! Of a text and of a place alike `= NAME` says that it is the same wherever the file names it so, and `!= NAME` that it is another.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use serde_json::Value;

use crate::answers::{found, is_as_said};
use crate::program::{SIGA, ended};
use crate::schema;

/// Standard output, standard error and the status.
type Ended = (String, String, i32);

struct Run<'a> {
    folder: &'a Path,
    /// What has a name, and how often it was named.
    named: BTreeMap<String, (Value, usize)>,
}

impl Run<'_> {
    /// A text of the file with what its signs stand for.
    fn read(&self, text: &str) -> String {
        let folder = self.folder.to_str().unwrap();
        let signs = [
            ("\\n", "\n"),
            ("\\r", "\r"),
            ("\\e", "\u{1b}"),
            ("DIR", folder),
        ];
        let text = text.to_owned();
        let put = |text: String, (sign, means): (&str, &str)| text.replace(sign, means);
        signs.into_iter().fold(text, put)
    }

    fn asked(&self, question: &str, typed: String) -> Ended {
        let words = shlex::split(question.strip_prefix("siga ").unwrap()).unwrap();
        let words: Vec<String> = words.iter().map(|word| self.read(word)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut command = SIGA.command(&words);
        let tables = self.folder.join("tables");
        command.env("SIGA_TABLES", tables).write_stdin(typed);
        ended(command.output().unwrap())
    }

    fn change(&self, change: &str) {
        let (how, name) = change.split_once(' ').unwrap();
        let path = self.folder.join(name);
        let mut bytes = fs::read(&path).unwrap();
        match how {
            "damage" => *bytes.last_mut().unwrap() ^= 1,
            "cut" => drop(bytes.pop()),
            "delete" => return fs::remove_file(&path).unwrap(),
            _ => panic!("{change}: nothing is changed so"),
        }
        fs::write(&path, bytes).unwrap();
    }

    /// The output, the errors, a file, or the names in a folder; nothing where there is no such file.
    fn text(&self, of: &str, ended: &Ended) -> Option<String> {
        match of {
            "out" => return Some(ended.0.clone()),
            "err" => return Some(ended.1.clone()),
            _ => {}
        }
        let path = self.folder.join(of);
        let Ok(entries) = fs::read_dir(&path) else {
            return fs::read_to_string(&path).ok();
        };
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        Some(names.join(" "))
    }

    /// Whether a value is the one with this name, or another.
    fn is_named(&mut self, sign: &str, name: &str, value: &Value) -> bool {
        let first = || (value.clone(), 0);
        let known = self.named.entry(name.to_owned()).or_insert_with(first);
        known.1 += 1;
        (known.0 == *value) == (sign == "=")
    }

    /// Whether what stands at a place is as said.
    fn holds(&mut self, place: &str, expected: &str, ended: &Ended) -> Result<(), String> {
        let (line, at) = place.split_at(place.find('/').unwrap());
        let text = match line {
            "" => ended.0.lines().next(),
            "err" => ended.1.lines().next(),
            number => ended.0.lines().nth(number.parse::<usize>().unwrap() - 1),
        };
        let json: Value = serde_json::from_str(text.unwrap_or_default())
            .map_err(|error| format!("{error}: {text:?}"))?;
        if json["schema"].is_string() {
            schema::holds(&json);
        }
        let found = found(&json, at);
        let (sign, words) = expected.split_once(' ').unwrap_or((expected, ""));
        assert!(sign != "has" || !words.is_empty(), "{place}: has what?");
        let right = match (sign, &found[..]) {
            ("=" | "!=", [Some(value)]) => self.is_named(sign, words, value),
            ("has", [Some(Value::String(text))]) => text.contains(words),
            ("=" | "!=" | "has", _) => false,
            _ => !found.is_empty() && found.iter().all(|it| is_as_said(*it, expected)),
        };
        if right {
            return Ok(());
        }
        Err(format!("{found:?}"))
    }

    /// Judges a line about a command that has ended so.
    fn judge(&mut self, said: &str, ended: &Ended) -> Result<(), String> {
        let (of, rest) = said.split_once(' ').unwrap();
        let of_json =
            |line: &str| line.is_empty() || line == "err" || line.parse::<usize>().is_ok();
        if of.split_once('/').is_some_and(|(line, _)| of_json(line)) {
            return self.holds(of, rest, ended);
        }
        let (how, words) = rest.split_once(' ').unwrap_or((rest, ""));
        assert!(how == "is" || !words.is_empty(), "{said} what?");
        let words = self.read(words);
        let Some(text) = self.text(of, ended) else {
            let no_file = "no such file".to_owned();
            return if (how, &words) == ("is", &no_file) {
                Ok(())
            } else {
                Err(no_file)
            };
        };
        let right = match how {
            "has" => text.contains(&words),
            "lacks" => !text.contains(&words),
            "begins" => text.starts_with(&words),
            "ends" => text.ends_with(&words),
            "is" => text.trim_end() == words,
            "=" | "!=" => self.is_named(how, &words, &Value::from(text.as_str())),
            "times" => {
                let (times, words) = words.split_once(' ').unwrap();
                text.matches(words).count().to_string() == times
            }
            "lines" => text.lines().count().to_string() == words,
            _ => panic!("{said}: nothing is {how}"),
        };
        if right { Ok(()) } else { Err(text) }
    }
}

/// What is wrong with a run, and how much was said of it.
fn faults(path: &Path) -> (Vec<String>, usize) {
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run {
        folder: folder.path(),
        named: BTreeMap::new(),
    };
    let (mut typed, mut faults, mut judged) = (String::new(), Vec::new(), 0);
    let text = fs::read_to_string(path).unwrap();
    let lines = (1..).zip(text.lines());
    let mut lines = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .peekable();
    while let Some((at, line)) = lines.next() {
        let place = format!("{}:{at}: {line}", path.display());
        let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
        match sign {
            "<" => typed += &format!("{}\n", run.read(rest)),
            "!" => run.change(rest),
            "=" => {
                let mut text = String::new();
                while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with('|')) {
                    text += &format!("{}\n", line.get(2..).unwrap_or_default());
                }
                fs::write(run.folder.join(rest), run.read(&text)).unwrap();
            }
            "$" => {
                let ended = run.asked(rest, std::mem::take(&mut typed));
                let mut status = 0;
                while let Some((at, said)) = lines.next_if(|(_, line)| line.starts_with("  ")) {
                    let said = said.trim_start();
                    judged += 1;
                    match said.strip_prefix("status ") {
                        Some(said) => status = said.parse().unwrap(),
                        None => {
                            let fault = run.judge(said, &ended).err();
                            faults.extend(fault.map(|it| format!("{place}\n{at}: {said}\n{it}")));
                        }
                    }
                }
                if ended.2 != status {
                    faults.push(format!("{place}\n{ended:?}"));
                }
            }
            _ => panic!("{place}: what is this?"),
        }
    }
    let once = run.named.iter().filter(|(_, (_, times))| *times < 2);
    faults.extend(once.map(|(name, _)| format!("{}: {name} is named once", path.display())));
    assert!(
        typed.is_empty() && judged > 0,
        "{}: {judged}",
        path.display()
    );
    (faults, judged)
}

#[test]
fn everything_is_said_as_the_files_say() {
    let files = fs::read_dir("tests/runs").unwrap();
    let files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    let found: Vec<(Vec<String>, usize)> = thread::scope(|threads| {
        let threads = files.iter().map(|file| threads.spawn(move || faults(file)));
        let threads: Vec<_> = threads.collect();
        let ended = threads.into_iter().map(|thread| thread.join().unwrap());
        ended.collect()
    });
    let faults: Vec<String> = found
        .iter()
        .flat_map(|(faults, _)| faults.clone())
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let judged: usize = found.iter().map(|(_, judged)| judged).sum();
    assert!(judged > 1100, "only {judged} lines are judged");
}
