//! The daldøs odds against a naive player that tries everything, and against known values.
//!
//! The naive player shares nothing with the library: it moves pieces hole by hole on a plain vector, tries every
//! assignment, order of pieces and order of numbers, looks a fixed number of extra throws ahead, and counts what comes
//! after as lost (a lower bound) or won (an upper bound).

// Helpers of tests may unwrap as the tests themselves do; clippy only knows the latter.
#![allow(clippy::unwrap_used)]

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;
use siga::games::daldos::odds::{self, Elsewhere, Odds, OddsError};
use siga::games::daldos::rules::Rules;

/// The output of the naive program with a flag.
fn played(elsewhere: bool) -> Elsewhere {
    if elsewhere {
        Elsewhere::Any
    } else {
        Elsewhere::Never
    }
}

fn odds(rules: &Rules, behind: &[u32], elsewhere: bool) -> Result<Odds, OddsError> {
    odds::odds(rules, behind, played(elsewhere))
}

fn table(rules: &Rules, pieces: usize, max: u32, elsewhere: bool) -> Result<Vec<Odds>, OddsError> {
    odds::table(rules, pieces, max, played(elsewhere))
}

/// The rules as the naive player sees them.
struct Naive {
    /// Text form for the library.
    text: &'static str,
    /// Faces of a die and their weights.
    faces: &'static [(u32, u64)],
    dice: usize,
    extra: fn(&[u32]) -> bool,
    intermediate_capture: bool,
    twice: bool,
}

const DALDOS: Naive = Naive {
    text: "daldos",
    faces: &[(1, 1), (2, 1), (3, 1), (4, 1)],
    dice: 2,
    extra: |throw| throw == [1, 1],
    intermediate_capture: false,
    twice: false,
};

const INTERMEDIATE: Naive = Naive {
    text: "daldos:intermediate_capture=yes",
    intermediate_capture: true,
    ..DALDOS
};

const BACKGAMMON: Naive = Naive {
    text: "daldos:dice=123456,extra=none,doubles=twice,intermediate_capture=yes",
    faces: &[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)],
    extra: |_| false,
    intermediate_capture: true,
    twice: true,
    ..DALDOS
};

const TAB: Naive = Naive {
    text: "daldos:dice=1:4|2:6|3:4|4:1|6:1,count=1,extra=1|4|6",
    faces: &[(1, 4), (2, 6), (3, 4), (4, 1), (6, 1)],
    dice: 1,
    extra: |throw| matches!(throw, [1] | [4] | [6]),
    ..DALDOS
};

const MANY_EXTRA: Naive = Naive {
    text: "daldos:dice=123,extra=doubles|1+3",
    faces: &[(1, 1), (2, 1), (3, 1)],
    extra: |throw| throw[0] == throw[1] || throw == [1, 3],
    ..DALDOS
};

/// A play: the distances afterwards (0 is the enemy's hole), what each piece moved, and whether it took.
type Play = (Vec<i64>, Vec<i64>, bool);

/// Rules by their text, pieces, throw, and whether moves elsewhere count.
type Asked = (&'static str, Vec<i64>, Vec<u32>, bool);

thread_local! {
    static FOUND: RefCell<BTreeMap<Asked, Rc<BTreeSet<Play>>>> = RefCell::default();
}

impl Naive {
    fn total(&self) -> u64 {
        let one: u64 = self.faces.iter().map(|f| f.1).sum();
        one.pow(self.dice as u32)
    }

    /// All throws, ascending, with the weight of all their orders.
    fn throws(&self) -> BTreeMap<Vec<u32>, u64> {
        let mut throws = BTreeMap::new();
        for dice in (0..self.dice)
            .map(|_| self.faces.iter().copied())
            .multi_cartesian_product()
        {
            let weight: u64 = dice.iter().map(|d| d.1).product();
            let throw = dice.into_iter().map(|d| d.0).sorted().collect();
            *throws.entry(throw).or_default() += weight;
        }
        throws
    }

    /// Everything a throw can be used for, looked for once for each question.
    fn plays(&self, pieces: &[i64], throw: &[u32], elsewhere: bool) -> Rc<BTreeSet<Play>> {
        let asked = (self.text, pieces.to_vec(), throw.to_vec(), elsewhere);
        if let Some(plays) = FOUND.with_borrow(|found| found.get(&asked).cloned()) {
            return plays;
        }
        let plays = Rc::new(self.find_plays(pieces, throw, elsewhere));
        FOUND.with_borrow_mut(|found| found.insert(asked, plays.clone()));
        plays
    }

    fn find_plays(&self, pieces: &[i64], throw: &[u32], elsewhere: bool) -> BTreeSet<Play> {
        let mut numbers = throw.to_vec();
        if self.twice && throw.len() > 1 && throw.iter().all_equal() {
            numbers.extend_from_slice(throw);
        }
        let mut most = 0;
        let mut plays: Vec<(usize, Play)> = Vec::new();
        // Who gets each number; one past the last piece: nobody here.
        let owners = (0..numbers.len()).map(|_| 0..=pieces.len());
        for owner in owners.multi_cartesian_product() {
            let used = owner.iter().filter(|&&o| o < pieces.len()).count();
            for order in (0..pieces.len()).permutations(pieces.len()) {
                let mut states: Vec<(Vec<i64>, bool)> = vec![(pieces.to_vec(), false)];
                for &piece in &order {
                    let mine: Vec<u32> = (0..numbers.len())
                        .filter(|&i| owner[i] == piece)
                        .map(|i| numbers[i])
                        .collect();
                    if mine.is_empty() {
                        continue;
                    }
                    let mut next = Vec::new();
                    for (at, took) in &states {
                        for sequence in mine.iter().copied().permutations(mine.len()).unique() {
                            if let Some((after, takes)) = self.walk(at, piece, &sequence) {
                                next.push((after, *took || takes));
                            }
                        }
                    }
                    next.sort();
                    next.dedup();
                    states = next;
                }
                for (after, took) in states {
                    let moved = pieces.iter().zip(&after).map(|(a, b)| a - b).collect();
                    most = most.max(used);
                    plays.push((used, (after, moved, took)));
                }
            }
        }
        plays
            .into_iter()
            .filter(|(used, _)| elsewhere || *used == most)
            .map(|(_, play)| play)
            .collect()
    }

    /// Moves one piece by the numbers one after the other, hole by hole.
    fn walk(&self, at: &[i64], piece: usize, sequence: &[u32]) -> Option<(Vec<i64>, bool)> {
        let mut at = at.to_vec();
        let mut took = false;
        for (i, &number) in sequence.iter().enumerate() {
            for _ in 0..number {
                at[piece] -= 1;
                if (0..at.len()).any(|other| other != piece && at[other] == at[piece]) {
                    return None;
                }
            }
            let last = i + 1 == sequence.len();
            took |= at[piece] == 0 && (last || self.intermediate_capture);
        }
        Some((at, took))
    }

    /// Successes out of total^(depth + 1), what lies beyond `depth` extra throws counted as `cut`.
    fn bound(&self, pieces: &[i64], elsewhere: bool, depth: u32, cut: u64) -> u128 {
        let certain = u128::from(self.total()).pow(depth);
        self.throws()
            .into_iter()
            .map(|(throw, weight)| {
                let plays = self.plays(pieces, &throw, elsewhere);
                let chance = if plays.iter().any(|play| play.2) {
                    certain
                } else if !(self.extra)(&throw) {
                    0
                } else if depth == 0 {
                    u128::from(cut)
                } else {
                    let after: BTreeSet<Vec<i64>> = plays.iter().map(|p| p.0.clone()).collect();
                    let bounds = after
                        .iter()
                        .map(|p| self.bound(p, elsewhere, depth - 1, cut));
                    bounds.max().unwrap()
                };
                chance * u128::from(weight)
            })
            .sum()
    }

    fn bounds(&self, pieces: &[i64], elsewhere: bool, depth: u32) -> [BigRational; 2] {
        let scale = BigInt::from(self.total()).pow(depth + 1);
        [0, 1].map(|cut| {
            let bound = self.bound(pieces, elsewhere, depth, cut);
            BigRational::new(bound.into(), scale.clone())
        })
    }

    /// Compares one answer of the library with everything the naive player knows.
    fn check(&self, behind: &[u32], elsewhere: bool, depth: u32) {
        let rules: Rules = self.text.parse().unwrap();
        let answer = odds(&rules, behind, elsewhere).unwrap();
        let context = format!("{} {behind:?} elsewhere {elsewhere}", self.text);
        let pieces: Vec<i64> = behind.iter().map(|&d| i64::from(d)).collect();
        let [lower, upper] = self.bounds(&pieces, elsewhere, depth);
        assert!(
            lower <= answer.probability && answer.probability <= upper,
            "{context}: {} is not in {lower}..{upper}",
            answer.probability
        );

        let mut hits = BTreeSet::new();
        let mut extra = BTreeSet::new();
        for throw in self.throws().into_keys() {
            let plays = self.plays(&pieces, &throw, elsewhere);
            let is_extra = (self.extra)(&throw);
            let takes = plays.iter().any(|play| play.2);
            if takes {
                hits.insert(throw.clone());
            }
            if is_extra && extra.insert(throw.clone()) {
                self.check_rethrow(&answer, &throw, &plays, elsewhere, depth, &context);
            }
        }
        let reported: BTreeSet<Vec<u32>> = answer.hits.iter().map(|t| wide(t)).collect();
        assert_eq!(reported, hits, "{context}");
        assert_eq!(answer.on_rethrow.len(), extra.len(), "{context}");
    }

    fn check_rethrow(
        &self,
        answer: &Odds,
        throw: &[u32],
        plays: &BTreeSet<Play>,
        elsewhere: bool,
        depth: u32,
        context: &str,
    ) {
        let rethrow = answer.on_rethrow.iter().find(|r| wide(&r.throw) == throw);
        let rethrow = rethrow.unwrap_or_else(|| panic!("{context}: {throw:?} is missing"));
        let takes = plays.iter().any(|play| play.2);
        assert_eq!(rethrow.takes, takes, "{context}");
        let reported: BTreeSet<Vec<i64>> = rethrow
            .ways
            .iter()
            .map(|way| way.iter().map(|&m| i64::from(m)).collect())
            .collect();
        assert!(!reported.is_empty(), "{context}");
        if takes {
            let taking: BTreeSet<Vec<i64>> =
                plays.iter().filter(|p| p.2).map(|p| p.1.clone()).collect();
            assert_eq!(reported, taking, "{context}");
            return;
        }
        let worth: Vec<(Vec<i64>, [BigRational; 2])> = plays
            .iter()
            .map(|(after, moved, _)| (moved.clone(), self.bounds(after, elsewhere, depth - 1)))
            .collect();
        let sure = worth.iter().map(|(_, [lower, _])| lower).max().unwrap();
        for way in &reported {
            let (_, [_, upper]) = worth
                .iter()
                .find(|(moved, _)| moved == way)
                .unwrap_or_else(|| panic!("{context}: {way:?} is not legal"));
            assert!(upper >= sure, "{context}: {way:?} is beaten");
        }
        for (moved, [lower, _]) in &worth {
            let others = worth.iter().filter(|(other, _)| other != moved);
            if others
                .map(|(_, [_, upper])| upper)
                .all(|upper| upper < lower)
            {
                assert_eq!(reported, BTreeSet::from([moved.clone()]), "{context}");
            }
        }
    }
}

fn wide(throw: &[u8]) -> Vec<u32> {
    throw.iter().map(|&face| u32::from(face)).collect()
}

fn probability(rules: &str, behind: &[u32]) -> String {
    let rules: Rules = rules.parse().unwrap();
    odds(&rules, behind, true).unwrap().probability.to_string()
}

#[test]
fn one_piece_has_the_known_values() {
    let known = [
        ("7/16", true, 1),
        ("1/2", true, 2),
        ("3/5", false, 0),
        ("2/3", false, 0),
        ("7/24", false, 1),
        ("11/48", false, 2),
        ("55/384", false, 2),
        ("59/768", false, 2),
        ("55/6144", false, 2),
        ("59/12288", false, 2),
    ];
    let rows = table(&Rules::daldos(), 1, 10, true).unwrap();
    assert_eq!(rows.len(), known.len());
    for (row, (chance, takes, moved)) in rows.iter().zip(known) {
        assert_eq!(row.probability.to_string(), chance);
        assert_eq!(row.on_rethrow.len(), 1);
        assert_eq!(row.on_rethrow[0].throw, [1, 1]);
        assert_eq!(row.on_rethrow[0].takes, takes);
        assert_eq!(row.on_rethrow[0].ways, [[moved]], "{:?}", row.behind);
    }
}

#[test]
fn two_pieces_have_the_known_values() {
    for (behind, chance) in [
        ([1, 2], "3/4"),
        ([1, 3], "3/4"),
        ([4, 1], "3/4"),
        ([2, 3], "11/16"),
        ([2, 4], "11/16"),
        ([3, 4], "43/64"),
        ([5, 3], "155/256"),
    ] {
        assert_eq!(probability("daldos", &behind), chance, "{behind:?}");
    }
}

#[test]
fn stopping_after_one_extra_throw_is_not_enough() {
    let [lower, _] = DALDOS.bounds(&[4], true, 1);
    assert_eq!(lower.to_string(), "85/128");
    assert_eq!(probability("daldos", &[4]), "2/3");
}

/// A game beyond the limit counts as lost, which is the meaning of the limit.
#[test]
fn a_limit_on_extra_throws_is_that_of_the_naive_player() {
    let placements: [&[u32]; 7] = [&[1], &[4], &[7], &[2, 3], &[1, 6], &[5, 8], &[1, 2, 4]];
    for naive in [DALDOS, INTERMEDIATE, TAB, MANY_EXTRA] {
        for limit in 0..=2 {
            let rules: Rules = naive.text.parse().unwrap();
            let rules = rules.with_extra_throws(Some(limit)).unwrap();
            for (behind, elsewhere) in placements.iter().cartesian_product([true, false]) {
                if behind.len() > 2 && limit > 1 {
                    continue;
                }
                let pieces: Vec<i64> = behind.iter().map(|&d| i64::from(d)).collect();
                let answer = odds(&rules, behind, elsewhere).unwrap();
                let [lost, _] = naive.bounds(&pieces, elsewhere, limit.into());
                assert_eq!(answer.probability, lost, "{rules} {behind:?} {elsewhere}");
                assert_eq!(answer.on_rethrow.is_empty(), limit == 0, "{rules}");
            }
        }
    }
}

#[test]
fn a_limit_closes_on_the_answer_without_one() {
    let rows = |text: &str| table(&text.parse().unwrap(), 2, 5, true).unwrap();
    let all = rows("daldos");
    let mut before = rows("daldos:extra=none");
    assert_eq!(before, rows("daldos:extra_throws=0"));
    for limit in 1..=20 {
        let limited = rows(&format!("daldos:extra_throws={limit}"));
        for ((less, more), most) in before.iter().zip(&limited).zip(&all) {
            assert!(less.probability <= more.probability && more.probability <= most.probability);
        }
        before = limited;
    }
    let near = BigRational::new(1.into(), BigInt::from(10).pow(20));
    assert!(
        all.iter()
            .zip(&before)
            .all(|(all, last)| &all.probability - &last.probability < near)
    );
}

#[test]
fn backgammon_shots_are_the_published_ones() {
    for (distance, of_36) in [(6, 17), (7, 6), (11, 2), (1, 11), (12, 3), (24, 1), (13, 0)] {
        let expected = BigRational::new(of_36.into(), 36.into()).to_string();
        assert_eq!(probability(BACKGAMMON.text, &[distance]), expected);
    }
}

#[test]
fn the_order_asked_is_kept() {
    let rules = Rules::daldos();
    let straight = odds(&rules, &[3, 7, 5], true).unwrap();
    let mixed = odds(&rules, &[7, 5, 3], true).unwrap();
    assert_eq!(mixed.behind, [7, 5, 3]);
    assert_eq!(mixed.probability, straight.probability);
    let turned: Vec<Vec<u32>> = straight.on_rethrow[0]
        .ways
        .iter()
        .map(|way| vec![way[1], way[2], way[0]])
        .sorted()
        .collect();
    assert_eq!(mixed.on_rethrow[0].ways, turned);
}

#[test]
fn a_table_holds_the_same_as_single_answers() {
    for (pieces, max) in [(1, 12), (2, 7), (3, 5)] {
        for elsewhere in [true, false] {
            for row in table(&Rules::daldos(), pieces, max, elsewhere).unwrap() {
                assert_eq!(odds(&Rules::daldos(), &row.behind, elsewhere), Ok(row));
            }
        }
    }
    assert_eq!(table(&Rules::daldos(), 3, 2, true), Ok(vec![]));
}

#[test]
fn brute_force_brackets_one_piece() {
    for distance in 1..=12 {
        for elsewhere in [true, false] {
            DALDOS.check(&[distance], elsewhere, 5);
            INTERMEDIATE.check(&[distance], elsewhere, 5);
            TAB.check(&[distance], elsewhere, 5);
            MANY_EXTRA.check(&[distance], elsewhere, 3);
            BACKGAMMON.check(&[distance], elsewhere, 1);
        }
    }
}

#[test]
fn brute_force_brackets_two_pieces() {
    for [a, b] in (1..=6).array_combinations() {
        for elsewhere in [true, false] {
            DALDOS.check(&[a, b], elsewhere, 3);
            INTERMEDIATE.check(&[b, a], elsewhere, 2);
        }
    }
    for behind in [[1, 3], [4, 2], [3, 9]] {
        for elsewhere in [true, false] {
            TAB.check(&behind, elsewhere, 5);
            MANY_EXTRA.check(&behind, elsewhere, 2);
            BACKGAMMON.check(&behind, elsewhere, 1);
        }
    }
}

#[test]
fn brute_force_brackets_more_pieces() {
    for elsewhere in [true, false] {
        for behind in [
            [1, 2, 3],
            [1, 2, 4],
            [2, 3, 4],
            [1, 3, 5],
            [6, 4, 5],
            [2, 5, 7],
            [1, 5, 8],
        ] {
            DALDOS.check(&behind, elsewhere, 2);
            INTERMEDIATE.check(&behind, elsewhere, 2);
            TAB.check(&behind, elsewhere, 3);
        }
        DALDOS.check(&[1, 2, 3, 4], elsewhere, 1);
        DALDOS.check(&[3, 4, 5, 6], elsewhere, 1);
    }
}

#[test]
fn questions_out_of_range_are_refused() {
    let rules = Rules::daldos();
    assert_eq!(odds(&rules, &[], true), Err(OddsError::NoPieces));
    assert_eq!(table(&rules, 0, 4, true), Err(OddsError::NoPieces));
    assert_eq!(
        odds(&rules, &[0], true),
        Err(OddsError::Distance { distance: 0 })
    );
    assert_eq!(
        odds(&rules, &[3, u32::MAX], true),
        Err(OddsError::Distance { distance: u32::MAX })
    );
    assert_eq!(
        odds(&rules, &[3, 4, 3], true),
        Err(OddsError::Repeated { distance: 3 })
    );
    let many: Vec<u32> = (1..=9).collect();
    assert_eq!(
        odds(&rules, &many, true),
        Err(OddsError::TooManyPieces { pieces: 9 })
    );
    assert!(matches!(
        table(&rules, 3, 400, true),
        Err(OddsError::TooManyRows { .. })
    ));
    assert_eq!(
        odds(&rules, &[100, 200, 300, 400, 500], true),
        Err(OddsError::TooMuchWork)
    );
}
