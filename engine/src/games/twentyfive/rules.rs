//! The rules as data: the game as published, and options for smaller and related games.

use super::History;
use crate::board::Board;
use crate::games::alignment::{Model, Ruleset, goals};
use crate::rules::{
    Conflict, Options, Preset, Refused, RuleOption, Values, Word, choice, rules_text,
};
use crate::solve::retro::{Solution, SolveError, Value};

/// Which patterns win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Goals {
    /// Rows.
    #[default]
    Rows,
    /// Rows, and four pieces that form a square of 2×2.
    SquaresToo,
}

/// A complete set of rules.
///
/// Written `5x5:size=5,men=5,row=4,goals=rows,jumps=yes`; [`Options`] lists the options. A
/// player can repeat moves without end, which counts as a draw: the rule that three times the same
/// move loses depends on the history and is no part of this.
///
/// # Examples
/// ```
/// use siga::games::twentyfive::Rules;
/// let rules: Rules = "5x5:jumps=no".parse()?;
/// assert_eq!(rules.to_string(), "5x5:size=5,men=5,row=4,goals=rows,jumps=no");
/// let error = "5x5:size=3".parse::<Rules>().unwrap_err();
/// assert!(error.to_string().contains("row=3"));
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    size: u8,
    men: u8,
    row: u8,
    /// Which patterns win.
    pub goals: Goals,
    /// Whether a piece may jump over one adjacent piece.
    pub jumps: bool,
}

impl Rules {
    /// The game as published.
    pub const STANDARD: Rules = Rules {
        size: 5,
        men: 5,
        row: 4,
        goals: Goals::Rows,
        jumps: true,
    };

    /// The same rules on a board of another size, with as many men and as long a row as fit there.
    ///
    /// # Errors
    /// If the board is not of 3 to 5 cells a side.
    pub(crate) fn on_board(self, size: u8) -> Result<Rules, Conflict> {
        let most = if size == 3 { 3 } else { 5 };
        self.with_sizes(size, self.men.min(most), self.row.min(size))
    }

    /// The same rules with another board, number of pieces each and length of the row.
    ///
    /// # Errors
    /// If the board is not of 3 to 5 cells a side; the row not of 3 or 4 pieces, or longer than the
    /// board; or the men not 3 to 5, fewer than the row, or more than 3 on the board of 3×3. Within these limits a player always has a turn.
    pub(crate) fn with_sizes(self, size: u8, men: u8, row: u8) -> Result<Rules, Conflict> {
        let fault = |options, message: String| Err(Conflict { options, message });
        if !(3..=5).contains(&size) {
            return fault(
                &["size"],
                format!("size={size} is not possible: size is {SIZES}"),
            );
        }
        if !(3..=5).contains(&men) {
            return fault(
                &["men"],
                format!("men={men} is not possible: men is {SIZES}"),
            );
        }
        if !(3..=4).contains(&row) {
            return fault(
                &["row"],
                format!("row={row} is not possible: row is 3 or 4"),
            );
        }
        if row > size {
            return fault(
                &["row", "size"],
                format!("no row of {row} fits on a board of {size}×{size}: write row=3"),
            );
        }
        if row > men {
            return fault(
                &["men", "row"],
                format!("{men} pieces make no row of {row}: write row=3 or men=4"),
            );
        }
        if size == 3 && men > 3 {
            return fault(
                &["men", "size"],
                format!("{men} pieces each leave a player on 3×3 without a move: write men=3"),
            );
        }
        Ok(Rules {
            size,
            men,
            row,
            ..self
        })
    }
}

/// The sizes of boards and numbers of men in words.
const SIZES: &str = "3, 4 or 5";

impl Default for Rules {
    fn default() -> Rules {
        Rules::STANDARD
    }
}

impl Ruleset for Rules {
    fn of_size(size: u8) -> Self {
        Self::STANDARD.on_board(size).unwrap_or(Self::STANDARD)
    }

    fn board(&self) -> Board {
        Board::new(usize::from(self.size)).expect("the size is 3 to 5")
    }

    fn men(&self) -> u8 {
        self.men
    }

    fn goals(&self) -> Vec<u32> {
        let board = self.board();
        let mut patterns = goals::rows(board, self.row);
        if self.goals == Goals::SquaresToo {
            patterns.extend(goals::squares(board, 1));
        }
        patterns
    }

    fn jumps(&self) -> bool {
        self.jumps
    }

    fn moves_early(&self) -> bool {
        true
    }

    fn recorded(&self, own: u32, other: u32) -> Option<Value> {
        super::known_values::value(self, own, other)
    }

    fn opponent_places(&self, _placed: u8) -> bool {
        false
    }

    type More = History;

    fn more(model: &Model<Self>, solution: &Solution) -> Result<Self::More, SolveError> {
        History::new(model, solution)
    }
}

impl Word for Goals {
    const WORDS: &'static [(&'static str, Goals)] =
        &[("rows", Goals::Rows), ("squares-too", Goals::SquaresToo)];
}

/// A number as an option of small numbers has it, if it is within these limits.
fn small(text: &str, least: u8, most: u8) -> Result<u8, Refused> {
    match text.as_bytes() {
        [digit] if (b'0' + least..=b'0' + most).contains(digit) => Ok(digit - b'0'),
        _ => Err(Refused::NotOne),
    }
}

impl Options for Rules {
    const GAME: &'static str = "5x5";
    const EXAMPLE: &'static str = "5x5:jumps=no,men=4";
    const IN_FULL: bool = true;

    fn presets() -> &'static [Preset<Rules>] {
        const PRESETS: &[Preset<Rules>] = &[Preset {
            name: "standard",
            rules: || Rules::STANDARD,
            meaning: "five pieces each on 5×5, a row of four wins, jumps",
            source: "V. A. Kupchenko, 2024",
            assumed: &[],
        }];
        PRESETS
    }

    fn options() -> &'static [RuleOption<Rules>] {
        const PUBLISHED: &str = "V. A. Kupchenko, 2024; other values: assumed";
        const OPTIONS: &[RuleOption<Rules>] = &[
            RuleOption {
                name: "size",
                values: Values::Text(SIZES, &["3", "4", "5"]),
                meaning: "cells on a side of the board; smaller boards are for trying things out",
                source: PUBLISHED,
                get: |rules| rules.size.to_string(),
                set: |rules, text| small(text, 3, 5).map(|size| rules.size = size),
            },
            RuleOption {
                name: "men",
                values: Values::Text(SIZES, &["3", "4", "5"]),
                meaning: "pieces of each side; on 3×3 only 3, so that nobody is ever without a move",
                source: PUBLISHED,
                get: |rules| rules.men.to_string(),
                set: |rules, text| small(text, 3, 5).map(|men| rules.men = men),
            },
            RuleOption {
                name: "row",
                values: Values::Text("3 or 4", &["3", "4"]),
                meaning: "pieces in an unbroken row that win",
                source: PUBLISHED,
                get: |rules| rules.row.to_string(),
                set: |rules, text| small(text, 3, 4).map(|row| rules.row = row),
            },
            choice!(
                "goals",
                goals: Goals,
                "whether four pieces in a square of 2×2 win too",
                PUBLISHED,
            ),
            choice!(
                "jumps",
                jumps: bool,
                "whether a piece may jump over one adjacent piece of either colour, in a straight line, to the \
                 cell just beyond",
                PUBLISHED,
            ),
        ];
        OPTIONS
    }

    fn coherent(self) -> Result<Rules, Conflict> {
        self.with_sizes(self.size, self.men, self.row)
    }
}

rules_text!(Rules);

#[cfg(test)]
mod tests {
    use super::*;

    /// Every set of rules there is.
    fn every() -> Vec<Rules> {
        let mut all = Vec::new();
        for (size, men, row) in itertools::iproduct!(0_u8..=7, 0_u8..=7, 0_u8..=7) {
            for goals in [Goals::Rows, Goals::SquaresToo] {
                for jumps in [true, false] {
                    let rules = Rules {
                        goals,
                        jumps,
                        ..Rules::STANDARD
                    };
                    all.extend(rules.with_sizes(size, men, row));
                }
            }
        }
        all
    }

    #[test]
    fn every_set_round_trips() {
        // Sizes, men and rows: 3×3 with 3 men; 4×4 and 5×5 with 3 men and a row of 3, with 4 or 5
        // men and a row of 3 or 4.
        assert_eq!(every().len(), 4 * (1 + 2 * (1 + 2 * 2)));
        for rules in every() {
            assert_eq!(rules.to_string().parse::<Rules>().unwrap(), rules);
        }
    }

    #[test]
    fn the_published_game_has_28_goals() {
        assert_eq!(Rules::default().goals().len(), 28);
        let both: Rules = "5x5:goals=squares-too".parse().unwrap();
        assert_eq!(both.goals().len(), 44);
        let small: Rules = "5x5:size=4,men=4,row=4".parse().unwrap();
        assert_eq!(small.goals().len(), 10);
    }

    #[test]
    fn texts_may_be_short() {
        for text in ["5x5", "5x5:", "", "standard", "5x5:standard,men=5"] {
            assert_eq!(text.parse::<Rules>().unwrap(), Rules::STANDARD, "{text}");
        }
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let wrong = |text: &str| text.parse::<Rules>().unwrap_err().to_string();
        assert!(wrong("teeko:").contains("`5x5:`"));
        assert!(wrong("5x5:size=6").contains("3, 4 or 5"));
        assert!(wrong("5x5:row=5").contains("3 or 4"));
        assert!(wrong("5x5:men=+5").contains("3, 4 or 5"));
        assert!(wrong("5x5:size=3,row=4").contains("row=3"));
        assert!(wrong("5x5:men=3").contains("men=4"));
        assert!(wrong("5x5:size=3,row=3").contains("men=3"));
        assert!(wrong("5x5:jumps").contains("`standard`"));
        assert!(wrong("5x5:jumps=maybe").contains("no or yes"));
    }
}
