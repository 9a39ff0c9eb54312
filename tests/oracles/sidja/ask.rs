//! Random questions about sidja.

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use crate::oracles::Random;
use crate::oracles::case::Case;
use crate::oracles::custodial::{Move, Position, Rules};

fn rules(random: &mut Random, size: usize) -> String {
    let mut text = format!(
        "sidja:{},size={size}",
        ["sudan", "west-africa", "egypt"].choose(random).unwrap()
    );
    let options: [(&str, &[&str]); 12] = [
        ("placing", &["two", "one", "cross"]),
        ("first", &["began", "last"]),
        ("steps", &["4", "8"]),
        ("capture_lines", &["4", "8"]),
        ("capture_run", &["one", "any"]),
        ("centre", &["open", "safe"]),
        ("continuation", &["none", "any", "same", "free"]),
        ("in_a_row", &["unlimited", "2"]),
        ("blocked", &["passes", "opens", "loses"]),
        ("lost_with", &["0", "1"]),
        ("no_capture", &["none", "none", "1", "2", "3", "7"]),
        ("no_capture_end", &["count", "draw"]),
    ];
    let plain = random.random_bool(0.3);
    for (option, values) in options {
        if random.random_bool(if plain { 0.05 } else { 0.3 }) {
            text += &format!(",{option}={}", values.choose(random).unwrap());
        }
    }
    text
}

/// Stones on a board at random: all of them, few, or nearly none; then some moves, so that turns are being continued.
fn position(random: &mut Random, rules: &Rules, full: bool) -> Position {
    loop {
        let mut position = rules.start();
        position.hand = [0, 0];
        position.side = *['x', 'o'].choose(random).unwrap();
        let all = rules.game.men;
        let most = *[2, 3, 4, all, all].choose(random).unwrap();
        let mut numbers = ['x', 'o'].map(|side| (side, random.random_range(1..=most.min(all))));
        if full || most == all && random.random_bool(0.5) {
            numbers = [('x', all), ('o', all)];
        }
        let mut empty: Vec<usize> = (0..position.cells.len()).collect();
        for (side, number) in numbers {
            for _ in 0..number {
                let cell = empty.swap_remove(random.random_range(0..empty.len()));
                position.cells[cell] = side;
            }
        }
        if ['x', 'o']
            .iter()
            .all(|&side| rules.lost(&position.cells, side))
            || (rules.end(&position).is_some() && random.random_bool(0.9))
        {
            continue;
        }
        if full {
            return position;
        }
        for _ in 0..random.random_range(0..6) {
            let moves = rules.moves(&position);
            let captures: Vec<&Move> = moves.iter().filter(|one| !one.taken.is_empty()).collect();
            let chosen = if captures.is_empty() {
                moves.choose(random)
            } else {
                captures.choose(random).copied()
            };
            let Some(one) = chosen else { break };
            position = one.after.clone();
        }
        return position;
    }
}

/// While stones are placed: as many as you like, by the rules.
fn placing(random: &mut Random, rules: &Rules) -> Position {
    let mut position = rules.start();
    for _ in 0..random.random_range(0..2 * rules.game.men) {
        let moves = rules.moves(&position);
        position = moves.choose(random).unwrap().after.clone();
    }
    position
}

fn size(random: &mut Random) -> usize {
    *[3, 3, 5, 5, 5, 7, 9, 11].choose(random).unwrap()
}

pub(crate) fn make_position(random: &mut Random) -> Case {
    let size = size(random);
    let text = rules(random, size);
    let rules = Rules::read(&text);
    let position = if random.random_bool(0.15) {
        placing(random, &rules)
    } else {
        position(random, &rules, false)
    };
    let case = Case::new("sidja moves").with("rules", text);
    case.with("position", rules.text(&position))
}

pub(crate) fn make_perft(random: &mut Random) -> Case {
    make_position(random).with("depth", random.random_range(0..5))
}

pub(crate) fn make_full(random: &mut Random) -> Case {
    let size = *[3, 3, 5, 7].choose(random).unwrap();
    let text = rules(random, size);
    let rules = Rules::read(&text);
    let position = position(random, &rules, true);
    Case::new("sidja first-capture")
        .with("rules", text)
        .with("position", rules.text(&position))
}

pub(crate) fn make_small(random: &mut Random) -> Case {
    let text = rules(random, 3);
    let rules = Rules::read(&text);
    let position = position(random, &rules, false);
    let case = Case::new("sidja analyse")
        .with("rules", text)
        .with("position", rules.text(&position));
    let tables = if rules.limit().is_none() && random.random_bool(0.5) {
        "8"
    } else {
        ""
    };
    case.with("tables", tables)
}
