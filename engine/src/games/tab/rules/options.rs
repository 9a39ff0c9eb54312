//! The options and the presets with their sources.

use super::{
    Asleep, Enter, EnterFour, FirstStep, Leave, LeaveFour, Order, Part, Rules, Saved, Skip, Stacks,
    Start, Tabs, Wake, is_length,
};
use crate::games::running_fight::sticks::{self, joined, number};
use crate::rules::{Conflict, Options, Preset, Refused, RuleOption, Values, choice};

/// The lengths in words.
pub(super) const LENGTHS: &str = "an odd number 3 to 29";
/// The numbers of pieces in words.
pub(super) const PIECES: &str = "`full`, or a number from 1 to the length";

fn set_length(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    let length = number(text).filter(|&length| is_length(length));
    rules.length = length.ok_or(Refused::NotOne)?;
    Ok(())
}

fn set_pieces(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    rules.pieces = match text {
        "full" => None,
        _ => Some(number(text).ok_or(Refused::NotOne)?),
    };
    Ok(())
}

fn set_bias(rules: &mut Rules, text: &str) -> Result<(), Refused> {
    rules.bias = sticks::read_biases(text)?;
    Ok(())
}

const OPTIONS: &[RuleOption<Rules>] = &[
    RuleOption {
        name: "length",
        values: Values::Text(LENGTHS, &["7", "9", "11", "13", "15"]),
        meaning: "fields in a row",
        source: "Lane and others: odd, 7 to 15; Hyde 1694: 13, 19, 21 or 29; 3 and 5 are for study",
        get: |rules| rules.length.to_string(),
        set: set_length,
    },
    RuleOption {
        name: "pieces",
        values: Values::Text(PIECES, &["full", "4"]),
        meaning: "pieces of a team at the start, in the first fields of its home row",
        source: "Lane: one in each field, or only in some, as in the first four",
        get: |rules| (rules.pieces).map_or_else(|| "full".to_owned(), |pieces| pieces.to_string()),
        set: set_pieces,
    },
    RuleOption {
        name: "bias",
        values: Values::Text(sticks::BIASES, sticks::DISPUTED_BIASES),
        meaning: "the chance that a stick falls flat side up",
        source: "1/2 is assumed: no account tells how the sticks fall",
        get: |rules| joined(&rules.bias),
        set: set_bias,
    },
    choice!(
        "start",
        start: Start,
        "who throws the first tâb begins, with that throw; or A begins",
        "Lane: they throw in turn until one has thrown a tâb",
    ),
    choice!(
        "wake",
        wake: Wake,
        "a tâb wakes any sleeping piece, or the foremost; or no piece ever sleeps",
        "Lane and Wikipedia: each piece makes its first move by a tâb, which piece is assumed; Ludii: none",
    ),
    choice!(
        "tabs",
        tabs: Tabs,
        "while an own piece sleeps a tâb may be used for anything, or for waking alone",
        "Wikipedia: wake-first; Lane: `free` is assumed",
    ),
    choice!(
        "order",
        order: Order,
        "all throws of a turn are made, then used in any order; or each is used as it is thrown",
        "Lane: after all throws; Ludii: thrown",
    ),
    choice!(
        "saved",
        saved: Saved,
        "whether a tâb may be kept for a later turn once no own piece sleeps",
        "Wikipedia: yes; `no` is assumed elsewhere",
    ),
    choice!(
        "asleep",
        asleep: Asleep,
        "sleeping pieces are taken like others, or no piece may land on them",
        "`taken` is assumed: no account makes a difference",
    ),
    choice!(
        "stacks",
        stacks: Stacks,
        "pieces on one field move as one and are reduced to one piece where they enter a row in which one of them has been; or stay whole; or may not stand on one field",
        "Lane and Wikipedia: reduce; Ludii: keep",
    ),
    choice!(
        "part",
        part: Part,
        "whether a tâb may part a stack: one piece stays, the others go one field ahead",
        "Wikipedia: tab, how is assumed; Ludii: no",
    ),
    choice!(
        "first_step",
        first_step: FirstStep,
        "a piece that wakes goes wherever an awake one may; or not onto its own; or only onto an empty field",
        "Porto: not-own in the Portuguese statement, empty in the English one; elsewhere `any` is assumed",
    ),
    choice!(
        "enter",
        enter: Enter,
        "the enemy's home is entered only while an enemy piece stands in it, or at any time; once a piece in both",
        "Lane and the others: enemy; Porto: any",
    ),
    choice!(
        "enter4",
        enter_four: EnterFour,
        "whether own pieces at home keep a piece from entering the enemy's home",
        "Porto's statement: any; three of its programs: home-empty",
    ),
    choice!(
        "leave",
        leave: Leave,
        "a piece in the enemy's home moves on when no own piece is at home, or when those at home stand on one field",
        "Lane, Wikipedia and Porto: empty; Ludii: one-field",
    ),
    choice!(
        "leave4",
        leave_four: LeaveFour,
        "whether a piece on the last field of the enemy's home waits for those at home like the others",
        "`barred` is Porto's statement; one of its programs: free",
    ),
    choice!(
        "skip",
        skip: Skip,
        "whether a throw that earns another may be left unused although it could be used",
        "`no` is assumed: Porto's statement bars passing and is silent on throws that earn another",
    ),
];

impl Options for Rules {
    const GAME: &'static str = "tab";
    const EXAMPLE: &'static str = "tab:lane,length=7,order=thrown";
    const HOW_TO_PLAY: &'static str = include_str!("how_to_play.txt");

    fn presets() -> &'static [Preset<fn() -> Rules>] {
        const PRESETS: &[Preset<fn() -> Rules>] = &[
            Preset {
                name: "lane",
                rules: Rules::lane,
                meaning: "Lane's account: all throws of a turn are made, then used in any order",
                source: "Lane, An Account of the Manners and Customs of the Modern Egyptians, 1836, 346-349",
                assumed: &[
                    "length=9: the row of his figure; 7 to 15 are usual",
                    "bias=1/2",
                    "wake=any, tabs=free, saved=no, asleep=taken: what the account does not settle",
                    "a piece does not land on a sleeping one of its own team",
                    "a stack counts as having been wherever one of its pieces has been",
                    "a throw that can be used must be, unless it could only reduce or part a stack",
                ],
            },
            Preset {
                name: "wikipedia",
                rules: Rules::wikipedia,
                meaning: "as `lane`; while pieces sleep a tâb wakes one, and later it may be kept",
                source: "Wikipedia, Tâb, after Lane",
                assumed: &[
                    "length=9, bias=1/2, wake=any, asleep=taken",
                    "order=any: the article is silent",
                    "a piece does not land on a sleeping one of its own team",
                    "a stack counts as having been wherever one of its pieces has been",
                ],
            },
            Preset {
                name: "ludii",
                rules: Rules::ludii,
                meaning: "the program: no piece sleeps, each throw is used at once, stacks stay whole",
                source: "Ludii, Tab.lud 1.2.0, after Lane 1836",
                assumed: &[
                    "length=7: the first of its boards",
                    "leave=one-field: its text; that a piece in the enemy's home does not move at all before is assumed",
                    "a throw that can be used must be",
                ],
            },
            Preset {
                name: "porto",
                rules: Rules::porto,
                meaning: "a course exercise: each throw is used at once, no stacks, the enemy's home is entered at any time",
                source: "Jogo Tâb, exercise in Web Technologies, FCUP Porto, 2025/26",
                assumed: &[
                    "length=9: 7 to 15 are allowed",
                    "bias=1/2",
                    "start=a: who begins is a setting",
                    "skip=no: the statement is silent on throws that earn another",
                    "first_step=not-own: the Portuguese statement; the English one says `empty`",
                ],
            },
        ];
        PRESETS
    }

    fn options() -> &'static [RuleOption<Rules>] {
        OPTIONS
    }

    fn coherent(self) -> Result<Rules, Conflict> {
        self.checked()
    }
}
