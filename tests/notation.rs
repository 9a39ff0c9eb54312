//! The throw notation: what text says is read as meant, and its faults have their places. That whatever is written down is read or
//! refused, and canonical text reads back, is asserted of throws and mutations of them in `tests/fuzz`.

use siga::chance::parse;

#[test]
fn many_faces_in_a_row_are_printed_as_a_range() {
    for (text, printed) in [
        ("d{2..4}", "d{2, 3, 4}"),
        ("d{9..2559}", "d{9..2559}"),
        ("d{1..12:2,13:3,15}", "d{1..12:2, 13:3, 15}"),
        (
            "d{-4..4,5:2,6..16}",
            "d{-4, -3, -2, -1, 0, 1, 2, 3, 4, 5:2, 6..16}",
        ),
    ] {
        let throw = parse(text).expect("a throw");
        assert_eq!(throw.to_string(), printed);
        assert_eq!(parse(printed).as_ref(), Ok(&throw));
    }
}

#[test]
fn cards_have_names_in_decks_and_sets() {
    let named = parse("count(deal(5, {2..10:4, J:4, q:4, K:4, A:4} - {A}), {A, J..K})").unwrap();
    let numbers = parse("count(deal(5, {2..14:4} - {14}), {14, 11..13})").unwrap();
    assert_eq!(named, numbers);
    // Nowhere else.
    for text in ["d{A:2}", "d6r{K}", "count(5d6, {6}) + d{Q}"] {
        assert!(parse(text).is_err(), "{text}");
    }
}

#[test]
fn a_divisor_that_can_be_0_is_pointed_at() {
    for (text, place) in [
        ("d20 / (d6 - 1)", 7),
        ("2 + d20  mod  (d6-1)", 15),
        ("3 + div(d20, d{0, 1})", 14),
        ("d6 -> {1..3: 7, else: 6 / (x - 4)}", 27),
        ("d20 / 2 / d{0..2}", 11),
    ] {
        let error = parse(text).unwrap().outcomes().unwrap_err();
        let siga::chance::DistributionError::Eval(error) = error else {
            panic!("{text}: {error}");
        };
        assert_eq!(error.placed(text).unwrap().position(), (1, place), "{text}");
    }
}
