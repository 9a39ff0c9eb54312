//! Where only the outcome is known: the moves by which the side that wins forces a capture that keeps the win, and play towards it.
//!
//! [`forced`](super::forced) says what is forced, and proves it.

use super::forced::{Aim, Forcing};
use super::listing::stones;
use super::plies;
use crate::board::Bits;
use crate::games::custodial::moves::{Ply, State, Turns};
use crate::solve::within::Within;

/// The most turns looked ahead for a capture.
const MOST_TURNS: u32 = 60;
/// The most moves of a line.
const MOST_MOVES: usize = 200;

impl<B: Bits> Within<Forcing<'_, B>> {
    /// Whether a capture is forced after a move, within `turns` turns, the one it is part of included.
    fn capture_after(&mut self, state: &State<B>, ply: Ply<B>, turns: u32) -> Option<bool> {
        let next = self.game.engine.after(state, ply);
        let left = turns.saturating_sub(u32::from(next.side != state.side));
        self.is_forced(&next, left)
    }

    /// For each of some moves the turns within which a capture is forced, the move's own among them, as far as it is found
    /// within the budget. Of the winner's moves, only the quickest and those that take two turns more are looked for.
    pub(super) fn captures(&mut self, state: &State<B>, moves: &[Ply<B>]) -> Vec<Option<u32>> {
        let mut within = vec![None; moves.len()];
        let mut last = MOST_TURNS;
        for turns in 1..=MOST_TURNS {
            if turns > last || within.iter().all(Option::is_some) {
                break;
            }
            for (&ply, within) in moves.iter().zip(&mut within) {
                if within.is_some() {
                    continue;
                }
                match self.capture_after(state, ply, turns) {
                    Some(true) => *within = Some(turns),
                    Some(false) => {}
                    None => last = 0,
                }
            }
            if state.side == self.game.side && within.iter().any(Option::is_some) {
                last = last.min(within.iter().flatten().min().map_or(0, |first| first + 2));
            }
        }
        within
    }

    /// Play from a position after which a capture is forced within some turns: the winner takes the shortest way to it, the other side
    /// the longest; from there on likewise, as far as the budget goes.
    pub(super) fn line(&mut self, root: &State<B>, first: Ply<B>, turns: u32) -> Vec<Ply<B>> {
        let (engine, winner) = (self.game.engine, self.game.side);
        let (mut line, mut before) = (vec![first], stones(root));
        let mut state = engine.after(root, first);
        let mut left = turns - u32::from(state.side != root.side);
        while engine.end(&state).is_none() && line.len() < MOST_MOVES {
            if !state.chain.goes_on() && stones(&state) < before {
                before = stones(&state);
                self.game.aim = Aim::Capture { stones: before };
                self.forget();
                let mut turns = 1..=MOST_TURNS;
                let within = turns.find(|&turns| self.is_forced(&state, turns) == Some(true));
                let Some(within) = within else { break };
                left = within;
            }
            let all = plies(engine, &state);
            let forced = |search: &mut Self, turns| {
                let mut all = all.iter().copied();
                all.find(|&ply| {
                    let forced = search.capture_after(&state, ply, turns);
                    forced == Some(state.side == winner)
                })
            };
            // The other side's move after which a capture is not forced a turn sooner is as long as any.
            let best = match state.side == winner {
                true => forced(self, left),
                false if left == 0 => None,
                false => forced(self, left - 1).or(all.first().copied()),
            };
            let Some(ply) = best else { break };
            line.push(ply);
            let next = engine.after(&state, ply);
            left -= u32::from(next.side != state.side).min(left);
            state = next;
        }
        line
    }
}
