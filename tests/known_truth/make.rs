//! Tables of known truth: what they say, and which fault is in them.

use std::collections::BTreeMap;

use super::languages::{Words, languages};
use super::print::{self, Chance, Kind, Notation};
use super::{Answers, Row};

/// A sequence of numbers that is the same every time.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(super) fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// A fault, and what an explanation of it says.
#[derive(Clone, Debug)]
pub(super) enum Fault {
    None,
    /// What is said of it, with how many questions asked.
    Says(Vec<String>, &'static str),
    /// It shows, and no single reason is meant to be found.
    Other,
}

/// A figure: the key of its row, the heading of its column and what is printed.
pub(super) type Place = (String, String, String);

pub(super) struct Made {
    pub(super) text: String,
    pub(super) bytes: Vec<u8>,
    pub(super) ending: &'static str,
    pub(super) command: &'static str,
    /// Whether each figure is right.
    pub(super) truth: BTreeMap<Place, bool>,
    pub(super) figures: usize,
    pub(super) fault: Fault,
}

/// A column: its heading and, of each row, the cell and whether it is right; `None` where it is no figure.
struct Column {
    heading: String,
    cells: Vec<(String, Option<bool>)>,
}

impl Column {
    fn of_words(heading: &str, cells: impl Iterator<Item = String>) -> Self {
        Self {
            heading: heading.to_owned(),
            cells: cells.map(|cell| (cell, None)).collect(),
        }
    }

    /// Chances that are right.
    fn of_chances(heading: &str, chances: &[Chance], notation: Notation) -> Self {
        let cell = |chance: &Chance| {
            let cell = notation.written(notation.units(*chance), *chance);
            (cell, Some(true))
        };
        Self {
            heading: notation.heading(heading),
            cells: chances.iter().map(cell).collect(),
        }
    }
}

/// The chances of at least, and of at most, the key of each row; `None` where keys are no numbers.
fn tails(rows: &[Row]) -> Option<Vec<[Chance; 2]>> {
    let key = |row: &Row| row.key.join("").parse::<i64>().ok();
    let keys: Vec<i64> = rows.iter().map(key).collect::<Option<_>>()?;
    let sum = |is_in: &dyn Fn(&i64) -> bool| {
        let others = keys.iter().zip(rows).filter(|(key, _)| is_in(key));
        others.map(|(_, row)| row.chance).sum()
    };
    let both = |own: &i64| [sum(&|key| key >= own), sum(&|key| key <= own)];
    Some(keys.iter().map(both).collect())
}

/// The figures printed in place of the units of each row, and the fault this makes; `None` where it would not show.
fn faulty(
    kind: usize,
    dice: &mut Dice,
    rows: &[Row],
    notation: Notation,
) -> Option<(Vec<Option<i128>>, Fault)> {
    let units: Vec<i128> = rows.iter().map(|row| notation.units(row.chance)).collect();
    let mut printed: Vec<Option<i128>> = units.iter().copied().map(Some).collect();
    let right = |row: usize, units: i128| notation.is_right(units, rows[row].chance);
    let text = |row: usize, units: i128| notation.written(units, rows[row].chance);
    let row = dice.below(rows.len());
    let digits: Vec<char> = units[row].to_string().chars().collect();
    // One figure becomes another of as many digits, or with the decimal sign elsewhere.
    let misprint = |changed: Vec<char>, moved: bool| {
        let same = changed.len() == digits.len() && (changed[0] != '0' || changed.len() == 1);
        let changed: i128 = changed.into_iter().collect::<String>().parse().ok()?;
        (!right(row, changed) && (same || moved)).then_some(changed)
    };
    let says = |reasons: Vec<String>| Fault::Says(reasons, "1");
    let stands_for = |row: usize, units: i128| format!("{} stands for", text(row, units).trim());
    let fault = match kind {
        0 | 3 | 5 => {
            // One digit wrong, two digits transposed, the decimal sign one place too far to the right.
            let mut changed = digits.clone();
            match kind {
                0 => changed[dice.below(digits.len())] = char::from(b'0' + dice.below(10) as u8),
                3 if digits.len() > 1 => {
                    let at = dice.below(digits.len() - 1);
                    changed.swap(at, at + 1);
                }
                5 if !matches!(notation.kind, Kind::Fraction | Kind::Odds) => changed.push('0'),
                _ => return None,
            }
            let changed = misprint(changed, kind == 5)?;
            printed[row] = Some(changed);
            says(vec![stands_for(row, changed)])
        }
        1 => {
            // Neighbours exchanged.
            let row = dice.below(rows.len() - 1);
            if right(row, units[row + 1]) || right(row + 1, units[row]) {
                return None;
            }
            printed.swap(row, row + 1);
            let [one, other] = [row, row + 1].map(|row| rows[row].key.join(", "));
            let exchanged = format!("the figures of {one} and {other} are exchanged");
            let [one, other] = [(row + 1, row), (row, row + 1)];
            let stands_for = |(row, of): (usize, usize)| stands_for(row, units[of]);
            says(vec![exchanged, stands_for(one), stands_for(other)])
        }
        2 => {
            // All figures some rows too low or too high.
            let by = 1 + dice.below(2);
            if rows.len() < 2 * by + 3 {
                return None;
            }
            let low = dice.one_in(2);
            let from = |row: usize| match low {
                true => row.checked_sub(by),
                false => Some(row + by),
            };
            let slipped = (0..rows.len()).map(|row| units.get(from(row)?).copied());
            printed = slipped.collect();
            let shown = printed.iter().enumerate();
            let wrong = shown.filter(|(row, units)| units.is_some_and(|units| !right(*row, units)));
            if 2 * wrong.count() <= rows.len() {
                return None;
            }
            let far = ["one row", "2 rows"][by - 1];
            // Of a table that reads the same from both ends the complement may say as much.
            says(vec![format!(
                "{far} too {}",
                if low { "low" } else { "high" }
            )])
        }
        4 => {
            // One figure is quite another.
            let other = units[row] + 3 + dice.below(40) as i128;
            printed[row] = Some(other);
            Fault::Other
        }
        _ => Fault::None,
    };
    Some((printed, fault))
}

/// Figures that were cut off or always rounded up, or made under other rules: `None` where there are none or they would hardly show.
fn made_otherwise(
    kind: usize,
    rows: &[Row],
    notation: Notation,
    hidden: Option<(&str, &[Row])>,
) -> Option<(Vec<Option<i128>>, Fault)> {
    if matches!(notation.kind, Kind::Fraction | Kind::Odds) {
        return None;
    }
    let (says, questions, printed): (_, _, Vec<i128>) = match kind {
        8 | 9 => {
            let says = ["digits were cut off", "always rounded up"][kind - 8];
            let cut = |row: &Row| notation.cut(row.chance, kind == 9);
            (says, "1", rows.iter().map(cut).collect())
        }
        _ => {
            let (says, others) = hidden?;
            let chance = |row: &Row| {
                let other = others.iter().find(|other| other.key == row.key)?;
                let has_units = notation.kind != Kind::OneIn || *other.chance.numer() > 0;
                has_units.then(|| notation.units(other.chance))
            };
            (says, "40", rows.iter().map(chance).collect::<Option<_>>()?)
        }
    };
    let wrong = rows.iter().zip(&printed);
    let wrong = wrong.filter(|(row, units)| !notation.is_right(**units, row.chance));
    let fault = Fault::Says(vec![says.to_owned()], questions);
    (wrong.count() > 2).then(|| (printed.into_iter().map(Some).collect(), fault))
}

/// A table; `None` where its fault would not show.
pub(super) fn make(seed: u64, answers: &Answers) -> Option<Made> {
    let dice = &mut Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1);
    (0..5).for_each(|_| _ = dice.below(2));
    let which = dice.below(answers.plain.len());
    let (command, mut rows) = answers.plain[which].clone();
    // There may be at least or at most as much as an outcome, but chances of distances do not add up.
    if command.starts_with("throw")
        && let Some(tails) = tails(&rows)
    {
        for (row, tails) in rows.iter_mut().zip(tails) {
            row.tails = Some(tails);
        }
    }
    let kind = dice.below(16);
    // Some rows are missing, or stand twice, or in another order; not where they are to slip.
    let kept = kind != 2 && kind != 6 && kind != 7;
    if kept && dice.one_in(4) && rows.len() > 5 {
        rows.remove(dice.below(rows.len()));
    }
    if kept && dice.one_in(5) {
        let twice = dice.of(&rows).clone();
        rows.push(twice);
    }
    if kept && dice.one_in(3) {
        for i in (1..rows.len()).rev() {
            rows.swap(i, dice.below(i + 1));
        }
    }
    let languages = languages();
    let language = dice.below(languages.len());
    let words = &languages[language];
    let chances: Vec<Chance> = rows.iter().map(|row| row.chance).collect();
    let notation = Notation::any(dice, language == 0, &chances);
    let hidden = answers.hidden.iter().filter(|(of, ..)| *of == which);
    let hidden = hidden.map(|(_, says, rows)| (*says, rows.as_slice()));
    let hidden: Vec<(&str, &[Row])> = hidden.collect();
    let hidden = hidden.get(seed as usize % hidden.len().max(1)).copied();
    let (printed, mut fault) = match kind {
        8..=10 => made_otherwise(kind, &rows, notation, hidden)?,
        _ => faulty(kind, dice, &rows, notation)?,
    };
    // Columns: key, perhaps a name, ways, chance, cumulated chances, extra throw.
    // Other rules than those of the chances would change the other columns as well.
    let with = [3, 3, 4, 6].map(|n| dice.one_in(n) && kind != 10);
    let [ways, again, cumulated, twice] = with;
    let mut columns = keys(dice, command, &rows, words);
    if dice.one_in(3) {
        let names = (0..rows.len()).map(|row| ["lux", "nox", "pax", "rex", "vox"][row % 5]);
        let names = Column::of_words(words["other"], names.map(str::to_owned));
        let at = dice.below(columns.len() + 1);
        columns.insert(at, names);
    }
    if ways && rows.iter().all(|row| row.weight.is_some()) {
        let cells = rows.iter().flat_map(|row| row.weight.clone());
        columns.push(Column {
            heading: words["ways"].to_owned(),
            cells: cells.map(|cell| (cell, Some(true))).collect(),
        });
    }
    let mark = dice.one_in(5).then(|| {
        (
            dice.below(rows.len()),
            ["*", "¹", " a)", " [1]"][dice.below(4)],
        )
    });
    let cell = |(row, units): (usize, &Option<i128>)| match units {
        None => ("–".to_owned(), None),
        Some(units) => {
            let mark = mark
                .filter(|(at, _)| *at == row)
                .map_or("", |(_, mark)| mark);
            let cell = notation.written(*units, chances[row]) + mark;
            (cell, Some(notation.is_right(*units, chances[row])))
        }
    };
    let chance = Column {
        heading: notation.heading(words["chance"]),
        cells: printed.iter().enumerate().map(cell).collect(),
    };
    let sides: Option<Vec<[Chance; 2]>> = rows.iter().map(|row| row.tails).collect();
    match (kind, sides) {
        (6, Some(sides)) if notation.adds_up() => {
            // The chances of at least as much, under the heading of chances.
            let least: Vec<Chance> = sides.iter().map(|side| side[0]).collect();
            let wrong = Column::of_chances(words["chance"], &least, notation);
            let cells = wrong.cells.into_iter().zip(rows.iter().zip(&least));
            let cells = cells.map(|((cell, _), (row, least))| {
                let holds = notation.is_right(notation.units(*least), row.chance);
                (cell, Some(holds))
            });
            let cells: Vec<(String, Option<bool>)> = cells.collect();
            if 2 * cells.iter().filter(|cell| cell.1 == Some(false)).count() <= cells.len() {
                return None;
            }
            columns.push(Column {
                heading: wrong.heading,
                cells,
            });
            fault = Fault::Says(vec!["at least".to_owned(), "at_least".to_owned()], "1");
        }
        (7, Some(sides)) if notation.adds_up() => {
            // At least and at most under each other's heading.
            let names = [words["at_least"], words["at_most"]];
            columns.push(chance);
            for at in [0, 1] {
                let printed: Vec<Chance> = sides.iter().map(|side| side[1 - at]).collect();
                let mut column = Column::of_chances(names[at], &printed, notation);
                for (cell, (side, other)) in column.cells.iter_mut().zip(sides.iter().zip(printed))
                {
                    cell.1 = Some(notation.is_right(notation.units(other), side[at]));
                }
                columns.push(column);
            }
            fault = Fault::Says(vec!["exchanged".to_owned()], "1");
        }
        (6 | 7, _) => return None,
        (_, sides) => {
            columns.push(chance);
            let other = Notation::any(dice, false, &chances);
            if twice && other.kind != notation.kind {
                columns.push(Column::of_chances(words["chance"], &chances, other));
            }
            if let (true, Some(sides)) = (cumulated && notation.adds_up(), sides) {
                let at = dice.below(2);
                let sides: Vec<Chance> = sides.iter().map(|side| side[at]).collect();
                let name = [words["at_least"], words["at_most"]][at];
                columns.push(Column::of_chances(name, &sides, notation));
            }
        }
    }
    if again && rows.iter().all(|row| row.again.is_some()) {
        let word = |row: &Row| {
            if row.again == Some(true) {
                words["yes"]
            } else {
                words["no"]
            }
        };
        columns.push(Column {
            heading: words["again"].to_owned(),
            cells: (rows.iter().map(|row| (word(row).to_owned(), Some(true)))).collect(),
        });
        // One of them says the contrary.
        if kind > 10
            && dice.one_in(3)
            && let Some(column) = columns.last_mut()
        {
            let cell = &mut column.cells[dice.below(rows.len())];
            let other = if cell.0 == words["yes"] {
                words["no"]
            } else {
                words["yes"]
            };
            *cell = (other.to_owned(), Some(false));
            fault = Fault::Other;
        }
    }
    if kind > 10 && dice.one_in(3) {
        columns.extend(flat_sides(dice, command, &rows, words));
    }
    let mut truth = BTreeMap::new();
    for column in &columns {
        for (row, (cell, holds)) in rows.iter().zip(&column.cells) {
            if let Some(holds) = holds {
                let place = (row.key.join(", "), column.heading.clone(), cell.clone());
                *truth.entry(place).or_insert(true) &= holds;
            }
        }
    }
    let figures = columns.iter().flat_map(|column| &column.cells);
    let mut figures = figures.filter(|(_, holds)| holds.is_some()).count();
    let mut lines: Vec<Vec<String>> = vec![
        columns
            .iter()
            .map(|column| column.heading.clone())
            .collect(),
    ];
    lines.extend((0..rows.len()).map(|row| {
        let cells = columns.iter().map(|column| column.cells[row].0.clone());
        cells.collect()
    }));
    if kind > 10 && command.starts_with("throw") && notation.adds_up() && dice.one_in(8) {
        // The sum of all chances, at the foot of their column.
        let heading = notation.heading(words["chance"]);
        let at = columns.iter().position(|column| column.heading == heading);
        let mut total = vec![String::new(); columns.len()];
        if let Some(at) = at.filter(|at| *at > 0) {
            let sum = notation.written(notation.units(1.into()), 1.into());
            total[at].clone_from(&sum);
            words["total"].clone_into(&mut total[0]);
            lines.push(total);
            truth.insert((words["total"].to_owned(), heading, sum), true);
            figures += 1;
        }
    }
    let note = mark.map(|(_, mark)| format!("{} as the author counts", mark.trim()));
    let (text, ending) = print::text(dice, lines, note);
    Some(Made {
        bytes: print::bytes(dice, &text),
        text,
        ending,
        command,
        truth,
        figures,
        fault,
    })
}

/// The number of flat sides that the sticks of a throw show, sometimes two of them exchanged.
fn flat_sides(dice: &mut Dice, command: &str, rows: &[Row], words: &Words) -> Option<Column> {
    let none = match command {
        "throw tab" => "6",
        "throw yut" | "throw senet:kendall" => "5",
        _ => return None,
    };
    let flat = |row: &Row| {
        if row.key[0] == none {
            "0".to_owned()
        } else {
            row.key[0].clone()
        }
    };
    let mut cells: Vec<(String, Option<bool>)> =
        rows.iter().map(|row| (flat(row), Some(true))).collect();
    let (one, other) = (dice.below(rows.len()), dice.below(rows.len()));
    if dice.one_in(3) && rows.len() > 4 && cells[one].0 != cells[other].0 {
        cells.swap(one, other);
        (cells[one].1, cells[other].1) = (Some(false), Some(false));
    }
    Some(Column {
        heading: words["flat"].to_owned(),
        cells,
    })
}

/// The columns of the keys: one, or one for each part.
fn keys(dice: &mut Dice, command: &str, rows: &[Row], words: &Words) -> Vec<Column> {
    let heading = match command.starts_with("daldos") {
        true => words["distance"],
        false => words["throw"],
    };
    let parts = rows[0].key.len();
    if parts > 1 && dice.one_in(2) {
        let part = |part: usize| {
            let cells = rows.iter().map(|row| row.key[part].clone());
            Column::of_words(&format!("{heading} {}", part + 1), cells)
        };
        return (0..parts).map(part).collect();
    }
    if command == "throw yut" && dice.one_in(2) {
        let name = |row: &Row| {
            ["", "do", "gae", "geol", "yut", "mo"][row.key[0].parse::<usize>().unwrap()].to_owned()
        };
        return vec![Column::of_words(heading, rows.iter().map(name))];
    }
    let joint = [", ", "+", " + "][dice.below(3)];
    let cells = rows.iter().map(|row| row.key.join(joint));
    vec![Column::of_words(heading, cells)]
}
