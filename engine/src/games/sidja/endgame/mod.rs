//! Positions with few stones, solved outright.
//!
//! Tables are built by the number of stones on the board. A capture leads to fewer stones and so
//! into a finished table, however its turn goes on; among equal numbers of stones there are only
//! moves that take nothing, and those are followed backwards from the decided positions, one turn
//! at a time ([`crate::solve::retro::solve_moves`]). What is never decided is a draw: nobody can
//! force an end.
//!
//! The rules of sliding and taking are the same under all eight symmetries of the board, whose
//! images are folded; only the placing may not be.

mod audit;
mod audit_kept;
mod audit_rows;
mod certificate;
mod kept;
mod no_capture_limit;
mod outcome_probe;
mod outcomes;
mod outcomes_on_disk;
mod plan;
mod room;
mod sliding;
#[cfg(test)]
mod tests;
mod turns_on_disk;

pub(super) use audit::Judge;
pub use audit::{audit, audit_layers};
pub use audit_kept::audit_outcomes;
pub use certificate::certify;
pub(crate) use kept::KEPT;
pub use outcomes::{Solved, solve};
pub use outcomes_on_disk::build;
pub(crate) use outcomes_on_disk::groups_of;
pub mod outcome_counts;
pub use plan::plan;
pub use room::room_to_build;
pub use turns_on_disk::{GAME, build_turns};

use super::rules::TOO_LONG;
use super::{Outcome, Rules};
use crate::board::Bits;
use crate::games::custodial::moves::{State, Turns};
use crate::solve::Ending;
use crate::solve::retro::{Layer, Solution, solve_moves};
use crate::solve::table::TableError;
use crate::work::Fault;
use no_capture_limit::CountedTables;
use outcome_probe::Probes;
use sliding::Sliding;

/// The stones of both sides that are solved or kept where no number is asked for.
const STONES: u32 = 6;

/// Every position with at most a number of stones, of both sides together.
///
/// Under a limit on moves without a capture the value of a position depends on the count, and there is
/// one for every count.
#[derive(Debug)]
pub struct Endgames {
    sliding: Sliding,
    most: u32,
    solution: Solution,
    /// Where only outcomes are kept, they are in place of the solution.
    probes: Option<Probes>,
    /// In place of the solution, where moves without a capture are counted.
    counted: Option<CountedTables>,
}

/// The pairs of numbers of stones that are solved together, the side to move's first, each pair
/// after those that captures lead to: all with at most `most` stones of which neither side has lost.
pub(crate) fn groups(rules: &Rules, most: u32) -> Vec<Vec<Layer>> {
    let least = u32::from(rules.lost_with()) + 1;
    let stones = u32::from(rules.stones());
    let mut groups = Vec::new();
    for total in 2 * least..=most.min(2 * stones) {
        for fewer in least..=total / 2 {
            let more = total - fewer;
            if more > stones {
                continue;
            }
            let mut group = vec![Layer::new(fewer as u8, more as u8)];
            group.extend((fewer < more).then(|| Layer::new(more as u8, fewer as u8)));
            groups.push(group);
        }
    }
    groups
}

impl Endgames {
    /// The beginning of a turn with these stones.
    #[cfg(test)]
    pub(crate) fn sliding_turn(&self, own: u32, enemy: u32) -> State<u128> {
        self.sliding.engine().turn(own, enemy).convert()
    }

    /// Solves every position with at most `most` stones.
    ///
    /// Exact. Cost: a byte a folded position, and some more while a table is being built. On 5×5 six
    /// stones are 10 million positions, a byte for every eight, and take seconds. Under a limit two bytes
    /// for each count, and as many times the work.
    ///
    /// # Errors
    /// Of kind input: the board is larger than 5×5, or a win takes more than 253 turns; under a limit on moves without
    /// a capture, the values take more than 2 GB ([`Endgames::fits`]).
    pub fn new(rules: Rules, most: u32) -> Result<Endgames, Fault> {
        rules.check_board()?;
        if rules.no_capture.is_some() {
            if no_capture_limit::bytes(&rules, most) > no_capture_limit::MOST_BYTES {
                let fits = Endgames::fits(&rules);
                return Err(Fault::input(format!(
                    "positions of {most} stones take more than 2 GB under a limit on moves without a capture: ask for at most {fits} \
                     stones"
                )));
            }
            let sliding = Sliding::new(rules);
            let counted = CountedTables::new(&sliding, most);
            let counted = counted.ok_or_else(|| Fault::input(TOO_LONG))?;
            return Ok(Endgames {
                sliding,
                most,
                solution: Solution::default(),
                probes: None,
                counted: Some(counted),
            });
        }
        let endgames = Endgames::empty(rules, most);
        let mut endgames = endgames.expect("these rules have tables");
        for group in groups(&rules, most) {
            let solved = solve_moves(&endgames.sliding, &group, &endgames.solution, &mut |_| true);
            for table in solved? {
                endgames.solution.insert(table);
            }
        }
        Ok(endgames)
    }

    /// Without any table yet.
    fn empty(rules: Rules, most: u32) -> Option<Endgames> {
        Some(Endgames {
            sliding: outcomes::sliding(&rules)?,
            most,
            solution: Solution::default(),
            probes: None,
            counted: None,
        })
    }

    /// The largest number of stones that [`Endgames::new`] solves within 2 GB under these rules.
    pub fn fits(rules: &Rules) -> u32 {
        let all = 2 * u32::from(rules.stones());
        let fits =
            |most: &u32| no_capture_limit::bytes(rules, *most) <= no_capture_limit::MOST_BYTES;
        (0..=all).take_while(fits).last().unwrap_or(0)
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.sliding.rules()
    }

    /// The number of stones up to which all positions are solved.
    pub fn most(&self) -> u32 {
        self.most
    }

    /// The tables, by the numbers of stones of the side to move and of the other.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// The number of positions, symmetric ones and every count counted apart.
    pub fn positions(&self) -> u64 {
        if let Some(counted) = &self.counted {
            return counted.positions();
        }
        if let Some(probes) = &self.probes {
            return probes.arrangements();
        }
        let tables = self.solution.tables().values();
        tables.map(|table| table.index().arrangements()).sum()
    }

    /// Whether the turns to the end are known, or only the outcomes.
    pub(crate) fn keeps_turns(&self) -> bool {
        self.probes.is_none()
    }

    /// The fault of a table in which a position was looked up, if it had one; such positions
    /// are not known.
    pub fn fault(&self) -> Option<&TableError> {
        self.probes.as_ref()?.fault()
    }

    /// The outcome of a position for the side to move, or `None` as for [`Endgames::value`].
    pub fn outcome<B: Bits>(&self, state: &State<B>) -> Option<Outcome> {
        if let Some(value) = self.value(state) {
            return Some(value.outcome());
        }
        if let Some(probes) = &self.probes {
            let state = state.convert::<u32>();
            let turn = self.sliding.engine().turn(state.own, state.enemy);
            if state.is_placing() || state.chain != turn.chain {
                return None;
            }
            return probes.outcome(state.own, state.enemy);
        }
        None
    }

    /// The value of a position at the beginning of a turn, or `None` if it has too many stones or
    /// stones to be placed, or a turn is being continued; or if turns are not known. Under
    /// `blocked=opens` a side that is blocked has passed; where it has not, there is no value either.
    pub fn value<B: Bits>(&self, state: &State<B>) -> Option<Ending> {
        let engine = self.sliding.engine();
        let expected = |state: &State<u32>| engine.turn(state.own, state.enemy).chain;
        if state.is_placing() || state.chain != expected(&state.convert()) {
            return None;
        }
        let state = state.convert::<u32>();
        if let Some(outcome) = engine.end(&state) {
            return Some(Ending::over(outcome));
        }
        match &self.counted {
            Some(counted) => counted.value(&state),
            None => self.solution.value(state.own, state.enemy),
        }
    }
}
