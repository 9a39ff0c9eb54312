//! A game that was played, gone through: what each play gave away by the measure it is ranked by.

use num_traits::Signed;

use super::analyse::Analysed;
use super::playing::Turn;
use super::policies::State;
use super::position::{Fight, Play, Position};
use super::ranked::{By, Ranked, Ranking, given_away};
use super::simulate;
use crate::board::Team;
use crate::exact::{Between, Quantity};
use crate::games::playouts::Ended;
use crate::games::playouts::{Effort, LuckAndSkill, TurnMade};
use crate::games::record::{Record, Recordable, Wrong};
use crate::work::Fault;
use crate::work::Note;

impl<R: Fight> Recordable for Position<R> {
    type Side = Team;
    type Turn = Turn<R>;

    const LINE: &'static str = R::LINE;
    const THROWS: bool = true;

    fn mover(&self) -> Team {
        self.side()
    }

    fn ended(&self) -> Option<String> {
        Some(match self.result()? {
            Ended::Won(team) => format!("{team} {}", R::WON),
            Ended::Drawn => "a draw".to_owned(),
        })
    }

    fn wrong_play(_play: &str) -> Option<String> {
        None
    }

    fn turn(&self, throw: &str, play: &str) -> Result<Turn<R>, Wrong> {
        let idle = R::IDLE && throw == "-";
        let throw = if idle { "" } else { throw };
        Turn::read(self, self.rules().read_yield(throw), play)
    }

    fn before(turn: &Turn<R>) -> &Self {
        &turn.position
    }

    fn next(turn: &Turn<R>) -> Self {
        turn.after.clone()
    }

    fn written(turn: &Turn<R>) -> [String; 2] {
        turn.written()
    }
}

/// The turns of a team whose plays could be compared.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Sum {
    /// Whose turns.
    pub side: Team,
    /// The number of turns.
    pub turns: usize,
    /// Plays that are proved to have given something away.
    pub mistakes: usize,
    /// The value that the plays gave away.
    pub lost: Quantity,
}

/// A turn and what its play gave away. All numbers are `None` where there are too many plays to compare.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Reviewed<T> {
    /// The number of plays.
    pub plays: Option<usize>,
    /// By the measure, played best; of `safe` less is better.
    pub best: Option<Quantity>,
    /// Of the play that was made.
    pub value: Option<Quantity>,
    /// What the play gave away, never negative.
    pub lost: Option<Quantity>,
    /// A play that is proved to be better.
    pub better: Option<T>,
}

impl<T> Reviewed<T> {
    /// The same, its play written otherwise.
    pub fn map<U>(&self, written: impl FnOnce(&T) -> U) -> Reviewed<U> {
        Reviewed {
            plays: self.plays,
            best: self.best.clone(),
            value: self.value.clone(),
            lost: self.lost.clone(),
            better: self.better.as_ref().map(written),
        }
    }
}

/// Every turn of a game with its play, in order, by a measure and with this work for each.
///
/// Exact: every number is exact or between proved bounds, whatever the budget.
/// Cost: the ranking of the plays of each turn.
///
/// # Examples
/// ```
/// use siga::games::sig::Position;
/// use siga::games::sig::analyse::By;
/// use siga::games::record::Record;
/// use siga::games::running_fight::review::reviewed;
/// use siga::work::Note;
/// let text = "rules: sig:depaulis,length=4; start: AA2/4/4/2bb A; moves:; A 4: a1-b4";
/// let record = Record::<Position>::read(text, None)?;
/// let found = reviewed(&record, By::Take, 1_000_000, &Note::default());
/// assert!(found[0].better.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reviewed<R: Analysed>(
    record: &Record<Position<R>>,
    by: By,
    budget: u64,
    note: &Note,
) -> Vec<Reviewed<Play<R>>> {
    let turns = record.turns();
    let one = |(number, turn)| {
        note.set(format!("turn {number} of {}", turns.len()));
        one(turn, by, budget)
    };
    (1..).zip(turns).map(one).collect()
}

/// The sums of team A and of team B.
pub fn sums<R: Fight>(record: &Record<Position<R>>, reviewed: &[Reviewed<Play<R>>]) -> Vec<Sum> {
    let turns = record.turns();
    let sums = [Team::A, Team::B].map(|side| sum(side, turns, reviewed));
    sums.into()
}

/// The luck and the skill of both teams, by playouts from each position in which both play on by the greedy policy.
///
/// # Errors
/// Of kind limit: too many playouts.
pub fn luck_and_skill<R: Fight>(
    record: &Record<Position<R>>,
    reviewed: &[Reviewed<Play<R>>],
    effort: Effort,
    note: &Note,
) -> Result<LuckAndSkill, Fault> {
    let turns = record.turns().iter().zip(reviewed);
    let turns = turns.map(|(turn, reviewed)| TurnMade {
        before: State::of(turn.position.clone()),
        throws: turn.played.clone(),
        forced: reviewed.plays == Some(1),
    });
    let turns: Vec<_> = turns.collect();
    let end = State::of(record.end());
    simulate::luck_and_skill(&turns, &end, effort, note)
}

/// The sum of a team's turns.
fn sum<R: Fight>(side: Team, turns: &[Turn<R>], reviewed: &[Reviewed<Play<R>>]) -> Sum {
    let own = turns
        .iter()
        .zip(reviewed)
        .filter(|(turn, _)| turn.position.side() == side);
    let lost = own.filter_map(|(_, reviewed)| Between::of(reviewed.lost.as_ref()?));
    let lost: Vec<Between> = lost.collect();
    Sum {
        side,
        turns: lost.len(),
        mistakes: lost.iter().filter(|lost| lost.lower.is_positive()).count(),
        lost: lost
            .into_iter()
            .fold(Between::zero(), |sum, lost| sum + lost)
            .quantity(),
    }
}

/// One turn with its play.
fn one<R: Analysed>(turn: &Turn<R>, by: By, budget: u64) -> Reviewed<Play<R>> {
    let mut reviewed = Reviewed {
        plays: None,
        best: None,
        value: None,
        lost: None,
        better: None,
    };
    // Too many plays, or rules under which they cannot be compared.
    let Ok(Ranking { plays, .. }) =
        R::ranking(&turn.position, &turn.played, by, &R::effort(budget))
    else {
        return reviewed;
    };
    reviewed.plays = Some(plays.len());
    let mut each = plays.iter();
    let made = each.position(|ranked| ranked.play.position == turn.after);
    let values = plays.iter().map(|ranked| ranked.measure(by));
    let values: Option<Vec<Between>> = values.collect();
    let (Some(made), Some(values)) = (made, values) else {
        return reviewed;
    };
    let [best, lost] = given_away(&values, made);
    let shown = |value: Between| match by {
        By::Safe => (-value).quantity(),
        _ => value.quantity(),
    };
    let proved = lost.lower.is_positive();
    let better = plays.into_iter().next().filter(|_| proved);
    reviewed.better = better.map(|ranked: Ranked<_>| ranked.play);
    reviewed.best = Some(shown(best));
    reviewed.value = Some(shown(values[made].clone()));
    reviewed.lost = Some(lost.quantity());
    reviewed
}
