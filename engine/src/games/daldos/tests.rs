//! Plays and faults by example, and notation there and back. Plays, counts and endgames are compared in `tests/oracles`.

use std::sync::Arc;

use proptest::prelude::*;

use super::notation::PositionFile;
use super::setup::Piece;
use super::*;

pub(crate) fn game(rules: &str) -> Arc<Game> {
    Arc::new(Game::new(rules.parse().unwrap()).unwrap())
}

/// Random positions under random rules: a board of up to `most` holes a row, each hole filled with some chance.
pub(crate) fn positions(most: u8) -> impl Strategy<Value = Position> {
    let rules = (
        1..=most,
        prop_oneof![Just("any"), Just("stern-most")],
        0u8..=1,
        prop_oneof![Just("stern"), Just("prow")],
        prop_oneof![3 => Just("no"), 1 => Just("enemy-row"), 1 => Just("yes")],
        prop_oneof![
            6 => Just(("1234", "1+1")),
            1 => Just(("1:4|2:6|3:4", "1+1")),
            1 => Just(("236", "2+3")),
            2 => Just(("0123", "1+1|0+0")),
        ],
        prop_oneof![2 => Just(None), 1 => (1u8..=12).prop_map(Some)],
    )
        .prop_map(|(n, dalling, loses_at, direction, stop, (dice, extra), middle)| {
            let loses_at = loses_at.min(n - 1);
            let middle = middle.unwrap_or(n + 1).min(64 - 2 * n);
            game(&format!(
                "daldos:dice={dice},extra={extra},n={n},middle={middle},dalling={dalling},loses_at={loses_at},\
                 direction={direction},intermediate_capture={stop}"
            ))
        });
    let filled = proptest::collection::vec((0u8..100, any::<bool>()), 64);
    (rules, filled, 5u8..70, any::<bool>()).prop_filter_map(
        "a position",
        |(game, filled, share, b)| {
            let n = usize::from(game.route().n());
            let middle = usize::from(game.route().middle());
            let mut rows = [vec![None; n], vec![None; middle], vec![None; n]];
            let mut left = [n, n];
            for (number, (chance, other)) in filled.into_iter().take(2 * n + middle).enumerate() {
                let (row, hole) = match number {
                    k if k < n => (0, k),
                    k if k < n + middle => (1, k - n),
                    k => (2, k - n - middle),
                };
                let side = [Side::A, Side::B][usize::from(other)];
                if chance < share && left[side as usize] > 0 {
                    left[side as usize] -= 1;
                    let home = row == 2 * (side as usize);
                    let dalled = !home || chance % 3 == 0;
                    rows[row][hole] = Some(Piece { side, dalled });
                }
            }
            let side = if b { Side::B } else { Side::A };
            Setup { rows, side }.position(&game).ok()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn notation_goes_there_and_back(position in positions(21)) {
        let text = position.to_string();
        prop_assert_eq!(&Position::parse_in(&text, position.game()), &Ok(position.clone()));
        let file = PositionFile {
            rules: Some(position.game().rules().clone()),
            title: Some("Some title".to_owned()),
            source: None,
            setup: position.setup(),
        };
        prop_assert_eq!(file.to_string().parse(), Ok(file));
        prop_assert_eq!(position.flipped().flipped(), position);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[aAbB./0-9 #:\n]{0,40}|board:\n[aAbB./0-9 \n]{0,30}") {
        if let Ok(file) = text.parse::<PositionFile>() {
            prop_assert_eq!(file.setup.to_string().parse(), Ok(file.setup));
        }
    }
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
