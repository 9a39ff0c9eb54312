//! A naive player on a drawn board, sharing nothing with the engine but the rules and the way positions are written.
//!
//! It turns the board for team B, walks field by field, remembers for each pile every row it has been in, and tries every
//! order of the throws outright.

use std::collections::{BTreeMap, BTreeSet};

use super::rules::{Asleep, Leave, Order, Part, Rules, Saved, Stacks, Tabs, Wake};
use super::setup::Setup;
use super::{Cell, Team};

/// A row and a column, as the player who moves sees them: row 0 is his home, column 0 at his left.
type Place = (u8, u8);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pile {
    mine: bool,
    pieces: u8,
    asleep: bool,
    /// The rows in which it has been, counted from its own home.
    been: BTreeSet<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Table {
    piles: BTreeMap<Place, Pile>,
    saved: [u8; 2],
}

/// A cell as a side sees it, and back.
fn seen(rules: &Rules, side: Team, (row, column): Place) -> Place {
    match side {
        Team::A => (row, column),
        Team::B => (3 - row, rules.length() - 1 - column),
    }
}

fn table(rules: &Rules, setup: &Setup) -> Table {
    let mut piles = BTreeMap::new();
    for (row, symbols) in setup.rows.iter().enumerate() {
        for (column, symbol) in symbols.iter().enumerate() {
            let cell = Cell {
                row: row as u8,
                column: column as u8,
            };
            let team = match symbol.to_ascii_lowercase() {
                'a' => Team::A,
                'b' => Team::B,
                _ => continue,
            };
            let away = if team == Team::A {
                row as u8
            } else {
                3 - row as u8
            };
            let mut been: BTreeSet<u8> = (0..=away).collect();
            if setup.circled.contains(&cell) {
                been.insert(2);
            }
            if setup.entered.contains(&cell) {
                been.extend([2, 3]);
            }
            let stack = setup.stacks.iter().find(|(at, _)| *at == cell);
            let pile = Pile {
                mine: team == setup.side,
                pieces: stack.map_or(1, |(_, pieces)| *pieces),
                asleep: symbol.is_ascii_lowercase(),
                been,
            };
            piles.insert(seen(rules, setup.side, (cell.row, cell.column)), pile);
        }
    }
    let mut saved = setup.saved;
    if setup.side == Team::B {
        saved.reverse();
    }
    Table { piles, saved }
}

fn setup(rules: &Rules, side: Team, table: &Table, to_move: Team) -> Setup {
    let length = usize::from(rules.length());
    let mut found = Setup {
        rows: [const { Vec::new() }; 4].map(|_: Vec<char>| vec!['.'; length]),
        side: to_move,
        stacks: Vec::new(),
        entered: Vec::new(),
        circled: Vec::new(),
        saved: table.saved,
    };
    if side == Team::B {
        found.saved.reverse();
    }
    for (place, pile) in &table.piles {
        let (row, column) = seen(rules, side, *place);
        let cell = Cell { row, column };
        let team = if pile.mine { side } else { side.other() };
        let symbol = team.symbols().as_bytes()[usize::from(pile.asleep)];
        found.rows[usize::from(row)][usize::from(column)] = char::from(symbol);
        if pile.pieces > 1 {
            found.stacks.push((cell, pile.pieces));
        }
        let away = if team == Team::A { row } else { 3 - row };
        if pile.been.contains(&3) && away != 3 {
            found.entered.push(cell);
        } else if pile.been.contains(&2) && away == 1 && rules.stacks == Stacks::Reduce {
            found.circled.push(cell);
        }
    }
    found.stacks.sort();
    found.entered.sort();
    found.circled.sort();
    found
}

fn over(table: &Table) -> bool {
    let any = |mine: bool| table.piles.values().any(|pile| pile.mine == mine);
    !any(true) || !any(false)
}

fn sleeper(table: &Table) -> Option<Place> {
    let piles = table.piles.iter();
    let mine = piles.filter(|(_, pile)| pile.mine && pile.asleep);
    // In the home row the farthest along the way is the farthest to the right.
    mine.map(|(place, _)| *place).max()
}

/// The fields after a field; two at the end of the third row.
fn ahead(rules: &Rules, (row, column): Place) -> Vec<Place> {
    let last = rules.length() - 1;
    match (row, column) {
        (0 | 2, column) if column < last => vec![(row, column + 1)],
        (1 | 3, column) if column > 0 => vec![(row, column - 1)],
        (0, _) => vec![(1, last)],
        (1, _) => vec![(2, 0)],
        (2, _) => vec![(1, last), (3, last)],
        _ => vec![(2, 0)],
    }
}

/// Where a pile can come to in a number of steps: the place, and the pile as it then is.
fn walks(rules: &Rules, table: &Table, at: Place, pile: &Pile, steps: u8) -> Vec<(Place, Pile)> {
    if steps == 0 {
        return vec![(at, pile.clone())];
    }
    let mut found = Vec::new();
    for next in ahead(rules, at) {
        let mut pile = pile.clone();
        if next.0 != at.0 {
            let enemies = table
                .piles
                .iter()
                .any(|(place, pile)| !pile.mine && place.0 == 3);
            if next.0 == 3 && (pile.been.contains(&3) || !enemies) {
                continue;
            }
            if !pile.been.insert(next.0) && rules.stacks == Stacks::Reduce {
                pile.pieces = 1;
            }
        }
        found.extend(walks(rules, table, next, &pile, steps - 1));
    }
    found
}

/// Every table after one throw, with whether the team may also leave it.
fn uses(rules: &Rules, table: &Table, throw: u8) -> Vec<(Table, bool)> {
    let mut found = Vec::new();
    let sleeping = sleeper(table);
    let at_home: Vec<_> = table
        .piles
        .iter()
        .filter(|(place, pile)| pile.mine && place.0 == 0)
        .collect();
    let stuck = match rules.leave {
        Leave::Empty => !at_home.is_empty(),
        Leave::OneField => at_home.len() > 1,
    };
    for (&place, pile) in table.piles.iter().filter(|(_, pile)| pile.mine) {
        if pile.asleep {
            let free = rules.wake == Wake::Any || sleeping == Some(place);
            if throw != 1 || !free {
                continue;
            }
        } else if sleeping.is_some() && throw == 1 && rules.tabs == Tabs::WakeFirst {
            continue;
        }
        if place.0 == 3 && stuck {
            continue;
        }
        let mut groups = vec![pile.pieces];
        if throw == 1 && rules.part == Part::Tab && pile.pieces > 1 {
            groups.push(pile.pieces - 1);
        }
        for group in groups {
            let moving = Pile {
                pieces: group,
                asleep: false,
                ..pile.clone()
            };
            for (to, mut moved) in walks(rules, table, place, &moving, throw) {
                let mut next = table.clone();
                next.piles.remove(&place);
                if group < pile.pieces {
                    let stays = Pile {
                        pieces: 1,
                        ..pile.clone()
                    };
                    next.piles.insert(place, stays);
                }
                let optional = group < pile.pieces || moved.pieces < group;
                match next.piles.get(&to) {
                    Some(there) if there.mine => {
                        if there.asleep || rules.stacks == Stacks::None {
                            continue;
                        }
                        moved.pieces += there.pieces;
                        moved.been.extend(&there.been);
                    }
                    Some(there) if there.asleep && rules.asleep == Asleep::Safe => continue,
                    _ => {}
                }
                next.piles.insert(to, moved);
                found.push((next, optional));
            }
        }
    }
    found
}

/// Every way to go on with the throws left, to the ends of the turn.
fn turn(
    rules: &Rules,
    table: &Table,
    left: &[u8],
    seen: &mut BTreeSet<(Table, Vec<u8>)>,
    ends: &mut BTreeSet<Table>,
) {
    if !seen.insert((table.clone(), left.to_vec())) {
        return;
    }
    if over(table) {
        ends.insert(table.clone());
        return;
    }
    let keeps = rules.saved == Saved::Yes && sleeper(table).is_none();
    if table.saved[0] > 0 {
        for (mut next, _) in uses(rules, table, 1) {
            next.saved[0] -= 1;
            turn(rules, &next, left, seen, ends);
        }
    }
    let choices: Vec<usize> = match rules.order {
        Order::Thrown => (0..left.len().min(1)).collect(),
        Order::Any => (0..left.len()).collect(),
    };
    let mut must = false;
    for at in choices {
        let rest = [&left[..at], &left[at + 1..]].concat();
        let found = uses(rules, table, left[at]);
        let kept = left[at] == 1 && keeps;
        let bound = !kept && found.iter().any(|(_, optional)| !optional);
        must |= bound;
        for (next, _) in found {
            turn(rules, &next, &rest, seen, ends);
        }
        if rules.order == Order::Thrown {
            if !bound {
                let mut next = table.clone();
                next.saved[0] += u8::from(kept);
                turn(rules, &next, &rest, seen, ends);
            }
            return;
        }
    }
    if !must {
        let mut end = table.clone();
        if keeps {
            end.saved[0] += left.iter().filter(|throw| **throw == 1).count() as u8;
        }
        ends.insert(end);
    }
}

/// Every position that the throws can be played to.
pub(super) fn plays(rules: &Rules, from: &Setup, throws: &[u8]) -> BTreeSet<String> {
    let start = table(rules, from);
    let mut ends = BTreeSet::new();
    if !over(&start) {
        turn(rules, &start, throws, &mut BTreeSet::new(), &mut ends);
    }
    let whole = matches!(throws.last(), Some(2 | 3));
    let text = |table: &Table| {
        let next = if whole || over(table) {
            from.side.other()
        } else {
            from.side
        };
        setup(rules, from.side, table, next).to_string()
    };
    ends.iter().map(text).collect()
}
