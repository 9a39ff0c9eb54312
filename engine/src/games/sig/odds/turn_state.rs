//! The facts to be remembered of a turn as its throws fall.
//!
//! Throws only ever add to what can be taken: those not wanted are used elsewhere.

use super::state_graph::Machine;
use crate::games::sig::budget::Work;
use crate::games::sig::rules::Face;
use crate::games::sig::throw_multiset::Cost;
use crate::games::sig::throws::Throws;

/// In any order: how many of each throw stand, up to the number that can still matter.
pub(super) fn in_any_order(
    throws: &Throws,
    least: &[Cost],
    most: Option<usize>,
    work: &mut Work,
) -> Machine {
    let cap = |kind| least.iter().map(|cost| cost.count(kind)).max();
    let caps = (0..throws.kinds.len()).map(|kind| cap(kind).unwrap_or(0));
    let caps: Vec<u8> = caps.collect();
    let next = |state: &Vec<u8>, kind: usize, work: &mut Work| {
        work.spend(state.len() + 30)?;
        let mut next = state.clone();
        next[kind] = (next[kind] + 1).min(caps[kind]);
        Some(next)
    };
    let takes = |state: &Vec<u8>, last: u8, work: &mut Work| {
        work.spend(least.len() + 1)?;
        Some(least.iter().any(|cost| {
            (cost.last == 0 || cost.last == last)
                && (0..state.len()).all(|kind| cost.count(kind) <= state[kind])
        }))
    };
    Machine::new(throws, vec![0; caps.len()], next, takes, (most, work))
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
///
/// At most three pieces at distances of at most 80, with throws of at most 99.
pub(super) fn in_order_thrown(
    throws: &Throws,
    behind: &[u32],
    most: Option<usize>,
    work: &mut Work,
) -> Machine {
    let mut start = [GONE; 3];
    for (place, &distance) in start.iter_mut().zip(behind) {
        *place = -(distance as i8);
    }
    start.sort_unstable();
    let far = i16::from(throws.farthest());
    let steps = |state: &Vec<Places>| 6 * state.len() + 30;
    // Empty once the piece can be taken.
    let next = |state: &Vec<Places>, kind: usize, work: &mut Work| {
        work.spend(4 * steps(state))?;
        Some(after(state, throws.kinds[kind], far).unwrap_or_default())
    };
    let takes = |state: &Vec<Places>, last: u8, work: &mut Work| {
        work.spend(steps(state))?;
        let last = usize::from(last).checked_sub(1);
        let cells = last.and_then(|last| throws.lasts[last].cells());
        let take =
            |places: &Places, cells| (0..3).any(|at| moved(places, at, cells, far) == Some(None));
        let by_last = cells.is_some_and(|cells| state.iter().any(|places| take(places, cells)));
        Some(state.is_empty() || by_last)
    };
    Machine::new(throws, vec![start], next, takes, (most, work))
}

/// Where three pieces stand, the one farthest back first.
type Places = [i8; 3];

/// It blocks nothing and takes nothing.
const GONE: i8 = i8::MAX;

/// Where a piece gets by a move of `cells` cells: `None` if it cannot or need not, `Some(None)` where it takes.
fn moved(places: &Places, at: usize, cells: u8, far: i16) -> Option<Option<Places>> {
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
    next[at] = if to >= far { GONE } else { to as i8 };
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
fn after(states: &[Places], kind: Face, far: i16) -> Option<Vec<Places>> {
    let mut all = states.to_vec();
    if let Some(cells) = kind.cells() {
        for places in states {
            for at in 0..places.len() {
                if let Some(next) = moved(places, at, cells, far) {
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
