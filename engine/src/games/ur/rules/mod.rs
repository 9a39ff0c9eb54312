//! The rules as data: the way, the throws, and every point on which the accounts differ.

mod dice;
mod options;

use num_rational::BigRational;

use crate::rules::{Conflict, rules_text, words};

pub use dice::{Dice, Throw};

/// The most pieces a side.
pub const MAX_PIECES: u8 = 7;

words! {
    /// A player.
    #[derive(serde::Serialize, schemars::JsonSchema)]
    #[serde(rename_all = "lowercase")]
    Player {
        /// Whose home row is A.
        Light = "light",
        /// Whose home row is C.
        Dark = "dark",
    }

    /// The way of the pieces.
    Path {
        /// Fourteen steps: down the middle row, and home by one's own far block.
        Bell = "bell",
        /// Sixteen steps: round the far block, the enemy's corner first.
        Masters = "masters",
        /// Twenty-three steps: as `Masters`, then back along the middle row.
        Skiriuk = "skiriuk",
        /// Twenty-seven steps: as `Skiriuk`, then off by the enemy's home row.
        Murray = "murray",
        /// Twenty-seven steps: round the far block, one's own corner first, back, and off by one's own home row.
        MurrayLudii = "murray-ludii",
        /// Sixteen steps on the board of twenty squares: straight down the middle row.
        Aseb = "aseb",
    }

    /// What a rosette does.
    Rosette {
        /// Who lands there throws again, and cannot be taken.
        ReplaySafe = "replay+safe",
        /// Who lands there throws again.
        Replay = "replay",
        /// Who stands there cannot be taken.
        Safe = "safe",
        /// Nothing.
        None = "none",
        /// Those of rows A and C give another throw, those of row B protect.
        Split = "split",
    }

    /// A throw that would end on an enemy who cannot be taken.
    Held {
        /// It cannot be used so.
        Illegal = "illegal",
        /// The piece goes on to the next cell.
        Next = "next",
    }

    /// Whether a piece passes pieces of its own side.
    Passing {
        /// It passes all pieces.
        All = "all",
        /// It passes those of the other side only.
        Enemies = "enemies",
    }

    /// Bearing off.
    Bearing {
        /// With the one throw that leads just past the last step.
        Exact = "exact",
        /// A higher throw does it too.
        Over = "over",
    }

    /// Whether a throw that can be used must be.
    Pass {
        /// It must be.
        Forced = "forced-only",
        /// The turn may be passed.
        Free = "free",
    }

    /// Whether a move that takes gives another throw.
    Capture {
        /// It does not.
        Plain = "plain",
        /// It does.
        Replay = "replay",
    }
}

/// A complete set of rules.
///
/// Written `ur:finkel,pieces=3`: a preset, then the options in which the rules differ from it.
/// [`Options`](crate::rules::Options) lists the options and the presets.
///
/// # Examples
/// ```
/// use siga::games::ur::Rules;
/// let rules: Rules = "ur:masters,pieces=2".parse()?;
/// assert_eq!(rules.to_string(), "ur:masters,pieces=2");
///
/// let error = "ur:finkel,pieces=8".parse::<Rules>().unwrap_err();
/// assert!(error.to_string().contains("1 to 7"));
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The way of the pieces.
    pub path: Path,
    /// Pieces a side, 1 to [`MAX_PIECES`].
    pub(crate) pieces: u8,
    /// The throws with their weights.
    pub(crate) dice: Dice,
    /// What a rosette does.
    pub rosette: Rosette,
    /// A throw that would end on an enemy who cannot be taken.
    pub held: Held,
    /// Whether a piece passes pieces of its own side.
    pub passing: Passing,
    /// Bearing off.
    pub bearing: Bearing,
    /// Whether a throw that can be used must be.
    pub pass: Pass,
    /// Whether a move that takes gives another throw.
    pub capture: Capture,
    /// The side that throws first.
    pub start: Player,
}

impl Rules {
    /// The simple game that came with the British Museum's set.
    pub fn finkel() -> Rules {
        Rules {
            path: Path::Bell,
            pieces: 7,
            dice: Dice::four(),
            rosette: Rosette::ReplaySafe,
            held: Held::Illegal,
            passing: Passing::All,
            bearing: Bearing::Exact,
            pass: Pass::Forced,
            capture: Capture::Plain,
            start: Player::Light,
        }
    }

    /// Pieces a side.
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// The throws with their weights.
    pub fn dice(&self) -> &Dice {
        &self.dice
    }

    /// The chance of a throw.
    pub fn chance(&self, throw: Throw) -> BigRational {
        BigRational::new(throw.weight.into(), self.dice.total().into())
    }

    /// The same rules with another number of pieces a side.
    ///
    /// # Errors
    /// If it is not 1 to [`MAX_PIECES`].
    pub fn with_pieces(self, pieces: u8) -> Result<Rules, Conflict> {
        Rules { pieces, ..self }.checked()
    }

    /// Whether a piece on a rosette cannot be taken, in the middle row and in the others.
    pub(crate) fn protects(&self, middle: bool) -> bool {
        match self.rosette {
            Rosette::ReplaySafe | Rosette::Safe => true,
            Rosette::Replay | Rosette::None => false,
            Rosette::Split => middle,
        }
    }

    /// Whether a move onto a rosette gives another throw, in the middle row and in the others.
    pub(crate) fn replays(&self, middle: bool) -> bool {
        match self.rosette {
            Rosette::ReplaySafe | Rosette::Replay => true,
            Rosette::Safe | Rosette::None => false,
            Rosette::Split => !middle,
        }
    }

    /// The same rules, if they are coherent.
    fn checked(self) -> Result<Rules, Conflict> {
        let fault = |options, message: String| Err(Conflict { options, message });
        let pieces = self.pieces;
        if !(1..=MAX_PIECES).contains(&pieces) {
            let message = format!("pieces={pieces} is not possible: pieces is 1 to {MAX_PIECES}");
            return fault(&["pieces"], message);
        }
        if self.held == Held::Next && !self.protects(true) && !self.protects(false) {
            let message = "held=next says what happens at a rosette that protects, and none does: \
                           give rosette=replay+safe, safe or split";
            return fault(&["held", "rosette"], message.to_owned());
        }
        self.dice.checked()?;
        Ok(self)
    }
}

rules_text!(Rules);
