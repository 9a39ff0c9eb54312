//! The possible results of a whole turn, for people.

use num_rational::BigRational;
use num_traits::Zero;

use super::{Analyse, upper_of};
use crate::ask::daldos::kinds;
use crate::exact::{Quantity, decimal_ceil};
use crate::games::daldos::Team;
use crate::games::daldos::analyse::{Threat, TurnChances};
use crate::render::sheet::{Column, Sheet};
use crate::render::words::counted;

/// All numbers of a turn that are bounded by themselves.
fn numbers(found: &TurnChances) -> impl Iterator<Item = &Quantity> {
    [&found.take, &found.mean, &found.dal]
        .into_iter()
        .chain(found.pieces.iter().map(|piece| &piece.probability))
}

impl Analyse {
    pub(super) fn turn_sheet(
        &self,
        found: &TurnChances,
        name: &'static str,
        heading: String,
        digits: usize,
    ) -> Sheet {
        let theirs = found.side.other();
        let lost = Quantity::Exact(found.lost.clone());
        let mut lines = vec![("take at least one piece".to_owned(), &found.take)];
        let mut pieces: Vec<&Threat> = found.pieces.iter().collect();
        pieces.sort_by_key(|piece| std::cmp::Reverse(upper_of(&piece.probability)));
        let small = self.small();
        let likely = |chance: &Quantity| upper_of(chance) > small;
        for piece in pieces.iter().filter(|piece| likely(&piece.probability)) {
            let state = if piece.dalled { "" } else { " (undalled)" };
            let what = format!("take {theirs} on {}{state}", piece.hole);
            lines.push((what, &piece.probability));
        }
        lines.push(("pieces taken, on average".to_owned(), &found.mean));
        for of in found.number.iter().filter(|of| likely(&of.probability)) {
            lines.push((format!("  exactly {} taken", of.taken), &of.probability));
        }
        lines.push(("release a piece".to_owned(), &found.dal));
        lines.push(("lose the turn".to_owned(), &lost));
        let all = numbers(found).chain(found.number.iter().map(|of| &of.probability));
        let mut notes = vec![format!(
            "each line assumes the play that is best for it, extra throws without limit; {}",
            kinds(all)
        )];
        notes.extend(unlikely_takes(&found.pieces, &small, theirs));
        notes.push(under_which_play(found, digits));
        notes.extend(self.wider(numbers(found)));
        Sheet::of(lines)
            .text("what", |(what, _)| what.clone())
            .column(Column::number("exact", "decimal"), |(_, value)| *value)
            .named(name, heading)
            .notes(notes)
    }
}

/// How many pieces can be taken with little chance, and how many with none.
fn unlikely_takes(pieces: &[Threat], small: &BigRational, theirs: Team) -> Vec<String> {
    let mut notes = Vec::new();
    let unlikely =
        (pieces.iter().map(|piece| upper_of(&piece.probability))).filter(|chance| chance <= small);
    let (never, seldom): (Vec<_>, Vec<_>) = unlikely.partition(Zero::is_zero);
    if !seldom.is_empty() {
        notes.push(format!(
            "{} of {theirs} can be taken with a chance of at most {small}",
            counted(seldom.len(), "more piece", "more pieces")
        ));
    }
    if !never.is_empty() {
        notes.push(format!(
            "no throw can take {} of {theirs}",
            counted(never.len(), "piece", "pieces")
        ));
    }
    notes
}

/// The play under which the numbers of pieces taken are given.
fn under_which_play(found: &TurnChances, digits: usize) -> String {
    if found.number_short.is_zero() {
        return "how many are taken: by the play that is best on average".to_owned();
    }
    let short = decimal_ceil(&found.number_short, digits.max(6));
    format!("how many are taken: by a play whose average is within {short} of the best")
}
