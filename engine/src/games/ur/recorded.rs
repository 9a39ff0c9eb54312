//! The start of the whole game, as its tables have it.
//!
//! The tables of `ur:finkel` take long to build; the bounds of the start, and of the positions to which its first throws
//! lead, were read from them and are kept here, rounded outwards.

use num_rational::BigRational;

use super::position::Position;
use crate::exact::Quantity;
use crate::games::throws::Values;
use crate::work::Fault;

/// Under `ur:finkel`: a position, and bounds of the chance that the side to throw wins, in units of 10^-11.
const FINKEL: [(&str, [u64; 2]); 6] = [
    ("8/8/8 light hand=7+7", [51_540_473_241, 51_540_473_261]),
    ("8/8/8 dark hand=7+7", [51_540_473_241, 51_540_473_261]),
    ("3L4/8/8 dark hand=6+7", [49_357_250_000, 49_357_350_000]),
    ("2L5/8/8 dark hand=6+7", [48_251_950_000, 48_252_050_000]),
    ("1L6/8/8 dark hand=6+7", [48_184_950_000, 48_185_050_000]),
    ("L7/8/8 light hand=6+7", [55_869_250_000, 55_869_350_000]),
];
const UNITS: u64 = 100_000_000_000;

/// What is recorded of the start, and of the positions after its first throw.
///
/// # Examples
/// ```
/// use siga::games::throws::Values;
/// use siga::games::ur::{Position, Recorded};
/// let start = Position::start(&"ur:finkel".parse()?);
/// let chance = Recorded::of(&start).unwrap().own(&start)?.unwrap();
/// assert_eq!(chance.decimal(6), "0.515405");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Recorded {}

impl Recorded {
    /// The record, of the start of `ur:finkel` alone.
    pub fn of(position: &Position) -> Option<Recorded> {
        let rules = position.rules();
        let start = position.view() == Position::start(rules).view();
        (start && rules.to_string() == "ur:finkel").then_some(Recorded {})
    }
}

impl Values<Position> for Recorded {
    fn own(&self, position: &Position) -> Result<Option<Quantity>, Fault> {
        let same = |text: &str| {
            let known = Position::parse(text, position.rules());
            known.is_ok_and(|known| {
                known.view() == position.view() && known.side() == position.side()
            })
        };
        let recorded = FINKEL.iter().find(|(text, _)| same(text));
        let ratio = |units: u64| BigRational::new(units.into(), UNITS.into());
        Ok(recorded.map(|(_, [low, high])| Quantity::between(ratio(*low), ratio(*high))))
    }
}
