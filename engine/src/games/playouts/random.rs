//! Numbers that look random and are the same everywhere.

use rand::Rng;
use rand_pcg::Pcg64;

use crate::board::Team;

/// A sequence of random numbers.
#[derive(Debug)]
pub struct Random(Pcg64);

/// The random numbers of one side in one game.
///
/// Dice and choices are drawn from sequences of their own: games from different positions then meet the same throws, however
/// many choices there were before.
#[derive(Debug)]
pub struct Luck {
    /// The dice or sticks.
    pub dice: Random,
    /// Choices among plays that the policy holds for equal.
    pub ties: Random,
}

/// A bit that tells the sequence of a side's choices in a game from that of its dice.
const CHOICES: u128 = 1;

impl Luck {
    /// The sequences of a side in a numbered game under a seed.
    pub(crate) fn new(seed: u64, game: u64, side: Team) -> Self {
        // Two bits for what it is: the side, and whether it is the dice or the choices.
        let stream = u128::from(game) << 2 | (side as u128) << 1;
        Self {
            dice: Random::new(seed, stream),
            ties: Random::new(seed, stream | CHOICES),
        }
    }

    /// Those of A and of B.
    pub(crate) fn of_both(seed: u64, game: u64) -> [Self; 2] {
        [Team::A, Team::B].map(|side| Self::new(seed, game, side))
    }
}

impl Random {
    /// A numbered sequence under a seed.
    pub fn new(seed: u64, stream: u128) -> Self {
        // The seed is spread over the state; streams of one state are independent sequences.
        let state = u128::from(seed) << 64 | u128::from(seed ^ 0x9e37_79b9_7f4a_7c15);
        Self(Pcg64::new(state, stream))
    }

    /// A number from 0 up to and without `bound`, all equally likely; 0 for a bound of 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // Lemire's method: the high word of a product, thrown again where some would come up too often.
        let mut product = u128::from(self.0.next_u64()) * u128::from(bound);
        if (product as u64) < bound {
            let least = bound.wrapping_neg() % bound;
            while (product as u64) < least {
                product = u128::from(self.0.next_u64()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }
}
