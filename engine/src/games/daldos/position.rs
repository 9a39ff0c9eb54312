//! A legal position, its plays, and the end of the game.

use std::fmt;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::Team;
use super::game::{Cast, Game};
use super::moves::{View, Way};
use super::route::{Hole, members};
use crate::games::legal_moves::Listed;
use crate::work::Fault;

/// A position that can stand under its rules, before a throw of the side to move.
///
/// It comes from a [`Setup`](super::Setup), from text with [`Position::parse`](super::Position::parse), or by playing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) game: Arc<Game>,
    pub(super) state: View,
    pub(super) side: Team,
}

/// All ways to play a throw that end in the same position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Play {
    /// The ways, never empty; where two pieces move and either may be first, one order stands for both.
    pub ways: Vec<Way>,
    /// The pieces taken, as holes counted along the way of the player.
    pub taken: u64,
    /// Whether the same side throws again.
    pub again: bool,
    /// The state after it, before the next throw, in the view of whose throw it is.
    pub state: View,
}

impl Play {
    /// The play's name: its first way, as [`Position::way_text`] writes it.
    pub fn text(&self, position: &Position) -> String {
        self.ways
            .first()
            .map_or_else(String::new, |way| position.way_text(way))
    }

    /// Whether it moves nothing: the throw cannot be used.
    pub fn is_pass(&self) -> bool {
        self.ways.iter().all(|way| way.legs().next().is_none())
    }
}

impl View {
    /// Every play of a throw, each resulting position once, in order of the first way found: added numbers first.
    ///
    /// None if the game is over. A throw that cannot be used has one play, whose way moves nothing.
    ///
    /// Cost: about the square of the number of own pieces.
    pub fn plays(&self, game: &Game, cast: &Cast) -> Vec<Play> {
        let mut plays: IndexMap<View, Play, FxBuildHasher> = IndexMap::default();
        self.each_way(game, cast.numbers(), |way, state| {
            let play = plays.entry(state).or_insert_with(|| {
                let again = cast.extra && state.over(game).is_none();
                Play {
                    ways: Vec::new(),
                    taken: self.enemy & !state.enemy,
                    again,
                    state: if again { state } else { state.flip(game) },
                }
            });
            if !play.ways.iter().any(|known| known.is(&way)) {
                play.ways.push(way);
            }
        });
        plays.into_values().collect()
    }
}

impl Listed for Position {
    type Throw = Cast;
    type Play = Play;

    fn list(&self, cast: &Cast) -> Result<Vec<Play>, Fault> {
        Ok(self.plays(cast))
    }
}

impl Position {
    /// A state with the side to move.
    ///
    /// The state must have no hole with two pieces, undalled pieces at home only, and no bits beyond the board; a
    /// [`Setup`](super::Setup) checks all this.
    pub(crate) fn new(game: Arc<Game>, state: View, side: Team) -> Self {
        Self { game, state, side }
    }

    /// The start, A to throw.
    pub fn start(game: Arc<Game>) -> Self {
        let state = game.start();
        Self::new(game, state, Team::A)
    }

    /// The rules made ready.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The board as the side to move sees it.
    pub fn view(&self) -> &View {
        &self.state
    }

    /// The side to move.
    pub fn side(&self) -> Team {
        self.side
    }

    /// The same board with the other side to move.
    pub fn passed(&self) -> Self {
        let state = self.state.flip(&self.game);
        Self::new(self.game.clone(), state, self.side.other())
    }

    /// The winner, if the game is over.
    pub fn winner(&self) -> Option<Team> {
        let lost = self.state.over(&self.game)?;
        Some(if lost { self.side.other() } else { self.side })
    }

    /// Every play of a throw, each resulting position once; see [`View::plays`].
    pub fn plays(&self, cast: &Cast) -> Vec<Play> {
        self.state.plays(&self.game, cast)
    }

    /// The position after a play.
    pub fn after(&self, play: &Play) -> Self {
        let side = if play.again {
            self.side
        } else {
            self.side.other()
        };
        Self::new(self.game.clone(), play.state, side)
    }

    /// The holes of a set counted along the way of the side to move, by row and number.
    pub fn holes(&self, set: u64) -> Vec<Hole> {
        let route = self.game.route();
        let mut holes: Vec<Hole> = members(set).map(|at| route.hole(self.side, at)).collect();
        holes.sort_unstable();
        holes
    }

    /// A way in text: `m3-m5 !a1-m1`, a released piece marked `!`, stops that may take between, or `pass`.
    pub fn way_text(&self, way: &Way) -> String {
        let route = self.game.route();
        let hole = |at: u8| route.hole(self.side, at);
        let legs = way.legs().map(|leg| {
            let mark = if leg.release { "!" } else { "" };
            let via = leg
                .via
                .iter()
                .flatten()
                .map(|via| format!("{}-", hole(*via)));
            let via: String = via.collect();
            format!("{mark}{}-{via}{}", hole(leg.from), hole(leg.to))
        });
        let text = legs.collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            "pass".to_owned()
        } else {
            text
        }
    }
}

impl fmt::Display for Position {
    /// The position on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}
