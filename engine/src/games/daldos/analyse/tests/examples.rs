//! Positions in which numbers called exact or proved were neither.

use super::*;

fn found(rules: &str, line: &str, width: BigRational) -> Turn {
    let game = game(rules);
    let position = Position::parse_in(line, &game).unwrap();
    let options = Options {
        width,
        ..Options::default()
    };
    turn(&game, position.state(), &options).unwrap()
}

fn holds(quantity: &Quantity, value: &BigRational) -> bool {
    let (lower, upper) = ends(quantity);
    lower <= *value && *value <= upper
}

/// A piece far behind, with nothing else on the board to use numbers: what it can take comes after many extra throws.
#[test]
fn far_pieces_count() {
    let rules = Rules::daldos();
    let game = game("daldos");
    for behind in [1u32, 5, 9, 13, 17, 18, 19, 20, 23, 27, 31] {
        let odds = odds::odds(&rules, &[behind], odds::Elsewhere::Never)
            .unwrap()
            .probability;
        // From the start of the round on, the target ahead.
        let state = State {
            own: 1 << 16,
            own_undalled: 0,
            enemy: 1 << (16 + behind),
            enemy_undalled: 0,
        };
        for width in widths() {
            let options = Options {
                width,
                closed: 0,
                ..Options::default()
            };
            let found = turn(&game, &state, &options).unwrap();
            for quantity in [&found.any, &found.mean, &found.pieces[0].chance] {
                // On the board the piece can come round a second time, once in 16^16.
                let (lower, upper) = ends(quantity);
                let round = fraction(1, 1 << 60);
                assert!(
                    lower <= &odds + round && odds <= upper,
                    "{behind}: {quantity:?}"
                );
                assert!(upper > BigRational::zero());
            }
        }
    }
    let found = found("daldos", "12A3/6B10/16 A", widths()[2].clone());
    let odds = odds::odds(&rules, &[19], odds::Elsewhere::Never)
        .unwrap()
        .probability;
    let (lower, upper) = ends(&found.any);
    assert!(
        lower <= &odds + fraction(1, 1 << 60) && odds <= upper,
        "{:?}",
        found.any
    );
}

#[test]
fn exact_only_without_a_cut() {
    let found = found("daldos", "4B11/11B5/8B4A2 A", widths()[2].clone());
    let (lower, upper) = ends(&found.any);
    let truth = fraction(33, 128) + fraction(205, 100_000_000_000_000);
    let near = fraction(1, 100_000_000_000_000);
    assert!(
        lower <= &truth + &near && truth - near <= upper,
        "{:?}",
        (lower, upper)
    );
}

#[test]
fn wide_bounds_hold() {
    let found = found(
        "daldos:n=12",
        "1a1a1aaaaa2/6B6/1b5A1b2 B",
        widths()[0].clone(),
    );
    assert!(
        holds(&found.mean, &fraction(634, 10_000)),
        "{:?}",
        found.mean
    );
}

/// The bounds that one number proves are used by the others.
#[test]
fn what_one_number_proves_the_others_use() {
    let one = BigRational::one();
    // B alone, far behind: a chance of 5·10⁻⁹, and not 0.
    let theirs = found("daldos", "8A7/2A1B12/16 B", widths()[2].clone());
    let any = fraction(4913, 1 << 40);
    assert_eq!(theirs.any.exact(), Some(&any));
    assert!(ends(&theirs.number[0].1).0 >= &one - &any);
    assert!(theirs.number[1..].iter().all(|(_, q)| ends(q).1 <= any));
    assert!(ends(&theirs.mean).0 >= any);
    // Never: A stands in B's home row, which B has left.
    let never = found("daldos", "16/4B12/5A5A4 B", widths()[0].clone());
    for quantity in [
        &never.any,
        &never.mean,
        &never.pieces[0].chance,
        &never.number[1].1,
    ] {
        assert_eq!(quantity.exact(), Some(&BigRational::zero()));
    }
    assert_eq!(never.number[0].1.exact(), Some(&one));
    let ours = found("daldos", "8A7/2A1B12/16 A", widths()[2].clone());
    assert_eq!(ours.any.exact(), Some(&fraction(1, 2)));
    assert_eq!(ours.mean.exact(), Some(&fraction(1, 2)));
}

/// The value of a play by name, and whether the first of all is proved to be the best.
fn value(
    rules: &str,
    line: &str,
    numbers: [u8; 2],
    by: By,
    play: &str,
) -> (BigRational, BigRational) {
    let game = game(rules);
    let position = Position::parse_in(line, &game).unwrap();
    let cast = game.cast(numbers).unwrap();
    let (ranked, reason) = rank(&position, cast, by, None, &Options::default()).unwrap();
    let bounds = |one: &Ranked| ends(one.value.as_ref().unwrap());
    // "Best" only where no other can be better.
    let worse = |a: &(BigRational, BigRational), b: &(BigRational, BigRational)| match by {
        By::Safe => a.0 >= b.1,
        _ => a.1 <= b.0,
    };
    let best = bounds(&ranked[0]);
    let proved = ranked[1..].iter().all(|one| worse(&bounds(one), &best));
    assert_eq!(reason.unwrap().proved, proved, "{line}");
    let one = ranked
        .iter()
        .find(|one| one.play.text(&position) == play)
        .unwrap();
    let mean = mean_of_best(&position, one, by, &Options::default());
    let value = bounds(one);
    assert!(
        mean.0 <= value.1 && value.0 <= mean.1,
        "{line} {value:?} {mean:?}"
    );
    value
}

#[test]
fn after_an_extra_throw_bounds_hold() {
    let line = "4a1a5/7B5/12 A";
    let (lower, upper) = value("daldos:n=12", line, [1, 1], By::Safe, "!a5-a3");
    assert!(
        upper >= fraction(385, 1_000_000) && lower <= fraction(387, 1_000_000),
        "{lower} {upper}"
    );
    let line = "8a7/BB5A9/16 A";
    let safe = value("daldos", line, [1, 1], By::Safe, "!a9-a7");
    // Not 0.002019.
    assert!(safe.0 > fraction(2228, 1_000_000) && safe.1 < fraction(2230, 1_000_000));
    let rules = "daldos:n=12,direction=prow,extra=1+1|4+4";
    let game_ = game(rules);
    let position = Position::parse_in("9A2/2A2B2A4/2A9 A", &game_).unwrap();
    let cast = game_.cast([1, 1]).unwrap();
    let (ranked, _) = rank(&position, cast, By::Safe, None, &Options::default()).unwrap();
    let highest = ranked.iter().map(|one| ends(one.value.as_ref().unwrap()).1);
    assert!(highest.min().unwrap() >= fraction(52, 100_000));
    let rules = "daldos:n=12,dalling=stern-most,intermediate_capture=yes,extra=1+2";
    let line = "6B2aA1/3A4A4/12 A";
    let net = value(rules, line, [1, 2], By::Net, "m4-m5-m7");
    let near = fraction(1, 1_000_000);
    assert!(
        net.0 <= fraction(124_193, 1_000_000) + &near
            && net.1 >= fraction(124_193, 1_000_000) - near
    );
}

#[test]
fn a_way_is_listed_once() {
    let rules = "daldos:n=2,intermediate_capture=yes,dice=1:4|2:6|3:4|4:1|6:1,extra=1+1";
    let game = game(rules);
    let position = Position::parse_in("aa/1B1/1b B", &game).unwrap();
    for cast in game.casts() {
        for play in position.plays(cast) {
            let mut texts: Vec<String> =
                play.ways.iter().map(|way| position.way_text(way)).collect();
            let all = texts.len();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), all, "{texts:?}");
        }
    }
}

/// A finished game has nothing to bring.
#[test]
fn a_finished_game_brings_nothing() {
    let found = found("daldos:n=3", "3/4/bb1 A", widths()[2].clone());
    assert_eq!(found.any.exact(), Some(&BigRational::zero()));
    assert_eq!(found.mean.exact(), Some(&BigRational::zero()));
    assert_eq!(found.lost, BigRational::zero());
}
