//! Tâb played out at random ([`playouts`](crate::games::playouts)): estimates where there is no proof.

use num_rational::BigRational;

use super::Position;
use super::board::Board;
use super::moves::Yield;
use super::playing::{throw_on, throw_once};
use super::rules::{Rules, Start, TAB};
use super::walk::Walker;
use crate::board::Bits;
use crate::games::playouts::Ended;
use crate::games::running_fight::plays::{Left, Turn};
use crate::games::running_fight::policies::{self, PlaysOut};

pub use crate::games::running_fight::simulate::Policy;

/// A position before a throw.
pub type State = policies::State<Position>;

impl State {
    /// The start of a game: under `start=tab` it is first thrown for who begins.
    pub fn start(rules: &Rules) -> State {
        State {
            position: Position::start(rules),
            opening: rules.start == Start::Tab,
        }
    }
}

impl PlaysOut for Rules {
    /// The throws left themselves; `None` if the turn ends.
    type Rest = Option<Vec<u8>>;

    fn ended(position: &Position, _: &[u8]) -> Option<Ended> {
        position.winner().map(Ended::Won)
    }

    fn thrown(
        &self,
        opening: bool,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Option<(usize, Option<Yield>)> {
        let first = opening.then(|| throw_once(self, below));
        if first.is_some_and(|first| first != TAB) {
            return Some((1, None));
        }
        let played = throw_on(self, first.as_slice(), below).ok()?;
        Some((played.throws().len(), Some(played)))
    }

    fn uses(&self, board: &Board, left: &[u8]) -> Vec<(Board, Option<Vec<u8>>)> {
        let walker = Walker::new(self);
        let left = Left {
            board: *board,
            throws: left.to_vec(),
        };
        let (next, may_end) = walker.next(&left);
        let next = next.into_iter();
        let next = next.map(|(_, next)| (next.board, Some(next.throws)));
        let ended = may_end.then(|| (walker.board(&left), None));
        next.chain(ended).collect()
    }

    fn rest(&self, _: &[u8], rest: Option<Vec<u8>>) -> Option<Vec<u8>> {
        rest
    }

    fn moves(&self) -> Vec<(u8, BigRational)> {
        let throws = self.weighted().into_iter();
        throws.map(|throw| (throw.fields, throw.chance)).collect()
    }

    fn movable(board: &Board) -> u128 {
        let stacks = board.stacks();
        let awake = stacks.filter(|(_, stack)| stack.is_own() && !stack.is_asleep());
        awake.fold(0, |set, (field, _)| set | u128::bit(field))
    }

    fn at_stake(&self, board: &Board, field: u8) -> u32 {
        let stack = board.at(field);
        let pieces = stack.is_enemy().then_some(stack.height());
        pieces.map_or(0, u32::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::playouts::playout;
    use crate::games::running_fight::policies::Policies;

    #[test]
    fn who_throws_the_first_tab_is_thrown_for() {
        let rules: Rules = "tab:lane,length=3".parse().unwrap();
        let game = Policies::new(&rules, [Policy::Greedy; 2]);
        let start = State::start(&rules);
        assert!(start.opening);
        let mut wins = [0, 0];
        for number in 0..60 {
            match playout(&game, &start, 1, number).ended {
                Some(Ended::Won(team)) => wins[team as usize] += 1,
                other => panic!("{other:?}"),
            }
        }
        assert!(wins.iter().all(|&wins| wins > 5), "{wins:?}");
    }
}
