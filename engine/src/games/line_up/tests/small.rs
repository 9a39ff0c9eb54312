//! Small games with every kind of turn: each position worked out by its plays alone, against the rows of bits.

use std::collections::HashMap;

use super::*;
use crate::games::line_up::position::End;

const GAMES: [&str; 8] = [
    "board: 3x3\nmen: 3\nplace: early\nmove: step, jump",
    "board: 3x3\nmen: 3\nplace: early\nmove: step",
    "board: 4x3\nmen: 3\nmove: step\nblocked: loses",
    "board: 3x3\nmen: 4\nmove: step\nblocked: loses",
    "board: 3x3\nmen: 4\nmove: step\nblocked: draws\nchooser: opponent",
    "board: 3x3\nmen: 4\nmove: step\nblocked: passes\nchooser: opponent first 2",
    "board: 3x3\nmen: 4\nmove: step\nblocked: wins\nchooser: owner first 1",
    "board: 4x3\nmen: 3\nmove: step, jump\nblocked: draws\nchooser: owner first 2",
];

/// A position as the side to move sees it.
type Seen = (u32, u32);

struct Known {
    position: Position,
    after: Vec<Seen>,
    /// Odd plies to a win of the side to move, even ones to its loss.
    plies: Option<u16>,
}

fn seen(position: &Position) -> Seen {
    (position.state().own, position.state().other)
}

/// Every position that can come about.
fn plain(start: Position) -> HashMap<Seen, Known> {
    let mut known: HashMap<Seen, Known> = HashMap::new();
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        if known.contains_key(&seen(&position)) {
            continue;
        }
        let after: Vec<Position> = (position.plays().into_iter())
            .map(|play| play.position)
            .collect();
        let plies = match position.end() {
            Some(End::Made(_)) => Some(0),
            Some(End::Blocked(side)) => Some(u16::from(side == position.side())),
            Some(End::Drawn) | None => None,
        };
        let after_seen = after.iter().map(seen).collect();
        open.extend(after);
        known.insert(
            seen(&position),
            Known {
                position,
                after: after_seen,
                plies,
            },
        );
    }
    for ply in 1..100 {
        let mut decided = Vec::new();
        for (&at, one) in &known {
            let mut after = one.after.iter().map(|next| known[next].plies);
            // The chooser wins if one play does, and loses if all do.
            let chooser_wins = (ply % 2 == 1) == (one.position.chooser() == one.position.side());
            let is_decided = match chooser_wins {
                true => after.any(|plies| plies == Some(ply - 1)),
                false => after.all(|plies| {
                    plies.is_some_and(|plies| plies < ply && plies % 2 == (ply - 1) % 2)
                }),
            };
            if is_decided && one.plies.is_none() && !one.after.is_empty() {
                decided.push(at);
            }
        }
        for at in decided {
            known.get_mut(&at).unwrap().plies = Some(ply);
        }
    }
    known
}

#[test]
fn values_are_those_worked_out_position_by_position() {
    for text in GAMES {
        let text = format!("game: Small\n{text}\njoined: all\ngoal: row of 3\n");
        let rules = Rules::of_text(&text).unwrap();
        let model = Model::new(rules.clone());
        let solution = model.solve().unwrap();
        let known = plain(Position::start(&rules));
        assert!(known.len() > 500, "{text}");
        for one in known.values() {
            let Ok(found) = model.value(&solution, &one.position);
            let expected = one
                .plies
                .map_or(Value::Draw, |plies| Value::Decided(Plies(plies)));
            // Positions in which the side to move has a goal already are none of the game.
            let wins_by_rule = one.position.end().is_some() && one.plies == Some(1);
            if !wins_by_rule {
                assert_eq!(found, Some(expected), "{text}{}", one.position);
            }
        }
    }
}
