//! All positions that follow a position, as a graph, and what is proved of them.
//!
//! Positions are kept up to symmetry and, once the pieces are placed, up to an exchange of the sides. Where there are more than a
//! budget allows, the graph ends in open positions, of which nothing is assumed: a win is proved if it is forced wherever they
//! lead, and is ruled out if it could not be forced though every open position were won.

use rustc_hash::FxHashMap;

use super::moves::{Chain, Ply, State};
use super::rules::{Facts, image};
use super::{Move, Position};
use crate::board::Side;
use crate::games::goal::Goal;
use crate::games::review::{Judged, Judgement, Means, Worth};
use crate::solve::retro::Outcome;
use crate::work::{Fault, Note, stop};

/// Not found in any number of plies.
const NEVER: u32 = u32::MAX;

/// The positions that follow one.
#[derive(Debug)]
pub struct Graph {
    states: Vec<State>,
    places: FxHashMap<State, u32>,
    /// Where the moves of each expanded position begin in `next`.
    first: Vec<u32>,
    /// The positions that moves lead to, twice, and one more where the same side goes on.
    next: Vec<u32>,
    ended: Vec<Option<Outcome>>,
    /// Won and lost for certain, in at most so many plies.
    proved: [Vec<u32>; 2],
    /// The same though every open position were won, and were lost; empty where none is open.
    possible: [Vec<u32>; 2],
}

/// A move with what is proved of it, for the side that makes it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct KnownMove {
    /// The move.
    pub action: Move,
    /// The position after it.
    pub position: Position,
    /// What it comes to.
    pub worth: Worth,
}

/// What is proved of a position and of its moves.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Analysis {
    /// For the side to move.
    pub worth: Worth,
    /// The best first.
    pub moves: Vec<KnownMove>,
    /// Best play as far as it is proved; of a draw 40 plies, and nothing where the first capture is the goal.
    pub line: Vec<Move>,
    /// Positions looked at, up to symmetry.
    pub positions: usize,
    /// Whether they are all that can follow.
    pub complete: bool,
}

/// A game solved.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Solved {
    /// The start and its moves.
    pub start: Analysis,
    /// For each pair of numbers of pieces, of the side to move and of the other: the positions won, lost and drawn.
    pub layers: Vec<([u32; 2], [u64; 3])>,
    /// A position that is decided after the most plies.
    pub longest: Option<(Position, Worth)>,
}

/// A position as it is kept.
fn folded(facts: &Facts, state: &State) -> State {
    let side = match state.is_placing() {
        true => state.side,
        false => Side::X,
    };
    let images = facts.symmetries.iter().map(|map| State {
        own: image(map, state.own),
        enemy: image(map, state.enemy),
        side,
        chain: match state.chain {
            Chain::Piece(at) => Chain::Piece(map[usize::from(at)]),
            chain => chain,
        },
        ..*state
    });
    images.min().unwrap_or(*state)
}

impl Graph {
    /// The positions that follow one, the nearest first and at most about so many, and what is proved of them.
    pub fn new(position: &Position, goal: Goal, budget: u64, note: &Note) -> Graph {
        let mut graph = Graph {
            states: Vec::new(),
            places: FxHashMap::default(),
            first: vec![0],
            next: Vec::new(),
            ended: Vec::new(),
            proved: [Vec::new(), Vec::new()],
            possible: [Vec::new(), Vec::new()],
        };
        let facts = position.rules().facts();
        graph.place(facts, position.state());
        let budget = budget.clamp(1, u64::from(u32::MAX / 4)) as usize;
        let mut at = 0;
        while at < graph.states.len() && graph.states.len() < budget {
            graph.expand(facts, at, goal);
            at += 1;
            if at % 1024 == 0 {
                note.set(format!("{at} positions"));
                stop::check();
            }
        }
        let before = graph.before();
        note.set("positions valued".to_owned());
        graph.proved = graph.forced(&before, false);
        if graph.is_complete() {
            return graph;
        }
        graph.possible = graph.forced(&before, true);
        graph
    }

    /// The place of a position, a new one if it has none.
    fn place(&mut self, facts: &Facts, state: &State) -> u32 {
        let state = folded(facts, state);
        let new = self.states.len() as u32;
        let place = *self.places.entry(state).or_insert(new);
        if place == new {
            self.states.push(state);
            self.ended.push(facts.end(&state));
        }
        place
    }

    fn expand(&mut self, facts: &Facts, at: usize, goal: Goal) {
        let state = self.states[at];
        if self.ended[at].is_none() {
            let plies = facts.plies(&state);
            let takes = |ply: &Ply| matches!(ply, Ply::Go { taken, .. } if *taken != 0);
            if goal == Goal::FirstCapture && plies.iter().any(takes) {
                // A win in one ply: the position after it is of no account.
                self.ended[at] = Some(Outcome::Win);
            } else {
                for ply in plies {
                    let after = facts.after(&state, ply);
                    let again = u32::from(after.side == state.side);
                    let place = self.place(facts, &after);
                    self.next.push(2 * place + again);
                }
            }
        }
        self.first.push(self.next.len() as u32);
    }

    /// Whether all positions that follow are there.
    pub fn is_complete(&self) -> bool {
        self.first.len() > self.states.len()
    }

    fn moves(&self, at: usize) -> &[u32] {
        match self.first.get(at + 1) {
            Some(&end) => &self.next[self.first[at] as usize..end as usize],
            None => &[],
        }
    }

    /// For each position those that lead to it, as moves are kept.
    fn before(&self) -> (Vec<u32>, Vec<u32>) {
        let mut ends = vec![0_u32; self.states.len() + 1];
        for &next in &self.next {
            ends[(next / 2) as usize + 1] += 1;
        }
        for at in 1..ends.len() {
            ends[at] += ends[at - 1];
        }
        let mut filled = ends.clone();
        let mut from = vec![0_u32; self.next.len()];
        for at in 0..self.first.len() - 1 {
            for &next in self.moves(at) {
                let slot = &mut filled[(next / 2) as usize];
                from[*slot as usize] = 2 * at as u32 + next % 2;
                *slot += 1;
            }
        }
        (ends, from)
    }

    /// The plies in which each position is won and lost by force; with `open`, each open position counts as won and as lost.
    fn forced(&self, (ends, from): &(Vec<u32>, Vec<u32>), open: bool) -> [Vec<u32>; 2] {
        let size = self.states.len();
        let mut found = [vec![NEVER; size], vec![NEVER; size]];
        let left = (0..size).map(|at| self.moves(at).len() as u32);
        let mut left: Vec<u32> = left.collect();
        let mut queue = std::collections::VecDeque::new();
        for (at, ended) in self.ended.iter().enumerate() {
            let unknown = open && ended.is_none() && at + 1 >= self.first.len();
            for (kind, outcome) in [Outcome::Win, Outcome::Loss].into_iter().enumerate() {
                if unknown || *ended == Some(outcome) {
                    found[kind][at] = 0;
                    queue.push_back((at, kind));
                }
            }
        }
        while let Some((at, kind)) = queue.pop_front() {
            let plies = found[kind][at] + 1;
            for &step in &from[ends[at] as usize..ends[at + 1] as usize] {
                let (before, again) = ((step / 2) as usize, step % 2 == 1);
                // Won for whoever made the move, or one more move that does not help.
                let helps = (kind == 0) == again;
                let all = match helps {
                    true => true,
                    false => {
                        left[before] -= 1;
                        left[before] == 0
                    }
                };
                let to = usize::from(!helps);
                if all && found[to][before] == NEVER {
                    found[to][before] = plies;
                    queue.push_back((before, to));
                }
            }
        }
        found
    }

    /// What is proved of a position, for the side to move there; nothing if it is not in the graph.
    fn worth(&self, facts: &Facts, state: &State, goal: Goal) -> Worth {
        let place = self.places.get(&folded(facts, state));
        place.map_or(Worth::UNKNOWN, |&at| self.worth_at(at as usize, goal))
    }

    fn worth_at(&self, at: usize, goal: Goal) -> Worth {
        let [won, lost] = [0, 1].map(|kind| self.proved[kind][at]);
        let possible = |kind: usize| match self.possible[kind].get(at) {
            Some(&plies) => plies,
            None => self.proved[kind][at],
        };
        let more = u32::from(goal == Goal::FirstCapture);
        let exact = |kind: usize| {
            let plies = self.proved[kind][at];
            (plies == possible(kind)).then_some(plies + more)
        };
        match (won, lost) {
            (NEVER, NEVER) => Worth {
                at_least: if possible(1) == NEVER {
                    Outcome::Draw
                } else {
                    Outcome::Loss
                },
                at_most: if possible(0) == NEVER {
                    Outcome::Draw
                } else {
                    Outcome::Win
                },
                length: None,
            },
            (NEVER, _) => Worth::proved(Outcome::Loss, exact(1)),
            _ => Worth::proved(Outcome::Win, exact(0)),
        }
    }

    /// The moves of a position in the graph with what is proved of each, the best first.
    fn known_moves(&self, position: &Position, goal: Goal) -> Vec<KnownMove> {
        let facts = position.rules().facts();
        let known = |play: super::Play| {
            let after = self.worth(facts, play.position.state(), goal);
            let after = if play.again { after } else { -after };
            let worth = match play.taken != 0 && goal == Goal::FirstCapture {
                true => Worth::proved(Outcome::Win, Some(1)),
                false => Worth {
                    length: after.length.map(|plies| plies + 1),
                    ..after
                },
            };
            KnownMove {
                action: play.action,
                position: play.position,
                worth,
            }
        };
        let mut moves: Vec<KnownMove> = position.plays().into_iter().map(known).collect();
        moves.sort_by_key(|known| std::cmp::Reverse(preference(known.worth)));
        moves
    }

    /// What is proved of the position that the graph was made for.
    pub fn analysis(&self, position: &Position, goal: Goal) -> Analysis {
        let facts = position.rules().facts();
        let worth = self.worth(facts, position.state(), goal);
        Analysis {
            worth,
            moves: self.known_moves(position, goal),
            line: match goal {
                Goal::Game => self.line(position),
                Goal::FirstCapture => Vec::new(),
            },
            positions: self.states.len(),
            complete: self.is_complete(),
        }
    }

    /// Best play, as far as it is proved.
    fn line(&self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = position.clone();
        let drawn = |worth: Worth| worth.outcome() == Some(Outcome::Draw);
        loop {
            let worth = self.worth(at.rules().facts(), at.state(), Goal::Game);
            let known = worth.outcome().is_some() && (drawn(worth) || worth.length.is_some());
            if !known || (drawn(worth) && line.len() == 40) {
                return line;
            }
            let Some(best) = self.known_moves(&at, Goal::Game).into_iter().next() else {
                return line;
            };
            line.push(best.action);
            at = best.position;
        }
    }
}

/// Better moves have more: a win soon, a loss late.
fn preference(worth: Worth) -> (Outcome, Outcome, i64) {
    let length = i64::from(worth.length.unwrap_or(0));
    let length = match worth.outcome() {
        Some(Outcome::Win) => -length,
        _ => length,
    };
    (worth.at_least, worth.at_most, length)
}

/// What is proved of a position, and of its moves, from about so many of the positions that follow.
///
/// # Examples
/// ```
/// use siga::games::custodial::{Position, graph};
/// use siga::games::goal::Goal;
/// use siga::work::Note;
/// let start = Position::start(&"el-mthaltha".parse()?);
/// let found = graph::analyse(&start, Goal::Game, 100_000, &Note::default());
/// assert_eq!(found.worth.length, Some(15));
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
pub fn analyse(position: &Position, goal: Goal, budget: u64, note: &Note) -> Analysis {
    Graph::new(position, goal, budget, note).analysis(position, goal)
}

/// Solves a game from its start.
///
/// # Errors
/// More positions follow than the budget allows.
pub fn solve(start: &Position, budget: u64, note: &Note) -> Result<Solved, Fault> {
    let graph = Graph::new(start, Goal::Game, budget, note);
    if !graph.is_complete() {
        return Err(Fault::new(
            crate::work::Kind::Limit,
            format!(
                "more than {budget} positions follow: allow more, or ask about a position (`analyse`)"
            ),
        ));
    }
    let mut layers = std::collections::BTreeMap::new();
    let mut longest: Option<(usize, Worth)> = None;
    for (at, state) in graph.states.iter().enumerate() {
        let worth = graph.worth_at(at, Goal::Game);
        let counts: &mut [u64; 3] = layers
            .entry([state.own.count_ones(), state.enemy.count_ones()])
            .or_default();
        counts[match worth.outcome() {
            Some(Outcome::Win) => 0,
            Some(Outcome::Loss) => 1,
            _ => 2,
        }] += 1;
        if worth.length > longest.as_ref().and_then(|(_, worth)| worth.length) {
            longest = Some((at, worth));
        }
    }
    let position = |at: usize| Position::trusted(start.rules().clone(), graph.states[at]);
    Ok(Solved {
        start: graph.analysis(start, Goal::Game),
        layers: layers.into_iter().collect(),
        longest: longest.map(|(at, worth)| (position(at), worth)),
    })
}

impl Judged for Position {
    fn judge(&self, means: &Means, note: &Note) -> Result<Judgement<Move>, Fault> {
        let judge = |goal: Goal| {
            let found = analyse(self, goal, means.budget, note);
            let moves = found.moves.into_iter();
            Judgement {
                goal,
                worth: found.worth,
                moves: moves.map(|known| (known.action, known.worth)).collect(),
            }
        };
        Ok(judge(Goal::Game))
    }
}
