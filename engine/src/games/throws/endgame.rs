//! Endgames: a position of few pieces, solved with all that can follow it.
//!
//! A game says what can follow a position ([`Endgames`]); bounds, fractions, lengths and their proofs are those of
//! [`reached`], the same for all. Where all throws of a turn are made before any is used, turns in which more than a given number of
//! throws stand are left open, and so is play in which a team keeps more throws for later turns: the bounds hold whatever it comes to.

use std::hash::Hash;

use super::review::{self, Measure, Review};
use super::{NothingKnown, Turn, Values, WithThrows, Worth, halves_of, of_other};
use crate::board::Team;
use crate::exact::{Between, Quantity};
use crate::games::playouts::Ended;
use crate::games::record::Record;
use crate::solve::throws::MAX_TOTAL;
use crate::solve::throws::reached::{self, Fractions, Lengths, Reached};
use crate::solve::{Directory, Method};
use crate::work::limit::grouped;
use crate::work::{Fault, Kind, Note, Raise};

/// The positions solved unless more are allowed.
pub const USUAL_POSITIONS: u32 = 100_000;
/// The most positions that can be solved together: some 350 bytes each, expected lengths included.
pub const MAX_POSITIONS: u32 = 15_000_000;
/// The throws of a turn looked at unless more are allowed.
pub const USUAL_THROWS: u32 = 6;
/// The most throws of a turn that can be looked at.
pub const MAX_THROWS: u32 = 20;
/// The usual distance between bounds, in units of 2^-62: about 10^-12.
pub const WIDTH: u64 = 1 << 22;

/// The worth of a draw to the side to throw of the position asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[derive(schemars::JsonSchema)]
pub enum Draw {
    /// As much as a loss: the value is the chance to win.
    Lost,
    /// Half a win: the value is the chance to win plus half the chance of a draw.
    #[default]
    Half,
    /// As much as a win: the value is the chance not to lose.
    Won,
}

impl Draw {
    /// What the draw is worth to the other side.
    pub(in crate::games) fn turned(self) -> Self {
        match self {
            Self::Lost => Self::Won,
            Self::Half => Self::Half,
            Self::Won => Self::Lost,
        }
    }

    /// The value of a draw in half points.
    fn halves(self) -> u32 {
        match self {
            Self::Lost => 0,
            Self::Half => 1,
            Self::Won => 2,
        }
    }
}

/// What is asked of an endgame.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The worth of a draw.
    pub draw: Draw,
    /// The greatest distance between bounds, in units of 2^-62.
    pub width: u64,
    /// Whether fractions are asked for, which tables do not have.
    pub exact: bool,
    /// Where all throws of a turn are made first, turns in which more of them stand are left open.
    pub max_throws: u32,
    /// The most positions; where all throws of a turn are made first, each with the throws that stand so far.
    pub positions: u32,
}

impl Terms {
    /// Bounds of the value of a position, a draw being half a win, from at most so many positions.
    pub fn positions(positions: u32) -> Self {
        Self {
            draw: Draw::default(),
            width: WIDTH,
            exact: false,
            max_throws: USUAL_THROWS,
            positions,
        }
    }
}

impl Default for Terms {
    fn default() -> Self {
        Self::positions(USUAL_POSITIONS)
    }
}

/// More positions than are allowed; where it is known how many at most they are, that number, with the words before it.
pub(in crate::games) fn too_many(allowed: u32, known: Option<(&str, u128)>) -> Fault {
    let most = u128::from(MAX_POSITIONS);
    let may = grouped(allowed.into());
    let text = match known {
        Some((before, positions)) => format!(
            "{before}{} positions would have to be solved, and {may} are allowed",
            grouped(positions)
        ),
        None => format!("more than {may} positions can follow"),
    };
    let fewer = "give a position of fewer pieces";
    if allowed >= MAX_POSITIONS {
        return Fault::new(Kind::Limit, format!("{text}: {fewer}"));
    }
    let to = known.map(|(_, positions)| positions.min(most) as u64);
    let enough = known.is_some_and(|(_, positions)| positions <= most);
    let text = match to {
        Some(to) => format!("{text}: allow {to}"),
        None => format!(
            "{text} (at most {} can be allowed): {fewer}, or allow more",
            grouped(most)
        ),
    };
    let limit = "positions";
    Fault::raised(Raise { limit, to, enough }, text)
}

/// A game whose endgames are solved.
pub trait Endgames: WithThrows {
    /// What stands for a position before a throw.
    type State: Copy + Eq + Hash;
    /// The most positions of which fractions are found.
    const MOST_EXACT: usize;

    /// What stands for the position, a draw being worth so much to the side that throws.
    fn state(&self, draw: Draw) -> Self::State;

    /// The position and all that can follow it.
    ///
    /// # Errors
    /// Too many positions or pieces, and rules under which endgames are not solved.
    fn followed(&self, terms: &Terms) -> Result<Followed<Self::State>, Fault>;

    /// Tables of the endgame, if they are there.
    ///
    /// # Errors
    /// A table that cannot be trusted.
    fn stored(&self, _tables: &Directory) -> Result<Option<Stored<Self>>, Fault> {
        Ok(None)
    }
}

/// A position and all that can follow.
pub struct Followed<S> {
    /// The positions.
    pub reached: Reached<S>,
    /// Whether long turns, or many throws kept for later ones, are left open.
    pub cut: bool,
    /// Whether the chances of throws are rounded, so that there are no fractions.
    pub rounded: bool,
}

/// Positions of an endgame with their values, proved.
pub struct Solved<P: Endgames> {
    endgame: reached::Endgame<P::State>,
    fractions: Option<Fractions>,
    /// The worth of a draw to the side that asks.
    draw: Draw,
    cut: bool,
    /// Whether what some throws lead to is left open: of long turns, or of what rounding has left over.
    open: bool,
}

/// Solves a position of few pieces and all that can follow it.
///
/// Exact: fractions and bounds are proved.
/// Cost: the positions that can follow, at most as many as the terms allow.
///
/// # Errors
/// The game is over; those of [`Endgames::followed`]; fractions where there are none; a solution that cannot be proved.
///
/// # Examples
/// ```
/// use siga::work::Note;
/// use siga::games::tab::Position;
/// use siga::games::throws::Values;
/// use siga::games::throws::endgame::{Terms, solve};
/// let rules = "tab:ludii,length=3".parse()?;
/// let position = Position::parse("3/2A/3/B2 A", &rules)?;
/// let terms = Terms { exact: true, ..Terms::default() };
/// let solved = solve(&position, &terms, &Note::default())?;
/// let win = solved.value(position.side(), &position)?.expect("it was solved");
/// assert!(win.exact() > Some(&"1/2".parse()?));
///
/// let position = siga::games::daldos::Position::parse("A1/3/1b A", &"daldos:n=2".parse()?)?;
/// let solved = solve(&position, &terms, &Note::default())?;
/// assert_eq!(solved.own(&position)?.expect("it was solved").decimal(6), "0.641725");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve<P: Endgames>(position: &P, terms: &Terms, note: &Note) -> Result<Solved<P>, Fault> {
    if let Some(ended) = position.result() {
        return Err(Fault::input(format!(
            "{position}: the game is over, {ended}"
        )));
    }
    note.set("solving the endgame");
    solve_followed(position.followed(terms)?, terms, note)
}

/// Solves a position with all that can follow it, which are listed.
fn solve_followed<P: Endgames>(
    followed: Followed<P::State>,
    terms: &Terms,
    note: &Note,
) -> Result<Solved<P>, Fault> {
    if terms.exact && followed.cut {
        return Err(Fault::input(
            "fractions are found only where each throw is used before the next is made and none is kept for later turns: here bounds leave \
             long turns open",
        ));
    }
    if terms.exact && followed.rounded {
        return Err(Fault::input(format!(
            "fractions are found only where the chances of the throws have a common denominator of at most {MAX_TOTAL}: without them \
             there are bounds"
        )));
    }
    let mut solved = Solved {
        cut: followed.cut,
        open: followed.cut || followed.rounded,
        draw: terms.draw,
        ..Solved::of(followed.reached.solve(terms.width)?)
    };
    if terms.exact {
        note.set("solving for fractions");
        solved.find_fractions([0])?;
    }
    Ok(solved)
}

impl<P: Endgames> Solved<P> {
    /// Positions with their bounds.
    pub(in crate::games) fn of(endgame: reached::Endgame<P::State>) -> Self {
        Self {
            endgame,
            fractions: None,
            draw: Draw::default(),
            cut: false,
            open: false,
        }
    }

    /// Finds the fractions of some positions, by number, and of all that can follow them.
    ///
    /// # Errors
    /// Of kind limit: too many positions, or values that could not be found or proved.
    pub fn find_fractions(
        &mut self,
        numbers: impl IntoIterator<Item = usize>,
    ) -> Result<(), Fault> {
        self.fractions = Some(self.endgame.fractions(numbers, P::MOST_EXACT)?);
        Ok(())
    }

    /// The positions, numbered, with their bounds, and how it is known that games end; of positions to which only turns left open
    /// lead nothing is said.
    pub fn endgame(&self) -> &reached::Endgame<P::State> {
        &self.endgame
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.endgame.positions().len()
    }

    /// Whether long turns were left open.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// The value of a position for the side that throws, by number.
    pub fn win(&self, number: usize) -> Quantity {
        let fraction = self.fractions.as_ref();
        match fraction.and_then(|fractions| fractions.value(number)) {
            Some(value) => Quantity::Exact(value),
            None => {
                let Between { lower, upper } = self.endgame.between(number);
                Quantity::between(lower, upper)
            }
        }
    }

    fn win_of(&self, state: &P::State) -> Option<Quantity> {
        Some(self.win(self.endgame.number(state)?))
    }

    /// The expected number of turns and of throws under best play from some positions, by number: with fractions by one best play (of
    /// equal options always the first that [`Moves::options`](crate::solve::throws::Moves::options) gives), otherwise bounds that hold for
    /// all plays that may be best. Where throws are left open nothing is known of it.
    ///
    /// # Errors
    /// Of kind limit: lengths that could not be found.
    pub fn lengths(&self, numbers: &[usize]) -> Result<Lengths, Fault> {
        Ok(match &self.fractions {
            _ if self.open => Lengths::default(),
            Some(fractions) => fractions.lengths()?,
            None => self.endgame.lengths(numbers.iter().copied()),
        })
    }
}

/// The value of a position for a side, if the game is over.
pub(in crate::games) fn result<P: WithThrows>(
    team: Team,
    position: &P,
    draw: Draw,
) -> Option<Quantity> {
    let halves = match position.result()? {
        Ended::Drawn => draw.halves(),
        won => won.halves(team),
    };
    Some(halves_of(halves))
}

impl<P: Endgames> Values<P> for Solved<P> {
    fn own(&self, position: &P) -> Result<Option<Quantity>, Fault> {
        Ok(self.win_of(&position.state(self.draw)))
    }

    /// A draw counts as [`Draw`] says.
    fn value(&self, team: Team, position: &P) -> Result<Option<Quantity>, Fault> {
        if let Some(value) = result(team, position, self.draw) {
            return Ok(Some(value));
        }
        if position.team() == team {
            return self.own(position);
        }
        let theirs = self.win_of(&position.state(self.draw.turned()));
        Ok(theirs.as_ref().and_then(of_other))
    }
}

/// Tables of an endgame.
pub struct Stored<P> {
    /// The values in them.
    pub values: Box<dyn Values<P>>,
    /// The number of positions in them.
    pub positions: u64,
    /// The greatest distance between bounds, in units of 2^-62.
    pub widest: u64,
}

/// Where the chance to win is known from.
pub enum Known<P: Endgames> {
    /// It is not known.
    Unknown,
    /// From tables.
    Tables(Stored<P>),
    /// From a solution.
    Solved(Box<Solved<P>>),
}

impl<P: Endgames> Known<P> {
    /// The endgame of a position: from its tables, if they are there and close enough, else solved.
    ///
    /// # Errors
    /// Those of [`solve`]; of kind io: a table that cannot be trusted.
    pub fn of(
        position: &P,
        tables: Option<&Directory>,
        terms: &Terms,
        note: &Note,
    ) -> Result<Self, Fault> {
        let tables = tables.filter(|_| !terms.exact);
        if let Some(stored) = Self::looked_up(position, tables)?
            && stored.widest <= terms.width
        {
            return Ok(Self::Tables(stored));
        }
        Ok(Self::Solved(Box::new(solve(position, terms, note)?)))
    }

    /// The tables that a position is in.
    fn looked_up(position: &P, tables: Option<&Directory>) -> Result<Option<Stored<P>>, Fault> {
        let Some(tables) = tables.filter(|_| position.result().is_none()) else {
            return Ok(None);
        };
        Ok(match position.stored(tables)? {
            Some(stored) if stored.values.own(position)?.is_some() => Some(stored),
            _ => None,
        })
    }

    /// The endgame of a position: from its tables, however close they are, else solved; not known where it is too large.
    ///
    /// # Errors
    /// Of kind io: a table that cannot be trusted.
    pub fn within(
        position: &P,
        tables: Option<&Directory>,
        terms: &Terms,
        note: &Note,
    ) -> Result<Self, Fault> {
        if let Some(stored) = Self::looked_up(position, tables)? {
            return Ok(Self::Tables(stored));
        }
        Ok(match solve(position, terms, note) {
            Ok(solved) => Self::Solved(Box::new(solved)),
            Err(_) => Self::Unknown,
        })
    }

    /// The values of the last positions of a game: from tables, or of the first from which on the endgame is within the limits.
    ///
    /// What can follow a position can also follow those before it, so that the small ones are the last ones.
    ///
    /// # Errors
    /// Of kind io: a table that cannot be trusted. Of kind limit: fractions that were not found.
    pub fn of_game(
        record: &Record<P>,
        tables: Option<&Directory>,
        terms: &Terms,
        note: &Note,
    ) -> Result<Self, Fault> {
        let turns = record.turns();
        let mut known = Self::Unknown;
        let tables = tables.filter(|_| !terms.exact);
        for turn in turns {
            if let Some(stored) = Self::looked_up(&turn.position, tables)? {
                known = Self::Tables(stored);
                break;
            }
        }
        if terms.positions == 0 {
            return Ok(known);
        }
        note.set("solving the endgame");
        let small = |turn: &Turn<P>| turn.position.followed(terms).ok();
        // The first from which on all are small is between these two; what can follow the second is listed.
        let (mut from, mut to) = (0, turns.len().saturating_sub(1));
        let Some(mut followed) = turns.last().and_then(small) else {
            return Ok(known);
        };
        while from < to {
            let middle = usize::midpoint(from, to);
            match small(&turns[middle]) {
                Some(found) => (to, followed) = (middle, found),
                None => from = middle + 1,
            }
        }
        if known.own(&turns[to].position)?.is_some() {
            return Ok(known);
        }
        let solved = solve_followed(followed, terms, note)?;
        Ok(Self::Solved(Box::new(solved)))
    }

    /// The origin of its values, if they are known.
    pub fn method(&self) -> Option<Method> {
        match self {
            Self::Unknown => None,
            Self::Tables(_) => Some(Method::Tables),
            Self::Solved(_) => Some(Method::Solved),
        }
    }

    /// What was solved.
    pub fn solved(&self) -> Option<&Solved<P>> {
        match self {
            Self::Solved(solved) => Some(solved),
            _ => None,
        }
    }
}

impl<P: Endgames> Values<P> for Known<P> {
    fn own(&self, position: &P) -> Result<Option<Quantity>, Fault> {
        match self {
            Self::Unknown => Ok(None),
            Self::Tables(stored) => stored.values.own(position),
            Self::Solved(solved) => solved.own(position),
        }
    }

    fn value(&self, team: Team, position: &P) -> Result<Option<Quantity>, Fault> {
        match self {
            Self::Unknown => NothingKnown.value(team, position),
            Self::Tables(stored) => stored.values.value(team, position),
            Self::Solved(solved) => solved.value(team, position),
        }
    }
}

/// Goes through a game: over its last turns by the chance to win, as far as [`Known::of_game`] has it, and before that turn by turn as
/// `earlier` measures it.
///
/// # Errors
/// Those of `earlier` and of [`Known::of_game`].
///
/// # Examples
/// ```
/// use siga::games::daldos::Position;
/// use siga::games::record::Record;
/// use siga::games::throws::endgame::{Terms, review};
/// use siga::games::throws::ranked::By;
/// use siga::games::throws::review::Reviewed;
/// use siga::work::Note;
/// let record = Record::<Position>::read("rules: daldos:n=1; start: a/2/b A; moves:; A 1+1: a1-m2", None)?;
/// let nothing = |turn: &_| Ok(Reviewed::unknown(turn, By::Net, None));
/// let terms = Terms::positions(10_000);
/// let (found, known) = review(&record, None, &terms, &nothing, &Note::default())?;
/// assert!(known.solved().is_some());
/// // One play alone: nothing can be given away.
/// assert_eq!(found.change.expect("one against one").by_play.decimal(3), "0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn review<P: Endgames>(
    record: &Record<P>,
    tables: Option<&Directory>,
    terms: &Terms,
    earlier: &Measure<'_, P, P::Side>,
    note: &Note,
) -> Result<(Review<P::Side>, Known<P>), Fault> {
    let known = Known::of_game(record, tables, terms, note)?;
    Ok((review::review(record, &known, earlier, note)?, known))
}

/// The endgame that a game has come to, kept for the turns that follow.
///
/// What can follow a position of it is in it too, so that it is found once.
pub struct Kept<P: Endgames> {
    terms: Terms,
    tables: Option<Directory>,
    known: Known<P>,
    /// The position of which too much can follow, asked about last.
    large: Option<P>,
}

impl<P: Endgames> Kept<P> {
    /// None yet.
    pub fn new(terms: Terms, tables: Option<Directory>) -> Self {
        Self {
            terms,
            tables,
            known: Known::Unknown,
            large: None,
        }
    }

    /// Where tables of it may be.
    pub fn tables(&self) -> Option<&Directory> {
        self.tables.as_ref()
    }

    /// The chance that the side to throw wins, plus half the chance of a draw; `None` where it is not known.
    ///
    /// Exact: bounds that are proved.
    /// Cost: a look where the position can follow one that was asked about; else an endgame within the limits, or the finding
    /// that it is beyond them.
    ///
    /// # Errors
    /// Of kind io: a table that cannot be trusted.
    pub fn chance(&mut self, position: &P, note: &Note) -> Result<Option<Quantity>, Fault> {
        if let Some(known) = self.known.own(position)? {
            return Ok(Some(known));
        }
        if position.result().is_some() || self.large.as_ref() == Some(position) {
            return Ok(None);
        }
        match Known::within(position, self.tables.as_ref(), &self.terms, note)? {
            Known::Unknown => self.large = Some(position.clone()),
            known => self.known = known,
        }
        self.known.own(position)
    }

    /// The plays of a throw in a position of the endgame that was found last, each with the value after it, the best first by the
    /// middle of the bounds; `None` where one leads out of it, or there are too many.
    pub fn plays(&self, position: &P, throw: &P::Throw) -> Option<Vec<Worth<P::Play>>> {
        let plays = self.known.plays(position, throw).ok()?;
        let known = plays.iter().all(|worth| worth.value.is_some());
        known.then_some(plays)
    }
}
