//! Laws that siga's answers keep whatever the truth is.

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use serde_json::Value;

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::number::Between;
use crate::oracles::or_verdict;

use super::judge::{analysis, read};
use super::rules::{Board, other};

/// A bound at one width holds those at finer ones. Where a bound is wider than asked, because the budget was used up, the
/// two need only have a number in common: what is spent on one number is missing for the next.
pub(crate) fn widths(case: &Case) -> Verdict {
    let mut ledger = Ledger::default();
    let mut coarser: Option<(&str, Value)> = None;
    for width in ["1", "1/16", "1/1000", "1/1000000", "1/1099511627776"] {
        let said = or_verdict!(analysis(case, width));
        let asked: BigRational = match width.contains('/') {
            true => width.parse().unwrap(),
            false => BigRational::one(),
        };
        if let Some((coarse, before)) = &coarser {
            for what in ["turn", "threats"] {
                let mut pairs = vec![("take", &before[what]["take"], &said[what]["take"])];
                pairs.push(("mean", &before[what]["mean"], &said[what]["mean"]));
                pairs.push(("dal", &before[what]["dal"], &said[what]["dal"]));
                let pieces = before[what]["pieces"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .zip(said[what]["pieces"].as_array().unwrap());
                pairs.extend(
                    pieces.map(|(before, now)| {
                        ("pieces", &before["probability"], &now["probability"])
                    }),
                );
                for (name, before, now) in pairs {
                    let (Some(before), Some(now)) = (Between::read(before), Between::read(now))
                    else {
                        return Verdict::Fault(format!("{what}.{name}: no number"));
                    };
                    let wider = &now.upper - &now.lower > asked;
                    ledger.law(before.holds(&now) || wider && before.meets(&now), || {
                        format!("{what}.{name}: {before} at width {coarse}, {now} at {width}")
                    });
                    let one = BigRational::from_integer(1.into());
                    ledger.law(
                        name == "mean" || (now.lower >= BigRational::zero() && now.upper <= one),
                        || format!("{what}.{name}: {now}"),
                    );
                }
            }
        }
        coarser = Some((width, said));
    }
    ledger.verdict()
}

/// The numbers of one side's turn: take, mean, lost and dal, and the chance to take each piece.
fn numbers(turn: &Value) -> Option<(Vec<Between>, Vec<Between>)> {
    let whole = ["take", "mean", "lost", "dal"].map(|name| Between::read(&turn[name]));
    let pieces = turn["pieces"].as_array()?.iter();
    let pieces = pieces.map(|piece| Between::read(&piece["probability"]));
    Some((
        whole.into_iter().collect::<Option<_>>()?,
        pieces.collect::<Option<_>>()?,
    ))
}

/// The board with the sides exchanged, and the same played the other way round: the numbers are the same.
pub(crate) fn mirrored(case: &Case) -> Verdict {
    let (rules, board, side) = read(case);
    let n = rules.n;
    let exchanged = |piece: u8| match piece {
        b'a' => b'b',
        b'b' => b'a',
        b'A' => b'B',
        b'B' => b'A',
        empty => empty,
    };
    let far = n + rules.middle;
    let rows = [&board[far..], &board[n..far], &board[..n]];
    let turned: Board = rows.concat().into_iter().map(exchanged).collect();
    let mut reversed = Board::new();
    for row in [&board[..n], &board[n..far], &board[far..]] {
        reversed.extend(row.iter().rev());
    }
    let text = case.get("rules");
    let other_way = match text.strip_suffix(",direction=prow") {
        Some(stern) => stern.to_owned(),
        None => format!("{text},direction=prow"),
    };
    let images = [
        case.clone()
            .with("position", rules.text(&turned, other(side))),
        case.clone()
            .with("position", rules.text(&reversed, side))
            .with("rules", other_way),
    ];
    let width = case.get("width");
    let said = or_verdict!(analysis(case, width));
    let mut ledger = Ledger::default();
    for image in images {
        let mirrored = or_verdict!(analysis(&image, width));
        for what in ["turn", "threats"] {
            let (Some((one, mut each)), Some((two, mut other_each))) =
                (numbers(&said[what]), numbers(&mirrored[what]))
            else {
                return Verdict::Fault(format!("{what}: no numbers"));
            };
            // Pieces are listed in order of their holes, which an image changes.
            let order = |one: &Between, two: &Between| {
                one.lower.cmp(&two.lower).then(one.upper.cmp(&two.upper))
            };
            each.sort_by(order);
            other_each.sort_by(order);
            for (one, two) in one.iter().chain(&each).zip(two.iter().chain(&other_each)) {
                ledger.law(one.meets(two), || {
                    format!(
                        "{what}: {one}, of the image {} {two}",
                        image.get("position")
                    )
                });
            }
        }
    }
    ledger.verdict()
}
