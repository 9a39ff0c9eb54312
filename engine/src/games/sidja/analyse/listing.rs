//! The positions that can be reached, listed as far as they go, and what follows from the list alone.
//!
//! Of a listed position either all moves are listed with it, or its value is known (the game is over,
//! or a table has it), or nothing is known: it stands on the *rim*, which is there only if the list was
//! cut short. Two things follow, whatever lies beyond the rim.
//!
//! *Decided.* A position is won if a move leads to one that is known or decided to be lost for the
//! other side, and lost if all its moves lead to such as are won for him. Found in order of turns, the
//! quickest win and the slowest loss come first, by induction on the turns. No position of the rim is
//! used, so the outcome holds in the whole game; the turns do too if the rim is no nearer than the end,
//! for nothing that leads through it is over sooner.
//!
//! *Held.* Let S be a set of positions such that none is a known loss of a side P or on the rim, each
//! where P moves has a move that stays in S, and each where the other side moves has only such. From S
//! P holds at least a draw: it keeps to S, so that play ends in a position P has not lost, or in a
//! table whose value P has not lost, or it never ends, and endless play is a draw. The greatest such
//! set is what is left when all that breaks the condition is taken out again and again.
//!
//! With nothing on the rim, whoever does not hold a draw has lost: what is taken out for P is then just
//! what is decided against P. So every listed position has its exact value.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::plies::{Ply, make, plies};
use crate::board::{Bits, Side};
use crate::games::sidja::Outcome;
use crate::games::sidja::endgame::{Endgames, Value};
use crate::games::sidja::moves::{Engine, State};
use crate::work::stop;

/// The positions of one turn that are looked at beyond the list.
const MOST_IN_CHAIN: u32 = 1_000;

/// The proved bounds of a position, for the side to move or making a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Proved {
    /// It comes to this at least.
    pub(super) low: Outcome,
    /// And to this at most.
    pub(super) high: Outcome,
    /// The turns to a win or a loss, if they are known.
    pub(super) turns: Option<u32>,
}

impl Proved {
    /// Nothing.
    pub(super) const NOTHING: Proved = Proved {
        low: Outcome::Loss,
        high: Outcome::Win,
        turns: None,
    };

    pub(super) const fn exactly(outcome: Outcome, turns: Option<u32>) -> Proved {
        Proved {
            low: outcome,
            high: outcome,
            turns,
        }
    }

    fn of(value: Value) -> Proved {
        match value {
            Value::Win(turns) | Value::Loss(turns) => Proved::exactly(value.outcome(), Some(turns)),
            Value::Draw => Proved::exactly(Outcome::Draw, None),
        }
    }

    /// The outcome, if it is proved.
    pub(super) fn outcome(self) -> Option<Outcome> {
        (self.low == self.high).then_some(self.low)
    }

    /// Seen before the move that led here; `passes` if that move ended the turn.
    pub(super) fn before(self, passes: bool) -> Proved {
        match passes {
            false => self,
            true => Proved {
                low: -self.high,
                high: -self.low,
                turns: self.turns.map(|turns| turns + 1),
            },
        }
    }

    /// The proved bounds of having both choices.
    pub(super) fn or(self, other: Proved) -> Proved {
        let low = self.low.max(other.low);
        let high = self.high.max(other.high);
        let both = [self, other].into_iter();
        let turns = match (low, high) {
            (Outcome::Win, Outcome::Win) => {
                let won = both.filter(|proved| proved.low == Outcome::Win);
                won.filter_map(|proved| proved.turns).min()
            }
            (Outcome::Loss, Outcome::Loss) => self.turns.zip(other.turns).map(|(a, b)| a.max(b)),
            _ => None,
        };
        Proved { low, high, turns }
    }
}

/// One end of a move: a position by number, and whether the move ends the turn.
#[derive(Debug, Clone, Copy)]
struct Link(u32);

impl Link {
    fn new(to: u32, passes: bool) -> Link {
        Link(to << 1 | u32::from(passes))
    }

    fn to(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn passes(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The state of a listed position before anything is worked out.
#[derive(Debug, Clone, Copy)]
enum Status {
    Rim,
    Known(Value),
    Listed,
}

/// Positions by number, and the moves between them.
#[derive(Debug, Default)]
struct Graph<B> {
    states: Vec<State<B>>,
    status: Vec<Status>,
    /// From where, and where to.
    moves: Vec<(u32, Link)>,
}

/// The moves backwards: from where each position is reached.
struct Back {
    first: Vec<usize>,
    links: Vec<Link>,
}

impl Back {
    fn new(positions: usize, moves: &[(u32, Link)]) -> Back {
        let mut first = vec![0; positions + 1];
        for (_, link) in moves {
            first[link.to() + 1] += 1;
        }
        for at in 0..positions {
            first[at + 1] += first[at];
        }
        let mut next = first.clone();
        let mut links = vec![Link(0); moves.len()];
        for &(from, link) in moves {
            let place = &mut next[link.to()];
            links[*place] = Link::new(from, link.passes());
            *place += 1;
        }
        Back { first, links }
    }

    fn to(&self, at: usize) -> &[Link] {
        &self.links[self.first[at]..self.first[at + 1]]
    }
}

/// The list with what is proved of each position.
#[derive(Debug)]
pub(super) struct Listing<'a, B> {
    engine: &'a Engine<B>,
    endgames: Option<&'a Endgames>,
    numbers: FxHashMap<State<B>, u32>,
    proved: Vec<Proved>,
    rim: Option<u32>,
    levels: u32,
    visited: u64,
}

/// A position whose sides no longer matter is seen with `x` to move.
fn plain<B: Bits>(mut state: State<B>) -> State<B> {
    if !state.is_placing() {
        state.side = Side::X;
    }
    state
}

impl<'a, B: Bits> Listing<'a, B> {
    /// Lists about `most` positions at most, those that take the fewest turns first, and draws all
    /// conclusions. The root, which must not be the end of the game, is listed even if a table has it.
    ///
    /// Cost: a few hundred bytes a position and, for each, what its moves cost twice.
    pub(super) fn new(
        engine: &'a Engine<B>,
        endgames: Option<&'a Endgames>,
        root: &State<B>,
        most: u64,
    ) -> Listing<'a, B> {
        let mut listing = Listing {
            engine,
            endgames,
            numbers: FxHashMap::default(),
            proved: Vec::new(),
            rim: None,
            levels: 0,
            visited: 0,
        };
        let graph = listing.list(root, most);
        listing.proved = prove(&graph.status, &graph.moves, listing.rim);
        listing
    }

    /// Whether nothing is on the rim, so that every value is exact.
    pub(super) fn is_closed(&self) -> bool {
        self.rim.is_none()
    }

    /// The positions whose moves are listed.
    pub(super) fn visited(&self) -> u64 {
        self.visited
    }

    /// The turns at which every move of both sides is listed.
    pub(super) fn levels(&self) -> u32 {
        self.levels
    }

    /// The proved bounds of a position, seen by its side to move.
    pub(super) fn get(&self, state: &State<B>) -> Option<Proved> {
        let number = self.numbers.get(&plain(*state))?;
        self.proved.get(*number as usize).copied()
    }

    /// The proved bounds of a move, seen by the side that makes it.
    pub(super) fn after(&self, state: &State<B>, ply: Ply<B>) -> Proved {
        self.after_within(state, ply, &mut { MOST_IN_CHAIN })
    }

    fn after_within(&self, state: &State<B>, ply: Ply<B>, left: &mut u32) -> Proved {
        let next = make(self.engine, state, ply);
        let passes = next.side != state.side;
        self.look(&next, left).before(passes)
    }

    /// The proved bounds of a position by the list or the tables. Where a turn goes on beyond the list, at most
    /// `left` of its positions are looked at; of the others nothing is proved.
    fn look(&self, state: &State<B>, left: &mut u32) -> Proved {
        if let Some(proved) = self.get(state).filter(|proved| proved.outcome().is_some()) {
            return proved;
        }
        if let Some(value) = known(self.engine, self.endgames, state) {
            return Proved::of(value);
        }
        if let Some(outcome) = self.endgames.and_then(|tables| tables.outcome(state)) {
            return Proved::exactly(outcome, None);
        }
        if !state.chain.goes_on() || *left == 0 {
            return self.get(state).unwrap_or(Proved::NOTHING);
        }
        *left -= 1;
        stop::check();
        let all = plies(self.engine, state);
        let after = all
            .into_iter()
            .map(|ply| self.after_within(state, ply, left));
        after.reduce(Proved::or).unwrap_or(Proved::NOTHING)
    }

    /// Best play from a position of exact value: to the end of a win or a loss; of a draw to its end or
    /// until a position comes again.
    pub(super) fn line(&self, root: &State<B>, value: Proved) -> Vec<Ply<B>> {
        let mut line = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut state = *root;
        let mut wanted = value;
        while self.engine.end(&state).is_none() && seen.insert(plain(state)) {
            let all = plies(self.engine, &state);
            let best = all
                .into_iter()
                .find(|&ply| self.after(&state, ply) == wanted);
            let Some(ply) = best else { break };
            line.push(ply);
            let next = make(self.engine, &state, ply);
            wanted = match next.side == state.side {
                true => wanted,
                false => Proved {
                    turns: wanted.turns.map(|turns| turns.saturating_sub(1)),
                    ..wanted.before(true)
                },
            };
            state = next;
        }
        line
    }

    fn list(&mut self, root: &State<B>, most: u64) -> Graph<B> {
        let mut graph = Graph {
            states: Vec::new(),
            status: Vec::new(),
            moves: Vec::new(),
        };
        let mut level = vec![self.number(root, &mut graph).0];
        for turns in 0.. {
            let mut next_level = Vec::new();
            while let Some(from) = level.pop() {
                if self.numbers.len() as u64 >= most && from > 0 {
                    self.rim = Some(turns);
                    self.levels = turns;
                    return graph;
                }
                let state = graph.states[from as usize];
                graph.status[from as usize] = Status::Listed;
                self.visited += 1;
                for ply in plies(self.engine, &state) {
                    let next = make(self.engine, &state, ply);
                    let passes = next.side != state.side;
                    let (to, new) = self.number(&next, &mut graph);
                    graph.moves.push((from, Link::new(to, passes)));
                    let of = if passes { &mut next_level } else { &mut level };
                    if new && matches!(graph.status[to as usize], Status::Rim) {
                        of.push(to);
                    }
                }
            }
            self.levels = turns + 1;
            if next_level.is_empty() {
                break;
            }
            level = next_level;
        }
        graph
    }

    /// The number of a position, and whether it is new.
    fn number(&mut self, state: &State<B>, graph: &mut Graph<B>) -> (u32, bool) {
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(plain(*state)).or_insert(next);
        if number == next {
            let value = known(self.engine, self.endgames, state);
            graph.states.push(plain(*state));
            graph.status.push(value.map_or(Status::Rim, Status::Known));
        }
        (number, number == next)
    }
}

/// The value of a position where the game is over or a table has it.
pub(super) fn known<B: Bits>(
    engine: &Engine<B>,
    endgames: Option<&Endgames>,
    state: &State<B>,
) -> Option<Value> {
    match engine.end(state) {
        Some(Outcome::Win) => Some(Value::Win(0)),
        Some(Outcome::Draw) => Some(Value::Draw),
        Some(Outcome::Loss) => Some(Value::Loss(0)),
        None => endgames?.value(state),
    }
}

fn prove(status: &[Status], moves: &[(u32, Link)], rim: Option<u32>) -> Vec<Proved> {
    let back = Back::new(status.len(), moves);
    let mut count = vec![0; status.len()];
    for &(from, _) in moves {
        count[from as usize] += 1;
    }
    let decided = decide(status, count.clone(), &back);
    let held = hold(status, count, &back);
    let prove = |(at, [low, high]): (usize, [bool; 2])| match (decided[at], status[at]) {
        // A table is exact; the rest is for the positions after at most one turn, the only ones
        // that are asked for their turns while there is a rim.
        (Some((outcome, turns)), status) => {
            let exact = matches!(status, Status::Known(_)) || rim.is_none_or(|rim| turns < rim);
            Proved::exactly(outcome, exact.then_some(turns))
        }
        (None, _) => Proved {
            low: if low { Outcome::Draw } else { Outcome::Loss },
            high: if high { Outcome::Draw } else { Outcome::Win },
            turns: None,
        },
    };
    held.into_iter().enumerate().map(prove).collect()
}

/// The wins and losses that follow, with their turns; `not_losing` begins as the number of moves.
fn decide(status: &[Status], mut not_losing: Vec<u32>, back: &Back) -> Vec<Option<(Outcome, u32)>> {
    let mut decided = vec![None; status.len()];
    let mut waiting: BTreeMap<u32, Vec<(usize, Outcome)>> = BTreeMap::new();
    for (at, status) in status.iter().enumerate() {
        if let Status::Known(Value::Win(turns)) = *status {
            waiting.entry(turns).or_default().push((at, Outcome::Win));
        } else if let Status::Known(Value::Loss(turns)) = *status {
            waiting.entry(turns).or_default().push((at, Outcome::Loss));
        }
    }
    while let Some((turns, mut now)) = waiting.pop_first() {
        while let Some((at, outcome)) = now.pop() {
            if decided[at].is_some() {
                continue;
            }
            decided[at] = Some((outcome, turns));
            for link in back.to(at) {
                let from = link.to();
                let seen = if link.passes() { -outcome } else { outcome };
                not_losing[from] -= u32::from(seen == Outcome::Loss);
                if seen != Outcome::Win && not_losing[from] > 0 {
                    continue;
                }
                match link.passes() {
                    true => waiting.entry(turns + 1).or_default().push((from, seen)),
                    false => now.push((from, seen)),
                }
            }
        }
    }
    decided
}

/// For each position whether its side to move, and whether the other side, holds at least a draw;
/// `staying` begins as the number of moves.
fn hold(status: &[Status], mut staying: Vec<u32>, back: &Back) -> Vec<[bool; 2]> {
    let mut held = vec![[true; 2]; status.len()];
    let mut broken = Vec::new();
    for (at, status) in status.iter().enumerate() {
        let breaks = match status {
            Status::Listed | Status::Known(Value::Draw) => [false, false],
            Status::Known(Value::Win(_)) => [false, true],
            Status::Known(Value::Loss(_)) => [true, false],
            Status::Rim => [true, true],
        };
        for whose in [0, 1] {
            if breaks[whose] {
                held[at][whose] = false;
                broken.push((at, whose));
            }
        }
    }
    while let Some((at, whose)) = broken.pop() {
        for link in back.to(at) {
            let from = link.to();
            // The same player, seen from the position before.
            let player = if link.passes() { 1 - whose } else { whose };
            let breaks = match player {
                0 => {
                    staying[from] -= 1;
                    staying[from] == 0
                }
                _ => true,
            };
            if breaks && held[from][player] {
                held[from][player] = false;
                broken.push((from, player));
            }
        }
    }
    held
}
