//! The board as the team to move sees it.

use crate::board::Bits;
use crate::games::running_fight::plays::FightBoard;
use crate::games::running_fight::route::Route;

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

impl FightBoard for View {
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

    fn enemies_on(&self, cell: u8) -> u32 {
        self.enemy.has(cell).into()
    }

    fn movable(&self) -> u128 {
        self.own.minus(self.own_dry)
    }
}
