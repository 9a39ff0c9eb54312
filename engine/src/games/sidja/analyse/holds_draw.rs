//! Whether a side can hold at least a draw, whatever the other does: looked for a few turns ahead.
//!
//! A side holds a position if the game is over there or a table has it and the side has not lost, if
//! the [`Listing`] proves it, or, within the depth, if some move of its own or every move of the other
//! leads to one it holds. What is too deep is not held. So whatever is found to be held is held in the
//! whole game, by induction on the depth, at any depth and by any path.

use super::after_each;
use super::listing::Listing;
use crate::board::{Bits, Side};
use crate::games::custodial::engine::Engine;
use crate::games::custodial::moves::{State, Turns};
use crate::games::sidja::Outcome;
use crate::games::sidja::endgame::Endgames;
use crate::solve::within::{Forced, Within};

/// A draw, or better, for one side.
pub(super) struct AtLeastDraw<'a, B: Bits> {
    pub(super) engine: &'a Engine<B>,
    pub(super) endgames: Option<&'a Endgames>,
    pub(super) listing: &'a Listing<'a, B>,
    pub(super) side: Side,
}

/// A search for what one side holds.
pub(super) type Holder<'a, B> = Within<AtLeastDraw<'a, B>>;

impl<B: Bits> Forced for AtLeastDraw<'_, B> {
    type State = State<B>;
    type Key = State<B>;

    const FOR_GOOD: bool = true;

    fn known(&self, state: &State<B>, depth: u32) -> Option<bool> {
        let mine = self.chooses(state);
        let over = self.engine.end(state);
        if let Some(outcome) = over.or_else(|| self.endgames?.outcome(state)) {
            let lost = if mine { Outcome::Loss } else { Outcome::Win };
            return Some(outcome != lost);
        }
        if let Some(proved) = self.listing.get(state) {
            let (low, high) = match mine {
                true => (proved.at_least, proved.at_most),
                false => (-proved.at_most, -proved.at_least),
            };
            if low != Outcome::Loss || high == Outcome::Loss {
                return Some(low != Outcome::Loss);
            }
        }
        (depth == 0).then_some(false)
    }

    fn key(&self, state: &State<B>) -> State<B> {
        *state
    }

    fn chooses(&self, state: &State<B>) -> bool {
        state.side == self.side
    }

    fn next(&self, state: &State<B>, depth: u32) -> Vec<(State<B>, u32)> {
        after_each(self.engine, state, depth)
    }
}
