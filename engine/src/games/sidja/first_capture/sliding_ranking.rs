//! A position of the sliding phase with its value, every move and the best line.

use std::cmp::Reverse;

use super::Solution;
use super::space::Slide;
use crate::board::{Bits, Cell, Reserve, Side};
use crate::games::goal::Goal;
use crate::games::sidja::graph::Turns;
use crate::games::sidja::moves::State;
use crate::games::sidja::position::engine;
use crate::games::sidja::{Move, Outcome, Position};
use crate::solve::Worth;
use crate::work::{Fault, Kind};

/// A move of the sliding phase with what comes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveValue {
    /// The move.
    pub action: Move,
    /// The cells of the stones it takes.
    pub captures: Vec<Cell>,
    /// The worth for the side that makes it.
    pub worth: Worth,
}

impl MoveValue {
    /// Whether the move decides by blocking the opponent, who loses by that, and takes nothing.
    pub fn blocks(&self) -> bool {
        self.worth == Worth::proved(Outcome::Win, Some(1)) && self.captures.is_empty()
    }
}

/// The side that makes the first capture from a position, and the moves to it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SlidingRanking {
    /// The worth for the side to move.
    pub worth: Worth,
    /// Every legal move, best first.
    pub moves: Vec<MoveValue>,
    /// The moves of best play to the first capture; empty if nobody forces one or it is not known.
    pub line: Vec<Move>,
    /// The positions whose moves were listed; 0 if a solution was looked up.
    pub nodes: u64,
}

/// Stones have been taken, are still to be placed, or a turn is being continued.
const NOT_SLIDING: &str = "this is not a position before the first capture: every stone must be on the board, \
     one cell empty, and no turn being continued";

impl SlidingRanking {
    /// Looks a position up in a solution.
    ///
    /// # Errors
    /// If it is not a position of the sliding phase, or one under other rules.
    pub(crate) fn from_solution(
        position: &Position,
        solution: &Solution,
    ) -> Result<SlidingRanking, Fault> {
        if position.rules() != solution.space().rules() {
            let text = "the solution is for other rules than the position";
            return Err(Fault::new(Kind::Input, text));
        }
        let value = |state: &State<u128>| {
            let all = state.own | state.enemy;
            let hole = solution.space().board().full::<u128>().minus(all);
            let own = u32::narrow(state.own);
            let hole = hole.lowest().expect("one cell is empty");
            solution.value(Slide { hole, own }).into()
        };
        Ok(SlidingRanking::new(root(position)?, &value))
    }

    /// Lists about `budget` of the positions that can be reached, the nearest first, and draws all conclusions.
    ///
    /// A value is given only if it is proved.
    ///
    /// # Errors
    /// If it is not a position of the sliding phase.
    ///
    /// # Examples
    /// ```
    /// use siga::games::sidja::{Outcome, Position, Rules};
    /// use siga::games::sidja::first_capture::SlidingRanking;
    /// use siga::solve::Worth;
    /// let position = Position::parse("oxxoo/ooxxo/oo1xx/xooxx/xxoox x -", &Rules::SUDAN)?;
    /// let ranking = SlidingRanking::search(&position, 100_000)?;
    /// assert_eq!(ranking.worth, Worth::proved(Outcome::Win, Some(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(position: &Position, budget: u64) -> Result<SlidingRanking, Fault> {
        let root = root(position)?;
        let engine = engine(root.rules());
        let turns = Turns {
            engine: &engine,
            endgames: None,
            goal: Goal::FirstCapture,
        };
        let graph = turns.list(root.state(), budget);
        let worth = |state: &State<u128>| graph.worth(&turns, state).unwrap_or(Worth::UNKNOWN);
        Ok(SlidingRanking {
            nodes: graph.listed(),
            ..SlidingRanking::new(root, &worth)
        })
    }

    fn new(root: Position, worth: &dyn Fn(&State<u128>) -> Worth) -> SlidingRanking {
        let ranked = ranked(&root, worth);
        let all = ranked.iter().map(|(found, _)| found.worth);
        let blocked = Worth::proved(Outcome::Loss, Some(0));
        SlidingRanking {
            worth: all.reduce(Worth::or).unwrap_or(blocked),
            line: line(&ranked, worth),
            moves: ranked.into_iter().map(|(found, _)| found).collect(),
            nodes: 0,
        }
    }
}

/// The position without its limit on moves without a capture, which does not matter here.
fn root(position: &Position) -> Result<Position, Fault> {
    match position.sliding_hole() {
        Some(_) => Ok(position.without_limit()),
        None => Err(not_sliding(position)),
    }
}

/// The fault of a position that is none of the sliding phase. Where stones are missing they may be in hand.
fn not_sliding(position: &Position) -> Fault {
    let stones = position.rules().stones();
    let on_board = Side::BOTH.map(|side| position.pieces(side).count());
    let all = 2 * u32::from(stones);
    if position.state().is_placing() || on_board[0] + on_board[1] >= all || position.in_chain() {
        return Fault::new(Kind::Input, NOT_SLIDING);
    }
    let mut setup = position.setup();
    let [x, o] = on_board.map(|count| u16::from(stones).saturating_sub(count as u16));
    setup.reserve = Some(Reserve { x, o });
    setup.quiet = 0;
    Fault::input(match Position::written(&setup, position.rules()) {
        Ok(_) => {
            format!("{NOT_SLIDING}; stones in hand are written after the side, as in `{setup}`")
        }
        Err(_) => {
            let [x, o] = on_board;
            format!("{NOT_SLIDING}; of {stones} stones each x has {x} here and o {o}")
        }
    })
}

/// The moves with what each comes to, best first, and where each leads. None if a blocked player has lost.
fn ranked(
    position: &Position,
    worth: &dyn Fn(&State<u128>) -> Worth,
) -> Vec<(MoveValue, Position)> {
    let plays = position.plays().into_iter().map(|play| {
        let worth = match play.position.end() {
            _ if play.taken != 0 => Worth::proved(Outcome::Win, Some(1)),
            Some(Outcome::Loss) => Worth::proved(Outcome::Win, Some(1)),
            _ => worth(play.position.state()).before(false, 1),
        };
        let found = MoveValue {
            action: play.action,
            captures: play.captures(),
            worth,
        };
        (found, play.position)
    });
    let mut ranked: Vec<(MoveValue, Position)> = plays.collect();
    ranked.sort_by_key(|(found, _)| Reverse(found.worth.preference()));
    ranked
}

/// Best play to the first capture, from the moves with what each comes to.
fn line(
    ranked_moves: &[(MoveValue, Position)],
    worth: &dyn Fn(&State<u128>) -> Worth,
) -> Vec<Move> {
    let mut line = Vec::new();
    let mut best = ranked_moves.first().cloned();
    while let Some((found, next)) = best.filter(|(found, _)| found.worth.length.is_some()) {
        line.push(found.action);
        best = match found.worth.length {
            Some(1) => None,
            _ => ranked(&next, worth).into_iter().next(),
        };
    }
    line
}
