use super::moves::Yield;
use super::rules::Rules;
use super::{Position, Setup, analyse};
use crate::exact::Quantity;
use crate::exact::stochastic::Ending;
use crate::games::record::Record;
use crate::games::throws::Values as _;
use crate::games::throws::endgame::{self, Terms};
use crate::work::Note;

/// The positions that a yield leads to.
fn after(rules: &str, text: &str, throws: &str) -> Vec<String> {
    let rules: Rules = rules.parse().unwrap();
    let position = Position::parse(text, &rules).unwrap();
    let plays = position
        .plays(&Yield::parse(throws, &rules).unwrap())
        .unwrap();
    let mut texts: Vec<String> = plays
        .iter()
        .map(|play| format!("{} · {}", play.text(), play.position))
        .collect();
    texts.sort();
    texts
}

#[test]
fn rules_by_example() {
    let way = "lane,length=5,stacks=keep";
    for (rules, position, throws, expected) in [
        // From the end of the third row there are two ways while an enemy is at home, and one for a piece that has been there.
        (
            way,
            "5/5/4A/4b A",
            "2",
            &["c5-b4 · 5/3A1/5/4b B", "c5-d4 · 5/5/5/3Ab B"][..],
        ),
        (
            way,
            "5/5/4A/4b A entered=c5",
            "2",
            &["c5-b4 · 5/3A1/5/4b B entered=b4"],
        ),
        // The game is over.
        (way, "5/5/4A/5 A", "2", &[]),
        // A piece in the enemy's home waits for those at home.
        (way, "a4/5/5/3Ab A", "2", &["pass · a4/5/5/3Ab B"]),
        (
            "lane,length=5,leave=one-field",
            "a4/5/5/3Ab A",
            "2",
            &["d4-d2 · a4/5/5/1A2b B"],
        ),
        // A stack is reduced in a row where it has been, and need not go there.
        (
            "lane,length=5",
            "5/5/3A1/b4 A stacks=c4x2",
            "3",
            &[
                "c4-b4 · 5/3A1/5/b4 B circled=b4",
                "c4-d4 · 5/5/5/b2A1 B stacks=d4x2",
            ],
        ),
        (
            "lane,length=5",
            "5/5/3A1/1B3 A stacks=c4x2 entered=c4",
            "3",
            &[
                "c4-b4 · 5/3A1/5/1B3 B entered=b4",
                "pass · 5/5/3A1/1B3 B stacks=c4x2 entered=c4",
            ],
        ),
        // The enemy's home may be entered although nobody is there, by a few rules only while nobody is at one's own.
        (
            "porto,length=7",
            "7/1B5/6A/7 A",
            "2",
            &["c7-b6 · 7/1B3A1/7/7 B", "c7-d6 · 7/1B5/7/5A1 B"],
        ),
        (
            "porto,length=7,enter4=home-empty",
            "a6/1B5/6A/7 A",
            "2",
            &["c7-b6 · a6/1B3A1/7/7 B"],
        ),
        // From the last field of the enemy's home a piece may go out.
        (
            "lane,length=5,leave4=free",
            "aa3/5/5/Ab3 A",
            "2",
            &["d1-c2 · aa3/5/1A3/1b3 B entered=c2"],
        ),
        // A piece wakes only onto an empty field, or a throw that earns another is left.
        (
            "porto,length=5,first_step=empty",
            "4a/4B/5/5 A",
            "1",
            &["pass · 4a/4B/5/5 A"],
        ),
        (
            "porto,length=5,skip=yes",
            "4a/4B/5/4b A",
            "1",
            &["a5-b5 · 5/4A/5/4b A", "pass · 4a/4B/5/4b A"],
        ),
        // A tâb is kept once nobody sleeps, and used later.
        (
            "wikipedia,length=5",
            "5/5/A4/4b A",
            "1,3",
            &[
                "c1-c2, c2-c5 · 5/5/4A/4b B",
                "c1-c4 · 5/5/3A1/4b B saved=A1",
            ],
        ),
    ] {
        assert_eq!(
            after(rules, position, throws),
            expected,
            "{rules} {position}"
        );
    }
}

/// In the order thrown, a throw that nothing can use is passed over: the piece in the enemy's home waits for the one asleep.
#[test]
fn a_throw_that_is_lost_is_passed_over() {
    let game = |moves: &str| {
        let rules = "tab:lane,length=5,order=thrown";
        let text = format!("rules: {rules}; start: a4/5/5/3Ab A; moves:; A 4,1,2: {moves}");
        Record::<Position>::read(&text, None).map(|record| record.end().to_string())
    };
    assert_eq!(game("a1-a2, a2-a4"), Ok("3A1/5/5/3Ab B".to_owned()));
    // What can be used must be.
    assert!(game("a1-a2").is_err() && game("a2-a4").is_err());
}

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

#[test]
fn faults_are_told_at_once() {
    let rules: Rules = "lane,length=3".parse().unwrap();
    let setup: Setup = "a2/a2/3/bbb A stacks=a1x2 entered=c1 circled=b1 saved=A1"
        .parse()
        .unwrap();
    let faults = setup.position(&rules).unwrap_err();
    assert_eq!(faults.0.len(), 5, "{faults}");
    for (text, expected) in [
        ("aaa/3/3/bbb A stacks=b1x1", "2 to 29"),
        ("aaa/3/3/bbb A stacks=b1x2,b1x3", "twice"),
        ("aaa/3/3/bbb A saved=C2", "as in A2"),
        ("aaa/3/bbb A", "not four"),
        ("aa/2/2/bb A", "3 to 29"),
    ] {
        let error = text.parse::<Setup>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    assert!("lane,length=4".parse::<Rules>().is_err());
    assert!("lane,pieces=10".parse::<Rules>().is_err());
    assert!("lane,bias=0|1|1|1".parse::<Rules>().is_ok());
    assert!(
        "lane,bias=0".parse::<Rules>().is_err(),
        "always 6: a turn would never end"
    );
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
