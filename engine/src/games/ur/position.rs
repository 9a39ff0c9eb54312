//! Legal positions, how they are written down, and the end of the game.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use itertools::Itertools;
use num_rational::BigRational;

use super::race::{Played, Race, View};
use super::rules::{Path, Player, Rules, Throw};
use super::way::{CellName, board};
use crate::board::notation::{
    self, About, Faults, Field, Form, Notation, ReadError, Reader, SetupFault, notation_text,
};
use crate::games::AnyPosition;
use crate::names::NameError;
use crate::rules::{Conflict, Options, word};
use crate::work;

impl Player {
    /// Both, light first.
    pub const BOTH: [Player; 2] = [Player::Light, Player::Dark];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::Light => Player::Dark,
            Player::Dark => Player::Light,
        }
    }

    /// The characters of a piece on its first pass over a cell, and on its second.
    const fn symbols(self) -> [char; 2] {
        match self {
            Player::Light => ['L', 'l'],
            Player::Dark => ['D', 'd'],
        }
    }

    /// A cell of light's way as this player comes to it.
    pub(crate) const fn cell(self, cell: CellName) -> CellName {
        match self {
            Player::Light => cell,
            Player::Dark => cell.mirrored(),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(word(*self))
    }
}

impl FromStr for Player {
    type Err = NameError;

    /// Reads `light` or `dark`.
    ///
    /// # Errors
    /// If the text is neither.
    fn from_str(text: &str) -> Result<Player, NameError> {
        let known = Player::BOTH.into_iter();
        let mut known = known.filter(|player| word(*player).eq_ignore_ascii_case(text));
        let unknown = || NameError::new(text, "a side: write light or dark");
        known.next().ok_or_else(unknown)
    }
}

/// Anything that can be written down as a position, legal or not.
///
/// Written `ROWS SIDE hand=L+D`: rows A, B and C from column 1, `L` and `D` for pieces of light and dark, `l` and `d` for those that
/// come to their cell the second time, then the pieces in hand of light and of dark: `L7/3D4/8 dark hand=6+6`. Columns 5 and 6 of
/// rows A and C are no cells and stay empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The three rows.
    pub rows: [Vec<char>; 3],
    /// The side to throw.
    pub side: Player,
    /// The pieces in hand of light and of dark.
    pub hand: [u8; 2],
}

fn hand(text: &str) -> Result<[u8; 2], String> {
    let numbers = text.split('+').map(|part| part.trim().parse::<u8>().ok());
    let numbers: Option<Vec<u8>> = numbers.collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| {
        format!("`{text}` does not say the pieces in hand of light and of dark: write `hand=6+7`, in a file `hand: 6+7`")
    })
}

impl Notation for Setup {
    const FORM: Form = Form {
        pieces: "LDld",
        labels: "ABC",
        longest: 12,
        fields: &[
            Field {
                what: "the side to throw",
                ..Field::SIDE
            },
            Field::marked(
                "hand",
                "the pieces in hand of light and of dark",
                &["hand="],
            ),
        ],
        example: "L7/3D4/8 dark hand=6+6",
    };

    fn read(reader: &mut Reader<'_>) -> Option<Setup> {
        let rows: Vec<Vec<char>> = reader.rows().iter().map(|row| row.cells.clone()).collect();
        let rows = rows.try_into().map_err(|rows: Vec<Vec<char>>| {
            reader.refuse(format!(
                "rows on the board: {}, not three: A, B and C",
                rows.len()
            ));
        });
        let side = reader.value("to move");
        let hand = reader.read("hand", hand).unwrap_or_default();
        Some(Setup {
            rows: rows.ok()?,
            side: side?,
            hand,
        })
    }

    fn rows(&self) -> Vec<Vec<char>> {
        self.rows.to_vec()
    }

    fn values(&self) -> Vec<Option<String>> {
        let [light, dark] = self.hand;
        let hand = (self.hand != [0, 0]).then(|| format!("{light}+{dark}"));
        vec![Some(self.side.to_string()), hand]
    }
}

notation_text!(Setup);

/// The lengths of the rows.
fn lengths(path: Path) -> [usize; 3] {
    let cells = board(path);
    [0, 1, 2].map(|row| {
        let row = cells.iter().filter(|(cell, _)| cell.row == row);
        row.map(|(cell, _)| usize::from(cell.column))
            .max()
            .unwrap_or(0)
    })
}

/// A legal position: what stands where, and who throws.
///
/// # Examples
/// ```
/// use siga::games::ur::{Position, Rules};
/// let rules: Rules = "ur:finkel".parse()?;
/// let start = Position::start(&rules);
/// assert_eq!(start.to_string(), "8/8/8 light hand=7+7");
/// let error = Position::parse("8/8/1L6 light hand=6+7", &rules).unwrap_err();
/// assert!(error.to_string().contains("does not lead"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Position {
    pub(crate) race: Arc<Race>,
    side: Player,
    view: View,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        (self.side, self.view, self.rules()) == (other.side, other.view, other.rules())
    }
}

/// A throw played.
#[derive(Debug, Clone, PartialEq)]
pub struct Move {
    /// As it is written: `A4-B3`, `B1xB4` where it takes, `in-A2`, `A7-off`, `pass`.
    pub text: String,
    /// The cell of the piece taken.
    pub takes: Option<CellName>,
    /// Whether the same side throws again.
    pub again: bool,
    /// The position after it.
    pub after: Position,
}

impl Move {
    /// By how many steps the side that plays is ahead after the next throw, its own or the other's, on average, if that is played for as many
    /// steps as can be had.
    ///
    /// A measure for where chances to win are not known; not a value of the game.
    pub fn ahead(&self) -> BigRational {
        let after = &self.after;
        let own = self.again;
        let race = &after.race;
        let ahead = match after.winner() {
            Some(_) => BigRational::from_integer(race.ahead(after.view).into()),
            None => race.ahead_after_throw(after.view),
        };
        if own { ahead } else { -ahead }
    }
}

impl Position {
    /// The plays of a throw by [`Move::ahead`], the most steps first.
    pub fn ranked(&self, throw: Throw) -> Vec<Move> {
        let mut moves = self.moves(throw);
        moves.sort_by_cached_key(|play| Reverse(play.ahead()));
        moves
    }

    /// The pieces that neither side has taken off, of the side to throw and of the other, the fewer first.
    pub(super) fn left(&self) -> [u8; 2] {
        let mut left = [self.view.own_left, self.view.other_left];
        left.sort_unstable();
        left
    }

    /// Reads a legal position on one line.
    ///
    /// # Errors
    /// If the text cannot be read, or with every fault of the position at once.
    pub fn parse(text: &str, rules: &Rules) -> Result<Self, ReadError> {
        let setup: Setup = notation::read(text)?;
        Ok(Self::legal(&setup, rules)?)
    }

    /// The start of a game.
    pub fn start(rules: &Rules) -> Self {
        let race = Arc::new(Race::new(rules));
        Self {
            view: race.start(rules.pieces()),
            race,
            side: rules.start,
        }
    }

    /// The position in which light throws and sees these pieces.
    pub(super) fn of_light(rules: &Rules, view: View) -> Self {
        Self {
            race: Arc::new(Race::new(rules)),
            side: Player::Light,
            view,
        }
    }

    /// The position that is set up, or every fault.
    fn legal(setup: &Setup, rules: &Rules) -> Result<Self, Faults> {
        let (drawn, right) = (setup.rows.each_ref().map(Vec::len), lengths(rules.path));
        if drawn != right {
            let message = format!(
                "the board drawn has rows of {} cells, these rules have {}",
                drawn.iter().join(", "),
                right.iter().join(", ")
            );
            return Err(Faults(vec![SetupFault::new(About::Board, message)]));
        }
        let race = Arc::new(Race::new(rules));
        let mut faults = Vec::new();
        let mut seen = |side: Player| {
            let steps = race.steps_of(setup, side, &mut faults);
            let hand = setup.hand[usize::from(side == Player::Dark)];
            let found = steps.count_ones() + u32::from(hand);
            let most = rules.pieces();
            if found > most.into() {
                let symbols = String::from_iter(side.symbols());
                let about = match most.checked_sub(hand) {
                    Some(most) => About::surplus(&setup.rows, &symbols, most.into()),
                    None => About::Field("hand"),
                };
                let message = format!(
                    "{side} has {found} pieces on the board and in hand, and each side begins with {most}"
                );
                faults.push(SetupFault::new(about, message));
            }
            (steps, found as u8)
        };
        let (own, own_left) = seen(setup.side);
        let (other, other_left) = seen(setup.side.other());
        if faults.is_empty() && own_left == 0 && other_left == 0 {
            let message = "neither side has a piece left: the game ended before; pieces that are still to enter are in hand, as in \
                           `hand=7+7`";
            faults.push(SetupFault::new(About::Board, message));
        }
        Faults::none_of(faults, || Self {
            race,
            side: setup.side,
            view: View {
                own,
                other,
                own_left,
                other_left,
            },
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.race.rules
    }

    /// The side to throw.
    pub fn side(&self) -> Player {
        self.side
    }

    /// The pieces as the side to throw sees them.
    pub fn view(&self) -> View {
        self.view
    }

    /// The side that has brought all its pieces off.
    pub fn winner(&self) -> Option<Player> {
        match (self.view.own_left, self.view.other_left) {
            (0, _) => Some(self.side),
            (_, 0) => Some(self.side.other()),
            _ => None,
        }
    }

    /// Every play of a throw; none if the game is over.
    pub fn moves(&self, throw: Throw) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.winner().is_none() {
            (self.race).each(self.view, throw, |played| moves.push(self.played(played)));
        }
        moves
    }

    fn played(&self, played: Played) -> Move {
        let way = &self.race.way;
        let name = |step: u8| self.side.cell(way[usize::from(step) - 1].cell).to_string();
        let last = self.race.steps();
        let text = match played.moves {
            None => "pass".to_owned(),
            Some([from, to]) => {
                let from = if from == 0 {
                    "in".to_owned()
                } else {
                    name(from)
                };
                let to = if to > last {
                    "off".to_owned()
                } else {
                    name(to)
                };
                let sign = if played.takes.is_some() { 'x' } else { '-' };
                format!("{from}{sign}{to}")
            }
        };
        let taken = played.moves.filter(|_| played.takes.is_some());
        let mut after = self.clone();
        after.follow_up(&played);
        Move {
            text,
            takes: taken.map(|[_, to]| self.side.cell(way[usize::from(to) - 1].cell)),
            again: after.side == self.side,
            after,
        }
    }

    /// The play of a throw that a text names: `B1xB4` may be written `b1 to b4`, and where that says it all, `b1` alone, or the end of a piece
    /// that enters or leaves.
    ///
    /// # Errors
    /// It is none; what can be played.
    pub fn read_move(&self, throw: Throw, text: &str) -> Result<Move, String> {
        let moves = self.moves(throw);
        let typed = text.trim().to_lowercase().replace(" to ", "-");
        let typed = typed.replace("enter", "in").replace([' ', '>'], "");
        let written: Vec<String> = (moves.iter())
            .map(|action| action.text.to_lowercase().replace('x', "-"))
            .collect();
        let whole = |name: &&String| name.replace('-', "") == typed.replace(['-', 'x'], "");
        let begun = |name: &&String| name.split('-').next() == Some(&typed);
        let ended = |name: &&String| match name.split_once('-') {
            Some((from, to)) => (from == "in" || to == "off") && to == typed,
            None => false,
        };
        let alone = |part: &dyn Fn(&&String) -> bool| {
            let at = written.iter().position(|name| part(&name))?;
            let many = written.iter().filter(|name| part(name)).count();
            (many == 1).then(|| moves[at].clone())
        };
        let found = alone(&whole)
            .or_else(|| alone(&begun))
            .or_else(|| alone(&ended));
        found.ok_or_else(|| {
            let possible = moves.iter().map(|action| &action.text).join(", ");
            format!("`{}` is not possible now: {possible}", text.trim())
        })
    }

    /// Becomes the position after a play.
    pub(super) fn follow_up(&mut self, played: &Played) {
        (self.side, self.view) = match played.again && !played.wins() {
            true => (self.side, played.after),
            false => (self.side.other(), played.after.turned()),
        };
    }

    /// The pieces of a side: cell, and which time it comes there.
    fn pieces(&self, side: Player) -> impl Iterator<Item = (CellName, u8)> + '_ {
        let steps = match side == self.side {
            true => self.view.own,
            false => self.view.other,
        };
        let way = self.race.way.iter().enumerate();
        let on = way.filter(move |(at, _)| steps >> at & 1 == 1);
        on.map(move |(_, step)| (side.cell(step.cell), step.pass))
    }
}

impl Race {
    /// The steps on which pieces of a side stand; what is wrong with them is added to the faults.
    fn steps_of(&self, setup: &Setup, side: Player, faults: &mut Vec<SetupFault>) -> u32 {
        let mut steps = 0;
        for (row, symbols) in (0..).zip(&setup.rows) {
            for (column, symbol) in (1..).zip(symbols) {
                let Some(pass) = side.symbols().iter().position(|known| known == symbol) else {
                    continue;
                };
                let cell = CellName { row, column };
                let about = About::Cell {
                    row: row.into(),
                    column: usize::from(column) - 1,
                };
                let mut wrong = |message: String| faults.push(SetupFault::new(about, message));
                let mut on = (0..)
                    .zip(&self.way)
                    .filter(|(_, step)| side.cell(step.cell) == cell);
                match (on.next(), on.next(), pass) {
                    (None, ..) => wrong(format!(
                        "a piece of {side} stands on {cell}, where its way does not lead"
                    )),
                    (Some((at, _)), _, 0) | (_, Some((at, _)), _) => steps |= 1 << at,
                    (Some(_), None, _) => wrong(format!(
                        "the way of {side} leads to {cell} once: write `{}`",
                        side.symbols()[0]
                    )),
                }
            }
        }
        steps
    }
}

impl fmt::Display for Position {
    /// The position on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write(&self.setup(), f)
    }
}

impl AnyPosition for Position {
    type Rules = Rules;
    type Setup = Setup;

    /// Those of the first preset whose board is as large, with as many pieces.
    fn usual_rules(drawn: &Setup, _of: &str) -> Result<Rules, Conflict> {
        let size = drawn.rows.each_ref().map(Vec::len);
        let fits = |rules: &Rules| lengths(rules.path) == size;
        let presets = Rules::rulebook()
            .presets
            .iter()
            .map(|preset| preset.rules.clone());
        Ok(presets.into_iter().find(fits).unwrap_or_else(Rules::usual))
    }

    fn of(setup: &Setup, rules: &Rules) -> Result<Result<Self, Faults>, work::Fault> {
        Ok(Self::legal(setup, rules))
    }

    fn start(rules: &Rules) -> Result<Self, work::Fault> {
        Ok(Self::start(rules))
    }

    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn setup(&self) -> Setup {
        let mut rows = lengths(self.rules().path).map(|length| vec!['.'; length]);
        for side in Player::BOTH {
            for (cell, pass) in self.pieces(side) {
                let symbol = side.symbols()[usize::from(pass) - 1];
                rows[usize::from(cell.row)][usize::from(cell.column) - 1] = symbol;
            }
        }
        let hands = [self.view.hand(), self.view.turned().hand()];
        let [own, other] = hands;
        Setup {
            rows,
            side: self.side,
            hand: match self.side {
                Player::Light => [own, other],
                Player::Dark => [other, own],
            },
        }
    }
}
