//! The two sides of a game: `x` and `o` on a square board, `A` and `B` on rows of holes.

use crate::names::NameError;
use std::fmt;
use std::str::FromStr;

/// One of the two players: `x` begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[derive(schemars::JsonSchema)]
pub enum Side {
    /// The player who begins, written `x`.
    X,
    /// The other, written `o`.
    O,
}

impl Side {
    /// Both, `x` first.
    pub const BOTH: [Side; 2] = [Side::X, Side::O];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::X => Side::O,
            Side::O => Side::X,
        }
    }

    /// `x` or `o`.
    pub(crate) const fn symbol(self) -> char {
        match self {
            Side::X => 'x',
            Side::O => 'o',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.symbol())
    }
}

/// One of the two players of a game on rows of holes, each of whom has a home row.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, schemars::JsonSchema,
)]
#[schemars(rename = "Side")]
pub enum Team {
    /// Whose home row is written first.
    A,
    /// The other.
    B,
}

impl Team {
    /// Both, `A` first.
    pub const BOTH: [Team; 2] = [Team::A, Team::B];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Team {
        match self {
            Team::A => Team::B,
            Team::B => Team::A,
        }
    }

    /// The characters of its pieces.
    pub(crate) const fn symbols(self) -> &'static str {
        match self {
            Team::A => "Aa",
            Team::B => "Bb",
        }
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.symbols()[..1])
    }
}

/// The first or second of two sides, by its letter, small or capital.
fn by_letter<S: Copy>(
    text: &str,
    sides: [char; 2],
    both: [S; 2],
    wanted: &'static str,
) -> Result<S, NameError> {
    let found = sides.iter().position(|side| {
        let mut letters = text.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        letter.is_some_and(|letter| letter.eq_ignore_ascii_case(side))
    });
    let wrong = || NameError::new(text.chars().take(60).collect::<String>(), wanted);
    found.map(|at| both[at]).ok_or_else(wrong)
}

impl FromStr for Side {
    type Err = NameError;

    /// Reads `x` or `o`, or a capital.
    ///
    /// # Errors
    /// If the text is neither.
    fn from_str(text: &str) -> Result<Side, NameError> {
        by_letter(
            text,
            ['x', 'o'],
            Side::BOTH,
            "a side to move: write `x` or `o`",
        )
    }
}

impl FromStr for Team {
    type Err = NameError;

    /// Reads `A` or `B`, or a small letter.
    ///
    /// # Errors
    /// If the text is neither.
    fn from_str(text: &str) -> Result<Team, NameError> {
        by_letter(
            text,
            ['A', 'B'],
            Team::BOTH,
            "a side to move: write `A` or `B`",
        )
    }
}

/// The pieces still to be placed by each side.
///
/// Written `x4o6`, with a side left out that has none, or `-`.
///
/// # Examples
/// ```
/// use siga::board::Reserve;
/// let reserve: Reserve = "o6".parse()?;
/// assert_eq!(reserve, Reserve { x: 0, o: 6 });
/// assert_eq!(Reserve::default().to_string(), "-");
/// assert!("6o".parse::<Reserve>().is_err());
/// # Ok::<(), siga::names::NameError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Reserve {
    /// The stones of `x`.
    pub x: u16,
    /// The stones of `o`.
    pub o: u16,
}

impl Reserve {
    /// The stones of a side.
    pub const fn of(self, side: Side) -> u16 {
        match side {
            Side::X => self.x,
            Side::O => self.o,
        }
    }
}

impl fmt::Display for Reserve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.x, self.o) {
            (0, 0) => f.write_str("-"),
            (x, 0) => write!(f, "x{x}"),
            (0, o) => write!(f, "o{o}"),
            (x, o) => write!(f, "x{x}o{o}"),
        }
    }
}

/// How a reserve is written.
const RESERVE: &str = "a reserve: write `-`, or the stones to be placed, as in `x4o6`";

impl FromStr for Reserve {
    type Err = NameError;

    /// Reads `-`, `x4`, `o6` or `x4o6`, or capitals.
    ///
    /// # Errors
    /// If the text is not one of these words.
    fn from_str(text: &str) -> Result<Reserve, NameError> {
        let wrong = || NameError::new(text, RESERVE);
        let small = text.to_ascii_lowercase();
        let text = small.as_str();
        let number = |digits: &str| -> Result<u16, NameError> {
            if digits.starts_with('+') {
                return Err(wrong());
            }
            digits.parse().map_err(|_| wrong())
        };
        if text == "-" {
            return Ok(Reserve::default());
        }
        if let Some(rest) = text.strip_prefix('x') {
            let (x, o) = match rest.split_once('o') {
                Some((x, o)) => (number(x)?, number(o)?),
                None => (number(rest)?, 0),
            };
            return Ok(Reserve { x, o });
        }
        let rest = text.strip_prefix('o').ok_or_else(wrong)?;
        let o = number(rest)?;
        Ok(Reserve { x: 0, o })
    }
}
