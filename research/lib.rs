//! Long runs whose results siga keeps: `cargo run --release --package siga-research --example NAME`. The library itself is empty.
