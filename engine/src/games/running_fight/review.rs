//! A game that was played, gone through: what each play gave away by the measure it is ranked by.

use num_traits::Signed;

use super::analyse::Analysed;
use super::chances::{self, Chances, given_away};
use super::endgame::Limits;
use super::playing::Turn;
#[cfg(feature = "simulate")]
use super::policies::State;
use super::position::{Fight, Play, Position};
use super::ranked::{By, Ranked, Ranking};
#[cfg(feature = "simulate")]
use super::simulate;
use crate::board::Team;
use crate::exact::{Between, Quantity};
#[cfg(feature = "simulate")]
use crate::games::playouts::TurnMade;
use crate::games::playouts::{Effort, Ended, LuckAndSkill};
use crate::games::record::{Record, Recordable, Wrong};
use crate::work::{Fault, Note};

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

/// The question for the review of a game.
#[derive(Clone, Debug)]
pub struct Question<R: Fight> {
    /// The game.
    pub record: Record<Position<R>>,
    /// The measure of plays.
    pub by: By,
    /// The work for each turn.
    pub budget: u64,
    /// The size of an endgame that is solved for the last turns.
    pub endgame: Limits,
    /// Playouts from each position, to estimate what throws and plays changed.
    pub playouts: Option<Effort>,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer<R: Fight> {
    /// The question.
    pub question: Question<R>,
    /// Every turn, in order.
    pub turns: Vec<Reviewed<Play<R>>>,
    /// Team A and then team B.
    pub sums: Vec<Sum>,
    /// The chance to win over the last turns; `None` where the endgame is too large, or not solved under the rules.
    pub chances: Option<Chances<Play<R>>>,
    /// The luck and the skill of both teams, both playing on by the greedy policy.
    pub estimates: Option<LuckAndSkill>,
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

impl<R: Analysed> Question<R> {
    /// The answer.
    ///
    /// Exact: every number is exact or between proved bounds, whatever the budget. Estimated: [`Answer::estimates`], and nothing
    /// else. Cost: the ranking of the plays of each turn; an endgame within its limits; the playouts.
    ///
    /// # Errors
    /// Of kind limit: too many playouts.
    ///
    /// # Examples
    /// ```
    /// use siga::games::sig::Position;
    /// use siga::games::sig::analyse::By;
    /// use siga::games::record::Record;
    /// use siga::games::running_fight::endgame::Limits;
    /// use siga::games::running_fight::review::Question;
    /// use siga::work::Note;
    /// let text = "rules: sig:depaulis,length=4; start: AA2/4/4/2bb A; moves:; A 4: a1-b4";
    /// let record = Record::<Position>::read(text, None)?;
    /// let question = Question { record, by: By::Take, budget: 1_000_000, endgame: Limits::default(), playouts: None };
    /// let found = question.answer(&Note::default())?;
    /// assert!(found.turns[0].better.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(self, note: &Note) -> Result<Answer<R>, Fault> {
        let turns = self.record.turns();
        let mut reviewed = Vec::with_capacity(turns.len());
        for (number, turn) in (1..).zip(turns) {
            note.set(format!("turn {number} of {}", turns.len()));
            reviewed.push(one(turn, self.by, self.budget));
        }
        let chances = chances::chances(&self.record, self.endgame, note);
        let estimates = self
            .playouts
            .map(|effort| estimates(&self.record, &reviewed, effort, note));
        Ok(Answer {
            sums: [Team::A, Team::B]
                .map(|side| sum(side, turns, &reviewed))
                .into(),
            turns: reviewed,
            chances,
            estimates: estimates.transpose()?,
            question: self,
        })
    }
}

/// The luck and the skill of both teams, by playouts.
#[cfg(feature = "simulate")]
fn estimates<R: Fight>(
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

/// Without the feature `simulate` there is no effort to be made.
#[cfg(not(feature = "simulate"))]
fn estimates<R: Fight>(
    _: &Record<Position<R>>,
    _: &[Reviewed<Play<R>>],
    effort: Effort,
    _: &Note,
) -> Result<LuckAndSkill, Fault> {
    match effort {}
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
