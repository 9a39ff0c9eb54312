//! Daldøs endgames in tables: built, looked up and forged. What holds of every table is in `tables_cli`.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::TablesFolder;

use std::sync::Arc;

use num_rational::BigRational;
use serde_json::{Value, json};
use siga::exact::stochastic::ONE;
use siga::games::daldos::Game;
use siga::games::daldos::endgame::{KEPT_WIDTH, StoredEndgame, build, solve_all};
use siga::solve::retro::Layer;
use siga::solve::table::{Event, Table};

/// Solved in no time.
const RULES: &str = "daldos:n=3";
/// Two against one under these rules.
const POSITION: &str = "1A1/A1B1/3 A";

/// The result of `siga daldos endgame` on the position.
fn looked_up(folder: &TablesFolder, options: &[&str]) -> Value {
    let question = ["daldos", "endgame", "--position", POSITION];
    folder.json(&[&question[..], options].concat(), 0)["result"].take()
}

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
        let folder = TablesFolder::new(&format!("same-{}", pieces[1]));
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
fn commands_say_where_chances_are_from() {
    let folder = TablesFolder::new("daldos-commands");
    built(&folder, [2, 1]);
    let (found, solved) = (looked_up(&folder, &[]), looked_up(&folder, &["--solve"]));
    assert_eq!(
        (&found["method"], &solved["method"]),
        (&json!("tables"), &json!("solved"))
    );
    assert!(found["length"].is_null() && found["ends"].is_null());
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
    // Bounds that are not close enough are not used.
    assert_eq!(
        looked_up(&folder, &["--width", "1e-16"])["method"],
        "solved"
    );
    assert_eq!(looked_up(&folder, &["--exact"])["method"], "solved");
    let all = [
        "daldos", "endgame", "--rules", RULES, "--pieces", "2,1", "--all",
    ];
    let (read, anew) = (
        folder.json(&all, 0),
        folder.json(&[&all[..], &["--solve"]].concat(), 0),
    );
    let (read, anew) = (&read["result"], &anew["result"]);
    assert_eq!(read["method"], "tables");
    meet(&read["starts"][0]["length"], &anew["starts"][0]["length"]);
    assert_eq!(
        read["all"].as_array().unwrap().len(),
        anew["all"].as_array().unwrap().len()
    );
    let ranked = |by: &str| {
        let question = ["daldos", "analyse", "--position", POSITION];
        let arguments = [&question[..], &["--throw", "3,4", "--by", by]].concat();
        (
            folder.json(&arguments, 0)["result"].clone(),
            folder.run(&arguments).0,
        )
    };
    let (result, text) = ranked("win");
    assert_eq!(result["method"], "tables");
    assert!(
        text.contains("chances to win are those of the tables"),
        "{text}"
    );
    let throw = throws(&solved)
        .into_iter()
        .find(|throw| throw["throw"] == "3+4");
    let best = &throw.unwrap()["plays"][0];
    assert_eq!(result["plays"][0]["move"], best["move"]);
    meet(&result["plays"][0]["value"], &best["win"]);
    assert!(ranked("take").0.get("method").is_none());
}

#[test]
fn wrong_bounds_with_right_checksums_are_found() {
    let folder = TablesFolder::new("daldos-forged");
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
        let verified = folder.json(&["tables", "verify"], 3);
        let fault = verified["result"]["sets"][0]["faults"][0].as_str().unwrap();
        assert!(
            fault.contains(" A: ") && fault.contains("do not follow"),
            "{fault}"
        );
        let (_, _, status) = folder.run(&["tables", "verify", "--checksums"]);
        assert_eq!(status, 0, "the checksums are right");
    }
    // How many positions there are is counted, and not believed.
    for said in [7, u64::MAX] {
        let mut forged = header.clone();
        forged.arrangements = said;
        directory.write_bounds(&forged, &sound).unwrap();
        let verified = folder.json(&["tables", "verify"], 3);
        let fault = verified["result"]["sets"][0]["faults"][0].as_str().unwrap();
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
fn what_cannot_be_built_is_said() {
    let folder = TablesFolder::new("daldos-refused");
    for (arguments, status, words) in [
        (
            &["teeko", "--pieces", "2,1"][..],
            2,
            "numbers of pieces can be asked for of endgames",
        ),
        (&["daldos:n=3", "--pieces", "2"], 2, "--pieces takes"),
        (
            &["daldos:n=3", "--pieces", "5,1"],
            2,
            "from 1 to 3 pieces a side",
        ),
        (&["daldos", "--pieces", "3,3"], 1, "positions; the limit is"),
        (&["daldos:n=0"], 2, "rules `daldos:n=0`"),
    ] {
        let (out, err, ended) = folder.run(&[&["tables", "build"], arguments].concat());
        assert!(out.is_empty() && ended == status, "{arguments:?}: {err}");
        assert!(err.contains(words), "{arguments:?}: {err}");
    }
    let lock = folder.directory().lock(RULES).unwrap();
    let (_, err, status) = folder.run(&["tables", "build", RULES]);
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
