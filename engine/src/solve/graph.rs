//! Games as graphs: the positions that follow some are listed, the nearest first, and decided backwards.
//!
//! The list may end before all that follows is in it. A position is then *open* if it is listed and its moves are not.
//!
//! Two questions are asked of every position, once as if no open position were ever decided, and once as if each of them were
//! won and lost at once. The first gives what is *proved*: a position is won if a move leads to one that is won for the same
//! side, and lost if all its moves lead to such as are lost for it. No open position has a part in that, so it holds
//! whatever lies beyond the list. The second gives what is *possible*: what could not be forced though every open
//! position were won is not forced at all. So a side holds at least a draw where a loss is not possible, and the proved length of
//! a win or a loss is exact where it is also the least possible one.
//!
//! Both are found in order of length, so that the quickest win and the slowest loss come first, by induction on the
//! length. What is decided neither way goes on for ever or ends in a draw. With nothing open the two agree, and every position
//! has its exact value.

use std::collections::BTreeMap;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::worth::{Ending, Worth};
use crate::solve::retro::Outcome;
use crate::work::{Note, stop};

/// Not decided in any length.
const NEVER: u32 = u32::MAX;
/// Positions gone through between two looks whether the work is to stop.
const BETWEEN_LOOKS: usize = 1024;

/// A game whose positions are listed.
pub(crate) trait Listed {
    /// A position, with whatever its moves depend on.
    type State: Copy + Eq + Hash;

    /// What a move adds to the length of a game if the same side goes on after it: 1 if plies are counted, 0 if turns are.
    const WITHIN_TURN: u32;

    /// The position that stands for this one and all that are worth the same to the side to move.
    fn folded(&self, state: &Self::State) -> Self::State;

    /// The value of a position whose moves are not looked at.
    fn known(&self, state: &Self::State) -> Option<Ending>;

    /// Visits the position after each move, and whether the same side goes on.
    fn for_moves(&self, state: &Self::State, visit: &mut dyn FnMut(&Self::State, bool));
}

/// A move between listed positions, from either end: the other end, and whether the same side goes on.
#[derive(Debug, Clone, Copy)]
struct Arc(u32);

impl Arc {
    fn new(end: u32, again: bool) -> Arc {
        Arc(end << 1 | u32::from(again))
    }

    fn end(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn again(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Whether a position is won, or lost, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WonOrLost {
    Won,
    Lost,
}

impl WonOrLost {
    /// The same before a move, for the side that made it.
    fn before(self, again: bool) -> WonOrLost {
        match (self, again) {
            (WonOrLost::Won, true) | (WonOrLost::Lost, false) => WonOrLost::Won,
            _ => WonOrLost::Lost,
        }
    }
}

/// For each position the lengths within which it is won, and is lost.
type Lengths = [Vec<u32>; 2];

/// The positions that follow some, and what is proved of each.
#[derive(Debug)]
pub(crate) struct Graph<G: Listed> {
    pub(crate) game: G,
    states: Vec<G::State>,
    places: FxHashMap<G::State, u32>,
    known: Vec<Option<Ending>>,
    /// The moves of each position as a range of `moves`; of an open one `None`.
    ranges: Vec<Option<[u32; 2]>>,
    moves: Vec<Arc>,
    listed: usize,
    depth: u32,
    complete: bool,
    proved: Lengths,
    /// Empty where nothing is open.
    possible: Lengths,
}

impl<G: Listed> Graph<G> {
    /// Lists about `most` positions that follow some, and draws all conclusions. The moves of the first root are listed
    /// whatever `most` is, unless its value is known.
    pub(crate) fn new(
        game: G,
        roots: impl IntoIterator<Item = G::State>,
        most: u64,
        note: &Note,
    ) -> Graph<G> {
        let mut graph = Graph {
            game,
            states: Vec::new(),
            places: FxHashMap::default(),
            known: Vec::new(),
            ranges: Vec::new(),
            moves: Vec::new(),
            listed: 0,
            depth: 0,
            complete: false,
            proved: [Vec::new(), Vec::new()],
            possible: [Vec::new(), Vec::new()],
        };
        let most = most.clamp(1, u64::from(u32::MAX / 4)) as usize;
        graph.complete = graph.list(roots, most, note);
        note.set("positions valued".to_owned());
        let before = Before::new(&graph);
        graph.proved = graph.decided(&before, false);
        if !graph.complete {
            graph.possible = graph.decided(&before, true);
        }
        graph
    }

    /// Lists positions level by level; whether no more follow.
    fn list(
        &mut self,
        roots: impl IntoIterator<Item = G::State>,
        most: usize,
        note: &Note,
    ) -> bool {
        let (mut level, mut moves) = (Vec::new(), Vec::new());
        for root in roots {
            self.place(&root, &mut level);
        }
        while !level.is_empty() {
            let mut next = Vec::new();
            let mut at = 0;
            while let Some(&from) = level.get(at) {
                at += 1;
                if self.states.len() >= most && self.listed > 0 {
                    return false;
                }
                self.listed += 1;
                if self.listed.is_multiple_of(BETWEEN_LOOKS) {
                    note.set(format!("{} positions", self.listed));
                    stop::check();
                }
                let state = self.states[from as usize];
                let begins = self.moves.len() as u32;
                (self.game).for_moves(&state, &mut |after, again| moves.push((*after, again)));
                for (after, again) in moves.drain(..) {
                    let of = match again && G::WITHIN_TURN == 0 {
                        true => &mut level,
                        false => &mut next,
                    };
                    let end = self.place(&after, of);
                    self.moves.push(Arc::new(end, again));
                }
                self.ranges[from as usize] = Some([begins, self.moves.len() as u32]);
            }
            self.depth += 1;
            level = next;
        }
        true
    }

    /// The place of a position. A new one whose value is not known is to be listed.
    fn place(&mut self, state: &G::State, to_list: &mut Vec<u32>) -> u32 {
        let state = self.game.folded(state);
        let new = self.states.len() as u32;
        let place = *self.places.entry(state).or_insert(new);
        if place == new {
            let known = self.game.known(&state);
            if known.is_none() {
                to_list.push(new);
            }
            self.states.push(state);
            self.known.push(known);
            self.ranges.push(None);
        }
        place
    }

    fn moves(&self, at: usize) -> &[Arc] {
        self.ranges[at].map_or(&[], |[from, to]| &self.moves[from as usize..to as usize])
    }

    /// What a move adds to the length of the game.
    fn longer(again: bool) -> u32 {
        if again { G::WITHIN_TURN } else { 1 }
    }

    /// The lengths in which positions are won and lost by force; with `open`, each open position counts as both.
    fn decided(&self, before: &Before, open: bool) -> Lengths {
        let size = self.states.len();
        let mut found = [vec![NEVER; size], vec![NEVER; size]];
        let mut left: Vec<u32> = (0..size).map(|at| self.moves(at).len() as u32).collect();
        let mut waiting: BTreeMap<u32, Vec<(u32, WonOrLost)>> = BTreeMap::new();
        for (at, known) in (0_u32..).zip(&self.known) {
            let unlisted = known.is_none() && self.ranges[at as usize].is_none();
            let both = [(0, WonOrLost::Won), (0, WonOrLost::Lost)];
            let ends: &[(u32, WonOrLost)] = match *known {
                Some(Ending::Win(length)) => &[(length, WonOrLost::Won)],
                Some(Ending::Loss(length)) => &[(length, WonOrLost::Lost)],
                None if open && unlisted => &both,
                _ => &[],
            };
            for &(length, kind) in ends {
                waiting.entry(length).or_default().push((at, kind));
            }
        }
        let mut looked_at = 0_usize;
        while let Some((length, mut now)) = waiting.pop_first() {
            while let Some((at, kind)) = now.pop() {
                looked_at += 1;
                if looked_at.is_multiple_of(BETWEEN_LOOKS) {
                    stop::check();
                }
                let at = at as usize;
                if found[kind as usize][at] != NEVER {
                    continue;
                }
                found[kind as usize][at] = length;
                for arc in before.of(at) {
                    let from = arc.end();
                    let reached = match kind.before(arc.again()) {
                        WonOrLost::Won => (length + Self::longer(arc.again()), WonOrLost::Won),
                        WonOrLost::Lost => {
                            left[from] -= 1;
                            if left[from] > 0 {
                                continue;
                            }
                            (self.slowest(from, &found), WonOrLost::Lost)
                        }
                    };
                    let from = (from as u32, reached.1);
                    match reached.0 == length {
                        true => now.push(from),
                        false => waiting.entry(reached.0).or_default().push(from),
                    }
                }
            }
        }
        found
    }

    /// The length of a loss, all moves being found to lose.
    fn slowest(&self, at: usize, found: &Lengths) -> u32 {
        let lengths = self.moves(at).iter().map(|arc| {
            let kind = if arc.again() {
                WonOrLost::Lost
            } else {
                WonOrLost::Won
            };
            found[kind as usize][arc.end()] + Self::longer(arc.again())
        });
        lengths.max().unwrap_or(0)
    }

    /// The number of positions whose moves are listed.
    pub(crate) fn listed(&self) -> u64 {
        self.listed as u64
    }

    /// The positions listed, the open ones among them.
    pub(crate) fn states(&self) -> &[G::State] {
        &self.states
    }

    /// Whether all positions that follow are listed, so that every value is exact.
    pub(crate) fn is_complete(&self) -> bool {
        self.complete
    }

    /// The plies or turns for which every move of both sides is listed.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// What is proved of a position, for the side to move there: nothing if it is not listed.
    pub(crate) fn worth(&self, state: &G::State) -> Worth {
        let place = self.places.get(&self.game.folded(state));
        place.map_or(Worth::UNKNOWN, |place| self.worth_at(*place as usize))
    }

    /// What is proved of a listed position by its number.
    pub(crate) fn worth_at(&self, at: usize) -> Worth {
        let proved = |kind: WonOrLost| self.proved[kind as usize][at];
        let possible = |kind: WonOrLost| {
            let found = self.possible[kind as usize].get(at);
            found.copied().unwrap_or(proved(kind))
        };
        let sure = |kind: WonOrLost, outcome: Outcome| {
            let length = proved(kind);
            Worth::proved(outcome, (length == possible(kind)).then_some(length))
        };
        if proved(WonOrLost::Won) != NEVER {
            return sure(WonOrLost::Won, Outcome::Win);
        }
        if proved(WonOrLost::Lost) != NEVER {
            return sure(WonOrLost::Lost, Outcome::Loss);
        }
        Worth {
            at_least: match possible(WonOrLost::Lost) {
                NEVER => Outcome::Draw,
                _ => Outcome::Loss,
            },
            at_most: match possible(WonOrLost::Won) {
                NEVER => Outcome::Draw,
                _ => Outcome::Win,
            },
            length: None,
        }
    }
}

/// The moves backwards: from where each position is reached.
struct Before {
    ends: Vec<u32>,
    arcs: Vec<Arc>,
}

impl Before {
    fn new<G: Listed>(graph: &Graph<G>) -> Before {
        let mut ends = vec![0_u32; graph.states.len() + 1];
        for arc in &graph.moves {
            ends[arc.end() + 1] += 1;
        }
        for at in 1..ends.len() {
            ends[at] += ends[at - 1];
        }
        let mut filled = ends.clone();
        let mut arcs = vec![Arc(0); graph.moves.len()];
        for (at, range) in (0_u32..).zip(&graph.ranges) {
            let [from, to] = range.unwrap_or_default();
            for arc in &graph.moves[from as usize..to as usize] {
                let place = &mut filled[arc.end()];
                arcs[*place as usize] = Arc::new(at, arc.again());
                *place += 1;
            }
        }
        Before { ends, arcs }
    }

    fn of(&self, at: usize) -> &[Arc] {
        &self.arcs[self.ends[at] as usize..self.ends[at + 1] as usize]
    }
}
