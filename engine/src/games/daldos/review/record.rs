//! Records of daldøs: a line `A 1+3: !a2-a1 m3-b2` for each throw.

use crate::games::daldos::written::numbers;
use crate::games::daldos::{Cast, Hole, Play, Position, Team};
use crate::games::record::{self, Recordable, Wrong};

/// A throw, and the play made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Turn {
    /// The position before the throw.
    pub position: Position,
    /// The throw.
    pub cast: Cast,
    /// The play.
    pub play: Play,
}

/// The record of a game.
pub type Record = record::Record<Position>;

impl Record {
    /// One more throw and its play, which must be one of the plays of the throw at the end.
    pub fn add(&mut self, cast: Cast, play: Play) {
        let position = self.end();
        self.push(Turn {
            position,
            cast,
            play,
        });
    }
}

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
        Ok(Turn {
            position: self.clone(),
            cast,
            play: play.map_err(|error| Wrong::Play(error.to_string()))?,
        })
    }

    fn before(turn: &Turn) -> &Position {
        &turn.position
    }

    fn next(turn: &Turn) -> Position {
        turn.position.after(&turn.play)
    }

    fn written(turn: &Turn) -> [String; 2] {
        [turn.cast.text(), turn.play.text(&turn.position)]
    }
}
