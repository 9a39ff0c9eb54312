//! The chances of yields.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;

use super::naive::{referee, slow_yields};
use super::*;
use crate::games::sig::playing::standing;
use crate::games::sig::rules::{Cancel, Face};

#[test]
fn weights_are_those_of_all_sequences() {
    for rules in [
        "depaulis",
        "depaulis,cancel=stack",
        "ludii,bias=1/3",
        "depaulis,throws=3|1*|khmar*|2*|khadzh*|0*|khmar|0",
        "depaulis,throws=3|1*|khmar*|0*|khmar,cancel=stack,bias=1/2|1/3|1/4|2/3",
        "ludii,throws=1|khadzh*|khadzh|1*",
    ] {
        let rules: Rules = rules.parse().unwrap();
        let throws = Throws::new(&rules, Khadzh::Frees);
        let turns = Turns::new(throws.clone(), Some(4), TOLERANCE);
        let slow = slow_yields(&rules, 4);
        let mut multisets: BTreeMap<(Vec<u8>, u8), BigRational> = BTreeMap::new();
        for (faces, chance) in &slow {
            let kind = |face: &Face| match face {
                Face::Khadzh => ThrowUse::Free,
                Face::Move(cells) => ThrowUse::Move(*cells),
                other => panic!("{other} stands"),
            };
            // The last of the throws that stand is the one that ended the turn, unless that left nothing.
            for ended in [true, false] {
                let (before, last) = match faces.split_last() {
                    Some((last, before)) if ended => (before, Some(kind(last))),
                    _ if ended => continue,
                    _ => (&faces[..], None),
                };
                let mut counts = vec![0; throws.kinds.len()];
                let known = before.iter().all(|face| {
                    let at = throws.kinds.iter().position(|known| *known == kind(face));
                    at.map(|at| counts[at] += 1).is_some()
                });
                let last = last.map(|last| throws.lasts.iter().position(|known| *known == last));
                let last = match last {
                    None => 0,
                    Some(Some(at)) => at as u8 + 1,
                    Some(None) => continue,
                };
                if known {
                    let chance = chance_of(&rules, faces, ended, 4, chance);
                    *multisets
                        .entry((counts, last))
                        .or_insert_with(BigRational::zero) += chance;
                }
            }
        }
        multisets.retain(|_, chance| !chance.is_zero());
        let mut fast: BTreeMap<(Vec<u8>, u8), BigRational> = BTreeMap::new();
        for row in turns.rows.iter().filter(|row| !row.weight.is_zero()) {
            let counts = (0..throws.kinds.len()).map(|kind| row.cost.count(kind));
            fast.insert(
                (counts.collect(), row.cost.last),
                turns.ratio(row.weight.clone()),
            );
        }
        assert_eq!(fast, multisets, "{rules}");
        let kept: BigRational = slow.values().fold(BigRational::zero(), |sum, c| sum + c);
        assert_eq!(turns.ratio(turns.rest.clone()), BigRational::one() - kept);
    }
}

/// The part of a yield's chance in which the throw that ended the turn is (or is not) the last that stands.
fn chance_of(
    rules: &Rules,
    faces: &[Face],
    ended: bool,
    limit: u32,
    all: &BigRational,
) -> BigRational {
    let open = rules
        .throws()
        .iter()
        .any(|throw| !throw.again && matches!(throw.face, Face::Nothing | Face::Khmar));
    if !open {
        return if ended {
            all.clone()
        } else {
            BigRational::zero()
        };
    }
    // The same rules, but turns that end with nothing never end.
    let throws = rules.throws().iter().zip(rules.chances());
    let blank: BigRational = throws
        .filter(|(throw, _)| !throw.again && matches!(throw.face, Face::Nothing | Face::Khmar))
        .map(|(_, chance)| chance)
        .fold(BigRational::zero(), |sum, chance| sum + chance);
    assert!(!blank.is_zero());
    let mut counted = BigRational::zero();
    fn go(
        rules: &Rules,
        left: u32,
        sequence: &mut Vec<Face>,
        chance: BigRational,
        wanted: &[Face],
        counted: &mut BigRational,
    ) {
        if left == 0 {
            return;
        }
        for found in rules.weighted() {
            sequence.push(found.throw.face);
            let chance = &chance * &found.chance;
            if found.throw.again {
                go(rules, left - 1, sequence, chance, wanted, counted);
            } else if !matches!(found.throw.face, Face::Nothing | Face::Khmar)
                && referee(rules.cancel, sequence) == wanted
            {
                *counted += chance;
            }
            sequence.pop();
        }
    }
    go(
        rules,
        limit,
        &mut Vec::new(),
        BigRational::one(),
        faces,
        &mut counted,
    );
    if ended { counted } else { all - counted }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_stands_is_what_the_referee_leaves(
        throws in proptest::collection::vec(0usize..5, 0..9),
        stack in any::<bool>(),
    ) {
        let faces = [Face::Khmar, Face::Move(4), Face::Khadzh, Face::Khmar, Face::Nothing];
        let throws: Vec<Face> = throws.into_iter().map(|at| faces[at]).collect();
        let cancel = if stack { Cancel::Stack } else { Cancel::Previous };
        let stands = standing(cancel, throws.iter().copied());
        prop_assert_eq!(stands.throws().to_vec(), referee(cancel, &throws));
    }
}
