//! What a side forces within some turns, whatever the other does: at least a draw, or a capture that keeps a win.
//!
//! Both are proofs that [`alphabeta`](super::alphabeta) cannot give, since it proves wins and losses alone. They are one search
//! (`solve::within`) with two aims.
//!
//! *At least a draw.* A side holds a position if the game is over there or a table has it and the side has not lost, if
//! the list ([`listing`](super::listing)) proves it, or, within the depth, if some move of its own or every move of the other
//! leads to one it holds. What is too deep is not held. So whatever is found to be held is held in the
//! whole game, by induction on the depth, at any depth and by any path.
//!
//! *A capture that keeps a win.* A won position says nothing of how to win it: from any of them play can go round among won positions for
//! ever. Progress means fewer stones. The winner *forces a capture within N turns* if the game is over and he
//! has won; or the turn begins with fewer stones than at first and the table still has a win for him; or, with the turns left, some
//! move of his, or every move of the other side, leads to where he does. Only positions that the tables have as won for him are gone
//! through. By induction on the turns, who always plays a move that forces a capture in the fewest turns
//! comes to it within that many, whatever the other side does, and has still won; with every capture there are fewer stones, so
//! that a win follows in the end wherever this is found again and again.

use super::listing::stones;
use super::plies;
use crate::board::{Bits, Side};
use crate::games::custodial::engine::Engine;
use crate::games::custodial::moves::{State, Turns};
use crate::games::sidja::Outcome;
use crate::games::sidja::endgame::Endgames;
use crate::solve::Worth;
use crate::solve::within::Forced;

/// What is to be forced.
pub(super) enum Aim<'a, B> {
    /// A draw, or better, where the list may prove it.
    AtLeastDraw(&'a dyn Fn(&State<B>) -> Worth),
    /// A capture that keeps a win, from a position with this number of stones.
    Capture { stones: u32 },
}

/// What one side is to force in a game.
pub(super) struct Forcing<'a, B> {
    pub(super) engine: &'a Engine<B>,
    pub(super) endgames: Option<&'a Endgames>,
    pub(super) side: Side,
    pub(super) aim: Aim<'a, B>,
}

impl<B: Bits> Forced for Forcing<'_, B> {
    type State = State<B>;

    fn for_good(&self) -> bool {
        matches!(self.aim, Aim::AtLeastDraw(_))
    }

    fn known(&self, state: &State<B>, turns: u32) -> Option<bool> {
        let mine = self.chooses(state);
        let own = |outcome: Outcome| if mine { outcome } else { -outcome };
        let over = self.engine.end(state).map(own);
        let kept = || self.endgames?.outcome(state).map(own);
        match self.aim {
            Aim::AtLeastDraw(worth) => {
                if let Some(outcome) = over.or_else(kept) {
                    return Some(outcome != Outcome::Loss);
                }
                let proved = worth(state);
                let proved = if mine { proved } else { -proved };
                if proved.at_least != Outcome::Loss || proved.at_most == Outcome::Loss {
                    return Some(proved.at_least != Outcome::Loss);
                }
            }
            Aim::Capture { stones: before } => {
                if over.is_some() {
                    return over.map(|outcome| outcome == Outcome::Win);
                }
                if state.chain.goes_on() {
                    return None;
                }
                if kept() != Some(Outcome::Win) {
                    return Some(false);
                }
                if stones(state) < before {
                    return Some(true);
                }
            }
        }
        (turns == 0).then_some(false)
    }

    fn chooses(&self, state: &State<B>) -> bool {
        state.side == self.side
    }

    /// The turns left are one less where the move ends a turn.
    fn next(&self, state: &State<B>, turns: u32) -> Vec<(State<B>, u32)> {
        let after = |ply| {
            let next = self.engine.after(state, ply);
            let over = u32::from(next.side != state.side);
            (next, turns.saturating_sub(over))
        };
        plies(self.engine, state).into_iter().map(after).collect()
    }
}
