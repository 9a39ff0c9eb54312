//! The cost of solving an endgame, found out before it is solved.

use super::compact_position::CompactRules;
use super::index::Index;
use super::{EndgameError, MAX_MEMORY, MAX_POSITIONS, check_pieces};
use crate::exact::stochastic::ONE;
use crate::games::daldos::Game;
use crate::work::limit::allow;

/// Microseconds for a position on a board without length, with the dice of the Danish game and bounds as close as usual.
const EACH: f64 = 10.0;
/// By how much more on longer boards, where pieces walk farther before they meet, for the square of `n`.
const LONGER: f64 = 0.031;
/// Bytes for each number, used or not: its bounds, its place in the game and in its components, and how long games last.
const BYTES: f64 = 110.0;
/// Bytes for a word of the game: four, and half as many again for the room that is held while the game grows.
const WORD: f64 = 6.0;
/// Positions of which the plays are counted to know what the others take.
const SAMPLE: usize = 128;
/// Seconds of work that is done without being asked for.
const USUAL: f64 = 2.0;
/// The throws of these dice.
const THROWS: f64 = 10.0;
/// Seconds for a position to the power of [`GROWTH`] and a hole of a home row, where fractions are found.
const FRACTIONS: f64 = 1.3e-10;
const GROWTH: f64 = 2.5;

/// The cost of solving an endgame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Positions with such pieces and fewer; some of them cannot arise.
    positions: u128,
    /// Microseconds and bytes for each.
    each: f64,
    bytes: f64,
    /// For the fractions, if they are sought.
    fractions: f64,
}

/// The estimated bytes for each number of an endgame.
fn bytes(rules: &Game, index: &Index) -> f64 {
    BYTES + WORD * words(rules, index)
}

/// Refuses an endgame that would take too much memory.
///
/// # Errors
/// [`EndgameError::TooLarge`].
pub(super) fn allow_bytes(rules: &Game, index: &Index) -> Result<(), EndgameError> {
    allow_memory((index.len() as f64 * bytes(rules, index)) as u64)
}

fn allow_memory(bytes: u64) -> Result<(), EndgameError> {
    Ok(allow("bytes of memory", bytes.into(), MAX_MEMORY.into())?)
}

/// The words that a number takes in the game, on average, from a sample of the numbers that is the same for all.
fn words(rules: &Game, index: &Index) -> f64 {
    let course = CompactRules::new(rules);
    let sample = SAMPLE.min(index.len());
    let (mut words, mut plays) = (0, Vec::new());
    for at in 0..sample {
        let few = index.few(at * index.len() / sample);
        let Some(few) = few.filter(|few| course.possible(few)) else {
            continue;
        };
        for cast in rules.casts() {
            course.plays(&few, cast.numbers, &mut plays);
            words += 2 + plays.len();
        }
    }
    words as f64 / sample.max(1) as f64
}

impl Effort {
    /// That of the endgame with `pieces` a side, its bounds `width` units of 2^-62 apart, and perhaps fractions.
    ///
    /// # Errors
    /// [`EndgameError::Pieces`].
    pub(crate) fn new(
        rules: &Game,
        pieces: [usize; 2],
        width: u64,
        is_exact: bool,
    ) -> Result<Self, EndgameError> {
        check_pieces(rules, pieces)?;
        let board = rules.rules().board();
        let index = Index::new(
            CompactRules::new(rules),
            pieces,
            usize::from(board.loses_at),
        );
        let n = f64::from(board.n);
        let throws = rules.casts().len() as f64 / THROWS;
        // Every pass brings the bounds closer by about the same factor; the rest of the work is some passes' too.
        let closeness = (f64::log2(ONE as f64 / width as f64) + 10.0) / 50.0;
        Ok(Self {
            positions: index.len() as u128,
            each: EACH * (1.0 + LONGER * n * n) * throws * closeness,
            bytes: bytes(rules, &index),
            fractions: if is_exact { FRACTIONS * n } else { 0.0 },
        })
    }

    /// The estimated seconds of one core for solving a number of positions.
    fn seconds(&self, positions: u128) -> f64 {
        let positions = positions as f64;
        positions * self.each * 1e-6 + self.fractions * positions.powf(GROWTH)
    }

    /// The estimated bytes for solving a number of positions.
    fn memory(&self, positions: u128) -> u64 {
        (positions as f64 * self.bytes) as u64
    }

    /// The number of positions solved by default: as many thousands as take about two seconds.
    pub fn usual(&self) -> u128 {
        let thousands = (1..=MAX_POSITIONS / 1000)
            .take_while(|thousands| self.seconds(thousands * 1000) <= USUAL);
        thousands.last().unwrap_or(1) * 1000
    }

    /// The greatest number of positions to be solved: the number asked for, else the usual one.
    pub(crate) fn most(&self, asked: Option<u128>) -> u128 {
        asked.unwrap_or_else(|| self.usual()).min(MAX_POSITIONS)
    }

    /// Refuses a whole endgame with more positions than that.
    ///
    /// # Errors
    /// [`EndgameError::Positions`], [`EndgameError::TooLarge`].
    pub(in crate::games::daldos) fn allow_all(
        &self,
        asked: Option<u128>,
    ) -> Result<(), EndgameError> {
        allow("positions", self.positions, MAX_POSITIONS)?;
        allow_memory(self.memory(self.positions))?;
        if self.positions > self.most(asked) {
            return Err(self.refused(asked, false));
        }
        Ok(())
    }

    /// The same of an endgame that was solved as far as one position leads, or would have been.
    pub(super) fn refused(&self, asked: Option<u128>, at_most: bool) -> EndgameError {
        let positions = self.positions;
        EndgameError::Positions {
            positions,
            at_most,
            seconds: self.seconds(positions.min(MAX_POSITIONS)).ceil() as u64,
            memory: self.memory(positions.min(MAX_POSITIONS)),
            allowed: self.most(asked),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effort(rules: &str, pieces: [usize; 2], is_exact: bool) -> Effort {
        let game = Game::new(rules.parse().unwrap()).unwrap();
        Effort::new(&game, pieces, 1 << 22, is_exact).unwrap()
    }

    #[test]
    fn as_measured() {
        // Seconds of one core of 2.5 GHz.
        for (rules, pieces, is_exact, seconds) in [
            ("daldos:n=5", [2, 2], false, 0.6),
            ("daldos:n=8", [2, 1], false, 1.0),
            ("daldos:n=8", [2, 2], false, 6.3),
            ("daldos", [2, 1], false, 23.0),
            ("daldos", [1, 1], true, 3.4),
            ("daldos:n=5", [2, 1], true, 3.7),
            ("daldos:n=6", [2, 1], true, 15.5),
        ] {
            let effort = effort(rules, pieces, is_exact);
            let about = effort.seconds(effort.positions);
            assert!(
                (0.6..1.7).contains(&(about / seconds)),
                "{rules} {pieces:?}: {about}, {seconds}"
            );
        }
    }

    /// Bytes that the program took, less the 22 million that it takes for nothing.
    #[test]
    fn memory_as_measured() {
        for (rules, pieces, bytes) in [
            ("daldos:n=4", [3, 3], 93e6),
            ("daldos:n=4", [4, 3], 511e6),
            ("daldos:n=5", [3, 3], 347e6),
            ("daldos:n=6", [3, 2], 319e6),
            ("daldos:n=8", [2, 2], 90e6),
            ("daldos", [2, 1], 112e6),
        ] {
            let effort = effort(rules, pieces, false);
            let about = effort.memory(effort.positions) as f64;
            assert!(
                (0.65..1.6).contains(&(about / bytes)),
                "{rules} {pieces:?}: {about}, {bytes}"
            );
        }
    }

    #[test]
    fn two_gigabytes_are_the_limit() {
        let four = effort("daldos:n=4", [4, 4], false);
        assert_eq!(four.positions, 6_330_256);
        assert!(four.allow_all(Some(four.positions)).is_ok());
        // Twelve faces make 78 throws of two dice, each with its plays in every position.
        let faces: Vec<String> = (1..=12).map(|face| format!("{face}:1")).collect();
        let many = effort(
            &format!("daldos:n=4,dice={}", faces.join("|")),
            [4, 4],
            false,
        );
        let refused = many.allow_all(Some(MAX_POSITIONS)).unwrap_err();
        assert!(refused.to_string().contains("bytes of memory"), "{refused}");
    }

    #[test]
    fn what_is_refused_is_allowed_by_the_number_said() {
        let effort = effort("daldos", [2, 1], false);
        let usual = effort.usual();
        assert!(effort.seconds(usual) <= 2.0 && effort.seconds(usual + 1000) > 2.0);
        let refused = effort.allow_all(None).unwrap_err();
        let refused = refused.to_string();
        let begins = "262,144 positions would have to be solved, in about 24 s with ";
        let ends = " of memory, and 22,000 are allowed: allow 262144";
        assert!(
            refused.starts_with(begins) && refused.ends_with(ends),
            "{refused}"
        );
        assert!(effort.allow_all(Some(262_144)).is_ok());
        assert!(effort.allow_all(Some(262_143)).is_err());
    }
}
