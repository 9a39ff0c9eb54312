//! Every way to use the throws of a turn one after the other, each position that they lead to once.

use std::collections::HashMap;
use std::hash::Hash;

use thiserror::Error;

use super::perft::Turns;
use super::route::Cell;
use crate::work::stop;

/// The most positions on the way looked at for one yield.
pub const MAX_NODES: usize = 400_000;

/// Too many plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the yield can be played through more than {MAX_NODES} positions: give fewer throws")]
pub struct TooManyPlays;

crate::work::of_kind!(TooManyPlays, Limit);

/// A way to play a whole yield, known by the position it leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct Play<P: Turns> {
    /// The moves of the first way that was found; throws that are lost are left out.
    pub steps: Vec<P::Step>,
    /// The number of sequences of moves that lead to the same position.
    pub ways: u128,
    /// The cells on which enemy pieces stood that are taken, in order of the route.
    pub captures: Vec<Cell>,
    /// The number of enemy pieces taken.
    pub taken: u32,
    /// The number of own pieces that left the board because stacks were reduced: in tâb alone.
    pub reduced: u32,
    /// The position afterwards, whoever has the next turn, or the next throw, under the rules.
    pub position: P,
}

impl<P: Turns> Play<P> {
    /// The moves with commas between them, or `pass` if no throw was used.
    pub fn text(&self) -> String {
        match self.steps.as_slice() {
            [] => "pass".to_owned(),
            steps => itertools::join(steps, ", "),
        }
    }
}

/// Uses of one more throw and the state after each; `None` for a throw that is lost.
pub(in crate::games) type Uses<T> = Vec<(Option<<T as Turn>::Used>, <T as Turn>::State)>;

/// The rules by which the throws of one turn are used.
pub(in crate::games) trait Turn: Sized {
    /// A board on the way, and the throws that are left.
    type State: Clone + Eq + Hash;
    /// The board in which a turn ends.
    type Board: Copy + Eq + Hash;
    /// The use of one throw.
    type Used: Copy;

    /// Every use of one more throw, and whether the turn may end here. Each state after it has fewer throws to use.
    fn next(&self, state: &Self::State) -> (Uses<Self>, bool);

    /// The board in which a turn ends that ends here.
    fn board(&self, state: &Self::State) -> Self::Board;
}

/// A board in which a turn can end.
pub(in crate::games) struct End<'a, T: Turn> {
    pub(in crate::games) board: T::Board,
    /// The number of sequences of uses that lead there.
    pub(in crate::games) ways: u128,
    /// The first of them that was found, each use with the states before it and after it; lost throws are left out.
    pub(in crate::games) steps: Vec<(T::Used, &'a T::State, &'a T::State)>,
}

/// A state with the way in which it was first come to.
struct Node<T: Turn> {
    state: T::State,
    ways: u128,
    from: Option<(usize, Option<T::Used>)>,
}

/// All states that using the throws one by one leads to.
struct Search<T: Turn> {
    nodes: Vec<Node<T>>,
    known: HashMap<T::State, usize>,
}

impl<T: Turn> Search<T> {
    fn add(
        &mut self,
        state: T::State,
        ways: u128,
        from: (usize, Option<T::Used>),
    ) -> Result<(), TooManyPlays> {
        if let Some(&known) = self.known.get(&state) {
            let node = &mut self.nodes[known];
            node.ways = node.ways.saturating_add(ways);
            return Ok(());
        }
        if self.nodes.len() >= MAX_NODES {
            return Err(TooManyPlays);
        }
        self.known.insert(state.clone(), self.nodes.len());
        self.nodes.push(Node {
            state,
            ways,
            from: Some(from),
        });
        Ok(())
    }

    /// The uses by which a node was first reached.
    fn steps(&self, end: usize) -> Vec<(T::Used, &T::State, &T::State)> {
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
pub(in crate::games) struct Ended<T: Turn> {
    search: Search<T>,
    /// The first state that ends so, the board, and the number of ways there, in the order found.
    ends: Vec<(usize, T::Board, u128)>,
}

impl<T: Turn> Ended<T> {
    /// The number of states on the way.
    pub(in crate::games) fn nodes(&self) -> usize {
        self.search.nodes.len()
    }

    /// The boards.
    pub(in crate::games) fn boards(&self) -> impl Iterator<Item = T::Board> {
        self.ends.iter().map(|(_, board, _)| *board)
    }

    /// The boards, with the ways that lead there.
    pub(in crate::games) fn each(&self) -> impl Iterator<Item = End<'_, T>> {
        self.ends.iter().map(|(at, board, ways)| End {
            board: *board,
            ways: *ways,
            steps: self.search.steps(*at),
        })
    }
}

/// Every board in which the turn can end.
///
/// # Errors
/// [`TooManyPlays`] beyond [`MAX_NODES`].
pub(in crate::games) fn ends<T: Turn>(turn: &T, start: T::State) -> Result<Ended<T>, TooManyPlays> {
    let mut search: Search<T> = Search {
        nodes: vec![Node {
            state: start,
            ways: 1,
            from: None,
        }],
        known: HashMap::new(),
    };
    let mut ends: Vec<(usize, T::Board, u128)> = Vec::new();
    let mut known: HashMap<T::Board, usize> = HashMap::new();
    let mut at = 0;
    while at < search.nodes.len() {
        stop::check();
        // Every node that leads here has more throws to use and was looked at before: the ways are complete.
        let ways = search.nodes[at].ways;
        let (next, may_end) = turn.next(&search.nodes[at].state);
        for (used, state) in next {
            search.add(state, ways, (at, used))?;
        }
        if may_end {
            let board = turn.board(&search.nodes[at].state);
            match known.get(&board) {
                Some(&end) => ends[end].2 = ends[end].2.saturating_add(ways),
                None => {
                    known.insert(board, ends.len());
                    ends.push((at, board, ways));
                }
            }
        }
        at += 1;
    }
    Ok(Ended { search, ends })
}
