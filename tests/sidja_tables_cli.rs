//! Sidja's endgames on disk: built, listed, verified, used, damaged, removed.

#![cfg(feature = "cli")]

use crate::program::TablesFolder;

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

const RULES: &str = "sidja:sudan,size=3";
const POSITION: &str = "x1x/o1o/x2 x -";

fn analyse(folder: &TablesFolder, more: &[&str]) -> Value {
    let asked = ["sidja", "analyse", "--rules", RULES, "--position", POSITION];
    folder.json(&[&asked, more].concat(), 0)["result"].take()
}

/// The tables in order of their names.
fn files(folder: &TablesFolder) -> Vec<PathBuf> {
    let folders = fs::read_dir(&folder.0).expect("the folder");
    let files = folders.flat_map(|folder| fs::read_dir(folder.expect("a folder").path()));
    let mut files: Vec<PathBuf> = (files.flatten().flatten())
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "siga"))
        .collect();
    files.sort();
    files
}

#[test]
fn endgames_are_kept_verified_used_and_removed() {
    let folder = TablesFolder::new("sidja-whole");
    let alone = analyse(&folder, &[]);
    assert_eq!(alone["tables_from"], Value::Null);

    let built = folder.result(&["tables", "build", RULES, "--turns", "--stones", "5"], 0);
    let layers = json!([[2, 2], [2, 3], [3, 2]]);
    assert_eq!(built["sets"][0]["written"], layers);
    let again = folder.result(&["tables", "build", RULES, "--turns", "--stones", "6"], 0);
    assert_eq!(again["sets"][0]["kept"], layers);
    assert_eq!(again["sets"][0]["written"], json!([[2, 4], [4, 2], [3, 3]]));

    let set = &folder.result(&["tables", "list"], 0)["sets"][0];
    assert_eq!(set["rules"], RULES);
    assert_eq!(set["game"], "sidja");
    assert_eq!(set["complete"], true);
    assert_eq!(set["layers"].as_array().unwrap().len(), 6);

    let verified = folder.result(&["tables", "verify"], 0);
    assert_eq!(verified["verified"], true, "{verified}");
    // 9 choose a, times 9 - a choose b, for each layer: every arrangement, symmetric ones too.
    let arrangements = 756 + 2 * 1260 + 2 * 1260 + 1680;
    let checked = &verified["sets"][0]["values_checked"];
    assert_eq!(*checked, json!(arrangements.to_string()));
    for part in [["--layer", "3-2,2-2"], ["--stones", "4..5"]] {
        let verified = folder.result(&[&["tables", "verify", RULES][..], &part].concat(), 0);
        let layers = &verified["sets"][0]["layers"];
        assert_eq!(layers.as_array().map(Vec::len), Some(3), "{part:?}");
    }

    // The tables on disk say what those in memory say.
    let kept = analyse(&folder, &[]);
    assert_eq!(kept["tables_from"], "disk");
    assert_eq!(kept["proof"], "tables");
    assert_eq!(kept["table_positions"], json!(arrangements.to_string()));
    let elsewhere = TablesFolder::new("sidja-empty");
    let place = elsewhere.0.to_str().unwrap();
    let memory = analyse(&folder, &["--stones", "6", "--tables", place]);
    assert_eq!(memory["tables_from"], "memory");
    for field in ["outcome", "turns", "moves", "line", "table_positions"] {
        assert_eq!(kept[field], memory[field], "{field}");
    }
    let asked = ["sidja", "analyse", "--rules", RULES, "--position", POSITION];
    let (text, _, _) = folder.run(&asked);
    assert!(text.contains("at most 6 stones on disk"), "{text}");

    assert_eq!(analyse(&folder, &["--stones", "5"])["tables_from"], "disk");
    assert_eq!(
        analyse(&folder, &["--stones", "7"])["tables_from"],
        "memory"
    );
    assert_eq!(analyse(&folder, &["--stones", "0"]), alone);

    let removed = folder.result(&["tables", "remove", RULES], 0);
    assert_eq!(removed["sets"][0]["files"].as_array().unwrap().len(), 6);
    assert!(files(&folder).is_empty());
}

#[test]
fn the_same_bytes_come_out_again_and_damage_is_refused() {
    let folder = TablesFolder::new("sidja-damage");
    let build = ["tables", "build", RULES, "--turns", "--stones", "6"];
    folder.result(&build, 0);
    let bytes = |folder: &TablesFolder| -> Vec<Vec<u8>> {
        let files = files(folder).into_iter();
        files.map(|file| fs::read(file).expect("a table")).collect()
    };
    let first = bytes(&folder);
    let damaged = files(&folder).swap_remove(3);
    let mut table = fs::read(&damaged).unwrap();
    *table.last_mut().unwrap() ^= 1;
    fs::write(&damaged, table).unwrap();
    let (_, error, status) =
        folder.run(&["sidja", "analyse", "--rules", RULES, "--position", POSITION]);
    assert_eq!(status, 1, "{error}");
    assert!(error.contains("is damaged"), "{error}");
    assert_eq!(folder.result(&["tables", "verify"], 3)["verified"], false);
    let again = folder.result(&build, 0);
    assert!(!again["sets"][0]["kept"].as_array().unwrap().is_empty());
    assert_eq!(bytes(&folder), first);

    // Without a layer that others rest on, nothing can be checked against it or looked up in it.
    fs::remove_file(&files(&folder)[0]).unwrap();
    let set = &folder.result(&["tables", "list"], 0)["sets"][0];
    assert_eq!(set["missing"], json!([[2, 2]]));
    assert_eq!(analyse(&folder, &[])["tables_from"], Value::Null);
}

#[test]
fn what_cannot_be_kept_is_refused() {
    let folder = TablesFolder::new("sidja-refused");
    for (arguments, says) in [
        (&["sidja:egypt"][..], "no_capture=none"),
        (&["sidja:sudan,size=7"], "only boards of 3×3 and 5×5"),
        (
            &["sidja:sudan", "--pieces", "2,1"],
            "numbers of pieces can be asked for of endgames of daldos",
        ),
        (
            &["teeko", "--stones", "4"],
            "a number of stones can be asked for of endgames of sidja",
        ),
        (
            &["teeko", "--layer", "4-4"],
            "a layer can be asked for of endgames of sidja",
        ),
        (&["sidja:sudan", "--layer", "4"], "such as 4-3"),
        (&["sidja:sudan", "--layer", "1-3"], "has no layer 1-3"),
        (
            &["sidja:sudan", "--turns", "--stones", "10"],
            "at most 9 stones",
        ),
        (&["sidja:nowhere"], "nowhere"),
    ] {
        let arguments = [&["tables", "build"], arguments].concat();
        let (_, error, status) = folder.run(&arguments);
        assert_eq!(status, 2, "{arguments:?}: {error}");
        assert!(error.contains(says), "{arguments:?}: {error}");
    }
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
        let folder = TablesFolder::new("sidja-outcomes");
        let (solve, all) = (["sidja", "solve", "--rules", rules, "--stones", "8"], "8");
        let memory = folder.result(&solve, 0);
        assert_eq!(memory["tables_from"], "memory");
        folder.result(&["tables", "build", rules, "--stones", all], 0);
        let kept = folder.result(&solve[..4], 0);
        assert_eq!(kept["tables_from"], "disk");
        assert_eq!(kept["layers"], memory["layers"]);

        let set = &folder.result(&["tables", "list"], 0)["sets"][0];
        assert_eq!(set["holds"], "outcomes");
        assert_eq!(set["complete"], true);
        let verified = folder.result(&["tables", "verify"], 0);
        assert_eq!(verified["verified"], true, "{verified}");
        assert_eq!(
            verified["sets"][0]["values_checked"],
            kept["total"]["positions"]
        );
        for (layer, counts) in verified["sets"][0]["layers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|layer| (&layer["pieces"], &layer["arrangements"]))
        {
            let mut layers = kept["layers"].as_array().unwrap().iter();
            let found = layers.find(|found| found["pieces"] == *layer).unwrap();
            for field in ["positions", "win", "loss", "draw"] {
                assert_eq!(found[field], counts[field]);
            }
        }
        let sampled = folder.result(&["tables", "verify", "--sample", "100"], 0);
        let layers = verified["sets"][0]["layers"].as_array().unwrap().len();
        let checked: usize = sampled["sets"][0]["values_checked"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        assert!(checked <= 100 * layers && checked > 0, "{checked}");

        // TablesFolder with turns say the same, and how long it takes.
        let turns = TablesFolder::new("sidja-outcomes-turns");
        turns.result(&["tables", "build", rules, "--stones", all, "--turns"], 0);
        let long = turns.result(&solve[..4], 0);
        for (one, other) in long["layers"]
            .as_array()
            .unwrap()
            .iter()
            .zip(kept["layers"].as_array().unwrap())
        {
            for field in ["pieces", "positions", "win", "loss", "draw", "blocked"] {
                assert_eq!(one[field], other[field]);
            }
            assert_eq!(other["longest"], Value::Null);
        }
        for position in [POSITION, "xo1/x1x/oo1 o -", "xoo/x1o/xxo x -"] {
            let asked = ["sidja", "analyse", "--rules", rules, "--position", position];
            let (with, without) = (turns.result(&asked, 0), folder.result(&asked, 0));
            assert_eq!(with["outcome"], without["outcome"], "{rules} {position}");
            assert_ne!(without["outcome"], Value::Null);
        }
        // The two kinds are not mixed.
        let build = ["tables", "build", rules, "--stones", "5"];
        let (_, error, status) = turns.run(&build);
        assert!(status == 2 && error.contains("that keep turns"), "{error}");
    }
}

#[test]
fn pairs_are_built_one_by_one_as_the_plan_says() {
    let (whole, parts) = (
        TablesFolder::new("sidja-plan-whole"),
        TablesFolder::new("sidja-plan-parts"),
    );
    whole.result(&["tables", "build", RULES, "--stones", "7"], 0);
    let plan = parts.result(&["tables", "plan", RULES, "--stones", "7"], 0);
    let tasks = plan["tasks"].as_array().unwrap();
    let last = tasks.last().unwrap()["task"].as_str().unwrap();
    let (_, error, status) = parts.run(&["tables", "build", RULES, "--layer", last]);
    assert!(
        status == 1 && error.contains("has no table of layer"),
        "{error}"
    );
    for task in tasks {
        assert_eq!(task["there"], false);
        let command = task["command"].as_array().unwrap();
        let words: Vec<&str> = command
            .iter()
            .skip(1)
            .map(|word| word.as_str().unwrap())
            .collect();
        parts.result(&words, 0);
        let size: u64 = (task["files"].as_array().unwrap().iter())
            .map(|file| fs::metadata(file.as_str().unwrap()).unwrap().len())
            .sum();
        let most: u64 = task["bytes"].as_str().unwrap().parse().unwrap();
        assert!(size <= most, "{task}: {size}");
    }
    assert_eq!(bytes(&parts), bytes(&whole));
    let again = parts.result(&["tables", "plan", RULES, "--stones", "7"], 0);
    let mut there = again["tasks"].as_array().unwrap().iter();
    assert!(there.all(|task| task["there"] == true));
    // A damaged table is built anew, to the same bytes.
    let damaged = files(&parts).swap_remove(2);
    let mut table = fs::read(&damaged).unwrap();
    *table.last_mut().unwrap() ^= 1;
    fs::write(&damaged, table).unwrap();
    assert_eq!(parts.result(&["tables", "verify"], 3)["verified"], false);
    parts.result(&["tables", "build", RULES, "--stones", "7"], 0);
    assert_eq!(bytes(&parts), bytes(&whole));
}
