//! Every way to use the throws of a turn one after the other, each position that they lead to once.

use std::borrow::Cow;
use std::fmt;
use std::hash::Hash;
use std::ops::Range;

use itertools::Itertools;
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::route::{Cell, Route};
use crate::work::{Fault, stop};

/// The most positions on the way looked at for one yield.
pub const MAX_NODES: usize = 400_000;
/// The most throws a yield may have.
pub const MAX_YIELD: usize = 40;

/// What stands where, as the team to move sees it: cells are numbered along its route.
pub trait FightBoard: Copy + fmt::Debug + Eq + Ord + Hash + Send + Sync + 'static {
    /// The same board as the other team sees it.
    #[must_use]
    fn turned(&self, route: Route) -> Self;

    /// The pieces of the team to move, and of the other.
    fn counts(&self) -> [u32; 2];

    /// The cells on which pieces of the other team stand.
    fn enemies(&self) -> u128;
}

/// The throws that a turn leaves to be played, in the order they were thrown. Written with commas.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Yield<T>(Vec<T>);

impl<T> Yield<T> {
    /// A yield of throws known to be those of a turn.
    pub(in crate::games) fn trusted(throws: Vec<T>) -> Self {
        Self(throws)
    }

    /// The throws, in the order they were thrown.
    pub fn throws(&self) -> &[T] {
        &self.0
    }

    /// Reads throws separated by commas; nothing is no throw. `wrong` says of a text that it is none, and what would be right.
    ///
    /// # Errors
    /// If a part is not a throw, or there are too many.
    pub(in crate::games) fn read(
        text: &str,
        read: impl Fn(&str) -> Option<T>,
        wrong: impl Fn(&str) -> String,
    ) -> Result<Self, Fault> {
        let parts: Vec<&str> = match text.trim() {
            "" => Vec::new(),
            text => text.split(',').map(str::trim).collect(),
        };
        if parts.len() > MAX_YIELD {
            let found = parts.len();
            let text = format!("a yield of {found} throws: at most {MAX_YIELD}");
            return Err(Fault::input(text));
        }
        let throw = |part: &str| {
            let shown = || part.chars().take(20).collect::<String>();
            read(part).ok_or_else(|| Fault::input(wrong(&shown())))
        };
        let throws = parts.into_iter().map(throw);
        throws.collect::<Result<_, _>>().map(Self)
    }
}

impl<T: fmt::Display> fmt::Display for Yield<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().join(","))
    }
}

/// The throws of a turn under way that stand.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Standing<T> {
    /// In the order thrown.
    pub(in crate::games) throws: Vec<T>,
    /// Whether the last of them can still be taken off by a throw that takes off only the one just before it.
    pub(in crate::games) fresh: bool,
}

impl<T> Default for Standing<T> {
    fn default() -> Self {
        Self {
            throws: Vec::new(),
            fresh: false,
        }
    }
}

/// A throw to be played: the cells it moves a piece, or its name, such as `khadzh`.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[serde(untagged)]
enum Thrown {
    Cells(u8),
    Named(String),
}

impl<T: fmt::Display> serde::Serialize for Yield<T> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let throw = |text: &str| match text.parse() {
            Ok(cells) => Thrown::Cells(cells),
            Err(_) => Thrown::Named(text.to_owned()),
        };
        to.collect_seq(self.to_string().split(',').map(throw))
    }
}

impl<T> schemars::JsonSchema for Yield<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Vec::<Thrown>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<Thrown>::json_schema(generator)
    }
}

/// Too many plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the yield can be played through more than {MAX_NODES} positions: give fewer throws")]
pub struct TooManyPlays;

crate::work::of_kind!(TooManyPlays, Limit);

/// A board on the way, and the throws that are left, as the game counts them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Left<B> {
    /// The board.
    pub board: B,
    /// The throws.
    pub throws: Vec<u8>,
}

/// The kinds of use of a throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A piece or a whole stack moves; in tâb a sleeping piece wakes by it.
    Move,
    /// In Sig: a piece is freed where it stands.
    Free,
    /// In tâb: one piece of a stack stays, the others move.
    Part,
    /// In tâb: a tâb is kept for a later turn.
    Keep,
}

/// The use of one throw on a board, its cells numbered along the route of the team to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Used<T> {
    pub(in crate::games) throw: T,
    pub(in crate::games) kind: Kind,
    pub(in crate::games) from: u8,
    pub(in crate::games) to: u8,
    /// In tâb: whether it is a tâb of an earlier turn.
    pub(in crate::games) saved: bool,
    /// In tâb: the first cell of the enemy's home, where the move goes through the whole of it.
    pub(in crate::games) through: Option<u8>,
}

impl<T> Used<T> {
    /// A piece moved.
    pub(in crate::games) fn moved(throw: T, from: u8, to: u8) -> Self {
        Self {
            throw,
            kind: Kind::Move,
            from,
            to,
            saved: false,
            through: None,
        }
    }
}

/// One throw used, as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step<T> {
    pub(super) used: Used<T>,
    pub(super) from: Cell,
    pub(super) to: Cell,
    pub(super) through: Option<Cell>,
    /// Whether enemy pieces were taken.
    pub takes: bool,
}

impl<T> fmt::Display for Step<T> {
    /// `a3-b2` for a piece, a stack or a piece that wakes; `free a3`; `c3-d3-c1` through the whole of the enemy's home; `part b2-b3` where
    /// one piece stays; `keep` for a tâb that is saved. `saved` stands before the use of a saved one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { used, from, to, .. } = self;
        if used.saved {
            f.write_str("saved ")?;
        }
        match (used.kind, self.through) {
            (Kind::Keep, _) => f.write_str("keep"),
            (Kind::Free, _) => write!(f, "free {from}"),
            (Kind::Part, _) => write!(f, "part {from}-{to}"),
            (Kind::Move, Some(home)) => write!(f, "{from}-{home}-{to}"),
            (Kind::Move, None) => write!(f, "{from}-{to}"),
        }
    }
}

/// Uses of one more throw and the state after each; `None` for a throw that is lost.
pub type Uses<T> = Vec<(
    Option<Used<<T as UsesThrows>::Throw>>,
    Left<<T as UsesThrows>::Board>,
)>;

/// The rules by which the throws of one turn are used.
pub trait UsesThrows: Sized {
    /// What stands where.
    type Board: FightBoard;
    /// One throw.
    type Throw: Copy;

    /// Every use of one more throw, and whether the turn may end here. Each state after it has fewer throws to use.
    fn next(&self, state: &Left<Self::Board>) -> (Uses<Self>, bool);

    /// The board in which a turn ends that ends here.
    fn board(&self, state: &Left<Self::Board>) -> Self::Board {
        state.board
    }

    /// The throws that are left of those before after a use of one.
    fn left(
        &self,
        before: &[Self::Throw],
        used: Used<Self::Throw>,
        after: &Left<Self::Board>,
    ) -> Vec<Self::Throw>;
}

/// A board in which a turn can end.
pub(in crate::games) struct End<'a, T: UsesThrows> {
    pub(in crate::games) board: T::Board,
    /// The number of sequences of uses that lead there.
    pub(in crate::games) ways: u128,
    /// The first of them that was found, each use with the states before it and after it; lost throws are left out.
    pub(in crate::games) steps: Vec<UsedBetween<'a, T>>,
}

/// A use of one throw, with the states before it and after it.
type UsedBetween<'a, T> = (
    Used<<T as UsesThrows>::Throw>,
    &'a Left<<T as UsesThrows>::Board>,
    &'a Left<<T as UsesThrows>::Board>,
);

/// A state with the way in which it was first come to.
struct Node<T: UsesThrows> {
    state: Left<T::Board>,
    from: Option<(usize, Option<Used<T::Throw>>)>,
    /// The states that one more use leads to, one for each use, are at these places of the search.
    next: Range<usize>,
}

/// All states that using the throws one by one leads to.
struct Search<T: UsesThrows> {
    nodes: Vec<Node<T>>,
    known: FxHashMap<Left<T::Board>, usize>,
    /// The states that uses lead to, those of one state after the other.
    next: Vec<usize>,
}

impl<T: UsesThrows> Search<T> {
    /// A state that a use leads to, `None` for the first.
    fn add(
        &mut self,
        state: Left<T::Board>,
        from: Option<(usize, Option<Used<T::Throw>>)>,
    ) -> Result<(), TooManyPlays> {
        let new = self.nodes.len();
        let at = *self.known.entry(state.clone()).or_insert(new);
        if from.is_some() {
            self.next.push(at);
        }
        if at < new {
            return Ok(());
        }
        if new >= MAX_NODES {
            return Err(TooManyPlays);
        }
        let next = 0..0;
        self.nodes.push(Node { state, from, next });
        Ok(())
    }

    /// The number of sequences of uses that lead to each state.
    fn ways(&self) -> Vec<u128> {
        let mut uncounted = vec![0; self.nodes.len()];
        for &to in &self.next {
            uncounted[to] += 1;
        }
        let mut ways = vec![0_u128; self.nodes.len()];
        ways[0] = 1;
        // The ways to a state are complete when all uses that lead there have been counted.
        let mut complete = vec![0];
        while let Some(at) = complete.pop() {
            for &to in &self.next[self.nodes[at].next.clone()] {
                ways[to] = ways[to].saturating_add(ways[at]);
                uncounted[to] -= 1;
                if uncounted[to] == 0 {
                    complete.push(to);
                }
            }
        }
        ways
    }

    /// The uses by which a node was first reached.
    fn steps(&self, end: usize) -> Vec<UsedBetween<'_, T>> {
        let mut steps = Vec::new();
        let mut at = end;
        while let Some((before, used)) = self.nodes[at].from {
            if let Some(used) = used {
                let [before, after] = [before, at].map(|node| &self.nodes[node].state);
                steps.push((used, before, after));
            }
            at = before;
        }
        steps.reverse();
        steps
    }
}

/// Every board in which a turn can end, and the states on the way.
pub(in crate::games) struct Ended<T: UsesThrows> {
    search: Search<T>,
    /// The boards, in the order found, each with the states that end so.
    ends: Vec<(T::Board, Vec<usize>)>,
}

impl<T: UsesThrows> Ended<T> {
    /// The number of states on the way.
    pub(in crate::games) fn nodes(&self) -> usize {
        self.search.nodes.len()
    }

    /// The boards.
    pub(in crate::games) fn boards(&self) -> impl Iterator<Item = T::Board> {
        self.ends.iter().map(|(board, _)| *board)
    }

    /// The boards, with the ways that lead there.
    pub(in crate::games) fn each(&self) -> impl Iterator<Item = End<'_, T>> {
        let ways = self.search.ways();
        self.ends.iter().map(move |(board, states)| End {
            board: *board,
            ways: (states.iter()).fold(0, |sum, &at| u128::saturating_add(sum, ways[at])),
            steps: self.search.steps(states[0]),
        })
    }
}

/// Every board in which the turn can end.
///
/// # Errors
/// [`TooManyPlays`] beyond [`MAX_NODES`].
pub(in crate::games) fn ends<T: UsesThrows>(
    turn: &T,
    start: Left<T::Board>,
) -> Result<Ended<T>, TooManyPlays> {
    let mut search: Search<T> = Search {
        nodes: Vec::new(),
        known: FxHashMap::default(),
        next: Vec::new(),
    };
    search.add(start, None)?;
    let mut ends: Vec<(T::Board, Vec<usize>)> = Vec::new();
    let mut known: FxHashMap<T::Board, usize> = FxHashMap::default();
    let mut at = 0;
    while at < search.nodes.len() {
        stop::check();
        let (next, may_end) = turn.next(&search.nodes[at].state);
        let first = search.next.len();
        for (used, state) in next {
            search.add(state, Some((at, used)))?;
        }
        search.nodes[at].next = first..search.next.len();
        if may_end {
            let board = turn.board(&search.nodes[at].state);
            let end = *known.entry(board).or_insert(ends.len());
            if end == ends.len() {
                ends.push((board, Vec::new()));
            }
            ends[end].1.push(at);
        }
        at += 1;
    }
    Ok(Ended { search, ends })
}
