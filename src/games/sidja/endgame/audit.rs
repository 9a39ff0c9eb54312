//! Every value against those of the positions its turns lead to: forward moves, no symmetry.

use std::collections::BTreeMap;
use std::fmt;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::outcomes::{Shelf, sliding};
use super::stored::refused;
use super::{Endgames, KeepError, Value};
use thiserror::Error;

use crate::board::{Cell, Side};
use crate::games::sidja::engine::{Engine, State};
use crate::games::sidja::{Outcome, Rules};
use crate::solve::Subsets;
use crate::solve::parallel::map_ranges;
use crate::solve::retro::{Layer, Moves, Wdl};
use crate::solve::rows::Outcomes;
use crate::solve::table::Directory;

/// A position whose value does not follow from the next ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The cells of the side to move.
    pub own: Vec<Cell>,
    /// The cells of the other side.
    pub enemy: Vec<Cell>,
    /// The value it has, if any.
    pub found: Option<Value>,
    /// The value that follows, if those of all next positions are there.
    pub follows: Option<Value>,
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = |cells: &[Cell]| itertools::join(cells, " ");
        let text = |value: Option<Value>| match value {
            None => "no value".to_owned(),
            Some(Value::Win(turns)) => format!("win in {turns}"),
            Some(Value::Draw) => "draw".to_owned(),
            Some(Value::Loss(turns)) => format!("loss in {turns}"),
        };
        write!(
            f,
            "{} to move against {}: {}, but {} follows from its moves",
            cells(&self.own),
            cells(&self.enemy),
            text(self.found),
            text(self.follows)
        )
    }
}

/// Checks the value of every position of every table, symmetric ones apart, against those of the
/// positions that its turns lead to, and returns how many there are.
///
/// That every value follows from the next ones proves them: turns to the end become fewer along the
/// best line of a win or a loss, so it ends; and in a draw whoever is to move can keep it one, while
/// none of his moves leads to a loss of the other.
///
/// Cost: every turn of every position is made.
///
/// # Errors
/// The first position whose value does not follow.
pub fn audit(endgames: &Endgames) -> Result<u64, Box<Fault>> {
    let judge = Judge {
        engine: endgames.sliding.engine(),
        value: &|state| endgames.value(state),
        turns: true,
    };
    let mut checked = 0;
    for &layer in endgames.solution.tables().keys() {
        checked += judge.layer(layer)?;
    }
    Ok(checked)
}

/// What an audit of outcomes can find.
#[derive(Debug, Error)]
pub enum AuditError {
    /// A table cannot be read.
    #[error(transparent)]
    Keep(#[from] KeepError),
    /// A value does not follow.
    #[error(transparent)]
    Fault(#[from] Box<Fault>),
}

/// Checks outcomes on disk like [`audit`]: of these layers, whose tables and those they lead to must be
/// there, every position, or where a layer has more than `sample`, so many drawn at random. Returns how
/// many were checked.
///
/// That every outcome follows proves that nothing called a draw, and nothing called a win, can be lost. That what is
/// called a win can be brought to its end it does not prove by itself: wins could rest on each other in a
/// circle. The solver enters only what follows from what is known, and so do the turns of [`audit`], with which
/// its outcomes are compared for few stones.
///
/// # Errors
/// The first position whose outcome does not follow, or a table that cannot be read.
pub fn audit_outcomes(
    rules: &Rules,
    directory: &Directory,
    layers: &[Layer],
    sample: Option<u64>,
    observe: &mut dyn FnMut(Layer),
) -> Result<u64, AuditError> {
    let sliding = sliding(rules).ok_or_else(|| refused(rules))?;
    let engine = sliding.engine();
    let mut tables: BTreeMap<Layer, Outcomes> = BTreeMap::new();
    let mut shelf = Shelf::new(rules, &sliding, directory);
    let mut checked = 0;
    for &layer in layers {
        observe(layer);
        let mut needed = sliding.leaves_to(layer);
        needed.extend([layer, layer.after_step()]);
        tables.retain(|layer, _| needed.contains(layer));
        for &layer in &needed {
            if !tables.contains_key(&layer) {
                let table = shelf.load(layer).map_err(KeepError::from)?;
                tables.insert(layer, table.without_going_on());
            }
        }
        let judge = Judge {
            engine,
            value: &|state: &State<u32>| {
                let layer =
                    Layer::new(state.own.count_ones() as u8, state.enemy.count_ones() as u8);
                Some(match engine.end(state) {
                    Some(Outcome::Loss) => Value::Loss(0),
                    Some(Outcome::Win) => Value::Win(0),
                    Some(Outcome::Draw) => Value::Draw,
                    None => match tables.get(&layer)?.value(state.own, state.enemy) {
                        Wdl::Loss => Value::Loss(0),
                        Wdl::Draw => Value::Draw,
                        Wdl::Win => Value::Win(0),
                    },
                })
            },
            turns: false,
        };
        let all = layer.arrangements(engine.board().cell_count());
        checked += match sample.filter(|&sample| sample < all) {
            Some(sample) => judge.sample(layer, sample)?,
            None => judge.layer(layer)?,
        };
    }
    Ok(checked)
}

/// Values and the rules they are to follow.
struct Judge<'a> {
    engine: &'a Engine<u32>,
    value: &'a (dyn Fn(&State<u32>) -> Option<Value> + Sync),
    /// Whether values have turns.
    turns: bool,
}

impl Judge<'_> {
    fn layer(&self, layer: Layer) -> Result<u64, Box<Fault>> {
        let cells = u32::from(self.engine.board().cell_count());
        let sets = (
            Subsets::new(cells, layer.own.into()),
            Subsets::new(cells, layer.other.into()),
        );
        let (Some(own_sets), Some(enemy_sets)) = sets else {
            return Ok(0);
        };
        let parts = map_ranges(own_sets.len(), 16, |range| {
            let mut checked = 0;
            for own in range.map(|rank| own_sets.mask(rank)) {
                for enemy in enemy_sets.masks().filter(|enemy| enemy & own == 0) {
                    self.position(own, enemy)?;
                    checked += 1;
                }
            }
            Ok(checked)
        });
        parts.into_iter().sum()
    }

    /// Positions drawn at random, all equally likely; the same ones every time.
    fn sample(&self, layer: Layer, sample: u64) -> Result<u64, Box<Fault>> {
        const PART: u64 = 1 << 14;
        let cells = usize::from(self.engine.board().cell_count());
        let parts = map_ranges(sample.div_ceil(PART) as usize, 1, |parts| {
            let mut checked = 0;
            for part in parts {
                let seed = u64::from(layer.own) << 56 | u64::from(layer.other) << 48 | part as u64;
                let mut random = Pcg64::seed_from_u64(seed);
                for _ in 0..PART.min(sample - part as u64 * PART) {
                    let mut order: Vec<u8> = (0..cells as u8).collect();
                    let mut draw = |number: u8, from: usize| {
                        (from..from + usize::from(number)).fold(0_u32, |set, at| {
                            let other = random.random_range(at..cells);
                            order.swap(at, other);
                            set | 1 << order[at]
                        })
                    };
                    let own = draw(layer.own, 0);
                    let enemy = draw(layer.other, layer.own.into());
                    self.position(own, enemy)?;
                    checked += 1;
                }
            }
            Ok(checked)
        });
        parts.into_iter().sum()
    }

    fn position(&self, own: u32, enemy: u32) -> Result<(), Box<Fault>> {
        let state = self.engine.turn(own, enemy);
        let found = (self.value)(&state);
        let follows = match self.engine.end(&state) {
            Some(_) => Some(Value::Loss(0)),
            None => self.follows(&state, state.side),
        };
        if found.is_some() && found == follows {
            return Ok(());
        }
        Err(Box::new(Fault {
            own: self.engine.board().cells_of(own),
            enemy: self.engine.board().cells_of(enemy),
            found,
            follows,
        }))
    }

    /// The best value of what a side can do in its turn, seen by it; `None` if one is not known.
    fn follows(&self, state: &State<u32>, side: Side) -> Option<Value> {
        let one = u32::from(self.turns);
        if state.side != side {
            return Some(match (self.value)(state)? {
                Value::Win(turns) => Value::Loss(turns + one),
                Value::Draw => Value::Draw,
                Value::Loss(turns) => Value::Win(turns + one),
            });
        }
        let engine = self.engine;
        let mut nexts = Vec::new();
        engine.for_steps(state, |from, to, taken| {
            nexts.push(engine.step(state, from, to, taken));
        });
        let mut values = Vec::new();
        for next in nexts {
            values.push(self.follows(&next, side)?);
        }
        if values.is_empty() || engine.may_decline(state) {
            values.push(self.follows(&engine.pass(state), side)?);
        }
        // The fastest win, else a draw, else the slowest loss.
        values.into_iter().max_by_key(|&value| match value {
            Value::Win(turns) => (2, -i64::from(turns)),
            Value::Draw => (1, 0),
            Value::Loss(turns) => (0, i64::from(turns)),
        })
    }
}
