//! Games with few pieces on small boards, played to the end: bounds that start from nothing and from everything and close
//! as more turns are looked at.

use std::collections::{BTreeMap, HashMap};

use num_rational::BigRational;

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::number::Between;
use crate::oracles::program::answer;
use crate::oracles::{effort, or_verdict};

use super::judge::read;
use super::rules::{Board, Rules, other};

/// More than the rounding of all sums together.
const ROUNDING: f64 = 1e-10;

/// How a play goes on: it wins, or the same side throws again, or the other side throws.
#[derive(Clone, Copy)]
enum Next {
    Wins,
    Again(usize),
    Over(usize),
}

struct Games {
    index: HashMap<(Board, u8), usize>,
    /// For each position the throws, with their chances and what they can be played to.
    throws: Vec<Vec<(f64, Vec<Next>)>>,
    bounds: Vec<(f64, f64)>,
}

impl Games {
    fn new(rules: &Rules, board: &[u8], side: u8, most: usize) -> Option<Games> {
        let start = (board.to_vec(), side);
        let mut games = Games {
            index: HashMap::from([(start.clone(), 0)]),
            throws: Vec::new(),
            bounds: Vec::new(),
        };
        let mut positions = vec![start];
        let all = rules.all_weights() as f64;
        while games.throws.len() < positions.len() {
            if positions.len() > most {
                return None;
            }
            let (board, side) = positions[games.throws.len()].clone();
            let mut throws = Vec::new();
            for throw in rules.throws() {
                let plays = rules.plays(&board, side, &throw.numbers);
                let next = plays.into_keys().map(|after| {
                    if rules.winner(&after).is_some() {
                        return Next::Wins;
                    }
                    let side = if throw.again { side } else { other(side) };
                    let key = (after, side);
                    let at = *games.index.entry(key.clone()).or_insert_with(|| {
                        positions.push(key);
                        positions.len() - 1
                    });
                    if throw.again {
                        Next::Again(at)
                    } else {
                        Next::Over(at)
                    }
                });
                throws.push((throw.weight as f64 / all, next.collect()));
            }
            games.throws.push(throws);
        }
        games.bounds = vec![(0.0, 1.0); positions.len()];
        Some(games)
    }

    fn after(&self, next: Next) -> (f64, f64) {
        match next {
            Next::Wins => (1.0, 1.0),
            Next::Again(at) => self.bounds[at],
            Next::Over(at) => (1.0 - self.bounds[at].1, 1.0 - self.bounds[at].0),
        }
    }

    /// Looks one throw further, until the bounds are close or the work is done.
    fn close(&mut self, mut work: usize) {
        loop {
            let mut widest: f64 = 0.0;
            for at in 0..self.throws.len() {
                let mut sum = (0.0, 0.0);
                for (chance, plays) in &self.throws[at] {
                    work = work.saturating_sub(plays.len());
                    let best = plays
                        .iter()
                        .map(|&next| self.after(next))
                        .fold((0.0, 0.0), |best: (f64, f64), one| {
                            (best.0.max(one.0), best.1.max(one.1))
                        });
                    sum = (sum.0 + chance * best.0, sum.1 + chance * best.1);
                }
                self.bounds[at] = sum;
                widest = widest.max(sum.1 - sum.0);
            }
            if widest < ROUNDING || work == 0 {
                return;
            }
        }
    }
}

fn between((lower, upper): (f64, f64)) -> Between {
    let exact = |value: f64| BigRational::from_float(value).unwrap();
    Between {
        lower: exact(lower - ROUNDING),
        upper: exact(upper + ROUNDING),
    }
}

pub(crate) fn endgame(case: &Case) -> Verdict {
    let (rules, board, side) = read(case);
    if rules.winner(&board).is_some() {
        return Verdict::Declined("the game is over".into());
    }
    let Some(mut games) = Games::new(&rules, &board, side, 20 * effort()) else {
        return Verdict::Declined("too many for the oracle".into());
    };
    let said = or_verdict!(answer(&[
        "daldos",
        "endgame",
        "--rules",
        case.get("rules"),
        "--position",
        case.get("position")
    ]));
    games.close(100_000 * effort());
    let mut ledger = Ledger::default();
    ledger.compare("win", &said["win"], &between(games.bounds[0]));
    for throw in said["by_throw"].as_array().unwrap() {
        let numbers: Vec<usize> = throw["throw"]
            .as_array()
            .unwrap()
            .iter()
            .map(|number| number.as_u64().unwrap() as usize)
            .collect();
        let plays = rules.plays(&board, side, &numbers);
        let again = throw["again"] == true;
        let mut values = BTreeMap::new();
        for after in plays.into_keys() {
            let next = if rules.winner(&after).is_some() {
                Next::Wins
            } else if again {
                Next::Again(games.index[&(after.clone(), side)])
            } else {
                Next::Over(games.index[&(after.clone(), other(side))])
            };
            let same = again && !matches!(next, Next::Wins);
            values.insert(
                rules.text(&after, if same { side } else { other(side) }),
                games.after(next),
            );
        }
        let listed = throw["plays"].as_array().unwrap();
        ledger.law(listed.len() == values.len(), || {
            format!(
                "{numbers:?}: siga lists {} plays, the oracle {}",
                listed.len(),
                values.len()
            )
        });
        let best = values
            .values()
            .fold(0.0, |best: f64, value| best.max(value.0));
        for play in listed {
            let Some(&value) = values.get(play["position"].as_str().unwrap()) else {
                ledger.law(false, || {
                    format!("{numbers:?}: no play of the oracle: {play}")
                });
                continue;
            };
            ledger.compare(
                &format!("{numbers:?} {}", play["move"]),
                &play["win"],
                &between(value),
            );
            // A play marked as best is not proved to be worse.
            ledger.law(
                play["best"] != true || value.1 + 2.0 * ROUNDING >= best,
                || format!("{numbers:?}: called best: {play}, oracle {value:?}, best {best}"),
            );
        }
    }
    ledger.verdict()
}
