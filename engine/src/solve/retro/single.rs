//! Retrograde analysis one position at a time, for games whose pieces take or hem in each other.
//!
//! A group is a layer and the one with the sides exchanged. Moves that stay in the group can be
//! taken back; whatever leaves it leads to layers that are solved. First every position is asked
//! what its leaving moves are worth, which says at which ply it is won or may be lost; then the
//! plies are counted up, and each position found is followed back.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::game::Layer;
use super::solution::Solution;
use super::solver::{SolveError, Tick};
use super::table::{LayerIndex, LayerTable};
use super::value::{Code, Scale};
use crate::solve::parallel::map_ranges;
use crate::solve::worth::{Ending, Outcome};

/// A game of two sides with like pieces, by what can be done and taken back in a position.
///
/// A ply is a whole turn of one side. A position is given by the sets of cells of the side to move
/// and of the other; cells are numbered from nought. Whatever is said here must be the same under
/// every symmetry.
pub trait ReversibleGame: Sync {
    /// The number of cells, at most 32.
    fn cells(&self) -> u8;

    /// The symmetries: where each cell goes, the identity first. They must form a group.
    fn symmetries(&self) -> Vec<Vec<u8>>;

    /// The layers that turns of a layer lead to, but for the one with the sides exchanged.
    fn leaves_to(&self, layer: Layer) -> Vec<Layer>;

    /// The best that turns to other layers are worth to the side to move, or nought plies if the
    /// game is over; `None` if there are none. `solved` gives the values of the layers of [`ReversibleGame::leaves_to`].
    fn leaving(
        &self,
        own: u32,
        other: u32,
        solved: &dyn Fn(u32, u32) -> Option<Ending>,
    ) -> Option<Ending>;

    /// Whether something holds of every position, seen by the other side, that a turn leads to
    /// within the layer with the sides exchanged.
    fn all_staying(&self, own: u32, other: u32, holds: impl FnMut(u32, u32) -> bool) -> bool;

    /// Visits every position from which such a turn leads to this one.
    fn before(&self, own: u32, other: u32, visit: impl FnMut(u32, u32));

    /// Whether the side to move has no move on the board.
    fn is_blocked(&self, own: u32, other: u32) -> bool;
}

/// A layer being solved.
struct Half {
    index: LayerIndex,
    codes: Vec<AtomicU8>,
}

/// A place of a half: the half's number in the highest bit, for four bytes are enough then.
#[derive(Debug, Clone, Copy)]
struct Place(u32);

impl Place {
    const HALF: u32 = 1 << 31;

    fn new(half: usize, at: usize) -> Place {
        Place((half as u32) << 31 | at as u32)
    }

    fn half(self) -> usize {
        (self.0 >> 31) as usize
    }

    fn at(self) -> usize {
        (self.0 & !Place::HALF) as usize
    }
}

struct Group<'a, M> {
    moves: &'a M,
    solved: &'a Solution,
    halves: Vec<Half>,
}

/// The index of a layer, which shares what it can with those of `solved`; `None` if there are too many
/// cells or pieces.
pub fn index_of<M: ReversibleGame>(
    moves: &M,
    layer: Layer,
    solved: &Solution,
) -> Option<LayerIndex> {
    let mut like = solved.tables().values().map(LayerTable::index);
    match like.find(|index| index.layer().own == layer.own) {
        Some(index) => index.with_other(layer.other),
        None => LayerIndex::of_board(layer, &moves.symmetries()),
    }
}

/// Solves a layer and the one with the sides exchanged, given those that captures and the like lead
/// to.
///
/// The observer hears of every ply, and can stop the work by returning false.
///
/// Exact. Cost: a byte a folded position, and four more for each of those that leaving turns or one
/// ply decide; time in proportion to the folded positions and their moves.
///
/// # Errors
/// If a table is missing, there are too many cells or positions, a line is too long, or the observer
/// stops it.
pub fn solve_moves<M: ReversibleGame>(
    moves: &M,
    group: &[Layer],
    solved: &Solution,
    observe: &mut dyn FnMut(Tick) -> bool,
) -> Result<Vec<LayerTable>, SolveError> {
    let mut halves = Vec::new();
    for &layer in group {
        let back = layer.after_step();
        let outside = moves.leaves_to(layer);
        let absent = |needs: &Layer| !solved.tables().contains_key(needs);
        let needs = outside.iter().find(|needs| absent(needs)).copied();
        if let Some(needs) = needs.or((!group.contains(&back)).then_some(back)) {
            return Err(SolveError::Missing { layer, needs });
        }
        let too_large = SolveError::TooLarge {
            cells: moves.cells(),
        };
        let index = index_of(moves, layer, solved);
        let index = index.filter(|index| index.len() <= Place::HALF as usize);
        let index = index.ok_or(too_large)?;
        halves.push(Half {
            codes: (0..index.len())
                .map(|_| AtomicU8::new(Code::DRAW.0))
                .collect(),
            index,
        });
    }
    let group = Group {
        moves,
        solved,
        halves,
    };
    let (mut leaving, blocked) = group.leaving();
    group.settle_all(&mut leaving, observe)?;
    let tables = group.halves.into_iter().zip(blocked);
    let tables = tables.map(|(half, blocked)| {
        let codes = half.codes.into_iter().map(AtomicU8::into_inner).collect();
        LayerTable::from_codes(half.index, codes, blocked)
    });
    let tables: Option<Vec<_>> = tables.collect();
    Ok(tables.expect("a half has a code for every place of its index"))
}

/// The places that leaving turns decide, by the ply at which they count.
type Leaving = BTreeMap<u8, Vec<Place>>;

impl<M: ReversibleGame> Group<'_, M> {
    /// The values that leaving turns decide, and for each half the number of arrangements in which a side is blocked.
    fn leaving(&self) -> (Leaving, Vec<u64>) {
        let mut decided = Leaving::new();
        let mut blocked = Vec::new();
        for (number, half) in self.halves.iter().enumerate() {
            let stuck = AtomicU64::new(0);
            let parts = map_ranges(half.index.len(), 1 << 12, |range| {
                let mut found = Vec::new();
                for place in range {
                    let (own, other) = half.index.position(place);
                    if self.moves.is_blocked(own, other) {
                        stuck.fetch_add(half.index.weight(place) as u64, Ordering::Relaxed);
                    }
                    if half.index.least(place) != place {
                        continue;
                    }
                    let value = self.best_leaving(own, other);
                    let plies = value.and_then(Ending::length);
                    if let Some(ply) = plies.and_then(|plies| u8::try_from(plies).ok()) {
                        found.push((ply, Place::new(number, place)));
                    }
                }
                found
            });
            for (ply, place) in parts.into_iter().flatten() {
                decided.entry(ply).or_default().push(place);
            }
            blocked.push(stuck.into_inner());
        }
        (decided, blocked)
    }

    fn settle_all(
        &self,
        leaving: &mut Leaving,
        observe: &mut dyn FnMut(Tick) -> bool,
    ) -> Result<(), SolveError> {
        let first = self.halves.first();
        let layer = first.map_or(Layer::new(0, 0), |half| half.index.layer());
        let positions = self.halves.iter().map(|h| h.index.arrangements()).sum();
        let decided = AtomicU64::new(0);
        let mut frontier: Vec<Place> = Vec::new();
        for ply in 0.. {
            let found = leaving.remove(&ply).unwrap_or_default();
            if frontier.is_empty() && found.is_empty() && leaving.is_empty() {
                break;
            }
            if ply > Code::LAST {
                return Err(SolveError::TooLong { layer });
            }
            let direct = self.settle_found(&found, ply, &decided);
            let before = self.settle_before(&frontier, ply, &decided);
            frontier = direct.into_iter().chain(before).flatten().collect();
            let tick = Tick {
                layer,
                ply,
                decided: decided.load(Ordering::Relaxed),
                positions,
            };
            if !observe(tick) {
                return Err(SolveError::Stopped { layer });
            }
        }
        Ok(())
    }

    /// Settles, of the places that captures decide at this ply, those that are still open.
    fn settle_found(&self, found: &[Place], ply: u8, decided: &AtomicU64) -> Vec<Vec<Place>> {
        map_ranges(found.len(), 1 << 10, |range| {
            let mut settled = Vec::new();
            for &place in &found[range] {
                let half = self.half(place);
                let (own, other) = half.index.position(place.at());
                self.settle(place, own, other, ply, &mut settled);
            }
            decided.fetch_add(self.arrangements(&settled), Ordering::Relaxed);
            settled
        })
    }

    /// Settles the positions before those of the last ply.
    fn settle_before(&self, frontier: &[Place], ply: u8, decided: &AtomicU64) -> Vec<Vec<Place>> {
        map_ranges(frontier.len(), 1 << 10, |range| {
            let mut settled = Vec::new();
            for &place in &frontier[range] {
                let half = self.half(place);
                let (own, other) = half.index.position(place.at());
                self.moves.before(own, other, |own, other| {
                    if let Some(before) = self.place(own, other) {
                        self.settle(before, own, other, ply, &mut settled);
                    }
                });
            }
            decided.fetch_add(self.arrangements(&settled), Ordering::Relaxed);
            settled
        })
    }

    fn best_leaving(&self, own: u32, other: u32) -> Option<Ending> {
        let solved = |own, other| self.solved.value(own, other);
        self.moves.leaving(own, other, &solved)
    }

    fn half(&self, place: Place) -> &Half {
        &self.halves[place.half()]
    }

    fn arrangements(&self, settled: &[Place]) -> u64 {
        let of = |&place: &Place| {
            let index = &self.half(place).index;
            let place = place.at();
            let (mut images, mut same) = (0, 0);
            index.for_images(place, |image| {
                images += 1;
                same += usize::from(image == place);
            });
            (images / same * index.weight(place)) as u64
        };
        settled.iter().map(of).sum()
    }

    #[inline]
    fn place(&self, own: u32, other: u32) -> Option<Place> {
        let layer = Layer::new(own.count_ones() as u8, other.count_ones() as u8);
        let mut halves = self.halves.iter();
        let half = halves.position(|half| half.index.layer() == layer)?;
        Some(Place::new(half, self.halves[half].index.place(own, other)))
    }

    #[inline]
    fn code(&self, place: Place) -> u8 {
        self.half(place).codes[place.at()].load(Ordering::Relaxed)
    }

    /// Marks a position that is open, if it is won or lost at this ply; several may try at once.
    fn settle(&self, place: Place, own: u32, other: u32, ply: u8, settled: &mut Vec<Place>) {
        if self.code(place) != Code::DRAW.0
            || ply.is_multiple_of(2) && !self.is_lost(own, other, ply)
        {
            return;
        }
        // One of the places where its images are decides who was first.
        let half = self.half(place);
        let least = half.index.least(place.at());
        let open = half.codes[least].compare_exchange(
            Code::DRAW.0,
            ply,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
        if open.is_ok() {
            half.index.for_images(least, |image| {
                half.codes[image].store(ply, Ordering::Relaxed);
            });
            settled.push(Place::new(place.half(), least));
        }
    }

    /// Whether every turn loses, the last of them in this number of plies.
    fn is_lost(&self, own: u32, other: u32, ply: u8) -> bool {
        // Marks of this very ply may be seen or not; they are even, and no wins.
        let won = |own: u32, other: u32| {
            let code = self
                .place(own, other)
                .map_or(Code::DRAW, |place| Code(self.code(place)));
            code.value(Scale::Plies)
                .is_some_and(|value| value.outcome() == Outcome::Win)
        };
        if !self.moves.all_staying(own, other, won) {
            return false;
        }
        match self.best_leaving(own, other) {
            None => true,
            Some(value) => {
                matches!(value, Ending::Loss(plies) if plies <= u32::from(ply))
            }
        }
    }
}
