//! Arrows between modules run one way, and only the command line prints.

use std::fs;
use std::path::{Path, PathBuf};

/// Each module and the others of ours it may use.
const ARROWS: [(&str, &[&str]); 13] = [
    ("work", &[]),
    ("exact", &["work"]),
    ("names", &[]),
    ("chance", &["exact", "names", "work"]),
    ("figures", &["exact", "work"]),
    ("board", &["rules"]),
    ("rules", &["names"]),
    ("solve", &["exact", "work"]),
    (
        "games",
        &[
            "board", "chance", "exact", "names", "rules", "solve", "work",
        ],
    ),
    ("question", &["chance", "games", "rules", "work"]),
    ("prelude", &["board", "chance", "exact", "games", "solve"]),
    ("serve", &[]),
    (
        "cli",
        &[
            "board", "chance", "exact", "figures", "games", "names", "question", "rules", "serve",
            "solve", "work",
        ],
    ),
];

/// Where modules are: the library, and what stands on it.
fn folders() -> impl Iterator<Item = PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    ["engine/src", "src"]
        .into_iter()
        .map(|folder| root.join(folder))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("a source file").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

fn lines_of(module: &str) -> Vec<(PathBuf, String)> {
    let root = folders()
        .map(|folder| folder.join(module))
        .find(|path| path.exists() || path.with_extension("rs").exists())
        .unwrap_or_else(|| panic!("there is no {module}"));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a source file in UTF-8");
        // Doc examples use the crate from outside.
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect::<Vec<_>>()
            .join("\n");
        (path, code)
    };
    let file = root.with_extension("rs");
    let files = if file.exists() {
        vec![file]
    } else {
        sources(&root)
    };
    files.into_iter().map(read).collect()
}

#[test]
fn every_module_is_listed() {
    for entry in folders().flat_map(|folder| fs::read_dir(folder).expect("a folder of modules")) {
        let path = entry.expect("an entry of it").path();
        let name = path
            .file_stem()
            .and_then(|name| name.to_str())
            .expect("a name")
            .to_owned();
        let listed = ARROWS.iter().any(|(module, _)| *module == name);
        assert!(
            listed || ["lib", "main"].contains(&name.as_str()),
            "{name} has no arrows here"
        );
    }
}

#[test]
fn arrows_run_one_way() {
    for (module, allowed) in ARROWS {
        for (path, code) in lines_of(module) {
            for (other, _) in ARROWS {
                let used = code.contains(&format!("crate::{other}::"))
                    || code.contains(&format!("crate::{{{other}"));
                assert!(
                    !used || other == module || allowed.contains(&other),
                    "{} uses crate::{other}, which {module} must not know",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn only_the_command_line_prints() {
    for (module, _) in ARROWS.iter().filter(|(module, _)| *module != "cli") {
        for (path, code) in lines_of(module) {
            for sign in [
                "println!",
                "eprintln!",
                "print!(",
                "dbg!",
                "std::io::stdout",
                "std::io::stderr",
                "clap::",
                "anyhow::",
            ] {
                assert!(!code.contains(sign), "{} has {sign}", path.display());
            }
        }
    }
}
