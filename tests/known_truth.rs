//! Tables of known truth, printed in many layouts, languages and notations, some with a fault of a known kind: what `siga check`
//! says of each figure against what integer arithmetic says. The numbers come from the JSON of the commands; nothing of the
//! reader is used here. `SIGA_TABLES=1000` makes so many (`just known-truth`).

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use assert_cmd::Command;
use serde_json::{Value, json};

/// A sequence of numbers that is the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// Commands, with the list of their JSON and the field of the key.
const COMMANDS: [(&str, &str, &str); 10] = [
    ("throw tab", "outcomes", "outcome"),
    ("throw yut", "outcomes", "outcome"),
    ("throw 2d6", "outcomes", "outcome"),
    ("throw 3d6", "outcomes", "outcome"),
    ("throw 8s", "outcomes", "outcome"),
    ("throw sig:depaulis", "outcomes", "outcome"),
    ("throw senet:kendall", "outcomes", "outcome"),
    ("throw pachisi:deccan-seven", "outcomes", "outcome"),
    ("daldos table", "rows", "behind"),
    (
        "daldos table --rules daldos:extra_throws=1",
        "rows",
        "behind",
    ),
];

/// Headings in eight languages: key, distance, chance, ways, extra throw, its yes and no, and a word for other text.
const LANGUAGES: [[&str; 8]; 8] = [
    [
        "Throw",
        "Distance",
        "Probability",
        "Ways",
        "Extra throw",
        "yes",
        "no",
        "Remark",
    ],
    [
        "Wurf",
        "Abstand",
        "Wahrscheinlichkeit",
        "Möglichkeiten",
        "Extrawurf",
        "ja",
        "nein",
        "Bemerkung",
    ],
    [
        "Valeur",
        "Distance",
        "Probabilité",
        "Combinaisons",
        "Lancer supplémentaire",
        "oui",
        "non",
        "Remarques",
    ],
    [
        "Tirada",
        "Distancia",
        "Probabilidad",
        "Combinaciones",
        "Tirada extra",
        "sí",
        "no",
        "Nombre",
    ],
    [
        "Valore",
        "Distanza",
        "Probabilità",
        "Combinazioni",
        "Tiro supplementare",
        "sì",
        "no",
        "Nome",
    ],
    [
        "Kast",
        "Afstand",
        "Sandsynlighed",
        "Muligheder",
        "Ekstra kast",
        "ja",
        "nej",
        "Navn",
    ],
    [
        "Worp",
        "Afstand",
        "Kans",
        "Combinaties",
        "Extra worp",
        "ja",
        "nee",
        "Naam",
    ],
    [
        "Бросок",
        "Расстояние",
        "Вероятность",
        "Комбинации",
        "Дополнительный бросок",
        "да",
        "нет",
        "Название",
    ],
];

/// A fault, and what an explanation of it says.
#[derive(Clone, Debug)]
enum Fault {
    None,
    Says(Vec<String>),
    /// It shows, and no single reason is meant to be found.
    Other,
}

struct Made {
    text: String,
    command: &'static str,
    /// Whether each printed figure is right, by key and text.
    truth: BTreeMap<(String, String), bool>,
    figures: usize,
    fault: Fault,
}

/// How a chance is printed.
#[derive(Clone, Copy)]
struct Notation {
    percent: bool,
    places: usize,
    comma: bool,
    sign: bool,
}

/// Units of the last place, to the nearest.
fn rounded(over: i128, under: i128, notation: Notation) -> i128 {
    let scale = 10_i128.pow(notation.places as u32) * if notation.percent { 100 } else { 1 };
    (2 * over * scale + under) / (2 * under)
}

/// Whether units of the last place are a right rounding.
fn is_right(units: i128, over: i128, under: i128, notation: Notation) -> bool {
    let scale = 10_i128.pow(notation.places as u32) * if notation.percent { 100 } else { 1 };
    2 * (units * under - over * scale).abs() <= under
}

fn written(units: i128, notation: Notation) -> String {
    let power = 10_i128.pow(notation.places as u32);
    let (whole, part) = (units / power, units % power);
    let sign = if notation.comma { ',' } else { '.' };
    let digits = match notation.places {
        0 => format!("{whole}"),
        places => format!("{whole}{sign}{part:0>places$}"),
    };
    match notation.sign {
        true => format!("{digits} %"),
        false => digits,
    }
}

/// The key, the chance, the weight and whether it throws again, of each row of an answer.
type Rows = Vec<(String, (i128, i128), Option<String>, Option<bool>)>;

fn answers() -> Vec<Rows> {
    let answer = |(command, list, key): &(&str, &str, &str)| -> Rows {
        let words: Vec<&str> = command.split(' ').collect();
        let output = Command::cargo_bin("siga")
            .unwrap()
            .args(words)
            .arg("--json")
            .output()
            .unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let rows = report["result"][*list].as_array().unwrap().clone();
        let row = |row: &Value| {
            let key = match &row[*key] {
                Value::Array(parts) => parts[0].to_string(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let exact = row["probability"]["exact"].as_str().unwrap();
            let (over, under) = exact.split_once('/').unwrap_or((exact, "1"));
            let chance = (over.parse().unwrap(), under.parse().unwrap());
            (
                key,
                chance,
                row["weight"].as_str().map(str::to_owned),
                row["again"].as_bool(),
            )
        };
        rows.iter().map(row).collect()
    };
    COMMANDS.iter().map(answer).collect()
}

/// A table; `None` where its fault would not show.
fn make(seed: u64, answers: &[Rows]) -> Option<Made> {
    let dice = &mut Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1);
    (0..5).for_each(|_| _ = dice.below(2));
    let which = dice.below(COMMANDS.len());
    let (command, ..) = COMMANDS[which];
    let mut rows = answers[which].clone();
    let words = dice.of(&LANGUAGES);
    let percent = !dice.one_in(3);
    let notation = Notation {
        percent,
        places: if percent {
            dice.below(3)
        } else {
            3 + dice.below(3)
        },
        comma: dice.one_in(2),
        sign: percent && !dice.one_in(3),
    };
    let kind = dice.below(8);
    // Some rows are missing, or stand twice, or in another order; not where they are to slip.
    if kind != 2 {
        if dice.one_in(4) && rows.len() > 5 {
            rows.remove(dice.below(rows.len()));
        }
        if dice.one_in(5) {
            let twice = dice.of(&rows).clone();
            rows.push(twice);
        }
        if dice.one_in(3) {
            for i in (1..rows.len()).rev() {
                rows.swap(i, dice.below(i + 1));
            }
        }
    }
    let units: Vec<i128> = rows
        .iter()
        .map(|(_, (a, b), ..)| rounded(*a, *b, notation))
        .collect();
    let mut printed: Vec<Option<i128>> = units.iter().copied().map(Some).collect();
    let right = |row: usize, units: i128| is_right(units, rows[row].1.0, rows[row].1.1, notation);
    let text = |units: i128| written(units, notation);
    let fault = match kind {
        0 => {
            // One digit wrong.
            let row = dice.below(rows.len());
            let digits = units[row].to_string();
            let at = dice.below(digits.len());
            let digit = char::from(b'0' + dice.below(10) as u8);
            let changed: String = digits
                .chars()
                .enumerate()
                .map(|(i, c)| if i == at { digit } else { c })
                .collect();
            let changed: i128 = changed.parse().ok()?;
            if right(row, changed) || changed.to_string().len() != digits.len() {
                return None;
            }
            printed[row] = Some(changed);
            Fault::Says(vec![format!("{} stands for", text(changed))])
        }
        1 => {
            // Neighbours exchanged.
            let row = dice.below(rows.len() - 1);
            if right(row, units[row + 1]) || right(row + 1, units[row]) {
                return None;
            }
            printed.swap(row, row + 1);
            let (a, b) = (&rows[row].0, &rows[row + 1].0);
            Fault::Says(vec![
                format!("the figures of {a} and {b} are exchanged"),
                format!("{} stands for", text(units[row])),
            ])
        }
        2 => {
            // All figures some rows too low or too high.
            let by = 1 + dice.below(2);
            if rows.len() < 2 * by + 3 {
                return None;
            }
            let low = dice.one_in(2);
            printed = (0..rows.len())
                .map(|row| {
                    if low {
                        row.checked_sub(by).map(|from| units[from])
                    } else {
                        units.get(row + by).copied()
                    }
                })
                .collect();
            let wrong = (0..rows.len())
                .filter(|row| printed[*row].is_some_and(|units| !right(*row, units)))
                .count();
            if 2 * wrong <= rows.len() {
                return None;
            }
            let far = if by == 1 {
                "one row".to_owned()
            } else {
                format!("{by} rows")
            };
            // Of a table that reads the same from both ends the complement may say as much.
            Fault::Says(vec![format!(
                "{far} too {}",
                if low { "low" } else { "high" }
            )])
        }
        3 => {
            // Two digits transposed.
            let row = dice.below(rows.len());
            let digits: Vec<char> = units[row].to_string().chars().collect();
            if digits.len() < 2 {
                return None;
            }
            let at = dice.below(digits.len() - 1);
            let mut changed = digits.clone();
            changed.swap(at, at + 1);
            let changed: i128 = changed.into_iter().collect::<String>().parse().ok()?;
            if right(row, changed) || changed.to_string().len() != digits.len() {
                return None;
            }
            printed[row] = Some(changed);
            Fault::Says(vec![format!("{} stands for", text(changed))])
        }
        4 => {
            // One figure is quite another.
            let row = dice.below(rows.len());
            let other = units[row] + 3 + dice.below(40) as i128;
            printed[row] = Some(other);
            Fault::Other
        }
        _ => Fault::None,
    };
    // Columns: key, perhaps a name, ways, chance, extra throw.
    let distance = command.starts_with("daldos");
    let (ways, again) = (dice.one_in(3), dice.one_in(3));
    let (named, footnotes) = (dice.one_in(3), dice.one_in(5));
    let mut columns: Vec<(String, Vec<String>)> = Vec::new();
    let key = (
        if distance { words[1] } else { words[0] },
        rows.iter().map(|row| row.0.clone()).collect(),
    );
    columns.push((key.0.to_owned(), key.1));
    let mut truth = BTreeMap::new();
    let mut figures = 0;
    if named {
        let names =
            (0..rows.len()).map(|row| ["lux", "nox", "pax", "rex", "vox"][row % 5].to_owned());
        columns.insert(dice.below(2), (words[7].to_owned(), names.collect()));
    }
    if ways && rows.iter().all(|row| row.2.is_some()) {
        let cells: Vec<String> = rows.iter().map(|row| row.2.clone().unwrap()).collect();
        for (row, cell) in rows.iter().zip(&cells) {
            truth.insert((row.0.clone(), cell.clone()), true);
        }
        figures += cells.len();
        columns.push((words[3].to_owned(), cells));
    }
    let mark = dice.below(rows.len());
    let cells: Vec<String> = (printed.iter().enumerate())
        .map(|(row, units)| match units {
            None => "–".to_owned(),
            Some(units) => {
                let cell = text(*units) + if footnotes && row == mark { "*" } else { "" };
                figures += 1;
                let holds = right(row, *units);
                *truth
                    .entry((rows[row].0.clone(), cell.clone()))
                    .or_insert(true) &= holds;
                cell
            }
        })
        .collect();
    let heading = if percent && !notation.sign {
        format!("{} (%)", words[2])
    } else {
        words[2].to_owned()
    };
    columns.push((heading, cells));
    if again && rows.iter().all(|row| row.3.is_some()) {
        let cells: Vec<String> = rows
            .iter()
            .map(|row| words[if row.3 == Some(true) { 5 } else { 6 }].to_owned())
            .collect();
        for (row, cell) in rows.iter().zip(&cells) {
            truth.insert((row.0.clone(), cell.clone()), true);
        }
        figures += cells.len();
        columns.push((words[4].to_owned(), cells));
    }
    let mut lines: Vec<Vec<String>> = vec![columns.iter().map(|(name, _)| name.clone()).collect()];
    lines.extend((0..rows.len()).map(|row| {
        columns
            .iter()
            .map(|(_, cells)| cells[row].clone())
            .collect()
    }));
    if dice.one_in(3) {
        let turned =
            (0..columns.len()).map(|at| lines.iter().map(|line| line[at].clone()).collect());
        lines = turned.collect();
    }
    let mut text = String::new();
    let format = dice.below(6);
    let title = dice.one_in(3);
    if title && format != 5 {
        text.push_str("Table 4. The chances\n\n");
    }
    for (at, line) in lines.iter().enumerate() {
        let joined = match format {
            0 => line.join(";"),
            1 => line.join("\t"),
            2 => line
                .iter()
                .map(|cell| format!("\"{cell}\""))
                .collect::<Vec<_>>()
                .join(","),
            3 => format!("| {} |", line.join(" | ")),
            4 => line
                .iter()
                .map(|cell| format!("{cell:>24}"))
                .collect::<Vec<_>>()
                .join("  "),
            _ => format!("<tr><td>{}</td></tr>", line.join("</td><td>")),
        };
        text.push_str(&joined);
        text.push('\n');
        if at == 0 && format == 3 && dice.one_in(2) {
            text.push_str(&format!("|{}\n", "---|".repeat(line.len())));
        }
    }
    if format == 5 {
        text = format!("<html><body><table>{text}</table></body></html>");
    } else if dice.one_in(4) {
        text.push_str("\nSource: made up for a test\n");
    }
    Some(Made {
        text,
        command,
        truth,
        figures,
        fault,
    })
}

/// What became of many tables.
#[derive(Debug, Default)]
struct Counts {
    tables: usize,
    figures: usize,
    /// Right figures called wrong, and wrong ones called right.
    accused: usize,
    acquitted: usize,
    /// Tables that were refused or of which not every figure was compared.
    refused: usize,
    faults: usize,
    explained: usize,
}

#[expect(clippy::print_stdout, reason = "what `just known-truth` shows")]
fn run(tables: usize) -> Counts {
    let answers = answers();
    let made: Vec<Made> = (1..)
        .filter_map(|seed| make(seed, &answers))
        .take(tables)
        .collect();
    let lines: String = (made.iter())
        .map(|made| {
            let mut query = vec!["check", "--text", &made.text, "--of", made.command];
            if matches!(made.fault, Fault::Says(_)) {
                // The reasons lie in the table: no other question need be asked.
                query.extend(["--explain", "--questions", "1"]);
            }
            format!("{}\n", json!(query))
        })
        .collect();
    let output = Command::cargo_bin("siga")
        .unwrap()
        .arg("batch")
        .write_stdin(lines)
        .output()
        .unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    let mut counts = Counts::default();
    for (made, line) in made.iter().zip(answers.lines()) {
        counts.tables += 1;
        counts.figures += made.figures;
        let answer: Value = serde_json::from_str(line).unwrap();
        let Some(figures) = answer["result"]["figures"].as_array() else {
            counts.refused += 1;
            println!(
                "refused: {} {}\n{}",
                answer["error"]["message"], made.command, made.text
            );
            continue;
        };
        let said = |figure: &Value| {
            figure["status"]
                .as_str()
                .map(|status| matches!(status, "exact" | "rounded"))
        };
        let compared = figures
            .iter()
            .filter(|figure| said(figure).is_some())
            .count();
        if compared != made.figures {
            counts.refused += 1;
            println!(
                "compared {compared} of {}: {}\n{}\n{}",
                made.figures, made.command, made.text, answer["result"]["columns"]
            );
        }
        for figure in figures {
            let key = (
                figure["key"].as_str().unwrap().to_owned(),
                figure["printed"].as_str().unwrap().to_owned(),
            );
            let (Some(said), Some(truth)) = (said(figure), made.truth.get(&key)) else {
                continue;
            };
            if said != *truth {
                *(if *truth {
                    &mut counts.accused
                } else {
                    &mut counts.acquitted
                }) += 1;
                println!("{figure}\n{} {:?}\n{}", made.command, made.fault, made.text);
            }
        }
        if let Fault::Says(reasons) = &made.fault {
            counts.faults += 1;
            let none = Vec::new();
            let first = answer["result"]["explained"]["explanations"]
                .as_array()
                .unwrap_or(&none);
            let first = first.iter().take(3).map(Value::to_string);
            let found = first
                .into_iter()
                .any(|explanation| reasons.iter().any(|reason| explanation.contains(reason)));
            counts.explained += usize::from(found);
            if !found {
                println!("not explained: {reasons:?} {}\n{}", made.command, made.text);
            }
        }
    }
    println!("{counts:?}");
    counts
}

#[test]
fn a_right_figure_is_never_called_wrong_and_a_wrong_one_never_right() {
    let asked = std::env::var("SIGA_TABLES").ok();
    let tables = asked.and_then(|n| n.parse().ok()).unwrap_or(60);
    let counts = run(tables);
    assert_eq!(counts.tables, tables);
    assert_eq!((counts.accused, counts.acquitted), (0, 0));
    assert!(20 * counts.refused <= counts.tables, "{counts:?}");
    assert!(20 * counts.explained >= 19 * counts.faults, "{counts:?}");
}
