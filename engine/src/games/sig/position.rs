//! Legal positions, how they are written down, and the end of the game.

use itertools::Itertools;

use super::moves::{Step, Yield, playable};
use super::route::{Route, Team};
use super::rules::{End, Face, Rules};
use super::setup::{Fault, Setup};
use crate::board::Bits;
use crate::board::notation::Faults;
use crate::games::running_fight::position::{self, Board, Ruleset};
use crate::games::running_fight::rows;
use crate::rules::Conflict;
use crate::work;

/// The board as the team to move sees it: sets of cells numbered along that team's route.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct View {
    /// The pieces of the team to move.
    pub own: u128,
    /// Those of them that are not yet freed.
    pub own_dry: u128,
    /// The enemy's pieces.
    pub enemy: u128,
    /// Those of them that are not yet freed.
    pub enemy_dry: u128,
}

impl Board for View {
    fn turned(&self, route: Route) -> View {
        View {
            own: route.flip_all(self.enemy),
            own_dry: route.flip_all(self.enemy_dry),
            enemy: route.flip_all(self.own),
            enemy_dry: route.flip_all(self.own_dry),
        }
    }

    fn counts(&self) -> [u32; 2] {
        [self.own.count(), self.enemy.count()]
    }

    fn enemies(&self) -> u128 {
        self.enemy
    }
}

/// A legal position: what stands where, and whose turn it is.
///
/// # Examples
/// ```
/// use siga::games::sig::{Position, Rules, Team};
/// let rules: Rules = "sig:depaulis,length=4".parse()?;
/// let position = Position::parse("aaAa/4/2A1/bbbb B", &rules).unwrap_err();
/// assert!(position.to_string().contains("5 pieces"));
/// let position = Position::parse("aa1a/4/2A1/bbbb B", &rules)?;
/// assert_eq!(position.side(), Team::B);
/// assert_eq!(position.count(Team::A), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Position = position::Position<Rules>;

impl Position {
    /// The team with more pieces, or `None` when they are equal: who has won once the game is over.
    pub fn ahead(&self) -> Option<Team> {
        let [a, b] = Team::BOTH.map(|team| self.count(team));
        match a.cmp(&b) {
            std::cmp::Ordering::Greater => Some(Team::A),
            std::cmp::Ordering::Less => Some(Team::B),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Ruleset for Rules {
    type Board = View;
    type Setup = Setup;
    type Fault = Fault;
    type Throw = Face;
    type Step = Step;

    fn of_size(self, rows: &[Vec<char>]) -> Result<Rules, Conflict> {
        self.with_size(rows.len() as u8, rows[0].len() as u8)
    }

    fn route(&self) -> Route {
        Route::new(self)
    }

    fn start(&self) -> Setup {
        Setup::start(self)
    }

    fn legal(&self, setup: &Setup) -> Result<Position, Faults<Fault>> {
        setup.position(self)
    }

    fn setup(position: &Position) -> Setup {
        let (side, view) = (position.side(), position.board());
        let sides = [
            (side, view.own, view.own_dry),
            (side.other(), view.enemy, view.enemy_dry),
        ];
        let pieces = sides.into_iter().flat_map(|(team, pieces, dry)| {
            let pieces = pieces.ones();
            pieces.map(move |number| (position.cell(number), team, !dry.has(number)))
        });
        Setup {
            rows: rows::drawn((position.rules().rows(), position.rules().length()), pieces),
            side,
            second: position.is_second(),
        }
    }

    fn is_over(&self, view: &View) -> bool {
        let route = self.route();
        if view.own == 0 || view.enemy == 0 {
            return true;
        }
        let own = view.own.minus(route.goal()) == 0;
        let enemy = view.enemy.minus(route.home()) == 0;
        match self.end {
            End::Taken => false,
            End::One => own || enemy,
            End::Both => own && enemy,
        }
    }

    /// Nothing is the yield of no throws.
    fn read_yield(&self, text: &str) -> Result<Yield, work::Fault> {
        let known = playable(self);
        let face = |text: &str| known.iter().copied().find(|face| face.to_string() == text);
        Yield::read(text, face, |text| {
            let known = known.iter().join(", ");
            format!("`{text}` is not a throw to be played under these rules: they are {known}")
        })
    }
}
