//! `siga tables`, and tables built, stopped, damaged and forged.

#![cfg(feature = "cli")]

use crate::program::{SIGA, TablesFolder, ended};

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use siga::games::line_up::Model;
use siga::solve::retro::{Layer, Solution, Values};
use siga::solve::table::{
    self, Built, Event, Header, Identity, Table, TableError, Tables, WholeGame,
};

/// Solved in no time.
const RULES: &str = "5x5:size=3,men=3,row=3,goals=rows,jumps=yes";

fn model() -> Model {
    Model::new(RULES.parse().expect("rules"))
}

fn build(
    folder: &TablesFolder,
    observe: &mut dyn FnMut(Event) -> bool,
) -> Result<Built, TableError> {
    let model = model();
    let identity = Identity {
        game: "5x5",
        rules: RULES,
    };
    table::build(
        &mut WholeGame::new(&model, identity)?,
        &folder.directory(),
        observe,
    )
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
fn build_list_verify_remove() {
    let folder = TablesFolder::new("life");
    let empty = folder.json(&["tables", "list"], 0);
    assert_eq!(empty["result"], json!({ "sets": [], "refused": [] }));
    let built = folder.json(&["tables", "build", RULES], 0);
    assert_eq!(built["schema"], "siga/tables-build/1");
    assert_eq!(built["query"]["rules"], json!([RULES]));
    let set = &built["result"]["sets"][0];
    assert_eq!(set["written"].as_array().map(Vec::len), Some(16));
    assert_eq!(set["kept"], json!([]));
    let list = folder.json(&["tables", "list", RULES], 0);
    assert_eq!(list["schema"], "siga/tables-list/1");
    let listed = &list["result"]["sets"][0];
    assert_eq!(
        (&listed["complete"], &listed["missing"]),
        (&json!(true), &json!([]))
    );
    for key in ["rules", "positions", "bytes", "sha256", "bits_per_position"] {
        assert_eq!(listed[key], set[key], "{key}");
    }
    let first = &listed["layers"][0];
    assert_eq!(
        (&first["pieces"], &first["file"]),
        (&json!([3, 3]), &json!("layer-3-3.siga"))
    );
    // C(9,3)·C(6,3) arrangements; a file that is mostly header.
    assert_eq!(first["arrangements"], "1680");
    assert_eq!(first["sha256"].as_str().map(str::len), Some(64));
    let verified = folder.json(&["tables", "verify"], 0);
    assert_eq!(verified["schema"], "siga/tables-verify/1");
    let set = &verified["result"]["sets"][0];
    assert_eq!(
        (&verified["result"]["verified"], &set["faults"]),
        (&json!(true), &json!([]))
    );
    let layers = listed["layers"].as_array().expect("layers");
    let number = |text: &Value| -> u64 { text.as_str().expect("digits").parse().expect("a count") };
    let all: u64 = layers
        .iter()
        .map(|layer| number(&layer["arrangements"]))
        .sum();
    assert_eq!(number(&set["values_checked"]), all);
    let (out, _, _) = folder.run(&["tables", "list", "--format", "csv"]);
    assert!(
        out.starts_with("rules,layers,missing,positions,bytes,"),
        "{out}"
    );
    let (out, _, _) = folder.run(&["tables", "verify", "--checksums", "--format", "csv"]);
    assert!(out.contains(",16,0,hold,"), "{out}");
    let (out, _, _) = folder.run(&["tables", "verify", "--checksums"]);
    assert!(out.contains("not checked"), "{out}");
    let again = folder.json(&["tables", "build", RULES], 0);
    assert_eq!(again["result"]["sets"][0]["written"], json!([]));
    let removed = folder.json(&["tables", "remove", RULES], 0);
    assert_eq!(removed["schema"], "siga/tables-remove/1");
    let gone = removed["result"]["sets"][0]["files"]
        .as_array()
        .map(Vec::len);
    assert_eq!(gone, Some(16));
    assert!(files(&folder.0).is_empty());
    let (_, err, status) = folder.run(&["tables", "verify", RULES]);
    assert!(status == 1 && err.contains("siga tables build"), "{err}");
}

#[test]
fn rare_answers_are_what_their_schemas_say() {
    let folder = TablesFolder::new("rare");
    let bounds = "daldos:n=2";
    let absent = folder.json(&["tables", "verify", RULES, bounds], 1);
    assert_eq!(absent["result"]["absent"], json!([RULES, bounds]));
    folder.json(&["tables", "remove", RULES], 0);
    folder.json(&["tables", "build", RULES, bounds], 0);
    // Bounds have a width and no outcomes.
    let listed = folder.json(&["tables", "list"], 0);
    let sets = listed["result"]["sets"].as_array().expect("sets");
    for set in sets {
        let widest = &set["layers"][0]["widest"];
        assert_eq!(widest.is_null(), set["holds"] == "values", "{set}");
    }
    for arguments in [
        &["tables", "verify"][..],
        &["tables", "verify", "--checksums"],
    ] {
        let verified = folder.json(arguments, 0);
        for set in verified["result"]["sets"].as_array().expect("sets") {
            let win = &set["layers"][0]["win"];
            assert_eq!(win.is_null(), set["rules"] == bounds, "{set}");
        }
    }
    folder.json(&["tables", "list", "--decimals-only"], 0);
    folder.json(&["tables", "verify", RULES, "--sample", "5"], 0);
    // A damaged layer has no outcomes, and a file of somebody else stays.
    let place = folder.directory().folder(RULES);
    let damaged = place.join("layer-2-2.siga");
    let mut bytes = fs::read(&damaged).expect("a table");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&damaged, &bytes).expect("a table");
    fs::write(place.join("notes"), "not siga's").expect("a file");
    let verified = folder.json(&["tables", "verify", RULES, "--checksums"], 3);
    let layers = verified["result"]["sets"][0]["layers"]
        .as_array()
        .expect("layers");
    assert_eq!(
        layers.iter().filter(|layer| layer["win"].is_null()).count(),
        1
    );
    let removed = folder.json(&["tables", "remove", RULES], 0);
    let kept = removed["result"]["sets"][0]["kept"].as_array();
    assert_eq!(kept.map(Vec::len), Some(1));
}

#[test]
fn the_folder_is_given_named_or_the_platforms() {
    let (given, named) = (TablesFolder::new("given"), TablesFolder::new("named"));
    let siga = || SIGA.command(&[]);
    let mut command = siga();
    command.args(["tables", "list", "--json"]);
    command.env("SIGA_TABLES", &named.0);
    let (out, _, _) = ended(command.output().unwrap());
    assert!(out.contains(&*named.0.to_string_lossy()), "{out}");
    let mut command = siga();
    command.args(["tables", "list", "--json", "--tables"]);
    command.arg(&given.0).env("SIGA_TABLES", &named.0);
    let (out, _, _) = ended(command.output().unwrap());
    assert!(out.contains(&*given.0.to_string_lossy()), "{out}");
    let mut command = siga();
    command.args(["tables", "list", "--json"]);
    command
        .env("SIGA_TABLES", "")
        .env("XDG_DATA_HOME", &named.0);
    let (out, _, status) = ended(command.output().unwrap());
    assert_eq!(status, 0);
    if cfg!(unix) {
        let data = named.0.join("siga").join("tables");
        assert!(out.contains(&*data.to_string_lossy()), "{out}");
    }
}

#[test]
fn bad_rules_and_bad_places() {
    let folder = TablesFolder::new("bad");
    for (rules, words) in [
        ("chess", "siga keeps no tables of `chess`"),
        ("5x5:size=9", "size=9"),
        ("teeko:goals=45", "goals=45"),
    ] {
        let (out, err, status) = folder.run(&["tables", "build", rules]);
        assert!(
            out.is_empty() && status == 2 && err.contains(words),
            "{err}"
        );
    }
    let file = folder.0.join("a file");
    fs::write(&file, "no folder").expect("a file");
    let mut command = SIGA.command(&[]);
    command
        .args(["tables", "build", RULES, "--tables"])
        .arg(&file);
    let (_, err, status) = ended(command.output().unwrap());
    assert!(status == 1 && err.contains("a file"), "{err}");
}

#[test]
fn a_build_that_was_stopped_goes_on_and_gives_the_same_bytes() {
    let (whole, parts) = (TablesFolder::new("whole"), TablesFolder::new("parts"));
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
    // The remains of a killed build are swept away, a damaged layer is built anew.
    let folder = parts.directory().folder(RULES);
    fs::write(folder.join("layer-1-1.siga.77.partial"), "").expect("a file");
    let damaged = folder.join("layer-2-2.siga");
    let mut bytes = fs::read(&damaged).expect("a table");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&damaged, &bytes).expect("a table");
    let verified = parts.json(&["tables", "verify"], 3);
    assert!(
        verified["result"]["sets"][0]["faults"][0]
            .as_str()
            .expect("a fault")
            .contains("block 0")
    );
    bytes.truncate(last);
    fs::write(&damaged, &bytes).expect("a table");
    let listed = parts.json(&["tables", "list"], 0);
    assert_eq!(listed["result"]["sets"][0]["missing"], json!([[2, 2]]));
    assert!(
        listed["result"]["refused"][0]
            .as_str()
            .expect("text")
            .contains("damaged")
    );
    let (_, _, status) = parts.run(&["tables", "verify"]);
    assert_eq!(status, 3);
    let built = build(&parts, &mut |_| true).expect("built");
    assert_eq!(built.written, [Layer::new(2, 2)]);
    assert_eq!(same(&whole), same(&parts));
}

#[test]
fn a_missing_layer_is_not_verified() {
    let folder = TablesFolder::new("missing");
    folder.json(&["tables", "build", RULES], 0);
    fs::remove_file(folder.directory().file(RULES, Layer::new(2, 2))).expect("removed");
    for how in [
        &["tables", "verify"][..],
        &["tables", "verify", "--checksums"],
    ] {
        let verified = folder.json(how, 1);
        assert_eq!(verified["result"]["verified"], false);
        let (_, err, status) = folder.run(how);
        assert!(status == 1 && err.contains("layer 2-2"), "{err}");
    }
}

#[test]
fn too_few_stones_are_said_to_be_too_few() {
    let folder = TablesFolder::new("few");
    let (_, err, status) = folder.run(&["tables", "build", "sidja:sudan", "--stones", "2"]);
    assert!(
        status == 2 && err.contains("no layer has so few stones"),
        "{err}"
    );
}

#[test]
fn an_analysis_does_not_pass_over_a_damaged_table() {
    let folder = TablesFolder::new("damaged-sidja");
    folder.json(&["tables", "build", "sidja:sudan", "--stones", "4"], 0);
    let path = folder.directory().file("sidja:sudan", Layer::new(2, 2));
    let mut bytes = fs::read(&path).expect("a table");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, bytes).expect("a table");
    let mut command = SIGA.command(&[]);
    command.args(["sidja", "analyse", "--position", "x3o/5/2x2/5/o4 x -"]);
    command.arg("--tables").arg(&folder.0);
    let (_, err, status) = ended(command.output().unwrap());
    assert!(status == 1 && err.contains("is damaged"), "{err}");
}

#[test]
fn wrong_values_with_right_checksums_are_found() {
    let folder = TablesFolder::new("forged");
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
        let verified = folder.json(&["tables", "verify"], 3);
        let set = &verified["result"]["sets"][0];
        assert_eq!(set["faults"].as_array().map(Vec::len), Some(1));
        let (_, _, status) = folder.run(&["tables", "verify", "--checksums"]);
        assert_eq!(status, 0, "the checksums are right");
    }
}

#[test]
fn looked_up_as_solved() {
    let folder = TablesFolder::new("probe");
    let (model, directory) = (model(), folder.directory());
    let tables = Tables::new(&model, RULES, &directory);
    let missing = tables.value(1, 2).expect_err("nothing is built");
    assert!(
        missing.to_string().contains("siga tables build 5x5:size=3"),
        "{missing}"
    );
    build(&folder, &mut |_| true).expect("built");
    tables.all_there().expect("all tables");
    let solution = Solution::new(&model, |_| true).expect("solved");
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
    let folder = TablesFolder::new("lock");
    let lock = folder.directory().lock(RULES).expect("nobody else");
    for command in ["build", "remove"] {
        let (_, err, status) = folder.run(&["tables", command, RULES]);
        assert!(status == 1 && err.contains("another process"), "{err}");
    }
    drop(lock);
    let (_, err, status) = folder.run(&["tables", "build", RULES]);
    assert_eq!(status, 0, "{err}");
}
