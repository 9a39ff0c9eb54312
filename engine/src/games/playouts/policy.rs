//! Ways to choose a play.

use std::fmt;

use super::Random;
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
    /// The most taken, else so that no own piece leaves the board, and then the safest.
    Greedy,
    /// The best where an endgame's solution knows it, and greedy elsewhere.
    Best,
}

/// Every policy with its name.
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

impl Policy {
    /// Those of games in which throws are used one after the other.
    pub const ONE_BY_ONE: &'static [Self] = &[Self::Random, Self::Greedy];
    /// Those of games in which a throw is played as a whole.
    pub const WHOLE: &'static [Self] = &[
        Self::Random,
        Self::Take,
        Self::Safe,
        Self::Greedy,
        Self::Best,
    ];

    /// The policy of a name, one of some.
    ///
    /// # Errors
    /// [`NameError`].
    ///
    /// # Examples
    /// ```
    /// use siga::games::playouts::Policy;
    /// assert_eq!(Policy::read("take", Policy::WHOLE), Ok(Policy::Take));
    /// assert!(Policy::read("take", Policy::ONE_BY_ONE).is_err());
    /// ```
    pub fn read(text: &str, among: &[Self]) -> Result<Self, NameError> {
        let found = among.iter().find(|policy| policy.to_string() == text);
        found.copied().ok_or_else(|| {
            let what = match among {
                Self::ONE_BY_ONE => "a policy: write random or greedy",
                _ => "a policy: choose random, take, safe, greedy or best",
            };
            NameError::new(text.chars().take(40).collect::<String>(), what)
        })
    }
}

/// One of the least of some measures, each as likely as the others.
pub(in crate::games) fn least<M: Ord>(measures: &[M], ties: &mut Random) -> Option<usize> {
    let best = measures.iter().min()?;
    let equal: Vec<usize> = (0..measures.len())
        .filter(|&at| measures[at] == *best)
        .collect();
    Some(equal[ties.below(equal.len() as u64) as usize])
}
