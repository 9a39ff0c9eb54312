//! The side that makes the first capture: the rest of the placing, else search, else solve the board.

use crate::games::review::Judgement;
use crate::games::sidja::first_capture::{Solution, looked_up, search};
use crate::games::sidja::placing::{Goal, Ranking, rank};
use crate::games::sidja::{Outcome, Position};
use crate::solve::{Worth, solution_cache};
use crate::work::{Fault, Note};

/// Positions searched where the board can be solved: distant captures are found sooner in the solution, and for nothing if
/// it is kept from an earlier question.
const NEAR: u64 = 1000;

/// The side that makes the first capture from a position, and with each of its moves; and where two stones are placed in this turn, with
/// each pair. `note` hears what is being done.
///
/// With stones in hand the rest of the placing is solved, on boards up to 5×5. Else on boards up to 5×5 a search looks at a thousand
/// positions at most; what it leaves open is looked up in the solution of the board, which is solved first, unless `search_only`. Larger
/// boards have none, and what the search found within its budget stands.
///
/// # Errors
/// Of kind input: something has been taken. With stones in hand those of [`rank`].
pub fn first_capture(
    position: &Position,
    budget: u64,
    search_only: bool,
    note: &Note,
) -> Result<Ranking, Fault> {
    if position.state().is_placing() {
        return rank(position, Goal::FirstCapture, note);
    }
    note.set("searching");
    let rules = *position.rules();
    let solvable = !search_only && Solution::is_possible(&rules);
    let most = if solvable { budget.min(NEAR) } else { budget };
    let searched = search(position, most)?;
    let known =
        |worth: Worth| worth == Worth::proved(Outcome::Draw, None) || worth.length.is_some();
    let all = searched.moves.iter().all(|found| known(found.worth));
    let open = !(known(searched.worth) && all);
    let solve = || Solution::noting(rules, note);
    let solution = match open && solvable {
        true => solution_cache::solution(rules.to_string(), solve).ok(),
        false => None,
    };
    let found = match solution {
        None => searched,
        Some(solution) => Judgement {
            positions: searched.positions,
            ..looked_up(position, &solution)?
        },
    };
    Ok((found, Vec::new()))
}
