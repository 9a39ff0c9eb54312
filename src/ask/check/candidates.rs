//! Which command a table could be the answer of: the named throws and the tables of games are tried.

use std::path::Path;

use itertools::Itertools;

use super::{FromFile, options};
use crate::ask::args::check::CheckArgs;
use crate::ask::caller::Reads;
use crate::ask::disputes::Change;
use crate::ask::input;
use crate::ask::parsed_question::ParsedQuestion;
use crate::ask::prelude::*;
use crate::ask::words;
use crate::chance::presets::PRESETS;
use crate::figures::grid::Grid;
use crate::figures::judge_readings;
use crate::figures::matching::{Numbers, Options, PlacedFigure, place};
use crate::solve::parallel::map_ranges;

/// The commands that are listed.
const SHOWN: usize = 5;

/// Tables that are tried besides the throws with a name.
const TABLES: [&str; 14] = [
    "daldos table",
    "daldos table --pieces 2",
    "sig table",
    "sig turn",
    "throw d6",
    "throw 2d6",
    "throw 3d6",
    "throw 2s",
    "throw 3s",
    "throw 4s",
    "throw 5s",
    "throw 6s",
    "throw 7s",
    "throw 8s",
];

/// The commands that a table fits.
pub(super) struct CandidatesReport {
    file: String,
    tried: usize,
    found: Vec<Candidate>,
    notes: Vec<String>,
}

/// A command and how many figures hold.
#[derive(Clone, Serialize, JsonSchema)]
struct Candidate {
    /// The command as it would be typed.
    command: String,
    /// Figures that hold.
    hold: usize,
    /// Figures that were compared.
    figures: usize,
}

pub(super) fn run(
    print: FromFile,
    arguments: &CheckArgs,
    caller: Caller,
) -> Result<CandidatesReport, Failure> {
    let file = Path::new(&print.name);
    let commands = commands();
    let options = options(arguments);
    let greatest = (print.grid.rows.iter().flatten())
        .filter_map(|cell| cell.text.parse::<u32>().ok())
        .filter(|number| *number <= 40)
        .max();
    let one = |command: &String| candidate(command, &print.grid, greatest, &options);
    let found = caller.noting("trying the named throws and tables", |note| {
        note.count_to(commands.len() as u64);
        map_ranges(commands.len(), 1, |range| {
            let found = commands[range].iter().map(|command| {
                let found = one(command);
                note.one_done();
                found
            });
            found.collect_vec()
        })
    });
    let fits = |candidate: &Candidate| 2 * candidate.hold > candidate.figures;
    let found = found.into_iter().flatten().flatten().filter(fits);
    let found = found
        .sorted_by_key(|candidate| (std::cmp::Reverse(candidate.hold), candidate.figures))
        .take(SHOWN)
        .collect_vec();
    if found.is_empty() {
        return Err(Failure::input(format!(
            "{}: none of {} named throws and tables has more than half of these figures; give the command with --of",
            input::shown(file),
            commands.len()
        )));
    }
    Ok(CandidatesReport {
        file: print.name,
        tried: commands.len(),
        found,
        notes: print.notes,
    })
}

/// The commands that are tried: tables, and the named throws, once and as turns.
fn commands() -> Vec<String> {
    let throws = PRESETS.iter().flat_map(|preset| {
        let once = format!("throw {}", preset.name);
        let turn = preset.spec.contains('*').then(|| format!("{once} --turn"));
        std::iter::once(once).chain(turn)
    });
    let tables = TABLES.into_iter().map(str::to_owned);
    tables.chain(throws).collect_vec()
}

/// How many figures hold against the answer to a command, which is made to reach as far as the greatest number; `None` if they cannot
/// be compared.
fn candidate(
    command: &str,
    grid: &Grid,
    greatest: Option<u32>,
    options: &Options,
) -> Option<Candidate> {
    let mut words = words::words(command).ok()?;
    let mut asked = ParsedQuestion::of(&words::parse(&words).ok()?, Reads::Nothing).ok()??;
    let farther = greatest.map(Change::Reaching);
    if let Some(farther) = farther.as_ref()
        && let Some(other) = asked.under(&[farther])
    {
        words = asked.words(&words, &[farther])?;
        asked = other;
    }
    let report = asked.answer("", Caller::NOBODY).ok()?;
    let numbers = report.printed()?.numbers;
    let table = place(grid, &numbers, options).ok()?;
    let holds = table
        .figures
        .iter()
        .filter(|figure| holds(figure, &numbers));
    Some(Candidate {
        command: format!("siga {}", words::typed(&words)),
        hold: holds.count(),
        figures: table.figures.len(),
    })
}

/// Whether a figure is right.
fn holds(figure: &PlacedFigure, numbers: &Numbers) -> bool {
    let Some(target) = figure.target else {
        return false;
    };
    if let Some(right) = numbers.words(target) {
        return figure.says_one_of(right);
    }
    let number = numbers.number(target);
    let judged = number.and_then(|number| judge_readings(&figure.readings, number).ok().flatten());
    judged.is_some_and(|judged| judged.verdict.status.holds())
}

/// The question which command a table could be the answer of.
#[derive(Serialize, JsonSchema)]
pub(super) struct CandidatesQuery {
    command: &'static str,
    /// The one file; `--text` where the table was given so.
    files: [String; 1],
}

/// The commands that a table fits.
#[derive(Serialize, JsonSchema)]
pub(super) struct Candidates {
    /// The most figures first; each with more than half of them.
    candidates: Vec<Candidate>,
    /// How many commands were tried.
    tried: usize,
}

impl Reply for CandidatesReport {
    const NAME: &'static str = "check";
    type Query = CandidatesQuery;
    type Result = Candidates;

    fn query(&self) -> CandidatesQuery {
        CandidatesQuery {
            command: "check",
            files: [self.file.clone()],
        }
    }

    fn result(&self) -> Candidates {
        Candidates {
            candidates: self.found.clone(),
            tried: self.tried,
        }
    }
}

impl Report for CandidatesReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let heading = format!(
            "{} · commands that it fits",
            input::shown(self.file.as_ref())
        );
        let sheet = Sheet::of(&self.found)
            .right("hold", |candidate| {
                format!("{} of {}", candidate.hold, candidate.figures)
            })
            .text("command", |candidate| {
                let file = words::typed(&[self.file.as_str()]);
                let of = candidate.command.trim_start_matches("siga ");
                format!("siga check {file} --of {}", words::typed(&[of]))
            })
            .named("candidates", heading)
            .notes(self.notes.iter().cloned());
        vec![sheet.note(format!("{} named throws and tables were tried", self.tried))]
    }
}
