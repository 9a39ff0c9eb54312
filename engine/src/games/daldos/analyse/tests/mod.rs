//! The bounds against one another, against exact values, and against the odds on a free track. `tests/oracles` compares all numbers
//! and the values of plays with those of a naive player.

mod examples;

use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;

use super::reach::{by_ways, quick, reach};
use super::*;
use crate::games::daldos::odds;
use crate::games::daldos::rules::Rules;
use crate::games::daldos::tests::{game, games, placed, positions};
use crate::games::daldos::{Play, Position, Team};
use crate::games::throws::NothingKnown;

fn fraction(numerator: u64, denominator: u64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

fn ends(quantity: &Quantity) -> (BigRational, BigRational) {
    quantity.ends().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn sets_of_holes_find_what_all_ways_find(position in positions(21)) {
        let (game, state) = (position.game(), position.view());
        for (cast, hit) in game.casts().iter().zip(reach(game, state)) {
            prop_assert_eq!(hit, by_ways(game, state, &cast.numbers), "{} {:?}", position, cast);
        }
        let lost = game.casts().iter().filter(|cast| {
            position.plays(cast).iter().all(Play::is_pass)
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
    super::lost(position.game(), position.view())
}

/// How many random positions, times what `SIGA_LONG` says: the suite takes few, a long run thousands.
fn cases(number: u32) -> ProptestConfig {
    let long = std::env::var("SIGA_LONG")
        .ok()
        .and_then(|text| text.parse().ok());
    ProptestConfig::with_cases(number * long.unwrap_or(1))
}

/// Positions of 1 to 6 pieces a side, most of them far apart, under all options.
fn few(most: u8) -> impl Strategy<Value = Position> {
    let pieces = proptest::collection::vec((0u16..1000, any::<bool>()), 1..=6);
    (games(most), pieces.clone(), pieces, any::<bool>()).prop_filter_map(
        "a position",
        |(game, a, b, side)| {
            let n = usize::from(game.route().n());
            let pieces = [(Team::A, a), (Team::B, b)].into_iter();
            let pieces = pieces.flat_map(|(side, pieces)| {
                let few = pieces.into_iter().take(n);
                few.map(move |(at, undalled)| (usize::from(at), side, undalled))
            });
            let side = if side { Team::A } else { Team::B };
            let position = placed(&game, pieces, side)?;
            position.winner().is_none().then_some(position)
        },
    )
}

/// The numbers of a turn that are bounded by themselves.
fn bounded(found: &Turn) -> impl Iterator<Item = &Quantity> {
    let pieces = found.pieces.iter().map(|threat| &threat.chance);
    [&found.any, &found.mean, &found.release]
        .into_iter()
        .chain(pieces)
}

/// From the coarsest to the finest.
fn widths() -> [BigRational; 4] {
    [
        fraction(1, 16),
        fraction(1, 1000),
        fraction(1, 1_000_000),
        fraction(1, 1 << 48),
    ]
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn finer_bounds_lie_within_wider_ones(position in few(12)) {
        let game = position.game();
        let mut before: Option<Turn> = None;
        for width in widths() {
            let options = Options { width: width.clone(), closed: 12, budget: 300_000 };
            let found = turn(game, position.view(), &options).unwrap();
            for quantity in bounded(&found) {
                let (lower, upper) = ends(quantity);
                prop_assert!(upper - lower <= width || found.work >= options.budget / 20);
            }
            // The numbers of pieces times their chances are the average that the play takes; the chances add up to one.
            let mean: Vec<_> = found.number.iter().map(|(k, q)| {
                let (lower, upper) = ends(q);
                let k = BigRational::from_integer((*k).into());
                (lower * &k, upper * k)
            }).collect();
            let lower: BigRational = mean.iter().map(|m| &m.0).sum();
            let upper: BigRational = mean.iter().map(|m| &m.1).sum();
            let best = ends(&found.mean);
            prop_assert!(lower <= best.1 && best.0 - &found.number_short <= upper);
            let some: BigRational = found.number[1..].iter().map(|(_, q)| ends(q).0).sum();
            prop_assert!(some <= ends(&found.any).1);
            prop_assert!(ends(&found.number[0].1).0 <= BigRational::one() - some);
            // The finer the width, the closer, one within the other.
            if let Some(before) = &before {
                for (coarse, fine) in bounded(before).zip(bounded(&found)) {
                    let (coarse, fine) = (ends(coarse), ends(fine));
                    prop_assert!(coarse.0 <= fine.1 && fine.0 <= coarse.1);
                    if found.work < options.budget / 20 {
                        prop_assert!(coarse.0 <= fine.0 && fine.1 <= coarse.1, "{} {position} {width}", game.rules());
                    }
                }
            }
            before = Some(found);
        }
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn an_exact_value_lies_within_the_bounds(position in few(5)) {
        let (game, state) = (position.game(), position.view());
        let pieces = members(state.enemy).map(Aim::Piece);
        for aim in [Aim::Any, Aim::Number, Aim::Release].into_iter().chain(pieces) {
            let ground = &mut SearchContext::new(game, 300_000);
            if let Some(exact) = exact_values::closed(ground, aim, state, 40) {
                for width in [ONE / 16, ONE / 1000, ONE >> 30, ONE >> 48] {
                    let span = Search::new(aim).within(ground, state, width);
                    let between = Between::from(span);
                    prop_assert!(between.lower <= exact && exact <= between.upper, "{} {:?}", position, aim);
                }
            }
        }
    }
}

/// A piece on a real board with two others that can use every number.
fn on_a_board(game: &Game, behind: &[u32]) -> View {
    let route = game.route();
    let target = 20u8;
    let own = behind
        .iter()
        .map(|&distance| target - distance as u8)
        .chain([30, 40])
        .fold(0u64, |set, at| set | 1 << at);
    assert!(route.holes() == 49);
    View {
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
    let rows = odds::table(&rules, 1, 10, odds::Elsewhere::Any)
        .unwrap()
        .into_iter();
    let rows = rows.chain(odds::table(&rules, 2, 6, odds::Elsewhere::Any).unwrap());
    let rows = rows.chain(odds::table(&rules, 3, 4, odds::Elsewhere::Any).unwrap());
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
    let position = Position::parse_in("4/A1B2/4 A", &game).unwrap();
    let found = turn(&game, position.view(), &Options::default()).unwrap();
    // Two behind: dal-dal takes, and nothing else but an added two.
    assert_eq!(found.any, Quantity::Exact(fraction(1, 16)));
    let position = Position::parse_in("4/A2B1/4 A", &game).unwrap();
    let found = turn(&game, position.view(), &Options::default()).unwrap();
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
    assert_eq!(position.side(), Team::A);
}

#[test]
fn ranking_agrees_with_the_values_it_is_made_of() {
    let game = game("daldos:n=6");
    let position = Position::parse_in("2aA1a/1AB1A1B/B1bBb1 A", &game).unwrap();
    let options = Options::default();
    for cast in game.casts() {
        let (ranked, reason) = rank(&position, cast, By::Safe, &NothingKnown, &options).unwrap();
        assert_eq!(ranked.len(), position.plays(cast).len());
        assert!(reason.is_some());
        let (net, _) = rank(&position, cast, By::Net, &NothingKnown, &options).unwrap();
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
    let (ranked, _) = rank(
        &position,
        &game.casts()[1],
        By::Win,
        &NothingKnown,
        &options,
    )
    .unwrap();
    assert!(ranked.iter().all(|ranked| ranked.value.is_none()));
    let last = Position::parse_in("6/1A4B/6 A", &game).unwrap();
    let (ranked, _) = rank(
        &last,
        game.cast([2, 3]).unwrap(),
        By::Win,
        &NothingKnown,
        &options,
    )
    .unwrap();
    assert_eq!(ranked[0].value, Some(Quantity::Exact(BigRational::one())));
}

/// The more may be looked at, the closer the bounds of all plays, one within the other; and plays as good as the best are counted
/// wherever they stand.
#[test]
fn more_work_brings_all_plays_closer() {
    let game = game("daldos:n=6");
    let position = Position::parse_in("2aA1a/1AB1A1B/B1bBb1 A", &game).unwrap();
    let cast = game.cast([1, 1]).unwrap();
    let found = |budget: u64| {
        let options = Options {
            budget,
            ..Options::default()
        };
        rank(&position, cast, By::Net, &NothingKnown, &options).unwrap()
    };
    let (wide, reason) = found(20_000);
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
    let (close, _) = found(1_000_000);
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
