//! Runs the examples of the README and of the guides, and the transcripts of commands.

#![cfg(feature = "cli")]

#[test]
fn examples_print_what_they_show() {
    trycmd::TestCases::new()
        .case("README.md")
        .case("docs/*.md")
        .case("docs/rules/*.md");
}

/// `TRYCMD=overwrite cargo test --test all transcripts` writes them anew. What may take two seconds may say so first: `...`.
#[test]
fn transcripts_are_what_is_printed() {
    trycmd::TestCases::new()
        .env("SIGA_TABLES", "target/no-tables-here")
        .case("tests/transcripts/*.md");
}
