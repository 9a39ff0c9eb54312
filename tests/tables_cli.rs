//! Tables stopped, damaged, forged and locked. What `siga tables` answers is in `tests/runs`.

#![cfg(feature = "cli")]

use crate::program::TablesFolder;

use std::fs;
use std::path::Path;

use siga::games::line_up::Rules;
use siga::solve::retro::{Layer, Solution, Values};
use siga::solve::table::{self, Built, Event, Header, Table, TableError, Tables, WholeGame};

/// Solved in no time.
const RULES: &str = "5x5:size=3,men=3,row=3,goals=rows,jumps=yes";

fn rules() -> Rules {
    RULES.parse().expect("rules")
}

fn build(
    folder: &TablesFolder,
    observe: &mut dyn FnMut(Event) -> bool,
) -> Result<Built, TableError> {
    let rules = rules();
    let mut solver = WholeGame::new(&rules, "5x5", RULES)?;
    table::build(&mut solver, &folder.directory(), observe)
}

/// Every file of a folder with its bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<_> = entries
        .map(|entry| {
            let entry = entry.expect("an entry");
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

#[test]
#[cfg(unix)]
fn the_folder_is_the_platforms_where_none_is_named() {
    use crate::program::{SIGA, ended};
    let data = TablesFolder::new();
    let mut command = SIGA.command(&["tables", "list", "--json"]);
    command
        .env("SIGA_TABLES", "")
        .env("XDG_DATA_HOME", data.0.path());
    let (out, _, status) = ended(command.output().unwrap());
    assert_eq!(status, 0);
    let tables = data.0.path().join("siga/tables");
    assert!(out.contains(&*tables.to_string_lossy()), "{out}");
}

#[test]
fn a_build_that_was_stopped_goes_on_and_gives_the_same_bytes() {
    let (whole, parts) = (TablesFolder::new(), TablesFolder::new());
    let built = build(&whole, &mut |_| true).expect("built");
    assert_eq!((built.kept.len(), built.written.len()), (0, 16));
    // Stopped after each second layer.
    let mut rounds = 0;
    loop {
        rounds += 1;
        let mut written = 0;
        let mut observe = |event: Event| {
            written += usize::from(matches!(event, Event::Written { .. }));
            written < 2
        };
        match build(&parts, &mut observe) {
            Ok(_) => break,
            Err(TableError::Solve(error)) => assert!(error.to_string().contains("stopped")),
            Err(error) => panic!("{error}"),
        }
    }
    assert!(rounds > 3);
    let same = |folder: &TablesFolder| files(&folder.directory().folder(RULES));
    assert_eq!(same(&whole), same(&parts));
}

#[test]
fn wrong_values_with_right_checksums_are_found() {
    let folder = TablesFolder::new();
    let directory = folder.directory();
    build(&folder, &mut |_| true).expect("built");
    let path = directory.file(RULES, Layer::new(3, 3));
    let sound = Table::open(&path).expect("a table");
    let header: Header = sound.header().clone();
    let codes = sound.codes(header.positions as usize).expect("codes");
    for (place, change) in [(0, 2), (codes.len() / 2, 254), (codes.len() - 1, 1)] {
        let mut codes = codes.clone();
        codes[place] ^= change;
        table::write(&path, &header, &codes).expect("written");
        let verified = folder.result("tables verify", 3);
        let set = &verified["sets"][0];
        assert_eq!(set["faults"].as_array().map(Vec::len), Some(1));
        let (_, _, status) = folder.run("tables verify --checksums");
        assert_eq!(status, 0, "the checksums are right");
    }
}

#[test]
fn looked_up_as_solved() {
    let folder = TablesFolder::new();
    let (rules, directory) = (rules(), folder.directory());
    let tables = Tables::new(&rules, RULES, &directory);
    let missing = tables.value(1, 2).expect_err("nothing is built");
    assert!(
        missing.to_string().contains("siga tables build 5x5:size=3"),
        "{missing}"
    );
    build(&folder, &mut |_| true).expect("built");
    tables.all_there().expect("all tables");
    let solution = Solution::new(&rules, |_| true).expect("solved");
    for own in 0..1_u32 << 9 {
        for other in 0..1_u32 << 9 {
            let counts = own.count_ones() <= 3 && other.count_ones() <= 3;
            if own & other == 0 && counts {
                let Ok(expected) = Values::value(&solution, own, other);
                assert_eq!(tables.value(own, other).expect("a value"), expected);
            } else if other % 37 == 0 {
                assert!(tables.value(own, other).is_err());
            }
        }
    }
    assert!(tables.value(1 << 9, 1).is_err() && tables.value(u32::MAX, 0).is_err());
}

#[test]
fn one_build_at_a_time() {
    let folder = TablesFolder::new();
    let lock = folder.directory().lock(RULES).expect("nobody else");
    for command in ["build", "remove"] {
        let (_, err, status) = folder.run(&format!("tables {command} {RULES}"));
        assert!(status == 1 && err.contains("another process"), "{err}");
    }
    drop(lock);
    let (_, err, status) = folder.run(&format!("tables build {RULES}"));
    assert_eq!(status, 0, "{err}");
}
