//! Who wins with few pieces left: all positions gone over again and again.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive as _, Zero as _};

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::{Ledger, or_verdict};
use crate::oracles::number::Between;

use super::judge::asked;
use super::rules::{Board, Ends, Mover, Rules, Throw, cells, playable};

/// Positions that the oracle goes over.
const MOST: usize = 200;
/// Throws of a turn that are followed, and sequences of them.
const TURNS: (usize, usize) = (8, 300);
/// Sweeps over all positions: pieces only go forward, so that games are over long before.
const SWEEPS: usize = 2000;
/// A bound on the effect of rounding.
const ROUNDING: f64 = 1e-8;

/// All positions that can come of one, the first; for each the positions that each yield can be played to, with its chance; and
/// the chance of the yields left open.
struct Game<'a> {
    rules: &'a Rules,
    positions: Vec<(Board, Mover)>,
    yields: Vec<Vec<(f64, Vec<usize>)>>,
    open: f64,
}

impl Game<'_> {
    fn of(rules: &Rules, start: (Board, Mover)) -> Option<Game<'_>> {
        let found = rules.yields(TURNS.0, TURNS.1);
        let mut kinds: BTreeMap<Vec<Throw>, f64> = BTreeMap::new();
        for (stands, chance) in found.chances.iter().filter(|(_, chance)| !chance.is_zero()) {
            *kinds.entry(playable(rules, stands)).or_default() += chance.to_f64().unwrap();
        }
        let key = |board: &Board, mover: Mover| (board.clone(), mover.side, mover.second);
        let mut numbers = BTreeMap::from([(key(&start.0, start.1), 0)]);
        let mut positions = vec![start];
        let mut yields = Vec::new();
        while yields.len() < positions.len() {
            let (board, mover) = positions[yields.len()].clone();
            let (mut ends, next) = (Ends::new(rules, mover.side), rules.then(mover));
            let mut own = Vec::new();
            for (left, &chance) in kinds.iter().filter(|_| !rules.over(&board)) {
                let after = ends.of(&board, left);
                let after = after.iter().map(|board| {
                    *numbers.entry(key(board, next)).or_insert_with(|| {
                        positions.push((board.clone(), next));
                        positions.len() - 1
                    })
                });
                own.push((chance, after.collect()));
            }
            yields.push(own);
            if positions.len() > MOST {
                return None;
            }
        }
        Some(Game {
            rules,
            positions,
            yields,
            open: 1.0 - kinds.values().sum::<f64>(),
        })
    }

    /// The positions from which no piece ever moves again.
    fn stuck(&self) -> Vec<bool> {
        let still = |(at, yields): (usize, &Vec<(f64, Vec<usize>)>)| {
            let mut after = yields.iter().flat_map(|(_, after)| after);
            !yields.is_empty()
                && after.all(|&after| self.positions[after].0 == self.positions[at].0)
        };
        let mut stuck: Vec<bool> = self.yields.iter().enumerate().map(still).collect();
        // The same board comes back with the same team to move after four turns at most.
        for _ in 0..4 {
            let stays = |(at, yields): (usize, &Vec<(f64, Vec<usize>)>)| {
                let mut after = yields.iter().flat_map(|(_, after)| after);
                stuck[at] && after.all(|&after| stuck[after])
            };
            stuck = self.yields.iter().enumerate().map(stays).collect();
        }
        stuck
    }

    /// The worth of a game that is over for a team: more pieces win.
    fn result(&self, board: &Board, side: u8) -> f64 {
        let own = cells(board, |cell| cell.to_ascii_uppercase() == side).len();
        let all = cells(board, |cell| cell != b'.').len();
        match (2 * own).cmp(&all) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    }

    /// The chance that the team to move wins, a draw being half a win, if what is open is worth so much to it.
    fn chance(&self, stuck: &[bool], open: f64) -> f64 {
        let side = self.positions[0].1.side;
        let first = |(at, (board, _)): (usize, &(Board, Mover))| match self.rules.over(board) {
            true => self.result(board, side),
            false if stuck[at] => 0.5,
            false => open,
        };
        let mut values: Vec<f64> = self.positions.iter().enumerate().map(first).collect();
        for _ in 0..SWEEPS {
            let mut change: f64 = 0.0;
            for (at, yields) in self.yields.iter().enumerate() {
                if yields.is_empty() || stuck[at] {
                    continue;
                }
                let own = self.positions[at].1.side == side;
                let best = |after: &Vec<usize>| {
                    let values = after.iter().map(|&after| values[after]);
                    match own {
                        true => values.fold(0.0, f64::max),
                        false => values.fold(1.0, f64::min),
                    }
                };
                let sum: f64 = yields
                    .iter()
                    .map(|(chance, after)| chance * best(after))
                    .sum();
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
    let Some(game) = Game::of(&rules, rules.board(case.get("position"))) else {
        return Verdict::Declined("too many positions for the oracle".into());
    };
    let stuck = game.stuck();
    if stuck[0] {
        return Verdict::Declined("no piece ever moves again".into());
    }
    let said = or_verdict!(asked("endgame", case, &["position", "max-throws"]));
    let exactly =
        |value: f64| BigRational::from_float(value).unwrap_or_else(|| BigInt::from(0).into());
    let truth = Between {
        lower: exactly(game.chance(&stuck, 0.0) - ROUNDING),
        upper: exactly(game.chance(&stuck, 1.0) + ROUNDING),
    };
    let mut ledger = Ledger::default();
    ledger.compare("win", &said["win"], &truth);
    ledger.verdict()
}
