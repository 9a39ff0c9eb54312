//! What `siga rules` shows of the presets and options.

/// A named set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresetInfo {
    /// Its name, which begins a rules string.
    pub name: &'static str,
    /// What it is.
    pub meaning: &'static str,
    /// Where it is from.
    pub source: &'static str,
}

/// One option of a rules string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name, left of the `=`.
    pub name: &'static str,
    /// What may stand right of the `=`.
    pub values: &'static str,
    /// Its value in the preset `daldos`.
    pub default: &'static str,
    /// What it decides.
    pub meaning: &'static str,
    /// Where it is from, or `assumed`.
    pub source: &'static str,
}

/// All named sets of rules.
pub fn all_presets() -> &'static [PresetInfo] {
    &[PresetInfo {
        name: "daldos",
        meaning: "daldøs: two long dice of 1 to 4, dal-dal earns another throw",
        source: "Daldøs article (Wikipedia), sections Typical equipment and Rules",
    }]
}

/// All options, in the order they are printed in.
pub fn all_options() -> &'static [OptionInfo] {
    &[
        OptionInfo {
            name: "dice",
            values: "digits, one a face (1234), or face:weight joined by | (1:4|2:6|3:4|4:1)",
            default: "1234",
            meaning: "the faces of each die, from 1 to 99, and how likely they are",
            source: "Daldøs article (Wikipedia), section Typical equipment; other dice: assumed, for relatives of the game",
        },
        OptionInfo {
            name: "count",
            values: "1 to 4",
            default: "2",
            meaning: "how many dice are thrown at once",
            source: "Daldøs article (Wikipedia), section Typical equipment; other numbers: assumed, for relatives of the game",
        },
        OptionInfo {
            name: "extra",
            values: "throws joined by | (1+1|4+4), doubles, dal-dal (the same as 1+1), or none",
            default: "1+1",
            meaning: "which throws earn another throw, after their numbers have been played, without limit",
            source: "Daldøs article (Wikipedia), section Rules; other throws: assumed, for relatives of the game",
        },
        OptionInfo {
            name: "intermediate_capture",
            values: "no, yes",
            default: "no",
            meaning: "whether a piece moved by several numbers takes at every hole it stops at, in the order the player likes best, or only at the last",
            source: "Daldøs article (Wikipedia), section Variations",
        },
        OptionInfo {
            name: "doubles",
            values: "once, twice",
            default: "once",
            meaning: "whether the numbers are played twice over when two or more dice all show the same",
            source: "assumed; twice is the rule of backgammon, for comparison",
        },
        OptionInfo {
            name: "n",
            values: "1 to 21",
            default: "16",
            meaning: "holes of each home row, and pieces of each player; the middle row has one hole more (full games only, as all that follow)",
            source: "Daldøs article (Wikipedia), sections Typical equipment and Variations: 16 in Denmark, 12 in Norway (daldøsa)",
        },
        OptionInfo {
            name: "dalling",
            values: "any, stern-most",
            default: "any",
            meaning: "which undalled piece a dal may release: any, or only the one that leaves the home row first",
            source: "Daldøs article (Wikipedia), sections Rules and Variations",
        },
        OptionInfo {
            name: "loses_at",
            values: "0, 1",
            default: "0",
            meaning: "with how many pieces left a player has lost",
            source: "Daldøs article (Wikipedia), sections Rules and Variations",
        },
        OptionInfo {
            name: "direction",
            values: "stern, prow",
            default: "stern",
            meaning: "the end at which pieces leave their home row; the middle row is then walked away from it",
            source: "Daldøs article (Wikipedia), sections Rules and Variations",
        },
    ]
}
