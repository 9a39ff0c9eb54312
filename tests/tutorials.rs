//! The tutorials in `examples/` run to their end; each asserts its answers.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../examples/daldos_table.rs"]
mod daldos_table;
#[path = "../examples/distribution.rs"]
mod distribution;
#[path = "../examples/solved_position.rs"]
mod solved_position;
#[path = "../examples/yahtzee.rs"]
mod yahtzee;

#[test]
fn a_distribution() {
    distribution::main().unwrap();
}

#[test]
fn a_daldos_table_with_another_rule() {
    daldos_table::main().unwrap();
}

#[test]
fn a_solved_position() {
    solved_position::main().unwrap();
}

#[test]
fn hands_under_best_play() {
    yahtzee::main().unwrap();
}
