//! What siga costs, measured: `cargo bench --package siga-benches`. The library itself is empty.
