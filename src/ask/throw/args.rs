//! The arguments of `siga throw`.

use std::ffi::OsString;

use clap::Args;
use clap::builder::TypedValueParser;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::ask::args::one_of;
use crate::chance::race::track::Past;
use crate::chance::turn::Cancel;

/// The examples in the help of `siga throw`.
pub(super) const HELP: &str = "\
Examples:
  siga throw 2d6 --at-least
  siga throw \"4d6kh3\"                      the best three of four dice
  siga throw tab --turn                    a whole turn, with the further throws that * earns
  siga throw yut --bias 3/5                sticks with P(flat) = 3/5
  siga throw \"d6!\"                         without limit: mean 21/5 in closed form
  siga throw \"4s -> {0: 6*, 1: 1*, 2: 2, 3: 3, 4: 4*}\" --turn
  siga throw yut --bias p --at 3/5         polynomials in p, and slopes
  siga throw yut --bias p --equal 1,4      where do and yut are equally likely
  siga throw yut --bias 0.55..0.65         proved bounds
  siga throw \"(d6, d6)\" --given \"x1 = 6 or x2 = 6\"
  siga throw 2d6 --target 40               throws to pass, or to hit, cell 40
  siga throw d6 --target 30 --jump 3:22,17:4 --past stay --players 2   a ladder and a snake

`siga help throws` explains the notation.";

/// The question how a throw, or a whole turn, can come out.
#[derive(Args, Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Throw {
    /// The throw: one quoted argument, a name from `siga throws`, a file, or - for standard input
    #[arg(value_name = "SPEC", allow_hyphen_values = true)]
    #[serde(serialize_with = "lossy")]
    #[schemars(with = "String")]
    pub(crate) spec: OsString,
    /// The whole turn, with the further throws that `*` earns
    #[arg(long, help_heading = "Turn")]
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) turn: bool,
    /// At most N throws per turn
    #[arg(long, value_name = "N", requires = "turn", help_heading = "Turn")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_throws: Option<u32>,
    /// The N-th throw in a row to earn another is void and ends the turn; a throw that cancels ends the row;
    /// `same`: only equal throws make a row; `all`: the whole row is void
    #[arg(
        hide_short_help = true,
        long,
        value_name = "N[,same][,all]",
        requires = "turn",
        help_heading = "Turn"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) in_a_row: Option<String>,
    /// Give the throws of a turn by what they count, and see which of them stand
    #[arg(
        hide_short_help = true,
        long,
        value_name = "A,B,…",
        requires = "turn",
        value_delimiter = ',',
        help_heading = "Turn",
        allow_hyphen_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sequence: Option<Vec<String>>,
    /// What a cancelling throw voids: the throw directly before it, or the latest still standing
    #[arg(hide_short_help = true, long, value_parser = cancel_rule(), default_value = "previous", requires = "turn", help_heading = "Turn")]
    #[serde(skip_serializing_if = "is_usual")]
    pub(crate) cancel: Cancel,
    /// Also list what can stand in a turn, up to N values, how often each value stands, and the largest
    #[arg(hide_short_help = true, long, value_name = "N", requires = "turn", help_heading = "Turn",
          value_parser = clap::value_parser!(u8).range(0..=10))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) values: Option<u8>,
    /// P(flat), the chance that a stick falls flat side up: a number (3/5, 0.6, 60%), an interval (0.55..0.65) or p for
    /// unknown; or a number for each stick
    #[arg(
        long,
        value_name = "P[,P…]",
        value_delimiter = ',',
        help_heading = "Bias",
        allow_hyphen_values = true
    )]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) bias: Vec<String>,
    /// With --bias p: the value and the slope of every function at this bias
    #[arg(
        hide_short_help = true,
        long,
        value_name = "P",
        requires = "bias",
        help_heading = "Bias",
        allow_hyphen_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<String>,
    /// With --bias p: the biases at which two outcomes are equally likely
    #[arg(
        hide_short_help = true,
        long,
        value_name = "A,B",
        requires = "bias",
        value_delimiter = ',',
        num_args = 1,
        help_heading = "Bias",
        allow_hyphen_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) equal: Option<Vec<String>>,
    /// Only outcomes for which this holds, such as ">= 8" or "x1 = 6 or x2 = 6"
    #[arg(
        long,
        value_name = "EXPR",
        help_heading = "Outcomes",
        allow_hyphen_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) given: Option<String>,
    /// The name of the throw, if it has one.
    #[arg(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) preset: Option<&'static str>,
    /// Add the chance of at least each outcome
    #[arg(long, help_heading = "Outcomes")]
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) at_least: bool,
    /// Add the chance of at most each outcome
    #[arg(hide_short_help = true, long, help_heading = "Outcomes")]
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) at_most: bool,
    /// Counts of trials, as 0:31,1:124 or a file with a line `outcome,count` for each: how likely they are, and with
    /// --bias p which bias makes them most likely; given twice, whether both can come from the same sticks
    #[arg(
        hide_short_help = true,
        long,
        value_name = "O:N,…|FILE",
        conflicts_with = "turn",
        help_heading = "Outcomes",
        allow_hyphen_values = true
    )]
    #[serde(serialize_with = "each_lossy", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub(crate) counts: Vec<OsString>,
    /// List outcomes up to N, where there are infinitely many; with --target, at least N throws
    #[arg(
        hide_short_help = true,
        long,
        value_name = "N",
        help_heading = "Outcomes",
        allow_hyphen_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) up_to: Option<i64>,
    /// A race: throws needed to pass, or to hit, cell N
    #[arg(long, value_name = "N", help_heading = "Outcomes")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<u32>,
    /// Snakes and ladders: who comes to the first cell stands on the second; a list, or a file with one
    #[arg(
        long,
        value_name = "FROM:TO,…|FILE",
        requires = "target",
        help_heading = "Race"
    )]
    #[serde(
        serialize_with = "perhaps_lossy",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(with = "Option<String>")]
    pub(crate) jump: Option<OsString>,
    /// Cells that move a piece on by the same throw again, such as geese; a list, or a file with one
    #[arg(
        long,
        value_name = "CELL,…|FILE",
        requires = "target",
        help_heading = "Race"
    )]
    #[serde(
        serialize_with = "perhaps_lossy",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(with = "Option<String>")]
    pub(crate) onward: Option<OsString>,
    /// Cells that cost turns; a list, or a file with one
    #[arg(
        long,
        value_name = "CELL:TURNS,…|FILE",
        requires = "target",
        help_heading = "Race"
    )]
    #[serde(
        serialize_with = "perhaps_lossy",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(with = "Option<String>")]
    pub(crate) wait: Option<OsString>,
    /// A throw that would pass the last cell ends the race, leaves the piece where it is, or moves it back by the rest
    #[arg(long, value_parser = past_rule(), requires = "target", help_heading = "Race")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) past: Option<Past>,
    /// The chances of N players to win, each with a piece of their own
    #[arg(long, value_name = "N", requires = "target", help_heading = "Race",
          value_parser = clap::value_parser!(u32).range(2..=20))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) players: Option<u32>,
}

fn past_rule() -> impl TypedValueParser<Value = Past> {
    one_of([
        (Past::End, "end", "It ends the race"),
        (Past::Stay, "stay", "The piece stays where it is"),
        (
            Past::Bounce,
            "bounce",
            "The piece moves to the last cell and back by the rest",
        ),
    ])
}

fn cancel_rule() -> impl TypedValueParser<Value = Cancel> {
    one_of([
        (Cancel::Previous, "previous", "The throw directly before it"),
        (Cancel::Stack, "stack", "The latest throw that still stands"),
    ])
}

fn is_usual(cancel: &Cancel) -> bool {
    *cancel == Cancel::Previous
}

fn is_false(given: &bool) -> bool {
    !given
}

fn lossy<S: Serializer>(text: &OsString, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text.to_string_lossy())
}

fn perhaps_lossy<S: Serializer>(text: &Option<OsString>, serializer: S) -> Result<S::Ok, S::Error> {
    lossy(text.as_ref().unwrap_or(&OsString::new()), serializer)
}

fn each_lossy<S: Serializer>(texts: &[OsString], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(texts.iter().map(|text| text.to_string_lossy()))
}

/// The notation of throws, for `siga help throws`.
pub(crate) const NOTATION: &str = "\
A throw in the notation of siga (docs/throws.md has the grammar):

  2d6, d%                   dice, added
  3d{1,2,5,6}, d{1:3,2:1}   own faces; face 1 three times, 2 once
  8s, 8s(3/5)               sticks, how many fall flat side up; P(flat) = 3/5
  d6 + 2d4 - 1, 2 * d6      arithmetic; d20 mod 5, abs(d6 - d6)
  d20 / 2, ceil(d20 / 2)    division, rounded down or up
  (d4)d6, d(2d6)            a throw that says how many, or how many faces
  4(2d6)                    four copies of a throw, added
  4d6kh3, kl, dh, dl        keep or drop the highest or lowest
  (d6, d8)kh1, max(d6, d8)  the same of unlike dice
  count(10d6, {5, 6})       how many show 5 or 6; sum(…) adds them
  contains(10d6, {1, 1})    how often these are there
  largest_set(10d10)        how many show the commonest value
  sets(5d6, 2)              pairs, [2] no larger; distinct(5d6), straight(5d6)
  matched(3d6, 2d6)         highest against highest, …: wins of either side;
                            with second as a third argument it wins ties
  deal(5, 4{1..13})         five cards, not put back, added
  count(deal(5, {2..10:4, A:4}), {A})   cards in a function
  d6!, d6!2                 again on the top face, added; at most twice
  d6r{1}, d6ro{1}, d6ru{6}  again until it is not 1; once; until it is 6
  let roll = 4d6; (roll[1], count(roll, {6}))   one throw, asked twice
  roll[-2], roll[2..-2]     the second highest; all but lowest and highest
  difference(a, b), common(a, b), without(a, b), sizes(a), sorted(a): of pools
  if a > b then win else loss
  repeat a = 3 until a = 0: (a - (d6 > 4))   again until it holds; counts rounds
  best(a, b), least(a, b)   the throw with the greater mean is chosen
  best(k in 5d6: …)         the best dice k to keep, and what becomes of them
  3d6 >= 2d8                1 when it holds, 0 when not
  (d6, d8)                  outcomes side by side
  4s -> {0: 6*, 1: 1*, …}   a score table; * earns another throw
  senet + 1, max(ur, d4)    a throw that has a name, if it earns no others

  SIGA         ANYDICE                 TROLL                 ICEPOOL
  2d6          2d6                     sum 2d6               2 @ d(6)
  d{1:3,2:1}   d{1:3, 2:1}             choose {1,1,1,2}      Die({1: 3, 2: 1})
  8s           8d{0,1}                 sum 8 # choose {0,1}  8 @ coin(1, 2)
  4(2d6)       4d(2d6)                 sum 4 # sum 2d6       4 @ (2 @ d(6))
  4d6kh3       [highest 3 of 4d6]      sum largest 3 4d6     d(6).highest(4, 3)
  max(d6, d8)  [highest of d6 and d8]  max (d6 U d8)         highest(d(6), d(8))
  d6!          [explode d6]            accumulate …          d(6).explode(…)
  d6r{1}       d{2..6}                 repeat …              d(6).reroll([1], …)
  3d6 >= 2d8   3d6 >= 2d8              count …               3@d(6) >= 2@d(8)
  (d4)d6       (d4)d6                  sum (d4) # d6         d(4) @ d(6)

  Score tables: `0|8:` joins cases, `2..5:` is a range, `else:` the rest.
  A value is a number, a throw of its own, `x` for the number thrown, a label
  (khadzh*), or `cancel*`, which voids the throw before it.

Shells give { } ! > * a meaning. Quote the throw, or use [ ] for { } and words:
  explode(d6)  reroll(d6, [1])  reroll_once(…)  until(…)  keep_highest(4d6, 3)
  best 3 of 4d6  score(4s, [0: 6 again, …])  `0 or 8:`  ge(3d6, 2d8)  max(a, b)
  min(a, b)  plus(a, b)  minus(a, b)  times(a, b)  div(a, b)  mod(a, b)";
