//! A turn as it is played: what falls, and what stands of it.

use super::moves::{MAX_YIELD, Yield};
use super::rules::{Cancel, Face, Rules, Throw};
use crate::games::running_fight::sticks;
use crate::work::{Fault, Kind};

/// The throws of a turn, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TurnThrows {
    /// All of them.
    pub throws: Vec<Throw>,
    /// The throws among them that stand and leave something to play.
    pub played: Yield,
}

/// Throws a turn out.
///
/// `below` gives a number below its argument, all equally likely. A stick of bias `p/q` shows its red side where the
/// number below `q` is below `p`.
///
/// # Errors
/// If the turn goes on although more throws stand than can be played.
///
/// # Examples
/// ```
/// use siga::games::sig::{Rules, playing::throw_turn};
/// // Sticks that show their red sides by turns: four of eight move a piece four cells and earn another throw.
/// let mut numbers = [0, 1].into_iter().cycle().take(8).chain([1].into_iter().cycle());
/// let thrown = throw_turn(&Rules::depaulis(), &mut |_| numbers.next().expect("without end"))?;
/// assert_eq!(thrown.throws.len(), 2);
/// assert_eq!(thrown.played.to_string(), "4,8");
/// # Ok::<(), siga::work::Fault>(())
/// ```
pub fn throw_turn(rules: &Rules, below: &mut dyn FnMut(u64) -> u64) -> Result<TurnThrows, Fault> {
    let mut throws = Vec::new();
    loop {
        let reds = sticks::fallen(rules.bias(), rules.sticks(), below);
        let throw = rules.throws()[reds];
        throws.push(throw);
        if throws.len() > MAX_YIELD * MAX_YIELD {
            return Err(endless());
        }
        if throw.again {
            continue;
        }
        let faces = throws.iter().map(|throw| throw.face);
        let played = Standing::of(rules.cancel, faces).played();
        if played.throws().len() > MAX_YIELD {
            return Err(endless());
        }
        return Ok(TurnThrows { throws, played });
    }
}

fn endless() -> Fault {
    let text = format!("{MAX_YIELD} throws stand and the turn goes on: no more can be played");
    Fault::new(Kind::Limit, text)
}

/// The throws of a turn under way that stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Standing {
    /// In the order thrown.
    pub(super) throws: Vec<Face>,
    /// Whether a khmar would cancel the last of them under `cancel=previous`.
    pub(super) fresh: bool,
}

impl Standing {
    /// Those that stand of some throws.
    fn of(cancel: Cancel, throws: impl Iterator<Item = Face>) -> Self {
        throws.fold(Self::default(), |standing, face| standing.and(face, cancel))
    }

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

    /// Those that leave something to play.
    pub(super) fn played(mut self) -> Yield {
        self.throws.retain(|face| *face != Face::Nothing);
        Yield::trusted(self.throws)
    }
}

#[cfg(test)]
mod unit_tests {
    use super::*;

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
            let stands = |cancel| Standing::of(cancel, faces()).played().to_string();
            assert_eq!(stands(Cancel::Previous), previous, "{thrown}");
            assert_eq!(stands(Cancel::Stack), stack, "{thrown}");
        }
    }
}
