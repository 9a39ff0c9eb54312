//! Dice, sticks, and the choice among equally good moves: the same for the same seed.

use rand::RngExt;
use rand_pcg::Pcg64;

/// What is drawn at one step of a game.
///
/// Each step has a sequence of its own, so that what was thrown is thrown again after a move was taken back.
#[derive(Debug)]
pub(crate) struct Dice(Pcg64);

impl Dice {
    pub(super) fn new(seed: u64, step: usize) -> Self {
        // The seed is spread over the state; streams of one state are independent sequences.
        let state = u128::from(seed) << 64 | u128::from(seed ^ 0x9e37_79b9_7f4a_7c15);
        Self(Pcg64::new(state, step as u128))
    }

    /// A number below a bound that is not 0, each as likely as the others.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0.random_range(0..bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_sequences_of_their_own() {
        let drawn = |seed, step| {
            let mut dice = Dice::new(seed, step);
            [(); 8].map(|()| dice.below(16))
        };
        assert_eq!(drawn(1, 2), drawn(1, 2));
        assert_ne!(drawn(1, 2), drawn(1, 3));
        assert_ne!(drawn(1, 2), drawn(2, 2));
        // The same on every machine.
        assert_eq!(drawn(0, 0), [0, 2, 15, 1, 12, 13, 11, 1]);
    }
}
