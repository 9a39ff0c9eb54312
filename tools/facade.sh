#!/usr/bin/env bash
# The programs of `examples/` that begin with the prelude, each in a crate whose only dependency is the bare library: what a stranger
# who has read the crate page would write. They are built and run; each asserts its answers.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
crate="$(mktemp -d)"
trap 'rm -rf "$crate"' EXIT
mkdir -p "$crate/src/bin"
cat > "$crate/Cargo.toml" <<TOML
[package]
name = "facade"
version = "0.1.0"
edition = "2024"

[dependencies]
siga = { path = "$root", default-features = false }

[profile.dev]
debug = false

[workspace]
TOML
cp "$root/Cargo.lock" "$crate/"
programs=(first_program distribution daldos_table solved_position yahtzee)
for program in "${programs[@]}"; do
    cp "$root/examples/$program.rs" "$crate/src/bin/"
done
cd "$crate"
export CARGO_TARGET_DIR="$root/target/facade"
for program in "${programs[@]}"; do
    cargo run --quiet --bin "$program" > /dev/null
    echo "$program: runs in a crate with one dependency"
done
