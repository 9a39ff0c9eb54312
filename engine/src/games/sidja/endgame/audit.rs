//! Every value against those of the positions its turns lead to: forward moves, no symmetry.

use super::Endgames;
use super::sliding::best_of_turn;
use crate::board::Side;
use crate::games::custodial::engine::Engine;
use crate::games::custodial::moves::{State, Turns};
use crate::solve::Ending;
use crate::solve::audit::over_all;
use crate::solve::retro::Layer;

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
pub fn audit(endgames: &Endgames) -> Result<u64, String> {
    let layers: Vec<Layer> = endgames.solution.tables().keys().copied().collect();
    audit_layers(endgames, &layers)
}

/// Checks as [`audit`] does the positions of some layers.
///
/// # Errors
/// The first position whose value does not follow.
pub fn audit_layers(endgames: &Endgames, layers: &[Layer]) -> Result<u64, String> {
    let judge = Judge {
        engine: endgames.sliding.engine(),
        value: &|state| endgames.value(state),
        turns: true,
    };
    let mut checked = 0;
    for &layer in layers {
        checked += judge.layer(layer)?;
    }
    Ok(checked)
}

/// Values and the rules they are to follow.
pub(in crate::games::sidja) struct Judge<'a> {
    pub(in crate::games::sidja) engine: &'a Engine<u32>,
    pub(in crate::games::sidja) value: &'a (dyn Fn(&State<u32>) -> Option<Ending> + Sync),
    /// Whether values have turns.
    pub(in crate::games::sidja) turns: bool,
}

impl Judge<'_> {
    pub(super) fn layer(&self, layer: Layer) -> Result<u64, String> {
        let cells = self.engine.board().cell_count();
        let parts = over_all(
            cells,
            layer,
            || 0_u64,
            |checked, own, enemy| {
                *checked += 1;
                self.position(own, enemy)
            },
        )?;
        Ok(parts.into_iter().sum())
    }

    /// Checks the value of a position.
    pub(in crate::games::sidja) fn position(&self, own: u32, enemy: u32) -> Result<(), String> {
        let found = (self.value)(&self.engine.turn(own, enemy));
        self.position_with(own, enemy, found)
    }

    /// Checks a value that a position is said to have.
    pub(super) fn position_with(
        &self,
        own: u32,
        enemy: u32,
        found: Option<Ending>,
    ) -> Result<(), String> {
        let state = self.engine.turn(own, enemy);
        let follows = match self.engine.end(&state) {
            Some(_) => Some(Ending::Loss(0)),
            None => self.follows(&state, state.side),
        };
        if found.is_some() && found == follows {
            return Ok(());
        }
        let cells = |set: u32| itertools::join(self.engine.board().cells_of(set), " ");
        let text = |value: Option<Ending>| match value {
            None => "no value".to_owned(),
            // Nobody has won before he moves, and who has lost by then is no game: nought is not known.
            Some(value) if value.length() == Some(0) => value.outcome().to_string(),
            Some(value) => value.to_string(),
        };
        Err(format!(
            "{} to move against {}: {}, but {} follows from its moves",
            cells(own),
            cells(enemy),
            text(found),
            text(follows)
        ))
    }

    /// The value of a position within or after the turn of a side, seen by it; `None` if one that it rests on is not
    /// known.
    pub(super) fn follows(&self, state: &State<u32>, side: Side) -> Option<Ending> {
        let worth = |state: &State<u32>| (self.value)(state).map(|value| self.before(value));
        // Without turns nothing is better than a win.
        let (best, known) = best_of_turn(self.engine, state, side, !self.turns, &worth);
        best.filter(|_| known)
    }

    /// Seen a turn earlier, by the side that made it.
    fn before(&self, value: Ending) -> Ending {
        match self.turns {
            true => value.before(),
            false => match value {
                Ending::Win(_) => Ending::Loss(0),
                Ending::Draw => Ending::Draw,
                Ending::Loss(_) => Ending::Win(0),
            },
        }
    }
}
