//! A game that was played, gone through: what each play gave away, and what the dice did.
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
//! The chance to win is known where an endgame can be solved. All that comes of such a position is in the endgame too, so
//! these are the last throws of a game, from one on, and sums are of those alone. Before them plays are measured by what is
//! best for the next turns ([`By::Net`] and the like). There `Q` is not the value of the next position, and sums over throws
//! add up to nothing but themselves.
//!
//! Where values are between bounds, so is everything made of them. `B` is at least the greatest lower and at most the
//! greatest upper bound. What a play gave away is the greatest of 0 and of the differences from each *other* play: so a play that
//! is proved to be the best has given away 0 exactly, however wide its bounds are.

mod record;
#[cfg(test)]
mod tests;

use std::iter;

use super::analyse::{By, Options, Probe, expected, known, rank};
use super::endgame::lookup::WIDTH;
use super::endgame::{Chances, Endgame, Exact};
use super::{Play, Position, Team};
use crate::exact::{Between, Quantity};
use crate::games::playouts::{Effort, LuckAndSkill, TurnMade};
use crate::games::running_fight::chances;
use crate::games::running_fight::simulate;
use crate::solve::Directory;
use crate::solve::parallel::map_ranges;
use crate::work::{Fault, Note};

pub use crate::games::running_fight::chances::{Change, Sum};
pub use record::{Record, Turn};

/// A throw and its play with what they changed.
pub type Reviewed = chances::Reviewed<Play>;

/// The question for the review of a game.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game.
    pub record: Record,
    /// The measure of plays where the chance to win is not known: not [`By::Win`], with which nothing is known there.
    pub by: By,
    /// The width and the work for each throw with which that is found.
    pub options: Options,
    /// Endgames of at most this many positions are solved; none if 0.
    pub positions: u128,
    /// Whether its chances are to be fractions; at most
    /// [`MAX_EXACT_POSITIONS`](super::endgame::MAX_EXACT_POSITIONS) are then solved.
    pub exact: bool,
    /// Where tables of endgames are looked for.
    pub tables: Option<Directory>,
}

impl Question {
    /// The reviewed game.
    ///
    /// Exact: every number is exact or between proved bounds, whatever the budget.
    /// Cost: an endgame of at most [`Question::positions`] positions, and for each throw before it the ranking of its plays
    /// and the value of the position, each with the budget of [`Question::options`].
    ///
    /// # Errors
    /// Of kind input: the width is out of range. Of kind limit: fractions take too much work. Of kind io: a table that cannot be
    /// trusted.
    ///
    /// # Examples
    /// ```
    /// use siga::exact::Quantity;
    /// use siga::games::daldos::analyse::{By, Options};
    /// use siga::games::daldos::review::{Question, Record};
    /// use siga::work::Note;
    /// let record = Record::read("rules: daldos:n=1; start: a/2/b A; moves:; A 1+1: a1-m2", None)?;
    /// let question = Question {
    ///     record,
    ///     by: By::Net,
    ///     options: Options::default(),
    ///     positions: 10_000,
    ///     exact: true,
    ///     tables: None,
    /// };
    /// let found = question.review(&Note::default())?;
    /// // One play alone: nothing can be given away, and the throw changed what it changed.
    /// assert_eq!(found.turns[0].lost, Some(Quantity::Exact("0".parse()?)));
    /// assert_eq!(found.change.expect("one against one").by_play, Quantity::Exact("0".parse()?));
    ///
    /// let none = Question { options: Options { width: "0".parse()?, ..Options::default() }, ..question };
    /// assert!(none.review(&Note::default()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn review(&self, note: &Note) -> Result<Review, Fault> {
        note.set("going through the game");
        // The first position that tables know: they know all that comes of it.
        let mut kept = Chances::Unknown;
        for turn in self.record.turns() {
            kept = Chances::kept(&turn.position, self.tables.as_ref())?;
            if kept.method().is_some() {
                break;
            }
        }
        kept.probed(|probe| review(self, Some(probe)))
    }
}

/// The luck and the skill of both sides in the throws of a game before the chance to win is known, by playouts in which both sides
/// play on by the greedy policy; `None` without any such throw.
///
/// # Errors
/// Of kind limit: too many playouts.
pub fn luck_and_skill(
    record: &Record,
    review: &Review,
    effort: Effort,
    note: &Note,
) -> Result<Option<LuckAndSkill>, Fault> {
    let before = iter::zip(record.turns(), &review.turns);
    let before = before.take_while(|(_, reviewed)| reviewed.by != By::Win);
    let turns: Vec<&Turn> = before.map(|(turn, _)| turn).collect();
    let Some(last) = turns.last() else {
        return Ok(None);
    };
    let played = turns.iter().map(|turn| TurnMade {
        before: turn.position.clone(),
        throws: turn.cast,
        forced: turn.position.plays(&turn.cast).len() == 1,
    });
    let played: Vec<_> = played.collect();
    let end = last.position.after(&last.play);
    simulate::luck_and_skill(&played, &end, effort, note).map(Some)
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Review {
    /// Every throw, in order.
    pub turns: Vec<Reviewed>,
    /// For each measure that occurs, that of A and that of B.
    pub sums: Vec<Sum>,
    /// The course of the chance to win; `None` where it is never known.
    pub change: Option<Change>,
    /// The positions of the endgame that was solved.
    pub solved: Option<usize>,
}

/// The endgame that a game comes to.
struct SolvedEndgame {
    endgame: Endgame,
    exact: Option<Exact>,
}

impl SolvedEndgame {
    /// The endgame of the first of some positions that is small enough.
    ///
    /// Every position that can follow a position can also follow all those before it, so the small ones are the last ones.
    fn of(
        question: &Question,
        positions: &[Position],
        kept: Option<Probe<'_>>,
    ) -> Result<Option<Self>, Fault> {
        let most = match question.exact {
            true => question.positions.min(super::endgame::MAX_EXACT_POSITIONS),
            false => question.positions,
        };
        let going = positions.partition_point(|position| position.winner().is_none());
        let small = |at: &Position| most > 0 && Endgame::is_within(at.game(), at.view(), most);
        let first = positions[..going].partition_point(|at| !small(at));
        let Some(position) = positions[..going].get(first) else {
            return Ok(None);
        };
        if !question.exact && kept.is_some_and(|kept| kept(position).is_some()) {
            return Ok(None);
        }
        let (game, state) = (position.game().clone(), position.view());
        let endgame = Endgame::solve_reached(game, state, WIDTH, most)?;
        let exact = match endgame.number(position.view()) {
            Some(number) if question.exact => Some(endgame.exact([number])?),
            _ => None,
        };
        Ok(Some(Self { endgame, exact }))
    }

    /// The chance that the side to move wins; `None` for a position that is not one of the endgame's.
    fn chance(&self, position: &Position) -> Option<Quantity> {
        let state = position.view();
        let exact = || self.exact.as_ref()?.chance(self.endgame.number(state)?);
        if let Some(chance) = exact() {
            return Some(Quantity::Exact(chance));
        }
        let bounds = self.endgame.chance(state)?;
        Some(Quantity::between(bounds.lower, bounds.upper))
    }
}

/// Goes through a game. `kept` are chances to win that are known already, such as those of tables.
fn review(question: &Question, kept: Option<Probe<'_>>) -> Result<Review, Fault> {
    let turns = question.record.turns();
    let mut positions: Vec<Position> = turns.iter().map(|turn| turn.position.clone()).collect();
    positions.push(question.record.end());
    let solved = SolvedEndgame::of(question, &positions, kept)?;
    let chance = |position: &Position| {
        let own = solved.as_ref().and_then(|solved| solved.chance(position));
        own.or_else(|| kept.and_then(|kept| kept(position)))
    };
    // By the chance to win where it is known, and then to the end.
    let first = turns.partition_point(|turn| chance(&turn.position).is_none());
    let options = &question.options;
    let (by, chance): (By, Probe<'_>) = (question.by, &chance);
    let mut reviewed = Vec::with_capacity(turns.len());
    let earlier = map_ranges(first, 1, |range| {
        let each = turns[range].iter().map(|turn| one(turn, by, None, options));
        each.collect::<Result<Vec<_>, _>>()
    });
    for part in earlier {
        reviewed.extend(part?);
    }
    for turn in &turns[first..] {
        reviewed.push(one(turn, By::Win, Some(chance), options)?);
    }
    let sides = turns.iter().map(|turn| turn.position.side());
    let sides: Vec<(Team, &Reviewed)> = sides.zip(&reviewed).collect();
    let change = || {
        let of_a = |at: usize, chance: &Quantity| {
            let chance = Between::of(chance)?;
            Some(chances::of_a(positions[at].side(), chance))
        };
        let from = of_a(first, &chance(positions.get(first)?)?)?;
        let to = of_a(turns.len(), &known(positions.last()?, Some(chance))?)?;
        Change::new(first, [from, to], &sides[first..])
    };
    let change = if first < turns.len() { change() } else { None };
    Ok(Review {
        sums: chances::sums(&sides),
        change,
        solved: solved.map(|solved| solved.endgame.positions()),
        turns: reviewed,
    })
}

/// One throw with its play.
fn one(
    turn: &Turn,
    by: By,
    probe: Option<Probe<'_>>,
    options: &Options,
) -> Result<Reviewed, Fault> {
    let before = expected(&turn.position, by, probe, options)?;
    let (ranked, _) = rank(&turn.position, &turn.cast, by, probe, options)?;
    let made = ranked
        .iter()
        .position(|ranked| ranked.play.state == turn.play.state);
    let values: Option<Vec<Quantity>> = ranked.iter().map(|ranked| ranked.value.clone()).collect();
    let known = before.zip(values).zip(made);
    let reviewed = known.and_then(|((before, values), made)| {
        Reviewed::new(by, before, &values, made, || ranked[0].play.clone())
    });
    Ok(reviewed.unwrap_or_else(|| Reviewed::unknown(by, ranked.len())))
}
