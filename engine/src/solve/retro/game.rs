//! The interface of a game that is solved layer by layer.

use std::fmt;

use super::sets::image;
use super::value::Scale;

/// All positions with given numbers of pieces of the side to move and of the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema)]
#[schemars(with = "[u8; 2]")]
pub struct Layer {
    /// Pieces of the side to move on the board.
    pub own: u8,
    /// Pieces of the other side on the board.
    pub other: u8,
}

impl Layer {
    /// The layer with these pieces, the side to move's first.
    pub const fn new(own: u8, other: u8) -> Layer {
        Layer { own, other }
    }

    /// Where a move of a piece on the board leads.
    pub const fn after_step(self) -> Layer {
        Layer::new(self.other, self.own)
    }

    /// Where a drop leads.
    pub(crate) const fn after_drop(self) -> Layer {
        Layer::new(self.other, self.own.saturating_add(1))
    }

    /// Pieces on the board; 255 for more, which no board has cells for.
    pub const fn total(self) -> u8 {
        self.own.saturating_add(self.other)
    }

    /// The arrangements of a layer on a board of `cells` cells, symmetric ones counted apart; `u64::MAX` for more.
    ///
    /// # Examples
    /// ```
    /// use siga::solve::retro::Layer;
    /// assert_eq!(Layer::new(4, 4).arrangements(25), 75_710_250);
    /// ```
    pub fn arrangements(self, cells: u8) -> u64 {
        // Each step has a number of ways; one that is too great for 128 bits leaves too many in the end as well.
        let choose = |n: u8, k: u8| -> Option<u64> {
            let k = k.min(n.checked_sub(k).unwrap_or(k));
            let factors = (0..k).map(|i| u128::from(n.saturating_sub(i)));
            let ways = factors.zip(1..).try_fold(1u128, |product, (over, under)| {
                Some(product.checked_mul(over)? / under)
            });
            u64::try_from(ways?).ok()
        };
        let others = choose(cells.saturating_sub(self.own), self.other);
        match (choose(cells, self.own), others) {
            (Some(0), _) | (_, Some(0)) => 0,
            (Some(own), Some(other)) => own.saturating_mul(other),
            _ => u64::MAX,
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.own, self.other)
    }
}

impl serde::Serialize for Layer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.own, self.other].serialize(serializer)
    }
}

/// A way a piece can move, where the cell it goes to is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step {
    /// The cell of the piece.
    pub from: u8,
    /// The cell it goes to.
    pub to: u8,
    /// The cells that must be empty besides, on the way there.
    pub clear: u32,
    /// The cell that must hold a piece: of either side, unless `enemy` says of the other.
    pub held: Option<u8>,
    /// Whether the piece on `held` must be the other side's.
    pub enemy: bool,
    /// Whether that piece is jumped over; otherwise it stops the piece that moves.
    pub jumps: bool,
    /// Whether it can be made only where its side has no plain step.
    pub last: bool,
}

/// What a step needs of the other side's pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Needs {
    /// The cells that it must hold.
    pub(super) held: u32,
    /// The cells that it must not hold, besides the one that is entered.
    pub(super) clear: u32,
}

impl Step {
    /// A step that needs nothing but the empty cell that it enters.
    pub const fn plain(from: u8, to: u8) -> Step {
        Step {
            from,
            to,
            clear: 0,
            held: None,
            enemy: false,
            jumps: false,
            last: false,
        }
    }

    pub(crate) const fn is_plain(&self) -> bool {
        self.held.is_none() && self.clear == 0 && !self.last
    }

    /// What the step needs of the other side when its own side, with a piece on `from`, has these; `None` if it cannot be made.
    #[inline]
    pub(super) fn needs(&self, own: u32, plain: &[u32]) -> Option<Needs> {
        if own & (self.clear | 1 << self.to) != 0 {
            return None;
        }
        let mut held = 0;
        if let Some(cell) = self.held {
            match own >> cell & 1 == 1 {
                true if self.enemy => return None,
                true => {}
                false => held = 1 << cell,
            }
        }
        if self.last {
            let mut rest = own;
            while rest != 0 {
                held |= plain[rest.trailing_zeros() as usize] & !own;
                rest &= rest - 1;
            }
        }
        Some(Needs {
            held,
            clear: self.clear,
        })
    }

    /// Whether the step can be made by its own side, with a piece on `from`.
    pub(crate) fn is_possible(&self, own: u32, other: u32, plain: &[u32]) -> bool {
        let needs = self.needs(own, plain);
        needs.is_some_and(|needs| {
            needs.held & !other == 0 && other & (needs.clear | 1 << self.to) == 0
        })
    }

    /// The cells that the other side must hold so that the step cannot be made by a side that has no other move.
    pub(crate) fn hemming(&self, own: u32) -> u32 {
        let over_own = self.enemy && self.held.is_some_and(|cell| own >> cell & 1 == 1);
        match self.clear != 0 || over_own {
            true => 0,
            false => 1 << self.to & !own,
        }
    }
}

/// For each cell, those that plain steps lead to.
pub(crate) fn plain_targets(cells: u8, steps: &[Step]) -> Vec<u32> {
    let mut plain = vec![0; cells.into()];
    for step in steps.iter().filter(|step| step.is_plain()) {
        plain[usize::from(step.from)] |= 1 << step.to;
    }
    plain
}

/// Which player chooses the empty cell for a piece that is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Chooser {
    /// The side to move, whose piece it is.
    Owner,
    /// The other side.
    Opponent,
}

/// The kinds of moves of the side to move in a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TurnKinds {
    /// Whether it may move a piece that is on the board.
    pub steps: bool,
    /// Whether it may drop a piece, and who says where. When the other side says it, there is no
    /// move on the board to choose instead.
    pub drop: Option<Chooser>,
}

impl TurnKinds {
    /// The layers that a step and a drop lead to from a layer.
    pub(crate) fn after(self, layer: Layer) -> [Option<Layer>; 2] {
        [
            self.steps.then(|| layer.after_step()),
            self.drop.map(|_| layer.after_drop()),
        ]
    }
}

/// The rule for a side that has no legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Blocked {
    /// It has lost.
    Loses,
    /// The game is a draw.
    Draws,
    /// It passes, which is a ply.
    Passes,
    /// It wins.
    Wins,
}

/// A goal: cells that its side holds and, for some, others that the other side holds or that are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Goal {
    /// The cells that its side holds.
    pub held: u32,
    /// The cells that the other side holds.
    pub held_by_other: u32,
    /// The cells that are empty.
    pub empty: u32,
}

impl Goal {
    /// A goal that its side makes whatever else is on the board.
    pub const fn plain(held: u32) -> Goal {
        Goal {
            held,
            held_by_other: 0,
            empty: 0,
        }
    }

    /// Whether nothing but the pieces of its side decides; the other side's moves never make such a goal.
    pub const fn is_plain(&self) -> bool {
        self.held_by_other | self.empty == 0
    }

    /// Whether a side with these pieces has made it against those of the other side.
    #[inline]
    pub const fn is_made(&self, own: u32, other: u32) -> bool {
        self.held & !own == 0 && self.held_by_other & !other == 0 && (own | other) & self.empty == 0
    }

    /// The goal where each cell is elsewhere.
    pub(crate) fn image(&self, map: &[u8]) -> Goal {
        Goal {
            held: image(map, self.held),
            held_by_other: image(map, self.held_by_other),
            empty: image(map, self.empty),
        }
    }
}

/// A game of two sides with like pieces, which nobody takes, and goals for them.
///
/// A side wins by a move after which it has a goal. A move after which only the other side has one, as where it empties a cell, loses.
/// Cells are numbered from nought, sets of them are bit masks. Whatever is said here must be the same under every symmetry.
pub trait LayeredGame: Sync {
    /// The number of cells, at most 32.
    fn cells(&self) -> u8;

    /// The symmetries: where each cell goes, the identity first. They must form a group.
    fn symmetries(&self) -> Vec<Vec<u8>>;

    /// Every layer in which a game can be.
    fn layers(&self) -> Vec<Layer>;

    /// The kinds of moves of the side to move in a layer.
    fn turn(&self, layer: Layer) -> TurnKinds;

    /// Every way a piece can move.
    fn steps(&self) -> Vec<Step>;

    /// The cells on which a piece cannot be dropped in a layer.
    fn barred(&self, _layer: Layer) -> u32 {
        0
    }

    /// The goals of the side to move and of the other, as the side to move sees the board.
    fn goals(&self) -> &[Vec<Goal>; 2];

    /// Whether somebody has made a goal.
    fn is_over(&self, own: u32, other: u32) -> bool {
        let [goals, of_other] = self.goals();
        goals.iter().any(|goal| goal.is_made(own, other))
            || of_other.iter().any(|goal| goal.is_made(other, own))
    }

    /// Where each cell is for the next side to move, if the sides see the board differently: a position is given as the side to
    /// move sees it. Turned twice, each cell is where it was.
    fn turned(&self) -> Option<&[u8]> {
        None
    }

    /// Pieces as the other side sees them.
    fn seen_by_other(&self, pieces: u32) -> u32 {
        self.turned().map_or(pieces, |turned| image(turned, pieces))
    }

    /// The rule for a side without a move.
    fn blocked(&self) -> Blocked;

    /// How codes count plies: in halves where a side can lose by its own move.
    fn scale(&self) -> Scale {
        let plain = self.goals().iter().flatten().all(Goal::is_plain);
        match plain && self.blocked() != Blocked::Wins {
            true => Scale::Plies,
            false => Scale::HalfPlies,
        }
    }
}

/// The layers in groups that are solved together, each after those its moves lead to.
///
/// A group is a layer and, where pieces move on the board, the one with the sides exchanged.
pub fn plan<G: LayeredGame + ?Sized>(game: &G) -> Vec<Vec<Layer>> {
    let mut layers = game.layers();
    layers.sort_by_key(|layer| (std::cmp::Reverse(layer.total()), *layer));
    let mut groups: Vec<Vec<Layer>> = Vec::new();
    for layer in layers {
        let back = layer.after_step();
        let mate = groups.iter_mut().find(|group| group.contains(&back));
        match mate {
            Some(group) if game.turn(layer).steps || game.turn(back).steps => group.push(layer),
            _ => groups.push(vec![layer]),
        }
    }
    groups
}
