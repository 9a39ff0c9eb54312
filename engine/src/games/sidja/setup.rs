//! Positions as text: those of a game of taking between two ([`custodial::setup`]), under the rules of Sidja.

use std::sync::{Mutex, PoisonError};

use super::moves::{Chain, State};
use super::rules::{Blocked, Continuation, First, Lines, NoCaptureEnd};
use super::{Position, Rules};
use crate::board::Side;
use crate::board::notation::{self, Faults};
use crate::games::AnyPosition;
use crate::games::custodial::{self, moves};
use crate::rules::{Conflict, Options, value};
use crate::work;

pub use custodial::setup::{Fault, Going, ReadError, Setup};

/// A position file of Sidja.
pub type PositionFile = notation::PositionFile<Rules, Setup>;

/// The same rules as those of a game that is a text, but for the number of captures in a turn.
fn as_described(rules: &Rules) -> custodial::Rules {
    static LATEST: Mutex<Option<(Rules, custodial::Rules)>> = Mutex::new(None);
    let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((of, found)) = &*latest
        && of == rules
    {
        return found.clone();
    }
    let found = custodial::Rules::of_text(&text(rules)).expect("a text of Sidja can be read");
    *latest = Some((*rules, found.clone()));
    found
}

/// The rules as the text of a game.
fn text(rules: &Rules) -> String {
    let joined = match rules.steps {
        Lines::Four => "orthogonal",
        Lines::Eight => "all",
    };
    let first = match rules.first {
        First::Began => "began",
        First::Last => "placed last",
    };
    let continuation = match rules.continuation {
        Continuation::Ends => "none",
        Continuation::Any => "any must",
        Continuation::Same => "same must",
        Continuation::Free => "free",
    };
    let blocked = match rules.blocked {
        Blocked::Passes => "passes",
        Blocked::Opens => "passes, the other opens a way",
        Blocked::Loses => "loses",
    };
    let end = match rules.no_capture_end {
        NoCaptureEnd::Count => "more pieces win",
        NoCaptureEnd::Draw => "draw",
    };
    let same = |key: &str, option: &str| {
        let word = value(rules, option).unwrap_or_default();
        format!("{key}: {word}\n")
    };
    let (size, men) = (rules.size(), rules.stones());
    let mut text = format!(
        "game: Sidja\nfamily: custodial\nboard: {size}x{size}\njoined: {joined}\nmen: {men}\nkeep empty: the centre\n\
         first: {first}\nmove: step\ncontinuation: {continuation}\nblocked: {blocked}\nno_capture_end: {end}\n"
    );
    text += &same("place", "placing");
    for key in [
        "capture_lines",
        "capture_run",
        "centre",
        "lost_with",
        "no_capture",
    ] {
        text += &same(key, key);
    }
    text
}

impl Position {
    /// Reads a legal position on one line.
    ///
    /// # Errors
    /// If the text cannot be read, or with every fault of the position at once.
    pub fn parse(text: &str, rules: &Rules) -> Result<Position, ReadError> {
        let setup: Setup = text.parse()?;
        Position::written(&setup, rules).map_err(ReadError::Faults)
    }

    /// The legal position of a setup.
    ///
    /// # Errors
    /// Every fault at once.
    ///
    /// # Examples
    /// ```
    /// use siga::games::sidja::{Position, Rules, Setup};
    /// let setup: Setup = "xoxox/oxoxo/xoxxo/oxoxo/xoxox x o1".parse()?;
    /// let faults = Position::written(&setup, &Rules::SUDAN).unwrap_err();
    /// assert!(faults.to_string().contains("x has 13 pieces, and each side has 12"));
    /// # Ok::<(), siga::board::notation::NotationError>(())
    /// ```
    pub fn written(setup: &Setup, rules: &Rules) -> Result<Position, Faults<Fault>> {
        let state = setup.state(as_described(rules).facts())?;
        let moves::State {
            own,
            enemy,
            side,
            reserve,
            chain,
            quiet,
            first_turns: _,
        } = state;
        let chain = match chain {
            moves::Chain::Extra => Chain::Extra,
            moves::Chain::Any => Chain::Any,
            moves::Chain::Piece(at) => Chain::Stone(at),
            // Under no rules of Sidja is a stone taken off where a side is blocked.
            moves::Chain::No | moves::Chain::Gives | moves::Chain::Takes => Chain::No,
        };
        let state = State {
            own,
            enemy,
            side,
            reserve,
            chain,
            quiet,
        };
        Ok(Position::trusted(*rules, state))
    }

    /// The position as it is written down.
    pub fn setup(&self) -> Setup {
        let [x, o] = Side::BOTH;
        let stones = [x, o].map(|side| self.stones(side));
        let reserve = [x, o].map(|side| self.reserve(side));
        let size = usize::from(self.rules().size());
        Setup {
            going: match self.state().chain {
                Chain::No => Going::No,
                Chain::Extra => Going::Extra,
                Chain::Any => Going::Any,
                Chain::Stone(index) => Going::Piece(self.board().cell(index)),
            },
            quiet: self.quiet(),
            ..Setup::of(&vec![size; size], stones, self.side(), reserve)
        }
    }
}

impl AnyPosition for Position {
    type Rules = Rules;
    type Setup = Setup;
    type Fault = Fault;

    fn usual_rules(drawn: &Setup, _of: &str) -> Result<Rules, Conflict> {
        Rules::usual().with_size(drawn.rows.len().try_into().unwrap_or(u8::MAX))
    }

    fn of(setup: &Setup, rules: &Rules) -> Result<Result<Self, Faults<Self::Fault>>, work::Fault> {
        Ok(Position::written(setup, rules))
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
