//! The cost of solving an endgame, found out before it is solved.

use super::compact_position::Course;
use super::index::Index;
use super::{EndgameError, MAX_POSITIONS, check_pieces};
use crate::exact::stochastic::ONE;
use crate::games::daldos::Game;
use crate::work::limit::{allow, grouped};
use crate::work::{Ahead, Note};

/// Microseconds for a position on a board without length, with the dice of the Danish game and bounds as close as usual.
const EACH: f64 = 10.0;
/// By how much more on longer boards, where pieces walk farther before they meet, for the square of `n`.
const LONGER: f64 = 0.031;
/// Bytes for a position with these dice.
const BYTES: f64 = 600.0;
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
        let index = Index::new(Course::new(rules), pieces, usize::from(board.loses_at));
        let n = f64::from(board.n);
        let throws = rules.casts().len() as f64 / THROWS;
        // Every pass brings the bounds closer by about the same factor; the rest of the work is some passes' too.
        let closeness = (f64::log2(ONE as f64 / width as f64) + 10.0) / 50.0;
        Ok(Self {
            positions: index.len() as u128,
            each: EACH * (1.0 + LONGER * n * n) * throws * closeness,
            bytes: BYTES * throws,
            fractions: if is_exact { FRACTIONS * n } else { 0.0 },
        })
    }

    /// The estimated seconds of one core for solving a number of positions.
    fn seconds(&self, positions: u128) -> f64 {
        let positions = positions as f64;
        positions * self.each * 1e-6 + self.fractions * positions.powf(GROWTH)
    }

    /// The number of positions solved by default: as many thousands as take no longer than need not be announced.
    pub fn usual(&self) -> u128 {
        let thousands = (1..=MAX_POSITIONS / 1000)
            .take_while(|thousands| self.seconds(thousands * 1000) <= Ahead::UNSAID);
        thousands.last().unwrap_or(1) * 1000
    }

    /// The greatest number of positions to be solved: the number asked for, else the usual one.
    pub(crate) fn most(&self, asked: Option<u128>) -> u128 {
        asked.unwrap_or_else(|| self.usual()).min(MAX_POSITIONS)
    }

    /// Refuses a whole endgame with more positions than that, and tells of one that takes long.
    ///
    /// # Errors
    /// [`EndgameError::Positions`], [`EndgameError::TooLarge`].
    pub(in crate::games::daldos) fn allow_all(
        &self,
        asked: Option<u128>,
        note: &Note,
    ) -> Result<(), EndgameError> {
        allow("positions", self.positions, MAX_POSITIONS)?;
        if self.positions > self.most(asked) {
            return Err(self.refused(asked, false));
        }
        self.tell(self.positions, note);
        Ok(())
    }

    /// The same of an endgame that was solved as far as one position leads, or would have been.
    pub(super) fn refused(&self, asked: Option<u128>, at_most: bool) -> EndgameError {
        let positions = self.positions;
        EndgameError::Positions {
            positions,
            at_most,
            seconds: self.seconds(positions.min(MAX_POSITIONS)).ceil() as u64,
            memory: (positions.min(MAX_POSITIONS) as f64 * self.bytes) as u64,
            allowed: self.most(asked),
        }
    }

    /// Announces how long solving a number of positions will take, if that is long.
    pub(in crate::games::daldos) fn tell(&self, positions: u128, note: &Note) {
        let what = || format!("an endgame of {} positions", grouped(positions));
        note.ahead(self.seconds(positions), what);
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

    #[test]
    fn what_is_refused_is_allowed_by_the_number_said() {
        let effort = effort("daldos", [2, 1], false);
        let (note, usual) = (Note::default(), effort.usual());
        assert!(effort.seconds(usual) <= 2.0 && effort.seconds(usual + 1000) > 2.0);
        let refused = effort.allow_all(None, &note).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "262,144 positions would have to be solved, in about 24 s with 158 MB of memory, and 22,000 are allowed: \
             allow 262144"
        );
        assert!(effort.allow_all(Some(262_144), &note).is_ok());
        assert!(effort.allow_all(Some(262_143), &note).is_err());
    }
}
