//! Boards as they can be written down, and every fault that keeps one from being a position.

use thiserror::Error;

use super::moves::State;
use super::{Position, Rules, goals};
use crate::board::notation::Faults;
use crate::board::{Bits, Reserve, Side};
use crate::games::{AnyPosition, described};
use crate::rules::{Conflict, RulesText};
use crate::work;

/// Anything that can be written down as a position, legal or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The rows from the top, each from the left: `x`, `o` and `.`.
    pub rows: Vec<Vec<char>>,
    /// The side to move.
    pub side: Side,
    /// The pieces still to be placed, if they are given: they follow from the board.
    pub reserve: Option<Reserve>,
}

/// One thing that keeps a setup from being a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The board drawn is not the board of the rules.
    #[error("the board drawn has {drawn} cells a side, the rules say {rules}")]
    Size {
        /// The side of the board drawn.
        drawn: usize,
        /// The side under the rules.
        rules: usize,
    },
    /// Rows that are not those of the board of the rules.
    #[error(
        "the board drawn has rows of {drawn} cells from the top, the board of the rules of {rules}"
    )]
    Shape {
        /// The lengths of the rows drawn.
        drawn: String,
        /// Those under the rules.
        rules: String,
    },
    /// More pieces than a player has.
    #[error("{side} has {found} pieces on the board, and each side has {most}")]
    TooMany {
        /// Whose pieces.
        side: Side,
        /// Those on the board.
        found: u32,
        /// As many as there are.
        most: u8,
    },
    /// A reserve that is not the rest of the pieces.
    #[error("{side} has a reserve of {found}, but pieces not on the board: {expected}")]
    Reserve {
        /// Whose pieces.
        side: Side,
        /// Those said to be in reserve.
        found: u16,
        /// The pieces of a side less those on the board.
        expected: u16,
    },
    /// Pieces that were not placed in turn, or the wrong side to move.
    #[error("{why}")]
    Turn {
        /// The fault, and the correction, as a sentence.
        why: String,
    },
    /// The side to move has a pattern.
    #[error("{side} is to move and has made a pattern already: the game was over before")]
    Won {
        /// The side to move.
        side: Side,
    },
}

impl Setup {
    /// The legal position of this setup.
    ///
    /// # Errors
    /// Every fault at once.
    ///
    /// # Examples
    /// ```
    /// use siga::games::line_up::Setup;
    /// let setup: Setup = "xx3/xx3/o4/o4/5 x x1o2".parse()?;
    /// let faults = setup.position(&"teeko".parse()?).unwrap_err();
    /// assert_eq!(faults.0.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, rules: &Rules) -> Result<Position, Faults<Fault>> {
        if let Some(fault) = self.misshapen(rules) {
            return Err(Faults(vec![fault]));
        }
        let most = rules.men();
        let placed = Side::BOTH.map(|side| self.pieces(side).count());
        let mut faults = Vec::new();
        for (side, found) in Side::BOTH.into_iter().zip(placed) {
            if found > u32::from(most) {
                faults.push(Fault::TooMany { side, found, most });
            } else if let Some(reserve) = self.reserve {
                let (found, expected) = (reserve.of(side), u16::from(most) - found as u16);
                if found != expected {
                    faults.push(Fault::Reserve {
                        side,
                        found,
                        expected,
                    });
                }
            }
        }
        if let Some(why) = self.out_of_turn(rules, placed) {
            faults.push(Fault::Turn { why });
        }
        let seen = |side| Position::seen(rules, self.side, self.pieces(side));
        let state = State {
            own: seen(self.side),
            other: seen(self.side.other()),
        };
        if goals::holds(&rules.facts().goals[0], state.own) {
            faults.push(Fault::Won { side: self.side });
        }
        if faults.is_empty() {
            Ok(Position::trusted(rules.clone(), self.side, state))
        } else {
            Err(Faults(faults))
        }
    }

    /// The fault of rows that are not those of the board.
    fn misshapen(&self, rules: &Rules) -> Option<Fault> {
        let drawn: Vec<usize> = self.rows.iter().map(Vec::len).collect();
        let mut wanted = rules.board().row_lengths();
        wanted.reverse();
        if drawn == wanted {
            return None;
        }
        let square = |rows: &[usize]| rows.iter().all(|row| *row == rows.len());
        Some(match square(&drawn) && square(&wanted) {
            true => Fault::Size {
                drawn: drawn.len(),
                rules: wanted.len(),
            },
            false => Fault::Shape {
                drawn: itertools::join(drawn, ", "),
                rules: itertools::join(wanted, ", "),
            },
        })
    }

    /// Why these numbers of pieces cannot stand on the board with this side to move.
    fn out_of_turn(&self, rules: &Rules, [x, o]: [u32; 2]) -> Option<String> {
        let side = self.side;
        let men = u32::from(rules.men());
        if x.max(o) > men {
            return None;
        }
        if !rules.places() {
            let whole = (x, o) == (men, men);
            return (!whole).then(|| format!("each side has all its {men} pieces on the board"));
        }
        if rules.facts().early {
            // A side without pieces must place one, so only before its first turn has it none.
            let right = match (x, o) {
                (0, 0) => side == Side::X,
                (1, 0) => side == Side::O,
                (0, _) | (_, 0) => false,
                _ => true,
            };
            return (!right).then(|| {
                "x begins and o places its first piece at once: with no piece on the board x is to \
                 move, with one of x and none of o it is o's turn, and then both have some"
                    .to_owned()
            });
        }
        if x == men && o == men {
            return None;
        }
        // Pieces are placed in turn, whoever chooses their cells.
        let total = x + o;
        let expected = [total.div_ceil(2), total / 2];
        let next = if total.is_multiple_of(2) {
            Side::X
        } else {
            Side::O
        };
        ([x, o] != expected || side != next).then(|| {
            format!(
                "when {total} pieces are placed, {} are of x, {} of o, and {next} is to move",
                expected[0], expected[1]
            )
        })
    }

    /// The pieces of a side by index, those beyond 32 cells left out.
    fn pieces(&self, side: Side) -> u32 {
        (0_u8..32)
            .zip(self.rows.iter().rev().flatten())
            .filter(|(_, symbol)| **symbol == side.symbol())
            .fold(0, |set, (index, _)| set | u32::bit(index))
    }
}

impl Position {
    /// The position as it is written down, with its reserve.
    pub fn setup(&self) -> Setup {
        let sides = Side::BOTH.map(|side| u128::from(self.pieces(side)));
        let reserve = Reserve {
            x: self.reserve(Side::X).into(),
            o: self.reserve(Side::O).into(),
        };
        Setup {
            rows: described::rows(&self.board().row_lengths(), sides),
            side: self.side(),
            reserve: Some(reserve),
        }
    }
}

impl AnyPosition for Position {
    type Rules = Rules;
    type Setup = Setup;
    type Fault = Fault;

    fn usual_rules(drawn: &Setup, of: &str) -> Result<Rules, Conflict> {
        let lengths: Vec<usize> = drawn.rows.iter().rev().map(Vec::len).collect();
        Ok(Rules::usual(of)?.on_rows(&lengths))
    }

    fn of(setup: &Setup, rules: &Rules) -> Result<Result<Self, Faults<Self::Fault>>, work::Fault> {
        Ok(setup.position(rules))
    }

    fn start(rules: &Rules) -> Result<Self, work::Fault> {
        Ok(Self::start(rules))
    }

    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn setup(&self) -> Setup {
        self.setup()
    }
}
