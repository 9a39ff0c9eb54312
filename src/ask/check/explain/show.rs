//! Explanations for people.

use itertools::Itertools;

use super::{Why, asker};
use crate::ask::check::list;
use crate::exact::decimal_text;
use crate::figures::explain::{Change, Explanation, Fit};
use crate::render::sheet::Sheet;

/// The explanations as a table; none where nothing was to be explained.
pub(in crate::ask::check) fn sheet(whys: &[Why]) -> Option<Sheet> {
    let several = whys.first()?.of.is_some();
    if whys.iter().all(|why| why.explained.explanations.is_empty()) && !several {
        return None;
    }
    let rows = whys.iter().flat_map(|why| {
        let explanations = why.explained.explanations.iter();
        explanations.map(move |explanation| (why, explanation))
    });
    let holding = |why: &Why, explanation: &Explanation| {
        format!("{} of {}", explanation.right(), why.explained.holds.len())
    };
    let wrong = |why: &Why, explanation: &Explanation| match explanation.right() {
        right if right == why.explained.holds.len() => String::new(),
        _ => list(&why.wrong(&explanation.holds)),
    };
    let mut table = Sheet::of(rows);
    if several {
        table = table.text("question", |(why, _)| why.of.clone());
    }
    let sheet = table
        .right("figures right", |(why, explanation)| {
            holding(why, explanation)
        })
        .text("assuming", |(why, explanation)| says(why, explanation))
        .text("still wrong", |(why, explanation)| wrong(why, explanation))
        .text("command", |(why, explanation)| why.typed(explanation))
        .named("explanations", "Explanations of the figures")
        .notes(whys.iter().flat_map(notes));
    Some(sheet)
}

/// One sentence where nothing was found.
pub(in crate::ask::check) fn nothing(why: &Why) -> Option<String> {
    why.explained
        .explanations
        .is_empty()
        .then(|| notes(why).join("; "))
}

impl Why {
    /// What the best explanation says, as a sentence without its end, where it explains every figure or all but a few.
    pub(in crate::ask::check) fn conclusion(&self) -> Option<String> {
        let best = self.explained.explanations.first()?;
        let all = self.explained.holds.len();
        let wrong = self.wrong(&best.holds);
        let holding = match wrong.len() {
            0 => format!("all {all} figures hold"),
            left => format!("{} of {all} figures hold", all - left),
        };
        let still = match wrong.is_empty() {
            true => String::new(),
            false => format!("; still wrong: {}", list(&wrong)),
        };
        Some(format!(
            "{} if {}{still}",
            capital(&holding),
            says(self, best)
        ))
    }
}

/// A sentence with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// The assumptions of an explanation, joined by "and".
fn says(why: &Why, explanation: &Explanation) -> String {
    let words = |assumed: &[usize], changes: &[Change]| {
        let each = why.assumptions(assumed, changes).into_iter();
        each.map(|(says, _)| says).join(", and ")
    };
    let mut text = words(&explanation.assumed, &explanation.changes);
    if let Some(fit) = &explanation.fit {
        text = text.replace("the sticks are biased", &biased(fit));
    }
    if !explanation.same.is_empty() {
        let short = |(assumed, changes): &(Vec<usize>, Vec<Change>)| {
            let each = why.assumptions(assumed, changes).into_iter();
            each.map(|(says, option)| option.unwrap_or(says))
                .join(" and ")
        };
        let others = explanation.same.iter().map(short);
        text = format!("{text}; the same with {}", others.take(3).join(", or "));
    }
    text
}

/// `P(flat) = 0.598 … 0.602`.
fn biased(fit: &Fit) -> String {
    let end = |end| decimal_text(end, 15);
    let intervals = fit
        .intervals
        .iter()
        .map(|(lower, upper)| match lower == upper {
            true => end(lower),
            false => format!("{} … {}", end(lower), end(upper)),
        });
    let intervals = intervals.collect_vec();
    match intervals.is_empty() {
        true => format!("P(flat) = {}", end(&fit.bias)),
        false => format!("P(flat) = {}", intervals.join(" or ")),
    }
}

fn notes(why: &Why) -> Vec<String> {
    let explained = &why.explained;
    let all = explained.holds.len();
    let right = explained.holds.iter().filter(|holds| **holds).count();
    let of = (why.of.as_ref()).map_or_else(String::new, |of| format!("{of}: "));
    let best = match explained.explanations.first() {
        Some(best) => {
            let count = match best.right() {
                n if n == all => format!("all {all} figures hold"),
                n => format!("{n} of {all} figures hold"),
            };
            format!("{count} if {}; as asked, {right} of {all}", says(why, best))
        }
        None => format!(
            "no explanation was found: no assumption makes more than half of the figures hold, or all that are wrong ({right} of {all} hold as asked)"
        ),
    };
    let mut notes = vec![format!("{of}{best}")];
    let limit = why.limits.questions;
    let tried = format!("{} of at most {limit} questions asked", explained.questions);
    notes.push(match why.ended() {
        None => format!(
            "{tried}; all assumptions were tried alone and in pairs that promised something"
        ),
        Some("time") => format!(
            "{tried}; ended after {} s, more might be found",
            asker::PATIENCE.as_secs()
        ),
        Some("comparisons") => format!(
            "{tried}; ended after {} comparisons of figures, more might be found",
            why.limits.comparisons
        ),
        Some(_) => format!("{tried}; ended there, more might be found with --questions N"),
    });
    notes
}
