//! Input that nobody would write: mutations of sound input, thrown at everything that reads.
//!
//! Each target takes bytes, asserts what must hold of any of them, and returns the *shape* of what happened, such as the error
//! message without its numbers. An input with a new shape joins those that are mutated, so that the inputs grow
//! towards what has not been seen: feedback like that of a coverage-guided fuzzer, without its compiler.
//!
//! The tests take a fixed number of inputs from one seed; `just fuzz SECONDS` goes on for so long, from the clock, with
//! each target. `SIGA_FUZZ_SEED` repeats a run. A finding is made smaller and written to `tests/fuzz/found/`; what lies there is
//! tried first by every run, so it is kept with the change that mends it.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod batch;
mod command;
mod driver;
mod library;

use driver::{Fuzz, corpus};

/// Signs and words of throws.
const THROW: &[&str] = &[
    "d6",
    "2d6",
    "s",
    "8s(3/5)",
    "d{1:3,2:1}",
    "d{1..9}",
    "!",
    "!3",
    "kh2",
    "dl1",
    "r{1}",
    "ro{2}",
    "ru{6}",
    "max(",
    "min(",
    "(d6, d8)",
    ">=",
    "!=",
    "and",
    "or",
    "not",
    "in {2,4}",
    "->",
    "{0: 6*, else: x}",
    "cancel*",
    "deal(5, {1..13:4})",
    "largest_set(",
    "straight(",
    "count(",
    "contains(",
    "abs(",
    "div(",
    " mod ",
    "3000000",
    "score(",
    " + ",
    " * ",
    " - ",
    "()",
    "[1 again]",
    "%",
    "x1",
    "1e9",
    "1000000000000",
    "1000000000000 * 115292 * ",
    "-1",
];
/// Names and values of options of all games.
const RULES: &[&str] = &[
    "n=16",
    "n=2",
    "loses_at=1",
    "extra=doubles",
    "dice=d4+d4",
    "intermediate_capture=yes",
    "intermediate_capture=enemy-row",
    "middle=12",
    "sudan",
    "egypt",
    "west-africa",
    "size=3",
    "size=11",
    "no_capture=none",
    "no_capture=20",
    "continuation=free",
    "in_a_row=2",
    "blocked=opens",
    "goals=58",
    "drop=alternate-2",
    "men=3",
    "row=3",
    "jumps=no",
    "depaulis",
    "ludii",
    "cancel=stack",
    "order=thrown",
    "length=24",
    "turns=two-and-two",
    "=",
    ",",
    ":",
];
/// Parts of positions.
const POSITION: &[&str] = &[
    "5/5/5/5/5 x",
    "xo1/x1x/oo1 o -",
    "1A2/A4/2b1 A",
    "board:\n",
    "game: sidja\n",
    "rules: ",
    "to move: x\n",
    "reserve: x2o3\n",
    "title: a\n",
    "quiet=3",
    "extra",
    "+c3",
    " - ",
    "/",
    "x",
    "o",
    "A",
    "b",
    "12",
    "\n",
    "# c\n",
];
/// Parts of figures and tables.
const FIGURE: &[&str] = &[
    "37,5 %",
    "0.375",
    "3/8",
    "5 to 3",
    "1 in 4",
    "1½",
    "4.5e-3",
    "≈",
    "<",
    "≥",
    "‰",
    "−",
    "3:1",
    "about ",
    "…",
    "|",
    "\t",
    ";",
    "\n",
    "| --- |",
    "behind,probability\n",
    "outcome",
    " per cent",
];
const JSON: &[&str] = &[
    "\"claims\"",
    "\"id\"",
    "\"query\"",
    "\"figures\"",
    "\"expect\"",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "null",
    "true",
    "\"\"",
    "1e999",
    "\"throw 2d6\"",
    "\"\\u0000\"",
    "\"--turn\"",
    "\"--position\"",
    "\n",
    "\u{feff}",
];

#[test]
fn throws() {
    let mut seeds = corpus(&["docs/throws.md", "README.md"], "siga throw ");
    for name in ["throw", "named-throws", "equivalents"] {
        seeds.extend(corpus(&[&format!("fixtures/answers/{name}.txt")], "throw "));
    }
    Fuzz::new("throw", seeds, THROW).run(3000, library::throw);
}

#[test]
fn rules() {
    let seeds = corpus(&["docs/rules", "README.md"], "--rules ");
    Fuzz::new("rules", seeds, RULES).run(3000, library::rules);
}

#[test]
fn positions() {
    let mut seeds = corpus(&["fixtures/positions"], "");
    for name in ["positions", "plays", "boards"] {
        let file = format!("fixtures/answers/{name}.txt");
        seeds.extend(corpus(&[&file], "--position "));
    }
    seeds.extend(corpus(&["docs/rules", "README.md"], "--position "));
    Fuzz::new("position", seeds, POSITION).run(3000, library::positions);
}

#[test]
fn figures() {
    let seeds = FIGURE.iter().map(|text| text.as_bytes().to_vec());
    Fuzz::new("figure", seeds.collect(), FIGURE).run(3000, library::figures);
}

#[test]
fn grids() {
    let seeds = corpus(&["fixtures/published/tables"], "");
    Fuzz::new("grid", seeds, FIGURE).run(400, library::grids);
}

#[test]
fn tables() {
    let (target, seeds) = library::tables();
    Fuzz::new(
        "siga",
        seeds,
        &[
            "positions: ",
            "999999999999",
            "layer: ",
            "values",
            "outcomes",
            "\n",
        ],
    )
    .run(3000, target);
}

#[test]
fn commands() {
    let seeds = corpus(&["docs", "docs/rules", "README.md"], "siga ");
    let words = [
        THROW,
        RULES,
        POSITION,
        &[
            "--json",
            "--csv",
            "--budget 1000",
            "--turn",
            "--bias p",
            "--width 1e-9",
        ],
    ]
    .concat();
    Fuzz::new("command", seeds, &words).run(40, command::line);
}

#[test]
fn batch_lines() {
    let seeds = batch::seeds(corpus(&["docs", "docs/rules", "README.md"], "siga "));
    let words = [JSON, THROW, RULES, POSITION].concat();
    Fuzz::new("batch", seeds, &words).run(25, batch::lines);
}

#[test]
fn claims() {
    let mut seeds = corpus(&["fixtures/published"], "");
    seeds.sort_by_key(Vec::len);
    seeds.truncate(3);
    Fuzz::new("claims", seeds, &[JSON, FIGURE].concat()).run(25, command::claims);
}

#[test]
fn the_library_and_the_command_line_say_the_same() {
    let seeds = corpus(&["docs/throws.md", "README.md"], "siga throw ");
    Fuzz::new("same", seeds, THROW).run(40, command::same);
}
