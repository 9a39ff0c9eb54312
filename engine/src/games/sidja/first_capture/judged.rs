//! A position of the sliding phase with its value, every move and the best line.

use super::Solution;
use super::space::Slide;
use crate::board::{Bits, Reserve, Side};
use crate::games::custodial::graph::Course;
use crate::games::goal::Goal;
use crate::games::review::Judgement;
use crate::games::sidja::analyse::plies;
use crate::games::sidja::position::engine;
use crate::games::sidja::{Outcome, Position};
use crate::solve::graph::Graph;
use crate::solve::{Method, Worth};
use crate::work::{Fault, Kind, Note};

/// Stones have been taken, are still to be placed, or a turn is being continued.
const NOT_SLIDING: &str = "this is not a position before the first capture: every stone must be on the board, \
     one cell empty, and no turn being continued";

/// Looks a position up in a solution.
///
/// # Errors
/// If it is not a position of the sliding phase, or one under other rules.
pub(crate) fn looked_up(
    position: &Position,
    solution: &Solution,
) -> Result<Judgement<Position>, Fault> {
    if position.rules() != solution.space().rules() {
        let text = "the solution is for other rules than the position";
        return Err(Fault::new(Kind::Input, text));
    }
    let worth = |position: &Position| {
        let state = position.state();
        let hole = solution.space().board().full::<u128>();
        let hole = hole.minus(state.own | state.enemy).lowest();
        let hole = hole.expect("one cell is empty");
        let own = u32::narrow(state.own);
        solution.value(Slide { hole, own }).into()
    };
    Ok(Judgement {
        method: Method::Solved,
        ..judgement(&root(position)?, &worth)
    })
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
/// use siga::games::sidja::first_capture::search;
/// use siga::solve::Worth;
/// let position = Position::parse("oxxoo/ooxxo/oo1xx/xooxx/xxoox x -", &Rules::SUDAN)?;
/// assert_eq!(search(&position, 100_000)?.worth, Worth::proved(Outcome::Win, Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(position: &Position, budget: u64) -> Result<Judgement<Position>, Fault> {
    let root = root(position)?;
    let engine = engine(root.rules());
    let turns = Course::<_, _, 0> {
        turns: &engine,
        goal: Goal::FirstCapture,
        symmetries: &[],
        plies,
        kept: Box::new(|_| None),
    };
    let graph = Graph::new(turns, [*root.state()], budget, &Note::default());
    let worth = |position: &Position| graph.worth(position.state());
    Ok(Judgement {
        positions: Some(graph.listed()),
        ..judgement(&root, &worth)
    })
}

/// The judgement of a position of the sliding phase, from what those that go on are worth: they are as games reach them after a move,
/// which it need not be itself.
fn judgement(root: &Position, worth: &dyn Fn(&Position) -> Worth) -> Judgement<Position> {
    let goal = Goal::FirstCapture;
    let known = |at: &Position| match at.end() {
        Some(outcome) => Worth::proved(outcome, Some(0)),
        None => worth(at),
    };
    let moves = root.judged_moves(goal, known).into_iter();
    let own = moves.map(|found| found.worth).reduce(Worth::or);
    let own = own.unwrap_or(Worth::proved(Outcome::Loss, Some(0)));
    root.judgement(goal, &|at| if at == root { own } else { known(at) })
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
