//! A question to siga as text: `kind: …`, then one line for each part of it.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display, Formatter};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The verdict on an answer.
pub(crate) enum Verdict {
    /// So many numbers were compared and agree.
    Holds(u64),
    /// siga declines within its rights: a limit, said clearly.
    Declined(String),
    /// The fault.
    Fault(String),
}

/// Compares two lists of the same things, by what each is called.
pub(crate) fn same<K: Ord + Debug, V: PartialEq + Debug>(
    siga: &BTreeMap<K, V>,
    oracle: &BTreeMap<K, V>,
) -> Verdict {
    if siga == oracle {
        return Verdict::Holds(1 + siga.len() as u64);
    }
    let only = |one: &BTreeMap<K, V>, other: &BTreeMap<K, V>| {
        let only = one.iter().filter(|(key, it)| other.get(*key) != Some(*it));
        let lines = only.map(|(key, it)| format!("\n  {key:?} {it:?}"));
        lines.collect::<String>()
    };
    let (siga, oracle) = (only(siga, oracle), only(oracle, siga));
    Verdict::Fault(format!("only siga:{siga}\nonly oracle:{oracle}"))
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Case {
    fields: Vec<(String, String)>,
}

impl Case {
    pub(crate) fn new(kind: &str) -> Case {
        Case {
            fields: vec![("kind".into(), kind.into())],
        }
    }

    pub(crate) fn with(mut self, key: &str, value: impl Display) -> Case {
        let value = value.to_string();
        match self.fields.iter_mut().find(|(name, _)| name == key) {
            Some(field) => field.1 = value,
            None => self.fields.push((key.into(), value)),
        }
        self
    }

    pub(crate) fn get(&self, key: &str) -> &str {
        let field = self.fields.iter().find(|(name, _)| name == key);
        field.map_or("", |(_, value)| value)
    }

    /// A list of numbers.
    pub(crate) fn numbers<N: FromStr<Err: Debug>>(&self, key: &str) -> Vec<N> {
        let numbers = self.get(key).split(',');
        numbers.map(|number| number.parse().unwrap()).collect()
    }

    pub(crate) fn kind(&self) -> &str {
        self.get("kind")
    }

    /// Reads what [`Display`] writes; lines that begin with `#` say nothing.
    pub(crate) fn read(text: &str) -> Case {
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        let fields = lines.map(|line| {
            let (key, value) = line.split_once(':').unwrap();
            (key.to_owned(), value.trim().to_owned())
        });
        Case {
            fields: fields.collect(),
        }
    }

    pub(crate) fn file_name(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        format!(
            "{}-{:08x}.txt",
            self.kind().replace(' ', "-"),
            hasher.finish() as u32
        )
    }

    /// The same question about a little less: an option left out, or a piece taken off the board.
    fn smaller(&self) -> Vec<Case> {
        let mut all = Vec::new();
        let rules = self.get("rules");
        if let Some((name, options)) = rules.split_once(':') {
            let options: Vec<&str> = options.split(',').collect();
            // A word that is no option is a preset.
            for left_out in (0..options.len()).filter(|&i| options[i].contains('=')) {
                let kept: Vec<&str> = (0..options.len())
                    .filter(|&i| i != left_out)
                    .map(|i| options[i])
                    .collect();
                let text = format!("{name}:{}", kept.join(","));
                all.push(self.clone().with("rules", text.trim_end_matches(':')));
            }
        }
        let position = self.get("position");
        let (board, rest) = position.split_once(' ').unwrap_or((position, ""));
        let drawn = drawn(board);
        for (at, _) in drawn
            .char_indices()
            .filter(|(_, cell)| cell.is_alphabetic())
        {
            let mut cells: Vec<char> = drawn.chars().collect();
            cells[at] = '.';
            let board: String = cells.into_iter().collect();
            all.push(
                self.clone()
                    .with("position", format!("{} {rest}", short(&board)).trim()),
            );
        }
        all
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        for (key, value) in &self.fields {
            writeln!(f, "{key}: {value}")?;
        }
        Ok(())
    }
}

/// Leaves out of a case what the fault does not need, for at most a minute.
pub(crate) fn shrunk(
    mut case: Case,
    mut fault: String,
    judge: fn(&Case) -> Verdict,
) -> (Case, String) {
    let started = Instant::now();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    'smaller: loop {
        for smaller in case.smaller() {
            if started.elapsed() > Duration::from_secs(60) {
                break;
            }
            // A smaller question may be no question at all: siga refuses it, or the oracle cannot read it.
            let judged = std::panic::catch_unwind(|| judge(&smaller));
            if let Ok(Verdict::Fault(text)) = judged
                && !text.starts_with("refused")
            {
                (case, fault) = (smaller, text);
                continue 'smaller;
            }
        }
        break;
    }
    std::panic::set_hook(hook);
    (case, fault)
}

/// The text as lines that [`Case::read`] passes over.
pub(crate) fn commented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("# {line}")).collect();
    lines.join("\n")
}

/// A board with a dot for every empty cell in place of numbers of them.
pub(crate) fn drawn(board: &str) -> String {
    let mut cells = String::new();
    let mut number = 0;
    for sign in board.chars().chain(['/']) {
        if let Some(digit) = sign.to_digit(10) {
            number = 10 * number + digit as usize;
        } else {
            cells.push_str(&".".repeat(number));
            number = 0;
            cells.push(sign);
        }
    }
    cells.pop();
    cells
}

/// A board with numbers for empty cells.
pub(crate) fn short(board: &str) -> String {
    let mut text = String::new();
    let mut number = 0;
    for sign in board.chars().chain(['/']) {
        if sign == '.' {
            number += 1;
            continue;
        }
        if number > 0 {
            text.push_str(&number.to_string());
            number = 0;
        }
        text.push(sign);
    }
    text.pop();
    text
}
