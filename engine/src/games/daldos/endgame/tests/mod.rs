mod strategy_claims;

use super::*;
use crate::exact::Quantity;
use crate::exact::stochastic::ONE;
use crate::games::throws::endgame::{Terms, solve};
use crate::work::{Kind, Note};

fn rules(text: &str) -> Arc<Game> {
    Arc::new(Game::new(text.parse().unwrap()).unwrap())
}

/// The turns and the throws of games from a position under best play.
fn lengths(position: &Position, width: u64, exact: bool) -> Option<[Quantity; 2]> {
    let terms = Terms {
        width,
        exact,
        ..Terms::default()
    };
    let solved = solve(position, &terms, &Note::default()).unwrap();
    let lengths = solved.lengths(&[0], width.saturating_mul(4)).unwrap();
    lengths.of(0)
}

/// However far apart the bounds of the chances are, the lengths of best play lie within those given.
#[test]
fn lengths_hold_at_every_width() {
    for (rules_text, line) in [
        ("daldos:n=4", "2A1/3A1/3b A"),
        ("daldos:n=4,extra=doubles", "2A1/2A2/1B2 A"),
        ("daldos:n=2,dice=12,extra=doubles", "Ba/3/1A A"),
        ("daldos:n=3,loses_at=1", "1aa/4/1bb A"),
    ] {
        let game = rules(rules_text);
        let start = Position::parse_in(line, &game).unwrap();
        let exact = lengths(&start, 1 << 20, true).unwrap();
        for width in [ONE / 10, ONE / 100, ONE / 10_000, 1 << 20] {
            let found = lengths(&start, width, false).into_iter().flatten();
            for (bounds, right) in found.zip(&exact) {
                let (lower, upper) = bounds.ends().unwrap();
                let right = right.exact().unwrap();
                assert!(
                    lower <= *right && *right <= upper,
                    "{rules_text} {line} at {width}: {bounds:?} without {right}"
                );
            }
        }
    }
}

/// Both plays of 1+1 win for certain: after `b2-m1` the piece stands farthest back, and another throw is needed.
#[test]
fn of_equal_plays_fractions_count_the_one_named() {
    let game = rules("daldos:n=2,dice=12,extra=doubles");
    let start = Position::parse_in("Ba/3/1A A", &game).unwrap();
    let [_, throws] = lengths(&start, 1 << 20, true).unwrap();
    assert_eq!(throws.decimal(3), "2");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let game = rules("daldos:n=16");
    let refused = |pieces| solve_all(&game, pieces, 1 << 20).err();
    let kind = |pieces| refused(pieces).map(|fault| fault.kind());
    assert_eq!(kind([0, 1]), Some(Kind::Input));
    let many = refused([6, 1]).expect("six pieces").to_string();
    assert!(many.contains("endgames have from 1 to 5"), "{many}");
    assert_eq!(kind([4, 4]), Some(Kind::Limit));
    let one = rules("daldos:n=4,loses_at=1");
    let few = solve_all(&one, [1, 2], 1 << 20);
    assert!(few.is_err_and(|fault| fault.to_string().contains("from 2 to")));
    let start = solve(
        &Position::start(game.clone()),
        &Terms::default(),
        &Note::default(),
    );
    assert!(start.is_err_and(|error| error.to_string().starts_with("16 against 16 pieces")));
}
