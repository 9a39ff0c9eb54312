//! A game that was played, gone through: what each play gave away, and what each throw changed.
//!
//! Let `V(s)` be the value of a position before a throw for the side that throws, by some measure; `Q(s, c, p)` the value
//! for the same side after the throw `c` was played as `p`; `B(s, c)` the greatest `Q` of all plays of the throw. Then
//!
//! ```text
//! V(s) = Σ P(c) · B(s, c)               the mean over throws of the best plays
//! luck(s, c)    = B(s, c) − V(s)        what the throw changed; its mean over all throws is 0
//! lost(s, c, p) = B(s, c) − Q(s, c, p)  what the play gave away; never negative
//! ```
//!
//! For the chance to win, `Q` is the value of the next position: `V(s')` if the same side throws again, `1 − V(s')` if the
//! other does, 1 if the game is won. Write `W` for the chance of A, whoever throws. If A throws, `W` goes from `V` to `Q`, by
//! `luck − lost`; if B throws, from `1 − V` to `1 − Q`, by `lost − luck`. Added up over the throws of a game, all in between
//! cancels:
//!
//! ```text
//! W(end) − W(start) = luck(A) − lost(A) − luck(B) + lost(B)
//! ```
//!
//! The chance to win is known where the rest of the game can be solved, or is in tables. All that comes of such a position is known too,
//! so these are the last throws of a game, from one on, and sums are of those alone. Before them plays are measured by what is
//! best for the next turns ([`By::Net`] and the like). There `Q` is not the value of the next position, and sums over throws
//! add up to nothing but themselves; where `V` is not worked out, what a throw changed is not known.
//!
//! Where values are between bounds, so is everything made of them. `B` is at least the greatest lower and at most the
//! greatest upper bound. What a play gave away is the greatest of 0 and of the differences from each *other* play: so a play that
//! is proved to be the best has given away 0 exactly, however wide its bounds are.

use std::ops::Neg;

use num_traits::Signed;

use super::luck::LuckAndSkill;
use super::ranked::By;
use super::{Turn, Values, WithThrows, Worth, of_other};
use crate::board::Team;
use crate::exact::{Between, Quantity};
use crate::games::record::Record;
use crate::solve::parallel::map_ranges;
use crate::work::{Fault, Note};

/// A throw and its play with what they changed. Values are those of the side that throws; with [`By::Safe`] they are the
/// chance of the other side to take something, of which less is better.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "ReviewedTurn")]
#[non_exhaustive]
pub struct Reviewed<S> {
    /// Its number, from 1.
    pub ply: usize,
    /// The side that throws.
    pub side: S,
    /// The position before it, on one line.
    pub position: String,
    /// The throw, as in a record.
    pub throw: String,
    /// The play, as in a record.
    #[serde(rename = "move")]
    pub action: String,
    /// The number of plays; `null` with all values where there are too many to compare.
    pub plays: Option<usize>,
    /// The measure of values: `win` is the chance to win, `net` pieces, `take` and `safe` chances; of `safe` less is better.
    pub by: By,
    /// Before the throw; `null` where it is not worked out.
    pub before: Option<Quantity>,
    /// After the throw, played best.
    pub best: Option<Quantity>,
    /// After the play that was made.
    pub value: Option<Quantity>,
    /// The change by the throw, positive if it was good for the side that threw; `null` without `before`.
    pub luck: Option<Quantity>,
    /// The loss by the play, never negative.
    pub lost: Option<Quantity>,
    /// The best play, where one is proved to be better than the one made.
    pub better: Option<String>,
    /// The chance of the first side to win before the throw, where it is known.
    pub win_a: Option<Quantity>,
}

impl<S> Reviewed<S> {
    /// A turn of which nothing but the number of its plays is known; [`review`] sets its own number.
    pub fn unknown<P: WithThrows<Side = S>>(turn: &Turn<P>, by: By, plays: Option<usize>) -> Self {
        Self {
            ply: 0,
            side: turn.position.mover(),
            position: turn.position.to_string(),
            throw: P::throw_text(&turn.throw),
            action: turn.action.clone(),
            plays,
            by,
            before: None,
            best: None,
            value: None,
            luck: None,
            lost: None,
            better: None,
            win_a: None,
        }
    }

    /// A turn by a measure, from the value of the position before it, if it is worked out, and the plays of its throw, the best first.
    pub fn of<P: WithThrows<Side = S>>(
        turn: &Turn<P>,
        by: By,
        before: Option<&Quantity>,
        plays: &[Worth<P::Play>],
    ) -> Self {
        let known = Self::known(turn, by, before, plays);
        known.unwrap_or_else(|| Self::unknown(turn, by, Some(plays.len())))
    }

    fn known<P: WithThrows<Side = S>>(
        turn: &Turn<P>,
        by: By,
        before: Option<&Quantity>,
        plays: &[Worth<P::Play>],
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
        let made = plays
            .iter()
            .position(|worth| turn.position.follow(&worth.play) == turn.after)?;
        let values = plays.iter().map(|worth| turned(worth.value.as_ref()?));
        let values: Vec<Between> = values.collect::<Option<_>>()?;
        let [greatest, lost] = given_away(&values, made);
        let luck = before.and_then(|before| Some(greatest.clone() - turned(before)?));
        let better = plays.first().filter(|_| lost.lower.is_positive());
        let win_a = before.filter(|_| by == By::Win);
        let win_a = win_a.and_then(|before| match turn.position.team() {
            Team::A => Some(before.clone()),
            Team::B => of_other(before),
        });
        Some(Self {
            before: before.cloned(),
            best: Some(shown(greatest)),
            value: Some(shown(values[made].clone())),
            luck: luck.map(Between::quantity),
            better: better.map(|worth| turn.position.name(&worth.play)),
            lost: Some(lost.quantity()),
            win_a,
            ..Self::unknown(turn, by, Some(values.len()))
        })
    }
}

/// The value of the best of some plays, and what the one at `made` gave away, from the value of each; more is better.
fn given_away(values: &[Between], made: usize) -> [Between; 2] {
    let (mut best, mut lost) = (values[made].clone(), Between::zero());
    for (_, value) in values.iter().enumerate().filter(|(at, _)| *at != made) {
        best.or_greater(value);
        lost.or_greater(&(value.clone() - values[made].clone()));
    }
    [best, lost]
}

/// A turn by the chance to win; `None` where it is not known of all plays.
fn by_chance<P: WithThrows>(
    turn: &Turn<P>,
    values: &dyn Values<P>,
) -> Result<Option<Reviewed<P::Side>>, Fault> {
    let Some(before) = values.value(turn.position.team(), &turn.position)? else {
        return Ok(None);
    };
    let Ok(plays) = values.plays(&turn.position, &turn.throw) else {
        return Ok(None);
    };
    Ok(Reviewed::known(turn, By::Win, Some(&before), &plays))
}

/// The sums of one side: the loss by its plays and the gain by the throws.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Sum<S> {
    /// Whose throws.
    pub side: S,
    /// The measure.
    pub by: By,
    /// The number of throws whose plays could be compared.
    pub throws: usize,
    /// Plays that are proved to have given something away.
    pub mistakes: usize,
    /// The change by the throws; `null` where it is not worked out.
    pub luck: Option<Quantity>,
    /// The loss by the plays.
    pub lost: Quantity,
}

/// The sum of some numbers; `None` if one of them is not known.
fn total(mut each: impl Iterator<Item = Option<Between>>) -> Option<Between> {
    each.try_fold(Between::zero(), |sum, part| Some(sum + part?))
}

impl<S: PartialEq> Sum<S> {
    /// The sums of a side by one measure.
    fn of(side: S, by: By, turns: &[Reviewed<S>]) -> Self {
        let own = turns
            .iter()
            .filter(|turn| turn.side == side && turn.by == by && turn.lost.is_some());
        let own: Vec<&Reviewed<S>> = own.collect();
        let lost = own
            .iter()
            .filter_map(|turn| Between::of(turn.lost.as_ref()?));
        let lost: Vec<Between> = lost.collect();
        let luck = own.iter().map(|turn| Between::of(turn.luck.as_ref()?));
        Self {
            by,
            throws: own.len(),
            mistakes: lost.iter().filter(|lost| lost.lower.is_positive()).count(),
            luck: total(luck).map(Between::quantity),
            lost: lost
                .into_iter()
                .fold(Between::zero(), |sum, lost| sum + lost)
                .quantity(),
            side,
        }
    }
}

/// The sums of A and of B, for each measure in the order of the game.
fn sums<P: WithThrows>(turns: &[Reviewed<P::Side>]) -> Vec<Sum<P::Side>> {
    let mut measures: Vec<By> = turns.iter().map(|turn| turn.by).collect();
    measures.dedup();
    let each = measures.into_iter();
    each.flat_map(|by| Team::BOTH.map(|team| Sum::of(P::side_of(team), by, turns)))
        .collect()
}

/// The chance of A to win over the part of the game where it is known; of light, where the sides are so named.
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
    /// The change over these turns, from and to these chances of A; `None` where it is not known of all of them.
    fn new<P: WithThrows>(turns: &[Reviewed<P::Side>], [from, to]: [Quantity; 2]) -> Option<Self> {
        let sum = |of: fn(&Reviewed<P::Side>) -> &Option<Quantity>, good_for: Team| {
            let good_for = P::side_of(good_for);
            total(turns.iter().map(|turn| {
                let change = Between::of(of(turn).as_ref()?)?;
                Some(if turn.side == good_for {
                    change
                } else {
                    -change
                })
            }))
        };
        Some(Self {
            from_ply: turns.first()?.ply,
            from,
            to,
            by_luck: sum(|turn| &turn.luck, Team::A)?.quantity(),
            by_play: sum(|turn| &turn.lost, Team::B)?.quantity(),
        })
    }
}

/// A game gone through: what each play gave away, and what the throws did.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "ReviewedGame")]
#[non_exhaustive]
pub struct Review<S> {
    /// Every turn with its play, in order.
    pub turns: Vec<Reviewed<S>>,
    /// The position at the end, on one line.
    pub end: String,
    /// Whether the game is over there.
    pub over: bool,
    /// The side that has won, if the game is over and somebody has.
    pub winner: Option<S>,
    /// For each measure that occurs, the first side and then the other.
    pub sums: Vec<Sum<S>>,
    /// The course of the first side's chance to win; `null` where it is never known.
    pub change: Option<Change>,
    /// The positions, or states, of the endgame that was solved; `null` if none was.
    #[serde(serialize_with = "crate::exact::serial::some_count")]
    #[schemars(with = "Option<String>")]
    pub solved: Option<u64>,
    /// With `--simulate`: what throws and plays changed, by playouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimates: Option<LuckAndSkill>,
    /// How chances to win are known, or why they are not, in the words of whoever asked.
    #[serde(skip)]
    pub known: Option<String>,
}

/// What a turn of which the chance to win is not known is worth by some other measure.
pub type Measure<'a, P, S> = dyn Fn(&Turn<P>) -> Result<Reviewed<S>, Fault> + Sync + 'a;

/// Goes through a game: by the chance to win over the last turns, where it is known, and before that turn by turn as `earlier` has it.
///
/// # Errors
/// Those of `earlier`, and of tables.
pub fn review<P: WithThrows>(
    record: &Record<P>,
    values: &dyn Values<P>,
    earlier: &Measure<'_, P, P::Side>,
    note: &Note,
) -> Result<Review<P::Side>, Fault> {
    note.set("going through the game");
    let (played, end) = (record.turns(), record.end());
    let mut judged = Vec::new();
    for turn in played.iter().rev() {
        let Some(reviewed) = by_chance(turn, values)? else {
            break;
        };
        judged.push(reviewed);
    }
    judged.reverse();
    let first = played.len() - judged.len();
    let before = map_ranges(first, 1, |range| {
        let turns = played[range].iter();
        turns.map(earlier).collect::<Result<Vec<_>, _>>()
    });
    let before = before.into_iter().collect::<Result<Vec<_>, Fault>>()?;
    let mut turns: Vec<_> = before.into_iter().flatten().chain(judged).collect();
    for (ply, turn) in (1..).zip(&mut turns) {
        turn.ply = ply;
    }
    let change = match played.get(first) {
        Some(turn) => {
            let from = values.value(Team::A, &turn.position)?;
            let both = from.zip(values.value(Team::A, &end)?);
            both.and_then(|both| Change::new::<P>(&turns[first..], both.into()))
        }
        None => None,
    };
    Ok(Review {
        sums: sums::<P>(&turns),
        change,
        turns,
        over: end.ended().is_some(),
        winner: end.won_by(),
        end: end.to_string(),
        solved: None,
        estimates: None,
        known: None,
    })
}
