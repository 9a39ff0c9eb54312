//! Games that were played, and what throws and plays did in them.

use num_rational::BigRational;
use num_traits::Zero;

use super::position::{Move, Player, Position};
use super::rules::Throw;
use super::solve::{Solved, best_of};
use crate::exact::Quantity;
use crate::games::record::{Record, Recordable, Wrong};
use crate::solve::Directory;
use crate::work::{Fault, Note};

/// A throw played, and where.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Turn {
    /// The position before the throw.
    pub position: Position,
    /// The throw with its play.
    pub action: Move,
}

impl Turn {
    /// A throw played in a position.
    pub fn new(position: Position, action: Move) -> Self {
        Self { position, action }
    }
}

impl Recordable for Position {
    type Side = Player;
    type Turn = Turn;

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

    fn turn(&self, throw: &str, play: &str) -> Result<Turn, Wrong> {
        let throws = self.rules().dice().throws();
        let known = || itertools::join(throws, ", ");
        let found = throws
            .iter()
            .find(|known| known.to_string() == throw.trim());
        let found: Throw = *found.ok_or_else(|| {
            Wrong::Throw(format!(
                "`{throw}` is not a throw of these rules: they are {}",
                known()
            ))
        })?;
        let moves = self.moves(found);
        let action = moves.iter().find(|action| action.text == play.trim());
        let action = action.cloned().ok_or_else(|| {
            let legal = itertools::join(moves.iter().map(|action| &action.text), ", ");
            Wrong::Play(format!(
                "`{play}` is not legal in {self} with a throw of {found}: {legal}"
            ))
        })?;
        Ok(Turn {
            position: self.clone(),
            action,
        })
    }

    fn before(turn: &Turn) -> &Position {
        &turn.position
    }

    fn next(turn: &Turn) -> Position {
        turn.action.after.clone()
    }

    fn written(turn: &Turn) -> [String; 2] {
        [turn.action.throw.to_string(), turn.action.text.clone()]
    }
}

/// A turn gone through; chances to win are those of the side that plays.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Gone {
    /// The position before the throw.
    pub position: Position,
    /// The throw with its play.
    pub action: Move,
    /// The chance before the throw.
    pub before: Quantity,
    /// The chance once it has fallen, with best play.
    pub thrown: Quantity,
    /// The chance after the play.
    pub after: Quantity,
    /// How much the throw changed.
    pub luck: Quantity,
    /// How much the play gave away.
    pub lost: Quantity,
    /// The best play, where it is proved to be better than the one that was played.
    pub better: Option<String>,
}

/// The difference of two numbers between bounds, at least `least`.
fn less(one: &Quantity, other: &Quantity, least: i8) -> Quantity {
    let (Some((low, high)), Some((from, to))) = (one.ends(), other.ends()) else {
        return one.clone();
    };
    let least = BigRational::from_integer(least.into());
    Quantity::between((low - to).max(least), high - from)
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
) -> Result<Vec<Gone>, Fault> {
    let Some(first) = record.turns().first() else {
        return Ok(Vec::new());
    };
    let solved = Solved::from(&first.position, tables, budget, note)?;
    let gone = |turn: &Turn| {
        let Turn { position, action } = turn;
        let plays = solved.plays(position, action.throw)?;
        let played = plays.iter().find(|rated| rated.action == *action);
        let (before, thrown) = (solved.value(position)?, best_of(&plays));
        let after = played.map_or_else(|| thrown.clone(), |rated| rated.win.clone());
        let best = plays
            .first()
            .zip(played)
            .filter(|(best, played)| best.is_better_than(played));
        let lost = match played.is_some_and(|played| played.is_best_of(&plays)) {
            true => Quantity::Exact(BigRational::zero()),
            false => less(&thrown, &after, 0),
        };
        Ok(Gone {
            luck: less(&thrown, &before, -1),
            lost,
            better: best.map(|(best, _)| best.action.text.clone()),
            before,
            thrown,
            after,
            position: position.clone(),
            action: action.clone(),
        })
    };
    record.turns().iter().map(gone).collect()
}
