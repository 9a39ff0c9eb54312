//! The rules as data: dice, extra throws, what is taken, and the board of the full game.
//!
//! A [`Rules`] value is always coherent: it is made from text, which is checked. Its text form heads every table: the
//! preset's name, then the options that differ from it, as in `daldos:count=1,extra=none`.

mod board;
mod options;

use std::collections::BTreeSet;
use std::fmt;

use crate::rules::{Conflict, rules_text, words};
pub use board::{BoardRules, Dalling, Direction, IntermediateCapture};

/// The largest face of a die.
pub const MAX_FACE: u8 = 99;
/// The most dice thrown at once.
pub const MAX_COUNT: u8 = 4;
/// The largest sum of a die's weights.
pub const MAX_DIE_WEIGHT: u64 = 1_000_000;
/// The greatest limit on the further throws of a turn.
pub const MAX_EXTRA_THROWS: u8 = 20;
/// The most different throws a rule set may have.
pub const MAX_THROWS: u64 = 10_000;
/// Doubles ask for more than one die.
const NO_DOUBLES: &str = "one die alone shows no doubles: throw at least two (count=2)";

/// One die: faces with integer weights.
///
/// Faces are ascending and different, weights positive and without a common divisor, so that equal dice compare equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Die {
    faces: Vec<(u8, u32)>,
}

impl Die {
    /// A die from faces and weights in any order; repeated faces are added up. The reason if there is none such.
    fn new(faces: impl IntoIterator<Item = (u8, u32)>) -> Result<Self, String> {
        let fault = |what: &str| {
            Err(format!(
                "{what}: a die has faces from 1 to {MAX_FACE}, and 0 for a blank one, each of a weight of at least 1, all \
                 weights together at most {MAX_DIE_WEIGHT}"
            ))
        };
        let mut weights = std::collections::BTreeMap::new();
        let mut total = 0u64;
        for (face, weight) in faces {
            total += u64::from(weight);
            if total > MAX_DIE_WEIGHT {
                return fault("the weights' sum is more than 1000000");
            }
            *weights.entry(face).or_insert(0u32) += weight;
        }
        if weights.keys().all(|&face| face == 0) {
            return fault("it has no face with a number");
        }
        let divisor = weights
            .values()
            .fold(0, |a, &b| num_integer::Integer::gcd(&a, &b));
        Ok(Self {
            faces: weights
                .into_iter()
                .map(|(face, weight)| (face, weight / divisor))
                .collect(),
        })
    }

    /// Faces, ascending, with their weights.
    pub fn faces(&self) -> &[(u8, u32)] {
        &self.faces
    }

    /// Sum of the weights.
    pub fn total(&self) -> u64 {
        self.faces.iter().map(|&(_, w)| u64::from(w)).sum()
    }

    fn has(&self, face: u8) -> bool {
        self.faces.iter().any(|&(f, _)| f == face)
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.total() <= 12 && self.faces.iter().all(|&(face, _)| face <= 9) {
            for &(face, weight) in &self.faces {
                for _ in 0..weight {
                    write!(f, "{face}")?;
                }
            }
            return Ok(());
        }
        for (i, (face, weight)) in self.faces.iter().enumerate() {
            let bar = if i > 0 { "|" } else { "" };
            write!(f, "{bar}{face}:{weight}")?;
        }
        Ok(())
    }
}

words! {
    /// The number of times that the numbers of equal dice are played.
    Doubles {
        /// Once, as any other throw.
        Once = "once",
        /// Twice over when all dice show the same, as in backgammon.
        Twice = "twice",
    }
}

/// The rules of daldøs or a relative.
///
/// Capture odds depend on the dice and on what is taken; the [`BoardRules`] matter to the full game only.
///
/// # Examples
/// ```
/// use siga::games::daldos::rules::Rules;
/// let rules: Rules = "daldos: intermediate_capture = yes, dice = 4321".parse()?;
/// assert_eq!(rules.to_string(), "daldos:intermediate_capture=yes");
///
/// let error = "daldos:dices=1234".parse::<Rules>().unwrap_err();
/// assert_eq!(error.at, 7..12);
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    die: Die,
    count: u8,
    extra: BTreeSet<Vec<u8>>,
    extra_throws: Option<u8>,
    intermediate_capture: IntermediateCapture,
    doubles: Doubles,
    board: BoardRules,
}

/// One throw of all dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The faces of the dice, ascending.
    pub faces: Vec<u8>,
    /// Its weight over [`Rules::total`]; the order of the dice counted in.
    pub weight: u128,
    /// Whether it earns another throw.
    pub extra: bool,
    /// The numbers to play, ascending: the faces that are not blank, or twice over for doubles.
    pub numbers: Vec<u8>,
}

impl Rules {
    /// The same rules, if they are coherent.
    fn checked(mut self) -> Result<Rules, Conflict> {
        let fault = |options, message: String| Err(Conflict { options, message });
        if self.doubles == Doubles::Twice && self.count == 1 {
            return fault(&["doubles"], NO_DOUBLES.to_owned());
        }
        // Multisets: (faces + count − 1) choose count.
        let faces = self.die.faces.len() as u64;
        let throws = (0..u64::from(self.count)).fold(1, |n, k| n * (faces + k) / (k + 1));
        if throws > MAX_THROWS {
            let message = format!(
                "these dice have {throws} different throws, more than {MAX_THROWS}: take fewer dice or fewer different faces"
            );
            return fault(&["dice", "count"], message);
        }
        for throw in &self.extra {
            let shown = throw_text(throw);
            if throw.len() != usize::from(self.count) {
                let message = format!(
                    "the extra throw after {shown} does not fit: {count} dice are thrown, so write {count} numbers joined by \
                     `+`, or extra=none",
                    count = self.count
                );
                return fault(&["extra", "count"], message);
            }
            if let Some(face) = throw.iter().find(|&&face| !self.die.has(face)) {
                let faces = itertools::join(self.die.faces.iter().map(|(face, _)| face), ", ");
                let message = format!(
                    "the extra throw after {shown} does not fit: no die shows {face} (the faces are {faces}); change extra, \
                     or say extra=none"
                );
                return fault(&["extra", "dice"], message);
            }
        }
        self.board = self.board.checked()?;
        Ok(self)
    }

    /// Daldøs as in the Daldøs article (Wikipedia): two dice of 1 to 4, another throw after dal-dal, an added throw takes
    /// only where it ends.
    pub fn daldos() -> Self {
        Self {
            die: Die {
                faces: vec![(1, 1), (2, 1), (3, 1), (4, 1)],
            },
            count: 2,
            extra: BTreeSet::from([vec![1, 1]]),
            extra_throws: None,
            intermediate_capture: IntermediateCapture::No,
            doubles: Doubles::Once,
            board: BoardRules::default(),
        }
    }

    /// The board and the course of the full game.
    pub fn board(&self) -> &BoardRules {
        &self.board
    }

    /// The die; all dice are alike.
    pub fn die(&self) -> &Die {
        &self.die
    }

    /// Number of dice thrown at once.
    pub fn count(&self) -> u8 {
        self.count
    }

    /// The throws that earn another, each ascending.
    pub(crate) fn extra(&self) -> impl Iterator<Item = &[u8]> {
        self.extra.iter().map(Vec::as_slice)
    }

    /// The greatest number of further throws in a turn; `None` for any number.
    pub fn extra_throws(&self) -> Option<u8> {
        self.extra_throws
    }

    /// Where a piece moved by several numbers takes besides its last hole.
    pub(crate) fn intermediate_capture(&self) -> IntermediateCapture {
        self.intermediate_capture
    }

    /// The number of times that the numbers of equal dice are played.
    pub(crate) fn doubles(&self) -> Doubles {
        self.doubles
    }

    /// All different throws, ascending, without regard to the order of the dice. None earns another when a turn has no further
    /// throws.
    ///
    /// Exact: the weights sum to [`Rules::total`].
    /// Cost: their number, at most [`MAX_THROWS`].
    pub fn throws(&self) -> Vec<Throw> {
        let mut throws = Vec::new();
        let mut faces = Vec::new();
        self.collect(0, 1, &mut faces, &mut throws);
        throws
    }

    /// The weight of all throws together: the die's total to the power of the number of dice.
    pub fn total(&self) -> u128 {
        u128::from(self.die.total()).pow(u32::from(self.count))
    }

    /// Adds every throw that begins with `faces` and goes on from face number `from` on; `weight` is that of the
    /// faces so far, orderings included.
    fn collect(&self, from: usize, weight: u128, faces: &mut Vec<u8>, throws: &mut Vec<Throw>) {
        if faces.len() == usize::from(self.count) {
            let mut numbers: Vec<u8> = faces.iter().copied().filter(|&face| face > 0).collect();
            let double = self.count > 1 && faces.iter().all(|&f| f == faces[0]);
            if double && self.doubles == Doubles::Twice {
                numbers.extend_from_within(..);
            }
            throws.push(Throw {
                faces: faces.clone(),
                weight,
                extra: self.extra_throws != Some(0) && self.extra.contains(faces),
                numbers,
            });
            return;
        }
        for i in from..self.die.faces.len() {
            let (face, one) = self.die.faces[i];
            // The new die may stand in any of these places, but equal dice are not told apart.
            let places = faces.len() as u128 + 1;
            let equal = faces.iter().filter(|&&f| f == face).count() as u128 + 1;
            faces.push(face);
            self.collect(i, weight * u128::from(one) * places / equal, faces, throws);
            faces.pop();
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::daldos()
    }
}

/// A throw in text: `1+3`.
fn throw_text(throw: &[u8]) -> String {
    itertools::join(throw, "+")
}

rules_text!(Rules);
