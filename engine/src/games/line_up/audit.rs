//! A check of a whole solution that shares nothing with the solver but the bytes it checks.
//!
//! Cells, moves and symmetries are laid out in plain lists here; [`crate::solve::audit`] goes over
//! every arrangement with them.

use std::collections::BTreeMap;

use num_integer::binomial;

use super::{Board, Rules};
use crate::board::Cell;
use crate::solve::audit::{self, AuditScope, Count, DRAW, Plain};
use crate::solve::retro::{Blocked, Chooser, Goal, Layer, LayerTable};

/// The bytes of a solution, layer by layer.
pub trait Bytes: Sync {
    /// The function that gives the byte of a position of a layer, from the pieces of the side to move
    /// and those of the other; `None` if there is no such layer.
    fn layer(&self, own: u8, other: u8) -> Option<impl Fn(u32, u32) -> u8 + Sync>;
}

impl Bytes for BTreeMap<Layer, LayerTable> {
    fn layer(&self, own: u8, other: u8) -> Option<impl Fn(u32, u32) -> u8 + Sync> {
        let table = self.get(&Layer::new(own, other))?;
        Some(|own, other| table.get(own, other).0)
    }
}

/// The counts of a layer in which every value agrees with its successors.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Audited {
    /// The layer.
    pub part: AuditScope,
    /// All arrangements by their byte.
    pub count: Count,
    /// The arrangements up to symmetry by their byte.
    pub orbits: Vec<u64>,
}

/// The board and the moves in plain lists, by the words of the text.
pub(crate) fn plain(rules: &Rules) -> Plain {
    let (facts, board) = (rules.facts(), rules.board());
    let points: Vec<u8> = (0..board.size()).collect();
    let words = rules.moves_in_words();
    let says = |word: &str| words.iter().any(|known| known == word);
    let rays = |point: u8| {
        let rays = board.rays(point).iter();
        rays.filter(|ray| !ray.is_empty()).cloned()
    };
    let jumps = |&point: &u8| match words.iter().any(|word| word.starts_with("jump")) {
        true => rays(point)
            .filter(|ray| ray.len() > 1)
            .map(|ray| (ray[0], ray[1]))
            .collect(),
        false => Vec::new(),
    };
    let straight = |word: &str, most: usize| match says(word) {
        true => {
            let cut = |ray: Vec<u8>| ray.into_iter().take(most).collect();
            points
                .iter()
                .map(|&point| rays(point).map(cut).collect())
                .collect()
        }
        false => Vec::new(),
    };
    Plain {
        near: near(board, &words, false),
        near_if_no_step: near(board, &words, true),
        jumps: points.iter().map(jumps).collect(),
        slides: straight("slide", usize::MAX),
        runs: straight("step of 1 or 2", 2),
        over_enemies: (words.iter()).any(|word| word.starts_with("jump over enemies")),
        if_no_step: words.iter().any(|word| word.ends_with("if no step")),
        goals: facts.goals.each_ref().map(|goals| plain_goals(goals)),
        goals_of_both: facts.goals.each_ref().map(|goals| other_goals(goals)),
        turned: facts.turned.clone(),
        barred: facts.barred,
        blocked: match facts.blocked {
            Blocked::Loses => audit::WithoutMove::Is(0),
            Blocked::Draws => audit::WithoutMove::Is(DRAW),
            Blocked::Wins => audit::WithoutMove::Is(1),
            Blocked::Passes => audit::WithoutMove::Passes,
        },
    }
}

/// For each point, those that a piece can enter wherever they are: at any time, or where its side has no step.
fn near(board: &Board, words: &[String], at_last: bool) -> Vec<Vec<u8>> {
    let outside = " not into the centre";
    let goes = |from: u8, to: u8| {
        let joined = board.rays(from).iter().any(|ray| ray.first() == Some(&to));
        words.iter().any(|words| {
            let last = words.ends_with(" if no step");
            let words = words.trim_end_matches(" if no step");
            let barred = words.ends_with(outside) && Some(to) == board.centre();
            let apart = match words.trim_end_matches(outside) {
                "fly" => true,
                "step" => joined,
                "far" => !joined,
                "knight" => is_knights_move(board.name(from), board.name(to)),
                _ => false,
            };
            last == at_last && apart && !barred
        })
    };
    let points = || 0..board.size();
    let from = |from: u8| {
        points()
            .filter(|to| *to != from && goes(from, *to))
            .collect()
    };
    points().map(from).collect()
}

/// The goals that the pieces of one side decide.
fn plain_goals(goals: &[Goal]) -> Vec<u32> {
    let plain = goals.iter().filter(|goal| goal.is_plain());
    plain.map(|goal| goal.held).collect()
}

/// The others: what its side holds, what the other side holds, what is empty.
fn other_goals(goals: &[Goal]) -> Vec<[u32; 3]> {
    let others = goals.iter().filter(|goal| !goal.is_plain());
    let lists = others.map(|goal| [goal.held, goal.held_by_other, goal.empty]);
    lists.collect()
}

fn is_knights_move(from: Cell, to: Cell) -> bool {
    let files = from.file().abs_diff(to.file());
    let ranks = from.rank().abs_diff(to.rank());
    [[1, 2], [2, 1]].contains(&[files, ranks])
}

/// All layers of a game, the empty board first.
pub fn parts(rules: &Rules) -> Vec<AuditScope> {
    let [men, others] = rules.facts().men;
    let (early, begins_full) = (rules.facts().early, rules.facts().start.is_some());
    let most = men.max(others);
    let mut parts = Vec::new();
    for (own, other) in itertools::iproduct!(0..=most, 0..=most) {
        let arises = match begins_full {
            true => [[own, other], [other, own]].contains(&[men, others]),
            false => early || other == own || other == own + 1,
        };
        if !arises {
            continue;
        }
        let places = !begins_full && own < men;
        parts.push(AuditScope {
            own,
            other,
            moves: own > 0 && (early || !places),
            places,
            other_places: rules.facts().chooser(own) == Some(Chooser::Opponent),
        });
    }
    parts.sort_by_key(|part| part.own + part.other);
    parts
}

/// Checks one layer completely.
///
/// `observe` hears from time to time how many arrangements are done.
///
/// Exact. Cost: see [`audit::audit`]; the largest layer of twenty-five, 823,727,520 arrangements,
/// takes minutes.
///
/// # Errors
/// With the first thing that is wrong.
pub fn audit(
    rules: &Rules,
    part: AuditScope,
    bytes: &impl Bytes,
    observe: &(dyn Fn(u64) + Sync),
) -> Result<Audited, String> {
    let AuditScope { own, other, .. } = part;
    let missing = |own: u8, other: u8| {
        format!("there is no layer of {own} pieces of the side to move and {other} of the other")
    };
    let wrong = |what: String| format!("layer {own}-{other}: {what}");
    let here = bytes.layer(own, other).ok_or_else(|| missing(own, other))?;
    let moved = bytes.layer(other, own);
    let placed = bytes.layer(other, own + 1);
    if part.moves && moved.is_none() {
        return Err(missing(other, own));
    }
    if part.places && placed.is_none() {
        return Err(missing(other, own + 1));
    }
    let plain = plain(rules);
    // Layers that are not there are never asked for.
    let moved = |own, other| moved.as_ref().map_or(DRAW, |code| code(own, other));
    let placed = |own, other| placed.as_ref().map_or(DRAW, |code| code(own, other));
    let count = audit::audit(&plain, part, &here, moved, placed, observe)
        .map_err(|error| wrong(error.to_string()))?;
    let number = |what: &str, found: u64, expected: u64| match found == expected {
        true => Ok(()),
        false => Err(wrong(format!(
            "{what}: {found}, but it should be {expected}"
        ))),
    };
    let cells = plain.near.len() as u64;
    let (a, b) = (u64::from(own), u64::from(other));
    let all = binomial(cells, a) * binomial(cells - a, b);
    number("arrangements", count.arrangements(), all)?;
    let symmetries = &rules.facts().symmetries;
    let orbits = audit::orbits_by_code(symmetries, part, &count, &here).map_err(|code| {
        wrong(format!(
            "the arrangements with byte {code} are not closed under symmetry"
        ))
    })?;
    let expected = audit::orbits(symmetries, own, other);
    number("arrangements up to symmetry", orbits.iter().sum(), expected)?;
    Ok(Audited {
        part,
        count,
        orbits,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::line_up::Model;
    use crate::games::line_up::moves::State;
    use crate::solve::retro::{Code, Game as _, Outcome, Scale};

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
        let half = Model::new(rules.clone()).scale() == Scale::HalfPlies;
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
        Model::new(rules.clone()).solve().unwrap().tables().clone()
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
        for part in parts(rules) {
            let audited = audit(rules, part, &tables, &|_| {}).unwrap();
            let counted = tables[&Layer::new(part.own, part.other)].histogram();
            assert_eq!(audited.count.by_code, counted, "{rules}");
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
        struct Wrong<'a>(&'a BTreeMap<Layer, LayerTable>, State, u8);
        impl Bytes for Wrong<'_> {
            fn layer(&self, own: u8, other: u8) -> Option<impl Fn(u32, u32) -> u8 + Sync> {
                let right = Bytes::layer(self.0, own, other)?;
                Some(move |own, other| match (State { own, other }) == self.1 {
                    true => self.2,
                    false => right(own, other),
                })
            }
        }
        let rules: Rules = "5x5:size=3,men=3,row=3".parse().unwrap();
        let tables = solved(&rules);
        for (own, other) in [(0, 0), (1, 0b110), (0b1011, 0b10100), (0b111, 0b11000)] {
            let state = State { own, other };
            let (a, b) = (own.count_ones() as u8, other.count_ones() as u8);
            let right = tables[&Layer::new(a, b)].get(own, other).0;
            let part = |part: &&AuditScope| (part.own, part.other) == (a, b);
            let part = *parts(&rules).iter().find(part).unwrap();
            for wrong in [0, 1, 2, 3, 4, 253, 254, 255] {
                let found = audit(&rules, part, &Wrong(&tables, state, wrong), &|_| {});
                assert_eq!(found.is_ok(), wrong == right, "{state:?} {wrong}");
            }
        }
    }
}
