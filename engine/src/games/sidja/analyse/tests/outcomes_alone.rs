//! Tables of outcomes alone, on disk.

use super::*;
use crate::board::{Bits, Side};
use crate::games::kept_game::Extent;
use crate::games::sidja::endgame::build;
use crate::solve::Ending;
use crate::solve::table::Directory;
use crate::solve::table::tests::Folder;

fn kept(rules: &Rules, most: u32, name: &str) -> (Endgames, Folder) {
    let folder = Folder::new(&format!("analyse-{name}"));
    let directory = Directory::new(&folder.0);
    let extent = Extent {
        stones: Some(most),
        ..Extent::default()
    };
    build(rules, extent, &directory, &mut |_| true).unwrap();
    let tables = Endgames::load(rules, most, &directory).unwrap().unwrap();
    assert!(!tables.keeps_turns());
    (tables, folder)
}

/// Whether `winner` forces a capture within a number of turns that leaves it won, by the values with turns and
/// the moves of [`Position`].
fn forces(exact: &Endgames, position: &Position, winner: Side, stones: u32, turns: u32) -> bool {
    let mine = position.side() == winner;
    if let Some(outcome) = position.end() {
        return outcome != Outcome::Draw && (outcome == Outcome::Win) == mine;
    }
    if !position.in_chain() {
        let value = exact.value(position.state()).unwrap().outcome();
        let won = if mine { Outcome::Win } else { Outcome::Loss };
        let left = position.pieces(Side::X).count() + position.pieces(Side::O).count();
        if value != won || left < stones || turns == 0 {
            return value == won && left < stones;
        }
    }
    let after = |play: &Play| {
        let left = if play.again { turns } else { turns - 1 };
        forces(exact, &play.position, winner, stones, left)
    };
    let plays = position.plays();
    match mine {
        true => plays.iter().any(after),
        false => plays.iter().all(after),
    }
}

#[test]
fn turns_are_found_or_else_captures_that_keep_the_win() {
    let (mut timed, mut near, mut proved_beyond) = (0, 0, 0);
    for (number, (text, most)) in [
        ("sudan,size=3", 5),
        ("egypt,size=3,no_capture=none", 5),
        ("west-africa,size=3,no_capture=none,blocked=loses", 5),
        ("sudan", 4),
    ]
    .into_iter()
    .enumerate()
    {
        let rules: Rules = text.parse().unwrap();
        let exact = Endgames::new(rules, most + 1).unwrap();
        let (tables, _folder) = kept(&rules, most, &number.to_string());
        for table in exact.solution().tables().values() {
            let stride = table.index().len() / 40 + 1;
            for place in (0..table.index().len()).step_by(stride) {
                let (own, enemy) = table.index().position(place);
                let state = exact.sliding_turn(own, enemy);
                let position = Position::trusted(rules, state);
                if position.end().is_some() {
                    continue;
                }
                let value = exact.value(&state).unwrap();
                let stones = own.count() + enemy.count();
                for budget in [20, 300, 5_000] {
                    let found = analyse_with(&position, budget, Some(&tables));
                    let asked = format!("{position} {rules}, {budget}");
                    let worth = found.worth;
                    match worth.outcome() {
                        Some(outcome) => {
                            assert_eq!(outcome, value.outcome(), "{asked}");
                            if let (Some(turns), Ending::Win(exact) | Ending::Loss(exact)) =
                                (worth.length, value)
                            {
                                // Beyond the tables a win through them may be quicker than the one found.
                                let right = turns == exact || stones > most && turns > exact;
                                assert!(right, "{asked}: {turns} {exact}");
                                timed += 1;
                            }
                            proved_beyond += u32::from(stones > most);
                        }
                        None => {
                            let possible = worth.at_least..=worth.at_most;
                            assert!(stones > most, "{asked}: a table has it");
                            assert!(possible.contains(&value.outcome()), "{asked}");
                        }
                    }
                    let winner = match value {
                        Ending::Win(_) => position.side(),
                        _ => position.side().other(),
                    };
                    for one in &found.moves {
                        let Some(within) = one.capture_in.filter(|&within| within <= 4) else {
                            continue;
                        };
                        near += 1;
                        let play = position.play(one.action).unwrap();
                        let left = |turns: u32| turns - u32::from(!play.again);
                        let next = &play.position;
                        assert!(
                            forces(&exact, next, winner, stones, left(within)),
                            "{asked} {one:?}"
                        );
                        let sooner =
                            within > 1 && forces(&exact, next, winner, stones, left(within - 1));
                        assert!(!sooner, "{asked} {one:?}");
                    }
                    let mut at = position;
                    for &action in &found.line {
                        at = at.play(action).expect("a legal line").position;
                    }
                }
            }
        }
    }
    assert!(
        timed > 100 && near > 100 && proved_beyond > 50,
        "{timed} {near} {proved_beyond}"
    );
}
