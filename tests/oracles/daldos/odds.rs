//! Answers about pieces on a track compared with the oracle's.

use std::collections::BTreeSet;

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::number::Between;
use crate::oracles::program::asked;
use crate::oracles::{effort, or_verdict};

use super::judge::{analysis, read};
use super::rules::{Rules, holes};
use super::track::Track;
use super::turn::{Aim, Turns};
use serde_json::Value;

pub(crate) fn odds(case: &Case) -> Verdict {
    let rules = Rules::read(case.get("rules"));
    let elsewhere = case.get("elsewhere") == "true";
    let behind: Vec<i64> = case.numbers("behind");
    let elsewhere_or_not: &[&str] = if elsewhere { &[] } else { &["--no-elsewhere"] };
    let options = [&["behind"][..], elsewhere_or_not].concat();
    let said = or_verdict!(asked("odds", case, &options));
    let mut ledger = Ledger::default();
    let mut track = Track::new(&rules, elsewhere, effort());
    let truth = track.chance(&behind);
    ledger.compare("probability", &said["probability"], &truth);
    let throws = track.throws(&behind);
    let hits = throws.iter().filter(|(_, takes, _)| *takes);
    let hits: BTreeSet<Vec<usize>> = hits.map(|(numbers, ..)| numbers.clone()).collect();
    let listed: BTreeSet<Vec<usize>> = said["hits"]
        .as_array()
        .unwrap()
        .iter()
        .map(numbers)
        .collect();
    ledger.law(listed == hits, || {
        format!("hits: siga {listed:?}, oracle {hits:?}")
    });
    let further = rules.extra_throws != Some(0);
    let earning = throws
        .iter()
        .filter(|(.., again)| *again && further)
        .count();
    let rows = said["on_rethrow"].as_array().unwrap();
    ledger.law(rows.len() == earning, || {
        format!("{earning} throws earn another")
    });
    for row in rows {
        let thrown = numbers(&row["throw"]);
        ledger.law(row["takes"] == hits.contains(&thrown), || {
            format!("takes: {row}")
        });
        if row["takes"] == false {
            best_plays(&mut track, &behind, row, &mut ledger);
        }
    }
    ledger.verdict()
}

fn numbers(list: &Value) -> Vec<usize> {
    let numbers = list.as_array().unwrap().iter();
    numbers
        .map(|number| number.as_u64().unwrap() as usize)
        .collect()
}

/// No play is better than those that siga calls best before a further throw.
fn best_plays(track: &mut Track<'_>, behind: &[i64], row: &Value, ledger: &mut Ledger) {
    let chances = track.onward(behind, &numbers(&row["throw"]));
    let sure = chances.values().map(|chance| &chance.lower).max();
    for way in row["move"].as_array().unwrap() {
        let after = behind
            .iter()
            .zip(numbers(way))
            .map(|(from, by)| from - by as i64);
        let mut after: Vec<i64> = after.collect();
        after.sort_unstable();
        let chance = chances.get(&after);
        ledger.law(
            chance.is_some_and(|chance| Some(&chance.upper) >= sure),
            || format!("{row}: {way} is beaten or not allowed, {chance:?}"),
        );
    }
}

/// A piece behind its only enemy on a board, and the same on a track; nothing else can use a number.
pub(crate) fn odds_on_a_board(case: &Case) -> Verdict {
    let options = case.get("rules").split(',');
    let options: Vec<&str> = options
        .filter(|option| !option.contains("n=") || option.contains("extra="))
        .collect();
    let track_rules = match options.join(",") {
        text if text.is_empty() => "daldos".to_owned(),
        text if text.starts_with("daldos") => text,
        text => format!("daldos:{text}"),
    };
    let (rules, squares, side) = read(case);
    let (own, enemies) = (
        holes(&squares, |cell| cell == b'A'),
        holes(&squares, |cell| cell == b'B'),
    );
    let ([own], [enemy]) = (own.as_slice(), enemies.as_slice()) else {
        return Verdict::Declined("one against one only".into());
    };
    let track = case.clone().with("rules", track_rules);
    let track = track.with("position", "").with("behind", enemy - own);
    let odds = or_verdict!(asked("odds", &track, &["behind", "--no-elsewhere"]));
    let on_board = or_verdict!(analysis(case, "1/281474976710656"));
    let mut ledger = Ledger::default();
    // On a board the piece comes round again: the chance may be more than on the track, never less.
    let (odds, board) = (
        Between::read(&odds["probability"]).unwrap(),
        Between::read(&on_board["turn"]["take"]).unwrap(),
    );
    ledger.law(board.upper >= odds.lower, || {
        format!("on the track {odds}, on the board {board}")
    });
    let mut turns = Turns::new(&rules, effort());
    let truth = turns.value(&squares, side, Aim::Take);
    ledger.law(board.meets(&truth), || {
        format!("on the board {board}, oracle {truth}")
    });
    ledger.verdict()
}
