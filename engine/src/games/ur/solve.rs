//! The game as its solver sees it.

use std::ops::Range;

use super::index::Index;
use super::race::{Race, View};
use super::rules::Rules;
use crate::solve::throws::{self, Next, Solution};
use crate::work::Note;

/// A race with its positions numbered.
#[derive(Debug)]
pub(crate) struct Numbered {
    pub(crate) race: Race,
    pub(crate) index: Index,
    weights: Vec<u32>,
}

impl Numbered {
    pub(crate) fn new(rules: &Rules) -> Numbered {
        let race = Race::new(rules);
        Numbered {
            index: Index::new(&race, rules.pieces()),
            weights: race.throws().iter().map(|throw| throw.weight).collect(),
            race,
        }
    }
}

impl throws::Game for Numbered {
    type Position = View;

    fn weights(&self) -> &[u32] {
        &self.weights
    }

    fn layers(&self) -> &[Range<u64>] {
        self.index.layers()
    }

    fn position(&self, number: u64) -> View {
        self.index.view(number)
    }

    /// The steps that all pieces have made. Only a move that takes, and a throw that cannot be used, do not add to them.
    fn advance(&self, position: &View) -> u32 {
        let steps = |mut bits: u32| {
            let mut sum = 0;
            while bits != 0 {
                sum += bits.trailing_zeros() + 1;
                bits &= bits - 1;
            }
            sum
        };
        steps(position.own) + steps(position.other)
    }

    fn options(&self, position: &View, throw: usize, next: &mut Vec<Next>) {
        let throw = self.race.throws()[throw];
        self.race.each(*position, throw, |played| {
            next.push(match (played.wins(), played.again) {
                (true, _) => Next::Won,
                (false, true) => Next::Again(self.index.of(played.after)),
                (false, false) => Next::Pass(self.index.of(played.after.turned())),
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::throws::ONE;

    #[test]
    #[ignore = "measure"]
    fn measured() {
        let text = std::env::var("UR").unwrap();
        let rules: Rules = text.parse().unwrap();
        let begun = std::time::Instant::now();
        let game = Numbered::new(&rules);
        println!("index {:?}", begun.elapsed());
        let note = Note::telling(|text| println!("{text}"));
        let solution = throws::solve(&game, &note).unwrap();
        let start = game.index.of(game.race.start(rules.pieces()));
        let mut sum = [0.0; 2];
        let [low, high] = solution.pair(start);
        sum[0] += low as f64 / ONE as f64;
        sum[1] += high as f64 / ONE as f64;
        println!("{text}: {sum:?} widest {:e} ends {} {:?}", solution.widest() as f64 / ONE as f64, solution.ends(), begun.elapsed());
    }
}
