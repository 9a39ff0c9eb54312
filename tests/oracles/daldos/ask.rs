//! Random questions about daldøs.

use std::collections::BTreeSet;

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use crate::oracles::Random;
use crate::oracles::case::Case;

use super::rules::{Board, Rules, pieces};

const WIDTHS: [&str; 9] = [
    "1",
    "1/4",
    "1/16",
    "1/1000",
    "1/1000000",
    "1/1000000",
    "1/16777216",
    "1/1099511627776",
    "1/281474976710656",
];

fn dice(random: &mut Random) -> (String, Vec<usize>) {
    let text = match random.random_range(0..7) {
        0 => "123456",
        1 => "12",
        2 => "1:4|2:6|3:4|4:1|6:1",
        3 => "1:1|2:1|9:2",
        4 => "2345",
        5 => "0123",
        _ => {
            let faces: Vec<usize> = (0..random.random_range(2..5))
                .map(|_| random.random_range(1..7))
                .collect();
            let text = faces.iter().map(ToString::to_string).collect();
            return (text, faces);
        }
    };
    let faces = if text.contains(':') {
        text.split('|')
            .map(|face| face.split_once(':').unwrap().0.parse().unwrap())
            .collect()
    } else {
        text.bytes().map(|digit| (digit - b'0') as usize).collect()
    };
    (text.into(), faces)
}

/// Options about throws; half of them none.
fn throw_options(random: &mut Random, count: usize) -> Vec<String> {
    let mut options = Vec::new();
    let mut faces = vec![1, 2, 3, 4];
    if random.random_bool(0.25) {
        let (text, own) = dice(random);
        faces = own;
        options.push(format!("dice={text}"));
    }
    match random.random_range(0..8) {
        0 => options.push("extra=none".into()),
        1 if count > 1 => options.push("extra=doubles".into()),
        2 => {
            let one = |random: &mut Random| {
                let mut numbers: Vec<usize> =
                    (0..count).map(|_| *faces.choose(random).unwrap()).collect();
                numbers.sort_unstable();
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                numbers.join("+")
            };
            let throws: BTreeSet<String> = (0..random.random_range(1..3))
                .map(|_| one(random))
                .collect();
            let throws: Vec<String> = throws.into_iter().collect();
            options.push(format!("extra={}", throws.join("|")));
        }
        _ if count == 2 && faces.contains(&1) => {}
        _ => options.push("extra=none".into()),
    }
    if random.random_bool(0.25) {
        options.push("intermediate_capture=yes".into());
    }
    options
}

fn board_rules(random: &mut Random) -> String {
    let n = *[1, 2, 2, 3, 3, 4, 4, 5, 6, 8, 12, 12, 16, 16, 21]
        .choose(random)
        .unwrap();
    let count = *[2, 2, 2, 2, 1, 3, 3].choose(random).unwrap();
    let mut options = if count != 2 || random.random_bool(0.5) {
        throw_options(random, count)
    } else {
        Vec::new()
    };
    options.push(format!("count={count}"));
    options.push(format!("n={n}"));
    if random.random_bool(0.2) {
        let middle = match random.random_bool(0.5) {
            true => n,
            false => random.random_range(1..=(64 - 2 * n).min(n + 3)),
        };
        options.push(format!("middle={middle}"));
    }
    if options
        .iter()
        .all(|option| !option.starts_with("intermediate"))
        && random.random_bool(0.15)
    {
        options.push("intermediate_capture=enemy-row".into());
    }
    for (option, chance) in [
        ("dalling=stern-most", 0.2),
        ("loses_at=1", 0.2),
        ("direction=prow", 0.2),
    ] {
        // Under loses_at=1 a board for one piece a side is no game.
        if random.random_bool(chance) && (n > 1 || option != "loses_at=1") {
            options.push(option.into());
        }
    }
    format!("daldos:{}", options.join(","))
}

/// Pieces on a board: few and far apart, crowded, in each other's way, the last enemy.
fn position(random: &mut Random, rules: &Rules) -> String {
    let n = rules.n;
    loop {
        let mut board: Board = vec![b'.'; 2 * n + rules.middle];
        let most = if n <= 5 { n } else { 6 };
        let many = |random: &mut Random| match random.random_range(0..10) {
            0..4 => 1,
            4..7 => most.min(2),
            7 => most,
            _ => random.random_range(1..=most),
        };
        let counts = [(b'A', many(random)), (b'B', many(random))];
        let window = if random.random_bool(0.3) {
            random.random_range(3..9)
        } else {
            board.len()
        };
        let start = random.random_range(0..board.len());
        for (side, count) in counts {
            for _ in 0..count {
                for _ in 0..20 {
                    let hole = (start + random.random_range(0..window)) % board.len();
                    if board[hole] != b'.' {
                        continue;
                    }
                    let home = rules.at_home(hole, side);
                    // Nobody is dalled before the first step: the hole farthest from the way out has only undalled pieces.
                    let undalled = home && (rules.farthest(hole) || random.random_bool(0.6));
                    board[hole] = if undalled {
                        side.to_ascii_lowercase()
                    } else {
                        side
                    };
                    break;
                }
            }
        }
        // Both cannot have lost.
        if rules
            .winner(&board)
            .is_some_and(|winner| rules.has_lost(&board, winner))
            || pieces(&board, b'A') == 0
        {
            continue;
        }
        if rules.winner(&board).is_some() && random.random_bool(0.9) {
            continue;
        }
        let side = if random.random_bool(0.5) { b'A' } else { b'B' };
        return rules.text(&board, side);
    }
}

fn on_a_board(random: &mut Random, kind: &str) -> (Case, Rules) {
    let text = board_rules(random);
    let rules = Rules::read(&text);
    let position = position(random, &rules);
    (
        Case::new(kind)
            .with("rules", text)
            .with("position", position),
        rules,
    )
}

pub(crate) fn make_throw(random: &mut Random) -> Case {
    let (case, rules) = on_a_board(random, "daldos moves");
    case.with("throw", throw(random, &rules))
}

fn throw(random: &mut Random, rules: &Rules) -> String {
    let throws = rules.throws();
    let throw = if random.random_bool(0.5) {
        throws
            .iter()
            .find(|throw| throw.again)
            .unwrap_or(&throws[0])
    } else {
        throws.choose(random).unwrap()
    };
    let numbers: Vec<String> = throw.numbers.iter().map(ToString::to_string).collect();
    numbers.join(",")
}

pub(crate) fn make_perft(random: &mut Random) -> Case {
    let (case, _) = on_a_board(random, "daldos perft");
    case.with("depth", random.random_range(0..4))
}

pub(crate) fn make_turn(random: &mut Random) -> Case {
    let (case, _) = on_a_board(random, "daldos turn");
    case.with("width", WIDTHS.choose(random).unwrap())
}

/// Boards as full as you like, for laws that need no oracle.
pub(crate) fn make_large(random: &mut Random) -> Case {
    let (case, rules) = on_a_board(random, "daldos turn");
    let (mut board, side) = rules.board(case.get("position"));
    if random.random_bool(0.5) {
        for side in *b"AB" {
            for _ in 0..random.random_range(0..=rules.n - pieces(&board, side)) {
                let hole = random.random_range(0..board.len());
                if board[hole] == b'.' {
                    let home = rules.at_home(hole, side)
                        && (rules.farthest(hole) || random.random_bool(0.6));
                    board[hole] = if home {
                        side.to_ascii_lowercase()
                    } else {
                        side
                    };
                }
            }
        }
    }
    let case = case.with("position", rules.text(&board, side));
    case.with("width", ["1/16", "1/1000"].choose(random).unwrap())
}

/// One or two pieces a side on a board small enough to be played to the end.
pub(crate) fn make_endgame(random: &mut Random) -> Case {
    loop {
        let (case, rules) = on_a_board(random, "daldos endgame");
        let (board, _) = rules.board(case.get("position"));
        let pieces = [pieces(&board, b'A'), pieces(&board, b'B')];
        if rules.n <= 4
            && pieces.iter().all(|&number| number <= 2)
            && pieces.iter().sum::<usize>() <= 5 - rules.n / 2
        {
            return case;
        }
    }
}

pub(crate) fn make_plays(random: &mut Random) -> Case {
    let (case, rules) = on_a_board(random, "daldos plays");
    let case = case.with("throw", throw(random, &rules));
    let case = case.with(
        "by",
        ["take", "safe", "safe", "net"].choose(random).unwrap(),
    );
    case.with("width", WIDTHS.choose(random).unwrap())
}

pub(crate) fn make_odds(random: &mut Random) -> Case {
    let count = *[1, 2, 2, 2, 2, 3].choose(random).unwrap();
    let mut options = throw_options(random, count);
    options.push(format!("count={count}"));
    if count > 1 && random.random_bool(0.2) {
        options.push("doubles=twice".into());
    }
    if random.random_bool(0.2) {
        options.push(format!("extra_throws={}", random.random_range(0..4)));
    }
    let pieces = *[1, 1, 2, 2, 3].choose(random).unwrap();
    let far = *[4, 8, 12, 24].choose(random).unwrap();
    let mut behind = BTreeSet::new();
    while behind.len() < pieces {
        behind.insert(random.random_range(1..=far));
    }
    let behind: Vec<String> = behind.iter().map(ToString::to_string).collect();
    let case = Case::new("daldos odds").with("rules", format!("daldos:{}", options.join(",")));
    let case = case.with("behind", behind.join(","));
    case.with("elsewhere", random.random_bool(0.5))
}

pub(crate) fn make_odds_on_a_board(random: &mut Random) -> Case {
    let n = random.random_range(4..22);
    let options = throw_options(random, 2);
    let rules = format!(
        "daldos:{}",
        [options, vec![format!("n={n}")]].concat().join(",")
    );
    // Both on the middle row, or the target on its way through the enemy's row.
    let piece = random.random_range(0..n);
    let target = random.random_range(piece + 1..=n);
    let case = Case::new("daldos odds on a board").with("rules", rules);
    let row: String = (0..=n)
        .map(|hole| {
            if hole == piece {
                'A'
            } else if hole == target {
                'B'
            } else {
                '.'
            }
        })
        .collect();
    let drawn = format!("{}/{row}/{} A", ".".repeat(n), ".".repeat(n));
    case.with("position", crate::oracles::case::short(&drawn))
}

pub(crate) fn make_table(random: &mut Random) -> Case {
    let options = throw_options(random, 2);
    let rules = format!("daldos:{}", options.join(","));
    let case = Case::new("daldos table").with("rules", rules.trim_end_matches(':'));
    let pieces = random.random_range(1..3);
    case.with("pieces", pieces).with(
        "max",
        if pieces == 1 {
            random.random_range(2..14)
        } else {
            random.random_range(2..5)
        },
    )
}
