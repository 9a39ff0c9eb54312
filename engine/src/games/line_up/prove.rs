//! Forced wins proved by forward search, without any table of solved positions.
//!
//! A position is won in at most `n` plies if a move leads to one that is lost in at most `n - 1`,
//! and lost in at most `n` if every move leads to one that is won in at most `n - 1`
//! (`solve::within`). What has been found is kept up to symmetry.

use super::moves::State;
use super::rules::Facts;
use super::{Move, Position, Rules};
use crate::solve::retro::{Blocked, LayeredGame as _, Outcome, Scale, SetMap};
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
    // Where the winner makes the last move, it wins in an odd number of plies.
    let step = match position.rules().scale() {
        Scale::Plies => 2,
        Scale::HalfPlies => 1,
    };
    for plies in (1..=most).step_by(step) {
        for play in &plays {
            if won.iter().any(|(action, _)| *action == play.action) {
                continue;
            }
            let after = ProofState {
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

/// A position, and whether it is the turn of the side that wants something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ProofState {
    pub(super) state: State,
    pub(super) mine: bool,
}

impl ProofState {
    /// The least of the images of a position.
    pub(super) fn folded(self, symmetries: &[SetMap]) -> ProofState {
        let images = symmetries.iter().map(|map| State {
            own: map.image(self.state.own),
            other: map.image(self.state.other),
        });
        ProofState {
            state: images.min().unwrap_or(self.state),
            ..self
        }
    }
}

/// A win of one side.
struct Win<'a> {
    facts: &'a Facts,
    symmetries: Vec<SetMap>,
    /// Whether a side can be without a move and loses by it.
    blocked_loses: bool,
}

impl<'a> Win<'a> {
    fn new(rules: &'a Rules) -> Self {
        let symmetries = rules.facts().symmetries.iter();
        let symmetries = symmetries.map(|cells| SetMap::new(cells));
        Self {
            symmetries: symmetries.collect(),
            blocked_loses: rules.facts().may_be_stuck && rules.facts().blocked == Blocked::Loses,
            facts: rules.facts(),
        }
    }

    /// Whether the side to move makes a pattern by its next move, the choice being its own.
    fn makes_a_pattern(&self, state: State) -> bool {
        let mut plies = self.facts.plies(state);
        !self.facts.opponent_places(state) && plies.any(|ply| self.facts.wins_by(state, ply))
    }

    /// Whether the side to move has won, or does so by its next move.
    fn wins_at_once(&self, state: State) -> bool {
        match self.ended(state) {
            Some(outcome) => outcome == Outcome::Win,
            None => self.makes_a_pattern(state),
        }
    }

    /// Whether the next move wins by nothing but a pattern.
    fn only_by_patterns(&self, state: State) -> bool {
        !self.blocked_loses && !self.facts.opponent_places(state)
    }

    /// What the side to move comes to, if the game is over.
    fn ended(&self, state: State) -> Option<Outcome> {
        match self.facts.is_lost(state) {
            true => Some(Outcome::Loss),
            false if self.facts.is_given(state) => Some(Outcome::Win),
            false => self.facts.outcome_of_stuck(state),
        }
    }
}

impl Forced for Win<'_> {
    type State = ProofState;

    fn known(&self, &ProofState { state, mine }: &ProofState, plies: u32) -> Option<bool> {
        match self.ended(state) {
            Some(Outcome::Draw) => Some(false),
            Some(outcome) => Some(mine == (outcome == Outcome::Win)),
            None if plies == 0 => Some(false),
            None if self.makes_a_pattern(state) => Some(mine),
            None if plies == 1 && mine && self.only_by_patterns(state) => Some(false),
            None => None,
        }
    }

    fn key(&self, turn: &ProofState) -> ProofState {
        turn.folded(&self.symmetries)
    }

    fn chooses(&self, turn: &ProofState) -> bool {
        turn.mine != self.facts.opponent_places(turn.state)
    }

    fn next(&self, &ProofState { state, mine }: &ProofState, plies: u32) -> Vec<(ProofState, u32)> {
        let after = self.facts.plies(state);
        let after = after.map(|ply| self.facts.after(state, ply));
        // The opponent's threats have to be met; moves that leave none come first.
        let meets = mine && plies > 1 && !self.facts.opponent_places(state);
        let after = after.filter(|&after| !meets || !self.wins_at_once(after));
        let turn = |state| (ProofState { state, mine: !mine }, plies - 1);
        after.map(turn).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::solve::Ending;
    use crate::solve::retro::Outcome;

    /// The values of forward search are those of retrograde analysis, on the smallest board.
    #[test]
    fn a_small_board_is_proved_forwards() {
        let text = |goal: &str, blocked: &str| {
            let text = format!(
                "game: Small\nboard: 3x3\njoined: all\nmen: 4\nmove: step\ngoal: {goal}\nblocked: {blocked}\n"
            );
            Rules::of_text(&text).unwrap()
        };
        let against = "row of 3, a1 against a2 b1 b2, c3 against c2 b2 b3";
        is_proved_forwards(&"5x5:size=3,men=3,row=3".parse().unwrap());
        is_proved_forwards(&text("row of 3", "loses"));
        is_proved_forwards(&text("row of 3", "wins"));
        is_proved_forwards(&text(against, "loses"));
        is_proved_forwards(&text("diamond with an empty middle, row of 3", "draws"));
    }

    fn is_proved_forwards(rules: &Rules) {
        let solution = rules.solve().unwrap();
        let mut found = [0; 2];
        for table in solution.tables().values() {
            for place in (0..table.codes().len()).step_by(7) {
                let (own, other) = table.index().position(place);
                let value = table.value(own, other);
                let Some(value) = value.filter(|value| value.length() != Some(0)) else {
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
        assert!(found.iter().all(|&found| found > 20), "{rules}: {found:?}");
    }

    #[test]
    fn a_search_gives_up_when_told() {
        let start = Position::start(&"5x5".parse().unwrap());
        let (proof, visited) = prove(&start, 9, 1000);
        assert!(matches!(proof, Proof::GaveUp { .. }));
        assert_eq!(visited, 1000);
    }
}
