//! What stands of the throws of a turn.

use super::rules::{Cancel, Face};
use crate::games::running_fight::plays::Standing;

impl Standing<Face> {
    /// Those that stand after one more.
    #[must_use]
    pub(super) fn and(mut self, face: Face, cancel: Cancel) -> Self {
        if face != Face::Khmar {
            self.throws.push(face);
        } else if self.fresh || cancel == Cancel::Stack {
            self.throws.pop();
        }
        self.fresh = face != Face::Khmar;
        self
    }
}

#[cfg(test)]
mod unit_tests {
    use super::*;
    use crate::games::sig::moves::Yield;

    #[test]
    fn a_khmar_cancels_what_the_rules_say() {
        let face = |text: &str| match text {
            "x" => Face::Khmar,
            "0" => Face::Nothing,
            cells => Face::Move(cells.parse().unwrap()),
        };
        for (thrown, previous, stack) in [
            ("4 5 x 8", "4,8", "4,8"),
            ("4 5 x x 8", "4,8", "8"),
            ("4 0 x 5", "4,5", "4,5"),
            ("x 4 x x 5 x", "", ""),
            ("4 5 x 4 x x 8", "4,8", "8"),
        ] {
            let faces = || thrown.split(' ').map(face);
            let stands = |cancel| {
                let mut stands = Standing::default();
                for face in faces() {
                    stands = stands.and(face, cancel);
                }
                stands.throws.retain(|face| *face != Face::Nothing);
                Yield::trusted(stands.throws).to_string()
            };
            assert_eq!(stands(Cancel::Previous), previous, "{thrown}");
            assert_eq!(stands(Cancel::Stack), stack, "{thrown}");
        }
    }
}
