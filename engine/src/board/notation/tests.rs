//! The positions of a text. How each is read, and every fault, is in `fixtures/answers/{boards,notation,positions}.txt`.

use super::*;

#[test]
fn a_text_falls_into_its_positions() {
    let starts =
        |text: &str| -> Vec<usize> { positions(text).iter().map(|part| part.line).collect() };
    let whole = |text: &str| {
        positions(text)
            .iter()
            .map(|part| part.text.clone())
            .collect::<String>()
    };
    for (text, expected) in [
        ("", &[1][..]),
        ("# nothing\n\n", &[1]),
        ("3/3/3 x", &[1]),
        // Fields on lines of their own, comments and blank lines begin nothing.
        ("# one\n3/3/3\nx quiet=2\n\n# end\n", &[1]),
        ("3/3/3 x\n3/3/3 o\n\n\n3/3/3 x\n", &[1, 2, 5]),
        ("to move: x\n\nboard:\nxo.\n...\n..o\n", &[1]),
        (
            "board:\nxo.\n...\n..o\nto move: x\n\nto move: o\nboard:\n3\n3\n3\n",
            &[1, 7],
        ),
        (
            "A title\nA source\n\n x o .\n . . .\n . . .\n\n  xo1/3/3 x · x to move\n\nAnother\n\n. .\n. .\no to move\n",
            &[1, 10],
        ),
        ("no position\n\nat all\n", &[1]),
    ] {
        assert_eq!(starts(text), expected, "{text}");
        assert_eq!(whole(text), text);
    }
}
