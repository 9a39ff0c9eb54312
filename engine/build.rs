//! Lists the texts of `games/`, so that a new one needs no other change.

use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("games");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(&folder).expect("the folder of games is there");
    let mut games: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "game"))
        .collect();
    games.sort();
    let mut list = String::from("/// Names and texts.\nconst TEXTS: &[(&str, &str)] = &[\n");
    for path in &games {
        let name = path
            .file_stem()
            .and_then(|name| name.to_str())
            .expect("a name in ASCII");
        list.push_str(&format!("    ({name:?}, include_str!({path:?})),\n"));
    }
    list.push_str("];\n");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("described_games.rs");
    fs::write(out, list).expect("the list is written");
}
