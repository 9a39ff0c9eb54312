//! The effect of the rule about repeated moves.
//!
//! Whoever makes one and the same move three times loses. The rule looks at the past, so that a
//! position alone has no value under it, and the solution leaves it out: play without end is a
//! draw. This module works out what the solution still says about games under the rule, with a
//! move taken as the same when it is made from the same cell to the same cell, or placed on the
//! same cell, at any time in the game.

use std::collections::{HashMap, HashSet};

use super::moves::{Ply, State};
use super::prove::ProofState;
use super::rules::Facts;
use super::solve::{Ranked, ranked};
use super::{Move, Position, Rules};
use crate::board::Side;
use crate::games::solved_game::{History, Hold};
use crate::solve::Ending;
use crate::solve::retro::{Layer, LayeredGame, Outcome, SetMap, Solution, SolveError};
use crate::solve::within::{Forced, Within};

/// Moves of a player before the third of three same moves can be made.
const FREE: u16 = 4;

impl History {
    /// Works it out from a solution.
    ///
    /// Exact: each number is proved by going through every play of the other side.
    ///
    /// Cost: a second or two on 5×5.
    ///
    /// # Errors
    /// [`SolveError::NoLayer`]: the solution lacks a layer.
    pub(crate) fn new(rules: &Rules, solution: &Solution) -> Result<History, SolveError> {
        let men = Side::BOTH.map(|side| rules.men(side));
        let moves = rules.steps().len() as u64;
        let missing = SolveError::NoLayer {
            layer: Layer::new(0, 0),
        };
        let drawn = solution.value(0, 0).ok_or(missing)? == Ending::Draw;
        let mut holds = Vec::new();
        for side in Side::BOTH.into_iter().filter(|_| drawn) {
            let placed = (1..=men[side as usize]).rev().find(|&placed| {
                let facts = rules.facts();
                let symmetries = facts.symmetries.iter();
                let placing = Placing {
                    facts,
                    solution,
                    placed: placed.into(),
                    symmetries: symmetries.map(|cells| SetMap::new(cells)).collect(),
                };
                let empty = ProofState {
                    state: State { own: 0, other: 0 },
                    mine: side == Side::X,
                };
                Within::new(placing, u64::MAX).is_forced(&empty, 0) == Some(true)
            });
            let placed = placed.unwrap_or(0);
            holds.push(Hold {
                side,
                placed,
                plies: 2 * (u16::from(placed) + FREE),
            });
        }
        Ok(History {
            longest_game: men.map(u64::from).iter().sum::<u64>() + 4 * moves + 1,
            safe_plies: 2 * FREE - 1,
            holds,
            line: if drawn {
                long_line(rules, solution)
            } else {
                Vec::new()
            },
        })
    }

    /// In words, a line each.
    pub fn explained(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "the rule that the same move three times loses is ignored, because it depends on earlier moves. It would end every game within {} plies, so no game would be a draw; from the start of a game, wins in at most {} plies hold under it too",
            self.longest_game, self.safe_plies
        )];
        for hold in &self.holds {
            lines.push(format!(
                "under it {} can hold for {} plies at least, whatever {} does: it can place its first {} pieces in \
                 as many turns",
                hold.side,
                hold.plies,
                hold.side.other(),
                hold.placed
            ));
        }
        if !self.line.is_empty() {
            lines.push(format!(
                "{} plies can be played from the empty board that all keep the draw, with no position twice and no \
                 move of a side three times",
                self.line.len()
            ));
        }
        lines
    }
}

/// Whether a side can place its first pieces in as many turns without getting lost.
struct Placing<'a> {
    facts: &'a Facts,
    solution: &'a Solution,
    placed: u32,
    symmetries: Vec<SetMap>,
}

impl Forced for Placing<'_> {
    type State = ProofState;

    fn known(&self, &ProofState { state, mine }: &ProofState, _: u32) -> Option<bool> {
        let (pieces, lost) = match mine {
            true => (state.own, Outcome::Loss),
            false => (state.other, Outcome::Win),
        };
        let value = self.solution.value(state.own, state.other);
        if value.is_none_or(|value| value.outcome() == lost) {
            return Some(false);
        }
        let done = pieces.count_ones() >= self.placed || self.facts.is_over(state);
        let may_go_on = || mine || self.facts.plies(state).next().is_some();
        (done || !may_go_on()).then_some(true)
    }

    fn key(&self, turn: &ProofState) -> ProofState {
        turn.folded(&self.symmetries)
    }

    fn chooses(&self, turn: &ProofState) -> bool {
        turn.mine
    }

    /// The positions after each piece that can be placed, or after each ply of the other side.
    fn next(
        &self,
        &ProofState { state, mine }: &ProofState,
        within: u32,
    ) -> Vec<(ProofState, u32)> {
        let plies = self.facts.plies(state);
        let plies = plies.filter(|ply| !mine || matches!(ply, Ply::Place(_)));
        let after = plies.map(|ply| ProofState {
            state: self.facts.after(state, ply),
            mine: !mine,
        });
        after.map(|turn| (turn, within)).collect()
    }
}

/// A long line of moves that keep the draw, without repetition of a position and without a third
/// same move: among those allowed always the one made most rarely.
fn long_line(rules: &Rules, solution: &Solution) -> Vec<Move> {
    let mut at = Position::start(rules);
    let mut seen = HashSet::from([(at.state(), at.side())]);
    let mut made: HashMap<(Side, Ply), u8> = HashMap::new();
    let mut line = Vec::new();
    loop {
        let Ok(moves) = ranked(solution, &at);
        let times = |ply| made.get(&(at.side(), ply)).copied().unwrap_or(0);
        let allowed = |found: &Ranked| {
            let next = &found.play.position;
            found.value == Ending::Draw
                && times(found.ply) < 2
                && !seen.contains(&(next.state(), next.side()))
        };
        let next = moves.into_iter().filter(allowed);
        let Some(next) = next.min_by_key(|found| (times(found.ply), found.ply)) else {
            return line;
        };
        line.push(next.play.action);
        *made.entry((at.side(), next.ply)).or_default() += 1;
        at = next.play.position;
        seen.insert((at.state(), at.side()));
    }
}
