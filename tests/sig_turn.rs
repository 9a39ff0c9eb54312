//! Whole turns of sig: formulas worked out by hand. Every number of a turn is compared with all sequences of throws by the oracles.

#![allow(clippy::unwrap_used)]

use num_rational::BigRational;
use num_traits::One;
use siga::exact::{Field, Surd};
use siga::games::running_fight::turn::whole_turn;
use siga::games::sig::Rules;

/// The stack by hand: with a the chance to lay a throw on, c to cancel, t to end, a throw laid on is taken off with Q,
/// Q = c + a·Q², and a list of k throws and the last has chance M·N^k·(its throws), N = 1/(1 − a·Q) for what is thrown in
/// vain between two that stand and M = 1/(1 − c − a·Q) before the first.
#[test]
fn the_stack_by_hand() {
    let ratio = |over: i64, under: i64| Surd::from(BigRational::new(over.into(), under.into()));
    let (khadzh, bagra, khmar, end) = (
        ratio(16, 256),
        ratio(70, 256),
        ratio(56, 256),
        ratio(114, 256),
    );
    let a = khadzh.clone() + bagra.clone();
    let discriminant = ratio(1, 1) - ratio(4, 1) * a.clone() * khmar.clone();
    let root = Surd::sqrt(discriminant.as_rational().unwrap()).unwrap();
    let q = (ratio(1, 1) - root).divided_by(&(ratio(2, 1) * a.clone()));
    assert_eq!(q, khmar.clone() + a.clone() * q.clone() * q.clone());
    let n = Surd::one().divided_by(&(Surd::one() - a.clone() * q.clone()));
    let m = Surd::one().divided_by(&(Surd::one() - khmar - a * q));

    let rules: Rules = "sig:depaulis,cancel=stack".parse().unwrap();
    let whole = whole_turn(&rules, 3, None).unwrap();
    let found = whole.answer.turn.unwrap().values.unwrap().values;
    assert_eq!(found.lists.len(), 14);
    for row in &found.lists {
        let (list, chance) = (&row.values, &row.probability);
        let mut expected = m.clone();
        for outcome in list {
            expected = expected
                * match outcome.to_string().as_str() {
                    "khadzh" => khadzh.clone() * n.clone(),
                    "4" => bagra.clone() * n.clone(),
                    "5" => ratio(112, 256),
                    _ => ratio(2, 256),
                };
        }
        assert_eq!(chance.surd().unwrap(), expected, "{list:?}");
    }
    // No khadzh: bagras alone before the end.
    let bagras = Surd::one().divided_by(&(Surd::one() - n.clone() * bagra));
    let expected = Surd::one() - m * end * bagras;
    let khadzh = whole.named.unwrap().at_least_one.surd().unwrap();
    assert_eq!(khadzh, expected);
    assert_eq!(khadzh.to_string(), "-232/2051 + 16/2051*sqrt(723)");
    assert_eq!(khadzh.decimal(20), "0.09664483135639203875");
}
