//! Measured speed of siga: `cargo bench --package siga-benches`. The library itself is empty.
