//! Games that were played, and what throws and plays did in them.

use super::position::{Move, Position};
use super::rules::Player;
use super::rules::Throw;
use super::solve::SolvedRace;
use crate::board::Team;
use crate::games::playouts::Ended;
use crate::games::record::{Record, Recordable, Wrong};
use crate::games::throws::ranked::By;
use crate::games::throws::review::{self, Review, Reviewed};
use crate::games::throws::{NothingKnown, Turn, WithThrows};
use crate::solve::Directory;
use crate::work::{Fault, Note};

impl Recordable for Position {
    type Side = Player;
    type Turn = Turn<Self>;

    const LINE: &'static str = "light 2: in-A3";
    const THROWS: bool = true;

    fn mover(&self) -> Player {
        self.side()
    }

    fn ended(&self) -> Option<String> {
        self.winner().map(|winner| format!("{winner} has won"))
    }

    fn wrong_throw(throw: &str) -> Option<String> {
        let digits = throw.strip_suffix('+').unwrap_or(throw);
        digits
            .parse::<u8>()
            .is_err()
            .then(|| format!("`{throw}` is not a throw: write a number, such as 2"))
    }

    fn wrong_play(play: &str) -> Option<String> {
        let is_play = play == "pass" || play.contains(['-', 'x']);
        (!is_play)
            .then(|| format!("`{play}` is not a play: write A4-B3, B1xB4, in-A2, A7-off or pass"))
    }

    fn turn(&self, throw: &str, play: &str) -> Result<Turn<Self>, Wrong> {
        let found = self.rules().dice().named(throw);
        let found = found.map_err(|error| Wrong::Throw(error.to_string()))?;
        let moves = self.moves(found);
        let action = moves.iter().find(|action| action.text == play.trim());
        let action = action.cloned().ok_or_else(|| {
            let legal = itertools::join(moves.iter().map(|action| &action.text), ", ");
            Wrong::Play(format!(
                "`{play}` is not legal in {self} with a throw of {found}: {legal}"
            ))
        })?;
        Ok(Turn::new(self.clone(), found, &action))
    }
}

impl WithThrows for Position {
    fn team(&self) -> Team {
        team(self.side())
    }

    fn side_of(team: Team) -> Player {
        match team {
            Team::A => Player::Light,
            Team::B => Player::Dark,
        }
    }

    fn result(&self) -> Option<Ended> {
        Some(Ended::Won(team(self.winner()?)))
    }

    fn follow(&self, play: &Move) -> Self {
        play.after.clone()
    }

    fn name(&self, play: &Move) -> String {
        play.text.clone()
    }

    fn throw_text(throw: &Throw) -> String {
        throw.to_string()
    }
}

/// The team that stands for a player: A for light, B for dark.
fn team(player: Player) -> Team {
    match player {
        Player::Light => Team::A,
        Player::Dark => Team::B,
    }
}

/// Goes through a game: what each throw and each play changed.
///
/// Exact: all numbers lie between proved bounds.
/// Cost: everything that can follow the first position is solved, at most `budget` positions.
///
/// # Errors
/// [`UrError`](super::solve::UrError), and tables that cannot be used.
pub fn review(
    record: &Record<Position>,
    tables: Option<&Directory>,
    budget: u64,
    note: &Note,
) -> Result<Review<Player>, Fault> {
    let earlier = |_: &Turn<Position>| Ok(Reviewed::unknown(By::Win, None));
    let Some(first) = record.turns().first() else {
        return review::review(record, &NothingKnown, &earlier, note);
    };
    let solved = SolvedRace::from(&first.position, tables, budget, note)?;
    review::review(record, &*solved, &earlier, note)
}
