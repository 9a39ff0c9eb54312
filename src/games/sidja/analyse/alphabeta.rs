//! Alpha-beta search by turns with a transposition table.

use std::collections::HashMap;

use crate::board::{Bits, Board};
use crate::games::sidja::endgame::{Endgames, Value};
use crate::games::sidja::engine::{Engine, State};
use crate::games::sidja::{Move, Outcome, Side};

/// The value of a position for the side to move: an end of the game and how far off it is, or
/// stones ahead. A win is above any number of stones, the quicker the higher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score(i32);

const END: i32 = 100_000;
const NEAR_END: i32 = END - 10_000;

impl Score {
    pub(super) const EVEN: Score = Score(0);
    const MOST: Score = Score(END + 1);

    fn of(value: Value) -> Score {
        match value {
            Value::Win(turns) => Score(END - turns as i32),
            Value::Draw => Score::EVEN,
            Value::Loss(turns) => Score(turns as i32 - END),
        }
    }

    fn lost_now() -> Score {
        Score(-END)
    }

    pub(super) fn is_win(self) -> bool {
        self.0 > NEAR_END
    }

    /// A win or a loss, and the turns to it.
    pub(super) fn end(self) -> Option<(Outcome, u32)> {
        let turns = (END - self.0.abs()).unsigned_abs();
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

/// What a position counts that is too deep to be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaves {
    /// The stones ahead.
    Material,
    /// A win for one side.
    Win(Side),
}

/// A move by index with the stones it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ply<B> {
    Place(u8),
    Step { from: u8, to: u8, taken: B },
    Pass,
}

impl<B: Bits> Ply<B> {
    pub(super) fn taken(self) -> B {
        match self {
            Ply::Step { taken, .. } => taken,
            Ply::Place(_) | Ply::Pass => B::ZERO,
        }
    }

    pub(super) fn name(self, board: Board) -> Move {
        match self {
            Ply::Place(at) => Move::Place(board.cell(at)),
            Ply::Step { from, to, .. } => Move::Step {
                from: board.cell(from),
                to: board.cell(to),
            },
            Ply::Pass => Move::Pass,
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    depth: u32,
    low: Score,
    high: Score,
}

/// A search over the moves of one set of rules.
#[derive(Debug)]
pub(super) struct Searcher<'a, B> {
    engine: &'a Engine<B>,
    leaves: Leaves,
    endgames: Option<&'a Endgames>,
    table: HashMap<State<B>, Entry>,
    nodes: u64,
    budget: u64,
}

impl<'a, B: Bits> Searcher<'a, B> {
    pub(super) fn new(engine: &'a Engine<B>, leaves: Leaves, budget: u64) -> Searcher<'a, B> {
        Searcher {
            engine,
            leaves,
            endgames: None,
            table: HashMap::new(),
            nodes: 0,
            budget,
        }
    }

    /// Looks positions up in tables made for the same rules.
    pub(super) fn probing(mut self, endgames: Option<&'a Endgames>) -> Searcher<'a, B> {
        self.endgames = endgames;
        self
    }

    /// The value of a position from the tables.
    pub(super) fn probe(&self, state: &State<B>) -> Option<Value> {
        self.endgames?.value(state)
    }

    /// The outcome, for a side, of a position in or after its turn, from tables alone.
    pub(super) fn outcome(&self, side: Side, state: &State<B>) -> Option<Outcome> {
        if state.side != side {
            return self.endgames?.outcome(state).map(|outcome| -outcome);
        }
        let plies = self.plies(state).into_iter();
        let outcomes: Vec<Option<Outcome>> = plies
            .map(|ply| self.outcome(side, &self.make(state, ply)))
            .collect();
        match outcomes.contains(&Some(Outcome::Win)) {
            true => Some(Outcome::Win),
            false => outcomes
                .into_iter()
                .collect::<Option<Vec<_>>>()?
                .into_iter()
                .max(),
        }
    }

    /// The same of a move, for the side that makes it.
    pub(super) fn outcome_of(&self, state: &State<B>, ply: Ply<B>) -> Option<Outcome> {
        self.outcome(state.side, &self.make(state, ply))
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Every legal move, those that take most first.
    pub(super) fn plies(&self, state: &State<B>) -> Vec<Ply<B>> {
        let engine = self.engine;
        if state.is_placing() {
            return engine.placing_cells(state).ones().map(Ply::Place).collect();
        }
        let mut plies = Vec::new();
        engine.for_steps(state, |from, to, taken| {
            plies.push(Ply::Step { from, to, taken });
        });
        plies.sort_by_key(|ply| std::cmp::Reverse(ply.taken().count()));
        if engine.may_decline(state) || (plies.is_empty() && !state.chain.goes_on()) {
            plies.push(Ply::Pass);
        }
        plies
    }

    fn make(&self, state: &State<B>, ply: Ply<B>) -> State<B> {
        match ply {
            Ply::Place(at) => self.engine.place(state, at),
            Ply::Step { from, to, taken } => self.engine.step(state, from, to, taken),
            Ply::Pass => self.engine.pass(state),
        }
    }

    /// The value of a position looked at for a number of turns; `None` when the budget is used up.
    pub(super) fn value(&mut self, state: &State<B>, depth: u32) -> Option<Score> {
        self.search(state, depth, Score::MOST.negated(), Score::MOST)
    }

    /// The value of a move for the side that makes it.
    pub(super) fn after(&mut self, state: &State<B>, ply: Ply<B>, depth: u32) -> Option<Score> {
        let next = self.make(state, ply);
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
        if depth == 0 {
            return Some(self.leaf(state));
        }
        let known = self.table.get(state).copied();
        if let Some(entry) = known {
            let same = entry.depth == depth;
            if entry.low >= high && (same || self.holds(entry.low, Outcome::Win, depth)) {
                return Some(entry.low);
            }
            if entry.high <= low && (same || self.holds(entry.high, Outcome::Loss, depth)) {
                return Some(entry.high);
            }
            if entry.low == entry.high && same {
                return Some(entry.low);
            }
        }
        if self.nodes >= self.budget {
            return None;
        }
        self.nodes += 1;
        let mut best = Score::MOST.negated();
        for ply in self.plies(state) {
            let next = self.make(state, ply);
            let score = self.child(state, &next, depth, best.max(low), high)?;
            best = best.max(score);
            if best >= high {
                break;
            }
        }
        let mut entry = match known {
            Some(entry) if entry.depth == depth => entry,
            _ => Entry {
                depth,
                low: Score::MOST.negated(),
                high: Score::MOST,
            },
        };
        if best > low {
            entry.low = entry.low.max(best);
        }
        if best < high {
            entry.high = entry.high.min(best);
        }
        self.table.insert(*state, entry);
        Some(best)
    }

    /// Whether a bound found at another depth is a proof that a search at this depth would find:
    /// a win as lower or a loss as upper bound, no further off than the depth.
    fn holds(&self, bound: Score, wanted: Outcome, depth: u32) -> bool {
        self.leaves == Leaves::Material
            && bound
                .end()
                .is_some_and(|(outcome, turns)| outcome == wanted && turns <= depth)
    }

    fn leaf(&self, state: &State<B>) -> Score {
        match self.leaves {
            Leaves::Win(side) if side == state.side => Score::lost_now().negated(),
            Leaves::Win(_) => Score::lost_now(),
            Leaves::Material => {
                let stones = |set: B, reserve: u8| set.count() as i32 + i32::from(reserve);
                let [own, enemy] = state.reserve;
                Score(stones(state.own, own) - stones(state.enemy, enemy))
            }
        }
    }

    /// Best play from a position of known value, as far as the budget and the depth go.
    pub(super) fn line(&mut self, root: &State<B>, value: Score, depth: u32) -> Vec<Ply<B>> {
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
            let found = self.plies(&state).into_iter().find(|&ply| {
                self.after(&state, ply, left.max(1))
                    .is_some_and(|score| score == wanted)
            });
            let Some(ply) = found else {
                break;
            };
            let next = self.make(&state, ply);
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
