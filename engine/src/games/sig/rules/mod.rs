//! The rules as data: every point on which the accounts differ or are silent is an option.

mod options;

use num_rational::Ratio;

use crate::games::running_fight::position::Fight as _;
use crate::games::running_fight::sticks;
use crate::rules::{Conflict, rules_text, words};
use options::{LENGTHS, ROWS, THROWS};

pub use crate::chance::turn::Cancel;
pub use crate::games::running_fight::sticks::{MAX_BIAS, Order};
pub use crate::games::running_fight::throws::{Face, Throw};

/// The fewest cells in a row.
pub const MIN_LENGTH: u8 = 2;
/// The most cells in a row: four rows fit into 128 bits.
pub const MAX_LENGTH: u8 = 32;
/// The most sticks.
pub const MAX_STICKS: usize = 12;
/// The farthest a throw can move a piece.
pub const MAX_MOVE: u8 = 99;

words! {
    /// The effect of a khadzh when its team has no piece left to free.
    FreeKhadzh {
        /// Nothing.
        Nothing = "nothing",
        /// It moves one piece one cell.
        MoveOne = "move1",
    }

    /// Whether a throw that some piece can use must be used.
    Use {
        /// It must.
        Must = "must",
        /// It may.
        May = "may",
    }

    /// The rule for a throw that leads past the last free cell of the route.
    Overshoot {
        /// The piece cannot use it.
        No = "no",
        /// The piece stops on the last free cell.
        Stop = "stop",
    }

    /// When the game is over.
    End {
        /// When all remaining pieces of one team are in the enemy's home row.
        One = "one",
        /// When all remaining pieces of both teams are.
        Both = "both",
        /// When a team has no piece left.
        Taken = "taken",
    }

    /// The end of its home row at which each team's route begins, seen from the team's own seat.
    Start {
        /// The right end: the home row is walked from right to left.
        Right = "right",
        /// The left end.
        Left = "left",
    }

    /// Whose turns follow each other.
    Turns {
        /// Two turns of one team, one for each partner, then two of the other.
        TwoAndTwo = "two-and-two",
        /// One turn of one team, then one of the other.
        Alternating = "alternating",
    }

    /// Whether a piece may pass those of its own team.
    Passing {
        /// Never.
        Never = "never",
        /// Only where no other piece could use the throw if own pieces could be passed.
        Single = "single",
        /// Always, but it may not land on one of them.
        Free = "free",
    }

    /// Where pieces cannot be taken.
    Safe {
        /// In the enemy's home row.
        EnemyHome = "enemy-home",
        /// Nowhere.
        None = "none",
    }
}

/// A complete set of rules.
///
/// Written `sig:depaulis,length=24,cancel=stack`: a preset, then the options in which the rules differ from it.
/// [`Options`](crate::rules::Options) lists the options and the presets. A value is always coherent: whatever sets
/// options together ([`Rules::with_length`], the text form) checks them.
///
/// # Examples
/// ```
/// use siga::games::sig::rules::{Face, Rules};
/// let rules: Rules = "sig:depaulis,length=24,cancel=stack".parse()?;
/// assert_eq!(rules.to_string(), "sig:depaulis,length=24,cancel=stack");
/// assert_eq!(rules.sticks(), 8);
/// assert_eq!(rules.throws()[1].face, Face::Khadzh);
///
/// let error = "sig:depaulis,length=99".parse::<Rules>().unwrap_err();
/// assert!(error.to_string().contains("2 to 32"));
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rules {
    rows: u8,
    length: u8,
    throws: Vec<Throw>,
    /// Ascending, each once.
    wakes: Vec<Face>,
    bias: Vec<Ratio<u32>>,
    /// The throws that a khmar cancels.
    pub cancel: Cancel,
    /// The effect of a khadzh when nothing is left to free.
    pub khadzh_when_free: FreeKhadzh,
    /// The order in which throws are used.
    pub order: Order,
    /// Whether a throw that can be used must be.
    pub usage: Use,
    /// The rule for a throw past the last free cell.
    pub overshoot: Overshoot,
    /// When the game is over.
    pub end: End,
    /// Where the routes begin.
    pub from: Start,
    /// Whose turns follow each other.
    pub turns: Turns,
    /// Whether own pieces can be passed.
    pub passing: Passing,
    /// Where pieces cannot be taken.
    pub safe: Safe,
}

impl Rules {
    /// The informant's account in Depaulis 2001.
    pub fn depaulis() -> Rules {
        use Face::{Khadzh, Khmar, Move};
        let half = [
            Throw::ends(Move(8)),
            Throw::again(Khadzh),
            Throw::again(Khmar),
            Throw::ends(Move(5)),
            Throw::again(Move(4)),
        ];
        Rules {
            rows: 4,
            length: 20,
            throws: either_way(half),
            wakes: vec![Khadzh],
            bias: vec![Ratio::new_raw(1, 2)],
            cancel: Cancel::Previous,
            khadzh_when_free: FreeKhadzh::Nothing,
            order: Order::Any,
            usage: Use::Must,
            overshoot: Overshoot::No,
            end: End::One,
            from: Start::Right,
            turns: Turns::TwoAndTwo,
            passing: Passing::Never,
            safe: Safe::EnemyHome,
        }
    }

    /// The rows of the board: 3 or 4.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The throws that wake a piece, which is not freed before: a khadzh, which moves nothing, and numbers, which move the piece one
    /// cell. Without any all pieces may move from the first turn on.
    pub fn wakes(&self) -> &[Face] {
        &self.wakes
    }

    /// Whether a throw can wake a piece and move it.
    pub(super) fn wakes_by_moving(&self) -> bool {
        self.wakes.iter().any(|face| *face != Face::Khadzh)
    }

    /// What a khadzh does where no piece is left to free.
    pub(super) fn free_khadzh(&self) -> Face {
        match self.khadzh_when_free {
            FreeKhadzh::MoveOne => Face::Move(1),
            FreeKhadzh::Nothing => Face::Nothing,
        }
    }

    /// Cells in a row, [`MIN_LENGTH`] to [`MAX_LENGTH`]; also the pieces each team begins with.
    pub fn length(&self) -> u8 {
        self.length
    }

    /// Number of sticks, 1 to [`MAX_STICKS`].
    pub fn sticks(&self) -> usize {
        self.throws.len() - 1
    }

    /// The throw for each number of sticks red side up, from none to all.
    pub fn throws(&self) -> &[Throw] {
        &self.throws
    }

    /// The chance of each stick to fall red side up: one number for all, or one for each stick.
    pub(crate) fn bias(&self) -> &[Ratio<u32>] {
        &self.bias
    }

    /// The same rules on a board whose rows have `length` cells.
    ///
    /// # Errors
    /// If the length is not [`MIN_LENGTH`] to [`MAX_LENGTH`].
    pub fn with_length(self, length: u8) -> Result<Rules, Conflict> {
        Rules { length, ..self }.checked()
    }

    /// The same rules on a board of this size.
    pub(super) fn with_size(self, rows: u8, length: u8) -> Result<Rules, Conflict> {
        Rules { rows, ..self }.with_length(length)
    }

    /// The same rules, if they are coherent.
    fn checked(mut self) -> Result<Rules, Conflict> {
        let fault = |options, message: String| Err(Conflict { options, message });
        if ![3, 4].contains(&self.rows) {
            let message = format!("rows={} is not possible: rows is {ROWS}", self.rows);
            return fault(&["rows"], message);
        }
        if !(MIN_LENGTH..=MAX_LENGTH).contains(&self.length) {
            let message = format!(
                "length={} is not possible: length is {LENGTHS}",
                self.length
            );
            return fault(&["length"], message);
        }
        let sticks = self.throws.len().saturating_sub(1);
        if !(1..=MAX_STICKS).contains(&sticks) {
            let message = format!(
                "throws has entries for {sticks} sticks: 1 to {MAX_STICKS} sticks are thrown, and there is an entry for \
                 each number of red sides from none to all"
            );
            return fault(&["throws"], message);
        }
        for throw in &self.throws {
            if let Face::Move(cells) = throw.face
                && !(1..=MAX_MOVE).contains(&cells)
            {
                let message = format!("throws={cells} is not possible: throws is {THROWS}");
                return fault(&["throws"], message);
            }
        }
        sticks::checked(&mut self.bias, sticks, &["bias", "throws"])?;
        if self.falling().iter().all(|of| of.throw.again) {
            let message = "every throw that can fall earns another: a turn would never end";
            return fault(&["throws", "bias"], message.to_owned());
        }
        Ok(self)
    }
}

rules_text!(Rules);

/// The table of eight sticks that looks only at how they divide, from 8:0 to 4:4.
fn either_way(half: [Throw; 5]) -> Vec<Throw> {
    let other = half[..4].iter().rev();
    half.iter().chain(other).copied().collect()
}
