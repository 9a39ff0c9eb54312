//! A naive player on plain arrays, sharing nothing with the engine but the rules.
//!
//! It walks cell by cell over a drawn board, tries every order of the throws outright, and knows no sets, no memory and
//! no numbering of the route but the one it draws itself.

use std::collections::BTreeSet;

use super::route::Team;
use super::rules::{End, Face, FreeKhadzh, Order, Overshoot, Passing, Rules, Start, Use};
use super::setup::Setup;

type Rows = [Vec<char>; 4];

/// The cells of a team's route as rows and columns, walked as the account tells it.
fn route(rules: &Rules, team: Team) -> Vec<(usize, usize)> {
    let length = usize::from(rules.length());
    let mut cells = Vec::new();
    // From the team's own seat: its home row is nearest.
    let mut to_right = rules.from == Start::Left;
    for away in 0..4 {
        for step in 0..length {
            let from_left = if to_right { step } else { length - 1 - step };
            cells.push(match team {
                Team::A => (away, from_left),
                Team::B => (3 - away, length - 1 - from_left),
            });
        }
        to_right = !to_right;
    }
    cells
}

fn letters(team: Team) -> [char; 2] {
    match team {
        Team::A => ['A', 'a'],
        Team::B => ['B', 'b'],
    }
}

/// Whether the game is over.
pub(super) fn over(rules: &Rules, rows: &Rows) -> bool {
    let mut homes = Vec::new();
    for team in [Team::A, Team::B] {
        let route = route(rules, team);
        let goal = &route[route.len() / 4 * 3..];
        let pieces: Vec<bool> = (route.iter())
            .filter(|cell| letters(team).contains(&rows[cell.0][cell.1]))
            .map(|cell| goal.contains(cell))
            .collect();
        if pieces.is_empty() {
            return true;
        }
        homes.push(pieces.iter().all(|&home| home));
    }
    match rules.end {
        End::One => homes[0] || homes[1],
        End::Both => homes[0] && homes[1],
    }
}

/// Every board that one throw leads to.
fn after_one(rules: &Rules, team: Team, rows: &Rows, throw: Face) -> Vec<Rows> {
    let route = route(rules, team);
    let [freed, dry] = letters(team);
    let at = |rows: &Rows, step: usize| rows[route[step].0][route[step].1];
    let any_dry = (0..route.len()).any(|step| at(rows, step) == dry);
    let mut boards = Vec::new();
    let distance = match throw {
        Face::Move(cells) => usize::from(cells),
        Face::Khadzh if any_dry => {
            for step in 0..route.len() {
                if at(rows, step) == dry {
                    let mut next = rows.clone();
                    next[route[step].0][route[step].1] = freed;
                    boards.push(next);
                }
            }
            return boards;
        }
        Face::Khadzh if rules.khadzh_when_free == FreeKhadzh::MoveOne => 1,
        _ => return boards,
    };
    let place = |from: usize, to: usize| {
        let mut next = rows.clone();
        next[route[from].0][route[from].1] = '.';
        next[route[to].0][route[to].1] = freed;
        next
    };
    if rules.passing == Passing::Single {
        // Everyone who could get somewhere if friends were no obstacle but on the cell itself.
        let mut able = Vec::new();
        for from in 0..route.len() {
            let free = |to: &usize| !letters(team).contains(&at(rows, *to));
            let last_free = (from + 1..route.len()).rfind(free);
            let to = match from + distance {
                to if rules.overshoot == Overshoot::Stop => last_free.map(|last| to.min(last)),
                to => Some(to).filter(|to| *to < route.len()),
            };
            let to = to.filter(free);
            let enemy = |to: &usize| letters(team.other()).contains(&at(rows, *to));
            let to = to.filter(|to| !(enemy(to) && *to < route.len() / 4));
            if at(rows, from) == freed {
                able.extend(to.map(|to| (from, to)));
            }
        }
        if let [(from, to)] = able[..] {
            return vec![place(from, to)];
        }
    }
    for from in 0..route.len() {
        if at(rows, from) != freed {
            continue;
        }
        let mut to = from;
        let mut blocked = false;
        for _ in 0..distance {
            let own_or_end = to + 1 >= route.len() || letters(team).contains(&at(rows, to + 1));
            if own_or_end {
                blocked = true;
                break;
            }
            to += 1;
        }
        if blocked {
            // Only a way that is closed for good by the end of the route lets a piece stop short.
            let closed = (to + 1..route.len()).all(|step| letters(team).contains(&at(rows, step)));
            if rules.overshoot == Overshoot::No || !closed || to == from {
                continue;
            }
        }
        let enemy = letters(team.other()).contains(&at(rows, to));
        let own_home = to < route.len() / 4;
        if enemy && own_home {
            continue;
        }
        boards.push(place(from, to));
    }
    boards
}

/// Every board a yield can be played to.
pub(super) fn plays(rules: &Rules, setup: &Setup, throws: &[Face]) -> BTreeSet<Rows> {
    let mut boards = BTreeSet::new();
    if !over(rules, &setup.rows) {
        play(rules, setup.side, &setup.rows, throws, &mut boards);
    }
    boards
}

fn play(rules: &Rules, team: Team, rows: &Rows, throws: &[Face], boards: &mut BTreeSet<Rows>) {
    let may_stop = rules.usage == Use::May;
    if rules.order == Order::Thrown {
        let Some((first, rest)) = throws.split_first() else {
            boards.insert(rows.clone());
            return;
        };
        let next = after_one(rules, team, rows, *first);
        if next.is_empty() || may_stop {
            play(rules, team, rows, rest, boards);
        }
        for rows in next {
            play(rules, team, &rows, rest, boards);
        }
        return;
    }
    let mut stuck = true;
    for at in 0..throws.len() {
        let mut rest = throws.to_vec();
        let throw = rest.remove(at);
        for rows in after_one(rules, team, rows, throw) {
            stuck = false;
            play(rules, team, &rows, &rest, boards);
        }
    }
    if stuck || may_stop {
        boards.insert(rows.clone());
    }
}
