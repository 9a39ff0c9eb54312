//! Mutating, watching for new shapes, making findings small.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;
use sha2::{Digest, Sha256};

/// Longest input.
const LONGEST: usize = 20_000;
/// Inputs that are mutated.
const KEPT: usize = 3000;
/// The seed of the tests.
const SEED: u64 = 20_261_126;
/// Numbers that go wrong.
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "2",
    "-1",
    "7",
    "12",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "1000000000000000000000000000000",
];

thread_local! {
    /// Whether panics of this thread are expected, and need no message.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// One target with its inputs.
pub(crate) struct Fuzz {
    name: &'static str,
    kept: Vec<Vec<u8>>,
    words: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Sound input to begin with: what follows `after` on a line of these files, or whole files if that is empty. Quotes and
/// options after a throw are left to the targets.
pub(crate) fn corpus(places: &[&str], after: &str) -> Vec<Vec<u8>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for place in places {
        let path = root().join(place);
        match fs::read_dir(&path) {
            Ok(folder) => files.extend(folder.map(|entry| entry.unwrap().path())),
            Err(_) => files.push(path),
        }
    }
    files.sort();
    let texts = files.into_iter().filter(|path| path.is_file());
    let texts = texts.map(|path| fs::read_to_string(path).unwrap());
    let mut found = BTreeSet::new();
    for text in texts {
        if after.is_empty() {
            found.insert(text.into_bytes());
            continue;
        }
        for line in text.lines() {
            if let Some((_, rest)) = line.split_once(after) {
                let rest = match rest.chars().next() {
                    Some(quote @ ('"' | '\'')) if after != "siga " => {
                        rest[1..].split(quote).next().unwrap_or_default()
                    }
                    _ => rest.split("  ").next().unwrap_or_default(),
                };
                let rest = rest.trim_end_matches('`').replace("\\n", "\n");
                found.insert(rest.into_bytes());
            }
        }
    }
    assert!(!found.is_empty(), "no input after `{after}` in {places:?}");
    found.into_iter().collect()
}

impl Fuzz {
    pub(crate) fn new(name: &'static str, kept: Vec<Vec<u8>>, words: &[&str]) -> Fuzz {
        let words = words.iter().chain(&NUMBERS).map(|word| (*word).to_owned());
        Fuzz {
            name,
            kept,
            words: words.collect(),
        }
    }

    /// Tries what was found before, then new inputs: so many, or for `SIGA_FUZZ_SECONDS`.
    pub(crate) fn run(mut self, rounds: u64, target: impl Fn(&[u8]) -> String) {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let usual = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                if !QUIET.get() {
                    usual(info);
                }
            }));
        });
        let number = |name: &str| {
            std::env::var(name)
                .ok()
                .map(|text| text.parse::<u64>().unwrap())
        };
        let until = number("SIGA_FUZZ_SECONDS").map(Duration::from_secs);
        // The same inputs in every run of the tests; others where it goes on for longer.
        let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let usual = until.map_or(SEED, |_| clock.as_nanos() as u64);
        let seed = number("SIGA_FUZZ_SEED").unwrap_or(usual);
        println!("{}: SIGA_FUZZ_SEED={seed}", self.name);
        let found = root().join("tests/fuzz/found");
        let known = fs::read_dir(&found).into_iter().flatten();
        for path in known.map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if name.starts_with(&format!("{}-", self.name)) {
                target(&fs::read(&path).unwrap());
            }
        }
        let mut random = Pcg64::seed_from_u64(seed);
        let mut shapes = BTreeSet::new();
        let (start, mut round, mut told) = (Instant::now(), 0, 0);
        let sound = self.kept.len() as u64;
        while until.map_or(round < rounds, |until| start.elapsed() < until) {
            // Sound input comes first as it is, in turn in short runs.
            let input = match round < sound.min(rounds / 4) {
                true => self.kept[((round + seed % sound) % sound) as usize].clone(),
                false => self.mutated(&mut random),
            };
            round += 1;
            let began = Instant::now();
            let Some(shape) = quietly(&target, &input) else {
                let small = smaller(input, &target);
                fs::create_dir_all(&found).unwrap();
                let hash = Sha256::digest(&small);
                let path = found.join(format!(
                    "{}-{:02x}{:02x}{:02x}{:02x}",
                    self.name, hash[0], hash[1], hash[2], hash[3]
                ));
                fs::write(&path, &small).unwrap();
                println!(
                    "found {}: {:?}",
                    path.display(),
                    String::from_utf8_lossy(&small)
                );
                // Says what is wrong with it.
                target(&small);
                panic!("{} went wrong once and not again", path.display());
            };
            if until.is_some() && began.elapsed() > Duration::from_secs(5) {
                let text = String::from_utf8_lossy(&input);
                println!(
                    "{}: {:.1} s for {text:?}",
                    self.name,
                    began.elapsed().as_secs_f64()
                );
            }
            // Millions of inputs have millions of shapes: those that keep nothing are not remembered.
            if self.kept.len() < KEPT && shapes.insert(without_numbers(&shape)) {
                self.kept.push(input);
            }
            let minutes = start.elapsed().as_secs() / 60;
            if minutes >= told + 10 {
                told = minutes;
                println!("{}: {round} inputs in {minutes} minutes", self.name);
            }
        }
        println!("{}: {round} inputs, {} shapes", self.name, shapes.len());
    }

    fn mutated(&self, random: &mut Pcg64) -> Vec<u8> {
        let mut input = self.kept[random.random_range(0..self.kept.len())].clone();
        for _ in 0..1 + random.random_range(0..6_u32).pow(2) / 5 {
            let at = random.random_range(0..=input.len());
            let end = (at + random.random_range(0..12)).min(input.len());
            match random.random_range(0..10) {
                0 if at < input.len() => input[at] ^= 1 << random.random_range(0..8),
                1 if at < input.len() => input[at] = random.next_u32() as u8,
                2 => drop(input.drain(at..end)),
                3 => {
                    let part = input[at..end].to_vec();
                    let times = [1, 1, 2, 3, 30][random.random_range(0..5)];
                    input.splice(at..at, part.repeat(times));
                }
                4 => self.number(&mut input, at, random),
                5 => {
                    let other = &self.kept[random.random_range(0..self.kept.len())];
                    let from = random.random_range(0..=other.len());
                    input.splice(at.., other[from..].iter().copied());
                }
                6 => input.truncate(at),
                _ => {
                    let word = &self.words[random.random_range(0..self.words.len())];
                    let end = if random.random_bool(0.5) { end } else { at };
                    input.splice(at..end, word.bytes());
                }
            }
            input.truncate(LONGEST);
        }
        input
    }

    /// Puts another number in the place of the one at or after a place.
    fn number(&self, input: &mut Vec<u8>, at: usize, random: &mut Pcg64) {
        let digits = |byte: &u8| byte.is_ascii_digit();
        let Some(from) = input[at..].iter().position(digits).map(|from| at + from) else {
            return;
        };
        let length = input[from..].iter().take_while(|byte| digits(byte)).count();
        let new = match random.random_bool(0.5) {
            true => NUMBERS[random.random_range(0..NUMBERS.len())].to_owned(),
            false => random.random_range(0..1000).to_string(),
        };
        input.splice(from..from + length, new.bytes());
    }
}

/// The shape of what a target does, or `None` if it panics.
fn quietly(target: &impl Fn(&[u8]) -> String, input: &[u8]) -> Option<String> {
    QUIET.set(true);
    let shape = panic::catch_unwind(AssertUnwindSafe(|| target(input)));
    QUIET.set(false);
    shape.ok()
}

/// A finding with everything left out that it does not need, within some hundred tries.
fn smaller(mut input: Vec<u8>, target: &impl Fn(&[u8]) -> String) -> Vec<u8> {
    let mut tries = 400;
    let mut length = input.len().div_ceil(2);
    while length > 0 {
        let mut at = 0;
        while at < input.len() && tries > 0 {
            let mut shorter = input.clone();
            shorter.drain(at..(at + length).min(input.len()));
            tries -= 1;
            match quietly(target, &shorter) {
                None => input = shorter,
                Some(_) => at += length,
            }
        }
        length /= 2;
    }
    input
}

/// A message with one sign for every number.
fn without_numbers(text: &str) -> String {
    let mut shape = String::new();
    for c in text.chars().take(300) {
        match c.is_ascii_digit() {
            false => shape.push(c),
            true if !shape.ends_with('0') => shape.push('0'),
            true => {}
        }
    }
    shape
}
