//! Which command a table could be the answer of: named throws and tables of games with their variants and biases, and common throws
//! of equal dice are tried.

use std::cmp::Reverse;
use std::path::Path;
use std::sync::Arc;

use itertools::Itertools;

use super::table::{TableRead, TableReport, best};
use super::{FromFile, options};
use crate::ask::args::check::Check;
use crate::ask::command::parse_words;
use crate::ask::disputes;
use crate::ask::input;
use crate::ask::one_command::AnyCommand;
use crate::ask::prelude::*;
use crate::ask::words;
use crate::chance::presets::PRESETS;
use crate::figures::explain::{Change, Limits, Print, explain};
use crate::figures::grid::Cell;
use crate::figures::matching::{Likeness, Options};
use crate::names;
use crate::render::printed::Printed;
use crate::solve::parallel::map_ranges;

/// The commands that are listed, at most and at least.
const SHOWN: usize = 5;
const FEWEST: usize = 3;
/// How much better than the next a command must explain a table to be taken at once.
const CLEARLY: i64 = 3;
/// The weight of an assumption, and of one about the table.
const ASSUMED: i64 = 3;
const MISTAKEN: i64 = 10;
/// What a figure that holds is worth more than one that does not.
const HOLDS: i64 = 14;
/// The best commands for which it is tried what may be wrong with the table.
const TRIED: usize = 8;
/// The commands whose answers have the most of the figures, against which the table is read.
const READ: usize = 24;
/// The greatest number among the cells that a table of a game is made to reach.
const FARTHEST: u32 = 40;

/// Tables of games, of which the variants are tried too.
const TABLES: [&str; 4] = [
    "daldos table",
    "daldos table --pieces 2",
    "sig table",
    "sig turn",
];

/// The greatest number of dice of tables over it.
const MOST_DICE: u32 = 12;

/// Biases that sticks are said to have.
const BIASES: [&str; 7] = ["1/4", "1/3", "2/5", "11/20", "3/5", "13/20", "2/3"];

/// A command that is tried.
struct Tried {
    words: Vec<String>,
    /// What it assumes, in words; empty for a question with a name of its own.
    assuming: String,
    /// How far-fetched it is.
    weight: i64,
}

impl Tried {
    fn of(command: &str, assuming: &str, weight: i64) -> Self {
        Self {
            words: words::words(command).unwrap_or_default(),
            assuming: assuming.to_owned(),
            weight,
        }
    }
}

/// The commands that a table fits.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CandidatesReport {
    /// The best first.
    candidates: Vec<Candidate>,
    /// How many commands were tried.
    tried: usize,
    /// The words of the command that is clearly best, against which the figures were compared; else `null`.
    of: Option<Vec<String>>,
    #[serde(flatten)]
    judged: Option<TableReport>,
    #[serde(skip)]
    file: String,
    #[serde(skip)]
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
    /// What would have to be assumed; empty where nothing is.
    assuming: String,
}

/// A command with the table read against it.
struct Read {
    candidate: Candidate,
    read: TableRead,
    rank: i64,
    /// Whether it is best only if something about the table is assumed.
    mistaken: bool,
}

pub(super) fn run(
    print: FromFile,
    arguments: &Check,
    caller: Caller,
) -> Result<CandidatesReport, Failure> {
    let file = Path::new(&print.name);
    let options = options(arguments);
    let said = said(&print);
    let commands = commands(&said);
    let tables = print.tables.iter().map(Likeness::of).collect_vec();
    let (likely, found) = caller.noting("trying the named throws and tables", |note| {
        note.count_to(commands.len() as u64);
        let answers = map_ranges(commands.len(), 1, |range| {
            let found = commands[range].iter().map(|tried| {
                let found = answer(tried, &print, &tables);
                note.one_done();
                found
            });
            found.collect_vec()
        });
        let likely = answers.into_iter().flatten().flatten();
        let likely = likely
            .sorted_by_key(|answer| (Reverse(answer.likeness()), answer.weight))
            .take(READ);
        let likely = likely.collect_vec();
        let found = map_ranges(likely.len(), 1, |range| {
            let found = likely[range]
                .iter()
                .map(|answer| read(answer, &print, &options));
            found.collect_vec()
        });
        (likely, found)
    });
    let found = found.into_iter().flatten().flatten();
    let mut found = found.sorted_by_key(|read| Reverse(read.rank)).collect_vec();
    if !is_clear(&found) {
        for read in found.iter_mut().take(TRIED) {
            read.try_mistakes(&print, &options);
        }
        found.sort_by_key(|read| Reverse(read.rank));
    }
    found.retain(|read| read.candidate.hold > 0);
    if found.is_empty() {
        return Err(Failure::input(format!(
            "{}: none of {} named throws and tables has any of these figures; give the command with --of",
            input::shown(file),
            commands.len()
        )));
    }
    let listed = found
        .iter()
        .unique_by(|read| read.candidate.command.clone());
    let mut listed = listed
        .take(SHOWN)
        .map(|read| read.candidate.clone())
        .collect_vec();
    // The nearest three, where the others have no figure at its key.
    let figures = listed.first().map_or(0, |best| best.figures);
    for answer in &likely {
        let candidate = Candidate {
            command: format!("siga {}", words::typed(&answer.words)),
            hold: 0,
            figures,
            assuming: answer.assuming.clone(),
        };
        let new = listed
            .iter()
            .all(|listed| listed.command != candidate.command);
        if listed.len() < FEWEST && new {
            listed.push(candidate);
        }
    }
    let judged = is_clear(&found).then(|| {
        let best = found.swap_remove(0);
        let limits = match (arguments.explain, best.mistaken) {
            (true, _) => Some(arguments.limits()),
            (false, true) => Some(AS_ASKED),
            (false, false) => None,
        };
        best.read.report(&print, arguments, limits, caller)
    });
    let judged = judged.transpose()?;
    Ok(CandidatesReport {
        candidates: listed,
        tried: commands.len(),
        of: judged.as_ref().map(|judged| judged.words.clone()),
        judged,
        file: print.name,
        notes: print.notes,
    })
}

/// Nothing else is asked, only the table itself is read otherwise.
const AS_ASKED: Limits = Limits {
    questions: 1,
    comparisons: 200_000,
    explanations: 1,
};

impl Read {
    /// Tries whether more figures hold if something is wrong with the table: slips, headings exchanged, figures rounded up.
    fn try_mistakes(&mut self, print: &FromFile, options: &Options) {
        let base = Arc::new(self.read.printed.numbers.clone());
        let table = &print.tables[self.read.nth];
        let mut ask = |asked: &[Vec<usize>]| vec![Some(base.clone()); asked.len()];
        let explained = explain(Print { table, options }, &[], &mut ask, AS_ASKED).ok();
        let best = explained.and_then(|explained| explained.explanations.into_iter().next());
        // Less than all would say little of a command that may be another.
        let Some(best) = best.filter(|best| best.holds.iter().all(|holds| *holds)) else {
            return;
        };
        let more = best.right().saturating_sub(self.candidate.hold) as i64;
        let gain = HOLDS * more - MISTAKEN * best.assumptions() as i64;
        if gain > 0 {
            self.candidate.hold = best.right();
            self.rank += gain;
            self.mistaken = true;
            let says = best.changes.iter().map(Change::says);
            let assuming = std::iter::once(self.candidate.assuming.clone()).chain(says);
            let assuming = assuming.filter(|says| !says.is_empty());
            self.candidate.assuming = assuming.format(", and ").to_string();
        }
    }
}

/// Whether the first explains the table clearly better than any other that has other numbers.
fn is_clear(found: &[Read]) -> bool {
    let [first, others @ ..] = found else {
        return false;
    };
    let numbers = |read: &Read| read.read.printed.numbers.clone();
    let own = numbers(first);
    let second = others.iter().find(|other| {
        let other = numbers(other);
        other.series != own.series || other.rows != own.rows
    });
    let Candidate { hold, figures, .. } = first.candidate;
    let left = first.read.table.not_compared.iter();
    let left = left.map(|left| left.figures).sum::<usize>();
    2 * hold > figures + left
        && hold > 1
        && second.is_none_or(|second| first.rank - second.rank >= CLEARLY)
}

/// The words around the figures: titles, notes, headings, the name of the file.
fn said(print: &FromFile) -> String {
    let cells = print.tables.iter().flat_map(|table| {
        let grid = &table.cuts[0];
        grid.aside.iter().chain(
            grid.rows
                .iter()
                .flatten()
                .filter(|cell| !cell.text.is_empty()),
        )
    });
    let texts = cells
        .map(|cell: &Cell| cell.text.as_str())
        .chain([print.name.as_str()]);
    texts.map(names::fold).join(" ")
}

/// The commands that are tried; `said`: the words around the table.
fn commands(said: &str) -> Vec<Tried> {
    let mut commands = Vec::new();
    for preset in PRESETS {
        let once = format!("throw {}", preset.name);
        if preset.spec.contains('*') {
            let turn = format!("{once} --turn");
            commands.push(Tried::of(&turn, "a whole turn", ASSUMED));
        }
        if preset.spec.contains('s') && !preset.spec.contains('(') {
            commands.extend(BIASES.iter().map(|bias| {
                let assuming = format!("P(flat) = {bias}");
                Tried::of(&format!("{once} --bias {bias}"), &assuming, ASSUMED)
            }));
            let biased = format!("{once} --bias {{p}} --for p=0.3..0.7:0.05");
            commands.push(Tried::of(&biased, "for each bias", ASSUMED));
        }
        commands.push(Tried::of(&once, "", i64::from(preset.name.contains(':'))));
    }
    for dice in 1..=6 {
        for sides in [4, 6, 8, 10, 12, 20] {
            commands.push(Tried::of(&format!("throw {dice}d{sides}"), "", 1));
            for kept in 1..dice.min(4) {
                let assuming = format!("the highest {kept} of {dice} dice are added");
                commands.push(Tried::of(
                    &format!("throw {dice}d{sides}kh{kept}"),
                    &assuming,
                    2,
                ));
            }
        }
        let assuming = format!("sixes with {dice} dice are counted");
        let counted = format!("throw \"count({dice}d6, {{6}})\"");
        commands.push(Tried::of(&counted, &assuming, 2));
    }
    commands.extend((2..=10).map(|sticks| Tried::of(&format!("throw {sticks}s"), "", 1)));
    commands.extend(numbers_of_dice());
    for command in TABLES {
        commands.push(Tried::of(command, "", 0));
        commands.extend(variants(command));
    }
    // A name that stands in the text counts.
    for tried in &mut commands {
        let name = tried
            .words
            .iter()
            .take(2)
            .map(|word| names::fold(word))
            .collect_vec();
        let named = |name: &String| {
            name.split(':').next().is_some_and(|game| {
                game.chars().count() > 2
                    && !matches!(game, "throw" | "table")
                    && said.contains(game)
            })
        };
        if name.iter().any(named) {
            tried.weight -= 4;
        }
    }
    commands
}

/// Questions over the number of dice, with what each assumes.
fn numbers_of_dice() -> impl Iterator<Item = Tried> {
    let tried = |(throw, what, show): (String, String, &str)| {
        let question = format!("throw \"{throw}\" --for n=1..{MOST_DICE}{show}");
        Tried::of(
            &question,
            &format!("{what}, for each number of dice"),
            ASSUMED,
        )
    };
    let of_sides = |sides: u32| {
        let count = format!("count({{n}}d{sides}, {{{sides}}})");
        let exactly = " --show \"P(1)\"";
        [
            (format!("{count} >= 1"), "at least one".to_owned(), ""),
            (count, "exactly one".to_owned(), exactly),
            (format!("{{n}}d{sides}"), "the sum".to_owned(), ""),
            (format!("{{n}}d{sides}kh1"), "the highest".to_owned(), ""),
        ]
    };
    let successes = |(sides, least): (u32, u32)| {
        let count = format!("count({{n}}d{sides}, {{{least}..{sides}}})");
        (count, format!("dice that show {least} or more"), "")
    };
    let common = [(6, 6), (6, 5), (6, 4), (10, 8), (10, 7), (10, 6)];
    let sums = [4, 6, 8, 10, 12, 20].into_iter().flat_map(of_sides);
    sums.chain(common.map(successes)).map(tried)
}

/// A question with each disputed point of its rules taken otherwise.
fn variants(command: &str) -> Vec<Tried> {
    let parsed = words::words(command)
        .ok()
        .and_then(|words| parse_words(&words).ok()?.command.question());
    let Some(asked) = parsed else {
        return Vec::new();
    };
    let points = asked
        .points()
        .into_iter()
        .filter(|point| !matches!(point.change, disputes::Change::Thrown(_)));
    let variant = |point: crate::ask::disputes::Point| {
        let words = asked.under(&[&point.change])?.words();
        Some(Tried {
            words,
            assuming: point.option,
            weight: ASSUMED,
        })
    };
    points.filter_map(variant).collect()
}

/// A command with its answer.
struct Answer {
    words: Vec<String>,
    assuming: String,
    weight: i64,
    asked: Box<dyn AnyCommand>,
    tables: Vec<(&'static str, Printed)>,
    /// How many of the figures it has somewhere.
    alike: usize,
}

impl Answer {
    /// How much the figures speak for it: among fewer numbers the same figures say more, and so does its name in the text.
    fn likeness(&self) -> i64 {
        let numbers = self.tables.iter().map(|(_, printed)| &printed.numbers);
        let numbers = numbers.map(|numbers| numbers.rows.len() * numbers.series.len());
        let numbers = numbers.sum::<usize>().max(1);
        10 * self.alike as i64 - 4 * i64::from(numbers.ilog2()) - 4 * self.weight
    }
}

/// The answer to a command, which is made to reach as far as the greatest number of the table.
fn answer(tried: &Tried, print: &FromFile, likeness: &[Likeness]) -> Option<Answer> {
    let mut words = tried.words.clone();
    let mut asked = parse_words(&words).ok()?.command.question()?;
    let cells = print
        .tables
        .iter()
        .flat_map(|table| table.cuts[0].rows.iter().flatten());
    let greatest = cells.filter_map(|cell| cell.text.parse::<u32>().ok());
    let farther = greatest
        .filter(|number| *number <= FARTHEST)
        .max()
        .map(disputes::Change::Reaching);
    if let Some(farther) = farther.as_ref()
        && let Some(other) = asked.under(&[farther])
    {
        words = other.words();
        asked = other;
    }
    let report = asked.answer("", Caller::NOBODY).ok()?;
    let mut tables = report.all_printed();
    tables.truncate(2);
    tables.retain(|(_, printed)| !printed.numbers.has_functions());
    let numbers = tables
        .iter()
        .map(|(_, printed)| &printed.numbers)
        .collect_vec();
    let alike = likeness.iter().map(|table| table.shared(&numbers)).max()?;
    Some(Answer {
        words,
        assuming: tried.assuming.clone(),
        weight: tried.weight,
        asked,
        tables,
        alike,
    })
}

/// The table read against the answer to a command; `None` if they cannot be compared.
fn read(answer: &Answer, print: &FromFile, options: &Options) -> Option<Read> {
    let (nth, table) = best(&print.tables, &answer.tables, options).ok()?;
    let hold = table
        .figures
        .iter()
        .filter(|figure| table.numbers.holds(figure))
        .count();
    let (of, printed) = answer.tables[table.answer].clone();
    let missing = table.missing.len().min(8) as i64;
    Some(Read {
        candidate: Candidate {
            command: format!("siga {}", words::typed(&answer.words)),
            hold,
            figures: table.figures.len(),
            assuming: answer.assuming.clone(),
        },
        rank: table.score - missing - answer.weight,
        mistaken: false,
        read: TableRead {
            words: answer.words.clone(),
            asked: Some(answer.asked.clone()),
            of,
            printed,
            nth,
            table,
        },
    })
}

impl CandidatesReport {
    /// As the table against the command that is clearly best; without one what it is remains open.
    pub(super) fn verdict(&self) -> Result<(), Failure> {
        match &self.judged {
            Some(judged) => judged.verdict(),
            None => Err(Failure::input(
                "no command fits clearly best; say with --of what the table answers".to_owned(),
            )),
        }
    }
}

impl CandidatesReport {
    pub(super) fn sheets(&self) -> Vec<Sheet> {
        let heading = format!(
            "{} · commands that it fits",
            input::shown(self.file.as_ref())
        );
        let sheet = Sheet::of(&self.candidates)
            .right("figures right", |candidate| {
                format!("{} of {}", candidate.hold, candidate.figures)
            })
            .text("assuming", |candidate| candidate.assuming.clone())
            .text("command", |candidate| {
                let file = words::typed(&[self.file.as_str()]);
                let of = candidate.command.trim_start_matches("siga ");
                format!("siga check {file} --of {}", words::typed(&[of]))
            })
            .named("candidates", heading)
            .notes(self.notes.iter().cloned());
        let sheet = sheet.note(format!("{} named throws and tables were tried", self.tried));
        let judged = self.judged.iter().flat_map(|judged| judged.sheets());
        std::iter::once(sheet).chain(judged).collect()
    }
}
