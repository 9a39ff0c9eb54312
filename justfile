# Commands for those who work on siga; plain cargo does the same.

# The main job on real input: the daldøs capture table.
table:
    cargo run -- daldos table

# Everything that continuous integration checks.
ci:
    bash .ci/run

# The local page in a browser (Chromium and its driver), with pictures of what was seen in target/pictures.
browser *NAMES:
    cargo build
    mkdir -p target/pictures
    SIGA_PICTURES=target/pictures python3 tests/browser/run.py {{NAMES}}

# The Python package: its wheel in a fresh environment, its tests, types and examples.
python:
    bash .ci/python

# The first program and the tutorials, each in a crate whose only dependency is the library without features.
facade:
    bash tools/facade.sh

# The library on 32 bits and the program for Windows, compiled here (rustup target add …; Debian: gcc-mingw-w64-x86-64).
elsewhere:
    cargo check --locked --no-default-features --lib --target i686-unknown-linux-gnu
    cargo check --locked --target x86_64-pc-windows-gnu

# Benchmarks; they assert their answers.
bench:
    cargo bench --package siga-benches

# Recompute every published figure that is expected to hold, and show those that do not; those of `long` solve whole games: half a minute.
check:
    cargo run --release -- check fixtures/published/*.json fixtures/published/long/*.json || test $? -eq 3

# Tables of known truth in many layouts, languages and notations, some made under other rules, some asked about without their command:
# no right figure is called wrong, no wrong one right.
known-truth TABLES="1000":
    SIGA_TABLES={{TABLES}} cargo test --release --test all known_truth -- --nocapture

# Long verifications (minutes): every position of the sliding phase of Sidja and of Teeko, and what docs/results.md records.
verify:
    cargo run --release --package siga-research --example sidja_verify
    cargo run --release --package siga-research --example line_up_verify teeko
    cargo run --release --package siga-research --example line_up_verify teeko:goals=58 13

# The same for all 1.6 thousand million positions of twenty-five: many minutes and 1.5 GB.
verify-5x5:
    cargo run --release --package siga-research --example line_up_verify 5x5

# Random questions, answered by naive programs too, for so many minutes; what disagrees is written to tests/oracles/found.
# SIGA_ORACLE_SEED repeats a run, SIGA_ORACLE_GAME=sig asks about one game only. From SIGA_ORACLE_EFFORT=10000 on the oracle solves
# Teeko too (minutes, 500 MB): then every value and number of plies is compared. SIGA_ORACLE_TABLES=DIR asks siga with tables.
oracles MINUTES="10":
    SIGA_ORACLE_MINUTES={{MINUTES}} SIGA_ORACLE_EFFORT=${SIGA_ORACLE_EFFORT:-2000} cargo test --test all oracles::attack -- --ignored --exact --nocapture

# The bounds of whole turns of Daldøs at several widths, and exact values within them, on thousands of random positions
verify-daldos:
    SIGA_LONG=100 cargo test --release --lib games::daldos::analyse

# Kills, full disks, damaged and planted files, signals, closed pipes, locales: what happens to siga and what it leaves (minutes).
faults *ARGS:
    cargo build --release
    python3 tools/faults.py target/release/siga {{ARGS}}

# Whether long questions say so, end at their limits and keep to their memory (minutes); random ones with --sweep N.
limits *ARGS:
    cargo build --release
    python3 tools/limits.py target/release/siga {{ARGS}}

# Mutated input for everything that reads, so many seconds for each kind; findings go to tests/fuzz/found.
fuzz SECONDS="10":
    SIGA_FUZZ_SECONDS={{SECONDS}} cargo test --test all fuzz -- --nocapture --test-threads 1

# Compute the figures of docs/results.md again and say which no longer holds; --long for what takes more than a minute.
results *ARGS:
    cargo build --release
    python3 tools/results.py target/release/siga {{ARGS}}
    cargo test --test all readme
