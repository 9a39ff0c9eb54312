//! Where the pieces stand relative to the enemy piece, and what a throw can make of it.

use std::collections::BTreeMap;

/// Own pieces on an endless straight track with one enemy piece.
///
/// A hole is written as the distance to the enemy piece: positive behind it, negative beyond. Since friends can be
/// neither passed nor entered, the pieces never change their order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Position {
    /// Front piece first, so ascending; never 0, for then the enemy piece is taken.
    pub(super) holes: Vec<i32>,
    /// Whether any number may be played away from here.
    pub(super) elsewhere: bool,
    /// The number of further throws that the turn may still have; `None` for any number.
    pub(super) further: Option<u8>,
}

/// The ways to use the numbers of one throw, as holes moved by each piece (front piece first), and whether the
/// enemy piece is taken on the way (by some way of sharing out the numbers that moves the pieces so).
pub(super) type Ways = BTreeMap<Vec<u32>, bool>;

impl Position {
    /// The number of pieces still behind the enemy piece.
    pub(super) fn behind(&self) -> usize {
        self.holes.iter().filter(|&&hole| hole > 0).count()
    }

    /// Every legal use of the numbers.
    ///
    /// Each number goes to one piece or, where the position allows, elsewhere. Nothing else restrains them: the front
    /// piece is never blocked, so all numbers can be used by the pieces here, and must be without an elsewhere. A
    /// sharing out is legal in some order of moving exactly when it keeps the pieces in order and on different holes:
    /// then the front piece can move first, and each next one has a free way.
    ///
    /// Cost: about (pieces + 1) to the power of the number of numbers, less where numbers are equal.
    pub(super) fn ways(&self, numbers: &[u8], intermediate_capture: bool) -> Ways {
        let mut search = RouteSearch {
            position: self,
            intermediate_capture,
            groups: groups(numbers),
            given: vec![Vec::new(); self.holes.len()],
            found: Ways::new(),
        };
        search.share(0, 0, search.groups.first().map_or(0, |g| g.1));
        search.found
    }

    /// Whether some piece stands as far behind as some of the numbers add up to; if none does, none takes.
    pub(super) fn in_reach(&self, sums: &[bool]) -> bool {
        self.holes
            .iter()
            .any(|&hole| hole > 0 && sums.get(hole as usize) == Some(&true))
    }

    /// The position after a way that did not take, made small: pieces beyond that can no longer matter are left out.
    /// `None` if nothing can be taken any more.
    ///
    /// `longest` is the most holes one throw can move a piece.
    ///
    /// A piece in front matters by being in the way, and without an elsewhere by taking up numbers. It is in nobody's
    /// way for good when the pieces after it never need to come so far. With one piece behind, nobody needs to pass
    /// the enemy piece. Otherwise a piece needs to pass it only for those behind it, lands less than `longest` beyond,
    /// and makes room for the next by moves of at most `longest`: the last but one of the pieces after the front one
    /// comes less than `longest` far, the one before it less than twice that, and so on. A front piece beyond all that
    /// can take any number that is not wanted, so it is an elsewhere.
    pub(super) fn reduced(mut self, longest: u32) -> Option<Self> {
        let behind = self.behind();
        if behind == 0 {
            return None;
        }
        let mut dropped = 0;
        for &hole in &self.holes {
            let after = self.holes.len() - dropped - 1;
            let needed = if behind == 1 {
                0
            } else {
                (after as i64 - 1) * i64::from(longest)
            };
            if hole < 0 && -i64::from(hole) >= needed {
                dropped += 1;
            } else {
                break;
            }
        }
        if dropped > 0 {
            self.holes.drain(..dropped);
            self.elsewhere = true;
        }
        Some(self)
    }

    /// The position after a way, before the further throw that was earned.
    pub(super) fn after(&self, moved: &[u32]) -> Self {
        Self {
            holes: self
                .holes
                .iter()
                .zip(moved)
                .map(|(&hole, &by)| hole - by as i32)
                .collect(),
            elsewhere: self.elsewhere,
            further: self.further.map(|further| further.saturating_sub(1)),
        }
    }
}

/// Equal numbers together, each with how often it occurs; `numbers` is ascending.
fn groups(numbers: &[u8]) -> Vec<(u8, usize)> {
    let mut groups: Vec<(u8, usize)> = Vec::new();
    for &number in numbers {
        match groups.last_mut() {
            Some((last, count)) if *last == number => *count += 1,
            _ => groups.push((number, 1)),
        }
    }
    groups
}

struct RouteSearch<'a> {
    position: &'a Position,
    intermediate_capture: bool,
    groups: Vec<(u8, usize)>,
    /// The numbers given to each piece so far.
    given: Vec<Vec<u8>>,
    found: Ways,
}

impl RouteSearch<'_> {
    /// Gives `left` numbers of a group to the pieces from `piece` on, then the groups after it.
    fn share(&mut self, group: usize, piece: usize, left: usize) {
        if group == self.groups.len() {
            self.finish();
            return;
        }
        if piece == self.given.len() {
            if left == 0 || self.position.elsewhere {
                let next = self.groups.get(group + 1).map_or(0, |g| g.1);
                self.share(group + 1, 0, next);
            }
            return;
        }
        let number = self.groups[group].0;
        let before = self.given[piece].len();
        for given in 0..=left {
            self.share(group, piece + 1, left - given);
            self.given[piece].push(number);
        }
        self.given[piece].truncate(before);
    }

    fn finish(&mut self) {
        let moved: Vec<u32> = self
            .given
            .iter()
            .map(|numbers| numbers.iter().map(|&n| u32::from(n)).sum())
            .collect();
        let after = self.position.after(&moved);
        if after.holes.windows(2).any(|pair| pair[0] >= pair[1]) {
            return;
        }
        let takes = self.position.holes.iter().zip(&self.given).zip(&moved).any(
            |((&hole, numbers), &by)| {
                hole == by as i32 && by > 0
                    || self.intermediate_capture
                        && hole > 0
                        && hole < by as i32
                        && sums(numbers)[hole as usize]
            },
        );
        *self.found.entry(moved).or_insert(false) |= takes;
    }
}

/// Which totals some of the numbers add up to: `[t]` for every t up to their sum.
pub(super) fn sums(numbers: &[u8]) -> Vec<bool> {
    let mut sums = vec![true];
    for &number in numbers {
        let longer = sums.len() + usize::from(number);
        let mut next = sums.clone();
        next.resize(longer, false);
        for (total, &there) in sums.iter().enumerate() {
            next[total + usize::from(number)] |= there;
        }
        sums = next;
    }
    sums
}
