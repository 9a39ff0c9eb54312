//! Counts made elsewhere.

use super::graph::solve;
use super::{Position, Rules};
use crate::games::review::Worth;
use crate::games::solved_game::SolvedGame;
use crate::solve::retro::Outcome;
use crate::work::Note;

fn solved(rules: &str) -> SolvedGame<Position> {
    let rules: Rules = rules.parse().unwrap();
    solve(&Position::start(&rules), 4_000_000, &Note::default()).unwrap()
}

#[test]
fn jul_gonu_is_a_draw() {
    for (run, deepest) in [("two", 57), ("one", 69)] {
        let found = solved(&format!("jul-gonu:capture_run={run}"));
        assert_eq!(found.line.worth.outcome(), Some(Outcome::Draw));
        let longest = found.longest.unwrap();
        assert_eq!(longest.worth.length, Some(deepest), "{}", longest.position);
    }
}

#[test]
fn seega_one_at_a_time_on_nine_points() {
    for blocked in ["wins", "passes"] {
        let found = solved(&format!("custodial-seega:mseega,blocked={blocked}"));
        assert_eq!(found.line.worth.outcome(), Some(Outcome::Draw), "{blocked}");
    }
    let found = solved("custodial-seega:mseega,blocked=loses").line.worth;
    assert_eq!(found, Worth::proved(Outcome::Loss, Some(24)));
}
