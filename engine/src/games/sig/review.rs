//! A game that was played, gone through: what each play gave away by the measure it is ranked by.

use num_rational::BigRational;
use num_traits::Signed;

use super::analyse::{By, Ranked, rank};
use super::moves::{Play, Step, Yield};
use super::playing::Playing;
use super::{Effort, Position, Team};
use crate::exact::{Between, Quantity};
use crate::games::record::{self, Recordable, Wrong};
use crate::work::{Fault, Note};

/// The throws of a turn, and the play made of them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Turn {
    /// The position before it.
    pub position: Position,
    /// The throws that stand.
    pub played: Yield,
    /// The throws used, one after the other.
    pub steps: Vec<Step>,
    /// The position after it.
    pub after: Position,
}

/// The record of a game: a line `A khadzh,4: free a3, a3-b2` for each turn.
pub type Record = record::Record<Position>;

impl Turn {
    /// A turn of throws used one after the other.
    ///
    /// # Errors
    /// A throw that cannot be used so, or the end of the turn where one must be used.
    pub fn new(position: &Position, played: Yield, texts: &[&str]) -> Result<Turn, String> {
        let mut turn = Playing::new(position, &played);
        let mut steps = Vec::new();
        for text in texts {
            let (step, next) = turn.read(text)?;
            steps.push(step);
            turn = next;
        }
        match turn.may_end() {
            true => Ok(Turn {
                position: position.clone(),
                played,
                steps,
                after: turn.end(),
            }),
            false => Err(format!("the turn goes on: {}", turn.choices())),
        }
    }
}

impl Recordable for Position {
    type Side = Team;
    type Turn = Turn;

    const LINE: &'static str = "A khadzh,4: free a3, a3-b2";
    const THROWS: bool = true;

    fn mover(&self) -> Team {
        self.side()
    }

    fn ended(&self) -> Option<String> {
        self.is_over().then(|| match self.ahead() {
            Some(team) => format!("{team} has more pieces"),
            None => "a draw".to_owned(),
        })
    }

    fn wrong_play(_play: &str) -> Option<String> {
        None
    }

    fn turn(&self, throw: &str, play: &str) -> Result<Turn, Wrong> {
        // `-`: nothing that was thrown can be played.
        let throw = if throw == "-" { "" } else { throw };
        let played = Yield::parse(throw, self.rules());
        let played = played.map_err(|error| Wrong::Throw(error.to_string()))?;
        let steps: Vec<&str> = match play {
            "pass" => Vec::new(),
            play => play.split(',').map(str::trim).collect(),
        };
        Turn::new(self, played, &steps).map_err(Wrong::Play)
    }

    fn before(turn: &Turn) -> &Position {
        &turn.position
    }

    fn next(turn: &Turn) -> Position {
        turn.after.clone()
    }

    fn written(turn: &Turn) -> [String; 2] {
        let or = |text: String, nothing: &str| match text.is_empty() {
            true => nothing.to_owned(),
            false => text,
        };
        let steps = itertools::join(&turn.steps, ", ");
        [or(turn.played.to_string(), "-"), or(steps, "pass")]
    }
}

/// The question for the review of a game.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game.
    pub record: Record,
    /// The measure of plays.
    pub by: By,
    /// The work for each turn.
    pub effort: Effort,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// Every turn, in order.
    pub turns: Vec<Reviewed>,
    /// Team A and then team B.
    pub sums: Vec<Sum>,
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
#[non_exhaustive]
pub struct Reviewed {
    /// The number of plays that could be chosen; `None` if there are too many to compare.
    pub plays: Option<usize>,
    /// The value of the best play by the measure; by [`By::Safe`] the chance to lose something, of which less is better.
    pub best: Option<Quantity>,
    /// The value of the play made.
    pub value: Option<Quantity>,
    /// The loss by the play, never negative.
    pub lost: Option<Quantity>,
    /// A play that is proved to be better.
    pub better: Option<Play>,
}

impl Question {
    /// The answer.
    ///
    /// Exact: every number is exact or between proved bounds, whatever the budget. Cost: the ranking of the plays of each
    /// turn.
    ///
    /// # Errors
    /// Of kind input: an effort that the rules do not allow.
    ///
    /// # Examples
    /// ```
    /// use siga::games::sig::analyse::By;
    /// use siga::games::sig::review::{Question, Record};
    /// use siga::games::sig::Effort;
    /// use siga::work::Note;
    /// let text = "rules: sig:depaulis,length=4; start: AA2/4/4/2bb A; moves:; A 4: a1-b4";
    /// let record = Record::read(text, None)?;
    /// let found = Question { record, by: By::Take, effort: Effort::default() }.answer(&Note::default())?;
    /// assert!(found.turns[0].better.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        let turns = self.record.turns();
        let mut reviewed = Vec::with_capacity(turns.len());
        for (number, turn) in (1..).zip(turns) {
            note.set(format!("turn {number} of {}", turns.len()));
            reviewed.push(one(turn, self.by, &self.effort));
        }
        Ok(Answer {
            sums: [Team::A, Team::B]
                .map(|side| sum(side, turns, &reviewed))
                .into(),
            turns: reviewed,
            question: self,
        })
    }
}

/// The sum of a team's turns.
fn sum(side: Team, turns: &[Turn], reviewed: &[Reviewed]) -> Sum {
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

/// The measure of a play, more being better.
fn measure(ranked: &Ranked, by: By) -> Option<Between> {
    Some(match by {
        By::Take => Between::exact(BigRational::from_integer(ranked.play.captures.len().into())),
        By::Safe => -Between::of(&ranked.loses)?,
        By::Net => Between::of(&ranked.net)?,
    })
}

/// One turn with its play.
fn one(turn: &Turn, by: By, effort: &Effort) -> Reviewed {
    let mut reviewed = Reviewed {
        plays: None,
        best: None,
        value: None,
        lost: None,
        better: None,
    };
    // Too many plays, or rules under which they cannot be compared.
    let Ok(ranking) = rank(&turn.position, &turn.played, by, effort) else {
        return reviewed;
    };
    reviewed.plays = Some(ranking.plays.len());
    let made = (ranking.plays.iter()).position(|ranked| ranked.play.position == turn.after);
    let values: Option<Vec<Between>> = (ranking.plays.iter())
        .map(|ranked| measure(ranked, by))
        .collect();
    let (Some(made), Some(values)) = (made, values) else {
        return reviewed;
    };
    let (mut best, mut lost) = (values[made].clone(), Between::zero());
    for (_, value) in values.iter().enumerate().filter(|(at, _)| *at != made) {
        best.or_greater(value);
        lost.or_greater(&(value.clone() - values[made].clone()));
    }
    let shown = |value: Between| match by {
        By::Safe => (-value).quantity(),
        _ => value.quantity(),
    };
    let proved = lost.lower.is_positive();
    reviewed.better =
        (ranking.plays.into_iter().next().filter(|_| proved)).map(|ranked| ranked.play);
    reviewed.best = Some(shown(best));
    reviewed.value = Some(shown(values[made].clone()));
    reviewed.lost = Some(lost.quantity());
    reviewed
}
