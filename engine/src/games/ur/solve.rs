//! The game as its solver sees it, and what a solution says of positions.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use num_bigint::BigInt;
use num_rational::BigRational;

use super::index::Index;
use super::position::Position;
use super::race::{Race, View, steps};
use super::rules::{Rules, Throw};
use crate::exact::Quantity;
use crate::games::record::Recordable as _;
use crate::games::throws::endgame::{self, Draw, Endgames, Followed, Solved, Terms};
use crate::games::throws::kept::open_all;
use crate::games::throws::{ThrowPlays, Values, best_of};
use crate::solve::retro::Layer;
use crate::solve::solution_cache;
use crate::solve::table::{Table, TableError};
use crate::solve::throws::reached::{Payoffs, Reached, too_many_for_fractions};
use crate::solve::throws::{self, Lengths, Moves, NARROW_ONE, SolvedBounds};
use crate::solve::throws::{Next, Unit};
use crate::solve::{Directory, Method};
use crate::work::limit::grouped;
use crate::work::{Fault, Note, Raise};

/// Positions that are solved unless more are allowed.
pub const USUAL_POSITIONS: u64 = 3_000_000;
/// Solutions of at most so many positions tell how long games last without being asked.
const USUAL_LENGTHS: u64 = 300_000;
/// Solutions of at most so many positions are kept for the next question.
const KEPT: u64 = 3_000_000;

/// A race with its positions numbered.
#[derive(Debug)]
pub(super) struct Numbered {
    pub(super) race: Race,
    pub(super) index: Index,
    /// With which each side begins.
    pub(super) pieces: u8,
}

impl Numbered {
    pub(super) fn new(rules: &Rules, left: [u8; 2]) -> Numbered {
        let race = Race::new(rules);
        Numbered {
            index: Index::new(&race, left),
            race,
            pieces: rules.pieces(),
        }
    }

    /// The layers of each group of positions that are solved together, each with its places.
    pub(super) fn tables(&self) -> Vec<Vec<(Layer, usize)>> {
        let groups = self.index.tables().into_iter();
        let table = |([own, other], range): ([u8; 2], Range<u64>)| {
            let places = (range.end - range.start) as usize;
            (Layer::new(own, other), places)
        };
        groups
            .map(|tables| tables.into_iter().map(table).collect())
            .collect()
    }
}

impl Moves for Numbered {
    type Position = View;

    fn weights(&self) -> &[u64] {
        self.race.weights()
    }

    fn options(&self, position: &View, throw: usize, next: &mut Vec<Next<View>>) {
        self.race.options(position, throw, next);
    }
}

impl throws::NumberedGame for Numbered {
    fn layers(&self) -> &[Range<u64>] {
        self.index.layers()
    }

    fn position(&self, number: u64) -> View {
        self.index.view(number)
    }

    #[inline]
    fn number(&self, position: &View) -> u64 {
        self.index.of(*position)
    }

    /// The steps that all pieces have made. Only a move that takes, and a throw that cannot be used, do not add to them.
    fn advance(&self, position: &View) -> u32 {
        steps(position.own) + steps(position.other)
    }

    /// By how many steps more the other side has to go; the constants fit small games.
    fn guess(&self, position: &View) -> f64 {
        let ahead = f64::from(self.race.ahead(*position));
        1.0 / (1.0 + (-(ahead + 2.0) / 9.0).exp())
    }
}

/// Where bounds are.
#[derive(Debug)]
enum Source {
    /// Solved for this question.
    Memory(SolvedBounds),
    /// On disk, each table with the number of its first position.
    Disk(Vec<(u64, Table)>),
}

/// The tables of all positions that are numbered, each with the number of its first position; `None` if one is missing.
///
/// # Errors
/// A table is there that is not what it should be.
fn opened(
    rules: &Rules,
    game: &Numbered,
    directory: &Directory,
) -> Result<Option<Vec<(u64, Table)>>, TableError> {
    let tables = open_all(directory, &rules.to_string(), game.tables().concat())?;
    let firsts = game.index.tables().concat();
    let firsts = firsts.into_iter().map(|(_, range)| range.start);
    Ok(tables.map(|tables| firsts.zip(tables).collect()))
}

/// The bounds of tables in memory.
///
/// # Errors
/// A table is damaged.
fn read(game: &Numbered, tables: &[(u64, Table)]) -> Result<SolvedBounds, TableError> {
    let mut solution = SolvedBounds::of(throws::NumberedGame::layers(game));
    let mut tables = tables.iter();
    for layer in game.tables() {
        let mut bounds = Vec::new();
        for ((_, places), (_, table)) in layer.into_iter().zip(&mut tables) {
            bounds.extend(table.all_bounds::<u64>(places)?);
        }
        solution.push_narrow(bounds);
    }
    Ok(solution)
}

/// All positions with at most some numbers of pieces left, solved.
#[derive(Debug)]
pub struct SolvedRace {
    pub(super) game: Numbered,
    source: Source,
    lengths: OnceLock<Option<Lengths>>,
}

impl SolvedRace {
    fn new(game: Numbered, source: Source) -> Self {
        Self {
            game,
            source,
            lengths: OnceLock::new(),
        }
    }

    /// Everything that can follow a position: from tables, if they are there, else solved now.
    ///
    /// Exact: the bounds are proved.
    /// Cost: all positions with at most as many pieces left, at most `budget`, where there are no tables.
    ///
    /// # Errors
    /// Too many positions, a game that is over, and tables that cannot be used.
    ///
    /// # Examples
    /// ```
    /// use siga::board::Team;
    /// use siga::games::throws::Values;
    /// use siga::games::ur::{Position, SolvedRace};
    /// use siga::work::Note;
    /// let rules = "ur:finkel".parse()?;
    /// // The last piece of each side stands on the last step: who throws wins with 4/7.
    /// let position = Position::parse("6L1/8/6D1 light", &rules)?;
    /// let solved = SolvedRace::from(&position, None, 1_000_000, &Note::default())?;
    /// let (lower, upper) = solved.value(Team::A, &position)?.unwrap().ends().unwrap();
    /// let chance = "4/7".parse()?;
    /// assert!(lower <= chance && chance <= upper);
    ///
    /// let start = Position::start(&rules);
    /// assert!(SolvedRace::from(&start, None, 1_000_000, &Note::default()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from(
        position: &Position,
        tables: Option<&Directory>,
        budget: u64,
        note: &Note,
    ) -> Result<Arc<SolvedRace>, Fault> {
        if let Some(ended) = position.ended() {
            return Err(Fault::input(format!(
                "{position}: the game is over, {ended}"
            )));
        }
        let left = position.left();
        let game = Numbered::new(position.rules(), left);
        if let Some(directory) = tables
            && let Some(tables) = opened(position.rules(), &game, directory)?
        {
            return Ok(Arc::new(Self::new(game, Source::Disk(tables))));
        }
        Self::in_memory(position.rules(), game, left, budget, note)
    }

    fn in_memory(
        rules: &Rules,
        game: Numbered,
        left: [u8; 2],
        budget: u64,
        note: &Note,
    ) -> Result<Arc<SolvedRace>, Fault> {
        let positions = game.index.len();
        if positions > budget {
            let text = format!(
                "{} positions can follow, more than the budget of {}; ask about fewer pieces, build the tables of these rules \
                 (`siga tables build`), or allow more",
                grouped(positions.into()),
                grouped(budget.into())
            );
            return Err(Fault::raised(Raise::of("budget"), text));
        }
        let solve = || {
            let source = Source::Memory(throws::solve(&game, note)?);
            Ok(Self::new(game, source))
        };
        if positions > KEPT {
            return solve().map(Arc::new);
        }
        // The side that begins plays no part.
        let rules = Rules {
            start: Rules::finkel().start,
            ..rules.clone()
        };
        solution_cache::solution(format!("{rules} {left:?}"), solve)
    }

    /// Where the bounds are.
    pub fn method(&self) -> Method {
        match self.source {
            Source::Memory(_) => Method::Solved,
            Source::Disk(_) => Method::Tables,
        }
    }

    /// The positions that have bounds.
    pub fn positions(&self) -> u64 {
        self.game.index.len()
    }

    /// The bounds of all positions, read from the tables if they are there.
    pub(super) fn bounds(&self) -> Result<Cow<'_, SolvedBounds>, Fault> {
        match &self.source {
            Source::Memory(solution) => Ok(Cow::Borrowed(solution)),
            Source::Disk(tables) => Ok(Cow::Owned(read(&self.game, tables)?)),
        }
    }

    /// The chance that the side to throw wins; the game is not over.
    ///
    /// # Errors
    /// A table that is damaged where it is looked at.
    ///
    /// # Panics
    /// If the position cannot follow the one that was solved.
    pub fn bounds_of(&self, position: &Position) -> Result<Quantity, Fault> {
        Ok(quantity(self.pair(position)?))
    }

    /// The expected number of turns and of throws until the game ends under best play: bounds for all plays that may be best; `None` where play can go
    /// on for ever, or lasts too long.
    ///
    /// Exact: the bounds are proved.
    /// Cost: that of solving the game, once.
    ///
    /// # Errors
    /// Damaged tables, and numbers that do not settle.
    ///
    /// # Panics
    /// If the position cannot follow the one that was solved.
    pub fn lengths(
        &self,
        position: &Position,
        note: &Note,
    ) -> Result<Option<[Quantity; 2]>, Fault> {
        let lengths = match self.lengths.get() {
            Some(lengths) => lengths,
            None => {
                let bounds = self.bounds()?;
                let lengths = bounds.lengths(&self.game, note);
                self.lengths.get_or_init(|| lengths)
            }
        };
        let number = self.game.index.of(position.view());
        let of = |lengths: &Lengths, unit| Quantity::Bounded(lengths.of(unit, number));
        let both = |lengths| [Unit::Turns, Unit::Throws].map(|unit| of(lengths, unit));
        Ok(lengths.as_ref().map(both))
    }

    /// Whether it tells how long games last without being asked.
    pub fn is_small(&self) -> bool {
        self.positions() <= USUAL_LENGTHS
    }

    fn pair(&self, position: &Position) -> Result<[u64; 2], Fault> {
        let number = self.game.index.of(position.view());
        match &self.source {
            Source::Memory(solution) => Ok(solution.pair(number)),
            Source::Disk(tables) => {
                let at = tables.partition_point(|(first, _)| *first <= number) - 1;
                let (first, table) = &tables[at];
                Ok(table
                    .bounds(number - first)?
                    .map_or([0, NARROW_ONE], throws::unpack))
            }
        }
    }
}

impl Values<Position> for SolvedRace {
    /// `None` where a side has more pieces left than in what was solved.
    fn own(&self, position: &Position) -> Result<Option<Quantity>, Fault> {
        let held = self.game.index.holds(position.left());
        held.then(|| self.bounds_of(position)).transpose()
    }
}

impl Endgames for Position {
    type State = View;
    const MOST_EXACT: usize = 3_000;

    fn state(&self, _draw: Draw) -> View {
        self.view()
    }

    fn followed(&self, terms: &Terms) -> Result<Followed<View>, Fault> {
        let (race, most) = (&*self.race, terms.positions as usize);
        let reached = Reached::new(race, Payoffs::won(), [self.view()], most);
        let too_many = || too_many_for_fractions(Self::MOST_EXACT);
        Ok(Followed {
            reached: reached?.ok_or_else(too_many)?,
            cut: false,
            rounded: false,
        })
    }
}

/// A position with all that can follow it, solved in fractions.
///
/// Exact: always. Cost: that of exact linear systems.
///
/// # Errors
/// The game is over; too many positions can follow; play can go on for ever.
pub fn in_fractions(position: &Position, note: &Note) -> Result<Solved<Position>, Fault> {
    let terms = Terms {
        exact: true,
        ..Terms::positions(Position::MOST_EXACT as u32)
    };
    endgame::solve(position, &terms, note)
}

/// Every throw with its plays.
///
/// # Errors
/// A table that is damaged where it is looked at.
pub fn by_throw(
    solved: &dyn Values<Position>,
    position: &Position,
    throws: &[Throw],
) -> Result<Vec<ThrowPlays<Position>>, Fault> {
    let throws = throws.iter().copied();
    let each = throws.map(|throw| (throw, position.rules().chance(throw), throw.again));
    ThrowPlays::each(solved, position, each)
}

/// The chance between two bounds.
pub(super) fn quantity([low, high]: [u64; 2]) -> Quantity {
    let ratio = |number: u64| BigRational::new(BigInt::from(number), BigInt::from(NARROW_ONE));
    Quantity::between(ratio(low), ratio(high))
}

/// A whole game solved.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "SolveResult")]
#[non_exhaustive]
pub struct WholeGame {
    /// The chance that the first player wins, both playing their best: a number, or two proved bounds.
    pub first_player: Quantity,
    /// The expected number of turns under best play: two proved bounds for all plays that may be best; `null` where it is not worked out.
    pub length: Option<Quantity>,
    /// The expected number of throws, in the same way.
    pub throws: Option<Quantity>,
    /// The throws with which the game can begin.
    pub first_throws: Vec<FirstThrow>,
    /// All positions, those in which a side has finished among them.
    #[serde(with = "crate::exact::serial::Count")]
    pub positions: u64,
    /// Those in which neither side has finished: each has bounds.
    #[serde(with = "crate::exact::serial::Count")]
    pub unfinished: u64,
    /// The greatest distance between the bounds of a position.
    #[serde(with = "crate::exact::serial::Number")]
    pub widest: BigRational,
    /// Whether every play ends, with probability one, however both sides play.
    pub ends: bool,
    /// Positions from which neither side can force an end.
    #[serde(with = "crate::exact::serial::Count")]
    pub open: u64,
}

/// A first throw.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct FirstThrow {
    /// The throw.
    pub throw: String,
    /// Its chance.
    #[serde(with = "crate::exact::serial::Number")]
    pub probability: BigRational,
    /// The best play of it by the middle of the bounds, or `pass`.
    pub best: String,
    /// The chance that the first player wins once it has fallen.
    pub chance: Quantity,
    /// Whether it is proved that no other play is better.
    pub proved: bool,
}

/// Solves a whole game, or looks at its tables if they are there.
///
/// Exact: the bounds are proved.
/// Cost: all positions of the game, at most `budget`; as much again for how long it lasts, if `lengths` are asked for or the game is small.
///
/// # Errors
/// Too many positions, a game that is over, and tables that cannot be used.
pub fn whole_game(
    rules: &Rules,
    tables: Option<&Directory>,
    budget: u64,
    lengths: bool,
    note: &Note,
) -> Result<WholeGame, Fault> {
    let start = Position::start(rules);
    let solved = SolvedRace::from(&start, tables, budget, note)?;
    let first = |by_throw: ThrowPlays<Position>| {
        let ThrowPlays { throw, plays, .. } = by_throw;
        let best = plays.first();
        FirstThrow {
            throw: throw.to_string(),
            probability: rules.chance(throw),
            best: best.map_or_else(String::new, |worth| worth.play.text.clone()),
            proved: best.is_some_and(|worth| worth.is_best(&plays)),
            chance: best_of(&plays).unwrap_or_else(|| quantity([0, NARROW_ONE])),
        }
    };
    let throws = by_throw(&*solved, &start, rules.dice().throws())?;
    let (widest, ends, open) = match &solved.source {
        Source::Memory(solution) => (solution.widest(), solution.ends(), solution.open()),
        Source::Disk(tables) => {
            let records = tables.iter().map(|(_, table)| table.header().record);
            let widest = records.map(|record| record.widest().unwrap_or(NARROW_ONE));
            (widest.max().unwrap_or(0), true, 0)
        }
    };
    let lengths = match lengths || solved.is_small() {
        true => solved.lengths(&start, note)?,
        false => None,
    };
    let [length, expected] = lengths.map_or([None, None], |lengths| lengths.map(Some));
    Ok(WholeGame {
        length,
        throws: expected,
        first_throws: throws.into_iter().map(first).collect(),
        first_player: solved.bounds_of(&start)?,
        positions: solved.game.index.all(rules.pieces()),
        unfinished: solved.game.index.len(),
        widest: BigRational::new(widest.into(), NARROW_ONE.into()),
        ends,
        open,
    })
}
