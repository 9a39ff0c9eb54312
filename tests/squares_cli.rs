//! `siga teeko` and `siga 5x5` from the command line: moves, perft, play, errors.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::program::SIGA;

#[test]
fn a_game_is_played_from_a_pipe() {
    let small = ["5x5", "play", "--rules", "5x5:size=3,men=3,row=3"];
    let text = SIGA.typed(
        &small,
        b"help\nvalue\nmoves\nhint\nb2\nundo\nundo\nc9\n\xff\xfe\nb2-b2\nquit\na1\n",
    );
    for part in [
        "The machine has solved the game",
        "take back",
        "nothing to take back",
        "`c9` is not legal",
        "`b2-b2` is not legal",
        "o plays",
        "Goodbye.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The end of the input is the end of the game.
    assert!(SIGA.typed(&small, b"").ends_with("> \n"));
    assert!(
        SIGA.typed(&[&small[..], &["--as", "o"]].concat(), b"board")
            .contains("x plays")
    );
}

#[test]
fn a_game_ends_with_a_row_or_a_third_same_move() {
    let start = ["5x5", "play", "--search", "1", "--as", "both"];
    let won = SIGA.typed(
        &[&start[..], &["--start", "5/xx1x1/1o1o1/x4/1o2o x"]].concat(),
        b"a2-c4\na1\nvalue\nundo\n",
    );
    assert!(won.contains("x has won."), "{won}");
    assert!(won.contains("The game is over"), "{won}");
    let shuffled = SIGA.typed(
        &[&start[..], &["--repetition"]].concat(),
        b"a1\ne5\na1-b1\ne5-d5\nb1-a1\nd5-e5\na1-b1\ne5-d5\nb1-a1\nd5-e5\na1-b1\nvalue\n",
    );
    assert!(
        shuffled.contains("x has made the same move three times: o has won."),
        "{shuffled}"
    );
}
