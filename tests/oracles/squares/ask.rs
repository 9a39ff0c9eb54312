//! Random questions about teeko and twenty-five.

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use crate::Random;
use crate::case::Case;

use super::rules::{Position, Rules};

fn rules(random: &mut Random) -> String {
    if random.random_bool(0.4) {
        let drop = [
            "standard",
            "alternate",
            "alternate-1",
            "alternate-2",
            "alternate-3",
            "standard-1",
            "standard-2",
            "standard-3",
        ];
        return format!(
            "teeko:goals={},drop={}",
            ["44", "58"].choose(random).unwrap(),
            drop.choose(random).unwrap()
        );
    }
    let size = *[3, 4, 5, 5].choose(random).unwrap();
    let men = if size == 3 {
        3
    } else {
        random.random_range(3..6)
    };
    let row = if size == 3 || men == 3 {
        3
    } else {
        random.random_range(3..5)
    };
    let goals = ["rows", "rows", "squares-too"].choose(random).unwrap();
    let goals = if men < 4 { &"rows" } else { goals };
    format!(
        "5x5:size={size},men={men},row={row},goals={goals},jumps={}",
        ["yes", "yes", "no"].choose(random).unwrap()
    )
}

fn position(random: &mut Random, rules: &Rules) -> Position {
    loop {
        let mut position = Position {
            cells: vec![b'.'; rules.size * rules.size],
            side: *b"xo".choose(random).unwrap(),
        };
        let whole = random.random_bool(0.6);
        let x = if whole {
            rules.men
        } else {
            random.random_range(0..=rules.men)
        };
        let o = if whole {
            rules.men
        } else if rules.teeko {
            x - random.random_range(0..2).min(x)
        } else {
            random.random_range(0..=rules.men)
        };
        if rules.teeko && o < rules.men {
            position.side = if x > o { b'o' } else { b'x' };
        }
        // A side without a piece has to place one: so it has its first turn.
        if (x == 0 && (o > 0 || position.side == b'o'))
            || (o == 0 && x > 0 && (x > 1 || position.side == b'x'))
        {
            continue;
        }
        let mut empty: Vec<usize> = (0..position.cells.len()).collect();
        // Half of them close together, where the goals are.
        let near = if random.random_bool(0.5) {
            (x + o + 4).min(empty.len())
        } else {
            empty.len()
        };
        for piece in 0..x + o {
            let cell = empty.remove(random.random_range(0..near - piece));
            position.cells[cell] = if piece < x { b'x' } else { b'o' };
        }
        if !rules.has_goal(&position, position.side) {
            return position;
        }
    }
}

fn with_position(random: &mut Random, kind: &str, text: String) -> Case {
    let rules = Rules::read(&text);
    let position = position(random, &rules);
    Case::new(kind)
        .with("rules", text)
        .with("position", rules.text(&position))
}

pub(crate) fn make_position(random: &mut Random) -> Case {
    let text = rules(random);
    with_position(random, "squares moves", text)
}

pub(crate) fn make_perft(random: &mut Random) -> Case {
    make_position(random).with("depth", random.random_range(0..4))
}

pub(crate) fn make_small(random: &mut Random) -> Case {
    let jumps = ["yes", "no"].choose(random).unwrap();
    with_position(
        random,
        "squares probe",
        format!("5x5:size=3,men=3,row=3,jumps={jumps}"),
    )
}

pub(crate) fn make_teeko(random: &mut Random) -> Case {
    loop {
        let text = rules(random);
        if text.starts_with("teeko") {
            return with_position(random, "teeko probe", text);
        }
    }
}
