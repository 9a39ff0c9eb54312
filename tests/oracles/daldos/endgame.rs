//! Games with few pieces on small boards, played to the end: bounds that start from nothing and from everything and close
//! as more turns are looked at.

use std::collections::BTreeMap;

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::running_fight::{Endgame, NaivePlayer as _, asked, between};
use crate::oracles::{effort, or_verdict};

use super::judge::read;
use super::rules::other;

pub(crate) fn endgame(case: &Case) -> Verdict {
    let (rules, board, side) = read(case);
    if rules.winner(&board).is_some() {
        return Verdict::Declined("the game is over".into());
    }
    let most = 20 * effort();
    let Some(game) = Endgame::of(&rules, (board.clone(), side), &rules.chances(1), most) else {
        return Verdict::Declined("too many for the oracle".into());
    };
    let said = or_verdict!(asked("daldos", "endgame", case, &["position"]));
    let [lower, upper] = [0.0, 1.0].map(|open| game.chances(side, 0.0, open));
    let bounds = |at: usize| between(lower[at], upper[at]);
    let mut ledger = Ledger::default();
    ledger.compare("win", &said["win"], &bounds(0));
    for throw in said["by_throw"].as_array().unwrap() {
        let numbers = throw["throw"].as_str().unwrap().split('+');
        let numbers: Vec<usize> = numbers.map(|number| number.parse().unwrap()).collect();
        let plays = rules.plays(&board, side, &numbers);
        let again = throw["again"] == true;
        let mut values = BTreeMap::new();
        for after in plays.into_keys() {
            let next = if again { side } else { other(side) };
            let value = bounds(game.numbers[&(after.clone(), next)]);
            // Whoever has won has no further throw.
            let next = match rules.winner(&after) {
                Some(_) => other(side),
                None => next,
            };
            values.insert(rules.text(&after, next), value);
        }
        let listed = throw["plays"].as_array().unwrap();
        ledger.law(listed.len() == values.len(), || {
            format!(
                "{numbers:?}: siga lists {} plays, the oracle {}",
                listed.len(),
                values.len()
            )
        });
        let best = values.values().map(|value| &value.lower).max();
        let best = best.cloned().unwrap_or_default();
        for play in listed {
            let Some(value) = values.get(play["position"].as_str().unwrap()) else {
                ledger.law(false, || {
                    format!("{numbers:?}: no play of the oracle: {play}")
                });
                continue;
            };
            ledger.compare(
                &format!("{numbers:?} {}", play["move"]),
                &play["win"],
                value,
            );
            // A play marked as best is not proved to be worse.
            ledger.law(play["best"] != true || value.upper >= best, || {
                format!("{numbers:?}: called best: {play}, oracle {value}, best {best}")
            });
        }
    }
    ledger.verdict()
}
