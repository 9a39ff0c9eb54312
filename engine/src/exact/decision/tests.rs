use proptest::prelude::*;

use super::*;
use crate::exact::tests::{Markov, ratio};

fn end(a: i64, b: i64) -> Outcome {
    Outcome::End(ratio(a, b))
}

/// The weight of the outcomes of an action that end the process, and the sum of their rewards, each times its weight.
fn at_end(action: &Action) -> (BigInt, BigRational) {
    let ends = action.iter().filter_map(|(weight, outcome)| match outcome {
        Outcome::End(reward) => Some((weight, reward * weight)),
        Outcome::State(_) => None,
    });
    ends.fold(
        (BigInt::zero(), ratio(0, 1)),
        |(all, sum), (weight, reward)| (all + weight, sum + reward),
    )
}

/// The states that an action leads to.
fn moves(action: &Action) -> impl Iterator<Item = (usize, BigInt)> {
    action.iter().filter_map(|(weight, outcome)| match outcome {
        Outcome::State(to) => Some((*to, weight.clone())),
        Outcome::End(_) => None,
    })
}

/// The value of each state under a fixed policy, by plain elimination: a state that can never come to an end
/// is worth nothing.
fn value_of_policy(p: &[Vec<Action>], policy: &[Option<usize>]) -> Vec<BigRational> {
    let n = p.len();
    let action = |state: usize| policy[state].map(|chosen| &p[state][chosen]);
    let ending = |state: usize| action(state).map_or_else(BigInt::zero, |action| at_end(action).0);
    let mut ends: Vec<bool> = (0..n).map(|state| !ending(state).is_zero()).collect();
    for _ in 0..n {
        let leads = |state| action(state).is_some_and(|a| moves(a).any(|(to, _)| ends[to]));
        ends = (0..n).map(|state| ends[state] || leads(state)).collect();
    }
    // Past the last state an end for each state's immediate end.
    let ways = |state: usize| {
        let action = action(state).filter(|_| ends[state]);
        action.map_or_else(Vec::new, |action| {
            moves(action).chain([(n + state, ending(state))]).collect()
        })
    };
    let ends_of = (0..n).map(|_| Vec::new());
    let chain = Markov((0..n).map(ways).chain(ends_of).collect());
    // The reward of an end, given that this state's action ended.
    let reward = |state: usize| match state.checked_sub(n) {
        Some(from) if !ending(from).is_zero() => at_end(action(from).unwrap()).1 / ending(from),
        _ => ratio(0, 1),
    };
    let values = (0..n).map(|start| chain.expected(start, reward).unwrap());
    values.collect()
}

/// The expected value of an action, given a value for every state.
fn expected(action: &Action, values: &[BigRational]) -> BigRational {
    let total: BigInt = action.iter().map(|(weight, _)| weight).sum();
    let on = moves(action).map(|(to, weight)| &values[to] * weight);
    (on.sum::<BigRational>() + at_end(action).1) / total
}

/// Best value over all policies that always choose the same in the same state.
fn by_enumeration(p: &[Vec<Action>], sense: Sense) -> Vec<BigRational> {
    let n = p.len();
    let mut best: Vec<Option<BigRational>> = vec![None; n];
    let mut policy: Vec<Option<usize>> = p
        .iter()
        .map(|actions| (!actions.is_empty()).then_some(0))
        .collect();
    loop {
        for (best, value) in best.iter_mut().zip(value_of_policy(p, &policy)) {
            if best.as_ref().is_none_or(|b| sense.prefers(&value, b)) {
                *best = Some(value);
            }
        }
        let next = (0..n).find(|&s| policy[s].is_some_and(|a| a + 1 < p[s].len()));
        let Some(next) = next else { break };
        for earlier in &mut policy[..next] {
            *earlier = earlier.map(|_| 0);
        }
        policy[next] = policy[next].map(|a| a + 1);
    }
    best.into_iter().map(|b| b.unwrap()).collect()
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        4 => (0usize..4).prop_map(Outcome::State),
        1 => (-2i64..=4).prop_map(|a| end(a, 4)),
    ]
}

fn process() -> impl Strategy<Value = Vec<Vec<Action>>> {
    let weighted = (1u32..4, outcome()).prop_map(|(weight, outcome)| (weight.into(), outcome));
    let action = proptest::collection::vec(weighted, 1..3);
    proptest::collection::vec(proptest::collection::vec(action, 0..4), 4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn agrees_with_all_policies_and_lies_between_the_bounds(p in process(), least in any::<bool>()) {
        let sense = if least { Sense::Minimise } else { Sense::Maximise };
        let (best, policy): (Vec<_>, Vec<_>) = solve(&p, sense).unwrap().into_iter().unzip();
        prop_assert_eq!(&best, &by_enumeration(&p, sense));
        prop_assert_eq!(&best, &value_of_policy(&p, &policy));

        // Value iteration from below and above any possible value keeps its side.
        let mut lower = vec![ratio(-1, 2); p.len()];
        let mut upper = vec![ratio(1, 1); p.len()];
        for _ in 0..8 {
            for values in [&mut lower, &mut upper] {
                let next = p.iter().map(|actions| {
                    let worths = actions.iter().map(|a| expected(a, values));
                    let best = worths.reduce(|a, b| if sense.prefers(&b, &a) { b } else { a });
                    best.unwrap_or_else(|| ratio(0, 1))
                }).collect();
                *values = next;
            }
            for ((low, value), high) in lower.iter().zip(&best).zip(&upper) {
                prop_assert!(low <= value && value <= high);
            }
        }
    }
}
