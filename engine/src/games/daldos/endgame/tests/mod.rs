mod strategy_claims;

use super::*;
use crate::exact::Quantity;
use crate::games::throws::endgame::{Terms, solve};
use crate::solve::throws::ONE;
use crate::work::Note;

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
    let lengths = solved.lengths(&[0]).unwrap();
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
