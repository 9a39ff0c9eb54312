//! `siga report`: a page for each position and for each file of claims, and an index.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::output::Output;
use crate::ask::args::position::PositionArgs;
use crate::ask::caller::{Caller, Reads};
use crate::ask::command::parse_words;
use crate::ask::failure::Failure;
use crate::ask::games;
use crate::ask::input;
use crate::ask::written_file;
use crate::ask::{Kind, words};
use crate::board::notation::Excerpt;
use crate::render::html_page::{self, IndexEntry};
use crate::render::report::Report;
use crate::render::words::plain;

/// Bytes of a file of claims.
const MAX_FILE: usize = 4 << 20;
/// Pages written at once.
const MAX_PAGES: usize = 10_000;

/// One page to be written.
struct PageQuestion {
    words: Vec<String>,
    /// The position, where the file has several.
    part: Option<Excerpt>,
    /// The title that the file gives itself.
    title: Option<String>,
    source: String,
    /// The name of its page, without the ending.
    name: String,
}

/// Writes the pages; a position there is no answer to is said in the index, and the worst of all is the end of the command.
pub(crate) fn run(
    files: &[PathBuf],
    rules: Option<&str>,
    folder: &Path,
    caller: Caller,
    output: &Output,
) -> Result<(), Failure> {
    let mut asked = Vec::new();
    for file in files {
        asked.extend(questions(file, rules, caller.reads)?);
    }
    if asked.len() > MAX_PAGES {
        return Err(Failure::input(format!(
            "{} pages are asked for; the limit is {MAX_PAGES}",
            asked.len()
        )));
    }
    let mut taken = BTreeSet::from(["index".to_owned()]);
    let mut index = Vec::new();
    let mut verdict = Ok(());
    for asked in asked {
        let mut listed = IndexEntry {
            file: None,
            title: asked.title.clone().unwrap_or_else(|| asked.source.clone()),
            found: String::new(),
            wrong: false,
            source: asked.source.clone(),
        };
        match answer(&asked, caller) {
            Ok(answered) => {
                let name = free(&asked.name, &mut taken);
                let text = written(&asked, answered.as_ref(), output, &mut listed)?;
                written_file::write(&folder.join(&name), text.as_bytes())?;
                listed.file = Some(name);
                listed.wrong = answered.verdict().is_err();
                verdict = verdict.and(answered.verdict().map_err(Failure::from));
            }
            Err(failure) if matches!(failure.kind, Kind::Io | Kind::Disagreement) => {
                return Err(failure);
            }
            Err(failure) => {
                listed.found.clone_from(&failure.message);
                listed.wrong = true;
                verdict = verdict.and(Err(failure));
            }
        }
        index.push(listed);
    }
    let text = html_page::index("Reports by siga", &index);
    written_file::write(&folder.join("index.html"), text.as_bytes())?;
    verdict
}

/// The page of an answer, and what the index says of it.
fn written(
    asked: &PageQuestion,
    report: &dyn Report,
    output: &Output,
    listed: &mut IndexEntry,
) -> Result<String, Failure> {
    let query = report.query();
    if let Some(title) = query["title"].as_str() {
        title.clone_into(&mut listed.title);
    }
    let heading = || Some(plain(&output.sheets(report).ok()?.first()?.heading));
    listed.found = report.in_short().or_else(heading).unwrap_or_default();
    if report.verdict().is_err() {
        listed.found.push_str(", which its file does not expect");
    }
    let words = match (&asked.part, &query["rules"], &query["position"]) {
        (Some(_), Value::String(rules), Value::String(position)) => {
            let question = [&asked.words[..2], &["--rules".to_owned(), rules.clone()]].concat();
            [question, vec!["--position".to_owned(), position.clone()]].concat()
        }
        _ => asked.words.clone(),
    };
    output.page(report, &words::command(&words), asked.title.as_deref())
}

fn answer(asked: &PageQuestion, caller: Caller) -> Result<Box<dyn Report>, Failure> {
    let cli = parse_words(&asked.words).map_err(Failure::input)?;
    match (&asked.part, cli.command.question()) {
        (Some(part), Some(mut question)) => {
            question.about(part.clone());
            question.answer(&cli.name, caller)
        }
        _ => cli.answer(caller),
    }
}

/// The questions to ask about a file; `rules` are for positions that do not name their game.
fn questions(file: &Path, rules: Option<&str>, reads: Reads) -> Result<Vec<PageQuestion>, Failure> {
    let shown = input::shown(file);
    let stem = file.file_stem().unwrap_or(file.as_os_str());
    let stem = stem.to_string_lossy().into_owned();
    let place = PositionArgs {
        file: Some(file.to_owned()),
        ..PositionArgs::default()
    };
    let parts = input::positions(&place, reads)?;
    let starts = parts.first().map_or("", |part| part.text.trim_start());
    if starts.trim_start_matches('\u{feff}').starts_with('{') {
        let text = input::read(file, MAX_FILE, reads)?;
        let claims: Option<Value> = serde_json::from_str(&text).ok();
        let title = claims.and_then(|claims| Some(claims["title"].as_str()?.to_owned()));
        return Ok(vec![PageQuestion {
            words: ["check", "--expected", &shown].map(str::to_owned).into(),
            part: None,
            title,
            source: shown,
            name: stem,
        }]);
    }
    let several = parts.len() > 1;
    let asked = (1..).zip(parts).map(|(number, part)| {
        let mut words = words(&part, &shown, rules, reads)?;
        words.insert(2, shown.clone());
        Ok(PageQuestion {
            words,
            part: several.then_some(part),
            title: None,
            source: match several {
                true => format!("{shown}, position {number}"),
                false => shown.clone(),
            },
            name: match several {
                true => format!("{stem}-{number}"),
                false => stem.clone(),
            },
        })
    });
    asked.collect()
}

/// The command that analyses a position.
fn words(
    part: &Excerpt,
    file: &str,
    rules: Option<&str>,
    reads: Reads,
) -> Result<Vec<String>, Failure> {
    let said = |name: &str| {
        (part.text.lines()).find_map(|line| line.trim().strip_prefix(name)?.strip_prefix(':'))
    };
    let named = said("game").and_then(games::game_of_rules);
    let Some(game) = named.or(rules.and_then(|rules| games::game_of(rules, reads))) else {
        return Err(Failure::input(format!(
            "{file}:{}: neither a file of claims (JSON) nor a position with a line such as `game: daldos`; \
             --rules names the game of positions that do not say it; of a printed table \
             `siga check {file} --of \"COMMAND …\" --draft` makes claims",
            part.line
        )));
    };
    let mut words = vec![game.name.to_owned(), game.analysis.to_owned()];
    if let Some(rules) = rules.filter(|_| named.is_none()) {
        words.extend(["--rules".to_owned(), rules.to_owned()]);
    }
    Ok(words)
}

/// The name of a page's file: that of its subject, with a number where it is taken.
fn free(wanted: &str, taken: &mut BTreeSet<String>) -> String {
    let mut name = wanted.to_owned();
    let mut number = 2;
    while !taken.insert(name.clone()) {
        name = format!("{wanted}-{number}");
        number += 1;
    }
    format!("{name}.html")
}
