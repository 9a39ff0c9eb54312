//! A game that was played, gone through: what each play gave away by the measure it is ranked by.

use std::fmt::Debug;

use itertools::Itertools;
use num_traits::Signed;

use super::endgame::Solvable;
use super::perft::Turns as _;
use super::playing::{Playable, Playing};
use super::plays::{Play, UsesThrows};
use super::position::Position;
use super::ranked::{By, Ranked, Ranking, given_away};
#[cfg(feature = "simulate")]
use super::simulate;
use crate::board::Team;
use crate::exact::{Between, Quantity};
#[cfg(feature = "simulate")]
use crate::games::playouts::{Effort, LuckAndSkill, TurnMade};
use crate::games::record::{Record, Recordable, Wrong};
use crate::work::{Fault, Note};

/// The throws of a turn, and the play made of them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Turn<P: Playable> {
    /// The position before it.
    pub position: P,
    /// The throws to be played.
    pub played: P::Yield,
    /// The throws used, one after the other.
    pub steps: Vec<P::Step>,
    /// The position after it.
    pub after: P,
}

impl<P: Playable + Clone> Turn<P> {
    /// A turn of throws used one after the other.
    ///
    /// # Errors
    /// A throw that cannot be used so, or the end of the turn where one must be used.
    pub fn new(position: &P, played: P::Yield, texts: &[&str]) -> Result<Turn<P>, String> {
        // All turns that the texts can mean: how they end decides.
        let mut turns = vec![P::Playing::new(position, &played)];
        let mut steps = Vec::new();
        for text in texts {
            let read = turns.iter().map(|turn| turn.read(text));
            let (found, mut faults): (Vec<_>, Vec<String>) = read.partition_result();
            let found = found.concat();
            let Some((step, _)) = found.first() else {
                return Err(faults.swap_remove(0));
            };
            steps.push(step.clone());
            turns.clear();
            for (_, turn) in found {
                if !turns.contains(&turn) {
                    turns.push(turn);
                }
            }
        }
        match turns.iter().find_map(P::Playing::ended) {
            Some(after) => Ok(Turn {
                position: position.clone(),
                played,
                steps,
                after,
            }),
            None => Err(format!("the turn goes on: {}", turns[0].choices())),
        }
    }

    /// The turn of a line of a record, its throws read already.
    pub(in crate::games) fn read(
        position: &P,
        played: Result<P::Yield, impl ToString>,
        play: &str,
    ) -> Result<Turn<P>, Wrong> {
        let played = played.map_err(|error| Wrong::Throw(error.to_string()))?;
        let steps: Vec<&str> = match play {
            "pass" => Vec::new(),
            play => play.split(',').map(str::trim).collect(),
        };
        Turn::new(position, played, &steps).map_err(Wrong::Play)
    }

    /// The throws and the play as a record has them; `-`: nothing that was thrown can be played.
    pub(in crate::games) fn written(&self) -> [String; 2] {
        let or = |text: String, nothing: &str| match text.is_empty() {
            true => nothing.to_owned(),
            false => text,
        };
        let steps = itertools::join(&self.steps, ", ");
        [or(self.played.to_string(), "-"), or(steps, "pass")]
    }
}

impl<R: UsesThrows> Recordable for Position<R> {
    type Side = Team;
    type Turn = Turn<Self>;

    const LINE: &'static str = R::LINE;
    const THROWS: bool = true;

    fn mover(&self) -> Team {
        self.side()
    }

    fn ended(&self) -> Option<String> {
        R::result(self)
    }

    fn wrong_play(_play: &str) -> Option<String> {
        None
    }

    fn turn(&self, throw: &str, play: &str) -> Result<Turn<Self>, Wrong> {
        let idle = R::IDLE && throw == "-";
        let throw = if idle { "" } else { throw };
        Turn::read(self, self.read_yield(throw), play)
    }

    fn before(turn: &Turn<Self>) -> &Self {
        &turn.position
    }

    fn next(turn: &Turn<Self>) -> Self {
        turn.after.clone()
    }

    fn written(turn: &Turn<Self>) -> [String; 2] {
        turn.written()
    }
}

/// A running fight whose games are gone through.
pub trait RunningFight:
    Solvable + Playable + PartialEq + Recordable<Side = Team, Turn = Turn<Self>>
{
    /// Where playouts begin.
    #[cfg(feature = "simulate")]
    type Start: simulate::Start<Throws = Self::Yield> + Send + Sync;

    /// A position of a game that has begun, for playouts.
    #[cfg(feature = "simulate")]
    fn begun(&self) -> Self::Start;

    /// The depth to which turns are looked into.
    type Effort: Clone + Debug;
    /// The possibilities of a position before the throw.
    type Analysis: Clone + Debug;

    /// The depth for each turn of a game, with this budget.
    fn effort(budget: u64) -> Self::Effort;

    /// What the turns of both teams can take.
    ///
    /// # Errors
    /// An effort that the rules do not allow.
    fn analysis(&self, effort: &Self::Effort) -> Result<Self::Analysis, Fault>;

    /// Every play of a yield with what the next turn of the other team takes after it; where [`By::Win`] is asked for, by
    /// [`By::Net`].
    ///
    /// # Errors
    /// Too many plays, or rules under which they cannot be compared.
    fn ranking(
        &self,
        played: &Self::Yield,
        by: By,
        effort: &Self::Effort,
    ) -> Result<Ranking<Play<Self>>, Fault>;
}

/// The turns of a team whose plays could be compared.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
pub fn reviewed<P: RunningFight>(
    record: &Record<P>,
    by: By,
    budget: u64,
    note: &Note,
) -> Vec<Reviewed<Play<P>>> {
    let turns = record.turns();
    let one = |(number, turn)| {
        note.set(format!("turn {number} of {}", turns.len()));
        one(turn, by, budget)
    };
    (1..).zip(turns).map(one).collect()
}

/// The sums of team A and of team B.
pub fn sums<P: RunningFight>(record: &Record<P>, reviewed: &[Reviewed<Play<P>>]) -> Vec<Sum> {
    let turns = record.turns();
    let sums = [Team::A, Team::B].map(|side| sum(side, turns, reviewed));
    sums.into()
}

/// The luck and the skill of both teams, by playouts from each position in which both play on by the greedy policy.
///
/// # Errors
/// Of kind limit: too many playouts.
#[cfg(feature = "simulate")]
pub fn luck_and_skill<P: RunningFight>(
    record: &Record<P>,
    reviewed: &[Reviewed<Play<P>>],
    effort: Effort,
    note: &Note,
) -> Result<LuckAndSkill, Fault> {
    let turns = record.turns().iter().zip(reviewed);
    let turns = turns.map(|(turn, reviewed)| TurnMade {
        before: turn.position.begun(),
        throws: turn.played.clone(),
        forced: reviewed.plays == Some(1),
    });
    let turns: Vec<_> = turns.collect();
    let end = record.end().begun();
    simulate::luck_and_skill(&turns, &end, effort, note)
}

/// The sum of a team's turns.
fn sum<P: RunningFight>(side: Team, turns: &[Turn<P>], reviewed: &[Reviewed<Play<P>>]) -> Sum {
    let own = turns
        .iter()
        .zip(reviewed)
        .filter(|(turn, _)| turn.position.team() == side);
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
fn one<P: RunningFight>(turn: &Turn<P>, by: By, budget: u64) -> Reviewed<Play<P>> {
    let mut reviewed = Reviewed {
        plays: None,
        best: None,
        value: None,
        lost: None,
        better: None,
    };
    // Too many plays, or rules under which they cannot be compared.
    let Ok(Ranking { plays, .. }) = turn.position.ranking(&turn.played, by, &P::effort(budget))
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
