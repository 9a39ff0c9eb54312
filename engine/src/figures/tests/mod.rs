//! Figures written in every notation and read back; verdicts against their definitions.

mod notation;
mod verdict;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};
use proptest::prelude::*;

use super::*;
use crate::exact::{Quantity, parse_fraction};

fn ratio(over: i64, under: i64) -> BigRational {
    BigRational::new(over.into(), under.into())
}

fn read(text: &str) -> Vec<Figure> {
    let read = Reader::default().read(text);
    read.unwrap_or_else(|error| panic!("{error}"))
}

/// A figure in any notation, with the reader for it.
fn any_figure() -> impl Strategy<Value = (Figure, Reader)> {
    let scale = prop_oneof![
        Just((Scale::One, "")),
        Just((Scale::Percent, " %")),
        Just((Scale::Percent, "%")),
        Just((Scale::Percent, " per cent")),
        Just((Scale::PerMille, "‰")),
        Just((Scale::OneIn, "")),
        Just((Scale::OddsFor, " on")),
        Just((Scale::OddsAgainst, " against")),
    ];
    let sense = prop_oneof![
        Just((Sense::Is, "")),
        Just((Sense::About, "≈ ")),
        Just((Sense::About, "ca. ")),
        Just((Sense::Less, "<")),
        Just((Sense::AtLeast, "≥ ")),
    ];
    let digits = (0u64..=2_000_000_000, 1u64..=5000, 0u32..=9, 0u8..=3);
    let looks = (
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        0u8..=4,
        any::<bool>(),
    );
    (scale, sense, digits, looks).prop_map(
        |(
            (scale, after),
            (sense, before),
            (units, under, places, form),
            (comma, dot, bare, group, negative),
        )| {
            let odds = matches!(scale, Scale::OddsFor | Scale::OddsAgainst);
            let inverse = odds || scale == Scale::OneIn;
            let units = if inverse { units + 1 } else { units };
            let decimal = if dot {
                '·'
            } else if comma {
                ','
            } else {
                '.'
            };
            let group = match group {
                0 => Some(if comma { '.' } else { ',' }),
                1 => Some('\u{202f}'),
                2 => Some('’'),
                3 => Some(' '),
                _ => None,
            };
            let (under, power) = (BigInt::from(under), BigInt::from(10).pow(places));
            let (form, number) = if odds {
                let second = if places > 0 { under } else { under + 1 };
                let number = BigRational::new(units.into(), power * &second);
                (
                    Form::Ratio {
                        second,
                        places,
                        flipped: bare && places > 0,
                    },
                    number,
                )
            } else if form == 0 && !inverse {
                let number = BigRational::new(units.into(), under.clone());
                (
                    Form::Fraction {
                        denominator: under,
                        mixed: bare,
                    },
                    number,
                )
            } else if form == 1 && !inverse && places > 0 {
                let exponent = Some(-i32::try_from(places).unwrap_or(0));
                let number = BigRational::new(units.into(), &power * &power);
                (Form::Decimal { places, exponent }, number)
            } else if places == 0 {
                (Form::Whole, BigRational::from_integer(units.into()))
            } else {
                (
                    Form::Decimal {
                        places,
                        exponent: None,
                    },
                    BigRational::new(units.into(), power),
                )
            };
            let flipped = matches!(form, Form::Ratio { flipped: true, .. });
            let after = match after {
                " on" if flipped => " against",
                " against" if flipped => " on",
                after => after,
            };
            let style = Style {
                decimal,
                bare,
                group,
                before: before.to_owned(),
                after: after.to_owned(),
            };
            let number = if negative && !inverse {
                -number
            } else {
                number
            };
            let reader = Reader {
                decimal: if comma {
                    Decimal::Comma
                } else {
                    Decimal::Point
                },
                ..Reader::default()
            };
            (
                Figure {
                    sense,
                    number,
                    scale,
                    form,
                    style,
                },
                reader,
            )
        },
    )
}
