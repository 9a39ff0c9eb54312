//! Checking every value of a layer against those of the positions its moves lead to.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::solve::parallel;
use crate::solve::retro::{Blocked, Chooser, Code, Game, Layer, LayerTable, Step};

/// A value that does not follow from those of the next positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Disagreement {
    /// The layer.
    pub layer: Layer,
    /// Cells of the side to move.
    pub own: u32,
    /// Cells of the other side.
    pub other: u32,
    /// The code in the table.
    pub stored: Code,
    /// The code that follows from the next positions; `None` if one of these cannot be looked up.
    pub follows: Option<Code>,
}

/// Checks every place of a layer by moving forward, and returns how many there are.
///
/// The value of a position must be the best over its moves, with its plies. As every win rests on a
/// shorter loss and every loss on shorter wins, tables in which all values follow are right. This
/// shares the index and the description of the moves with the solver, and nothing else.
///
/// Exact. Cost: one look-up for each move of each position, on all processors.
///
/// # Errors
/// The first place in the order of the index whose value does not follow.
pub fn audit<G: Game + ?Sized>(
    game: &G,
    tables: &BTreeMap<Layer, LayerTable>,
    layer: Layer,
) -> Result<u64, Box<Disagreement>> {
    let Some(table) = tables.get(&layer) else {
        return Ok(0);
    };
    let check = Check {
        game,
        steps: game.steps(),
        step: tables.get(&layer.after_step()),
        drop: tables.get(&layer.after_drop()),
        layer,
    };
    let faults = Mutex::new(Vec::new());
    const CHUNK: usize = 1 << 14;
    parallel::for_each(table.codes().chunks(CHUNK).enumerate(), |(chunk, codes)| {
        for (at, &stored) in codes.iter().enumerate() {
            let place = chunk * CHUNK + at;
            let (own, other) = table.index().position(place);
            let follows = check.value(own, other);
            if follows != Some(Code(stored)) {
                let stored = Code(stored);
                let fault = Disagreement {
                    layer,
                    own,
                    other,
                    stored,
                    follows,
                };
                let mut faults = faults.lock().unwrap_or_else(PoisonError::into_inner);
                faults.push((place, fault));
                return;
            }
        }
    });
    let faults = faults.into_inner().unwrap_or_else(PoisonError::into_inner);
    match faults.into_iter().min_by_key(|&(place, _)| place) {
        Some((_, fault)) => Err(Box::new(fault)),
        None => Ok(table.codes().len() as u64),
    }
}

struct Check<'a, G: ?Sized> {
    game: &'a G,
    steps: Vec<Step>,
    step: Option<&'a LayerTable>,
    drop: Option<&'a LayerTable>,
    layer: Layer,
}

impl<G: Game + ?Sized> Check<'_, G> {
    /// The code of a position by those of the next ones.
    fn value(&self, own: u32, other: u32) -> Option<Code> {
        if self.game.is_goal(own) {
            return Some(Code::EXCLUDED);
        }
        if self.game.is_goal(other) {
            return Some(Code(0));
        }
        let turn = self.game.turn(self.layer);
        let held = own | other;
        let mut range: Option<(Code, Code)> = None;
        let mut see = |code: Code| {
            let (worst, best) = range.unwrap_or((code, code));
            let rank = |code: Code| code.value().map(|value| value.preference());
            let lower = if rank(code) < rank(worst) {
                code
            } else {
                worst
            };
            let upper = if rank(code) > rank(best) { code } else { best };
            range = Some((lower, upper));
        };
        if turn.drop.is_some() {
            for cell in (0..self.game.cells()).filter(|&cell| held >> cell & 1 == 0) {
                see(before(self.drop?.get(other, own | 1 << cell))?);
            }
        }
        if turn.steps {
            let set = |cell: u8| held >> cell & 1 == 1;
            for step in &self.steps {
                if own >> step.from & 1 == 1 && !set(step.to) && step.over.is_none_or(set) {
                    let after = own & !(1 << step.from) | 1 << step.to;
                    see(before(self.step?.get(other, after))?);
                }
            }
        }
        Some(match range {
            // Where the other side says where the piece goes, it takes the worst.
            Some((worst, best)) => match turn.drop {
                Some(Chooser::Opponent) => worst,
                _ => best,
            },
            None => match self.game.blocked() {
                Blocked::Loses => Code(0),
                Blocked::Draws => Code::DRAW,
            },
        })
    }
}

/// The code, for the side to move, of a move that leads to this code of the other side.
fn before(code: Code) -> Option<Code> {
    match code {
        Code::DRAW => Some(Code::DRAW),
        Code::EXCLUDED => None,
        Code(plies) if plies < Code::LAST => Some(Code(plies + 1)),
        _ => None,
    }
}
