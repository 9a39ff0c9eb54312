//! Runs the examples of the README and of the guides.

#![cfg(feature = "cli")]

#[test]
fn examples_print_what_they_show() {
    trycmd::TestCases::new()
        .case("README.md")
        .case("docs/*.md")
        .case("docs/rules/*.md");
}
