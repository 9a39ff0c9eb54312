//! Laws that siga's answers keep whatever the truth is.

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use serde_json::Value;

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::number::Between;
use crate::oracles::or_verdict;

use super::judge::{analysis, read};
use super::rules::{Board, holes, other};

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

/// The value of a play that earns another throw is the mean, over the next throws, of siga's own best answers to them.
pub(crate) fn mean_of_answers(case: &Case) -> Verdict {
    let (rules, _, side) = read(case);
    let width = case.get("width");
    let said = or_verdict!(analysis(case, width));
    let mut ledger = Ledger::default();
    let safe = case.get("by") == "safe";
    let again: Vec<&Value> = said["plays"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|play| play["again"] == true)
        .collect();
    for play in again.into_iter().take(2) {
        let taken = play["captures"].as_array().unwrap().len();
        let taken = BigRational::from_integer(if case.get("by") == "net" {
            taken.into()
        } else {
            0.into()
        });
        if case.get("by") == "take" && play["captures"] != serde_json::json!([]) {
            continue;
        }
        let mut mean = Between::exactly(BigRational::zero());
        for throw in rules.throws() {
            let next = case
                .clone()
                .with("position", play["position"].as_str().unwrap());
            let next = next.with(
                "throw",
                (throw
                    .numbers
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>())
                .join(","),
            );
            let answers = or_verdict!(analysis(&next, width));
            let values: Vec<Between> = answers["plays"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|play| Between::read(&play["value"]))
                .collect();
            let weight = BigRational::new(throw.weight.into(), rules.all_weights().into());
            let best = |ends: Vec<BigRational>| {
                let ends = ends.into_iter();
                if safe { ends.min() } else { ends.max() }.unwrap()
            };
            mean.lower += &weight * best(values.iter().map(|value| value.lower.clone()).collect());
            mean.upper += &weight * best(values.iter().map(|value| value.upper.clone()).collect());
        }
        mean.lower += &taken;
        mean.upper += &taken;
        let what = format!(
            "value of {} after which {} throws again",
            play["move"], side as char
        );
        ledger.compare(&what, &play["value"], &mean);
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

/// One enemy piece more never lowers the chance to take something, nor the number of pieces taken.
pub(crate) fn one_more(case: &Case) -> Verdict {
    let (rules, mut board, side) = read(case);
    let enemies = holes(&board, |hole| hole.to_ascii_uppercase() == other(side)).len();
    let Some(&hole) = holes(&board, |hole| hole == b'.')
        .last()
        .filter(|_| enemies < rules.n)
    else {
        return Verdict::Declined("the board is full".into());
    };
    if rules.winner(&board).is_some() {
        return Verdict::Declined("the game is over".into());
    }
    let said = or_verdict!(analysis(case, case.get("width")));
    board[hole] = if rules.farthest(hole) && rules.at_home(hole, other(side)) {
        other(side).to_ascii_lowercase()
    } else {
        other(side)
    };
    let more = case.clone().with("position", rules.text(&board, side));
    let with = or_verdict!(analysis(&more, case.get("width")));
    let mut ledger = Ledger::default();
    for name in ["take", "mean"] {
        let (Some(less), Some(more)) = (
            Between::read(&said["turn"][name]),
            Between::read(&with["turn"][name]),
        ) else {
            return Verdict::Fault(format!("{name}: no number"));
        };
        ledger.law(less.lower <= more.upper, || {
            format!(
                "{name}: {less}, with one more on {} {more}",
                rules.name(hole)
            )
        });
    }
    ledger.verdict()
}
