//! The bounds against plain expectation by the naive rules, and against the odds on a free track.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;

use super::reach::{by_ways, quick, reach};
use super::search::{Aim, Known, Search};
use super::*;
use crate::games::daldos::board::oracle::Naive;
use crate::games::daldos::board::tests::{game, positions};
use crate::games::daldos::board::{Hole, Position, Row, Side};
use crate::games::daldos::odds;
use crate::games::daldos::rules::Rules;

fn fraction(numerator: u64, denominator: u64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// What the naive player is after; a piece by its row and place.
#[derive(Clone, Copy, Debug)]
enum Wish {
    Any,
    Piece(usize, usize),
    Number,
    Release,
}

fn count(board: &Naive, wanted: impl Fn(char) -> bool) -> u32 {
    board.rows.iter().flatten().filter(|&&c| wanted(c)).count() as u32
}

fn gain(before: &Naive, after: &Naive, wish: Wish) -> u32 {
    let enemy = |c: char| c != '.' && c.to_ascii_uppercase() != before.side;
    let own_undalled = |c: char| c == before.side.to_ascii_lowercase();
    let taken = count(before, enemy) - count(after, enemy);
    match wish {
        Wish::Any => u32::from(taken > 0),
        Wish::Piece(row, hole) => u32::from(!enemy(after.rows[row][hole])),
        Wish::Number => taken,
        Wish::Release => u32::from(count(after, own_undalled) < count(before, own_undalled)),
    }
}

/// Bounds by playing on to so many extra throws, everything tried; beyond, nothing and the most possible.
fn plain(board: &Naive, wish: Wish, extra: u32, rules: &Rules) -> (BigRational, BigRational) {
    let (mut lower, mut upper) = (BigRational::zero(), BigRational::zero());
    let faces = rules.die().faces();
    for &(i, wi) in faces {
        for &(j, wj) in faces {
            let again = rules.extra().any(|throw| throw == [i.min(j), i.max(j)]);
            let (mut best_lower, mut best_upper) = (BigRational::zero(), BigRational::zero());
            for after in board.plays(i, j, rules) {
                let gain = gain(board, &after, wish);
                let whole = BigRational::from_integer(BigInt::from(gain));
                let (mut low, mut high) = (whole.clone(), whole);
                let done = gain > 0 && !matches!(wish, Wish::Number);
                if again && !done && !after.over(rules) {
                    if extra == 0 {
                        high += BigRational::from_integer(match wish {
                            Wish::Number => 40.into(),
                            _ => BigInt::one(),
                        });
                    } else {
                        let rest = plain(&after, wish, extra - 1, rules);
                        low += rest.0;
                        high += rest.1;
                    }
                }
                best_lower = best_lower.max(low);
                best_upper = best_upper.max(high);
            }
            let weight = BigRational::from_integer(BigInt::from(wi * wj));
            lower += best_lower * &weight;
            upper += best_upper * weight;
        }
    }
    let total = BigRational::from_integer(BigInt::from(rules.total()));
    (lower / &total, upper / total)
}

fn ends(quantity: &Quantity) -> (BigRational, BigRational) {
    quantity.ends().unwrap()
}

/// Small boards with few pieces, so that everything can be tried.
fn small() -> impl Strategy<Value = Position> {
    positions(5).prop_filter("few pieces", |position| {
        position.state().own.count_ones() <= 4 && position.winner().is_none()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn sets_of_holes_find_what_all_ways_find(position in positions(21)) {
        let (game, state) = (position.game(), position.state());
        for (cast, hit) in game.casts().iter().zip(reach(game, state, false)) {
            prop_assert_eq!(hit, by_ways(game, state, cast.numbers), "{} {:?}", position, cast);
        }
        let lost = game.casts().iter().filter(|cast| {
            position.plays(cast).iter().all(|play| play.ways.iter().all(|way| way.first.is_none()))
        });
        let (mut once, mut again) = (0, 0);
        for cast in lost {
            *if cast.extra { &mut again } else { &mut once } += cast.weight;
        }
        let expected = if position.winner().is_some() || once == 0 {
            BigRational::zero()
        } else {
            fraction(once, game.total() - again)
        };
        prop_assert_eq!(lost_chance(&position), expected);
    }
}

fn lost_chance(position: &Position) -> BigRational {
    super::lost(position.game(), position.state())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn bounds_lie_within_those_of_plain_expectation(position in small()) {
        let game = position.game();
        let rules = game.rules();
        let board = Naive::read(&position.to_string(), usize::from(game.route().n()));
        let found = turn(game, position.state(), &Options { closed: 30, ..Options::default() }).unwrap();
        let mut asked = vec![
            (Wish::Any, &found.any),
            (Wish::Number, &found.mean),
            (Wish::Release, &found.release),
        ];
        for threat in found.pieces.iter().take(2) {
            let Hole { row, number } = game.route().hole(position.side(), threat.at);
            let row = [Row::A, Row::Middle, Row::B].iter().position(|&r| r == row).unwrap();
            asked.push((Wish::Piece(row, usize::from(number) - 1), &threat.chance));
        }
        for (wish, quantity) in asked {
            let (lower, upper) = ends(quantity);
            prop_assert!(&upper - &lower <= fraction(1, 1_000_000));
            let (low, high) = plain(&board, wish, 1, rules);
            prop_assert!(low <= upper && lower <= high, "{position} {wish:?}: {lower} {upper}, {low} {high}");
            // Where no extra throw matters the two are one number; only halves are kept without rounding.
            if low == high && game.total().is_power_of_two() {
                prop_assert_eq!((&lower, &upper), (&low, &high));
            }
        }
        let sum: BigRational = found.number.iter().map(|(_, chance)| ends(chance).0).sum();
        prop_assert!(sum <= BigRational::one());
        let mean: BigRational = (found.number.iter())
            .map(|(number, chance)| ends(chance).0 * BigRational::from_integer((*number).into()))
            .sum();
        prop_assert!(mean <= ends(&found.mean).1);
    }

    #[test]
    fn following_everything_gives_the_same(position in small()) {
        // The easier game is only a way to leave plays out: a second search, without it, agrees.
        let (game, state) = (position.game(), position.state());
        let options = Options { closed: 3000, ..Options::default() };
        let tolerance = tolerance(&options).unwrap();
        let mut known = Known::default();
        for aim in [Aim::Any, Aim::Number] {
            let span = Search::new(game, aim, &mut known, 1_000_000).value(state, tolerance);
            if let Some(exact) = closed::closed(game, aim, &mut known, state, 120) {
                prop_assert!(fixed(span.lo) <= exact && exact <= fixed(span.hi), "{} {:?}", position, aim);
            }
        }
    }
}

/// A piece on a real board with two others that can use every number.
fn on_a_board(game: &Game, behind: &[u32]) -> State {
    let route = game.route();
    let target = 20u8;
    let own = behind
        .iter()
        .map(|&distance| target - distance as u8)
        .chain([30, 40])
        .fold(0u64, |set, at| set | 1 << at);
    assert!(route.holes() == 49);
    State {
        own,
        own_undalled: 0,
        enemy: 1 << target,
        enemy_undalled: 0,
    }
}

#[test]
fn the_odds_come_out_of_the_full_board() {
    let game = game("daldos");
    let rules = Rules::daldos();
    let rows = odds::table(&rules, 1, 10, true).unwrap().into_iter();
    let rows = rows.chain(odds::table(&rules, 2, 6, true).unwrap());
    let rows = rows.chain(odds::table(&rules, 3, 4, true).unwrap());
    let mut exact = 0;
    for row in rows {
        let state = on_a_board(&game, &row.behind);
        let found = turn(&game, &state, &Options::default()).unwrap();
        for quantity in [&found.any, &found.pieces[0].chance, &found.mean] {
            let (lower, upper) = ends(quantity);
            let odds = &row.probability;
            assert!(lower <= *odds && *odds <= upper, "{:?}: {odds}", row.behind);
            exact += u32::from(lower == upper);
        }
    }
    assert!(exact >= 40, "{exact}");
}

#[test]
fn one_piece_alone_is_exact() {
    // It must go all numbers: each dal-dal carries it two on, round and round.
    let game = game("daldos:n=4");
    let position = Position::parse("4/A1B2/4 A", &game).unwrap();
    let found = turn(&game, position.state(), &Options::default()).unwrap();
    // Two behind: dal-dal takes, and nothing else but an added two.
    assert_eq!(found.any, Quantity::Exact(fraction(1, 16)));
    let position = Position::parse("4/A2B1/4 A", &game).unwrap();
    let found = turn(&game, position.state(), &Options::default()).unwrap();
    // Three behind: 1 and 2; after dal-dal one behind, which no sum takes; then two dals at a time round nine holes.
    let (lower, upper) = ends(&found.any);
    assert_eq!(lower, upper);
    let mut expected = BigRational::zero();
    // With distance d before a throw: hits of 3, 5, 6, 7, 8 by a sum, 4 by two ways and dal-dal at 2.
    let mut distance = 3i32;
    let mut chance = BigRational::one();
    let hits = [0, 0, 1, 2, 3, 4, 3, 2, 1];
    let mut seen = Vec::new();
    while !seen.contains(&distance) {
        seen.push(distance);
        expected += &chance * fraction(hits.get(distance as usize).copied().unwrap_or(0), 16);
        if distance == 2 {
            break;
        }
        distance = (distance - 2 + 8) % 9 + 1;
        chance *= fraction(1, 16);
    }
    if distance == 2 {
        assert_eq!(lower, expected);
    }
    assert!(quick(&game));
    assert_eq!(position.side(), Side::A);
}

#[test]
fn ranking_agrees_with_the_values_it_is_made_of() {
    let game = game("daldos:n=6");
    let position = Position::parse("2aA1a/1AB1A1B/B1bBb1 A", &game).unwrap();
    let options = Options::default();
    for cast in game.casts() {
        let (ranked, reason) = rank(&position, cast, By::Safe, None, &options).unwrap();
        assert_eq!(ranked.len(), position.plays(cast).len());
        assert!(reason.is_some());
        let (net, _) = rank(&position, cast, By::Net, None, &options).unwrap();
        if cast.extra {
            continue;
        }
        for found in &ranked {
            let theirs = turn(&game, &found.play.state, &options).unwrap();
            let (a, b) = (ends(found.value.as_ref().unwrap()), ends(&theirs.any));
            assert!(a.0 <= b.1 && b.0 <= a.1);
            let same = net.iter().find(|other| other.play == found.play).unwrap();
            let (low, high) = ends(same.value.as_ref().unwrap());
            let taken = BigRational::from_integer(found.play.taken.count_ones().into());
            let lost = ends(&theirs.mean);
            assert!(&taken - &lost.1 <= high && low <= taken - lost.0);
        }
        for pair in ranked.windows(2) {
            let value = |r: &Ranked| ends(r.value.as_ref().unwrap()).1;
            assert!(value(&pair[0]) <= value(&pair[1]));
        }
    }
    // Nothing known of endgames: no value, but a play that wins at once has one.
    let (ranked, _) = rank(&position, &game.casts()[1], By::Win, None, &options).unwrap();
    assert!(ranked.iter().all(|ranked| ranked.value.is_none()));
    let last = Position::parse("6/1A4B/6 A", &game).unwrap();
    let (ranked, _) = rank(&last, game.cast([2, 3]).unwrap(), By::Win, None, &options).unwrap();
    assert_eq!(ranked[0].value, Some(Quantity::Exact(BigRational::one())));
}

/// The balance over two turns by plain expectation, for few pieces and one extra throw.
#[test]
fn net_after_dal_dal_lies_within_plain_bounds() {
    let game = game("daldos:n=4");
    let rules = game.rules();
    for line in ["1A2/A3B/1B2 A", "4/1A1B1/bA1b A"] {
        let position = Position::parse(line, &game).unwrap();
        let cast = *game.cast([1, 1]).unwrap();
        let (ranked, _) = rank(&position, &cast, By::Net, None, &Options::default()).unwrap();
        let whole = |n: usize| BigRational::from_integer(BigInt::from(n));
        for found in &ranked {
            let after = position.after(&found.play);
            let taken = whole(found.play.taken.count_ones() as usize);
            let board = Naive::read(&after.to_string(), 4);
            let (mut low, mut high) = (BigRational::zero(), BigRational::zero());
            for i in 1..=4u8 {
                for j in 1..=4u8 {
                    let (mut best_low, mut best_high) = (
                        whole(4) * -BigRational::one(),
                        whole(4) * -BigRational::one(),
                    );
                    for play in board.plays(i, j, rules) {
                        let enemy = |c: char| c.eq_ignore_ascii_case(&'B');
                        let gain = whole((count(&board, enemy) - count(&play, enemy)) as usize);
                        let (l, h) = if i + j == 2 && !play.over(rules) {
                            (&gain - whole(2), &gain + whole(2))
                        } else if play.over(rules) {
                            (gain.clone(), gain)
                        } else {
                            let (l, h) = plain(&play.turn(false, rules), Wish::Number, 1, rules);
                            (&gain - h, gain - l)
                        };
                        best_low = best_low.max(l);
                        best_high = best_high.max(h);
                    }
                    low += best_low / whole(16);
                    high += best_high / whole(16);
                }
            }
            let (lower, upper) = ends(found.value.as_ref().unwrap());
            assert!(
                &taken + &low <= upper && lower <= taken + high,
                "{line}: {lower} {upper}"
            );
        }
    }
}

/// The more may be looked at, the closer the bounds of all plays, one within the other; and plays as good as the best are counted
/// wherever they stand.
#[test]
fn more_work_brings_all_plays_closer() {
    let game = game("daldos:n=6");
    let position = Position::parse("2aA1a/1AB1A1B/B1bBb1 A", &game).unwrap();
    let cast = game.cast([1, 1]).unwrap();
    let found = |budget: u64| {
        let options = Options {
            budget,
            ..Options::default()
        };
        rank(&position, cast, By::Net, None, &options).unwrap()
    };
    let (wide, reason) = found(1000);
    let bounds = |ranked: &[plays::Ranked]| -> Vec<_> {
        let values = ranked.iter().map(|one| ends(one.value.as_ref().unwrap()));
        values.collect()
    };
    let (best, others) = bounds(&wide)
        .split_first()
        .map(|(a, b)| (a.clone(), b.to_vec()))
        .unwrap();
    let equals = others.iter().filter(|(_, upper)| *upper >= best.0).count();
    assert_eq!(reason.unwrap().equals, equals);
    let (close, _) = found(30_000);
    let gap = |found: &[plays::Ranked]| -> BigRational {
        bounds(found)
            .iter()
            .map(|(lower, upper)| upper - lower)
            .sum()
    };
    assert!(gap(&close) < gap(&wide) / BigRational::from_integer(8.into()));
    for one in &close {
        let same = wide.iter().find(|other| other.play == one.play).unwrap();
        let (a, b) = (
            ends(one.value.as_ref().unwrap()),
            ends(same.value.as_ref().unwrap()),
        );
        assert!(a.0 <= b.1 && b.0 <= a.1);
    }
}
