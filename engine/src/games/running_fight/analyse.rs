//! The plays of a yield ranked.

use std::cmp::Reverse;

use super::endgame::{self, Draw, Limits, Solution, Solvable};
use super::plays::Play;
use super::ranked::{By, Ranking};
use super::review::RunningFight;
use crate::exact::Between;
use crate::work::{Fault, Kind, Note};

/// The plays of a yield in order.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RankedPlays<P: RunningFight> {
    /// The plays.
    pub ranking: Ranking<Play<P>>,
    /// With [`By::Win`]: the endgame that was solved; `None` where it is not, or the game is over.
    pub solution: Option<Solution>,
    /// With [`By::Win`]: the rule for which endgames are not solved, if there is one.
    pub unsolved: Option<String>,
}

/// The plays of a yield in order; by [`By::Win`] those of equal and of unknown chances in the order of [`By::Net`].
///
/// Exact: every number is exact or between proved bounds, whatever the effort.
/// Cost: the effort; with [`By::Win`] an endgame of at most [`endgame::USUAL_STATES`] states.
///
/// # Errors
/// Too many plays, or rules under which they cannot be compared. A chance to win that cannot be found is not known, but for a
/// table that cannot be read.
///
/// # Examples
/// ```
/// use siga::work::Note;
/// use siga::games::running_fight::analyse::rank;
/// use siga::games::sig::{Effort, Position, Rules, analyse::By, moves::Yield};
/// let rules: Rules = "sig:depaulis,length=2".parse()?;
/// let position = Position::parse("A1/2/2/1B A", &rules)?;
/// let played = Yield::parse("4", &rules)?;
/// let ranked = rank(&position, &played, By::Win, &Effort::throws(3), &Note::default())?;
/// assert!(ranked.solution.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank<P: RunningFight>(
    position: &P,
    played: &P::Yield,
    by: By,
    effort: &P::Effort,
    note: &Note,
) -> Result<RankedPlays<P>, Fault> {
    note.set("ranking every play");
    let mut ranked = RankedPlays {
        ranking: position.ranking(played, by, effort)?,
        solution: None,
        unsolved: None,
    };
    if by != By::Win {
        return Ok(ranked);
    }
    let solved = match Solvable::ended(position) {
        Some(_) => None,
        None => match endgame::solve(position, &Limits::default().into(), note) {
            Ok(solved) => Some(solved),
            Err(fault) => {
                match fault.kind() {
                    Kind::Io => return Err(fault),
                    Kind::Input => ranked.unsolved = Some(fault.to_string()),
                    _ => {}
                }
                None
            }
        },
    };
    let Ranking {
        mut plays, budget, ..
    } = ranked.ranking;
    for ranked in &mut plays {
        let after = &ranked.play.position;
        ranked.win = match &solved {
            Some(solved) => solved.value(position.team(), after),
            None => endgame::result(position.team(), after, Draw::Half),
        };
    }
    plays.sort_by_cached_key(|ranked| {
        let win = ranked.win.as_ref().and_then(Between::of);
        Reverse(win.map(|win| win.lower + win.upper))
    });
    ranked.ranking = Ranking::new(plays, By::Win, budget);
    ranked.solution = solved.map(|solved| solved.solution());
    Ok(ranked)
}
