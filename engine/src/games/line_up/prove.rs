//! Forced wins proved by forward search, without any table of solved positions.
//!
//! A position is won in at most `n` plies if a move leads to one that is lost in at most `n - 1`,
//! and lost in at most `n` if every move leads to one that is won in at most `n - 1`. What has been
//! found is kept up to symmetry.

use std::collections::HashMap;

use super::moves::{Engine, State};
use super::{Move, Position, Rules};
use crate::board::Bits;
use crate::solve::retro::Outcome;
use crate::work::stop;

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// The side to move wins in exactly `plies` plies.
    Win {
        /// Plies to the win.
        plies: u32,
        /// The first moves that win, each with the plies in which it wins: all the same, or at most that number where the
        /// opponent says which.
        moves: Vec<(Move, u32)>,
    },
    /// The side to move does not win within the plies asked about.
    NotWithin {
        /// The plies asked about.
        plies: u32,
    },
    /// The search has looked at as many positions as it was allowed to.
    GaveUp {
        /// Plies within which the side to move does not win.
        plies: u32,
    },
}

/// Searches for a win of the side to move in at most `most` plies, looking at up to `budget`
/// positions, and counts those.
///
/// Exact: a win is proved together with there being none that is faster. Cost: about a hundred bytes
/// and a microsecond a position.
pub fn prove(position: &Position, most: u32, budget: u64) -> (Proof, u64) {
    let mut search = ProofSearch::new(position.rules(), budget);
    let mut none_within = 0;
    let mut won: Vec<(Move, u32)> = Vec::new();
    let chosen = position.chooser() == position.side();
    let plays = position.plays();
    for plies in (1..=most).step_by(2) {
        for play in &plays {
            if won.iter().any(|(action, _)| *action == play.action) {
                continue;
            }
            let Some(lost) = search.lost(play.position.state(), plies - 1) else {
                let plies = none_within;
                return (Proof::GaveUp { plies }, search.visited);
            };
            if lost {
                won.push((play.action, plies));
            }
        }
        let settled = match chosen {
            true => !won.is_empty(),
            false => won.len() == plays.len() && !plays.is_empty(),
        };
        if settled {
            return (Proof::Win { plies, moves: won }, search.visited);
        }
        none_within = plies;
    }
    (Proof::NotWithin { plies: none_within }, search.visited)
}

struct ProofSearch {
    engine: Engine,
    symmetries: Vec<[u8; 32]>,
    /// For a position up to symmetry: it is won (or lost) for the side to move within the first number
    /// of plies, and not within the second.
    won: HashMap<State, (u8, u8)>,
    lost: HashMap<State, (u8, u8)>,
    visited: u64,
    budget: u64,
}

/// Not known to be so within any number of plies.
const NEVER: u8 = u8::MAX;

impl ProofSearch {
    fn new(rules: &Rules, budget: u64) -> Self {
        let symmetries = rules.facts().symmetries.iter().map(|symmetry| {
            let mut images = [0; 32];
            images[..symmetry.len()].copy_from_slice(symmetry);
            images
        });
        Self {
            symmetries: symmetries.collect(),
            engine: Engine::new(rules),
            won: HashMap::new(),
            lost: HashMap::new(),
            visited: 0,
            budget,
        }
    }

    /// The least of the images of a state.
    fn folded(&self, state: State) -> State {
        let image = |set: u32, images: &[u8; 32]| {
            set.ones()
                .fold(0, |all, index| all | u32::bit(images[usize::from(index)]))
        };
        let images = self.symmetries.iter().map(|images| State {
            own: image(state.own, images),
            other: image(state.other, images),
        });
        images.min().unwrap_or(state)
    }

    /// Whether the side to move wins by its next move, the choice being its own, or has won.
    fn wins_at_once(&self, state: State) -> bool {
        let mut plies = self.engine.plies(state);
        plies.any(|ply| self.engine.wins_by(state, ply)) || self.ended(state) == Some(Outcome::Win)
    }

    /// Whether the side to move wins within `plies` plies, an odd number; `None` if the budget is
    /// spent.
    fn won(&mut self, state: State, plies: u32) -> Option<bool> {
        if self.engine.is_lost(state) {
            return Some(false);
        }
        let forced = self.engine.opponent_places(state);
        if !forced && self.wins_at_once(state) {
            return Some(true);
        }
        if plies <= 1 && !forced {
            return Some(false);
        }
        let key = self.folded(state);
        let (yes, no) = self.won.get(&key).copied().unwrap_or((NEVER, 0));
        if let Some(known) = known((yes, no), plies) {
            return Some(known);
        }
        self.visit()?;
        let mut next = self.next(state);
        if !forced && plies > 1 {
            // The opponent's threats have to be met; moves that leave none come first.
            next.retain(|after| !self.loses_at_once(*after));
        }
        let mut found = forced;
        for after in next {
            if self.lost(after, plies - 1)? != forced {
                found = !forced;
                break;
            }
        }
        keep(&mut self.won, key, (yes, no), plies, found);
        Some(found)
    }

    /// Whether the side that has just moved loses at once, the side to move choosing its own move.
    fn loses_at_once(&self, state: State) -> bool {
        !self.engine.is_lost(state)
            && !self.engine.opponent_places(state)
            && self.wins_at_once(state)
    }

    /// Whether the side to move has lost within `plies` plies, an even number.
    fn lost(&mut self, state: State, plies: u32) -> Option<bool> {
        if self.engine.is_lost(state) || self.ended(state) == Some(Outcome::Loss) {
            return Some(true);
        }
        let forced = self.engine.opponent_places(state);
        if plies == 0 || (!forced && self.wins_at_once(state)) {
            return Some(false);
        }
        let key = self.folded(state);
        let (yes, no) = self.lost.get(&key).copied().unwrap_or((NEVER, 0));
        if let Some(known) = known((yes, no), plies) {
            return Some(known);
        }
        self.visit()?;
        // Where the opponent chooses, one of his choices is enough; without any the game is over, and not lost.
        let next = self.next(state);
        let mut found = !forced && !next.is_empty();
        for after in next {
            if self.won(after, plies - 1)? == forced {
                found = forced;
                break;
            }
        }
        keep(&mut self.lost, key, (yes, no), plies, found);
        Some(found)
    }

    /// What the side to move comes to that has no move, or that the other side has given a goal.
    fn ended(&self, state: State) -> Option<Outcome> {
        match self.engine.is_given(state) {
            true => Some(Outcome::Win),
            false => self.engine.outcome_of_stuck(state),
        }
    }

    fn next(&self, state: State) -> Vec<State> {
        let plies = self.engine.plies(state);
        plies.map(|ply| self.engine.after(state, ply)).collect()
    }

    fn visit(&mut self) -> Option<()> {
        self.visited += 1;
        stop::check();
        (self.visited <= self.budget).then_some(())
    }
}

/// Whether it holds within `plies` plies, if that is known.
///
/// `no` is one more than the plies within which it is not so.
fn known((yes, no): (u8, u8), plies: u32) -> Option<bool> {
    if plies >= u32::from(yes) {
        Some(true)
    } else if plies < u32::from(no) {
        Some(false)
    } else {
        None
    }
}

fn keep(
    kept: &mut HashMap<State, (u8, u8)>,
    key: State,
    (yes, no): (u8, u8),
    plies: u32,
    found: bool,
) {
    let plies = plies.min(u32::from(NEVER) - 2) as u8;
    let value = if found {
        (yes.min(plies), no)
    } else {
        (yes, no.max(plies + 1))
    };
    kept.insert(key, value);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::board::Side;
    use crate::games::line_up::Model;
    use crate::solve::retro::{Code, Outcome, Plies, Solver, Value, plan};

    /// The values of forward search are those of retrograde analysis, on the smallest board.
    #[test]
    fn a_small_board_is_proved_forwards() {
        let rules: Rules = "5x5:size=3,men=3,row=3".parse().unwrap();
        let model = Model::new(rules.clone());
        let solver = Solver::new(&model).unwrap();
        let mut tables = BTreeMap::new();
        for group in plan(&model) {
            for table in solver.solve(&group, &tables, &mut |_| true).unwrap() {
                tables.insert(table.layer(), table);
            }
        }
        let mut found = [0; 2];
        for table in tables.values() {
            for place in (0..table.codes().len()).step_by(7) {
                let (own, other) = table.index().position(place);
                let value = Code(table.codes()[place]).value();
                let Some(value) = value.filter(|value| *value != Value::Decided(Plies(0))) else {
                    continue;
                };
                let position = Position::trusted(rules.clone(), Side::X, State { own, other });
                let (proof, _) = prove(&position, 9, 1_000_000);
                match (value, proof) {
                    (Value::Decided(Plies(expected)), Proof::Win { plies, moves }) => {
                        assert_eq!(u32::from(expected), plies);
                        assert!(!moves.is_empty());
                        found[0] += 1;
                    }
                    (value, Proof::NotWithin { plies: 9 }) => {
                        let slow = value.plies().is_some_and(|plies| plies.0 > 9);
                        assert!(value.outcome() != Outcome::Win || slow);
                        found[1] += 1;
                    }
                    (value, proof) => panic!("{position}: {value}, {proof:?}"),
                }
            }
        }
        assert!(found.iter().all(|&found| found > 50), "{found:?}");
    }

    #[test]
    fn a_search_gives_up_when_told() {
        let start = Position::start(&"5x5".parse().unwrap());
        let (proof, visited) = prove(&start, 9, 1000);
        assert!(matches!(proof, Proof::GaveUp { .. }));
        assert_eq!(visited, 1001);
    }
}
