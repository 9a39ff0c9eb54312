//! The options; `rulebook.txt` says what they mean.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::{
    BoardRules, Dalling, Die, Direction, Doubles, IntermediateCapture, MAX_COUNT, MAX_EXTRA_THROWS,
    MAX_FACE, NO_DOUBLES, Rules,
};
use crate::rules::{
    Conflict, Options, Refused, RuleOption, Rulebook, TextPart, Values, choice, number,
    plain_number,
};

fn read_face(part: TextPart) -> Result<u8, Refused> {
    let message = || {
        format!(
            "expected a face from 1 to {MAX_FACE}, or 0 for a blank one, found `{}`",
            part.shown()
        )
    };
    let face = plain_number(part.text).filter(|face| *face <= MAX_FACE);
    face.ok_or_else(|| part.refused(message()))
}

fn set_dice(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    let whole = TextPart::whole(text);
    let faces = match text.contains([':', '|']) {
        true => whole
            .split('|')
            .map(read_weighted)
            .collect::<Result<_, _>>()?,
        false => digits(text)?,
    };
    rules.die = Die::new(faces).map_err(|fault| whole.refused(fault))?;
    Ok(())
}

/// A face and its weight, which is 1 if none is given.
fn read_weighted(part: TextPart) -> Result<(u8, u32), Refused> {
    let Some((face, weight)) = part.split_once(':') else {
        return Ok((read_face(part)?, 1));
    };
    let number = weight.text.parse().ok().filter(|&weight: &u32| weight > 0);
    let message = || {
        format!(
            "expected a weight of at least 1, found `{}`",
            weight.shown()
        )
    };
    let number = number.ok_or_else(|| weight.refused(message()))?;
    Ok((read_face(face)?, number))
}

/// Faces written as digits, each of weight 1.
fn digits(text: &str) -> Result<Vec<(u8, u32)>, Refused> {
    let one = |(at, digit): (usize, char)| {
        let face = digit.to_digit(10);
        let refused = || Refused::Part {
            at: at..at + digit.len_utf8(),
            message: format!(
                "expected the faces of a die, as digits (1234; 0 for a blank face) or as face:weight joined by | \
                 (1:4|2:6|10:1), found `{digit}`"
            ),
        };
        face.map(|face| (face as u8, 1)).ok_or_else(refused)
    };
    text.char_indices().map(one).collect()
}

fn extra(rules: &Rules) -> String {
    match rules.extra.is_empty() {
        true => "none".to_owned(),
        false => itertools::join(rules.extra().map(super::throw_text), "|"),
    }
}

/// Dice and their number are set before.
fn set_extra(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    let mut throws = BTreeSet::new();
    for part in TextPart::whole(text).split('|') {
        match part.text {
            "none" if part.text == text => {}
            "doubles" if rules.count == 1 => return Err(part.refused(NO_DOUBLES.to_owned())),
            "doubles" => {
                let faces = rules.die.faces().iter();
                throws.extend(faces.map(|&(face, _)| vec![face; usize::from(rules.count)]));
            }
            "dal-dal" => {
                throws.insert(vec![1, 1]);
            }
            _ => {
                throws.insert(read_throw(part)?);
            }
        }
    }
    rules.extra = throws;
    Ok(())
}

fn read_throw(part: TextPart) -> Result<Vec<u8>, Refused> {
    let throw: Result<Vec<u8>, Refused> = part.split('+').map(read_face).collect();
    let sorted = throw.map(|mut faces| {
        faces.sort_unstable();
        faces
    });
    sorted.map_err(|refused| match refused {
        Refused::Part { at, message } => Refused::Part {
            at,
            message: format!(
                "{message}; extra takes throws like 1+1 joined by |, doubles, dal-dal or none"
            ),
        },
        refused => refused,
    })
}

const OPTIONS: &[RuleOption<Rules>] = &[
    RuleOption {
        name: "dice",
        values: Values::Text(
            "digits, one a face (1234), or face:weight joined by | (1:4|2:6|3:4|4:1)",
            &["1234", "123456"],
        ),
        get: |rules| rules.die.to_string(),
        set: set_dice,
    },
    number!("count", count: |n| (1..=MAX_COUNT).contains(n), "1 to 4", &["1", "2", "3"]),
    RuleOption {
        name: "extra",
        values: Values::Text(
            "throws joined by | (1+1|4+4), doubles, dal-dal (the same as 1+1), or none",
            &["none", "1+1", "doubles", "1+1|4+4", "4+4"],
        ),
        get: extra,
        set: set_extra,
    },
    number!(
        "extra_throws",
        extra_throws or "any": |n| *n <= MAX_EXTRA_THROWS,
        "any, or 0 to 20; in the full game any or 0",
        &["any", "0", "1", "2", "3"]
    ),
    choice!("intermediate_capture", intermediate_capture: IntermediateCapture),
    choice!("doubles", doubles: Doubles),
    number!("n", board.n: |n| (1..=BoardRules::MAX_N).contains(n), "1 to 21", &["12", "16"]),
    number!(
        "middle",
        board.middle or "longer": |n| (1..=BoardRules::MAX_HOLES - 2).contains(n),
        "longer (by one hole than the home rows), or the number of holes; at most 64 in all three rows",
        &["longer", "12", "16"]
    ),
    choice!("dalling", board.dalling: Dalling),
    number!("loses_at", board.loses_at: |n| *n <= 1, "0 or 1", &["0", "1"]),
    choice!("direction", board.direction: Direction),
];

impl Options for Rules {
    const GAME: &'static str = "daldos";

    fn rulebook() -> &'static Rulebook<Rules> {
        static BOOK: LazyLock<Rulebook<Rules>> =
            LazyLock::new(|| Rulebook::read(include_str!("rulebook.txt")));
        &BOOK
    }

    fn usual() -> Rules {
        Rules::daldos()
    }

    fn options() -> &'static [RuleOption<Rules>] {
        OPTIONS
    }

    fn coherent(self) -> Result<Rules, Conflict> {
        self.checked()
    }
}
