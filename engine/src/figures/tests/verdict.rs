//! The verdicts on figures.

use super::*;

/// The verdict on a figure, the number being a fraction.
fn status(text: &str, over: i64, under: i64) -> Status {
    let number = Quantity::Exact(ratio(over, under));
    judge(&read(text)[0], &number).unwrap().status
}

/// A number, or the two bounds of one.
fn number(text: &str) -> Quantity {
    let (low, high) = text.split_once(" … ").unwrap_or((text, text));
    let [low, high] = [low, high].map(|end| parse_fraction(end).unwrap());
    Quantity::between(low, high)
}

#[test]
fn the_printed_precision_decides() {
    for [text, of, status] in rows(include_str!("../../../../fixtures/figures/verdicts.txt")) {
        let verdict = judge(&read(text)[0], &number(of)).unwrap();
        assert_eq!(format!("{:?}", verdict.status), status, "{text} for {of}");
    }
}

#[test]
fn the_right_figure_and_the_error_are_at_the_printed_precision() {
    for [text, of, right, error] in rows(include_str!("../../../../fixtures/figures/right.txt")) {
        let verdict = judge(&read(text)[0], &number(of)).unwrap();
        let said = verdict.right.map(|right| right.text());
        assert_eq!(said.as_deref(), Some(right), "{text}");
        assert_eq!(verdict.error, Some(number(error)), "{text}");
    }
    let never = Quantity::Exact(BigRational::zero());
    let verdict = judge(&read("1 in 9")[0], &never).unwrap();
    assert_eq!((verdict.status, verdict.right), (Status::Differs, None));
}

#[test]
fn of_two_readings_the_right_one_is_taken_and_the_other_said() {
    let judged = judge_readings(&read("1,234"), &Quantity::Exact(ratio(617, 500))).unwrap();
    assert_eq!(judged.status, Status::Exact);
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
