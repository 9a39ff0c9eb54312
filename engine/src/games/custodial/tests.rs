//! Counts made elsewhere, and captures found by hand.

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
fn el_mthaltha_is_won_in_15() {
    let won = |rules: &str, plies: u32| {
        let found = solved(rules).line.worth;
        assert_eq!(found, Worth::proved(Outcome::Win, Some(plies)), "{rules}");
    };
    for blocked in ["lose", "pass", "draw"] {
        won(&format!("el-mthaltha:blocked={blocked}"), 15);
    }
    won("el-mthaltha:lost_with=1", 9);
    won("el-mthaltha:lost_with=1,blocked=pass", 11);
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

/// The moves that take something, and what they take.
fn captures(rules: &str, position: &str) -> Vec<String> {
    let position = Position::parse(position, &rules.parse().unwrap()).unwrap();
    let takes = position.plays().into_iter().filter(|play| play.taken != 0);
    let told = |play: super::Play| {
        let taken = itertools::join(play.captures(), " ");
        format!("{} {taken}", play.action)
    };
    takes.map(told).collect()
}

#[test]
fn captures_of_corners_runs_and_between() {
    // Beside the corner, with one of one's own on its other side.
    let corner = "o3/x3/4/1x1o x";
    assert_eq!(captures("hasami-shogi:size=4,corner=no", corner), [""; 0]);
    assert_eq!(captures("hasami-shogi:size=4", corner), ["b1-b4 a4"]);
    // A run round a corner is taken whichever of its ends moves, also into the other corner.
    for (position, taken) in [
        ("1xxx/o2o/4/4 o -", "a3-a4 b4 c4 d4"),
        ("oxxx/4/3o/4 o -", "d2-d3 b4 c4 d4"),
    ] {
        let bent = captures("hasami-shogi:size=4,corner=bent", position);
        assert!(bent.contains(&taken.to_owned()), "{position}: {bent:?}");
    }
    // A run round the corner.
    let run = "oo1x/x3/4/3o x";
    assert_eq!(captures("hasami-shogi:size=4", run), [""; 0]);
    assert_eq!(
        captures("hasami-shogi:size=4,corner=bent", run),
        ["d4-c4 a4 b4"]
    );
    // One moves in between two.
    let between = "8/8/8/2o1o3/8/8/8/3x4 x";
    assert_eq!(captures("mak-yek", between), ["d1-d5 c5 e5"]);
    assert_eq!(captures("petteia", between), [""; 0]);
    // Two in a run, one by one.
    let two = "xoo1/4/4/3x x";
    assert_eq!(captures("jul-gonu:capture_run=one", two), [""; 0]);
    let two = "xoo1/3x/4/4 x";
    assert_eq!(captures("jul-gonu", two), ["d3-d4 b4 c4"]);
}

#[test]
fn the_same_piece_may_go_on_or_stop() {
    let text = "5/1x3/1o3/5/1x1x1 x - +b1";
    let position = Position::parse(text, &"custodial-seega".parse().unwrap()).unwrap();
    let moves = position.plays().into_iter();
    let moves: Vec<String> = moves.map(|play| play.action.to_string()).collect();
    assert_eq!(moves, ["b1-b2", "pass"]);
}

#[test]
fn the_side_to_move_follows_while_pieces_are_placed() {
    let read = |text: &str, rules: &str| {
        let position = Position::parse(text, &rules.parse().unwrap());
        position
            .map(|position| position.to_string())
            .map_err(|error| error.to_string())
    };
    let seega = "custodial-seega";
    assert_eq!(read("5/5/5/5/5", seega).unwrap(), "5/5/5/5/5 x x12o12");
    let full = "xoxox/oxoxo/xo1xo/xoxox/oxoxo";
    assert_eq!(read(full, seega).unwrap(), format!("{full} o -"));
    let began = read(full, "custodial-seega:ludii").unwrap();
    assert_eq!(began, format!("{full} x -"));
    assert_eq!(read("ooo/3/xxx", "el-mthaltha").unwrap(), "ooo/3/xxx x -");
    assert!(
        read("ooo/1x1/x1x", "el-mthaltha")
            .unwrap_err()
            .contains("is missing")
    );
}

/// A piece that takes may take again or stop.
#[test]
fn going_on_is_a_choice() {
    let rules: Rules = "custodial-seega".parse().unwrap();
    let position = Position::parse("5/1x3/1o3/5/1x1x1 x - +b1", &rules).unwrap();
    let names = position
        .plays()
        .into_iter()
        .map(|play| play.action.to_string());
    assert_eq!(names.collect::<Vec<_>>(), ["b1-b2", "pass"]);
}
