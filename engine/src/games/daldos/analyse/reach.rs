//! The pieces that one throw can take, found for a whole side at once by operations on sets of holes.

use crate::games::daldos::rules::IntermediateCapture;
use crate::games::daldos::{Game, moves::DAL, moves::View, route::members};

/// The pieces that a throw can take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hit {
    /// The enemy pieces that some play of the throw takes.
    pub(super) holes: u64,
    /// The most pieces that one play takes.
    pub(super) most: u8,
}

impl Hit {
    /// Counts a play that takes these.
    fn count(&mut self, taken: u64) {
        self.holes |= taken;
        self.most = self.most.max(taken.count_ones() as u8);
    }

    /// Counts plays that take one of these each.
    fn count_each(&mut self, holes: u64) {
        self.holes |= holes;
        self.most = self.most.max(u8::from(holes != 0));
    }
}

/// Sums of two numbers up to which sets of holes are worked with.
const FAST: usize = 16;

/// The pieces that each throw can take, in the order of [`Game::casts`].
pub(super) fn reach(game: &Game, state: &View) -> Box<[Hit]> {
    if state.over(game).is_some() {
        return vec![Hit::default(); game.casts().len()].into();
    }
    if quick(game) {
        return Sight::new(game, state).all();
    }
    // On the smallest boards a piece can come round to where it was; there every way is tried, as with more than two dice.
    let casts = game.casts().iter();
    casts
        .map(|cast| by_ways(game, state, &cast.numbers))
        .collect()
}

/// Whether sets of holes can be worked with: two dice at most, and no throw carries a piece all the way round.
pub(super) fn quick(game: &Game) -> bool {
    let route = game.route();
    game.rules().count() <= 2
        && route.round() > route.longest()
        && usize::from(route.longest()) <= FAST
}

/// The numbers of at most two dice, a blank for one that is not thrown.
fn two(numbers: &[u8]) -> [u8; 2] {
    match *numbers {
        [i, j] => [i, j],
        [j] => [0, j],
        _ => [0, 0],
    }
}

/// The same by trying every way.
pub(super) fn by_ways(game: &Game, state: &View, numbers: &[u8]) -> Hit {
    let mut hit = Hit::default();
    state.each_way(game, numbers, |_, after| {
        hit.count(state.enemy & !after.enemy);
    });
    hit
}

/// A position with what is seen from each hole.
struct Sight<'a> {
    game: &'a Game,
    state: &'a View,
    /// By number of holes: the holes with that many empty ones in front.
    blank: [u64; FAST + 1],
    /// By distance: the holes that far behind an enemy piece.
    target: [u64; FAST + 1],
}

impl<'a> Sight<'a> {
    fn new(game: &'a Game, state: &'a View) -> Self {
        let route = game.route();
        let mut sight = Self {
            game,
            state,
            blank: [0; FAST + 1],
            target: [0; FAST + 1],
        };
        let empty = route.all() & !state.own;
        sight.blank[0] = route.all();
        sight.target[0] = state.enemy;
        for k in 1..=usize::from(route.longest()) {
            sight.blank[k] = route.back(empty & sight.blank[k - 1]);
            sight.target[k] = route.back(sight.target[k - 1]);
        }
        sight
    }

    /// The pieces that each throw can take.
    fn all(&self) -> Box<[Hit]> {
        let casts = self.game.casts().iter();
        casts.map(|cast| self.hit(two(&cast.numbers))).collect()
    }

    /// The pieces that may begin with a number.
    fn able(&self, number: u8) -> u64 {
        let dalled = self.state.own & !self.state.own_undalled;
        if number == DAL {
            dalled | self.state.releasable(self.game)
        } else {
            dalled
        }
    }

    /// The pieces that can move by a number now.
    fn movers(&self, number: u8) -> u64 {
        self.able(number) & self.blank[usize::from(number)]
    }

    fn hit(&self, [i, j]: [u8; 2]) -> Hit {
        let route = self.game.route();
        let mut hit = Hit::default();
        if i == 0 {
            // A blank face leaves one number, or none.
            hit.count_each(self.seen(j));
            return hit;
        }
        let sum = i + j;
        let added = (self.able(i) | self.able(j)) & self.blank[usize::from(sum)];
        for from in members(added & self.target[usize::from(sum)]) {
            hit.holes |= 1 << route.to(from, sum);
            hit.most = 1;
        }
        if self.game.rules().intermediate_capture() != IntermediateCapture::No {
            for number in [i, j] {
                for from in members(added & self.able(number)) {
                    let stop = route.to(from, number);
                    let stops = u64::from(self.game.takes_on_the_way(stop)) << stop
                        | 1u64 << route.to(from, sum);
                    let taken = stops & self.state.enemy;
                    hit.holes |= taken;
                    hit.most = hit.most.max(taken.count_ones() as u8);
                }
            }
        }
        let mut both = added != 0;
        let orders = [(i, j), (j, i)];
        for &(k, other) in &orders[usize::from(i == j)..] {
            for from in members(self.aiming(k)) {
                if self.takes(from, k, other) {
                    both = true;
                    hit.holes |= 1 << route.to(from, k);
                    hit.most = hit.most.max(1);
                }
            }
        }
        if hit.most == 1 && self.two(i, j) {
            hit.most = 2;
        }
        if !both && hit.holes == 0 {
            self.one_number(&mut hit, i, j);
        }
        hit
    }

    /// The pieces that stand a number behind an enemy piece and may perhaps begin with it.
    fn aiming(&self, number: u8) -> u64 {
        // After a first release the next piece may be released, so all undalled ones count.
        let able = if number == DAL {
            self.state.own
        } else {
            self.able(number)
        };
        able & self.target[usize::from(number)]
    }

    /// Whether the piece on `from` can move `k`, and another piece `other`, in some order.
    fn takes(&self, from: u8, k: u8, other: u8) -> bool {
        if let Some((after, leg)) = self.state.step(self.game, from, k)
            && can_move(self.game, &after, other, 1 << leg.to)
        {
            return true;
        }
        members(self.movers(other) & !(1 << from)).any(|y| {
            self.state
                .step(self.game, y, other)
                .is_some_and(|(after, _)| after.step(self.game, from, k).is_some())
        })
    }

    /// Whether two pieces can take one enemy piece each.
    fn two(&self, i: u8, j: u8) -> bool {
        let (first, second) = (self.aiming(i), self.aiming(j));
        members(first).any(|x| {
            members(second & !(1 << x)).any(|y| {
                let both = |x: u8, i: u8, y: u8, j: u8| {
                    let (after, _) = self.state.step(self.game, x, i)?;
                    let (after, _) = after.step(self.game, y, j)?;
                    Some((self.state.enemy & !after.enemy).count_ones() == 2)
                };
                both(x, i, y, j) == Some(true) || both(y, j, x, i) == Some(true)
            })
        })
    }

    /// The enemy pieces that some piece takes with one number now.
    fn seen(&self, number: u8) -> u64 {
        let route = self.game.route();
        let from = members(self.movers(number) & self.target[usize::from(number)]);
        from.fold(0, |holes, from| holes | 1 << route.to(from, number))
    }

    /// Where two numbers cannot both be used, one of them may take.
    fn one_number(&self, hit: &mut Hit, i: u8, j: u8) {
        let holes = self.seen(i) | self.seen(j);
        if holes == 0 {
            return;
        }
        let both = [(i, j), (j, i)].iter().any(|&(k, other)| {
            members(self.movers(k)).any(|from| {
                self.state
                    .step(self.game, from, k)
                    .is_some_and(|(after, leg)| can_move(self.game, &after, other, 1 << leg.to))
            })
        });
        if !both {
            hit.count_each(holes);
        }
    }
}

/// Whether some piece other than those of `not` can move by a number.
pub(super) fn can_move(game: &Game, state: &View, number: u8, not: u64) -> bool {
    // A blank moves nothing.
    if number == 0 {
        return false;
    }
    let route = game.route();
    let mut able = state.own & !state.own_undalled;
    if number == DAL {
        able |= state.releasable(game);
    }
    able &= !not;
    if !quick(game) {
        return members(able).any(|from| state.step(game, from, number).is_some());
    }
    let empty = route.all() & !state.own;
    let mut blank = route.all();
    for _ in 0..number {
        blank = route.back(empty & blank);
    }
    able & blank != 0
}
