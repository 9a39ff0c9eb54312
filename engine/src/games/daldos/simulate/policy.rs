//! Ways to choose a play.

use std::fmt;
use std::str::FromStr;

use super::exposure;
use crate::games::daldos::endgame::Endgame;
use crate::games::daldos::{Cast, Game, moves::View};
use crate::games::playouts::Random;
use crate::games::running_fight::simulate;
use crate::names::NameError;

/// The way a player chooses among the plays of a throw; among equally good ones, each is as likely as the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Any play.
    Random,
    /// A play that takes the most pieces.
    Take,
    /// A play after which the least stands where the enemy could take it, by a cheap count.
    Safe,
    /// The most taken, and then the safest.
    Greedy,
    /// The best where an endgame's solution knows it, and greedy elsewhere.
    Best,
}

impl From<simulate::Policy> for Policy {
    fn from(policy: simulate::Policy) -> Self {
        match policy {
            simulate::Policy::Random => Self::Random,
            simulate::Policy::Greedy => Self::Greedy,
        }
    }
}

/// Every policy with its name and meaning.
const NAMES: [(Policy, &str); 5] = [
    (Policy::Random, "random"),
    (Policy::Take, "take"),
    (Policy::Safe, "safe"),
    (Policy::Greedy, "greedy"),
    (Policy::Best, "best"),
];

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(policy, _)| policy == self);
        f.write_str(name.map_or("", |(_, name)| name))
    }
}

/// The names of the policies.
const POLICY: &str = "a policy: choose random, take, safe, greedy or best";

impl FromStr for Policy {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let found = NAMES.iter().find(|(_, name)| *name == text);
        found
            .map(|(policy, _)| *policy)
            .ok_or_else(|| NameError::new(text.chars().take(40).collect::<String>(), POLICY))
    }
}

impl Policy {
    /// Chooses among the states after the plays of a throw, each once, ascending, in the player's view.
    pub(super) fn choose(
        self,
        game: &Game,
        plays: &[View],
        cast: &Cast,
        endgame: Option<&Endgame>,
        random: &mut Random,
    ) -> View {
        if let [only] = plays {
            return *only;
        }
        let left = |state: &View| u64::from(state.enemy.count_ones());
        // The less, the better.
        let mut measures: Vec<(u64, u64)> = match self {
            Self::Random => vec![(0, 0); plays.len()],
            Self::Take => plays.iter().map(|state| (left(state), 0)).collect(),
            Self::Safe => plays
                .iter()
                .map(|state| (exposure(game, state), 0))
                .collect(),
            Self::Greedy | Self::Best => plays
                .iter()
                .map(|state| (left(state), exposure(game, state)))
                .collect(),
        };
        if self == Self::Best
            && let Some(endgame) = endgame
            && let Some(chances) = known(game, plays, cast, endgame)
        {
            measures = chances.into_iter().map(|chance| (chance, 0)).collect();
        }
        plays[simulate::least(&measures, random).unwrap_or(0)]
    }
}

/// The enemy's chance after each play, in units of the bounds, if all are known.
fn known(game: &Game, plays: &[View], cast: &Cast, endgame: &Endgame) -> Option<Vec<u64>> {
    use crate::exact::stochastic::ONE;
    let pairs = endgame.bounds().pairs();
    plays
        .iter()
        .map(|state| {
            if state.over(game).is_some() {
                return Some(0);
            }
            if cast.extra {
                let [low, high] = pairs[endgame.number(state)?];
                return Some(ONE - (low + high) / 2);
            }
            let [low, high] = pairs[endgame.number(&state.flip(game))?];
            Some((low + high) / 2)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for (policy, name) in NAMES {
            assert_eq!(policy.to_string(), name);
            assert_eq!(name.parse(), Ok(policy));
        }
        let error = "bold".parse::<Policy>().unwrap_err();
        assert!(error.to_string().contains("random, take"));
    }
}
