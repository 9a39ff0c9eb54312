//! How greedy plays Sig (docs/rules/sig.md), once more.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use siga::games::running_fight::analyse::rank;
use siga::games::sig::analyse::By;
use siga::games::sig::{self, Position, moves::Yield};
use siga::work::Note;

use crate::oracles::coverage::{Dislike, NaiveGreedy};

use super::rules::{Board, Mover, Rules, Throw, cells, other, playable};

/// How often so many red sides fall, in parts of 256: eight sticks that fall either way alike.
const RED: [u64; 9] = [1, 8, 28, 56, 70, 56, 28, 8, 1];
/// Turns of more throws are left out.
const MOST_THROWS: usize = 30;

impl NaiveGreedy for Rules {
    type Siga = Position;

    fn played(rules: &str, position: &str, throws: &Vec<Throw>) -> (Position, Vec<Position>) {
        let rules = rules.parse().unwrap();
        let throws: Vec<String> = throws.iter().map(|throw| throw.text()).collect();
        let played = Yield::parse(&throws.join(","), &rules).unwrap();
        let position = Position::parse(position, &rules).unwrap();
        let effort = sig::Effort {
            max_throws: Some(1),
            budget: 1000,
        };
        let ranked = rank(&position, &played, By::Take, &effort, &Note::default());
        let plays = ranked.unwrap().0.plays;
        let after = plays.iter().map(|ranked| ranked.play.position.clone());
        (position, after.collect())
    }

    fn text(&self, (board, mover): &(Board, Mover)) -> String {
        Rules::text(self, board, *mover)
    }

    /// What stands, and whether the throw before can be cancelled; only the last has a place where the order is free.
    fn thrown(&self) -> BTreeMap<Vec<Throw>, f64> {
        assert!(!self.stack, "what a khmar cancels depends on the order");
        let mut begun = BTreeMap::from([((Vec::new(), false), 1.0)]);
        let mut whole = BTreeMap::new();
        for _ in 0..MOST_THROWS {
            let mut longer = BTreeMap::new();
            for ((stands, fresh), before) in begun {
                for ((throw, again), parts) in self.throws.iter().zip(RED) {
                    let mut stands: Vec<Throw> = stands.clone();
                    match *throw {
                        Throw::Khmar if fresh => drop(stands.pop()),
                        Throw::Khmar => {}
                        throw => {
                            if !self.thrown {
                                stands.sort_unstable();
                            }
                            stands.push(throw);
                        }
                    }
                    let chance = before * parts as f64 / 256.0;
                    if *again {
                        let key = (stands, *throw != Throw::Khmar);
                        *longer.entry(key).or_insert(0.0) += chance;
                    } else {
                        *whole.entry(playable(self, &stands)).or_insert(0.0) += chance;
                    }
                }
            }
            begun = longer;
            begun.retain(|_, chance| *chance > 1e-12);
        }
        whole
    }

    /// Every throw that can be used is used; where the order is that of the throws, one that cannot is lost.
    fn uses(
        &self,
        (board, mover): &(Board, Mover),
        left: &Vec<Throw>,
    ) -> Vec<((Board, Mover), Option<Vec<Throw>>)> {
        let mut found = Vec::new();
        for (throw, rest) in self.next_throws(left) {
            let uses = Rules::uses(self, board, mover.side, throw).into_iter();
            found.extend(uses.map(|(after, _)| ((after, *mover), Some(rest.clone()))));
            if self.thrown && found.is_empty() {
                found.push(((board.clone(), *mover), Some(rest)));
            }
        }
        found
    }

    fn dislike(&self, (board, mover): &(Board, Mover)) -> Dislike {
        let enemy = other(mover.side);
        let pieces = |team: u8| cells(board, |cell| cell.eq_ignore_ascii_case(&team)).len();
        let way = self.route(enemy);
        let mut reached = 0;
        for from in (0..way.len()).filter(|&from| board[way[from]] == enemy) {
            for ((throw, _), parts) in self.throws.iter().zip(RED) {
                let Throw::Number(cells) = throw else {
                    continue;
                };
                // In the enemy's home row own pieces may be safe.
                let safe = self.safe && from + cells < self.length;
                let to = way.get(from + cells).filter(|_| !safe);
                if to.is_some_and(|&to| board[to].eq_ignore_ascii_case(&mover.side)) {
                    reached += parts;
                }
            }
        }
        (pieces(enemy), Reverse(0), reached)
    }

    fn passed(&self, (board, mover): &(Board, Mover), _: &Vec<Throw>) -> (Board, Mover) {
        (board.clone(), self.then(*mover))
    }
}
