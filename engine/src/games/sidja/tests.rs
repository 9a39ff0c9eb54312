//! An exhaustive solution of small boards; the engine. tests/oracles compares the moves, and fixtures/answers has counts (counts.txt) and
//! faults (positions.txt).

use std::collections::HashMap;

use super::analyse::plies;
use super::{Outcome, Position, Rules};
use crate::games::custodial::moves::Turns;
use crate::games::sidja::position::engine;

/// Every position that can be reached from some, and what each comes to: found round by round, each
/// round what is over within one turn more.
pub(super) struct Exhaustive {
    pub(super) numbers: HashMap<Position, usize>,
    values: Vec<Option<(Outcome, u32)>>,
}

impl Exhaustive {
    /// A position of which `over` says what it comes to is not played on.
    pub(super) fn new(
        roots: &[Position],
        over: impl Fn(&Position) -> Option<Outcome>,
    ) -> Exhaustive {
        let mut list: Vec<Position> = Vec::new();
        let mut numbers = HashMap::new();
        let mut number = |position: Position, list: &mut Vec<Position>| {
            *numbers.entry(position).or_insert_with(|| {
                list.push(position);
                list.len() - 1
            })
        };
        for &root in roots {
            number(root, &mut list);
        }
        let mut values = Vec::new();
        let mut moves: Vec<Vec<(usize, bool)>> = Vec::new();
        while let Some(position) = list.get(moves.len()).copied() {
            let end = over(&position);
            let after = match end {
                Some(_) => Vec::new(),
                None => position.plays(),
            };
            let after = after.into_iter();
            moves.push(
                after
                    .map(|play| (number(play.position, &mut list), play.again))
                    .collect(),
            );
            let decided = end.filter(|end| *end != Outcome::Draw);
            values.push(decided.map(|outcome| (outcome, 0)));
        }
        solve(&mut values, &moves);
        Exhaustive { numbers, values }
    }

    /// The outcome for the side to move, and the turns to it.
    pub(super) fn value(&self, position: &Position) -> (Outcome, Option<u32>) {
        match self.values[self.numbers[position]] {
            Some((outcome, turns)) => (outcome, Some(turns)),
            None => (Outcome::Draw, None),
        }
    }
}

/// What is decided by moves, each with whether the same side goes on, round by round; the rest is never decided.
fn solve(values: &mut [Option<(Outcome, u32)>], moves: &[Vec<(usize, bool)>]) {
    let mut open: Vec<usize> = (0..values.len()).collect();
    open.retain(|&at| values[at].is_none() && !moves[at].is_empty());
    let mut idle = 0;
    for round in 1.. {
        let (before, found) = (values.to_vec(), open.len());
        loop {
            let left = open.len();
            open.retain(|&at| {
                let (mut won, mut lost) = (false, true);
                for &(to, again) in &moves[at] {
                    let outcome = match again {
                        true => values[to].map(|(outcome, _)| outcome),
                        false => before[to].map(|(outcome, _)| -outcome),
                    };
                    won |= outcome == Some(Outcome::Win);
                    lost &= outcome == Some(Outcome::Loss);
                }
                if won || lost {
                    values[at] = Some((if won { Outcome::Win } else { Outcome::Loss }, round));
                }
                !won && !lost
            });
            if open.len() == left {
                break;
            }
        }
        idle = if open.len() == found { idle + 1 } else { 0 };
        if idle > 1 {
            break;
        }
    }
}

/// The bit sets of the solvers have the moves of the game, in random games under the presets and every option.
#[test]
fn the_engine_plays_by_the_rules() {
    let options = "first=last steps=4 steps=8 capture_lines=4 capture_run=any centre=safe continuation=none \
        continuation=any continuation=same continuation=free in_a_row=2 \
        continuation=free,in_a_row=2 blocked=passes blocked=opens blocked=loses lost_with=0 \
        lost_with=1 no_capture=3 no_capture=3,no_capture_end=draw placing=one placing=cross";
    let mut random = 7_u64;
    for (preset, size, options) in itertools::iproduct!(
        ["sudan", "west-africa", "egypt"],
        [3, 5],
        options.split(' ')
    ) {
        let rules: Rules = format!("{preset},size={size},{options}").parse().unwrap();
        let engine = engine(&rules);
        let cell = |index: u8| rules.board().cell(index);
        for _ in 0..4 {
            let mut position = Position::start(&rules);
            for _ in 0..80 {
                let state = position.state();
                assert_eq!(engine.end(state), position.end(), "{rules} {position}");
                let plays = position.plays();
                let mut right: Vec<_> = plays
                    .iter()
                    .map(|play| (play.action, play.taken, *play.position.state()))
                    .collect();
                let mut found: Vec<_> = match plays.is_empty() {
                    true => Vec::new(),
                    false => plies(&engine, state)
                        .into_iter()
                        .map(|ply| (ply.name(cell), ply.taken(), engine.after(state, ply)))
                        .collect(),
                };
                right.sort();
                found.sort();
                assert_eq!(found, right, "{rules} {position}");
                if plays.is_empty() {
                    break;
                }
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                position = plays[(random >> 33) as usize % plays.len()].position;
            }
        }
    }
}
