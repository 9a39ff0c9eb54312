//! What throws and plays changed in a game that was played, and the chance to win over its last turns.

use std::ops::Neg;

use num_rational::BigRational;
use num_traits::{One, Signed};

use super::endgame::{Limits, Solution, Solved, Solves, is_small, solve};
use super::playing::Turn;
use super::position::{Fight, Play, Position};
use super::ranked::{By, given_away};
use crate::board::Team;
use crate::exact::{Between, Quantity};
use crate::games::record::Record;
use crate::work::Note;

/// A throw and its play with what they changed. Values are those of the side that throws; with [`By::Safe`] they are the
/// chance of the other side to take something, of which less is better.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Reviewed<P> {
    /// The number of plays.
    pub plays: usize,
    /// The measure of values: `win` is the chance to win, `net` pieces, `take` and `safe` chances; of `safe` less is better.
    pub by: By,
    /// Before the throw; `null` with all other values if nothing is known.
    pub before: Option<Quantity>,
    /// After the throw, played best.
    pub best: Option<Quantity>,
    /// After the play that was made.
    pub value: Option<Quantity>,
    /// The change by the throw, positive if it was good for the side that threw.
    pub luck: Option<Quantity>,
    /// The loss by the play, never negative.
    pub lost: Option<Quantity>,
    /// The best play, where one is proved to be better than the one made.
    pub better: Option<P>,
}

impl<P> Reviewed<P> {
    /// The same, its play written otherwise.
    pub fn map<T>(&self, written: impl FnOnce(&P) -> T) -> Reviewed<T> {
        Reviewed {
            plays: self.plays,
            by: self.by,
            before: self.before.clone(),
            best: self.best.clone(),
            value: self.value.clone(),
            luck: self.luck.clone(),
            lost: self.lost.clone(),
            better: self.better.as_ref().map(written),
        }
    }

    /// A turn of which nothing but the number of its plays is known.
    pub(in crate::games) fn unknown(by: By, plays: usize) -> Self {
        Self {
            plays,
            by,
            before: None,
            best: None,
            value: None,
            luck: None,
            lost: None,
            better: None,
        }
    }

    /// A turn of which the value before the throw and the values of all plays are known, that at `made` being the one made and
    /// `best` one that no other is proved to be better than.
    pub(in crate::games) fn new(
        by: By,
        before: Quantity,
        values: &[Quantity],
        made: usize,
        best: impl FnOnce() -> P,
    ) -> Option<Self> {
        // Turned so that more is better.
        let turned = |value: &Quantity| match by {
            By::Safe => Between::of(value).map(Between::neg),
            _ => Between::of(value),
        };
        let shown = |value: Between| match by {
            By::Safe => (-value).quantity(),
            _ => value.quantity(),
        };
        let values: Vec<Between> = values.iter().map(turned).collect::<Option<_>>()?;
        let [greatest, lost] = given_away(&values, made);
        let luck = greatest.clone() - turned(&before)?;
        Some(Self {
            plays: values.len(),
            by,
            before: Some(before),
            best: Some(shown(greatest)),
            value: Some(shown(values[made].clone())),
            luck: Some(luck.quantity()),
            better: lost.lower.is_positive().then(best),
            lost: Some(lost.quantity()),
        })
    }

    /// The change by the throw, and the loss by the play.
    fn changes(&self) -> Option<[Between; 2]> {
        Some([
            Between::of(self.luck.as_ref()?)?,
            Between::of(self.lost.as_ref()?)?,
        ])
    }

    /// The chance of A before a throw of this side, where it is the measure.
    pub fn win_of_a(&self, side: Team) -> Option<Quantity> {
        let before = Between::of(self.before.as_ref()?)?;
        (self.by == By::Win).then(|| of_a(side, before).quantity())
    }
}

/// The sums of one side: the loss by its plays and the gain by the dice.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Sum {
    /// Whose throws.
    pub side: Team,
    /// The measure.
    pub by: By,
    /// The number of throws.
    pub throws: usize,
    /// Plays that are proved to have given something away.
    pub mistakes: usize,
    /// The change by the throws.
    pub luck: Quantity,
    /// The loss by the plays.
    pub lost: Quantity,
}

/// The sums of A and of B, for each measure in the order of the game.
pub(in crate::games) fn sums<P>(turns: &[(Team, &Reviewed<P>)]) -> Vec<Sum> {
    let mut measures: Vec<By> = turns.iter().map(|(_, reviewed)| reviewed.by).collect();
    measures.dedup();
    let sum = |by: By, side: Team| {
        let own = turns.iter().filter(|(whose, _)| *whose == side);
        let own = own.filter(|(_, reviewed)| reviewed.by == by);
        let known = own.filter_map(|(_, reviewed)| reviewed.changes());
        let known: Vec<[Between; 2]> = known.collect();
        let mistakes = known.iter().filter(|[_, lost]| lost.lower.is_positive());
        Sum {
            side,
            by,
            throws: known.len(),
            mistakes: mistakes.count(),
            luck: total(known.iter().map(|[luck, _]| luck.clone())).quantity(),
            lost: total(known.iter().map(|[_, lost]| lost.clone())).quantity(),
        }
    };
    let each = measures.into_iter();
    each.flat_map(|by| [Team::A, Team::B].map(|side| sum(by, side)))
        .collect()
}

fn total(parts: impl Iterator<Item = Between>) -> Between {
    parts.fold(Between::zero(), |sum, part| sum + part)
}

/// The chance of A to win over the part of the game where it is known.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Change {
    /// It is known from before this throw on, counted from 1.
    pub from_ply: usize,
    /// The chance there.
    pub from: Quantity,
    /// The chance at the end of the record: `from` and both changes together.
    pub to: Quantity,
    /// The change by the throws of both sides.
    pub by_luck: Quantity,
    /// The change by the plays of both sides.
    pub by_play: Quantity,
}

impl Change {
    /// The change over these turns, the first of which has this number from 0, from and to these chances of A; `None` where it is
    /// not known of all of them.
    pub(in crate::games) fn new<P>(
        first: usize,
        [from, to]: [Between; 2],
        turns: &[(Team, &Reviewed<P>)],
    ) -> Option<Self> {
        let changes = turns.iter().map(|(side, reviewed)| {
            let [luck, lost] = reviewed.changes()?;
            Some(match side {
                Team::A => [luck, -lost],
                Team::B => [-luck, lost],
            })
        });
        let changes: Vec<[Between; 2]> = changes.collect::<Option<_>>()?;
        Some(Self {
            from_ply: first + 1,
            from: from.quantity(),
            to: to.quantity(),
            by_luck: total(changes.iter().map(|[luck, _]| luck.clone())).quantity(),
            by_play: total(changes.iter().map(|[_, play]| play.clone())).quantity(),
        })
    }
}

/// The chance of A, that of a side being this.
pub(in crate::games) fn of_a(side: Team, chance: Between) -> Between {
    match side {
        Team::A => chance,
        Team::B => Between::exact(BigRational::one()) - chance,
    }
}

/// The chance to win over the last turns of a game, a draw being half a win.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Chances<P> {
    /// The endgame that was solved.
    pub solution: Solution,
    /// The last turns.
    pub turns: Vec<Reviewed<P>>,
    /// Of A and then of B.
    pub sums: Vec<Sum>,
    /// The course of the chance.
    pub change: Change,
}

/// The chances of the last turns of a game, from the first from which on the endgame is solved; `None` if it never is.
pub fn chances<R: Solves>(
    record: &Record<Position<R>>,
    limits: Limits,
    note: &Note,
) -> Option<Chances<Play<R>>> {
    let turns = record.turns();
    let going = turns.partition_point(|turn| turn.position.ended().is_none());
    let is_small = |turn: &Turn<R>| is_small(&turn.position, limits);
    // What can follow a position can also follow those before it.
    turns[..going].last().filter(|turn| is_small(turn))?;
    let first = turns[..going].partition_point(|turn| !is_small(turn));
    let solved = solve(&turns[first].position, &limits.into(), note).ok()?;
    let judged = turns[first..going].iter().rev();
    let mut judged: Vec<_> = judged
        .map_while(|turn| judged_turn(turn, &solved))
        .collect();
    judged.reverse();
    let first = going - judged.len();
    let sides = turns[first..].iter().map(|turn| turn.position.side());
    let sides: Vec<(Team, &Reviewed<Play<R>>)> = sides.zip(&judged).collect();
    let end = turns.get(going).map(|turn| turn.position.clone());
    let end = end.unwrap_or_else(|| record.end());
    let of_a = |position: &Position<R>| Between::of(&solved.value(Team::A, position)?);
    let ends = [of_a(&turns.get(first)?.position)?, of_a(&end)?];
    Some(Chances {
        solution: solved.solution(),
        sums: sums(&sides),
        change: Change::new(first, ends, &sides)?,
        turns: judged,
    })
}

/// One turn with its play; `None` where it leads out of what was solved.
fn judged_turn<R: Fight>(turn: &Turn<R>, solved: &Solved<R::Board>) -> Option<Reviewed<Play<R>>> {
    let value = |position: &Position<R>| solved.value(turn.position.side(), position);
    let plays = turn.position.plays(&turn.played).ok()?;
    let values = plays.iter().map(|play| value(&play.position));
    let values: Vec<Quantity> = values.collect::<Option<_>>()?;
    let made = plays.iter().position(|play| play.position == turn.after)?;
    let least = |at: &usize| values[*at].ends().map(|(least, _)| least);
    let best = (0..plays.len()).rev().max_by_key(least)?;
    let before = value(&turn.position)?;
    Reviewed::new(By::Win, before, &values, made, || plays[best].clone())
}
