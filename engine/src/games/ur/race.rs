//! The pieces as the solver sees them, and how they move.

use num_rational::BigRational;

use super::rules::{Bearing, Capture, Held, Pass, Passing, Rules, Throw};
use super::way::{CellName, WayStep, way};
use crate::solve::throws::Moves;
use crate::solve::throws::Next;

/// The pieces of both sides, the side to throw first.
///
/// Step s of a way (from 1) is bit s - 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// The steps on which pieces of the side to throw stand.
    pub own: u32,
    /// The steps of the other side's pieces, on its own way.
    pub other: u32,
    /// Pieces of the side to throw that are not off.
    pub own_left: u8,
    /// Pieces of the other side that are not off.
    pub other_left: u8,
}

impl View {
    /// The same pieces with the other side to throw.
    #[must_use]
    pub fn turned(self) -> View {
        View {
            own: self.other,
            other: self.own,
            own_left: self.other_left,
            other_left: self.own_left,
        }
    }

    /// Pieces in hand of the side to throw.
    pub(crate) fn hand(self) -> u8 {
        self.own_left - self.own.count_ones() as u8
    }
}

/// A use of a throw, and what follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The step from which a piece moves, 0 from the hand, and the step to which, one more than the last when it leaves the board; `None` if
    /// no piece moves.
    pub moves: Option<[u8; 2]>,
    /// The step, on the other side's way, of the piece that is taken.
    pub takes: Option<u8>,
    /// The pieces after it, still seen by the side that played.
    pub after: View,
    /// Whether this side throws again.
    pub again: bool,
}

impl Played {
    /// Whether the last piece has left.
    pub fn wins(&self) -> bool {
        self.after.own_left == 0
    }

    /// What follows, as the side that throws next sees it.
    #[inline]
    pub(crate) fn next(&self) -> Next<View> {
        match (self.wins(), self.again) {
            (true, _) => Next::End(0),
            (false, true) => Next::Again(self.after),
            (false, false) => Next::Pass(self.after.turned()),
        }
    }
}

/// A step as the moves need it.
#[derive(Clone, Debug)]
struct Place {
    /// The steps of one's own way that are on the same cell, as bits.
    own: u32,
    /// The steps of the other's way on the same cell.
    other: u32,
    protects: bool,
    replays: bool,
}

/// The rules made ready to move.
#[derive(Clone, Debug)]
pub struct Race {
    pub(crate) rules: Rules,
    /// The way, step by step, as light walks.
    pub(crate) way: Vec<WayStep>,
    places: Vec<Place>,
    /// Of the throws.
    weights: Vec<u64>,
}

/// The steps of a way, as light or as dark walks it, that are on a cell.
fn steps_on(way: &[WayStep], cell: CellName) -> u32 {
    let on = (0..).zip(way).filter(|(_, step)| step.cell == cell);
    on.fold(0, |bits, (at, _)| bits | 1 << at)
}

/// The steps that some pieces have made.
pub(super) fn steps(mut on: u32) -> u32 {
    let mut sum = 0;
    while on != 0 {
        sum += on.trailing_zeros() + 1;
        on &= on - 1;
    }
    sum
}

impl Moves for Race {
    type Position = View;

    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn options(&self, position: &View, throw: usize, next: &mut Vec<Next<View>>) {
        self.each(*position, self.throws()[throw], |played| {
            next.push(played.next());
        });
    }
}

impl Race {
    /// The race of these rules.
    pub fn new(rules: &Rules) -> Race {
        let way = way(rules.path);
        let place = |step: &WayStep| {
            let is_middle = step.cell.row == 1;
            Place {
                own: steps_on(&way, step.cell),
                other: steps_on(&way, step.cell.mirrored()),
                protects: step.rosette && rules.protects(is_middle),
                replays: step.rosette && rules.replays(is_middle),
            }
        };
        Race {
            places: way.iter().map(place).collect(),
            weights: (rules.dice().throws().iter())
                .map(|throw| throw.weight.into())
                .collect(),
            rules: rules.clone(),
            way,
        }
    }

    /// Steps of the way.
    pub fn steps(&self) -> u8 {
        self.way.len() as u8
    }

    /// The throws.
    pub fn throws(&self) -> &[Throw] {
        self.rules.dice().throws()
    }

    /// The start of a game with this many pieces a side.
    pub fn start(&self, pieces: u8) -> View {
        View {
            own: 0,
            other: 0,
            own_left: pieces,
            other_left: pieces,
        }
    }

    /// By how many steps the other side has farther to go.
    pub(crate) fn ahead(&self, view: View) -> i32 {
        let length = i32::from(self.steps()) + 1;
        let to_go = |left: u8, on: u32| i32::from(left) * length - steps(on) as i32;
        to_go(view.other_left, view.other) - to_go(view.own_left, view.own)
    }

    /// By how many steps the side to throw is ahead after its throw, on average over the throws, playing for as many as it can.
    pub(crate) fn ahead_after_throw(&self, view: View) -> BigRational {
        let (mut sum, mut total) = (0, 0);
        for &throw in self.throws() {
            let mut best = i32::MIN;
            self.each(view, throw, |played| {
                best = best.max(self.ahead(played.after))
            });
            sum += i64::from(best) * i64::from(throw.weight);
            total += i64::from(throw.weight);
        }
        BigRational::new(sum.into(), total.into())
    }

    /// Whether a rosette is drawn on a step.
    pub(crate) fn rosette(&self, step: u8) -> bool {
        self.way[usize::from(step) - 1].rosette
    }

    /// Whether a step is a rosette of the middle row.
    pub(crate) fn is_centre(&self, step: u8) -> bool {
        self.rosette(step) && self.way[usize::from(step) - 1].cell.row == 1
    }

    /// The steps of the other side's way on the cell of a step, as bits.
    pub(crate) fn shared(&self, step: u8) -> u32 {
        self.places[usize::from(step) - 1].other
    }

    /// The same, if a piece there can be taken.
    pub(crate) fn exposed(&self, step: u8) -> u32 {
        let place = &self.places[usize::from(step) - 1];
        if place.protects { 0 } else { place.other }
    }

    /// The weight of the throws with which the other side, were it to throw now, could take a piece.
    pub(crate) fn risk(&self, view: View) -> u32 {
        let other = view.turned();
        let takes = |throw: &&Throw| {
            let mut takes = false;
            self.each(other, **throw, |played| {
                takes |= played.takes.is_some();
            });
            takes
        };
        let throws = self.throws().iter().filter(takes);
        throws.map(|throw| throw.weight).sum()
    }

    /// For each cell that pieces can stand on: the steps of one's own way on it, and of the other's.
    pub(crate) fn cells(&self) -> Vec<(u32, u32)> {
        let mut cells: Vec<(u32, u32)> = Vec::new();
        for place in &self.places {
            // Seen from the other side, the cell is where the two exchange their roles.
            for cell in [(place.own, place.other), (place.other, place.own)] {
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
        }
        cells
    }

    /// Visits every use of a throw, of the foremost piece first, passing last.
    #[inline]
    pub fn each(&self, view: View, throw: Throw, mut visit: impl FnMut(Played)) {
        let mut can_move = false;
        if throw.steps > 0 {
            let mut left = view.own;
            while left != 0 {
                let at = 31 - left.leading_zeros();
                left &= !(1 << at);
                if let Some(played) = self.moved(view, at as u8 + 1, throw) {
                    can_move = true;
                    visit(played);
                }
            }
            if view.hand() > 0
                && let Some(played) = self.moved(view, 0, throw)
            {
                can_move = true;
                visit(played);
            }
        }
        if !can_move || self.rules.pass == Pass::Free {
            visit(Played {
                moves: None,
                takes: None,
                after: view,
                again: false,
            });
        }
    }

    /// The move of the piece on a step, 0 for one in hand, if it is legal.
    #[inline]
    fn moved(&self, view: View, from: u8, throw: Throw) -> Option<Played> {
        let without = match from {
            0 => view.own,
            _ => view.own & !(1 << (from - 1)),
        };
        let mut to = from + throw.steps;
        let last = self.steps();
        let mut after = View {
            own: without,
            ..view
        };
        let (mut takes, mut again) = (None, throw.again);
        if self.rules.bearing == Bearing::Over {
            to = to.min(last + 1);
        }
        let mut place = self.places.get(usize::from(to) - 1);
        if let Some(held) = place
            && held.protects
            && view.other & held.other != 0
        {
            if self.rules.held != Held::Next {
                return None;
            }
            to += 1;
            place = self.places.get(usize::from(to) - 1);
        }
        let mut between = self
            .places
            .iter()
            .take(usize::from(to) - 1)
            .skip(from.into());
        if self.rules.passing != Passing::All && between.any(|place| without & place.own != 0) {
            return None;
        }
        match place {
            None if to == last + 1 => after.own_left -= 1,
            None => return None,
            Some(place) => {
                let enemy = view.other & place.other;
                let is_held = enemy != 0 && place.protects;
                if without & place.own != 0 || is_held {
                    return None;
                }
                if enemy != 0 {
                    after.other &= !enemy;
                    takes = Some(enemy.trailing_zeros() as u8 + 1);
                    again |= self.rules.capture == Capture::Replay;
                }
                after.own |= 1 << (to - 1);
                again |= place.replays;
            }
        }
        Some(Played {
            moves: Some([from, to]),
            takes,
            after,
            again,
        })
    }
}
