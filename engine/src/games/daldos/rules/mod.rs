//! The rules as data: dice, extra throws, what is taken, and the board of the full game.
//!
//! A [`Rules`] value is always coherent: it is made by [`Rules::new`] or from text, and both check it. Its text form
//! heads every table: the preset's name, then the options that differ from it, as in
//! `daldos:count=1,extra=none`.

mod board;
mod options;

use std::collections::BTreeSet;
use std::fmt;

use thiserror::Error;

use crate::rules::rules_text;
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

/// One die: faces with integer weights.
///
/// Faces are ascending and different, weights positive and without a common divisor, so that equal dice compare equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Die {
    faces: Vec<(u8, u32)>,
}

impl Die {
    /// A die from faces and weights in any order; repeated faces are added up.
    ///
    /// # Errors
    /// [`RulesFault::Die`] if there is no face but blank ones, a face is above [`MAX_FACE`], a weight is 0, or the weights'
    /// sum passes [`MAX_DIE_WEIGHT`].
    ///
    /// # Examples
    /// ```
    /// use siga::games::daldos::rules::Die;
    /// let die = Die::new([(1, 2), (3, 2), (1, 2)])?;
    /// assert_eq!(die.faces(), [(1, 2), (3, 1)]);
    /// assert_eq!(die.to_string(), "113");
    /// assert!(Die::new([(0, 1)]).is_err());
    /// assert_eq!(Die::new([(0, 1), (1, 1), (2, 1), (3, 1)])?.to_string(), "0123");
    /// # Ok::<(), siga::games::daldos::rules::RulesFault>(())
    /// ```
    pub fn new(faces: impl IntoIterator<Item = (u8, u32)>) -> Result<Self, RulesFault> {
        let mut weights = std::collections::BTreeMap::new();
        let mut total = 0u64;
        for (face, weight) in faces {
            if face > MAX_FACE {
                return Err(RulesFault::Die("a face is above 99"));
            }
            if weight == 0 {
                return Err(RulesFault::Die("a weight is 0"));
            }
            total += u64::from(weight);
            if total > MAX_DIE_WEIGHT {
                return Err(RulesFault::Die("the weights' sum is more than 1000000"));
            }
            *weights.entry(face).or_insert(0u32) += weight;
        }
        let divisor = weights
            .values()
            .fold(0, |a, &b| num_integer::Integer::gcd(&a, &b));
        if weights.keys().all(|&face| face == 0) {
            return Err(RulesFault::Die("it has no face with a number"));
        }
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

/// The number of times that the numbers of equal dice are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Doubles {
    /// Once, as any other throw.
    Once,
    /// Twice over when all dice show the same, as in backgammon.
    Twice,
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

/// A reason why a set of rules is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesFault {
    /// The die is not one.
    #[error(
        "{0}: a die has faces from 1 to 99, and 0 for a blank one, each of a weight of at least 1, all weights together at most 1000000"
    )]
    Die(&'static str),
    /// The number of dice is out of range.
    #[error("{0} dice: from 1 to 4 dice are thrown")]
    Count(u8),
    /// A throw that earns another does not have as many numbers as dice are thrown.
    #[error(
        "the extra throw after {throw} does not fit: {count} dice are thrown, so write {count} numbers joined by `+`, or extra=none"
    )]
    ExtraLength {
        /// The throw, as text.
        throw: String,
        /// Number of dice.
        count: u8,
    },
    /// A throw that earns another can not come up.
    #[error(
        "the extra throw after {throw} does not fit: no die shows {face} (the faces are {faces}); change extra, or say extra=none"
    )]
    ExtraFace {
        /// The throw, as text.
        throw: String,
        /// The face no die has.
        face: u8,
        /// The faces there are, as text.
        faces: String,
    },
    /// Doubles ask for more than one die.
    #[error("one die alone shows no doubles: throw at least two (count=2)")]
    NoDoubles,
    /// The limit on further throws is out of range.
    #[error("a turn has from 0 to {MAX_EXTRA_THROWS} further throws at most, or any number")]
    ExtraThrows,
    /// The board is impossible.
    #[error("{0}")]
    Board(&'static str),
    /// There are too many different throws.
    #[error(
        "these dice have {throws} different throws, more than 10000: take fewer dice or fewer different faces"
    )]
    Throws {
        /// The number of throws.
        throws: u64,
    },
}

crate::work::of_kind!(RulesFault, Input);

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
    /// Rules from their parts. `extra` holds the throws that earn another, each with one face a die, in any order.
    ///
    /// # Errors
    /// [`RulesFault`]: the first thing that does not fit.
    pub fn new(
        die: Die,
        count: u8,
        extra: impl IntoIterator<Item = Vec<u8>>,
        doubles: Doubles,
    ) -> Result<Self, RulesFault> {
        if !(1..=MAX_COUNT).contains(&count) {
            return Err(RulesFault::Count(count));
        }
        if doubles == Doubles::Twice && count == 1 {
            return Err(RulesFault::NoDoubles);
        }
        // Multisets: (faces + count − 1) choose count.
        let faces = die.faces.len() as u64;
        let throws = (0..u64::from(count)).fold(1, |n, k| n * (faces + k) / (k + 1));
        if throws > MAX_THROWS {
            return Err(RulesFault::Throws { throws });
        }
        let mut sorted = BTreeSet::new();
        for mut throw in extra {
            throw.sort_unstable();
            if throw.len() != usize::from(count) {
                return Err(RulesFault::ExtraLength {
                    throw: throw_text(&throw),
                    count,
                });
            }
            if let Some(&face) = throw.iter().find(|&&face| !die.has(face)) {
                let faces: Vec<String> = die.faces.iter().map(|(f, _)| f.to_string()).collect();
                return Err(RulesFault::ExtraFace {
                    throw: throw_text(&throw),
                    face,
                    faces: faces.join(", "),
                });
            }
            sorted.insert(throw);
        }
        Ok(Self {
            die,
            count,
            extra: sorted,
            extra_throws: None,
            intermediate_capture: IntermediateCapture::No,
            doubles,
            board: BoardRules::default(),
        })
    }

    /// The same rules on another board.
    ///
    /// # Errors
    /// [`RulesFault::Board`]: n is outside 1 to [`BoardRules::MAX_N`], or a player would have lost from the start.
    ///
    /// # Examples
    /// ```
    /// use siga::games::daldos::rules::{BoardRules, Rules};
    /// let norway = Rules::daldos().with_board(BoardRules { n: 12, ..BoardRules::default() })?;
    /// assert_eq!(norway.to_string(), "daldos:n=12");
    /// assert!(Rules::daldos().with_board(BoardRules { n: 0, ..BoardRules::default() }).is_err());
    /// # Ok::<(), siga::games::daldos::rules::RulesFault>(())
    /// ```
    pub fn with_board(mut self, board: BoardRules) -> Result<Self, RulesFault> {
        board.check()?;
        self.board = board.canonical();
        Ok(self)
    }

    /// The same rules, but an added throw may take on the way too, where its first number ends.
    ///
    /// # Examples
    /// ```
    /// use siga::games::daldos::rules::{IntermediateCapture, Rules};
    /// let rules = Rules::daldos().with_intermediate_capture(IntermediateCapture::Yes);
    /// assert_eq!(rules.to_string(), "daldos:intermediate_capture=yes");
    /// ```
    #[must_use]
    pub fn with_intermediate_capture(mut self, capture: IntermediateCapture) -> Self {
        self.intermediate_capture = capture;
        self
    }

    /// The same rules with a limit on the further throws of a turn; `None` for no limit.
    ///
    /// # Errors
    /// [`RulesFault::ExtraThrows`]: more than [`MAX_EXTRA_THROWS`].
    ///
    /// # Examples
    /// ```
    /// use siga::games::daldos::rules::Rules;
    /// assert_eq!(Rules::daldos().with_extra_throws(Some(1))?.to_string(), "daldos:extra_throws=1");
    /// assert!(Rules::daldos().with_extra_throws(Some(21)).is_err());
    /// # Ok::<(), siga::games::daldos::rules::RulesFault>(())
    /// ```
    pub fn with_extra_throws(mut self, limit: Option<u8>) -> Result<Self, RulesFault> {
        if limit.is_some_and(|limit| limit > MAX_EXTRA_THROWS) {
            return Err(RulesFault::ExtraThrows);
        }
        self.extra_throws = limit;
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
    let numbers: Vec<String> = throw.iter().map(u8::to_string).collect();
    numbers.join("+")
}

rules_text!(Rules);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::info;

    #[test]
    fn weights_of_throws_count_orders() {
        let rules: Rules = "daldos:dice=1:2|5:3|7:1,count=3,extra=none"
            .parse()
            .unwrap();
        let throws = rules.throws();
        assert_eq!(throws.len(), 10);
        assert_eq!(throws.iter().map(|t| t.weight).sum::<u128>(), rules.total());
        let mixed = throws.iter().find(|t| t.faces == [1, 5, 7]).unwrap();
        assert_eq!(mixed.weight, 6 * 2 * 3);
        let pair = throws.iter().find(|t| t.faces == [1, 1, 5]).unwrap();
        assert_eq!(pair.weight, 3 * 2 * 2 * 3);
    }

    #[test]
    fn doubles_are_played_twice_over() {
        let rules: Rules = "daldos:doubles=twice".parse().unwrap();
        let throws = rules.throws();
        assert_eq!(throws[0].numbers, [1, 1, 1, 1]);
        assert_eq!(throws[1].numbers, [1, 2]);
    }

    #[test]
    fn every_option_is_listed_with_its_default() {
        let info = info::<Rules>();
        for option in info.options {
            let text = format!("daldos:{}={}", option.name, option.default);
            assert_eq!(text.parse(), Ok(Rules::daldos()), "{text}");
        }
        assert_eq!(info.presets[0].name.parse(), Ok(Rules::daldos()));
        assert_eq!(Rules::daldos().to_string(), "daldos");
    }
}
