//! How greedy plays daldøs (docs/rules/daldos.md), once more.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::iter::successors;

use siga::games::daldos::Position;

use crate::oracles::coverage::{Dislike, NaiveGreedy};
use crate::oracles::running_fight::NaivePlayer as _;

use super::rules::{Board, Rules, Throw, holes, other, pieces};

impl NaiveGreedy for Rules {
    type Siga = Position;

    fn played(rules: &str, position: &str, throw: &Throw) -> (Position, Vec<Position>) {
        let position = Position::parse(position, &rules.parse().unwrap()).unwrap();
        let numbers: Vec<u8> = throw.numbers.iter().map(|&number| number as u8).collect();
        let plays = position.plays(position.game().cast(numbers).unwrap());
        let after = plays.iter().map(|play| position.after(play)).collect();
        (position, after)
    }

    fn text(&self, (board, side): &(Board, u8)) -> String {
        Rules::text(self, board, *side)
    }

    fn thrown(&self) -> BTreeMap<Throw, f64> {
        let (throws, chances) = self.chances(1);
        throws.into_iter().zip(chances).collect()
    }

    /// A throw is played as a whole.
    fn uses(
        &self,
        (board, side): &(Board, u8),
        throw: &Throw,
    ) -> Vec<((Board, u8), Option<Throw>)> {
        let plays = Rules::plays(self, board, *side, &throw.numbers).into_keys();
        plays.map(|after| ((after, *side), None)).collect()
    }

    /// Own pieces that an enemy on its way could reach if nothing stood between count once for each throw that reaches any.
    fn dislike(&self, (board, side): &(Board, u8)) -> Dislike {
        let (enemy, throws) = (other(*side), self.throws());
        let sums = throws
            .iter()
            .map(|throw| throw.numbers.iter().sum::<usize>());
        let farthest = sums.max().unwrap();
        let mut exposed = 0;
        for from in holes(board, |cell| cell == enemy) {
            let way = successors(Some(from), |&at| Some(self.next(enemy, at)));
            let way = way.take(farthest + 1);
            let own: Vec<bool> = way.map(|at| board[at].eq_ignore_ascii_case(side)).collect();
            for throw in &throws {
                let sum = |some: usize| -> usize {
                    let numbers = throw.numbers.iter().enumerate();
                    let some = numbers.filter(|(at, _)| some >> at & 1 == 1);
                    some.map(|(_, number)| number).sum()
                };
                if (1..1 << throw.numbers.len()).any(|some| own[sum(some)]) {
                    exposed += throw.weight as u64;
                }
            }
        }
        (pieces(board, enemy), Reverse(0), exposed)
    }

    fn passed(&self, (board, side): &(Board, u8), throw: &Throw) -> (Board, u8) {
        let next = if throw.again { *side } else { other(*side) };
        (board.clone(), next)
    }
}
