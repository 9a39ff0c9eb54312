//! Refusals of the system, and things that somebody has laid in the way: status, message, and nothing touched.

#![cfg(all(feature = "cli", unix))]
#![allow(clippy::unwrap_used)]

use crate::program::folder;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

const RULES: &str = "5x5:size=3,men=3,row=3";

fn siga() -> Command {
    Command::new(env!("CARGO_BIN_EXE_siga"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn build(folder: &Path) -> Output {
    let mut command = siga();
    command.args(["tables", "build", RULES, "--tables"]);
    command.arg(folder).output().unwrap()
}

#[test]
fn a_lock_that_is_no_file_is_refused() {
    let root = folder("lock");
    let victim = root.join("victim");
    assert!(build(&root).status.success());
    let tables = fs::read_dir(&root).unwrap().next().unwrap().unwrap().path();
    let lock = tables.join("lock");
    fs::remove_file(&lock).unwrap();
    symlink(&victim, &lock).unwrap();
    for command in ["build", "remove"] {
        let mut refused = siga();
        refused
            .args(["tables", command, RULES, "--tables"])
            .arg(&root);
        let refused = refused.output().unwrap();
        assert_eq!(refused.status.code(), Some(1));
        assert!(
            text(&refused.stderr).contains("lock is not a file"),
            "{refused:?}"
        );
        assert!(!victim.exists());
    }
    fs::remove_file(&lock).unwrap();
    let pipe = Command::new("mkfifo").arg(&lock).status();
    if pipe.is_ok_and(|made| made.success()) {
        let refused = build(&root);
        assert!(
            text(&refused.stderr).contains("lock is not a file"),
            "{refused:?}"
        );
        fs::remove_file(&lock).unwrap();
    }
    assert!(build(&root).status.success());
}

#[test]
fn tables_out_of_reach_are_no_tables() {
    for question in [
        "daldos endgame --n 2 --csv".to_owned(),
        format!("5x5 probe --position '3/3/3 x' --rules {RULES} --csv"),
    ] {
        let arguments = shlex::split(&question).unwrap();
        let answer = |home: &str| {
            let mut command = siga();
            command
                .env("HOME", home)
                .env_remove("XDG_DATA_HOME")
                .env_remove("SIGA_TABLES");
            command.args(&arguments).output().unwrap()
        };
        let (without, with) = (answer("/dev/null"), answer("/"));
        assert!(without.status.success(), "{without:?}");
        assert_eq!(without.stdout, with.stdout);
        assert!(text(&without.stderr).starts_with("note: tables are not looked for"));
        // Who names a folder means it.
        let mut named = siga();
        named
            .args(&arguments)
            .args(["--tables", "/dev/null/tables"]);
        assert_eq!(named.output().unwrap().status.code(), Some(1));
    }
}

#[test]
fn too_little_memory_is_said_before_the_work() {
    let limited = Command::new("sh")
        .args([
            "-c",
            "ulimit -v 300000 && exec \"$0\" 5x5 solve",
            env!("CARGO_BIN_EXE_siga"),
        ])
        .output()
        .unwrap();
    assert_eq!(limited.status.code(), Some(1), "{limited:?}");
    assert!(
        text(&limited.stderr).contains("MB of memory"),
        "{limited:?}"
    );
}

#[test]
fn file_names_need_not_be_utf8() {
    let folder = folder("names");
    let named = |name: &[u8]| folder.join(OsStr::from_bytes(name));
    // Not every file system takes such a name.
    if fs::write(named(b"p\xff.txt"), "3/3/3 x\n").is_err() {
        return;
    }
    fs::write(named(b"t\xff"), "2d6 # two dice\n").unwrap();
    fs::write(named(b"c\xff.csv"), "0,1\n1,2\n").unwrap();
    let table = "outcome,probability\n0,1/2\n1,1/2\n";
    fs::write(named(b"d\xff.csv"), table).unwrap();
    fs::copy("fixtures/published/daldos.json", named(b"e\xff.json")).unwrap();
    let position = format!("5x5 perft --depth 1 --rules {RULES} FILE");
    let questions: [(&str, &[u8], i32); 7] = [
        (&position, b"p\xff.txt", 0),
        ("throw FILE", b"t\xff", 0),
        ("throw 1s --counts FILE", b"c\xff.csv", 0),
        ("check FILE --of 'throw 1s'", b"d\xff.csv", 0),
        ("check --expected FILE", b"e\xff.json", 0),
        ("tables list --json --tables FILE", b"", 0),
        // There is no such file, and that is said.
        ("throw FILE", b"none\xff", 2),
    ];
    for (question, name, status) in questions {
        let words = shlex::split(question).unwrap().into_iter();
        let words = words.map(|word| match word == "FILE" {
            true => named(name).into_os_string(),
            false => word.into(),
        });
        let answer = siga().args(words).output().unwrap();
        assert_eq!(answer.status.code(), Some(status), "{answer:?}");
        assert!(!text(&answer.stderr).contains("UTF-8"), "{answer:?}");
    }
}
