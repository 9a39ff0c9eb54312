//! The rules as data: every point on which the descriptions differ or are silent is an option.

mod presets;
mod text;

pub use presets::{OPTIONS, OptionInfo, PRESETS, Preset};
pub use text::RulesError;

use super::Side;
use crate::board::Board;

/// How the stones come onto the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Placing {
    /// In turn two stones each.
    Two,
    /// In turn one stone each.
    One,
    /// Two each, the first player's first two at the left and right ends of the central lines, the
    /// second player's at the top and bottom ends.
    Cross,
}

/// Who makes the first move when all stones are placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum First {
    /// The player who began placing.
    Began,
    /// The player who placed the last stone.
    Last,
}

/// The lines along which stones move or take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lines {
    /// Ranks and files.
    Four,
    /// Ranks, files and diagonals.
    Eight,
}

/// How many stones are taken on one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Run {
    /// The single enemy stone between the cell entered and an own stone just beyond it.
    One,
    /// The whole unbroken run of enemy stones between the cell entered and the nearest own stone.
    Any,
}

/// Whether a stone on the centre cell can be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Centre {
    /// It can.
    Open,
    /// It cannot; a run it stands in is taken without it.
    Safe,
}

/// What a player who has taken something may or must do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Continuation {
    /// The turn is over.
    Ends,
    /// He must go on taking with any of his stones as long as he can.
    Any,
    /// He must go on taking with the same stone as long as it can.
    Same,
    /// He may move any stone, taking or not, or pass.
    Free,
}

/// How many captures one turn may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InARow {
    /// Any number.
    Unlimited,
    /// At most two.
    Two,
}

/// What becomes of a player who has stones but no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Blocked {
    /// He passes: the opponent makes an extra move, whichever he likes.
    Passes,
    /// He passes, and the opponent's extra move must open him a way: a move after which he has one
    /// himself, or that ends the game, if there is any.
    Opens,
    /// He has lost.
    Loses,
}

/// How a game that has gone too long without a capture is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoCaptureEnd {
    /// The player with more stones has won; equal numbers are a draw.
    Count,
    /// It is a draw.
    Draw,
}

/// A complete set of rules.
///
/// Written `sidja:west-africa,size=7`: a preset, then the options in which the rules differ from
/// it. [`OPTIONS`] lists the options, [`PRESETS`] the presets.
///
/// # Examples
/// ```
/// use siga::games::sidja::Rules;
/// let rules: Rules = "sidja:west-africa,size=7".parse()?;
/// assert_eq!(rules.to_string(), "sidja:west-africa,size=7");
/// assert_eq!(rules.stones(), 24);
/// let error = "sidja:sudan,size=6".parse::<Rules>().unwrap_err();
/// assert!(error.to_string().contains("odd"));
/// # Ok::<(), siga::games::sidja::rules::RulesError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    size: u8,
    /// How the stones come onto the board.
    pub placing: Placing,
    /// Who makes the first move.
    pub first: First,
    /// The lines along which a stone moves one cell.
    pub steps: Lines,
    /// The lines along which stones are taken.
    pub capture_lines: Lines,
    /// How many stones are taken on one line.
    pub capture_run: Run,
    /// Whether a stone in the centre can be taken.
    pub centre: Centre,
    /// What follows a capture.
    pub continuation: Continuation,
    /// How many captures one turn may hold.
    pub in_a_row: InARow,
    /// What becomes of a blocked player.
    pub blocked: Blocked,
    /// A player with this many stones or fewer has lost: 0 or 1.
    lost_with: u8,
    /// After this many moves without a capture, both players' counted together, the game ends.
    pub no_capture: Option<u16>,
    /// How it is then judged.
    pub no_capture_end: NoCaptureEnd,
}

impl Rules {
    /// The game of Sudan.
    pub const SUDAN: Rules = Rules {
        size: 5,
        placing: Placing::Two,
        first: First::Began,
        steps: Lines::Eight,
        capture_lines: Lines::Eight,
        capture_run: Run::One,
        centre: Centre::Open,
        continuation: Continuation::Any,
        in_a_row: InARow::Unlimited,
        blocked: Blocked::Passes,
        lost_with: 1,
        no_capture: None,
        no_capture_end: NoCaptureEnd::Count,
    };

    /// The game of West Africa.
    pub const WEST_AFRICA: Rules = Rules {
        steps: Lines::Four,
        continuation: Continuation::Free,
        lost_with: 0,
        no_capture: Some(10),
        ..Rules::SUDAN
    };

    /// Siga of Egypt.
    pub const EGYPT: Rules = Rules {
        first: First::Last,
        steps: Lines::Four,
        capture_lines: Lines::Four,
        centre: Centre::Safe,
        continuation: Continuation::Same,
        blocked: Blocked::Opens,
        lost_with: 0,
        no_capture: Some(20),
        ..Rules::SUDAN
    };

    /// The number of cells on a side: odd, 3 to 11.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The same rules on a board of another size.
    ///
    /// # Errors
    /// If the size is not odd or not 3 to 11.
    pub fn with_size(self, size: u8) -> Result<Rules, RulesError> {
        if size % 2 == 1 && (3..=Board::MAX_SIZE).contains(&size) {
            Ok(Rules { size, ..self })
        } else {
            Err(RulesError::Value {
                option: "size",
                value: size.to_string(),
                allowed: SIZES,
            })
        }
    }

    /// A player with this many stones or fewer has lost: 0 or 1.
    pub const fn lost_with(&self) -> u8 {
        self.lost_with
    }

    /// The board.
    pub fn board(&self) -> Board {
        Board::new(usize::from(self.size)).expect("the size is 3 to 11")
    }

    /// The number of stones each player has: half the cells but the centre.
    pub const fn stones(&self) -> u8 {
        (self.size * self.size - 1) / 2
    }

    /// The side that makes the first move when all stones are placed.
    ///
    /// The placing ends with a stone of `o`, so "who placed last" is `o`.
    pub const fn first_mover(&self) -> Side {
        match self.first {
            First::Began => Side::X,
            First::Last => Side::O,
        }
    }

    /// The value of an option as text, or `None` if there is no such option.
    pub fn get(&self, option: &str) -> Option<String> {
        if option == "size" {
            return Some(self.size.to_string());
        }
        if option == "no_capture" {
            return Some(match self.no_capture {
                None => "none".to_owned(),
                Some(limit) => limit.to_string(),
            });
        }
        let text = match option {
            "placing" => match self.placing {
                Placing::Two => "two",
                Placing::One => "one",
                Placing::Cross => "cross",
            },
            "first" => match self.first {
                First::Began => "began",
                First::Last => "last",
            },
            "steps" => lines_text(self.steps),
            "capture_lines" => lines_text(self.capture_lines),
            "capture_run" => match self.capture_run {
                Run::One => "one",
                Run::Any => "any",
            },
            "centre" => match self.centre {
                Centre::Open => "open",
                Centre::Safe => "safe",
            },
            "continuation" => match self.continuation {
                Continuation::Ends => "none",
                Continuation::Any => "any",
                Continuation::Same => "same",
                Continuation::Free => "free",
            },
            "in_a_row" => match self.in_a_row {
                InARow::Unlimited => "unlimited",
                InARow::Two => "2",
            },
            "blocked" => match self.blocked {
                Blocked::Passes => "passes",
                Blocked::Opens => "opens",
                Blocked::Loses => "loses",
            },
            "lost_with" => match self.lost_with {
                0 => "0",
                _ => "1",
            },
            "no_capture_end" => match self.no_capture_end {
                NoCaptureEnd::Count => "count",
                NoCaptureEnd::Draw => "draw",
            },
            _ => return None,
        };
        Some(text.to_owned())
    }

    /// Sets one option from text.
    ///
    /// # Errors
    /// If there is no such option or it has no such value.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), RulesError> {
        let Some(known) = OPTIONS.iter().find(|known| known.name == option) else {
            return Err(RulesError::Option {
                option: option.to_owned(),
            });
        };
        let wrong = || RulesError::Value {
            option: known.name,
            value: value.to_owned(),
            allowed: known.values,
        };
        match (option, value) {
            ("size", _) => *self = self.with_size(value.parse().map_err(|_| wrong())?)?,
            ("placing", "two") => self.placing = Placing::Two,
            ("placing", "one") => self.placing = Placing::One,
            ("placing", "cross") => self.placing = Placing::Cross,
            ("first", "began") => self.first = First::Began,
            ("first", "last") => self.first = First::Last,
            ("steps", _) => self.steps = lines_value(value).ok_or_else(wrong)?,
            ("capture_lines", _) => self.capture_lines = lines_value(value).ok_or_else(wrong)?,
            ("capture_run", "one") => self.capture_run = Run::One,
            ("capture_run", "any") => self.capture_run = Run::Any,
            ("centre", "open") => self.centre = Centre::Open,
            ("centre", "safe") => self.centre = Centre::Safe,
            ("continuation", "none") => self.continuation = Continuation::Ends,
            ("continuation", "any") => self.continuation = Continuation::Any,
            ("continuation", "same") => self.continuation = Continuation::Same,
            ("continuation", "free") => self.continuation = Continuation::Free,
            ("in_a_row", "unlimited") => self.in_a_row = InARow::Unlimited,
            ("in_a_row", "2") => self.in_a_row = InARow::Two,
            ("blocked", "passes") => self.blocked = Blocked::Passes,
            ("blocked", "opens") => self.blocked = Blocked::Opens,
            ("blocked", "loses") => self.blocked = Blocked::Loses,
            ("lost_with", "0") => self.lost_with = 0,
            ("lost_with", "1") => self.lost_with = 1,
            ("no_capture", "none") => self.no_capture = None,
            ("no_capture", _) => {
                let limit: u16 = value.parse().map_err(|_| wrong())?;
                if limit == 0 || limit > NO_CAPTURE_MOST || value.starts_with(['+', '0']) {
                    return Err(wrong());
                }
                self.no_capture = Some(limit);
            }
            ("no_capture_end", "count") => self.no_capture_end = NoCaptureEnd::Count,
            ("no_capture_end", "draw") => self.no_capture_end = NoCaptureEnd::Draw,
            _ => return Err(wrong()),
        }
        Ok(())
    }
}

/// The largest limit of moves without a capture.
const NO_CAPTURE_MOST: u16 = 1000;
/// The sizes in words.
const SIZES: &str = "an odd number 3 to 11";

fn lines_text(lines: Lines) -> &'static str {
    match lines {
        Lines::Four => "4",
        Lines::Eight => "8",
    }
}

fn lines_value(text: &str) -> Option<Lines> {
    match text {
        "4" => Some(Lines::Four),
        "8" => Some(Lines::Eight),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_round_trip() {
        for preset in PRESETS {
            assert_eq!(preset.rules.to_string(), format!("sidja:{}", preset.name));
            assert_eq!(preset.name.parse::<Rules>().unwrap(), preset.rules);
        }
    }

    #[test]
    fn every_option_round_trips() {
        let values = [
            ("size", &["3", "7", "9", "11"][..]),
            ("placing", &["two", "one", "cross"]),
            ("first", &["began", "last"]),
            ("steps", &["4", "8"]),
            ("capture_lines", &["4", "8"]),
            ("capture_run", &["one", "any"]),
            ("centre", &["open", "safe"]),
            ("continuation", &["none", "any", "same", "free"]),
            ("in_a_row", &["unlimited", "2"]),
            ("blocked", &["passes", "opens", "loses"]),
            ("lost_with", &["0", "1"]),
            ("no_capture", &["none", "1", "1000"]),
            ("no_capture_end", &["count", "draw"]),
        ];
        assert_eq!(
            values.map(|(name, _)| name),
            OPTIONS.map(|option| option.name)
        );
        for preset in PRESETS {
            for (name, all) in values {
                for value in all {
                    let text = format!("sidja:{},{name}={value}", preset.name);
                    let rules: Rules = text.parse().unwrap();
                    assert_eq!(rules.get(name).as_deref(), Some(*value));
                    assert_eq!(rules.to_string().parse::<Rules>().unwrap(), rules, "{text}");
                }
            }
        }
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let wrong = |text: &str| text.parse::<Rules>().unwrap_err().to_string();
        assert!(wrong("teeko:sudan").contains("`sidja:`"));
        assert!(wrong("sidja:nubia").contains("`sudan`, `west-africa`, `egypt`"));
        assert!(wrong("sudan,speed=3").contains("`capture_run`"));
        assert!(wrong("sudan,steps=5").contains("`4` or `8`"));
        assert!(wrong("sudan,size=4").contains("odd"));
        assert!(wrong("sudan,size=13").contains("odd"));
        assert!(wrong("sudan,size").contains("option=value"));
        assert!(wrong("sudan,size=5,size=7").contains("twice"));
        assert!(wrong("sudan,no_capture=0").contains("1 to 1000"));
    }
}
