//! The sixteen variants as data: which patterns win, and who chooses the cells of the pieces placed.

use std::fmt;

use crate::board::Board;
use crate::games::alignment::{Model, Ruleset, goals};
use crate::rules::{Options, Preset, RuleOption, Word, choice, rules_text, word};
use crate::solve::retro::{Solution, SolveError};

/// Which patterns win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Goals {
    /// 28 rows of four and 16 squares of 2×2.
    #[default]
    FortyFour,
    /// Those and the corners of the 14 squares of 3×3, 4×4 and 5×5: the advanced game.
    FiftyEight,
}

/// The player who chooses the cells of the pieces placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Drop {
    /// Each side those of its own pieces.
    #[default]
    Standard,
    /// Each side those of the other's pieces.
    Alternate,
    /// The first 1 to 3 pieces of each side as in [`Drop::Alternate`], the others as in
    /// [`Drop::Standard`].
    AlternateFirst(OneToThree),
    /// The first 1 to 3 pieces of each side as in [`Drop::Standard`], the others as in
    /// [`Drop::Alternate`].
    StandardFirst(OneToThree),
}

/// One, two or three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OneToThree {
    /// 1.
    One,
    /// 2.
    Two,
    /// 3.
    Three,
}

impl OneToThree {
    /// All three.
    pub const ALL: [OneToThree; 3] = [OneToThree::One, OneToThree::Two, OneToThree::Three];

    /// The number.
    pub(crate) const fn get(self) -> u8 {
        match self {
            OneToThree::One => 1,
            OneToThree::Two => 2,
            OneToThree::Three => 3,
        }
    }
}

impl Drop {
    /// All eight, in the order of the published table.
    pub const ALL: [Drop; 8] = [
        Drop::Standard,
        Drop::Alternate,
        Drop::AlternateFirst(OneToThree::One),
        Drop::AlternateFirst(OneToThree::Two),
        Drop::AlternateFirst(OneToThree::Three),
        Drop::StandardFirst(OneToThree::One),
        Drop::StandardFirst(OneToThree::Two),
        Drop::StandardFirst(OneToThree::Three),
    ];
}

impl Word for Goals {
    const WORDS: &'static [(&'static str, Goals)] =
        &[("44", Goals::FortyFour), ("58", Goals::FiftyEight)];
}

impl Word for Drop {
    const WORDS: &'static [(&'static str, Drop)] = &[
        ("standard", Drop::Standard),
        ("alternate", Drop::Alternate),
        ("alternate-1", Drop::AlternateFirst(OneToThree::One)),
        ("alternate-2", Drop::AlternateFirst(OneToThree::Two)),
        ("alternate-3", Drop::AlternateFirst(OneToThree::Three)),
        ("standard-1", Drop::StandardFirst(OneToThree::One)),
        ("standard-2", Drop::StandardFirst(OneToThree::Two)),
        ("standard-3", Drop::StandardFirst(OneToThree::Three)),
    ];
}

impl fmt::Display for Drop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(word(*self))
    }
}

/// A complete set of rules.
///
/// Written `teeko:goals=44,drop=standard`; [`Options`] lists the options and the presets.
///
/// # Examples
/// ```
/// use siga::games::teeko::Rules;
/// let rules: Rules = "teeko:advanced,drop=alternate-2".parse()?;
/// assert_eq!(rules.to_string(), "teeko:goals=58,drop=alternate-2");
/// assert!("teeko:drop=alternate-4".parse::<Rules>().is_err());
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rules {
    /// Which patterns win.
    pub goals: Goals,
    /// The player who chooses the cells of the pieces placed.
    pub drop: Drop,
}

impl Rules {
    /// Standard Teeko.
    pub const STANDARD: Rules = Rules {
        goals: Goals::FortyFour,
        drop: Drop::Standard,
    };

    /// Advanced Teeko: the corners of larger squares win too.
    pub const ADVANCED: Rules = Rules {
        goals: Goals::FiftyEight,
        drop: Drop::Standard,
    };

    /// The sixteen variants on record: those with 44 goals, then those with 58.
    pub fn all() -> Vec<Rules> {
        [Goals::FortyFour, Goals::FiftyEight]
            .into_iter()
            .flat_map(|goals| Drop::ALL.map(|drop| Rules { goals, drop }))
            .collect()
    }
}

impl Ruleset for Rules {
    fn board(&self) -> Board {
        Board::new(5).expect("5 is a possible size")
    }

    fn men(&self) -> u8 {
        4
    }

    fn goals(&self) -> Vec<u32> {
        let board = self.board();
        let mut patterns = goals::rows(board, 4);
        let longest = match self.goals {
            Goals::FortyFour => 1,
            Goals::FiftyEight => 4,
        };
        patterns.extend((1..=longest).flat_map(|side| goals::squares(board, side)));
        patterns
    }

    fn jumps(&self) -> bool {
        false
    }

    fn moves_early(&self) -> bool {
        false
    }

    fn opponent_places(&self, placed: u8) -> bool {
        match self.drop {
            Drop::Standard => false,
            Drop::Alternate => true,
            Drop::AlternateFirst(few) => placed < few.get(),
            Drop::StandardFirst(few) => placed >= few.get(),
        }
    }

    type More = ();

    fn more(_model: &Model<Self>, _solution: &Solution) -> Result<Self::More, SolveError> {
        Ok(())
    }
}

impl Options for Rules {
    const GAME: &'static str = "teeko";
    const EXAMPLE: &'static str = "teeko:goals=58,drop=alternate";
    const IN_FULL: bool = true;

    fn presets() -> &'static [Preset<Rules>] {
        const PRESETS: &[Preset<Rules>] = &[
            Preset {
                name: "standard",
                rules: || Rules::STANDARD,
                meaning: "rows of four and squares of 2×2 win; each side places its own pieces",
                source: "John Scarne, 1945",
                assumed: &[],
            },
            Preset {
                name: "advanced",
                rules: || Rules::ADVANCED,
                meaning: "the corners of 3×3, 4×4 and 5×5 win too",
                source: "the variant in descriptions of Teeko; solved by Guy Steele, 1998",
                assumed: &[],
            },
        ];
        PRESETS
    }

    fn options() -> &'static [RuleOption<Rules>] {
        const OPTIONS: &[RuleOption<Rules>] = &[
            choice!(
                "goals",
                goals: Goals,
                "the patterns that win: 28 rows of four and 16 squares of 2×2; with 58 also the corners of the \
                 14 larger squares",
                "44: John Scarne, 1945; 58: the advanced game",
            ),
            choice!(
                "drop",
                drop: Drop,
                "who chooses the cell of a piece placed: its owner; the opponent; the opponent for the first k \
                 pieces of each side and then the owner; or the reverse",
                "standard: John Scarne, 1945; the others: the sixteen variants solved by Guy Steele, 1998 \
                 (Teeko, MathWorld)",
            ),
        ];
        OPTIONS
    }
}

rules_text!(Rules);

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_sixteen_variants_round_trip() {
        let all = Rules::all();
        assert_eq!(all.len(), 16);
        let texts: BTreeSet<String> = all.iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), 16);
        for rules in all {
            assert_eq!(rules.to_string().parse::<Rules>().unwrap(), rules);
            let goals: BTreeSet<u32> = rules.goals().into_iter().collect();
            let expected = if rules.goals == Goals::FortyFour {
                44
            } else {
                58
            };
            assert_eq!(goals.len(), expected);
            assert_eq!(rules.goals().len(), expected);
        }
    }

    #[test]
    fn texts_may_be_short() {
        let read = |text: &str| text.parse::<Rules>().unwrap();
        for text in [
            "teeko",
            "teeko:",
            "",
            "standard",
            "teeko:standard",
            "goals=44",
        ] {
            assert_eq!(read(text), Rules::STANDARD, "{text}");
        }
        assert_eq!(read("teeko:goals=58"), Rules::ADVANCED);
        assert_eq!(read("advanced , goals = 44"), Rules::STANDARD);
        assert_eq!(
            read("drop=alternate-3").drop,
            Drop::AlternateFirst(OneToThree::Three)
        );
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let wrong = |text: &str| text.parse::<Rules>().unwrap_err().to_string();
        assert!(wrong("sidja:sudan").contains("`teeko:`"));
        assert!(wrong("teeko:goals=45").contains("44 or 58"));
        assert!(wrong("teeko:drop=alternate-0").contains("standard-3"));
        assert!(wrong("teeko:speed=1").contains("`goals`, `drop`"));
        assert!(wrong("teeko:goals=44,goals=44").contains("twice"));
        assert!(wrong("teeko:goals=44,advanced").contains("`advanced`"));
        assert!(wrong("teeko:gaols").contains("did you mean `goals`"));
        assert!(wrong("teeko:goals=44,").contains("option=value"));
    }

    #[test]
    fn the_opponent_chooses_as_the_variant_says() {
        let chosen = |text: &str| -> Vec<bool> {
            let rules: Rules = text.parse().unwrap();
            (0..4).map(|placed| rules.opponent_places(placed)).collect()
        };
        assert_eq!(chosen("drop=standard"), [false; 4]);
        assert_eq!(chosen("drop=alternate"), [true; 4]);
        assert_eq!(chosen("drop=alternate-1"), [true, false, false, false]);
        assert_eq!(chosen("drop=standard-3"), [false, false, false, true]);
    }
}
