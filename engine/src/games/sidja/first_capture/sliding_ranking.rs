//! A position of the sliding phase with its value, every move and the best line.

use super::search::{Node, Search};
use super::space::Slide;
use super::{FirstCapture, Solution};
use crate::board::{Bits, Cell};
use crate::board::{Board, Side};
use crate::games::sidja::rules::Blocked;
use crate::games::sidja::{Move, Position};
use crate::work::{Fault, Kind};

/// A move of the sliding phase with what comes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveValue {
    /// The move.
    pub action: Move,
    /// The cells of the stones it takes.
    pub captures: Vec<Cell>,
    /// The result for the side that makes it; `None` if it is not known.
    pub value: Option<FirstCapture>,
}

impl MoveValue {
    /// Whether the move decides by blocking the opponent, who loses by that, and takes nothing.
    pub fn blocks(&self) -> bool {
        self.value == Some(FirstCapture::Win(1)) && self.captures.is_empty()
    }
}

/// The side that makes the first capture from a position, and the moves to it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SlidingRanking {
    /// The value for the side to move; `None` if it is not known.
    pub value: Option<FirstCapture>,
    /// Every legal move, best first. Moves of unknown value stand after those that keep the
    /// balance and before those that lose.
    pub moves: Vec<MoveValue>,
    /// The moves of best play to the first capture; empty if nobody forces one or it is not known.
    pub line: Vec<Move>,
    /// The positions visited; 0 if a solution was looked up.
    pub nodes: u64,
}

/// Stones have been taken, are still to be placed, or a turn is being continued.
const NOT_SLIDING: &str = "this is not a position before the first capture: every stone must be on the board, \
     one cell empty, and no turn being continued";

/// The furthest the line of play is followed and looked ahead.
const MOST_PLIES: u32 = 512;

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
        let root = root(position)?;
        let search = Search::new(*position.rules(), 0);
        let look = |node: Node| {
            Some(solution.value(Slide {
                hole: node.hole,
                own: u32::narrow(node.own),
            }))
        };
        let values = after_first(&search, position, root)
            .into_iter()
            .map(|(_, next)| look(next))
            .collect();
        Ok(ranking(position, &search, root, values, look))
    }

    /// Searches a position, visiting at most twice `budget` positions.
    ///
    /// A value is given only if it is proved; what is not proved within the budget is `None`.
    ///
    /// # Errors
    /// If it is not a position of the sliding phase.
    ///
    /// # Examples
    /// ```
    /// use siga::games::sidja::{Position, Rules};
    /// use siga::games::sidja::first_capture::{FirstCapture, SlidingRanking};
    /// let position = Position::parse("oxxoo/ooxxo/oo1xx/xooxx/xxoox x -", &Rules::SUDAN)?;
    /// let ranking = SlidingRanking::search(&position, 100_000)?;
    /// assert_eq!(ranking.value, Some(FirstCapture::Win(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(position: &Position, budget: u64) -> Result<SlidingRanking, Fault> {
        let root = root(position)?;
        let mut search = Search::new(*position.rules(), budget);
        let next = after_first(&search, position, root);
        let mut values: Vec<Option<FirstCapture>> = vec![None; next.len()];
        // All moves one ply deeper at a time, so that the quickest is found first.
        'deeper: for plies in 0..MOST_PLIES {
            for (value, &(_, node)) in values.iter_mut().zip(&next) {
                if value.is_some() {
                    continue;
                }
                match search.within(node, plies) {
                    Ok(None) => {}
                    Ok(Some(_)) => *value = Some(FirstCapture::from_plies(plies)),
                    Err(_) => break 'deeper,
                }
            }
            if values.iter().all(Option::is_some) {
                break;
            }
        }
        // The first move need not be one that the list has from the root.
        let roots: Vec<Node> = [root]
            .into_iter()
            .chain(next.iter().map(|&(_, node)| node))
            .collect();
        if values.iter().any(Option::is_none) && search.close(&roots).is_ok() {
            for (value, &(_, node)) in values.iter_mut().zip(&next) {
                if value.is_none() {
                    *value = search.value(node, 0).ok().flatten();
                }
            }
        }
        let engine = Search::new(*position.rules(), 0);
        let mut ranking = ranking(position, &engine, root, values, |node| {
            search.value(node, MOST_PLIES).ok().flatten()
        });
        ranking.nodes = search.nodes();
        Ok(ranking)
    }
}

/// The fault of a position that is none of the sliding phase. Where stones are missing they may be in hand.
fn not_sliding(position: &Position) -> Fault {
    let stones = position.rules().stones();
    let on_board = Side::BOTH.map(|side| position.stones(side).count());
    let all = 2 * u32::from(stones);
    if position.state().is_placing() || on_board[0] + on_board[1] >= all || position.in_chain() {
        return Fault::new(Kind::Input, NOT_SLIDING);
    }
    let mut setup = position.setup();
    setup.reserve = on_board.map(|count| u16::from(stones).saturating_sub(count as u16));
    setup.quiet = 0;
    Fault::input(match setup.position(position.rules()) {
        Ok(_) => {
            format!("{NOT_SLIDING}; stones in hand are written after the side, as in `{setup}`")
        }
        Err(_) => {
            let [x, o] = on_board;
            format!("{NOT_SLIDING}; of {stones} stones each x has {x} here and o {o}")
        }
    })
}

fn root(position: &Position) -> Result<Node, Fault> {
    let hole = position
        .sliding_hole()
        .and_then(|cell| position.board().index(cell))
        .ok_or_else(|| not_sliding(position))?;
    Ok(Node {
        hole,
        own: position.state().own,
    })
}

/// Every move of the position asked, which need not have come about by a pass.
fn after_first(search: &Search, position: &Position, root: Node) -> Vec<(Option<u8>, Node)> {
    if position.is_extra() {
        return after_each(search, root);
    }
    after_moves(search, root, search.movers(root))
}

/// Every move, a pass as `None`, with the position after it, if nothing is taken.
fn after_each(search: &Search, node: Node) -> Vec<(Option<u8>, Node)> {
    after_moves(search, node, search.movers_in_play(node))
}

fn after_moves(search: &Search, node: Node, movers: u128) -> Vec<(Option<u8>, Node)> {
    if movers.is_empty() {
        return vec![(None, search.passed(node))];
    }
    movers
        .ones()
        .map(|from| (Some(from), search.after(node, from)))
        .collect()
}

fn ranking(
    position: &Position,
    search: &Search,
    root: Node,
    after: Vec<Option<FirstCapture>>,
    mut look: impl FnMut(Node) -> Option<FirstCapture>,
) -> SlidingRanking {
    let board = position.board();
    let blocked = search.movers(root).is_empty();
    let mut ranking = SlidingRanking {
        value: None,
        moves: Vec::new(),
        line: Vec::new(),
        nodes: 0,
    };
    if blocked && position.rules().blocked == Blocked::Loses {
        ranking.value = Some(FirstCapture::Loss(0));
        return ranking;
    }
    let ranked = ranked(position, search, root, after);
    ranking.value = value_of_all(ranked.iter().map(|(found, _)| found.value));
    if let (Some(plies), Some((best, next))) =
        (ranking.value.and_then(FirstCapture::plies), ranked.first())
    {
        ranking.line.push(best.action);
        follow(search, board, *next, plies, &mut look, &mut ranking.line);
    }
    ranking.moves = ranked.into_iter().map(|(found, _)| found).collect();
    ranking
}

/// The name of a move from a node's neighbour into its hole, or of a pass.
fn named(board: Board, node: Node, from: Option<u8>) -> Move {
    match from {
        Some(from) => Move::Step {
            from: board.cell(from),
            to: board.cell(node.hole),
        },
        None => Move::Pass,
    }
}

/// The first moves with their values, best first, and where each leads.
fn ranked(
    position: &Position,
    search: &Search,
    root: Node,
    after: Vec<Option<FirstCapture>>,
) -> Vec<(MoveValue, Node)> {
    let board = position.board();
    let taken = search.taken(root);
    let mut ranked: Vec<(MoveValue, Node)> = after_first(search, position, root)
        .into_iter()
        .zip(after)
        .map(|((from, next), value)| {
            let value = match taken.is_empty() {
                true => value.map(FirstCapture::before),
                false => Some(FirstCapture::Win(1)),
            };
            let found = MoveValue {
                action: named(board, root, from),
                captures: board.cells_of(taken),
                value,
            };
            (found, next)
        })
        .collect();
    ranked.sort_by_key(|(found, _)| {
        let preference = found.value.map_or(0, FirstCapture::preference);
        (std::cmp::Reverse(preference), found.value.is_none())
    });
    ranked
}

/// Adds to a line of `plies` plies, whose first has led to `node`, those that follow, as far as they are known.
fn follow(
    search: &Search,
    board: Board,
    mut node: Node,
    plies: u32,
    look: &mut impl FnMut(Node) -> Option<FirstCapture>,
    line: &mut Vec<Move>,
) {
    for left in (1..plies).rev() {
        let wanted = FirstCapture::from_plies(left);
        if wanted == FirstCapture::Win(1) {
            if let Some((from, _)) = after_each(search, node).first() {
                line.push(named(board, node, *from));
            }
            return;
        }
        let follow = after_each(search, node)
            .into_iter()
            .find(|&(_, next)| look(next).map(FirstCapture::before) == Some(wanted));
        let Some((from, next)) = follow else {
            return;
        };
        line.push(named(board, node, from));
        node = next;
    }
}

/// The value of a position from those of its moves; a win is known as soon as one move is known to
/// win, since moves are searched to the same depth, the rest only if all are known.
fn value_of_all(values: impl Iterator<Item = Option<FirstCapture>>) -> Option<FirstCapture> {
    let all: Vec<Option<FirstCapture>> = values.collect();
    let best = all
        .iter()
        .flatten()
        .copied()
        .max_by_key(|value| value.preference())?;
    let complete = all.iter().all(Option::is_some);
    (complete || matches!(best, FirstCapture::Win(_))).then_some(best)
}
