//! Forced wins proved by forward search, without any table of solved positions.
//!
//! A position is won in at most `n` plies if a move leads to one that is lost in at most `n - 1`,
//! and lost in at most `n` if every move leads to one that is won in at most `n - 1`
//! (`solve::within`). What has been found is kept up to symmetry.

use super::moves::{Engine, State};
use super::{Move, Position, Rules};
use crate::board::Bits;
use crate::solve::retro::Outcome;
use crate::solve::within::{Forced, Within};

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
    let mut search = Within::new(Win::new(position.rules()), budget);
    let mut none_within = 0;
    let mut won: Vec<(Move, u32)> = Vec::new();
    let chosen = position.chooser() == position.side();
    let plays = position.plays();
    for plies in (1..=most).step_by(2) {
        for play in &plays {
            if won.iter().any(|(action, _)| *action == play.action) {
                continue;
            }
            let after = Turn {
                state: play.position.state(),
                mine: false,
            };
            let Some(lost) = search.is_forced(&after, plies - 1) else {
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

/// A position, and whether it is the turn of the side that is to win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Turn {
    state: State,
    mine: bool,
}

/// A win of one side.
struct Win {
    engine: Engine,
    symmetries: Vec<[u8; 32]>,
}

impl Win {
    fn new(rules: &Rules) -> Self {
        let symmetries = rules.facts().symmetries.iter().map(|symmetry| {
            let mut images = [0; 32];
            images[..symmetry.len()].copy_from_slice(symmetry);
            images
        });
        Self {
            symmetries: symmetries.collect(),
            engine: Engine::new(rules),
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

    /// Whether the side that has just moved loses at once, the side to move choosing its own move.
    fn loses_at_once(&self, state: State) -> bool {
        !self.engine.is_lost(state)
            && !self.engine.opponent_places(state)
            && self.wins_at_once(state)
    }

    /// What the side to move comes to that has no move, or that the other side has given a goal.
    fn ended(&self, state: State) -> Option<Outcome> {
        match self.engine.is_given(state) {
            true => Some(Outcome::Win),
            false => self.engine.outcome_of_stuck(state),
        }
    }
}

impl Forced for Win {
    type State = Turn;
    type Key = Turn;

    fn known(&self, &Turn { state, mine }: &Turn, plies: u32) -> Option<bool> {
        let forced = self.engine.opponent_places(state);
        if self.engine.is_lost(state) || !mine && self.ended(state) == Some(Outcome::Loss) {
            return Some(!mine);
        }
        if !forced && self.wins_at_once(state) {
            return Some(mine);
        }
        match mine {
            true => (plies <= 1 && !forced).then_some(false),
            false => (plies == 0).then_some(false),
        }
    }

    fn key(&self, turn: &Turn) -> Turn {
        Turn {
            state: self.folded(turn.state),
            ..*turn
        }
    }

    fn chooses(&self, turn: &Turn) -> bool {
        turn.mine != self.engine.opponent_places(turn.state)
    }

    fn next(&self, &Turn { state, mine }: &Turn, plies: u32) -> Vec<(Turn, u32)> {
        let after = self.engine.plies(state);
        let after = after.map(|ply| self.engine.after(state, ply));
        // The opponent's threats have to be met; moves that leave none come first.
        let meets = mine && plies > 1 && !self.engine.opponent_places(state);
        let after = after.filter(|&after| !meets || !self.loses_at_once(after));
        let turn = |state| (Turn { state, mine: !mine }, plies - 1);
        after.map(turn).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::games::line_up::Model;
    use crate::solve::Ending;
    use crate::solve::retro::{Code, Outcome};

    /// The values of forward search are those of retrograde analysis, on the smallest board.
    #[test]
    fn a_small_board_is_proved_forwards() {
        let rules: Rules = "5x5:size=3,men=3,row=3".parse().unwrap();
        let model = Model::new(rules.clone());
        let solution = model.solve().unwrap();
        let mut found = [0; 2];
        for table in solution.tables().values() {
            for place in (0..table.codes().len()).step_by(7) {
                let (own, other) = table.index().position(place);
                let value = Code(table.codes()[place]).value();
                let Some(value) = value.filter(|value| *value != Ending::Loss(0)) else {
                    continue;
                };
                let position = Position::trusted(rules.clone(), Side::X, State { own, other });
                let (proof, _) = prove(&position, 9, 1_000_000);
                match (value, proof) {
                    (Ending::Win(expected), Proof::Win { plies, moves }) => {
                        assert_eq!(expected, plies);
                        assert!(!moves.is_empty());
                        found[0] += 1;
                    }
                    (value, Proof::NotWithin { plies: 9 }) => {
                        let slow = value.length().is_some_and(|plies| plies > 9);
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
        assert_eq!(visited, 1000);
    }
}
