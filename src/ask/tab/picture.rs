//! A board drawn for a terminal and as a scene.

use crate::ask::running_fight::picture;
use crate::ask::subject::Shown;
use crate::games::record::Recordable;
use crate::games::tab::Position;
use crate::render::drawing::board::Scene;

impl Shown for Position {
    fn draw(&self, _taken: u128) -> String {
        picture::draw(&self.setup().rows)
    }

    fn scene(&self, _taken: u128) -> Scene {
        let setup = self.setup();
        let length = self.rules().length();
        // From the end of the third row back into the second, and out of the fourth into the third.
        let joined = [(3 * length - 1, length), (4 * length - 1, 2 * length)];
        let back = [(2 * length, 0), (3 * length - 1, length - 1)];
        let mut scene = picture::scene(&setup.rows, self.route(), &[joined, back].concat());
        for (cell, height) in setup.stacks {
            let name = cell.to_string();
            if let Some(spot) = scene.spots.iter().find(|spot| spot.name == name) {
                let (x, y) = spot.at;
                scene.labels.push((x, y, height.to_string()));
            }
        }
        scene
    }

    fn turn(&self) -> String {
        match self.ended() {
            Some(how) => format!("the game is over: {how}"),
            None => format!("{} to throw", self.side()),
        }
    }
}
