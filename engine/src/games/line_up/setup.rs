//! Positions of line-up games, read from what is written down, and every fault that keeps a text from being one.

use super::moves::State;
use super::{Position, Rules};
use crate::board::Side;
use crate::board::notation::{self, About, Faults, Field, ReadError, SetupFault};
use crate::games::AnyPosition;
use crate::rules::{Conflict, RulesText};
use crate::work;

pub use crate::games::described::setup::Setup;

/// A position file of a game of this kind.
pub type PositionFile = notation::PositionFile<Rules, Setup>;

impl Position {
    /// Reads a legal position on one line.
    ///
    /// # Errors
    /// If the text cannot be read, or with every fault of the position at once.
    pub fn parse(text: &str, rules: &Rules) -> Result<Position, ReadError> {
        let setup: Setup = text.parse()?;
        Ok(Position::written(&setup, rules)?)
    }

    /// The legal position of a setup.
    ///
    /// # Errors
    /// Every fault at once.
    ///
    /// # Examples
    /// ```
    /// use siga::games::line_up::{Position, Setup};
    /// let setup: Setup = "xx3/xx3/o4/o4/5 x x1o2".parse()?;
    /// let faults = Position::written(&setup, &"teeko".parse()?).unwrap_err();
    /// assert_eq!(faults.0.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn written(setup: &Setup, rules: &Rules) -> Result<Position, Faults> {
        let lengths = rules.board().row_lengths();
        let setup = &*setup.on_one_row(&lengths);
        setup.check_shape(&lengths)?;
        let pieces = Side::BOTH.map(|side| setup.pieces(side) as u32);
        let placed = pieces.map(u32::count_ones);
        let side = setup.side(|| next_to_place(rules, pieces))?;
        let mut faults = Vec::new();
        for (side, found) in Side::BOTH.into_iter().zip(placed) {
            let most = rules.men(side);
            if found > u32::from(most) {
                faults.push(SetupFault::new(
                    About::surplus(&setup.rows, &side.to_string(), usize::from(most)),
                    format!("{side} has {found} pieces on the board, more than its {most}"),
                ));
            } else if let Some(reserve) = setup.reserve {
                let (said, left) = (reserve.of(side), u16::from(most) - found as u16);
                if said != left {
                    faults.push(SetupFault::new(
                        About::Field(Field::RESERVE.key),
                        format!(
                            "{side} has a reserve of {said}, but pieces not on the board: {left}"
                        ),
                    ));
                }
            }
        }
        if let Some(key) = setup.of_the_fight() {
            let message = "nothing is taken in this game: leave it out";
            faults.push(SetupFault::new(About::Field(key), message));
        }
        let turn = About::Field(Field::SIDE.key);
        if let Some(why) = out_of_turn(rules, side, placed) {
            faults.push(SetupFault::new(turn, why));
        }
        let seen = |of: Side| Position::seen(rules, side, pieces[of as usize]);
        let state = State {
            own: seen(side),
            other: seen(side.other()),
        };
        let goals = &rules.facts().goals[0];
        if (goals.iter()).any(|goal| goal.is_plain() && goal.is_made(state.own, state.other)) {
            faults.push(SetupFault::new(
                turn,
                format!(
                    "{side} is to move and has made a pattern already: the game was over before"
                ),
            ));
        }
        Faults::none_of(faults, || Position::trusted(rules.clone(), side, state))
    }

    /// The position as it is written down, with its reserve.
    pub fn setup(&self) -> Setup {
        let [x, o] = Side::BOTH;
        let pieces = [x, o].map(|side| u128::from(self.pieces(side)));
        let lengths = self.board().row_lengths();
        Setup::of(
            &lengths,
            pieces,
            self.side(),
            [x, o].map(|side| self.reserve(side)),
        )
    }
}

/// The side that follows from the pieces on the board: while they are placed in turn, and at the start.
fn next_to_place(rules: &Rules, [x, o]: [u32; 2]) -> Option<Side> {
    if let Some([own, other]) = rules.facts().start {
        return ([x, o] == [own, other]).then_some(Side::X);
    }
    let (x, o, men) = (
        x.count_ones(),
        o.count_ones(),
        u32::from(rules.men(Side::X)),
    );
    match x.checked_sub(o)? {
        0 if x < men && (x == 0 || !rules.facts().early) => Some(Side::X),
        1 if o == 0 || !rules.facts().early => Some(Side::O),
        _ => None,
    }
}

/// Why these numbers of pieces cannot stand on the board with this side to move.
fn out_of_turn(rules: &Rules, side: Side, [x, o]: [u32; 2]) -> Option<String> {
    let men = Side::BOTH.map(|side| u32::from(rules.men(side)));
    if x > men[0] || o > men[1] {
        return None;
    }
    if !rules.places() {
        let [of_x, of_o] = men;
        return ([x, o] != men)
            .then(|| format!("all pieces are on the board: {of_x} of x and {of_o} of o"));
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
    if [x, o] == men {
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

impl AnyPosition for Position {
    type Rules = Rules;
    type Setup = Setup;

    fn usual_rules(drawn: &Setup, of: &str) -> Result<Rules, Conflict> {
        Ok(Rules::usual(of)?.on_rows(&drawn.row_lengths()))
    }

    fn of(setup: &Setup, rules: &Rules) -> Result<Result<Self, Faults>, work::Fault> {
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
