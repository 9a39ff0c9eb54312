//! The text and the engine; tests/oracles compares the moves, and fixtures/answers has counts (counts.txt) and faults (positions.txt).

use super::analyse::plies;
use super::{Outcome, Position, Rules, Side};
use crate::games::custodial::moves::Turns;
use crate::games::sidja::position::{PositionFile, engine};

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
