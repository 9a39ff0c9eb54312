//! Rules from text.

use std::collections::BTreeSet;
use std::str::FromStr;

use thiserror::Error;

use super::{
    BoardRules, Dalling, Die, Direction, Doubles, Rules, RulesFault, all_options, all_presets,
};

/// What is wrong with a rules string, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at byte {offset} of the rules: {message}")]
pub struct RulesError {
    /// Where, in bytes from 0.
    pub offset: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// A part of the text that knows where it stands.
#[derive(Clone, Copy)]
struct Span<'a> {
    offset: usize,
    text: &'a str,
}

impl<'a> Span<'a> {
    fn trim(self) -> Self {
        let start = self.text.trim_start();
        Self {
            offset: self.offset + self.text.len() - start.len(),
            text: start.trim_end(),
        }
    }

    /// The trimmed parts between separators.
    fn split(self, separator: char) -> impl Iterator<Item = Span<'a>> {
        let mut offset = self.offset;
        self.text.split(separator).map(move |text| {
            let part = Span { offset, text };
            offset += text.len() + separator.len_utf8();
            part.trim()
        })
    }

    fn split_once(self, separator: char) -> Option<(Span<'a>, Span<'a>)> {
        let (left, right) = self.text.split_once(separator)?;
        let left = Span {
            offset: self.offset,
            text: left,
        };
        let right = Span {
            offset: self.offset + left.text.len() + separator.len_utf8(),
            text: right,
        };
        Some((left.trim(), right.trim()))
    }

    fn error(self, message: impl Into<String>) -> RulesError {
        RulesError {
            offset: self.offset,
            message: message.into(),
        }
    }

    /// The text as shown in a message: its beginning only.
    fn shown(self) -> String {
        const LONGEST: usize = 40;
        match self.text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("`{}…`", &self.text[..end]),
            None => format!("`{}`", self.text),
        }
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Reads a preset's name and options in any order, blanks anywhere between: `daldos: count=1, extra=none`.
    /// The name may be left out where options follow.
    fn from_str(text: &str) -> Result<Self, RulesError> {
        let whole = Span { offset: 0, text }.trim();
        let options = match whole.split_once(':') {
            // A colon may also belong to a weight: then the name was left out.
            Some((name, options)) if !name.text.contains('=') => {
                check_preset(name)?;
                Some(options)
            }
            _ if whole.text.contains('=') => Some(whole),
            _ => {
                check_preset(whole)?;
                None
            }
        };
        let mut given = Given::default();
        if let Some(options) = options {
            for option in options.split(',') {
                given.read(option)?;
            }
        }
        given.build(whole)
    }
}

fn check_preset(name: Span<'_>) -> Result<(), RulesError> {
    if all_presets().iter().any(|p| p.name == name.text) {
        return Ok(());
    }
    let names: Vec<&str> = all_presets().iter().map(|p| p.name).collect();
    Err(name.error(format!(
        "there are no rules called {}: say {}, alone or with options as in `daldos:count=1,extra=none` (options: {})",
        name.shown(),
        names.join(" or "),
        option_names()
    )))
}

fn option_names() -> String {
    let names: Vec<&str> = all_options().iter().map(|o| o.name).collect();
    names.join(", ")
}

/// The options met so far, each with the place of its value.
#[derive(Default)]
struct Given<'a> {
    die: Option<(Span<'a>, Die)>,
    count: Option<(Span<'a>, u8)>,
    extra: Option<Span<'a>>,
    intermediate_capture: Option<(Span<'a>, bool)>,
    doubles: Option<(Span<'a>, Doubles)>,
    n: Option<(Span<'a>, u8)>,
    dalling: Option<(Span<'a>, Dalling)>,
    loses_at: Option<(Span<'a>, u8)>,
    direction: Option<(Span<'a>, Direction)>,
}

impl<'a> Given<'a> {
    fn read(&mut self, option: Span<'a>) -> Result<(), RulesError> {
        let Some((name, value)) = option.split_once('=') else {
            let message = format!(
                "expected an option as name=value, found {} (options: {})",
                option.shown(),
                option_names()
            );
            return Err(option.error(message));
        };
        let twice = match name.text {
            "dice" => self.die.replace((value, read_die(value)?)).is_some(),
            "count" => self.count.replace((value, read_count(value)?)).is_some(),
            "extra" => self.extra.replace(value).is_some(),
            "intermediate_capture" => {
                let yes = read_word(value, &[("no", false), ("yes", true)])?;
                self.intermediate_capture.replace((value, yes)).is_some()
            }
            "doubles" => {
                let doubles =
                    read_word(value, &[("once", Doubles::Once), ("twice", Doubles::Twice)])?;
                self.doubles.replace((value, doubles)).is_some()
            }
            "n" => self.n.replace((value, read_n(value)?)).is_some(),
            "dalling" => {
                let words = [("any", Dalling::Any), ("stern-most", Dalling::SternMost)];
                let dalling = read_word(value, &words)?;
                self.dalling.replace((value, dalling)).is_some()
            }
            "loses_at" => {
                let left = read_word(value, &[("0", 0), ("1", 1)])?;
                self.loses_at.replace((value, left)).is_some()
            }
            "direction" => {
                let words = [("stern", Direction::Stern), ("prow", Direction::Prow)];
                let direction = read_word(value, &words)?;
                self.direction.replace((value, direction)).is_some()
            }
            _ => {
                let message = format!(
                    "there is no option {}; the options are {}",
                    name.shown(),
                    option_names()
                );
                return Err(name.error(message));
            }
        };
        if twice {
            let message = format!("the option {} is given twice: give it once", name.shown());
            return Err(name.error(message));
        }
        Ok(())
    }

    fn build(self, whole: Span<'_>) -> Result<Rules, RulesError> {
        let preset = Rules::daldos();
        let place_of_die = self.die.as_ref().map(|(span, _)| *span);
        let place_of_count = self.count.as_ref().map(|(span, _)| *span);
        let die = self.die.map_or(preset.die, |(_, die)| die);
        let count = self.count.map_or(preset.count, |(_, count)| count);
        let extra = match self.extra {
            None => preset.extra,
            Some(value) => read_extra(value, &die, count)?,
        };
        let capture = self
            .intermediate_capture
            .map_or(preset.intermediate_capture, |(_, yes)| yes);
        let doubles = self.doubles.map_or(preset.doubles, |(_, doubles)| doubles);
        let place_of_board = self.loses_at.map(|(span, _)| span);
        let mut board = BoardRules::default();
        if let Some((_, n)) = self.n {
            board.n = n;
        }
        if let Some((_, dalling)) = self.dalling {
            board.dalling = dalling;
        }
        if let Some((_, loses_at)) = self.loses_at {
            board.loses_at = loses_at;
        }
        if let Some((_, direction)) = self.direction {
            board.direction = direction;
        }
        let rules = Rules::new(die, count, extra, capture, doubles);
        rules
            .and_then(|rules| rules.with_board(board))
            .map_err(|fault| {
                let place = match &fault {
                    RulesFault::Count(_) => place_of_count,
                    RulesFault::ExtraLength { .. } => self.extra.or(place_of_count),
                    RulesFault::ExtraFace { .. } => self.extra.or(place_of_die),
                    RulesFault::NoDoubles => self.doubles.map(|(span, _)| span),
                    RulesFault::Board(_) => place_of_board,
                    RulesFault::Die(_) | RulesFault::Throws { .. } => {
                        place_of_die.or(place_of_count)
                    }
                };
                place.unwrap_or(whole).error(fault.to_string())
            })
    }
}

fn read_word<T: Copy>(value: Span<'_>, words: &[(&str, T)]) -> Result<T, RulesError> {
    let found = words.iter().find(|(word, _)| *word == value.text);
    found.map(|&(_, meaning)| meaning).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        value.error(format!(
            "expected {}, found {}",
            words.join(" or "),
            value.shown()
        ))
    })
}

fn read_count(value: Span<'_>) -> Result<u8, RulesError> {
    value
        .text
        .parse()
        .ok()
        .filter(|count| (1..=super::MAX_COUNT).contains(count))
        .ok_or_else(|| {
            value.error(format!(
                "expected a number of dice from 1 to 4, found {}",
                value.shown()
            ))
        })
}

fn read_n(value: Span<'_>) -> Result<u8, RulesError> {
    let n = value.text.parse().ok();
    n.filter(|n| (1..=BoardRules::MAX_N).contains(n))
        .ok_or_else(|| {
            value.error(format!(
                "expected the number of holes of a home row, from 1 to {}, found {}",
                BoardRules::MAX_N,
                value.shown()
            ))
        })
}

fn read_face(value: Span<'_>) -> Result<u8, RulesError> {
    value
        .text
        .parse()
        .ok()
        .filter(|face| (1..=super::MAX_FACE).contains(face))
        .ok_or_else(|| {
            value.error(format!(
                "expected a face from 1 to 99, found {}",
                value.shown()
            ))
        })
}

fn read_die(value: Span<'_>) -> Result<Die, RulesError> {
    let mut faces = Vec::new();
    if value.text.contains([':', '|']) {
        for part in value.split('|') {
            let (face, weight) = match part.split_once(':') {
                None => (read_face(part)?, 1),
                Some((face, weight)) => {
                    let number = weight.text.parse().ok().filter(|&w: &u32| w > 0);
                    let number = number.ok_or_else(|| {
                        let found = weight.shown();
                        weight.error(format!("expected a weight of at least 1, found {found}"))
                    })?;
                    (read_face(face)?, number)
                }
            };
            faces.push((face, weight));
        }
    } else {
        for (at, digit) in value.text.char_indices() {
            let face = digit.to_digit(10).filter(|&d| d > 0).ok_or_else(|| RulesError {
                offset: value.offset + at,
                message: format!(
                    "expected the faces of a die, as digits from 1 to 9 (1234) or as face:weight joined by | (1:4|2:6|10:1), found `{digit}`"
                ),
            })?;
            faces.push((face as u8, 1));
        }
    }
    Die::new(faces).map_err(|fault| value.error(fault.to_string()))
}

fn read_extra(value: Span<'_>, die: &Die, count: u8) -> Result<BTreeSet<Vec<u8>>, RulesError> {
    let mut throws = BTreeSet::new();
    if value.text == "none" {
        return Ok(throws);
    }
    for part in value.split('|') {
        match part.text {
            "doubles" if count == 1 => return Err(part.error(RulesFault::NoDoubles.to_string())),
            "doubles" => {
                for &(face, _) in die.faces() {
                    throws.insert(vec![face; usize::from(count)]);
                }
            }
            "dal-dal" => {
                throws.insert(vec![1, 1]);
            }
            _ => {
                let throw: Result<Vec<u8>, RulesError> = part.split('+').map(read_face).collect();
                let mut throw = throw.map_err(|error| RulesError {
                    offset: error.offset,
                    message: format!(
                        "{}; extra takes throws like 1+1 joined by |, doubles, dal-dal or none",
                        error.message
                    ),
                })?;
                throw.sort_unstable();
                throws.insert(throw);
            }
        }
    }
    Ok(throws)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn order_and_blanks_do_not_matter() {
        let same = [
            "daldos:dice=123456,extra=none,doubles=twice,intermediate_capture=yes",
            "  daldos : doubles = twice , intermediate_capture=yes,extra= none,dice = 1:1 | 2:1|3|4|6|5 ",
            "extra=none,doubles=twice,intermediate_capture=yes,dice=123456,count=2",
            "dice=1:3|2:3|3:3|4:3|5:3|6:3,extra=none,doubles=twice,intermediate_capture=yes",
        ];
        for text in same {
            let rules: Rules = text.parse().unwrap();
            let canonical = "daldos:dice=123456,extra=none,intermediate_capture=yes,doubles=twice";
            assert_eq!(rules.to_string(), canonical);
        }
        let tab: Rules = "daldos:count=1,extra=6|4|1,dice=1:4|2:6|3:4|4:1|6:1"
            .parse()
            .unwrap();
        assert_eq!(
            tab.to_string(),
            "daldos:dice=1:4|2:6|3:4|4:1|6:1,count=1,extra=1|4|6"
        );
        let doubles: Rules = "extra=doubles".parse().unwrap();
        assert_eq!(doubles.to_string(), "daldos:extra=1+1|2+2|3+3|4+4");
        assert_eq!("daldos:extra=dal-dal".parse(), Ok(Rules::daldos()));
    }

    #[test]
    fn options_of_the_full_game_come_last() {
        let text = "daldos:direction=prow,loses_at=1,dalling=stern-most,n=12,count=1,extra=none";
        let rules: Rules = text.parse().unwrap();
        let canonical =
            "daldos:count=1,extra=none,n=12,dalling=stern-most,loses_at=1,direction=prow";
        assert_eq!(rules.to_string(), canonical);
        assert_eq!(canonical.parse(), Ok(rules));
    }

    #[test]
    fn faults_are_located() {
        let cases = [
            ("", 0, "daldos"),
            ("sig", 0, "no rules called `sig`"),
            ("tab:dice=12", 0, "no rules called `tab`"),
            ("daldos:", 7, "name=value"),
            ("daldos:dice=1234,", 17, "name=value"),
            (
                "daldos:m=16",
                7,
                "the options are dice, count, extra, intermediate_capture, doubles, n, dalling, loses_at, direction",
            ),
            ("daldos:n=22", 9, "1 to 21"),
            ("daldos:dalling=all", 15, "any or stern-most"),
            ("daldos:n=1,loses_at=1", 20, "from the start"),
            ("daldos:loses_at=2", 16, "0 or 1"),
            ("daldos:direction=bow", 17, "stern or prow"),
            ("daldos:dice=12x4", 14, "found `x`"),
            ("daldos:dice=", 12, "no face"),
            ("daldos:dice=1:0", 14, "weight"),
            ("daldos:dice=1:4|100:1", 16, "1 to 99"),
            ("daldos:dice=1:999999|2:999999", 12, "1000000"),
            ("daldos:count=0", 13, "1 to 4"),
            ("daldos:count=2,count=2", 15, "twice"),
            ("daldos:count=1", 13, "extra=none"),
            ("daldos:dice=234", 12, "no die shows 1"),
            ("daldos:extra=1+5", 13, "no die shows 5"),
            ("daldos:extra=1+1|", 17, "found ``"),
            ("daldos:count=1,extra=doubles", 21, "count=2"),
            ("daldos:count=1,extra=none,doubles=twice", 34, "count=2"),
            ("daldos:intermediate_capture=maybe", 28, "no or yes"),
        ];
        for (text, offset, message) in cases {
            let error = text.parse::<Rules>().unwrap_err();
            assert_eq!(error.offset, offset, "{text}: {error}");
            assert!(error.message.contains(message), "{text}: {error}");
        }
        let many: Vec<String> = (1..=99).map(|f| format!("{f}:1")).collect();
        let text = format!("daldos:count=4,extra=none,dice={}", many.join("|"));
        let error = text.parse::<Rules>().unwrap_err();
        assert!(error.message.contains("different throws"), "{error}");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(daldos)?[:]?[a-z_=,|+:0-9 ø]{0,30}") {
            if let Ok(rules) = text.parse::<Rules>() {
                prop_assert_eq!(rules.to_string().parse(), Ok(rules));
            }
        }

        #[test]
        fn text_round_trips(
            faces in proptest::collection::vec((1u8..=99, 1u32..9), 1..6),
            count in 1u8..=4,
            extra in proptest::collection::vec(proptest::collection::vec(0usize..6, 4), 0..4),
            capture in any::<bool>(),
            twice in any::<bool>(),
        ) {
            let die = Die::new(faces.iter().copied()).unwrap();
            let extra = extra.iter().map(|throw| {
                throw[..usize::from(count)].iter().map(|&i| faces[i % faces.len()].0).collect::<Vec<u8>>()
            });
            let doubles = if twice && count > 1 { Doubles::Twice } else { Doubles::Once };
            let rules = Rules::new(die, count, extra, capture, doubles).unwrap();
            prop_assert_eq!(rules.to_string().parse(), Ok(rules));
        }
    }
}
