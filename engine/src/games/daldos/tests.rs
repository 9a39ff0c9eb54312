//! Plays and faults by example. Bounds that contain closer ones are in `analyse/tests`. Plays, counts and endgames are compared
//! with a player that was written apart in `tests/oracles`.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;

pub(crate) fn game(rules: &str) -> Arc<Game> {
    Arc::new(Game::new(rules.parse().unwrap()).unwrap())
}

/// Games under random rules, on boards of up to `most` holes a row.
pub(crate) fn games(most: u8) -> impl Strategy<Value = Arc<Game>> {
    (
        1..=most,
        prop_oneof![Just("any"), Just("stern-most")],
        0u8..=1,
        prop_oneof![Just("stern"), Just("prow")],
        prop_oneof![Just("no"), Just("enemy-row"), Just("yes")],
        prop_oneof![
            5 => Just(("1234", "1+1")),
            2 => Just(("1234", "1+1|4+4")),
            1 => Just(("1234", "doubles")),
            1 => Just(("1234", "1+2")),
            1 => Just(("12", "2+2|1+1")),
            1 => Just(("236", "2+3")),
            1 => Just(("1:4|2:6|3:4", "1+1")),
            1 => Just(("0123", "1+1|0+3")),
            1 => Just(("0123", "1+1|0+0")),
            1 => Just(("1:4|2:6|3:4|4:1|6:1", "1+1|6+6")),
            1 => Just(("1:1|9:2|12:1", "1+12")),
        ],
        prop_oneof![3 => Just(None), 1 => (1u8..=12).prop_map(Some)],
    )
        .prop_map(|(n, dalling, loses_at, direction, stop, (dice, extra), middle)| {
            let loses_at = loses_at.min(n - 1);
            let middle = middle.unwrap_or(n + 1).min(64 - 2 * n);
            game(&format!(
                "daldos:dice={dice},extra={extra},n={n},middle={middle},dalling={dalling},loses_at={loses_at},\
                 direction={direction},intermediate_capture={stop}"
            ))
        })
}

/// The position with these pieces, if it is one: the number of the hole, A's row first, the side, and whether it is undalled if it
/// is at home.
pub(crate) fn placed(
    game: &Arc<Game>,
    pieces: impl IntoIterator<Item = (usize, Team, bool)>,
    side: Team,
) -> Option<Position> {
    let route = game.route();
    let [n, middle] = [route.n(), route.middle()].map(usize::from);
    let mut rows = [n, middle, n].map(|length| vec!['.'; length]);
    for (at, side, undalled) in pieces {
        let (row, hole) = match at % (2 * n + middle) {
            k if k < n => (0, k),
            k if k < n + middle => (1, k - n),
            k => (2, k - n - middle),
        };
        let is_home = row == 2 * (side as usize);
        rows[row][hole] = match side {
            Team::A if is_home && undalled => 'a',
            Team::A => 'A',
            Team::B if is_home && undalled => 'b',
            Team::B => 'B',
        };
    }
    Setup { rows, side }.position(game).ok()
}

/// Random positions under random rules: a board of up to `most` holes a row, each hole filled with some chance.
pub(crate) fn positions(most: u8) -> impl Strategy<Value = Position> {
    let filled = proptest::collection::vec((0u8..100, any::<bool>()), 64);
    (games(most), filled, 5u8..70, any::<bool>()).prop_filter_map(
        "a position",
        |(game, filled, share, b)| {
            let n = usize::from(game.route().n());
            let holes = usize::from(game.route().holes());
            let mut left = [n, n];
            let mut pieces = Vec::new();
            for (hole, (chance, other)) in filled.into_iter().take(holes).enumerate() {
                let side = [Team::A, Team::B][usize::from(other)];
                if chance < share && left[side as usize] > 0 {
                    left[side as usize] -= 1;
                    pieces.push((hole, side, chance % 3 != 0));
                }
            }
            placed(&game, pieces, [Team::A, Team::B][usize::from(b)])
        },
    )
}

#[test]
fn plays_that_end_alike_are_one() {
    let game = game("daldos:n=4");
    let position = Position::parse_in("4/AA3/bbbb A", &game).unwrap();
    // 1 and 1: the front piece two on, or one each; the hind piece cannot pass.
    let plays = position.plays(game.cast([1, 1]).unwrap());
    let texts: Vec<String> = plays.iter().map(|play| play.text(&position)).collect();
    assert_eq!(texts, ["m2-m4", "m2-m3 m1-m2"]);
    // 1 and 2, without a stop: the same piece in either order is one way.
    let plays = position.plays(game.cast([2, 1]).unwrap());
    let texts: Vec<String> = plays.iter().map(|play| play.text(&position)).collect();
    assert_eq!(texts, ["m2-m5", "m2-m4 m1-m2", "m2-m3"][..2]);
}

#[test]
fn every_fault_is_listed() {
    let game = game("daldos:n=3,loses_at=1");
    let fault = |line: &str| Position::parse_in(line, &game).unwrap_err().to_string();
    assert_eq!(
        fault("a3/a3/3 A"),
        "A's row has length 4 where n=3 asks for 3; the piece on m1 is undalled, which it can be only in the home row of A: write `A` for a dalled one; [x]"
            .replace("; [x]", "")
    );
    assert!(fault("a2/4/b2 A").contains("the game was over before"));
    assert!(fault("aaA/A3/2B A").contains("no piece of A ever moves there: write `a`"));
    assert!(fault("aaA/A3/2B A").contains("A has 4 pieces, and each side has 3"));
    assert!(fault("aaa/4 A").contains("2, not three"));
    assert!(fault("aaa/4/bbb C").contains("is not a side"));
    assert!(fault("aaa/4x/bbb A").contains("column 6: `x`"));
    assert!(fault("aaa/99999999999999999999999/bbb A").contains("beyond 62 cells"));
}

/// With three dice each piece moves once, by one number or by several added, and as many numbers are used as can be.
#[test]
fn three_dice_are_used_as_far_as_they_can_be() {
    let plays = |text: &str, throw: [u8; 3]| -> Vec<String> {
        let rules = "daldos:n=3,dice=0123,count=3,extra=none".parse().unwrap();
        let position = Position::parse(text, &rules).unwrap();
        let cast = *position.game().cast(throw).unwrap();
        let plays = position.plays(&cast);
        let mut texts: Vec<String> = plays.iter().map(|play| play.text(&position)).collect();
        texts.sort();
        texts
    };
    assert_eq!(plays("3/A3/b2 A", [3, 1, 2]), ["m1-b1"]);
    assert_eq!(plays("3/A3/b2 A", [0, 1, 0]), ["m1-m2"]);
    assert_eq!(plays("a2/4/2b A", [0, 2, 3]), ["pass"]);
    // One of the three is released; all numbers are added for it, since no other piece can use one.
    assert_eq!(plays("aaa/4/b2 A", [1, 2, 2]), ["!a1-b3"]);
    assert_eq!(plays("3/A2A/b2 A", [1, 1, 2]).len(), 3);
}
