//! The moves, forwards and backwards, with few stones.

use super::super::rules::{Blocked, Continuation, InARow, Run};
use super::super::{Rules, Side};
use crate::board::{Bits, symmetries};
use crate::games::custodial::engine::Engine;
use crate::games::custodial::moves::{Chain, State, Turns};
use crate::solve::Ending;
use crate::solve::custody::{self, Custody};
use crate::solve::retro::{Layer, ReversibleGame};

/// The values of positions with fewer stones.
type Solved<'a> = &'a dyn Fn(u32, u32) -> Option<Ending>;

/// The sliding phase as turns that stay among equal numbers of stones and turns that leave them.
#[derive(Debug)]
pub(super) struct Sliding {
    rules: Rules,
    engine: Engine<u32>,
}

impl Sliding {
    /// On a board up to 5×5.
    pub(super) fn new(rules: Rules) -> Sliding {
        let engine = Engine::new(&rules).expect("25 cells fit into 32 bits");
        Sliding { rules, engine }
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(super) fn engine(&self) -> &Engine<u32> {
        &self.engine
    }

    /// Whether a step that takes nothing is legal: an extra move must open a way, if it can.
    fn is_legal(&self, own: u32, other: u32, from: u8, to: u8) -> bool {
        let state = self.engine.turn(own, other);
        if state.chain != Chain::Extra {
            return true;
        }
        let mut legal = false;
        self.engine.for_steps(&state, |left, entered, _| {
            legal |= (left, entered) == (from, to)
        });
        legal
    }

    /// The best that a move that takes something leads to.
    fn best_capture(&self, state: &State<u32>, solved: Solved<'_>) -> Option<Ending> {
        let engine = &self.engine;
        if engine.taking_cells(state.own, state.enemy) & engine.empty(state) == 0 {
            return None;
        }
        let after = |state: &State<u32>| {
            let lost = state.own.count_ones() <= u32::from(self.rules.lost_with());
            let value = match lost {
                true => Some(Ending::Loss(0)),
                false => solved(state.own, state.enemy),
            };
            value.map(Ending::before)
        };
        let mut best: Option<Ending> = None;
        engine.for_steps(state, |from, to, taken| {
            if taken != 0 {
                let next = engine.step(state, from, to, taken);
                best = better(
                    best,
                    best_of_turn(engine, &next, state.side, false, &after).0,
                );
            }
        });
        best
    }
}

/// The better of two values that may not be known.
pub(super) fn better(best: Option<Ending>, value: Option<Ending>) -> Option<Ending> {
    match (best, value) {
        (Some(known), Some(value)) if value.preference() < known.preference() => best,
        (_, Some(_)) => value,
        (_, None) => best,
    }
}

/// The best that a side comes to from a position within or after its turn, given what the positions after the turn are worth to it, and
/// whether all of these are known. A win of any length may be enough.
pub(super) fn best_of_turn(
    engine: &Engine<u32>,
    state: &State<u32>,
    side: Side,
    win_is_enough: bool,
    worth: &dyn Fn(&State<u32>) -> Option<Ending>,
) -> (Option<Ending>, bool) {
    let (mut best, mut known) = (None, true);
    engine.for_turn_ends(state, side, &mut |after| {
        let worth = worth(after);
        known &= worth.is_some();
        best = better(best, worth);
        win_is_enough && matches!(best, Some(Ending::Win(_)))
    });
    (best, known)
}

impl ReversibleGame for Sliding {
    fn cells(&self) -> u8 {
        self.engine.board().cell_count()
    }

    fn symmetries(&self) -> Vec<Vec<u8>> {
        symmetries(self.engine.board())
    }

    fn leaves_to(&self, layer: Layer) -> Vec<Layer> {
        let least = self.rules.lost_with() + 1;
        (least..layer.other)
            .map(|left| Layer::new(left, layer.own))
            .collect()
    }

    fn leaving(&self, own: u32, other: u32, solved: Solved<'_>) -> Option<Ending> {
        let state = self.engine.turn(own, other);
        if self.engine.is_blocked(&state) {
            let loses = self.rules.blocked == Blocked::Loses;
            return loses.then_some(Ending::Loss(0));
        }
        self.best_capture(&state, solved)
    }

    fn all_staying(&self, own: u32, other: u32, mut holds: impl FnMut(u32, u32) -> bool) -> bool {
        let engine = &self.engine;
        let state = engine.turn(own, other);
        if engine.is_blocked(&state) {
            return self.rules.blocked == Blocked::Loses || holds(other, own);
        }
        if state.chain == Chain::Extra {
            let mut all = true;
            engine.for_steps(&state, |from, to, taken| {
                all = all && (taken != 0 || holds(other, own & !(1 << from) | 1 << to));
            });
            return all;
        }
        let (stones, cells) = engine.stepping(&state);
        let quiet = cells & !engine.taking_cells(own, other);
        quiet.ones().all(|to| {
            let mut sources = (engine.near(to) & stones).ones();
            sources.all(|from| holds(other, own & !(1 << from) | 1 << to))
        })
    }

    fn before(&self, own: u32, other: u32, mut visit: impl FnMut(u32, u32)) {
        let engine = &self.engine;
        let state = engine.turn(own, other);
        // A cell that takes when entered has not been entered by a move that took nothing.
        let taking = engine.taking_cells(other, own);
        let empty = engine.empty(&state);
        for to in (other & !taking).ones() {
            for from in (engine.near(to) & empty).ones() {
                let before = other & !(1 << to) | 1 << from;
                if self.is_legal(before, own, from, to) {
                    visit(before, own);
                }
            }
        }
        if self.rules.blocked != Blocked::Loses && engine.is_blocked(&engine.turn(other, own)) {
            visit(other, own);
        }
    }

    fn is_blocked(&self, own: u32, other: u32) -> bool {
        self.engine.is_blocked(&self.engine.turn(own, other))
    }
}

impl Sliding {
    /// The geometry and the rules as rows of bits know them.
    pub(super) fn custody(&self) -> Custody {
        let (rules, board) = (&self.rules, self.engine.board());
        let cells = 0..board.cell_count();
        let facts = self.engine.facts();
        Custody {
            cells: board.cell_count(),
            symmetries: self.symmetries(),
            near: cells.map(|cell| self.engine.near(cell)).collect(),
            rays: facts.lines.clone(),
            runs: rules.capture_run == Run::Any,
            safe: u32::narrow(facts.safe),
            lost_with: rules.lost_with(),
            opens: rules.blocked == Blocked::Opens,
            blocked_loses: rules.blocked == Blocked::Loses,
            chain: match (rules.continuation, rules.in_a_row) {
                (Continuation::Ends, _) => custody::Chain::Ends,
                (Continuation::Same, InARow::Unlimited) => custody::Chain::Same,
                // The captures of an extra move are not those of a turn that goes on.
                _ if rules.blocked == Blocked::Opens => custody::Chain::Other,
                (Continuation::Any, InARow::Unlimited) => custody::Chain::Any,
                (Continuation::Free, InARow::Unlimited) => custody::Chain::Free,
                _ => custody::Chain::Other,
            },
        }
    }
}
