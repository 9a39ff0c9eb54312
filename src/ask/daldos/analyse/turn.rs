//! The possible results of a whole turn, for people.

use num_rational::BigRational;
use num_traits::Zero;

use super::{AnalyseReport, upper_of};
use crate::ask::daldos::kinds;
use crate::exact::{Quantity, decimal_ceil};
use crate::games::daldos::analyse::{Threat, Turn};
use crate::games::daldos::{Position, Team};
use crate::render::sheet::{Column, Sheet};
use crate::render::words::counted;

/// All numbers of a turn that are bounded by themselves.
fn numbers(found: &Turn) -> impl Iterator<Item = &Quantity> {
    [&found.any, &found.mean, &found.release]
        .into_iter()
        .chain(found.pieces.iter().map(|threat| &threat.chance))
}

impl AnalyseReport {
    pub(super) fn turn_sheet(
        &self,
        position: &Position,
        found: &Turn,
        name: &'static str,
        heading: String,
        digits: usize,
    ) -> Sheet {
        let route = position.game().route();
        let (mine, theirs) = (position.side(), position.side().other());
        let mut lines = Vec::new();
        let mut line = |what: String, value: &Quantity| lines.push((what, value.clone()));
        line("take at least one piece".to_owned(), &found.any);
        let mut threats: Vec<&Threat> = found.pieces.iter().collect();
        threats.sort_by_key(|threat| std::cmp::Reverse(upper_of(&threat.chance)));
        let small = self.small();
        for threat in &threats {
            if upper_of(&threat.chance) <= small {
                continue;
            }
            let state = if threat.dalled { "" } else { " (undalled)" };
            let hole = route.hole(mine, threat.at);
            line(format!("take {theirs} on {hole}{state}"), &threat.chance);
        }
        line("pieces taken, on average".to_owned(), &found.mean);
        for (taken, chance) in &found.number {
            if upper_of(chance) > small {
                line(format!("  of these, exactly {taken}"), chance);
            }
        }
        line("release a piece".to_owned(), &found.release);
        line(
            "lose the turn".to_owned(),
            &Quantity::Exact(found.lost.clone()),
        );
        let mut notes = vec![format!(
            "each line with the best play for it, extra throws without limit; {}",
            kinds(numbers(found).chain(found.number.iter().map(|(_, chance)| chance)))
        )];
        notes.extend(unlikely_takes(&found.pieces, &small, theirs));
        notes.push(under_which_play(found, digits));
        notes.extend(self.wider(numbers(found)));
        Sheet::of(lines)
            .text("what", |(what, _)| what.clone())
            .column(Column::number("exact", "decimal"), |(_, value)| {
                value.clone()
            })
            .named(name, heading)
            .notes(notes)
    }
}

/// How many pieces can be taken with little chance, and how many with none.
fn unlikely_takes(pieces: &[Threat], small: &BigRational, theirs: Team) -> Vec<String> {
    let mut notes = Vec::new();
    let unlikely =
        (pieces.iter().map(|threat| upper_of(&threat.chance))).filter(|chance| chance <= small);
    let (never, seldom): (Vec<_>, Vec<_>) = unlikely.partition(Zero::is_zero);
    if !seldom.is_empty() {
        notes.push(format!(
            "{} of {theirs} can be taken with a chance of at most {small}",
            counted(seldom.len(), "more piece", "more pieces")
        ));
    }
    if !never.is_empty() {
        notes.push(format!(
            "{} of {theirs} cannot be taken, whatever is thrown",
            counted(never.len(), "piece", "pieces")
        ));
    }
    notes
}

/// The play under which the numbers of pieces taken are given.
fn under_which_play(found: &Turn, digits: usize) -> String {
    if found.number_short.is_zero() {
        return "how many are taken: under the play that is best for the average".to_owned();
    }
    let short = decimal_ceil(&found.number_short, digits.max(6));
    format!("how many are taken: under a play whose average is at most {short} less than the best")
}
