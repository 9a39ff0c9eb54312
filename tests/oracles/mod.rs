//! Oracles: for each game a naive program written from its rules alone, which shares nothing with siga, and generators of
//! random questions weighted towards the rare. siga is only ever asked through its command line.
//!
//! The tests ask for a few seconds, from a seed that they print. `just oracles MINUTES` goes on for as long as it is told,
//! and writes what it finds into `tests/oracles/found/`, one file a case, made as small as it can be. The tests ask those
//! files again.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod case;
mod coverage;
mod custodial;
mod daldos;
mod ledger;
mod line_up;
mod number;
mod program;
mod running_fight;
mod sidja;
mod sig;
mod tab;
mod throws;
mod turn;
mod ur;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rand::SeedableRng as _;

use case::{Case, Verdict};
use ledger::or_verdict;

/// The source of all that is random.
type Random = rand_pcg::Pcg64;

/// A kind of question: how often it is asked, how a random one is made, and how siga's answer is judged.
struct Kind {
    name: &'static str,
    often: u32,
    make: fn(&mut Random) -> Case,
    judge: fn(&Case) -> Verdict,
}

impl Kind {
    fn new(
        name: &'static str,
        often: u32,
        make: fn(&mut Random) -> Case,
        judge: fn(&Case) -> Verdict,
    ) -> Kind {
        Kind {
            name,
            often,
            make,
            judge,
        }
    }
}

fn kinds() -> Vec<Kind> {
    [
        custodial::kinds(),
        daldos::kinds(),
        line_up::kinds(),
        sig::kinds(),
        sidja::kinds(),
        tab::kinds(),
        throws::kinds(),
        ur::kinds(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// How many positions an oracle looks into for one number; SIGA_ORACLE_EFFORT.
fn effort() -> usize {
    std::env::var("SIGA_ORACLE_EFFORT").map_or(150, |text| text.parse().unwrap())
}

/// The results of the questions of one kind.
#[derive(Default)]
struct Tally {
    questions: u64,
    numbers: u64,
    declined: u64,
    /// The last reason.
    why: String,
    faults: u64,
}

/// Of a kind with so many faults no more is asked.
const MOST_FAULTS: u64 = 10;

/// Asks random questions, in each round each kind as often as it says, while it is to go on after so many rounds; `report` is given
/// each fault.
fn ask(
    game: &str,
    seed: u64,
    go_on: impl Fn(usize) -> bool,
    report: &mut dyn FnMut(&Kind, &Case, &str),
) -> BTreeMap<&'static str, Tally> {
    let kinds: Vec<Kind> = kinds()
        .into_iter()
        .filter(|kind| kind.name.starts_with(game))
        .collect();
    assert!(!kinds.is_empty(), "no questions are called {game}");
    let round = kinds
        .iter()
        .flat_map(|kind| std::iter::repeat_n(kind, kind.often as usize));
    let mut tallies = BTreeMap::<_, Tally>::new();
    let mut random = Random::seed_from_u64(seed);
    let rounds = (0..).flat_map(|number| round.clone().map(move |kind| (number, kind)));
    for (_, kind) in rounds.take_while(|(number, _)| go_on(*number)) {
        if tallies
            .get(kind.name)
            .is_some_and(|tally| tally.faults >= MOST_FAULTS)
        {
            continue;
        }
        let case = (kind.make)(&mut random).with("kind", kind.name);
        let tally = tallies.entry(kind.name).or_default();
        tally.questions += 1;
        match (kind.judge)(&case) {
            Verdict::Holds(numbers) => tally.numbers += numbers,
            Verdict::Declined(why) => {
                tally.declined += 1;
                tally.why = why;
            }
            Verdict::Fault(fault) => {
                tally.faults += 1;
                report(kind, &case, &fault);
            }
        }
    }
    tallies
}

/// The questions of the tests, the same in every run: so many rounds, which take some seconds for each game.
fn quick(game: &str, rounds: usize) {
    let seed = seed().unwrap_or(20_261_126);
    let mut faults = Vec::new();
    let tallies = ask(game, seed, |round| round < rounds, &mut |_, case, fault| {
        faults.push(format!("{case}{fault}"));
    });
    print_tallies(&tallies);
    assert!(faults.is_empty(), "seed {seed}:\n{}", faults.join("\n"));
    assert!(tallies.values().any(|tally| tally.numbers > 0));
}

fn print_tallies(tallies: &BTreeMap<&'static str, Tally>) {
    for (name, tally) in tallies {
        println!(
            "{name}: {} questions, {} numbers compared, {} faults, {} declined {}",
            tally.questions, tally.numbers, tally.faults, tally.declined, tally.why
        );
    }
}

fn seed() -> Option<u64> {
    let text = std::env::var("SIGA_ORACLE_SEED").ok()?;
    Some(text.parse().unwrap())
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    since.as_secs() ^ u64::from(since.subsec_nanos())
}

#[test]
fn games_of_taking_between_two_are_what_their_texts_say() {
    quick("custodial", 3);
}

#[test]
fn daldos_is_what_its_rules_say() {
    quick("daldos", 1);
}

#[test]
fn sig_is_what_its_rules_say() {
    quick("sig", 1);
}

#[test]
fn sidja_is_what_its_rules_say() {
    quick("sidja", 2);
}

#[test]
fn games_of_lining_up_are_what_their_texts_say() {
    quick("line-up", 5);
}

#[test]
fn tab_is_what_its_rules_say() {
    quick("tab", 2);
}

#[test]
fn throws_are_what_enumeration_gives() {
    quick("throw", 1);
}

#[test]
fn ur_is_what_its_rules_say() {
    quick("ur", 2);
}

fn found() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracles/found")
}

/// A fault found once stays mended.
#[test]
fn cases_found_hold() {
    let kinds = kinds();
    let mut faults = Vec::new();
    let Ok(files) = std::fs::read_dir(found()) else {
        return;
    };
    for file in files {
        let path = file.unwrap().path();
        let case = Case::read(&std::fs::read_to_string(&path).unwrap());
        let kind = kinds.iter().find(|kind| kind.name == case.kind()).unwrap();
        if let Verdict::Fault(fault) = (kind.judge)(&case) {
            faults.push(format!("{}\n{case}{fault}", path.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// `just oracles MINUTES`: SIGA_ORACLE_MINUTES, SIGA_ORACLE_SEED, and SIGA_ORACLE_GAME for the kinds whose names begin so.
#[test]
#[ignore = "as long as it is told: just oracles MINUTES"]
fn attack() {
    let minutes: f64 =
        std::env::var("SIGA_ORACLE_MINUTES").map_or(1.0, |text| text.parse().unwrap());
    let seed = seed().unwrap_or_else(now);
    let time = Duration::from_secs_f64(60.0 * minutes);
    let started = Instant::now();
    let game = std::env::var("SIGA_ORACLE_GAME").unwrap_or_default();
    println!("SIGA_ORACLE_SEED={seed}");
    let mut files = 0;
    let tallies = ask(
        &game,
        seed,
        |_| started.elapsed() < time,
        &mut |kind, case, fault| {
            let (case, fault) = case::shrunk(case.clone(), fault.to_owned(), kind.judge);
            std::fs::create_dir_all(found()).unwrap();
            let text = format!("{case}{}\n", case::commented(&fault));
            let path = found().join(case.file_name());
            std::fs::write(&path, &text).unwrap();
            files += 1;
            println!("{}\n{text}", path.display());
        },
    );
    print_tallies(&tallies);
    assert_eq!(files, 0, "cases written to {}", found().display());
}
