//! Positions in which numbers called exact or proved were neither; more of them are asked in `tests/oracles/found`.

use super::*;

fn found(rules: &str, line: &str, width: BigRational) -> TurnChances {
    let game = game(rules);
    let position = Position::parse_in(line, &game).unwrap();
    let options = Closeness {
        width,
        ..Closeness::default()
    };
    analyse(&position, &options).unwrap()
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

/// Numbers that are exact because few positions can follow.
#[test]
fn chances_of_single_pieces_are_exact() {
    // B alone, far behind: a chance of 5·10⁻⁹, and not 0.
    let theirs = found("daldos", "8A7/2A1B12/16 B", widths()[2].clone());
    let any = fraction(4913, 1 << 40);
    assert_eq!(theirs.take.exact(), Some(&any));
    // Never: A stands in B's home row, which B has left.
    let never = found("daldos", "16/4B12/5A5A4 B", widths()[0].clone());
    for quantity in [&never.take, &never.mean, &never.pieces[0].probability] {
        assert_eq!(quantity.exact(), Some(&BigRational::zero()));
    }
    let ours = found("daldos", "8A7/2A1B12/16 A", widths()[2].clone());
    assert_eq!(ours.take.exact(), Some(&fraction(1, 2)));
    assert_eq!(ours.mean.exact(), Some(&fraction(1, 2)));
}

/// A finished game has nothing to bring.
#[test]
fn a_finished_game_brings_nothing() {
    let found = found("daldos:n=3", "3/4/bb1 A", widths()[2].clone());
    assert_eq!(found.take.exact(), Some(&BigRational::zero()));
    assert_eq!(found.mean.exact(), Some(&BigRational::zero()));
    assert_eq!(found.lost, BigRational::zero());
}
