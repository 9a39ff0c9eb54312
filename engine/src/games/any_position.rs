//! Positions of every game, for what is done with them in the same way.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::sync::Arc;

use super::{alignment, daldos, sidja, sig, tab};
use crate::board::Side;
use crate::board::notation::{FaultOf, Faults, Notation};
use crate::rules::{Conflict, Options};
use crate::work::Fault;

/// A position of a game, whichever it is.
///
/// # Examples
/// ```
/// use siga::games::{AnyPosition, sidja, sig};
/// fn start<P: AnyPosition>(rules: P::Rules) -> Result<String, siga::work::Fault> {
///     Ok(P::start(&rules)?.to_string())
/// }
/// assert_eq!(start::<sig::Position>("sig:ludii,length=5".parse()?)?, "AAAAA/5/5/BBBBB A");
/// assert_eq!(start::<sidja::Position>("sidja:size=3".parse()?)?, "3/3/3 x x4o4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyPosition: Clone + Display {
    /// The rules of the game.
    type Rules: Options + Display;
    /// A board as it can be written down, legal or not.
    type Setup: Notation;
    /// A fault of a setup.
    type Fault: FaultOf<Self::Setup>;

    /// The rules for a board as it is drawn, where none are said.
    ///
    /// # Errors
    /// There is no board of this size.
    fn usual_rules(drawn: &Self::Setup) -> Result<Self::Rules, Conflict>;

    /// The position that is set up, or everything that the rules do not allow in it.
    ///
    /// # Errors
    /// No game can be played by these rules.
    fn of(
        setup: &Self::Setup,
        rules: &Self::Rules,
    ) -> Result<Result<Self, Faults<Self::Fault>>, Fault>;

    /// The start of the game.
    ///
    /// # Errors
    /// No game can be played by these rules.
    fn start(rules: &Self::Rules) -> Result<Self, Fault>;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// The setup of this position.
    fn setup(&self) -> Self::Setup;
}

/// A position whose moves have names that can be read without it.
pub trait Moves: AnyPosition {
    /// A move.
    type Move: Clone + Debug + Display + FromStr<Err: Display> + PartialEq;

    /// The side that chooses the next move.
    fn chooses(&self) -> Side;

    /// How the game has ended, if it has.
    fn over(&self) -> Option<String>;

    /// The legal moves.
    fn legal(&self) -> Vec<Self::Move>;

    /// The position after a move, and the set of cells whose pieces it takes; `None` if it is not legal.
    fn after(&self, action: &Self::Move) -> Option<(Self, u128)>;

    /// The move of a text, the position after it and the set of cells whose pieces it takes.
    ///
    /// # Errors
    /// The fault of the move, and the moves that would be right.
    fn made(&self, text: &str) -> Result<(Self::Move, Self, u128), String> {
        let action = text.trim().parse::<Self::Move>();
        let action = action.map_err(|error| error.to_string())?;
        if let Some((after, taken)) = self.after(&action) {
            return Ok((action, after, taken));
        }
        let legal = match self.legal().as_slice() {
            [] => "the game is over".to_owned(),
            moves => format!("the legal moves are {}", itertools::join(moves, " ")),
        };
        Err(format!("`{action}` is not legal in {self}: {legal}"))
    }
}

impl AnyPosition for daldos::Position {
    type Rules = daldos::Rules;
    type Setup = daldos::Setup;
    type Fault = daldos::setup::Fault;

    fn usual_rules(drawn: &daldos::Setup) -> Result<daldos::Rules, Conflict> {
        let board = daldos::rules::BoardRules {
            n: length(drawn.rows[0].len()),
            ..Default::default()
        };
        // An impossible size of the board is reported with its rows.
        let rules = daldos::Rules::usual();
        Ok(rules.clone().with_board(board).unwrap_or(rules))
    }

    fn of(
        setup: &daldos::Setup,
        rules: &daldos::Rules,
    ) -> Result<Result<Self, Faults<Self::Fault>>, Fault> {
        let game = Arc::new(daldos::Game::new(rules.clone())?);
        Ok(setup.position(&game))
    }

    fn start(rules: &daldos::Rules) -> Result<Self, Fault> {
        Ok(Self::start(Arc::new(daldos::Game::new(rules.clone())?)))
    }

    fn rules(&self) -> &daldos::Rules {
        self.game().rules()
    }

    fn setup(&self) -> daldos::Setup {
        self.setup()
    }
}

impl AnyPosition for sig::Position {
    type Rules = sig::Rules;
    type Setup = sig::Setup;
    type Fault = sig::setup::Fault;

    fn usual_rules(drawn: &sig::Setup) -> Result<sig::Rules, Conflict> {
        sig::Rules::usual().with_length(length(drawn.rows[0].len()))
    }

    fn of(
        setup: &sig::Setup,
        rules: &sig::Rules,
    ) -> Result<Result<Self, Faults<Self::Fault>>, Fault> {
        Ok(setup.position(rules))
    }

    fn start(rules: &sig::Rules) -> Result<Self, Fault> {
        Ok(Self::start(rules))
    }

    fn rules(&self) -> &sig::Rules {
        self.rules()
    }

    fn setup(&self) -> sig::Setup {
        self.setup()
    }
}

impl AnyPosition for tab::Position {
    type Rules = tab::Rules;
    type Setup = tab::Setup;
    type Fault = tab::setup::Fault;

    fn usual_rules(drawn: &tab::Setup) -> Result<tab::Rules, Conflict> {
        tab::Rules::usual().with_length(length(drawn.rows[0].len()))
    }

    fn of(
        setup: &tab::Setup,
        rules: &tab::Rules,
    ) -> Result<Result<Self, Faults<Self::Fault>>, Fault> {
        Ok(setup.position(rules))
    }

    fn start(rules: &tab::Rules) -> Result<Self, Fault> {
        Ok(Self::start(rules))
    }

    fn rules(&self) -> &tab::Rules {
        self.rules()
    }

    fn setup(&self) -> tab::Setup {
        self.setup()
    }
}

impl AnyPosition for sidja::Position {
    type Rules = sidja::Rules;
    type Setup = sidja::Setup;
    type Fault = sidja::setup::Fault;

    fn usual_rules(drawn: &sidja::Setup) -> Result<sidja::Rules, Conflict> {
        sidja::Rules::usual().with_size(drawn.rows.board().size())
    }

    fn of(
        setup: &sidja::Setup,
        rules: &sidja::Rules,
    ) -> Result<Result<Self, Faults<Self::Fault>>, Fault> {
        Ok(setup.position(rules))
    }

    fn start(rules: &sidja::Rules) -> Result<Self, Fault> {
        Ok(Self::start(rules))
    }

    fn rules(&self) -> &sidja::Rules {
        self.rules()
    }

    fn setup(&self) -> sidja::Setup {
        self.setup()
    }
}

impl Moves for sidja::Position {
    type Move = sidja::Move;

    fn chooses(&self) -> Side {
        self.side()
    }

    fn over(&self) -> Option<String> {
        Some(match self.end()? {
            sidja::Outcome::Draw => "a draw".to_owned(),
            sidja::Outcome::Win => format!("{} has won", self.side()),
            sidja::Outcome::Loss => format!("{} has won", self.side().other()),
        })
    }

    fn legal(&self) -> Vec<sidja::Move> {
        self.plays().iter().map(|play| play.action).collect()
    }

    fn after(&self, action: &sidja::Move) -> Option<(Self, u128)> {
        let play = self.play(*action)?;
        Some((play.position, play.taken))
    }
}

impl<R: alignment::Ruleset> AnyPosition for alignment::Position<R> {
    type Rules = R;
    type Setup = alignment::Setup;
    type Fault = alignment::setup::Fault;

    fn usual_rules(drawn: &alignment::Setup) -> Result<R, Conflict> {
        Ok(R::of_size(drawn.rows.board().size()))
    }

    fn of(setup: &alignment::Setup, rules: &R) -> Result<Result<Self, Faults<Self::Fault>>, Fault> {
        Ok(setup.position(*rules))
    }

    fn start(rules: &R) -> Result<Self, Fault> {
        Ok(Self::start(rules))
    }

    fn rules(&self) -> &R {
        self.rules()
    }

    fn setup(&self) -> alignment::Setup {
        self.setup()
    }
}

impl<R: alignment::Ruleset> Moves for alignment::Position<R> {
    type Move = alignment::Move;

    fn chooses(&self) -> Side {
        self.chooser()
    }

    fn over(&self) -> Option<String> {
        self.winner().map(|winner| format!("{winner} has won"))
    }

    fn legal(&self) -> Vec<alignment::Move> {
        self.plays().iter().map(|play| play.action).collect()
    }

    fn after(&self, action: &alignment::Move) -> Option<(Self, u128)> {
        Some((self.play(*action)?.position, 0))
    }
}

/// The length of a row; one that is too long is of no board.
fn length(cells: usize) -> u8 {
    u8::try_from(cells).unwrap_or(u8::MAX)
}
