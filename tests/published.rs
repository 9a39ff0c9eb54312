//! The published figures that come with siga: every claim is found to be what its file says.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::SIGA;
use crate::schema;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/published");
    let folders = [folder.clone(), folder.join("long")].into_iter();
    let entries = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let files = entries.map(|entry| entry.unwrap().path());
    let is_json = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "json");
    let mut files: Vec<PathBuf> = files.filter(is_json).collect();
    files.sort();
    files
}

fn claims_in(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    file["claims"].as_array().unwrap().clone()
}

/// Files that take long without optimisation; `just check` and the test that is ignored go over them.
const LONG: [&str; 2] = ["neutreeko.json", "teeko.json"];

fn is_long(file: &Path) -> bool {
    LONG.iter().any(|name| file.ends_with(name))
}

#[test]
fn every_claim_is_what_its_file_expects() {
    let files = files().into_iter().filter(|file| !is_long(file));
    files.for_each(|file| is_as_expected(&file));
}

#[test]
#[ignore = "solves the sixteen variants of Teeko: half a minute without optimisation"]
fn every_claim_of_the_long_files_is_what_its_file_expects() {
    let files: Vec<PathBuf> = files().into_iter().filter(|file| is_long(file)).collect();
    assert_eq!(files.len(), LONG.len());
    files.iter().for_each(|file| is_as_expected(file));
}

/// Of the claims on Teeko the one that needs the movement phase only: the longest forced win.
#[test]
fn the_longest_win_in_teeko_is_as_long_as_published() {
    let file = files()
        .into_iter()
        .find(|file| file.ends_with("teeko.json"))
        .unwrap();
    let claims = claims_in(&file);
    let claim = claims.iter().find(|claim| claim["id"] == "teeko-longest");
    let result = SIGA.result(&["teeko", "probe", "fixtures/positions/teeko-longest.txt"]);
    assert_eq!(result["outcome"], "win");
    assert_eq!(claim.unwrap()["printed"], result["plies"].to_string());
}

fn is_as_expected(file: &Path) {
    let (out, errors, status) = SIGA.ended(&["check", file.to_str().unwrap(), "--json"]);
    let report: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {errors}"));
    schema::holds(&report);
    let checked = report["result"]["claims"].as_array().unwrap();
    let claims = claims_in(file);
    assert_eq!(checked.len(), claims.len(), "{}", file.display());
    for (claim, checked) in claims.iter().zip(checked) {
        assert_eq!(checked["id"], claim["id"]);
        assert_eq!(checked["status"], claim["expect"], "{checked}");
    }
    let wrong = claims.iter().any(|claim| claim["expect"] == "differs");
    assert_eq!(status, if wrong { 3 } else { 0 }, "{}", file.display());
}

#[test]
fn every_claim_has_a_source_and_an_id_of_its_own() {
    let mut ids = BTreeSet::new();
    for claim in files().iter().flat_map(|file| claims_in(file)) {
        let id = claim["id"].as_str().unwrap().to_owned();
        assert!(claim["source"].as_str().unwrap().len() > 5, "{id}");
        assert!(
            claim["expect"] != "differs" || claim["note"].is_string(),
            "{id}"
        );
        assert!(ids.insert(id.clone()), "{id} stands in two files");
    }
}
