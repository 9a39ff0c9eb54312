use num_traits::Signed as _;

use super::Position;

use super::moves::Yield;
use super::notation::PositionFile;
use super::rules::Rules;
use crate::exact::stochastic::Ending;
use crate::exact::{Between, Quantity};
use crate::games::throws::Values as _;
use crate::games::throws::endgame::{self, Draw, Limits, Terms};
use crate::work::Note;

/// The bounds of a number of an answer.
pub(super) fn between(number: &Quantity) -> Between {
    Between::of(number).expect("no function")
}

#[test]
fn errors_say_where() {
    let wrong = |text: &str| text.parse::<PositionFile>().unwrap_err().to_string();
    assert!(wrong("aaaa/4/4/bbxb A").contains("column 12: `x`"));
    assert!(wrong("aaaa/bbbb A").contains("rows on the board: 2, not three or four"));
    assert!(wrong("aaaa/4/3/bbbb A").contains("length 4, 4, 3, 4: write three or four"));
    assert!(wrong("aaaa/4/4/bbbb").contains("the team to move is missing"));
    assert!(wrong("aaaa/4/4/bbbb c").contains("`A` or `B`"));
    assert!(wrong("aaaa/4/4/bbbb A - -").contains("`-` is left over"));
    assert!(wrong("99/99999999999999999999999/33/33 A").contains("beyond 32 cells"));
    assert!(wrong("game: teeko\nto move: A\nboard:\n..\n..\n..\n..").contains("line 1"));
    assert!(wrong("to move: C\nboard:\n..\n..\n..\n..").contains("line 1, column 10: `C`"));
    assert!(wrong("to move: A\nboard:\n..\n.?\n..\n..").contains("line 4"));
    assert!(wrong("board:\n..\n..\n..\n..").contains("(`to move`) is missing"));
    let rules: Rules = "depaulis,length=2".parse().unwrap();
    let faults = |text: &str| Position::parse(text, &rules).unwrap_err().to_string();
    assert!(faults("aaa/3/3/bbb A").contains("length=2"));
    let all = faults("aA/a1/A1/bb A");
    assert!(all.contains("4 pieces") && all.contains("b1"), "{all}");
    assert!(faults("2/2/2/2 A").contains("no piece"));
    let ludii: Rules = "ludii,length=2".parse().unwrap();
    let error = Position::parse("aA/2/2/BB A", &ludii).unwrap_err();
    assert!(error.to_string().contains("wakes=none"));
}

#[test]
fn the_example_of_the_account() {
    // One khadzh frees a piece; if it is the only freed one, it moves four, then five.
    let rules = Rules::depaulis();
    let position = Position::start(&rules);
    let plays = position.plays(&Yield::parse("khadzh,4,5", &rules).unwrap());
    let texts: Vec<String> = plays.unwrap().iter().map(|play| play.text()).collect();
    assert!(
        texts.contains(&"free a1, a1-b4, b4-b9".to_owned()),
        "{texts:?}"
    );
    // Freed in the crowd, a piece cannot move: both throws are lost.
    assert!(texts.contains(&"free a2".to_owned()));
    assert_eq!(texts.len(), 20);
}

/// A throw that goes beyond the last free cell ends there, also where the cell it would come to is one of the route: who could use
/// it is reckoned so.
#[test]
fn a_piece_alone_passes_its_own_to_the_last_free_cell() {
    let texts = |rules: &str, position: &str, thrown: &str| -> Vec<String> {
        let rules: Rules = rules.parse().unwrap();
        let position = Position::parse(position, &rules).unwrap();
        let plays = position.plays(&Yield::parse(thrown, &rules).unwrap());
        plays.unwrap().iter().map(|play| play.text()).collect()
    };
    let stop = "ludii,length=3,overshoot=stop,passing=single";
    assert_eq!(
        texts(&format!("{stop},throws=2|1*"), "A2/3/2B/A1A A", "2"),
        ["a1-a3", "d3-d2"]
    );
    assert_eq!(texts(stop, "2A/BBB/2A/3 B", "4,6"), ["b1-a3, b2-a2"]);
}

/// A waking throw moves the piece one cell, or one that is awake by its number; own pieces are passed, and no row is safe.
#[test]
fn throws_that_wake_a_piece_move_it() {
    let texts = |position: &str, thrown: &str| -> Vec<String> {
        let rules: Rules = "mzab,length=4".parse().unwrap();
        let position = Position::parse(position, &rules).unwrap();
        let plays = position.plays(&Yield::parse(thrown, &rules).unwrap());
        plays.unwrap().iter().map(|play| play.text()).collect()
    };
    assert_eq!(texts("a2A/4/4/bbbb A", "6"), ["a1-a2", "a4-c2"]);
    assert_eq!(texts("a2A/4/4/bbbb A", "2"), ["a4-b3"]);
    assert_eq!(texts("aA1A/4/4/bbbb A", "4"), ["a2-b3", "a4-b1"]);
    assert_eq!(texts("A1B1/4/4/bbb1 A", "2"), ["a1-a3"]);
    assert_eq!(texts("aa2/4/4/bbbb A", "2"), ["pass"]);
}

/// Pieces that can rest rest for ever where moving only loses.
#[test]
fn who_may_rest_is_solved_where_it_is_determined() {
    let ask = |rules: &str, position: &str, draw| {
        let position = Position::parse(position, &rules.parse().unwrap()).unwrap();
        let terms = Terms {
            draw,
            ..Terms::default()
        };
        let solved = endgame::solve(&position, &terms, &Note::default()).unwrap();
        let win = solved.value(position.side(), &position).unwrap().unwrap();
        (win, solved.endgame().ending())
    };
    let rules = "ludii,length=2,throws=1|2|3,use=may,passing=single";
    let lost = ask(rules, "B1/2/1A/2 B", Draw::Lost);
    assert!(between(&lost.0).upper < "1/1000000000".parse().unwrap());
    let waiting = "depaulis,length=5,wakes=none,use=may,end=both";
    let waiting = ask(waiting, "2B2/3A1/5/5 A", Draw::Half);
    assert_ne!(waiting.1, Ending::Always);
}

/// The chances of throws are carried whatever their common denominator is: 20^8 here, and 10^48.
#[test]
fn any_bias_has_endgames() {
    let win = |bias: &str| {
        let rules = format!("depaulis,length=3,bias={bias}").parse().unwrap();
        let position = Position::parse("1A1/3/2B/3 A", &rules).unwrap();
        let limits = Limits {
            max_throws: 4,
            ..Limits::default()
        };
        let solved = endgame::solve(&position, &limits.into(), &Note::default()).unwrap();
        between(&solved.value(position.side(), &position).unwrap().unwrap())
    };
    let near = [win("0.549999"), win("0.55"), win("0.550001")];
    let apart = |one: &Between, other: &Between| (one.lower.clone() - &other.lower).abs();
    let step = "1/100000".parse().unwrap();
    assert!(apart(&near[0], &near[1]) < step && apart(&near[1], &near[2]) < step);
    // Turns fall alike whichever side is up.
    let turned = win("0.45");
    assert!(near[1].lower <= turned.upper && turned.lower <= near[1].upper);
    for [low, high] in near.map(|bounds| [bounds.lower, bounds.upper]) {
        assert!(low < high && high - low < "1/10".parse().unwrap());
    }
}
