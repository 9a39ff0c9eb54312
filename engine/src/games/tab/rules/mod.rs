//! The rules as data: every point on which the accounts differ or are silent is an option.

mod options;

use num_rational::Ratio;

use crate::games::running_fight::position::Fight as _;
use crate::games::running_fight::sticks;
use crate::games::running_fight::throws::{Face, Throw};
use crate::rules::{Conflict, rules_text, words};
use options::{LENGTHS, PIECES};

pub use crate::games::running_fight::sticks::{MAX_BIAS, Order};

/// The rows of a board.
pub const ROWS: u8 = 4;
/// The fewest fields in a row.
pub const MIN_LENGTH: u8 = 3;
/// The most fields in a row.
pub const MAX_LENGTH: u8 = 29;
/// The number of sticks.
pub const STICKS: usize = 4;
/// The tâb: one flat side up.
pub const TAB: Face = Face::Move(1);

/// The throw of each number of flat sides up.
pub const THROWS: [Throw; STICKS + 1] = [
    Throw::again(Face::Move(6)),
    Throw::again(TAB),
    Throw::ends(Face::Move(2)),
    Throw::ends(Face::Move(3)),
    Throw::again(Face::Move(4)),
];

words! {
    /// The player who begins.
    Start {
        /// Who throws the first tâb; it is the first throw of the first turn.
        Tab = "tab",
        /// Team A.
        A = "a",
    }

    /// Which sleeping piece a tâb wakes.
    Wake {
        /// Any.
        Any = "any",
        /// The one that is farthest along the way.
        Foremost = "foremost",
        /// No piece ever sleeps.
        None = "none",
    }

    /// Whether a tâb may do anything else while a piece of one's own sleeps.
    Tabs {
        /// It may.
        Free = "free",
        /// It wakes a piece or is lost.
        WakeFirst = "wake-first",
    }

    /// Whether a tâb that is not used is kept.
    Saved {
        /// A tâb that is not used is lost.
        No = "no",
        /// It is kept for a later turn once no own piece sleeps.
        Yes = "yes",
    }

    /// Whether sleeping pieces can be taken.
    Asleep {
        /// They can.
        Taken = "taken",
        /// No piece may land on them.
        Safe = "safe",
    }

    /// The fate of pieces that meet on one field.
    Stacks {
        /// They move as one, and are reduced to one piece where they enter a row in which one of them has been before.
        Reduce = "reduce",
        /// They move as one.
        Keep = "keep",
        /// A piece may not land on one of its own team.
        None = "none",
    }

    /// Whether a tâb can part a stack.
    Part {
        /// One piece stays, the others go one field ahead.
        Tab = "tab",
        /// A stack is never parted.
        No = "no",
    }

    /// Where a sleeping piece may go when it wakes.
    FirstStep {
        /// Wherever an awake piece may.
        Any = "any",
        /// Not onto a piece of its own team.
        NotOwn = "not-own",
        /// Only onto an empty field.
        Empty = "empty",
    }

    /// When a piece may enter the enemy's home.
    Enter {
        /// While an enemy piece stands in it.
        Enemy = "enemy",
        /// At any time.
        Any = "any",
    }

    /// Whether own pieces at home keep a piece from entering the enemy's home.
    EnterFour {
        /// They do not.
        Any = "any",
        /// It enters only while none is at home.
        HomeEmpty = "home-empty",
    }

    /// When a piece in the enemy's home may move on.
    Leave {
        /// When no piece of its own team is at home.
        Empty = "empty",
        /// When those at home stand on one field at most.
        OneField = "one-field",
    }

    /// Whether a piece on the last field of the enemy's home waits for those at home like the others.
    LeaveFour {
        /// It waits.
        Barred = "barred",
        /// It may go out at any time.
        Free = "free",
    }

    /// Whether a throw that earns another may be left unused.
    Skip {
        /// Only like any other throw.
        No = "no",
        /// It may.
        Yes = "yes",
    }
}

/// A complete set of rules.
///
/// Written `tab:lane,length=7,order=thrown`: a preset, then the options in which the rules differ from it.
/// [`Options`](crate::rules::Options) lists the options and the presets.
///
/// # Examples
/// ```
/// use siga::games::tab::Rules;
/// let rules: Rules = "tab:lane,length=7,order=thrown".parse()?;
/// assert_eq!((rules.length(), rules.pieces()), (7, 7));
/// assert_eq!(rules.to_string(), "tab:lane,length=7,order=thrown");
///
/// let error = "tab:lane,length=8".parse::<Rules>().unwrap_err();
/// assert!(error.to_string().contains("odd"));
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rules {
    length: u8,
    /// `None` for a full row.
    pieces: Option<u8>,
    bias: Vec<Ratio<u32>>,
    /// The player who begins.
    pub start: Start,
    /// Which sleeping piece a tâb wakes.
    pub wake: Wake,
    /// Whether a tâb may do anything else while a piece sleeps.
    pub tabs: Tabs,
    /// The order in which throws are used.
    pub order: Order,
    /// Whether tâbs are kept.
    pub saved: Saved,
    /// Whether sleeping pieces can be taken.
    pub asleep: Asleep,
    /// The fate of pieces that meet on one field.
    pub stacks: Stacks,
    /// Whether a tâb can part a stack.
    pub part: Part,
    /// Where a sleeping piece may go when it wakes.
    pub first_step: FirstStep,
    /// When a piece may enter the enemy's home.
    pub enter: Enter,
    /// Whether own pieces at home keep a piece from entering it.
    pub enter_four: EnterFour,
    /// When a piece in the enemy's home may move on.
    pub leave: Leave,
    /// Whether a piece on its last field waits like the others.
    pub leave_four: LeaveFour,
    /// Whether a throw that earns another may be left unused.
    pub skip: Skip,
}

impl Rules {
    /// Lane's account.
    pub fn lane() -> Rules {
        Rules {
            length: 9,
            pieces: None,
            bias: vec![Ratio::new_raw(1, 2)],
            start: Start::Tab,
            wake: Wake::Any,
            tabs: Tabs::Free,
            order: Order::Any,
            saved: Saved::No,
            asleep: Asleep::Taken,
            stacks: Stacks::Reduce,
            part: Part::Tab,
            first_step: FirstStep::Any,
            enter: Enter::Enemy,
            enter_four: EnterFour::Any,
            leave: Leave::Empty,
            leave_four: LeaveFour::Barred,
            skip: Skip::No,
        }
    }

    /// Fields in a row: odd, [`MIN_LENGTH`] to [`MAX_LENGTH`].
    pub fn length(&self) -> u8 {
        self.length
    }

    /// Pieces with which each team begins.
    pub fn pieces(&self) -> u8 {
        self.pieces.unwrap_or(self.length)
    }

    /// The chance of each stick to fall flat side up: one number for all, or one for each stick.
    pub(crate) fn bias(&self) -> &[Ratio<u32>] {
        &self.bias
    }

    /// The same rules on a board whose rows have `length` fields.
    ///
    /// # Errors
    /// If the length is even, or not [`MIN_LENGTH`] to [`MAX_LENGTH`], or there are more pieces.
    pub fn with_length(self, length: u8) -> Result<Rules, Conflict> {
        Rules { length, ..self }.checked()
    }

    /// The same rules, if they are coherent.
    fn checked(mut self) -> Result<Rules, Conflict> {
        let length = self.length;
        let fault = |options, message: String| Err(Conflict { options, message });
        if !is_length(length) {
            let message = format!("length={length} is not possible: length is {LENGTHS}");
            return fault(&["length"], message);
        }
        if let Some(pieces) = self.pieces
            && !(1..=length).contains(&pieces)
        {
            let message = format!(
                "pieces={pieces} does not fit into a home row of length={length}: pieces is {PIECES}"
            );
            return fault(&["pieces", "length"], message);
        }
        // A full row is written in one way.
        self.pieces = self.pieces.filter(|&pieces| pieces != length);
        sticks::checked(&mut self.bias, STICKS, &["bias"])?;
        if self.falling().iter().all(|of| of.throw.again) {
            let message = "every throw that can fall earns another: a turn would never end";
            return fault(&["bias"], message.to_owned());
        }
        Ok(self)
    }
}

/// Whether rows can have this length.
fn is_length(length: u8) -> bool {
    (MIN_LENGTH..=MAX_LENGTH).contains(&length) && length % 2 == 1
}

rules_text!(Rules);
