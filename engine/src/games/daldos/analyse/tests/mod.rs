//! Bounds against exact values. `tests/oracles` compares all numbers, at every width, and the values
//! of plays with those of a naive player.

mod examples;

use num_rational::BigRational;
use num_traits::Zero;
use proptest::prelude::*;

use super::*;
use crate::games::daldos::odds;
use crate::games::daldos::rules::Rules;
use crate::games::daldos::tests::{game, games, placed};
use crate::games::daldos::{Position, Team};
use crate::games::throws::NothingKnown;

fn fraction(numerator: u64, denominator: u64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

fn ends(quantity: &Quantity) -> (BigRational, BigRational) {
    quantity.ends().unwrap()
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
    #![proptest_config(cases(40))]

    #[test]
    fn an_exact_value_lies_within_the_bounds(position in few(5)) {
        let (game, state) = (position.game(), position.view());
        let pieces = members(state.enemy).map(Aim::Piece);
        for aim in [Aim::Any, Aim::Number, Aim::Release].into_iter().chain(pieces) {
            let context = &mut SearchContext::new(game, 300_000);
            if let Some(exact) = exact_values::closed(context, aim, state, 40) {
                for width in [ONE / 16, ONE / 1000, ONE >> 30, ONE >> 48] {
                    let span = Search::new(aim).within(context, state, width);
                    let between = Between::from(span);
                    prop_assert!(between.lower <= exact && exact <= between.upper, "{} {:?}", position, aim);
                }
            }
        }
    }
}

/// The more may be looked at, the closer the bounds of all plays, one within the other; and plays as good as the best are counted
/// wherever they stand.
#[test]
fn more_work_brings_all_plays_closer() {
    let game = game("daldos:n=6");
    let position = Position::parse_in("2aA1a/1AB1A1B/B1bBb1 A", &game).unwrap();
    let cast = game.cast([1, 1]).unwrap();
    let found = |budget: u64| {
        let options = Closeness {
            budget,
            ..Closeness::default()
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
