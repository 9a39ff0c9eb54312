//! Random throws with nasty numbers and all options: each is answered, refused with a reason, or ended at its limit.
//!
//! Nothing is timed but by a watchdog, which names a throw that does not come back.
//! `SIGA_SEED=N` repeats a run, `SIGA_SECONDS=N` goes on for so long with the limits of the command line.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use num_rational::BigRational;
use siga::chance::analysis::{Bias, Question, analyse};
use siga::chance::turn::{Cancel, RowRule, TurnRules};
use siga::chance::{parse, parse_condition};
use siga::work::stop::{Limits, Stop};

/// The seed of the tests.
const SEED: u64 = 20_261_126;

/// What each throw of the quick share may use.
const QUICK: Limits = Limits {
    time: Some(Duration::from_millis(50)),
    memory: Some(500_000_000),
};

/// A small generator of numbers (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn often(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn of<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len() as u64) as usize]
    }

    /// Small mostly, of any size sometimes.
    fn number(&mut self, most: u64) -> u64 {
        let size = match self.below(10) {
            0..=5 => 10,
            6..=7 => 100,
            8 => 10_000,
            _ => most,
        };
        1 + self.below(size.min(most))
    }

    fn set(&mut self) -> String {
        let from = self.below(8);
        match self.below(3) {
            0 => format!("{{{from}}}"),
            1 => format!("{{{from}..{}}}", from + self.number(30_000)),
            _ => format!("{{{from}, {}}}", from + 1 + self.below(5)),
        }
    }

    fn die(&mut self) -> String {
        match self.below(9) {
            0 => "s".to_owned(),
            1 => format!("s({}/{})", self.below(3), 2 + self.number(2_000_000)),
            2 => format!("d{{-{}..{}}}", self.below(4), self.number(3000)),
            3 => format!("d{{1:{}, 2:{}}}", self.number(1 << 40), self.number(9)),
            4 => format!("d{{1, {}}}", 1 + self.number(1_000_000_000_000)),
            _ => format!("d{}", self.number(3_000_000)),
        }
    }

    fn pool(&mut self, depth: u64) -> String {
        let count = self.number(20_000);
        match self.below(4) {
            0 if depth > 0 => format!("{count}({})", self.throw(depth - 1)),
            1 if depth > 0 => format!("({}, {})", self.throw(depth - 1), self.throw(depth - 1)),
            _ => format!("{count}{}", self.die()),
        }
    }

    fn throw(&mut self, depth: u64) -> String {
        if depth == 0 {
            return match self.below(3) {
                0 => self.number(1_000_000_000_000).to_string(),
                1 => self.die(),
                _ => format!("{}{}", self.number(20_000), self.die()),
            };
        }
        let depth = depth - 1;
        match self.below(18) {
            13 => format!("({}){}", self.throw(depth), self.die()),
            14 => format!("d({})", self.throw(depth)),
            15 => {
                let name = self.of(&["largest_set", "straight", "distinct"]);
                format!("{name}({}, {})", self.pool(depth), self.pool(0))
            }
            16 => {
                let name = self.of(&["count", "sum", "contains"]);
                format!("{name}({}, {})", self.pool(depth), self.set())
            }
            17 => {
                let (faces, each) = (self.number(10_000), self.number(1 << 40));
                let hand = self.number((faces * each).min(100_000));
                let name = self.of(&["largest_set", "straight", "abs"]);
                format!("{name}(deal({hand}, {{1..{faces}:{each}}}))")
            }
            0 => format!("{}!", self.die()),
            1 => format!("{}{}!{}", self.number(500), self.die(), self.number(3000)),
            2 => format!("{}{}!", self.number(80), self.die()),
            3 => {
                let kind = self.of(&["r", "ro", "ru"]);
                format!("({}){kind}{}", self.throw(depth), self.set())
            }
            4 | 5 => {
                let keep = self.of(&["kh", "kl", "dh", "dl"]);
                format!("{}{keep}{}", self.pool(depth), self.number(9000))
            }
            6 => {
                let relation = self.of(&["<", ">=", "=", "!="]);
                format!(
                    "(({}) {relation} ({}))",
                    self.throw(depth),
                    self.throw(depth)
                )
            }
            7 => format!("({}) -> {}", self.throw(depth), self.cases(depth, false)),
            8 => format!("-({})", self.throw(depth)),
            9 => {
                let parts = 1 + self.number(60);
                let part = self.throw(0);
                vec![part; parts as usize].join(" + ")
            }
            _ => {
                let sign = self.of(&["+", "-", "*", "/", "mod"]);
                format!("({}) {sign} ({})", self.throw(depth), self.throw(depth))
            }
        }
    }

    fn score(&mut self, depth: u64) -> String {
        match self.below(8) {
            0 => "\"a\"".to_owned(),
            1 => "x".to_owned(),
            2 => format!("-{}", self.number(1000)),
            3 if depth > 0 => self.throw(depth - 1),
            4 => "x + d6".to_owned(),
            _ => self.number(1_000_000).to_string(),
        }
    }

    fn cases(&mut self, depth: u64, again: bool) -> String {
        let mut cases = Vec::new();
        let mut from = 0;
        for _ in 0..self.below(6) {
            let to = from
                + if self.often(70) {
                    0
                } else {
                    self.number(20_000)
                };
            let star = if again && self.often(50) { "*" } else { "" };
            let score = if again && self.often(15) {
                "cancel".to_owned()
            } else {
                self.score(depth)
            };
            cases.push(format!("{from}..{to}: {score}{star}"));
            from = to + 1;
        }
        let star = if again && self.often(20) { "*" } else { "" };
        cases.push(format!("else: {}{star}", self.score(depth)));
        format!("{{{}}}", cases.join(", "))
    }

    fn asked(&mut self) -> (String, Question) {
        let turn = self.often(60);
        let spec = if turn && self.often(70) {
            let of = if self.often(70) {
                self.throw(0)
            } else {
                self.throw(1)
            };
            format!("{of} -> {}", self.cases(1, true))
        } else {
            let depth = self.below(4);
            self.throw(depth)
        };
        let half = BigRational::new(1.into(), 2.into());
        let tiny = BigRational::new(1.into(), 10_u64.pow(self.below(19) as u32).into());
        let bias = match self.below(10) {
            0 => Bias::Unknown { at: None },
            1 => Bias::Unknown {
                at: Some(half.clone()),
            },
            2 => Bias::Between(half, BigRational::new(3.into(), 5.into())),
            3 => Bias::Known(tiny),
            _ => Bias::default(),
        };
        let row = RowRule {
            length: 2 + self.below(19) as u32 / (1 + self.below(6) as u32),
            same: self.often(50),
            all: self.often(50),
        };
        let rules = TurnRules {
            max_throws: self.often(20).then(|| self.number(100) as u32),
            row: self.often(35).then_some(row),
            cancel: if self.often(15) {
                Cancel::Stack
            } else {
                Cancel::Previous
            },
        };
        let sign = if self.often(20) { -1 } else { 1 };
        let question = Question {
            bias,
            turn: turn.then_some(rules),
            given: self.often(8).then(|| parse_condition("x >= 3").unwrap()),
            up_to: self.often(15).then(|| sign * self.number(3000) as i64),
            target: self.often(15).then(|| self.number(2500) as u32),
            values: (turn && self.often(10)).then(|| self.below(6) as usize),
            ..Question::default()
        };
        (spec, question)
    }
}

/// Seconds of processor time so far, or of the clock where the system does not say.
fn seconds_worked(start: Instant) -> f64 {
    // The fourteenth field counts hundredths of a second.
    let stat = std::fs::read_to_string("/proc/self/stat").ok();
    let ticks = stat.and_then(|stat| stat.split(' ').nth(13)?.parse::<f64>().ok());
    ticks.map_or_else(|| start.elapsed().as_secs_f64(), |ticks| ticks / 100.0)
}

/// Whether a throw is answered; `None` if it is none.
fn ask(spec: &str, question: &Question, limits: Limits) -> Option<bool> {
    let expr = parse(spec).ok()?;
    let answered = Stop::new()
        .limited(limits)
        .guard(|| analyse(&expr, question));
    Some(match answered {
        Ok(Ok(_)) => true,
        Ok(Err(error)) => {
            assert!(!error.to_string().is_empty());
            false
        }
        Err(_) => false,
    })
}

#[test]
fn every_throw_is_answered_or_refused() {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse::<u64>().ok())
    };
    let seconds = number("SIGA_SECONDS");
    // The same throws in every run of the tests; others where it goes on for longer.
    let now = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap();
    let usual = seconds.map_or(SEED, |_| now.as_nanos() as u64);
    let seed = number("SIGA_SEED").unwrap_or(usual) | 1;
    println!("SIGA_SEED={seed}");
    let (limits, throws, patience) = match seconds {
        None => (QUICK, 150, 60.0),
        Some(_) => (Limits::QUESTION, u64::MAX, 65.0),
    };
    let start = Instant::now();
    let current = Arc::new(Mutex::new((seconds_worked(start), String::new())));
    let watched = Arc::clone(&current);
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(200));
            let (since, text) = watched.lock().unwrap().clone();
            if seconds_worked(start) - since > patience {
                // Past what the harness captures: nothing else will be said.
                let _ = writeln!(std::io::stderr(), "no answer after {patience} s: {text}");
                std::process::exit(101);
            }
        }
    });
    let mut random = Random(seed);
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..throws {
        if seconds.is_some_and(|seconds| start.elapsed() > Duration::from_secs(seconds)) {
            break;
        }
        let (spec, question) = random.asked();
        *current.lock().unwrap() = (seconds_worked(start), format!("{spec}  {question:?}"));
        let began = seconds_worked(start);
        match ask(&spec, &question, limits) {
            Some(true) => answered += 1,
            Some(false) => refused += 1,
            None => {}
        }
        let worked = seconds_worked(start) - began;
        if seconds.is_some() && worked > 60.5 {
            println!("{worked:.1} s: {spec}  {question:?}");
        }
    }
    println!("{answered} answered, {refused} refused");
    assert!(answered > 0 && refused > 0, "seed {seed}");
}

/// Outcomes are numbers up to 2^60: what would be more is refused wherever one is made of others, and never wraps.
#[test]
fn outcomes_stay_within_their_range() {
    let just = "(1000000000000 * 115292)";
    let ten = "1152920000000000000";
    let parts = |n: usize| format!("({})", vec![just; n].join(", "));
    for (sound, too_much) in [
        (format!("10{just}"), format!("11{just}")),
        (format!("{just} * 10"), format!("{just} * 11")),
        (format!("9{just} + {just}"), format!("10{just} + {just}")),
        (format!("20{just}kh10"), format!("20{just}kh11")),
        (format!("20{just}kl10"), format!("20{just}kl11")),
        (format!("{}kh10", parts(12)), format!("{}kh11", parts(12))),
        (format!("{}dh2", parts(12)), format!("{}dh1", parts(12))),
        (format!("{just}!9"), format!("{just}!10")),
        (
            format!("{} -> {{else: x}}", parts(10)),
            format!("{} -> {{else: x}}", parts(11)),
        ),
        (
            format!("10(d{{-1, 1}}! + {just})"),
            format!("11(d{{-1, 1}}! + {just})"),
        ),
    ] {
        for (sign, sound, too_much) in [
            ("", sound.clone(), too_much.clone()),
            (
                "-",
                sound.replace(just, &format!("(-{just})")),
                too_much.replace(just, &format!("(-{just})")),
            ),
        ] {
            let asked = |throw: &str| {
                let question = Question::default();
                analyse(&parse(throw).unwrap(), &question)
            };
            let mean = asked(&sound).unwrap().moments.unwrap().mean;
            assert_eq!(
                mean.exact().unwrap().to_string(),
                format!("{sign}{ten}"),
                "{sound}"
            );
            let refused = asked(&too_much).unwrap_err().to_string();
            assert!(
                refused.contains("units in an outcome"),
                "{too_much}: {refused}"
            );
        }
    }
}

/// Throws that the notation cannot write, as a program may make them, are refused like any other.
#[test]
fn what_no_text_says_is_refused_too() {
    use siga::chance::Expr;
    use siga::chance::expr::Faces;
    let huge = || Box::new(Expr::Number(i64::MIN));
    for throw in [
        Expr::Negative(huge()),
        Expr::Die(Faces::List(vec![(i64::MAX, 1)])),
        Expr::Die(Faces::List(Vec::new())),
        Expr::Die(Faces::Upto(0)),
        Expr::Product(huge(), Box::new(Expr::Number(-1))),
    ] {
        let refused = throw.distribution().unwrap_err().to_string();
        let known = ["units in an outcome", "a die has a face"];
        assert!(known.iter().any(|what| refused.contains(what)), "{refused}");
    }
    // None of the parts of an outcome is the noughth.
    let condition = Expr::Compare(
        siga::exact::Relation::Equal,
        Box::new(Expr::Part(0)),
        Box::new(Expr::Number(1)),
    );
    assert!(condition.distribution().is_err());
    let row = RowRule {
        length: 0,
        same: false,
        all: true,
    };
    let question = Question {
        turn: Some(TurnRules {
            row: Some(row),
            ..TurnRules::default()
        }),
        ..Question::default()
    };
    let throw = parse("d2 -> {1: 1, 2: 2*}").unwrap();
    let refused = analyse(&throw, &question).unwrap_err();
    assert!(
        refused.to_string().contains("at least one throw"),
        "{refused}"
    );
}

/// The lowest of a few are asked for as the highest are: more than there are is all of them.
#[test]
fn keeping_more_than_there_are_keeps_all() {
    for keep in ["kh", "kl"] {
        let throw = format!("3d{{1,1000000000000}}{keep}2000000");
        let all = parse("3d{1,1000000000000}").unwrap();
        assert_eq!(parse(&throw).unwrap().distribution(), all.distribution());
    }
}

/// Likelihoods that would be too long are not formed: only the asymptotic tests answer then.
#[test]
fn long_likelihoods_are_not_formed() {
    use siga::chance::trials::exact_test;
    let chance = |text: &str| text.parse::<BigRational>().unwrap();
    let even = [chance("1/2"), chance("1/2")];
    assert!(exact_test(&even, &[50_000, 50_000]).is_ok());
    let prime = "1000000000000000000000000000000000000000000000000000000000007";
    let odd = [
        chance(&format!("1/{prime}")),
        chance("1") - chance(&format!("1/{prime}")),
    ];
    assert!(exact_test(&odd, &[20, 20]).is_ok());
    let test = exact_test(&odd, &[5_000, 5_000]).unwrap();
    assert!(test.likelihood.is_none() && test.at_least_as_unlikely.is_none());
    assert_eq!(test.approximate.unwrap().degrees, 1);
}

/// Of two thousand million dice not even the numbers of ways to show one face have room: measured, and left in time.
#[test]
fn a_pool_too_large_for_memory_is_stopped() {
    for text in [
        "sizes(2000000000d6)",
        "straight(2000000000d6)",
        "common(2000000000d6, d6)",
    ] {
        let expr = parse(text).unwrap();
        let stop = Stop::new().limited(QUICK);
        assert!(stop.guard(|| analyse(&expr, &Question::default())).is_err());
    }
}
