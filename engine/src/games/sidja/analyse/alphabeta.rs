//! Alpha-beta search by turns with a transposition table, for wins, losses and stones ahead.
//!
//! Only wins and losses are proofs: their scores lie beyond any number of stones, so that none that was
//! counted at the depth of the search has a part in them. A draw scores like equal stones and proves
//! nothing here.
//!
//! Tables may know the outcome of a position and not the turns to it. Such a win scores less than any whose turns are
//! known ([`Score::SOME_WIN`]) and more than any stones, so that it is a proof without turns. Where the
//! root itself has a table, the search goes on among its positions, to find the turns: a draw ends it at
//! once, and a win or a loss that is found without its turns stands for all that lie beyond the depth.

use rustc_hash::FxHashMap;

use super::plies;
use crate::board::Bits;
use crate::games::custodial::engine::Engine;
use crate::games::custodial::moves::{Ply, State, Turns};
use crate::games::sidja::Outcome;
use crate::games::sidja::endgame::Endgames;
use crate::solve::Ending;
use crate::work::stop;

/// The value of a position for the side to move: an end of the game and how far off it is, or
/// stones ahead. A win is above any number of stones, the quicker the higher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score(i32);

const END: i32 = 100_000;
const NEAR_END: i32 = END - 10_000;
/// An end at this distance or farther stands for one whose number of turns is not known.
const SOME: u32 = 5_000;

impl Score {
    pub(super) const EVEN: Score = Score(0);
    const MOST: Score = Score(END + 1);
    /// A win in a number of turns that is not known.
    const SOME_WIN: Score = Score(END - 8_000);

    fn of(value: Ending) -> Score {
        match value {
            Ending::Win(turns) => Score(END - turns as i32),
            Ending::Draw => Score::EVEN,
            Ending::Loss(turns) => Score(turns as i32 - END),
        }
    }

    fn lost_now() -> Score {
        Score(-END)
    }

    fn of_outcome(outcome: Outcome) -> Score {
        match outcome {
            Outcome::Win => Score::SOME_WIN,
            Outcome::Draw => Score::EVEN,
            Outcome::Loss => Score::SOME_WIN.negated(),
        }
    }

    /// A win or a loss, and the turns to it, if they are known.
    pub(super) fn end(self) -> Option<(Outcome, Option<u32>)> {
        let turns = (END - self.0.abs()).unsigned_abs();
        let turns = Some(turns).filter(|&turns| turns < SOME);
        match self.0 {
            score if score > NEAR_END => Some((Outcome::Win, turns)),
            score if score < -NEAR_END => Some((Outcome::Loss, turns)),
            _ => None,
        }
    }

    pub(super) fn stones(self) -> i32 {
        self.0
    }

    fn negated(self) -> Score {
        Score(-self.0)
    }

    /// Seen one turn earlier: ends are one turn further off.
    fn earlier(self) -> Score {
        match self.0 {
            score if score > NEAR_END => Score(score - 1),
            score if score < -NEAR_END => Score(score + 1),
            score => Score(score),
        }
    }

    /// Seen one turn later: undoes [`Score::earlier`].
    fn later(self) -> Score {
        match self.0 {
            score if score > NEAR_END - 1 => Score(score + 1),
            score if score < 1 - NEAR_END => Score(score - 1),
            score => Score(score),
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    depth: u32,
    low: Score,
    high: Score,
}

impl Entry {
    /// The bounds known at this depth, to be narrowed: none, if they are of another depth.
    fn at(depth: u32, known: Option<Entry>) -> Entry {
        match known {
            Some(entry) if entry.depth == depth => entry,
            _ => Entry {
                depth,
                low: Score::MOST.negated(),
                high: Score::MOST,
            },
        }
    }

    /// The score that answers a search at this depth between two bounds, if the entry's do.
    fn settled(&self, depth: u32, low: Score, high: Score) -> Option<Score> {
        let same = self.depth == depth;
        if self.low >= high && (same || self.holds(self.low, Outcome::Win, depth)) {
            return Some(self.low);
        }
        if self.high <= low && (same || self.holds(self.high, Outcome::Loss, depth)) {
            return Some(self.high);
        }
        (self.low == self.high && same).then_some(self.low)
    }

    /// Whether a bound found at another depth is a proof that a search at this depth would find: a win as
    /// lower or a loss as upper bound, no further off than the depth; without turns, one found at no greater depth.
    fn holds(&self, bound: Score, wanted: Outcome, depth: u32) -> bool {
        bound.end().is_some_and(|(outcome, turns)| {
            outcome == wanted && turns.map_or(self.depth <= depth, |turns| turns <= depth)
        })
    }
}

/// A search over the moves of one set of rules.
#[derive(Debug)]
pub(super) struct Searcher<'a, B> {
    engine: &'a Engine<B>,
    endgames: Option<&'a Endgames>,
    /// Whether the turns to the end are looked for among positions whose outcome a table has.
    within: bool,
    table: FxHashMap<State<B>, Entry>,
    pub(super) nodes: u64,
    budget: u64,
}

impl<'a, B: Bits> Searcher<'a, B> {
    /// A search that looks positions up in tables made for the same rules; if `within`, it goes on where they have
    /// the outcome alone.
    pub(super) fn new(
        engine: &'a Engine<B>,
        endgames: Option<&'a Endgames>,
        within: bool,
        budget: u64,
    ) -> Searcher<'a, B> {
        Searcher {
            engine,
            endgames,
            within,
            table: FxHashMap::default(),
            nodes: 0,
            budget,
        }
    }

    /// The value of a position from the tables.
    fn probe(&self, state: &State<B>) -> Option<Ending> {
        self.endgames?.value(state)
    }

    /// The value of a move for the side that makes it.
    pub(super) fn after(&mut self, state: &State<B>, ply: Ply<B>, depth: u32) -> Option<Score> {
        let next = self.engine.after(state, ply);
        self.child(state, &next, depth, Score::MOST.negated(), Score::MOST)
    }

    /// The value of the position after a move, seen before it.
    fn child(
        &mut self,
        state: &State<B>,
        next: &State<B>,
        depth: u32,
        low: Score,
        high: Score,
    ) -> Option<Score> {
        if next.side == state.side {
            return self.search(next, depth, low, high);
        }
        let (later_low, later_high) = (high.later().negated(), low.later().negated());
        let score = self.search(next, depth.saturating_sub(1), later_low, later_high)?;
        Some(score.negated().earlier())
    }

    fn search(&mut self, state: &State<B>, depth: u32, low: Score, high: Score) -> Option<Score> {
        match self.engine.end(state) {
            Some(Outcome::Loss) => return Some(Score::lost_now()),
            Some(Outcome::Win) => return Some(Score::lost_now().negated()),
            Some(Outcome::Draw) => return Some(Score::EVEN),
            None => {}
        }
        if let Some(value) = self.probe(state) {
            return Some(Score::of(value));
        }
        if let Some(outcome) = self.endgames.and_then(|tables| tables.outcome(state)) {
            let score = Score::of_outcome(outcome);
            let enough = match outcome {
                Outcome::Win => score >= high,
                Outcome::Draw => true,
                Outcome::Loss => score <= low,
            };
            if enough || depth == 0 || !self.within {
                return Some(score);
            }
        }
        if depth == 0 {
            return Some(self.leaf(state));
        }
        let known = self.table.get(state).copied();
        if let Some(score) = known.and_then(|entry| entry.settled(depth, low, high)) {
            return Some(score);
        }
        if self.nodes >= self.budget {
            return None;
        }
        stop::check();
        self.nodes += 1;
        let best = self.best(state, depth, low, high)?;
        let mut entry = Entry::at(depth, known);
        if best > low {
            entry.low = entry.low.max(best);
        }
        if best < high {
            entry.high = entry.high.min(best);
        }
        self.table.insert(*state, entry);
        Some(best)
    }

    /// The value of the best move, or of the first that reaches `high`.
    fn best(&mut self, state: &State<B>, depth: u32, low: Score, high: Score) -> Option<Score> {
        let mut best = Score::MOST.negated();
        for ply in plies(self.engine, state) {
            let next = self.engine.after(state, ply);
            let score = self.child(state, &next, depth, best.max(low), high)?;
            best = best.max(score);
            if best >= high {
                break;
            }
        }
        Some(best)
    }

    fn leaf(&self, state: &State<B>) -> Score {
        let stones = |set: B, reserve: u8| set.count() as i32 + i32::from(reserve);
        let [own, enemy] = state.reserve;
        Score(stones(state.own, own) - stones(state.enemy, enemy))
    }

    /// Best play that begins with a move of known value, as far as the budget and the depth go.
    pub(super) fn line(
        &mut self,
        root: &State<B>,
        first: Ply<B>,
        value: Score,
        depth: u32,
    ) -> Vec<Ply<B>> {
        let mut line = Vec::new();
        let (mut state, mut wanted, mut left) = (*root, value, depth);
        // As much again, for what the table has forgotten.
        self.budget = self.budget.saturating_mul(2);
        // Positions in the tables need no depth to be followed to the end.
        while self.engine.end(&state).is_none() {
            let known = state.chain.goes_on() || self.probe(&state).is_some();
            if left == 0 && !(known && wanted.end().is_some()) {
                break;
            }
            let found = match line.is_empty() {
                true => Some(first),
                false => plies(self.engine, &state).into_iter().find(|&ply| {
                    self.after(&state, ply, left.max(1))
                        .is_some_and(|score| score == wanted)
                }),
            };
            let Some(ply) = found else {
                break;
            };
            let next = self.engine.after(&state, ply);
            line.push(ply);
            if next.side != state.side {
                wanted = wanted.later().negated();
                left = left.saturating_sub(1);
            }
            state = next;
        }
        line
    }
}
