//! Which command a table could be the answer of: named throws and tables of games with their variants and biases, and common throws
//! of equal dice are tried.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use itertools::Itertools;
use num_rational::BigRational;

use super::explain::TableRead;
use super::table::{TableReport, columns_of};
use super::{FromFile, Several, options};
use crate::ask::args::check::Check;
use crate::ask::command::parse_words;
use crate::ask::disputes;
use crate::ask::input;
use crate::ask::one_command::AnyCommand;
use crate::ask::prelude::*;
use crate::ask::words;
use crate::chance::presets::{self, PRESETS};
use crate::figures::explain::{Change, Limits, explain, fitted};
use crate::figures::grid::{self, PrintedCell, PrintedTable};
use crate::figures::matching::{Likeness, Line, MatchedTable, Options, Views, place};
use crate::figures::mentions;
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
/// What the name of a command in the text is worth.
const NAMED: i64 = 4;
const MISTAKEN: i64 = 10;
/// What a figure that holds is worth more than one that does not.
const HOLDS: i64 = 14;
/// The commands whose answers have the most of the figures, against which the table is read.
const READ: usize = 20;
/// One of so many figures may be wrong without a reason where nothing names the command.
const WRONG: usize = 6;
/// Of more whole numbers than so many, or chances, it is said without a heading what they are.
const COUNTS: usize = 9;
const CHANCES: usize = 6;
/// The greatest number among the cells that a table of a game is made to reach.
const FARTHEST: u32 = 40;

/// Biases that sticks are tried with before the one that fits is looked for: these twentieths.
const BIASES: std::ops::RangeInclusive<i64> = 5..=15;

/// Questions that are often printed.
const COMMON: &str = include_str!("common.txt");

/// A command that is tried.
#[derive(Clone)]
struct Tried {
    words: Vec<String>,
    /// What it assumes, in words; empty for a question with a name of its own.
    assuming: String,
    /// The name of what it counts, known in many languages; empty for none.
    word: String,
    /// How far-fetched it is.
    weight: i64,
    /// Whether the text around the table names its game or throw.
    titled: bool,
    /// Whether the text names that, or what it counts.
    named: bool,
}

impl Tried {
    fn of(command: &str, assuming: &str, weight: i64) -> Self {
        let worded = assuming.strip_prefix('[');
        let worded = worded.and_then(|rest| rest.split_once("] "));
        let (word, assuming) = worded.unwrap_or(("", assuming));
        Self {
            words: words::words(command).unwrap_or_default(),
            assuming: assuming.to_owned(),
            word: word.to_owned(),
            weight,
            titled: false,
            named: false,
        }
    }

    /// The command where none of so many figures holds.
    fn without_figures(&self, figures: usize) -> Candidate {
        Candidate {
            command: format!("siga {}", words::typed(&self.words)),
            hold: 0,
            figures,
            not_compared: 0,
            assuming: self.assuming.clone(),
            columns: None,
        }
    }
}

/// The commands that a table fits.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CandidatesReport {
    /// Which table of the file it is, counted from 0, and its name where there are several.
    #[serde(skip)]
    nth: usize,
    #[serde(skip)]
    name: Option<String>,
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
    /// Figures that were not.
    not_compared: usize,
    /// What would have to be assumed; empty where nothing is.
    assuming: String,
    /// Where each column fits another command: what `--columns` leaves to this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<String>,
}

/// A command with the table read against it.
struct Read {
    tried: Tried,
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
) -> Result<Several<CandidatesReport>, Failure> {
    let commands = commands(&said(&print));
    let reaching = reaching(&print.tables);
    let answers = caller.noting("trying the named throws and tables", |note| {
        note.count_to(commands.len() as u64);
        let answers = each(&commands, |tried| {
            let answers = answers(tried, reaching.as_ref());
            note.one_done();
            answers
        });
        answers.into_iter().flatten().collect_vec()
    });
    let with_figures = (0..print.tables.len())
        .filter(|nth| print.tables.len() == 1 || grid::figures_in(&print.tables[*nth]) > 0);
    let options = options(arguments);
    let reports = with_figures.map(|nth| {
        let sought = Sought::of(&print, nth, reaching.clone(), &options);
        sought.report(&answers, commands.len(), arguments, caller)
    });
    let mut reports = reports.collect::<Result<Vec<_>, _>>()?;
    if reports
        .iter()
        .all(|report| report.candidates.iter().all(|one| one.hold == 0))
    {
        return Err(Failure::input(format!(
            "{}: no figure of this table can be compared with any of {} named throws and tables; give the command with --of, or type a list with a key and its figure on each line, as `7 = 1/6`",
            input::shown(print.name.as_ref()),
            commands.len()
        )));
    }
    let judged = reports.iter().position(|report| report.judged.is_some());
    let mut first = reports.remove(judged.unwrap_or(0));
    if let Some(judged) = &mut first.judged {
        let (further, others) = reports.into_iter().partition(|report| !report.is_other());
        reports = further;
        let others = others.iter();
        judged
            .notes
            .extend(others.filter_map(|report| print.is_other(report.nth)));
    }
    Ok(Several {
        first,
        further: reports,
    })
}

/// The best of those that were read, the nearest three at least, even where they have no figure at its key.
fn listed(found: &[Read], likely: &[CandidateAnswer]) -> Vec<Candidate> {
    let figures = found.first().map_or(0, |best| best.candidate.figures);
    let others = (likely.iter()).map(|answer| answer.tried.without_figures(figures));
    let (fit, none): (Vec<_>, Vec<_>) = (found.iter().map(|read| read.candidate.clone()))
        .chain(others)
        .unique_by(|candidate| candidate.command.clone())
        .partition(|candidate| candidate.hold > 0);
    let more = FEWEST.saturating_sub(fit.len());
    fit.into_iter()
        .take(SHOWN)
        .chain(none.into_iter().take(more))
        .collect()
}

/// The commands of which each fits other columns of a table, all of them together; none where there are no such.
fn side_by_side(found: &[Read]) -> Vec<Candidate> {
    let compared = |read: &Read| -> BTreeSet<usize> {
        let figures = read.read.table.figures.iter();
        figures.map(|figure| figure.column).collect()
    };
    let fits = |read: &&Read| {
        let Candidate { hold, figures, .. } = read.candidate;
        let is_matrix = read
            .read
            .table
            .figures
            .iter()
            .any(|figure| figure.in_matrix);
        hold > FEWEST && WRONG * (figures - hold) <= figures && !is_matrix && !read.mistaken
    };
    let Some(first) = found.iter().find(fits).map(|read| &read.read.table) else {
        return Vec::new();
    };
    let lines = first.lines.iter();
    let mut open: BTreeSet<usize> = lines.positions(|line| line.is_of_figures()).collect();
    let mut parts = Vec::new();
    for read in found.iter().filter(fits) {
        let (own, table) = (compared(read), &read.read.table);
        if table.on_side == first.on_side && own.is_subset(&open) {
            open.retain(|at| !own.contains(at));
            let key = table.numbers.names().next().map_or("key", String::as_str);
            parts.push(Candidate {
                columns: Some(columns_of(&table.lines, key)),
                ..read.candidate.clone()
            });
        }
    }
    match open.is_empty() && parts.len() > 1 {
        true => parts,
        false => Vec::new(),
    }
}

/// Nothing else is asked, only the table itself is read otherwise.
const AS_ASKED: Limits = Limits {
    questions: 1,
    comparisons: 200_000,
    explanations: 1,
};

impl Read {
    /// Whether the text names its game, and most of the figures hold.
    fn is_titled(&self) -> bool {
        self.tried.titled
            && 2 * self.candidate.hold > self.candidate.figures + self.read.table.left()
    }

    /// Whether it fits as well as one whose game the text names: its own game is named too, or all figures hold with nothing wrong.
    fn rivals(&self, titled: bool) -> bool {
        let holds = self.candidate.hold == self.candidate.figures;
        !titled || self.is_titled() || holds && !self.mistaken
    }

    /// Whether another reading says the same: it is of the same command, or has the same numbers, or the same for each figure where the
    /// table is whole.
    fn says_as(&self, other: &Self) -> bool {
        let [(own, table), (others, there)] =
            [self, other].map(|read| (&read.read.printed.numbers, &read.read.table));
        let given = |table: &MatchedTable, is_word: bool| {
            let figures = table.figures.iter().map(|figure| {
                let words = table.numbers.words(figure.target?).map(<[String]>::to_vec);
                let number = table.numbers.number(figure.target?).cloned();
                let number = number.filter(|_| !is_word);
                (words.is_some() || number.is_some()).then_some((&figure.cell, words, number))
            });
            figures
                .flatten()
                .map(|(cell, words, number)| (cell.clone(), words, number))
                .collect_vec()
        };
        let same = own.rows == others.rows && own.series == others.series;
        // How far a parameter goes is as one asks.
        let is_whole =
            table.missing.is_empty() || self.read.words.iter().any(|word| word == "--for");
        self.candidate.command == other.candidate.command
            || same && given(table, true) == given(there, true)
            || is_whole && given(table, false) == given(there, false)
    }

    /// What holds if something is wrong with the table, as slips, headings exchanged, figures rounded up, and how much better that is;
    /// `None` if it is no better.
    fn mended(&self) -> Option<(Candidate, i64)> {
        let base = Arc::new(self.read.printed.numbers.clone());
        let mut ask = |asked: &[Vec<usize>]| vec![Some(base.clone()); asked.len()];
        let explained = explain(&self.read.table, &[], &mut ask, AS_ASKED).ok();
        let best = explained.and_then(|explained| explained.explanations.into_iter().next());
        // Less than all would say little of a command that may be another.
        let best = best.filter(|best| best.holds.iter().all(|holds| *holds))?;
        let more = best.right().saturating_sub(self.candidate.hold) as i64;
        let gain = HOLDS * more - MISTAKEN * best.assumptions() as i64;
        let says = best.changes.iter().map(Change::says);
        let assuming = std::iter::once(self.candidate.assuming.clone()).chain(says);
        let assuming = assuming.filter(|says| !says.is_empty());
        let mended = Candidate {
            hold: best.right(),
            assuming: assuming.format(", and ").to_string(),
            ..self.candidate.clone()
        };
        (gain > 0).then_some((mended, gain))
    }
}

/// Whether the first explains the table clearly better than any other that says something else. Figures that nothing explains are
/// few, unless the text names the command; and whole numbers alone may count anything.
fn is_clear(found: &[Read]) -> bool {
    let [first, others @ ..] = found else {
        return false;
    };
    let mut others = others.iter();
    let second = others.find(|other| other.rivals(first.is_titled()) && !first.says_as(other));
    let Candidate { hold, figures, .. } = first.candidate;
    let table = &first.read.table;
    let left = table.left();
    let whole = (table.figures.iter()).all(|figure| figure.cell.text.parse::<u64>().is_ok());
    let is_taken = |line: &&Line| !matches!(line.taken.as_deref(), None | Some("text" | "row"));
    let mut lines = table.lines.iter().filter(is_taken);
    let is_said = table.lines.iter().any(Line::is_named) || lines.all(Line::is_known);
    // Whether the text names the command, or what the table has; else that may be of something else.
    let least = match (first.tried.named, is_said) {
        (true, _) => 1,
        (_, true) => FEWEST,
        _ if whole => COUNTS,
        _ => CHANCES,
    };
    2 * hold > figures + left
        && (first.tried.named || WRONG * (figures - hold) <= figures)
        && hold > least
        && second.is_none_or(|second| first.rank - second.rank >= CLEARLY)
}

/// The words around the figures: titles, notes, headings, the name of the file.
fn said(print: &FromFile) -> String {
    let cells = print.tables.iter().flat_map(|table| {
        let grid = &table[0];
        grid.aside.iter().chain(
            grid.rows
                .iter()
                .flatten()
                .filter(|cell| !cell.text.is_empty()),
        )
    });
    let texts = cells
        .map(|cell: &PrintedCell| cell.text.as_str())
        .chain([print.name.as_str()]);
    texts.map(names::fold).join(" ")
}

/// The commands that are tried; `said`: the words around the table.
fn commands(said: &str) -> Vec<Tried> {
    let mut commands = named_throws();
    let lines = COMMON
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    for (question, about) in lines.tuples() {
        let (weight, assuming) = about.trim().split_once(' ').unwrap_or((about.trim(), ""));
        let weight = weight.parse().unwrap_or(ASSUMED);
        let forms = each_form(question, assuming, 1).into_iter();
        commands.extend(forms.map(|(question, assuming)| Tried::of(&question, &assuming, weight)));
        if weight == 0 {
            commands.extend(variants(question));
        }
    }
    // A name that stands in the text counts.
    let games = |tried: &Tried| {
        let own = tried.assuming.split_once(':').map(|(name, _)| name);
        let names = tried.words.iter().take(2).map(String::as_str).chain(own);
        names.map(names::fold).collect_vec()
    };
    let words = commands.iter().map(|tried| tried.word.clone());
    let words = words.chain(commands.iter().flat_map(games)).unique();
    let words = words.filter(|word| mentions(said, word)).collect_vec();
    for tried in &mut commands {
        tried.titled = games(tried).into_iter().any(|name| {
            words.contains(&name)
                || name.split(':').next().is_some_and(|game| {
                    let letters = game.chars().count();
                    let is_name = letters > 2 && !matches!(game, "throw" | "table");
                    // A short name is a word by itself: `tab` stands in every table.
                    let is_in = |word: &str| word == game || letters > 3 && word.contains(game);
                    is_name && said.split(|c: char| !c.is_alphanumeric()).any(is_in)
                })
        });
        let preset = tried.words.get(1).and_then(|name| presets::find(name));
        tried.titled |= preset.is_some_and(|preset| {
            let game = names::fold(preset.title.split(':').next().unwrap_or_default());
            game.len() > 3 && said.contains(&game)
        });
        tried.named = tried.titled || words.contains(&tried.word);
        tried.weight -= NAMED * i64::from(tried.named);
    }
    commands
}

/// The throws with names, their turns and biases.
fn named_throws() -> Vec<Tried> {
    let tried = |preset: &presets::Preset| {
        let once = format!("throw {}", preset.name);
        let has_sticks = preset.spec.contains('s') && !preset.spec.contains('(');
        let turn = preset
            .spec
            .contains('*')
            .then(|| Tried::of(&format!("{once} --turn"), "a whole turn", ASSUMED));
        let biased = has_sticks.then(|| {
            let each = format!("{once} --bias {{p}} --for p=0.3..0.7:0.05");
            let each = Tried::of(&each, "for each bias", ASSUMED);
            [Tried::of(&format!("{once} --bias p"), "", ASSUMED), each]
        });
        let once = Tried::of(&once, "", i64::from(preset.name.contains(':')));
        let all = turn.into_iter().chain(biased.into_iter().flatten());
        all.chain([once]).collect_vec()
    };
    PRESETS.iter().flat_map(tried).collect()
}

/// A common question with each choice that its lists leave.
fn each_form(question: &str, assuming: &str, nth: usize) -> Vec<(String, String)> {
    let mut parts = question.splitn(3, '`');
    let (Some(before), Some(list), Some(after)) = (parts.next(), parts.next(), parts.next()) else {
        return vec![(question.to_owned(), assuming.to_owned())];
    };
    let numbers =
        |(first, last): (&str, &str)| Some(first.parse().ok()?..=last.parse::<u32>().ok()?);
    let choices = match list.split_once("..").and_then(numbers) {
        Some(numbers) => numbers.map(|number| number.to_string()).collect_vec(),
        None => list.split('|').map(str::to_owned).collect_vec(),
    };
    let own = format!("${nth}");
    let forms = choices.iter().flat_map(|choice| {
        let (word, says) = choice.split_once('~').unwrap_or((choice, choice));
        let question = format!("{before}{word}{}", after.replace(&own, word));
        each_form(&question, &assuming.replace(&own, says), nth + 1)
    });
    forms.collect()
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
        .filter(|point| !point.change.is_of_throw());
    let variant = |point: crate::ask::disputes::Point| {
        Some(Tried {
            words: asked.under(&[&point.change])?.words(),
            ..Tried::of("", point.assumption.option.as_deref()?, ASSUMED)
        })
    };
    points.filter_map(variant).collect()
}

/// A command with a table of its answer.
#[derive(Clone)]
struct CandidateAnswer {
    tried: Tried,
    asked: Arc<dyn AnyCommand>,
    /// The name of the table.
    of: &'static str,
    printed: Arc<Printed>,
    /// The same as functions of the bias, where that is to be found.
    functions: Option<Arc<Printed>>,
    /// How many of the figures it has, about, beside their keys.
    alike: usize,
}

impl CandidateAnswer {
    /// How much the figures speak for it: fewer numbers that have as many figures say more, and so does its name in the text.
    fn likeness(&self) -> i64 {
        let numbers = &self.printed.numbers;
        let numbers = (numbers.rows.len() * numbers.series.len()).max(1);
        10 * self.alike as i64 - 2 * i64::from(numbers.ilog2()) - 4 * self.tried.weight
    }

    /// Takes of the biases the one under which it is most like the table.
    fn with_likely_bias(mut self, print: &Sought) -> Self {
        self.alike = print.alike(&self.printed);
        let Some(functions) = &self.functions else {
            return self;
        };
        for twentieths in BIASES {
            let mut printed = Printed::clone(functions);
            let bias = BigRational::new(twentieths.into(), 20.into());
            printed.numbers = printed.numbers.at(&bias);
            let alike = print.alike(&printed);
            if alike > self.alike {
                (self.alike, self.printed) = (alike, Arc::new(printed));
            }
        }
        self
    }

    /// The answer for the bias under which it fits the table best, where that is not one of fair sticks.
    fn fitted(self, print: &Sought) -> Option<Self> {
        let Some(functions) = &self.functions else {
            return Some(self);
        };
        let table = place(&print.views, &[&self.printed.numbers]).ok()?;
        let bias = fitted(&table, &functions.numbers)?.bias;
        let words = self.tried.words.iter().map(|word| match word.as_str() {
            "p" => bias.to_string(),
            word => word.to_owned(),
        });
        let tried = Tried {
            words: words.collect(),
            assuming: format!("P(flat) = {bias}"),
            ..self.tried
        };
        let fair = BigRational::new(1.into(), 2.into());
        let asked = answers(&tried, print.reaching.as_ref()).into_iter();
        let mut answers = asked.filter(|_| bias != fair);
        answers.find(|answer| answer.of == self.of)
    }

    /// The table read against it; `None` if they cannot be compared.
    fn read(&self, print: &Sought) -> Option<Read> {
        let table = place(&print.views, &[&self.printed.numbers]).ok()?;
        Some(Read {
            tried: self.tried.clone(),
            candidate: Candidate {
                hold: table.right(),
                not_compared: table.left(),
                ..self.tried.without_figures(table.figures.len())
            },
            rank: table.score - table.missing.len().min(8) as i64 - self.tried.weight,
            mistaken: false,
            read: TableRead {
                words: self.tried.words.clone(),
                asked: Some(self.asked.copy()),
                of: self.of,
                printed: Printed::clone(&self.printed),
                nth: print.nth,
                table,
            },
        })
    }
}

/// A table for which a command is sought.
struct Sought<'a> {
    file: &'a FromFile,
    /// Which of the file's tables it is.
    nth: usize,
    views: Views<'a>,
    likeness: Likeness,
    /// The greatest number among the cells, to which answers are made to reach.
    reaching: Option<disputes::Change>,
}

/// How far answers are made to reach: to the greatest number among the cells.
fn reaching(tables: &[PrintedTable]) -> Option<disputes::Change> {
    let cells = tables
        .iter()
        .flatten()
        .flat_map(|cut| cut.rows.iter().flatten());
    // Keys, also those of several parts.
    let key = |cell: &PrintedCell| {
        let text = cell.text.replace(", ", " ");
        let parts = text
            .split([' ', '+', '-', '–'])
            .filter(|part| !part.is_empty());
        parts.map(str::parse::<u32>).collect::<Result<Vec<_>, _>>()
    };
    let numbers = cells.flat_map(key).flatten();
    let greatest = numbers.filter(|number| *number <= FARTHEST).max();
    greatest.map(disputes::Change::Reaching)
}

/// The first tables of an answer, by name.
type Tables = Vec<(&'static str, Arc<Printed>)>;

/// What commands have answered in this process, for the next table; begun anew when they are [`MOST`].
static GIVEN: Mutex<BTreeMap<Vec<String>, Tables>> = Mutex::new(BTreeMap::new());
const MOST: usize = 2000;

/// The first tables of the answer to a command; nothing of it depends on the table that is checked.
fn given(words: &[String], asked: &dyn AnyCommand) -> Option<Tables> {
    let kept = || GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let found = kept().get(words).cloned();
    found.or_else(|| {
        let report = asked.answer("", Caller::NOBODY).ok()?;
        let tables = report.all_printed().into_iter().take(2);
        let tables = tables.map(|(of, printed)| (of, Arc::new(printed)));
        let tables = tables.collect_vec();
        let mut kept = kept();
        if kept.len() == MOST {
            kept.clear();
        }
        kept.insert(words.to_vec(), tables.clone());
        Some(tables)
    })
}

/// The first tables of the answer to a command.
fn answers(tried: &Tried, reaching: Option<&disputes::Change>) -> Vec<CandidateAnswer> {
    let parsed = parse_words(&tried.words).ok();
    let Some(mut asked) = parsed.and_then(|parsed| parsed.command.question()) else {
        return Vec::new();
    };
    let mut tried = tried.clone();
    if let Some(farther) = reaching.and_then(|reaching| asked.under(&[reaching])) {
        (tried.words, asked) = (farther.words(), farther);
    }
    let Some(tables) = given(&tried.words, asked.as_ref()) else {
        return Vec::new();
    };
    let asked: Arc<dyn AnyCommand> = Arc::from(asked);
    let answers = (0..)
        .zip(tables)
        .map(|(nth, (of, printed))| CandidateAnswer {
            tried: Tried {
                weight: tried.weight + 2 * nth,
                ..tried.clone()
            },
            asked: asked.clone(),
            of,
            functions: printed.numbers.has_functions().then(|| printed.clone()),
            printed,
            alike: 0,
        });
    answers.collect()
}

/// What a function makes of each, several at a time.
fn each<A: Sync, B: Send>(all: &[A], make: impl Fn(&A) -> B + Sync) -> Vec<B> {
    let made = map_ranges(all.len(), 1, |range| {
        all[range].iter().map(&make).collect_vec()
    });
    made.into_iter().flatten().collect()
}

impl<'a> Sought<'a> {
    fn of(
        file: &'a FromFile,
        nth: usize,
        reaching: Option<disputes::Change>,
        options: &'a Options,
    ) -> Self {
        let views = Views::of(&file.tables[nth], options);
        Self {
            file,
            nth,
            likeness: Likeness::of(&views),
            views,
            reaching,
        }
    }

    /// The commands that the table fits; judged against the one that is clearly best.
    fn report(
        &self,
        answers: &[CandidateAnswer],
        tried: usize,
        arguments: &Check,
        caller: Caller,
    ) -> Result<CandidatesReport, Failure> {
        let (likely, mut found) = self.among(answers);
        let is_clear = is_clear(&found);
        let parts = if is_clear {
            Vec::new()
        } else {
            side_by_side(&found)
        };
        let shown = SHOWN.max(parts.len());
        let candidates = parts.into_iter().chain(listed(&found, &likely));
        let candidates = candidates.unique_by(|candidate| candidate.command.clone());
        let candidates = candidates.take(shown).collect();
        let judged = is_clear.then(|| {
            let best = found.swap_remove(0);
            let limits = match (arguments.explain, best.mistaken) {
                (true, _) => Some(arguments.limits()),
                (false, true) => Some(AS_ASKED),
                (false, false) => None,
            };
            best.read.report(self.file, limits, caller)
        });
        let judged = judged.transpose()?;
        Ok(CandidatesReport {
            nth: self.nth,
            name: self.file.named(self.nth),
            candidates,
            tried,
            of: judged.as_ref().map(|judged| judged.words.clone()),
            judged,
            file: self.file.name.clone(),
            notes: self.file.notes.clone(),
        })
    }

    /// The answers that are most like the table, and what it is against each of them, the best first.
    fn among(&self, answers: &[CandidateAnswer]) -> (Vec<CandidateAnswer>, Vec<Read>) {
        let likely = each(answers, |answer| answer.clone().with_likely_bias(self));
        let likely = likely
            .into_iter()
            .sorted_by_key(|answer| (Reverse(answer.likeness()), answer.tried.weight))
            .take(READ);
        let likely = likely
            .filter_map(|answer| answer.fitted(self))
            .collect_vec();
        let found = each(&likely, |answer| answer.read(self));
        let best_first = |found: Vec<Read>| {
            let found = found.into_iter();
            // What the text names comes first.
            let ranked = |read: &Read| Reverse((read.is_titled(), read.rank));
            found.sorted_by_key(ranked).collect_vec()
        };
        let mut found = best_first(found.into_iter().flatten().collect());
        let best = found.first().map(|best| &best.candidate);
        let all = best.is_some_and(|best| best.hold == best.figures);
        if all && is_clear(&found) {
            return (likely, found);
        }
        // What is wrong may be a slip under another command.
        let mended = each(&found, Read::mended);
        for (read, mended) in found.iter_mut().zip(mended) {
            if let Some((candidate, gain)) = mended {
                read.candidate = candidate;
                read.rank += gain;
                read.mistaken = true;
            }
        }
        (likely, best_first(found))
    }

    fn alike(&self, printed: &Printed) -> usize {
        self.likeness.shared(&printed.numbers)
    }
}

impl CandidatesReport {
    /// Whether no command has more than half of its figures.
    fn is_other(&self) -> bool {
        let is_near = |one: &Candidate| 2 * one.hold > one.figures;
        self.judged.is_none() && !self.candidates.iter().any(is_near)
    }

    /// As the table against the command that is clearly best; without one what it is remains open.
    pub(super) fn verdict(&self) -> Result<(), Failure> {
        match &self.judged {
            Some(judged) => judged.verdict(),
            None => Err(Failure::input(
                match self.candidates.iter().any(|one| one.columns.is_some()) {
                    true => "the columns of this table fit different commands: those with --columns judge one after the other",
                    false => "no command clearly fits best; name the command with --of",
                }
                .to_owned(),
            )),
        }
    }

    pub(super) fn sheets(&self) -> Vec<Sheet> {
        let table = self.name.iter().map(|name| format!(" · table {name}"));
        let heading = format!(
            "{}{} · commands that it fits",
            input::shown(self.file.as_ref()),
            table.format("")
        );
        let hold = |candidate: &&Candidate| candidate.hold > 0;
        let sheet = Sheet::of(self.candidates.iter().filter(hold))
            .right("figures right", |candidate| {
                let right = format!("{} of {}", candidate.hold, candidate.figures);
                match candidate.not_compared {
                    0 => right,
                    left => format!("{right}, {left} not compared"),
                }
            })
            .text("assuming", |candidate| candidate.assuming.clone())
            .text("command", |candidate| {
                let file = words::typed(&[self.file.as_str()]);
                let of = candidate.command.trim_start_matches("siga ");
                let columns = candidate.columns.iter();
                let columns = columns.map(|columns| format!(" --columns {columns}"));
                let of = words::typed(&[of]);
                format!("siga check {file} --of {of}{}", columns.format(""))
            })
            .named("candidates", heading)
            .notes(self.notes.iter().cloned());
        let sheet = sheet.note(format!("{} named throws and tables were tried", self.tried));
        let judged = self.judged.iter().flat_map(|judged| judged.sheets());
        judged.chain([sheet]).collect()
    }
}
