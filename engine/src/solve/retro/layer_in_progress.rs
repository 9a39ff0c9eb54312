//! A layer while it is being solved, a row of bits for each class of the side to move's sets.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::game::{Blocked, Chooser, Layer, Needs, TurnKinds};
use super::matrix::{Fresh, Matrix, block_shift};
use super::sets::Sets;
use super::space::{Columns, Space, members};
use super::table::{LayerIndex, LayerTable};
use super::value::Code;
use crate::solve::parallel;

/// Two matrices of a layer.
#[derive(Debug)]
pub(super) struct Pair {
    /// Lost for the side to move.
    pub(super) lost: Matrix,
    /// Not known to be won by the side to move, nor excluded.
    pub(super) open: Matrix,
}

impl Pair {
    /// The matrices when only the ends of games are known.
    pub(super) fn new(space: &Space, layer: Layer) -> Pair {
        let (own, other) = (space.columns(layer.own), space.columns(layer.other));
        let fill = |number: usize, row: &mut [u64]| {
            own.disjoint(other.sets.mask(number), row);
            for (word, goal) in row.iter_mut().zip(&own.goal) {
                *word &= !goal;
            }
        };
        let rows = other.sets.len();
        let open = Matrix::new(rows, own.words, |number, row| {
            fill(number, row);
            false
        });
        let lost = Matrix::new(rows, own.words, |number, row| {
            let set = other.sets.mask(number);
            if other.is_goal_of_other(number) {
                fill(number, row);
                return true;
            }
            let ended = own.or_goals(&space.goals[1], set, row);
            if ended {
                let mut possible = vec![0; row.len()];
                fill(number, &mut possible);
                let words = row.iter_mut().zip(possible);
                words.for_each(|(word, possible)| *word &= possible);
            }
            ended
        });
        Pair { lost, open }
    }

    /// Records positions of this code, with all their images.
    pub(super) fn record(&mut self, fresh: &Fresh, own: &Sets, other: &Columns, code: u8) {
        let won = code % 2 == 1;
        let matrix = if won { &mut self.open } else { &mut self.lost };
        // Positions in which the game is over, whose codes are 0 and 1, keep their marks until the first ply has looked at them.
        if code > 1 {
            matrix.settle();
        }
        matrix.scatter(fresh, own, other, !won);
    }
}

/// Where the steps and the drops of a layer lead.
pub(super) type Targets<'a> = [Option<&'a Pair>; 2];

/// A layer being solved.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) layer: Layer,
    pub(super) turn: TurnKinds,
    /// The cells on which a piece cannot be dropped.
    barred: u32,
    pub(super) index: LayerIndex,
    /// The arrangements that are decided or are no positions.
    known: Vec<u64>,
    /// The arrangements that the last ply has decided; where it can decide wins and losses, losses and wins.
    fresh: Vec<Fresh>,
    codes: Vec<u8>,
    blocked: u64,
}

/// One row of a layer, lent to a thread.
struct Row<'a> {
    class: usize,
    known: &'a mut [u64],
    fresh: &'a mut [u64],
    any: &'a mut bool,
    codes: &'a mut [u8],
}

impl Row<'_> {
    /// Decides what is fresh and not known yet, in some words, and returns the number of places; `place` gives that of a set.
    #[inline]
    fn decide(&mut self, words: Range<usize>, code: u8, place: impl Fn(usize) -> usize) -> u64 {
        let mut count = 0;
        let fresh = self.fresh[words.clone()].iter_mut();
        for ((word, fresh), known) in words.clone().zip(fresh).zip(&mut self.known[words]) {
            *fresh &= !*known;
            *known |= *fresh;
            count += u64::from(fresh.count_ones());
            for number in members(word, *fresh) {
                self.codes[place(number)] = code;
            }
        }
        count
    }
}

/// The meaning of the union of the rows that moves lead to, and the use made of it.
struct Verdict {
    /// Whether it says who is blocked.
    blocks: bool,
    /// Whether what is found is entered, or only counted.
    marks: bool,
    /// Whether the next positions that count are those lost for the other side.
    wins: bool,
    /// The code of the positions that are decided.
    code: u8,
    /// All ones where the positions to be decided are those outside the union.
    flip: u64,
    /// Whether no union is needed: where the other side says where to drop, nobody is blocked while there is an empty cell.
    from_all: bool,
}

impl Verdict {
    /// Of the arrangements without a move.
    fn blocked(blocked: Blocked, turn: TurnKinds) -> Verdict {
        Verdict {
            blocks: true,
            marks: blocked != Blocked::Passes,
            wins: false,
            code: match blocked {
                Blocked::Draws | Blocked::Passes => Code::DRAW.0,
                Blocked::Loses => 0,
                Blocked::Wins => 1,
            },
            flip: u64::MAX,
            from_all: turn.drop == Some(Chooser::Opponent),
        }
    }

    /// Of the positions of a code. The union says what can be won, or what is not yet lost; where the other side says where
    /// to drop, what is not yet won, or what is lost.
    fn code(code: u8, turn: TurnKinds) -> Verdict {
        let wins = code % 2 == 1;
        let outside = wins == (turn.drop == Some(Chooser::Opponent));
        Verdict {
            blocks: false,
            marks: true,
            wins,
            code,
            flip: if outside { u64::MAX } else { 0 },
            from_all: false,
        }
    }
}

impl Work {
    /// A layer with the ends of games filled in.
    pub(super) fn new(
        space: &Space,
        layer: Layer,
        (turn, barred): (TurnKinds, u32),
        index: LayerIndex,
    ) -> Work {
        let words = space.columns(layer.other).words;
        let classes = index.classes();
        let mut work = Work {
            layer,
            turn,
            barred,
            known: vec![0; classes * words],
            fresh: space
                .scale
                .codes(1)
                .map(|_| Fresh::new(classes, words))
                .collect(),
            codes: vec![Code::DRAW.0; index.len()],
            blocked: 0,
            index,
        };
        let own = space.columns(layer.own);
        let other = space.columns(layer.other);
        work.for_each_row(0, |index, mut row| {
            let number = own.sets.first(row.class);
            if own.is_goal(number) {
                row.known.fill(u64::MAX);
                row.codes.fill(Code::EXCLUDED.0);
                return;
            }
            let set = own.sets.mask(number);
            other.disjoint(set, row.known);
            row.known.iter_mut().for_each(|word| *word = !*word);
            row.fresh.copy_from_slice(&other.goal_of_other);
            other.or_goals(&space.goals_of_other_turned, set, row.fresh);
            row.decide(0..row.known.len(), 0, |number| {
                index.place_in_row(set, other.sets.mask(number))
            });
        });
        work
    }

    /// Decides the positions in which the side to move has a goal, which the other side has given it.
    pub(super) fn give(&mut self, space: &Space) {
        let other = space.columns(self.layer.other);
        self.for_each_row(1, |index, mut row| {
            let set = index.own_of(row.class);
            row.fresh.fill(0);
            *row.any = other.or_goals(&space.goals[0], set, row.fresh);
            row.decide(0..row.known.len(), 1, |number| {
                index.place_in_row(set, other.sets.mask(number))
            });
        });
    }

    /// Marks what has no legal move, and counts it.
    pub(super) fn block(&mut self, space: &Space, targets: Targets<'_>, blocked: Blocked) {
        self.blocked = self.pass(space, targets, &Verdict::blocked(blocked, self.turn));
    }

    /// Decides the positions of a code, and returns the number of their arrangements.
    pub(super) fn advance(&mut self, space: &Space, targets: Targets<'_>, code: u8) -> u64 {
        self.pass(space, targets, &Verdict::code(code, self.turn))
    }

    /// The arrangements of a code that the last ply has decided.
    pub(super) fn fresh(&self, code: u8) -> &Fresh {
        &self.fresh[usize::from(code) % self.fresh.len()]
    }

    /// The solution.
    pub(super) fn finish(self) -> Option<LayerTable> {
        LayerTable::from_codes(self.index, self.codes, self.blocked)
    }

    fn for_each_row(&mut self, code: u8, work: impl Fn(&LayerIndex, Row<'_>) + Sync) {
        let kinds = self.fresh.len();
        let Fresh { words, rows, any } = &mut self.fresh[usize::from(code) % kinds];
        let known = self.known.chunks_mut(*words);
        let fresh = rows.chunks_mut(*words);
        let codes = self.codes.chunks_mut(self.index.row());
        let rows = known.zip(fresh).zip(any.iter_mut()).zip(codes);
        let index = &self.index;
        let rows = rows.enumerate();
        parallel::for_each(rows, |(class, (((known, fresh), any), codes))| {
            let row = Row {
                class,
                known,
                fresh,
                any,
                codes,
            };
            work(index, row);
        });
    }

    fn pass(&mut self, space: &Space, targets: Targets<'_>, verdict: &Verdict) -> u64 {
        let own = space.columns(self.layer.own);
        let other = space.columns(self.layer.other);
        let reach = Reach {
            space,
            own,
            other,
            turn: self.turn,
            barred: self.barred,
            targets,
            full: self.layer.total() >= space.cells,
        };
        let found = AtomicU64::new(0);
        self.for_each_row(verdict.code, |index, mut row| {
            *row.any = false;
            let number = own.sets.first(row.class);
            if own.is_goal(number) {
                return;
            }
            let set = own.sets.mask(number);
            let changed = match verdict.blocks {
                true => u64::MAX,
                false => reach.changed(set, verdict.wins),
            };
            if changed == 0 {
                return;
            }
            let count = reach.enter(verdict, index, set, changed, &mut row);
            *row.any = count > 0 && verdict.code != Code::DRAW.0;
            found.fetch_add(count * index.orbit(row.class) as u64, Ordering::Relaxed);
        });
        found.into_inner()
    }
}

/// The words of consecutive blocks that have changed, in a row of `words` words.
fn runs(mut changed: u64, words: usize) -> impl Iterator<Item = Range<usize>> {
    let shift = block_shift(words);
    std::iter::from_fn(move || {
        (changed != 0).then(|| {
            let start = changed.trailing_zeros();
            let length = (changed >> start).trailing_ones();
            let end = start + length;
            changed &= u64::MAX.checked_shl(end).unwrap_or(0);
            words.min((start as usize) << shift)..words.min((end as usize) << shift)
        })
    })
}

/// The rows that the moves of a set lead to.
struct Reach<'a> {
    space: &'a Space,
    own: &'a Columns,
    other: &'a Columns,
    turn: TurnKinds,
    barred: u32,
    targets: Targets<'a>,
    /// Whether there is no empty cell.
    full: bool,
}

impl Reach<'_> {
    /// Calls `visit` with every matrix row that a move of the set leads to, and with what it needs of the other side's pieces.
    #[inline]
    fn visit<'m>(&'m self, set: u32, wins: bool, mut visit: impl FnMut(&'m Matrix, usize, Over)) {
        let pick = |pair: &'m Pair| if wins { &pair.lost } else { &pair.open };
        let [step, drop] = self.targets;
        if let (true, Some(pair)) = (self.turn.steps, step) {
            let number = |set: u32| self.own.seen_by_other(self.own.sets.number(set));
            let mut rest = set;
            while rest != 0 {
                let from = rest.trailing_zeros();
                rest &= rest - 1;
                for step in &self.space.steps[from as usize] {
                    let Some(needs) = step.needs(set, &self.space.plain) else {
                        continue;
                    };
                    let next = set & !(1 << from) | 1 << step.to;
                    visit(pick(pair), number(next), Over::Needs(needs));
                }
            }
            if self.space.passes && self.turn.drop.is_none() {
                visit(pick(pair), number(set), Over::Stuck);
            }
        }
        if let (Some(chooser), Some(pair)) = (self.turn.drop, drop) {
            let next = self.space.columns(set.count_ones() as u8 + 1);
            let taken = set | self.barred;
            for cell in (0..self.space.cells).filter(|cell| taken >> cell & 1 == 0) {
                let over = match chooser {
                    Chooser::Owner => Over::Needs(Needs::default()),
                    Chooser::Opponent => Over::Forced(cell),
                };
                let number = next.seen_by_other(next.sets.number(set | 1 << cell));
                visit(pick(pair), number, over);
            }
        }
    }

    /// Enters in a row what a pass decides in the blocks that have changed, and returns the number of places.
    fn enter(
        &self,
        verdict: &Verdict,
        index: &LayerIndex,
        set: u32,
        changed: u64,
        row: &mut Row<'_>,
    ) -> u64 {
        row.fresh.fill(0);
        let mut count = 0;
        // Seen by the other side, what has changed may stand anywhere.
        let changed = match self.other.turned {
            Some(_) => u64::MAX,
            None => changed,
        };
        for run in runs(changed, row.fresh.len()) {
            let fresh = &mut row.fresh[run.clone()];
            if verdict.from_all {
                fresh.fill(if self.full { 0 } else { u64::MAX });
            } else {
                self.union(set, verdict.wins, run.clone(), fresh);
            }
            // Nobody is blocked who has a goal; then the run is the whole row.
            if verdict.blocks {
                self.other.or_goals(&self.space.goals[0], set, fresh);
            }
            fresh.iter_mut().for_each(|word| *word ^= verdict.flip);
            count += match verdict.marks {
                true => row.decide(run, verdict.code, |number| {
                    index.place_in_row(set, self.other.sets.mask(number))
                }),
                false => {
                    let words = fresh.iter().zip(&row.known[run]);
                    words
                        .map(|(fresh, known)| u64::from((fresh & !known).count_ones()))
                        .sum()
                }
            };
        }
        count
    }

    /// The blocks that the last ply has changed in what moves of the set lead to.
    fn changed(&self, set: u32, wins: bool) -> u64 {
        let mut changed = 0;
        self.visit(set, wins, |matrix, number, _| {
            changed |= matrix.changed(number);
        });
        changed
    }

    /// The union of what moves of the set lead to; of what is not there, where the other side says
    /// where to drop. Only for a range of words.
    fn union(&self, set: u32, wins: bool, run: Range<usize>, union: &mut [u64]) {
        self.visit(set, wins, |matrix, number, over| match over {
            Over::Needs(needs) => {
                let row = self.row(matrix, number, run.clone());
                (self.other).or_where(needs, run.clone(), Some(&row), union);
            }
            Over::Stuck => {
                let row = self.row(matrix, number, run.clone());
                let mut movable = vec![0; union.len()];
                for step in members(0, set.into()).flat_map(|from| &self.space.steps[from]) {
                    if let Some(needs) = step.needs(set, &self.space.plain) {
                        let clear = needs.clear | 1 << step.to;
                        let needs = Needs { clear, ..needs };
                        (self.other).or_where(needs, run.clone(), None, &mut movable);
                    }
                }
                for ((word, row), movable) in union.iter_mut().zip(&*row).zip(&movable) {
                    *word |= row & !movable;
                }
            }
            Over::Forced(cell) => {
                let row = &matrix.row(number)[run.clone()];
                let there = &self.other.contains(cell)[run.clone()];
                for ((word, row), there) in union.iter_mut().zip(row).zip(there) {
                    *word |= !(row | there);
                }
            }
        });
    }

    /// Words of a row of a matrix, as the side to move sees the other side's sets.
    fn row<'m>(&self, matrix: &'m Matrix, number: usize, run: Range<usize>) -> Cow<'m, [u64]> {
        match self.other.turned {
            None => (&matrix.row(number)[run]).into(),
            Some(_) => self.seen(matrix.row(number)).into(),
        }
    }

    /// A row over the other side's sets as it sees them itself, as the side to move sees them.
    fn seen(&self, row: &[u64]) -> Vec<u64> {
        let mut seen = vec![0; row.len()];
        for number in 0..self.other.sets.len() {
            let from = self.other.seen_by_other(number);
            seen[number / 64] |= (row[from / 64] >> (from % 64) & 1) << (number % 64);
        }
        seen
    }
}

/// The condition that a move makes on the other side's pieces, beyond leaving empty the cell it goes to.
#[derive(Clone, Copy)]
enum Over {
    Needs(Needs),
    /// No piece can move.
    Stuck,
    /// The other side has chosen this cell.
    Forced(u8),
}
