//! The throw notation: whatever is written down is read or refused, and canonical text reads back.

use proptest::prelude::*;
use siga::chance::expr::{
    Both, Expr, Faces, Held, Places, Range, Relation, Reroll, Rounding, Sense, Ties,
};
use siga::chance::{parse, parse_condition};

fn ranges() -> impl Strategy<Value = Vec<Range>> {
    let range = (-9i64..9, 0i64..4).prop_map(|(from, length)| Range {
        from,
        to: from + length,
    });
    prop::collection::vec(range, 1..3)
}

fn die() -> impl Strategy<Value = Expr> {
    let faces = prop_oneof![
        (1u32..100).prop_map(Faces::Upto),
        prop::collection::btree_map(-9i64..9, 1u64..4, 1..4)
            .prop_filter("1 to n is written dn", |faces| !faces
                .keys()
                .copied()
                .eq(1..=faces.len() as i64))
            .prop_map(|faces| Faces::List(faces.into_iter().collect())),
    ];
    prop_oneof![
        faces.prop_map(Expr::Die),
        Just(Expr::Stick(None)),
        (1i64..5)
            .prop_map(|n| Expr::Stick(Some(num_rational::BigRational::new(n.into(), 7.into())))),
    ]
}

/// Trees as the parser makes them.
fn expression() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![die(), (-99i64..99).prop_map(Expr::Number)];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        let keep = (0u32..4, 1u32..5).prop_map(|(way, k)| match way {
            0 => Places::highest(k),
            1 => Places::lowest(k),
            2 => Places::but_highest(k),
            _ => Places::but_lowest(k),
        });
        let both = prop_oneof![
            Just(Both::Difference),
            Just(Both::Common),
            Just(Both::Without)
        ];
        let reroll = prop_oneof![
            Just(Reroll::UntilNot),
            (1u32..4).prop_map(Reroll::AtMost),
            Just(Reroll::Until)
        ];
        let rounding = prop_oneof![Just(Rounding::Down), Just(Rounding::Up)];
        let held = prop_oneof![
            ranges().prop_map(Held::Count),
            ranges().prop_map(Held::Sum),
            ranges().prop_map(Held::Contains),
            (1i64..4).prop_map(|from| Held::Sets(vec![Range { from, to: i64::MAX }])),
            (1i64..4, 0i64..3).prop_map(|(from, more)| {
                let to = from + more;
                Held::Sets(vec![Range { from, to }, Range { from: 9, to: 9 }])
            }),
            Just(Held::LargestSet),
            Just(Held::Straight),
            Just(Held::Sizes),
            Just(Held::Sorted),
        ];
        let ties = prop_oneof![Just(Ties::Neither), Just(Ties::First), Just(Ties::Second)];
        let sense = prop_oneof![Just(Sense::Maximise), Just(Sense::Minimise)];
        let relation = prop_oneof![
            Just(Relation::Less),
            Just(Relation::LessOrEqual),
            Just(Relation::Equal),
            Just(Relation::NotEqual),
            Just(Relation::GreaterOrEqual),
            Just(Relation::Greater),
        ];
        prop_oneof![
            (2u32..9, boxed()).prop_map(|(n, of)| Expr::Repeat(n, of)),
            (boxed(), boxed()).prop_map(|(n, of)| Expr::Copies(n, of)),
            boxed().prop_map(Expr::DieOf),
            boxed().prop_map(Expr::Absolute),
            (rounding, boxed(), boxed()).prop_map(|(up, a, b)| Expr::Quotient(up, a, b)),
            (boxed(), boxed()).prop_map(|(a, b)| Expr::Remainder(a, b)),
            (ties, boxed(), boxed()).prop_map(|(ties, a, b)| Expr::Matched(a, b, ties)),
            (held, prop::collection::vec(inner.clone(), 1..3))
                .prop_map(|(held, pools)| Expr::Held(held, pools)),
            (sense, prop::collection::vec(inner.clone(), 2..4))
                .prop_map(|(sense, options)| Expr::Choice(sense, options)),
            Just(Expr::Deal(vec![2], vec![(-1, 1), (4, 3)])),
            (boxed(), boxed()).prop_map(|(a, b)| Expr::Sum(a, b)),
            (boxed(), boxed()).prop_map(|(a, b)| Expr::Difference(a, b)),
            (boxed(), boxed()).prop_map(|(a, b)| Expr::Product(a, b)),
            (prop::option::of(0u32..5), boxed()).prop_map(|(limit, of)| Expr::Explode(limit, of)),
            (reroll, ranges(), boxed()).prop_map(|(kind, on, of)| Expr::Reroll(kind, on, of)),
            (relation, boxed(), boxed()).prop_map(|(relation, a, b)| Expr::Compare(relation, a, b)),
            (keep, prop::collection::vec(inner.clone(), 2..4))
                .prop_map(|(places, pool)| Expr::Slice(places, Box::new(Expr::Tuple(pool)))),
            (both, boxed(), boxed()).prop_map(|(both, a, b)| Expr::Both(both, a, b)),
            (-4i64..-1, 1i64..4, boxed())
                .prop_filter("all places are there", |(_, _, of)| match &**of {
                    Expr::Deal(..) => false,
                    Expr::Repeat(count, _) => *count >= 4,
                    Expr::Tuple(parts) => parts.len() >= 4,
                    _ => true,
                })
                .prop_map(|(to, from, of)| Expr::Slice(Places { from, to }, of)),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::Tuple),
            (boxed(), boxed()).prop_map(|(a, b)| Expr::And(a, b)),
            (boxed(), boxed()).prop_map(|(a, b)| Expr::Or(a, b)),
            boxed().prop_map(Expr::Not),
            (boxed(), ranges()).prop_map(|(a, set)| Expr::In(a, set)),
        ]
    })
}

proptest! {
    /// Canonical text parses back to the tree it was written from.
    #[test]
    fn canonical_text_round_trips(expr in expression()) {
        let text = expr.to_string();
        let parsed = parse(&text);
        prop_assert!(parsed.is_ok(), "{text}: {}", parsed.unwrap_err());
        let parsed = parsed.expect("checked above");
        prop_assert_eq!(parsed.to_string(), text.clone());
        prop_assert_eq!(parsed, expr, "{}", text);
    }

    /// Nothing written down makes the parser panic, and what it reads it can write and read again.
    #[test]
    fn any_text_is_read_or_refused(text in "[-0-9dsxkhlro!{}()\\[\\],.:*+<>=| a-c\"#é€%]{0,40}") {
        for parse in [parse, parse_condition] {
            if let Ok(expr) = parse(&text) {
                prop_assert_eq!(parse(&expr.to_string()), Ok(expr));
            }
        }
    }

    /// The place of a fault lies within the text, and the message can be shown.
    #[test]
    fn faults_have_a_place(text in "\\PC{0,30}") {
        if let Err(error) = parse(&text) {
            prop_assert!(error.span.start <= error.text.len());
            prop_assert!(error.to_string().contains("line 1"));
        }
    }
}

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
