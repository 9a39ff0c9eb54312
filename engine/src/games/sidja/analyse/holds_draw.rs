//! Whether a side can hold at least a draw, whatever the other does: looked for a few turns ahead.
//!
//! A side holds a position if the game is over there or a table has it and the side has not lost, if
//! the [`Listing`] proves it, or, within the depth, if some move of its own or every move of the other
//! leads to one it holds. What is too deep is not held. So whatever is found to be held is held in the
//! whole game, by induction on the depth, at any depth and by any path; and what is not held at some
//! depth is not found to be held at a smaller one. The memory needs no more than that.

use rustc_hash::FxHashMap;

use super::listing::Listing;
use crate::board::{Bits, Side};
use crate::games::sidja::Outcome;
use crate::games::sidja::endgame::Endgames;
use crate::games::sidja::graph::{make, plies};
use crate::games::sidja::moves::{Engine, State};
use crate::work::stop;

/// The facts about a position found by looking ahead.
#[derive(Debug, Clone, Copy)]
enum DrawHeld {
    /// It is held.
    Held,
    /// Not within this many turns.
    NotWithin(u32),
}

/// A search for what one side holds.
#[derive(Debug)]
pub(super) struct Holder<'a, B> {
    pub(super) engine: &'a Engine<B>,
    pub(super) endgames: Option<&'a Endgames>,
    pub(super) listing: &'a Listing<'a, B>,
    pub(super) side: Side,
    pub(super) budget: u64,
    found: FxHashMap<State<B>, DrawHeld>,
    nodes: u64,
}

impl<'a, B: Bits> Holder<'a, B> {
    pub(super) fn new(
        engine: &'a Engine<B>,
        endgames: Option<&'a Endgames>,
        listing: &'a Listing<'a, B>,
        side: Side,
        budget: u64,
    ) -> Holder<'a, B> {
        Holder {
            engine,
            endgames,
            listing,
            side,
            budget,
            found: FxHashMap::default(),
            nodes: 0,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side is found to hold a position; `None` when the budget is used up.
    pub(super) fn holds(&mut self, state: &State<B>, depth: u32) -> Option<bool> {
        let mine = state.side == self.side;
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
        if depth == 0 {
            return Some(false);
        }
        match self.found.get(state) {
            Some(DrawHeld::Held) => return Some(true),
            Some(&DrawHeld::NotWithin(turns)) if depth <= turns => return Some(false),
            _ => {}
        }
        if self.nodes >= self.budget {
            return None;
        }
        stop::check();
        self.nodes += 1;
        let mut held = !mine;
        for ply in plies(self.engine, state) {
            let next = make(self.engine, state, ply);
            let left = depth - u32::from(next.side != state.side);
            if self.holds(&next, left)? == mine {
                held = mine;
                break;
            }
        }
        let found = if held {
            DrawHeld::Held
        } else {
            DrawHeld::NotWithin(depth)
        };
        self.found.insert(*state, found);
        Some(held)
    }
}
