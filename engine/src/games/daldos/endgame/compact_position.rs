//! Positions of few pieces as short lists, with moves of their own: no code is shared with the full board's moves, which
//! the tests compare them with.
//!
//! A piece is a *code*: `i` below n is an undalled piece on hole `i` of its way, `n + i − 1` a dalled one on hole `i`, from
//! 1 on. Each side's pieces are counted along their own way, so that passing the turn only swaps the two lists.

use crate::games::daldos::rules::{Dalling, IntermediateCapture};
use crate::games::daldos::{Game, moves::View, route::members};

/// The most pieces of one side.
pub const MAX_PIECES: usize = 4;

/// The pieces of one side, ascending codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Pieces {
    codes: [u8; MAX_PIECES],
    count: u8,
}

impl Pieces {
    /// The pieces with these codes, in any order; those beyond [`MAX_PIECES`] are a mistake of the caller's.
    pub(super) fn new(codes: impl IntoIterator<Item = u8>) -> Self {
        let mut pieces = Self::default();
        for code in codes {
            pieces.insert(code);
        }
        pieces
    }

    pub(super) fn codes(&self) -> &[u8] {
        &self.codes[..usize::from(self.count)]
    }

    pub(super) fn len(&self) -> usize {
        usize::from(self.count)
    }

    fn insert(&mut self, code: u8) {
        let mut at = self.len();
        self.count += 1;
        while at > 0 && self.codes[at - 1] > code {
            self.codes[at] = self.codes[at - 1];
            at -= 1;
        }
        self.codes[at] = code;
    }

    fn without(&self, code: u8) -> Self {
        Self::new(self.codes().iter().copied().filter(|&c| c != code))
    }
}

/// A position: whose turn it is comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct CompactPosition {
    pub(super) own: Pieces,
    pub(super) enemy: Pieces,
}

impl CompactPosition {
    /// The same with the other side to move.
    pub(super) fn passed(&self) -> Self {
        Self {
            own: self.enemy,
            enemy: self.own,
        }
    }
}

/// The rules as far as moves of few pieces need them.
#[derive(Clone, Copy, Debug)]
pub(super) struct CompactRules {
    n: u8,
    /// The first hole of the enemy's row, and the number of all holes.
    far: u8,
    holes: u8,
    /// The first hole from which on a stop takes.
    takes_from: u8,
    stern_most: bool,
}

impl CompactRules {
    pub(super) fn new(game: &Game) -> Self {
        let rules = game.rules();
        let board = rules.board();
        let far = board.n + board.middle_row();
        Self {
            n: board.n,
            far,
            holes: far + board.n,
            takes_from: match rules.intermediate_capture() {
                IntermediateCapture::No => u8::MAX,
                IntermediateCapture::EnemyRow => far,
                IntermediateCapture::Yes => 0,
            },
            stern_most: rules.board().dalling == Dalling::SternMost,
        }
    }

    /// Number of codes: undalled pieces on the home row, dalled ones on all holes but the first.
    pub(super) fn codes(self) -> usize {
        usize::from(self.n) + usize::from(self.holes) - 1
    }

    /// The hole of a code, along the way of its owner.
    pub(super) fn hole(self, code: u8) -> u8 {
        if code < self.n {
            code
        } else {
            code - self.n + 1
        }
    }

    fn dalled(self, hole: u8) -> u8 {
        self.n + hole - 1
    }

    /// The same hole along the way of the other player.
    fn across(self, hole: u8) -> u8 {
        if hole < self.n {
            hole + self.far
        } else if hole < self.far {
            hole
        } else {
            hole - self.far
        }
    }

    fn on(self, pieces: &Pieces, hole: u8) -> Option<u8> {
        (pieces.codes().iter())
            .copied()
            .find(|&c| self.hole(c) == hole)
    }

    /// Whether no two pieces share a hole.
    pub(super) fn possible(self, few: &CompactPosition) -> bool {
        let mut taken = 0u128;
        let own = few.own.codes().iter().map(|&c| self.hole(c));
        let enemy = few.enemy.codes().iter().map(|&c| self.hole(c));
        own.chain(enemy.map(|hole| self.across(hole))).all(|hole| {
            let free = taken >> hole & 1 == 0;
            taken |= 1 << hole;
            free
        })
    }

    /// The piece moved by the numbers one after the other, taking where the last one ends, and where the others do if the rules
    /// say so. `None` where that is not legal. Also the piece's new code.
    fn go(self, few: &CompactPosition, code: u8, numbers: &[u8]) -> Option<(CompactPosition, u8)> {
        if code < self.n {
            let last = few.own.codes().iter().filter(|&&c| c < self.n).max();
            if numbers[0] != 1 || (self.stern_most && last != Some(&code)) {
                return None;
            }
        }
        let own = few.own.without(code);
        let mut enemy = few.enemy;
        let mut hole = self.hole(code);
        for (k, &number) in numbers.iter().enumerate() {
            for _ in 0..number {
                hole += 1;
                if hole == self.holes {
                    hole = self.n;
                }
                if self.on(&own, hole).is_some() {
                    return None;
                }
            }
            if (hole >= self.takes_from || k + 1 == numbers.len())
                && let Some(taken) = self.on(&enemy, self.across(hole))
            {
                enemy = enemy.without(taken);
            }
        }
        let code = self.dalled(hole);
        let mut own = own;
        own.insert(code);
        Some((CompactPosition { own, enemy }, code))
    }

    /// The positions, each once and ascending, that the side to move can make of a throw, its pieces still first.
    pub(super) fn plays(
        self,
        few: &CompactPosition,
        [i, j]: [u8; 2],
        found: &mut Vec<CompactPosition>,
    ) {
        found.clear();
        let orders = [(i, j), (j, i)];
        let orders = match (i == 0 || j == 0, i == j) {
            // A blank face has no number to use.
            (true, _) => &orders[..0],
            (_, true) => &orders[..1],
            _ => &orders,
        };
        for &(first, second) in orders {
            for &x in few.own.codes() {
                let added = self.go(few, x, &[first, second]);
                found.extend(added.map(|(after, _)| after));
                let Some((halfway, moved)) = self.go(few, x, &[first]) else {
                    continue;
                };
                for &y in halfway.own.codes().iter().filter(|&&y| y != moved) {
                    let both = self.go(&halfway, y, &[second]);
                    found.extend(both.map(|(after, _)| after));
                }
            }
        }
        if found.is_empty() {
            for number in [i, j].into_iter().filter(|&number| number > 0) {
                for &x in few.own.codes() {
                    found.extend(self.go(few, x, &[number]).map(|(after, _)| after));
                }
            }
        }
        if found.is_empty() {
            found.push(*few);
        }
        found.sort_unstable();
        found.dedup();
    }

    /// A position of the full board, or `None` if a side has more than [`MAX_PIECES`] pieces or an undalled piece's hole
    /// is dalled, which no code says.
    pub(super) fn few(self, state: &View, game: &Game) -> Option<CompactPosition> {
        let side = |pieces: u64, undalled: u64| {
            if pieces.count_ones() as usize > MAX_PIECES || pieces & !undalled & 1 != 0 {
                return None;
            }
            Some(Pieces::new(members(pieces).map(|hole| {
                if undalled >> hole & 1 == 1 {
                    hole
                } else {
                    self.dalled(hole)
                }
            })))
        };
        let flipped = state.flip(game);
        Some(CompactPosition {
            own: side(state.own, state.own_undalled)?,
            enemy: side(flipped.own, flipped.own_undalled)?,
        })
    }

    /// The position on the full board.
    pub(super) fn state(self, few: &CompactPosition) -> View {
        let set =
            |holes: &mut dyn Iterator<Item = u8>| holes.fold(0u64, |set, hole| set | 1 << hole);
        let undalled = |c: &&u8| **c < self.n;
        let (own, enemy) = (few.own.codes(), few.enemy.codes());
        let across = |c: &u8| self.across(self.hole(*c));
        View {
            own: set(&mut own.iter().map(|&c| self.hole(c))),
            own_undalled: set(&mut own.iter().filter(undalled).copied()),
            enemy: set(&mut enemy.iter().map(across)),
            enemy_undalled: set(&mut enemy.iter().filter(undalled).map(across)),
        }
    }
}
