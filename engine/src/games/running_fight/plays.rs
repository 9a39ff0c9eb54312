//! Every way to use the throws of a turn one after the other, each position that they lead to once.

use std::fmt;
use std::hash::Hash;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::route::{Cell, Route};
use super::sticks::Order;
use super::throws::Face;
use crate::work::{self, Fault, stop};

/// The most positions on the way looked at for one yield.
pub const MAX_NODES: usize = 400_000;

/// A board on the way, and the throws that are left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Left<B> {
    /// The board.
    pub board: B,
    /// The throws: in the order thrown, or equal ones together where they may be used in any.
    pub throws: Vec<Face>,
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

/// One throw used, as it is written; on a board its cells `C` are numbered along the route of the team to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step<C = Cell> {
    pub(in crate::games) throw: Face,
    pub(in crate::games) kind: Kind,
    pub(in crate::games) from: C,
    pub(in crate::games) to: C,
    /// In tâb: whether it is a tâb of an earlier turn.
    pub(in crate::games) saved: bool,
    /// In tâb: the first cell of the enemy's home, where the move goes through the whole of it.
    pub(in crate::games) through: Option<C>,
    /// Whether enemy pieces were taken.
    pub takes: bool,
}

impl Step<u8> {
    /// A piece moved, which takes nothing.
    pub(in crate::games) fn moved(throw: Face, from: u8, to: u8) -> Self {
        Self {
            throw,
            kind: Kind::Move,
            from,
            to,
            saved: false,
            through: None,
            takes: false,
        }
    }

    /// A throw kept for a later turn.
    fn kept(throw: Face) -> Self {
        Self {
            kind: Kind::Keep,
            ..Self::moved(throw, 0, 0)
        }
    }

    /// The same as it is written.
    pub(super) fn written(self, cell: impl Fn(u8) -> Cell) -> Step {
        Step {
            throw: self.throw,
            kind: self.kind,
            from: cell(self.from),
            to: cell(self.to),
            saved: self.saved,
            through: self.through.map(&cell),
            takes: self.takes,
        }
    }
}

impl fmt::Display for Step {
    /// `a3-b2` for a piece, a stack or a piece that wakes; `free a3`; `c3-d3-c1` through the whole of the enemy's home; `part b2-b3` where
    /// one piece stays; `keep` for a tâb that is saved. `saved` stands before the use of a saved one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, .. } = self;
        if self.saved {
            f.write_str("saved ")?;
        }
        match (self.kind, self.through) {
            (Kind::Keep, _) => f.write_str("keep"),
            (Kind::Free, _) => write!(f, "free {from}"),
            (Kind::Part, _) => write!(f, "part {from}-{to}"),
            (Kind::Move, Some(home)) => write!(f, "{from}-{home}-{to}"),
            (Kind::Move, None) => write!(f, "{from}-{to}"),
        }
    }
}

/// A use of a throw with the board after it, and whether the team may also leave it: it reduces a stack or parts one.
pub type Choice<B> = (Step<u8>, B, bool);

/// Uses of one more throw and the state after each; `None` for a throw that is lost.
pub type Uses<B> = Vec<(Option<Step<u8>>, Left<B>)>;

/// What stands where, as the team to move sees it: cells are numbered along its route.
pub trait FightBoard: Copy + fmt::Debug + Eq + Ord + Hash + Send + Sync + 'static {
    /// The same board as the other team sees it.
    #[must_use]
    fn turned(&self, route: Route) -> Self;

    /// The pieces of the team to move, and of the other.
    fn counts(&self) -> [u32; 2];

    /// The cells on which pieces of the other team stand.
    fn enemies(&self) -> u128;

    /// The number of those on a cell.
    fn enemies_on(&self, cell: u8) -> u32;

    /// The cells with own pieces that can be moved.
    fn movable(&self) -> u128;
}

/// The rules by which the throws of one turn are used.
pub trait UsesThrows: Sized + Sync {
    /// What stands where.
    type Board: FightBoard;

    /// The order in which throws are used.
    fn order(&self) -> Order;

    /// Every use of a throw, in order of the route.
    fn uses(&self, board: &Self::Board, throw: Face) -> Vec<Choice<Self::Board>>;

    /// Whether a throw must be used if these are its uses.
    fn must(&self, board: &Self::Board, throw: Face, uses: &[Choice<Self::Board>]) -> bool;

    /// Whether no more throws are used on a board.
    fn is_over(&self, _board: &Self::Board) -> bool {
        false
    }

    /// The uses of throws of earlier turns.
    fn saved(&self, _left: &Left<Self::Board>) -> Uses<Self::Board> {
        Vec::new()
    }

    /// The board after a throw of this turn is kept for later ones, where it is instead of being lost.
    fn kept(&self, _board: &Self::Board, _throw: Face) -> Option<Self::Board> {
        None
    }

    /// Every use of one more throw, and whether the turn may end here. Each state after it has fewer throws to use.
    fn next(&self, left: &Left<Self::Board>) -> (Uses<Self::Board>, bool) {
        if self.is_over(&left.board) {
            return (Vec::new(), true);
        }
        let in_order = self.order() == Order::Thrown;
        let tried = if in_order { 1 } else { left.throws.len() };
        let (mut next, mut must) = (self.saved(left), false);
        for (at, &throw) in left.throws.iter().enumerate().take(tried) {
            if left.throws[..at].contains(&throw) {
                continue;
            }
            let mut throws = left.throws.clone();
            throws.remove(at);
            let after = |board| Left {
                board,
                throws: throws.clone(),
            };
            let uses = self.uses(&left.board, throw);
            let is_forced = self.must(&left.board, throw, &uses);
            must |= is_forced;
            next.extend((uses.into_iter()).map(|(used, board, _)| (Some(used), after(board))));
            if !in_order {
                continue;
            }
            match self.kept(&left.board, throw) {
                Some(board) => next.push((Some(Step::kept(throw)), after(board))),
                None if is_forced => {}
                None => next.push((None, after(left.board))),
            }
        }
        let goes_on = match in_order {
            true => !left.throws.is_empty(),
            false => must,
        };
        (next, !goes_on)
    }

    /// The board in which a turn ends that ends here.
    fn board(&self, state: &Left<Self::Board>) -> Self::Board {
        state.board
    }
}

/// A board in which a turn can end; the number of sequences of uses that lead there; the first of them that was found, lost throws left out.
type End<B> = (B, u128, Vec<Step<u8>>);

/// The place of the state before, and the use of a throw after it; `None` for a throw that is lost.
type ReachedBy = (usize, Option<Step<u8>>);

/// A state with the way in which it was first come to.
struct Node<B> {
    state: Left<B>,
    from: Option<ReachedBy>,
    /// The states that one more use leads to, one for each use, are at these places of the search.
    next: Range<usize>,
}

/// All states that using the throws one by one leads to, and every board in which the turn can end.
pub(in crate::games) struct Search<B> {
    nodes: Vec<Node<B>>,
    known: FxHashMap<Left<B>, usize>,
    /// The states that uses lead to, those of one state after the other.
    next: Vec<usize>,
    /// The boards, in the order found, each with the states that end so.
    ends: Vec<(B, Vec<usize>)>,
}

impl<B: FightBoard> Search<B> {
    /// A state that a use leads to, `None` for the first.
    fn add(&mut self, state: Left<B>, from: Option<ReachedBy>) -> Result<(), Fault> {
        let new = self.nodes.len();
        let at = *self.known.entry(state.clone()).or_insert(new);
        if from.is_some() {
            self.next.push(at);
        }
        if at < new {
            return Ok(());
        }
        if new >= MAX_NODES {
            let text = format!(
                "the yield can be played through more than {MAX_NODES} positions: give fewer throws"
            );
            return Err(Fault::new(work::Kind::Limit, text));
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
    fn steps(&self, end: usize) -> Vec<Step<u8>> {
        let mut steps = Vec::new();
        let mut at = end;
        while let Some((before, used)) = self.nodes[at].from {
            steps.extend(used);
            at = before;
        }
        steps.reverse();
        steps
    }

    /// The number of states on the way.
    pub(in crate::games) fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The boards.
    pub(in crate::games) fn boards(&self) -> impl Iterator<Item = B> {
        self.ends.iter().map(|(board, _)| *board)
    }

    /// The boards, with the ways that lead there.
    pub(super) fn each(&self) -> impl Iterator<Item = End<B>> {
        let ways = self.ways();
        self.ends.iter().map(move |(board, states)| {
            let ways = (states.iter()).fold(0, |sum, &at| u128::saturating_add(sum, ways[at]));
            (*board, ways, self.steps(states[0]))
        })
    }
}

/// Every board in which the turn can end.
///
/// # Errors
/// Of kind limit beyond [`MAX_NODES`].
pub(in crate::games) fn ends<T: UsesThrows>(
    turn: &T,
    start: Left<T::Board>,
) -> Result<Search<T::Board>, Fault> {
    let mut search = Search {
        nodes: Vec::new(),
        known: FxHashMap::default(),
        next: Vec::new(),
        ends: Vec::new(),
    };
    search.add(start, None)?;
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
            let end = *known.entry(board).or_insert(search.ends.len());
            if end == search.ends.len() {
                search.ends.push((board, Vec::new()));
            }
            search.ends[end].1.push(at);
        }
        at += 1;
    }
    Ok(search)
}
