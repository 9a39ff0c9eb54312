use super::*;
use crate::board::Side;
use crate::games::sidja::Position;
use crate::games::sidja::engine::State;

/// The value that those after every move give, from the moves of [`Position`].
fn follows(endgames: &Endgames, position: &Position, side: Side) -> retro::Value {
    if position.side() != side {
        let value = endgames.value(position.state()).unwrap();
        return plain(value).before();
    }
    let values = position
        .plays()
        .into_iter()
        .map(|play| follows(endgames, &play.position, side));
    values.max_by_key(|value| value.preference()).unwrap()
}

/// The same value; nobody has won at the beginning of his turn here.
fn plain(value: Value) -> retro::Value {
    let (turns, rest) = match value {
        Value::Win(turns) => (turns, 1),
        Value::Loss(turns) => (turns, 0),
        Value::Draw => return retro::Value::Draw,
    };
    assert_eq!(turns % 2, rest);
    retro::Value::Decided(Plies(turns as u16))
}

/// Every `stride`th place against the moves of [`Position`], then every arrangement by [`audit`].
fn check(rules: &str, most: u32, stride: usize) -> u64 {
    let rules: Rules = rules.parse().unwrap();
    let endgames = Endgames::new(rules, most).unwrap();
    let mut decided = 0;
    for table in endgames.solution().tables().values() {
        for place in (0..table.index().len()).step_by(stride) {
            let (own, enemy) = table.index().position(place);
            let state: State<u32> = endgames.sliding.engine().turn(own, enemy);
            let position = Position::trusted(rules, state.convert());
            let value = plain(endgames.value(&state).unwrap());
            assert_eq!(retro::Code(table.codes()[place]).value(), Some(value));
            let expected = match position.end() {
                Some(_) => retro::Value::Decided(Plies(0)),
                None => follows(&endgames, &position, Side::X),
            };
            assert_eq!(value, expected, "{position} {rules}");
            decided += u64::from(value != retro::Value::Draw);
        }
    }
    assert_eq!(audit(&endgames), Ok(endgames.positions()), "{rules}");
    decided
}

#[test]
fn all_of_3x3_follows_from_its_successors() {
    for rules in [
        "sudan,size=3",
        "west-africa,size=3,no_capture=none",
        "egypt,size=3,no_capture=none",
        "egypt,size=3,no_capture=none,centre=open,blocked=loses",
        "sudan,size=3,capture_run=any,steps=4,in_a_row=2",
        "egypt,size=3,no_capture=none,blocked=opens",
        "west-africa,size=3,no_capture=none,blocked=opens",
        "egypt,size=3,no_capture=none,blocked=opens,lost_with=1,continuation=none,capture_lines=8",
    ] {
        assert!(check(rules, 8, 1) > 0, "{rules}");
    }
}

#[test]
fn few_stones_on_5x5_follow_from_their_successors() {
    assert!(check("sudan", 4, 2) > 0);
}

#[test]
fn counts_are_those_of_every_arrangement() {
    let endgames = Endgames::new(Rules::SUDAN, 5).unwrap();
    assert_eq!(endgames.positions(), 1_138_500);
    let counts = endgames.counts();
    assert_eq!(counts[1], ((2, 3), [0, 71_580, 459_720], 0));
    assert_eq!(counts[2], ((3, 2), [530_956, 344, 0], 59));
}

#[test]
fn what_does_not_fit_is_not_solved() {
    assert_eq!(Endgames::fits(&Rules::EGYPT), 8);
    assert!(Endgames::new(Rules::EGYPT, 9).is_none());
    assert!(Endgames::new(Rules::SUDAN.with_size(7).unwrap(), 4).is_none());
}
