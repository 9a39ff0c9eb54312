//! The verdicts on figures.

use super::*;

/// The verdict on a figure, the number being a fraction.
fn status(text: &str, over: i64, under: i64) -> Status {
    let number = Quantity::Exact(ratio(over, under));
    judge(&read(text)[0], &number).unwrap().status
}

#[test]
fn the_printed_precision_decides() {
    use Status::{Differs, Exact, Rounded, Truncated};
    for (text, over, under, expected) in [
        ("6 %", 1, 16, Rounded),
        ("38 %", 3, 8, Rounded),
        ("37 %", 3, 8, Rounded), // A tie may go either way.
        ("36 %", 3, 8, Differs),
        ("2,5 %", 1, 4, Differs),
        ("5,0 %", 1, 2, Differs),
        ("1 1/2", 11, 2, Differs),
        (".1536", 96, 625, Exact),
        ("0.667", 2, 3, Rounded),
        ("0.666", 2, 3, Truncated),
        ("0.668", 2, 3, Differs),
        ("0.333", 1, 3, Rounded),
        ("0.33", 2, 3, Differs),
        ("-0.666", -2, 3, Truncated),
        ("-0.666", 2, 3, Differs),
        ("0.0", 7, 100, Truncated),
        ("66 %", 2, 3, Truncated),
        ("3", 29, 10, Differs),
        ("≈ 3", 29, 10, Rounded),
        ("≈ 2", 29, 10, Truncated),
        ("1/3", 333, 1000, Differs),
        ("≈ 1/3", 333, 1000, Rounded),
        ("1 in 4", 1, 4, Exact),
        ("1 in 7", 3, 20, Rounded),
        ("1 in 6", 3, 20, Truncated),
        ("1 in 2.29", 7, 16, Rounded),
        ("3:1 against", 1, 4, Exact),
        ("35:1 against", 1, 36, Exact),
        ("36:1 against", 1, 36, Differs),
        ("2.3:1 against", 3, 10, Rounded),
        ("< 1 %", 1, 101, Exact),
        ("< 1 %", 1, 100, Differs),
        ("≤ 1 %", 1, 100, Exact),
        ("> 0.5", 1, 2, Differs),
        ("≥ 0.5", 1, 2, Exact),
        ("< 1 in 4", 1, 5, Exact),
        ("< 1 in 4", 1, 3, Differs),
    ] {
        assert_eq!(
            status(text, over, under),
            expected,
            "{text} for {over}/{under}"
        );
    }
}

#[test]
fn the_right_figure_and_the_error_are_at_the_printed_precision() {
    for (text, over, under, right, error) in [
        ("0,668", 2, 3, "0,667", "4/3"),
        ("66 %", 2, 3, "67 %", "-2/3"),
        ("7/36", 8, 36, "8/36", "-1"),
        ("1/3", 3, 8, "3/8", "-1/8"),
        ("36:1 against", 1, 36, "35:1 against", "1"),
        ("1 in 5", 3, 20, "1 in 7", "-5/3"),
        ("1,235", 1234, 1, "1,234", "1"),
        (".25", 2, 3, ".67", "-125/3"),
        ("0.250", 1999, 2000, "1.000", "-1499/2"),
        ("5½", 21, 4, "21/4", "1/2"),
    ] {
        let verdict = judge(&read(text)[0], &Quantity::Exact(ratio(over, under))).unwrap();
        assert_eq!(
            verdict.right.map(|right| right.text()).as_deref(),
            Some(right),
            "{text}"
        );
        let exact = Quantity::Exact(parse_fraction(error).unwrap());
        assert_eq!(verdict.error, Some(exact), "{text}");
    }
    let never = Quantity::Exact(BigRational::zero());
    let verdict = judge(&read("1 in 9")[0], &never).unwrap();
    assert_eq!((verdict.status, verdict.right), (Status::Differs, None));
}

#[test]
fn bounds_decide_where_every_number_between_them_agrees() {
    let between = |low: (i64, i64), high: (i64, i64)| {
        Quantity::between(ratio(low.0, low.1), ratio(high.0, high.1))
    };
    let status = |text: &str, number: &Quantity| judge(&read(text)[0], number).unwrap().status;
    let third = between((3332, 10_000), (3334, 10_000));
    assert_eq!(status("0.333", &third), Status::Rounded);
    assert_eq!(
        status("0.3333", &third),
        Status::Undecided,
        "it may be 0.33335 or 0.33325"
    );
    assert_eq!(status("0.332", &third), Status::Differs);
    assert_eq!(status("0.3", &third), Status::Rounded);
    let wide = between((1, 10), (9, 10));
    assert_eq!(
        status("0.5", &wide),
        Status::Undecided,
        "both ends differ, what lies between need not"
    );
    assert_eq!(status("0.95", &wide), Status::Differs);
    assert_eq!(status("< 1", &wide), Status::Exact);
    assert_eq!(status("< 0.5", &wide), Status::Undecided);
    assert_eq!(
        status("1 in 4", &between((0, 1), (1, 2))),
        Status::Undecided
    );
}

#[test]
fn of_two_readings_the_right_one_is_taken_and_the_other_said() {
    let judged = judge_readings(&read("1,234"), &Quantity::Exact(ratio(617, 500))).unwrap();
    assert_eq!(judged.verdict.status, Status::Exact);
    assert_eq!(judged.figure.number, ratio(617, 500));
    let [(other, status)] = judged.disagree.as_slice() else {
        panic!("one reading disagrees");
    };
    assert_eq!(
        (other.number.clone(), *status),
        (ratio(1234, 1), Status::Differs)
    );
}

proptest! {
    /// Rounded and cut by arithmetic of integers that shares nothing with the verdict.
    #[test]
    fn a_number_rounded_or_cut_is_found_to_be_so(over in -5000i64..5000, under in 1i64..5000, places in 0u32..6) {
        let power = 10i64.pow(places);
        let twice = 2 * over * power;
        let nearest = (twice + under).div_euclid(2 * under);
        let cut = (over * power) / under;
        let is_exact = (over * power) % under == 0;
        let text = |units: i64| {
            let (whole, part) = (units.abs() / power, units.abs() % power);
            let sign = if units < 0 { "-" } else { "" };
            format!("≈ {sign}{whole}.{part:0width$}", width = places.max(1) as usize)
        };
        prop_assume!(places > 0);
        let expected = |units: i64| {
            // In units of the last place, times under.
            let off = (units * under - over * power).abs();
            if off == 0 {
                Status::Exact
            } else if 2 * off <= under {
                Status::Rounded
            } else if units == cut {
                Status::Truncated
            } else {
                Status::Differs
            }
        };
        prop_assert_eq!(is_exact, expected(cut) == Status::Exact);
        for units in [nearest, cut, nearest + 1, nearest - 1, cut + 1, cut - 1] {
            // A zero has no sign.
            if units != 0 || over >= 0 {
                prop_assert_eq!(status(&text(units), over, under), expected(units), "{} for {}/{}", text(units), over, under);
            }
        }
    }

    /// A figure called right is right: the exact number lies within half a unit of the printed one.
    #[test]
    fn nothing_called_right_is_wrong((text, reader, _) in any_text(), over in 1i64..1000, under in 1i64..1000) {
        let figure = reader.read(&text).unwrap().remove(0);
        let number = ratio(over.min(under), under);
        let verdict = judge(&figure, &Quantity::Exact(number.clone())).unwrap();
        if let (true, Sense::Is | Sense::About) = (verdict.status.holds(), figure.sense) {
            let on_scale = figure.scale.printed(&number).unwrap();
            prop_assert!((on_scale - &figure.number).abs() * BigInt::from(2) <= figure.unit());
        }
        // The right figure at the same precision is right.
        if let Some(right) = &verdict.right {
            prop_assert!(judge(right, &Quantity::Exact(number)).unwrap().status.holds(), "{}", right.text());
        }
    }
}
