use super::rules::Rules;
use super::{Position, analyse};
use crate::exact::Quantity;
use crate::exact::stochastic::Ending;
use crate::games::playouts::{Ended, Policy, playout};
use crate::games::record::Record;
use crate::games::running_fight::policies::{Policies, State};
use crate::games::running_fight::position::Fight as _;
use crate::games::throws::Values as _;
use crate::games::throws::endgame::{self, Terms};
use crate::work::Note;

/// A saved tâb can be used before a throw that is lost, which is then lost later or used, or after it. The move is written the same.
#[test]
fn a_saved_tab_is_used_before_or_after_a_lost_throw() {
    let game = |moves: &str| {
        let rules =
            "tab:lane,length=3,order=thrown,saved=yes,asleep=safe,leave=one-field,stacks=keep";
        let text = format!("rules: {rules}; start: 2B/3/3/b1A A saved=A1; moves:; A 2: {moves}");
        Record::<Position>::read(&text, None).map(|record| record.end().to_string())
    };
    assert_eq!(game("saved d3-d2"), Ok("2B/3/3/bA1 B".to_owned()));
    assert_ne!(game("saved d3-d2, d2-c1"), game("saved d3-d2"));
    assert!(game("saved d3-d2, d2-c1").is_ok());
}

/// The chance to win with best play, and how it is known that games end.
fn endgame(rules: &str, position: &str, exact: bool) -> (Quantity, Ending) {
    let position = Position::parse(position, &rules.parse().unwrap()).unwrap();
    let terms = Terms {
        exact,
        ..Terms::default()
    };
    let solved = endgame::solve(&position, &terms, &Note::default()).unwrap();
    let win = solved.value(position.side(), &position).unwrap().unwrap();
    (win, solved.endgame().ending())
}

/// B can win at will what A does not win at once, and neither gains by going on for ever.
#[test]
fn what_is_determined_is_solved() {
    let (rules, position) = ("ludii,length=3,stacks=reduce", "1AB/3/3/3 A stacks=a3x2");
    let (win, _) = endgame(rules, position, false);
    let (low, high) = win.ends().unwrap();
    let quarter = "1/4".parse().unwrap();
    assert!(low <= quarter && quarter <= high && high - low < "1/1000000000".parse().unwrap());
    let (win, _) = endgame(rules, position, true);
    assert_eq!(win, Quantity::Exact(quarter));
}

/// Both pieces sleep, and no throw can wake one.
#[test]
fn turns_left_open_end_no_game() {
    let sleeping = endgame("lane,length=3,bias=1|1|1/2|1/2", "a2/3/3/2b A", false);
    assert_eq!(sleeping.1, Ending::NotKnown);
}

/// A turn that has taken is not open, however it goes on.
#[test]
fn what_is_taken_is_not_open() {
    let rules: Rules = "ludii,length=5".parse().unwrap();
    let position = Position::parse("5/5/A3B/5 A", &rules).unwrap();
    let found = analyse::takes(&position, 1, 1 << 30);
    // A 4 takes the last piece; after a 6 or a tâb another throw follows.
    let (lower, upper) = found.at_least_one.ends().unwrap();
    assert_eq!(lower, "1/16".parse().unwrap());
    assert_eq!(upper - lower, "5/16".parse().unwrap());
    assert_eq!(found.open, "3/8".parse().unwrap());
}

/// The numbers are those of a chain in which the first of the best plays is always made, solved apart.
#[test]
fn lengths_are_those_of_best_play_where_nothing_is_left_open() {
    let lengths = |rules: &str| {
        let position = Position::parse("3/2A/3/B2 A", &rules.parse().unwrap()).unwrap();
        let terms = Terms {
            exact: rules.starts_with("ludii"),
            ..Terms::default()
        };
        let solved = endgame::solve(&position, &terms, &Note::default()).unwrap();
        let lengths = solved.lengths(&[0], 1 << 22).unwrap().of(0);
        lengths.map(|lengths| lengths.map(|length| length.decimal(6)))
    };
    let known = ["4.520839", "6.487832"].map(str::to_owned);
    assert_eq!(lengths("ludii,length=3"), Some(known));
    assert_eq!(lengths("lane,length=3"), None);
}

#[test]
fn who_throws_the_first_tab_is_thrown_for() {
    let rules: Rules = "tab:lane,length=3".parse().unwrap();
    let game = Policies::new(&rules, [Policy::Greedy; 2]);
    let start = State {
        position: Position::start(&rules),
        opening: rules.opens(),
    };
    assert!(start.opening);
    let mut wins = [0, 0];
    for number in 0..60 {
        match playout(&game, &start, 1, number).ended {
            Some(Ended::Won(team)) => wins[team as usize] += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(wins.iter().all(|&wins| wins > 5), "{wins:?}");
}
