//! The options and the preset with their sources.

use std::collections::BTreeSet;

use super::{
    BoardRules, Dalling, Die, Direction, Doubles, IntermediateCapture, MAX_COUNT, MAX_EXTRA_THROWS,
    MAX_FACE, NO_DOUBLES, Rules,
};
use crate::rules::{Conflict, Options, Preset, Refused, RuleOption, TextPart, Values, choice};

/// A number within limits.
fn number(part: TextPart, least: u8, most: u8) -> Option<u8> {
    let number = part.text.parse().ok();
    number.filter(|number| (least..=most).contains(number))
}

fn read_face(part: TextPart) -> Result<u8, Refused> {
    let message = || {
        format!(
            "expected a face from 1 to {MAX_FACE}, or 0 for a blank one, found `{}`",
            part.shown()
        )
    };
    number(part, 0, MAX_FACE).ok_or_else(|| part.refused(message()))
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

fn set_count(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    let count = number(TextPart::whole(text), 1, MAX_COUNT);
    rules.count = count.ok_or(Refused::NotOne)?;
    Ok(())
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

fn extra_throws(rules: &Rules) -> String {
    (rules.extra_throws).map_or_else(|| "any".to_owned(), |limit| limit.to_string())
}

fn set_extra_throws(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    rules.extra_throws = match text {
        "any" => None,
        text => Some(number(TextPart::whole(text), 0, MAX_EXTRA_THROWS).ok_or(Refused::NotOne)?),
    };
    Ok(())
}

fn set_n(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    let n = number(TextPart::whole(text), 1, BoardRules::MAX_N);
    rules.board.n = n.ok_or(Refused::NotOne)?;
    Ok(())
}

fn middle(rules: &Rules) -> String {
    (rules.board.middle).map_or_else(|| "longer".to_owned(), |middle| middle.to_string())
}

fn set_middle(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    rules.board.middle = match text {
        "longer" => None,
        text => {
            let number = number(TextPart::whole(text), 1, BoardRules::MAX_HOLES - 2);
            Some(number.ok_or(Refused::NotOne)?)
        }
    };
    Ok(())
}

fn set_loses_at(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    rules.board.loses_at = match text {
        "0" => 0,
        "1" => 1,
        _ => return Err(Refused::NotOne),
    };
    Ok(())
}

const OPTIONS: &[RuleOption<Rules>] = &[
    RuleOption {
        name: "dice",
        values: Values::Text(
            "digits, one a face (1234), or face:weight joined by | (1:4|2:6|3:4|4:1)",
            &["1234", "123456"],
        ),
        meaning: "the faces of each die, from 1 to 99, 0 for a blank one, and how likely they are",
        source: "Daldøs article (Wikipedia), section Typical equipment; other dice: assumed, for relatives of the game (sáhkku has blank faces)",
        get: |rules| rules.die.to_string(),
        set: set_dice,
    },
    RuleOption {
        name: "count",
        values: Values::Text("1 to 4", &["1", "2", "3"]),
        meaning: "how many dice are thrown at once",
        source: "Daldøs article (Wikipedia), section Typical equipment; other numbers: assumed, for relatives of the game",
        get: |rules| rules.count.to_string(),
        set: set_count,
    },
    RuleOption {
        name: "extra",
        values: Values::Text(
            "throws joined by | (1+1|4+4), doubles, dal-dal (the same as 1+1), or none",
            &["none", "1+1", "doubles", "1+1|4+4", "4+4"],
        ),
        meaning: "which throws earn another throw, after their numbers have been played",
        source: "Daldøs article (Wikipedia), section Rules; other throws: assumed, for relatives of the game",
        get: extra,
        set: set_extra,
    },
    RuleOption {
        name: "extra_throws",
        values: Values::Text(
            "any, or 0 to 20; in the full game any or 0",
            &["any", "0", "1", "2", "3"],
        ),
        meaning: "how many further throws a turn has at most",
        source: "assumed: the Daldøs article (Wikipedia) sets no limit; published tables may stop after one or two",
        get: extra_throws,
        set: set_extra_throws,
    },
    choice!(
        "intermediate_capture",
        intermediate_capture: IntermediateCapture,
        "whether a piece moved by several numbers takes at every hole it stops at, in the order the player likes best; at those in the enemy's row; or only at the last",
        "Daldøs article (Wikipedia), section Variations; enemy-row: Østergaard and Gaston 2001, Næsheim 2001, as Ludii reports them",
    ),
    choice!(
        "doubles",
        doubles: Doubles,
        "whether the numbers are played twice over when two or more dice all show the same",
        "assumed; twice is the rule of backgammon, for comparison",
    ),
    RuleOption {
        name: "n",
        values: Values::Text("1 to 21", &["12", "16"]),
        meaning: "holes of each home row, and pieces of each player (full games only, as all that follow)",
        source: "Daldøs article (Wikipedia), sections Typical equipment and Variations: 16 in Denmark, 12 in Norway (daldøsa)",
        get: |rules| rules.board.n.to_string(),
        set: set_n,
    },
    RuleOption {
        name: "middle",
        values: Values::Text(
            "longer (by one hole than the home rows), or the number of holes; at most 64 in all three rows",
            &["longer", "12", "16"],
        ),
        meaning: "holes of the middle row",
        source: "Daldøs article (Wikipedia), section Typical equipment; 12 with n=12: Næsheim 2001, as Ludii reports him; others assumed",
        get: middle,
        set: set_middle,
    },
    choice!(
        "dalling",
        board.dalling: Dalling,
        "which undalled piece a dal may release: any, or only the one that leaves the home row first",
        "Daldøs article (Wikipedia), sections Rules and Variations",
    ),
    RuleOption {
        name: "loses_at",
        values: Values::Text("0 or 1", &["0", "1"]),
        meaning: "with how many pieces left a player has lost",
        source: "Daldøs article (Wikipedia), sections Rules and Variations",
        get: |rules| rules.board.loses_at.to_string(),
        set: set_loses_at,
    },
    choice!(
        "direction",
        board.direction: Direction,
        "the end at which pieces leave their home row; the middle row is then walked away from it",
        "Daldøs article (Wikipedia), sections Rules and Variations",
    ),
];

impl Options for Rules {
    const GAME: &'static str = "daldos";
    const EXAMPLE: &'static str = "daldos:intermediate_capture=yes";
    const HOW_TO_PLAY: &'static str = include_str!("how_to_play.txt");

    fn presets() -> &'static [Preset<fn() -> Rules>] {
        const PRESETS: &[Preset<fn() -> Rules>] = &[Preset {
            name: "daldos",
            rules: Rules::daldos,
            meaning: "daldøs: two long dice of 1 to 4, dal-dal earns another throw",
            source: "Daldøs article (Wikipedia), sections Typical equipment and Rules",
            assumed: &[],
        }];
        PRESETS
    }

    fn options() -> &'static [RuleOption<Rules>] {
        OPTIONS
    }

    fn coherent(self) -> Result<Rules, Conflict> {
        self.checked()
    }
}
