//! Answers about tâb compared with the oracle's.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use serde_json::Value;

use crate::oracles::case::{Case, Verdict, same};
use crate::oracles::ledger::Ledger;
use crate::oracles::number::{Between, fraction};
use crate::oracles::or_verdict;
use crate::oracles::program::asked;
use crate::oracles::running_fight::{NaivePlayer as _, between};
use crate::oracles::turn::names;

use super::rules::{Board, Field, Rules, other, throws};

/// The pieces taken, own pieces that left the board, the fields on which pieces were taken, and the ways.
type Counts = (usize, usize, BTreeSet<String>, Option<usize>);

/// The most sequences of moves that are written out.
const MOST_WAYS: usize = 5_000;

pub(crate) fn moves(case: &Case) -> Verdict {
    let rules = Rules::read(case.get("rules"));
    let (board, team) = rules.board(case.get("position"));
    let throws: Vec<usize> = case.numbers("yield");
    let pieces = |board: &Board, side: char| -> usize {
        let stacks = board.stacks.iter().filter(|stack| stack.team == side);
        stacks.map(|stack| stack.height).sum()
    };
    let enemies = |board: &Board| -> BTreeSet<Field> {
        let stacks = board.stacks.iter().filter(|stack| stack.team != team);
        stacks.map(|stack| stack.field).collect()
    };
    let ways = rules.ways(&board, team, &throws, MOST_WAYS);
    let counted = |after: &Board| ways.as_ref()?.get(after).copied().flatten();
    let ends = rules.ends_of_turn(&board, team, &throws).into_iter();
    let expected = ends.map(|after| {
        let [reduced, taken] =
            [team, other(team)].map(|side| pieces(&board, side) - pieces(&after, side));
        let gone = enemies(&board)
            .difference(&enemies(&after))
            .map(|&field| rules.name(field))
            .collect();
        let ways = counted(&after);
        (
            rules.text(&after, other(team)),
            (taken, reduced, gone, ways),
        )
    });
    let expected: BTreeMap<String, Counts> = expected.collect();
    let said = or_verdict!(asked("moves", case, &["yield"]));
    let moves = said["moves"].as_array().unwrap().iter();
    let found = moves.map(|play| {
        let [taken, reduced] =
            ["taken", "reduced"].map(|name| play[name].as_u64().unwrap() as usize);
        let gone = names(&play["captures"]).into_iter().collect();
        let position = play["position"].as_str().unwrap().to_owned();
        let ways = play["ways"].as_str().unwrap().parse().ok();
        // What the oracle did not count is not compared.
        let compared = (expected.get(&position)).is_none_or(|counts| counts.3.is_some());
        (position, (taken, reduced, gone, ways.filter(|_| compared)))
    });
    let found: BTreeMap<String, Counts> = found.collect();
    same(&found, &expected)
}

/// The best worth of a turn; where more throws follow than some it is worth what is reached, or `open`.
fn best(
    rules: &Rules,
    (board, team): (&Board, char),
    (left, open): (usize, f64),
    worth: &dyn Fn(&Board) -> f64,
) -> f64 {
    if Rules::over(board) {
        return worth(board);
    }
    if left == 0 {
        return worth(board).max(open);
    }
    let (thrown, chances) = rules.chances(left);
    let each = thrown.iter().zip(chances).map(|(throws, chance)| {
        let goes_on = throws.iter().all(|throw| [1, 4, 6].contains(throw));
        let ends = rules.ends_of_turn(board, team, throws).into_iter();
        let worths = ends.map(|end| match goes_on {
            true => best(rules, (&end, team), (left - 1, open), worth),
            false => worth(&end),
        });
        chance * worths.fold(0.0, f64::max)
    });
    each.sum()
}

/// What the turns of both teams can take, each number with the play that is best for it.
pub(crate) fn analyse(case: &Case) -> Verdict {
    let rules = Rules::read(case.get("rules"));
    let (board, team) = rules.board(case.get("position"));
    let throws: usize = case.get("max-throws").parse().unwrap();
    let said = or_verdict!(asked("analyse", case, &["max-throws"]));
    let open = 0.375_f64.powi(throws as i32);
    let mut ledger = Ledger::default();
    for (name, team) in [("take", team), ("exposure", other(team))] {
        let height = |board: &Board, field| {
            let stack = board
                .stacks
                .iter()
                .find(|stack| stack.team != team && stack.field == field);
            stack.map_or(0, |stack| stack.height)
        };
        let enemies = board.stacks.iter().filter(|stack| stack.team != team);
        let enemies: Vec<Field> = enemies.map(|stack| stack.field).collect();
        let had: usize = enemies.iter().map(|&field| height(&board, field)).sum();
        let has = |board: &Board| -> usize {
            let enemies = board.stacks.iter().filter(|stack| stack.team != team);
            enemies.map(|stack| stack.height).sum()
        };
        let part = &said[name];
        let stopped = !part["stopped"].is_null();
        let mut compare = |what: &str, said: &Value, most: usize, worth: &dyn Fn(&Board) -> f64| {
            let [lower, all] =
                [0.0, most as f64].map(|open| best(&rules, (&board, team), (throws, open), worth));
            let upper = if rules.thrown {
                all
            } else {
                lower + open * most as f64
            };
            let truth = between(lower, upper);
            ledger.compare(&format!("{name} {what}"), said, &truth);
            let within = Between::read(said)
                .is_some_and(|said| said.upper <= truth.upper && said.lower >= truth.lower);
            ledger.law(within || stopped, || {
                format!("{name} {what}: {said} is wide, {truth}")
            });
        };
        compare("at least one", &part["at_least_one"], 1, &|end| {
            f64::from(u8::from(has(end) < had))
        });
        compare("expected", &part["expected"], had, &|end| {
            (had - has(end)) as f64
        });
        for row in part["each"].as_array().unwrap() {
            let field = enemies
                .iter()
                .find(|&&field| row["cell"] == rules.name(field).as_str());
            let field = *field.unwrap();
            compare("each", &row["probability"], 1, &|end| {
                f64::from(u8::from(height(end, field) == 0))
            });
        }
        ledger.law(
            part["each"].as_array().unwrap().len() == enemies.len(),
            || format!("{name}: each of {enemies:?}"),
        );
    }
    ledger.verdict()
}

/// Throws of a turn that are followed out one by one; the rest stays open.
const TURN: usize = 40;

/// Every total that some of the throws add up to, as bits, with its chance, while the turn goes on.
fn any_order(chances: &BTreeMap<usize, BigRational>, behind: &[usize]) -> Between {
    let wanted = behind
        .iter()
        .fold(0, |set, &distance| set | 1u64 << distance);
    let within = (1u64 << 20) - 1;
    let mut on = BTreeMap::from([(1u64, BigRational::one())]);
    let mut taken = BigRational::zero();
    for _ in 0..TURN {
        let mut next = BTreeMap::new();
        for (sums, chance) in on {
            for (&throw, weight) in chances {
                let sums = (sums | sums << throw) & within;
                let chance = &chance * weight;
                if sums & wanted != 0 {
                    taken += chance;
                } else if throw != 2 && throw != 3 {
                    *next.entry(sums).or_insert_with(BigRational::zero) += chance;
                }
            }
        }
        on = next;
    }
    let open: BigRational = on.into_values().sum();
    Between {
        upper: &taken + open,
        lower: taken,
    }
}

/// Pieces behind an enemy piece on a straight track: the fields between, and how many stand there; `None` once it is taken. Then
/// the tâbs kept.
type Chase = (Option<BTreeMap<usize, usize>>, usize);

/// Whatever a throw can do there.
fn chased(rules: &Rules, chase: &Chase, throw: usize) -> BTreeSet<Chase> {
    let mut found = BTreeSet::new();
    let (Some(pieces), kept) = chase else {
        return found;
    };
    for (&behind, &height) in pieces {
        let parted = (rules.part && throw == 1 && height > 1).then(|| height - 1);
        for moved in parted.into_iter().chain([height]) {
            if behind == throw {
                found.insert((None, *kept));
            }
            if behind <= throw {
                continue;
            }
            let mut after = pieces.clone();
            after.remove(&behind);
            if moved < height {
                after.insert(behind, height - moved);
            }
            let there = after.entry(behind - throw).or_insert(0);
            if *there > 0 && rules.no_stacks {
                continue;
            }
            *there += moved;
            found.insert((Some(after), *kept));
        }
    }
    found
}

/// The same after any number of the tâbs kept.
fn with_kept(rules: &Rules, chases: BTreeSet<Chase>) -> BTreeSet<Chase> {
    let mut found = chases.clone();
    let mut new = chases;
    while !new.is_empty() {
        let mut next = BTreeSet::new();
        for (pieces, kept) in new {
            let Some(left) = kept.checked_sub(1) else {
                continue;
            };
            next.extend(chased(rules, &(pieces, left), 1));
        }
        new = next.difference(&found).cloned().collect();
        found.extend(new.iter().cloned());
    }
    found
}

/// Each throw used before the next is made: by one of the pieces, or elsewhere, or kept. So many throws may still be made; then
/// nothing, or everything.
fn as_thrown(
    rules: &Rules,
    chances: &BTreeMap<usize, BigRational>,
    (chase, throws): (&Chase, usize),
    end: &BigRational,
    known: &mut BTreeMap<(Chase, usize), BigRational>,
) -> BigRational {
    if chase.0.is_none() {
        return BigRational::one();
    }
    if throws == 0 {
        return end.clone();
    }
    let key = (chase.clone(), throws);
    if let Some(known) = known.get(&key) {
        return known.clone();
    }
    let mut sum = BigRational::zero();
    for (&throw, weight) in chances {
        let mut after = BTreeSet::new();
        for chase in with_kept(rules, BTreeSet::from([chase.clone()])) {
            after.extend(chased(rules, &chase, throw));
            if throw == 1 && rules.saved {
                after.insert((chase.0.clone(), chase.1 + 1));
            }
            after.insert(chase);
        }
        let mut best = BigRational::zero();
        for chase in with_kept(rules, after) {
            let worth = match (&chase.0, throw) {
                (None, _) => BigRational::one(),
                (Some(_), 2 | 3) => BigRational::zero(),
                _ => as_thrown(rules, chances, (&chase, throws - 1), end, known),
            };
            best = best.max(worth);
        }
        sum += weight * best;
    }
    known.insert(key, sum.clone());
    sum
}

pub(crate) fn odds(case: &Case) -> Verdict {
    let rules = case.get("rules");
    let bias = rules.split("bias=").nth(1).unwrap();
    let biases: Vec<BigRational> = bias.split('|').map(fraction).collect();
    let chances = throws(&biases);
    let behind: Vec<usize> = case.numbers("behind");
    let said = or_verdict!(asked("odds", case, &["behind"]));
    let player = Rules::read(rules);
    let limit = if behind.len() == 1 && !player.saved {
        TURN
    } else {
        8
    };
    let mut pieces = BTreeMap::new();
    for &distance in &behind {
        *pieces.entry(distance).or_insert(0) += 1;
    }
    let chase = (Some(pieces), 0);
    let after = |end: BigRational| {
        let known = &mut BTreeMap::new();
        as_thrown(&player, &chances, (&chase, limit), &end, known)
    };
    let truth = match player.thrown {
        true => Between {
            lower: after(BigRational::zero()),
            upper: after(BigRational::one()),
        },
        false => any_order(&chances, &behind),
    };
    let mut ledger = Ledger::default();
    ledger.compare("taken", &said["probability"], &truth);
    ledger.verdict()
}
