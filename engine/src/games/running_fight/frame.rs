//! The rules of a running fight in numbers, and which throws of a turn still stand under them.

use super::route::Route;
use super::sticks::Order;
use super::throws::{Face, Standing, Throw, Yield};
use crate::chance::turn::Cancel;

/// The rules in numbers: the board, the pieces, and when throws are used.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The routes of both teams.
    pub(in crate::games) route: Route,
    /// Pieces of a team.
    pub(in crate::games) pieces: u8,
    /// Whether no piece is ever asleep, or not freed.
    pub(in crate::games) all_awake: bool,
    /// The cells, as each team numbers them, on which it cannot take pieces.
    pub(in crate::games) safe: u128,
    /// The order in which throws are used.
    pub(in crate::games) order: Order,
    /// Whether all throws of a turn are made before any is used.
    pub(in crate::games) all_first: bool,
    /// Whether the throw that ends a turn is written last, and the throws left are shown ascending.
    pub(in crate::games) ends_last: bool,
    /// The throws that a khmar cancels.
    pub(in crate::games) cancel: Cancel,
    /// The throw by which a team begins, where it is thrown for who begins.
    pub opener: Option<Face>,
    /// Whether each team has two turns in a row.
    pub(in crate::games) two_turns: bool,
    /// The game's words for cells, for a piece that has left home, and for the rules by which no piece is asleep.
    pub(in crate::games) words: [&'static str; 3],
}

impl Frame {
    /// What stands after one more throw: a khmar takes the throw before it off again.
    pub(super) fn and(&self, mut standing: Standing, throw: Throw) -> Standing {
        let is_khmar = throw.face == Face::Khmar;
        if !is_khmar {
            standing.throws.push(throw.face);
        } else if standing.fresh || self.cancel == Cancel::Stack {
            standing.throws.pop();
        }
        standing.fresh = !is_khmar;
        standing
    }

    /// The throws that stand while the turn goes on, if only some can fall from now on. Lists of throws that can be used alike become one;
    /// what can still be cancelled stays as it is.
    pub(super) fn settled(&self, mut standing: Standing, falling: &[Throw]) -> Standing {
        let cancellable = match self.cancel {
            _ if falling.iter().all(|throw| throw.face != Face::Khmar) => 0,
            Cancel::Stack => standing.throws.len(),
            Cancel::Previous => usize::from(standing.fresh),
        };
        let last = standing
            .throws
            .split_off(standing.throws.len() - cancellable);
        let mut throws = self.in_order(standing.played().throws(), true);
        throws.extend(last);
        Standing {
            throws,
            fresh: self.cancel == Cancel::Previous && cancellable > 0,
        }
    }

    /// One yield for all that can be used alike; what stood before its last throw is settled.
    pub(super) fn alike(&self, played: &Yield) -> Yield {
        Yield::trusted(self.in_order(played.throws(), !self.ends_last))
    }

    /// The throws in the order in which they are shown while they are used.
    pub(super) fn shown(&self, throws: &[Face]) -> Vec<Face> {
        self.in_order(throws, self.ends_last)
    }

    /// The throws as they are shown, with equal ones together where they may be used in any order.
    pub(super) fn together(&self, throws: &[Face]) -> Vec<Face> {
        let shown = self.shown(throws);
        let mut throws = shown.clone();
        if self.order == Order::Any {
            throws.sort_by_key(|face| shown.iter().position(|known| known == face));
        }
        throws
    }

    /// The throws, `ascending` or as they were thrown, where they may be used in any order.
    fn in_order(&self, throws: &[Face], ascending: bool) -> Vec<Face> {
        let mut throws = throws.to_vec();
        if ascending && self.order == Order::Any {
            throws.sort_unstable();
        }
        throws
    }
}
