//! The interface of a game that is solved layer by layer.

use std::fmt;

/// All positions with given numbers of pieces of the side to move and of the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "[u8; 2]")
)]
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

#[cfg(feature = "serde")]
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
    /// The cell that must hold a piece of either side, for a jump.
    pub over: Option<u8>,
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

/// The rule for a side that has no legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Blocked {
    /// It has lost.
    Loses,
    /// The game is a draw.
    Draws,
}

/// A game of two sides with like pieces, which nobody takes, and a goal for the pieces of one side.
///
/// A side wins by bringing its own pieces into a goal. Cells are numbered from nought, sets of them
/// are bit masks. Whatever is said here must be the same under every symmetry.
pub trait Game: Sync {
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

    /// Whether these pieces have reached a goal.
    fn is_goal(&self, own: u32) -> bool;

    /// The rule for a side without a move.
    fn blocked(&self) -> Blocked;
}

/// A single move: of a piece from a cell, or of one from the reserve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// The cell the piece leaves, or `None` for a drop.
    pub from: Option<u8>,
    /// The cell it goes to.
    pub to: u8,
}

impl Action {
    /// The mover's pieces after it.
    pub(crate) const fn apply(self, own: u32) -> u32 {
        let left = match self.from {
            Some(from) => own & !(1 << from),
            None => own,
        };
        left | 1 << self.to
    }
}

/// The legal moves with these pieces, drops first, when neither side has a goal.
pub fn actions<G: Game + ?Sized>(game: &G, own: u32, other: u32) -> Vec<Action> {
    let turn = game.turn(Layer::new(own.count_ones() as u8, other.count_ones() as u8));
    let held = own | other;
    let has = |set: u32, cell: u8| set >> cell & 1 == 1;
    let mut found = Vec::new();
    if turn.drop.is_some() {
        let empty = (0..game.cells()).filter(|&cell| !has(held, cell));
        found.extend(empty.map(|to| Action { from: None, to }));
    }
    if turn.steps {
        let steps = game.steps().into_iter().filter(|step| {
            has(own, step.from)
                && !has(held, step.to)
                && step.over.is_none_or(|over| has(held, over))
        });
        found.extend(steps.map(|step| Action {
            from: Some(step.from),
            to: step.to,
        }));
    }
    found
}

/// The layers in groups that are solved together, each after those its moves lead to.
///
/// A group is a layer and, where pieces move on the board, the one with the sides exchanged.
pub fn plan<G: Game + ?Sized>(game: &G) -> Vec<Vec<Layer>> {
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
