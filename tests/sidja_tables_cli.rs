//! Outcomes of Sidja on disk: counted, used, and built pair by pair. Tables with turns, and what is refused, are in
//! `tests/runs/tables-sidja.txt`.

#![cfg(feature = "cli")]

use crate::program::TablesFolder;

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

const RULES: &str = "sidja:sudan,size=3";
const POSITION: &str = "x1x/o1o/x2 x -";

/// The tables in order of their names.
fn files(folder: &TablesFolder) -> Vec<PathBuf> {
    let folders = fs::read_dir(folder.0.path()).expect("the folder");
    let files = folders.flat_map(|folder| fs::read_dir(folder.expect("a folder").path()));
    let mut files: Vec<PathBuf> = (files.flatten().flatten())
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "siga"))
        .collect();
    files.sort();
    files
}

/// The bytes of all tables.
fn bytes(folder: &TablesFolder) -> Vec<Vec<u8>> {
    let files = files(folder).into_iter();
    files.map(|file| fs::read(file).expect("a table")).collect()
}

#[test]
fn outcomes_are_kept_verified_counted_and_used() {
    for rules in [
        RULES,
        "sidja:egypt,size=3,no_capture=none",
        "sidja:west-africa,size=3,no_capture=none",
    ] {
        let folder = TablesFolder::new();
        let solve = format!("sidja solve --rules {rules}");
        let build = format!("tables build {rules} --stones");
        let memory = folder.result(&format!("{solve} --stones 8"), 0);
        assert_eq!(memory["tables_from"], "memory");
        folder.result(&format!("{build} 8"), 0);
        let kept = folder.result(&solve, 0);
        assert_eq!(kept["tables_from"], "disk");
        assert_eq!(kept["layers"], memory["layers"]);

        let set = &folder.result("tables list", 0)["sets"][0];
        assert_eq!(set["holds"], "outcomes");
        assert_eq!(set["complete"], true);
        let verified = folder.result("tables verify", 0);
        assert_eq!(verified["verified"], true, "{verified}");
        assert_eq!(
            verified["sets"][0]["values_checked"],
            kept["total"]["positions"]
        );
        let kept_layers = kept["layers"].as_array().unwrap();
        let verified_layers = verified["sets"][0]["layers"].as_array().unwrap();
        for layer in verified_layers {
            let mut layers = kept_layers.iter();
            let found = layers.find(|found| found["pieces"] == layer["pieces"]);
            for field in ["positions", "win", "loss", "draw"] {
                assert_eq!(found.unwrap()[field], layer["arrangements"][field]);
            }
        }
        let sampled = folder.result("tables verify --sample 100", 0);
        let checked = sampled["sets"][0]["values_checked"].as_str().unwrap();
        let checked: usize = checked.parse().unwrap();
        assert!(checked <= 100 * verified_layers.len() && checked > 0);

        // Tables with turns say the same, and how long it takes.
        let turns = TablesFolder::new();
        turns.result(&format!("{build} 8 --turns"), 0);
        let long = turns.result(&solve, 0);
        for (one, other) in long["layers"].as_array().unwrap().iter().zip(kept_layers) {
            for field in ["pieces", "positions", "win", "loss", "draw", "blocked"] {
                assert_eq!(one[field], other[field]);
            }
            assert_eq!(other["longest"], Value::Null);
        }
        for position in [POSITION, "xo1/x1x/oo1 o -", "xoo/x1o/xxo x -"] {
            let asked = format!("sidja analyse --rules {rules} --position '{position}'");
            let (with, without) = (turns.result(&asked, 0), folder.result(&asked, 0));
            assert_eq!(with["outcome"], without["outcome"], "{rules} {position}");
            assert_ne!(without["outcome"], Value::Null);
        }
        // The two kinds are not mixed.
        let (_, error, status) = turns.run(&format!("{build} 5"));
        assert!(status == 2 && error.contains("that keep turns"), "{error}");
    }
}

#[test]
fn pairs_are_built_one_by_one_as_the_plan_says() {
    let (whole, parts) = (TablesFolder::new(), TablesFolder::new());
    let build = format!("tables build {RULES} --stones 7");
    whole.result(&build, 0);
    let plan_of_all = format!("tables plan {RULES} --stones 7");
    let plan = parts.result(&plan_of_all, 0);
    let tasks = plan["tasks"].as_array().unwrap();
    let last = tasks.last().unwrap()["task"].as_str().unwrap();
    let (_, error, status) = parts.run(&format!("tables build {RULES} --layer {last}"));
    assert!(
        status == 1 && error.contains("has no table of layer"),
        "{error}"
    );
    for task in tasks {
        assert_eq!(task["there"], false);
        let command = task["command"].as_array().unwrap();
        let words = command.iter().skip(1).map(|word| word.as_str().unwrap());
        parts.result(&shlex::try_join(words).unwrap(), 0);
        let size: u64 = (task["files"].as_array().unwrap().iter())
            .map(|file| fs::metadata(file.as_str().unwrap()).unwrap().len())
            .sum();
        let most: u64 = task["bytes"].as_str().unwrap().parse().unwrap();
        assert!(size <= most, "{task}: {size}");
    }
    assert_eq!(bytes(&parts), bytes(&whole));
    let again = parts.result(&plan_of_all, 0);
    let mut there = again["tasks"].as_array().unwrap().iter();
    assert!(there.all(|task| task["there"] == true));
    // A damaged table is built anew, to the same bytes.
    let damaged = files(&parts).swap_remove(2);
    let mut table = fs::read(&damaged).unwrap();
    *table.last_mut().unwrap() ^= 1;
    fs::write(&damaged, table).unwrap();
    assert_eq!(parts.result("tables verify", 3)["verified"], false);
    parts.result(&build, 0);
    assert_eq!(bytes(&parts), bytes(&whole));
}
