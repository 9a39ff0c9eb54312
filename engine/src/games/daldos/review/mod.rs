//! Games that were played: their records, and what throws and plays did in them.

#[cfg(test)]
mod tests;

use super::analyse::{By, Closeness, expected, rank};
use super::written::numbers;
use super::{Cast, Hole, Play, Position, Team};
use crate::games::playouts::Ended;
use crate::games::record::Recordable;
use crate::games::throws::review::Reviewed;
use crate::games::throws::{NothingKnown, Turn, WithThrows};
use crate::work::Fault;

impl Recordable for Position {
    type Side = Team;
    type Thrown = Cast;
    type Played = String;
    const LINE: &'static str = "A 1+3: a1-m4";
    const THROWS: bool = true;

    fn mover(&self) -> Team {
        self.side()
    }

    fn ended(&self) -> Option<String> {
        self.winner().map(|winner| format!("{winner} has won"))
    }

    fn throw_text(cast: &Cast) -> String {
        cast.text()
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

    fn read_throw(&self, throw: &str) -> Result<Cast, Fault> {
        self.game().read_throw(throw)
    }

    fn turn(&self, cast: Cast, play: &str) -> Result<Turn<Self>, String> {
        let play = self.read_play(&cast, play);
        let play = play.map_err(|error| error.to_string())?;
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
}

/// One throw with its play by `by`, before the chance to win is known.
///
/// Exact: every number is exact or between proved bounds, whatever the budget.
///
/// # Errors
/// Of kind input: the width is out of range.
pub fn measured(
    turn: &Turn<Position>,
    by: By,
    options: &Closeness,
) -> Result<Reviewed<Team>, Fault> {
    let (ranked, _) = rank(&turn.position, &turn.throw, by, &NothingKnown, options)?;
    let before = expected(&turn.position, by, options)?;
    Ok(Reviewed::of(turn, by, before.as_ref(), &ranked))
}
