//! The board as four words.

/// A number that releases, and moves one hole.
pub const DAL: u8 = 1;

/// The board as sets of holes, all counted along the way of the side to move (see [`Route`](super::route::Route)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct View {
    /// The pieces of the side to move.
    pub own: u64,
    /// Those of them not yet released.
    pub own_undalled: u64,
    /// The enemy's pieces.
    pub enemy: u64,
    /// Those of them not yet released.
    pub enemy_undalled: u64,
}
