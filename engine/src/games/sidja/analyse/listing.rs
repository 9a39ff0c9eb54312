//! What follows from the positions that can be reached, listed as far as they go, and from the tables.

use super::plies;
use crate::board::Bits;
use crate::games::custodial::engine::Engine;
use crate::games::custodial::graph::Course;
use crate::games::custodial::moves::{Ply, State, Turns};
use crate::games::goal::Goal;
use crate::games::sidja::endgame::Endgames;
use crate::solve::Worth;
use crate::solve::graph::{Graph, Listed};
use crate::work::{Note, stop};

/// The positions of one turn that are looked at beyond the list.
const MOST_IN_CHAIN: u32 = 1_000;

/// The stones of both sides on the board.
pub(super) fn stones<B: Bits>(state: &State<B>) -> u32 {
    (state.own | state.enemy).count()
}

/// The list with what is proved of each position.
pub(super) struct Listing<'a, B: Bits> {
    endgames: Option<&'a Endgames>,
    /// Lengths are turns; symmetries are not folded.
    pub(super) graph: Graph<Course<'a, B, Engine<B>, 0>>,
}

impl<'a, B: Bits> Listing<'a, B> {
    /// Lists about `most` positions at most, those that take the fewest turns first, and draws all conclusions.
    pub(super) fn new(
        engine: &'a Engine<B>,
        endgames: Option<&'a Endgames>,
        root: &State<B>,
        most: u64,
    ) -> Listing<'a, B> {
        let turns = Course {
            turns: engine,
            goal: Goal::Game,
            symmetries: &[],
            plies,
            kept: Box::new(move |state| endgames?.value(state)),
        };
        let graph = Graph::new(turns, [*root], most, &Note::default());
        Listing { endgames, graph }
    }

    /// Whether a position of the list has so few stones that the tables may know it.
    pub(super) fn meets_tables(&self) -> bool {
        let most = self.endgames.map_or(0, Endgames::most);
        let few = |state: &State<B>| !state.is_placing() && stones(state) <= most;
        self.graph.states().iter().any(few)
    }

    /// The worth of a move, for the side that makes it.
    pub(super) fn after(&self, state: &State<B>, ply: Ply<B>) -> Worth {
        self.after_within(state, ply, &mut { MOST_IN_CHAIN })
    }

    fn after_within(&self, state: &State<B>, ply: Ply<B>, left: &mut u32) -> Worth {
        let next = self.graph.game.turns.after(state, ply);
        let again = next.side == state.side;
        self.look(&next, left).before(again, u32::from(!again))
    }

    /// The worth of a position by the list or the tables. Where a turn goes on beyond the list, at most `left` of its
    /// positions are looked at; of the others nothing is proved.
    fn look(&self, state: &State<B>, left: &mut u32) -> Worth {
        let listed = self.graph.worth(state);
        if listed.outcome().is_some() {
            return listed;
        }
        if let Some(value) = self.graph.game.known(state) {
            return value.into();
        }
        if let Some(outcome) = self.endgames.and_then(|tables| tables.outcome(state)) {
            return Worth::proved(outcome, None);
        }
        if !state.chain.goes_on() || *left == 0 {
            return listed;
        }
        *left -= 1;
        stop::check();
        let all = plies(self.graph.game.turns, state).into_iter();
        let after = all.map(|ply| self.after_within(state, ply, left));
        after.reduce(Worth::or).unwrap_or(Worth::UNKNOWN)
    }

    /// Best play from a position of exact value: to the end of a win or a loss; of a draw to its end or
    /// until a position comes again.
    pub(super) fn line(&self, root: &State<B>, worth: Worth) -> Vec<Ply<B>> {
        let engine = self.graph.game.turns;
        let mut line = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut state = *root;
        let mut wanted = worth;
        while engine.end(&state).is_none() && seen.insert(self.graph.game.folded(&state)) {
            let all = plies(engine, &state).into_iter();
            let mut best = all.filter(|&ply| self.after(&state, ply) == wanted);
            let Some(ply) = best.next() else { break };
            line.push(ply);
            let next = engine.after(&state, ply);
            if next.side != state.side {
                wanted = Worth {
                    length: wanted.length.map(|turns| turns.saturating_sub(1)),
                    ..-wanted
                };
            }
            state = next;
        }
        line
    }
}
