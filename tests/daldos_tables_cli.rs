//! Daldøs endgames in tables: looked up and forged. What is answered from them, and refused, is in `tests/runs/tables-daldos.txt`; what
//! holds of every table is in `tables_cli`.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::TablesFolder;

use std::sync::Arc;

use num_rational::BigRational;
use serde_json::Value;
use siga::games::daldos::Game;
use siga::games::daldos::endgame::{KEPT_WIDTH, StoredEndgame, build, solve_all};
use siga::solve::retro::Layer;
use siga::solve::table::{Event, Table};
use siga::solve::throws::ONE;

/// Solved in no time.
const RULES: &str = "daldos:n=3";
/// Two against one under these rules.
const POSITION: &str = "1A1/A1B1/3 A";

fn game(rules: &str) -> Arc<Game> {
    Arc::new(Game::new(rules.parse().unwrap()).unwrap())
}

fn built(folder: &TablesFolder, pieces: [usize; 2]) {
    build(game(RULES), pieces, &folder.directory(), &mut |_| true).unwrap();
}

fn fraction(value: &Value) -> BigRational {
    value["exact"].as_str().unwrap().parse().unwrap()
}

#[test]
fn looked_up_as_solved() {
    for (rules, pieces) in [
        (RULES, [2, 1]),
        (RULES, [1, 2]),
        ("daldos:n=4,loses_at=1", [2, 2]),
    ] {
        let folder = TablesFolder::new();
        let (game, directory) = (game(rules), folder.directory());
        assert!(
            StoredEndgame::open(game.clone(), pieces, &directory)
                .unwrap()
                .is_none()
        );
        build(game.clone(), pieces, &directory, &mut |_| true).unwrap();
        let kept = StoredEndgame::open(game.clone(), pieces, &directory)
            .unwrap()
            .unwrap();
        let solved = solve_all(&game, pieces, KEPT_WIDTH).unwrap();
        assert_eq!(kept.positions(), solved.positions() as u64);
        for (number, state) in solved.endgame().positions().iter().enumerate() {
            let kept = kept.chance(state).unwrap();
            assert_eq!(kept.as_ref(), Some(&solved.win(number)));
        }
        let read = kept.endgame().unwrap();
        assert_eq!(read.endgame().bounds(), solved.endgame().bounds());
    }
}

#[test]
fn what_is_looked_up_and_what_is_solved_meet() {
    let folder = TablesFolder::new();
    built(&folder, [2, 1]);
    let question = format!("daldos endgame --position '{POSITION}'");
    let found = folder.result(&question, 0);
    let solved = folder.result(&format!("{question} --solve"), 0);
    let ends = |value: &Value| match value.get("exact") {
        Some(_) => [fraction(value), fraction(value)],
        None => [fraction(&value["lower"]), fraction(&value["upper"])],
    };
    let meet = |one: &Value, other: &Value| {
        let ([low, high], [least, most]) = (ends(one), ends(other));
        assert!(low <= most && least <= high);
    };
    meet(&found["win"], &solved["win"]);
    let throws = |result: &Value| result["by_throw"].as_array().unwrap().clone();
    assert_eq!(throws(&found).len(), throws(&solved).len());
    for (one, other) in throws(&found).iter().zip(throws(&solved)) {
        assert_eq!(one["plays"][0]["move"], other["plays"][0]["move"]);
    }
    let all = format!("daldos endgame --rules {RULES} --pieces 2,1 --all");
    let read = folder.result(&all, 0);
    let anew = folder.result(&format!("{all} --solve"), 0);
    meet(&read["starts"][0]["length"], &anew["starts"][0]["length"]);
    assert_eq!(
        read["all"].as_array().unwrap().len(),
        anew["all"].as_array().unwrap().len()
    );
    let ranked = format!("daldos analyse --position '{POSITION}' --throw 3,4 --by win");
    let ranked = folder.result(&ranked, 0);
    let throw = throws(&solved)
        .into_iter()
        .find(|throw| throw["throw"] == "3+4");
    let best = &throw.unwrap()["plays"][0];
    assert_eq!(ranked["plays"][0]["move"], best["move"]);
    meet(&ranked["plays"][0]["value"], &best["win"]);
}

#[test]
fn wrong_bounds_with_right_checksums_are_found() {
    let folder = TablesFolder::new();
    built(&folder, [1, 1]);
    let directory = folder.directory();
    let table = Table::open(&directory.file(RULES, Layer::new(1, 1))).unwrap();
    let header = table.header().clone();
    let sound = table
        .all_bounds::<[u64; 2]>(header.positions as usize)
        .unwrap();
    // Too high a lower bound, too low an upper one, both moved.
    let place = 40;
    let [low, high] = sound[place];
    for pair in [
        [high, high],
        [low, low],
        [low + (1 << 40), high + (1 << 40)],
    ] {
        let mut pairs = sound.clone();
        pairs[place] = pair;
        directory.write_bounds(&header, &pairs).unwrap();
        let verified = folder.result("tables verify", 3);
        let fault = verified["sets"][0]["faults"][0].as_str().unwrap();
        assert!(
            fault.contains(" A: ") && fault.contains("do not follow"),
            "{fault}"
        );
        let (_, _, status) = folder.run("tables verify --checksums");
        assert_eq!(status, 0, "the checksums are right");
    }
    // How many positions there are is counted, and not believed.
    for said in [7, u64::MAX] {
        let mut forged = header.clone();
        forged.arrangements = said;
        directory.write_bounds(&forged, &sound).unwrap();
        let verified = folder.result("tables verify", 3);
        let fault = verified["sets"][0]["faults"][0].as_str().unwrap();
        assert!(fault.contains(&format!("its table says {said}")), "{fault}");
    }
    for pair in [[high, low], [low, ONE + 1]] {
        let mut pairs = sound.clone();
        pairs[place] = pair;
        let error = directory.write_bounds(&header, &pairs).unwrap_err();
        assert!(error.to_string().contains("bound no chance"), "{error}");
    }
}

#[test]
fn one_build_at_a_time_says_what_it_writes() {
    let folder = TablesFolder::new();
    let lock = folder.directory().lock(RULES).unwrap();
    let (_, err, status) = folder.run(&format!("tables build {RULES}"));
    assert!(status == 1 && err.contains("another process"), "{err}");
    drop(lock);
    let mut events = Vec::new();
    let mut note = |event: Event| {
        events.push(event);
        true
    };
    build(game(RULES), [1, 1], &folder.directory(), &mut note).unwrap();
    assert!(matches!(events[..], [Event::Written { .. }]));
}
