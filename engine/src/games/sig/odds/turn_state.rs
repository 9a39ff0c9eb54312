//! The facts to be remembered of a turn as its throws fall.

use crate::games::sig::budget::Work;
use crate::games::sig::rules::Face;
use crate::games::sig::throw_multiset::Cost;
use crate::games::sig::throws::Throws;

/// The facts to be remembered of the throws that stand.
///
/// Throws only ever add to what can be taken: those not wanted are used elsewhere.
pub(super) trait Memory {
    type State: Clone + Eq + std::hash::Hash;
    fn start(&self) -> Self::State;
    /// The state after one more standing throw of a kind; `None` if that takes more work than allowed.
    fn after(&self, state: &Self::State, kind: usize, work: &mut Work) -> Option<Self::State>;
    /// Whether the piece can be taken when the turn ends with this throw, numbered from 1, or with nothing (0).
    fn takes(&self, state: &Self::State, last: u8) -> bool;
    /// About the steps that asking so once takes.
    fn steps(&self, state: &Self::State) -> usize;
}

/// In any order: how many of each throw stand, up to the number that can still matter.
pub(super) struct Capped<'a> {
    least: &'a [Cost],
    caps: Vec<u8>,
}

impl<'a> Capped<'a> {
    pub(super) fn new(throws: &Throws, least: &'a [Cost]) -> Self {
        let cap = |kind| least.iter().map(|cost| cost.count(kind)).max();
        let caps = (0..throws.kinds.len()).map(|kind| cap(kind).unwrap_or(0));
        Capped {
            least,
            caps: caps.collect(),
        }
    }
}

impl Memory for Capped<'_> {
    type State = Vec<u8>;

    fn start(&self) -> Vec<u8> {
        vec![0; self.caps.len()]
    }

    fn after(&self, state: &Vec<u8>, kind: usize, work: &mut Work) -> Option<Vec<u8>> {
        work.spend(state.len() + 30)?;
        let mut next = state.clone();
        next[kind] = (next[kind] + 1).min(self.caps[kind]);
        Some(next)
    }

    fn takes(&self, state: &Vec<u8>, last: u8) -> bool {
        self.least.iter().any(|cost| {
            (cost.last == 0 || cost.last == last)
                && (0..state.len()).all(|kind| cost.count(kind) <= state[kind])
        })
    }

    fn steps(&self, _: &Vec<u8>) -> usize {
        self.least.len() + 1
    }
}

/// In the order thrown: every way the pieces may stand.
///
/// The enemy piece stands on 0, pieces behind it on negative places; they are kept from the back, with [`GONE`] for those
/// that no longer matter. Nothing that could take is lost, nor is anything gained, by the following:
///
/// - A piece that is the last one behind gains nothing by passing: such moves are not made, and those that have passed
///   are gone, since a way to 0 ends behind them.
/// - Where two are left behind, one at most has passed. It can only be in the way of the one that passes next, whose
///   last move begins behind 0 and so ends at most `far − 1` beyond it, `far` being the longest throw: at `far` or more it is
///   gone.
/// - Of two ways to stand that differ only in how far beyond 0 that piece is, the farther one will do: whatever follows
///   the other follows it too, moves of that piece left out as long as they end no farther on.
pub(super) struct Arrangements {
    start: Places,
    far: i16,
    kinds: Vec<Face>,
    lasts: Vec<Face>,
}

/// Where three pieces stand, the one farthest back first.
type Places = [i8; 3];

/// It blocks nothing and takes nothing.
const GONE: i8 = i8::MAX;

impl Arrangements {
    /// The pieces at these distances, at most three of at most 80, with throws of at most 99.
    pub(super) fn new(throws: &Throws, behind: &[u32]) -> Self {
        let mut start = [GONE; 3];
        for (place, &distance) in start.iter_mut().zip(behind) {
            *place = -(distance as i8);
        }
        start.sort_unstable();
        Arrangements {
            start,
            far: throws.farthest() as i16,
            kinds: throws.kinds.clone(),
            lasts: throws.lasts.clone(),
        }
    }

    /// Where a piece gets by a move of `cells` cells: `None` if it cannot or need not, `Some(None)` where it takes.
    fn moved(&self, places: &Places, at: usize, cells: u8) -> Option<Option<Places>> {
        if places[at] == GONE {
            return None;
        }
        let to = i16::from(places[at]) + i16::from(cells);
        let ahead = places.get(at + 1).copied().unwrap_or(GONE);
        if ahead != GONE && to >= i16::from(ahead) {
            return None;
        }
        if to == 0 && places[at] < 0 {
            return Some(None);
        }
        let mut next = *places;
        next[at] = if to >= self.far { GONE } else { to as i8 };
        let behind = next.iter().filter(|&&place| place < 0).count();
        if behind == 0 {
            return None;
        }
        if behind == 1 {
            for place in next.iter_mut().filter(|place| **place > 0) {
                *place = GONE;
            }
        }
        Some(Some(next))
    }

    /// Where one throw can bring the pieces; `None` when it can take.
    fn after(&self, states: &[Places], kind: Face) -> Option<Vec<Places>> {
        let mut all = states.to_vec();
        if let Some(cells) = kind.cells() {
            for places in states {
                for at in 0..places.len() {
                    if let Some(next) = self.moved(places, at, cells) {
                        all.push(next?);
                    }
                }
            }
        }
        all.sort_unstable();
        // Of those alike but for the front piece beyond 0, the last is the farthest.
        all.reverse();
        all.dedup_by(|nearer, kept| nearer[..2] == kept[..2] && (nearer[2] > 0 || nearer == kept));
        all.reverse();
        Some(all)
    }
}

impl Memory for Arrangements {
    /// Empty once the piece can be taken.
    type State = Vec<Places>;

    fn start(&self) -> Self::State {
        vec![self.start]
    }

    fn after(&self, state: &Self::State, kind: usize, work: &mut Work) -> Option<Self::State> {
        work.spend(4 * self.steps(state))?;
        Some(Arrangements::after(self, state, self.kinds[kind]).unwrap_or_default())
    }

    fn takes(&self, state: &Self::State, last: u8) -> bool {
        let takes = |kind: &Face| {
            let takes = |cells, places: &Places| {
                (0..3).any(|at| self.moved(places, at, cells) == Some(None))
            };
            kind.cells()
                .is_some_and(|cells| state.iter().any(|places| takes(cells, places)))
        };
        let last = usize::from(last).checked_sub(1);
        state.is_empty() || last.is_some_and(|last| takes(&self.lasts[last]))
    }

    fn steps(&self, state: &Self::State) -> usize {
        6 * state.len() + 30
    }
}
