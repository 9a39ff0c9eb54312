//! Move generation on bit sets, generic over the machine word.
//!
//! Two facts carry the speed. Which stones a move takes depends only on the cell it enters, never
//! on the neighbour it comes from: a line on which something is taken leaves the cell entered
//! through an enemy stone. And the cells whose entering would take something come from a few
//! shifts of whole sets.

use super::rules::{Blocked, Continuation, InARow, Lines, NoCaptureEnd, Run};
use super::{Outcome, Rules, Side};
use crate::board::{Bits, Board, Compass, Shift};
pub use crate::games::custodial::moves::{Chain, State};
use crate::games::custodial::rules::Facts;
use crate::games::custodial::{self, TakingBetween};

/// The tables of one set of rules. Cells and lines are those of all games of taking between two, and so is the placing; moves, which are
/// made in every position of a search, are written for speed.
#[derive(Debug, Clone)]
pub struct Engine<B> {
    rules: Rules,
    described: custodial::Rules,
    board: Board,
    full: B,
    safe: B,
    steps: Vec<Shift<B>>,
    captures: Vec<Shift<B>>,
    near: Vec<B>,
    pairs: Vec<[(B, B); 8]>,
}

/// The directions of some lines.
pub(super) fn compass(lines: Lines) -> &'static [Compass] {
    match lines {
        Lines::Four => &Compass::ORTHOGONAL,
        Lines::Eight => &Compass::ALL,
    }
}

impl<B: Bits> Engine<B> {
    /// The tables for a set of rules, or `None` if the board does not fit into the word.
    pub fn new(rules: Rules) -> Option<Engine<B>> {
        let board = rules.board();
        if u32::from(board.cell_count()) > B::WIDTH {
            return None;
        }
        let described = rules.described();
        let facts = described.facts();
        let safe = B::narrow(facts.safe);
        let pairs = facts.lines.iter().map(|lines| {
            let mut all = [(B::ZERO, B::ZERO); 8];
            for (slot, line) in all.iter_mut().zip(lines) {
                if let [middle, far, ..] = line[..] {
                    *slot = (B::bit(middle).minus(safe), B::bit(far));
                }
            }
            all
        });
        let shifts = |lines| compass(lines).iter().map(|&to| Shift::new(board, to));
        Some(Engine {
            rules,
            board,
            full: board.full(),
            safe,
            steps: shifts(rules.steps).collect(),
            captures: shifts(rules.capture_lines).collect(),
            near: facts.near.iter().map(|&near| B::narrow(near)).collect(),
            pairs: pairs.collect(),
            described,
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// All that follows from the rules.
    #[inline]
    pub(super) fn facts(&self) -> &Facts {
        self.described.facts()
    }

    /// The beginning of a turn when all stones are placed, as games reach it after the first move:
    /// where the other side is blocked, it has just passed.
    #[inline]
    pub fn turn(&self, own: B, enemy: B) -> State<B> {
        let mut state = State {
            own,
            enemy,
            side: Side::X,
            reserve: [0, 0],
            chain: Chain::No,
            quiet: 0,
            first_turns: 0,
        };
        if self.rules.blocked == Blocked::Opens && self.is_blocked(&state.turned()) {
            state.chain = Chain::Extra;
        }
        state
    }

    /// The empty cells.
    #[inline]
    pub(crate) fn empty(&self, state: &State<B>) -> B {
        self.full.minus(state.own | state.enemy)
    }

    /// The cells one step from a cell.
    #[inline]
    pub fn near(&self, index: u8) -> B {
        self.near[usize::from(index)]
    }

    /// All cells one step from some member of a set.
    #[inline]
    pub(crate) fn around(&self, set: B) -> B {
        self.steps
            .iter()
            .fold(B::ZERO, |all, shift| all | shift.apply(set))
    }

    /// The number of ways to step from a cell of one set to a cell of another.
    #[inline]
    pub fn count_steps(&self, from: B, to: B) -> u32 {
        self.steps
            .iter()
            .map(|shift| (shift.apply(from) & to).count())
            .sum()
    }

    /// The cells, empty or not, whose entering by a stone of `own` would take a stone of `enemy`.
    #[inline]
    pub(crate) fn taking_cells(&self, own: B, enemy: B) -> B {
        let takeable = enemy.minus(self.safe);
        match self.rules.capture_run {
            Run::One => self.captures.iter().fold(B::ZERO, |all, &shift| {
                all | shift.apply(shift.apply(own) & takeable)
            }),
            Run::Any => self.captures.iter().fold(B::ZERO, |all, &shift| {
                let held = flood(shift, shift.apply(own) & enemy, enemy);
                all | shift.apply(flood(shift, held & takeable, enemy))
            }),
        }
    }

    /// The stones of `enemy` taken when a stone of `own` enters a cell.
    #[inline]
    pub(crate) fn taken(&self, own: B, enemy: B, to: u8) -> B {
        match self.rules.capture_run {
            Run::One => self.pairs[usize::from(to)]
                .iter()
                .fold(B::ZERO, |all, &(middle, far)| {
                    if (far & own).is_empty() {
                        all
                    } else {
                        all | (middle & enemy)
                    }
                }),
            Run::Any => self.captures.iter().fold(B::ZERO, |all, shift| {
                let mut run = B::ZERO;
                let mut at = shift.apply(B::bit(to));
                while !(at & enemy).is_empty() {
                    run = run | at;
                    at = shift.apply(at);
                }
                if (at & own).is_empty() {
                    all
                } else {
                    all | run.minus(self.safe)
                }
            }),
        }
    }

    /// The cells on which the next stone may be placed.
    pub(crate) fn placing_cells(&self, state: &State<B>) -> B {
        B::narrow(self.facts().placing_points(&state.convert()))
    }

    /// The position after a stone is placed on a cell.
    pub(crate) fn place(&self, state: &State<B>, at: u8) -> State<B> {
        self.facts().place(state, at)
    }

    /// The cells from which a stone may move and the empty cells it may enter. A step is legal if
    /// it leads from one to the other; an extra move must also open a way, if any does
    /// ([`Engine::for_steps`]).
    #[inline]
    pub(crate) fn stepping(&self, state: &State<B>) -> (B, B) {
        let empty = self.empty(state);
        match state.chain {
            // Under no rules of Sidja is a stone taken off where a side is blocked.
            Chain::No | Chain::Extra | Chain::Gives | Chain::Takes => (state.own, empty),
            Chain::Any if self.rules.continuation == Continuation::Free => (state.own, empty),
            Chain::Any => (state.own, empty & self.taking_cells(state.own, state.enemy)),
            Chain::Piece(at) => (
                B::bit(at),
                empty & self.taking_cells(state.own, state.enemy),
            ),
        }
    }

    /// Visits every legal step: the cell left, the cell entered, the stones taken.
    #[inline]
    pub(crate) fn for_steps(&self, state: &State<B>, mut visit: impl FnMut(u8, u8, B)) {
        if state.chain != Chain::Extra {
            return self.for_unforced_steps(state, visit);
        }
        let mut some_opens = false;
        self.for_unforced_steps(state, |from, to, taken| {
            some_opens |= self.opens(state, from, to, taken);
        });
        self.for_unforced_steps(state, |from, to, taken| {
            if !some_opens || self.opens(state, from, to, taken) {
                visit(from, to, taken);
            }
        });
    }

    /// The steps of [`Engine::stepping`].
    #[inline]
    fn for_unforced_steps(&self, state: &State<B>, mut visit: impl FnMut(u8, u8, B)) {
        let (stones, cells) = self.stepping(state);
        let taking = self.taking_cells(state.own, state.enemy);
        for to in (cells & self.around(stones)).ones() {
            let taken = match taking.has(to) {
                true => self.taken(state.own, state.enemy, to),
                false => B::ZERO,
            };
            for from in (self.near(to) & stones).ones() {
                visit(from, to, taken);
            }
        }
    }

    /// Whether a step gives the other side a move, or ends the game: nothing is left to lose, or it is the last move without a
    /// capture that the rules allow.
    fn opens(&self, state: &State<B>, from: u8, to: u8, taken: B) -> bool {
        let reached = |limit: u16| taken.is_empty() && state.quiet.saturating_add(1) >= limit;
        if self.rules.no_capture.is_some_and(reached) {
            return true;
        }
        let own = state.own.minus(B::bit(from)) | B::bit(to);
        let enemy = state.enemy.minus(taken);
        let empty = self.full.minus(own | enemy);
        enemy.count() <= u32::from(self.rules.lost_with())
            || !(self.around(enemy) & empty).is_empty()
    }

    /// Whether the side to move may decline to go on.
    pub(crate) fn may_decline(&self, state: &State<B>) -> bool {
        state.chain.goes_on() && self.rules.continuation == Continuation::Free
    }

    /// The position after a stone has moved and `taken` has been removed.
    #[inline]
    pub(crate) fn step(&self, state: &State<B>, from: u8, to: u8, taken: B) -> State<B> {
        let mut next = *state;
        next.own = next.own.minus(B::bit(from)) | B::bit(to);
        if taken.is_empty() {
            if self.rules.no_capture.is_some() {
                next.quiet = next.quiet.saturating_add(1);
            }
            return next.turned();
        }
        next.enemy = next.enemy.minus(taken);
        next.quiet = 0;
        let over = next.enemy.count() <= u32::from(self.rules.lost_with());
        let enough = self.rules.in_a_row == InARow::Two && state.chain.goes_on();
        if over || enough {
            return next.turned();
        }
        let goes_on = |stones: B| {
            let targets = self.empty(&next) & self.taking_cells(next.own, next.enemy);
            !(self.around(stones) & targets).is_empty()
        };
        next.chain = match self.rules.continuation {
            Continuation::Free => Chain::Any,
            Continuation::Any if goes_on(next.own) => Chain::Any,
            Continuation::Same if goes_on(B::bit(to)) => Chain::Piece(to),
            _ => return next.turned(),
        };
        next
    }

    /// The position after a pass: the opponent's turn begins, with an extra move if the pass was
    /// forced and the rules say that it has to open a way.
    #[inline]
    pub(crate) fn pass(&self, state: &State<B>) -> State<B> {
        let mut next = state.turned();
        if self.rules.blocked == Blocked::Opens && !state.chain.goes_on() {
            next.chain = Chain::Extra;
        }
        next
    }

    /// Visits the position after every way to play the rest of a side's turn, or this position where it is over, until `visit` has
    /// seen enough; whether it has.
    pub(super) fn for_turn_ends(
        &self,
        state: &State<B>,
        side: Side,
        visit: &mut dyn FnMut(&State<B>) -> bool,
    ) -> bool {
        if state.side != side {
            return visit(state);
        }
        let (mut moves, mut enough) = (false, false);
        self.for_steps(state, |from, to, taken| {
            moves = true;
            enough = enough || self.for_turn_ends(&self.step(state, from, to, taken), side, visit);
        });
        if !enough && (!moves || self.may_decline(state)) {
            enough = self.for_turn_ends(&self.pass(state), side, visit);
        }
        enough
    }

    /// Whether the side to move has neither a step nor, when going on, the right to decline.
    #[inline]
    pub(crate) fn is_blocked(&self, state: &State<B>) -> bool {
        !state.is_placing()
            && !state.chain.goes_on()
            && (self.around(state.own) & self.empty(state)).is_empty()
    }

    /// The outcome for the side to move if the game has ended, or `None` if it goes on.
    #[inline]
    pub fn end(&self, state: &State<B>) -> Option<Outcome> {
        if state.is_placing() {
            return None;
        }
        let (own, enemy) = (state.own.count(), state.enemy.count());
        let lost_with = u32::from(self.rules.lost_with());
        if own <= lost_with {
            return Some(Outcome::Loss);
        }
        if enemy <= lost_with {
            return Some(Outcome::Win);
        }
        if self
            .rules
            .no_capture
            .is_some_and(|limit| state.quiet >= limit)
        {
            return Some(match self.rules.no_capture_end {
                NoCaptureEnd::Draw => Outcome::Draw,
                NoCaptureEnd::Count if own > enemy => Outcome::Win,
                NoCaptureEnd::Count if own < enemy => Outcome::Loss,
                NoCaptureEnd::Count => Outcome::Draw,
            });
        }
        (self.rules.blocked == Blocked::Loses && self.is_blocked(state)).then_some(Outcome::Loss)
    }
}

/// The cells of `within` reached from `from` by going on in one direction without a break.
#[inline]
fn flood<B: Bits>(shift: Shift<B>, from: B, within: B) -> B {
    let mut all = from;
    loop {
        let next = all | (shift.apply(all) & within);
        if next == all {
            return all;
        }
        all = next;
    }
}
