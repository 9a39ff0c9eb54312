//! Every value against those of the positions its turns lead to: forward moves, no symmetry.

use std::fmt;

use super::{Endgames, Value};
use crate::board::{Cell, Side};
use crate::games::sidja::engine::{Engine, State};
use crate::solve::Subsets;
use crate::solve::parallel::map_ranges;
use crate::solve::retro::Layer;

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
    let mut checked = 0;
    for &layer in endgames.solution.tables().keys() {
        checked += audit_layer(endgames, layer)?;
    }
    Ok(checked)
}

fn audit_layer(endgames: &Endgames, layer: Layer) -> Result<u64, Box<Fault>> {
    let engine = endgames.sliding.engine();
    let cells = u32::from(engine.board().cell_count());
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
                let state = engine.turn(own, enemy);
                let found = endgames.value(&state);
                let follows = match engine.end(&state) {
                    Some(_) => Some(Value::Loss(0)),
                    None => follows(endgames, engine, &state, state.side),
                };
                if found.is_none() || found != follows {
                    return Err(Box::new(Fault {
                        own: engine.board().cells_of(own),
                        enemy: engine.board().cells_of(enemy),
                        found,
                        follows,
                    }));
                }
                checked += 1;
            }
        }
        Ok(checked)
    });
    parts.into_iter().sum()
}

/// The best value of what a side can do in its turn, seen by it; `None` if one is not known.
fn follows(
    endgames: &Endgames,
    engine: &Engine<u32>,
    state: &State<u32>,
    side: Side,
) -> Option<Value> {
    if state.side != side {
        return Some(match endgames.value(state)? {
            Value::Win(turns) => Value::Loss(turns + 1),
            Value::Draw => Value::Draw,
            Value::Loss(turns) => Value::Win(turns + 1),
        });
    }
    let mut nexts = Vec::new();
    engine.for_steps(state, |from, to, taken| {
        nexts.push(engine.step(state, from, to, taken));
    });
    let mut values = Vec::new();
    for next in nexts {
        values.push(follows(endgames, engine, &next, side)?);
    }
    if values.is_empty() || engine.may_decline(state) {
        values.push(follows(endgames, engine, &engine.pass(state), side)?);
    }
    // The fastest win, else a draw, else the slowest loss.
    values.into_iter().max_by_key(|&value| match value {
        Value::Win(turns) => (2, -i64::from(turns)),
        Value::Draw => (1, 0),
        Value::Loss(turns) => (0, i64::from(turns)),
    })
}
