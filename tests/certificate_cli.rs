//! `siga tables certificate`, checked by `tools/verify.py`, which shares nothing with siga.

#![cfg(feature = "cli")]
#![expect(clippy::print_stderr, reason = "a test that checks nothing says so")]
#![allow(clippy::unwrap_used)]

use crate::program::{SIGA, folder};
use crate::schema;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use siga::solve::retro::Layer;
use siga::solve::table::{self, Directory, Table};

/// What a command about tables prints, and its status.
fn siga(question: &str, folder: &Path) -> (String, i32) {
    let words = ["tables"].into_iter().chain(question.split(' '));
    let words: Vec<&str> = words
        .chain(["--tables", folder.to_str().unwrap()])
        .collect();
    let (printed, _, status) = SIGA.ended(&words);
    (printed, status)
}

/// The certificate of siga for tables that it has just built.
fn certified(build: &str, sample: &str, folder: &Path) -> String {
    assert_eq!(siga(&format!("build {build}"), folder).1, 0, "{build}");
    let rules = build.split(' ').next().unwrap();
    let made = format!("certificate {rules} --sample {sample} --json");
    let (certificate, status) = siga(&made, folder);
    assert_eq!(status, 0, "{build}");
    schema::holds(&serde_json::from_str(&certificate).unwrap());
    certificate
}

/// The one folder of tables in a folder.
fn only(folder: &Path) -> PathBuf {
    let mut folders = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    folders.find(|path| path.is_dir()).unwrap()
}

/// The output of the other program, and whether it succeeds; `None` where there is no Python.
fn verified(certificate: &str, tables: Option<&Path>, folder: &Path) -> Option<(i32, String)> {
    let file = folder.join("certificate.json");
    fs::write(&file, certificate).unwrap();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/verify.py");
    let mut command = Command::new("python3");
    match command.arg(program).arg(file).args(tables).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("no python3 here: certificates are not checked");
            None
        }
        output => {
            let output = output.unwrap();
            let text = [output.stdout, output.stderr].concat();
            let text = String::from_utf8(text).unwrap();
            Some((output.status.code().unwrap(), text))
        }
    }
}

#[test]
fn another_program_finds_every_sample_to_follow() {
    let games = [
        "5x5:size=3,men=3,row=3",
        "5x5:size=3,men=3,row=3,jumps=no",
        "sidja:sudan,size=3 --stones 8",
        "sidja:egypt,size=3,no_capture=none --stones 8 --turns",
        "sidja:west-africa,size=3,no_capture=none,in_a_row=2,capture_run=any --stones 7",
        "sidja:sudan,size=3,blocked=loses,continuation=same --stones 7 --turns",
    ];
    for (number, build) in games.into_iter().enumerate() {
        let folder = folder(&format!("sound-{number}"));
        let certificate = certified(build, "600", &folder);
        let Some((status, said)) = verified(&certificate, Some(&only(&folder)), &folder) else {
            return;
        };
        assert_eq!(status, 0, "{build:?}: {said}");
        assert!(said.contains("values: 600 positions follow"), "{said}");
        assert!(said.contains("are those of the certificate"), "{said}");
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn what_is_changed_is_found() {
    let folder = folder("certificate-changed");
    let rules = "5x5:size=3,men=3,row=3";
    let certificate = certified(rules, "100000", &folder);
    let tables = only(&folder);
    // In a layer of few arrangements every position is as good as certain to be drawn.
    let sound: Value = serde_json::from_str(&certificate).unwrap();
    for (change, words) in [
        ("values", "follows"),
        ("sha256", "SHA-256"),
        ("arrangements", "arrangements"),
        ("samples", "share"),
    ] {
        let mut changed = sound.clone();
        let field = &mut changed["result"]["layers"][5][change];
        let text = field.as_str().unwrap();
        let last = if text.ends_with('0') { "1" } else { "0" };
        *field = format!("{}{last}", &text[..text.len() - 1]).into();
        let Some((status, said)) = verified(&changed.to_string(), None, &folder) else {
            return;
        };
        assert!(status == 3 && said.contains(words), "{change}: {said}");
    }
    // A file changed after it was certified.
    let file = tables.join("layer-2-2.siga");
    let bytes = fs::read(&file).unwrap();
    let mut other = bytes.clone();
    *other.last_mut().unwrap() ^= 1;
    fs::write(&file, other).unwrap();
    let (status, said) = verified(&certificate, Some(&tables), &folder).unwrap();
    assert!(status == 3 && said.contains("SHA-256"), "{said}");
    // A wrong value with right checksums all through: whoever certifies it is found out.
    fs::write(&file, bytes).unwrap();
    let directory = Directory::new(&folder);
    let text = sound["result"]["rules"].as_str().unwrap();
    let path = directory.file(text, Layer::new(2, 2));
    let table = Table::open(&path).unwrap();
    let header = table.header().clone();
    let mut codes = table.codes(header.positions as usize).unwrap();
    codes[7] ^= 2;
    table::write(&path, &header, &codes).unwrap();
    let certificate = format!("certificate {rules} --sample 100000 --json");
    let (forged, _) = siga(&certificate, &folder);
    let (status, said) = verified(&forged, Some(&tables), &folder).unwrap();
    assert!(status == 3 && said.contains("follows"), "{said}");
}

#[test]
fn what_certifies_nothing_is_refused() {
    let folder = folder("certificate-nothing");
    let certificate = certified("5x5:size=3,men=3,row=3", "600", &folder);
    let mut empty: Value = serde_json::from_str(&certificate).unwrap();
    empty["result"]["samples"] = "0".into();
    for layer in empty["result"]["layers"].as_array_mut().unwrap() {
        layer["samples"] = "0".into();
        layer["values"] = "".into();
    }
    let Some((status, said)) = verified(&empty.to_string(), None, &folder) else {
        return;
    };
    assert!(status == 3 && said.contains("without samples"), "{said}");
    let deep = "[".repeat(100_000);
    empty["result"]["layers"][0]["values"] = 7.into();
    let number = empty.to_string();
    for (other, words) in [
        (
            "[]",
            "all of it is a list, where a certificate has an object",
        ),
        ("7", "all of it is a whole number"),
        ("{}", "`result` is missing"),
        ("{\"result\": []}", "`result` is a list"),
        (
            "no JSON",
            "it is not JSON: line 1, column 1: Expecting value",
        ),
        (&deep, "nested too deeply"),
        (
            &number,
            "`values` of layer 1 is a whole number, where a certificate has a text",
        ),
    ] {
        let (status, said) = verified(other, None, &folder).unwrap();
        let is_plain = said.starts_with("cannot be checked: this is not a certificate of siga: ");
        assert!(status == 1 && is_plain && said.contains(words), "{said}");
    }
}
