//! Slips of the pen: figures with digits transposed, one digit wrong or the decimal sign moved, and neighbours exchanged.

use std::collections::BTreeSet;

use num_rational::BigRational;
use num_traits::Zero;

use crate::figures::figure::{Figure, Form, Scale};
use crate::figures::matching::{Numbers, PlacedFigure};
use crate::figures::reading::{OddsMeaning, Reader};
use crate::figures::verdict::{Status, judge_readings};

/// One slip.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slip {
    /// A figure stands for another that looks like it.
    Misprint {
        /// As printed.
        printed: String,
        /// The figure meant.
        meant: String,
        /// Whether it has too few digits for that to say much.
        short: bool,
    },
    /// Two figures stand in each other's place.
    Exchanged(String, String),
}

impl Slip {
    /// The burden of believing it.
    pub(super) fn weight(&self) -> u32 {
        match self {
            Self::Exchanged(..) => 1,
            Self::Misprint { short, .. } => 1 + 2 * u32::from(*short),
        }
    }

    /// In words, after "if".
    pub(crate) fn says(&self) -> String {
        match self {
            Self::Misprint { printed, meant, .. } => format!("{printed} stands for {meant}"),
            Self::Exchanged(one, other) => {
                format!("the figures of {one} and {other} are exchanged")
            }
        }
    }
}

/// The greatest share of the figures that may be slips, as 1 in `SHARE`; one slip is allowed in any case.
const SHARE: usize = 3;

/// The slips that make every figure hold that does not, each figure having its number and whether it holds.
pub(super) fn slips(
    figures: &[PlacedFigure],
    numbers: &Numbers,
    holds: &[bool],
) -> Option<Vec<Slip>> {
    let wrong: Vec<&PlacedFigure> = (figures.iter().zip(holds))
        .filter(|(_, holds)| !**holds)
        .map(|(figure, _)| figure)
        .collect();
    let mut found = BTreeSet::new();
    let mut settled = vec![false; wrong.len()];
    let mut count = 0;
    for (at, figure) in wrong.iter().enumerate() {
        if settled[at] {
            continue;
        }
        count += 1;
        let other = (at + 1..wrong.len()).find(|&other| {
            !settled[other]
                && wrong[other].column == figure.column
                && holds_for(figure, wrong[other], numbers)
                && holds_for(wrong[other], figure, numbers)
        });
        match other {
            Some(other) => {
                settled[other] = true;
                let name = |figure: &PlacedFigure| Numbers::shown(&figure.key);
                found.insert(Slip::Exchanged(name(figure), name(wrong[other])));
            }
            None => {
                found.insert(misprint(figure, numbers)?);
            }
        }
    }
    (count > 0 && count <= (figures.len() / SHARE).max(1)).then(|| found.into_iter().collect())
}

/// Whether a figure holds in the place of another.
fn holds_for(figure: &PlacedFigure, other: &PlacedFigure, numbers: &Numbers) -> bool {
    numbers.holds(&PlacedFigure {
        target: other.target,
        ..figure.clone()
    })
}

/// The nearest text that a figure can stand for.
fn misprint(figure: &PlacedFigure, numbers: &Numbers) -> Option<Slip> {
    // Nothing that looks like a figure is one of what never happens.
    let number = numbers.number(figure.target?)?;
    let number = Some(number).filter(|number| number.exact() != Some(&BigRational::zero()))?;
    let slip = |reading: &Figure| {
        let printed = reading.text();
        let reader = reader(reading);
        let holds = |text: &String| {
            let read = reader.read(text).ok()?;
            let judged = judge_readings(&read, number)?;
            (judged.status <= Status::Rounded).then(|| text.clone())
        };
        let meant = edits(&printed).iter().find_map(holds)?;
        Some(Slip::Misprint {
            short: printed.chars().filter(char::is_ascii_digit).count() < 3,
            printed,
            meant,
        })
    };
    figure.readings.iter().find_map(slip)
}

/// A reader that reads a text as this figure was read.
fn reader(figure: &Figure) -> Reader {
    let odds = match figure.printed_scale() {
        Scale::OddsFor => Some(OddsMeaning::For),
        Scale::OddsAgainst => Some(OddsMeaning::Against),
        _ => None,
    };
    let plain = match (&figure.scale, &figure.form) {
        // The words say it.
        (Scale::OneIn, _) | (_, Form::Ratio { .. }) => Scale::One,
        (scale, _) => scale.clone(),
    };
    Reader {
        decimal: figure.decimal(),
        odds,
        plain,
    }
}

/// A text in which the decimal sign was moved: as it is, or with a 0 before the sign and without one at the end, as each figure of
/// its column has as many decimals.
fn with_or_without_zeros(chars: &[char]) -> Vec<String> {
    let mut texts = vec![chars.to_vec()];
    if chars
        .first()
        .is_some_and(|first| matches!(first, '.' | ','))
    {
        texts[0].insert(0, '0');
    }
    let last = texts[0].iter().rposition(char::is_ascii_digit);
    if let Some(last) = last.filter(|&at| texts[0][at] == '0') {
        let mut shorter = texts[0].clone();
        shorter.remove(last);
        texts.push(shorter);
    }
    texts.into_iter().map(String::from_iter).collect()
}

/// Texts that differ little: two digits beside each other exchanged, one digit another, the decimal sign elsewhere.
fn edits(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let digits: Vec<usize> = (0..chars.len())
        .filter(|&i| chars[i].is_ascii_digit())
        .collect();
    let with = |changes: &[(usize, char)]| {
        let mut edited = chars.clone();
        for &(at, c) in changes {
            edited[at] = c;
        }
        edited.into_iter().collect::<String>()
    };
    let swaps = digits
        .windows(2)
        .map(|pair| with(&[(pair[0], chars[pair[1]]), (pair[1], chars[pair[0]])]));
    let others = digits
        .iter()
        .flat_map(|&at| ('0'..='9').map(move |c| (at, c)));
    let others = others
        .filter(|(at, c)| chars[*at] != *c)
        .map(|change| with(&[change]));
    let signs = (0..chars.len()).filter(|&i| matches!(chars[i], '.' | ','));
    let moved = signs.flat_map(|at| {
        let chars = &chars;
        [at.checked_sub(1), Some(at + 1)]
            .into_iter()
            .flatten()
            .filter_map(move |to| {
                let mut edited = chars.clone();
                let digit = edited.get(to)?.is_ascii_digit();
                edited.swap(at, to);
                digit.then_some(edited)
            })
    });
    let moved = moved.flat_map(|edited| with_or_without_zeros(&edited));
    // A zero too many, where there is no sign to be moved.
    let last = digits
        .last()
        .filter(|&&at| digits.len() > 1 && chars[at] == '0' && !text.contains(['.', ',']));
    let shorter = last.map(|&at| {
        let mut shorter = chars.clone();
        shorter.remove(at);
        shorter.into_iter().collect::<String>()
    });
    swaps
        .chain(others)
        .chain(moved)
        .chain(shorter)
        .filter(|edited| edited != text)
        .collect()
}
