//! Positions in which numbers called exact or proved were neither; more of them are asked in `tests/oracles/found`.

use super::*;

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
        let state = View {
            own: 1 << 16,
            own_undalled: 0,
            enemy: 1 << (16 + behind),
            enemy_undalled: 0,
        };
        for width in widths() {
            let options = Closeness {
                width,
                closed: 0,
                ..Closeness::default()
            };
            let found = turn(&game, &state, Team::A, &options).unwrap();
            for quantity in [&found.take, &found.mean, &found.pieces[0].probability] {
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
}
