//! Games and positions made at random. Bounds that contain closer ones are in `analyse/tests`. Plays, counts and endgames are compared
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
