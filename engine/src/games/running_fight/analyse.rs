//! The plays of a yield ranked.

use super::analysis::Effort;
use super::position::{Fight, Play, Position};
use super::throws::Yield;
use crate::board::Team;
use crate::games::throws::endgame::{self, Draw, Solved, Terms};
use crate::games::throws::ranked::{By, Ranking};
use crate::games::throws::review::Reviewed;
use crate::games::throws::{Turn, Values as _, Worth};
use crate::work::{Fault, Kind, Note};

/// The plays of a yield in order, and with [`By::Win`] the endgame that was solved; `None` where it is not, or the game is over.
pub type RankedPlays<R> = (Ranking<Play<R>>, Option<Solved<Position<R>>>);

/// The plays of a yield in order; by [`By::Win`] those of equal and of unknown chances in the order of [`By::Net`].
///
/// Exact: every number is exact or between proved bounds, whatever the effort.
/// Cost: the effort; with [`By::Win`] an endgame of at most [`USUAL_POSITIONS`](endgame::USUAL_POSITIONS) positions.
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
/// let (_, solution) = rank(&position, &played, By::Win, &Effort::throws(3), &Note::default())?;
/// assert!(solution.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank<R: Fight>(
    position: &Position<R>,
    played: &Yield,
    by: By,
    effort: &Effort,
    note: &Note,
) -> Result<RankedPlays<R>, Fault> {
    note.set("ranking every play");
    if by != By::Win {
        return Ok((R::ranking(position, played, by, effort)?, None));
    }
    let mut ranking = R::ranking(position, played, By::Net, effort)?;
    let solved = match position.ended() {
        Some(_) => None,
        None => match endgame::solve(position, &Terms::default(), note) {
            Ok(solved) => Some(solved),
            Err(fault) if fault.kind() == Kind::Io => return Err(fault),
            Err(_) => None,
        },
    };
    for ranked in &mut ranking.plays {
        let after = &ranked.play.position;
        ranked.win = match &solved {
            Some(solved) => solved.value(position.side(), after)?,
            None => endgame::result(position.side(), after, Draw::Half),
        };
    }
    let ranking = Ranking::new(ranking.plays, &[By::Win], ranking.budget);
    Ok((ranking, solved))
}

/// The depth for each turn of a game, with this budget.
pub fn effort<R: Fight>(budget: u64) -> Effort {
    Effort {
        max_throws: R::REVIEW_THROWS,
        budget,
    }
}

/// A turn of a game by `by`, with this work; its plays are not known where they are too many, or the rules do not let them be compared.
pub fn measured<R: Fight>(turn: &Turn<Position<R>>, by: By, budget: u64) -> Reviewed<Team> {
    let effort = effort::<R>(budget);
    let Ok(ranking) = R::ranking(&turn.position, &turn.throw, by, &effort) else {
        return Reviewed::unknown(turn, by, None);
    };
    let plays = ranking.plays.into_iter().map(|ranked| Worth {
        value: ranked.value(by),
        play: ranked.play,
    });
    Reviewed::of(turn, by, None, &plays.collect::<Vec<_>>())
}
