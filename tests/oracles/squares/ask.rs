//! Random questions about teeko and twenty-five.

use std::collections::BTreeSet;

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use crate::oracles::Random;
use crate::oracles::case::Case;
use crate::oracles::effort;

use super::cells::Board;
use super::rules::{Position, Rules};

fn teeko(random: &mut Random) -> String {
    let drop = [
        "standard",
        "alternate",
        "alternate",
        "alternate-1",
        "alternate-2",
        "alternate-3",
        "standard-1",
        "standard-2",
        "standard-3",
    ];
    format!(
        "teeko:goals={},drop={}",
        ["44", "58"].choose(random).unwrap(),
        drop.choose(random).unwrap()
    )
}

fn small(random: &mut Random) -> String {
    let jumps = ["yes", "no"].choose(random).unwrap();
    let mut sizes = vec!["size=3,men=3,row=3", "size=4,men=3,row=3"];
    if effort() > 1_000 {
        sizes.extend([
            "men=3,row=3",
            "size=4,men=4,goals=squares-too",
            "size=4,men=4",
        ]);
    }
    let size = sizes.choose(random).unwrap();
    format!("5x5:{size},jumps={jumps}")
}

fn rules(random: &mut Random) -> String {
    if random.random_bool(0.4) {
        return teeko(random);
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
        let whole = random.random_bool(0.4);
        let x = if whole {
            rules.men
        } else {
            // Rather few are left to be placed.
            let one = random.random_range(0..=rules.men);
            one.max(random.random_range(0..=rules.men))
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

/// Games that siga solves for the question, and the oracle too.
pub(crate) fn make_small(random: &mut Random) -> Case {
    let text = small(random);
    let rules = Rules::read(&text);
    let position = telling(random, &rules);
    about("squares probe", &text, &rules, &position)
}

/// The whole game.
pub(crate) fn make_whole(random: &mut Random) -> Case {
    let rules = match effort() {
        10_000.. if random.random_bool(0.5) => teeko(random),
        _ => small(random),
    };
    Case::new("squares solve").with("rules", rules)
}

pub(crate) fn make_teeko(random: &mut Random) -> Case {
    let text = teeko(random);
    let rules = Rules::read(&text);
    let position = telling(random, &rules);
    about("squares teeko", &text, &rules, &position)
}

/// Too large to be solved: a search, often with too little budget.
pub(crate) fn make_search(random: &mut Random) -> Case {
    let goals = ["rows", "squares-too"].choose(random).unwrap();
    let jumps = ["yes", "no"].choose(random).unwrap();
    let text = format!("5x5:goals={goals},jumps={jumps}");
    let rules = Rules::read(&text);
    let board = Board::new(&rules);
    // The search has to find an end of the position itself.
    let near = |position: &Position| {
        let at = Board::sets(position);
        !board.wins(at, 1) && (board.wins(at, 3) || board.loses(at, 2))
    };
    let position = (0..50)
        .map(|_| telling(random, &rules))
        .find(near)
        .unwrap_or_else(|| telling(random, &rules));
    let budget = 10_f64.powf(random.random_range(1.0..5.3)) as u64;
    about("squares search", &text, &rules, &position).with("budget", budget)
}

/// A game from a position on, the machine looking some plies ahead or having solved it.
pub(crate) fn make_play(random: &mut Random) -> Case {
    let (text, solved) = match random.random_range(0..10) {
        0..3 => (small(random), random.random_bool(0.5)),
        // It takes seconds to solve.
        3..9 => (teeko(random), random.random_bool(0.3) && effort() > 1_000),
        _ => ("5x5:jumps=yes".into(), false),
    };
    let rules = Rules::read(&text);
    let start = if random.random_bool(0.5) {
        telling(random, &rules)
    } else {
        position(random, &rules)
    };
    let board = Board::new(&rules);
    let mut moves = Vec::new();
    let mut at = start.clone();
    let most = if solved { 12 } else { 4 };
    while moves.len() < most {
        let all = rules.moves(&at);
        let Some(mut one) = all.choose(random) else {
            break;
        };
        // Rather one that does not end the game at once.
        for _ in 0..10 {
            if !board.wins(Board::sets(&one.2), 1) && !rules.over(&one.2) {
                break;
            }
            one = all.choose(random).unwrap();
        }
        moves.push(one.0.clone());
        at = one.2.clone();
    }
    let deepest = if effort() > 1_000 { 7 } else { 4 };
    let search = random.random_range(1..deepest).to_string();
    about("squares play", &text, &rules, &start)
        .with("search", if solved { String::new() } else { search })
        .with("moves", moves.join(" "))
}

/// The machine's turn.
pub(crate) fn make_machine(random: &mut Random) -> Case {
    make_play(random).with("moves", "")
}

fn about(kind: &str, text: &str, rules: &Rules, position: &Position) -> Case {
    Case::new(kind)
        .with("rules", text)
        .with("position", rules.text(position))
}

/// A position about which there is something to say: the end is near after some of the moves, and not the same after all.
fn telling(random: &mut Random, rules: &Rules) -> Position {
    let board = Board::new(rules);
    let far = random.random_range(1..4);
    for _ in 0..30 {
        let position = position(random, rules);
        let ends: BTreeSet<_> = rules
            .moves(&position)
            .iter()
            .map(|(_, _, after)| {
                let at = Board::sets(after);
                (0..=far).find(|&n| board.wins(at, n) || board.loses(at, n))
            })
            .collect();
        // A win at once hides all else.
        let near = board.wins(Board::sets(&position), 1);
        if ends.len() > 1 && (!near || random.random_bool(0.1)) {
            return position;
        }
    }
    position(random, rules)
}
