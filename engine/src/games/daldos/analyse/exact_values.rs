//! Exact values where extra throws can lead to few positions only.

use std::collections::HashMap;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

use super::search::Search;
use super::search_context::{Aim, SearchContext};
use crate::exact::decision::{Outcome, Process, Sense};
use crate::games::daldos::moves::View;

/// A position before a throw.
#[derive(Default)]
struct Node {
    /// The outcomes that end the question, with weights.
    sure: Vec<(BigUint, Outcome)>,
    /// For each other throw its weight and where it can lead.
    choices: Vec<(u64, Vec<usize>)>,
}

/// The cost of a position of the process, in units of work.
const SOLVING: u64 = 300;

/// The exact value for an aim, or `None` if more than `most` positions can be come to by extra throws.
pub(super) fn closed(
    ground: &mut SearchContext<'_>,
    aim: Aim,
    start: &View,
    most: usize,
) -> Option<BigRational> {
    let nodes = positions(ground, aim, start, most)?;
    // Solving is more work than finding the positions.
    let work = nodes.len() as u64 * SOLVING;
    if ground.left < work {
        return None;
    }
    ground.spend(work);
    solved(nodes)
}

/// The positions that extra throws can lead to, the start first.
fn positions(
    ground: &mut SearchContext<'_>,
    aim: Aim,
    start: &View,
    most: usize,
) -> Option<Vec<Node>> {
    let whole = |gain: u32| BigRational::from_integer(BigInt::from(gain));
    let game = ground.game;
    let search = Search::new(aim);
    let ends = aim.ends();
    let mut numbers: HashMap<(View, u32), usize> = HashMap::from([((*start, 0), 0)]);
    let mut states = vec![(*start, 0u32)];
    let mut nodes: Vec<Node> = Vec::new();
    while nodes.len() < states.len() {
        let (state, gained) = states[nodes.len()];
        let mut node = Node::default();
        if state.over(game).is_some() {
            node.sure.push((1u32.into(), Outcome::End(whole(gained))));
            nodes.push(node);
            continue;
        }
        let hits = ground.real(&state)?;
        for (cast, hit) in game.casts().iter().zip(hits.iter()) {
            let gain = search.gain(game, &state, cast, hit);
            if !cast.extra || ends && gain > 0 {
                let end = Outcome::End(whole(gained + gain));
                node.sure.push((cast.weight.into(), end));
                continue;
            }
            let mut to = Vec::new();
            for (next, taken) in ground.after(&state, cast) {
                let key = (next, if ends { 0 } else { gained + taken });
                let number = *numbers.entry(key).or_insert_with(|| {
                    states.push(key);
                    states.len() - 1
                });
                to.push(number);
            }
            if states.len() > most {
                return None;
            }
            node.choices.push((cast.weight, to));
        }
        nodes.push(node);
    }
    Some(nodes)
}

/// The value of the first position under best play: a decision process with a state for each position and each choice.
fn solved(nodes: Vec<Node>) -> Option<BigRational> {
    let mut process = Process::new();
    for _ in &nodes {
        process.add_state();
    }
    for (number, node) in nodes.into_iter().enumerate() {
        let mut outcomes = node.sure;
        for (weight, to) in node.choices {
            let choice = process.add_state();
            for next in to {
                let after = [(1u32, Outcome::State(next))];
                process.add_action(choice, after).ok()?;
            }
            outcomes.push((weight.into(), Outcome::State(choice)));
        }
        process.add_action(number, outcomes).ok()?;
    }
    let solution = process.solve(Sense::Maximise).ok()?;
    solution.values.into_iter().next()
}
