//! Single moves.

use itertools::Itertools;
use rustc_hash::FxHashSet;

use super::game::Game;
use super::route::members;
pub use super::view::{DAL, View};
use crate::games::daldos::rules::{Dalling, IntermediateCapture, MAX_COUNT};
use crate::solve::throws::Moves;
use crate::solve::throws::Next;
use crate::work::stop;

/// The most stops of a piece on its way.
const STOPS: usize = MAX_COUNT as usize - 1;
/// The pieces of a side by which plays are put in order: all that it can have in an endgame.
pub(super) const CODED: usize = 5;

/// A piece moved, with one number or with several added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leg {
    /// The index it leaves.
    pub from: u8,
    /// The index it comes to.
    pub to: u8,
    /// The indices it stops at on the way, where that matters: under `intermediate_capture`.
    pub via: [Option<u8>; STOPS],
    /// Whether it is released by this move.
    pub release: bool,
}

/// The ways that leave the fewest numbers, with the states after them.
struct FullestWays {
    least: usize,
    ways: Vec<(Way, View)>,
    /// The moves of `ways`, whatever their order.
    listed: FxHashSet<Way>,
    /// The moves looked at, whatever their order, with the numbers that they leave: one move can be made by one number or by others.
    known: FxHashSet<(Way, Vec<u8>)>,
}

/// One way to play a throw: no piece moved (the throw is lost), or some, one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Way {
    legs: [Option<Leg>; MAX_COUNT as usize],
}

impl Way {
    /// These moves.
    fn of(moves: &[Leg]) -> Way {
        let mut way = Way::default();
        for (place, leg) in way.legs.iter_mut().zip(moves) {
            *place = Some(*leg);
        }
        way
    }

    /// The moves in order.
    pub fn legs(&self) -> impl Iterator<Item = &Leg> {
        self.legs.iter().flatten()
    }

    /// Whether the same pieces make the same moves, in whatever order.
    pub(crate) fn is(&self, other: &Way) -> bool {
        self.sorted() == other.sorted()
    }

    /// The same moves in an order of their own.
    fn sorted(&self) -> Way {
        let mut way = *self;
        way.legs.sort_unstable();
        way
    }
}

impl View {
    /// The same board seen by the other side.
    pub(crate) fn flip(&self, game: &Game) -> View {
        let route = game.route();
        View {
            own: route.flip(self.enemy),
            own_undalled: route.flip(self.enemy_undalled),
            enemy: route.flip(self.own),
            enemy_undalled: route.flip(self.own_undalled),
        }
    }

    /// The pieces a dal may release, as far as the rules restrict them; whether their way is free is another matter.
    #[inline]
    pub(crate) fn releasable(&self, game: &Game) -> u64 {
        match game.rules().board().dalling {
            Dalling::SternMost if self.own_undalled != 0 => {
                1 << (63 - self.own_undalled.leading_zeros())
            }
            _ => self.own_undalled,
        }
    }

    /// Whether the piece on `from` may begin a move of `number` holes.
    #[inline]
    pub(super) fn may_begin(&self, game: &Game, from: u8, number: u8) -> bool {
        self.own_undalled >> from & 1 == 0
            || number == DAL && self.releasable(game) >> from & 1 == 1
    }

    /// The piece on `from` moved, taking on some holes of its way and where it ends; the way must be free.
    #[inline]
    fn moved(&self, to: u8, from: u8, taking: u64) -> View {
        let mut next = *self;
        let leave = !(1u64 << from);
        next.own = self.own & leave | 1 << to;
        next.own_undalled &= leave;
        let stay = !(1u64 << to | taking);
        next.enemy &= stay;
        next.enemy_undalled &= stay;
        next
    }

    /// The piece on `from` moved by one number, or `None` if that is not legal.
    pub(in crate::games::daldos) fn step(
        &self,
        game: &Game,
        from: u8,
        number: u8,
    ) -> Option<(View, Leg)> {
        let route = game.route();
        if !self.may_begin(game, from, number) || route.path(from, number) & self.own != 0 {
            return None;
        }
        let to = route.to(from, number);
        let leg = Leg {
            from,
            to,
            via: [None; STOPS],
            release: self.own_undalled >> from & 1 == 1,
        };
        Some((self.moved(to, from, 0), leg))
    }

    /// The piece on `from` moved by some numbers, one at least, in their order, or `None` if that is not legal.
    fn added(&self, game: &Game, from: u8, numbers: &[u8]) -> Option<(View, Leg)> {
        let route = game.route();
        let sum = numbers.iter().sum();
        if !self.may_begin(game, from, numbers[0]) || route.path(from, sum) & self.own != 0 {
            return None;
        }
        let (mut via, mut taking) = ([None; STOPS], 0);
        if game.rules().intermediate_capture() != IntermediateCapture::No {
            let mut along = 0;
            for (place, number) in via.iter_mut().zip(&numbers[..numbers.len() - 1]) {
                along += number;
                let stop = route.to(from, along);
                *place = Some(stop);
                taking |= u64::from(game.takes_on_the_way(stop)) << stop;
            }
        }
        let to = route.to(from, sum);
        let leg = Leg {
            from,
            to,
            via,
            release: self.own_undalled >> from & 1 == 1,
        };
        Some((self.moved(to, from, taking), leg))
    }

    /// Whether a side has lost: `Some(true)` if the side to move has.
    pub fn over(&self, game: &Game) -> Option<bool> {
        let least = u32::from(game.rules().board().loses_at);
        if self.own.count_ones() <= least {
            Some(true)
        } else {
            (self.enemy.count_ones() <= least).then_some(false)
        }
    }

    /// Calls `visit` with every legal way to play what the dice show, the state after it (same side's view) and no order promised.
    ///
    /// One of the ways `x then y` and `y then x` is left out where both are legal with two numbers: they come to the same.
    pub(crate) fn each_way(&self, game: &Game, shown: &[u8], mut visit: impl FnMut(Way, View)) {
        if self.over(game).is_some() {
            return;
        }
        let blank = shown.iter().take_while(|&&number| number == 0).count();
        let numbers = &shown[blank..];
        let mut any = match *numbers {
            [i, j] => self.each_way_of_both(game, [i, j], &mut visit),
            [_, _, ..] => self.each_way_of_many(game, numbers, &mut visit),
            _ => false,
        };
        if any {
            return;
        }
        for (at, &number) in numbers.iter().enumerate() {
            if numbers[..at].contains(&number) {
                continue;
            }
            for from in members(self.own) {
                if let Some((state, leg)) = self.step(game, from, number) {
                    any = true;
                    visit(Way::of(&[leg]), state);
                }
            }
        }
        if !any {
            visit(Way::default(), *self);
        }
    }

    /// The ways that use as many of three numbers or more as any way does; whether there is one.
    fn each_way_of_many(
        &self,
        game: &Game,
        numbers: &[u8],
        visit: &mut impl FnMut(Way, View),
    ) -> bool {
        let mut found = FullestWays {
            least: numbers.len(),
            ways: Vec::new(),
            listed: FxHashSet::default(),
            known: FxHashSet::default(),
        };
        self.go_on(game, numbers, (0, &mut Vec::new()), &mut found);
        let any = found.least < numbers.len();
        for (way, state) in found.ways.into_iter().filter(|_| any) {
            visit(way, state);
        }
        any
    }

    /// Adds every state that pieces not moved yet, each moved once, lead to by some of the numbers left.
    fn go_on(
        &self,
        game: &Game,
        left: &[u8],
        (moved, legs): (u64, &mut Vec<Leg>),
        found: &mut FullestWays,
    ) {
        let way = Way::of(legs);
        // In whatever order the same pieces move, they come to the same.
        let moves = way.sorted();
        if !found.known.insert((moves, left.to_vec())) {
            return;
        }
        stop::check();
        if left.len() < found.least {
            found.least = left.len();
            found.ways.clear();
            found.listed.clear();
        }
        if left.len() == found.least && found.listed.insert(moves) {
            found.ways.push((way, *self));
        }
        let stops_matter = game.rules().intermediate_capture() != IntermediateCapture::No;
        for (chosen, rest) in parts(left) {
            // Ascending numbers begin with a dal, if there is one.
            let orders = match stops_matter {
                true => chosen
                    .iter()
                    .copied()
                    .permutations(chosen.len())
                    .unique()
                    .collect(),
                false => vec![chosen],
            };
            for order in &orders {
                for from in members(self.own & !moved) {
                    if let Some((after, leg)) = self.added(game, from, order) {
                        legs.push(leg);
                        after.go_on(game, &rest, (moved | 1 << leg.to, legs), found);
                        legs.pop();
                    }
                }
            }
        }
    }

    /// The ways that use both numbers; whether there is one.
    fn each_way_of_both(
        &self,
        game: &Game,
        [i, j]: [u8; 2],
        visit: &mut impl FnMut(Way, View),
    ) -> bool {
        let mut any = false;
        for from in members(self.own) {
            let orders: &[(u8, u8)] = if i == j { &[(i, j)] } else { &[(i, j), (j, i)] };
            let mut seen: Option<Leg> = None;
            for &(first, second) in orders {
                if let Some((state, leg)) = self.added(game, from, &[first, second])
                    && seen != Some(leg)
                {
                    seen = Some(leg);
                    any = true;
                    visit(Way::of(&[leg]), state);
                }
            }
        }
        for x in members(self.own) {
            let moved_first = self.step(game, x, i);
            for y in members(self.own) {
                // With equal numbers a pair of pieces is met twice.
                if x == y || i == j && x < y {
                    continue;
                }
                let in_order = |state: &View, leg: Leg, from: u8, number: u8| {
                    let (after, second) = state.step(game, from, number)?;
                    Some((Way::of(&[leg, second]), after))
                };
                let found = moved_first
                    .and_then(|(state, leg)| in_order(&state, leg, y, j))
                    .or_else(|| {
                        let (state, leg) = self.step(game, y, j)?;
                        in_order(&state, leg, x, i)
                    });
                if let Some((way, state)) = found {
                    any = true;
                    visit(way, state);
                }
            }
        }
        any
    }
}

/// The codes of a side's pieces, ascending, an undalled piece before every dalled one; of its first [`CODED`] pieces if it has more.
fn codes(game: &Game, side: &View) -> [u8; CODED] {
    let dalled = members(side.own & !side.own_undalled).map(|hole| game.route().n() + hole);
    let mut codes = [0; CODED];
    for (place, code) in codes
        .iter_mut()
        .zip(members(side.own_undalled).chain(dalled))
    {
        *place = code;
    }
    codes
}

impl Moves for Game {
    type Position = View;

    fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// Those after which the own pieces stand farthest back come first, then those after which the enemy's do.
    fn options(&self, state: &View, throw: usize, next: &mut Vec<Next<View>>) {
        let cast = self.casts()[throw];
        let mut found = Vec::new();
        state.each_way(self, cast.numbers(), |_, after| {
            let passed = after.flip(self);
            let [own, enemy] = [&after, &passed].map(|side| codes(self, side));
            found.push((own, enemy, passed.own.count_ones(), after, passed));
        });
        found.sort_unstable();
        found.dedup();
        next.extend(found.into_iter().map(|(.., after, passed)| {
            match (after.over(self), cast.extra) {
                (Some(_), _) => Next::End(0),
                (None, true) => Next::Again(after),
                (None, false) => Next::Pass(passed),
            }
        }));
    }
}

/// Every choice of one or more of some ascending numbers, equal ones not told apart, with the others; each ascending.
fn parts(numbers: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let choice = |set: u32| {
        let is_chosen = |at: &usize| set >> at & 1 == 1;
        let (chosen, rest): (Vec<usize>, Vec<usize>) = (0..numbers.len()).partition(is_chosen);
        [chosen, rest].map(|places| places.into_iter().map(|at| numbers[at]).collect())
    };
    let choices = (1..1 << numbers.len()).map(choice);
    choices
        .map(|[chosen, rest]| (chosen, rest))
        .unique()
        .collect()
}
