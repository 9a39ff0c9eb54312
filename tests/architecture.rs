//! Arrows between modules run one way, and only the command line prints.

use std::fs;
use std::path::{Path, PathBuf};

/// Each module and the others of ours it may use.
const ARROWS: &str = "
    work:
    exact: work
    names:
    chance: exact names work
    figures: exact names work
    board: names rules
    rules: names
    solve: exact work
    games: board chance exact names rules solve work
    prelude: board chance exact games solve
    serve:
    render: board exact figures rules work
    ask: board chance exact figures games names render rules solve work
    cli: ask board chance exact games names render rules serve solve work
";

/// Each module with the others.
fn arrows() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let lines = ARROWS.trim().lines().map(str::trim);
    lines.map(|line| {
        let (module, others) = line.split_once(':').expect("a module and others");
        (module, others.split_whitespace().collect())
    })
}

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
        let listed = arrows().any(|(module, _)| module == name);
        assert!(
            listed || ["lib", "main"].contains(&name.as_str()),
            "{name} has no arrows here"
        );
    }
}

#[test]
fn arrows_run_one_way() {
    for (module, allowed) in arrows() {
        for (path, code) in lines_of(module) {
            for (other, _) in arrows() {
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

/// Fails where a module that is not among these has one of these signs in it.
fn only(modules: &[&str], signs: &[&str]) {
    for (module, _) in arrows().filter(|(module, _)| !modules.contains(module)) {
        let lines = lines_of(module).into_iter();
        // Tests may say on the way what they do.
        let quiet = |path: &Path| !path.ends_with("tests.rs");
        for (path, code) in lines.filter(|(path, _)| quiet(path)) {
            for sign in signs {
                assert!(!code.contains(sign), "{} has {sign}", path.display());
            }
        }
    }
}

#[test]
fn only_the_command_line_prints() {
    let signs = [
        "println!",
        "eprintln!",
        "print!(",
        "dbg!",
        "io::stdout",
        "io::stderr",
        "indicatif::",
    ];
    only(&["cli"], &signs);
}

#[test]
fn the_library_knows_no_arguments() {
    only(&["ask", "cli"], &["clap::", "anyhow::"]);
}
