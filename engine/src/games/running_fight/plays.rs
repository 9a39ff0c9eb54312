//! Every way to use the throws of a turn one after the other, each position that they lead to once.

use std::fmt;
use std::ops::Range;

use itertools::Itertools;
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::perft::Turns;
use super::position::{Board, Position, Ruleset};
use super::route::{Cell, Team};
use crate::board::Bits;
use crate::games::perft::PerftError;
use crate::work::{Fault, stop};

/// The most positions on the way looked at for one yield.
pub const MAX_NODES: usize = 400_000;
/// The most throws a yield may have.
pub const MAX_YIELD: usize = 40;

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

    /// Reads throws separated by commas.
    ///
    /// # Errors
    /// If a part is not a throw of the rules that can be played, or there are too many.
    ///
    /// # Examples
    /// ```
    /// use siga::games::{sig, tab};
    /// let rules = sig::Rules::depaulis();
    /// assert_eq!(sig::moves::Yield::parse("khadzh, 4,5", &rules)?.to_string(), "khadzh,4,5");
    /// assert!(sig::moves::Yield::parse("6", &rules).is_err());
    /// // A turn of tâb ends with its first 2 or 3.
    /// assert!(tab::moves::Yield::parse("2,4", &tab::Rules::lane()).is_err());
    /// # Ok::<(), siga::work::Fault>(())
    /// ```
    pub fn parse<R: Ruleset<Throw = T>>(text: &str, rules: &R) -> Result<Self, Fault> {
        rules.read_yield(text)
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

/// A board on the way, and the throws that are left, as the game counts them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::games) struct Left<B> {
    pub(in crate::games) board: B,
    pub(in crate::games) throws: Vec<u8>,
}

/// Uses of one more throw and the state after each; `None` for a throw that is lost.
pub(in crate::games) type Uses<T> = Vec<(Option<<T as Turn>::Used>, Left<<T as Turn>::Board>)>;

/// The rules by which the throws of one turn are used.
pub(in crate::games) trait Turn: Sized {
    /// What stands where.
    type Board: Board;
    /// One throw.
    type Throw;
    /// The use of one throw.
    type Used: Copy;

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
        used: Self::Used,
        after: &Left<Self::Board>,
    ) -> Vec<Self::Throw>;
}

/// Rules with the use of throws under them.
pub(in crate::games) trait UsesThrows: Ruleset {
    /// The use of one throw.
    type Used: Copy;
    /// The use of the throws of a turn.
    type Turn<'a>: Turn<Board = Self::Board, Throw = Self::Throw, Used = Self::Used>
    where
        Self: 'a;
    /// How a move is written, for errors; empty, or with `; ` at its end.
    const FORM: &'static str;
    /// A line of a record, as an example.
    const LINE: &'static str;
    /// Whether a turn can leave no throw to be played, written `-`.
    const IDLE: bool;

    /// How a game has ended, if it has.
    fn result(position: &Position<Self>) -> Option<String>;

    /// As [`Turns::yields`].
    ///
    /// # Errors
    /// Too many.
    fn yields(&self, max_throws: u32) -> Result<Vec<Yield<Self::Throw>>, PerftError>;

    /// The throws in the order in which they are shown while they are used.
    fn sorted(&self, throws: &[Self::Throw]) -> Vec<Self::Throw> {
        throws.to_vec()
    }

    /// A turn that yields these throws, and its beginning.
    fn begin(
        &self,
        board: Self::Board,
        throws: &[Self::Throw],
    ) -> (Self::Turn<'_>, Left<Self::Board>);

    /// Whether the turn is over when these throws have been used.
    fn is_whole(&self, _throws: &[Self::Throw]) -> bool {
        true
    }

    /// A use of a throw as it is written; `takes`: whether it takes a piece.
    fn step(position: &Position<Self>, used: Self::Used, takes: bool) -> Self::Step;

    /// Whether a use of a throw takes a piece.
    fn takes(step: &Self::Step) -> bool;

    /// The position after throws have been used, the turn being over with them or not.
    fn after(position: &Position<Self>, board: Self::Board, whole: bool) -> Position<Self>;
}

impl<R: UsesThrows> Turns for Position<R> {
    type Yield = Yield<R::Throw>;
    type Step = R::Step;

    fn team(&self) -> Team {
        self.side()
    }

    fn passed(&self) -> Self {
        self.passed()
    }

    fn pieces(&self, team: Team) -> u32 {
        self.count(team)
    }

    fn read_yield(&self, text: &str) -> Result<Self::Yield, Fault> {
        self.rules().read_yield(text)
    }

    fn yields(&self, max_throws: u32) -> Result<Vec<Self::Yield>, PerftError> {
        self.rules().yields(max_throws)
    }

    fn plays_on_the_way(
        &self,
        played: &Self::Yield,
    ) -> Result<(Vec<Play<Self>>, usize), TooManyPlays> {
        if self.is_over() {
            return Ok((Vec::new(), 1));
        }
        let (turn, start) = self.rules().begin(*self.board(), played.throws());
        let whole = self.rules().is_whole(played.throws());
        let ended = ends(&turn, start)?;
        let plays = ended.each().map(|end| play(self, end, whole));
        Ok((plays.collect(), ended.nodes()))
    }
}

impl<R: Ruleset> Position<R> {
    /// Every position a yield can be played to, each once, in the order found: earlier throws and pieces nearer home
    /// first.
    ///
    /// In Sig one throw moves or frees one piece. A throw that no piece can use is lost. Under `use=must` a turn does not end
    /// while a throw left can be used.
    ///
    /// In tâb one throw moves one piece or stack. A throw that cannot be used is lost; one that can be must be, unless all that it
    /// could do is reduce or part a stack, or it is a tâb that is kept. The turn ends with the last enemy piece.
    ///
    /// Under `order=any` the team may choose an order that makes a throw useless. If the game is over there is no play.
    ///
    /// Cost: the positions on the way, at most [`MAX_NODES`].
    ///
    /// # Errors
    /// [`TooManyPlays`].
    ///
    /// # Examples
    /// ```
    /// use siga::games::{sig, tab};
    /// let rules: sig::Rules = "sig:depaulis,length=4".parse()?;
    /// let position = sig::Position::parse("aA2/4/4/2bb A", &rules)?;
    /// let plays = position.plays(&sig::moves::Yield::parse("khadzh,4", &rules)?)?;
    /// let moves: Vec<String> = plays.iter().map(|play| play.text()).collect();
    /// // The home row is walked from right to left: the piece just freed stands in front and cannot be passed.
    /// assert_eq!(moves, ["free a1, a1-b4"]);
    ///
    /// let rules: tab::Rules = "tab:lane,length=3".parse()?;
    /// let position = tab::Position::start(&rules);
    /// let plays = position.plays(&tab::moves::Yield::parse("1,4,2", &rules)?)?;
    /// let moves: Vec<String> = plays.iter().map(|play| play.text()).collect();
    /// // The foremost piece wakes; it alone can go on. At the end of row c it circles or enters the enemy's home.
    /// assert_eq!(moves, ["a3-b3, b3-b1, b1-b3", "a3-b3, b3-b1, b1-d3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plays(&self, played: &<Self as Turns>::Yield) -> Result<Vec<Play<Self>>, TooManyPlays>
    where
        Self: Turns,
    {
        self.plays_of(played)
    }
}

/// The play of a position that ends so, the turn being over with it or not.
fn play<R: UsesThrows>(
    position: &Position<R>,
    end: End<'_, R::Turn<'_>>,
    whole: bool,
) -> Play<Position<R>> {
    let step = |(used, before, after): (R::Used, &Left<R::Board>, &Left<R::Board>)| {
        R::step(
            position,
            used,
            after.board.enemies() != before.board.enemies(),
        )
    };
    let before = position.board();
    let [own, enemy] = before.counts();
    let [own_left, enemy_left] = end.board.counts();
    Play {
        steps: end.steps.into_iter().map(step).collect(),
        ways: end.ways,
        captures: position.cells_of(before.enemies().minus(end.board.enemies())),
        taken: enemy - enemy_left,
        reduced: own - own_left,
        position: R::after(position, end.board, whole),
    }
}

/// A board in which a turn can end.
pub(in crate::games) struct End<'a, T: Turn> {
    pub(in crate::games) board: T::Board,
    /// The number of sequences of uses that lead there.
    pub(in crate::games) ways: u128,
    /// The first of them that was found, each use with the states before it and after it; lost throws are left out.
    pub(in crate::games) steps: Vec<Used<'a, T>>,
}

/// A use of one throw, with the states before it and after it.
type Used<'a, T> = (
    <T as Turn>::Used,
    &'a Left<<T as Turn>::Board>,
    &'a Left<<T as Turn>::Board>,
);

/// A state with the way in which it was first come to.
struct Node<T: Turn> {
    state: Left<T::Board>,
    from: Option<(usize, Option<T::Used>)>,
    /// The states that one more use leads to, one for each use, are at these places of the search.
    next: Range<usize>,
}

/// All states that using the throws one by one leads to.
struct Search<T: Turn> {
    nodes: Vec<Node<T>>,
    known: FxHashMap<Left<T::Board>, usize>,
    /// The states that uses lead to, those of one state after the other.
    next: Vec<usize>,
}

impl<T: Turn> Search<T> {
    /// A state that a use leads to, `None` for the first.
    fn add(
        &mut self,
        state: Left<T::Board>,
        from: Option<(usize, Option<T::Used>)>,
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
    fn steps(&self, end: usize) -> Vec<Used<'_, T>> {
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
    /// The boards, in the order found, each with the states that end so.
    ends: Vec<(T::Board, Vec<usize>)>,
}

impl<T: Turn> Ended<T> {
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
pub(in crate::games) fn ends<T: Turn>(
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
