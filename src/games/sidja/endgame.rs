//! Positions with few stones, solved outright.
//!
//! Tables are built by the number of stones on the board. A capture leads to fewer stones and so
//! into a finished table, however its turn goes on; among equal numbers of stones there are only
//! moves that take nothing, and those are followed backwards from the decided positions, one turn
//! at a time. What is never decided is a draw: nobody can force an end.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU16, Ordering};

use super::engine::{Chain, Engine, State};
use super::rules::Blocked;
use super::{Outcome, Rules, Side};
use crate::board::Bits;
use crate::solve::Subsets;
use crate::solve::parallel::map_ranges;

/// The value of a position: its outcome for the side to move and, unless it is a draw, the turns of
/// both sides to the end with best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// The side to move wins in so many turns.
    Win(u32),
    /// Nobody can force an end.
    Draw,
    /// The side to move loses in so many turns.
    Loss(u32),
}

impl Value {
    /// The outcome.
    pub const fn outcome(self) -> Outcome {
        match self {
            Value::Win(_) => Outcome::Win,
            Value::Draw => Outcome::Draw,
            Value::Loss(_) => Outcome::Loss,
        }
    }

    /// The same one turn earlier, for the opponent.
    const fn before(self) -> Value {
        match self {
            Value::Win(turns) => Value::Loss(turns + 1),
            Value::Draw => Value::Draw,
            Value::Loss(turns) => Value::Win(turns + 1),
        }
    }

    /// A number that is the greater the better for the side to move.
    const fn preference(self) -> i64 {
        match self {
            Value::Win(turns) => (1 << 32) - turns as i64,
            Value::Draw => 0,
            Value::Loss(turns) => turns as i64 - (1 << 32),
        }
    }
}

const OPEN: u16 = u16::MAX;

/// The positions with given numbers of stones, the side to move's first.
#[derive(Debug)]
struct Table {
    own: Subsets,
    enemy: Subsets,
    turns: Vec<AtomicU16>,
}

/// Every position with at most a number of stones, of both sides together.
///
/// Only for rules without a limit on moves without a capture: with one, the value of a position
/// would depend on the count.
#[derive(Debug)]
pub struct Endgames {
    engine: Engine<u32>,
    most: u32,
    /// By [`slot`]; those without a table have too many stones, or a side that has lost.
    tables: Vec<Option<Table>>,
}

/// A position by the slot of its table and its number there.
#[derive(Debug, Clone, Copy)]
struct Place {
    slot: u16,
    index: u32,
}

/// One more than the most stones of a side on 5×5.
const SIDE: u32 = 13;

/// Where the table for these numbers of stones is.
fn slot(own: u32, enemy: u32) -> u16 {
    (own * SIDE + enemy) as u16
}

impl Endgames {
    /// Solves every position with at most `most` stones, or returns `None` if the board is larger
    /// than 5×5 or the rules limit moves without a capture.
    ///
    /// Exact. Cost: two bytes a position, and up to as much again three times while a table is being
    /// built. On 5×5 six stones are 10 million positions and take some seconds, seven are 64
    /// million and take about a minute and 400 MB.
    pub fn new(rules: Rules, most: u32) -> Option<Endgames> {
        if rules.size() > 5 || rules.no_capture.is_some() {
            return None;
        }
        let mut endgames = Endgames {
            engine: Engine::new(rules)?,
            most,
            tables: (0..SIDE * SIDE).map(|_| None).collect(),
        };
        let least = u32::from(rules.lost_with()) + 1;
        let stones = u32::from(rules.stones());
        for total in 2 * least..=most.min(2 * stones) {
            for fewer in least..=total / 2 {
                let more = total - fewer;
                if more > stones {
                    continue;
                }
                for (own, enemy) in [(fewer, more), (more, fewer)] {
                    let table = endgames.empty_table(own, enemy)?;
                    endgames.tables[usize::from(slot(own, enemy))] = Some(table);
                }
                let both = [slot(fewer, more), slot(more, fewer)];
                endgames.solve(&both[usize::from(fewer == more)..])?;
            }
        }
        Some(endgames)
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.engine.rules()
    }

    /// The number of stones up to which positions are solved.
    pub fn most(&self) -> u32 {
        self.most
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.tables
            .iter()
            .flatten()
            .map(|table| table.turns.len() as u64)
            .sum()
    }

    /// For each pair of numbers of stones, the side to move's first: the positions it wins, draws
    /// and loses, and the most turns a win takes.
    pub fn counts(&self) -> Vec<((u32, u32), [u64; 3], u32)> {
        let count = |table: &Table| {
            let mut counts = [0; 3];
            let mut longest = 0;
            for turns in &table.turns {
                let slot = match value_of(turns.load(Ordering::Relaxed)) {
                    Value::Win(turns) => {
                        longest = longest.max(turns);
                        0
                    }
                    Value::Draw => 1,
                    Value::Loss(_) => 2,
                };
                counts[slot] += 1;
            }
            (counts, longest)
        };
        (0..)
            .zip(&self.tables)
            .filter_map(|(slot, table)| {
                let (counts, longest) = count(table.as_ref()?);
                Some(((slot / SIDE, slot % SIDE), counts, longest))
            })
            .collect()
    }

    /// The value of a position at the beginning of a turn, or `None` if it has too many stones or
    /// stones to be placed, or a turn is being continued.
    pub fn value<B: Bits>(&self, state: &State<B>) -> Option<Value> {
        if state.is_placing() || state.chain != Chain::No {
            return None;
        }
        self.look(&state.convert())
    }

    fn look(&self, state: &State<u32>) -> Option<Value> {
        match self.engine.end(state) {
            Some(Outcome::Loss) => return Some(Value::Loss(0)),
            Some(Outcome::Win) => return Some(Value::Win(0)),
            Some(Outcome::Draw) => return Some(Value::Draw),
            None => {}
        }
        let place = self.place(state.own, state.enemy)?;
        Some(value_of(self.get(place)))
    }

    fn empty_table(&self, own: u32, enemy: u32) -> Option<Table> {
        let cells = u32::from(self.engine.board().cell_count());
        let own_sets = Subsets::new(cells, own)?;
        let enemy_sets = Subsets::new(cells - own, enemy)?;
        let count = own_sets.len() * enemy_sets.len();
        Some(Table {
            own: own_sets,
            enemy: enemy_sets,
            turns: (0..count).map(|_| AtomicU16::new(OPEN)).collect(),
        })
    }

    /// Where a position is, or `None` if there is no table for it.
    #[inline]
    fn place(&self, own: u32, enemy: u32) -> Option<Place> {
        let slot = slot(own.count_ones(), enemy.count_ones());
        let table = self.tables.get(usize::from(slot))?.as_ref()?;
        let index = table.own.rank(own) * table.enemy.len() + table.enemy.rank(squeeze(enemy, own));
        Some(Place {
            slot,
            index: index as u32,
        })
    }

    fn table(&self, slot: u16) -> &Table {
        let table = self.tables[usize::from(slot)].as_ref();
        table.expect("a place is only made for a table that is there")
    }

    fn state(&self, place: Place) -> State<u32> {
        let table = self.table(place.slot);
        let index = place.index as usize;
        let own = table.own.mask(index / table.enemy.len());
        State {
            own,
            enemy: spread(table.enemy.mask(index % table.enemy.len()), own),
            side: Side::X,
            reserve: [0, 0],
            chain: Chain::No,
            quiet: 0,
        }
    }

    #[inline]
    fn get(&self, place: Place) -> u16 {
        self.table(place.slot).turns[place.index as usize].load(Ordering::Relaxed)
    }

    /// Marks an open position; whether it was open.
    fn claim(&self, place: Place, turns: u16) -> bool {
        self.table(place.slot).turns[place.index as usize]
            .compare_exchange(OPEN, turns, Ordering::Relaxed, Ordering::Relaxed)
            .is_ok()
    }

    /// Solves tables that lead into one another by moves that take nothing.
    fn solve(&self, slots: &[u16]) -> Option<()> {
        // What the captures alone are worth, by the turn at which it counts.
        let mut by_captures: BTreeMap<u16, Vec<Place>> = BTreeMap::new();
        for &slot in slots {
            let count = self.table(slot).turns.len();
            let parts = map_ranges(count, 1 << 12, |range| {
                let places = range.map(|index| Place {
                    slot,
                    index: index as u32,
                });
                let decided = places.filter_map(|place| Some((self.decided(place)?, place)));
                decided.collect::<Vec<_>>()
            });
            for (turns, place) in parts.into_iter().flatten() {
                by_captures.entry(turns).or_default().push(place);
            }
        }
        let mut frontier: Vec<Place> = Vec::new();
        for turn in 0_u16.. {
            if turn == OPEN - 1 {
                return None;
            }
            let found = by_captures.remove(&turn).unwrap_or_default();
            if frontier.is_empty() && found.is_empty() && by_captures.is_empty() {
                break;
            }
            let settle = |place: Place| {
                self.get(place) == OPEN
                    && (turn % 2 == 1 || self.is_lost(place, turn))
                    && self.claim(place, turn)
            };
            let direct = map_ranges(found.len(), 1 << 10, |range| {
                let places = found[range].iter().copied();
                places.filter(|&place| settle(place)).collect::<Vec<_>>()
            });
            let before = map_ranges(frontier.len(), 1 << 10, |range| {
                let mut settled = Vec::new();
                for &place in &frontier[range] {
                    self.for_predecessors(place, |before| {
                        if settle(before) {
                            settled.push(before);
                        }
                    });
                }
                settled
            });
            frontier = [direct.concat(), before.concat()].concat();
        }
        Some(())
    }

    /// The turn at which a position counts as won, or may as lost, by what its captures or a block
    /// lead to; `None` if that decides nothing.
    fn decided(&self, place: Place) -> Option<u16> {
        let state = self.state(place);
        if self.engine.is_blocked(&state) {
            return (self.engine.rules().blocked == Blocked::Loses).then_some(0);
        }
        match self.best_capture(&state)? {
            Value::Win(turns) | Value::Loss(turns) => u16::try_from(turns).ok(),
            Value::Draw => None,
        }
    }

    /// The best that a move that takes something leads to.
    fn best_capture(&self, state: &State<u32>) -> Option<Value> {
        let (stones, cells) = self.engine.stepping(state);
        let taking = cells & self.engine.taking_cells(state.own, state.enemy);
        let mut best: Option<Value> = None;
        for to in taking.ones() {
            let taken = self.engine.taken(state.own, state.enemy, to);
            for from in (self.engine.near(to) & stones).ones() {
                let next = self.engine.step(state, from, to, taken);
                best = better(best, self.turn_value(state.side, &next));
            }
        }
        best
    }

    /// The value, for the side whose turn it is, of a position within or after its turn; all its
    /// successors have fewer stones than those being solved.
    fn turn_value(&self, side: Side, state: &State<u32>) -> Option<Value> {
        if state.side != side {
            return self.look(state).map(Value::before);
        }
        let (stones, cells) = self.engine.stepping(state);
        let mut best = None;
        for to in cells.ones() {
            let taken = self.engine.taken(state.own, state.enemy, to);
            for from in (self.engine.near(to) & stones).ones() {
                let next = self.engine.step(state, from, to, taken);
                best = better(best, self.turn_value(side, &next));
            }
        }
        if self.engine.may_decline(state) {
            best = better(best, self.turn_value(side, &self.engine.pass(state)));
        }
        best
    }

    /// Whether everything a side can do loses, the last of it in this number of turns.
    fn is_lost(&self, place: Place, turn: u16) -> bool {
        let state = self.state(place);
        let engine = &self.engine;
        let won = |own: u32, enemy: u32| {
            let turns = self.place(own, enemy).map_or(OPEN, |place| self.get(place));
            turns != OPEN && turns % 2 == 1 && turns < turn
        };
        if engine.is_blocked(&state) {
            return turn == 0 || won(state.enemy, state.own);
        }
        match self.best_capture(&state) {
            Some(Value::Loss(turns)) if turns > u32::from(turn) => return false,
            None | Some(Value::Loss(_)) => {}
            Some(_) => return false,
        }
        let (stones, cells) = engine.stepping(&state);
        let quiet = cells & !engine.taking_cells(state.own, state.enemy);
        quiet.ones().all(|to| {
            (engine.near(to) & stones).ones().all(|from| {
                let own = state.own & !(1 << from) | 1 << to;
                won(state.enemy, own)
            })
        })
    }

    /// Visits the positions from which a move that takes nothing, or a pass, leads to this one.
    fn for_predecessors(&self, place: Place, mut visit: impl FnMut(Place)) {
        let engine = &self.engine;
        let state = self.state(place);
        // A cell that takes when entered has not been entered by a move that took nothing.
        let taking = engine.taking_cells(state.enemy, state.own);
        let empty = engine.empty(&state);
        for to in (state.enemy & !taking).ones() {
            for from in (engine.near(to) & empty).ones() {
                let own = state.enemy & !(1 << to) | 1 << from;
                if let Some(before) = self.place(own, state.own) {
                    visit(before);
                }
            }
        }
        let passed = engine.pass(&state);
        if engine.rules().blocked == Blocked::Passes
            && engine.is_blocked(&passed)
            && let Some(before) = self.place(passed.own, passed.enemy)
        {
            visit(before);
        }
    }
}

fn value_of(turns: u16) -> Value {
    match turns {
        OPEN => Value::Draw,
        turns if turns % 2 == 1 => Value::Win(u32::from(turns)),
        turns => Value::Loss(u32::from(turns)),
    }
}

fn better(best: Option<Value>, value: Option<Value>) -> Option<Value> {
    [best, value]
        .into_iter()
        .flatten()
        .max_by_key(|value| value.preference())
}

/// The cells of a set renumbered without those of another.
fn squeeze(set: u32, without: u32) -> u32 {
    let mut cells = without;
    let mut squeezed = set;
    let mut removed = 0;
    while let Some(cell) = cells.lowest() {
        let below = (1_u32 << (cell - removed)) - 1;
        squeezed = (squeezed & below) | ((squeezed >> 1) & !below);
        removed += 1;
        cells = cells.without_lowest();
    }
    squeezed
}

/// Undoes [`squeeze`].
fn spread(squeezed: u32, without: u32) -> u32 {
    let mut set = squeezed;
    for cell in without.ones() {
        let below = (1_u32 << cell) - 1;
        set = (set & below) | ((set & !below) << 1);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::sidja::Position;

    /// The value that those after every move give, from the moves of [`Position`].
    fn follows(endgames: &Endgames, position: &Position, side: Side) -> Value {
        if position.side() != side {
            return endgames.value(position.state()).unwrap().before();
        }
        let values = position
            .plays()
            .into_iter()
            .map(|play| follows(endgames, &play.position, side));
        values.max_by_key(|value| value.preference()).unwrap()
    }

    fn audit(rules: &str, most: u32, stride: usize) -> u64 {
        let rules: Rules = rules.parse().unwrap();
        let endgames = Endgames::new(rules, most).unwrap();
        let mut decided = 0;
        for slot in 0..(SIDE * SIDE) as u16 {
            let count = endgames.tables[usize::from(slot)]
                .as_ref()
                .map_or(0, |table| table.turns.len() as u32);
            for index in (0..count).step_by(stride) {
                let state = endgames.state(Place { slot, index });
                let place = endgames.place(state.own, state.enemy).unwrap();
                assert_eq!((place.slot, place.index), (slot, index));
                let position = Position::trusted(rules, state.convert());
                let value = endgames.value(&state).unwrap();
                let expected = match position.end() {
                    Some(_) => Value::Loss(0),
                    None => follows(&endgames, &position, Side::X),
                };
                assert_eq!(value, expected, "{position} {rules}");
                decided += u64::from(value != Value::Draw);
            }
        }
        decided
    }

    #[test]
    fn all_of_3x3_follows_from_its_successors() {
        for rules in [
            "sudan,size=3",
            "west-africa,size=3,no_capture=none",
            "egypt,size=3,no_capture=none",
            "egypt,size=3,no_capture=none,centre=open,blocked=loses",
            "sudan,size=3,capture_run=any,steps=4,in_a_row=2",
        ] {
            assert!(audit(rules, 8, 1) > 0, "{rules}");
        }
    }

    #[test]
    fn few_stones_on_5x5_follow_from_their_successors() {
        assert!(audit("sudan", 4, 7) > 0);
    }

    #[test]
    fn rules_with_a_limit_have_no_tables() {
        assert!(Endgames::new(Rules::EGYPT, 4).is_none());
        assert!(Endgames::new(Rules::SUDAN.with_size(7).unwrap(), 4).is_none());
    }
}
