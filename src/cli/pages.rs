//! `siga report`: a page for each file, and an index.

use std::path::{Path, PathBuf};

use super::args::report::ReportFiles;
use super::ask::question;
use super::failure::Failure;
use super::input;
use super::output::Output;
use super::page;
use super::progress::Progress;
use crate::names;

/// Bytes of a file of which the game is looked for.
const MAX_FILE: usize = 4 << 20;

/// Writes the pages; the worst verdict is the end of the command.
pub(super) fn run(
    arguments: &ReportFiles,
    folder: &Path,
    progress: Progress,
    output: &Output,
) -> Result<(), Failure> {
    let mut index = Vec::new();
    let mut verdict = Ok(());
    for file in &arguments.files {
        let words = words(file)?;
        let cli = question::parse(&words).map_err(Failure::input)?;
        let answered = super::answer(&cli.command, progress)?;
        let command = format!("siga {}", question::typed(&words));
        let text = output.page(answered.report.as_ref(), &command)?;
        let name = name(file, &index);
        super::output::write_file(&folder.join(&name), text.as_bytes())?;
        let told = answered
            .verdict
            .is_err()
            .then(|| "not all figures hold".to_owned());
        verdict = verdict.and(answered.verdict);
        index.push((name, file.display().to_string(), told));
    }
    let text = page::index("Siga: reports", &index);
    super::output::write_file(&folder.join("index.html"), text.as_bytes())?;
    verdict
}

/// The command that answers a file.
fn words(file: &Path) -> Result<Vec<String>, Failure> {
    let text = input::read(file, MAX_FILE)?;
    let shown = file.display().to_string();
    let command: &[&str] = if text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('{')
    {
        &["check", "--expected"]
    } else {
        let game = text
            .lines()
            .find_map(|line| line.trim().strip_prefix("game:"));
        let game = game.map(|game| names::fold(game.trim()));
        match game.as_deref() {
            Some("daldos") => &["daldos", "analyse"],
            Some("sidja") => &["sidja", "analyse"],
            Some("sig") => &["sig", "analyse"],
            Some("teeko") => &["teeko", "probe"],
            Some("5x5") => &["5x5", "probe"],
            _ => {
                return Err(Failure::input(format!(
                    "{shown}: neither a file of claims (JSON) nor a position file with a line such as `game: daldos`"
                )));
            }
        }
    };
    let words = command.iter().map(|&word| word.to_owned());
    Ok(words.chain([shown]).collect())
}

/// The name of a file's page: that of the file, with a number where it is taken.
fn name(file: &Path, taken: &[(String, String, Option<String>)]) -> String {
    let stem = PathBuf::from(file.file_stem().unwrap_or(file.as_os_str()));
    let stem = stem.display().to_string();
    let mut name = format!("{stem}.html");
    let mut number = 2;
    while name == "index.html" || taken.iter().any(|(known, ..)| *known == name) {
        name = format!("{stem}-{number}.html");
        number += 1;
    }
    name
}
