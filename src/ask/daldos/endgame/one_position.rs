//! One position: its chance, and the best plays of every throw.

use itertools::Itertools;

use super::{AGREED, PositionValues, Win, length_rule};
use crate::ask::prelude::*;
use crate::exact::fraction_text;
use crate::exact::stochastic::Ending;
use crate::games::daldos::Position;
use crate::games::daldos::endgame::PlayWorth;
use crate::games::daldos::endgame::one_position::Answer;
use crate::solve::Origin;
use crate::work::limit::grouped;

pub(in crate::ask::daldos) type PositionReport = SubjectReport<Position, Box<Answer>>;

/// The question for one position of an endgame.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PositionEndgameQuery {
    #[serde(flatten)]
    asked: PositionQuery,
    /// Whether fractions were asked for.
    exact: bool,
}

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
}

/// A throw with its plays.
#[derive(Serialize, JsonSchema)]
struct ThrowPlays {
    /// The faces of the dice, the smaller number first.
    throw: [u8; 2],
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

impl Reply for PositionReport {
    const NAME: &'static str = "daldos-endgame-position";
    type Query = PositionEndgameQuery;
    type Result = Endings;

    fn query(&self) -> PositionEndgameQuery {
        PositionEndgameQuery {
            asked: self.subject.query("endgame"),
            exact: self.answer.question.exact,
        }
    }

    fn result(&self) -> Endings {
        let position = &self.subject.position;
        let play = |worth: &PlayWorth| PlayValue {
            action: worth.play.text(position),
            after: (position.after(&worth.play), worth.win.clone()).into(),
            best: worth.best,
        };
        let by_throw = self.answer.throws.iter().map(|throw| ThrowPlays {
            throw: throw.cast.numbers,
            weight: throw.cast.weight,
            again: throw.cast.extra,
            plays: throw.plays.iter().map(play).collect(),
        });
        Endings {
            known: (&self.answer.known).into(),
            method: self.answer.method,
            positions: Count::of(self.answer.positions),
            ends: self.answer.ending,
            by_throw: by_throw.collect(),
        }
    }
}

impl PositionReport {
    /// The chance to win, the expected length, and how they are known.
    fn notes(&self, digits: usize) -> Vec<String> {
        let Answer {
            question, known, ..
        } = self.answer.as_ref();
        let position = &question.position;
        let win = known.win.decimal(digits);
        let is = match known.win.exact().map(fraction_text) {
            Some(fraction) if fraction.len() <= 40 => format!("{fraction} = {win}"),
            _ => win,
        };
        let mut notes = vec![format!("{} wins with chance {is}", position.side())];
        if let (Some(turns), Some(throws)) = (&known.turns, &known.throws) {
            let [turns, throws] = [turns, throws].map(|length| length.decimal(digits));
            notes[0].push_str(&format!(
                "; {}, {} on average under best play",
                counted(turns, "turn", "turns"),
                counted(throws, "throw", "throws")
            ));
            notes.push(length_rule(question.exact));
        } else if self.answer.method == Origin::Solved {
            notes.push(
                "how long games last is not known: plays that may be best can go on for ever"
                    .to_owned(),
            );
        }
        notes.push(self.proof());
        if self.answer.ending == Some(Ending::UnderBestPlay) {
            notes.push(
                "the two sides together could go on for ever; best play of either side ends the game"
                    .to_owned(),
            );
        }
        notes
    }

    /// How the numbers are known.
    fn proof(&self) -> String {
        let question = &self.answer.question;
        let position = &question.position;
        let positions = counted(
            grouped(self.answer.positions.into()),
            "position",
            "positions",
        );
        let folder = || {
            let tables = question.tables.as_ref()?;
            Some(tables.folder(&position.game().rules().to_string()))
        };
        match (self.answer.method, folder()) {
            (Origin::Tables, Some(folder)) => format!(
                "bounds of the tables in {} ({positions}); {AGREED}; --solve for how long games last",
                folder.display()
            ),
            _ if question.exact => "exact; proved: no other play helps either side".to_owned(),
            _ => format!("proved bounds, from {positions}; {AGREED}"),
        }
    }
}

impl Report for PositionReport {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let Answer {
            question, throws, ..
        } = self.answer.as_ref();
        let position = &question.position;
        let rows = throws.iter().flat_map(|throw| {
            let best = throw.plays.iter().filter(|worth| worth.best).collect_vec();
            let others = throw.plays.len() - best.len();
            let throw = (throw.cast, others);
            (best.into_iter().enumerate()).map(move |(nth, worth)| (nth, throw, worth))
        });
        let once = |nth: usize, cell: Entry| match nth {
            0 => cell,
            _ => Entry::Repeated(Box::new(cell)),
        };
        let heading = format!(
            "{} · {position} · {} to throw · best plays",
            position.game().rules(),
            position.side()
        );
        vec![
            Sheet::of(rows)
                .text("throw", |&(nth, (cast, _), _)| {
                    once(nth, cast.text().into())
                })
                .right("weight", |&(nth, (cast, _), _)| {
                    once(nth, cast.weight.into())
                })
                .text("best play", |(.., worth)| worth.play.text(position))
                .chance("win exactly", "win", |(.., worth)| &worth.win)
                .right("other plays", |&(nth, (_, others), _)| {
                    once(nth, others.into())
                })
                .named("plays", heading)
                .notes(self.notes(digits)),
        ]
    }
}
