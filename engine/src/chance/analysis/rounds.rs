//! The number of rounds of what is repeated, as programs get it.

use crate::chance::eval::Rounds;
use crate::exact::Quantity;

/// The number of rounds of what is repeated until something holds.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct NumberOfRounds {
    /// Its mean.
    pub mean: Quantity,
    /// The numbers in order; of an endless list the first ones.
    pub rows: Vec<RoundsRow>,
    /// The probability of more rounds than listed, or `null`.
    pub rest: Option<Quantity>,
}

/// The chance of a number of rounds.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct RoundsRow {
    /// The number.
    pub rounds: usize,
    /// That it takes exactly this number of rounds.
    pub probability: Quantity,
}

impl From<Rounds> for NumberOfRounds {
    fn from(rounds: Rounds) -> Self {
        let zero = num_rational::BigRational::default();
        let rows = rounds.chances.into_iter().enumerate();
        let rows = rows.filter(|(_, chance)| *chance != zero);
        Self {
            mean: Quantity::Exact(rounds.mean),
            rows: rows
                .map(|(rounds, chance)| RoundsRow {
                    rounds,
                    probability: Quantity::Exact(chance),
                })
                .collect(),
            rest: (rounds.more != zero).then_some(Quantity::Exact(rounds.more)),
        }
    }
}
