//! One position: its chance, and the best plays of every throw.

use std::path::PathBuf;

use itertools::Itertools;

use super::{AGREED, EndgameArgs, PositionValues, Win, length_rule};
use crate::ask::prelude::*;
use crate::exact::fraction_text;
use crate::exact::stochastic::Ending;
use crate::games::daldos::Position;
use crate::games::daldos::endgame::{OnePosition, PlayWorth};
use crate::solve::Origin;

/// One position of an endgame: its chance to win, and the best plays of every throw.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Endings {
    #[serde(flatten)]
    known: PositionValues,
    /// Where the chances are from.
    method: Origin,
    /// The number of positions that can follow; with `method` `tables` those in them.
    positions: Count,
    /// The reason why games end; `null` where the chances were looked up.
    ends: Option<Ending>,
    /// The plays of each throw.
    by_throw: Vec<ThrowPlays>,
    /// The folder of the tables that were looked into.
    #[serde(skip)]
    folder: Option<PathBuf>,
}

/// A throw with its plays.
#[derive(Serialize, JsonSchema)]
struct ThrowPlays {
    /// The faces of the dice, the smaller number first.
    throw: Vec<u8>,
    /// The number of throws out of the total that show it.
    weight: u64,
    /// Whether it earns another throw.
    again: bool,
    /// Best first.
    plays: Vec<PlayValue>,
}

/// A play and its worth.
#[derive(Serialize, JsonSchema)]
struct PlayValue {
    /// As in `daldos moves`.
    #[serde(rename = "move")]
    action: String,
    #[serde(flatten)]
    after: Win,
    /// Whether no other play is, or is proved to be, better.
    best: bool,
}

impl Endings {
    pub(super) fn of(position: &Position, answer: &OnePosition, folder: Option<PathBuf>) -> Self {
        let play = |worth: &PlayWorth| PlayValue {
            action: worth.play.text(position),
            after: (position.after(&worth.play), worth.win.clone()).into(),
            best: worth.best,
        };
        let by_throw = answer.throws.iter().map(|throw| ThrowPlays {
            throw: throw.cast.numbers.to_vec(),
            weight: throw.cast.weight,
            again: throw.cast.extra,
            plays: throw.plays.iter().map(play).collect(),
        });
        Self {
            known: (&answer.known).into(),
            method: answer.method,
            positions: Count::of(answer.positions),
            ends: answer.ending,
            by_throw: by_throw.collect(),
            folder,
        }
    }
}

impl EndgameArgs {
    /// The chance to win, the expected length, and how they are known.
    fn worked_out(&self, found: &Endings, digits: usize) -> Vec<String> {
        let known = &found.known;
        let win = known.chance.win.decimal(digits);
        let is = match known.chance.win.exact().map(fraction_text) {
            Some(fraction) if fraction.len() <= 40 => format!("{fraction} = {win}"),
            _ => win,
        };
        let side = self.start.position().side();
        let mut notes = vec![format!("{side} wins with chance {is}")];
        if let (Some(turns), Some(throws)) = (&known.length, &known.throws) {
            let [turns, throws] = [turns, throws].map(|length| length.decimal(digits));
            notes[0].push_str(&format!(
                "; {}, {} on average under best play",
                counted(turns, "turn", "turns"),
                counted(throws, "throw", "throws")
            ));
            notes.push(length_rule(self.exact));
        } else if found.method == Origin::Solved {
            notes.push(
                "how long games last is not known: plays that may be best can go on for ever"
                    .to_owned(),
            );
        }
        notes.push(self.proof(found));
        notes.extend(found.ends.and_then(Ending::said).map(str::to_owned));
        notes
    }

    /// How the numbers are known.
    fn proof(&self, found: &Endings) -> String {
        let positions = counted(found.positions.grouped(), "position", "positions");
        match (found.method, &found.folder) {
            (Origin::Tables, Some(folder)) => format!(
                "bounds of the tables in {} ({positions}); {AGREED}; --solve gives how long games last",
                folder.display()
            ),
            _ if self.exact => "exact; proved: no other play helps either side".to_owned(),
            _ => format!("proved bounds, from {positions}; {AGREED}"),
        }
    }

    pub(super) fn endings(&self, found: &Endings, digits: usize) -> Sheet {
        let position = self.start.position();
        let rows = found.by_throw.iter().flat_map(|throw| {
            let best = throw.plays.iter().filter(|play| play.best);
            best.enumerate().map(move |(nth, play)| (nth, throw, play))
        });
        let once = |nth: usize, cell: Entry| match nth {
            0 => cell,
            _ => Entry::Repeated(Box::new(cell)),
        };
        let others = |throw: &ThrowPlays| throw.plays.iter().filter(|play| !play.best).count();
        let heading = format!(
            "{} · {position} · {} to throw · best plays",
            position.game().rules(),
            position.side()
        );
        Sheet::of(rows)
            .text("throw", |&(nth, throw, _)| {
                once(nth, throw.throw.iter().join("+").into())
            })
            .right("weight", |&(nth, throw, _)| once(nth, throw.weight.into()))
            .text("best play", |(.., play)| play.action.clone())
            .chance("win exactly", "win", |(.., play)| &play.after.win)
            .right("other plays", |&(nth, throw, _)| {
                once(nth, others(throw).into())
            })
            .named("plays", heading)
            .notes(self.worked_out(found, digits))
    }
}
