//! Games that were played: their records, and what throws and plays did in them.

#[cfg(test)]
mod tests;

use super::analyse::{By, Options, expected, rank};
use super::written::numbers;
use super::{Cast, Hole, Play, Position, Team};
use crate::games::playouts::Ended;
use crate::games::record::{self, Recordable, Wrong};
use crate::games::throws::endgame::{self, Endgames as _, Known, Limits};
use crate::games::throws::review::{self, Compared, Review, Reviewed};
use crate::games::throws::{self, NothingKnown, WithThrows};
use crate::solve::Directory;
use crate::work::{Fault, Note};

/// A throw, and the play made of it.
pub type Turn = throws::Turn<Position>;

/// The record of a game: a line `A 1+3: !a2-a1 m3-b2` for each throw.
pub type Record = record::Record<Position>;

impl Recordable for Position {
    type Side = Team;
    type Turn = Turn;
    const LINE: &'static str = "A 1+3: a1-m4";
    const THROWS: bool = true;

    fn mover(&self) -> Team {
        self.side()
    }

    fn ended(&self) -> Option<String> {
        self.winner().map(|winner| format!("{winner} has won"))
    }

    fn wrong_throw(throw: &str) -> Option<String> {
        let message = || format!("`{throw}` is not a throw: write what the dice show, such as 1+3");
        numbers(throw).is_none().then(message)
    }

    /// The first hole that is on no board.
    fn wrong_play(play: &str) -> Option<String> {
        if play.eq_ignore_ascii_case("pass") {
            return None;
        }
        let mut words = play.split([' ', ',', '\t']).filter(|word| !word.is_empty());
        words.find_map(|word| {
            let mut holes = word.strip_prefix('!').unwrap_or(word).split('-');
            holes.find_map(|hole| hole.parse::<Hole>().err().map(|error| error.to_string()))
        })
    }

    fn turn(&self, throw: &str, play: &str) -> Result<Turn, Wrong> {
        let cast = self.game().read_throw(throw);
        let cast = cast.map_err(|error| Wrong::Throw(error.to_string()))?;
        let play = self.read_play(&cast, play);
        let play = play.map_err(|error| Wrong::Play(error.to_string()))?;
        Ok(Turn::new(self.clone(), cast, &play))
    }
}

impl WithThrows for Position {
    fn team(&self) -> Team {
        self.side()
    }

    fn side_of(team: Team) -> Team {
        team
    }

    fn result(&self) -> Option<Ended> {
        self.winner().map(Ended::Won)
    }

    fn follow(&self, play: &Play) -> Self {
        self.after(play)
    }

    fn name(&self, play: &Play) -> String {
        play.text(self)
    }

    fn throw_text(cast: &Cast) -> String {
        cast.text()
    }
}

/// How a game is gone through.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The measure of plays where the chance to win is not known: not [`By::Win`], with which nothing is known there.
    pub by: By,
    /// The width and the work for each throw with which that is found.
    pub options: Options,
    /// Endgames of at most this many positions are solved; none if 0.
    pub positions: u32,
    /// Whether its chances are to be fractions, of at most [`MOST_EXACT`](endgame::Endgames::MOST_EXACT) positions; no tables are then
    /// looked into.
    pub exact: bool,
    /// Where tables of endgames are looked for.
    pub tables: Option<Directory>,
}

/// The reviewed game, and the positions of the endgame that was solved.
///
/// Exact: every number is exact or between proved bounds, whatever the budget.
/// Cost: an endgame of at most [`Terms::positions`] positions, and for each throw before it the ranking of its plays
/// and the value of the position, each with the budget of [`Terms::options`].
///
/// # Errors
/// Of kind input: the width is out of range. Of kind limit: fractions take too much work. Of kind io: a table that cannot be
/// trusted.
///
/// # Examples
/// ```
/// use siga::exact::Quantity;
/// use siga::games::daldos::analyse::{By, Options};
/// use siga::games::daldos::review::{Record, Terms, review};
/// use siga::work::Note;
/// let record = Record::read("rules: daldos:n=1; start: a/2/b A; moves:; A 1+1: a1-m2", None)?;
/// let terms = Terms {
///     by: By::Net,
///     options: Options::default(),
///     positions: 10_000,
///     exact: true,
///     tables: None,
/// };
/// let (found, _) = review(&record, &terms, &Note::default())?;
/// // One play alone: nothing can be given away, and the throw changed what it changed.
/// assert_eq!(found.turns[0].lost, Some(Quantity::Exact("0".parse()?)));
/// assert_eq!(found.change.expect("one against one").by_play, Quantity::Exact("0".parse()?));
///
/// let none = Terms { positions: 0, options: Options { width: "0".parse()?, ..Options::default() }, ..terms };
/// assert!(review(&record, &none, &Note::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn review(
    record: &Record,
    terms: &Terms,
    note: &Note,
) -> Result<(Review<Team>, Option<usize>), Fault> {
    let most = match terms.exact {
        true => terms.positions.min(Position::MOST_EXACT as u32),
        false => terms.positions,
    };
    let asked = endgame::Terms {
        exact: terms.exact,
        ..Limits::positions(most).into()
    };
    let known = Known::of_game(record, terms.tables.as_ref(), &asked, note)?;
    let earlier = |turn: &Turn| one(turn, terms.by, &terms.options);
    let reviewed = review::review(record, &known, &earlier, note)?;
    Ok((reviewed, known.solved().map(|solved| solved.positions())))
}

/// One throw with its play, before the chance to win is known.
fn one(turn: &Turn, by: By, options: &Options) -> Result<Reviewed, Fault> {
    let (ranked, _) = rank(&turn.position, &turn.throw, by, &NothingKnown, options)?;
    let compared = Compared {
        by,
        before: expected(&turn.position, by, options)?,
        plays: (ranked.into_iter())
            .map(|ranked| (ranked.play, ranked.value))
            .collect(),
    };
    Ok(Reviewed::of(turn, &compared))
}
