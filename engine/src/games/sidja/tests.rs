//! Published counts, the text, and the faults that it can have; tests/oracles compares the moves.

use super::analyse::plies;
use super::{Outcome, Position, Rules, Side};
use crate::games::custodial::moves::Turns;
use crate::games::perft::perft;
use crate::games::sidja::position::{PositionFile, engine};

const PLACEMENT: &str = "oxxoo/ooxxo/oo1xx/xooxx/xxoox";

/// Values from two independent programs, for depth 1, 2, 3, …
const PERFT: [(&str, &str, &[u64]); 5] = [
    ("sudan", "x", &[4, 30, 187, 1145, 7962, 74290]),
    ("west-africa", "x", &[2, 13, 86, 364, 2232, 15317]),
    (
        "west-africa,capture_run=any",
        "x",
        &[2, 13, 100, 541, 3609, 28476],
    ),
    ("egypt", "o", &[2, 2, 6, 14, 39, 130, 340, 1383]),
    (
        "egypt,centre=open,continuation=none",
        "x",
        &[2, 2, 7, 24, 90, 517, 2227, 15482],
    ),
];

#[test]
fn perft_of_the_published_placement() {
    for (rules, side, expected) in PERFT {
        let rules: Rules = rules.parse().unwrap();
        let position = Position::parse(&format!("{PLACEMENT} {side} -"), &rules).unwrap();
        for (depth, &nodes) in (1..).zip(expected) {
            assert_eq!(perft(&position, depth), nodes, "{rules} depth {depth}");
        }
    }
}

/// The bit sets of the solvers have the moves of the game, in random games under the presets and every option.
#[test]
fn the_engine_plays_by_the_rules() {
    let options = [
        "first=last",
        "steps=4",
        "steps=8",
        "capture_lines=4",
        "capture_run=any",
        "centre=safe",
        "continuation=none",
        "continuation=any",
        "continuation=same",
        "continuation=free",
        "in_a_row=2",
        "continuation=free,in_a_row=2",
        "blocked=passes",
        "blocked=opens",
        "blocked=loses",
        "lost_with=0",
        "lost_with=1",
        "no_capture=3",
        "no_capture=3,no_capture_end=draw",
        "placing=one",
        "placing=cross",
    ];
    let mut random = 7_u64;
    for (preset, size, options) in
        itertools::iproduct!(["sudan", "west-africa", "egypt"], [3, 5], options)
    {
        let rules: Rules = format!("{preset},size={size},{options}").parse().unwrap();
        let engine = engine(&rules);
        let cell = |index: u8| rules.board().cell(index);
        for _ in 0..4 {
            let mut position = Position::start(&rules);
            for _ in 0..80 {
                let state = position.state();
                assert_eq!(engine.end(state), position.end(), "{rules} {position}");
                let plays = position.plays();
                let mut right: Vec<_> = plays
                    .iter()
                    .map(|play| (play.action, play.taken, *play.position.state()))
                    .collect();
                let mut found: Vec<_> = match plays.is_empty() {
                    true => Vec::new(),
                    false => plies(&engine, state)
                        .into_iter()
                        .map(|ply| (ply.name(cell), ply.taken(), engine.after(state, ply)))
                        .collect(),
                };
                right.sort();
                found.sort();
                assert_eq!(found, right, "{rules} {position}");
                if plays.is_empty() {
                    break;
                }
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                position = plays[(random >> 33) as usize % plays.len()].position;
            }
        }
    }
}

#[test]
fn every_fault_is_listed() {
    let faults = |text: &str, rules: &str| -> Vec<String> {
        let rules: Rules = rules.parse().unwrap();
        match Position::written(&text.parse().unwrap(), &rules) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.0.iter().map(ToString::to_string).collect(),
        }
    };
    let number = |side: &str| format!("{side} has 13 pieces, and each side has 12");
    assert_eq!(
        faults("xoxox/oxoxo/xoxxo/oxoxo/xoxox x o1 + quiet=2", "sudan"),
        [
            number("x").as_str(),
            number("o").as_str(),
            "c3 stays empty while pieces are placed",
            "pieces are still being placed",
        ]
    );
    let turn = |right: &str| [format!("with so many pieces placed {right}")];
    for (text, rules, right) in [
        (
            "xx3/5/5/5/5 x x10o12",
            "sudan",
            "o is to place, and has 0 on the board to 2 of x",
        ),
        (
            "5/5/5/5/o4 x x12o11",
            "sudan",
            "x is to place, and has 1 on the board to 0 of o",
        ),
        (
            "5/5/5/5/xxoo1 o x10o10",
            "sudan,placing=one",
            "x is to place, and has 2 on the board to 2 of o",
        ),
        (
            "5/5/5/5/xxx2 x x9o12",
            "sudan",
            "o is to place, and has 1 on the board to 2 of x",
        ),
    ] {
        assert_eq!(faults(text, rules), turn(right), "{text}");
    }
    let stands = |why: &str| format!("the turn does not stand so: {why}");
    for (text, rules, fault) in [
        (
            "xx3/5/5/5/5 o x10o12",
            "sudan,placing=cross",
            "the first two pieces of x belong on a3 or e3",
        ),
        (
            "xx3/5/5/5/5 o x10o11",
            "sudan",
            "o has 11 pieces on the board and in reserve; while placing it is 12",
        ),
        (
            "3/3/xo1 x - +",
            "egypt,size=3",
            stands("only the same piece goes on: write its point, as in `+c3`").as_str(),
        ),
        (
            "3/3/xo1 x - +b1",
            "egypt,size=3",
            stands("x has no piece on b1").as_str(),
        ),
        (
            "3/3/xo1 x -",
            "egypt",
            "the board drawn has 3 cells a side, the rules say 5",
        ),
        (
            "3/3/xo1 x - quiet=21",
            "egypt,size=3",
            "the game ends at 20",
        ),
    ] {
        assert_eq!(faults(text, rules), [fault], "{text}");
    }
    assert_eq!(
        faults("x4/4o/5/5/5 o - + quiet=2", "sudan"),
        [
            "both sides have lost: the game was over before",
            "the rules do not count moves without a capture: leave it out",
            stands("nothing has been taken just now").as_str(),
        ]
    );
}

#[test]
fn files_round_trip() {
    let text = "game: sidja\nrules: sidja:egypt,size=3\ntitle: A chain\nsource: made up\n\
                to move: x\nreserve: -\nchain: +a1\nboard:\nx o .\n. . .\nx . .\n";
    let file: PositionFile = text.parse().unwrap();
    assert_eq!(file.to_string(), text);
    assert_eq!(file.setup.to_string(), "xo1/3/x2 x - +a1");
    let line: PositionFile = "# only a line\nxo1/3/x2 x - +a1\n".parse().unwrap();
    assert_eq!(line.setup, file.setup);
    let wrong = |text: &str| text.parse::<PositionFile>().unwrap_err().to_string();
    assert_eq!(
        wrong("to move: z\nboard:\nx o\n. .\n"),
        "line 1, column 10: `z` is not a side to move: write `x` or `o`"
    );
    assert!(wrong("game: go\nboard:\nx o\n. .\n").contains("not sidja"));
    assert!(wrong("colour: red\nboard:\nx o\n. .\n").contains("the keys are"));
}

#[test]
fn position_files_are_legal_and_say_where_they_come_from() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/positions");
    let mut found = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.starts_with("sidja-") {
            continue;
        }
        let file: PositionFile = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        assert!(file.title.is_some() && file.source.is_some(), "{name}");
        let position = Position::written(&file.setup, &file.rules.unwrap());
        assert!(position.is_ok(), "{name}: {position:?}");
        assert_eq!(file.to_string().parse::<PositionFile>().unwrap(), file);
        found += 1;
    }
    assert!(found >= 12);
}

/// The proof line of the trap, move by move, to the loss of the side that took four.
#[test]
fn the_trap_springs() {
    let text = include_str!("../../../../fixtures/positions/sidja-trap.txt");
    let file: PositionFile = text.parse().unwrap();
    let start = Position::written(&file.setup, &Rules::SUDAN).unwrap();
    let plays = start.plays();
    assert!(
        plays
            .iter()
            .all(|play| play.captures().len() == 4 && !play.again)
    );
    let (_, line) = text.split_once("Proof line:").unwrap();
    let line = line.split("game:").next().unwrap();
    let mut position = start;
    for action in line.split_whitespace().filter(|word| *word != "#") {
        position = position.play(action.parse().unwrap()).unwrap().position;
    }
    assert_eq!(position.side(), Side::X);
    assert_eq!(position.end(), Some(Outcome::Loss));
}
