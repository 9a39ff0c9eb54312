//! Who wins with few pieces left: all positions gone over again and again.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive as _;

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::{Ledger, or_verdict};
use crate::oracles::number::{Between, fraction};

use super::judge::{asked, throws};
use super::rules::{Board, Rules, other};

/// Positions that the oracle goes over.
const MOST: usize = 1500;
/// Sweeps over all positions; games of two pieces are over long before.
const SWEEPS: usize = 1500;
/// A bound on the effect of rounding.
const ROUNDING: f64 = 1e-8;

/// The positions that one lot of throws can be played to, by number; whether the same team throws again; and the chance.
struct Lot {
    chance: f64,
    same: bool,
    after: Vec<usize>,
}

/// All positions that can come of one, the first; the lots of each, and the chance of the turns left open.
struct Game {
    boards: Vec<(Board, char)>,
    lots: Vec<Vec<Lot>>,
    open: f64,
}

impl Game {
    fn of(rules: &Rules, start: (Board, char), bias: &str, most_throws: usize) -> Option<Game> {
        let chances = throws(&fraction(bias));
        let chances: BTreeMap<usize, f64> = chances
            .iter()
            .map(|(&throw, chance)| (throw, chance.to_f64().unwrap()))
            .collect();
        // Under order=thrown each throw by itself; else every turn, counted as often as its throws can be ordered.
        let kinds = if rules.thrown {
            chances
                .iter()
                .map(|(&throw, &chance)| (vec![throw], chance))
                .collect()
        } else {
            let mut turns: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
            let mut begun = vec![(Vec::new(), 1.0)];
            for _ in 0..most_throws {
                let mut longer = Vec::new();
                for (thrown, chance) in begun {
                    for (&throw, weight) in &chances {
                        let mut thrown: Vec<usize> = thrown.clone();
                        thrown.push(throw);
                        if throw == 2 || throw == 3 {
                            thrown.sort_unstable();
                            *turns.entry(thrown).or_default() += chance * weight;
                        } else {
                            longer.push((thrown, chance * weight));
                        }
                    }
                }
                begun = longer;
            }
            turns
        };
        let mut numbers = BTreeMap::from([(start.clone(), 0)]);
        let mut boards = vec![start];
        let mut lots = Vec::new();
        while lots.len() < boards.len() {
            let (board, team) = boards[lots.len()].clone();
            let mut own = Vec::new();
            for (thrown, &chance) in kinds.iter().filter(|_| !Rules::over(&board)) {
                let same = rules.thrown && [1, 4, 6].contains(&thrown[0]);
                let next = if same { team } else { other(team) };
                let ends = rules.ends_of_turn(&board, team, thrown).into_iter();
                let after = ends.map(|board| {
                    *numbers.entry((board.clone(), next)).or_insert_with(|| {
                        boards.push((board, next));
                        boards.len() - 1
                    })
                });
                let after = after.collect();
                own.push(Lot {
                    chance,
                    same,
                    after,
                });
            }
            lots.push(own);
            if boards.len() > MOST {
                return None;
            }
        }
        let open = if rules.thrown {
            0.0
        } else {
            1.0 - kinds.values().sum::<f64>()
        };
        Some(Game { boards, lots, open })
    }

    /// The chance that a team wins, if what is open is worth so much to it.
    fn chance(&self, team: char, open: f64) -> f64 {
        let wins = |board: &Board| board.stacks.iter().all(|stack| stack.team == team);
        let mut values: Vec<f64> = (self.boards.iter())
            .map(|(board, _)| {
                if Rules::over(board) {
                    f64::from(u8::from(wins(board)))
                } else {
                    open
                }
            })
            .collect();
        for _ in 0..SWEEPS {
            let mut change: f64 = 0.0;
            for (at, lots) in self
                .lots
                .iter()
                .enumerate()
                .filter(|(_, lots)| !lots.is_empty())
            {
                let own = self.boards[at].1 == team;
                let best = |lot: &Lot| {
                    let values = lot.after.iter().map(|&after| values[after]);
                    if own {
                        values.fold(0.0, f64::max)
                    } else {
                        values.fold(1.0, f64::min)
                    }
                };
                let sum: f64 = lots.iter().map(|lot| lot.chance * best(lot)).sum();
                let value = sum + self.open * open;
                change = change.max((value - values[at]).abs());
                values[at] = value;
            }
            if change < 1e-14 {
                break;
            }
        }
        values[0]
    }
}

pub(crate) fn judged(case: &Case) -> Verdict {
    let rules = Rules::read(case.get("rules"));
    let (board, team) = rules.board(case.get("position"));
    let most = case.get("max-throws").parse().unwrap();
    let Some(game) = Game::of(&rules, (board, team), "1/2", most) else {
        return Verdict::Declined("too many positions for the oracle".into());
    };
    debug_assert!(
        game.lots
            .iter()
            .flatten()
            .all(|lot| !lot.same || rules.thrown)
    );
    let exactly =
        |value: f64| BigRational::from_float(value).unwrap_or_else(|| BigInt::from(0).into());
    let truth = Between {
        lower: exactly(game.chance(team, 0.0) - ROUNDING),
        upper: exactly(game.chance(team, 1.0) + ROUNDING),
    };
    let options: &[&str] = match rules.thrown {
        true => &["position"],
        false => &["position", "max-throws"],
    };
    let said = or_verdict!(asked("endgame", case, options));
    let mut ledger = Ledger::default();
    ledger.compare("win", &said["win"], &truth);
    // The same turns are open for both.
    let close = |one: &BigRational, other: &BigRational| {
        (one - other).to_f64().unwrap().abs() < 3.0 * ROUNDING
    };
    let found = Between::read(&said["win"]).unwrap();
    ledger.law(
        close(&found.lower, &truth.lower) && close(&found.upper, &truth.upper),
        || format!("bounds: siga {found}, oracle {truth}"),
    );
    ledger.verdict()
}
