use num_traits::Signed as _;

use super::moves::Walker;
use super::view::View;
use super::{Position, Rules};
use crate::board::Bits;
use crate::exact::{Between, Quantity};
use crate::games::playouts::{Policy, playout};
use crate::games::running_fight::playing::throw_turn;
use crate::games::running_fight::policies::Policies;
use crate::games::running_fight::position::Fight as _;
use crate::games::throws::Values as _;
use crate::games::throws::endgame::{self, Terms};
use crate::games::throws::played_out::PlaysOut as _;
use crate::work::Note;

/// The bounds of a number of an answer.
pub(super) fn between(number: &Quantity) -> Between {
    Between::of(number).expect("no function")
}

#[test]
fn turns_without_end_are_given_up() {
    let ended = |sticks: &[u64]| {
        let mut numbers = sticks.iter().copied().cycle();
        let thrown = throw_turn(&Rules::depaulis(), None, &mut |_| numbers.next().unwrap());
        thrown.unwrap_err().to_string()
    };
    // Fours, and khmars.
    assert!(ended(&[0, 1]).starts_with("more than 40 throws would stand"));
    assert!(ended(&[0, 1, 1, 1]).contains("goes on after 1600 throws"));
}

/// The chances of throws are carried whatever their common denominator is: 20^8 here, and 10^48.
#[test]
fn any_bias_has_endgames() {
    let win = |bias: &str| {
        let rules = format!("depaulis,length=3,bias={bias}").parse().unwrap();
        let position = Position::parse("1A1/3/2B/3 A", &rules).unwrap();
        let terms = Terms {
            max_throws: 4,
            ..Terms::default()
        };
        let solved = endgame::solve(&position, &terms, &Note::default()).unwrap();
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

/// No piece can use a throw any more, and the game is not over.
#[test]
fn games_that_are_stuck_are_draws() {
    let rules: Rules = "sig:depaulis,length=4".parse().unwrap();
    let greedy = Policies::new(&rules, [Policy::Greedy; 2]);
    let falling = rules.able_to_fall();
    let set = |cells: &[u8]| cells.iter().fold(0, |set, &cell| set | u128::bit(cell));
    let stuck = |cells: &[u8]| {
        let view = View {
            own: set(cells),
            enemy: set(&[0]),
            ..View::default()
        };
        Walker::new(&rules).is_stuck(view, &falling)
    };
    // Throws move 4, 5 or 8 cells: too far for the hindmost, and the others are at the end.
    assert!(stuck(&[11, 13, 14, 15]));
    assert!(!stuck(&[5, 13, 14, 15]));
    for number in 0..40 {
        let start = Position::start(&rules).start_of();
        assert!(playout(&greedy, &start, 2, number).ended.is_some());
    }
}
