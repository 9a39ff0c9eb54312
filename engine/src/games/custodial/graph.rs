//! All positions that follow one, listed and decided backwards: what is proved of it, and of a game from its start.

use std::collections::{BTreeMap, HashSet};

use super::moves::{Chain, Ply, State, Turns};
use super::rules::Facts;
use super::{Move, Position, PositionOf, Rules, TakingBetween};
use crate::board::{Bits, Side, image};
use crate::games::described::{self, KnownOfGame};
use crate::games::goal::Goal;
use crate::games::review::{Judged, JudgedMove, Judgement, Means};
use crate::games::solved_game::{LineOfPlay, SolvedGame};
use crate::solve::graph::{Graph, Listed};
use crate::solve::retro::{Layer, LayerTotals, Outcome};
use crate::solve::{Ending, Method, Worth};
use crate::work::limit::grouped;
use crate::work::{Fault, Note, Raise};

/// Plies of best play shown of a draw.
const SHOWN: usize = 40;
/// Games of which no more positions than these follow the start are solved at once.
const SMALL: u64 = 50_000;

/// The value of a position, where it is known.
pub(in crate::games) type Known<'a, B> = Box<dyn Fn(&State<B>) -> Option<Ending> + 'a>;

/// The moves of a game to its goal. Lengths are plies, or with a `WITHIN_TURN` of 0 turns.
pub(in crate::games) struct Course<'a, B, T, const WITHIN_TURN: u32> {
    pub(in crate::games) turns: &'a T,
    pub(in crate::games) goal: Goal,
    /// The symmetries that positions are folded by.
    pub(in crate::games) symmetries: &'a [Vec<u8>],
    /// The plies of a position in the order in which they are gone through.
    pub(in crate::games) plies: fn(&T, &State<B>) -> Vec<Ply<B>>,
    /// The value of a position that is known otherwise.
    pub(in crate::games) kept: Known<'a, B>,
}

impl<B: Bits, T: Turns<B>, const WITHIN_TURN: u32> Listed for Course<'_, B, T, WITHIN_TURN> {
    type State = State<B>;

    const WITHIN_TURN: u32 = WITHIN_TURN;

    /// When all pieces are placed it does not matter which side is called x.
    fn folded(&self, state: &State<B>) -> State<B> {
        let side = match state.is_placing() {
            true => state.side,
            false => Side::X,
        };
        let state = State { side, ..*state };
        let images = self.symmetries.iter().map(|map| State {
            own: image(map, state.own),
            enemy: image(map, state.enemy),
            chain: state.chain.map(|at| map[usize::from(at)]),
            ..state
        });
        images.min().unwrap_or(state)
    }

    /// The game is over, the value is kept, or the next move is the first capture.
    fn known(&self, state: &State<B>) -> Option<Ending> {
        if let Some(outcome) = self.turns.end(state) {
            return Some(Ending::over(outcome));
        }
        let takes = |ply: &Ply<B>| !ply.taken().is_empty();
        let captures = || self.turns.plies(state).iter().any(takes);
        match self.goal == Goal::FirstCapture && captures() {
            true => Some(Ending::Win(1)),
            false => (self.kept)(state),
        }
    }

    fn for_moves(&self, state: &State<B>, visit: &mut dyn FnMut(&State<B>, bool)) {
        for ply in (self.plies)(self.turns, state) {
            let after = self.turns.after(state, ply);
            visit(&after, after.side == state.side);
        }
    }
}

/// The positions that follow one, with what is proved of them.
fn listed<'a>(
    position: &'a Position,
    goal: Goal,
    budget: u64,
    note: &Note,
) -> Graph<Course<'a, u128, Facts, 1>> {
    let facts = position.rules().facts();
    let course = Course {
        turns: facts,
        goal,
        symmetries: &facts.symmetries,
        plies: Turns::plies,
        kept: Box::new(|_| None),
    };
    Graph::new(course, [*position.state()], budget, note)
}

impl<R: TakingBetween> PositionOf<R> {
    /// Every move with what it comes to, the best first, from what the positions after them are worth. Where the first capture is the
    /// goal, whoever takes something has reached it.
    pub(in crate::games) fn judged_moves(
        &self,
        goal: Goal,
        worth: impl Fn(&Self) -> Worth,
    ) -> Vec<JudgedMove<Self>> {
        let judged = |play: described::Play<Self>| {
            let worth = match play.taken != 0 && goal == Goal::FirstCapture {
                true => Worth::proved(Outcome::Win, Some(1)),
                false => worth(&play.position).before(play.again, 1),
            };
            JudgedMove::new(play.action, play.position, worth)
        };
        let mut moves: Vec<_> = self.plays().into_iter().map(judged).collect();
        moves.sort_by_key(|known| std::cmp::Reverse(known.worth.preference()));
        moves
    }

    /// The judgement of a position by search, from what positions are worth, with best play as far as it is proved.
    pub(in crate::games) fn judgement(
        &self,
        goal: Goal,
        worth: &dyn Fn(&Self) -> Worth,
    ) -> Judgement<Self> {
        let moves = self.judged_moves(goal, worth);
        Judgement {
            goal,
            line: self.line(goal, worth),
            ..Judgement::new(worth(self), moves, Method::Search)
        }
    }

    /// Best play, as far as it is proved; of a draw until every best move repeats a position.
    fn line(&self, goal: Goal, worth: &dyn Fn(&Self) -> Worth) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = self.clone();
        let mut seen = HashSet::from([*at.state()]);
        loop {
            let drawn = goal == Goal::Game && worth(&at).outcome() == Some(Outcome::Draw);
            if (worth(&at).length.is_none() && !drawn) || (drawn && line.len() == SHOWN) {
                return line;
            }
            let moves = at.judged_moves(goal, worth);
            let best = moves.first().map(|best| best.worth);
            let mut best = (moves.into_iter()).take_while(|found| Some(found.worth) == best);
            let Some(next) = best.find(|found| seen.insert(*found.position.state())) else {
                return line;
            };
            line.push(next.action);
            if goal == Goal::FirstCapture && next.worth.length == Some(1) {
                return line;
            }
            at = next.position;
        }
    }
}

/// What is proved of a position, and of its moves, from about so many of the positions that follow.
///
/// # Examples
/// ```
/// use siga::games::custodial::{Position, graph};
/// use siga::games::goal::Goal;
/// use siga::work::Note;
/// let start = Position::start(&"el-mthaltha".parse()?);
/// let found = graph::judge(&start, Goal::Game, 100_000, &Note::default());
/// assert_eq!(found.worth.length, Some(15));
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
pub fn judge(position: &Position, goal: Goal, budget: u64, note: &Note) -> Judgement<Position> {
    let graph = listed(position, goal, budget, note);
    let found = position.judgement(goal, &|at| graph.worth(at.state()));
    Judgement {
        method: match graph.is_complete() {
            _ if found.moves.is_empty() => Method::Rules,
            true => Method::Solved,
            false => Method::Search,
        },
        positions: Some(graph.states().len() as u64),
        ..found
    }
}

/// Solves a game from its start.
///
/// # Errors
/// More positions follow than the budget allows.
pub fn solve(start: &Position, budget: u64, note: &Note) -> Result<SolvedGame<Position>, Fault> {
    let graph = listed(start, Goal::Game, budget, note);
    if !graph.is_complete() {
        return Err(Fault::raised(
            Raise::of("budget"),
            format!(
                "more than {} positions follow: ask about a position (`analyse`), or allow more",
                grouped(budget.into())
            ),
        ));
    }
    let longest = longest(&graph);
    let worth = |at: &Position| graph.worth(at.state());
    let line = |at: &Position| LineOfPlay::new(at.clone(), worth(at), at.line(Goal::Game, &worth));
    Ok(SolvedGame {
        line: line(start),
        first_moves: start.judged_moves(Goal::Game, worth),
        layers: layers(start.rules().facts(), &graph),
        longest: longest.map(|state| line(&Position::trusted(start.rules().clone(), state))),
        history: None,
    })
}

/// A position that is decided after the most plies.
fn longest(graph: &Graph<Course<'_, u128, Facts, 1>>) -> Option<State> {
    let length = |at: usize| graph.worth_at(at).length;
    let decided = (0..graph.states().len()).filter(|&at| length(at).is_some());
    // The first of them.
    let longest = decided.rev().max_by_key(|&at| length(at))?;
    Some(graph.states()[longest])
}

/// The positions with each number of pieces of the side to move and of the other.
fn layers(facts: &Facts, graph: &Graph<Course<'_, u128, Facts, 1>>) -> Vec<LayerTotals> {
    let mut layers = BTreeMap::<Layer, LayerTotals>::new();
    for (at, state) in graph.states().iter().enumerate() {
        let layer = Layer::new(state.own.count() as u8, state.enemy.count() as u8);
        let totals = layers
            .entry(layer)
            .or_insert_with(|| LayerTotals::none(layer));
        let worth = graph.worth_at(at);
        totals.add(worth.outcome().unwrap_or(Outcome::Draw), worth.length, 1);
        totals.blocked += u64::from(state.chain == Chain::No && facts.is_blocked(state));
    }
    layers.into_values().collect()
}

impl Rules {
    /// The first moves with their values and the longest win, of a game that is soon solved from its start.
    pub fn known_of_game(&self) -> Option<KnownOfGame> {
        let start = Position::start(self);
        Some(solve(&start, SMALL, &Note::default()).ok()?.known())
    }
}

impl Judged for Position {
    fn judge(&self, means: &Means, note: &Note) -> Result<Judgement<Self>, Fault> {
        Ok(judge(self, Goal::Game, means.budget, note))
    }
}
