//! Games that were played, and what throws and plays did in them.

use itertools::Itertools;
use num_rational::BigRational;

use super::position::{Move, Position};
use super::rules::Player;
use super::rules::Throw;
use super::solve::SolvedRace;
use crate::board::Team;
use crate::exact::Quantity;
use crate::games::playouts::Ended;
use crate::games::record::{Record, Recordable};
use crate::games::throws::ranked::By;
use crate::games::throws::review::{self, Review, Reviewed};
use crate::games::throws::{NothingKnown, Turn, WithThrows, Worth};
use crate::solve::Directory;
use crate::work::{Fault, Note};

impl Recordable for Position {
    type Side = Player;
    type Thrown = Throw;
    type Played = String;

    const LINE: &'static str = "light 2: in-A3";
    const THROWS: bool = true;

    fn mover(&self) -> Player {
        self.side()
    }

    fn ended(&self) -> Option<String> {
        self.winner().map(|winner| format!("{winner} has won"))
    }

    fn throw_text(throw: &Throw) -> String {
        throw.to_string()
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

    fn read_throw(&self, throw: &str) -> Result<Throw, Fault> {
        self.rules().dice().named(throw)
    }

    fn turn(&self, throw: Throw, play: &str) -> Result<Turn<Self>, String> {
        let moves = self.moves(throw);
        let action = moves.iter().find(|action| action.text == play.trim());
        let action = action.cloned().ok_or_else(|| {
            let legal = itertools::join(moves.iter().map(|action| &action.text), ", ");
            format!("`{play}` is not legal in {self} with a throw of {throw}: {legal}")
        })?;
        Ok(Turn::new(self.clone(), throw, &action))
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
/// Plays are measured by the chance to win from the first turn on of which everything that can follow is in tables, or is at most
/// `budget` positions; before that by [`Move::ahead`], which is no value of the game ([`By::Net`]).
///
/// Exact: all numbers are exact or lie between proved bounds.
/// Cost: everything that can follow that turn is solved.
///
/// # Errors
/// Too many positions, and tables that cannot be used.
pub fn review(
    record: &Record<Position>,
    tables: Option<&Directory>,
    budget: u64,
    note: &Note,
) -> Result<Review<Player>, Fault> {
    let turns = record.turns().iter().map(|turn| &turn.position);
    for position in turns.dedup_by(|one, next| one.left() == next.left()) {
        match SolvedRace::from(position, tables, budget, note) {
            Err(fault) if fault.limit_to_raise().is_some() => {}
            solved => return review::review(record, &*solved?, &by_steps, note),
        }
    }
    review::review(record, &NothingKnown, &by_steps, note)
}

/// A turn by how many steps its side is ahead after the next throw.
fn by_steps(turn: &Turn<Position>) -> Result<Reviewed<Player>, Fault> {
    let rules = turn.position.rules();
    let best = |throw: &Throw| turn.position.ranked(*throw)[0].ahead() * rules.chance(*throw);
    let before: BigRational = rules.dice().throws().iter().map(best).sum();
    let plays = turn.position.ranked(turn.throw).into_iter();
    let plays = plays.map(|play| Worth {
        value: Some(Quantity::Exact(play.ahead())),
        play,
    });
    let plays: Vec<Worth<Move>> = plays.collect();
    Ok(Reviewed::of(
        turn,
        By::Net,
        Some(&Quantity::Exact(before)),
        &plays,
    ))
}
