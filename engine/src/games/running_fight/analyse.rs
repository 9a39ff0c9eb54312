//! What a position holds before the throw, and the plays of a yield ranked.

use std::cmp::Reverse;
use std::fmt::Debug;

use super::endgame::{self, Draw, Limits, Solution, Solves};
use super::plays::Yield;
use super::position::{Play, Position};
use super::turn::WholeTurn;
use crate::chance::analysis::AnalysisError;
use crate::exact::Between;
use crate::games::throws::Values as _;
use crate::games::throws::ranked::{By, Ranking};
use crate::work::{Fault, Kind, Note};

/// Rules under which positions are analysed.
pub trait Analysed: Solves {
    /// The depth to which turns are looked into.
    type Effort: Clone + Debug;
    /// The possibilities of a position before the throw.
    type Analysis: Clone + Debug;
    /// A throw with its chance.
    type Weighted: Debug;
    /// What is counted of throws of a name in a whole turn.
    type Named: Debug;

    /// The depth for each turn of a game, with this budget.
    fn effort(budget: u64) -> Self::Effort;

    /// What the turns of both teams can take.
    ///
    /// # Errors
    /// An effort that the rules do not allow.
    fn analysis(position: &Position<Self>, effort: &Self::Effort) -> Result<Self::Analysis, Fault>;

    /// Every play of a yield with what the next turn of the other team takes after it; where [`By::Win`] is asked for, by
    /// [`By::Net`].
    ///
    /// # Errors
    /// Too many plays, or rules under which they cannot be compared.
    fn ranking(
        position: &Position<Self>,
        played: &Yield<Self::Throw>,
        by: By,
        effort: &Self::Effort,
    ) -> Result<Ranking<Play<Self>>, Fault>;

    /// Everything about a whole turn: values up to `length` of them, totals up to `up_to`.
    ///
    /// # Errors
    /// Lists that grow too long.
    fn whole_turn(
        &self,
        length: usize,
        up_to: Option<i64>,
    ) -> Result<WholeTurn<Self::Weighted, Self::Named>, AnalysisError>;
}

/// The plays of a yield in order.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RankedPlays<R: Analysed> {
    /// The plays.
    pub ranking: Ranking<Play<R>>,
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
pub fn rank<R: Analysed>(
    position: &Position<R>,
    played: &Yield<R::Throw>,
    by: By,
    effort: &R::Effort,
    note: &Note,
) -> Result<RankedPlays<R>, Fault> {
    note.set("ranking every play");
    let mut ranked = RankedPlays {
        ranking: R::ranking(position, played, by, effort)?,
        solution: None,
        unsolved: None,
    };
    if by != By::Win {
        return Ok(ranked);
    }
    let solved = match position.ended() {
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
            Some(solved) => solved.value(position.side(), after)?,
            None => endgame::result(position.side(), after, Draw::Half),
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
