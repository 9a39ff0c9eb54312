//! Where only the outcome is known: how soon the side that wins forces a capture that keeps the win.
//!
//! A won position says nothing of how to win it: from any of them play can go round among won positions for ever.
//! Progress means fewer stones. The winner *forces a capture within N turns* if the game is over and he
//! has won; or the turn begins with fewer stones than at first and the table still has a win for him; or, with the turns left, some
//! move of his, or every move of the other side, leads to where he does. Only positions that the tables have as won for him are gone
//! through. By induction on the turns, who always plays a move that forces a capture in the fewest turns
//! comes to it within that many, whatever the other side does, and has still won; with every capture there are fewer stones, so
//! that a win follows in the end wherever this is found again and again.

use super::{after_each, plies};
use crate::board::{Bits, Side};
use crate::games::custodial::engine::Engine;
use crate::games::custodial::moves::{Ply, State, Turns};
use crate::games::sidja::Outcome;
use crate::games::sidja::endgame::Endgames;
use crate::solve::within::{Forced, Within};

/// The most turns looked ahead for a capture.
const MOST_TURNS: u32 = 60;
/// The most moves of a line.
const MOST_MOVES: usize = 200;

/// A capture that keeps a win.
#[derive(Debug)]
struct Capture<'a, B> {
    engine: &'a Engine<B>,
    endgames: &'a Endgames,
    winner: Side,
    /// The stones at first.
    stones: u32,
}

/// A search for captures that keep a win.
#[derive(Debug)]
pub(super) struct Approach<'a, B: Bits>(Within<Capture<'a, B>>);

fn stones<B: Bits>(state: &State<B>) -> u32 {
    (state.own | state.enemy).count()
}

impl<'a, B: Bits> Approach<'a, B> {
    /// From a position that the winner has won.
    pub(super) fn new(
        engine: &'a Engine<B>,
        endgames: &'a Endgames,
        winner: Side,
        root: &State<B>,
        budget: u64,
    ) -> Approach<'a, B> {
        let capture = Capture {
            engine,
            endgames,
            winner,
            stones: stones(root),
        };
        Approach(Within::new(capture, budget))
    }

    pub(super) fn nodes(&self) -> u64 {
        self.0.visited
    }

    /// Whether a capture is forced after a move, within `turns` turns, the one it is part of included.
    fn after(&mut self, state: &State<B>, ply: Ply<B>, turns: u32) -> Option<bool> {
        let next = self.0.game.engine.after(state, ply);
        let left = turns.saturating_sub(u32::from(next.side != state.side));
        self.0.is_forced(&next, left)
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
                match self.after(state, ply, turns) {
                    Some(true) => *within = Some(turns),
                    Some(false) => {}
                    None => last = 0,
                }
            }
            if state.side == self.0.game.winner && within.iter().any(Option::is_some) {
                last = last.min(within.iter().flatten().min().map_or(0, |first| first + 2));
            }
        }
        within
    }

    /// Play from a position after which a capture is forced within some turns: the winner takes the shortest way to it, the other side
    /// the longest; from there on likewise, as far as the budget goes.
    pub(super) fn line(&mut self, root: &State<B>, first: Ply<B>, turns: u32) -> Vec<Ply<B>> {
        let (engine, winner) = (self.0.game.engine, self.0.game.winner);
        let mut line = vec![first];
        let mut state = engine.after(root, first);
        let mut left = turns - u32::from(state.side != root.side);
        while engine.end(&state).is_none() && line.len() < MOST_MOVES {
            if !state.chain.goes_on() && stones(&state) < self.0.game.stones {
                self.0.game.stones = stones(&state);
                self.0.forget();
                let mut turns = 1..=MOST_TURNS;
                let within = turns.find(|&turns| self.0.is_forced(&state, turns) == Some(true));
                let Some(within) = within else { break };
                left = within;
            }
            let all = plies(engine, &state);
            let forced = |approach: &mut Self, turns| {
                let mut all = all.iter().copied();
                all.find(|&ply| {
                    let forced = approach.after(&state, ply, turns);
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

impl<B: Bits> Forced for Capture<'_, B> {
    type State = State<B>;
    type Key = State<B>;

    fn known(&self, state: &State<B>, turns: u32) -> Option<bool> {
        let mine = self.chooses(state);
        if let Some(outcome) = self.engine.end(state) {
            return Some((outcome == Outcome::Win) == mine && outcome != Outcome::Draw);
        }
        if state.chain.goes_on() {
            return None;
        }
        let won = if mine { Outcome::Win } else { Outcome::Loss };
        if self.endgames.outcome(state) != Some(won) {
            return Some(false);
        }
        match stones(state) < self.stones {
            true => Some(true),
            false => (turns == 0).then_some(false),
        }
    }

    fn key(&self, state: &State<B>) -> State<B> {
        *state
    }

    fn chooses(&self, state: &State<B>) -> bool {
        state.side == self.winner
    }

    fn next(&self, state: &State<B>, turns: u32) -> Vec<(State<B>, u32)> {
        after_each(self.engine, state, turns)
    }
}
