//! A check of a whole solution: every arrangement against those that its moves lead to.
//!
//! The moves are those listed for people, made forwards one by one; [`crate::solve::audit`] goes over every arrangement with them.

use std::collections::BTreeMap;

use super::Rules;
use super::moves::{Ply, State};
use super::rules::Facts;
use crate::solve::audit::{self, DRAW, EXCLUDED};
use crate::solve::retro::{Layer, LayerTable, LayeredGame as _, Outcome, Scale};

/// Checks one layer completely, and counts all its arrangements by their byte.
///
/// Exact. Cost: see [`audit::audit`]; the largest layer of twenty-five, 823,727,520 arrangements,
/// takes minutes.
///
/// # Errors
/// With the first thing that is wrong.
pub fn audit(
    rules: &Rules,
    layer: Layer,
    tables: &BTreeMap<Layer, LayerTable>,
) -> Result<Vec<u64>, String> {
    let wrong = |what: String| format!("layer {layer}: {what}");
    let table = |layer: Layer| {
        let Layer { own, other } = layer;
        tables.get(&layer).ok_or_else(|| {
            format!(
                "there is no layer of {own} pieces of the side to move and {other} of the other"
            )
        })
    };
    let [moved, placed] = rules.turn(layer).after(layer);
    let next = [
        moved.map(table).transpose()?,
        placed.map(table).transpose()?,
    ];
    let here = table(layer)?;
    let byte = |own, other| here.get(own, other).0;
    let (facts, twice) = (rules.facts(), rules.scale() == Scale::HalfPlies);
    let follows = |own, other| follows(facts, State { own, other }, next, twice);
    let by_code = audit::audit(rules.cells(), layer, byte, follows).map_err(wrong)?;
    let number = |what: &str, found: u64, expected: u64| match found == expected {
        true => Ok(()),
        false => Err(wrong(format!(
            "{what}: {found}, but it should be {expected}"
        ))),
    };
    let all = layer.arrangements(rules.cells());
    number("arrangements", by_code.iter().sum(), all)?;
    let symmetries = &rules.facts().symmetries;
    let orbits = audit::orbits_by_code(symmetries, layer, &by_code, byte).map_err(|code| {
        wrong(format!(
            "the arrangements with byte {code} are not closed under symmetry"
        ))
    })?;
    let expected = audit::orbits(symmetries, layer.own, layer.other);
    number("arrangements up to symmetry", orbits.iter().sum(), expected)?;
    Ok(by_code)
}

/// The byte that follows from those of the positions after each move, which are in the first table after a move on the board and in the
/// second after a placement. `twice` if bytes are of twice the plies.
fn follows(
    facts: &Facts,
    state: State,
    [moved, placed]: [Option<&LayerTable>; 2],
    twice: bool,
) -> u8 {
    let mut plain = facts.goals[0].iter().filter(|goal| goal.is_plain());
    if plain.any(|goal| goal.is_made(state.own, state.other)) {
        return EXCLUDED;
    }
    if facts.is_lost(state) {
        return 0;
    }
    if facts.is_given(state) {
        return 1;
    }
    let merits = facts.plies(state).map(|ply| {
        let State { own, other } = facts.after(state, ply);
        let table = match ply {
            Ply::Place(_) => placed,
            Ply::Go { .. } | Ply::Pass => moved,
        };
        // Layers that are not there are never asked for.
        audit::merit(table.map_or(DRAW, |table| table.get(own, other).0))
    });
    let best = match facts.opponent_places(state) {
        true => merits.min(),
        false => merits.max(),
    };
    if let Some(best) = best {
        return audit::follows(best, twice);
    }
    match facts.outcome_of_stuck(state) {
        Some(Outcome::Loss) => 0,
        Some(Outcome::Win) => 1,
        // Where a piece has no point left to be placed on, nobody has won either.
        Some(Outcome::Draw) | None => DRAW,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::retro::Code;

    /// Every value of a small game, found by the plainest iteration over the moves of `Facts`.
    fn slow(rules: &Rules) -> BTreeMap<State, u8> {
        let facts = rules.facts();
        let cells = u32::from(rules.board().size());
        let men = rules.facts().men.map(u32::from);
        let men = men[0].max(men[1]);
        let fits = |set: u32| set.count_ones() <= men;
        let sets: Vec<u32> = (0..1_u32 << cells).filter(|&set| fits(set)).collect();
        let mut values = BTreeMap::new();
        for &own in &sets {
            for &other in sets.iter().filter(|&other| other & own == 0) {
                let state = State { own, other };
                let mut plain = rules.goals().iter().filter(|goal| goal.is_plain());
                let excluded = plain.any(|goal| goal.is_made(own, other));
                let code = match (excluded, facts.is_lost(state)) {
                    (true, _) => 254,
                    (false, true) => 0,
                    (false, false) if facts.is_given(state) => 1,
                    (false, false) => match facts.outcome_of_stuck(state) {
                        Some(Outcome::Loss) => 0,
                        Some(Outcome::Win) => 1,
                        _ => 255,
                    },
                };
                values.insert(state, code);
            }
        }
        let half = rules.scale() == Scale::HalfPlies;
        for ply in 1..=126_u8 {
            let open: Vec<State> = values
                .iter()
                .filter(|(_, code)| **code == 255)
                .map(|(state, _)| *state)
                .collect();
            let mut changes = Vec::new();
            for state in open {
                let plies = facts.plies(state);
                let after: Vec<u8> = plies.map(|ply| values[&facts.after(state, ply)]).collect();
                let code = if half { 2 * ply } else { ply };
                if after.iter().any(|code| code % 2 == 0 && *code < 254) {
                    changes.push((state, code + u8::from(half)));
                } else if after.iter().all(|code| code % 2 == 1 && *code < 254) && !after.is_empty()
                {
                    changes.push((state, code));
                }
            }
            values.extend(changes);
        }
        values
    }

    fn solved(rules: &Rules) -> BTreeMap<Layer, LayerTable> {
        rules.solve().unwrap().tables().clone()
    }

    #[test]
    fn three_derivations_of_a_small_board_agree() {
        let texts = ["5x5:size=3,men=3,row=3", "5x5:size=3,men=3,row=3,jumps=no"];
        let mut all: Vec<Rules> = texts.iter().map(|text| text.parse().unwrap()).collect();
        for goal in [
            "row of 3, a1 against a2 b1 b2, c1 against b1 b2 c2, a3 against a2 b2 b3, c3 against c2 b2 b3",
            "square, diamond with an empty middle, square of 3 with an empty middle",
        ] {
            let text = format!(
                "game: Small\nboard: 3x3\njoined: all\nmen: 4\nplace: early\nmove: step\ngoal: {goal}\nblocked: loses\n"
            );
            all.push(Rules::of_text(&text).unwrap());
            all.push(Rules::of_text(&text.replace("loses", "wins")).unwrap());
        }
        for rules in all {
            let slow = slow(&rules);
            let tables = solved(&rules);
            for (state, &code) in &slow {
                let layer =
                    Layer::new(state.own.count_ones() as u8, state.other.count_ones() as u8);
                let stored = tables[&layer].get(state.own, state.other);
                assert_eq!(stored, Code(code), "{rules} {state:?}");
            }
            let facts = rules.facts();
            let stuck = |&(&state, &code): &(&State, &u8)| {
                code != 254 && !facts.is_over(state) && facts.is_stuck(state)
            };
            let blocked: u64 = tables.values().map(LayerTable::blocked).sum();
            assert_eq!(slow.iter().filter(stuck).count() as u64, blocked);
            is_right(&rules);
        }
    }

    /// Solves a game and goes over every arrangement of every layer.
    fn is_right(rules: &Rules) {
        let tables = solved(rules);
        for (&layer, table) in &tables {
            let counted = audit(rules, layer, &tables).unwrap();
            assert_eq!(counted, table.histogram(), "{rules}");
        }
    }

    #[test]
    fn small_boards_are_right_under_all_rules() {
        for text in [
            "5x5:size=4,men=4",
            "5x5:size=4,men=3,row=3",
            "5x5:size=4,men=4,goals=squares-too,jumps=no",
            "dao:corner=wins",
        ] {
            is_right(&text.parse().unwrap());
        }
        for text in [
            "board: 3x3\nmen: 3\ngoal: row of 3\nplace: early\nmove: step, jump\nblocked: draws",
            "board: 3x3\nmen: 4\ngoal: row of 3\nmove: step\nblocked: loses",
            "board: 3x3\nmen: 4\ngoal: row of 3\nmove: step\nblocked: passes",
            "board: 3x3\nmen: 4\ngoal: row of 3\nmove: step\nblocked: wins",
            "board: 3x3\nmen: 4\ngoal: row of 3\nmove: step\nchooser: opponent\nblocked: draws",
            "board: 4x3\nmen: 3\ngoal: row of 3\nmove: step\nblocked: loses",
            "board: 4x3\nmen: 3\ngoal: row of 3\nmove: step, jump\nchooser: opponent first 1\nblocked: draws",
            "board: 4x3\nmen: 3\ngoal: row of 3\nmove: step, jump\nchooser: owner first 1\nblocked: draws",
            "board: 4x3\nmen: 2\ngoal: a1 a2\nplace: early\nmove: step, jump\nblocked: loses",
            "board: 4x3\nmen: 3\ngoal: row of 3, a1 against a2 b1 b2, d3 against c3 c2 d2\nplace: early\nmove: step, jump\nblocked: wins",
            "board: 4x3\nmen: 4\ngoal: row of 3, diamond with an empty middle, a1 against a2 b1 b2\nmove: step\nchooser: opponent\nblocked: passes",
        ] {
            let text = format!("game: Small\njoined: all\n{text}\n");
            is_right(&Rules::of_text(&text).unwrap());
        }
    }

    /// A single wrong byte, wherever it is, is found.
    #[test]
    fn a_wrong_byte_is_found() {
        let rules: Rules = "5x5:size=3,men=3,row=3".parse().unwrap();
        let tables = solved(&rules);
        for (own, other) in [
            (0_u32, 0_u32),
            (1, 0b110),
            (0b1011, 0b10100),
            (0b111, 0b11000),
        ] {
            let layer = Layer::new(own.count_ones() as u8, other.count_ones() as u8);
            let table = &tables[&layer];
            let place = table.index().place(own, other);
            let right = table.codes()[place];
            for wrong in [0, 1, 2, 3, 4, 253, 254, 255] {
                let mut codes = table.codes().to_vec();
                codes[place] = wrong;
                let changed = LayerTable::from_codes(table.index().clone(), codes, table.blocked());
                let mut tables = tables.clone();
                tables.insert(layer, changed.unwrap());
                let found = audit(&rules, layer, &tables);
                assert_eq!(
                    found.is_ok(),
                    wrong == right,
                    "{layer} {own:#b} {other:#b} {wrong}"
                );
            }
        }
    }
}
