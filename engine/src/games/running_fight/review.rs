//! A game that was played, gone through.

use super::analyse::Analysed;
use super::position::Position;
use crate::board::Team;
use crate::games::record::Record;
use crate::games::throws::Turn;
use crate::games::throws::endgame::{Known, Limits};
use crate::games::throws::ranked::{By, Ranking};
use crate::games::throws::review::{self, Compared, Review, Reviewed};
use crate::work::{Fault, Note};

/// The reviewed game, and the endgame that was solved: over the last turns, from the first from which on it is small enough, plays are
/// measured by the chance to win, a draw being half a win, and before them by `by`, with this work for each turn.
///
/// Exact: every number is exact or between proved bounds, whatever the budget.
/// Cost: the ranking of the plays of each turn, and an endgame within the limits.
///
/// # Errors
/// None but of tables.
///
/// # Examples
/// ```
/// use siga::games::record::Record;
/// use siga::games::running_fight::review::review;
/// use siga::games::sig::Position;
/// use siga::games::sig::analyse::By;
/// use siga::work::Note;
/// let text = "rules: sig:depaulis,length=4; start: AA2/4/4/2bb A; moves:; A 4: a1-b4";
/// let record = Record::<Position>::read(text, None)?;
/// let (found, _) = review(&record, By::Take, 1_000_000, Default::default(), &Note::default())?;
/// assert!(found.turns[0].better.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn review<R: Analysed>(
    record: &Record<Position<R>>,
    by: By,
    budget: u64,
    limits: Limits,
    note: &Note,
) -> Result<(Review<Team>, Known<Position<R>>), Fault> {
    let earlier = |turn: &Turn<Position<R>>| {
        // Too many plays, or rules under which they cannot be compared.
        let Ok(Ranking { plays, .. }) =
            R::ranking(&turn.position, &turn.throw, by, &R::effort(budget))
        else {
            return Ok(Reviewed::unknown(by, None));
        };
        let compared = Compared {
            by,
            before: None,
            plays: (plays.into_iter())
                .map(|ranked| (ranked.play.clone(), ranked.value(by)))
                .collect(),
        };
        Ok(Reviewed::of(turn, &compared))
    };
    let known = Known::of_game(record, None, &limits.into(), note)?;
    let reviewed = review::review(record, &known, &earlier, note)?;
    Ok((reviewed, known))
}
