//! The `siga` command.

fn main() {}
